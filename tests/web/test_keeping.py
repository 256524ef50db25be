"""How long games are kept, and how they outlive a disk: old ones go, copies are made and put back."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from nightcall import MODERATOR, Setup
from nightcall.rules import comings
from nightcall.rules.variants import community_of_hamlets
from nightcall.web import access, limits
from nightcall.web.app import Site, _tidy
from nightcall.web.lock import Lock
from nightcall.web.manner import Manner
from nightcall.web.past import forgetting
from nightcall.web.serve import database
from nightcall.web.store import Grant
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.table import Table
from nightcall.web.tables import Tables
from nightcall.web.visit import BELONGINGS
from nightcall.web.watch.live import Live
from tests.command import Run, locked
from tests.web import cluster
from tests.web.phone import Phone, begin, new_site, run

# -- old games --


def aged(site: Site, days: float, **manner: Any) -> Table:
    """A game nobody has changed for so many days."""
    table = begin(site, **manner)
    long_ago = time.time() - days * limits.DAY
    site.store._db.execute("UPDATE game SET changed = ? WHERE id = ?", (long_ago, table.id))  # type: ignore[attr-defined]
    return table


def left(site: Site) -> set[str]:
    run(_tidy(site))
    return {kept.id for kept in run(site.store.games())}


def test_games_are_kept_for_good_unless_the_server_was_told_otherwise() -> None:
    site = new_site()
    old, young = aged(site, 31), aged(site, 29)
    assert left(site) == {old.id, young.id}
    site.keep_days = 30
    assert left(site) == {young.id}
    assert Phone(site).get(f"/g/{old.id}").status_code == 404, "though it was in use"


def test_a_rehearsal_nobody_ended_goes_in_any_case() -> None:
    site = new_site()
    old, young, real = aged(site, 2.1, practice=7), aged(site, 1.9, practice=7), aged(site, 400)
    assert left(site) == {young.id, real.id}
    assert old.id != young.id


def test_whoever_led_them_is_told_how_long_they_are_kept() -> None:
    site = new_site()
    phone = Phone(site).leads(begin(site))
    assert "removes games" not in phone.get("/games").text
    site.keep_days = 30
    assert "nobody has changed for 30 days" in phone.get("/games").text


def test_days_are_days() -> None:
    refused = Run("serve", "--keep", "0")
    assert refused.code == 2


# -- copies --


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a game somebody leads."""
    home = tmp_path / "data"
    _begun(home)
    return home


def _begun(home: Path) -> str:
    store = SQLiteStore(database(home))
    site = Site(store)
    table = begin(site)
    run(store.grant("d" * 64, Grant(table.id, MODERATOR)))
    run(store.close())
    return table.id


def ids(home: Path) -> set[str]:
    store = SQLiteStore(database(home))
    found = {kept.id for kept in run(store.games_moderated_by("d" * 64))}
    run(store.close())
    return found


@locked
def test_a_copy_is_put_back_as_it_was_and_nothing_is_lost_by_it(folder: Path, tmp_path: Path) -> None:
    """Also what a running server has written a moment ago, and who leads what."""
    copy = tmp_path / "safe" / "games.backup"
    (first,) = ids(folder)
    running = SQLiteStore(database(folder))  # a server has the file open, with a log not yet in it
    lock = Lock(folder)
    tables = Tables(running, Live())
    run(tables.answer(run(tables.find(first)), True))
    done = Run("backup", str(copy), "--data", str(folder))
    assert (done.code, "1 game copied" in done.out) == (0, True), done.err
    if sys.platform != "win32":
        assert os.stat(copy).st_mode & 0o077 == 0, "for its owner alone"
    assert list(copy.parent.iterdir()) == [copy], "one file"
    refused = Run("restore", str(copy), "--data", str(folder))
    assert refused.code == 1, "a server has the folder"
    run(running.close())
    lock.release()
    second = _begun(folder)  # after the copy
    restored = Run("restore", str(copy), "--data", str(folder))
    assert restored.code == 0, restored.err
    assert ids(folder) == {first}
    store = SQLiteStore(database(folder))
    kept = run(store.get(first))
    run(store.close())
    assert kept is not None
    assert len(kept.lines) == 2, "with the answer"
    (aside,) = folder.glob("nightcall-*.sqlite3")
    assert str(aside) in restored.out.replace("\n", "")
    Run("restore", str(aside), "--data", str(folder))
    assert ids(folder) == {first, second}, "and back again"


