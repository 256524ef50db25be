"""Several processes on one PostgreSQL: nothing is done twice, nothing is lost, and every open page learns of it."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import nightcall
from nightcall import MODERATOR, PUBLIC, Setup
from nightcall.web import access, limits
from nightcall.web.app import Site, _overhear
from nightcall.web.led import runner as led_runner
from nightcall.web.led.scenes import Led
from nightcall.web.lock import Lock
from nightcall.web.manner import LED, PHONES, Manner
from nightcall.web.store import Grant, Invitation, Kept, StoreAway, StoreFault
from nightcall.web.store.move import copied
from nightcall.web.store.sql import SQLStore
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.table import Table
from nightcall.web.watch.live import CHANGED
from tests.command import Run
from tests.waiting import PATIENCE, becomes, later, settled
from tests.web import cluster
from tests.web.phone import DECK, PLAYERS

EAR = "nightcall, listening"
SETUP = Setup.of(PLAYERS, DECK, sheriff_election="off", cards_known_to_app=True, seed=4)


@asynccontextmanager
async def sites(url: str, count: int = 2) -> AsyncIterator[list[Site]]:
    """As many servers on one database, each with an ear to it; no network between them and us."""
    from nightcall.web.store.postgres import PostgresStore

    made = [Site(PostgresStore(url)) for _ in range(count)]
    ears = [asyncio.create_task(_overhear(site)) for site in made]
    try:
        for site in made:
            await becomes(_listening(url, len(made)))
            await site.store.how_far("nobody")
        yield made
    finally:
        await ended(*ears)
        for site in made:
            await site.store.close()


async def _asked(url: str, query: str, *values: Any) -> Any:
    import asyncpg

    connection = await asyncpg.connect(url, timeout=60, command_timeout=60)
    try:
        return await connection.fetchval(query, *values)
    finally:
        await connection.close(timeout=60)


def _listening(url: str, count: int) -> Any:
    async def there() -> bool:
        return int(await _asked(url, "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1", EAR)) >= count

    return there


async def ended(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class Ear:
    """An open page of one of the servers."""

    def __init__(self, site: Site, table: Table, viewer: Any) -> None:
        self._pieces = site.live.follow(table.id, viewer, table.look)
        self.heard = 0
        self.is_over = False
        self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for piece in self._pieces:
            self.heard += CHANGED in piece
        self.is_over = True

    async def hears(self, count: int) -> None:
        await becomes(lambda: self.heard >= count)
        assert self.heard == count

    async def close(self) -> None:
        await ended(self._task)


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(2 * PATIENCE):
            await coroutine

    asyncio.run(in_time())


# -- races across processes --

RACING = """
import asyncio, json, sys
from nightcall.web.store import Grant, Stale
from nightcall.web.store.postgres import PostgresStore

async def main(url, me, rounds):
    store = PostgresStore(url)
    await store.check()
    print("ready", flush=True)
    sys.stdin.readline()
    won = {"seats": [], "links": [], "lines": []}
    for number in range(rounds):
        if await store.claim(Grant("g1", number + 1), device=f"{me} {number}"):
            won["seats"].append(number + 1)
        if await store.accept(f"link {number}", me) is not None:
            won["links"].append(number)
        while True:
            kept = await store.get("g1")
            try:
                line = f"{me} {number}\\n"
                await store.change("g1", kept.revision, len(kept.lines), [line], {}, None, kept.version)
                won["lines"].append(line)
                break
            except Stale:
                pass
        while True:
            kept = await store.get("g1", lines=False)
            try:
                await store.set_manner("g1", {"n": kept.manner["n"] + 1}, kept.version)
                break
            except Stale:
                pass
    print(json.dumps(won), flush=True)
    await store.close()

asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
"""
ROUNDS = 12


def test_what_several_processes_want_at_once_one_of_them_gets(database: str) -> None:
    """Seats, links, answers, manners: each seat and link goes to one, no answer and no change is overwritten."""
    from nightcall.web.store.postgres import PostgresStore

    async def fill() -> None:
        store = PostgresStore(database)
        await store.add(Kept("g1", 1, ("header\n",), {"n": 0}, 1.0, 1.0, {}))
        for number in range(ROUNDS):
            await store.invite(Invitation(f"link {number}", "g1", "maker", time.time() + 600))
        await store.close()

    run(fill())
    environment = {"PYTHONPATH": str(Path(nightcall.__file__).parents[1])}
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", RACING, database, f"device {number}", str(ROUNDS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        for number in range(3)
    ]
    won = []
    with cluster.at_most(*racers):
        assert [racer.stdout.readline() for racer in racers if racer.stdout] == ["ready\n"] * 3
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()
    for racer in racers:
        said, _ = racer.communicate(timeout=60)
        assert racer.returncode == 0
        won.append(json.loads(said))
    assert sorted(seat for each in won for seat in each["seats"]) == list(range(1, ROUNDS + 1))
    assert sorted(link for each in won for link in each["links"]) == list(range(ROUNDS))

    async def look() -> None:
        store = PostgresStore(database)
        kept = await store.get("g1")
        assert kept is not None
        assert kept.manner == {"n": 3 * ROUNDS}
        assert sorted(kept.lines[1:]) == sorted(line for each in won for line in each["lines"])
        assert len(kept.lines) == 1 + 3 * ROUNDS
        for number, each in enumerate(won):
            devices = [f"device {number} {turn}" for turn in range(ROUNDS)]
            mine = [place.viewer for device in devices for place in await store.places(device)]
            assert mine == each["seats"]
        await store.close()

    run(look())


# -- what one server changes the pages of the others show --


def test_a_page_at_one_server_learns_what_another_one_does(database: str) -> None:
    async def evening() -> None:
        async with sites(database) as (here, there):
            table = await here.tables.begin(SETUP, Manner(phones_vote=True))
            seen = await there.tables.find(table.id)
            screen, lead = Ear(there, seen, PUBLIC), Ear(there, seen, MODERATOR)
            await screen.hears(1)
            await lead.hears(1)
            table = await here.tables.answer(table, True)  # the night begins: everybody hears it
            await lead.hears(2)
            await screen.hears(2)
            again = await there.tables.find(table.id)
            assert (again.revision, again.game.answers) == (table.revision, table.game.answers)
            await here.tables.manage(table, notes="Ann is late")
            await lead.hears(3)
            await settled()
            assert screen.heard == 2, "notes are the moderator's alone"
            assert (await there.tables.find(table.id)).manner.notes == "Ann is late"
            for ear in (screen, lead):
                await ear.close()

    run(evening())


def test_a_phone_whose_seat_is_freed_elsewhere_listens_no_longer(database: str) -> None:
    async def evening() -> None:
        async with sites(database) as (here, there):
            table = await here.tables.begin(SETUP, Manner())
            await there.tables.claim(table, 3, "device")
            phone = Ear(there, await there.tables.find(table.id), 3)
            await phone.hears(1)
            await here.tables.free(table, 3)

            async def over() -> bool:
                return phone.is_over

            await becomes(over)
            assert (await there.tables.find(table.id)).taken == ()

    run(evening())


def test_nothing_is_missed_while_the_line_is_cut(database: str) -> None:
    """The connection that listens is cut, something happens meanwhile, and the page learns of it all the same."""

    async def evening() -> None:
        async with sites(database) as (here, there):
            table = await here.tables.begin(SETUP, Manner())
            screen = Ear(there, await there.tables.find(table.id), PUBLIC)
            await screen.hears(1)
            cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = $1"
            await _asked(database, cut, EAR)
            table = await here.tables.answer(table, True)
            await screen.hears(2)
            await becomes(_listening(database, 2))
            await here.tables.answer(table, table.game.prompt.options[0] if table.game.prompt else None)
            lead = await there.tables.find(table.id)
            assert lead.revision == table.revision + 1
            await screen.close()

    run(evening())


def test_a_word_nobody_understands_does_not_end_the_listening(database: str) -> None:
    """A newer process may say more: an older one beside it heard nothing any more."""

    async def evening() -> None:
        async with sites(database) as (here, there):
            table = await here.tables.begin(SETUP, Manner())
            screen = Ear(there, await there.tables.find(table.id), PUBLIC)
            await screen.hears(1)
            for word in ("odd", "a b c d e", ""):
                await _asked(database, "SELECT pg_notify('nightcall', $1)", word)
            await here.tables.answer(table, True)
            await screen.hears(2)
            await screen.close()

    run(evening())


def test_nobody_waits_for_ever_for_a_row_or_a_connection(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that stands still with a row in hand, and one whose connections are all in use."""
    import asyncpg

    from nightcall.web.store import postgres

    monkeypatch.setitem(postgres.SETTINGS, "lock_timeout", "200ms")
    monkeypatch.setattr(postgres, "PATIENCE", 0.0)

    async def evening() -> None:
        store = postgres.PostgresStore(database)
        await store.check()
        await store.add(Kept("g1", 1, ("header\n",), {}, 1.0, 1.0, {}))
        other = await asyncpg.connect(database, timeout=60)
        async with other.transaction():
            await other.execute("UPDATE game SET version = 0 WHERE id = 'g1'")
            with pytest.raises(StoreAway):
                await store.set_manner("g1", {})
            with pytest.raises(StoreAway):
                await store.change("g1", 1, 1, ["one\n"], {})
            assert await store.how_far("g1") == (1, 0), "whoever only looks waits for nobody"
        await other.close(timeout=60)
        async with AsyncExitStack() as held:
            for _ in range(postgres.POOL):
                await held.enter_async_context(store._connection())
            monkeypatch.setattr(postgres, "WITHIN", 0.2)
            with pytest.raises(StoreAway):
                await store.how_far("g1")
        monkeypatch.setattr(postgres, "WITHIN", 60.0)
        assert await store.change("g1", 1, 1, ["one\n"], {}) == 2, "and then it goes on"
        await store.close()

    run(evening())


