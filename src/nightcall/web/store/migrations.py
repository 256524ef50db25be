"""The tables of every store, step by step: one source for SQLite and PostgreSQL.

They are written as SQLite wants them; what PostgreSQL spells otherwise is listed at the end.
"""

from __future__ import annotations

from typing import Final

IS_LED: Final = """manner LIKE '%"led":{%' AND summary NOT LIKE '%"winner":%'"""
"""Of a game: the app leads it, and the table has not heard its end. Spelt as the index is: so it is found there."""

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
    """
    ALTER TABLE game ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE lease (
        game TEXT PRIMARY KEY REFERENCES game ON DELETE CASCADE,
        holder TEXT NOT NULL,
        ends REAL NOT NULL
    ) WITHOUT ROWID;
    INSERT INTO lease SELECT id, '', 0 FROM game
        WHERE manner LIKE '%"led":{%' AND summary NOT LIKE '%"winner":%';
    """,
    f"""
    CREATE INDEX led_games ON game (id) WHERE {IS_LED};
    """,
    """
    CREATE TABLE renewal (
        device TEXT PRIMARY KEY,
        was TEXT NOT NULL,
        origin TEXT NOT NULL,
        made REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX renewals_of_device ON renewal (was);
    ALTER TABLE rescue ADD COLUMN device TEXT NOT NULL DEFAULT '';
    """,
)
"""Each lifts the database by one version. Never changed once released; only added to."""

PASSING: Final = """
    CREATE {kind} TABLE IF NOT EXISTS code (
        code TEXT PRIMARY KEY,
        owner TEXT NOT NULL,
        ends REAL NOT NULL
    );
    CREATE INDEX IF NOT EXISTS codes_of_owner ON code (owner);
    CREATE {kind} TABLE IF NOT EXISTS doing (
        what TEXT NOT NULL,
        who TEXT NOT NULL,
        at REAL NOT NULL
    );
    CREATE INDEX IF NOT EXISTS doings_by_what ON doing (what, at);
    CREATE INDEX IF NOT EXISTS doings_by_time ON doing (at);
    CREATE {kind} TABLE IF NOT EXISTS heard (
        game TEXT NOT NULL,
        seat INTEGER NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (game, seat)
    );
"""
"""What nobody misses after a power cut: the codes for joining, who did lately what is limited, whose phone was heard.
Where there is one process it is in its memory only; where there are several they share it, and it goes through to no
disk."""

PROBE: Final = "CREATE TABLE IF NOT EXISTS pulse (name TEXT PRIMARY KEY, value TEXT NOT NULL);"
"""Where it is tried whether something can be written, and read again."""

TABLES: Final = (
    "game line struck access_key access_grant suggestion belonging invitation mark rescue lease renewal".split()
)
"""All of them, whatever others refer to first."""

_POSTGRES: Final = {
    " WITHOUT ROWID": "",
    " REAL": " DOUBLE PRECISION",  # a REAL of PostgreSQL does not hold the seconds since the epoch
    "CAST(strftime('%s', 'now') AS REAL)": "extract(epoch FROM now())",
}


def for_postgres(script: str) -> str:
    """The same step as PostgreSQL spells it.

    >>> for_postgres("CREATE TABLE x (a REAL NOT NULL) WITHOUT ROWID;")
    'CREATE TABLE x (a DOUBLE PRECISION NOT NULL);'
    """
    for ours, theirs in reversed(_POSTGRES.items()):
        script = script.replace(ours, theirs)
    return script
