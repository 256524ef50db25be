"""Several processes behind one address: one listens for all of them, and sees to it that there are always so many.

Each is the same command once more, with the listening socket handed to it. So a rolling restart (SIGHUP) starts the
version that is installed by then: a new process first, and only when it serves one of the old ones goes.
"""

from __future__ import annotations

import logging
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Final

from nightcall.web import logs

SETTING: Final = "NIGHTCALL_WORKER"
"""In the environment of a worker: the numbers of its listening socket, and of the one its starter is told on."""
READY: Final = b"1"
LOOK: Final = 0.2
"""Seconds between two looks whether all are there."""
SOON: Final = 2.0
"""Seconds a worker that serves must last to count as one that works."""
FALLS: Final = 5
"""Workers that may fall that soon, or before they serve, one after another: then no further one mends what is wrong."""
START_WITHIN: Final = 60.0
"""Seconds in which a worker must serve, or another one is tried."""
STOP_WITHIN: Final = 20.0


class Worker:
    """One process, as its starter sees it."""

    def __init__(self, listening: socket.socket, command: Sequence[str]) -> None:
        self.since = time.monotonic()
        self.has_served = False
        self._word, theirs = socket.socketpair()
        with theirs:
            handed = (listening.fileno(), theirs.fileno())
            self.process = subprocess.Popen(
                command, pass_fds=handed, env=os.environ | {SETTING: ",".join(map(str, handed))}
            )

    def is_ready(self, within: float = 0.0) -> bool:
        """Whether it serves; False also if it has fallen meanwhile."""
        if not self.has_served and select.select([self._word], [], [], within)[0]:
            self.has_served = self._word.recv(1) == READY
        return self.has_served

    @property
    def is_late(self) -> bool:
        """Whether it should have served long ago."""
        return not self.is_ready() and time.monotonic() - self.since > START_WITHIN

    @property
    def has_worked(self) -> bool:
        return self.is_ready() and time.monotonic() - self.since >= SOON

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    def stop(self) -> None:
        """It ends as it does by Ctrl+C: what it has begun it answers, and open streams find another one."""
        if self.is_alive:
            self.process.terminate()

    def gone(self) -> None:
        """Wait until it is."""
        try:
            self.process.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._word.close()

    @property
    def ended(self) -> str:
        """How it ended."""
        code = self.process.returncode
        if code is None or code >= 0:
            return f"with exit code {code}"
        try:
            return f"by {signal.Signals(-code).name}"
        except ValueError:
            return f"by signal {-code}"


class Workers:
    def __init__(self, count: int, listening: socket.socket, command: Sequence[str] | None = None) -> None:
        self._count = count
        self._listening = listening
        self._command = command or [sys.executable, "-m", "nightcall.cli", *sys.argv[1:]]
        self._workers: list[Worker] = []
        self._is_ending = self._is_rolling = False
        self._falls = 0

    def run(self, ready: Callable[[], None]) -> int:
        """Until interrupted; gives the exit code. `ready` is called once all of them serve."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._end)
        signal.signal(signal.SIGHUP, self._roll)
        try:
            self._workers = [self._started() for _ in range(self._count)]
            is_told = False
            while not self._is_ending and self._falls < FALLS:
                if not is_told and all(worker.is_ready() for worker in self._workers):
                    is_told = True
                    ready()
                if self._is_rolling and is_told:
                    self._is_rolling = False
                    self._renew()
                self._replace()
                time.sleep(LOOK)
            if not self._is_ending:
                logs.warned(f"{FALLS} workers in a row have ended at once: the server stops", logging.ERROR)
        finally:
            for worker in self._workers:
                worker.stop()
            for worker in self._workers:
                worker.gone()
        return 0 if self._is_ending else 1

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        self._is_ending = True

    def _roll(self, _number: int, _frame: FrameType | None) -> None:
        self._is_rolling = True

    def _started(self) -> Worker:
        return Worker(self._listening, self._command)

    def _replace(self) -> None:
        """Another one for whoever has fallen, or does not come up."""
        for place, worker in enumerate(self._workers):
            if worker.is_late:
                logs.warned(
                    f"worker {worker.process.pid} does not serve after {START_WITHIN:.0f} seconds: it is ended",
                    pid=worker.process.pid,
                )
                worker.process.kill()
                worker.process.wait()
            if not worker.is_alive and not self._is_ending:
                self._falls = 0 if worker.has_worked else self._falls + 1
                worker.gone()
                self._workers[place] = new = self._started()
                pid, now = worker.process.pid, new.process.pid
                logs.warned(
                    f"worker {pid} has ended {worker.ended}: worker {now} takes its place",
                    pid=pid,
                    code=worker.process.returncode,
                    replaced_by=now,
                )

    def _renew(self) -> None:
        """One after another; if a new one does not come up the old ones stay."""
        for place, old in enumerate(self._workers):
            new = self._started()
            while new.is_alive and not (self._is_ending or new.is_ready(LOOK) or new.is_late):
                pass
            if not new.is_ready():
                new.stop()
                new.gone()
                if not self._is_ending:
                    logs.warned(
                        f"worker {new.process.pid} did not come up: those there were go on", pid=new.process.pid
                    )
                return
            self._workers[place] = new
            old.stop()
            old.gone()


class Starter:
    """The process that has started us, as a worker sees it."""

    def __init__(self, number: int) -> None:
        self.socket = socket.socket(fileno=number)

    def tell_ready(self) -> None:
        self.socket.send(READY)


def handed() -> tuple[socket.socket, Starter] | None:
    """What a worker was given; None for a process that is none."""
    given = os.environ.pop(SETTING, "")
    if not given:
        return None
    listening, word = map(int, given.split(","))
    return socket.socket(fileno=listening), Starter(word)
