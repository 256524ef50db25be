"""The Defender."""

from __future__ import annotations

import pytest

from tests.table import Table

TABLE = "Ann:defender Bea:werewolf Cid:werewolf Dan Eve Fay Gus"


@pytest.mark.parametrize("physical", [False, True])
def test_a_protected_player_survives_the_wolves(physical: bool) -> None:
    """DEF-1, NR-6"""
    t = Table(TABLE, physical=physical).night(protect="Eve", devour="Eve").dawn()
    assert t.dead == []
    assert t.happened("nobody_died")


def test_only_the_protected_player_survives() -> None:
    """DEF-1"""
    assert Table(TABLE).night(protect="Dan", devour="Eve").dawn().dead == ["Eve"]


def test_may_protect_himself() -> None:
    """DEF-1"""
    assert Table(TABLE).night(protect="Ann", devour="Ann").dawn().dead == []


def test_only_the_defender_knows_whom_he_protects() -> None:
    """DEF-1, GEN-6"""
    t = Table(TABLE).night(protect="Eve", devour="Eve").dawn()
    assert t.sees("Ann", "protected", seat="Eve")
    assert not t.sees("Eve", "protected")
    assert not t.sees(None, "protected")
    assert not t.sees("Ann", "spared")


def test_protection_ends_in_the_morning() -> None:
    """DEF-1"""
    t = Table(TABLE).round(protect="Eve").night(protect="Dan", devour="Eve").dawn()
    assert t.dead == ["Eve"]


def test_protection_does_not_last_into_the_days_vote() -> None:
    """DEF-1"""
    assert Table(TABLE).round(protect="Eve", votes="Eve").dead == ["Eve"]


def test_not_the_same_player_two_nights_running() -> None:
    """DEF-2"""
    t = Table(TABLE).round(protect="Eve").upto("defender.protect")
    assert t.refuses("Eve").rule == "DEF-2"
    t.answer(protect="Dan").dawn().day().upto("defender.protect")
    assert t.refuses("Dan").rule == "DEF-2"
    assert t.answer(protect="Eve", devour="Eve").dawn().dead == []


def test_not_himself_two_nights_running() -> None:
    """DEF-2"""
    assert Table(TABLE).round(protect="Ann").upto("defender.protect").refuses("Ann").rule == "DEF-2"


def test_after_a_night_without_him_the_same_player_again() -> None:
    """DEF-2, EVO-1: two nights running are the last night and this one; away, he protected nobody."""
    t = Table(TABLE, events="gone_hunting").round(protect="Dan").night(protect="Eve").dawn(leave=["Ann"]).day()
    t.night().dawn().day()
    assert t.night(protect="Eve", devour="Eve").dawn().dead == []


def test_must_choose() -> None:
    """DEF-6"""
    assert Table(TABLE).upto("defender.protect").refuses(None).key == "answer.needed"


# -- what protection does not stop --


def test_not_the_charm() -> None:
    """DEF-4"""
    t = Table("Ann:defender Bea:werewolf Cid:piper Dan Eve Fay").night(protect="Eve", charm=("Dan", "Eve"))
    assert t.sees("Eve", "charmed", seat="Eve")
    assert t.sees("Eve", "charmed_met", seats=("Dan", "Eve"))


def test_not_the_infection() -> None:
    """DEF-4, DEF-8, CWF-4, NR-5"""
    t = Table("Ann:defender Bea:cursed_wolf_father Cid Dan Eve Fay").night(protect="Eve", devour="Eve", infect=True)
    assert t.is_wolf("Eve")
    assert t.dawn().dead == []


def test_not_the_poison() -> None:
    """DEF-5, NR-9"""
    t = Table("Ann:defender Bea:werewolf Cid:witch Dan Eve Fay").night(protect="Eve", devour="Eve", poison="Eve").dawn()
    assert t.dead == ["Eve"]


def test_not_the_hunters_shot() -> None:
    """DEF-5, HUNTER-6"""
    t = Table("Ann:defender Bea:werewolf Cid:hunter Dan Eve Fay").night(protect="Eve", devour="Cid").dawn(shoot="Eve")
    assert t.dead == ["Cid", "Eve"]


