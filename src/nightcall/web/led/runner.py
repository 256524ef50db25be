"""The one who leads: a task that makes every step of every led evening at its moment."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Final

from nightcall.web.led.decide import decide
from nightcall.web.led.marks import Mark, Marks
from nightcall.web.store import Stale
from nightcall.web.table import Table
from nightcall.web.tables import NoSuchGame, Tables

SILENT: Final = 7.0
"""Seconds of the world after which a phone that has not been heard of is missed: three beats."""
IDLE: Final = 3600.0
"""Seconds to sleep when no evening is under way: whoever begins one wakes us."""
AGAIN: Final = 2.0
"""Seconds until the next try where something has failed: the store may be busy, the disk full."""
log: Final = logging.getLogger("nightcall")


def hasty(speed: float) -> Callable[[], float]:
    """The wall clock, or one that runs faster from now on."""
    if speed == 1.0:
        return time.time
    begun = time.time()
    return lambda: begun + (time.time() - begun) * speed


class Runner:
    """Nothing lives here but moments: what counts is in the store, so a restart loses nothing."""

    def __init__(self, tables: Tables, clock: Callable[[], float] = time.time, speed: float = 1.0) -> None:
        self.tables = tables
        self.clock = clock
        self.speed = speed
        """How fast the clock runs beside that of the world."""
        self.chance = Random(secrets.randbits(128))
        self._moments: dict[str, float] = {}
        self._beats: dict[str, dict[int, float]] = {}
        """When each phone was heard of last."""
        self._woken = asyncio.Event()
        self._held: set[str] = set()

    def is_held_up(self, game: str) -> bool:
        """Whether the last try to go on with this evening has failed: the table is told so, and it is tried again."""
        return game in self._held

    def wake(self, game: str) -> None:
        """Something has changed there: look at it at once."""
        self._moments[game] = 0.0
        self._woken.set()

    def noticed(self, game: str, seat: int) -> None:
        """This phone is there."""
        self._beats.setdefault(game, {})[seat] = self.clock()

    def _silent(self, table: Table) -> list[int]:
        """Whose phones have not been heard of for a while; after a restart everybody has that while."""
        now, beats = self.clock(), self._beats.setdefault(table.id, {})
        seats = range(1, len(table.game.players) + 1)
        return [seat for seat in seats if now - beats.setdefault(seat, now) > SILENT * self.speed]

    async def run(self) -> None:
        while True:
            try:
                await self._take_up()
                break
            except Exception:
                log.exception("led evenings cannot be taken up yet")
                await asyncio.sleep(AGAIN)
        while True:
            now = self.clock()
            wait = (min(self._moments.values(), default=now + IDLE) - now) / self.speed
            if wait > 0:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), wait)
            self._woken.clear()
            for game in [game for game, moment in self._moments.items() if moment <= self.clock()]:
                await self._patiently(game)

    async def _patiently(self, game: str) -> None:
        """Whatever fails in one evening holds up this one, and no other; it is tried again until it goes on."""
        try:
            await self.advance(game)
            self._held.discard(game)
        except Exception:
            log.exception("a led evening is held up")
            self._held.add(game)
            self._moments[game] = self.clock() + AGAIN * self.speed

    async def _take_up(self) -> None:
        """After a restart every round under way begins again, with its full time."""
        for kept in await self.tables.store.games():
            if kept.manner.get("led") and "winner" not in kept.summary:
                table = await self.tables.find(kept.id)
                sitting = table.sitting
                if sitting is not None:
                    led = replace(sitting.led, since=self.clock(), resumed=True)
                    await self.tables.present(table, replace(sitting, led=led))
                    self._moments[kept.id] = 0.0

    async def advance(self, game: str) -> None:
        """Every step of this evening that is due."""
        try:
            while True:
                table = await self.tables.find(game)
                sitting = table.sitting
                if sitting is None:
                    self._moments.pop(game, None)
                    return
                marks = await marks_of(self.tables, table)
                sitting = replace(sitting, silent=self._silent(table))
                following = decide(sitting, marks, self.clock(), self.chance)
                if following is None:
                    self._moments.pop(game, None)  # all is told
                    self._beats.pop(game, None)
                    return
                if isinstance(following, float):
                    self._moments[game] = following
                    return
                after = await self.tables.present(table, following)
                if following.led.moderator:
                    await self.tables.hand_over(after, following.led.moderator)
        except Stale:
            self._moments[game] = 0.0
        except NoSuchGame:
            self._moments.pop(game, None)


async def marks_of(tables: Tables, table: Table) -> Marks:
    """What the phones have marked in this round."""
    led = table.manner.led
    found = await tables.store.marks(table.id, led.token) if led is not None else {}
    return {seat: Mark.kept(value, len(table.game.players)) for seat, value in found.items()}
