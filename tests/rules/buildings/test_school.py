"""The School."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

PEOPLE = "Ann Bea:werewolf Cid:hunter Dan Eve Fay"
HOUSES = "Ann:school Bea:manor Cid:pub Dan:farm_1 Eve:bakery"


def at_the_poll(people: str = PEOPLE, houses: str = HOUSES, **options: Any) -> Table:
    """The first day, at the Schoolmarm's choice."""
    t = Table(people, houses=houses, **options).night().dawn()
    return t.say("vote") if t.asks("day.debate") else t


def test_bars_up_to_two_players_before_the_vote() -> None:
    """SCHOOL-1"""
    t = at_the_poll()
    assert t.asks("school.bar")
    assert t.options == ["Bea", "Cid", "Dan", "Eve"]
    t.refuses(["Bea", "Cid", "Dan"])
    t.say(["Bea", "Dan"])
    assert t.sees(None, "barred", seats=["Bea", "Dan"])
    t.upto("vote.ballots")
    assert t.prompt is not None
    assert t.refuses({"Bea": "Eve"}).rule == "SCHOOL-1"
    assert t.refuses({"Dan": "Eve"}).rule == "SCHOOL-1"
    assert [t.names[voter - 1] for voter in t.prompt.voters] == ["Eve", "Fay"]


def test_may_bar_one_or_nobody() -> None:
    """SCHOOL-1"""
    t = at_the_poll().say(["Bea"]).upto("vote.ballots")
    assert t.prompt is not None
    assert len(t.prompt.voters) == 3
    t = at_the_poll().say([])
    assert not t.happened("barred")


def test_never_votes_herself() -> None:
    """SCHOOL-1, VOTE-6"""
    t = at_the_poll().say([]).upto("vote.ballots")
    assert t.refuses({"Ann": "Eve"}).rule == "SCHOOL-1"
    t.say({"Bea": "Ann", "Dan": "Ann"})
    assert t.happened("condemned", seat="Ann")  # she can be voted against


def test_the_choice_comes_after_the_debate_and_the_barred_may_debate() -> None:
    """SCHOOL-1: nothing is asked before the debate; the barred lose the vote, nothing else."""
    t = Table(PEOPLE, houses=HOUSES).night().dawn()
    assert t.asks("day.debate")
    assert not t.was_asked("school.bar")
    t.say("vote")
    assert t.asks("school.bar")


def test_the_barkeep_can_be_barred_and_vagabonds_cannot() -> None:
    """SCHOOL-2, BARK-4, VAG-1"""
    t = at_the_poll()
    assert t.refuses(["Fay", "Dan"]).rule == "SCHOOL-2"
    t.say(["Cid", "Dan"])
    assert t.asks("vote.ballots")  # the Barkeep does not vote alone, he does not vote
    assert t.refuses({"Cid": "Eve"}).rule == "SCHOOL-1"
    assert t.refuses({"Fay": "Cid"}).rule == "BARK-1"  # and is immune all the same


def test_with_vagabonds_only_there_is_nobody_to_bar() -> None:
    """SCHOOL-2, GEN-11"""
    t = at_the_poll(houses="Ann:school")
    assert t.asks("vote.ballots")


def test_one_choice_holds_for_all_votes_of_the_day() -> None:
    """SCHOOL-3, VOTE-20"""
    t = Table("Ann Bea:werewolf Cid:wandering_judge Dan Eve Fay Gus", houses="Ann:school Dan:farm_1 Eve:farm_2")
    t.night(sign="cough").dawn().say("vote").say(["Dan", "Eve"])
    t.say({"Bea": "Fay", "Cid": "Fay"}).say(True).upto("vote.ballots")
    assert t.prompt is not None
    assert [t.names[voter - 1] for voter in t.prompt.voters] == ["Bea", "Cid", "Gus"]
    t.say({})
    assert len([answer for answer in t.game.answers if answer.key == "school.bar"]) == 1
    t.night().dawn().say("vote")
    assert t.asks("school.bar")
    t.say([]).upto("vote.ballots")
    assert t.prompt is not None
    assert len(t.prompt.voters) == 5  # everybody alive but the Schoolmarm


def test_the_bar_outlives_the_schoolmarm_that_day() -> None:
    """SCHOOL-3"""
    people = "Ann Bea:werewolf Cid:wandering_judge Dan:hunter Eve Fay Gus"
    t = Table(people, houses="Ann:school Eve:farm_2 Fay:farm_3").night(sign="cough").dawn()
    t.say("vote").say(["Eve", "Fay"]).say({"Bea": "Dan", "Cid": "Dan"}).say(True).upto("hunter.shoot")
    t.say("Ann").upto("vote.ballots")
    assert t.prompt is not None
    assert [t.names[voter - 1] for voter in t.prompt.voters] == ["Bea", "Cid", "Gus"]
    t.say({}).night().dawn().say("vote")
    assert t.prompt is not None
    assert [t.names[voter - 1] for voter in t.prompt.voters] == ["Bea", "Cid", "Eve", "Fay", "Gus"]


