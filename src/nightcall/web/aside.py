"""Long work beside the pages: in a thread of its own, one piece after another, so that no tap waits for it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from nightcall.web.limits import LONG_TELLING

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

T = TypeVar("T")

HAS_THREADS = sys.platform != "emscripten"


async def aside(work: Callable[[], T], answers: int = LONG_TELLING) -> T:
    """What the work comes to; done at once if it is about fewer answers than are worth the way."""
    if answers < LONG_TELLING or not HAS_THREADS:
        return work()
    return await asyncio.get_running_loop().run_in_executor(_lane(), work)


@cache
def _lane() -> ThreadPoolExecutor:
    """One for all: two long pieces at a time would only take the processor from the taps."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1, thread_name_prefix="aside")
