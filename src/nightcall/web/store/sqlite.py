"""The store in one SQLite file. Written through to the disk before anything is acknowledged."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, ClassVar, Final

from nightcall.engine.viewers import MODERATOR, Viewer
from nightcall.web.store import STRUCK, Belonging, Grant, Invitation, Kept, Stale, StoreFault

MIGRATIONS: Final = (
    """
    CREATE TABLE game (
        id TEXT PRIMARY KEY,
        revision INTEGER NOT NULL,
        manner TEXT NOT NULL,
        summary TEXT NOT NULL,
        begun REAL NOT NULL,
        changed REAL NOT NULL
    );
    CREATE TABLE line (
        game TEXT NOT NULL REFERENCES game ON DELETE CASCADE,
        place INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (game, place)
    ) WITHOUT ROWID;
    CREATE TABLE struck (
        game TEXT NOT NULL REFERENCES game ON DELETE CASCADE,
        revision INTEGER NOT NULL,
        place INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (game, revision, place)
    ) WITHOUT ROWID;
    CREATE TABLE access_key (
        digest TEXT PRIMARY KEY,
        game TEXT NOT NULL REFERENCES game ON DELETE CASCADE,
        seat INTEGER NOT NULL
    );
    CREATE TABLE access_grant (
        device TEXT NOT NULL,
        game TEXT NOT NULL REFERENCES game ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        PRIMARY KEY (device, game, seat)
    ) WITHOUT ROWID;
    CREATE INDEX grants_of_game ON access_grant (game, seat);
    CREATE TABLE suggestion (
        game TEXT NOT NULL REFERENCES game ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    CREATE TABLE belonging (
        device TEXT NOT NULL,
        name TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (device, name)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE invitation (
        digest TEXT PRIMARY KEY,
        game TEXT NOT NULL REFERENCES game ON DELETE CASCADE,
        device TEXT NOT NULL,
        ends REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX invitations_of_game ON invitation (game);
    """,
    """
    CREATE TABLE mark (
        game TEXT NOT NULL REFERENCES game ON DELETE CASCADE,
        scene TEXT NOT NULL,
        seat INTEGER NOT NULL,
        about TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (game, scene, seat)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE rescue (
        digest TEXT PRIMARY KEY,
        game TEXT NOT NULL REFERENCES game ON DELETE CASCADE
    ) WITHOUT ROWID;
    CREATE INDEX rescues_of_game ON rescue (game);
    ALTER TABLE belonging ADD COLUMN written REAL NOT NULL DEFAULT 0;
    UPDATE belonging SET written = CAST(strftime('%s', 'now') AS REAL);
    """,
)
"""Each lifts the file by one version (`PRAGMA user_version`). Never changed once released; only added to."""


_LEADS: Final = 0
"""The moderator, where players have the number of their seat."""
_COLUMNS: Final = "id, revision, manner, summary, begun, changed"


class SQLiteStore:
    DURABILITY: ClassVar = ("journal_mode = WAL", "synchronous = FULL")
    """How the file is written."""
    DAMAGED: ClassVar = "web.store.damaged"
    """What is said of a file that cannot be read."""

    def __init__(self, path: Path | str) -> None:
        """Open or create the file; `StoreFault` if it is damaged or was written by a newer version."""
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
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            raise StoreFault("web.store.too_new", given=version, known=len(MIGRATIONS))
        for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
            self._db.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[sqlite3.Connection]:
        """All of it or nothing, and on the disk at the end."""
        with _faults(self.DAMAGED):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        await self._settle()

    async def _settle(self) -> None:
        """What has been committed is kept where it lasts. A file on a disk is there already."""

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with _faults(self.DAMAGED):
            return self._db.execute(query, values).fetchall()

    # -- games --

    async def add(
        self, game: Kept, *, device: str = "", key: str = "", rescue: str = "", belonging: Belonging | None = None
    ) -> None:
        async with self._writing() as db:
            row = (game.id, game.revision, _text(game.manner), _text(game.summary), game.begun, game.changed)
            db.execute(
                "INSERT INTO game (id, revision, manner, summary, begun, changed) VALUES (?, ?, ?, ?, ?, ?)", row
            )
            self._put_lines(game.id, 0, game.lines)
            if key:
                self._put_key(key, Grant(game.id, MODERATOR))
            if device:
                self._put_grant(device, Grant(game.id, MODERATOR))
            if rescue:
                db.execute("INSERT INTO rescue VALUES (?, ?)", (rescue, game.id))
            if belonging is not None:
                self._put_belonging(device, *belonging)

    def _put_lines(self, game: str, place: int, lines: Sequence[str]) -> None:
        rows = [(game, number, line) for number, line in enumerate(lines, start=place)]
        self._db.executemany("INSERT INTO line (game, place, text) VALUES (?, ?, ?)", rows)

    async def get(self, game: str) -> Kept | None:
        rows = self._rows(f"SELECT {_COLUMNS} FROM game WHERE id = ?", game)
        if not rows:
            return None
        lines = self._rows("SELECT text FROM line WHERE game = ? ORDER BY place", game)
        return _kept(rows[0], tuple(text for (text,) in lines))

    async def revision(self, game: str) -> int | None:
        rows = self._rows("SELECT revision FROM game WHERE id = ?", game)
        return rows[0][0] if rows else None

    async def change(
        self,
        game: str,
        revision: int,
        keep: int,
        lines: Sequence[str],
        summary: Mapping[str, Any],
        manner: Mapping[str, Any] | None = None,
    ) -> int:
        async with self._writing() as db:
            changed = db.execute(
                "UPDATE game SET revision = revision + 1, changed = ?, summary = ? WHERE id = ? AND revision = ?",
                (time.time(), _text(summary), game, revision),
            )
            if changed.rowcount != 1:
                raise Stale("web.stale")
            db.execute(
                "INSERT INTO struck SELECT game, ?, place, text FROM line WHERE game = ? AND place >= ?",
                (revision + 1, game, keep),
            )
            db.execute("DELETE FROM struck WHERE game = ? AND revision <= ?", (game, revision + 1 - STRUCK))
            db.execute("DELETE FROM line WHERE game = ? AND place >= ?", (game, keep))
            db.execute("DELETE FROM suggestion WHERE game = ?", (game,))
            self._put_lines(game, keep, lines)
            if manner is not None:
                db.execute("UPDATE game SET manner = ? WHERE id = ?", (_text(manner), game))
        return revision + 1

    async def struck(self, game: str, revision: int) -> list[str]:
        rows = self._rows("SELECT text FROM struck WHERE game = ? AND revision = ? ORDER BY place", game, revision)
        return [text for (text,) in rows]

    async def set_manner(self, game: str, manner: Mapping[str, Any]) -> None:
        async with self._writing() as db:
            db.execute("UPDATE game SET manner = ? WHERE id = ?", (_text(manner), game))

    async def remove(self, game: str) -> None:
        async with self._writing() as db:
            db.execute("DELETE FROM game WHERE id = ?", (game,))

    async def rewrite(self, game: Kept) -> None:
        async with self._writing() as db:
            changed = db.execute(
                "UPDATE game SET revision = revision + 1, summary = ?, manner = ? WHERE id = ? AND revision = ?",
                (_text(game.summary), _text(game.manner), game.id, game.revision),
            )
            if changed.rowcount != 1:
                raise Stale("web.stale")
            for table in ("line", "struck", "suggestion", "mark"):
                db.execute(f"DELETE FROM {table} WHERE game = ?", (game.id,))
            self._put_lines(game.id, 0, game.lines)

    async def games(self) -> list[Kept]:
        rows = self._rows(
            f"SELECT {_COLUMNS}, text FROM game JOIN line ON line.game = game.id AND place = 0 ORDER BY changed DESC"
        )
        return [_kept(row[:-1], (row[-1],)) for row in rows]

    async def games_led_by(self, device: str) -> list[Kept]:
        rows = self._rows(
            f"SELECT {_COLUMNS}, text FROM access_grant"
            " JOIN game ON game.id = access_grant.game JOIN line ON line.game = game.id AND place = 0"
            " WHERE device = ? AND seat = ? ORDER BY changed DESC",
            device,
            _LEADS,
        )
        return [_kept(row[:-1], (row[-1],)) for row in rows]

    # -- who may do what --

    async def add_key(self, digest: str, place: Grant) -> None:
        async with self._writing():
            self._put_key(digest, place)

    def _put_key(self, digest: str, place: Grant) -> None:
        self._db.execute("INSERT INTO access_key VALUES (?, ?, ?)", (digest, place.game, _number(place.viewer)))

    async def key(self, digest: str) -> Grant | None:
        rows = self._rows("SELECT game, seat FROM access_key WHERE digest = ?", digest)
        return _grant(rows[0]) if rows else None

    async def grant(self, device: str, place: Grant) -> None:
        async with self._writing():
            self._put_grant(device, place)

    def _put_grant(self, device: str, place: Grant) -> None:
        row = (device, place.game, _number(place.viewer))
        self._db.execute("INSERT OR IGNORE INTO access_grant VALUES (?, ?, ?)", row)

    async def withdraw(self, device: str, place: Grant) -> None:
        async with self._writing() as db:
            where = "device = ? AND game = ? AND seat = ?"
            db.execute(f"DELETE FROM access_grant WHERE {where}", (device, place.game, _number(place.viewer)))

    async def places(self, device: str) -> list[Grant]:
        return [_grant(row) for row in self._rows("SELECT game, seat FROM access_grant WHERE device = ?", device)]

    async def holders(self, place: Grant) -> list[str]:
        found = "SELECT device FROM access_grant WHERE game = ? AND seat = ?"
        return [device for (device,) in self._rows(found, place.game, _number(place.viewer))]

    async def taken(self, game: str) -> list[int]:
        rows = self._rows(
            "SELECT seat FROM access_grant WHERE game = ? AND seat > ?"
            " UNION SELECT seat FROM access_key WHERE game = ? AND seat > ? ORDER BY seat",
            *(game, _LEADS) * 2,
        )
        return [seat for (seat,) in rows]

    async def revoke(self, place: Grant) -> None:
        async with self._writing() as db:
            for table in ("access_grant", "access_key", "suggestion"):
                db.execute(f"DELETE FROM {table} WHERE game = ? AND seat = ?", (place.game, _number(place.viewer)))

    # -- handing a game over --

    async def invite(self, invitation: Invitation) -> None:
        async with self._writing() as db:
            db.execute("DELETE FROM invitation WHERE ends <= ?", (time.time(),))
            row = (invitation.digest, invitation.game, invitation.device, invitation.ends)
            db.execute("INSERT INTO invitation VALUES (?, ?, ?, ?)", row)

    async def invitation(self, digest: str) -> Invitation | None:
        rows = self._rows("SELECT * FROM invitation WHERE digest = ? AND ends > ?", digest, time.time())
        return Invitation(*rows[0]) if rows else None

    async def invitations(self, game: str) -> list[Invitation]:
        rows = self._rows("SELECT * FROM invitation WHERE game = ? AND ends > ? ORDER BY ends", game, time.time())
        return [Invitation(*row) for row in rows]

    async def accept(self, digest: str, device: str) -> Grant | None:
        async with self._writing() as db:
            spent = db.execute(
                "DELETE FROM invitation WHERE digest = ? AND ends > ? RETURNING game", (digest, time.time())
            ).fetchall()
            if not spent:
                return None
            place = Grant(spent[0][0], MODERATOR)
            self._put_grant(device, place)
        return place

    async def uninvite(self, game: str, *, digest: str = "", device: str = "") -> None:
        async with self._writing() as db:
            db.execute("DELETE FROM invitation WHERE game = ? AND (digest = ? OR device = ?)", (game, digest, device))

    async def leaders(self, game: str) -> list[str]:
        rows = self._rows("SELECT device FROM access_grant WHERE game = ? AND seat = ? ORDER BY device", game, _LEADS)
        return [device for (device,) in rows]

    async def lead_alone(self, game: str, device: str) -> None:
        async with self._writing() as db:
            db.execute("DELETE FROM access_grant WHERE game = ? AND seat = ? AND device <> ?", (game, _LEADS, device))
            db.execute("DELETE FROM access_key WHERE game = ? AND seat = ?", (game, _LEADS))
            for table in ("invitation", "rescue"):
                db.execute(f"DELETE FROM {table} WHERE game = ?", (game,))

    async def rescued(self, digest: str) -> str | None:
        rows = self._rows("SELECT game FROM rescue WHERE digest = ?", digest)
        return rows[0][0] if rows else None

    # -- what players enter on their phones --

    async def suggest(self, game: str, revision: int, seat: int, value: Any) -> None:
        async with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO suggestion VALUES (?, ?, ?, ?)", (game, seat, revision, _text(value)))

    async def suggestions(self, game: str, revision: int) -> dict[int, Any]:
        rows = self._rows("SELECT seat, value FROM suggestion WHERE game = ? AND revision = ?", game, revision)
        return {seat: json.loads(value) for seat, value in rows}

    # -- what phones mark --

    async def mark(self, game: str, scene: str, seat: int, about: str, value: Any) -> None:
        async with self._writing() as db:
            row = (game, scene, seat, about, _text(value))
            db.execute("INSERT OR REPLACE INTO mark (game, scene, seat, about, value) VALUES (?, ?, ?, ?, ?)", row)

    async def marks(self, game: str, scene: str) -> dict[int, Any]:
        rows = self._rows("SELECT seat, value FROM mark WHERE game = ? AND scene = ?", game, scene)
        return {seat: json.loads(value) for seat, value in rows}

    async def dreams(self, game: str) -> list[tuple[str, int, Any]]:
        rows = self._rows("SELECT about, seat, value FROM mark WHERE game = ? ORDER BY about, seat", game)
        return [(about, seat, json.loads(value)) for about, seat, value in rows]

    # -- what a device wants kept --

    async def read(self, device: str, name: str) -> Any:
        rows = self._rows("SELECT value FROM belonging WHERE device = ? AND name = ?", device, name)
        return json.loads(rows[0][0]) if rows else None

    async def write(self, device: str, name: str, value: Any) -> None:
        async with self._writing():
            self._put_belonging(device, name, value)

    def _put_belonging(self, device: str, name: str, value: Any) -> None:
        row = (device, name, _text(value), time.time())
        self._db.execute("INSERT OR REPLACE INTO belonging (device, name, value, written) VALUES (?, ?, ?, ?)", row)

    async def belongings(self) -> list[tuple[str, str, Any]]:
        rows = self._rows("SELECT device, name, value FROM belonging ORDER BY device, name")
        return [(device, name, json.loads(value)) for device, name, value in rows]

    async def forget(self, before: float, *, but: str = "") -> None:
        async with self._writing() as db:
            db.execute("DELETE FROM belonging WHERE written < ? AND name <> ?", (before, but))

    async def alive(self) -> None:
        with _faults(self.DAMAGED):
            self._db.execute("BEGIN IMMEDIATE")  # which a file that is locked, gone or write-protected refuses
            self._db.execute("ROLLBACK")

    async def close(self) -> None:
        self._db.close()


def _number(viewer: Viewer) -> int:
    """A place as a number."""
    assert viewer == MODERATOR or (isinstance(viewer, int) and viewer > _LEADS)
    return viewer or _LEADS


def _grant(row: Sequence[Any]) -> Grant:
    game, number = row
    return Grant(game, MODERATOR if number == _LEADS else number)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _kept(row: Sequence[Any], lines: tuple[str, ...]) -> Kept:
    game, revision, manner, summary, begun, changed = row
    return Kept(game, revision, lines, json.loads(manner), begun, changed, json.loads(summary))


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
