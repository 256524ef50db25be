"""Good Manners, Eclipse, Not Me – Nor Wolf."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

EIGHT = "Ann:werewolf Bea Cyd Dan Eve Fay Gus:werewolf Hal"
CARDS = [("good_manners", "MANN-1"), ("eclipse", "ECLI-1"), ("not_me_nor_wolf", "NOTME-1")]


def second_day(event: str, people: str = EIGHT, **setup: Any) -> Table:
    t = Table(people, events=event, **setup)
    return t.night(devour="Hal").dawn().day().night().dawn()


@pytest.mark.parametrize(("card", "rule"), CARDS)
def test_whoever_breaks_the_rule_has_no_vote_that_day(card: str, rule: str) -> None:
    """MANN-1, ECLI-1, NOTME-1, VOTE-19: the moderator marks the offender; only that day."""
    t = second_day(card)
    t.day("Ann", debate=[f"{card}.offence", "vote"], offender="Bea")
    assert t.happened("punished", seat="Bea")
    assert t.why("punished") == rule
    ballots = [prompt for prompt in t.asked if prompt.key == "vote.ballots"][-1]
    assert ballots.silenced == {t.seat("Bea"): rule}
    t.night().dawn()
    assert t.options == ["vote"]  # the card is over
    t.day("Gus")
    assert not [prompt for prompt in t.asked if prompt.key == "vote.ballots"][-1].silenced


@pytest.mark.parametrize(("card", "rule"), CARDS)
def test_everybody_punished_means_no_vote(card: str, rule: str) -> None:
    """MANN-2: one after the other, nobody twice; then VOTE-7."""
    t = second_day(card)
    names = ["Ann", "Bea", "Cyd", "Dan", "Eve", "Fay", "Gus"]
    t.upto(f"{card}.offender", debate=[f"{card}.offence"]).say("Ann").say(f"{card}.offence")
    assert t.options == names[1:]
    t.say("Bea").day(debate=[f"{card}.offence"] * 5 + ["vote"], offender=names[2:])
    assert t.happened("no_vote")
    assert t.dead == ["Hal"]


def test_all_the_votes_of_an_offender_are_lost() -> None:
    """NOTME-1: the Sheriff loses both voices, and the tie-break with them."""
    t = second_day("not_me_nor_wolf", sheriff="Bea")
    t.day({"Cyd": "Ann", "Dan": "Eve"}, debate=["not_me_nor_wolf.offence", "vote"], offender="Bea")
    assert not t.was_asked("sheriff.tiebreak")
    assert t.dead == ["Hal"]


def test_the_ban_holds_in_the_second_vote_too() -> None:
    """VOTE-20, VOTE-19"""
    people = "Ann:werewolf Bea:wandering_judge Cyd Dan Eve Fay Gus:werewolf Hal"
    t = second_day("eclipse", people)
    t.day(["Dan", "Eve"], debate=["eclipse.offence", "vote"], offender="Cyd", signed=True)
    ballots = [prompt for prompt in t.asked if prompt.key == "vote.ballots"][-2:]
    assert [prompt.silenced for prompt in ballots] == [{t.seat("Cyd"): "ECLI-1"}] * 2


def test_whoever_is_away_cannot_offend() -> None:
    """MANN-2: only those who debate can be marked."""
    t = Table(EIGHT, events="eclipse", hand="little_rascal", sheriff="Bea").night(devour="Hal").dawn()
    t.day(debate=["town_crier.appoint", "vote"], appoint="Cyd").night()
    t.dawn(read="little_rascal", youngest="Eve").upto("eclipse.offender", debate="eclipse.offence")
    assert "Eve" not in t.options
