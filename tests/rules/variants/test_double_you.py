"""Double You, small complication: an open character and a hidden camp."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import nightcall
from nightcall import InvalidSetup, Setup
from nightcall.cli.setting import Wish
from nightcall.engine.game import playout
from nightcall.engine.prompts import Prompt
from nightcall.sim.bots import RandomBot
from nightcall.words import Words
from tests.rules.variants.doubled import SMALL, Doubled
from tests.strategies import Recorder

ROLES = ["seer", "hunter", "witch", "cupid", "defender", "elder", "scapegoat", "simple_villager", "simple_villager"]
PEOPLE = "Ann:seer Bea:hunter Cid:witch+werewolf Dan:cupid Eve:defender Fay:elder Gus:scapegoat+werewolf"
PHYSICAL = pytest.mark.parametrize("physical", [False, True])


def sides(count: int, wolves: int = 2) -> list[str]:
    return ["werewolf"] * wolves + ["simple_villager"] * (count - wolves)


def faults(players: int, deck: list[str], **more: Any) -> dict[str, str]:
    more.setdefault("variants", [SMALL])
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(players, deck, **more)
    return {fault.key: fault.rule for fault in caught.value.faults}


def table(people: str = PEOPLE, **options: Any) -> Doubled:
    options.setdefault("seer_reveal", "card")
    return Doubled(people, **options)


# -- the cards --


@pytest.mark.parametrize("count", [7, 8, 9])
def test_seven_to_nine_play_with_two_cards_each(count: int) -> None:
    """DBL-1, DBL-5: n open cards, then n that give the camp."""
    setup = Setup.of(count, ROLES[:count] + sides(count), variants=[SMALL])
    assert Setup.from_json(setup.to_json()) == setup
    assert faults(count, ROLES[:count] + sides(count)[:-1])["setup.deck_size"] == "GEN-19"
    assert "setup.deck_size" in faults(count, ["werewolf", "werewolf", *ROLES[: count - 2]])


@pytest.mark.parametrize("limit", ["7-9_both", "7-9_small_only"])
def test_not_six(limit: str) -> None:
    """DBL-1, OPT-DOUBLE-PLAYERS: the small form is limited either way."""
    assert faults(6, ROLES[:6] + sides(6), double_you_range=limit)["setup.double_you_players"] == "DBL-1"


@pytest.mark.parametrize("limit", ["7-9_both", "7-9_small_only"])
def test_ten_need_a_second_box(limit: str) -> None:
    """AMD-58, DBL-1: a word of warning, and every card of the pool may lie there twice."""
    setup = Setup.of(10, ["seer", *ROLES, *sides(10)], variants=[SMALL], double_you_range=limit)
    assert ("warning.double_you_players", "AMD-58") in [(fault.key, fault.rule) for fault in setup.warnings()]
    Setup.of(10, [*ROLES, "simple_villager", *sides(10, 4)], variants=[SMALL])
    assert faults(10, ["seer", "seer", *ROLES[:8], *sides(10)])["setup.double_you_open"] == "DBL-1"
    assert faults(10, [*ROLES, "simple_villager", *sides(10, 5)])["setup.double_you_hidden"] == "DBL-1"
    nine = Setup.of(9, ROLES + sides(9), variants=[SMALL])
    assert nine.warnings() == []


@pytest.mark.parametrize("card", ["thief", "little_girl", "village_idiot", "piper", "fox", "werewolf"])
def test_other_characters_stay_in_the_box(card: str) -> None:
    """DBL-2, DBL-1."""
    assert faults(7, [card, *ROLES[1:7], *sides(7)])["setup.double_you_open"] == "DBL-2"


def test_two_open_villagers_at_most_and_one_of_each_character() -> None:
    """DBL-1."""
    Setup.of(7, ROLES[4:9] + ROLES[:2] + sides(7), variants=[SMALL])
    assert "setup.double_you_open" in faults(7, [*ROLES[:4], *["simple_villager"] * 3, *sides(7)])
    assert "setup.double_you_open" in faults(7, ["seer", *ROLES[:6], *sides(7)])


@pytest.mark.parametrize("hidden", [sides(7, 1), sides(7, 3), ["seer", *sides(6)]])
def test_two_werewolves_and_villagers_are_hidden(hidden: list[str]) -> None:
    """DBL-1."""
    assert faults(7, ROLES[:7] + hidden)["setup.double_you_hidden"] == "DBL-1"


@pytest.mark.parametrize("other", ["double_you_big", "harvest_festival", "lycanthropic_trance"])
def test_it_excludes_the_other_great_variants(other: str) -> None:
    """VARX-1."""
    found = faults(7, ROLES[:7] + sides(7), variants=[SMALL, other])
    assert found["setup.variants_exclude"] == "VARX-1"


def test_the_seed_deals_characters_and_camps_apart() -> None:
    """DBL-1: nobody can tell the camp from the character."""
    wolves = set()
    for seed in range(40):
        setup = Setup.of(7, ROLES[:7] + sides(7), variants=[SMALL], seed=seed, cards_known_to_app=True)
        game = nightcall.play(setup)
        roles = {e.facts["seat"]: e.facts["card"] for e in game.events if e.name == "role_lies_open"}
        assert sorted(roles.values()) == sorted(ROLES[:7])
        assert len(game.village.wolves) == 2
        wolves |= {roles[seat] for seat in game.village.wolves}
    assert wolves == set(ROLES[:7])


# -- the play --


@PHYSICAL
def test_the_character_is_open_the_camp_is_not(physical: bool) -> None:
    """DBL-1, DBL-2: only the owner knows the hidden card before it is shown at the elimination."""
    t = table(physical=physical).upto("night.falls")
    assert t.sees(None, "role_lies_open", seat="Cid", card="witch")
    if not physical:
        assert t.sees("Cid", "dealt", seat="Cid", card="werewolf")
        assert not t.sees("Bea", "dealt", seat="Cid")
    t.night(pair=["Ann", "Dan"], look="Bea", protect="Eve", devour=None).dawn()
    assert not t.happened("card_shown", seat="Cid")
    t.day("Cid")
    assert t.sees(None, "card_shown", seat="Cid", card="werewolf")
    assert t.game.village.graveyard[0].side == "werewolves"


def test_the_last_open_card_is_the_one_left_over() -> None:
    """DBL-1: where the app does not deal, six of seven are entered."""
    t = table(physical=True).upto("night.falls")
    assert [prompt.seat for prompt in t.asked if prompt.key == "double_you.open"] == [1, 2, 3, 4, 5, 6]
    assert t.sees(None, "role_lies_open", seat="Gus", card="scapegoat")


@PHYSICAL
def test_the_hidden_card_decides_the_camp(physical: bool) -> None:
    """DBL-2, DBL-4: the Witch and the Scapegoat with Werewolf cards wake with the pack, and lose together."""
    t = table(physical=physical).upto("night.falls")
    t.night(pair=["Ann", "Dan"], look="Bea", protect="Eve", devour=None).dawn()
    assert t.is_wolf("Cid")
    assert t.is_wolf("Gus")
    assert not t.is_wolf("Ann")
    t.day("Cid")
    t.night(look="Bea", protect="Ann", devour=None).dawn().day("Gus")
    assert t.winner == "village"
    assert t.winners == ["Ann", "Bea", "Dan", "Eve", "Fay"]


@PHYSICAL
def test_the_pack_may_not_devour_its_own_and_a_wolf_uses_his_character(physical: bool) -> None:
    """DBL-4, DBL-2: wolf(p) = has a Werewolf card; the Witch among them may poison."""
    t = table(physical=physical).upto("night.falls")
    t.upto("werewolves.devour", pair=["Ann", "Dan"], look="Bea", protect="Eve")
    assert t.options == ["Ann", "Bea", "Dan", "Eve", "Fay"]
    t.answer(devour=None, poison="Ann").dawn()
    assert t.dead == ["Ann", "Dan"]


@PHYSICAL
def test_the_seer_sees_the_hidden_card(physical: bool) -> None:
    """DBL-4."""
    t = table(physical=physical).upto("night.falls")
    t.upto("seer.look", pair=["Ann", "Dan"])
    if physical:
        t.say("Gus").say("werewolf")
    else:
        t.say("Gus")
    assert t.sees("Ann", "card_seen", seat="Gus", card="werewolf")
    assert not t.sees("Bea", "card_seen")


@PHYSICAL
def test_the_thumb_tells_the_hidden_camp_before_the_pack_is_seen(physical: bool) -> None:
    """DBL-4, SEER-2."""
    t = table(physical=physical, seer_reveal="wolf_thumb").upto("night.falls")
    t.night(pair=["Ann", "Dan"], look="Gus", protect="Eve", devour=None)
    assert t.happened("thumb", seat="Gus", up=True)


@PHYSICAL
def test_despair_takes_the_powers_of_wolves_too(physical: bool) -> None:
    """DBL-4: the Witch is a Werewolf, and loses her potions all the same."""
    t = table(physical=physical).upto("night.falls")
    t.night(pair=["Ann", "Dan"], look="Bea", protect="Eve", devour=None)
    assert "witch" in t.calls
    t.dawn().day("Fay")
    assert t.happened("despaired")
    t.night(devour="Bea")
    assert "witch" not in t.calls
    assert "seer" not in t.calls
    t.dawn()
    assert t.dead == ["Fay", "Bea"]  # no last shot


@PHYSICAL
def test_an_elder_who_is_a_werewolf_still_brings_despair(physical: bool) -> None:
    """DBL-4, DESP-2: it follows the character, whatever the camp."""
    t = table("Ann:seer Bea:hunter Cid:witch+werewolf Dan:cupid Eve:defender Fay:elder+werewolf Gus", physical=physical)
    t.upto("night.falls")
    t.night(pair=["Ann", "Dan"], look="Bea", protect="Eve", devour=None).dawn().day("Fay")
    assert t.happened("card_shown", seat="Fay", card="werewolf")
    assert t.happened("despaired")


@PHYSICAL
def test_an_open_elder_survives_the_first_bite(physical: bool) -> None:
    """DBL-1: the power of the open card is used, and nothing must be looked up for it."""
    t = table(physical=physical).upto("night.falls")
    t.night(pair=["Ann", "Dan"], look="Bea", protect="Eve", devour="Fay").dawn()
    assert t.dead == []
    assert t.looked_at == []


@PHYSICAL
def test_the_scapegoat_falls_in_a_tie_and_shows_his_camp(physical: bool) -> None:
    """DBL-2: he need not come forward; what the table learns is his hidden card."""
    t = table(physical=physical).upto("night.falls")
    t.night(pair=["Ann", "Dan"], look="Bea", protect="Eve", devour=None).dawn()
    t.day({"Ann": "Bea", "Bea": "Ann"}, voters=["Ann", "Bea"])
    assert t.dead == ["Gus"]
    assert not t.was_asked("scapegoat.declare")
    assert [event.facts["card"] for event in t.events("card_shown", seat="Gus")] == ["werewolf"]


def test_the_call_of_a_fallen_character_is_left_out() -> None:
    """DBL-2, FK-5: the open card has gone with its owner."""
    t = table()
    t.night(pair=["Bea", "Dan"], look="Bea", protect="Eve", devour="Ann").dawn().day()
    t.night(protect="Dan", devour=None)
    assert "seer" not in t.calls


def test_lovers_of_two_camps_play_for_themselves() -> None:
    """DBL-4, LOVE-4: camps are those of the hidden cards."""
    t = table()
    t.night(pair=["Ann", "Cid"], look="Bea", protect="Eve", devour=None).dawn()
    assert t.game.village.side(1) == "lovers"
    t = table()
    t.night(pair=["Gus", "Cid"], look="Bea", protect="Eve", devour=None).dawn()
    assert t.game.village.side(3) == "werewolves"


class Camps(RandomBot):
    """A random table with physical cards: the hidden ones as dealt here."""

    def __init__(self, random: Random, count: int) -> None:
        super().__init__(random)
        self.hidden = dict(zip(range(1, count + 1), random.sample(sides(count), count), strict=True))

    def __call__(self, prompt: Prompt) -> Any:
        if prompt.key in ("card.look", "card.shown", "seer.card"):
            return self.hidden[prompt.seat]
        if prompt.key == "werewolves.identify":
            found = tuple(seat for seat in prompt.options if self.hidden[seat] == "werewolf")
            return found if prompt.high > 1 else found[0] if found else None
        return super().__call__(prompt)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("seed", range(20))
def test_random_games_come_to_an_end_and_replay(known: bool, seed: int) -> None:
    """DBL-1, DBL-2, DBL-3, DBL-4, DBL-5 as a whole: every game ends with a winner, and its answers tell it again."""
    count = 7 + seed % 4
    preset = ("pact", "pacte")[seed % 2]
    deck = [*ROLES, "witch"][:count] + sides(count)
    setup = Setup.of(count, deck, preset=preset, variants=[SMALL], seed=seed, cards_known_to_app=known)
    random = Random(seed)
    recorder = Recorder(RandomBot(random) if known else Camps(random, count))
    village, outcome = playout(setup, recorder, keeps_record=True)
    again = nightcall.play(setup, recorder.answers)
    assert again.outcome == outcome
    assert [event.to_json() for event in again.events] == [event.to_json() for event in village.events]


def test_it_goes_with_moonlight_and_another_vote() -> None:
    """VARX-1."""
    t = table(variants="double_you moonlight surely_not_him").upto("night.falls")
    t.night(pair=["Ann", "Dan"], look="Bea", protect="Eve", devour="Bea")
    t.dawn(shoot="Cid")
    assert t.dead == ["Bea", "Cid"]
    assert t.happened("candle_out", seat="Cid")
    assert t.happened("card_shown", seat="Cid", card="werewolf")


@pytest.mark.parametrize("players", [7, 8, 9, 10, 13, 30])
@pytest.mark.parametrize("form", [SMALL, "double_you_big"])
def test_the_usual_deck_is_one_that_can_be_played(players: int, form: str) -> None:
    """DBL-1, DBL-5, AMD-58: for whoever names no cards."""
    wish = Wish(players=[f"P{number}" for number in range(players)], variants=[form])
    assert len(wish.setup(Words("en")).deck) == 2 * players
    wish.deck = "seer, hunter, witch, cupid, defender, elder, scapegoat, 1 villager, 2 werewolves"
    assert len(wish.setup(Words("en")).deck) == 2 * players  # filled up with Simple Villagers
