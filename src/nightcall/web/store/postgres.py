"""The store in PostgreSQL, for several processes and machines at once.

With asyncpg: one package without any other, which speaks the protocol itself, brings its own pool, hears notifications
without asking for them, and runs on every event loop. psycopg wants libpq beside it, and another loop on Windows.

What one process changes the others learn by NOTIFY, in the same transaction: nobody can have the one without the other.
Whoever was cut off meanwhile is told so (`Notice` without a game), and looks for himself.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import cache
from typing import Any, ClassVar, Final

import asyncpg

from nightcall.engine.viewers import MODERATOR, Viewer
from nightcall.web import aside, logs
from nightcall.web.store import Notice, Stale, StoreAway, StoreFault, Whole
from nightcall.web.store.migrations import MIGRATIONS, PASSING, PROBE, TABLES, for_postgres
from nightcall.web.store.sql import COLUMNS, Connection, Row, SQLStore, as_kept, as_text

POOL: Final = 8
"""Connections of one process. More of them would wait for the same disk."""
PATIENCE: Final = 10.0
"""Seconds somebody waits for a database that restarts before he is told."""
AGAIN: Final = 0.2
"""Seconds between two looks whether it is there."""
PULSE: Final = 15.0
"""Seconds without a word after which we ask whether anybody is still there."""
WITHIN: Final = 10.0
"""Seconds in which a query is answered, or never."""
LIFTED_WITHIN: Final = 300.0
"""The same for a step of the migrations, and for whoever waits until another process has made them."""
CLOSED_WITHIN: Final = 2.0
"""Seconds for a farewell: a database that does not hear it finds out by itself."""
ALIVE_WITHIN: Final = 3.0
"""Seconds in which it must answer to count as being there."""
CHANNEL: Final = "nightcall"
EAR: Final = "nightcall, listening"
"""As the database lists the connection on which a process hears of the others."""
LIFTING: Final = 0x6E69676874
"""Stands for the migrations among the locks of the database: one process at a time."""
SETTINGS: Final = {
    "synchronous_commit": "on",  # on the disk before it is acknowledged, whatever the database does for others
    "lock_timeout": "5s",
    "statement_timeout": "20s",  # should we be gone before we could call it off
    "idle_in_transaction_session_timeout": "15s",  # a process that stands still must not keep a table waiting
}
_AWAY: Final = (
    OSError,  # TimeoutError is one
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.TooManyConnectionsError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.InternalClientError,  # a connection that ends in the middle of something, as the driver sees it
)
_BUSY: Final = (
    asyncpg.LockNotAvailableError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    asyncpg.QueryCanceledError,
)
"""Somebody else was there for too long, and nothing was done: it may be tried again."""


class PostgresStore(SQLStore):
    is_shared: ClassVar[bool] = True

    def __init__(self, url: str) -> None:
        """`postgresql://user@host/database`; opened when it is needed first, in the loop that uses it."""
        super().__init__()
        self.url = url
        self.name = secrets.token_hex(4)
        """Whose notices are our own."""
        self._pool: Any = None
        self._opening = asyncio.Lock()
        self._away_since = 0.0
        """Since when it does not answer; 0 = it does."""

    async def _opened(self) -> Any:
        async with self._opening:
            if self._pool is None:
                await self._migrate()
                self._pool = await asyncpg.create_pool(
                    self.url, min_size=0, max_size=POOL, reset=_as_it_is, **_connecting()
                )
        return self._pool

    async def _migrate(self) -> None:
        connection = await asyncpg.connect(self.url, **_connecting(within=LIFTED_WITHIN))
        try:
            async with connection.transaction():
                await connection.execute(f"SET LOCAL statement_timeout = {1000 * LIFTED_WITHIN:.0f}")
                await connection.execute(f"SET LOCAL lock_timeout = {1000 * LIFTED_WITHIN:.0f}")
                await connection.execute("SELECT pg_advisory_xact_lock($1)", LIFTING)
                # Tables are not waited for that long: whoever wants them meanwhile would wait behind us.
                await connection.execute(f"SET LOCAL lock_timeout = '{SETTINGS['lock_timeout']}'")
                await connection.execute("CREATE TABLE IF NOT EXISTS lifted (version INTEGER NOT NULL)")
                version = await connection.fetchval("SELECT max(version) FROM lifted") or 0
                if version > len(MIGRATIONS):
                    raise StoreFault("web.store.too_new", given=version, known=len(MIGRATIONS))
                for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
                    await connection.execute(for_postgres(script))
                    await connection.execute("INSERT INTO lifted VALUES ($1)", number)
                await connection.execute(for_postgres(PASSING.format(kind="UNLOGGED")) + PROBE)
        finally:
            with suppress(asyncpg.PostgresError, *_AWAY):
                await connection.close(timeout=CLOSED_WITHIN)

    async def check(self) -> None:
        """`StoreFault` if it cannot be used, without waiting for it; else it has today's tables."""
        with _faults():
            await self._opened()

    @asynccontextmanager
    async def _connection(self, **begun: Any) -> AsyncIterator[Any]:
        """A connection that works; with a transaction of this kind begun, or as it is."""
        with aside.hurrying():
            async with self._acquired(**begun) as connection:
                yield connection

    @asynccontextmanager
    async def _acquired(self, **begun: Any) -> AsyncIterator[Any]:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                # Whoever opens it may wait for long, and all others for him: each has a limit of his own.
                async with asyncio.timeout(max(AGAIN, until - time.monotonic())):
                    pool = await self._opened()
                connection = await pool.acquire(timeout=WITHIN)
                try:
                    transaction = connection.transaction(**begun) if begun else None
                    if transaction is not None:
                        await transaction.start()
                except BaseException as error:
                    _spoil(connection, error)
                    await _released(pool, connection)
                    raise
                self._is_there()
                break
            except _AWAY as error:
                if not isinstance(error, ValueError):
                    self._is_away(error)
                if isinstance(error, ValueError) or time.monotonic() > until:
                    raise
                await asyncio.sleep(AGAIN)
        try:
            yield connection
            if transaction is not None:
                await transaction.commit()
        except BaseException as error:
            _spoil(connection, error)
            if transaction is not None and not connection.is_closed():
                with suppress(asyncpg.PostgresError, *_AWAY):
                    await transaction.rollback()
            raise
        finally:
            await _released(pool, connection)

    def _is_away(self, error: BaseException | None = None) -> None:
        """One line, however many find it out."""
        if not self._away_since:
            self._away_since = time.monotonic()
            why = type(error).__name__ if error is not None else "connection closed"
            logs.warned(f"the database does not answer ({why})", why=why)

    def _is_there(self) -> None:
        if self._away_since:
            seconds, self._away_since = time.monotonic() - self._away_since, 0.0
            logs.warned(f"the database answers again, after {seconds:.1f} seconds", seconds=round(seconds, 1))

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Connection]:
        with _faults():
            async with self._connection(isolation="read_committed") as connection:
                yield _Connection(connection)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Connection]:
        with _faults():
            async with self._connection(isolation="repeatable_read", readonly=True) as connection:
                yield _Connection(connection)

    # -- in one step what is done most: every way there and back costs as much as the work itself --

    async def change(
        self,
        game: str,
        revision: int,
        keep: int,
        lines: Sequence[str],
        summary: Mapping[str, Any],
        manner: Mapping[str, Any] | None = None,
        version: int | None = None,
    ) -> int:
        """Answers that follow those there are; where others are struck, or it is stale, it is done step by step."""
        told = (as_text(summary), None if manner is None else as_text(manner), time.time())
        given = (game, revision, version, *told, keep, list(lines), f"{self.name} {game} ")
        if self._joined.get() is None:
            with _faults():
                async with self._connection() as connection:
                    if await connection.fetch(_FOLLOW, *given):
                        return revision + 1
        return await super().change(game, revision, keep, lines, summary, manner, version)

    async def set_manner(self, game: str, manner: Mapping[str, Any], version: int | None = None) -> None:
        if self._joined.get() is not None:
            await super().set_manner(game, manner, version)
            return
        with _faults():
            async with self._connection() as connection:
                moved = await connection.fetch(_MANAGE, game, version, as_text(manner), f"{self.name} {game} ")
        if not moved and version is not None:
            raise Stale("web.stale")

    async def whole(self, game: str, *, lines: bool = True) -> Whole | None:
        rows = await self._rows(_WHOLE, game, lines)
        if not rows:
            return None
        *row, tape, taken, seats, values = rows[0]
        suggested = {seat: json.loads(value) for seat, value in zip(seats, values, strict=True)}
        return Whole(as_kept(row, tuple(tape)), tuple(taken), suggested)

    async def _rows(self, query: str, *values: Any) -> list[Row]:
        if any(isinstance(value, str) and "\0" in value for value in values):
            return []  # no text here has one: PostgreSQL refuses to look for it
        joined = self._joined.get()
        if joined is not None:
            with _faults():
                return list(await joined.rows(query, *values))
        until = time.monotonic() + PATIENCE
        with _faults():
            while True:
                try:
                    async with self._connection() as connection:
                        found: list[Row] = await connection.fetch(_numbered(query), *values)
                        return found
                except _AWAY as error:  # to look twice does no harm
                    if isinstance(error, ValueError) or time.monotonic() > until:
                        raise

    async def _try(self) -> None:
        with _faults():
            async with asyncio.timeout(ALIVE_WITHIN):
                await self._beat()

    async def compact(self) -> None:
        with _faults():
            connection = await asyncpg.connect(self.url, **_connecting(within=LIFTED_WITHIN))
            try:
                await connection.execute(f"SET statement_timeout = {1000 * LIFTED_WITHIN:.0f}")
                for table in TABLES:
                    await connection.execute(f"VACUUM FULL {table}")  # a new file for each
            finally:
                with suppress(asyncpg.PostgresError, *_AWAY):
                    await connection.close(timeout=CLOSED_WITHIN)

    async def close(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            try:
                async with asyncio.timeout(CLOSED_WITHIN):
                    await pool.close()
            except _AWAY:
                pool.terminate()

    # -- what processes tell each other --

    async def _tell(self, db: Connection, notice: Notice) -> None:
        freed = "" if notice.freed is None else "lead" if notice.freed == MODERATOR else notice.freed
        await db.rows(f"SELECT pg_notify('{CHANNEL}', ?)", f"{self.name} {notice.game} {freed}")

    async def ring(self, game: str) -> None:
        async with self._writing() as db:
            await self._tell(db, Notice(game))

    async def notices(self) -> AsyncIterator[Notice]:
        while True:
            try:
                connection = await asyncpg.connect(self.url, **_connecting(EAR))
            except (asyncpg.PostgresError, *_AWAY) as error:
                self._is_away(error)
                await asyncio.sleep(AGAIN)
                continue
            self._is_there()
            try:
                said: asyncio.Queue[str | None] = asyncio.Queue()
                connection.add_termination_listener(lambda _, said=said: said.put_nowait(None))
                await connection.add_listener(CHANNEL, lambda _c, _p, _n, text, said=said: said.put_nowait(text))
                yield Notice("")
                while (text := await _heard(connection, said)) is not None:
                    who, game, freed, *_ = *text.split(" "), "", ""  # a newer process may have more to say
                    if who != self.name and game:
                        yield Notice(game, _place(freed))
                self._is_away()
            except (asyncpg.PostgresError, *_AWAY) as error:
                self._is_away(error)
                await asyncio.sleep(AGAIN)
            finally:
                connection.terminate()


_FOLLOW: Final = f"""
    WITH moved AS (
        UPDATE game SET revision = revision + 1, version = version + 1,
            summary = $4, manner = coalesce($5, manner), changed = $6
        WHERE id = $1 AND revision = $2 AND ($3::integer IS NULL OR version = $3)
            AND NOT EXISTS (SELECT 1 FROM line WHERE line.game = $1 AND place >= $7)
        RETURNING id
    ), put AS (
        INSERT INTO line (game, place, text)
        SELECT id, $7::integer + number - 1, text FROM moved, unnest($8::text[]) WITH ORDINALITY AS given (text, number)
    ), cleared AS (
        DELETE FROM suggestion USING moved WHERE suggestion.game = moved.id
    )
    SELECT pg_notify('{CHANNEL}', $9) FROM moved
"""
_MANAGE: Final = f"""
    WITH moved AS (
        UPDATE game SET manner = $3, version = version + 1
        WHERE id = $1 AND ($2::integer IS NULL OR version = $2) RETURNING id
    )
    SELECT pg_notify('{CHANNEL}', $4) FROM moved
"""
_WHOLE: Final = f"""
    SELECT {COLUMNS},
        ARRAY(SELECT text FROM line WHERE game = id AND $2 ORDER BY place),
        ARRAY(
            SELECT seat FROM access_grant WHERE game = id AND seat > 0
            UNION SELECT seat FROM access_key WHERE game = id AND seat > 0 ORDER BY seat
        ),
        ARRAY(SELECT seat FROM suggestion AS s WHERE s.game = id AND s.revision = game.revision ORDER BY seat),
        ARRAY(SELECT value FROM suggestion AS s WHERE s.game = id AND s.revision = game.revision ORDER BY seat)
    FROM game WHERE id = $1
"""


class _Connection:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def rows(self, query: str, *values: Any) -> list[Row]:
        found: list[Row] = await self._connection.fetch(_numbered(query), *values)
        return found

    async def many(self, query: str, rows: Iterable[Row]) -> None:
        await self._connection.executemany(_numbered(query), rows)


async def _heard(connection: Any, said: asyncio.Queue[str | None]) -> str | None:
    """The next word; None when there will be no more. A connection that only seems to live is found out."""
    while True:
        try:
            async with asyncio.timeout(PULSE):
                return await said.get()
        except TimeoutError:
            await connection.fetchval("SELECT 1")


def _place(freed: str) -> Viewer | None:
    return MODERATOR if freed == "lead" else int(freed) if freed.isdecimal() else None


def _connecting(name: str = "nightcall", within: float = WITHIN) -> dict[str, Any]:
    settings = SETTINGS | {"application_name": name}
    return {"timeout": WITHIN, "command_timeout": within, "server_settings": settings}


async def _as_it_is(_connection: Any) -> None:
    """Nothing is ever left behind on a connection, so nothing must be put back."""


def _spoil(connection: Any, error: BaseException) -> None:
    """Nobody gets a connection again that does not know itself what it is doing."""
    if isinstance(error, asyncpg.InternalClientError):
        connection.terminate()


async def _released(pool: Any, connection: Any) -> None:
    with suppress(asyncpg.PostgresError, *_AWAY):
        await pool.release(connection, timeout=WITHIN)


@cache
def _numbered(query: str) -> str:
    """`?` as PostgreSQL counts them.

    >>> _numbered("SELECT ? WHERE x = ?")
    'SELECT $1 WHERE x = $2'
    """
    first, *rest = query.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, start=1))


@contextmanager
def _faults() -> Iterator[None]:
    """What can go wrong, said so that somebody can do something about it."""
    try:
        yield
    except asyncpg.DiskFullError as error:
        raise StoreFault("web.store.full") from error
    except _BUSY as error:
        raise StoreAway("web.store.away") from error
    except ValueError as error:  # a value or an address that is none; asyncpg's are InterfaceErrors as well
        raise StoreFault("web.store.refused", why=str(error)) from error
    except _AWAY as error:
        raise StoreAway("web.store.away") from error
    except asyncpg.PostgresError as error:
        raise StoreFault("web.store.refused", why=str(error)) from error
