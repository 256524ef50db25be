"""A game set up in the terminal: in conversation, or in the line that starts it."""

from __future__ import annotations

import pytest

import nightcall
from nightcall import Options
from nightcall.cli import files
from nightcall.cli.setting import options
from nightcall.rules.newmoon import EVENTS
from nightcall.words import Words
from tests.command import DECK, PEOPLE, Run, last_game


def test_a_game_is_set_up_in_conversation() -> None:
    answers = [PEOPLE, "2", "no idea", "n", "", "werewolf=9, dragon", "werewolf=9", "werewolf=2, seer", "y"]
    done = Run("play", typed="\n".join(answers))
    assert done.code == 0
    game, _ = files.load(last_game())
    assert game.setup.options.preset == "pacte"
    assert game.setup.deck.count("werewolf") == 2
    assert not game.setup.options.cards_known_to_app
    assert "no such card: dragon" in done.all
    assert "deck needs 8 cards" in done.all


def test_enter_takes_the_recommended_deck_and_the_app_deals() -> None:
    Run("play", typed=f"{PEOPLE}\n\ny\n\n\n")
    game, _ = files.load(last_game())
    assert game.setup.options.cards_known_to_app
    assert game.setup.seed is not None
    assert game.setup.deck.count("seer") == 1


def test_the_extras_of_a_deck_are_asked_for() -> None:
    Run("play", typed=f"{PEOPLE}\n\nn\n\nwolf=2,actor,manipulator\nseer,witch,fox\nann bea cid\n")
    game, _ = files.load(last_game())
    assert game.setup.trio == ("seer", "witch", "fox")
    assert game.setup.groups == ("A", "A", "A", "B", "B", "B", "B", "B")


def test_houses_and_events_are_offered_in_one_step() -> None:
    done = Run("play", typed=f"{PEOPLE}\n\ny\nnonsense\nboth\nwolf=2,pyromaniac,gypsy\nseats\n")
    setup = files.load(last_game())[0].setup
    assert "event cards, all of them" in done.all
    assert "“nonsense”" in done.all
    assert len(setup.buildings) == 8
    assert setup.draw == "shuffled"
    left = len(EVENTS) - 5  # the Gypsy holds five
    assert len(setup.events) == left
    assert "House" in done.out
    assert f"Event cards still to come: {left}" in done.out


def test_rules_without_houses_and_events_do_not_ask_for_them() -> None:
    done = Run("play", typed=f"{PEOPLE}\nclassic\nn\n\n")
    assert done.code == 0
    assert files.load(last_game())[0].setup.buildings == ()


def test_houses_events_and_variants_on_the_command_line() -> None:
    table = ["--players", PEOPLE, "--deck", DECK, "--buildings", "Ann=church, béa=farm, 3=farmer, gus=bailiff"]
    table += ["--events", "burial,spiritualism,miracle", "--draw", "stacked", "--in-force", "somnambulism"]
    table += ["--hand", "eclipse,good manners", "--variant", "trance"]
    done = Run("play", *table, typed="seats\n")
    assert done.code == 0
    setup = files.load(last_game())[0].setup
    assert setup.buildings[:3] == ("church", "farm_1", "farm_2")
    assert setup.buildings.count("vagabond") == len(setup.players) - 4
    assert setup.events == ("burial", *(f"spiritualism_{number}" for number in range(1, 6)), "miracle")
    assert setup.draw == "stacked"
    assert setup.in_force == ("somnambulism",)
    assert setup.hand == ("eclipse", "good_manners")
    assert setup.variants == ("lycanthropic_trance",)
    assert "Events in force: Somnambulism" in done.out
    assert "Vagabond" in done.out


@pytest.mark.parametrize("name", [name for name, option in nightcall.OPTIONS.items() if option.id.startswith("HOUSE")])
def test_a_house_rule_can_be_typed(name: str) -> None:
    for value in nightcall.OPTIONS[name].values:
        typed = options([f"{name}={str(value).lower()}"], Words("fr"))
        assert typed == {name: value}
        assert Options.of(**typed).difference() in ({}, typed)


def test_an_option_nothing_hangs_on_is_ignored_with_a_note() -> None:
    done = Run("play", "--players", PEOPLE, "--deck", DECK, "-o", "deal-method=players_draw")
    assert done.code == 0
    assert "it is ignored: deal_method" in done.all
    path = last_game()
    assert "deal_method" not in path.read_text(encoding="utf-8")
    old = path.read_text(encoding="utf-8").replace('"preset":', '"options": {"plague_text": "en"}, "preset":')
    path.write_text(old, encoding="utf-8")
    done = Run("play", "--resume", str(path), typed="")
    assert "it is ignored: plague_text" in done.all


def test_what_is_unusual_is_mentioned() -> None:
    done = Run("play", "--players", "6", "--deck", "werewolf", "--deal", typed="")
    assert "8 to 29 players" in done.all
    assert "The cards are dealt" in done.all


def test_with_farms_it_is_said_when_a_sheriff_is_elected() -> None:
    """FARM-1"""
    village = ("play", "--players", PEOPLE, "--deck", "werewolf=2", "--buildings")
    assert "nobody elects a Sheriff on the first day" in Run(*village, "Ann=farm", typed="").all
    assert "nobody elects a Sheriff" not in Run(*village, "Ann=church", typed="").all


def test_leaving_before_the_game_begins() -> None:
    done = Run("play", typed="Ann,Bea")
    assert done.code == 0
    assert "Good night" in done.all


def test_names_that_deceive_the_eye_are_refused() -> None:
    """AMD-70"""
    done = Run("play", "--players", "Anna,\u0410nna,Cid,Dan,Eve,Fay,Gus,Hal", "--deck", DECK, typed="")
    assert "look the same" in done.all
    done = Run("play", "--players", "Anna,\u3164,Cid,Dan,Eve,Fay,Gus,Hal", "--deck", DECK, typed="")
    assert "invisible character" in done.all
