"""The store: what is acknowledged is on the disk, and what fails has changed nothing. The same on both databases."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from nightcall import MODERATOR
from nightcall.web.store import SCREEN, STRUCK, Grant, HowFar, Invitation, Kept, Stale, StoreFault, sqlite
from nightcall.web.store.migrations import MIGRATIONS
from nightcall.web.store.sql import SQLStore
from nightcall.web.store.sqlite import SQLiteStore

T = TypeVar("T")
GAME = Kept("g1", 1, ("header\n",), {"deal": "physical"}, 10.0, 10.0, {"players": ["Ann"]})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "games.sqlite3"


_loop: list[asyncio.Runner] = []


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """In the one loop of the test, if it has one: connections live in it."""
    return _loop[-1].run(coroutine) if _loop else asyncio.run(coroutine)


@pytest.fixture(autouse=True)
def _one_loop() -> Iterator[None]:
    with asyncio.Runner() as runner:
        _loop.append(runner)
        yield
        _loop.pop()


@pytest.fixture
def in_file(path: Path) -> Iterator[SQLiteStore]:
    opened = SQLiteStore(path)
    run(opened.add(GAME))
    yield opened
    run(opened.close())


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest) -> Iterator[SQLStore]:
    if request.param == "sqlite":
        yield request.getfixturevalue("in_file")
        return
    url = request.getfixturevalue("database")
    from nightcall.web.store.postgres import PostgresStore

    opened = PostgresStore(url)
    run(opened.add(GAME))
    yield opened
    run(opened.close())


def pragma(store: SQLiteStore, name: str) -> object:
    return store._db.execute(f"PRAGMA {name}").fetchone()[0]


# -- the file --


def test_every_write_goes_through_to_the_disk(in_file: SQLiteStore) -> None:
    assert pragma(in_file, "journal_mode") == "wal"
    assert pragma(in_file, "synchronous") == 2  # FULL
    assert pragma(in_file, "foreign_keys") == 1


def test_a_new_file_has_todays_version(in_file: SQLiteStore) -> None:
    assert pragma(in_file, "user_version") == len(MIGRATIONS)


def test_an_empty_file_is_lifted(path: Path) -> None:
    path.parent.mkdir()
    sqlite3.connect(path).close()
    opened = SQLiteStore(path)
    run(opened.add(GAME))
    assert run(opened.get("g1")) == GAME
    run(opened.close())


def test_an_older_file_is_lifted_step_by_step(
    path: Path, in_file: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(in_file.close())
    later = (*MIGRATIONS, "ALTER TABLE game ADD COLUMN mood TEXT NOT NULL DEFAULT 'merry';", "CREATE TABLE more (x);")
    monkeypatch.setattr(sqlite, "MIGRATIONS", later)
    lifted = SQLiteStore(path)
    assert pragma(lifted, "user_version") == len(later)
    assert lifted._db.execute("SELECT mood FROM game").fetchone() == ("merry",)
    assert run(lifted.get("g1")) == GAME
    run(lifted.close())


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    path: Path, in_file: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(in_file.close())
    monkeypatch.setattr(sqlite, "MIGRATIONS", (*MIGRATIONS, "CREATE TABLE half (x); CREATE TABLE game (x);"))
    with pytest.raises(StoreFault):
        SQLiteStore(path)
    monkeypatch.undo()
    again = SQLiteStore(path)
    assert run(again.get("g1")) == GAME
    assert again._db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'half'").fetchone() == (0,)
    run(again.close())


def test_a_newer_file_is_refused_untouched(path: Path, in_file: SQLiteStore) -> None:
    in_file._db.execute("PRAGMA user_version = 99")
    run(in_file.close())
    with pytest.raises(StoreFault) as caught:
        SQLiteStore(path)
    assert caught.value.key == "web.store.too_new"


@pytest.mark.parametrize("seed", range(3))
def test_a_file_of_random_bytes_is_refused(path: Path, seed: int) -> None:
    path.parent.mkdir()
    path.write_bytes(random.Random(seed).randbytes(8192))
    with pytest.raises(StoreFault) as caught:
        SQLiteStore(path)
    assert caught.value.key == "web.store.damaged"


async def read_again(path: Path) -> Kept | None:
    opened = SQLiteStore(path)
    try:
        return await opened.get("g1")
    finally:
        await opened.close()


def test_a_file_cut_short_is_noticed(path: Path, in_file: SQLiteStore) -> None:
    run(in_file.change("g1", 1, 1, [f"line {number}\n" * 50 for number in range(200)], {}))
    run(in_file.close())
    os.truncate(path, 8192)
    with pytest.raises(StoreFault) as caught:
        run(read_again(path))
    assert caught.value.key == "web.store.damaged"


def test_damage_while_it_is_open_is_noticed(path: Path, in_file: SQLiteStore) -> None:
    run(in_file.change("g1", 1, 1, [f"line {number}\n" * 50 for number in range(200)], {}))
    in_file._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    in_file._db.execute("PRAGMA cache_size = 0")
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(random.Random(1).randbytes(size - 4096))
    with pytest.raises(StoreFault) as caught:
        run(in_file.get("g1"))
    assert caught.value.key == "web.store.damaged"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is read-only to root")
def test_a_folder_that_may_not_be_written_to_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0o500)
    with pytest.raises(StoreFault):
        SQLiteStore(folder / "games.sqlite3")


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreFault) as caught:
        SQLiteStore(tmp_path)
    assert caught.value.key == "web.store.refused"


def test_another_program_holding_the_file_is_said_so(path: Path, in_file: SQLiteStore) -> None:
    in_file._db.execute("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreFault) as caught:
        run(in_file.set_manner("g1", {}))
    assert caught.value.key == "web.store.busy"
    other.execute("ROLLBACK")
    other.close()
    run(in_file.set_manner("g1", {"deal": "pass"}))


def test_a_full_disk_changes_nothing(in_file: SQLiteStore) -> None:
    run(in_file.change("g1", 1, 1, ["one\n"], {"answers": 1}))
    before = run(in_file.get("g1"))
    in_file._db.execute(f"PRAGMA max_page_count = {pragma(in_file, 'page_count')}")
    with pytest.raises(StoreFault) as caught:
        run(in_file.change("g1", 2, 1, ["x" * 5000 for _ in range(50)], {"answers": 50}))
    assert caught.value.key == "web.store.full"
    assert run(in_file.get("g1")) == before
    assert run(in_file.struck("g1", 3)) == []
    in_file._db.execute("PRAGMA max_page_count = 1000000")
    assert run(in_file.change("g1", 2, 2, ["two\n"], {"answers": 2})) == 3


# -- games --


def test_a_change_is_told_by_its_revision(store: SQLStore) -> None:
    assert run(store.change("g1", 1, 1, ["one\n", "two\n"], {"answers": 2})) == 2
    kept = run(store.get("g1"))
    assert kept is not None
    assert (kept.revision, kept.lines, kept.summary) == (2, ("header\n", "one\n", "two\n"), {"answers": 2})
    assert kept.changed > kept.begun
    assert run(store.how_far("g1")) == HowFar(2, 1)


def test_a_stale_change_is_refused(store: SQLStore) -> None:
    run(store.change("g1", 1, 1, ["one\n"], {}))
    with pytest.raises(Stale):
        run(store.change("g1", 1, 1, ["other\n"], {}))
    kept = run(store.get("g1"))
    assert kept is not None
    assert kept.lines == ("header\n", "one\n")
    with pytest.raises(Stale):
        run(store.change("nothing", 1, 1, ["x\n"], {}))


def test_what_a_change_struck_can_be_had_again(store: SQLStore) -> None:
    run(store.change("g1", 1, 1, ["one\n", "two\n", "three\n"], {}))
    run(store.change("g1", 2, 2, [], {}))
    assert run(store.struck("g1", 3)) == ["two\n", "three\n"]
    run(store.change("g1", 3, 2, ["four\n"], {}))
    assert run(store.struck("g1", 4)) == []
    assert run(store.struck("g1", 3)) == ["two\n", "three\n"]


def test_what_was_struck_long_ago_fills_no_disk(store: SQLStore) -> None:
    """An answer edited back and forth wrote the whole tape aside each time, for ever."""
    for revision in range(1, 40):
        run(store.change("g1", revision, 1, [f"{revision}\n"], {}))
    assert run(store.struck("g1", 40)) == ["38\n"], "the last change can be taken back"
    ((count,),) = run(store._rows("SELECT count(DISTINCT revision) FROM struck"))
    assert count <= STRUCK


def test_a_game_is_removed_with_all_that_hangs_on_it(store: SQLStore) -> None:
    run(store.change("g1", 1, 1, ["one\n"], {}))
    run(store.change("g1", 2, 1, [], {}))
    run(store.add_key("digest", Grant("g1", 2)))
    run(store.grant("device", Grant("g1", 3)))
    run(store.suggest("g1", 3, 2, 5))
    run(store.remove("g1"))
    assert run(store.get("g1")) is None
    assert run(store.how_far("g1")) is None
    assert run(store.key("digest")) is None
    assert run(store.places("device")) == []
    for table in ("line", "struck", "access_key", "access_grant", "suggestion"):
        assert [tuple(row) for row in run(store._rows(f"SELECT count(*) FROM {table}"))] == [(0,)], table


def test_a_game_comes_with_its_phones(store: SQLStore) -> None:
    run(store.change("g1", 1, len(GAME.lines), ["one\n", "two\n"], {"players": ["Ann"]}))
    run(store.claim(Grant("g1", 2), device="d"))
    run(store.add_key("k", Grant("g1", 3)))
    run(store.add_key("lead", Grant("g1", MODERATOR)))
    run(store.suggest("g1", 2, 2, [1, 2]))
    run(store.suggest("g1", 1, 3, None))
    whole = run(store.whole("g1"))
    assert whole is not None
    assert whole.kept == run(store.get("g1"))
    assert whole.kept.lines[-2:] == ("one\n", "two\n")
    assert (whole.taken, whole.suggested) == ((2, 3), {2: [1, 2]})
    bare = run(store.whole("g1", lines=False))
    assert bare is not None
    assert (bare.kept.lines, bare.kept.version) == ((), whole.kept.version)
    assert run(store.whole("g2")) is None


def test_games_nobody_has_changed_are_found_by_their_age(store: SQLStore) -> None:
    for number, practice in enumerate((0, 7, 0)):
        manner = {"notes": '"practice":7 "practice":0', "practice": practice}
        run(store.add(Kept(f"old{number}", 1, ("header\n",), manner, 1.0, 10.0 * number, {})))
    assert run(store.unchanged(20.0, is_practice=True)) == ["old1"]
    assert "old0" in run(store.unchanged(20.0, is_practice=False))
    assert not {"old1", "old2"} & {*run(store.unchanged(20.0, is_practice=False))}


def test_games_led_come_newest_first(store: SQLStore) -> None:
    run(store.add(Kept("g2", 1, ("header 2\n", "one\n"), {}, 20.0, 20.0, {})))
    for game in ("g1", "g2"):
        run(store.grant("device", Grant(game, MODERATOR)))
    run(store.grant("device", Grant("g1", 4)))
    assert [(game.id, game.lines) for game in run(store.games_moderated_by("device"))] == [
        ("g2", ("header 2\n",)),
        ("g1", ("header\n",)),
    ]
    run(store.change("g1", 1, 1, ["one\n"], {}))
    assert [game.id for game in run(store.games_moderated_by("device"))] == ["g1", "g2"]
    assert run(store.games_moderated_by("other")) == []


# -- who may do what --


def test_the_moderator_is_no_seat(store: SQLStore) -> None:
    run(store.grant("device", Grant("g1", MODERATOR)))
    run(store.add_key("digest", Grant("g1", MODERATOR)))
    assert run(store.places("device")) == [Grant("g1", MODERATOR)]
    assert run(store.key("digest")) == Grant("g1", MODERATOR) != Grant("g1", 0)
    assert run(store.taken("g1")) == []


def test_a_freed_place_is_free_for_everybody(store: SQLStore) -> None:
    run(store.add_key("digest", Grant("g1", 2)))
    run(store.grant("device", Grant("g1", 2)))
    run(store.grant("device", Grant("g1", 3)))
    run(store.suggest("g1", 1, 2, 7))
    assert run(store.taken("g1")) == [2, 3]
    run(store.revoke(Grant("g1", 2)))
    assert run(store.key("digest")) is None
    assert run(store.places("device")) == [Grant("g1", 3)]
    assert run(store.suggestions("g1", 1)) == {}
    assert run(store.taken("g1")) == [3]


def test_whoever_leads_takes_no_seat(store: SQLStore) -> None:
    run(store.grant("device", Grant("g1", MODERATOR)))
    assert run(store.taken("g1")) == []


def test_a_place_is_granted_once(store: SQLStore) -> None:
    for _ in range(2):
        run(store.grant("device", Grant("g1", 2)))
    assert run(store.places("device")) == [Grant("g1", 2)]


def test_a_device_has_one_seat_of_a_game(store: SQLStore) -> None:
    """Two of one phone may come at once, each by another network: whoever looks before sees neither."""
    run(store.grant("one", Grant("g1", MODERATOR)))
    assert run(store.claim(Grant("g1", 2), device="one")), "whoever leads may play"
    assert not run(store.claim(Grant("g1", 3), device="one"))
    run(store.hand("one", Grant("g1", 4)))
    assert run(store.places("one")) == [Grant("g1", MODERATOR), Grant("g1", 4)]


def test_a_seat_is_claimed_by_one(store: SQLStore) -> None:
    assert run(store.claim(Grant("g1", 2), device="one"))
    assert not run(store.claim(Grant("g1", 2), device="other"))
    assert not run(store.claim(Grant("g1", 2), key="digest"))
    assert run(store.places("other")) == []
    assert run(store.key("digest")) is None
    run(store.hand("other", Grant("g1", 2)))
    assert (run(store.places("one")), run(store.places("other"))) == ([], [Grant("g1", 2)])


def test_a_link_is_spent_once(store: SQLStore) -> None:
    run(store.invite(Invitation("link", "g1", "maker", time.time() + 60)))
    run(store.invite(Invitation("late", "g1", "maker", time.time() - 1)))
    assert [each.digest for each in run(store.invitations("g1"))] == ["link"]
    assert run(store.accept("link", "one")) == Grant("g1", MODERATOR)
    assert run(store.accept("link", "other")) is None
    assert run(store.accept("late", "other")) is None
    assert run(store.leaders("g1")) == ["one"]
    run(store.grant("other", Grant("g1", MODERATOR)))
    run(store.lead_alone("g1", "other"))
    assert run(store.leaders("g1")) == ["other"]


# -- whatever changes is noticed --


def test_every_change_raises_the_version(store: SQLStore) -> None:
    def version() -> int:
        found = run(store.how_far("g1"))
        assert found is not None
        return found.version

    before = version()
    for change in (
        store.set_manner("g1", {"deal": "pass"}),
        store.grant("device", Grant("g1", 2)),
        store.claim(Grant("g1", 3), device="other"),
        store.suggest("g1", 1, 2, 5),
        store.withdraw("device", Grant("g1", 2)),
        store.hand("device", Grant("g1", 4)),
        store.revoke(Grant("g1", 3)),
        store.change("g1", 1, 1, ["one\n"], {}),
    ):
        run(change)
        assert version() == before + 1
        before += 1


def test_what_was_made_from_an_older_version_is_refused(store: SQLStore) -> None:
    run(store.set_manner("g1", {"notes": "a"}, 0))
    with pytest.raises(Stale):
        run(store.set_manner("g1", {"notes": "b"}, 0))
    with pytest.raises(Stale):
        run(store.change("g1", 1, 1, ["one\n"], {}, {"notes": "b"}, 0))
    run(store.change("g1", 1, 1, ["one\n"], {}, {"notes": "c"}, 1))
    kept = run(store.get("g1"))
    assert kept is not None
    assert (kept.revision, kept.version, kept.manner) == (2, 2, {"notes": "c"})


def test_one_process_leads_an_evening_until_its_lease_is_over(store: SQLStore) -> None:
    run(store.lease("g1", "one", 100.0))
    assert run(store.take_up("other", 99.0, 200.0)) == []
    assert run(store.renew("one", 150.0)) == ["g1"]
    assert run(store.take_up("other", 100.0, 200.0)) == []
    assert run(store.take_up("other", 150.0, 200.0)) == ["g1"]
    assert run(store.renew("one", 999.0)) == [], "it has lost it"
    run(store.end_lease("g1", "one"))
    assert run(store.renew("other", 250.0)) == ["g1"]
    run(store.let_go("other"))
    assert run(store.take_up("one", 1.0, 300.0)) == ["g1"]
    run(store.end_lease("g1", "one"))
    assert run(store.take_up("other", 999.0, 1000.0)) == []


def test_an_evening_that_is_led_and_that_nobody_has_ever_led_is_taken_up(store: SQLStore) -> None:
    run(store.set_manner("g1", {"led": {"token": "a"}}))
    assert run(store.take_up("one", 1.0, 200.0)) == ["g1"]
    assert run(store.take_up("other", 1.0, 200.0)) == [], "it has a lease now"
    run(store.end_lease("g1", "one"))
    run(store.change("g1", 1, 1, [], {"winner": "village"}))
    assert run(store.take_up("one", 1.0, 200.0)) == [], "it is over"


def test_what_is_written_together_is_written_whole_or_not_at_all(store: SQLStore) -> None:
    async def together(version: int) -> None:
        async with store.together():
            assert await store.claim(Grant("g1", 1), device="d")
            await store.lease("g1", "one", 100.0)
            await store.set_manner("g1", {"notes": "a"}, version)
            await store.change("g1", 1, 1, ["one\n"], {})
            assert await store.taken("g1") == [1], "and what it reads is what it has written"

    with pytest.raises(Stale):
        run(together(0))
    kept = run(store.get("g1"))
    assert kept is not None
    assert (kept.version, kept.lines, run(store.taken("g1")), run(store.renew("one", 1.0))) == (0, GAME.lines, [], [])
    run(together(1))
    kept = run(store.get("g1"))
    assert kept is not None
    assert (kept.revision, kept.manner, run(store.renew("one", 1.0))) == (2, {"notes": "a"}, ["g1"])
    assert kept.lines == ("header\n", "one\n")


# -- secrets of devices --


def test_a_new_secret_opens_what_the_old_one_did_and_the_old_one_nothing_new(store: SQLStore) -> None:
    run(store.add(replace(GAME, id="g2"), device="old", rescue="slip"))
    run(store.write("old", "draft", {"players": ["Ann"]}))
    assert run(store.is_known("old"))
    assert not run(store.is_known("new"))
    run(store.renew_device("old", "new", {"slip": "other slip", "none": "neither"}))
    run(store.grant("new", Grant("g1", 3)))
    assert set(run(store.places("new"))) == {Grant("g2", MODERATOR), Grant("g1", 3)}
    assert run(store.places("old")) == [Grant("g2", MODERATOR)], "the reply may get lost"
    assert run(store.read("new", "draft")) == {"players": ["Ann"]}
    assert [run(store.rescued(code)) for code in ("slip", "other slip", "neither")] == ["g2", "g2", None]
    assert run(store.leaders("g2")) == run(store.holders(Grant("g2", MODERATOR))) == ["new"], "it is one device"
    assert run(store.leaders("g2", but="old")) == run(store.leaders("g2", but="new")) == []
    assert (run(store.latest_of("old")), run(store.origin_of("new"))) == ("new", "old")
    run(store.renew_device("new", "newest", {}))
    assert run(store.places("old")) == [], "the new one has arrived"
    assert not run(store.is_known("old"))
    assert (run(store.latest_of("old")), run(store.origin_of("newest"))) == ("newest", "old")
    run(store.hand("new", Grant("g1", 5)))
    assert set(run(store.places("newest"))) == {Grant("g2", MODERATOR), Grant("g1", 5)}


def test_whoever_lets_go_does_so_by_every_secret(store: SQLStore) -> None:
    run(store.add(replace(GAME, id="g2"), device="old", rescue="slip"))
    run(store.invite(Invitation("link", "g2", "old", time.time() + 60)))
    run(store.renew_device("old", "new", {"slip": "other slip"}))
    run(store.uninvite("g2", device="new", rescue="other slip"))
    run(store.withdraw("new", Grant("g2", MODERATOR)))
    assert run(store.places("old")) == run(store.places("new")) == []
    assert run(store.invitations("g2")) == []
    assert [run(store.rescued(code)) for code in ("slip", "other slip")] == [None, None]


# -- codes, and who has done what how often --


def test_a_code_lasts_for_a_while(store: SQLStore) -> None:
    run(store.add_code("AAA", "g1", 100.0, 0.0))
    assert (run(store.code_of("g1", 99.0)), run(store.code_of("g1", 100.0))) == ("AAA", None)
    assert (run(store.opened_by("AAA", 99.0)), run(store.opened_by("AAA", 100.0))) == ("g1", None)
    run(store.add_code("BBB", "g1", 200.0, 50.0))
    assert run(store.code_of("g1", 50.0)) == "BBB"
    assert run(store.opened_by("AAA", 60.0)) == "g1"
    run(store.end_codes("g1"))
    assert run(store.opened_by("BBB", 60.0)) is None


def test_what_is_limited_is_counted_for_a_while(store: SQLStore) -> None:
    for now in (10.0, 20.0, 30.0):
        run(store.note("games", "Ann", now, 0.0))
    run(store.note("games", "Bea", 30.0, 0.0))
    run(store.note("names", "Ann", 30.0, 0.0))
    assert run(store.noted("games", "Ann", 15.0)) == (2, 3)
    assert run(store.noted("games", "Cid", 0.0)) == (0, 4)
    run(store.note("games", "Cid", 40.0, 25.0))
    assert run(store.noted("games", "Ann", 0.0)) == (1, 3), "what is over takes up no room"


def test_phones_and_screens_are_heard_of(store: SQLStore) -> None:
    run(store.hear({("g1", 1), ("g1", 2), ("g2", 0)}, 10.0))
    run(store.hear({("g1", 2), ("g3", 0)}, 20.0))
    assert run(store.heard("g1")) == {1: 10.0, 2: 20.0}
    assert sorted(run(store.heard_games(SCREEN, 10.0))) == ["g2", "g3"]
    assert run(store.heard_games(SCREEN, 15.0)) == ["g3"]
    run(store.forget(15.0))
    assert run(store.heard("g1")) == {2: 20.0}


def test_a_name_that_no_text_can_have_is_nobodys(store: SQLStore) -> None:
    assert run(store.get("g\0one")) is None
    assert run(store.how_far("g\0one")) is None


# -- what players enter, what devices keep --


def test_suggestions_vanish_with_the_next_step(store: SQLStore) -> None:
    run(store.suggest("g1", 1, 2, 5))
    run(store.suggest("g1", 1, 2, 6))
    run(store.suggest("g1", 1, 3, None))
    assert run(store.suggestions("g1", 1)) == {2: 6, 3: None}
    assert run(store.suggestions("g1", 2)) == {}
    run(store.change("g1", 1, 1, ["one\n"], {}))
    assert run(store.suggestions("g1", 1)) == {}


def test_what_a_device_keeps_is_its_own(store: SQLStore) -> None:
    run(store.write("device", "draft", {"players": ["Ann", "Élodie"]}))
    run(store.write("device", "draft", {"players": ["Ann"]}))
    assert run(store.read("device", "draft")) == {"players": ["Ann"]}
    assert run(store.read("device", "other")) is None
    assert run(store.read("other", "draft")) is None


def test_what_a_device_keeps_is_forgotten_by_its_age(store: SQLStore, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    for age, name in ((50, "draft"), (50, "profiles"), (10, "read")):
        monkeypatch.setattr(time, "time", lambda age=age: now - age)
        run(store.write("device", name, age))
    run(store.forget(now - 30, but="profiles"))
    assert [run(store.read("device", name)) for name in ("draft", "profiles", "read")] == [None, 50, 10]
    run(store.forget(now - 30))
    assert [run(store.read("device", name)) for name in ("profiles", "read")] == [None, 10]


def test_what_an_older_version_kept_counts_as_written_today(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "MIGRATIONS", MIGRATIONS[:3])
    old = SQLiteStore(path)
    old._db.execute("INSERT INTO belonging VALUES ('device', 'draft', '1')")
    run(old.close())
    monkeypatch.undo()
    lifted = SQLiteStore(path)
    run(lifted.forget(time.time() - 60))
    assert run(lifted.read("device", "draft")) == 1
    run(lifted.close())


# -- power cuts --

ANSWERING = """
import asyncio, sys
from pathlib import Path
from nightcall.web.store.sqlite import SQLiteStore

async def main():
    store = SQLiteStore(Path(sys.argv[1]))
    revision = (await store.how_far("g1")).revision
    while True:
        revision = await store.change("g1", revision, revision, [f"line {revision}\\n"], {"answers": revision})
        print(revision, flush=True)

asyncio.run(main())
"""


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(path: Path, in_file: SQLiteStore) -> None:
    run(in_file.close())
    chance = random.Random(7)
    acknowledged = 1
    for _ in range(4):
        with subprocess.Popen(
            [sys.executable, "-c", ANSWERING, str(path)], stdout=subprocess.PIPE, encoding="utf-8"
        ) as server:
            assert server.stdout is not None
            seen = [server.stdout.readline() for _ in range(chance.randint(1, 40))]  # it runs
            server.kill()
            said = [int(line) for line in (*seen, *server.stdout) if line.endswith("\n")]
        assert said[0] == acknowledged + 1
        reopened = SQLiteStore(path)
        kept = run(reopened.get("g1"))
        run(reopened.close())
        assert kept is not None
        assert kept.revision >= said[-1]
        assert kept.lines[1:] == tuple(f"line {number}\n" for number in range(1, kept.revision))
        acknowledged = kept.revision
    assert acknowledged > 5
