"""Many games at once: who wins a deck when everybody answers at random, or thinks a little, and how long that takes.

>>> from nightcall import Setup
>>> setup = Setup.of(8, {"werewolf": 2, "seer": 1, "simple_villager": 5}, cards_known_to_app=True, seed=1)
>>> report = simulate(setup, games=100, seed=7)
>>> report.games, sum(report.wins.values())
(100, 100)
"""

from __future__ import annotations

import gc
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from random import Random
from typing import Any, Final

from nightcall.engine.game import playout
from nightcall.engine.setup import Setup
from nightcall.sim.bots import PhysicalTable, RandomBot
from nightcall.sim.people import People
from nightcall.sim.players import Players

BLOCK: Final = 200
"""Games handed to a process at a time."""
_Z: Final = 1.959963984540054
"""Half the width of a 95 % interval, in standard deviations."""

Progress = Callable[[int], None]
"""Called with the number of games just finished."""
SoFar = Callable[["Report"], None]
"""Called with what has been counted: the report of that many games, as if no more had been asked for."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of the games."""

    setup: Setup
    seed: int
    wins: dict[str, int]
    """Winner -> games, the most frequent first. A game may have two: somebody wins, leaves, and the others play on."""
    nights: dict[int, int]
    """Number of nights -> games, in order."""
    seconds: float = field(compare=False)
    people: People | None = None
    """Who played; None = everybody at random."""
    guessed: tuple[str, ...] = ()
    """Questions that got random answers for want of a rule of thumb, where people think otherwise."""

    @property
    def games(self) -> int:
        return sum(self.nights.values())

    @property
    def has_shared_games(self) -> bool:
        """Whether some games had more than one winner, so that the shares come to more than a whole."""
        return sum(self.wins.values()) > self.games

    @property
    def mean_nights(self) -> float:
        return sum(nights * games for nights, games in self.nights.items()) / self.games

    def share(self, winner: str) -> float:
        return self.wins.get(winner, 0) / self.games

    def interval(self, winner: str) -> tuple[float, float]:
        """Between which shares the true one lies, 95 times in 100."""
        return wilson(self.wins.get(winner, 0), self.games)

    def to_json(self) -> dict[str, Any]:
        return {
            "setup": self.setup.to_json(),
            "seed": self.seed,
            "table": None if self.people is None else {"skill": self.people.skill, "cunning": self.people.cunning},
            "guessed": list(self.guessed),
            "games": self.games,
            "wins": {
                winner: {"games": won, "share": self.share(winner), "interval": list(self.interval(winner))}
                for winner, won in self.wins.items()
            },
            "nights": {
                "mean": self.mean_nights,
                "min": min(self.nights),
                "max": max(self.nights),
                "games": {str(nights): games for nights, games in self.nights.items()},
            },
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games / self.seconds, 1) if self.seconds else None,
        }


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """Wilson's interval for a share: honest for few games and for shares near 0 and 1."""
    share, z2 = hits / trials, _Z * _Z
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    reach = _Z * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    # At the ends the formula gives 0 and 1 up to rounding.
    return (0.0 if hits == 0 else max(0.0, middle - reach), 1.0 if hits == trials else min(1.0, middle + reach))


def simulate(
    setup: Setup,
    games: int,
    seed: int = 0,
    *,
    people: People | None = None,
    jobs: int = 1,
    cluster: str = "",
    progress: Progress | None = None,
    so_far: SoFar | None = None,
) -> Report:
    """Play that many games. The result depends on the setup, the number and the seed, never on `jobs` or `cluster`.

    If the app deals, it deals anew for each game; without a seed in the setup the cards lie as listed in all of them.
    With the address of a Dask scheduler its workers play (`sim/cluster.py`), and this process only adds up.
    """
    if games < 1:
        raise ValueError(f"at least one game, not {games}")
    began = time.perf_counter()
    wins: Counter[str] = Counter()
    nights: Counter[int] = Counter()
    guessed: set[str] = set()

    def report() -> Report:
        return Report(
            setup,
            seed,
            dict(sorted(wins.items(), key=lambda item: (-item[1], item[0]))),
            dict(sorted(nights.items())),
            time.perf_counter() - began,
            people,
            tuple(sorted(guessed)),
        )

    for won, lasted, unsure in _results(partial(_block, setup, seed, people), games, jobs, cluster):
        wins += won
        nights += lasted
        guessed |= unsure
        if progress is not None:
            progress(lasted.total())
        if so_far is not None:
            so_far(report())
    return report()


Counted = tuple[Counter[str], Counter[int], set[str]]
"""What some games came to: winners, nights, and questions answered at random."""


def _results(block: Callable[[range], Counted], games: int, jobs: int, address: str) -> Iterator[Counted]:
    """What the games came to, the first of them first."""
    if address:
        from nightcall import house_rules
        from nightcall.sim import cluster  # which only few have

        house = [loaded.folder for loaded in house_rules.LOADED.values()]
        yield from cluster.results(address, block, _blocks(games, cluster.BLOCK), house)
        return
    blocks = _blocks(games, BLOCK)
    if min(jobs, len(blocks)) <= 1:
        yield from map(block, blocks)
        return
    yield from _in_processes(block, blocks, min(jobs, len(blocks)))


def _blocks(games: int, size: int) -> list[range]:
    return [range(start, min(start + size, games)) for start in range(0, games, size)]


def _in_processes(block: Callable[[range], Counted], blocks: list[range], jobs: int) -> Iterator[Counted]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from nightcall import house_rules  # with words and rulebook, which playing needs not

    # Forking a process that draws a progress bar in a thread may freeze the child: start afresh.
    house = [str(loaded.folder) for loaded in house_rules.LOADED.values()]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(house,)) as pool:
        try:
            yield from pool.map(block, blocks)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _begin(folders: Sequence[str]) -> None:
    """A process of its own plays by the same house rules. Ctrl-C is for the one that reports: it tells the others."""
    from nightcall import house_rules

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for folder in folders:
        house_rules.load(folder)


def _block(setup: Setup, seed: int, people: People | None, numbers: range) -> Counted:
    wins: Counter[str] = Counter()
    nights: Counter[int] = Counter()
    guessed: set[str] = set()
    with unswept():
        for number in numbers:
            winners, lasted = play_one(setup, seed, number, people, guessed)
            wins.update(winners)
            nights[lasted] += 1
    return wins, nights, guessed


@contextmanager
def unswept() -> Iterator[None]:
    """Games leave no cycles behind, so nobody needs to look for any meanwhile: that takes a tenth of the time."""
    was_swept = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_swept:
            gc.enable()


def play_one(
    setup: Setup, seed: int, number: int, people: People | None = None, guessed: set[str] | None = None
) -> tuple[tuple[str, ...], int]:
    """One of the games: who won it, the last winner first, and after how many nights."""
    random = Random(f"{seed}/{number}")
    if setup.options.cards_known_to_app:
        deal = None if setup.seed is None else random.getrandbits(63)
        if people is None or not people.skill:
            village, outcome = playout(setup, RandomBot(random), seed=deal)
        else:
            players = Players(random, people)
            village, outcome = playout(setup, players, seed=deal, begins=players.sit_down)
            players.stand_up()
            if guessed is not None:
                guessed |= players.guessed
    else:
        village, outcome = playout(setup, PhysicalTable(random, setup))
    return village.winners(outcome), village.night
