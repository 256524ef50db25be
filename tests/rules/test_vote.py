"""The village's vote: who may, for whom, how much it counts, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

PLAIN = "Ann:werewolf Bea Cid Dan Eve Fay"


def first_day(people: str = PLAIN, **given: Any) -> Table:
    """A quiet first night, up to the debate."""
    return Table(people, **given).night().dawn()


# -- pointing and counting --


def test_everybody_points_at_once() -> None:
    """VOTE-1, VOTE-6"""
    t = first_day().upto("vote.ballots", debate="vote")
    assert t.prompt is not None
    assert [t.names[seat - 1] for seat in t.prompt.voters] == t.names
    t.refuses({"Ann": ["Bea", "Cid"]})  # one finger, one player
    assert t.options == t.names


def test_most_votes_eliminate() -> None:
    """VOTE-2"""
    t = first_day().day({"Ann": "Bea", "Cid": "Bea", "Dan": "Eve", "Fay": "Ann"})
    assert t.dead == ["Bea"]
    assert t.why("died", seat="Bea") == "VOTE-2"
    assert t.events("voted")[0].facts["counts"] == {t.seat("Bea"): 2, t.seat("Eve"): 1, t.seat("Ann"): 1}


@pytest.mark.parametrize(("votes", "dead"), [(3, []), (4, ["Bea"])])
def test_an_absolute_majority_of_the_votes_cast(votes: int, dead: list[str]) -> None:
    """VOTE-2, OPT-MAJORITY, AMD-6"""
    for_bea = dict.fromkeys(["Ann", "Cid", "Dan", "Eve"][:votes], "Bea")
    others = {"Fay": "Cid", "Gus": "Dan", "Bea": "Ann"}  # three against three is no more than half
    t = first_day(PLAIN + " Gus", vote_threshold="absolute_majority").day(for_bea | others)
    assert t.dead == dead


def test_those_who_abstain_do_not_count_for_the_majority() -> None:
    """AMD-6"""
    t = first_day(vote_threshold="absolute_majority").day({"Ann": "Bea"})
    assert t.dead == ["Bea"]


def test_a_missed_majority_is_no_tie() -> None:
    """AMD-6"""
    t = first_day(PLAIN.replace("Fay", "Fay:scapegoat"), vote_threshold="absolute_majority")
    t.day({"Ann": "Bea", "Cid": "Bea", "Dan": "Eve", "Eve": "Ann"})
    assert t.dead == []
    assert t.why("nobody_condemned") == "AMD-6"


def test_the_sheriffs_vote_counts_two() -> None:
    """VOTE-3, SHERIFF-2"""
    t = first_day(sheriff="Bea").day({"Bea": "Cid", "Dan": "Eve"})
    assert t.dead == ["Cid"]
    assert t.events("voted")[0].facts["counts"] == {t.seat("Cid"): 2, t.seat("Eve"): 1}


def test_the_sheriff_may_not_split_his_vote() -> None:
    """VOTE-3"""
    t = first_day(sheriff="Bea").upto("vote.ballots", debate="vote")
    t.refuses({"Bea": ["Cid", "Dan"]})


def test_voting_for_oneself() -> None:
    """VOTE-11, SW-SELF-VOTE"""
    assert first_day().day({"Bea": "Bea"}).dead == ["Bea"]
    t = first_day(self_vote=False).upto("vote.ballots", debate="vote")
    assert t.refuses({"Bea": "Bea"}).rule == "VOTE-11"


def test_pointing_at_nobody() -> None:
    """VOTE-10, SW-ABSTAIN"""
    assert first_day().day({"Bea": None, "Cid": "Dan"}).dead == ["Dan"]
    t = first_day(abstention=False).upto("vote.ballots", debate="vote")
    assert t.refuses({"Bea": "Cid"}).rule == "VOTE-10"
    everybody = dict.fromkeys(t.names, "Cid")
    assert t.say(everybody).dead == ["Cid"]


def test_no_votes_at_all_are_no_tie() -> None:
    """VOTE-10"""
    t = first_day(PLAIN.replace("Fay", "Fay:scapegoat"), sheriff="Bea").day({})
    assert t.dead == []
    assert not t.happened("tied")
    assert not t.was_asked("sheriff.tiebreak")
    assert t.why("nobody_condemned") == "VOTE-10"


# -- who may vote, and for whom --


def test_bans_add_up() -> None:
    """VOTE-6, IDIOT-1, SCAPE-2, VOTE-19"""
    t = first_day("Ann:werewolf Bea:village_idiot Cid:scapegoat Dan Eve Fay", debate_rules=True).day("Bea")
    t.night().dawn().day("Cid", voters=["Ann", "Bea", "Dan"])
    t.night().dawn().upto("vote.ballots", debate=["offence", "vote"], offender="Dan")
    assert t.prompt is not None
    assert t.prompt.voters == [t.seat("Ann")]
    assert t.refuses({"Bea": "Ann"}).rule == "IDIOT-1"  # named, but still without a vote
    assert t.refuses({"Dan": "Ann"}).rule == "VOTE-19"
    assert t.refuses({"Eve": "Ann"}).rule == "SCAPE-2"
    assert t.refuses({"Cid": "Ann"}).rule == "VOTE-6"


def test_nobody_may_vote_so_nobody_falls() -> None:
    """VOTE-7, SCAPE-3"""
    t = first_day("Ann:werewolf Bea:scapegoat Cid Dan Eve Fay").day("Bea", voters=["Cid"])
    t.night(devour="Cid").dawn().day()
    assert t.why("no_vote") == "VOTE-7"
    assert t.dead == ["Bea", "Cid"]
    assert t.asks("night.falls")
    t.night().dawn().day("Dan")  # the next day is an ordinary one
    assert t.dead[-1] == "Dan"


def test_no_vote_also_means_no_sign_and_no_second_vote() -> None:
    """VOTE-8"""
    t = Table("Ann:werewolf Bea:scapegoat Cid:wandering_judge Dan Eve Fay").night(sign="cough").dawn()
    t.day("Bea", voters=["Dan"]).night(devour="Dan").dawn().day()
    assert t.happened("no_vote")
    assert len(t.events("voted")) == 1
    assert len([prompt for prompt in t.asked if prompt.key == "wandering_judge.signed"]) == 1
    t.night().dawn().day(["Eve", "Fay"], signed=True)  # the power is still there
    assert t.dead == ["Bea", "Dan", "Eve", "Fay"]


def test_a_lovers_ballot_against_the_partner_is_refused_and_may_be_changed() -> None:
    """VOTE-12, LOVE-3"""
    t = Table("Ann:werewolf Bea:cupid Cid Dan Eve Fay").night(pair=["Cid", "Dan"]).dawn()
    t.upto("vote.ballots", debate="vote")
    assert t.refuses({"Cid": "Dan"}).rule == "LOVE-3"
    assert t.refuses({"Dan": "Cid"}).rule == "LOVE-3"
    assert t.say({"Cid": "Eve", "Dan": "Dan"}).asks("night.falls")


def test_a_revealed_idiot_receives_no_votes() -> None:
    """VOTE-13, IDIOT-8"""
    t = first_day("Ann:werewolf Bea:village_idiot Cid Dan Eve Fay").day("Bea").night().dawn()
    t.upto("vote.ballots", debate="vote")
    assert "Bea" not in t.options
    assert t.refuses({"Cid": "Bea"}).rule == "IDIOT-8"


def test_a_revealed_idiot_can_be_voted_out_if_the_table_wants() -> None:
    """VOTE-13, AMD-12, SW-IDIOT-AGAIN"""
    t = first_day("Ann:werewolf Bea:village_idiot Cid Dan Eve Fay", revealed_idiot_votable=True).day("Bea")
    assert t.dead == []
    assert t.night().dawn().day("Bea").dead == ["Bea"]


def test_a_broken_debate_rule_costs_the_vote_of_that_day_only() -> None:
    """VOTE-19"""
    t = first_day(debate_rules=True)
    assert t.options == ["vote", "offence"]
    t.upto("vote.ballots", debate=["offence", "offence", "vote"], offender=["Bea", "Cid"])
    assert t.sees(None, "punished", seat="Bea")
    assert t.refuses({"Bea": "Ann"}).rule == "VOTE-19"
    assert t.refuses({"Cid": "Ann"}).rule == "VOTE-19"
    t.answer().night().dawn().day({"Bea": "Dan"})
    assert t.dead == ["Dan"]


def test_an_offence_on_the_opening_day_costs_only_the_opening_vote() -> None:
    """VOTE-19"""
    t = Table("Ann:werewolf Bea:angel Cid Dan Eve Fay", debate_rules=True)
    t.upto("vote.ballots", debate=["offence", "vote"], offender="Cid")
    assert t.refuses({"Cid": "Ann"}).rule == "VOTE-19"
    assert t.answer().night().dawn().day({"Cid": "Dan"}).dead == ["Dan"]


def test_debate_rules_are_only_watched_if_announced() -> None:
    """VOTE-19"""
    assert first_day().options == ["vote"]


# -- entering counts --


def test_counts_instead_of_ballots() -> None:
    """VOTE-14, SW-VOTE-INPUT"""
    t = first_day(vote_input="counts").day({"Bea": 3, "Cid": 2})
    assert t.dead == ["Bea"]
    assert not t.was_asked("vote.ballots")


def test_no_more_voices_than_the_table_has() -> None:
    """VOTE-14, VOTE-3"""
    t = first_day(vote_input="counts", sheriff="Bea").upto("vote.counts", debate="vote")
    t.refuses({"Cid": 8})
    t.refuses({"Cid": 4, "Dan": 4})
    assert t.say({"Cid": 4, "Dan": 3}).dead == ["Cid"]


def test_with_counts_the_sheriff_is_asked_only_in_a_tie() -> None:
    """VOTE-14, VOTE-15"""
    t = first_day(vote_input="counts", sheriff="Bea").day({"Cid": 3, "Dan": 2})
    assert not t.was_asked("sheriff.tiebreak")
    t.night().dawn().day({"Dan": 2, "Eve": 2}, tiebreak="Eve")
    assert t.dead == ["Cid", "Eve"]


def test_whoever_must_vote_and_can_is_counted_with_the_least_there_must_be() -> None:
    """VOTE-14, AMD-40, AMD-65: not a Lover who may point at nobody; the Sheriff with both voices."""
    options: dict[str, Any] = {"vote_input": "counts", "abstention": False, "self_vote": False}
    options |= {"tie_without_scapegoat": "revote", "sheriff_breaks_ties": False}
    t = Table("Ann:cupid Bea:werewolf Cid Dan Eve Fay Gus", sheriff="Gus", **options)
    t.night(pair=["Cid", "Dan"]).dawn()
    t.upto("vote.counts", debate="vote")
    assert t.prompt is not None
    assert (t.prompt.low, t.prompt.high) == (8, 8)
    t.refuses({"Cid": 4, "Dan": 3})
    t.say({"Cid": 4, "Dan": 4})
    assert (t.prompt.low, t.prompt.high) == (6, 8), "Cid and Dan have nobody to vote for"
    t.refuses({"Cid": 3, "Dan": 2})
    assert t.say({"Cid": 4, "Dan": 2}).dead == ["Cid", "Dan"]
