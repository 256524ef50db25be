"""The Miracle: last night's victim lives on as a Simple Villager."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

VILLAGE = "Ann:hunter Bea:werewolf Cid:witch Dan Eve Fay Gus Hal"
BEFORE = "before_victims"
AFTER = "after_victims"
timings = pytest.mark.parametrize("timing", [BEFORE, AFTER])


def eve(people: str = VILLAGE, timing: str = AFTER, first: dict[str, Any] | None = None, **options: Any) -> Table:
    """The nightfall before the morning it is read."""
    return Table(people, events="miracle", event_timing=timing, **options).round(**(first or {}))


@timings
def test_the_victim_lives_on_as_a_simple_villager(timing: str) -> None:
    """MIRA-1, MIRA-4, GEN-17"""
    t = eve("Ann:elder Bea:werewolf Cid:fox Dan Eve Fay Gus Hal", timing).night(devour="Cid").dawn()
    assert "Cid" in t.alive
    assert t.dead == []
    assert t.sees("Cid", "converted", seat="Cid", card="simple_villager")
    t.day("Cid")
    assert t.sees(None, "card_shown", seat="Cid", card="simple_villager")


def test_before_the_victims_are_named_the_death_never_happened() -> None:
    """MIRA-3"""
    t = eve(timing=BEFORE, sheriff="Ann").night(devour="Ann").dawn()
    assert t.sees(None, "saved", seat="Ann")
    assert t.happened("nobody_died")
    assert not t.was_asked("hunter.shoot")
    assert t.sheriff == "Ann"
    assert not t.happened("card_shown")


def test_afterwards_what_the_death_has_caused_stays() -> None:
    """MIRA-3, MIRA-4"""
    t = eve(sheriff="Ann").night(devour="Ann").dawn(shoot="Dan", heir="Eve")
    assert t.dead == ["Dan"]
    assert "Ann" in t.alive
    assert t.sheriff == "Eve"
    assert t.sees(None, "returned", seat="Ann")
    t.day("Ann")  # no second shot
    assert t.dead == ["Dan", "Ann"]


def test_an_actors_couple_parted_by_it_is_gone_before_nightfall() -> None:
    """AMD-44, ACTOR-8, ACTOR-M12: it would have ended then."""
    t = eve("Ann:actor Bea:werewolf Cid Dan Eve Fay Gus Hal", trio="cupid fox hunter")
    t.night(play="cupid", pair=["Cid", "Dan"], devour="Cid").dawn()
    assert t.dead == ["Dan"]
    assert "Cid" in t.alive
    assert t.day().asks("night.falls")


def test_a_villager_who_returns_may_be_the_one_the_village_needs() -> None:
    """AMD-57, AMD-22, WIN-1: no Werewolf lives, only loners were left; victory is looked for at once."""
    people = "Ann:werewolf Bea:piper Cid:prejudiced_manipulator Dan:witch"
    groups = {"Ann": "old", "Bea": "young", "Cid": "old", "Dan": "young"}
    t = eve(people, first={"charm": ["Ann", "Dan"]}, groups=groups)
    t.night(devour="Dan", poison="Ann", charm=["Ann", "Dan"]).dawn()
    assert t.alive == ["Bea", "Cid", "Dan"]
    assert t.winner == "village"
    assert t.winners == ["Dan"]


@timings
def test_whoever_returns_is_there_again_for_everything(timing: str) -> None:
    """MIRA-1"""
    t = eve(timing=timing).night(devour="Dan").dawn().day({"Dan": "Bea"})
    assert t.dead == ["Bea"]
    assert "Dan" in t.winners


@timings
def test_the_old_role_is_lost_for_good(timing: str) -> None:
    """MIRA-4, FK-5"""
    t = eve(timing=timing).night(devour="Cid").dawn().day().night(devour="Dan")
    assert "witch" not in t.calls or "witch" in t.fakes
    assert ("witch" in t.calls) == (timing == BEFORE)  # shown or not
    t.dawn()
    assert t.dead == ["Dan"]


@timings
def test_nobody_devoured_nobody_saved(timing: str) -> None:
    """MIRA-2"""
    t = eve(timing=timing, first={"devour": "Gus"}).night().dawn()
    assert t.dead == ["Gus"]
    assert not t.happened("converted")
    t.day().night(devour="Dan").dawn()
    assert t.dead == ["Gus", "Dan"]


@timings
def test_of_two_meals_it_undoes_the_packs(timing: str) -> None:
    """MIRA-2"""
    t = eve("Ann:big_bad_wolf Bea:werewolf Cid Dan Eve Fay Gus Hal", timing, big_bad_wolf_second_meal="may")
    t.night(werewolves_devour="Dan", big_bad_wolf_devour="Cid").dawn()
    assert t.dead == ["Cid"]
    assert "Dan" in t.alive


@timings
def test_poisoned_as_well_the_victim_stays_dead(timing: str) -> None:
    """MIRA-5"""
    t = eve(timing=timing).night(devour="Dan", poison="Dan").dawn()
    assert t.dead == ["Dan"]
    assert not t.happened("saved")
    assert not t.happened("converted")


@timings
def test_dead_of_grief_as_well_the_victim_stays_dead(timing: str) -> None:
    """MIRA-5"""
    t = eve("Ann:cupid Bea:werewolf Cid:witch Dan Eve Fay Gus Hal", timing, {"pair": ["Dan", "Eve"]})
    t.night(devour="Dan", poison="Eve").dawn()
    assert sorted(t.dead) == ["Dan", "Eve"]
    assert not t.happened("saved")


@timings
def test_a_healed_victim_needs_no_miracle(timing: str) -> None:
    """MIRA-2"""
    t = eve("Ann:hunter Bea:werewolf Cid:witch Dan:elder Eve Fay Gus Hal", timing).night(devour="Ann", heal="Ann")
    t.dawn()
    assert not t.happened("converted")
    t.day("Ann", shoot="Bea")
    assert t.dead == ["Ann", "Bea"]


def test_a_lover_who_returns_is_no_lover_any_more() -> None:
    """AMD-44, MIRA-3"""
    t = eve("Ann:cupid Bea:werewolf Cid:witch Dan Eve Fay Gus Hal", first={"pair": ["Dan", "Eve"]})
    t.night(devour="Dan").dawn()
    assert t.dead == ["Eve"]
    assert "Dan" in t.alive
    assert not t.game.village.named("lovers")


def test_lovers_stay_lovers_if_nobody_died() -> None:
    """MIRA-3, MIRA-4"""
    t = eve("Ann:cupid Bea:werewolf Cid Dan Eve Fay Gus Hal", BEFORE, {"pair": ["Dan", "Eve"]})
    t.night(devour="Dan").dawn()
    assert t.dead == []
    t.day("Eve")
    assert sorted(t.dead) == ["Dan", "Eve"]


def test_the_last_eliminated_is_the_last_one_still_dead() -> None:
    """AMD-44"""
    t = Table(VILLAGE, events="miracle bleak_monday").round("Gus").night(devour="Dan").dawn()
    assert t.dead == ["Gus"]
    t.day().night().dawn()
    assert t.events("event_read")[-1].facts["by"] == t.seat("Gus")


@pytest.mark.parametrize(("timing", "turned"), [(BEFORE, False), (AFTER, True)])
def test_a_wild_child_whose_model_returns(timing: str, turned: bool) -> None:
    """CHILD-9"""
    t = eve("Ann:wild_child Bea:werewolf Cid Dan Eve Fay Gus Hal", timing, {"model": "Dan"})
    t.night(devour="Dan").dawn()
    assert "Dan" in t.alive
    assert t.is_wolf("Ann") == turned


def test_a_house_not_given_away_is_home_again() -> None:
    """MIRA-3"""
    t = eve(houses="Dan:farm_1 Eve:farm_2").night(devour="Dan").dawn()
    assert t.happened("vacated", seat="Dan", house="farm_1")
    assert t.happened("came_home", seat="Dan", house="farm_1")
    assert not t.game.village.the(_houses()).vacant


def _houses() -> Any:
    from nightcall.rules.buildings.building import Houses

    return Houses


def test_under_burial_the_old_card_stays_unknown() -> None:
    """EVX-4"""
    t = eve(in_force="burial").night(devour="Cid").dawn()
    assert "Cid" in t.alive
    assert not t.happened("card_shown")
    t.day().night()
    assert "witch" in t.fakes  # nobody knows that she is gone


def test_a_player_saved_by_a_miracle_wins_with_the_village() -> None:
    """WIN-18, MIRA-4"""
    people = "Ann:piper Bea:werewolf Cid Dan Eve Fay Gus Hal"
    t = Table(people, events="miracle").round(charm=["Cid", "Dan"]).night(devour="Ann", charm=["Eve", "Fay"]).dawn()
    assert "Ann" in t.alive
    t.day("Bea")
    assert t.winner == "village"
    assert "Ann" in t.winners


def test_read_before_the_victims_are_named_it_saves_the_game() -> None:
    """NM-12"""
    people = "Ann:werewolf Bea Cid Dan"
    t = Table(people, events="miracle", event_timing=BEFORE).round("Bea", devour="Cid").night(devour="Dan").dawn()
    assert t.winner is None
    assert t.alive == ["Ann", "Dan"]
    t = Table(people, events="miracle", event_timing=AFTER).round("Bea", devour="Cid").night(devour="Dan").dawn()
    assert t.winner == "werewolves"
    assert not t.happened("event_read")


@timings
@pytest.mark.parametrize("victim", ["Ann", "Dan"])
def test_with_physical_cards(timing: str, victim: str) -> None:
    """MIRA-1, MIRA-3"""
    t = (
        eve(timing=timing, physical=True)
        .night(devour=victim)
        .dawn(**({"shoot": "Eve"} if _shoots(timing, victim) else {}))
    )
    assert victim in t.alive
    t.day(victim)
    assert t.sees(None, "card_shown", seat=victim, card="simple_villager")


def _shoots(timing: str, victim: str) -> bool:
    return timing == AFTER and victim == "Ann"


@timings
def test_the_victim_of_a_full_moon_is_one_too(timing: str) -> None:
    """FULL-4, MIRA-2"""
    t = Table(VILLAGE, events="full_moon_rising miracle", event_timing=timing).round().round()
    t.night(look="Ann", devour="Bea").dawn()
    if timing == AFTER:
        assert t.winner == "village"  # the only Werewolf fell before the draw
        return
    assert "Bea" in t.alive
    assert not t.is_wolf("Bea")


def test_an_untouched_victim_is_none() -> None:
    """AMD-43, MIRA-2"""
    t = eve(timing=BEFORE, in_force="touch_of_death").night(devour="Dan").dawn()
    assert t.dead == []
    assert not t.happened("saved")


@timings
def test_a_trance_leaves_it_no_object(timing: str) -> None:
    """AMD-43"""
    t = eve(timing=timing, variants="lycanthropic_trance").night(devour="Ann").dawn()
    assert t.happened("mesmerized", seat="Ann")
    assert not t.happened("saved")
    assert not t.happened("converted")
