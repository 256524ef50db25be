"""Work that goes on while a page is open, a little at a time: no request waits for it.

Whoever stops asking stops it. What was done so far is kept, for whoever asks for the same again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, ClassVar, Final

from nightcall.web import aside

log: Final = logging.getLogger("nightcall")
SLICE: Final = 0.02
"""Seconds of work at a time; then everybody else is let in."""
REST: Final = 0.02
"""Seconds between two slices where there is no thread beside the pages: a tap goes through all of its steps in one."""
LOOK: Final = 0.03
"""Seconds a request waits for news: less than a tap notices."""
PATIENCE: Final = 1.2
"""The same where no script can ask again."""
UNWATCHED: Final = 4.0
"""Seconds after which nobody is waiting any more."""
KEPT: Final = 64


class Job(ABC):
    """Something to be done in slices."""

    watched: float = 0.0
    """When somebody last asked for it."""
    task: asyncio.Task[None] | None = None
    failed: bool = False
    """A fault of ours has ended it; what it came to before is all there is."""
    slice: ClassVar[float] = SLICE

    @property
    @abstractmethod
    def is_done(self) -> bool: ...

    @abstractmethod
    def work(self) -> Any:
        """A slice of it, in a thread of its own: nothing may be changed there."""

    @abstractmethod
    def take(self, result: Any) -> None:
        """What came of a slice."""


class Background:
    """The jobs of this server."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Job] = OrderedDict()
        self._lane: tuple[asyncio.AbstractEventLoop, asyncio.Lock] | None = None

    def known(self, key: str) -> Job | None:
        """A job somebody has asked for before, however far it is."""
        return self._kept.get(key)

    async def look(self, key: str, begin: Callable[[], Job], patience: float = LOOK) -> Job:
        """How far a job is; it begins, or goes on, while somebody looks."""
        job = self._kept.get(key)
        if job is None:
            job = self._kept[key] = begin()
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        job.watched = time.monotonic()
        if not job.is_done and not job.failed:
            if job.task is None or job.task.done():
                job.task = asyncio.get_running_loop().create_task(self._run(job))
            await asyncio.wait({job.task}, timeout=patience)
        return job

    async def _run(self, job: Job) -> None:
        try:
            while not job.is_done and time.monotonic() - job.watched < UNWATCHED:
                async with self._one_at_a_time():
                    job.take(await aside.aside(job.work))
                await asyncio.sleep(0 if aside.HAS_THREADS else REST)
        except Exception:
            job.failed = True
            log.exception("%s", type(job).__name__)

    def _one_at_a_time(self) -> asyncio.Lock:
        """However many jobs there are, whoever needs the thread for something else waits for one slice at most."""
        loop = asyncio.get_running_loop()
        if self._lane is None or self._lane[0] is not loop:
            self._lane = (loop, asyncio.Lock())
        return self._lane[1]
