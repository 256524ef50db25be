"""What the referee is handed: a finished game as plain data."""

from __future__ import annotations

from typing import Any, NamedTuple


class Question(NamedTuple):
    """One question of the tape, with its answer."""

    ask: str
    seat: int
    options: tuple[Any, ...]
    low: int
    high: int
    voters: tuple[int, ...]
    barred: dict[int, set[int]]
    weights: dict[int, int]
    answer: Any


class Tape(NamedTuple):
    """A finished game, as plain data."""

    dealt: dict[int, str]
    spares: tuple[str, ...]
    groups: tuple[str, ...]
    options: dict[str, Any]
    questions: list[Question]
    deaths: list[tuple[int, int]]
    """How many questions had been answered, and who fell."""
    grunts: list[int]
    """How many questions had been answered when the bear was heard."""
    thumbs: list[tuple[int, bool]]
    """What Foxes were shown."""
    winner: str
    winners: tuple[int, ...]


class Disagreement(AssertionError):
    """The tape tells another game than the referee."""