def test_not_grief() -> None:
    """DEF-11, LOVE-9"""
    t = Table("Ann:defender Bea:werewolf Cid:cupid Dan Eve Fay").night(pair=("Dan", "Eve"), protect="Eve", devour="Dan")
    assert t.dawn().dead == ["Dan", "Eve"]


def test_not_the_disease() -> None:
    """DEF-11, NR-11"""
    t = Table("Ann:defender Bea:knight_with_the_rusty_sword Cid:werewolf Dan:werewolf Eve Fay Gus")
    t.round(protect="Ann", devour="Bea").night(protect="Cid").dawn()
    assert t.dead == ["Bea", "Cid"]


def test_not_the_fright_of_a_caught_girl() -> None:
    """DEF-3, GIRL-10"""
    t = Table("Ann:defender Bea:werewolf Cid:little_girl Dan Eve", little_girl_caught="dies_of_fright_instead")
    assert t.night(protect="Cid", caught="Cid").dawn().dead == ["Cid"]


# -- what it stops --


def test_a_protected_elder_loses_no_life() -> None:
    """DEF-7, NR-6, NR-7"""
    t = Table("Ann:defender Bea:werewolf Cid:elder Dan Eve Fay").round(protect="Cid", devour="Cid")
    t.round(protect="Dan", devour="Cid")
    assert t.dead == []
    assert t.night(protect="Eve", devour="Cid").dawn().dead == ["Cid"]


def test_a_protected_elder_cursed_on_his_first_bite_is_neither_infected_nor_wounded() -> None:
    """DEF-7"""
    t = Table("Ann:defender Bea:cursed_wolf_father Cid:elder Dan Eve Fay").round(
        protect="Cid", devour="Cid", infect=True
    )
    assert not t.is_wolf("Cid")
    t.round(protect="Dan", devour="Cid")
    assert t.dead == []
    assert t.night(protect="Eve", devour="Cid").dawn().dead == ["Cid"]


def test_a_protected_elder_on_his_last_life_is_infected() -> None:
    """DEF-8, ELDER-7"""
    t = Table("Ann:defender Bea:cursed_wolf_father Cid:elder Dan Eve Fay").round(protect="Dan", devour="Cid")
    t.night(protect="Cid", devour="Cid", infect=True)
    assert t.is_wolf("Cid")


def test_the_big_bad_wolfs_bite_too() -> None:
    """DEF-9"""
    t = Table("Ann:defender Bea:big_bad_wolf Cid Dan Eve Fay")
    t.night(protect="Eve", werewolves_devour="Dan", big_bad_wolf_devour="Eve").dawn()
    assert t.dead == ["Dan"]


@pytest.mark.parametrize(("blocks", "dead"), [(True, []), (False, ["Cid"])])
def test_the_white_werewolfs_bite_if_the_table_wants(blocks: bool, dead: list[str]) -> None:
    """DEF-10, NR-10, SW-DEFENDER-WHITE"""
    t = Table("Ann:defender Bea:white_werewolf Cid:werewolf Dan Eve Fay", defender_blocks_white=blocks)
    t.round(protect="Ann").night(protect="Cid", white_werewolf_devour="Cid").dawn()
    assert t.dead == dead


# -- whose history it is --


def test_a_servant_who_takes_the_card_starts_without_history() -> None:
    """DEF-12, SERV-M2"""
    t = Table("Ann:defender Bea:werewolf Cid:devoted_servant Dan Eve Fay").night(protect="Eve").dawn()
    t.day("Ann", act="Cid").night(protect="Eve", devour="Eve")
    assert t.dawn().dead == ["Ann"]


def test_infected_he_protects_on() -> None:
    """INF-3, FK-8"""
    t = Table("Ann:defender Bea:cursed_wolf_father Cid Dan Eve Fay").round(protect="Eve", devour="Ann", infect=True)
    assert t.night(protect="Dan", devour="Dan").dawn().dead == []


def test_where_the_infected_keep_only_night_powers_his_protection_still_works() -> None:
    """DEF-1, AMD-13, OPT-INFECT-KEEPS"""
    t = Table("Ann:defender Bea:cursed_wolf_father Cid Dan Eve Fay", infected_keeps="night_powers")
    t.round(protect="Eve", devour="Ann", infect=True)
    assert t.night(protect="Dan", devour="Dan").dawn().dead == []
