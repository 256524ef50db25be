"""The one place where a test waits in real time: for what it wants to see, with a deadline no busy machine misses.

Nothing is shown by a pause: what must not happen is looked for where it would have happened, and what takes seconds
takes them by a clock the test turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pytest
    from playwright.sync_api import Page

PATIENCE: Final = 120.0
"""Seconds after which something is missing that a quiet machine has at once."""
LOOK: Final = 0.01
"""Seconds between two looks."""
_awaits: Final = asyncio.sleep


def until(true: Callable[[], object], what: object = "it never came true", within: float = PATIENCE) -> None:
    end = monotonic() + within
    while not true():
        assert monotonic() < end, what
        sleep(LOOK)


async def becomes(true: Callable[[], object], what: object = "it never came true") -> None:
    """The same on an event loop, where it may have to be awaited."""
    end = monotonic() + PATIENCE
    while not (await value if isinstance(value := true(), Awaitable) else value):
        assert monotonic() < end, what
        await _awaits(LOOK)


def shows(
    page: Page, true: Callable[[], object], what: object = "it never came true", within: float = PATIENCE
) -> None:
    """The same beside a page, which goes on in the meantime."""
    end = monotonic() + within
    while not true():
        assert monotonic() < end, "it never came true"
        page.wait_for_timeout(1000 * LOOK)


def pauses(seconds: float) -> None:
    """What a person does between two taps, who is no machine: nothing may depend on how long it takes."""
    sleep(seconds)


async def settled(rounds: int = 50) -> None:
    """All that can be done on this loop without waiting for anything has been done."""
    for _ in range(rounds):
        await _awaits(0)


async def later(seconds: float) -> None:
    """So much later by the clock of this loop: what waited for that has gone on."""
    loop = asyncio.get_running_loop()
    usual = loop.time
    loop.time = lambda: usual() + seconds  # type: ignore[method-assign]
    await settled()


def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """From now on nothing sleeps on a loop; the seconds it would have slept are in the list."""
    slept: list[float] = []

    async def nap(seconds: float, result: object = None) -> object:
        if seconds > 0:
            slept.append(seconds)
        return await _awaits(0, result)

    monkeypatch.setattr(asyncio, "sleep", nap)
    return slept
