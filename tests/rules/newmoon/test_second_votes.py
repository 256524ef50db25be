"""Enthusiasm and Dissatisfaction."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

TEN = "Ann:werewolf Bea Cyd Dan Eve Fay Gus:werewolf Hal Ida:werewolf Jon"


def second_day(event: str, people: str = TEN, **setup: Any) -> Table:
    t = Table(people, events=event, **setup)
    return t.night(devour="Jon").dawn().day().night().dawn()


@pytest.mark.parametrize(
    ("event", "victim", "rule", "fires"),
    [
        ("enthusiasm", "Ann", "ENTH-1", True),
        ("enthusiasm", "Bea", "ENTH-1", False),
        ("dissatisfaction", "Ann", "DISS-1", False),
        ("dissatisfaction", "Bea", "DISS-1", True),
    ],
)
def test_the_next_one_voted_out_brings_a_second_vote_or_not(event: str, victim: str, rule: str, fires: bool) -> None:
    """ENTH-1, DISS-1, ENTH-2: at once, without a debate; used up either way."""
    t = second_day(event).day([victim, "Cyd"])
    assert t.dead == (["Jon", victim, "Cyd"] if fires else ["Jon", victim])
    assert t.happened("vote_added", by=event) is fires
    assert [answer.key for answer in t.game.answers].count("day.debate") == 2
    if fires:
        assert t.why("vote_added") == rule
    t.night().dawn().day(["Gus", "Eve"])
    t.night().dawn().day(["Fay", "Eve"])
    assert "Eve" not in t.dead


def test_the_second_vote_adds_no_third() -> None:
    """ENTH-2, JUDGE-10: one trigger only."""
    t = second_day("enthusiasm").day(["Ann", "Gus", "Cyd"])
    assert t.dead == ["Jon", "Ann", "Gus"]


def test_status_decides_not_the_card() -> None:
    """ENTH-2: an infected player is a Werewolf."""
    people = "Ann:cursed_wolf_father Bea Cyd Dan Eve Fay Gus:werewolf Hal Ida:werewolf Jon"
    t = Table(people, events="enthusiasm").night(devour="Bea", infect=True).dawn().day().night(devour="Jon")
    t.dawn().day(["Bea", "Cyd"])
    assert t.dead == ["Jon", "Bea", "Cyd"]


def test_without_an_elimination_it_waits() -> None:
    """ENTH-2, NM-9: a tie, then the Idiot's pardon, then the Werewolf."""
    people = "Ann:werewolf Bea:village_idiot Cyd Dan Eve Fay Gus:werewolf Hal Ida:werewolf Jon"
    t = second_day("enthusiasm", people).day({"Ann": "Cyd", "Cyd": "Ann"})
    t.night().dawn().day("Bea")
    assert t.happened("pardoned", seat="Bea")
    t.night().dawn().day(["Gus", "Cyd"])
    assert t.dead == ["Jon", "Gus", "Cyd"]


def test_a_pardon_by_the_lord_is_no_elimination() -> None:
    """ENTH-2"""
    t = second_day("dissatisfaction", houses="Eve:manor").day("Bea", pardon="Bea")
    assert t.dead == ["Jon"]
    t.night().dawn().day(["Bea", "Cyd"])
    assert t.dead == ["Jon", "Bea", "Cyd"]


def test_the_scapegoat_in_a_tie_counts() -> None:
    """ENTH-2"""
    people = "Ann:werewolf Bea:scapegoat Cyd Dan Eve Fay Gus:werewolf Hal Ida:werewolf Jon"
    t = second_day("dissatisfaction", people)
    t.day([{"Ann": "Cyd", "Cyd": "Ann"}, "Dan"], voters=["Ann"])
    assert t.dead == ["Jon", "Bea", "Dan"]


def test_a_card_taken_by_the_servant_is_judged_as_it_fell() -> None:
    """ENTH-3"""
    people = "Ann:werewolf Bea:devoted_servant Cyd Dan Eve Fay Gus:werewolf Hal Ida:werewolf Jon"
    t = second_day("enthusiasm", people).day(["Ann", "Cyd"], act=["Bea"])
    assert t.dead == ["Jon", "Ann", "Cyd"]
    t = second_day("enthusiasm", people).day(["Cyd", "Dan"], act="Bea")
    assert t.dead == ["Jon", "Cyd"]


@pytest.mark.parametrize(("victim", "fired"), [("Ann", "enthusiasm"), ("Bea", "dissatisfaction")])
def test_of_both_together_exactly_one_fires(victim: str, fired: str) -> None:
    """ENTH-4: and both are used up."""
    t = Table(TEN, events="enthusiasm dissatisfaction").night(devour="Jon").dawn().day().night().dawn().day()
    t.night().dawn().day([victim, "Cyd", "Dan"])
    assert [event.facts["by"] for event in t.events("vote_added")] == [fired]
    t.night().dawn().day(["Eve", "Fay"]).night().dawn().day(["Gus", "Fay"])
    assert "Fay" in t.alive