def test_a_connection_the_driver_is_at_odds_with_is_given_up(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While PostgreSQL restarted somebody was told that we had a fault, and the next one got the same connection."""
    import asyncpg

    from nightcall.web.store.postgres import PostgresStore

    async def evening() -> None:
        store = PostgresStore(database)
        await store.add(Kept("g1", 1, ("header\n",), {}, 1.0, 1.0, {}))
        usual, used = asyncpg.Connection.fetch, list[int]()

        async def at_odds(connection: Any, *given: Any, **named: Any) -> Any:
            used.append(connection.get_server_pid())
            if len(used) == 1:
                raise asyncpg.InternalClientError("cannot switch to state 12")
            return await usual(connection, *given, **named)

        monkeypatch.setattr(asyncpg.Connection, "fetch", at_odds)
        with pytest.raises(StoreAway):
            await store.change("g1", 1, 1, ["one\n"], {})
        assert await store.change("g1", 1, 1, ["one\n"], {}) == 2
        assert used[0] not in used[1:]
        await store.close()

    run(evening())


def test_codes_are_everybodys(database: str) -> None:
    async def evening() -> None:
        async with sites(database) as (here, there):
            code = await here.codes.of("g1")
            assert await there.codes.of("g1") == code
            assert await there.codes.game(code, "friend") == "g1"
            await there.codes.end("g1")
            with pytest.raises(access.NotAllowed):
                await here.codes.game(code, "friend")

    run(evening())


def test_what_is_limited_is_counted_by_all_together(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With two servers somebody had twice as many tries, games and devices."""
    monkeypatch.setattr(limits, "TRIES", 4)

    async def evening() -> None:
        async with sites(database) as both:
            for number in range(4):
                with pytest.raises(access.NotAllowed):
                    await both[number % 2].codes.game("WRONG1", "stranger")
            for site in both:
                with pytest.raises(access.TooMany):
                    await site.codes.game("WRONG1", "stranger")
                with pytest.raises(access.NotAllowed):
                    await site.codes.game("WRONG1", "friend")
            here, there = both
            paces = [(each.begun, each.devices, each.renames, each.moves, each.guests.of("g1")) for each in both]
            for mine, theirs in zip(*paces, strict=True):
                mine.mine = theirs.mine = 2
                await mine.note("10.0.0.1")
                await theirs.refuse_flood("10.0.0.1")
                await theirs.note("10.0.0.1")
                with pytest.raises(access.TooMany):
                    await mine.refuse_flood("10.0.0.1")
                await mine.refuse_flood("10.0.0.2")
            await there.guests.of("g2").refuse_flood("10.0.0.1")
            assert here.guests.of("g2") is not there.guests.of("g2")
            rows = await _asked(database, "SELECT string_agg(who, ' ') FROM doing")
            assert "10.0.0" not in rows, "no address is written down"

    run(evening())


def test_two_who_change_the_evening_at_once_both_do(database: str) -> None:
    """Phones ask to be let in at two servers: nobody's wish is overwritten by another's."""

    async def evening() -> None:
        async with sites(database) as both:
            table = await both[0].tables.begin(SETUP, Manner(dealt=True))
            asking = (
                both[seat % 2].tables.ask_for(table, seat, f"{seat:064x}", f"10.0.0.{seat}") for seat in range(1, 9)
            )
            await asyncio.gather(*asking)
            found = await both[0].tables.find(table.id)
            assert {claim.seat for claim in found.manner.claims} == set(range(1, 9))

    run(evening())


# -- one process leads --


def test_an_evening_the_app_leads_is_taken_up_when_its_server_falls(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LEASE seconds are turned by the test: on a busy machine none is long enough to be sure of."""
    now = time.time()
    monkeypatch.setattr(led_runner, "time", SimpleNamespace(time=lambda: now, monotonic=lambda: now))

    async def passes(seconds: float) -> None:
        nonlocal now
        now += seconds
        await later(seconds)

    async def evening() -> None:
        async with sites(database) as (here, there):
            running = [asyncio.create_task(site.runner.run()) for site in (here, there)]
            table = await here.tables.begin(SETUP, Manner(deal=LED))
            led = Led(language="en", since=time.time(), token="first")
            await here.tables.begin_led(table, SETUP, led, partial(here.runner.lease, table.id))
            here.runner.begin(table.id)

            def looked() -> bool:
                """Both have looked since."""
                return min(site.runner._until for site in (here, there)) == now + led_runner.LEASE

            for _ in range(4):  # longer than a lease
                await passes(led_runner.LEASE / 3 + 0.1)
                await becomes(looked)
                assert table.id in here.runner._moments
                assert table.id not in there.runner._moments, "one leads"
            await ended(running[0])  # it falls, and says nothing any more
            await passes(led_runner.LEASE + 0.1)
            await becomes(lambda: table.id in there.runner._moments)
            await ended(running[1])

    run(evening())


def test_a_phone_that_beats_at_another_server_is_not_missed_and_a_silent_one_is(database: str) -> None:
    """Nobody's phone was ever missed among several processes, and a screen open at one was closed for the others."""

    async def evening() -> None:
        async with sites(database) as (here, there):
            table = await here.tables.begin(SETUP, Manner(deal=LED))
            led = Led(language="en", since=time.time(), token="first")
            table = await here.tables.begin_led(table, SETUP, led, partial(here.runner.lease, table.id))
            here.runner.begin(table.id)
            assert await here.runner._silent(table) == [], "everybody has a while"
            here.runner.clock = lambda: time.time() + 60
            here.runner.noticed(table.id, 2)
            there.runner.noticed(table.id, 1)
            await there.runner._tell_heard()
            assert await here.runner._silent(table) == [3, 4, 5, 6, 7, 8]
            await there.store.hear({(table.id, 1)}, time.time() - 60)
            assert await here.runner._silent(table) == [1, 3, 4, 5, 6, 7, 8]
            assert not here.runner.is_heard(table.id)
            screen = Ear(there, await there.tables.find(table.id), PUBLIC)
            await screen.hears(1)
            for site in (there, here):
                await site.runner._tell_heard()
            assert here.runner.is_heard(table.id)
            await screen.close()

    run(evening())


def test_whoever_leads_learns_whose_phones_are_open_at_another_server(database: str) -> None:
    async def evening() -> None:
        async with sites(database) as (here, there):
            begun = await here.tables.begin(SETUP, Manner(deal=PHONES))
            for seat in (2, 3):
                await here.store.claim(Grant(begun.id, seat), device=f"phone {seat}")
            table = await here.tables.find(begun.id)
            phone = Ear(there, await there.tables.find(begun.id), 2)
            await phone.hears(1)
            await there.runner._tell_heard()
            assert await here.runner.awake(table) == {2, 3}, "nobody is missing before the others were asked"
            await there.runner._tell_heard()
            assert await here.runner.awake(table) == {2}
            await phone.close()

    run(evening())


@pytest.mark.parametrize("rounds", range(6))
def test_who_listens_ends_when_told_to_even_as_something_is_said(rounds: int) -> None:
    """Told in the very round of the loop in which a notice came, it went on: a server would not have stopped."""
    postgres = pytest.importorskip("nightcall.web.store.postgres")

    async def evening() -> None:
        said: asyncio.Queue[str] = asyncio.Queue()

        async def listens() -> None:
            while True:
                await postgres._heard(None, said)

        ear = asyncio.create_task(listens())
        await settled()
        said.put_nowait("somebody game")
        await settled(rounds)
        ear.cancel()
        await settled()
        assert ear.cancelled()

    run(evening())


# -- from one store to another --


async def _filled(store: SQLStore) -> None:
    await store.add(Kept("g1", 1, ("header\n", "Élodie\n"), {"deal": "pass"}, 10.0, 12.5, {"players": ["Ann"]}))
    await store.change("g1", 1, 1, ["one\n"], {"players": ["Ann"]})
    await store.add(
        Kept("g2", 1, ("header\n",), {}, 1e9, 1e9 + 0.25, {"players": ["Bea"]}), device="d", key="k", rescue="r"
    )
    await store.claim(Grant("g1", 2), device="d")
    await store.suggest("g1", 2, 2, [1, 2])
    await store.invite(Invitation("link", "g1", "maker", time.time() + 600))
    await store.mark("g2", "scene", 1, "about", {"at": 1.5})
    await store.lease("g2", "holder", 1e12)
    await store.write("d", "draft", {"players": ["Ann"]})


async def _everything(store: SQLStore) -> list[Any]:
    games = [await store.get(game) for game in ("g1", "g2")]
    held = [await store.places("d"), await store.key("k"), await store.rescued("r"), await store.struck("g1", 2)]
    told = [await store.suggestions("g1", 2), await store.invitations("g1"), await store.dreams("g2")]
    return [games, held, told, await store.read("d", "draft"), await store.games()]


def test_everything_moves_to_the_database_and_back(database: str, tmp_path: Path) -> None:
    from nightcall.web.store.postgres import PostgresStore

    async def there_and_back() -> None:
        old, between = SQLiteStore(tmp_path / "old.sqlite3"), PostgresStore(database)
        back = SQLiteStore(tmp_path / "back.sqlite3")
        await _filled(old)
        wanted = await _everything(old)
        assert await copied(old, between) == 2
        assert await _everything(between) == wanted
        assert await copied(between, back) == 2
        assert await _everything(back) == wanted
        with pytest.raises(StoreFault) as caught:
            await copied(old, between)
        assert caught.value.key == "web.store.not_empty"
        assert await between.take_up("me", 1.0, 2.0) == ["g2"], "an evening under way is led on"
        for store in (old, between, back):
            await store.close()

    run(there_and_back())


def test_the_command_copies_a_folder_that_nobody_serves(database: str, tmp_path: Path) -> None:
    folder = tmp_path / "games"

    async def fill() -> None:
        store = SQLiteStore(folder / "nightcall.sqlite3")
        await _filled(store)
        await store.close()

    run(fill())
    lock = Lock(folder)
    lock.tell("http://192.0.2.1:8000")
    busy = Run("move", str(folder), database)
    assert busy.code == 1
    assert "http://192.0.2.1:8000" in busy.err
    lock.release()
    moved = Run("move", str(folder), database)
    assert moved.code == 0, moved.err
    assert "2 games" in moved.out
    led = Run("lead", "--database", database, "--address", "http://party.example")
    assert led.out.count("http://party.example/k/") == 2
    again = Run("move", str(folder), database)
    assert again.code == 1
    assert "empty" in again.err
