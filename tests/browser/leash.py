"""The clock of led evenings on a leash: it runs as it would, but waits for the slowest phone, and for the test.

A real phone beats every other second. On a slow machine and a hasty clock it could not: there the evening goes on only
as fast as its phones. And it never goes past the moment that is written in a file, so a test looks at a scene for as
long as it needs, and nothing passes unseen.
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
BEATS: Final = 2
"""How many beats the clock may be ahead of the phone it heard of least lately."""


def follow() -> None:
    """In a server: the clock a test may hold, if it has one."""
    if VARIABLE not in os.environ:
        return
    from nightcall.web.led import runner
    from nightcall.web.led.scenes import BEAT

    path, heard, noticed = Path(os.environ[VARIABLE]), dict[tuple[str, int], float](), runner.Runner.noticed

    def notices(self: runner.Runner, game: str, seat: int) -> None:
        noticed(self, game, seat)
        heard[game, seat] = self.clock()

    def held(speed: float) -> Callable[[], float]:
        seen = now = time.time()

        def clock() -> float:
            nonlocal seen, now
            real, end = time.time(), path.read_text()
            ends = [float(end)] if end else []
            ends += [min(heard.values()) + BEATS * BEAT] if heard else []
            seen, now = real, max(now, min([now + (real - seen) * speed, *ends]))
            return now

        return clock

    runner.Runner.noticed = notices  # type: ignore[method-assign]
    runner.hasty = held


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
