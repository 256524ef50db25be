"""How a game ends."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who has won, which seats share it, and by which rule."""

    winner: str
    """A side: `village`, `werewolves`, `lovers`, a loner's name, or `nobody`."""
    seats: tuple[int, ...]
    rule: str
