"""What everybody at the table thinks of everybody: log-odds of being a Werewolf.

    belief(o, t) = base + public[t] + reading[t] + own[o][t]

The truth is used in this module alone, and only for what faces betray: `reading` and the gut feeling in `own`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from math import exp, log, sqrt
from random import Random
from statistics import NormalDist
from typing import Final

from nightcall.sim.people import People, model

Hides = Callable[[int], float]
"""How much somebody has to hide: 1 a Werewolf, -1 an honest player."""


FINE: Final = 1024


@cache
def _bell() -> list[float]:
    """So many values of a normal distribution, one as likely as the other."""
    normal = NormalDist()
    return [normal.inv_cdf((place + 0.5) / FINE) for place in range(FINE)]


def feelings(random: Random, count: int) -> list[float]:
    """Normally distributed ones: hundreds in a game, so they are drawn from a bell made beforehand."""
    return random.choices(_bell(), k=count)


class Beliefs:
    def __init__(self, random: Random, people: People, seats: Iterable[int], hides: Hides) -> None:
        seats = list(seats)
        room = max(seats) + 1
        constants = model()["reading"]
        self._random = random
        self._hides = hides
        self._sharpness = people.reading
        self._attention: int = constants["attention"]
        self._same: float = constants["face"]
        self._face = feelings(random, room)
        self._looks = [0.0] * room
        self._debates = [0] * room
        self.public = [0.0] * room
        """Claims, counter-claims, votes, talk: known to all."""
        self.reading = [0.0] * room
        """What the debates have betrayed to all alike."""
        self.own = self._guts(seats, room, constants["gut"] * people.reading)
        """One's own feeling, and what only one's own seat knows."""
        self.base = 0.0

    def _guts(self, seats: list[int], room: int, sharpness: float) -> list[list[float]]:
        mean = [0.0] * room
        for seat in seats:
            mean[seat] = self._hides(seat) * sharpness / 2 * sharpness
        feels = feelings(self._random, room * room)
        return [
            [middle + sharpness * felt for middle, felt in zip(mean, feels[start:], strict=False)]
            for start in range(0, room * room, room)
        ]

    def weigh(self, wolves: int, living: int) -> None:
        """How likely anybody is a Werewolf, before anything is said."""
        wolves = max(1, wolves)
        self.base = log(wolves / max(1, living - wolves))

    def debate(self, living: Iterable[int]) -> None:
        """Everybody looks at everybody once more."""
        living = list(living)
        sharpness = self._sharpness * min(1.0, sqrt(self._attention / len(living)))
        steady, fresh = sqrt(self._same), sqrt(1 - self._same)
        for seat, felt in zip(living, feelings(self._random, len(living)), strict=True):
            self._looks[seat] += self._hides(seat) * sharpness / 2 + steady * self._face[seat] + fresh * felt
            self._debates[seat] += 1
            self.reading[seat] = sharpness * self._looks[seat] / (1 + self._same * (self._debates[seat] - 1))

    def spoken_of(self, seats: Iterable[int]) -> dict[int, float]:
        """What all say of each of them, base apart."""
        public, reading = self.public, self.reading
        return {seat: public[seat] + reading[seat] for seat in seats}

    def common(self, seat: int) -> float:
        """What all say of somebody, base apart."""
        return self.public[seat] + self.reading[seat]

    def of(self, observer: int, seat: int) -> float:
        return self.base + self.public[seat] + self.reading[seat] + self.own[observer][seat]

    def most(self, observer: int, seats: Iterable[int]) -> int:
        """Whom the observer suspects most."""
        public, reading, own = self.public, self.reading, self.own[observer]
        return max(seats, key=lambda seat: public[seat] + reading[seat] + own[seat])

    def least(self, observer: int, seats: Iterable[int]) -> int:
        """Whom the observer trusts most."""
        public, reading, own = self.public, self.reading, self.own[observer]
        return min(seats, key=lambda seat: public[seat] + reading[seat] + own[seat])

    def chance(self, observer: int, seat: int) -> float:
        return 1 / (1 + exp(-max(-50.0, min(50.0, self.of(observer, seat)))))
