"""What everybody at the table thinks of everybody: log-odds of being a Werewolf.

    belief(o, t) = base + public[t] + reading[t] + own[o][t]

The truth is used in this module alone, and only for what faces betray: `reading` and the gut feeling in `own`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from math import exp, log, sqrt
from operator import add
from random import Random
from statistics import NormalDist
from typing import Final

from nightcall.sim.people import People, model

Hides = Callable[[int], float]
"""How much somebody has to hide: 1 a Werewolf, -1 an honest player."""


FINE: Final = 256
"""As many as a byte has values."""


@cache
def _bell() -> list[float]:
    """So many values of a normal distribution, one as likely as the other."""
    normal = NormalDist()
    return [normal.inv_cdf((place + 0.5) / FINE) for place in range(FINE)]


def feelings(random: Random, count: int) -> list[float]:
    """Normally distributed ones: hundreds in a game, so they are drawn from a bell made beforehand."""
    return list(map(_bell().__getitem__, random.randbytes(count)))


class Beliefs:
    def __init__(self, random: Random, people: People, seats: Iterable[int], hides: Hides) -> None:
        seats = list(seats)
        room = max(seats) + 1
        constants = model()["reading"]
        self._random = random
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
        self.own = self._guts(seats, room, constants["gut"] * people.reading, hides)
        """One's own feeling, and what only one's own seat knows."""
        self.base = 0.0

    def _guts(self, seats: list[int], room: int, sharpness: float, hides: Hides) -> list[list[float]]:
        mean = [0.0] * room
        for seat in seats:
            mean[seat] = hides(seat) * sharpness / 2 * sharpness
        feels = feelings(self._random, room * room)
        return [
            [middle + sharpness * felt for middle, felt in zip(mean, feels[start : start + room], strict=True)]
            for start in range(0, room * room, room)
        ]

    def weigh(self, wolves: int, living: int) -> None:
        """How likely anybody is a Werewolf, before anything is said."""
        wolves = max(1, wolves)
        self.base = log(wolves / max(1, living - wolves))

    def debate(self, living: Iterable[int], hides: Hides) -> None:
        """Everybody looks at everybody once more."""
        living = list(living)
        sharpness = self._sharpness * min(1.0, sqrt(self._attention / len(living)))
        same, looks, face = self._same, self._looks, self._face
        steady, fresh = sqrt(same), sqrt(1 - same)
        for seat, felt in zip(living, feelings(self._random, len(living)), strict=True):
            looks[seat] += hides(seat) * sharpness / 2 + steady * face[seat] + fresh * felt
            self._debates[seat] += 1
            self.reading[seat] = sharpness * looks[seat] / (1 + same * (self._debates[seat] - 1))

    def spoken(self) -> list[float]:
        """What all say of each seat, base apart."""
        return list(map(add, self.public, self.reading))

    def common(self, seat: int) -> float:
        """What all say of somebody, base apart."""
        return self.public[seat] + self.reading[seat]

    def leader(self, seats: Iterable[int]) -> int:
        """Whom all together suspect most."""
        return max(seats, key=self.spoken().__getitem__)

    def of(self, observer: int, seat: int) -> float:
        return self.base + self.public[seat] + self.reading[seat] + self.own[observer][seat]

    def most(self, observer: int, seats: Iterable[int]) -> int:
        """Whom the observer suspects most."""
        return max(seats, key=self._seen_by(observer).__getitem__)

    def least(self, observer: int, seats: Iterable[int]) -> int:
        """Whom the observer trusts most."""
        return min(seats, key=self._seen_by(observer).__getitem__)

    def _seen_by(self, observer: int) -> list[float]:
        return list(map(add, self.spoken(), self.own[observer]))

    def chance(self, observer: int, seat: int) -> float:
        return 1 / (1 + exp(-max(-50.0, min(50.0, self.of(observer, seat)))))
