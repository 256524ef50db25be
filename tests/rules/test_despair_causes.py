"""Which deaths of the Elder cost the village its powers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

TABLE = "Ann:elder Bea:werewolf Cid:witch Dan:hunter Eve Fay Gus Hal"
PAST = {"vote": ({}, "Ann"), "poison": ({"poison": "Ann"}, None), "shot": ({}, "Dan")}


def killed_by(cause: str, **options: Any) -> Table:
    night, votes = PAST[cause]
    return Table(TABLE, **options).night(**night).dawn().day(votes, **({"shoot": "Ann"} if cause == "shot" else {}))


@pytest.mark.parametrize("cause", ["vote", "poison", "shot"])
def test_the_village_despairs_if_it_kills_its_elder(cause: str) -> None:
    """ELDER-3, DESP-1, OPT-ELDER-DESPAIR"""
    t = killed_by(cause)
    assert "Ann" in t.dead
    assert t.sees(None, "despaired")


@pytest.mark.parametrize(("cause", "despair"), [("vote", True), ("poison", False), ("shot", False)])
def test_in_the_helpers_reading_only_the_vote_counts(cause: str, despair: bool) -> None:
    """ELDER-3, OPT-ELDER-DESPAIR"""
    t = killed_by(cause, preset="helper")
    assert "Ann" in t.dead
    assert t.happened("despaired") is despair


def test_poison_counts_though_the_wolves_have_killed_him_too() -> None:
    """ELDER-3, NR-13, OPT-ELDER-DESPAIR"""
    t = Table(TABLE).round(devour="Ann").night(devour="Ann", poison="Ann").dawn()
    assert t.dead == ["Ann"]
    assert t.happened("despaired")


def test_the_second_bite_brings_no_despair() -> None:
    """ELDER-11"""
    t = Table(TABLE).round(devour="Ann").round(devour="Ann")
    assert t.dead == ["Ann"]
    assert not t.happened("despaired")


def test_grief_brings_no_despair() -> None:
    """ELDER-11, LOVE-8, LOVE-9"""
    t = Table("Ann:elder Bea:werewolf Cid:cupid Dan Eve Fay Gus").night(pair=["Ann", "Dan"]).dawn().day("Dan")
    assert t.dead == ["Dan", "Ann"]
    assert not t.happened("despaired")


def turned_elder(others: str) -> Table:
    """Ann, the Elder, has been bitten once and infected at the second bite."""
    t = Table(f"Ann:elder Bea:cursed_wolf_father {others}")
    t.round(devour="Ann").round(devour="Ann", infect=True)
    assert t.is_wolf("Ann")
    return t


def test_the_white_werewolfs_bite_brings_no_despair() -> None:
    """ELDER-11"""
    t = turned_elder("Cid:white_werewolf Dan Eve Fay Gus").round()
    t.night(white_werewolf_devour="Ann").dawn()
    assert t.dead == ["Ann"]
    assert not t.happened("despaired")


def test_disease_brings_no_despair_and_asks_for_no_life() -> None:
    """ELDER-11, KNIGHT-8"""
    t = turned_elder("Cid Dan Eve Fay Gus:knight_with_the_rusty_sword").round(devour="Gus").night().dawn()
    assert t.dead == ["Gus", "Ann"]
    assert not t.happened("despaired")


def test_a_second_vote_is_a_village_vote() -> None:
    """ELDER-11, VOTE-17"""
    t = Table("Ann:elder Bea:werewolf Cid:wandering_judge Dan Eve Fay Gus").night().dawn()
    t.day([None, "Ann"], signed=True)
    assert t.happened("despaired")


@pytest.mark.parametrize("keeps", ["all_powers", "night_powers"])
def test_an_infected_elder_voted_out_brings_despair_all_the_same(keeps: str) -> None:
    """ELDER-10, INF-11"""
    t = Table("Ann:elder Bea:cursed_wolf_father Cid Dan Eve Fay Gus", infected_keeps=keeps)
    t.round(devour="Ann").round("Ann", devour="Ann", infect=True)
    assert t.dead == ["Ann"]
    assert t.happened("despaired")


def test_bitten_to_death_and_poisoned_he_brings_despair() -> None:
    """NR-13, ELDER-3"""
    t = Table(TABLE).round(devour="Ann").night(devour="Ann", poison="Ann").dawn()
    assert t.dead == ["Ann"]
    assert t.happened("despaired")


def test_the_poison_of_an_infected_witch_brings_despair() -> None:
    """ELDER-12, WITCH-18"""
    t = Table("Ann:elder Bea:cursed_wolf_father Cid:witch Dan Eve Fay Gus").round(devour="Cid", infect=True)
    t.night(poison="Ann").dawn()
    assert t.happened("despaired")


def test_the_shot_of_an_infected_hunter_brings_despair() -> None:
    """ELDER-12, HUNTER-10"""
    t = Table("Ann:elder Bea:cursed_wolf_father Cid:hunter Dan Eve Fay Gus").round(devour="Cid", infect=True)
    t.night().dawn().day("Cid", shoot="Ann")
    assert t.happened("despaired")


def test_the_poison_of_the_actor_brings_despair() -> None:
    """ELDER-12, ACTOR-M3"""
    t = Table("Ann:elder Bea:werewolf Cid:actor Dan Eve Fay Gus", trio="witch hunter fox")
    t.night(play="witch", poison="Ann").dawn()
    assert t.happened("despaired")


def test_the_shot_of_the_actor_brings_despair() -> None:
    """ELDER-12, ACTOR-M4"""
    t = Table("Ann:elder Bea:werewolf Cid:actor Dan Eve Fay Gus", trio="witch hunter fox")
    t.night(play="hunter").dawn().day("Cid", shoot="Ann")
    assert t.happened("despaired")


def test_an_actor_who_plays_the_elder_brings_none() -> None:
    """ACTOR-M5, DESP-1"""
    t = Table("Ann Bea:werewolf Cid:actor Dan Eve Fay Gus", trio="elder hunter fox")
    t.night(play="elder").dawn().day("Cid")
    assert t.dead == ["Cid"]
    assert not t.happened("despaired")
