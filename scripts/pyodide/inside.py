"""Runs inside Pyodide: pytest, and the little that a Python without threads needs for it."""

from __future__ import annotations

import asyncio
import concurrent.futures.process
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from inspect import isawaitable
from typing import Any

import pytest


class Loop(asyncio.BaseEventLoop):
    """An event loop that waits for time alone: nothing here has a socket."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = self

    def select(self, seconds: float | None) -> list[Any]:
        if seconds is None:
            raise RuntimeError("everything waits for something that cannot come")
        time.sleep(seconds)
        return []

    def _process_events(self, events: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass

    async def create_server(self, *_: Any, **__: Any) -> Any:
        pytest.skip("there is no network here")

    @property
    def is_idle(self) -> bool:
        return not self._ready  # type: ignore[attr-defined]  # asyncio's own


def run(coroutine: Any, **_: Any) -> Any:
    """`asyncio.run`; the browser's own loop steps aside."""
    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(coroutine)


class Portal:
    """What the test client asks of anyio's portal, in the one thread there is."""

    def __init__(self) -> None:
        self._loop = Loop()

    def call(self, function: Callable[..., Any], *given: Any) -> Any:
        async def called() -> Any:
            result = function(*given)
            return await result if isawaitable(result) else result

        try:
            return self._loop.run_until_complete(called())
        finally:
            self._loop.run_until_complete(self._rest())

    async def _rest(self) -> None:
        """What else can go on now does, as it would in another thread."""
        await asyncio.sleep(0)
        while not self._loop.is_idle:
            await asyncio.sleep(0)

    def start_task_soon(self, function: Callable[..., Any], *given: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def done(task: asyncio.Task[Any]) -> None:
            if task.cancelled():
                future.cancel()
            elif error := task.exception():
                future.set_exception(error)
            else:
                future.set_result(task.result())

        self._loop.create_task(function(*given)).add_done_callback(done)
        return future

    def close(self) -> None:
        self._loop.close()


@contextmanager
def portal(*_: Any, **__: Any) -> Iterator[Portal]:
    made = Portal()
    try:
        yield made
    finally:
        made.close()


async def at_once(function: Callable[..., Any], *given: Any, **_: Any) -> Any:
    return function(*given)


def no_processes(*_: Any, **__: Any) -> None:
    pytest.skip("there are no processes here")


async def no_threads(*_: Any, **__: Any) -> None:
    pytest.skip("there are no threads here")


def nobody_calls(listening: socket.socket, *_: Any) -> None:
    listening.close()
    pytest.skip("there is no network here")


def pytest_configure() -> None:
    import anyio.from_thread
    import anyio.to_thread

    asyncio._set_running_loop(None)
    asyncio.run = run  # type: ignore[assignment]
    asyncio.Runner = partial(asyncio.Runner, loop_factory=Loop)  # type: ignore[assignment, misc]  # for whoever keeps one
    subprocess.Popen.__init__ = no_processes  # type: ignore[method-assign]
    socket.socket.listen = nobody_calls  # type: ignore[assignment, method-assign]
    concurrent.futures.process._check_system_limits = no_processes
    anyio.from_thread.start_blocking_portal = portal  # type: ignore[assignment]
    asyncio.to_thread = no_threads  # type: ignore[assignment]  # whoever asks for one wants something beside it
    anyio.to_thread.run_sync = at_once  # type: ignore[assignment]


def main(arguments: Sequence[str]) -> int:
    print(f"Python {sys.version.split()[0]} on {sys.platform}", flush=True)
    alone = ["-p", "no:cacheprovider", "-p", "no:xdist", "-o", "faulthandler_timeout=0"]  # which would need a thread
    return int(pytest.main([*alone, *arguments], plugins=[sys.modules[__name__]]))
