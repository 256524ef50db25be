"""The Knight with the Rusty Sword, and the disease he leaves."""

from __future__ import annotations

import pytest

from tests.table import Table

KNIGHT = "knight_with_the_rusty_sword"
TABLE = f"Ann:{KNIGHT} Bea Cid:werewolf Dan:witch Eve:werewolf Fay Gus Hal"


@pytest.mark.parametrize("physical", [False, True])
def test_devoured_he_kills_the_first_werewolf_to_his_left_a_night_later(physical: bool) -> None:
    """KNIGHT-1, KNIGHT-3, NR-11, GEN-7"""
    t = Table(TABLE, physical=physical).night(devour="Ann").dawn()
    assert t.dead == ["Ann"]
    t.day().night(devour="Fay")
    assert "Cid" in t.alive
    t.dawn()
    assert t.dead == ["Ann", "Fay", "Cid"]
    t.day().night().dawn()
    assert "Eve" in t.alive


def test_left_is_counted_round_the_table() -> None:
    """KNIGHT-1, GEN-7"""
    t = Table(f"Ann Bea:werewolf Cid Dan:werewolf Eve:{KNIGHT} Fay Gus").round(devour="Eve").night().dawn()
    assert t.dead == ["Eve", "Bea"]


def test_the_disease_is_announced_as_the_cause_and_nothing_before() -> None:
    """KNIGHT-2, NR-15"""
    t = Table(TABLE).round(devour="Ann")
    assert not t.sees(None, "diseased")
    assert not t.sees("Cid", "diseased")
    t.night().dawn()
    assert t.sees(None, "died", seat="Cid", cause="disease")
    assert t.why("died", seat="Cid").startswith("KNIGHT-")


def test_the_disease_is_announced_even_if_poison_hit_the_same_player() -> None:
    """KNIGHT-2, NR-13, NR-15"""
    t = Table(TABLE).round(devour="Ann").night(poison="Cid").dawn()
    assert t.dead == ["Ann", "Cid"]
    assert t.sees(None, "died", seat="Cid", cause="disease")
    assert t.why("died", seat="Cid").startswith("KNIGHT-")


def test_the_target_is_fixed_after_the_cascade() -> None:
    """KNIGHT-4, RES-7, RES-11"""
    t = Table(f"Ann:{KNIGHT} Bea:werewolf Cid:hunter Dan:werewolf Eve:cupid Fay Gus Hal")
    t.night(pair=["Ann", "Cid"], devour="Ann").dawn(shoot="Bea")
    assert t.dead == ["Ann", "Cid", "Bea"]
    t.day().night().dawn()
    assert t.dead == ["Ann", "Cid", "Bea", "Dan"]


def test_later_werewolves_in_between_change_nothing() -> None:
    """KNIGHT-4, KNIGHT-11"""
    t = Table(f"Ann:{KNIGHT} Bea Cid Dan:cursed_wolf_father Eve Fay Gus:werewolf").round(devour="Ann")
    t.night(devour="Bea", infect=True).dawn()
    assert t.dead == ["Ann", "Dan"]
    assert t.is_wolf("Bea")


def test_the_diseased_dead_by_day_nobody_takes_the_place() -> None:
    """KNIGHT-4, KNIGHT-8"""
    t = Table(TABLE).round("Cid", devour="Ann").night().dawn()
    assert t.dead == ["Ann", "Cid"]
    t.day().night().dawn()
    assert t.dead == ["Ann", "Cid"]


def test_a_wild_child_turned_by_the_knights_death_may_be_diseased() -> None:
    """KNIGHT-1, KNIGHT-6, OPT-KNIGHT-POOL"""
    people = f"Ann:{KNIGHT} Bea:wild_child Cid:werewolf Dan Eve Fay"
    t = Table(people).round(model="Ann", devour="Ann").night().dawn()
    assert t.dead == ["Ann", "Bea"]
    t = Table(people, preset="pacte").round(model="Ann", devour="Ann").night().dawn()
    assert t.dead == ["Ann", "Cid"], "he did not share the meal"


BIG = f"Ann:{KNIGHT} Bea:werewolf Cid:big_bad_wolf Dan Eve Fay Gus Hal"


@pytest.mark.parametrize(("pool", "diseased"), [("any_werewolf", "Bea"), ("culprits_only", "Cid")])
def test_the_big_bad_wolfs_meal_counts(pool: str, diseased: str) -> None:
    """KNIGHT-5, BBW-5, OPT-KNIGHT-POOL"""
    t = Table(BIG, knight_disease_pool=pool).round(werewolves_devour="Dan", big_bad_wolf_devour="Ann")
    t.night(werewolves_devour="Eve", big_bad_wolf_devour="Fay").dawn()
    assert t.dead == ["Dan", "Ann", "Eve", "Fay", diseased]


def test_a_player_infected_that_night_did_not_share_the_meal() -> None:
    """KNIGHT-6, OPT-KNIGHT-POOL"""
    people = f"Ann:{KNIGHT} Bea Cid:big_bad_wolf Dan:cursed_wolf_father Eve Fay Gus Hal"
    t = Table(people, preset="pacte").round(werewolves_devour="Bea", infect=True, big_bad_wolf_devour="Ann")
    t.night(big_bad_wolf_devour="Eve").dawn()
    assert t.dead == ["Ann", "Eve", "Cid"]


