"""The clock of led evenings on a leash: it runs as it would, but never past the moment that is written in a file.

So a test looks at a scene for as long as it needs, on however slow a machine, and nothing passes unseen.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

VARIABLE: Final = "NIGHTCALL_TEST_LEASH"
"""Where a started server finds the file."""


def held(speed: float) -> Callable[[], float]:
    """In a server, instead of `runner.hasty`."""
    path, seen, now = Path(os.environ[VARIABLE]), time.time(), time.time()

    def clock() -> float:
        nonlocal seen, now
        real, end = time.time(), path.read_text()
        runs_to = now + (real - seen) * speed
        seen, now = real, max(now, min(runs_to, float(end))) if end else runs_to
        return now

    return clock


def follow() -> None:
    """In a server: the clock a test may hold, if it has one."""
    if VARIABLE in os.environ:
        from nightcall.web.led import runner

        runner.hasty = held  # type: ignore[assignment]


class Leash:
    """The test's end of it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.let_go()

    def let_go(self) -> None:
        self._write("")

    def to(self, moment: float) -> None:
        """The clock may run as far as that, and stands still there; one that is further stands still at once."""
        self._write(repr(moment))

    @contextmanager
    def still(self) -> Iterator[None]:
        self.to(0.0)
        yield
        self.let_go()

    def _write(self, text: str) -> None:
        fresh = self._file.with_suffix(".new")
        fresh.write_text(text)
        fresh.replace(self._file)  # nobody reads half of it
