"""The engine and a naive referee play the same random games: the same questions, legal answers, deaths and winners."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from nightcall.engine.rule import Rule
from nightcall.rules.characters.defender import Defender
from nightcall.rules.characters.elder import Elder
from nightcall.rules.characters.hunter import Hunter
from nightcall.rules.characters.werewolf import Pack
from nightcall.rules.characters.wild_child import WildChild
from tests.referee import cards
from tests.referee.games import JUDGED, SINGLE, play, some_setup, table
from tests.referee.rules import referee
from tests.referee.tape import Disagreement, Tape

ELDERS = ["cursed_wolf_father", "elder", "witch", "defender", "simple_villager", "simple_villager"]
"""A small table at which an Elder is often bitten, healed and bitten again."""
HIS = [path for path in Path(__file__).parent.glob("*.py") if path.stem not in ("games", "test_referee")]
"""The modules in which the referee is written; the games he judges are the engine's."""


def judge(number: int) -> None:
    random = Random(number)
    setup = some_setup(random)
    try:
        referee(play(setup, number))
    except Disagreement as error:
        raise AssertionError(f"game {number}: {setup.deck}, {setup.options.difference()}\n{error}") from error


def test_the_referee_knows_nothing_of_the_engine() -> None:
    """Two readings of the rules are worth something only if neither has looked at the other."""
    imported: set[str] = set()
    for path in HIS:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {name.name for name in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add(node.module or "")
    imported -= {f"tests.referee.{path.stem}" for path in HIS}
    assert imported == {"__future__", "collections.abc", "typing"}


def test_the_games_are_those_the_referee_can_judge() -> None:
    known = cards.WOLF_CARDS | cards.VILLAGER_CARDS | cards.OTHER_CARDS
    assert {*SINGLE, "werewolf", "simple_villager", "two_sisters", "thief"} <= known
    assert known - {*SINGLE} == {"werewolf", "simple_villager", "two_sisters", "three_brothers", "thief"}


@pytest.mark.parametrize("part", range(5))
def test_the_referee_agrees(part: int) -> None:
    """GEN-11, VOTE-16, RES-9, WIN-9: every question's legal answers, every death, every winner."""
    for number in range(part * 160, (part + 1) * 160):
        judge(number)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_the_referee_agrees_in_many_games(part: int) -> None:
    for number in range(1_000_000 + part * 5_000, 1_000_000 + (part + 1) * 5_000):
        judge(number)


# -- whether he would notice --


def games(deck: list[str], count: int, **options: Any) -> Iterator[Tape]:
    for number in range(count):
        yield play(table(Random(number), len(deck), deck, **options), number)


def disagrees(tapes: Iterator[Tape]) -> bool:
    for tape in tapes:
        try:
            referee(tape)
        except Disagreement:
            return True
    return False


def shoots_after_despair(self: Hunter, _: Any, death: Any) -> bool:
    return bool(death.seat == self.holder)


FAULTS: list[tuple[str, type[Rule], str, Callable[..., Any], list[str]]] = [
    ("AMD-55", Elder, "resists_infection", lambda self, *_: not self.wounds, ELDERS),
    ("DEF-2", Defender, "_refused", lambda *_: {}, ELDERS),
    (
        "RES-5",
        Hunter,
        "is_my_death",
        shoots_after_despair,
        ["werewolf", "elder", "hunter", "witch", "simple_villager", "simple_villager"],
    ),
    (
        "CHILD-2",
        WildChild,
        "died",
        lambda *_: None,
        ["werewolf", "wild_child", "seer", "simple_villager", "simple_villager"],
    ),
    (
        "WIN-3",
        Pack,
        "may_win",
        lambda *_: True,
        ["white_werewolf", "werewolf", "simple_villager", "simple_villager"],
    ),
]
"""A rule, and where the engine is made to break it: the fault is found at a table that gives it a chance."""


@pytest.mark.parametrize(("rule", "card", "method", "wrong", "deck"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_a_fault_would_be_found(
    monkeypatch: pytest.MonkeyPatch,
    rule: str,
    card: type[Rule],
    method: str,
    wrong: Callable[..., Any],
    deck: list[str],
) -> None:
    """AMD-55, DEF-2, RES-5, CHILD-2, WIN-3: broken on purpose."""
    assert not disagrees(games(deck, 60, preset="pacte"))
    monkeypatch.setattr(card, method, wrong)
    assert disagrees(games(deck, 1500, preset="pacte")), f"nobody has noticed that {rule} is broken"


def test_options_are_all_judged_by_name() -> None:
    """Whatever is drawn for a game is read by the referee, or changes nothing he looks at."""
    read = "".join(path.read_text("utf-8") for path in HIS)
    silent = {"abstention", "fake_calls", "lovers_position", "witch_told_victim", "wolf_hound_call"}
    assert {name for name in JUDGED if f'"{name}"' not in read} == silent
