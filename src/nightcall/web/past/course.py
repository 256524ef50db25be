"""How the odds of a finished game moved, night by night: played on from every moment while its page is open."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field

from nightcall.engine.game import Game
from nightcall.sim import hindsight
from nightcall.sim.hindsight import Standing
from nightcall.sim.people import People
from nightcall.web.background import Job
from nightcall.words import Words

Played = list[tuple[int, str]]
"""The moment from which a game was played on, and who won it."""


@dataclass(slots=True)
class Course(Job):
    """The moments of a game, and the games played on from them so far."""

    game: Game
    people: People
    moments: list[Standing] = field(default_factory=list)
    wanted: int = 0

    @classmethod
    def of(cls, game: Game, people: People) -> Course:
        return cls(game, people, hindsight.standings(game), hindsight.GAMES)

    @property
    def played(self) -> int:
        """How many games from each moment, at least."""
        return min((moment.games for moment in self.moments), default=self.wanted)

    @property
    def is_done(self) -> bool:
        return self.played >= self.wanted

    def work(self) -> Played:
        """Some games more, from every moment in turn."""
        found: Played = []
        ends = time.perf_counter() + self.slice
        more = [moment.games for moment in self.moments]
        while min(more) < self.wanted and (not found or time.perf_counter() < ends):
            place = more.index(min(more))
            found.append((place, hindsight.play_on(self.game, self.moments[place], more[place], self.people)))
            more[place] += 1
        return found

    def take(self, result: Played) -> None:
        for place, winner in result:
            self.moments[place].wins.update([winner])

    # -- as a page shows it --

    def points(self) -> list[CoursePoint]:
        return [CoursePoint(moment, moment.share("village")) for moment in self.moments]

    def turns(self) -> list[tuple[CoursePoint, CoursePoint]]:
        """What lies between moments that turned the game."""
        return [
            (CoursePoint(before, before.share("village")), CoursePoint(after, after.share("village")))
            for before, after in hindsight.turns(self.moments)
        ]

    def sides(self) -> list[str]:
        """Everybody who won from somewhere, the village first."""
        total: Counter[str] = Counter()
        for moment in self.moments:
            total += moment.wins
        return sorted(total, key=lambda side: (side != "village", -total[side]))


@dataclass(frozen=True, slots=True)
class CoursePoint:
    """A moment in the picture."""

    moment: Standing
    village: float

    def label(self, words: Words) -> str:
        return words.text(f"picture.{self.moment.phase}", number=self.moment.number)

    def title(self, words: Words) -> str:
        return words.text(f"desk.phase.{self.moment.phase}", number=self.moment.number)
