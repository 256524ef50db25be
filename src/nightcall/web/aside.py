"""Long work beside the pages: in a thread of its own, one piece after another, so that no tap waits for it.

However many ask for something long, there is this one thread for all of them, and whoever has used a second lately
comes as if a second later. It shares the interpreter with the pages: while a step of one is made it waits, as soon as
it takes breath (`engine/breath.py`), and between breaths it gives way after a moment (`serve.SWITCH`).
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from nightcall.engine import breath
from nightcall.web import limits
from nightcall.web.limits import LONG_TELLING

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from nightcall.engine.game import Game

T = TypeVar("T")

HAS_THREADS = sys.platform != "emscripten"


class Client(Protocol):
    """On whose behalf something is done."""

    @property
    def used(self) -> float: ...
    def use(self, seconds: float) -> None: ...

    hurries: int
    """What it has in hand that others wait for."""


CLIENT: Final[ContextVar[Client | None]] = ContextVar("CLIENT", default=None)


@contextmanager
def hurrying() -> Iterator[None]:
    """What others wait for is done without a wait for one's turn: there are few connections, and a row has one writer.

    Whoever stood in a queue with one of them in hand would make a long queue longer, in every process.
    """
    client = CLIENT.get()
    if client is None:
        yield
        return
    client.hurries += 1
    try:
        yield
    finally:
        client.hurries -= 1


async def aside(work: Callable[[], T], answers: int = LONG_TELLING) -> T:
    """What the work comes to; done at once if it is about fewer answers than are worth the way."""
    if answers < LONG_TELLING or not HAS_THREADS:
        return work()
    return await _lane(asyncio.get_running_loop()).done(work, CLIENT.get())


async def telling(game: Game, work: Callable[[], T]) -> T:
    """The same for whatever tells this game anew, or makes a page of all of it."""
    return await aside(work, len(game.answers))


class _Breath:
    """Lets the pages go first, but does not wait for ever: they may have no end."""

    def __init__(self) -> None:
        self._is_free = threading.Event()
        self._is_free.set()
        self.thread = 0
        """The thread that works beside the pages now; 0 = nothing is done there."""
        self._until = 0.0

    def step_begins(self) -> None:
        if self.thread:
            self._is_free.clear()

    def step_ends(self) -> None:
        if not self._is_free.is_set():
            self._is_free.set()

    def take(self) -> None:
        if self._is_free.is_set() or threading.get_ident() != self.thread or time.perf_counter() < self._until:
            return
        if not self._is_free.wait(limits.BREATH):
            self._until = time.perf_counter() + limits.BREATH * limits.SHARE

    def taking(self, work: Callable[[], T]) -> Callable[[], T]:
        """The work, taking breath."""

        def done() -> T:
            self.thread = threading.get_ident()
            try:
                return work()
            finally:
                self.thread = 0

        return done


BREATH: Final = _Breath()
breath.take = BREATH.take


class _Lane:
    """One for all: two long pieces at a time would only take the processor from the taps."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._is_busy = False

    async def done(self, work: Callable[[], T], client: Client | None) -> T:
        if self._is_busy:
            mine = self._loop.create_future()
            used = client.used if client is not None else 0.0
            heappush(self._waiting, (self._loop.time() + used, next(self._numbers), mine))
            try:
                await mine
            except BaseException:
                if mine.done() and not mine.cancelled():
                    self._next()  # it was let in, and will not come
                raise
        self._is_busy = True
        begun = time.perf_counter()
        going = self._loop.run_in_executor(_thread(), BREATH.taking(work))
        going.add_done_callback(lambda _: self._next())  # whoever gives up: the thread has it until it is done
        try:
            return await going
        finally:
            if client is not None:
                client.use(time.perf_counter() - begun)

    def _next(self) -> None:
        self._is_busy = False
        while self._waiting:
            mine = heappop(self._waiting)[-1]
            if not mine.done():
                self._is_busy = True
                mine.set_result(None)
                return


@lru_cache(1)
def _lane(loop: asyncio.AbstractEventLoop) -> _Lane:
    return _Lane(loop)


@cache
def _thread() -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1, thread_name_prefix="aside")
