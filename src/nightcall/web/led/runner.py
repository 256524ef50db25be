"""The one who leads: a task that makes every step of every led evening at its moment.

Where several processes serve the same games one of them leads an evening, as long as its lease lasts; whoever finds one
that has run out takes the evening up. A step is taken from where the game stood, so no two can ever make the same one.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from nightcall.engine.viewers import PUBLIC
from nightcall.web.aside import telling
from nightcall.web.led.decide import decide
from nightcall.web.led.marks import Mark, Marks
from nightcall.web.store import SCREEN, WANTED, Stale, StoreFault
from nightcall.web.table import Table
from nightcall.web.tables import Tables
from nightcall.web.tables.at_hand import NoSuchGame

SILENT: Final = 7.0
"""Seconds of the world after which a phone that has not been heard of is missed: three beats.

Among several processes as much longer as what one has heard may be on its way to the other.
"""
IDLE: Final = 3600.0
"""Seconds to sleep when no evening is under way: whoever begins one wakes us."""
LEASE: Final = 9.0
"""Seconds a process leads an evening without a word; every third of that it says that it goes on."""
ASKED_AGAIN: Final = 2 * LEASE
"""Longer than the list of phones waits before it looks again."""
FOR_GOOD: Final = 1e12
"""Where there is no other process."""
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
        self.name = secrets.token_hex(6)
        """Who leads, among processes."""
        self._moments: dict[str, float] = {}
        self._beats: dict[str, dict[int, float]] = {}
        """When each phone was heard of last, of the evenings we lead."""
        self._elsewhere: set[tuple[str, int]] = set()
        """Whose phones were heard of here lately, of evenings that another process leads."""
        self._screens: frozenset[str] = frozenset()
        """The evenings whose screen is open at some process."""
        self._woken = asyncio.Event()
        self._until = 0.0
        """How long we lead without saying so again, by the clock of this machine alone."""
        self._held: set[str] = set()

    def is_held_up(self, game: str) -> bool:
        """Whether the last try to go on with this evening has failed: the table is told so, and it is tried again."""
        return game in self._held

    async def lease(self, game: str) -> None:
        """This process leads an evening that begins: to be written together with its beginning."""
        await self.tables.store.lease(game, self.name, self._ends())

    def begin(self, game: str) -> None:
        """It has begun."""
        self._wake(game)

    async def wake(self, game: str) -> None:
        """Something has changed there: whoever leads looks at it at once."""
        if game in self._moments:
            self._wake(game)
        else:
            await self.tables.store.ring(game)

    def overheard(self, game: str) -> None:
        """Another process has changed something there."""
        if game in self._moments:
            self._wake(game)

    def _wake(self, game: str) -> None:
        self._moments[game] = 0.0
        self._woken.set()

    def _ends(self) -> float:
        return time.time() + LEASE if self.tables.store.is_shared else FOR_GOOD

    def noticed(self, game: str, seat: int) -> None:
        """This phone is there."""
        if game in self._moments or not self.tables.store.is_shared:
            self._beats.setdefault(game, {})[seat] = self.clock()
        else:
            self._elsewhere.add((game, seat))

    def is_heard(self, game: str) -> bool:
        """Whether the public screen is open, which speaks, at whichever process."""
        return game in self._screens or self.tables.live.is_watched(game, PUBLIC)

    async def awake(self, table: Table) -> frozenset[int]:
        """Whose phones show their page now, in an evening that somebody leads, at whichever process.

        The others tell theirs only while somebody wants to know: until they have, nobody is missing.
        """
        here, store, now = self.tables.live.seats(table.id), self.tables.store, time.time()
        if not store.is_shared:
            return here
        heard = await store.heard(table.id)
        await store.hear({(table.id, WANTED)}, now)
        if now - heard.get(WANTED, 0.0) > ASKED_AGAIN:
            return frozenset(table.taken)
        return here | {seat for seat in table.taken if now - heard.get(seat, 0.0) <= LEASE}

    async def _silent(self, table: Table) -> list[int]:
        """Whose phones have not been heard of for a while; after a restart everybody has that while."""
        now, beats = self.clock(), self._beats.setdefault(table.id, {})
        seats = range(1, len(table.game.players) + 1)
        silent = [seat for seat in seats if now - beats.setdefault(seat, now) > SILENT * self.speed]
        if not silent or not self.tables.store.is_shared:
            return silent
        heard, since = await self.tables.store.heard(table.id), time.time() - SILENT - LEASE / 3
        return [seat for seat in silent if heard.get(seat, 0.0) < since]

    async def _tell_heard(self) -> None:
        """Whoever leads learns which phones beat here, and every process where a page or a screen is open."""
        live, now = self.tables.live, time.time()
        places, self._elsewhere = self._elsewhere, set()
        places |= {
            (game, SCREEN) for game in live.games() if self.tables.is_led(game) and live.is_watched(game, PUBLIC)
        }
        wanted = await self.tables.store.heard_games(WANTED, now - ASKED_AGAIN)
        places |= {(game, seat) for game in wanted for seat in live.seats(game)}
        if places:
            await self.tables.store.hear(places, now)
        self._screens = frozenset(await self.tables.store.heard_games(SCREEN, now - LEASE))

    async def run(self) -> None:
        """To the end of the process. Among several we look every now and then for evenings that nobody leads."""
        is_shared, looked = self.tables.store.is_shared, -LEASE
        while not is_shared and not await self._is_done(self._take_up):
            await asyncio.sleep(AGAIN)
        while True:
            if is_shared and time.monotonic() - looked >= LEASE / 3:
                looked = time.monotonic()
                await self._is_done(self._look_after)
            now = self.clock()
            wait = (min(self._moments.values(), default=now + IDLE) - now) / self.speed
            if is_shared:
                wait = min(wait, looked + LEASE / 3 - time.monotonic())
            if wait > 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._woken.wait()
            self._woken.clear()
            for game in [game for game, moment in self._moments.items() if moment <= self.clock()]:
                await self._patiently(game)

    async def _is_done(self, act: Callable[[], Awaitable[None]]) -> bool:
        try:
            await act()
        except Exception:
            log.exception("led evenings cannot be taken up yet")
            return False
        return True

    async def _patiently(self, game: str) -> None:
        """Whatever fails in one evening holds up this one, and no other; it is tried again until it goes on."""
        try:
            await self.advance(game)
            self._held.discard(game)
        except Exception:
            log.exception("a led evening is held up")
            self._held.add(game)
            self._moments[game] = self.clock() + AGAIN * self.speed

    async def _look_after(self) -> None:
        """Say that we go on leading, and take up what others have left."""
        begun, led = time.monotonic(), set(self._moments)
        mine = await self.tables.store.renew(self.name, self._ends()) if led else []
        self._until = begun + LEASE
        for game in led.difference(mine):
            self._moments.pop(game, None)  # another process leads it
            self._beats.pop(game, None)
            self._held.discard(game)
        await self._take_up()
        await self._tell_heard()

    async def _take_up(self) -> None:
        """What nobody leads, after a restart or a fall: every round under way begins again, with its full time."""
        now = time.time() if self.tables.store.is_shared else 2 * FOR_GOOD
        games = await self.tables.store.take_up(self.name, now, self._ends())
        for game in games:
            self._wake(game)
        for game in games:
            with suppress(NoSuchGame, Stale):
                table = await self.tables.find(game)
                sitting = table.sitting
                if sitting is not None:
                    led = replace(sitting.led, since=self.clock(), resumed=True)
                    await self.tables.present(table, replace(sitting, led=led))

    async def let_go(self) -> None:
        """This process ends: another one may lead its evenings at once."""
        if self.tables.store.is_shared and self._moments:
            with suppress(StoreFault):
                await self.tables.store.let_go(self.name)

    async def _is_over(self, game: str) -> None:
        self._moments.pop(game, None)
        self._beats.pop(game, None)
        await self.tables.store.end_lease(game, self.name)

    async def advance(self, game: str) -> None:
        """Every step of this evening that is due."""
        if self.tables.store.is_shared and time.monotonic() > self._until:
            self._moments[game] = (
                self.clock() + AGAIN * self.speed
            )  # we have stood still for long: another one may lead by now
            return
        try:
            while True:
                table = await self.tables.find(game)
                sitting = table.sitting
                if sitting is None:
                    await self._is_over(game)
                    return
                marks = await marks_of(self.tables, table)
                sitting = replace(sitting, silent=await self._silent(table))
                following = await telling(table.game, partial(decide, sitting, marks, self.clock(), self.chance))
                if following is None:
                    await self._is_over(game)  # all is told
                    return
                if isinstance(following, float):
                    self._moments[game] = following
                    return
                if following.led.moderator:
                    await self.tables.hand_over(table, following.led.moderator)
                else:
                    await self.tables.present(table, following)
        except Stale:
            self._moments[game] = 0.0
        except NoSuchGame:
            await self._is_over(game)


async def marks_of(tables: Tables, table: Table) -> Marks:
    """What the phones have marked in this round."""
    led = table.manner.led
    found = await tables.store.marks(table.id, led.token) if led is not None else {}
    return {seat: Mark.kept(value, len(table.game.players)) for seat, value in found.items()}
