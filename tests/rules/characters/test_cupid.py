"""Cupid's arrow. What love does is told in the tests of the Lovers."""

from __future__ import annotations

import pytest

from tests.table import Table

TABLE = "Ann:cupid Bea:werewolf Cid:cursed_wolf_father Dan Eve Fay Gus"


@pytest.mark.parametrize("physical", [False, True])
def test_makes_two_players_lovers(physical: bool) -> None:
    """CUPID-1"""
    t = Table(TABLE, physical=physical).night(pair=("Dan", "Eve"), devour="Dan")
    assert t.sees("Dan", "fell_in_love", seats=("Dan", "Eve"))
    assert not t.sees("Fay", "fell_in_love")
    assert not t.sees(None, "paired")
    assert t.dawn().dead == ["Dan", "Eve"]


def test_may_name_himself() -> None:
    """CUPID-1"""
    t = Table(TABLE).night(pair=("Ann", "Eve"), devour="Eve").dawn()
    assert t.dead == ["Eve", "Ann"]


def test_they_are_lovers_for_the_rest_of_the_game() -> None:
    """CUPID-1"""
    t = Table(TABLE).round(pair=("Dan", "Eve")).round().night(devour="Dan").dawn()
    assert t.dead == ["Dan", "Eve"]


def test_afterwards_he_has_no_power() -> None:
    """CUPID-2, FK-10"""
    t = Table(TABLE).round(pair=("Dan", "Eve"))
    t.night()
    assert "cupid" not in t.calls
    assert "lovers" not in t.calls


@pytest.mark.parametrize("pair", [["Dan"], ["Dan", "Eve", "Fay"], ["Dan", "Dan"], []])
def test_names_two_different_players_neither_more_nor_fewer(pair: list[str]) -> None:
    """CUPID-3"""
    t = Table(TABLE).upto("cupid.pair")
    assert t.refuses(pair).key in ("answer.how_many", "answer.twice")
    assert t.refuses(None).key == "answer.not_seats"


def test_names_living_players() -> None:
    """CUPID-3"""
    t = Table("Ann:cupid Bea:werewolf Cid:angel Dan Eve Fay Gus").day("Gus").upto("cupid.pair")
    assert t.options == ["Ann", "Bea", "Cid", "Dan", "Eve", "Fay"]
    assert t.refuses(["Fay", "Gus"]).key == "answer.not_an_option"


def test_his_death_leaves_the_lovers_as_they_are() -> None:
    """CUPID-4"""
    t = Table(TABLE).night(pair=("Dan", "Eve"), devour="Ann").dawn()
    assert t.dead == ["Ann"]
    assert t.day("Dan").dead == ["Ann", "Dan", "Eve"]


def test_his_infection_leaves_the_lovers_as_they_are() -> None:
    """CUPID-4"""
    t = Table(TABLE).night(pair=("Dan", "Eve"), devour="Ann", infect=True).dawn()
    assert t.is_wolf("Ann")
    assert t.day("Dan").dead == ["Dan", "Eve"]


def test_a_servant_who_takes_his_card_makes_no_lovers() -> None:
    """CUPID-5, SERV-M1"""
    t = Table("Ann:cupid Bea:werewolf Cid:devoted_servant Dan Eve Fay Gus").night(pair=("Dan", "Eve"), devour="Fay")
    t.dawn().day("Ann", act="Cid").night()
    assert t.calls == ["werewolves"]


def test_a_servant_who_takes_his_card_before_the_first_night_makes_no_lovers() -> None:
    """CUPID-5, SERV-4"""
    t = Table("Ann:cupid Bea:werewolf Cid:devoted_servant Dan:angel Eve Fay Gus").day("Ann", act="Cid").night()
    assert t.fakes == ["cupid", "lovers"]
    assert t.asks("dawn.breaks")
