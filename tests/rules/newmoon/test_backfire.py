"""Backfire: the pack's attack turns against it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

VILLAGE = "Ann Bea:werewolf Cid:fox Dan:werewolf Eve Fay Gus Hal:trusted_villager"


def on_the_night(people: str = VILLAGE, nightly: dict[str, Any] | None = None, **options: Any) -> Table:
    """Nightfall after the day it was read."""
    t = Table(people, events="backfire", **options)
    every = nightly or {}
    return t.night(**every).dawn().day().night(**every).dawn().day()


def test_a_simple_villager_becomes_a_werewolf() -> None:
    """BACK-1, WOLF-10, GEN-17"""
    t = on_the_night().night(devour="Ann").dawn()
    assert t.happened("nobody_died")
    assert t.is_wolf("Ann")
    assert t.sees("Ann", "converted", seat="Ann", card="werewolf")
    assert not t.sees("Bea", "converted")
    assert not t.sees(None, "converted")
    t.day().upto("werewolves.devour")
    assert t.prompt is not None
    assert t.prompt.audience == (1, 2, 4)
    t.answer().dawn().day("Ann")
    assert t.sees(None, "card_shown", seat="Ann", card="werewolf")


def test_the_convert_counts_as_a_werewolf_for_the_second_meal() -> None:
    """WOLF-10, BBW-3"""
    t = on_the_night("Ann Bea:big_bad_wolf Cid Dan:werewolf Eve Fay Gus Hal", big_bad_wolf_second_meal="may")
    t.night(werewolves_devour="Ann", big_bad_wolf_devour="Cid").dawn()
    t.day("Ann").night(devour="Eve").dawn()
    assert t.dead == ["Cid", "Ann", "Eve"]


def test_for_anybody_else_the_first_werewolf_on_the_left_dies() -> None:
    """BACK-1"""
    t = on_the_night().night(devour="Cid").dawn()
    assert t.dead == ["Dan"]
    assert not t.is_wolf("Cid")
    assert t.sees(None, "card_shown", seat="Dan", card="werewolf")
    assert not t.sees(None, "backfired")


def test_the_left_is_counted_among_the_living_around_the_table() -> None:
    """BACK-1, GEN-8"""
    people = "Ann:fox Bea:werewolf Cid:hunter Dan Eve:werewolf Fay Gus Hal"
    t = Table(people, events="backfire").round().night().dawn().day("Eve")
    assert t.night(devour="Cid").dawn().dead == ["Eve", "Bea"]


def test_without_agreement_nothing_happens_and_it_is_over() -> None:
    """BACK-1, NM-9"""
    t = on_the_night().night().dawn()
    assert t.dead == []
    assert t.day().night(devour="Cid").dawn().dead == ["Cid"]


@pytest.mark.parametrize("target", ["Ann", "Hal", "Cid"])
def test_it_lasts_one_night(target: str) -> None:
    """BACK-1, NM-9"""
    t = on_the_night().night(devour="Eve").dawn().day()
    t.night(devour=target).dawn()
    assert t.dead == [target]


def test_the_trusted_villager_turns_and_keeps_the_open_card() -> None:
    """TRUST-3, BACK-2"""
    t = on_the_night().night(devour="Hal").dawn()
    assert t.is_wolf("Hal")
    assert t.sees("Hal", "converted", seat="Hal", card="trusted_villager")
    t.day("Hal")
    assert not t.happened("card_shown", seat="Hal", card="werewolf")


@pytest.mark.parametrize(("target", "dead"), [("Ann", []), ("Eve", ["Bea"])])
def test_the_defender_prevents_neither_half(target: str, dead: list[str]) -> None:
    """BACK-2, DEF-11"""
    people = "Ann Bea:werewolf Cid Dan:defender Eve:hunter Fay Gus Hal"
    t = Table(people, events="backfire").round(protect="Fay").night(protect="Gus").dawn().day()
    t.night(protect=target, devour=target).dawn()
    assert t.dead == dead
    assert t.is_wolf("Ann") == (target == "Ann")


def test_the_wolf_father_has_nobody_to_infect() -> None:
    """BACK-2"""
    t = on_the_night("Ann Bea:werewolf Cid:cursed_wolf_father Dan:hunter Eve Fay Gus Hal").night(devour="Dan")
    assert not t.was_asked("cursed_wolf_father.infect")
    assert "cursed_wolf_father" in t.fakes
    assert t.dawn().dead == ["Bea"]


def test_the_witch_is_shown_the_target_and_heals_in_vain() -> None:
    """BACK-2"""
    t = on_the_night("Ann Bea:werewolf Cid:witch Dan:hunter Eve Fay Gus Hal").night(devour="Dan", heal="Dan")
    assert t.sees("Cid", "victims_shown", seats=("Dan",))
    assert t.dawn().dead == ["Bea"]
    assert t.winner == "village"


def test_an_elder_loses_no_life() -> None:
    """ELDER-17"""
    t = on_the_night("Ann:elder Bea:werewolf Cid:werewolf Dan Eve Fay Gus Hal").night(devour="Ann").dawn()
    assert t.dead == ["Bea"]
    t.day().night(devour="Ann").dawn()
    assert "Ann" in t.alive
    assert t.day().night(devour="Ann").dawn().dead == ["Bea", "Ann"]


def test_the_big_bad_wolf_feeds_as_usual_and_loses_his_second_meal_by_the_death() -> None:
    """BACK-3, BBW-3"""
    t = on_the_night("Ann:fox Bea:werewolf Cid:big_bad_wolf Dan Eve Fay Gus Hal", big_bad_wolf_second_meal="may")
    t.night(werewolves_devour="Ann", big_bad_wolf_devour="Dan").dawn()
    assert t.dead == ["Dan", "Bea"]
    t.day().night(devour="Ann")
    assert "big_bad_wolf" not in t.calls


def test_a_burning_house_leaves_it_no_target() -> None:
    """BACK-4, NR-12"""
    people = "Ann:pyromaniac Bea:werewolf Cid Dan:werewolf Eve Fay Gus Hal"
    t = on_the_night(people, houses="Cid:farm_1")
    t.night(burn="farm_1", devour="Cid").dawn()
    assert t.dead == ["Bea"]  # to the right, by fire
    assert not t.is_wolf("Cid")


def test_the_moderator_lifts_the_targets_card() -> None:
    """IDENT-R15"""
    t = (
        on_the_night("Ann Bea:werewolf Cid:hunter Dan:werewolf Eve Fay Gus Hal", physical=True)
        .night(devour="Eve")
        .dawn()
    )
    assert t.looked_at == ["Eve"]
    assert t.is_wolf("Eve")
    t.day("Eve")
    assert t.sees(None, "card_shown", seat="Eve", card="werewolf")


def test_it_comes_before_the_trance() -> None:
    """AMD-43"""
    t = on_the_night(variants="lycanthropic_trance").night(devour="Ann").dawn()
    assert t.is_wolf("Ann")
    t.day().night(devour="Cid")
    assert [event.facts["seat"] for event in t.events("mesmerized")] == [t.seat("Cid")]
