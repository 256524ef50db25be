"""Heads or Tails, Pact with the Devil."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

EIGHT = "Ann:werewolf Bea Cyd Dan Eve Fay Gus:werewolf Hal"
SAVED: dict[str, dict[str, Any]] = {"heads_or_tails": {"toss": "tails"}, "pact_with_the_devil": {"take": True}}
LOST: dict[str, dict[str, Any]] = {"heads_or_tails": {"toss": "heads"}, "pact_with_the_devil": {"take": False}}


def second_day(event: str, people: str = EIGHT, **setup: Any) -> Table:
    t = Table(people, events=event, **setup)
    return t.night(devour="Hal").dawn().day().night().dawn()


@pytest.mark.parametrize("card", SAVED)
def test_the_condemned_is_freed_or_not(card: str) -> None:
    """EVO-6: freed, he lives and his card stays unseen; otherwise the verdict stands."""
    t = second_day(card).day("Bea", **SAVED[card])
    assert t.dead == ["Hal"]
    assert t.happened("freed", seat="Bea", by=card)
    assert not t.happened("card_shown", seat="Bea")
    t = second_day(card).day("Bea", **LOST[card])
    assert t.dead == ["Hal", "Bea"]


def test_the_side_that_frees_is_offered_first() -> None:
    """EVO-6"""
    t = second_day("heads_or_tails").say("vote")
    t.say(dict.fromkeys(["Ann", "Cyd", "Dan"], "Bea")).upto("heads_or_tails.toss")
    assert t.options == ["tails", "heads"]


@pytest.mark.parametrize("card", SAVED)
def test_only_that_day(card: str) -> None:
    """EVO-6: the next verdict is an ordinary one."""
    t = second_day(card).day("Bea", **SAVED[card]).night().dawn().day("Bea")
    assert t.dead == ["Hal", "Bea"]
    t = second_day(card).day().night().dawn().day("Bea")  # nobody was condemned: over all the same
    assert t.dead == ["Hal", "Bea"]


@pytest.mark.parametrize("card", SAVED)
def test_freed_is_like_pardoned(card: str) -> None:
    """EVO-6, LORD-6: no Idiot's pardon, no despair, no Servant, nothing used up that waits for an elimination."""
    people = "Ann:werewolf Bea:village_idiot Cyd:devoted_servant Dan:elder Eve Fay Gus:werewolf Hal"
    t = second_day(card, people).day("Bea", **SAVED[card])
    assert not t.happened("pardoned")
    assert not t.was_asked("devoted_servant.act")
    t.night().dawn().day("Bea")
    assert t.happened("pardoned", seat="Bea")
    t = second_day(card, people).day("Dan", **SAVED[card])
    assert not t.happened("despaired")


@pytest.mark.parametrize(("side", "winner"), [("tails", None), ("heads", "angel")])
def test_the_angel_freed_has_not_won(side: str, winner: str | None) -> None:
    """EVO-6, LORD-6: at the first vote of the game."""
    t = Table(
        "Ann:werewolf Bea:angel Cyd Dan Eve Fay",
        hand="heads_or_tails",
        sheriff="Cyd",
        crier_first_use="same_day",
        angel_opening_vote=False,
    )
    debate = ["town_crier.appoint", "town_crier.read", "vote"]
    t.night().dawn().day("Bea", debate=debate, appoint="Dan", read="heads_or_tails", toss=side)
    assert t.winner == winner


def test_the_lord_comes_before_the_servant_after() -> None:
    """EVO-6: pardoned by the Lord, no coin is tossed; confirmed by the coin, the Servant may step up."""
    people = "Ann:werewolf Bea:elder Cyd:devoted_servant Dan Eve Fay Gus:werewolf Hal"
    t = second_day("heads_or_tails", people, houses="Eve:manor").day("Bea", pardon="Bea")
    assert not t.was_asked("heads_or_tails.toss")
    t = second_day("heads_or_tails", people, houses="Eve:manor").day("Bea", toss="heads", act="Cyd")
    keys = [answer.key for answer in t.game.answers][-4:]
    assert keys[-3:] == ["manor.pardon", "heads_or_tails.toss", "devoted_servant.act"]
    assert t.happened("card_taken", seat="Cyd", card="elder")


@pytest.mark.parametrize(("deck", "hand"), [tuple(SAVED), tuple(reversed(SAVED))])
def test_the_coin_comes_first_if_both(deck: str, hand: str) -> None:
    """EVO-6: whichever was read first; freed by the coin nobody needs the pact."""
    t = Table(EIGHT, events=deck, hand=hand, sheriff="Bea").night(devour="Hal").dawn()
    t.day(debate=["town_crier.appoint", "vote"], appoint="Cyd").night().dawn(read=hand)
    t.upto("heads_or_tails.toss", debate="vote", ballots="Dan").say("tails")
    assert not t.was_asked("pact_with_the_devil.take")
    assert t.asks("night.falls")
    t.game = t.game.undo()
    t.say("heads")
    assert t.asks("pact_with_the_devil.take")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Dan")
    t.say(True)
    assert t.dead == ["Hal"]


def test_a_scapegoat_freed_after_a_tie_stays_shown_and_names_nobody() -> None:
    """EVO-6, LORD-6, SCAPE-9"""
    t = second_day("heads_or_tails", "Ann:werewolf Bea:scapegoat Cyd Dan Eve Fay Gus:werewolf Hal")
    t.day({"Ann": "Cyd", "Cyd": "Ann"}, toss="tails")
    assert t.happened("card_shown", seat="Bea")
    assert not t.was_asked("scapegoat.voters")
    assert "Bea" in t.alive


def test_each_of_several_condemned_has_a_toss_of_his_own() -> None:
    """AMD-67, EVO-6, VOTE-17: in the order of the seats, and it is said whose it is."""
    t = Table(EIGHT, events="great_distrust", hand="heads_or_tails", sheriff="Ann").night(devour="Hal").dawn()
    t.day(debate=["town_crier.appoint", "vote"], appoint="Gus").night().dawn(read="heads_or_tails")
    t.day(friendless=["Cyd", "Bea"], toss=["heads", "tails"])
    assert [prompt.seat for prompt in t.asked if prompt.key == "heads_or_tails.toss"] == [t.seat("Bea"), t.seat("Cyd")]
    assert t.dead == ["Hal", "Bea"]
