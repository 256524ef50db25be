"""Everything of one store copied to another one, whichever databases they are: all of it or nothing."""

from __future__ import annotations

from typing import Final

from nightcall.web.store import StoreFault
from nightcall.web.store.migrations import TABLES
from nightcall.web.store.sql import Connection, SQLStore

AT_ONCE: Final = 200
"""Games held in memory at a time."""
OF_DEVICES: Final = ("belonging", "renewal")
"""The tables that belong to no game."""


async def copied(source: SQLStore, target: SQLStore) -> int:
    """How many games were copied; `StoreFault` if there is something in the target already."""
    async with source.reading() as old, target._writing() as new:
        for table in ("game", "belonging"):
            if await new.rows(f"SELECT 1 FROM {table} LIMIT 1"):
                raise StoreFault("web.store.not_empty")
        games = [game for (game,) in await old.rows("SELECT id FROM game ORDER BY id")]
        for start in range(0, len(games), AT_ONCE):
            some = games[start : start + AT_ONCE]
            for table in TABLES:
                if table not in OF_DEVICES:
                    name = "id" if table == "game" else "game"
                    await _copy(old, new, table, f"WHERE {name} >= ? AND {name} <= ?", some[0], some[-1])
        for table in OF_DEVICES:
            await _copy(old, new, table, "")
        await new.rows("UPDATE lease SET holder = '', ends = 0")  # whoever led is not here
        for table in TABLES:
            count = f"SELECT count(*) FROM {table}"
            if (await old.rows(count))[0][0] != (await new.rows(count))[0][0]:
                raise StoreFault("web.store.refused", why=table)
    return len(games)


async def _copy(old: Connection, new: Connection, table: str, where: str, *values: str) -> None:
    """The columns of a table stand in the same order everywhere: they were made by the same steps."""
    rows = [tuple(row) for row in await old.rows(f"SELECT * FROM {table} {where}", *values)]
    if rows:
        places = ", ".join("?" * len(rows[0]))
        await new.many(f"INSERT INTO {table} VALUES ({places})", rows)
