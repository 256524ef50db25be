"""Which rules a table has to ask, and that short cuts to them leave nothing out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import nightcall
from nightcall import Setup
from nightcall.engine.plan import plan_of
from nightcall.engine.rule import KINDS, STANDING, Character, Rule

JUDGED_AT_THE_FALL = {"falls", "died", "afterwards"}
"""Doors where the powers a player had at the fall count, not those of now (RES-5)."""


def looked_up_directly() -> set[str]:
    """The doors somebody opens with `v.doors[...]`, where loss of powers closes nothing."""
    sources = Path(nightcall.__file__).parent.rglob("*.py")
    return {door for path in sources for door in re.findall(r'\.doors\["(\w+)"\]', path.read_text(encoding="utf-8"))}


def every_form() -> list[type[Character]]:
    """All characters, in every form a variant gives them."""
    usual = [kind for kind in KINDS.values() if issubclass(kind, Character)]
    return [*usual, *(form for kind in KINDS.values() for form in kind.forms.values())]


def test_no_card_opens_a_door_that_is_looked_up_directly() -> None:
    direct = looked_up_directly()
    assert direct > JUDGED_AT_THE_FALL
    for kind in every_form():
        opened = kind.doors & (direct - JUDGED_AT_THE_FALL)
        assert not opened, f"{kind.__name__} can lose its power, so {opened} must be asked for with `at`"


@pytest.mark.parametrize("kind", [*STANDING, *every_form()], ids=lambda kind: kind.__name__)
def test_what_lies_on_the_table_from_the_start_stays(kind: type[Rule]) -> None:
    assert not kind.until  # `lay_out` does not look for an end


def test_a_base_game_expects_nothing_but_its_own_rules() -> None:
    deck = {"werewolf": 3, "seer": 1, "witch": 1, "hunter": 1, "cupid": 1, "simple_villager": 5}
    plan = plan_of(Setup.of(12, deck, sheriff_election="off"))
    assert plan.expected == {*deck, "lovers", "werewolves", "village", "nobody", "stalemate", "comings"}
    assert {"instead_of", "bitten", "daybreak", "awakening", "hides", "polls", "voted"} <= set(plan.idle)
    assert not plan.opens_windows


def test_what_a_setup_alone_decides_is_decided_before_the_game() -> None:
    """NM-3, HOUSE-20"""
    deck = {"werewolf": 2, "wandering_judge": 1, "simple_villager": 5}

    def expected(**given: Any) -> frozenset[str]:
        return plan_of(Setup.of(8, deck, sheriff_election="off", **given)).expected

    assert not {"burial", "early_night"} & expected()
    assert "burial" in expected(in_force=["burial"])
    assert "early_night" in expected(pardon_cancels_second_vote="both")


def test_no_card_that_lies_face_down_is_offered_in_the_open() -> None:
    assert not [kind.__name__ for kind in every_form() if "powers" in kind.doors], "secret powers by day are signs"
