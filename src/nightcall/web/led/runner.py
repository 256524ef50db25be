"""The one who leads: a task that makes every step of every led evening at its moment."""

from __future__ import annotations

import asyncio
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

IDLE: Final = 3600.0
"""Seconds to sleep when no evening is under way: whoever begins one wakes us."""


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
        self._woken = asyncio.Event()

    def wake(self, game: str) -> None:
        """Something has changed there: look at it at once."""
        self._moments[game] = 0.0
        self._woken.set()

    async def run(self) -> None:
        await self._take_up()
        while True:
            now = self.clock()
            wait = (min(self._moments.values(), default=now + IDLE) - now) / self.speed
            if wait > 0:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), wait)
            self._woken.clear()
            for game in [game for game, moment in self._moments.items() if moment <= self.clock()]:
                await self.advance(game)

    async def _take_up(self) -> None:
        """After a restart every round under way begins again, with its full time."""
        for kept in await self.tables.store.games():
            if kept.manner.get("led") and "winner" not in kept.summary:
                table = await self.tables.find(kept.id)
                sitting = table.sitting
                if sitting is not None:
                    await self.tables.present(table, replace(sitting, led=replace(sitting.led, since=self.clock())))
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
                following = decide(sitting, marks, self.clock(), self.chance)
                if following is None:
                    self._moments.pop(game, None)  # all is told
                    return
                if isinstance(following, float):
                    self._moments[game] = following
                    return
                await self.tables.present(table, following)
        except Stale:
            self._moments[game] = 0.0
        except NoSuchGame:
            self._moments.pop(game, None)


async def marks_of(tables: Tables, table: Table) -> Marks:
    """What the phones have marked in this round."""
    led = table.manner.led
    found = await tables.store.marks(table.id, led.token) if led is not None else {}
    return {seat: Mark.of(value, float(value.get("at", 0.0)), len(table.game.players)) for seat, value in found.items()}
