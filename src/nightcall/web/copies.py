"""A copy of all games as one file, and such a copy put back in place: SQLite's own way, so a server may be running."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from nightcall.engine.errors import NightcallError
from nightcall.web.store import StoreFault
from nightcall.web.store.sqlite import SQLiteStore


class NoCopy(NightcallError):
    """There is nothing to copy, or nothing that could be put back."""


def backed_up(database: Path, target: Path, *, replaces: bool = False) -> int:
    """Copy the games as they stand at this moment; how many there are. Whole and checked, or not at all."""
    if not database.is_file():
        raise NoCopy("copies.no_games", path=str(database))
    if target.exists() and not replaces:
        raise NoCopy("copies.is_there", path=str(target))
    with _beside(target) as part:
        games = _copied(database, part)
        os.replace(part, target)
    return games


def restored(copy: Path, database: Path) -> tuple[int, Path | None]:
    """Put a copy in place of the games of a folder that no server has: how many are there now, and where those are
    that were. `NoCopy` or `StoreFault` if it is none of ours, damaged, or written by a newer version."""
    if not copy.is_file():
        raise NoCopy("copies.no_copy", path=str(copy))
    database.parent.mkdir(parents=True, exist_ok=True)
    with _beside(database) as part:
        games = _copied(copy, part)
        asyncio.run(SQLiteStore(part).close())  # lifts it to today's version, or refuses a later one
        aside = _put_aside(database) if database.exists() else None
        os.replace(part, database)
    return games, aside


def _put_aside(database: Path) -> Path:
    """The games that were there, as a copy. Their file is left without a log for the next one to find."""
    moment = time.strftime("%Y%m%d-%H%M%S")
    aside = next(
        path
        for number in range(1000)
        if not (path := database.with_name(f"{database.stem}-{moment}-{number}{database.suffix}")).exists()
    )
    with _beside(aside) as part:
        _copied(database, part)
        os.replace(part, aside)
    with _said(database), closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    return aside


def _copied(source: Path, target: Path) -> int:
    """All of it, as of one moment, in one file that says itself to be sound."""
    with (
        _said(source),
        closing(sqlite3.connect(f"file:{quote(str(source.resolve()))}?mode=ro", uri=True)) as games,
        closing(sqlite3.connect(target, isolation_level=None)) as copy,
    ):
        games.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        if copy.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise NoCopy("copies.damaged", path=str(source))
        (count,) = copy.execute("SELECT count(*) FROM game").fetchone()
    with target.open("rb+") as file:
        os.fsync(file.fileno())
    return int(count)


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """A file for this one's owner alone, to be moved to its place when it is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    os.close(handle)
    part = Path(name)
    try:
        yield part
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + ending).unlink(missing_ok=True)


@contextmanager
def _said(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_FULL", "SQLITE_IOERR")):
            raise StoreFault("web.store.full") from error
        raise NoCopy("copies.damaged", path=str(path)) from error
