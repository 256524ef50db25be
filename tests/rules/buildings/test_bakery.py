"""The Bakery."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

NIGHT = ["werewolves", "bakery", "witch"]


def test_the_baker_looks_right_after_the_wolves() -> None:
    """BAKER-1: every night, before any other call."""
    t = Table("Ann:werewolf Bea:witch Cid Dan Eve", houses="Cid:bakery")
    t.night(devour="Dan")
    assert t.calls == NIGHT
    t.dawn().day().night()
    assert t.calls == NIGHT


def test_nobody_closes_the_eyes_between_wolves_and_baker() -> None:
    """BAKER-1: Wolf-Father, Big Bad Wolf and White come later."""
    people = "Ann:werewolf Bea:cursed_wolf_father Cid:big_bad_wolf Dan:white_werewolf Eve Fay Guy Hal Ivy"
    t = Table(people, houses="Fay:bakery").night(big_bad_wolf_devour="Eve").dawn().day()
    t.night(big_bad_wolf_devour="Guy")
    assert t.calls == ["werewolves", "bakery", "white_werewolf", "cursed_wolf_father", "big_bad_wolf"]


@pytest.mark.parametrize("physical", [True, False])
def test_a_baker_among_the_wolves_is_called_as_usual(physical: bool) -> None:
    """BAKER-2: the table hears the same, and nothing is faked."""
    t = Table("Ann:werewolf Bea:witch Cid Dan Eve", houses="Ann:bakery", physical=physical).night(devour="Dan")
    assert t.calls == NIGHT
    assert t.fakes == []
    assert any(prompt.key == "bakery.look" and prompt.seat == t.seat("Ann") for prompt in t.asked)


def test_an_empty_bakery_is_not_called() -> None:
    """BAKER-1: dead, the Baker is not called any more; a Vagabond who moves in is."""
    t = Table("Ann:werewolf Bea:witch Cid Dan Eve Fay", houses="Cid:bakery Dan:bailiffs_house")
    t.night(devour="Cid").dawn(give=None).day().night()
    assert t.calls == ["werewolves", "witch"]
    t.dawn(give="Fay", accept=True).day().night()
    assert t.calls == NIGHT


def test_nor_is_a_burnt_one() -> None:
    """BAKER-1, PYRO-2"""
    t = Table("Ann:werewolf Bea:pyromaniac Cid Dan Eve Fay", houses="Cid:bakery").night(burn="bakery")
    assert t.calls == ["pyromaniac", "werewolves", "bakery"]  # still standing tonight
    t.dawn().day().night()
    assert t.calls == ["werewolves"]


@pytest.mark.parametrize("night", [{"devour": "Cid", "infect": True}, {}])
def test_despair_and_infection_do_not_close_the_bakery(night: dict[str, Any]) -> None:
    """BLD-5, BAKER-1"""
    t = Table("Ann:cursed_wolf_father Bea:elder Cid Dan Eve Fay", houses="Cid:bakery").night(**night).dawn()
    t.day("Bea")
    assert t.happened("despaired")
    t.night()
    assert "bakery" in t.calls
