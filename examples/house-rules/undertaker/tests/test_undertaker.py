"""The Undertaker."""

from __future__ import annotations

from nightcall.testing import Table
from nightcall.words import Words

TABLE = "Ann:undertaker Bea:werewolf Cid:werewolf Dan Eve Fay Gus"


def test_reads_the_last_grave() -> None:
    """UNDER-1"""
    t = Table(TABLE).night(devour="Dan").dawn().day(votes="Bea")
    t.night(devour="Eve")
    assert t.sees("Ann", "grave_read", seat="Bea", up=True)
    assert not t.sees(None, "grave_read")


def test_has_nothing_to_read_before_the_first_vote() -> None:
    """UNDER-2"""
    t = Table(TABLE).night(devour="Dan")
    assert t.fakes == ["undertaker"]


def test_is_called_under_his_name() -> None:
    assert Words("fr").card("undertaker") == "Croque-mort"
