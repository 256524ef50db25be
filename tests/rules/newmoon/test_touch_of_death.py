"""Touch of Death: the Werewolves devour only whom one of them touches."""

from __future__ import annotations

from typing import Any

from tests.table import Table

VILLAGE = "Ann:elder Bea:werewolf Cid:witch Dan Eve Fay Gus Hal"


def table(people: str = VILLAGE, **options: Any) -> Table:
    return Table(people, in_force="touch_of_death", **options)


def test_touched_the_victim_dies() -> None:
    """EVO-5, INS-10"""
    t = table().upto("werewolves.devour")
    t.say("Dan")
    assert t.asks("touch_of_death.touched")
    assert t.prompt is not None
    assert t.prompt.audience == ()
    assert t.answer(touched=True).dawn().dead == ["Dan"]


def test_untouched_there_is_no_victim_and_the_witch_is_shown_none() -> None:
    """EVO-5"""
    t = table().night(devour="Dan", touched=False)
    assert t.events("victims_shown")[-1].facts["seats"] == ()
    assert t.dawn().dead == []
    assert not t.sees("Bea", "not_touched")


def test_without_a_choice_nothing_is_asked() -> None:
    """EVO-5, WW-3"""
    assert not table().night().was_asked("touch_of_death.touched")


def test_it_holds_every_night_from_the_reading_on() -> None:
    """EVO-5, NM-2"""
    t = Table(VILLAGE, events="touch_of_death").round().night(devour="Dan").dawn()
    assert t.dead == ["Dan"]
    t.day().night(devour="Eve", touched=False).dawn().day().night(devour="Eve", touched=False).dawn()
    assert t.dead == ["Dan"]


def test_an_untouched_elder_loses_no_life() -> None:
    """EVO-5"""
    t = table().round(devour="Ann", touched=False).round(devour="Ann", touched=True)
    assert "Ann" in t.alive
    assert t.night(devour="Ann", touched=True).dawn().dead == ["Ann"]


def test_an_untouched_victim_cannot_be_infected() -> None:
    """EVO-5"""
    t = table("Ann Bea:cursed_wolf_father Cid Dan Eve Fay").round().night(devour="Ann", touched=False)
    assert not t.was_asked("cursed_wolf_father.infect")
    t.dawn().day().upto("cursed_wolf_father.infect", devour="Ann", touched=True)


def test_an_untouched_knight_infects_nobody() -> None:
    """EVO-5"""
    t = table("Ann:knight_with_the_rusty_sword Bea:werewolf Cid Dan Eve").night(devour="Ann", touched=False).dawn()
    assert not t.happened("diseased")


def test_the_big_bad_wolf_must_touch_too() -> None:
    """EVO-5"""
    t = table("Ann:big_bad_wolf Bea:werewolf Cid Dan Eve Fay Gus Hal")
    t.night(werewolves_devour="Cid", big_bad_wolf_devour="Dan", touched=[True, False]).dawn()
    assert t.dead == ["Cid"]
    t.day().night(werewolves_devour="Dan", big_bad_wolf_devour="Eve", touched=[False, True]).dawn()
    assert t.dead == ["Cid", "Eve"]


def test_the_white_werewolf_need_not() -> None:
    """EVO-5"""
    t = table("Ann:white_werewolf Bea:werewolf Cid Dan Eve Fay").round().night(white_werewolf_devour="Bea")
    assert not t.was_asked("touch_of_death.touched")
    assert t.dawn().dead == ["Bea"]


def test_untouched_is_no_agreement_for_backfire_and_specter() -> None:
    """AMD-43"""
    people = "Ann:hunter Bea:werewolf Cid:werewolf Dan Eve Fay Gus Hal"
    t = table(people, events="backfire").round().round().night(devour="Ann", touched=False).dawn()
    assert t.dead == []
    t = table(people, events="specter").round().round().night(devour="Ann", touched=False)
    assert t.asks("dawn.breaks")
    t.dawn().day().night(devour="Ann", touched=True)
    assert t.asks("specter.choose")


def test_the_pack_of_a_full_moon_must_touch_too() -> None:
    """EVO-5, FULL-4"""
    t = table(events="full_moon_rising").round().round().night(look="Ann", devour="Dan", touched=False).dawn()
    assert t.dead == []


def test_untouched_nobody_is_mesmerized() -> None:
    """AMD-43"""
    t = table(variants="lycanthropic_trance").night(devour="Dan", touched=False)
    assert not t.happened("mesmerized")
    assert t.dawn().day().night(devour="Dan", touched=True).happened("mesmerized", seat="Dan")
