"""Burial: the cards of the wolves' night victims stay face down."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

VILLAGE = "Ann:hunter Bea:werewolf Cid:witch Dan Eve Fay Gus Hal"


def table(people: str = VILLAGE, **options: Any) -> Table:
    return Table(people, in_force="burial", **options)


def test_the_card_of_a_devoured_player_is_never_shown() -> None:
    """BURY-1, NM-3"""
    t = table().night(devour="Dan").dawn()
    assert t.sees(None, "died", seat="Dan")
    assert not t.happened("card_shown")
    assert t.events("card_hidden", seat="Dan", card="simple_villager")[0].audience == ()
    t.day("Eve")
    assert t.sees(None, "card_shown", seat="Eve")


def test_it_hides_nothing_before_it_is_read() -> None:
    """BURY-1, NM-2"""
    t = Table(VILLAGE, events="burial").round(devour="Dan").night(devour="Eve").dawn()
    assert t.sees(None, "card_shown", seat="Eve")
    t.day().night(devour="Fay").dawn()
    assert not t.happened("card_shown", seat="Fay")


def test_it_hides_the_victims_of_the_big_bad_wolf_and_of_white_too() -> None:
    """BURY-2"""
    people = "Ann:big_bad_wolf Bea:white_werewolf Cid:werewolf Dan Eve Fay Gus Hal"
    t = table(people, big_bad_wolf_second_meal="may").round()
    t.night(werewolves_devour="Dan", big_bad_wolf_devour="Eve", white_werewolf_devour="Cid").dawn()
    assert t.dead == ["Dan", "Cid", "Eve"]
    assert not t.happened("card_shown")


def test_poison_shot_grief_and_disease_show_the_card() -> None:
    """BURY-2"""
    t = table("Ann:hunter Bea:werewolf Cid:witch Dan:cupid Eve Fay Gus Hal")
    t.night(pair=["Gus", "Fay"], devour="Ann", poison="Gus").dawn(shoot="Eve")
    assert sorted(t.dead) == ["Ann", "Eve", "Fay", "Gus"]
    shown = {event.facts["seat"] for event in t.events("card_shown")}
    assert shown == {t.seat("Eve"), t.seat("Fay"), t.seat("Gus")}
    people = "Ann:knight_with_the_rusty_sword Bea:werewolf Cid:werewolf Dan Eve Fay"
    t = table(people).round(devour="Ann").night(devour="Dan").dawn()
    assert t.sees(None, "card_shown", seat="Bea")


def test_the_moderator_looks_at_every_card() -> None:
    """BURY-2, IDENT-2"""
    t = table(physical=True).night(devour="Dan").dawn()
    assert t.possible("Dan") == {"simple_villager"}
    assert not t.happened("card_shown")


@pytest.mark.parametrize("physical", [False, True])
def test_the_hunter_shoots_all_the_same(physical: bool) -> None:
    """BURY-3, HUNTER-11"""
    t = table(physical=physical).night(devour="Ann").dawn(shoot="Bea")
    assert t.dead == ["Ann", "Bea"]
    assert not t.happened("card_shown", seat="Ann")


def test_the_sheriff_names_an_heir_and_the_knight_infects() -> None:
    """BURY-3, SHERIFF-8"""
    people = "Ann:knight_with_the_rusty_sword Bea:werewolf Cid Dan Eve Fay"
    t = table(people, sheriff="Ann").night(devour="Ann").dawn(heir="Dan")
    assert t.sheriff == "Dan"
    assert t.happened("diseased", seat="Bea")


def test_the_call_of_a_hidden_card_goes_on_as_a_fake() -> None:
    """FK-3"""
    t = table("Ann:fox Bea:werewolf Cid:witch Dan Eve Fay Gus Hal").round(devour="Ann").night(devour="Dan")
    assert "fox" in t.calls
    assert "fox" in t.fakes
    t = table("Ann:fox Bea:werewolf Cid:witch Dan Eve Fay Gus Hal").round("Ann").night()
    assert "fox" not in t.calls


def test_a_wolf_card_nobody_saw_leaves_the_big_bad_wolf_a_faked_call() -> None:
    """BBW-10"""
    people = "Ann:big_bad_wolf Bea:white_werewolf Cid:werewolf Dan Eve Fay Gus Hal"
    t = table(people, big_bad_wolf_second_meal="may").round()
    t.night(white_werewolf_devour="Cid").dawn().day().night()
    assert "big_bad_wolf" in t.fakes


@pytest.mark.parametrize("hide", ["off", "vote_only"])
def test_the_side_of_a_hidden_wild_child_is_not_told(hide: str) -> None:
    """BURY-1, OPT-HIDE-SIDE"""
    people = "Ann:wild_child Bea:werewolf Cid Dan Eve Fay"
    t = table(people, hide_side_of_ambiguous=hide).night(model="Cid", devour="Ann").dawn()
    assert t.dead == ["Ann"]
    assert not t.happened("side_announced")


def test_with_the_executioner_neither_meals_nor_votes_show_a_card() -> None:
    """BURY-4"""
    t = Table(VILLAGE, in_force="burial", events="executioner").round().night(devour="Dan")
    t.dawn(elect={"Ann": "Gus"})
    t.day("Eve")
    assert t.dead == ["Dan", "Eve"]
    assert not t.happened("card_shown")
    t.night(poison="Fay").dawn()
    assert t.sees(None, "card_shown", seat="Fay")


def test_whoever_is_poisoned_as_well_is_a_wolves_victim_all_the_same() -> None:
    """BURY-1, NR-13"""
    t = table().night(devour="Dan", poison="Dan").dawn()
    assert t.dead == ["Dan"]
    assert not t.happened("card_shown")


def test_whoever_is_diseased_as_well_is_a_wolves_victim_all_the_same() -> None:
    """BURY-1, NR-13, KNIGHT-8: the table hears of the disease, and still sees no card."""
    t = table("Ann:white_werewolf Bea:knight_with_the_rusty_sword Cid:werewolf Dan:werewolf Eve Fay Gus Hal")
    t.round(werewolves_devour="Bea").night(white_werewolf_devour="Cid").dawn()
    assert t.dead == ["Bea", "Cid"]
    assert t.sees(None, "died", seat="Cid", cause="disease")
    assert not t.happened("card_shown")
