"""The store in SQL, written once: how a database is opened, asked and told is its own (`sqlite.py`, `postgres.py`).

Whatever changes something about a game first raises the version in the game's row. So writers of one game wait for
each other there, in whatever process they are, and what a transaction has looked at stays true until its end.
"""

from __future__ import annotations

import json
import secrets
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import ContextVar
from typing import Any, ClassVar, Final, Protocol

from nightcall.engine.viewers import MODERATOR, Viewer
from nightcall.web.store import (
    STRUCK,
    Belonging,
    Grant,
    HowFar,
    Invitation,
    Kept,
    Notice,
    Stale,
    StoreFault,
    Whole,
)
from nightcall.web.store.migrations import IS_LED

_LEADS: Final = 0
"""The moderator, where players have the number of their seat."""
COLUMNS: Final = "id, revision, manner, summary, begun, changed, version"

PROBE_BYTES: Final = 32_768
TRIED_AT_MOST: Final = 20
TRIED_WITHIN: Final = 10.0
"""So often in so many seconds it is tried whether the store can be used: each time costs a way to the disk."""

Row = Sequence[Any]


class Connection(Protocol):
    """Within a transaction."""

    async def rows(self, query: str, *values: Any) -> Sequence[Row]: ...
    async def many(self, query: str, rows: Iterable[Row]) -> None: ...


