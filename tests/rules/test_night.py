"""Night resolution: the wolves' prey, and what spares it."""

from __future__ import annotations

import pytest

from tests.table import Table

# -- the wolves' prey --


@pytest.mark.parametrize("physical", [False, True])
def test_no_agreement_no_victim(physical: bool) -> None:
    """NR-1, WW-3"""
    t = Table("Ann:werewolf Bea:werewolf Cid Dan Eve", physical=physical)
    t.upto("werewolves.devour").say(None).answer().dawn()
    assert t.dead == []
    assert not t.happened("bitten")


@pytest.mark.parametrize("physical", [False, True])
def test_a_caught_little_girl_takes_the_victims_place(physical: bool) -> None:
    """NR-2, GIRL-2"""
    t = Table("Ann:little_girl Bea:werewolf Cid Dan Eve", physical=physical).night(devour="Cid", caught="Ann").dawn()
    assert t.dead == ["Ann"]


def test_a_girl_who_dies_of_fright_saves_the_victim_too() -> None:
    """NR-2, GIRL-10"""
    t = Table("Ann:little_girl Bea:werewolf Cid Dan Eve", little_girl_caught="dies_of_fright_instead")
    t.night(devour="Cid", caught="Ann").dawn()
    assert t.dead == ["Ann"]


@pytest.mark.parametrize(("mercy", "victim"), [(True, "Ann"), (False, "Cid")])
def test_the_wolves_may_leave_the_girl_alone(mercy: bool, victim: str) -> None:
    """NR-2, AMD-9"""
    t = Table("Ann:little_girl Bea:werewolf Cid Dan Eve", preset="pacte")
    t.night(werewolves="Cid", caught="Ann", little_girl_devour=mercy).dawn()
    assert t.dead == [victim]


def test_the_girl_replaces_the_prey_before_the_protection_is_looked_at() -> None:
    """NR-2, NR-6, NR-12"""
    t = Table("Ann:little_girl Bea:werewolf Cid:defender Dan Eve").night(protect="Dan", devour="Dan", caught="Ann")
    assert t.dawn().dead == ["Ann"]
    t = Table("Ann:little_girl Bea:werewolf Cid:defender Dan Eve").night(protect="Ann", devour="Dan", caught="Ann")
    assert t.dawn().dead == ["Ann"]


# -- infection --


def test_an_infected_victim_is_not_devoured() -> None:
    """NR-5, CWF-2"""
    t = Table("Ann:cursed_wolf_father Bea Cid Dan Eve").night(devour="Bea", infect=True)
    assert t.sees("Bea", "infected", seat="Bea")
    assert not t.sees(None, "infected")
    assert t.dawn().dead == []
    assert t.is_wolf("Bea")


def test_protection_does_not_prevent_an_infection() -> None:
    """NR-5, DEF-8"""
    t = Table("Ann:cursed_wolf_father Bea:defender Cid Dan Eve").night(protect="Cid", devour="Cid", infect=True).dawn()
    assert t.is_wolf("Cid")
    assert t.dead == []


def test_healing_does_not_undo_an_infection() -> None:
    """NR-5, NR-12, WITCH-3"""
    t = Table("Ann:cursed_wolf_father Bea:witch Cid Dan Eve").night(devour="Cid", infect=True, heal="Cid").dawn()
    assert t.is_wolf("Cid")
    assert t.dead == []


@pytest.mark.parametrize("physical", [False, True])
def test_the_elder_is_immune_to_the_first_bite(physical: bool) -> None:
    """NR-5, NR-7, ELDER-7"""
    t = Table("Ann:cursed_wolf_father Bea:elder Cid Dan Eve", physical=physical).round(devour="Bea", infect=True)
    assert not t.is_wolf("Bea")
    assert t.dead == []
    assert t.night(devour="Bea").dawn().dead == ["Bea"]  # the life was lost all the same


