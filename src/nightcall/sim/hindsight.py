"""How the odds of a finished game moved: from one moment of it to the next, believable people play it on to its end.

With everything the moderator knew, so only of games that are over; and only where the app knew the cards, which those
people must know of themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Any, Final

from nightcall.engine.game import BETWEEN, Answer, Game, playout
from nightcall.engine.prompts import Prompt
from nightcall.sim.people import People
from nightcall.sim.players import Players
from nightcall.sim.playouts import wilson

GAMES: Final = 80
"""Games played on from each moment: ten points either way."""
TURNS: Final = 0.15
"""A change that is worth a word."""
HARDLY_CHANCE: Final = 2.6
"""And how many of its own standard deviations it must be: ten moments without any would show one in one game of ten."""
_NIGHT: Final = "night.falls"
_DAY: Final = "day.debate"
_TALKED: Final = frozenset({_DAY, "vote.ballots", "vote.counts"})


@dataclass(frozen=True, slots=True)
class Standing:
    """A moment of the evening, and who won how often from there."""

    phase: str
    """`night` or `day`, at its beginning."""
    number: int
    answers: int
    """How many had been given."""
    wins: Counter[str]

    @property
    def games(self) -> int:
        return self.wins.total()

    def share(self, side: str) -> float:
        return self.wins[side] / self.games if self.games else 0.0

    def interval(self, side: str) -> tuple[float, float]:
        return wilson(self.wins[side], self.games)


class Continuing(Players):
    """People who have lived through a part of an evening, talked about it by day, and now play on."""

    def __init__(self, random: Random, people: People, answers: Sequence[Answer]) -> None:
        super().__init__(random, people)
        self._recorded = answers
        self._given = 0

    def __call__(self, prompt: Prompt) -> Any:
        if self._given == len(self._recorded):
            return super().__call__(prompt)
        if prompt.key in _TALKED:
            self.talk()
        answer = self._recorded[self._given]
        self._given += 1
        return prompt.check(answer.value)


def standings(game: Game) -> list[Standing]:
    """The moments of a finished game, none of them played on yet; empty where nothing can be said."""
    is_known = game.setup.options.cards_known_to_app and game.outcome is not None
    if not is_known or any(answer.key.startswith(BETWEEN) for answer in game.answers):
        return []
    found, number, is_day = [], 0, False
    for place, prompt in enumerate(game.asked):
        if prompt.key == _NIGHT:
            number, is_day = number + 1, False
            found.append(Standing("night", number, place, Counter()))
        elif prompt.key == _DAY and number and not is_day:
            is_day = True
            found.append(Standing("day", number, place, Counter()))
    return found


def play_on(game: Game, standing: Standing, number: int, people: People) -> str:
    """Who wins the game when it is played on from there, for the so-manieth time."""
    players = Continuing(Random(f"{standing.answers}/{number}"), people, game.answers[: standing.answers])
    _, outcome = playout(game.setup, players, begins=players.sit_down)
    players.stand_up()
    return outcome.winner


def turns(found: Sequence[Standing], side: str = "village") -> list[tuple[Standing, Standing]]:
    """Between which moments the side's chances changed most, if they did: at most three, in their order."""
    changes = [(abs(after.share(side) - before.share(side)), before, after) for before, after in pairwise(found)]
    real = [each for each in changes if each[0] >= max(TURNS, HARDLY_CHANCE * _noise(each[1], each[2], side))]
    most = sorted(real, key=lambda each: -each[0])[:3]
    return sorted([(before, after) for _, before, after in most], key=lambda pair: pair[0].answers)


def _noise(before: Standing, after: Standing, side: str) -> float:
    """How far apart two moments are counted to be if nothing has changed: a standard deviation."""
    games = before.games + after.games
    share = (before.wins[side] + after.wins[side]) / games if games else 0.0
    return sqrt(share * (1 - share) * (1 / before.games + 1 / after.games)) if games else 0.0
