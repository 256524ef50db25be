"""The app as a person starts it, on a folder of its own; it may be killed and started again."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import sys
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any, Final, TypeVar

from nightcall import MODERATOR, Game, Viewer
from nightcall.web import access
from nightcall.web.manner import Manner
from nightcall.web.serve import database
from nightcall.web.store import Grant
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.table import Table
from nightcall.web.tables import Tables
from nightcall.web.watch.live import Live
from tests.browser import release
from tests.waiting import PATIENCE, until

ROOMY: Final = """
from nightcall.cli import main
from nightcall.web import limits
from tests import luck
from tests.browser import leash, release
limits.DEVICES = limits.GAMES = 10_000
luck.follow()
leash.follow()
release.follow()
main()
"""
"""The same command. But the phones of all tests come from one address within minutes, and are no flood, the cards
are dealt as the test has them dealt every time, and the clock of a led evening may be held."""
T = TypeVar("T")


def awaited(coroutine: Coroutine[Any, Any, T]) -> T:
    """In a thread of its own: that of a test belongs to Playwright's event loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


class Server:
    """`nightcall serve` on a free port; what it has put on the disk can be looked at from outside."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self._process: Popen[str] | None = None
        self._store: SQLiteStore | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, as_release: str = "") -> None:
        """Start, or start again on the same port and folder; perhaps as a later release."""
        command = [sys.executable, "-c", ROOMY, "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        self._process = Popen(
            [*command, "--data", str(self.folder), "--no-browser"],
            stdout=PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", release.VARIABLE: as_release},
        )
        assert self._process.stdout is not None
        line = ""
        while "http://" not in line:
            line = self._process.stdout.readline()
            assert line, "the server ended before it had begun"
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found, line
        self.port = int(found.group(1))
        self._until_it_answers()

    def _until_it_answers(self) -> None:
        until(self._answers, "the server does not answer")

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """As when the battery dies: no farewell."""
        self._end(Popen.kill)

    def stop(self) -> None:
        if self._store is not None:
            awaited(self._store.close())
            self._store = None
        self._end(Popen.terminate)

    def _end(self, how: Callable[[Popen[str]], None]) -> None:
        if self._process is None:
            return
        how(self._process)
        self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None

    # -- what lies on the disk --

    @property
    def store(self) -> SQLiteStore:
        if self._store is None:
            self._store = SQLiteStore(database(self.folder))
        return self._store

    def begin(self, game: Game, **manner: Any) -> str:
        """A game as it stands."""
        return awaited(Tables(self.store, Live()).begin(game.setup, Manner(**manner), game.answers)).id

    def go_on(self, ident: str, game: Game) -> None:
        """The same game some answers later; everything is announced."""

        async def answered() -> None:
            tables = Tables(self.store, Live())
            table = await tables.find(ident)
            for answer in game.answers[len(table.game.answers) :]:
                table = await tables.answer(table, answer.value)

        awaited(answered())

    def key(self, game: str, viewer: Viewer = MODERATOR) -> str:
        """The path of a secret link to a place."""
        secret = access.new_secret()
        awaited(self.store.add_key(access.digest(secret), Grant(game, viewer)))
        return f"/k/{secret}"

    def table(self, game: str) -> Table:
        """The game as it lies on the disk."""
        return awaited(Tables(self.store, Live()).find(game))
