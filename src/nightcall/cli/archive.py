"""The games of the data folder, which the terminal shares with the app: whatever one has begun, the other goes on with.

One folder, one server: whoever leads a game in the terminal has the folder for as long as that takes, as the app has it
while it runs. Looking at the games, and reading one, disturbs neither.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nightcall.cli import files
from nightcall.cli.speech import Voice
from nightcall.cli.typed import Misheard
from nightcall.engine.errors import NightcallError
from nightcall.engine.game import Game
from nightcall.web import dates
from nightcall.web.access import TERMINAL
from nightcall.web.lock import LED, Lock
from nightcall.web.manner import Manner
from nightcall.web.rescue import running
from nightcall.web.serve import database
from nightcall.web.store import Kept
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.table import Table
from nightcall.web.tables import Tables
from nightcall.web.watch.live import Live


class Archive:
    """The games of one folder; closed again at the end of `opened`."""

    def __init__(self, folder: Path) -> None:
        self.store = SQLiteStore(database(folder))
        self.tables = Tables(self.store, Live())

    def close(self) -> None:
        asyncio.run(self.store.close())

    def all(self) -> list[Kept]:
        """The newest first."""
        return [kept for kept in asyncio.run(self.store.games()) if not kept.manner.get("practice")]

    def last_unfinished(self) -> Kept | None:
        found = asyncio.run(running(self.store))
        return found[0] if found else None

    def _named(self, name: str) -> list[str]:
        names = [kept.id for kept in self.all() if name and kept.id.startswith(name)]
        return [name] if name in names else names

    def knows(self, name: str) -> bool:
        return len(self._named(name)) == 1

    def find(self, name: str) -> Table:
        """A game by its name, or the beginning of it; `Misheard` if there is none, or there are several."""
        if not self.knows(name):
            raise Misheard("cli.games.no_such", name=name)
        return asyncio.run(self.tables.find(self._named(name)[0]))

    def keeper(self, table: Table | None = None) -> GameKeeper:
        """For a game of the folder, or for a new one."""
        return GameKeeper(self, table)


class GameKeeper:
    """Keeps one game of an archive in step with what happens at the table."""

    is_file = False

    def __init__(self, archive: Archive, table: Table | None = None) -> None:
        self._archive = archive
        self._table = table

    @property
    def path(self) -> str:
        """What the game is called."""
        return self._table.id if self._table is not None else ""

    def keep(self, game: Game) -> None:
        """Once this returns, the game is safe."""
        tables, table = self._archive.tables, self._table
        if table is None:
            begun = tables.begin(game.setup, Manner(dealt=True), game.answers, device=TERMINAL)
            self._table = asyncio.run(begun)
        elif game.answers != table.game.answers:
            self._table = asyncio.run(tables.edit(table, game))


@contextmanager
def opened(folder: Path) -> Iterator[Archive]:
    """To look at the games; a server may be running on them."""
    archive = Archive(folder)
    try:
        yield archive
    finally:
        archive.close()


@contextmanager
def led(folder: Path) -> Iterator[Archive]:
    """To lead one of the games: nobody else does meanwhile; `Misheard` says who has them."""
    try:
        lock = Lock(folder)
    except NightcallError as error:
        key = "cli.play.server" if error.key == "web.serve.running" else "cli.play.terminal"
        raise Misheard(key, **{name: str(value) for name, value in error.facts.items()}) from error
    try:
        lock.tell(LED)
        with opened(folder) as archive:
            yield archive
    finally:
        lock.release()


def told(text: str, folder: Path) -> tuple[Game, int]:
    """The game of a file, or of this folder by its name; and the line of a file that was only half written, or 0."""
    path = Path(text).expanduser()
    if not path.exists() and database(folder).exists():
        with opened(folder) as archive:
            if archive.knows(text):
                return archive.find(text).game, 0
    game, loaded = files.load(path)  # which says so if there is no such file
    return game, loaded.dropped


def listed(folder: Path, voice: Voice) -> list[dict[str, Any]]:
    """The games of a folder as a list shows them."""
    if not database(folder).exists():
        return []
    with opened(folder) as archive:
        return _rows(archive, voice)


def _rows(archive: Archive, voice: Voice) -> list[dict[str, Any]]:
    return [
        {
            "game": kept.id,
            "players": list(kept.summary["players"]),
            "state": state(kept, voice),
            "is_over": "winner" in kept.summary,
            "changed": dates.iso(kept.changed),
        }
        for kept in archive.all()
    ]


def state(kept: Kept, voice: Voice) -> str:
    """Where a game stands, or who has won it."""
    told = kept.summary
    if "winner" in told:
        side = voice.words.side(told["winner"])
        return voice.text("cli.games.won", winner=side)
    return voice.text(f"desk.phase.{told.get('phase', 'setup')}", number=told.get("number", 0))
