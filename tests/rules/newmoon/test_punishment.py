"""Punishment, and Saint Philip."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

EIGHT = "Ann:werewolf Bea Cyd Dan Eve Fay Gus:werewolf Hal"


def second_night(event: str, people: str = EIGHT, *, victim: str | None = "Hal", **setup: Any) -> Table:
    t = Table(people, events=event, **setup)
    t.night(devour=victim) if victim else t.night()
    return t.dawn().day().night()


# -- Punishment --


@pytest.mark.parametrize(("friends", "falls"), [([], True), (["Cyd"], True), (["Cyd", "Dan"], False)])
def test_falls_unless_two_vouch(friends: list[str], falls: bool) -> None:
    """PUNI-1, PUNI-2: named by the last eliminated, at once, before the debate; the vote follows."""
    t = second_night("punishment").dawn()
    assert t.asks("punishment.accuse")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Hal")
    assert t.options == ["Ann", "Bea", "Cyd", "Dan", "Eve", "Fay", "Gus"]
    t.answer(accuse="Bea", vouch=friends)
    assert ("Bea" in t.dead) is falls
    assert t.asks("day.debate")
    t.day("Ann")
    assert "Ann" in t.dead


def test_everybody_sees_it_and_the_accused_does_not_vouch() -> None:
    """PUNI-1"""
    t = second_night("punishment").dawn(accuse="Bea")
    t.game = t.game.undo()
    assert t.asks("punishment.vouch")
    assert "Bea" not in t.options
    t.say([])
    assert t.sees(None, "died", seat="Bea", cause="punished")
    assert t.sees(None, "card_shown", seat="Bea")


def test_it_is_no_vote() -> None:
    """PUNI-2, EVO-10: no Servant, no Lord, no Idiot's pardon, no despair."""
    people = "Ann:werewolf Bea:village_idiot Cyd:devoted_servant Dan:elder Eve Fay Gus:werewolf Hal"
    t = second_night("punishment", people, houses="Eve:manor").dawn(accuse="Bea")
    assert t.dead == ["Hal", "Bea"]
    t = second_night("punishment", people, houses="Eve:manor").dawn(accuse="Dan")
    assert t.dead == ["Hal", "Dan"]
    assert not t.happened("despaired")
    assert not t.was_asked("devoted_servant.act")
    assert not t.was_asked("manor.pardon")
    assert t.game.village.votes_today == 0


def test_the_hunter_shoots() -> None:
    """PUNI-2, HUNTER-8"""
    t = second_night("punishment", "Ann:werewolf Bea:hunter Cyd Dan Eve Fay Gus:werewolf Hal")
    t.dawn(accuse="Bea", shoot="Gus")
    assert t.dead == ["Hal", "Bea", "Gus"]


def test_a_pending_second_vote_takes_no_notice() -> None:
    """EVO-10: Dissatisfaction waits for a vote."""
    t = second_night("dissatisfaction punishment").dawn().day().night().dawn(accuse="Bea").day(["Cyd", "Dan"])
    assert t.dead == ["Hal", "Bea", "Cyd", "Dan"]


def test_under_the_executioner_the_card_is_shown() -> None:
    """PUNI-2, EXEC-4: not voted out."""
    t = Table(EIGHT, in_force="executioner", events="punishment").upto("night.falls", elect={"Ann": "Cyd"})
    t.night(devour="Hal").dawn().day().night().dawn(accuse="Bea")
    assert t.sees(None, "card_shown", seat="Bea")


def test_too_few_others_to_vouch_means_death() -> None:
    """EVX-5: with two others somebody may still be saved, with one nothing is asked."""
    t = Table("Ann:werewolf Bea Cyd Dan Eve", events="punishment", event_timing="after_victims")
    t.night(devour="Eve").dawn().day("Dan").night(devour="Cyd").dawn(accuse="Ann")
    assert not t.was_asked("punishment.vouch")
    assert t.winner == "village"
    t = Table("Ann:werewolf Bea Cyd Dan Eve", events="punishment").night(devour="Eve").dawn().day("Dan").night()
    t.dawn(accuse="Ann", vouch=["Bea", "Cyd"])
    assert t.alive == ["Ann", "Bea", "Cyd"]


def test_put_back_while_nobody_is_dead() -> None:
    """AMD-30, PUNI-1"""
    t = second_night("punishment eclipse", victim=None).dawn()
    assert t.happened("event_put_back", event="punishment")
    assert t.happened("event_read", event="eclipse")