def test_the_elder_is_infected_by_the_second_bite() -> None:
    """NR-5, NR-7, NR-12"""
    t = Table("Ann:cursed_wolf_father Bea:elder Cid Dan Eve").round(devour="Bea")
    t.night(devour="Bea", infect=True).dawn()
    assert t.is_wolf("Bea")
    assert t.dead == []


# -- protection, lives, healing --


@pytest.mark.parametrize(("protected", "dead"), [("Cid", ["Dan"]), ("Dan", ["Cid"]), ("Eve", ["Cid", "Dan"])])
def test_protection_stops_either_meal(protected: str, dead: list[str]) -> None:
    """NR-6, DEF-9"""
    t = Table("Ann:big_bad_wolf Bea:defender Cid Dan Eve Fay")
    t.night(protect=protected, werewolves="Cid", big_bad_wolf="Dan").dawn()
    assert t.dead == dead


@pytest.mark.parametrize("physical", [False, True])
def test_protection_does_not_reach_the_little_girl(physical: bool) -> None:
    """NR-6, GIRL-5"""
    t = Table("Ann:werewolf Bea:defender Cid:little_girl Dan Eve", physical=physical)
    assert t.night(protect="Cid", devour="Cid").dawn().dead == ["Cid"]


@pytest.mark.parametrize("physical", [False, True])
def test_the_elder_falls_at_the_second_unprotected_bite(physical: bool) -> None:
    """NR-6, NR-7, DEF-7"""
    t = Table("Ann:werewolf Bea:defender Cid:elder Dan Eve Fay", physical=physical)
    t.round(protect="Cid", devour="Cid").round(protect="Dan", devour="Cid")
    assert t.dead == []  # one bite met the Defender, one took a life
    assert t.night(protect="Eve", devour="Cid").dawn().dead == ["Cid"]


def test_the_big_bad_wolfs_bite_takes_a_life_of_the_elder() -> None:
    """NR-7, ELDER-6"""
    t = Table("Ann:big_bad_wolf Bea:elder Cid Dan Eve Fay Gus").round(werewolves="Cid", big_bad_wolf="Bea")
    assert t.dead == ["Cid"]
    assert t.night(werewolves="Bea", big_bad_wolf="Dan").dawn().dead == ["Cid", "Bea", "Dan"]


@pytest.mark.parametrize(("healed", "dead"), [("Cid", ["Dan"]), ("Dan", ["Cid"])])
def test_healing_saves_one_of_two_victims(healed: str, dead: list[str]) -> None:
    """NR-8, WITCH-8"""
    t = Table("Ann:big_bad_wolf Bea:witch Cid Dan Eve Fay")
    t.upto("witch.heal", werewolves="Cid", big_bad_wolf="Dan")
    assert t.options == ["Cid", "Dan"]
    t.say(healed).answer().dawn()
    assert t.dead == dead


def test_an_elder_healed_at_the_first_bite_has_two_lives_again() -> None:
    """NR-8, WITCH-11"""
    t = Table("Ann:werewolf Bea:witch Cid:elder Dan Eve Fay").round(devour="Cid", heal="Cid").round(devour="Cid")
    assert t.dead == []
    assert t.night(devour="Cid").dawn().dead == ["Cid"]


def test_an_elder_healed_at_the_second_bite_has_one_life() -> None:
    """NR-8, WITCH-5, WITCH-11"""
    t = Table("Ann:werewolf Bea:witch Cid:elder Dan Eve Fay").round(devour="Cid").round(devour="Cid", heal="Cid")
    assert t.dead == []
    assert t.night(devour="Cid").dawn().dead == ["Cid"]


def test_a_healing_wasted_on_a_protected_elder_gives_no_extra_life() -> None:
    """NR-8, NR-12"""
    t = Table("Ann:werewolf Bea:witch Cid:elder Dan:defender Eve Fay Gus")
    t.round(protect="Cid", devour="Cid", heal="Cid").round(protect="Eve", devour="Cid")
    assert t.dead == []
    assert t.night(protect="Gus", devour="Cid").dawn().dead == ["Cid"]