def test_a_barred_sheriff_has_neither_double_vote_nor_tie_break() -> None:
    """SCHOOL-3, VOTE-15"""
    t = Table(PEOPLE, houses="Ann:school Dan:pub", sheriff="Dan").night().dawn()
    t.day({"Bea": "Eve", "Fay": "Cid"}, bar=["Dan"])
    assert t.dead == []
    assert not t.was_asked("sheriff.tiebreak")
    assert t.happened("nobody_condemned")


def test_as_sheriff_she_neither_votes_nor_breaks_ties_but_names_her_heir() -> None:
    """SCHOOL-4"""
    t = Table(PEOPLE, houses="Ann:school Dan:pub", sheriff="Ann").night().dawn()
    t.day({"Bea": "Eve", "Fay": "Cid"})
    assert not t.was_asked("sheriff.tiebreak")
    t.night(devour="Ann").dawn(heir="Eve")
    assert t.sheriff == "Eve"


def test_she_and_the_barred_vote_in_elections() -> None:
    """SCHOOL-6, SHERIFF-10"""
    t = Table(PEOPLE, houses="Ann:school Dan:pub", sheriff_election="moderator_call").night().dawn()
    t.say("sheriff.elect")
    assert t.prompt is not None
    assert 1 in t.prompt.voters
    assert t.say({"Ann": "Fay"}).sheriff == "Fay"


def test_bans_add_up() -> None:
    """VOTE-6, SCAPE-8: the Scapegoat's list, the shown Idiot, the Schoolmarm and those she bars."""
    people = "Ann Bea:werewolf Cid:scapegoat Dan:village_idiot Eve Fay Gus"
    t = Table(people, houses="Ann:school Eve:farm_1").night().dawn().day("Dan")
    t.night().dawn().day({"Bea": "Fay", "Eve": "Gus"}, voters=["Ann", "Dan", "Eve", "Fay"])
    assert t.dead == ["Cid"]
    t.night().dawn().say("vote").say("Eve")
    assert t.prompt is not None
    assert t.asks("vote.ballots")
    assert [t.names[voter - 1] for voter in t.prompt.voters] == ["Fay"]


def test_when_all_bans_leave_nobody_there_is_no_vote() -> None:
    """VOTE-6, VOTE-7"""
    people = "Ann Bea:werewolf Cid:scapegoat Dan Eve Fay"
    t = Table(people, houses="Ann:school Eve:farm_1").night().dawn()
    t.day({"Bea": "Dan", "Fay": "Eve"}, voters=["Ann", "Eve"])
    t.night().dawn().say("vote").say("Eve")
    assert t.why("no_vote") == "VOTE-7"
    assert t.asks("night.falls")


def test_despair_infection_and_charm_do_not_touch_the_house() -> None:
    """BLD-5"""
    t = Table("Ann Bea:cursed_wolf_father Cid:elder Dan:piper Eve Fay Gus", houses="Ann:school Eve:farm_1 Cid:farm_2")
    t.night(devour="Ann", infect=True, charm=["Ann", "Gus"]).dawn()
    assert t.is_wolf("Ann")
    t.day("Cid")
    assert t.happened("despaired")
    t.night(charm=["Eve", "Fay"]).dawn().say("vote")
    assert t.asks("school.bar")


def test_a_condemned_schoolmarm_cannot_bar_any_more() -> None:
    """BLD-6"""
    t = at_the_poll(houses="Ann:school Bea:farm_1").say(None).say({"Bea": "Ann", "Dan": "Ann"})
    assert not t.asks("day.powers")
    assert len([answer for answer in t.game.answers if answer.key == "school.bar"]) == 1
    assert t.dead == ["Ann"]
    assert t.asks("night.falls")


@pytest.mark.parametrize("physical", [True, False])
def test_nobody_is_asked_in_a_village_without_school(physical: bool) -> None:
    """SCHOOL-1"""
    t = Table(PEOPLE, houses="Ann:farm_1", physical=physical).night().dawn().day()
    assert not t.was_asked("school.bar")


def test_on_the_opening_day_too() -> None:
    """SCHOOL-1, ANGEL-1"""
    t = Table("Ann:angel Bea:werewolf Cid Dan Eve", houses="Cid:school Dan:farm_1").say("vote")
    assert t.asks("school.bar")
    assert t.options == ["Dan"]