# -- Saint Philip --


def test_the_sheriff_is_dismissed_and_another_elected_at_once() -> None:
    """EVO-7: no weight is left to the old one."""
    t = second_night("saint_philip", sheriff="Bea").dawn(elect="Cyd")
    assert t.happened("dismissed", seat="Bea", office="sheriff")
    assert t.sheriff == "Cyd"
    t.day({"Cyd": "Ann", "Bea": "Dan"})
    assert t.dead == ["Hal", "Ann"]


def test_the_same_one_may_be_elected_again_and_a_tie_leaves_none() -> None:
    """EVO-7, SHERIFF-9: tied twice there is an election on another day."""
    t = second_night("saint_philip", sheriff="Bea").dawn(elect="Bea")
    assert t.sheriff == "Bea"
    t = second_night("saint_philip", sheriff="Bea").dawn(
        elect=[{"Ann": "Bea", "Bea": "Cyd"}, {"Ann": "Bea", "Bea": "Cyd"}]
    )
    assert t.sheriff is None
    t.day().night().dawn()
    assert "sheriff.elect" in t.options


def test_without_a_sheriff_one_is_elected() -> None:
    """EVO-7"""
    t = Table(EIGHT, events="saint_philip", sheriff_election="first_day").night(devour="Hal").dawn()
    t.day().night().dawn(elect="Cyd")
    assert t.sheriff == "Cyd"
    assert not t.happened("dismissed")


@pytest.mark.parametrize("physical", [False, True])
def test_even_a_table_that_plays_without_a_sheriff_elects_one(physical: bool) -> None:
    """AMD-66, SHERIFF-2, SHERIFF-4: from then on the office is like any other."""
    t = second_night("saint_philip", physical=physical, sheriff_election="off").dawn(elect="Cyd")
    assert t.sheriff == "Cyd"
    assert t.sees(None, "elected", seat="Cyd", office="sheriff")
    t.day({"Cyd": "Ann", "Bea": "Dan"})
    assert t.dead == ["Hal", "Ann"]
    t.night(devour="Cyd").dawn(heir="Eve")
    assert t.sheriff == "Eve"


def test_before_it_nobody_is_elected_there() -> None:
    """AMD-66, OPT-SHERIFF-WHEN"""
    t = second_night("saint_philip", sheriff_election="off", houses="Bea:farm_1 Cyd:farm_2")
    assert not t.happened("elected")
    assert not t.was_asked("farmers.elect")


def test_with_farms_the_farmers_elect_there_too() -> None:
    """AMD-66, FARM-1, FARM-3: and one of them succeeds."""
    farms = "Bea:farm_1 Cyd:farm_2 Dan:farm_3"
    t = second_night("saint_philip", sheriff_election="off", houses=farms).dawn(elect={"Bea": "Cyd"})
    assert t.sheriff == "Cyd"
    t.day().night(devour="Cyd").dawn()
    assert t.options == ["Bea", "Dan"]
    t = second_night("saint_philip", sheriff_election="off", houses="Hal:farm_1").dawn()
    assert t.happened("event_without_effect", event="saint_philip"), "the only Farmer is dead (FARM-4)"
    assert t.sheriff is None
    assert t.options == ["vote"]


def test_farmers_elect_where_there_are_farms() -> None:
    """EVO-7: only they vote and can be elected."""
    t = Table(EIGHT, events="saint_philip", houses="Bea:farm_1 Cyd:farm_2 Dan:farm_3", sheriff_election="first_day")
    t.night(devour="Hal").dawn().day().night().upto("farmers.elect")
    t.answer(elect={"Bea": "Cyd", "Cyd": "Cyd"})
    assert t.sheriff == "Cyd"


def test_without_a_farmer_left_nobody_is_elected() -> None:
    """EVO-7, FARM-4"""
    t = Table(EIGHT, events="saint_philip", houses="Bea:farm_1", sheriff_election="first_day")
    t.night(devour="Bea").dawn().day().night().dawn()
    assert t.happened("event_without_effect", event="saint_philip")
    assert t.sheriff is None
    assert t.options == ["vote"]


def test_an_office_gone_for_good_stays_gone() -> None:
    """EVO-7, IDIOT-4"""
    people = "Ann:werewolf Bea:village_idiot Cyd Dan Eve Fay Gus:werewolf Hal"
    t = second_night("saint_philip", people, sheriff="Bea", victim="Bea").dawn()
    assert t.happened("event_without_effect", event="saint_philip")
    assert t.sheriff is None