def test_the_judges_vote_comes_first_then_the_events() -> None:
    """JUDGE-10, EVX-11, ENTH-4: each adds one."""
    people = "Ann:werewolf Bea:wandering_judge Cyd Dan Eve Fay Gus:werewolf Hal Ida:werewolf Jon"
    t = second_day("enthusiasm", people).day(["Ann", "Cyd", "Dan"], signed=True)
    assert [event.facts["by"] for event in t.events("vote_added")] == ["wandering_judge", "enthusiasm"]
    assert t.dead == ["Jon", "Ann", "Cyd", "Dan"]


def test_an_added_vote_uses_the_card_up_but_adds_none() -> None:
    """JUDGE-10, ENTH-2: the first vote was a tie, the Judge's second one finds a Werewolf."""
    people = "Ann:werewolf Bea:wandering_judge Cyd Dan Eve Fay Gus:werewolf Hal Ida:werewolf Jon"
    t = second_day("enthusiasm", people).day([{"Ann": "Cyd", "Cyd": "Ann"}, "Ann", "Dan"], signed=True)
    assert t.dead == ["Jon", "Ann"]
    t.night().dawn().day(["Gus", "Dan"])
    assert t.dead == ["Jon", "Ann", "Gus"]


@pytest.mark.parametrize(
    ("fallen", "fired"), [(["Bea", "Ann"], "enthusiasm"), (["Bea", "Dan"], "dissatisfaction"), ([], "")]
)
def test_after_a_great_distrust_one_werewolf_among_the_fallen_is_enough(fallen: list[str], fired: str) -> None:
    """AMD-38: replaced votes count."""
    t = Table(TEN, events="enthusiasm dissatisfaction great_distrust").night(devour="Jon").dawn().day()
    t.night().dawn().day().night().dawn().day().night().dawn().day(["Cyd"] if fired else None, friendless=fallen)
    assert [event.facts["by"] for event in t.events("vote_added")] == ([fired] if fired else [])
    assert ("Cyd" in t.dead) is bool(fired)


def test_a_nightmare_counts_as_well() -> None:
    """AMD-38, VOTE-17"""
    t = Table(TEN, events="enthusiasm nightmare").night(devour="Jon").dawn().day().night().dawn().day().night().dawn()
    t.answer(alone=["Ann"] * 9, ballots="Bea")
    assert t.dead == ["Jon", "Ann", "Bea"]


def test_under_the_executioner_the_second_vote_tells_the_side() -> None:
    """EVX-8, ENTH-2: the card stays hidden, the vote follows all the same."""
    t = Table(TEN, in_force="executioner", events="enthusiasm")
    t.upto("night.falls", elect={"Bea": "Bea"})
    t.night(devour="Jon").dawn().day().night().dawn().day(["Ann", "Cyd"])
    assert t.dead == ["Jon", "Ann", "Cyd"]
    assert not t.sees(None, "card_shown", seat="Ann")
    assert t.sees(None, "vote_added", by="enthusiasm")


def test_bans_hold_in_the_second_vote_and_ties_are_resolved_again() -> None:
    """VOTE-20: the offender has no vote in either; the Scapegoat takes the tie of the second."""
    people = "Ann:werewolf Bea:scapegoat Cyd Dan Eve Fay Gus:werewolf Hal Ida:werewolf Jon"
    t = second_day("enthusiasm", people, debate_rules=True)
    votes = [{"Cyd": "Ann"}, {"Cyd": "Eve", "Eve": "Cyd"}]
    t.day(votes, debate=["offence", "vote"], offender="Dan", voters=["Eve"])
    silenced = [prompt.silenced for prompt in t.asked if prompt.key == "vote.ballots"]
    assert [t.seat("Dan") in seats for seats in silenced] == [False, True, True]
    assert t.dead == ["Jon", "Ann", "Bea"]


def test_the_servant_may_step_up_at_either_vote_and_the_poster_counts_once() -> None:
    """VOTE-20"""
    people = "Ann:werewolf Bea:devoted_servant Cyd:elder Dan:scandalmonger Eve Fay Gus:werewolf Hal Ida:werewolf Jon"
    t = Table(people, events="enthusiasm", houses="Eve:farm_1", sheriff_election="off")
    t.night(post="Eve", devour="Jon").dawn().day({"Ann": "Ann", "Cyd": "Ann"}).night(post="Eve").dawn()
    t.day([{"Ann": "Ann", "Cyd": "Ann", "Fay": "Ann"}, {"Fay": "Cyd"}], act=[None, "Bea"])
    assert t.dead == ["Jon", "Ann", "Cyd"]
    assert t.happened("card_taken", seat="Bea", card="elder")


def test_no_vote_no_second_vote() -> None:
    """VOTE-8, NM-9: with nobody who may vote the card waits."""
    people = "Ann:werewolf Bea:scapegoat Cyd Dan Eve Fay Gus:werewolf Hal Ida:werewolf Jon"
    t = Table(people, events="enthusiasm").night(devour="Jon").dawn()
    t.day({"Ann": "Cyd", "Cyd": "Ann"}, voters=["Dan"]).night(devour="Dan").dawn().day()
    assert t.happened("no_vote")
    assert not t.happened("vote_added")
    t.night().dawn().day(["Ann", "Cyd"])
    assert t.dead[-2:] == ["Ann", "Cyd"]
