"""Each value of the options on the day: Sheriff, vote, tie, and when a victory is looked for."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import play
from tests.table import Table

PLAIN = "Ann Bea:werewolf Cid Dan Eve Fay"


def table(people: str = PLAIN, **options: Any) -> Table:
    """After a quiet first night, at the debate."""
    return Table(people, **options).night().dawn()


# -- the Sheriff's election --


def beginning(value: str, people: str = PLAIN) -> Table:
    """A table that has not even begun."""
    t = Table(people)
    t.setup = type(t.setup).of(t.names, list(t.cards.values()), cards_known_to_app=True, sheriff_election=value)
    t.game = play(t.setup)
    return t


def test_the_sheriff_is_elected_before_the_first_night() -> None:
    """OPT-SHERIFF-WHEN, AMD-14"""
    t = beginning("setup")
    assert t.asks("sheriff.now")
    t.say(True).say(dict.fromkeys(t.names, "Cid"))
    assert (t.sheriff, t.asks("night.falls")) == ("Cid", True)


def test_the_sheriff_is_elected_on_the_first_day() -> None:
    """OPT-SHERIFF-WHEN, AMD-14"""
    t = beginning("first_day", "Ann:angel Bea:werewolf Cid Dan Eve Fay")
    assert t.asks("day.debate")  # the opening day is not the first
    assert t.options == ["vote"]
    t.day().night().upto("sheriff.now")
    assert t.game.village.day == 1
    t.answer(now=True, elect=dict.fromkeys(t.names, "Dan"))
    assert t.sheriff == "Dan"


def test_the_moderator_calls_the_election() -> None:
    """OPT-SHERIFF-WHEN"""
    t = beginning("moderator_call")
    t.night().dawn()
    assert not t.was_asked("sheriff.now")
    assert t.options == ["vote", "sheriff.elect"]


@pytest.mark.parametrize("value", ["setup", "first_day"])
def test_any_election_may_be_postponed(value: str) -> None:
    """OPT-SHERIFF-WHEN"""
    t = beginning(value)
    if value == "setup":
        t.say(False)
    t.night().dawn().day().night().dawn()
    assert t.was_asked("sheriff.now")
    assert t.options == ["vote", "sheriff.elect"]


def test_there_may_be_no_sheriff_at_all() -> None:
    """OPT-SHERIFF-WHEN"""
    t = beginning("off")
    t.night().dawn()
    assert not t.was_asked("sheriff.now")
    assert t.options == ["vote"]


def test_the_election_goes_by_votes_or_by_the_moderator() -> None:
    """OPT-SHERIFF-MAJORITY, SHERIFF-1, SHERIFF-9"""
    t = beginning("moderator_call")
    t.night().dawn().say("sheriff.elect")
    assert t.prompt is not None
    assert t.prompt.kind == "ballots"
    t.say({"Ann": "Cid", "Bea": "Cid", "Dan": "Eve"})
    assert t.sheriff == "Cid"  # two of six are enough
    decided = Table(PLAIN, sheriff="Dan", sheriff_election_majority="moderator_decides")
    assert decided.sheriff == "Dan"
    assert [prompt.kind for prompt in decided.asked] == ["yes_no", "pick"]


# -- ties --

TIE = {"Ann": "Cid", "Bea": "Dan"}


@pytest.mark.parametrize("breaks", [True, False])
def test_the_sheriff_may_break_ties(breaks: bool) -> None:
    """OPT-SHERIFF-TIE, SHERIFF-3"""
    t = Table(PLAIN, sheriff="Fay", sheriff_breaks_ties=breaks).night().dawn()
    t.day(TIE, **({"tiebreak": "Dan"} if breaks else {}))
    assert t.dead == (["Dan"] if breaks else [])


def test_a_tie_eliminates_nobody() -> None:
    """OPT-TIE"""
    t = table().day(TIE)
    assert t.dead == []
    assert len(t.events("voted")) == 1
    assert t.why("nobody_condemned") == "OPT-TIE"


def test_a_tie_may_be_voted_on_once_more() -> None:
    """OPT-TIE"""
    t = table(tie_without_scapegoat="revote")
    t.upto("vote.ballots", debate="vote").say(t._ballots(t.prompt, TIE))  # type: ignore[arg-type]
    assert t.options == ["Cid", "Dan"]
    assert t.refuses({"Ann": "Eve"}).key == "answer.not_an_option"
    t.say({"Ann": "Cid"})
    assert t.dead == ["Cid"]
    again = table(tie_without_scapegoat="revote").day([TIE, TIE])
    assert again.dead == []
    assert len(again.events("voted")) == 2


GOAT = "Ann:scapegoat Bea:werewolf Cid Dan Eve Fay"


def test_the_scapegoat_comes_before_the_sheriff() -> None:
    """OPT-TIE-ORDER"""
    t = Table(GOAT, sheriff="Fay").night().dawn().day({"Bea": "Cid", "Eve": "Dan"}, voters=["Eve"])
    assert t.dead == ["Ann"]
    assert not t.was_asked("sheriff.tiebreak")


@pytest.mark.parametrize(("choice", "dead"), [("Cid", ["Cid"]), (None, ["Ann"])])
def test_the_sheriff_may_come_before_the_scapegoat(choice: str | None, dead: list[str]) -> None:
    """OPT-TIE-ORDER, AMD-5"""
    t = Table(GOAT, sheriff="Fay", tie_priority="sheriff_then_scapegoat").night().dawn()
    voters = {} if choice else {"voters": ["Eve"]}
    t.day({"Bea": "Cid", "Eve": "Dan"}, tiebreak=choice, **voters)
    assert t.dead == dead


# -- counting --


@pytest.mark.parametrize(
    ("threshold", "votes", "dead"),
    [
        ("plurality", {"Ann": "Cid", "Bea": "Cid", "Dan": "Eve", "Fay": "Ann"}, ["Cid"]),
        ("absolute_majority", {"Ann": "Cid", "Bea": "Cid", "Dan": "Eve", "Fay": "Ann"}, []),
        ("absolute_majority", {"Ann": "Cid", "Bea": "Cid", "Dan": "Eve"}, ["Cid"]),
    ],
)
def test_the_majority_wanted(threshold: str, votes: dict[str, str], dead: list[str]) -> None:
    """OPT-MAJORITY, AMD-6"""
    assert table(vote_threshold=threshold).day(votes).dead == dead


def test_an_absolute_majority_goes_by_weight_and_spares_the_scapegoat() -> None:
    """OPT-MAJORITY, AMD-6"""
    people = "Ann:scapegoat Bea:werewolf Cid Dan Eve Fay"
    t = Table(people, sheriff="Bea", vote_threshold="absolute_majority").night().dawn()
    t.day({"Bea": "Cid", "Dan": "Eve", "Fay": "Dan"})  # two of four voices are not more than half
    assert t.dead == []
    assert t.why("nobody_condemned") == "AMD-6"


def test_votes_are_entered_as_ballots_or_as_counts() -> None:
    """SW-VOTE-INPUT, VOTE-14"""
    assert table().day({"Ann": "Cid"}).was_asked("vote.ballots")
    t = Table(PLAIN, sheriff="Ann", vote_input="counts", sheriff_election_majority="moderator_decides").night().dawn()
    t.upto("vote.counts", debate="vote")
    assert t.refuses({"Cid": 8}).key == "answer.too_many_voices"  # six voters, one of them twice
    t.say({"Cid": 4, "Dan": 3})
    assert t.dead == ["Cid"]


def test_counts_with_a_tie_are_decided_like_ballots() -> None:
    """SW-VOTE-INPUT, VOTE-14, VOTE-15"""
    t = Table(PLAIN, sheriff="Ann", vote_input="counts", sheriff_election_majority="moderator_decides").night().dawn()
    assert t.day({"Cid": 3, "Dan": 3}, tiebreak="Dan").dead == ["Dan"]


@pytest.mark.parametrize("allowed", [True, False])
def test_voting_for_oneself(allowed: bool) -> None:
    """SW-SELF-VOTE, VOTE-11"""
    t = table(self_vote=allowed).upto("vote.ballots", debate="vote")
    if allowed:
        assert t.say({"Ann": "Ann"}).dead == ["Ann"]
    else:
        assert t.refuses({"Ann": "Ann"}).rule == "VOTE-11"


@pytest.mark.parametrize("allowed", [True, False])
def test_voting_for_nobody(allowed: bool) -> None:
    """SW-ABSTAIN, VOTE-10"""
    t = table(abstention=allowed).upto("vote.ballots", debate="vote")
    if allowed:
        assert t.say({"Ann": "Cid"}).dead == ["Cid"]
    else:
        refusal = t.refuses({"Ann": "Cid"})
        assert (refusal.key, refusal.rule) == ("answer.must_vote", "VOTE-10")
        assert t.say(dict.fromkeys(t.names, "Cid")).dead == ["Cid"]


def test_without_abstention_every_voice_is_counted() -> None:
    """SW-ABSTAIN, SW-VOTE-INPUT, VOTE-10"""
    t = table(abstention=False, vote_input="counts").upto("vote.counts", debate="vote")
    assert t.refuses({"Cid": 5}).rule == "VOTE-10"
    assert t.say({"Cid": 6}).dead == ["Cid"]


def test_a_lover_without_a_legal_ballot_may_always_abstain() -> None:
    """SW-ABSTAIN, LOVE-17"""
    people = "Ann:cupid Bea:werewolf Cid Dan Eve Fay"
    t = Table(people, abstention=False, self_vote=False, tie_without_scapegoat="revote")
    t.night(pair=["Cid", "Dan"]).dawn().upto("vote.ballots", debate="vote")
    t.say({"Ann": "Cid", "Bea": "Dan", "Cid": "Bea", "Dan": "Ann", "Eve": "Cid", "Fay": "Dan"})
    assert t.options == ["Cid", "Dan"]  # neither may point at himself or at his love
    assert t.refuses({"Ann": "Cid", "Bea": "Cid", "Eve": "Dan"}).rule == "VOTE-10"
    t.say({"Ann": "Cid", "Bea": "Cid", "Eve": "Dan", "Fay": "Cid"})
    assert t.dead == ["Cid", "Dan"]
