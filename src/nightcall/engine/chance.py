"""Chance from a seed that is part of the setup: the same on every machine, in every Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


def shuffled(items: Sequence[T], seed: int) -> list[T]:
    """Fisher and Yates, fed by SplitMix64."""
    result = list(items)
    state = seed & _MASK
    for last in range(len(result) - 1, 0, -1):
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        other = (mixed ^ (mixed >> 31)) % (last + 1)
        result[last], result[other] = result[other], result[last]
    return result
