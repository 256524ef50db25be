"""A fair share for every client: one request of each at a time, and whoever keeps all others waiting waits himself.

The pages are made one after another. A client that asks for a thousand therefore stands in a queue of its own; and if
what it asks for takes long, it has a pause after each, as long as there is anybody else.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass, field
from typing import Any, Final

from nightcall.web import limits
from nightcall.web.access import TooMany

_clock: Final = time.perf_counter
"""What one request costs the others: as long as it takes they wait, also while another program has the processor."""


@dataclass(slots=True)
class _Queue:
    """One client."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    here: int = 0
    """Requests being handled or waiting."""
    debt: float = 0.0
    """Seconds it has kept the others from being served, less what time has forgiven."""
    seen: float = 0.0


class Turns:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._queues: dict[str, _Queue] = {}

    def of(self, client: str) -> Turn:
        """A place in the client's queue; `TooMany` if it is full."""
        now = self._clock()
        if client not in self._queues:
            self._forget(now)
        queue = self._queues.setdefault(client, _Queue(seen=now))
        if queue.here >= limits.WAITING:
            raise TooMany("web.too_many_requests")
        queue.here += 1
        return Turn(self, queue)

    def _forget(self, now: float) -> None:
        gone = [name for name, each in self._queues.items() if not each.here and self._owes(each, now) <= 0]
        for name in gone:
            del self._queues[name]

    def _owes(self, queue: _Queue, now: float) -> float:
        queue.debt = max(0.0, queue.debt - limits.SHARE * (now - queue.seen))
        queue.seen = now
        return queue.debt

    def pause(self, queue: _Queue) -> float:
        """Seconds this client has to wait before its next request; none while it is alone."""
        now = self._clock()
        owed = self._owes(queue, now) - limits.ALLOWANCE
        return owed / limits.SHARE if owed > 0 and self._has_company(queue, now) else 0.0

    def charge(self, queue: _Queue, seconds: float) -> None:
        """It has kept the others waiting; whoever is alone keeps nobody, and nobody pauses for ever."""
        now = self._clock()
        owed = self._owes(queue, now)
        if self._has_company(queue, now):
            queue.debt = min(owed + max(0.0, seconds - limits.FREE), limits.ALLOWANCE + limits.MOST_OWED)

    def _has_company(self, queue: _Queue, now: float) -> bool:
        return any(
            each is not queue and (each.here or now - each.seen < limits.COMPANY) for each in self._queues.values()
        )


class Turn:
    """One request: `async with turns.of(client) as turn: await turn.run(…)`."""

    def __init__(self, turns: Turns, queue: _Queue) -> None:
        self._turns, self._queue = turns, queue
        self._spent = 0.0
        self._since: float | None = None
        """When the step that is being done now began."""
        self._has_turn = False
        self._is_over = False

    async def __aenter__(self) -> Turn:
        try:
            await self._queue.lock.acquire()
            self._has_turn = True
            # At least once round: whoever came meanwhile goes before the next one of the same queue.
            await asyncio.sleep(self._turns.pause(self._queue))
        except BaseException:
            self.end()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Let the next one in: as soon as there is something to send, and at the latest at the end."""
        if self._is_over:
            return
        self._is_over = True
        self._queue.here -= 1
        self._count()
        self._turns.charge(self._queue, self._spent)
        if self._has_turn:
            self._queue.lock.release()

    async def run(self, work: Awaitable[None]) -> None:
        """Do it, and count how long nobody else could be served: not while it waits for something itself."""
        await _Steps(work, self._begin, self._count)

    def _begin(self) -> None:
        self._since = _clock()

    def _count(self) -> None:
        if self._since is not None:
            self._spent += _clock() - self._since
            self._since = None


class _Steps:
    """Awaits something, and tells when each of its steps begins and ends."""

    def __init__(self, work: Awaitable[None], begin: Callable[[], None], end: Callable[[], None]) -> None:
        self._work, self._begin, self._end = work, begin, end

    def __await__(self) -> Generator[Any, Any, None]:
        steps = self._work.__await__()
        given: Any = None
        error: BaseException | None = None
        while True:
            self._begin()
            try:
                waits_for = steps.send(given) if error is None else steps.throw(error)
            except StopIteration:
                return
            finally:
                self._end()
            given = error = None
            try:
                given = yield waits_for
            except BaseException as caught:
                error = caught
