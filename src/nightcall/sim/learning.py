"""How well a table plays, as its finished games tell; and how forecasts fared against what came of them.

>>> from nightcall import Setup
>>> setup = Setup.of(9, {"werewolf": 2, "seer": 1, "simple_villager": 6})
>>> learn([(setup, "village")] * 8).skill > learn([(setup, "werewolves")] * 8).skill
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from math import exp, log
from typing import Final

from nightcall.engine.setup import Setup
from nightcall.sim import surrogate
from nightcall.sim.people import People, model
from nightcall.sim.playouts import wilson

GRID: Final = tuple(round(surrogate.SKILL[0] + 0.05 * step, 2) for step in range(12))
"""The skills that are weighed against one another."""
SPREAD: Final = 0.12
"""How far a table may be from the word chosen for it, before it has played: a standard deviation."""
ENOUGH: Final = 30
"""Forecasts from which on they are held against the results."""


@dataclass(frozen=True, slots=True)
class Learnt:
    skill: float
    word: str
    """The nearest of the words for a table."""
    games: int
    """How many it rests on: those of which the nets have something to say."""


def learn(finished: Iterable[tuple[Setup, str]], people: People | None = None) -> Learnt:
    """The skill that explains best who won, beginning with the people the host has named."""
    before = (people or People()).skill
    weights = [-(((skill - before) / SPREAD) ** 2) / 2 for skill in GRID]
    games = 0
    for setup, winner in finished:
        chances = likelihoods(setup, winner)
        if chances:
            games += 1
            weights = [weight + log(chance) for weight, chance in zip(weights, chances, strict=True)]
    top = max(weights)
    odds = [exp(weight - top) for weight in weights]
    skill = sum(each * weight for each, weight in zip(GRID, odds, strict=True)) / sum(odds)
    words: dict[str, float] = model()["words"]
    return Learnt(skill, min(words, key=lambda word: abs(words[word] - skill)), games)


@lru_cache(1024)
def likelihoods(setup: Setup, winner: str) -> tuple[float, ...]:
    """How likely this end was at each skill of the grid; empty where the nets have nothing to say."""
    found = [surrogate.guess(setup, People(skill)) for skill in GRID]
    chances = [guess.shares.get(winner, 0.0) for guess in found if guess is not None]
    return tuple(max(0.001, chance) for chance in chances) if len(chances) == len(GRID) else ()


# -- forecasts and results --


@dataclass(frozen=True, slots=True)
class Bin:
    """Games with about the same forecast, and how often the village won them."""

    foretold: float
    """On average."""
    games: int
    won: int

    @property
    def share(self) -> float:
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.won, self.games)


def calibration(forecasts: Sequence[tuple[float, bool]], bins: int = 4) -> list[Bin]:
    """Forecast of the village's share and whether it won, in groups of like size; none before there are enough."""
    if len(forecasts) < ENOUGH:
        return []
    return [
        Bin(sum(share for share, _ in group) / len(group), len(group), sum(won for _, won in group))
        for group in _alike(forecasts, len(forecasts) / bins)
    ]


def _alike(forecasts: Sequence[tuple[float, bool]], size: float) -> list[list[tuple[float, bool]]]:
    """In groups of about this size. Games with one forecast, as it was shown, are not parted: who won is no reason."""
    groups: list[list[tuple[float, bool]]] = [[]]
    for _, like in groupby(sorted(forecasts, key=_cents), key=_cents):
        if len(groups[-1]) >= size:
            groups.append([])
        groups[-1] += like
    if len(groups) > 1 and len(groups[-1]) < size / 2:
        few = groups.pop()
        groups[-1] += few
    return groups


def _cents(forecast: tuple[float, bool]) -> int:
    return round(100 * forecast[0])
