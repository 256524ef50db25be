"""Ties, what follows a verdict, and second votes."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall.engine import votes
from tests.table import Table

PLAIN = "Ann:werewolf Bea Cid Dan Eve Fay"
GOAT = "Ann:werewolf Bea:scapegoat Cid Dan Eve Fay"
TIE = {"Cid": "Dan", "Dan": "Cid"}


def first_day(people: str = PLAIN, **given: Any) -> Table:
    """A quiet first night, up to the debate."""
    return Table(people, **given).night().dawn()


# -- who falls in a tie --


def test_a_tie_eliminates_nobody() -> None:
    """VOTE-9, OPT-TIE"""
    t = first_day().day(TIE)
    assert t.dead == []
    assert t.happened("tied", seats=("Cid", "Dan"))
    assert t.why("nobody_condemned") == "OPT-TIE"


@pytest.mark.parametrize("physical", [False, True])
def test_the_scapegoat_falls_in_a_tie(physical: bool) -> None:
    """VOTE-9, SCAPE-1"""
    t = first_day(GOAT, physical=physical).day(TIE, voters=["Cid", "Dan"])
    assert t.dead == ["Bea"]


def test_the_scapegoat_comes_before_the_sheriff() -> None:
    """VOTE-9, OPT-TIE-ORDER"""
    t = first_day(GOAT, sheriff="Eve").day(TIE, voters=["Cid"])
    assert t.dead == ["Bea"]
    assert not t.was_asked("sheriff.tiebreak")


@pytest.mark.parametrize(("choice", "dead"), [("Cid", ["Cid"]), (None, ["Bea"])])
def test_the_sheriff_before_the_scapegoat(choice: str | None, dead: list[str]) -> None:
    """VOTE-9, OPT-TIE-ORDER, AMD-5"""
    t = first_day(GOAT, sheriff="Eve", tie_priority="sheriff_then_scapegoat").day(TIE, tiebreak=choice)
    if choice is None:
        t.answer(voters=["Cid"])
    assert t.dead == dead


@pytest.mark.parametrize(("preset", "asked"), [("pact", True), ("pacte", False), ("helper", False), ("classic", False)])
def test_where_the_sheriff_decides_ties(preset: str, asked: bool) -> None:
    """VOTE-9, OPT-SHERIFF-TIE"""
    t = first_day(preset=preset, sheriff="Eve").day(TIE, **({"tiebreak": "Cid"} if asked else {}))
    assert t.dead == (["Cid"] if asked else [])


def test_the_sheriff_names_one_of_the_tied_or_nobody() -> None:
    """VOTE-15"""
    t = first_day(sheriff="Eve").upto("vote.ballots", debate="vote").say({"Cid": "Dan", "Dan": "Eve"})
    assert t.asks("sheriff.tiebreak")
    assert t.options == ["Dan", "Eve"]  # himself included
    t.refuses("Cid")
    assert t.say("Eve").dead == ["Eve"]


@pytest.mark.parametrize("otherwise", ["nobody", "revote"])
def test_a_sheriff_who_declines_spares_everybody(otherwise: str) -> None:
    """VOTE-15"""
    t = first_day(sheriff="Eve", tie_without_scapegoat=otherwise).day(TIE, tiebreak=None)
    assert t.dead == []
    assert len(t.events("voted")) == 1
    assert t.why("nobody_condemned") == "VOTE-15"


def test_a_sheriff_without_a_vote_decides_no_tie() -> None:
    """VOTE-15, VOTE-19"""
    t = first_day(sheriff="Eve", debate_rules=True).day(TIE, debate=["offence", "vote"], offender="Eve")
    assert t.dead == []
    assert not t.was_asked("sheriff.tiebreak")
    t.night().dawn().day(TIE, tiebreak="Dan")
    assert t.dead == ["Dan"]


def test_a_sheriff_in_love_does_not_decide_against_the_partner() -> None:
    """VOTE-15, VOTE-12, AMD-4"""
    t = Table(PLAIN.replace("Bea", "Bea:cupid"), sheriff="Eve").night(pair=["Cid", "Eve"]).dawn()
    t.upto("sheriff.tiebreak", debate="vote", ballots=TIE)
    assert t.options == ["Dan"]
    assert t.refuses("Cid").rule == "LOVE-3"
    assert t.say(None).dead == []


@pytest.mark.parametrize(("second", "dead"), [({"Bea": "Dan"}, ["Dan"]), (TIE, []), ({}, [])])
def test_one_second_ballot_among_the_tied(second: dict[str, str], dead: list[str]) -> None:
    """VOTE-9, OPT-TIE"""
    t = first_day(tie_without_scapegoat="revote").upto("vote.ballots", debate="vote").say(TIE)
    assert t.options == ["Cid", "Dan"]
    t.refuses({"Bea": "Eve"})
    t.say(second)
    assert t.asks("night.falls")
    assert t.dead == dead


def test_after_a_second_ballot_nothing_of_the_first_is_left_in_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """VOTE-9, OPT-TIE: whoever waits for a vote is shown the voices that decided."""
    seen: list[votes.Verdict] = []
    monkeypatch.setattr(votes, "carry_out", lambda _v, verdict: seen.append(verdict))
    t = first_day(tie_without_scapegoat="revote").upto("vote.ballots", debate="vote").say(TIE)
    t.say({"Ann": "Dan", "Bea": "Dan", "Eve": "Cid"})
    verdict = seen[-1]
    assert (verdict.counts, verdict.tied, verdict.condemned) == ({4: 2, 3: 1}, [4], 4)
    assert verdict.ballot.candidates == [3, 4]


# -- from the verdict to the fall --


def test_the_order_after_a_count() -> None:
    """VOTE-16"""
    people = "Ann:werewolf Bea:devoted_servant Cid:hunter Dan:wandering_judge Eve:cupid Fay Gus Hal"
    t = Table(people, sheriff="Fay").night(pair=["Fay", "Gus"], sign="cough").dawn()
    t.upto("vote.ballots", debate="vote").say({"Cid": "Hal", "Hal": "Cid"})
    keys = []
    for answer in (True, "Cid", None, "Gus", "Ann", {"Hal": "Dan"}, None):
        assert t.prompt is not None
        keys.append(t.prompt.key)
        assert t.happened("card_shown") is ("hunter.shoot" in keys)
        t.say(answer)
    assert keys == [
        "wandering_judge.signed",
        "sheriff.tiebreak",
        "devoted_servant.act",
        "hunter.shoot",
        "sheriff.heir",
        "vote.ballots",
        "devoted_servant.act",
    ]
    assert t.dead == ["Cid", "Gus", "Fay", "Dan"]


def test_the_servant_comes_before_the_idiot_shows_his_card() -> None:
    """VOTE-16, IDIOT-10"""
    t = first_day("Ann:werewolf Bea:devoted_servant Cid:village_idiot Dan Eve Fay").day("Cid", act="Bea")
    assert t.dead == ["Cid"]
    assert not t.happened("pardoned")
    assert not t.sees(None, "card_shown", seat="Cid")


def test_the_idiot_shows_his_card_before_anybody_falls() -> None:
    """VOTE-16, IDIOT-1"""
    t = Table("Ann:werewolf Bea:cupid Cid:village_idiot Dan Eve Fay").night(pair=["Cid", "Dan"]).dawn().day("Cid")
    assert t.sees(None, "card_shown", seat="Cid", card="village_idiot")
    assert t.dead == []


def test_the_servant_comes_before_the_angel() -> None:
    """VOTE-16, ANGEL-8"""
    t = Table("Ann:werewolf Bea:devoted_servant Cid:angel Dan Eve Fay").day("Cid", act="Bea")
    assert t.winner is None
    assert t.dead == ["Cid"]


def test_an_angels_victory_leaves_no_second_vote() -> None:
    """VOTE-16, ANGEL-2"""
    people = "Ann:werewolf Bea:wandering_judge Cid:angel Dan Eve Fay"
    t = Table(people, preset="helper").night(sign="cough").dawn().day(["Cid", "Dan"], signed=True)
    assert t.winner == "angel"
    assert len(t.events("voted")) == 1


# -- second votes --

JUDGE = "Ann:werewolf Bea:wandering_judge Cid Dan Eve Fay Gus"


def judged(people: str, votes: list[Any], **given: Any) -> Table:
    """A first day with two votes."""
    return Table(people).night(sign="cough").dawn().day(votes, signed=True, **given)


def test_a_second_vote_is_the_villages_vote_for_the_elder() -> None:
    """VOTE-17, ELDER-3"""
    t = judged(JUDGE.replace("Cid", "Cid:elder"), ["Dan", "Cid"])
    assert t.dead == ["Dan", "Cid"]
    assert t.happened("despaired")


def test_a_second_vote_is_the_villages_vote_for_idiot_and_hunter() -> None:
    """VOTE-17, IDIOT-1, HUNTER-1"""
    t = judged(JUDGE.replace("Cid", "Cid:village_idiot"), ["Dan", "Cid"])
    assert t.dead == ["Dan"]
    assert t.happened("pardoned", seat="Cid")
    t = judged(JUDGE.replace("Cid", "Cid:hunter"), ["Dan", "Cid"], shoot="Gus")
    assert t.dead == ["Dan", "Cid", "Gus"]


def test_a_second_vote_is_the_villages_vote_for_the_scapegoats_list() -> None:
    """VOTE-17, SCAPE-6"""
    t = judged(JUDGE.replace("Cid", "Cid:scapegoat"), ["Dan", "Cid"])
    assert t.asks("scapegoat.voters")


def test_a_second_vote_has_the_bans_of_the_first() -> None:
    """VOTE-20, VOTE-6"""
    people = JUDGE.replace("Cid", "Cid:village_idiot")
    t = Table(people, debate_rules=True).night(sign="cough").dawn()
    t.upto("vote.ballots", debate=["offence", "vote"], offender="Dan").say({"Ann": "Cid"})
    t.upto("vote.ballots", signed=True)
    assert t.refuses({"Dan": "Ann"}).rule == "VOTE-19"
    assert t.refuses({"Cid": "Ann"}).rule == "IDIOT-1"  # pardoned by the first vote
    assert t.refuses({"Ann": "Cid"}).rule == "IDIOT-8"


def test_a_second_vote_keeps_to_the_scapegoats_list() -> None:
    """VOTE-20, SCAPE-5"""
    t = Table(JUDGE.replace("Cid", "Cid:scapegoat")).night(sign="cough").dawn().day("Cid", voters=["Ann", "Dan"])
    t.night().dawn().upto("vote.ballots", debate="vote").say({"Ann": "Gus"}).upto("vote.ballots", signed=True)
    assert t.prompt is not None
    assert t.prompt.voters == [t.seat("Ann"), t.seat("Dan")]


def test_a_second_vote_needs_somebody_who_may_vote() -> None:
    """VOTE-8, VOTE-7, VOTE-20"""
    t = Table(JUDGE.replace("Cid", "Cid:scapegoat")).night(sign="cough").dawn().day("Cid", voters=["Dan"])
    t.night().dawn().day([{"Dan": "Dan"}, "Eve"], signed=True)
    assert t.dead == ["Cid", "Dan"]
    assert t.why("no_vote") == "VOTE-7"
    assert t.asks("night.falls")


def test_a_tie_in_the_second_vote_is_resolved_again() -> None:
    """VOTE-20, SCAPE-7"""
    tie = {"Dan": "Eve", "Eve": "Dan"}
    t = judged(JUDGE.replace("Cid", "Cid:scapegoat"), ["Gus", tie], voters=["Ann"])
    assert t.dead == ["Gus", "Cid"]
    t = judged(JUDGE.replace("Cid", "Cid:scapegoat"), [tie, tie], voters=["Ann"])
    assert t.dead == ["Cid"]  # no Scapegoat left


def test_the_servant_may_act_after_each_vote() -> None:
    """VOTE-20, VOTE-17, JUDGE-3"""
    t = judged(JUDGE.replace("Cid", "Cid:devoted_servant"), ["Dan", "Gus"], act=[None, "Cid"])
    assert t.dead == ["Dan", "Gus"]
    assert t.happened("stepped_up", seat="Cid", victim="Gus")
