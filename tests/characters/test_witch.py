"""The Witch."""

from __future__ import annotations

from tests.table import Table

TABLE = "Ann:witch Bea:werewolf Cid:elder Dan:hunter Eve Fay Gus"


def test_heals_the_victim_once() -> None:
    """WITCH-1, WITCH-2, NR-8"""
    t = Table(TABLE).night(devour="Eve", heal="Eve")
    assert t.sees("Ann", "victims_shown", seats=("Eve",))
    t.dawn()
    assert t.happened("nobody_died")
    t.day().night(devour="Eve")
    assert not t.asks("witch.heal")
    assert t.dawn().dead == ["Eve"]
