"""A fair share for every client: one request of each at a time, and whoever keeps all others waiting waits himself.

The pages are made one after another. A client that asks for a thousand therefore stands in a queue of its own. Whoever
has used a second lately is served as if he had come a second later: so ten who ask without end do not crowd out one who
taps, nor can a thousand who come for the first time. And whoever asks for what takes long has a pause after each, as
long as there is anybody else.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from math import exp
from random import uniform
from typing import Any, Final

from nightcall.web import aside, limits
from nightcall.web.access import TooMany

_clock: Final = time.perf_counter
"""What one request costs the others: as long as it takes they wait, also while another program has the processor."""
_worked: Final = getattr(time, "thread_time", time.process_time)
"""What a request takes of the processor, however busy that is with other programs."""


@dataclass(slots=True)
class _Queue:
    """One client."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    here: int = 0
    """Requests being handled or waiting."""
    debt: float = 0.0
    """Seconds it has kept the others from being served, less what time has forgiven."""
    seen: float = 0.0
    used: float = 0.0
    """Seconds it has used lately, of the pages' time and of that beside them: what is longer ago counts less."""
    at: float = 0.0
    """When that was reckoned."""
    sent: float = 0.0
    """Until when what it has sent so far would have taken at the pace that large things are taken in."""


class Turns:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._queues: dict[str, _Queue] = {}
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        """Whoever has something to do now, by when he came and what he has used."""
        self._numbers = count()

    def of(self, client: str) -> Turn:
        """A place in the client's queue; `TooMany` if it is full."""
        now = self._clock()
        if client not in self._queues:
            self._forget(now)
        queue = self._queues.setdefault(client, _Queue(seen=now, at=now))
        if queue.here >= limits.WAITING:
            raise TooMany("web.too_many_requests")
        queue.here += 1
        return Turn(self, queue)

    def _forget(self, now: float) -> None:
        gone = [
            name
            for name, each in self._queues.items()
            if not each.here and self._owes(each, now) <= 0 and each.sent <= now and self._used(each) < limits.FREE
        ]
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

    def charge(self, queue: _Queue, seconds: float, worked: float | None = None) -> None:
        """It has kept the others waiting; whoever is alone keeps nobody, and nobody pauses for ever.

        What is free is so much of the processor's time, however long that takes within reason: on a busy machine
        everything takes long, also a tap.
        """
        now = self._clock()
        owed = self._owes(queue, now)
        if self._has_company(queue, now):
            stretched = seconds / worked if worked else 1.0 if worked is None else limits.STRETCHED
            free = limits.FREE * min(max(stretched, 1.0), limits.STRETCHED)
            queue.debt = min(owed + max(0.0, seconds - free), limits.ALLOWANCE + limits.MOST_OWED)

    def use(self, queue: _Queue, seconds: float) -> None:
        queue.used = self._used(queue) + seconds

    def _used(self, queue: _Queue) -> float:
        now = self._clock()
        queue.used *= exp((queue.at - now) / limits.LATELY)
        queue.at = now
        return queue.used

    async def come(self, queue: _Queue) -> None:
        """Wait for those who come before; at least once round, so that it is known who does."""
        if self._used(queue) > limits.MUCH:  # whatever is arriving this moment is from somebody who has waited
            for _ in range(limits.ROUNDS):
                await asyncio.sleep(0)
        mine = asyncio.get_running_loop().create_future()
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
        heappush(self._waiting, (self._clock() + self._used(queue), next(self._numbers), mine))
        await mine

    def _next(self) -> None:
        """One at a time: then those who have come meanwhile are looked at first."""
        while self._waiting:
            mine = heappop(self._waiting)[-1]
            if not mine.done():  # whoever gave up is
                mine.set_result(None)
                break
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._next)

    # -- large things --

    async def paced(self, client: str, size: int) -> None:
        """Wait as long as so many bytes take at the pace of one client: reading them is work as well."""
        queue = self._queues.setdefault(client, _Queue(seen=self._clock(), at=self._clock()))
        queue.sent = max(queue.sent, self._clock()) + size / limits.PACE
        await asyncio.sleep(queue.sent - self._clock())

    def _has_company(self, queue: _Queue, now: float) -> bool:
        return any(
            each is not queue and (each.here or now - each.seen < limits.COMPANY) for each in self._queues.values()
        )


class Turn:
    """One request: `async with turns.of(client) as turn: await turn.run(…)`."""

    def __init__(self, turns: Turns, queue: _Queue) -> None:
        self._turns, self._queue = turns, queue
        self._spent = self._worked = 0.0
        self._since: tuple[float, float] | None = None
        """When the step that is being done now began, by the clock and by the processor's."""
        self._has_turn = False
        self._is_over = False
        self.hurries = 0

    async def __aenter__(self) -> Turn:
        try:
            await self._queue.lock.acquire()
            self._has_turn = True
            pause = self._turns.pause(self._queue)
            if pause:
                await asyncio.sleep(pause)
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
        self._turns.charge(self._queue, self._spent, self._worked)
        self._turns.use(self._queue, self._spent)
        if self._has_turn:
            self._queue.lock.release()

    async def run(self, work: Awaitable[None]) -> None:
        """Do it, and count how long nobody else could be served: not while it waits for something itself."""
        aside.CLIENT.set(self)
        await _Steps(work, self)

    async def refused(self) -> None:
        """Not at once to whoever has used much, or was refused often: he would be back at once, for another one."""
        self.use(limits.REFUSAL)
        if self.used > limits.MUCH:
            await asyncio.sleep(uniform(1, 3) * limits.REFUSED_AFTER)

    # What is done beside the pages on behalf of this request: see `aside`.

    @property
    def used(self) -> float:
        return self._turns._used(self._queue)

    def use(self, seconds: float) -> None:
        self._turns.use(self._queue, seconds)

    # Its steps.

    async def come(self) -> None:
        """Wait for the next step's turn; what is sent already waits for nobody, nor does what others wait for."""
        if not self._is_over and not self.hurries:
            await self._turns.come(self._queue)

    def begin(self) -> None:
        aside.BREATH.step_begins()
        self._since = _clock(), _worked()

    def pause(self) -> None:
        self._count()
        aside.BREATH.step_ends()

    def _count(self) -> None:
        if self._since is not None:
            self._spent += _clock() - self._since[0]
            self._worked += _worked() - self._since[1]
            self._since = None


class _Steps:
    """Awaits something, step by step, each in its turn and counted."""

    def __init__(self, work: Awaitable[None], turn: Turn) -> None:
        self._work, self._turn = work, turn

    def __await__(self) -> Generator[Any, Any, None]:
        steps = self._work.__await__()
        given: Any = None
        error: BaseException | None = None
        while True:
            if error is None:
                try:
                    yield from self._turn.come().__await__()
                except BaseException as caught:  # given up while it waited: that is for the work to hear, at once
                    error = caught
            self._turn.begin()
            try:
                waits_for = steps.send(given) if error is None else steps.throw(error)
            except StopIteration:
                return
            finally:
                self._turn.pause()
            given = error = None
            try:
                given = yield waits_for
            except BaseException as caught:
                error = caught