def test_everybody_awake_at_the_packs_meal_is_a_culprit() -> None:
    """KNIGHT-6"""
    people = f"Ann:{KNIGHT} Bea Cid:werewolf Dan:cursed_wolf_father Eve Fay Gus Hal"
    t = Table(people, preset="pacte").round(devour="Bea", infect=True).round(devour="Ann").night().dawn()
    assert t.dead == ["Ann", "Bea"]


def test_no_culprit_left_nobody_diseased() -> None:
    """AMD-16, KNIGHT-6"""
    people = f"Ann:{KNIGHT} Bea:hunter Cid:big_bad_wolf Dan:werewolf Eve:cupid Fay Gus Hal"
    t = Table(people, preset="pacte").night(pair=["Ann", "Bea"], werewolves_devour="Fay", big_bad_wolf_devour="Ann")
    t.dawn(shoot="Cid").day().night().dawn()
    assert t.dead == ["Fay", "Ann", "Bea", "Cid"]


@pytest.mark.parametrize("preset", ["pact", "pacte"])
def test_devoured_and_poisoned_he_still_infects_a_werewolf(preset: str) -> None:
    """NR-13, KNIGHT-1, KNIGHT-6"""
    t = Table(f"Ann:{KNIGHT} Bea:witch Cid:werewolf Dan Eve Fay Gus", preset=preset)
    t.round(devour="Ann", poison="Ann").night().dawn()
    assert t.dead == ["Ann", "Cid"]


def nobody_falls_ill(t: Table) -> bool:
    fallen = len(t.dead)
    t.day().night().dawn()
    return not t.happened("diseased") and len(t.dead) == fallen


def test_poisoned_only_he_leaves_no_disease() -> None:
    """KNIGHT-7"""
    t = Table(TABLE).night(poison="Ann").dawn()
    assert t.dead == ["Ann"]
    assert nobody_falls_ill(t)


def test_voted_out_he_leaves_no_disease() -> None:
    """KNIGHT-7"""
    t = Table(TABLE).round("Ann").night().dawn()
    assert t.dead == ["Ann"]
    assert nobody_falls_ill(t)


def test_healed_he_leaves_no_disease() -> None:
    """KNIGHT-7"""
    t = Table(TABLE).night(devour="Ann", heal="Ann").dawn()
    assert t.dead == []
    assert nobody_falls_ill(t)


def test_protected_he_leaves_no_disease() -> None:
    """KNIGHT-7"""
    t = Table(f"Ann:{KNIGHT} Bea:werewolf Cid:defender Dan Eve Fay").night(protect="Ann", devour="Ann").dawn()
    assert t.dead == []
    t.day().night(protect="Cid").dawn()
    assert t.dead == []


def test_infected_he_leaves_no_disease() -> None:
    """KNIGHT-7, INF-11"""
    t = Table(f"Ann:{KNIGHT} Bea:cursed_wolf_father Cid Dan Eve Fay").night(devour="Ann", infect=True).dawn()
    assert nobody_falls_ill(t)


@pytest.mark.parametrize("preset", ["pact", "pacte"])
def test_an_infected_knight_bitten_by_the_white_werewolf_leaves_no_disease(preset: str) -> None:
    """INF-11, KNIGHT-7"""
    t = Table(f"Ann:{KNIGHT} Bea:cursed_wolf_father Cid:white_werewolf Dan Eve Fay", preset=preset)
    t.round(devour="Ann", infect=True).night(white_werewolf_devour="Ann").dawn()
    assert t.dead == ["Ann"]
    assert nobody_falls_ill(t)


def test_neither_defender_nor_witch_can_help_the_diseased() -> None:
    """KNIGHT-8, DEF-11, WITCH-17"""
    t = Table(f"Ann:{KNIGHT} Bea:werewolf Cid:witch Dan:defender Eve Fay").round(protect="Eve", devour="Ann")
    t.night(protect="Bea")
    assert t.events("victims_shown")[-1].facts["seats"] == ()
    t.dawn()
    assert t.dead == ["Ann", "Bea"]


def test_the_white_werewolf_may_be_diseased() -> None:
    """KNIGHT-9, WHITE-9"""
    t = Table(f"Ann:{KNIGHT} Bea:white_werewolf Cid:werewolf Dan Eve Fay").round(devour="Ann").night().dawn()
    assert t.dead == ["Ann", "Bea"]


def test_a_servant_who_takes_the_diseased_players_card_is_healthy() -> None:
    """KNIGHT-10, SERV-4"""
    t = Table(f"Ann:{KNIGHT} Bea:werewolf Cid:devoted_servant Dan:werewolf Eve Fay").night(devour="Ann").dawn()
    t.day("Bea", act="Cid").night().dawn()
    assert t.dead == ["Ann", "Bea"]
    assert t.is_wolf("Cid")
