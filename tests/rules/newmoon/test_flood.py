"""The Flood: two shelters, no vote, and a meal in each that holds a Werewolf."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import PUBLIC, view
from tests.table import Table

VILLAGE = "Ann Bea:werewolf Cid Dan:werewolf Eve Fay Gus Hal"


def flooded(church: list[str], people: str = VILLAGE, nightly: dict[str, Any] | None = None, **options: Any) -> Table:
    """The debate of the day it was read."""
    every = nightly or {}
    return Table(people, events="flood", **options).round(**every).night(**every).dawn(church=church)


def test_there_is_no_vote_that_day() -> None:
    """EVO-4"""
    t = flooded(["Ann", "Bea"]).day()
    assert t.why("no_vote") == "EVO-4"
    assert len(t.events("voted")) == 1
    assert t.sees(None, "sheltered", church=("Ann", "Bea"))
    t.round("Gus")  # the vote is back the next day
    assert t.dead == ["Gus"]


def test_each_werewolf_devours_in_the_own_building() -> None:
    """EVO-4, INS-10"""
    t = flooded(["Ann", "Bea", "Cid"]).day().upto("werewolves.devour")
    assert t.prompt is not None
    assert t.prompt.audience == (2,)
    assert t.options == ["Ann", "Cid"]
    assert t.refuses("Eve").rule == "EVO-4"
    t.say("Ann")
    assert t.asks("werewolves.devour")
    assert t.prompt is not None
    assert t.prompt.audience == (4,)
    assert t.options == ["Eve", "Fay", "Gus", "Hal"]
    assert t.answer(devour="Eve").dawn().dead == ["Ann", "Eve"]


def test_a_building_without_werewolves_is_safe() -> None:
    """EVO-4"""
    t = flooded(["Bea", "Dan", "Ann"]).day().night(devour="Ann").dawn()
    assert t.dead == ["Ann"]


@pytest.mark.parametrize("everybody", [True, False])
def test_all_in_one_building(everybody: bool) -> None:
    """EVO-4, EVO-2"""
    t = flooded(VILLAGE.replace(":werewolf", "").split() if everybody else []).day().night(devour="Ann").dawn()
    assert t.dead == ["Ann"]


def test_it_is_over_at_dawn() -> None:
    """EVO-4"""
    t = flooded(["Ann", "Bea"]).day().night(devour=[None, "Eve"]).dawn().day().upto("werewolves.devour")
    assert t.prompt is not None
    assert t.prompt.audience == (2, 4)
    assert "Ann" in t.options
    assert "Fay" in t.options


def test_everybody_sees_who_goes_to_the_church() -> None:
    """EVO-4"""
    t = Table("Ann Bea:werewolf Cid Dan Eve Fay Gus", events="flood").round(devour="Ann").night().upto("flood.church")
    assert t.prompt is not None
    assert t.prompt.audience == PUBLIC


def test_with_fewer_than_six_players_nothing_happens() -> None:
    """EVO-4"""
    t = Table("Ann Bea:werewolf Cid Dan Eve Fay", events="flood").round(devour="Ann").night().dawn()
    assert t.happened("event_without_effect", event="flood")
    assert view(t.game).events == [], "nor does it lie on the board"
    t.day("Cid")
    assert t.dead == ["Ann", "Cid"]


def test_the_infection_only_on_the_meal_of_the_wolf_fathers_building() -> None:
    """EVO-4"""
    people = "Ann Bea:cursed_wolf_father Cid Dan:werewolf Eve Fay Gus Hal"
    t = flooded(["Ann", "Bea"], people).day().night(devour=["Ann", "Eve"], infect=True).dawn()
    assert t.dead == ["Eve"]
    assert t.is_wolf("Ann")
    t = flooded(["Ann", "Bea"], people).day().night(devour=[None, "Eve"])
    assert not t.was_asked("cursed_wolf_father.infect")


def test_the_second_meal_is_taken_inside_too() -> None:
    """EVO-4"""
    people = "Ann Bea:big_bad_wolf Cid Dan:werewolf Eve Fay Gus Hal"
    t = flooded(["Ann", "Bea", "Cid"], people, big_bad_wolf_second_meal="may").day()
    t.upto("big_bad_wolf.devour", werewolves_devour=["Ann", "Eve"])
    assert t.options == ["Cid"]
    assert t.refuses("Fay").rule == "EVO-4"


def test_white_goes_anywhere() -> None:
    """EVO-4"""
    people = "Ann:white_werewolf Bea Cid Dan:werewolf Eve Fay Gus Hal"
    t = Table(people, events="bleak_monday flood").round().round().night().dawn(church=["Ann", "Bea"]).day()
    t.night(white_werewolf_devour="Dan").dawn()
    assert t.dead == ["Dan"]


def test_the_witch_is_shown_every_victim_and_heals_one() -> None:
    """EVO-4"""
    people = "Ann Bea:werewolf Cid:witch Dan:werewolf Eve Fay Gus Hal"
    t = flooded(["Ann", "Bea"], people).day().night(devour=["Ann", "Eve"], heal="Ann")
    assert t.events("victims_shown")[-1].facts["seats"] == (1, 5)
    assert t.dawn().dead == ["Eve"]


def test_defender_and_elder_as_usual() -> None:
    """EVO-4"""
    people = "Ann:elder Bea:werewolf Cid:defender Dan:werewolf Eve Fay Gus Hal"
    t = Table(people, events="flood").round(protect="Ann").night(protect="Bea").dawn(church=["Ann", "Bea"]).day()
    t.night(devour=["Ann", "Eve"], protect="Eve").dawn()
    assert t.dead == []
    assert t.day().night(devour="Ann", protect="Gus").dawn().dead == ["Ann"]


def test_a_little_girl_is_caught_only_by_those_who_are_where_she_is() -> None:
    """EVO-4, GIRL-2"""
    people = "Ann:little_girl Bea:werewolf Cid Dan:werewolf Eve Fay Gus Hal"
    t = flooded(["Ann", "Bea", "Cid"], people).day()
    t.night(devour=["Cid", "Eve"], caught="Ann").dawn()
    assert t.dead == ["Ann", "Eve"]
    t = flooded(["Cid", "Bea"], people).day().upto("little_girl.caught", devour=["Cid", "Eve"])
    assert t.answer(caught="Ann").dawn().dead == ["Cid", "Ann"]


def test_both_meals_backfire() -> None:
    """BACK-1, EVO-4"""
    people = "Ann Bea:werewolf Cid:hunter Dan:werewolf Eve Fay Gus Hal"
    t = Table(people, events="flood", hand="backfire", sheriff="Gus").night().dawn()
    t.say("town_crier.appoint").say("Hal").day()
    t.night().dawn(church=["Ann", "Bea"], read="backfire").day()
    t.night(devour=["Ann", "Cid"]).dawn()
    assert t.dead == ["Dan"]
    assert t.is_wolf("Ann")


def test_no_werewolf_in_the_village_no_meal_and_the_call_is_faked() -> None:
    """EVO-3, FK-9"""
    t = Table(VILLAGE, events="gone_hunting").round().night().dawn(leave=["Bea", "Dan", "Cid"]).day()
    t.night()
    assert "werewolves" in t.calls
    assert "werewolves" in t.fakes
    assert t.dawn().dead == []
    t = Table(VILLAGE, events="gone_hunting").round().night().dawn(leave=["Bea", "Cid"]).day()
    t.upto("werewolves.devour")
    assert t.prompt is not None
    assert t.prompt.audience == (4,)


def test_six_players_are_enough() -> None:
    """EVO-4"""
    t = Table("Ann Bea:werewolf Cid Dan Eve Fay", events="flood").round().night().dawn(church=["Ann", "Bea"]).day()
    assert t.happened("no_vote")
    t.upto("werewolves.devour")
    assert t.options == ["Ann"]


def test_a_flood_read_after_a_nightmare_leaves_no_accusation_either() -> None:
    """EVO-4, NM-8, AMD-64: the card read later is played: a debate, and no vote whatever was to replace it."""
    t = Table(VILLAGE, events="nightmare", hand="flood", sheriff="Bea").night().dawn()
    t.day(debate=["town_crier.appoint", "vote"], appoint="Cid").night().say(True)
    t.answer(read="flood", church=["Ann", "Bea"])
    assert t.asks("day.debate")
    t.say("vote")
    assert t.asks("night.falls")
    assert t.why("no_vote") == "EVO-4"
    assert not t.was_asked("nightmare.first")
