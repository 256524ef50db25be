"""Who wins how often among believable people: a guess at once, then games, counted while the page is open."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from json import dumps
from math import ceil
from typing import Any, Final

from nightcall.desk.guessed import guesses, in_cents, verdict
from nightcall.engine.setup import Setup
from nightcall.sim import evenings, surrogate
from nightcall.sim import odds as sim
from nightcall.sim.people import ORDINARY, People
from nightcall.sim.people import words as tables
from nightcall.sim.playouts import Report, play_one, unswept
from nightcall.web.background import Job
from nightcall.web.setup.drafting import Draft
from nightcall.words import Words

GAMES: Final = sim.GAMES
GAMES_ALONE: Final = 600
"""As many as a phone plays in some seconds: four points either way."""

Played = tuple[Counter[str], Counter[int], set[str]]
"""Winner -> games, nights -> games, and the questions that were only guessed at."""


@dataclass(slots=True)
class Estimate(Job):
    """The games of one table among one kind of people, as far as they have been played."""

    setup: Setup
    people: People
    wanted: int
    wins: Counter[str] = field(default_factory=Counter)
    nights: Counter[int] = field(default_factory=Counter)
    guessed: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, draft: Draft, wanted: int) -> Estimate:
        """`InvalidSetup` if nobody can play it."""
        return cls(sim.as_dealt(draft.dealt), People.called(word_of(draft)), wanted)

    @property
    def games(self) -> int:
        return self.nights.total()

    @property
    def is_done(self) -> bool:
        return self.games >= self.wanted

    def work(self) -> Played:
        """Some games more, the next of their numbers."""
        wins: Counter[str] = Counter()
        nights: Counter[int] = Counter()
        guessed: set[str] = set()
        first, ends = self.games, time.perf_counter() + self.slice
        number = first
        with unswept():
            while number < self.wanted and (number == first or time.perf_counter() < ends):
                winners, lasted = play_one(self.setup, sim.SEED, number, self.people, guessed)
                wins.update(winners)
                nights[lasted] += 1
                number += 1
        return wins, nights, guessed

    def take(self, result: Played) -> None:
        wins, nights, guessed = result
        self.wins += wins
        self.nights += nights
        self.guessed |= guessed

    def report(self) -> Report:
        """The same as `nightcall.odds` says of so many games."""
        wins = dict(sorted(self.wins.items(), key=lambda item: (-item[1], item[0])))
        nights = dict(sorted(self.nights.items()))
        return Report(self.setup, sim.SEED, wins, nights, 0.0, self.people, tuple(sorted(self.guessed)))


# -- showing it --

BELIEVED: Final = 400
"""Games from which on they are shown instead of the guess: five points either way."""
FEW: Final = 50
"""The same where there is no guess."""


@dataclass(frozen=True, slots=True)
class Share:
    """How often a side wins, in whole per cents; between which shares the truth lies, 95 times in 100."""

    side: str
    share: int
    low: int = 0
    high: int = 0
    is_about: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """The odds as a page shows them."""

    key: str
    people: str
    rows: list[Share]
    is_counted: bool
    """Whether the rows come from games, with an interval; else they are the guess, or there are none yet."""
    games: int
    wanted: int
    nights: float
    minutes: int
    guessed: list[str]
    is_shared: bool
    """Whether some games had more than one winner."""
    off: int
    """How many points the guess is off, on average; rounded up."""
    most: int
    """Within how many points it is 95 times in 100."""
    verdict: str
    """What is to be said of that, and of loners who win too often; empty if all is well."""

    @property
    def goes_on(self) -> bool:
        return self.games < self.wanted

    def share(self, side: str) -> float:
        """0 to 1."""
        return sum(row.share for row in self.rows if row.side == side) / 100

    @property
    def others(self) -> float:
        """Whoever wins alone or by two, and nobody: what is missing to a whole."""
        return sum(row.share for row in self.rows if row.side not in ("village", "werewolves")) / 100


def shown(draft: Draft, count: Estimate | None, wanted: int, words: Words) -> Shown:
    """What is to be seen of the table that is being set up."""
    balance = draft.wish.get("balance", "even")
    return shown_of(draft.dealt, word_of(draft), count, wanted, words, balance)


def shown_of(
    setup: Setup, word: str, count: Estimate | None, wanted: int, words: Words, balance: str = "even"
) -> Shown:
    """What is to be seen of a table now."""
    guess = surrogate.guess(setup, People.called(word))
    games = count.games if count is not None else 0
    wanted = games if count is not None and count.failed else wanted
    rows: list[Share] = []
    shares: dict[str, float] = {}
    nights, guessed = 0.0, list[str]()
    is_shared = False
    is_counted = count is not None and (count.is_done or games >= (FEW if guess is None else BELIEVED))
    if count is not None and is_counted:
        report = count.report()
        nights, guessed = report.mean_nights, guesses(report.guessed, words)
        is_shared = report.has_shared_games
        shares = {side: report.share(side) for side in report.wins}
        of_hundred = in_cents(shares)
        for side in report.wins:
            low, high = report.interval(side)
            rows.append(Share(side, of_hundred[side], _cents(low), _cents(high)))
    elif guess is not None:
        nights = guess.nights
        shares = dict(sorted(guess.shares.items(), key=lambda item: -item[1]))
        rows = [Share(side, cents, is_about=True) for side, cents in in_cents(shares).items() if cents]
    minutes = evenings.minutes(Counter(setup.deck), nights) if rows else 0
    off, most = ceil(100 * surrogate.error()), ceil(100 * surrogate.reach())
    return Shown(
        key_for(setup, word),
        word,
        rows,
        is_counted,
        games,
        wanted,
        nights,
        minutes,
        guessed,
        is_shared,
        off,
        most,
        verdict(shares, words, balance, games if is_counted else 0),
    )


def _cents(share: float) -> int:
    return round(100 * share)


# -- which table --


def word_of(draft: Draft) -> str:
    """The word for the people of this table."""
    return draft.people if draft.people in tables() else ORDINARY


def key_of(draft: Draft) -> str:
    return key_for(draft.dealt, word_of(draft))


def key_for(setup: Setup, word: str) -> str:
    """Changes with anything the odds may depend on; the names of the players are nothing of the kind."""
    table: dict[str, Any] = setup.to_json() | {"players": len(setup.players), "people": word}
    return sha256(dumps(table, sort_keys=True).encode()).hexdigest()[:16]