def test_a_copy_is_not_written_over_by_accident(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "games.backup"
    copy.write_text("my diary", "utf-8")
    refused = Run("backup", str(copy), "--data", str(folder))
    assert refused.code == 1
    assert copy.read_text("utf-8") == "my diary"
    assert Run("backup", str(copy), "--replace", "--data", str(folder)).code == 0
    assert Run("backup", str(copy), "--replace", "--data", str(tmp_path / "nobody")).code == 1, "no games there"
    assert not (tmp_path / "nobody").exists()


def test_what_is_no_copy_leaves_the_games_alone(folder: Path, tmp_path: Path) -> None:
    before = ids(folder)
    whole = tmp_path / "whole.backup"
    assert Run("backup", str(whole), "--data", str(folder)).code == 0
    text, broken, newer, other = (tmp_path / name for name in ("text", "broken", "newer", "other"))
    text.write_text("no database at all, but long enough to be looked at" * 100, "utf-8")
    content = bytearray(whole.read_bytes())
    content[4096:8192] = b"\xff" * 4096
    broken.write_bytes(bytes(content))
    for path, statement in ((newer, "PRAGMA user_version = 999"), (other, "DROP TABLE game")):
        path.write_bytes(whole.read_bytes())
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute(statement)
    for path in (text, broken, newer, other, tmp_path / "nowhere"):
        refused = Run("restore", str(path), "--data", str(folder))
        assert refused.code == 1, path
        assert ids(folder) == before
    assert [path.name for path in folder.iterdir() if path.suffix in (".part", ".sqlite3")] == ["nightcall.sqlite3"]


def test_the_copy_of_a_fresh_machine_needs_nothing_there(folder: Path, tmp_path: Path) -> None:
    copy, elsewhere = tmp_path / "games.backup", tmp_path / "new machine" / "data"
    Run("backup", str(copy), "--data", str(folder))
    restored = Run("restore", str(copy), "--data", str(elsewhere))
    assert restored.code == 0, restored.err
    assert "before" not in restored.out
    assert ids(elsewhere) == ids(folder)


# -- somebody wants to be forgotten --


def test_a_person_becomes_a_number_wherever_the_name_stands(tmp_path: Path) -> None:
    """In players, notes, latecomers, what was undone, tables being set up; nowhere in the file's bytes."""
    store = SQLiteStore(database(tmp_path))
    site = Site(store)
    phone = Phone(site)
    setup = Setup.of(["Zoë", "Bea", "Cid", "Dan", "Eve"], {"werewolf": 1, "simple_villager": 4}, sheriff_election="off")
    table = begin(site, setup, notes="zoe laughs, Zoela does not. Ask Zoë!")
    other = begin(site, Setup.of(["Bea", "Cid", "Dan"], {"werewolf": 1, "simple_villager": 2}, sheriff_election="off"))
    apart = begin(site, notes="nobody of that name")
    phone.leads(table)
    late = run(site.tables.find(other.id))
    happening = late.game.intervene("table.arrives", "ZOE", "simple_villager")
    late = run(site.tables.intervene(late, happening, "table.arrives"))
    undone = run(site.tables.undo(run(site.tables.answer(run(site.tables.find(table.id)), True))))
    run(site.tables.rename(undone, 2, "Zoë-Bea"))  # what was struck still has the first line
    phone.post("/new/players", paste="Zoë\nBea\nCid", do="paste")
    before = run(store.get(apart.id))
    run(store.close())
    refused = Run("forget", "Nobody Here", "--data", str(tmp_path))
    assert "Nobody called" in refused.out
    assert Run("forget", "zoe", "--data", str(tmp_path), typed="n\n").code == 0
    assert "Zo" in _bytes(tmp_path), "whoever says no changes nothing"
    done = Run("forget", "zoe", "--yes", "--data", str(tmp_path))
    assert done.code == 0, done.err
    store = SQLiteStore(database(tmp_path))
    site = Site(store)
    kept = run(store.get(table.id))
    assert kept is not None
    assert kept.summary["players"] == ["1", "Zoë-Bea", "Cid", "Dan", "Eve"]
    assert kept.manner["notes"] == "1 laughs, Zoela does not. Ask 1!"
    assert run(site.tables.find(table.id)).game.players[0] == "1"
    assert run(store.struck(table.id, kept.revision)) == []
    arrived = run(site.tables.find(other.id)).game
    assert arrived.misfit is None
    assert arrived.players == ("Bea", "Cid", "Dan", "4")
    assert run(store.get(apart.id)) == before
    assert [value for _, name, value in run(store.belongings()) if name in BELONGINGS and value] == []
    assert len(run(store.games_moderated_by(str(phone_device(phone))))) == 1, "whoever led it still does"
    run(store.close())
    assert 'Zoë"' not in _bytes(tmp_path)
    assert "ZOE" not in _bytes(tmp_path)


def phone_device(phone: Phone) -> str:
    return access.digest(str(phone.client.cookies.get("nightcall_device")))


def _bytes(home: Path) -> str:
    return "".join(path.read_bytes().decode("utf-8", "replace") for path in home.glob("nightcall.sqlite3*"))


def test_a_person_is_forgotten_in_a_database_while_servers_run(request: pytest.FixtureRequest) -> None:
    """Also in what a server remembers."""
    address = request.getfixturevalue("database")
    from nightcall.web.store.postgres import PostgresStore

    setup = Setup.of(["Zoë", "Bea", "Cid", "Dan", "Eve"], {"werewolf": 1, "simple_villager": 4}, sheriff_election="off")

    async def evening() -> None:
        site = Site(PostgresStore(address))
        table = await site.tables.begin(setup, Manner(notes="Ask Zoë!"))
        await site.store.write("device", "draft", {"players": ["Zoë", "Bea"]})
        done = await asyncio.to_thread(Run, "forget", "zoe", "--yes", "--database", address)
        assert done.code == 0, done.err
        after = await site.tables.find(table.id)
        assert (after.game.players[0], after.manner.notes) == ("1", "Ask 1!")
        assert await site.store.read("device", "draft") is None
        games = await asyncio.to_thread(Run, "forget", "zoe", "--yes", "--database", address)
        assert "Nobody called" in games.out
        await site.store.close()

    run(evening())


def test_a_dump_of_the_database_is_put_back_as_it_was(tmp_path: Path) -> None:
    """With PostgreSQL's own tools, as the page on operating says: while a server runs, and what came later is gone."""
    from tests.web.test_many import _everything, _filled

    if cluster.why_not() or cluster.programs() is None:
        pytest.skip(cluster.why_not() or "PostgreSQL's own tools are elsewhere")
    from nightcall.web.store.postgres import PostgresStore

    with cluster.cluster() as started:

        async def written(*changes: str) -> list[Any]:
            store = PostgresStore(started.url)
            if not changes:
                await _filled(store)
            for game in changes:
                await store.remove(game)
            found = await _everything(store)
            await store.close()
            return found

        before = run(written())
        copy = str(tmp_path / "games.dump")
        started.tool("pg_dump", "--format=custom", f"--file={copy}", started.url)
        assert run(written("g1")) != before
        started.tool("pg_restore", "--clean", "--if-exists", "--no-owner", f"--dbname={started.url}", copy)
        store = PostgresStore(started.url)
        after = run(_closed(store, _everything(store)))
        assert after == before


async def _closed(store: Any, work: Any) -> Any:
    try:
        return await work
    finally:
        await store.close()


def test_only_where_it_is_wanted(tmp_path: Path) -> None:
    store = SQLiteStore(database(tmp_path))
    site = Site(store)
    first, second = begin(site), begin(site)
    run(store.close())
    assert Run("forget", "Ann", "--yes", "--game", first.id, "--data", str(tmp_path)).code == 0
    store = SQLiteStore(database(tmp_path))
    found = {kept.id: kept.summary["players"][0] for kept in run(store.games())}
    run(store.close())
    assert found == {first.id: "1", second.id: "Ann"}


def test_every_question_answered_by_typing_is_known() -> None:
    """So that no name stays in an answer."""
    source = Path(forgetting.__file__).parents[2]
    asked: set[str] = set()
    for path in [*(source / "rules").rglob("*.py")]:
        text = path.read_text("utf-8")
        asked |= set(re.findall(r'Prompt\(\s*"([a-z_.]+)", prompts\.TEXTS?\b', text))
        if re.search(r"Prompt\(key, prompts\.TEXT", text):  # the key is handed over
            asked |= set(re.findall(r'_(?:text|name)\(v, "([a-z_.]+)"', text))
    assert asked | {comings.ARRIVES, community_of_hamlets.NEWS} == set(forgetting.TYPED)
