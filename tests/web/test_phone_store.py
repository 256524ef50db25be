"""The store of a phone alone: the same contract as on a disk, and what is acknowledged is kept or never was."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from nightcall.web.alone.phone_store import PhoneStore
from nightcall.web.store import Kept, StoreFault
from tests.web.pages import FakePages
from tests.web.phone import run
from tests.web.test_store import (  # the contract  # noqa: F401
    GAME,
    pragma,
    test_a_change_is_told_by_its_revision,
    test_a_freed_place_is_free_for_everybody,
    test_a_game_is_removed_with_all_that_hangs_on_it,
    test_a_place_is_granted_once,
    test_a_stale_change_is_refused,
    test_games_led_come_newest_first,
    test_suggestions_vanish_with_the_next_step,
    test_the_moderator_is_no_seat,
    test_what_a_change_struck_can_be_had_again,
    test_what_a_device_keeps_is_forgotten_by_its_age,
    test_what_a_device_keeps_is_its_own,
    test_whoever_leads_takes_no_seat,
)


@pytest.fixture
def pages(tmp_path: Path) -> FakePages:
    return FakePages(str(tmp_path / "games.sqlite3"))


@pytest.fixture
def store(pages: FakePages) -> Iterator[PhoneStore]:
    opened = run(PhoneStore(pages.path, pages).settled())
    run(opened.add(GAME))
    yield opened
    run(opened.close())


def elsewhere(pages: FakePages, tmp_path: Path) -> PhoneStore:
    """The store of the next start, from nothing but what was kept."""
    again = FakePages(str(tmp_path / "again.sqlite3"), pages.kept)
    return PhoneStore(again.path, again)


def test_everything_reaches_the_file_itself(store: PhoneStore) -> None:
    """With WAL the pages would seem never to change."""
    assert pragma(store, "journal_mode") == "memory"
    assert pragma(store, "foreign_keys") == 1
    assert pragma(store, "page_size") == 4096


def test_what_was_acknowledged_is_there_at_the_next_start(pages: FakePages, store: PhoneStore, tmp_path: Path) -> None:
    chance = random.Random(3)
    for number in range(40):
        run(store.add(Kept(f"n{number}", 1, tuple("x" * chance.randrange(900) for _ in range(20)), {}, 1.0, 1.0, {})))
        if chance.random() < 0.4:
            run(store.remove(f"n{chance.randrange(number + 1)}"))
    again = elsewhere(pages, tmp_path)
    run(again.check())
    dump = [list(each._db.iterdump()) for each in (store, again)]
    assert dump[0] == dump[1]
    run(again.close())


def test_what_could_not_be_kept_never_was(pages: FakePages, store: PhoneStore) -> None:
    before = run(store.get("g1"))
    pages.is_full = True
    with pytest.raises(StoreFault) as caught:
        run(store.change("g1", 1, 1, ["one\n"], {}))
    assert caught.value.key == "web.store.full"
    assert run(store.get("g1")) == before
    pages.is_full = False
    assert run(store.change("g1", 1, 1, ["one\n"], {})) == 2


def test_two_at_once_fail_or_are_kept_each(pages: FakePages, store: PhoneStore, tmp_path: Path) -> None:
    async def both() -> list[object]:
        writes = (store.write("d", "one", 1), store.write("d", "two", 2))
        return list(await asyncio.gather(*writes, return_exceptions=True))

    async def failing_then_not() -> None:
        pages.rounds = 100
        pages.is_full = True
        assert all(isinstance(each, StoreFault) for each in await both())
        assert (await store.read("d", "one"), await store.read("d", "two")) == (None, None)
        pages.is_full = False
        assert await both() == [None, None]

    run(failing_then_not())
    again = elsewhere(pages, tmp_path)
    assert (run(again.read("d", "one")), run(again.read("d", "two"))) == (1, 2)
    run(again.close())


def test_a_damaged_file_is_said_to_be(pages: FakePages, store: PhoneStore, tmp_path: Path) -> None:
    for number in range(30):
        run(store.add(Kept(f"n{number}", 1, ("x" * 3000,), {}, 1.0, 1.0, {})))
    broken = {
        place: (b"\xff" * len(page) if place == len(pages.kept) // 2 else page) for place, page in pages.kept.items()
    }
    again = FakePages(str(tmp_path / "again.sqlite3"), broken)
    opened = PhoneStore(again.path, again)
    with pytest.raises(StoreFault) as caught:
        run(opened.check())
    assert caught.value.key == "web.store.damaged_here"
    run(opened.close())
