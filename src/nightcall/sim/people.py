"""Who sits at the table, as far as odds are concerned: how well people read one another, how well the pack hides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from nightcall import written


@cache
def model() -> dict[str, Any]:
    """The constants of believable players, with the words for a table."""
    return written.table(Path(__file__).parent, "believable")


ORDINARY: Final = "ordinary"
MODEL: Final = 2
"""Raised when people come to decide otherwise: what was fitted to their games is then stale."""


@dataclass(frozen=True, slots=True)
class People:
    """Two knobs between 0 and 1. Skill 0 answers at random, answer by answer as `RandomBot` does."""

    skill: float = 0.5
    cunning: float = 0.5

    def __post_init__(self) -> None:
        for name, knob in (("skill", self.skill), ("cunning", self.cunning)):
            if not 0 <= knob <= 1:
                raise ValueError(f"{name} is between 0 and 1, not {knob}")

    @classmethod
    def called(cls, word: str) -> People:
        """The table a word stands for."""
        words = model()["words"]
        if word not in words:
            raise ValueError(f"a table is one of {', '.join(words)}, not {word}")
        return cls(words[word])

    @property
    def sense(self) -> float:
        """The share of decisions taken with the head."""
        return 1 - float(1 - self.skill) ** 4

    @property
    def reading(self) -> float:
        """How much of the truth a debate betrays among few people: d'."""
        first, slope = model()["reading"]["hiding"]
        return float(model()["reading"]["scale"] * self.skill**2 * (first + slope * self.cunning))


def words() -> tuple[str, ...]:
    """The words for a table, the mildest first."""
    return tuple(model()["words"])
