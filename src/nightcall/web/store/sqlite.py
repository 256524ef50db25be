"""The store in one SQLite file. Written through to the disk before anything is acknowledged."""

from __future__ import annotations

import os
import secrets
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, ClassVar, Final

from nightcall.web.store import Notice, StoreFault
from nightcall.web.store.migrations import MIGRATIONS, PASSING, PROBE, TABLES
from nightcall.web.store.sql import Connection, Row, SQLStore

AT_ONCE: Final = 900
"""Values of one statement: any SQLite takes so many."""
ROOM: Final = 65_536
"""Bytes that must find room on the disk for the store to count as one that can be used."""
MAGIC: Final = b"SQLite format 3\0"
"""How every such file begins."""


class SQLiteStore(SQLStore):
    DURABILITY: ClassVar = ("journal_mode = WAL", "synchronous = FULL")
    """How the file is written."""
    DAMAGED: ClassVar = "web.store.damaged"
    """What is said of a file that cannot be read."""

    def __init__(self, path: Path | str) -> None:
        """Open or create the file; `StoreFault` if it is damaged or was written by a newer version."""
        super().__init__()
        self.path = path
        if isinstance(path, Path):
            path.parent.mkdir(parents=True, exist_ok=True)
        self._open()

    def _open(self) -> None:
        with _faults(self.DAMAGED):
            # One event loop uses it; which thread that runs in is not ours to say.
            self._db = sqlite3.connect(self.path, isolation_level=None, timeout=5, check_same_thread=False)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _prepare(self) -> None:
        for pragma in self.DURABILITY:
            self._db.execute(f"PRAGMA {pragma}")
        self._db.execute("PRAGMA foreign_keys = ON")
        self._migrate()

    def _migrate(self) -> None:
        """Its version is the file's own (`PRAGMA user_version`)."""
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            raise StoreFault("web.store.too_new", given=version, known=len(MIGRATIONS))
        for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
            self._db.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")
        self._db.executescript(PROBE)
        self._db.execute("PRAGMA temp_store = MEMORY")
        self._db.executescript(PASSING.format(kind="TEMPORARY"))

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Connection]:
        # Nothing of it waits, so nothing else of this process comes in between.
        with _faults(self.DAMAGED):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield _Connection(self._db)
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        await self._settle()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Connection]:
        with _faults(self.DAMAGED):
            self._db.execute("BEGIN")
            try:
                yield _Connection(self._db)
            finally:
                self._db.execute("ROLLBACK")

    async def _settle(self) -> None:
        """What has been committed is kept where it lasts. A file on a disk is there already."""

    async def _rows(self, query: str, *values: Any) -> list[Row]:
        with _faults(self.DAMAGED):
            return self._db.execute(query, values).fetchall()

    async def _texts(self, table: str, where: str, *values: Any) -> tuple[str, ...]:
        # As one row: fetching each lets every other thread go first, three thousand times with a long game told there.
        found = f"SELECT text FROM {table} WHERE {where} ORDER BY place"
        [(whole,)] = await self._rows(f"SELECT group_concat(text, '') FROM ({found})", *values)
        return tuple(whole.splitlines(keepends=True)) if whole else ()

    async def _try(self) -> None:
        if not isinstance(self.path, Path):
            await self._beat()
            return
        with _faults(self.DAMAGED):
            self._room(self.path)
            value = await self._beat()
            self._look(self.path, value)

    def _room(self, path: Path) -> None:
        """New room on the disk: the journal may have some left for a while when there is none any more."""
        try:
            with tempfile.TemporaryFile(dir=path.parent) as file:
                file.write(secrets.token_bytes(ROOM))
                file.flush()
                os.fsync(file.fileno())
            with path.open("rb") as file:
                head = file.read(len(MAGIC))
        except OSError as error:
            is_gone = isinstance(error, FileNotFoundError)
            raise StoreFault(self.DAMAGED if is_gone else "web.store.full") from error
        if head != MAGIC:
            raise StoreFault(self.DAMAGED)

    def _look(self, path: Path, value: str) -> None:
        """What was written, and something of each table, read by somebody who remembers nothing of the file."""
        fresh = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=1, isolation_level=None)
        with closing(fresh):
            found = fresh.execute("SELECT value FROM pulse").fetchall()
            for table in TABLES:
                fresh.execute(f"SELECT * FROM {table} LIMIT 1").fetchall()
        if found != [(value,)]:
            raise StoreFault(self.DAMAGED)

    async def compact(self) -> None:
        with _faults(self.DAMAGED):
            self._db.execute("VACUUM")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    async def close(self) -> None:
        self._db.close()

    # There is no other process to tell.

    async def _tell(self, db: Connection, notice: Notice) -> None: ...

    async def ring(self, game: str) -> None: ...

    async def notices(self) -> AsyncIterator[Notice]:
        return
        yield


class _Connection:
    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def rows(self, query: str, *values: Any) -> list[Row]:
        return self._db.execute(query, values).fetchall()

    async def many(self, query: str, rows: Iterable[Row]) -> None:
        # Many in one step, for the reason given above.
        head, _, places = query.partition(" VALUES ")
        places, conflict, rest = places.partition(" ON CONFLICT")
        given = list(rows)
        count = AT_ONCE // places.count("?")
        for start in range(0, len(given), count):
            some = given[start : start + count]
            values = ", ".join([places] * len(some))
            self._db.execute(f"{head} VALUES {values}{conflict}{rest}", [value for row in some for value in row])


@contextmanager
def _faults(damaged: str) -> Iterator[None]:
    """What can go wrong with a file, said so that the person at the table can do something about it."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
            raise StoreFault("web.store.full") from error
        if name in ("SQLITE_CORRUPT", "SQLITE_NOTADB"):
            raise StoreFault(damaged) from error
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise StoreFault("web.store.busy") from error
        raise StoreFault("web.store.refused", why=str(error)) from error