class SQLStore(ABC):
    is_shared: ClassVar[bool] = False
    """Whether other processes may use it at the same time."""

    def __init__(self) -> None:
        self._joined: ContextVar[Connection | None] = ContextVar("joined", default=None)
        """The transaction this task writes in."""
        self._tried: deque[float] = deque(maxlen=TRIED_AT_MOST)
        """When it was tried lately whether it can be used."""
        self._trouble: StoreFault | None = None
        """What was found then."""

    @abstractmethod
    def _transaction(self) -> AbstractAsyncContextManager[Connection]:
        """All of it or nothing, and on the disk at the end."""

    @asynccontextmanager
    async def together(self) -> AsyncIterator[None]:
        async with self._transaction() as db:
            before = self._joined.set(db)
            try:
                yield
            finally:
                self._joined.reset(before)

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[Connection]:
        """A transaction, or a part of the one this task is in."""
        joined = self._joined.get()
        if joined is not None:
            yield joined
            return
        async with self._transaction() as db:
            yield db

    @abstractmethod
    def reading(self) -> AbstractAsyncContextManager[Connection]:
        """All of it as it is at one moment."""

    @abstractmethod
    async def _rows(self, query: str, *values: Any) -> Sequence[Row]: ...

    async def alive(self) -> None:
        now = time.monotonic()
        if len(self._tried) < TRIED_AT_MOST or now - self._tried[0] >= TRIED_WITHIN:
            self._tried.append(now)
            try:
                await self._try()
                self._trouble = None
            except StoreFault as error:
                self._trouble = error
        if self._trouble is not None:
            raise StoreFault(self._trouble.key, **self._trouble.facts)

    @abstractmethod
    async def _try(self) -> None:
        """Write something and read it again; `StoreFault`."""

    async def _beat(self) -> str:
        """Something written for real, and read again. What was there goes last: so there is room for more."""
        value = secrets.token_hex(PROBE_BYTES // 2)
        async with self._writing() as db:
            await db.rows("INSERT INTO pulse VALUES (?, ?)", value[:32], value)
            [(found,)] = await db.rows("SELECT value FROM pulse WHERE name = ?", value[:32])
            assert found == value
            await db.rows("DELETE FROM pulse WHERE name <> ?", value[:32])
        return value

    @abstractmethod
    async def compact(self) -> None:
        """Nothing of what was deleted is left, for whoever looks at the bytes."""

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    async def _tell(self, db: Connection, notice: Notice) -> None:
        """Other processes learn of it with the end of the transaction."""

    @abstractmethod
    def notices(self) -> AsyncIterator[Notice]: ...

    @abstractmethod
    async def ring(self, game: str) -> None: ...

    @asynccontextmanager
    async def _changing(self, game: str, freed: Viewer | None = None) -> AsyncIterator[Connection]:
        """A transaction about one game; `freed`: a place whose holders may look no longer."""
        async with self._writing() as db:
            await db.rows("UPDATE game SET version = version + 1 WHERE id = ?", game)
            yield db
            await self._tell(db, Notice(game, freed))

    # -- games --

    async def add(
        self, game: Kept, *, device: str = "", key: str = "", rescue: str = "", belonging: Belonging | None = None
    ) -> None:
        async with self._writing() as db:
            row = (game.id, game.revision, as_text(game.manner), as_text(game.summary), game.begun, game.changed)
            await db.rows(f"INSERT INTO game ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", *row, game.version)
            await _put_lines(db, game.id, 0, game.lines)
            if key:
                await _put_key(db, key, Grant(game.id, MODERATOR))
            if device:
                await _put_grant(db, device, Grant(game.id, MODERATOR))
            if rescue:
                await db.rows("INSERT INTO rescue (digest, game, device) VALUES (?, ?, ?)", rescue, game.id, device)
            if belonging is not None:
                await _put_belonging(db, device, *belonging)

    async def get(self, game: str, *, lines: bool = True) -> Kept | None:
        # The row first: if somebody is faster the lines are newer than what it says, and whoever relies on it is told.
        rows = await self._rows(f"SELECT {COLUMNS} FROM game WHERE id = ?", game)
        if not rows:
            return None
        return as_kept(rows[0], await self._texts("line", "game = ?", game) if lines else ())

    async def whole(self, game: str, *, lines: bool = True) -> Whole | None:
        kept = await self.get(game, lines=lines)
        if kept is None:
            return None
        return Whole(kept, tuple(await self.taken(game)), await self.suggestions(game, kept.revision))

    async def _texts(self, table: str, where: str, *values: Any) -> tuple[str, ...]:
        """The lines of a tape, in their order."""
        return tuple(
            text for (text,) in await self._rows(f"SELECT text FROM {table} WHERE {where} ORDER BY place", *values)
        )

    async def how_far(self, game: str) -> HowFar | None:
        rows = await self._rows("SELECT revision, version FROM game WHERE id = ?", game)
        return HowFar(*rows[0]) if rows else None

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
        async with self._writing() as db:
            sets, given = "changed = ?, summary = ?", [time.time(), as_text(summary)]
            if manner is not None:
                sets, given = f"{sets}, manner = ?", [*given, as_text(manner)]
            at, where = ("", [game, revision]) if version is None else (" AND version = ?", [game, revision, version])
            query = f"UPDATE game SET revision = revision + 1, version = version + 1, {sets} WHERE id = ?"
            if not await db.rows(f"{query} AND revision = ?{at} RETURNING revision", *given, *where):
                raise Stale("web.stale")
            rest = "FROM line WHERE game = ? AND place >= ?"
            if await db.rows(f"SELECT place {rest} LIMIT 1", game, keep):
                moved = f"SELECT game, CAST(? AS INTEGER), place, text {rest}"
                await db.rows(f"INSERT INTO struck (game, revision, place, text) {moved}", revision + 1, game, keep)
                await db.rows(f"DELETE {rest}", game, keep)
                await db.rows("DELETE FROM struck WHERE game = ? AND revision <= ?", game, revision + 1 - STRUCK)
            await db.rows("DELETE FROM suggestion WHERE game = ?", game)
            await _put_lines(db, game, keep, lines)
            await self._tell(db, Notice(game))
        return revision + 1

    async def struck(self, game: str, revision: int) -> list[str]:
        return list(await self._texts("struck", "game = ? AND revision = ?", game, revision))

    async def set_manner(self, game: str, manner: Mapping[str, Any], version: int | None = None) -> None:
        async with self._writing() as db:
            at, where = ("", [game]) if version is None else (" AND version = ?", [game, version])
            query = f"UPDATE game SET manner = ?, version = version + 1 WHERE id = ?{at} RETURNING version"
            if not await db.rows(query, as_text(manner), *where) and version is not None:
                raise Stale("web.stale")
            await self._tell(db, Notice(game))

    async def remove(self, game: str) -> None:
        async with self._writing() as db:
            await db.rows("DELETE FROM game WHERE id = ?", game)
            await self._tell(db, Notice(game))

    async def rewrite(self, game: Kept) -> None:
        async with self._writing() as db:
            changed = await db.rows(
                "UPDATE game SET revision = revision + 1, version = version + 1, summary = ?, manner = ?"
                " WHERE id = ? AND revision = ? RETURNING revision",
                *(as_text(game.summary), as_text(game.manner), game.id, game.revision),
            )
            if not changed:
                raise Stale("web.stale")
            for table in ("line", "struck", "suggestion", "mark"):
                await db.rows(f"DELETE FROM {table} WHERE game = ?", game.id)
            await _put_lines(db, game.id, 0, game.lines)
            await self._tell(db, Notice(game.id))

    async def games(self) -> list[Kept]:
        rows = await self._rows(
            f"SELECT {COLUMNS}, text FROM game JOIN line ON line.game = game.id AND place = 0 ORDER BY changed DESC"
        )
        return [as_kept(row[:-1], (row[-1],)) for row in map(tuple, rows)]

    async def unchanged(self, before: float, *, is_practice: bool) -> list[str]:
        practice = """manner LIKE '%"practice":%' AND manner NOT LIKE '%"practice":0%'"""
        which = practice if is_practice else f"NOT ({practice})"
        rows = await self._rows(f"SELECT id FROM game WHERE changed < ? AND {which} ORDER BY changed LIMIT 500", before)
        return [game for (game,) in rows]

    async def games_moderated_by(self, device: str) -> list[Kept]:
        rows = await self._rows(
            f"SELECT {COLUMNS}, text FROM access_grant"
            " JOIN game ON game.id = access_grant.game JOIN line ON line.game = game.id AND place = 0"
            " WHERE device = ? AND seat = ? ORDER BY changed DESC",
            device,
            _LEADS,
        )
        return [as_kept(row[:-1], (row[-1],)) for row in map(tuple, rows)]

    # -- secrets of devices --

    async def is_known(self, device: str) -> bool:
        some = "SELECT 1 FROM {} WHERE device = ?"
        query = " UNION ALL ".join(map(some.format, ("access_grant", "belonging")))
        return bool(await self._rows(f"{query} LIMIT 1", device, device))

    async def is_made_since(self, device: str, since: float) -> bool:
        return not await self._rows("SELECT 1 FROM renewal WHERE device = ? AND made < ?", device, since)

    async def renew_device(self, was: str, device: str, rescues: Mapping[str, str]) -> None:
        async with self._writing() as db:
            # The old one was shown: so it has arrived, and the one before it is needed no longer.
            for table in ("access_grant", "belonging"):
                await db.rows(f"DELETE FROM {table} WHERE device IN (SELECT was FROM renewal WHERE device = ?)", was)
            found = await db.rows("SELECT origin FROM renewal WHERE device = ?", was)
            row = (device, was, found[0][0] if found else was, time.time())
            await db.rows(
                "INSERT INTO renewal (device, was, origin, made) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", *row
            )
            for table, columns in (("access_grant", "game, seat"), ("belonging", "name, value, written")):
                given = f"SELECT CAST(? AS TEXT), {columns} FROM {table} WHERE device = ?"
                await db.rows(f"INSERT INTO {table} (device, {columns}) {given} ON CONFLICT DO NOTHING", device, was)
            for table in ("invitation", "rescue"):
                await db.rows(f"UPDATE {table} SET device = ? WHERE device = ?", device, was)
            for before, after in rescues.items():
                given = "SELECT CAST(? AS TEXT), game, CAST(? AS TEXT) FROM rescue WHERE digest = ?"
                into = f"INSERT INTO rescue (digest, game, device) {given} ON CONFLICT DO NOTHING"
                await db.rows(into, after, device, before)

    async def latest_of(self, device: str) -> str:
        while rows := await self._rows("SELECT device FROM renewal WHERE was = ? ORDER BY made DESC LIMIT 1", device):
            device = rows[0][0]
        return device

    async def origin_of(self, device: str) -> str:
        rows = await self._rows("SELECT origin FROM renewal WHERE device = ?", device)
        return rows[0][0] if rows else device

    # -- who may do what --

    async def add_key(self, digest: str, place: Grant) -> None:
        async with self._changing(place.game) as db:
            await _put_key(db, digest, place)

    async def key(self, digest: str) -> Grant | None:
        rows = await self._rows("SELECT game, seat FROM access_key WHERE digest = ?", digest)
        return _grant(rows[0]) if rows else None

    async def grant(self, device: str, place: Grant) -> None:
        async with self._changing(place.game) as db:
            await _put_grant(db, device, place)

    async def claim(self, place: Grant, *, device: str = "", key: str = "") -> bool:
        seats = place.game, _LEADS
        async with self._changing(place.game) as db:
            if place.viewer in await _taken(db, place.game) or (device and await db.rows(_SEATS, device, *seats)):
                return False
            if device:
                await _put_grant(db, device, place)
            if key:
                await _put_key(db, key, place)
        return True

    async def hand(self, device: str, place: Grant) -> None:
        device = await self.latest_of(device)  # it may have waited for long
        async with self._changing(place.game, place.viewer) as db:
            await _revoke(db, place)
            where = "device = ? AND game = ? AND seat > ?"
            await db.rows(f"DELETE FROM access_grant WHERE {where}", device, place.game, _LEADS)
            await _put_grant(db, device, place)

    async def withdraw(self, device: str, place: Grant) -> None:
        async with self._changing(place.game, place.viewer) as db:
            where = f"device IN {_SAME} AND game = ? AND seat = ?"
            await db.rows(f"DELETE FROM access_grant WHERE {where}", *(device,) * 3, place.game, _number(place.viewer))

    async def places(self, device: str) -> list[Grant]:
        rows = await self._rows("SELECT game, seat FROM access_grant WHERE device = ?", device)
        return [_grant(row) for row in rows]

    async def holders(self, place: Grant) -> list[str]:
        found = await self._rows(_HOLDERS, place.game, _number(place.viewer))
        return sorted(device for (device,) in found)

    async def taken(self, game: str) -> list[int]:
        return [seat for (seat,) in await self._rows(_TAKEN, *(game, _LEADS) * 2)]

    async def revoke(self, place: Grant) -> None:
        async with self._changing(place.game, place.viewer) as db:
            await _revoke(db, place)

    # -- handing a game over --

    async def invite(self, invitation: Invitation) -> None:
        async with self._writing() as db:
            await db.rows("DELETE FROM invitation WHERE ends <= ?", time.time())
            row = (invitation.digest, invitation.game, invitation.device, invitation.ends)
            await db.rows("INSERT INTO invitation VALUES (?, ?, ?, ?)", *row)

    async def invitation(self, digest: str) -> Invitation | None:
        rows = await self._rows("SELECT * FROM invitation WHERE digest = ? AND ends > ?", digest, time.time())
        return Invitation(*rows[0]) if rows else None

    async def invitations(self, game: str) -> list[Invitation]:
        rows = await self._rows("SELECT * FROM invitation WHERE game = ? AND ends > ? ORDER BY ends", game, time.time())
        return [Invitation(*row) for row in rows]

    async def accept(self, digest: str, device: str) -> Grant | None:
        found = await self.invitation(digest)
        if found is None:
            return None
        place = Grant(found.game, MODERATOR)
        async with self._changing(found.game) as db:  # one after another: the second finds it spent
            if not await db.rows("DELETE FROM invitation WHERE digest = ? RETURNING game", digest):
                return None
            await _put_grant(db, device, place)
        return place

    async def uninvite(self, game: str, *, digest: str = "", device: str = "", rescue: str = "", key: str = "") -> None:
        async with self._writing() as db:
            which = f"game = ? AND (digest = ? OR (device IN {_SAME} AND device <> ''))"
            await db.rows(f"DELETE FROM invitation WHERE {which}", game, digest, *(device,) * 3)
            if rescue:
                await db.rows(f"DELETE FROM rescue WHERE {which}", game, rescue, *(device,) * 3)
            await db.rows("DELETE FROM access_key WHERE game = ? AND seat = ? AND digest = ?", game, _LEADS, key)

    async def leaders(self, game: str, *, but: str = "") -> list[str]:
        mine = {but, await self.latest_of(but)}
        return [device for device in await self.holders(Grant(game, MODERATOR)) if device not in mine]

    async def lead_alone(self, game: str, device: str) -> None:
        async with self._changing(game, MODERATOR) as db:
            where = "game = ? AND seat = ?"
            await db.rows(f"DELETE FROM access_grant WHERE {where} AND device <> ?", game, _LEADS, device)
            await db.rows(f"DELETE FROM access_key WHERE {where}", game, _LEADS)
            for table in ("invitation", "rescue"):
                await db.rows(f"DELETE FROM {table} WHERE game = ?", game)

    async def rescued(self, digest: str) -> str | None:
        rows = await self._rows("SELECT game FROM rescue WHERE digest = ?", digest)
        return rows[0][0] if rows else None

    # -- what players enter on their phones --

    async def suggest(self, game: str, revision: int, seat: int, value: Any) -> None:
        async with self._changing(game) as db:
            await db.rows(
                "INSERT INTO suggestion (game, seat, revision, value) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (game, seat) DO UPDATE SET revision = excluded.revision, value = excluded.value",
                *(game, seat, revision, as_text(value)),
            )

    async def suggestions(self, game: str, revision: int) -> dict[int, Any]:
        rows = await self._rows("SELECT seat, value FROM suggestion WHERE game = ? AND revision = ?", game, revision)
        return {seat: json.loads(value) for seat, value in rows}

    # -- what phones mark --

    async def mark(self, game: str, scene: str, seat: int, about: str, value: Any) -> None:
        async with self._writing() as db:
            await db.rows(
                "INSERT INTO mark (game, scene, seat, about, value) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (game, scene, seat) DO UPDATE SET about = excluded.about, value = excluded.value",
                *(game, scene, seat, about, as_text(value)),
            )

    async def marks(self, game: str, scene: str) -> dict[int, Any]:
        rows = await self._rows("SELECT seat, value FROM mark WHERE game = ? AND scene = ?", game, scene)
        return {seat: json.loads(value) for seat, value in rows}

    async def dreams(self, game: str) -> list[tuple[str, int, Any]]:
        rows = await self._rows("SELECT about, seat, value FROM mark WHERE game = ?", game)
        return [(about, seat, json.loads(value)) for about, seat, value in sorted(map(tuple, rows))]

    # -- which process leads an evening the app leads --

    async def lease(self, game: str, holder: str, ends: float) -> None:
        async with self._writing() as db:
            await db.rows(
                "INSERT INTO lease (game, holder, ends) VALUES (?, ?, ?)"
                " ON CONFLICT (game) DO UPDATE SET holder = excluded.holder, ends = excluded.ends",
                *(game, holder, ends),
            )

    async def renew(self, holder: str, ends: float) -> list[str]:
        async with self._writing() as db:
            rows = await db.rows("UPDATE lease SET ends = ? WHERE holder = ? RETURNING game", ends, holder)
        return [game for (game,) in rows]

    async def take_up(self, holder: str, now: float, ends: float) -> list[str]:
        found = "SELECT game, holder, ends FROM lease WHERE ends <= ?"
        if not await self._rows(f"{found} UNION ALL {_UNLEASED} LIMIT 1", now):
            return []
        async with self._writing() as db:
            await db.rows(f"INSERT INTO lease (game, holder, ends) {_UNLEASED} ON CONFLICT DO NOTHING")
            rows = await db.rows(
                "UPDATE lease SET holder = ?, ends = ? WHERE ends <= ? RETURNING game", holder, ends, now
            )
        return [game for (game,) in rows]

    async def end_lease(self, game: str, holder: str) -> None:
        async with self._writing() as db:
            await db.rows("DELETE FROM lease WHERE game = ? AND holder = ?", game, holder)

    async def let_go(self, holder: str) -> None:
        async with self._writing() as db:
            await db.rows("UPDATE lease SET ends = 0 WHERE holder = ?", holder)

    # -- whose phones were heard of --

    async def hear(self, places: Collection[tuple[str, int]], now: float) -> None:
        async with self._writing() as db:
            rows = [(game, seat, now) for game, seat in sorted(places)]  # in one order: nobody waits for each other
            await db.many("INSERT INTO heard (game, seat, at) VALUES (?, ?, ?)" + _LATER, rows)

    async def heard(self, game: str) -> dict[int, float]:
        found = await self._rows("SELECT seat, at FROM heard WHERE game = ?", game)
        return dict(map(tuple, found))

    async def heard_games(self, seat: int, since: float) -> list[str]:
        return [game for (game,) in await self._rows("SELECT game FROM heard WHERE seat = ? AND at >= ?", seat, since)]

    # -- who did how often what is limited --

    async def note(self, what: str, who: str, now: float, since: float) -> None:
        async with self._writing() as db:
            await db.rows("DELETE FROM doing WHERE at < ?", since)
            await db.rows("INSERT INTO doing (what, who, at) VALUES (?, ?, ?)", what, who, now)

    async def noted(self, what: str, who: str, since: float) -> tuple[int, int]:
        query = "SELECT coalesce(sum(CASE WHEN who = ? THEN 1 ELSE 0 END), 0), count(*) FROM doing WHERE what = ?"
        [(mine, at_all)] = await self._rows(f"{query} AND at >= ?", who, what, since)
        return mine, at_all

    # -- codes for joining --

    async def code_of(self, owner: str, until: float) -> str | None:
        rows = await self._rows(
            "SELECT code FROM code WHERE owner = ? AND ends > ? ORDER BY ends DESC, code LIMIT 1", owner, until
        )
        return rows[0][0] if rows else None

    async def add_code(self, code: str, owner: str, ends: float, now: float) -> None:
        async with self._writing() as db:
            await db.rows("DELETE FROM code WHERE ends <= ?", now)
            await db.rows("INSERT INTO code (code, owner, ends) VALUES (?, ?, ?)", code, owner, ends)

    async def opened_by(self, code: str, now: float) -> str | None:
        rows = await self._rows("SELECT owner FROM code WHERE code = ? AND ends > ?", code, now)
        return rows[0][0] if rows else None

    async def end_codes(self, owner: str) -> None:
        if await self._rows("SELECT code FROM code WHERE owner = ? LIMIT 1", owner):
            async with self._writing() as db:
                await db.rows("DELETE FROM code WHERE owner = ?", owner)

    # -- what a device wants kept --

    async def read(self, device: str, name: str) -> Any:
        rows = await self._rows("SELECT value FROM belonging WHERE device = ? AND name = ?", device, name)
        return json.loads(rows[0][0]) if rows else None

    async def write(self, device: str, name: str, value: Any) -> None:
        async with self._writing() as db:
            await _put_belonging(db, device, name, value)

    async def belongings(self) -> list[tuple[str, str, Any]]:
        rows = await self._rows("SELECT device, name, value FROM belonging")
        return [(device, name, json.loads(value)) for device, name, value in sorted(map(tuple, rows))]

    async def forget(self, before: float, *, but: str = "") -> None:
        async with self._writing() as db:
            await db.rows("DELETE FROM belonging WHERE written < ? AND name <> ?", before, but)
            await db.rows("DELETE FROM code WHERE ends < ?", before)
            await db.rows("DELETE FROM heard WHERE at < ?", before)
            idle = "was NOT IN (SELECT device FROM access_grant)"
            await db.rows(f"DELETE FROM renewal WHERE made < ? AND {idle}", before)


# -- steps of a transaction --

_LATER: Final = " ON CONFLICT (game, seat) DO UPDATE SET at = excluded.at"
_UNLEASED: Final = (
    f"SELECT id, '', 0 FROM game WHERE {IS_LED} AND NOT EXISTS (SELECT 1 FROM lease WHERE lease.game = game.id)"
)
"""The evenings under way that no process has ever led, whatever went wrong with them."""
_SAME: Final = (
    "(SELECT CAST(? AS TEXT) UNION SELECT device FROM renewal WHERE was = ?"
    " UNION SELECT was FROM renewal WHERE device = ?)"
)
"""A device by its secret, by the one this took the place of, and by those that have taken its place."""
_HOLDERS: Final = (
    "SELECT device FROM access_grant AS given WHERE game = ? AND seat = ? AND NOT EXISTS ("
    "SELECT 1 FROM renewal JOIN access_grant AS later ON later.device = renewal.device"
    " WHERE renewal.was = given.device AND later.game = given.game AND later.seat = given.seat)"
)
"""Each device once, by the latest of its secrets."""
_SEATS: Final = "SELECT seat FROM access_grant WHERE device = ? AND game = ? AND seat > ?"
_TAKEN: Final = (
    "SELECT seat FROM access_grant WHERE game = ? AND seat > ?"
    " UNION SELECT seat FROM access_key WHERE game = ? AND seat > ? ORDER BY seat"
)


async def _taken(db: Connection, game: str) -> set[int]:
    return {seat for (seat,) in await db.rows(_TAKEN, *(game, _LEADS) * 2)}


async def _put_lines(db: Connection, game: str, place: int, lines: Sequence[str]) -> None:
    rows = [(game, number, line) for number, line in enumerate(lines, start=place)]
    if rows:
        await db.many("INSERT INTO line (game, place, text) VALUES (?, ?, ?)", rows)


async def _put_key(db: Connection, digest: str, place: Grant) -> None:
    await db.rows("INSERT INTO access_key VALUES (?, ?, ?)", digest, place.game, _number(place.viewer))


async def _put_grant(db: Connection, device: str, place: Grant) -> None:
    row = (device, place.game, _number(place.viewer))
    await db.rows("INSERT INTO access_grant VALUES (?, ?, ?) ON CONFLICT DO NOTHING", *row)


async def _revoke(db: Connection, place: Grant) -> None:
    for table in ("access_grant", "access_key", "suggestion"):
        await db.rows(f"DELETE FROM {table} WHERE game = ? AND seat = ?", place.game, _number(place.viewer))


async def _put_belonging(db: Connection, device: str, name: str, value: Any) -> None:
    await db.rows(
        "INSERT INTO belonging (device, name, value, written) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (device, name) DO UPDATE SET value = excluded.value, written = excluded.written",
        *(device, name, as_text(value), time.time()),
    )


def _number(viewer: Viewer) -> int:
    """A place as a number."""
    assert viewer == MODERATOR or (isinstance(viewer, int) and viewer > _LEADS)
    return viewer or _LEADS


def _grant(row: Row) -> Grant:
    game, number = row
    return Grant(game, MODERATOR if number == _LEADS else number)


def as_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def as_kept(row: Row, lines: tuple[str, ...]) -> Kept:
    game, revision, manner, summary, begun, changed, version = row
    return Kept(game, revision, lines, json.loads(manner), begun, changed, json.loads(summary), version)
