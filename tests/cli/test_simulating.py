"""Games played out by the hundred, and the odds of a deck."""

from __future__ import annotations

import json
from typing import Any

from tests import box
from tests.command import Run


def test_simulate_counts() -> None:
    def report(*more: str) -> Any:
        done = Run("simulate", "--deck", "werewolf=2,seer", "--players", "8", "-n", "60", "--json", *more)
        return json.loads(done.out)

    first = report("--seed", "4", "--jobs", "1")
    assert first["games"] == 60
    assert first["setup"]["deck"].count("simple_villager") == 5
    assert report("--seed", "4")["wins"] == first["wins"]
    assert report("--seed", "5")["nights"] != first["nights"]


def test_odds_of_believable_people() -> None:
    table = ("--deck", "werewolf=2,seer,gypsy", "--players", "9", "--events", "all", "-n", "40")
    done = Run("odds", *table, "--table", "masters")
    assert "Masters, rules of The Pact, 40 games" in done.all
    assert "Answered at random, for want of a rule of thumb:" in done.all
    assert "Gypsy" in done.all
    told = json.loads(Run("odds", *table, "--json").out)
    assert told["table"] == {"skill": 0.5, "cunning": 0.5}
    assert told["games"] == 40
    same = json.loads(Run("simulate", *table, "--table", "ordinary", "--seed", "1", "--json").out)
    assert same["wins"] == told["wins"]
    assert Run("odds", "--table", "clever").code == 2


def test_simulate_as_a_table() -> None:
    done = Run("simulate", "-n", "20", "--physical", "--preset", "classic", "-o", "vote_input=counts", "--lang", "fr")
    assert done.code == 0
    assert "20 parties" in done.all
    assert "Loups-Garous" in done.out


def test_simulate_with_everything_a_deck_may_need() -> None:
    done = Run(
        "simulate", "-n", "5", "--players", "9", "--deck", "wolf=2,actor,manipulator,thief",
        "--trio", "seer,witch,fox", "--groups", "1 2 3 4",
    )  # fmt: skip
    assert done.code == 0, done.err


def test_simulations_know_houses_and_events() -> None:
    done = Run("simulate", "--players", "9", "--buildings", "deal", "--events", "all", "-n", "5", "--json")
    assert done.code == 0
    setup = json.loads(done.out)["setup"]
    assert len(setup["buildings"]) == 9
    assert set(setup["events"]) >= set(box.EVENTS)


def test_cards_laid_out_are_counted_by_the_house_rule() -> None:
    """HOUSE-18"""
    table = ["--players", "8", "--deck", "werewolf=3,thief,actor", "--trio", "fox", "-o", "actor_trio=1"]
    assert Run("simulate", "-n", "3", *table, "-o", "thief_spares=3").code == 0
    few = Run("simulate", "-n", "3", *table[:-1], "actor_trio=2")
    assert few.code == 1
    assert "ACTOR-1" in few.all


def test_odds_name_the_rules_and_whom_a_deck_leans_to() -> None:
    told = Run("odds", "-n", "150", "--players", "12", "--deck", "werewolf=5,seer").all
    assert "rules of The Pact, 150 games" in told
    assert "This deck leans towards the Werewolves. What else to play: nightcall advise --players 12." in told
    alone = Run(
        "odds", "-n", "150", "--players", "12", "--deck", "werewolf=2,white_werewolf,piper,angel,seer,witch"
    ).all
    assert "Loners win too often with this deck: together about " in alone
    assert "This deck leans" not in alone
    assert "leans" not in Run("odds", "-n", "20", "--players", "12", "--deck", "werewolf=5,seer").all


def test_the_advice_that_is_named_is_for_these_very_people() -> None:
    deck = ("-n", "120", "--deck", "werewolf=5,seer", "--players")
    told = Run("odds", *deck, "12", "--table", "newcomers", "-o", "sheriff_election=off", "--preset", "pacte").all
    assert "nightcall advise --players 12 --table newcomers --preset pacte --no-sheriff." in " ".join(told.split())
    assert Run("advise", "--players", "12", "--table", "newcomers", "--preset", "pacte", "--no-sheriff").code == 0
    far = Run("odds", "-n", "120", "--deck", "werewolf=12,seer", "--players", "24").all
    assert "leans" in far
    assert "advise" not in far, "for so many there is none"


def test_no_copy_of_a_card_is_none() -> None:
    told = json.loads(Run("simulate", "--players", "8", "--deck", "werewolf=2,seer=0", "-n", "10", "--json").out)
    assert "seer" not in told["setup"]["deck"]
    assert told["setup"]["deck"].count("simple_villager") == 6
    assert "Without a Werewolf" in Run("odds", "--players", "8", "--deck", "werewolf=0").all


def test_a_seed_of_nought_is_a_seed() -> None:
    seeds = [
        json.loads(Run("odds", "--players", "8", "-n", "10", "--seed", seed, "--json").out)["seed"] for seed in "01"
    ]
    assert seeds == [0, 1]


def test_the_order_in_which_cards_are_named_changes_nothing() -> None:
    named = [
        json.loads(Run("odds", "--players", "9", "--deck", deck, "-n", "60", "--seed", "5", "--json").out)["wins"]
        for deck in ("werewolf=2,seer", "seer,werewolf=2")
    ]
    assert named[0] == named[1]


def test_who_played_is_said_and_no_tenth_more_than_is_known() -> None:
    random = Run("simulate", "--players", "8", "-n", "50", "--jobs", "1").all
    assert "Everybody answered at random." in random
    assert "." not in random.partition("95 % interval")[2].partition("Everybody")[0]
    assert "Masters." in Run("simulate", "--players", "8", "-n", "50", "--table", "masters", "--jobs", "1").all


def test_what_there_is_none_of_is_said_of_a_card() -> None:
    assert "There is no such card: foo." in Run("advise", "--players", "12", "--with", "foo").all
    assert "-3" in Run("odds", "--players", "-3").all


def test_what_was_guessed_has_its_own_name() -> None:
    told = " ".join(
        Run("odds", "--players", "12", "--deck", "werewolf=3,seer,witch", "--events", "all", "-n", "200").all.split()
    )
    assert "Spiritualism" in told
    assert "Witch (in part)" in told


def test_who_wins_and_leaves_is_counted_beside_who_wins_at_the_end() -> None:
    """MANIP-3, WIN-9: the shares then come to more than a whole, and it is said why."""
    table = ("--players", "8", "--deck", "wolf=2,manipulator", "--groups", "4 8", "-n", "100")
    for command in ("simulate", "odds"):
        wins = json.loads(Run(command, *table, "--json").out)["wins"]
        assert wins["prejudiced_manipulator"]["games"] > 3
        assert sum(win["games"] for win in wins.values()) == 100 + wins["prejudiced_manipulator"]["games"]
        assert "come to more than 100%" in " ".join(Run(command, *table).all.split())
    assert "more than 100%" not in Run("odds", "--players", "8", "--deck", "wolf=2", "-n", "20").all
