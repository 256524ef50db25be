"""The Bakery."""

from __future__ import annotations

from tests.table import Table


def test_the_baker_looks_right_after_the_wolves() -> None:
    """BAKER-1"""
    t = Table("Ann:werewolf Bea:witch Cid Dan Eve", houses="Cid:bakery")
    t.night(devour="Dan")
    assert t.calls == ["werewolves", "bakery", "witch"]
