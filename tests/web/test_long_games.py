"""A game of any length keeps nobody else waiting: it is told and shown beside the other pages, and has an end."""

from __future__ import annotations

import asyncio
import os
import re
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from nightcall import MODERATOR, Setup, play, retell
from nightcall.engine import breath, jsontext, tape
from nightcall.engine.errors import TapeError
from nightcall.engine.game import Game
from nightcall.sim.people import People
from nightcall.sim.playouts import simulate
from nightcall.web import aside, limits, tables
from nightcall.web.app import Site
from nightcall.web.manner import Manner
from nightcall.web.past import backup
from nightcall.web.play import log
from nightcall.web.routes import every
from nightcall.web.tables import at_hand, moving, retelling
from nightcall.web.visit import Visit
from nightcall.web.watch import boards
from nightcall.words import Words
from tests import waiting
from tests.web.evenings import evening, go_on
from tests.web.phone import DECK, PLAYERS, Phone, begin, run
from tests.web.program import Program

SETUP = Setup.of(PLAYERS, DECK, sheriff_election="off")
MANY = 20_000
pure = pytest.mark.skipif(
    "NIGHTCALL_COMPILED" in os.environ, reason="machine code is not to be listened to from outside"
)
threads = pytest.mark.skipif(not aside.HAS_THREADS, reason="there is nothing beside the pages here")


class OneAtATime(tuple[int, ...]):
    """Marks of a game that may be looked up, but not gone through for every answer."""

    def __iter__(self) -> Iterator[int]:
        raise AssertionError("every answer went through all of them")


def test_writing_a_tape_does_not_go_through_the_game_for_every_answer() -> None:
    game = play(SETUP, [True])
    whole = tape.dumps(game)
    lazy = Game(game.village, game.answers, OneAtATime(game.marks), game.prompt, game.outcome)
    assert tape.dumps(lazy) == whole
    assert tape.loads(whole).announced == tuple(tuple(tape.announced(game, given)) for given in range(2))


def test_a_tape_of_too_many_lines_is_refused_before_one_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("a line was read")

    text = tape.dumps(play(SETUP)) + '{"ask": "night.falls", "answer": true}\n' * MANY
    monkeypatch.setattr(jsontext, "read", never)
    for each in (text, text.encode()):
        with pytest.raises(TapeError) as caught:
            tape.loads(each)
        assert caught.value.key == "tape.too_many_lines"


def test_no_game_grows_longer_than_can_be_read_back(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begin(site)
    phone = Phone(site).leads(table)
    monkeypatch.setattr(tape, "LINES_LIMIT", 1)
    reply = phone.client.post(f"/g/{table.id}/lead/answer", data={"at": "1"}, headers={"hx-request": "true"})
    assert reply.status_code == 422
    monkeypatch.undo()
    assert run(site.tables.find(table.id)).revision == 1


@pure
@threads
def test_a_long_game_is_told_beside_the_pages(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step of it: bringing, finding, answering, undoing, doing again."""
    monkeypatch.setattr(aside, "LONG_TELLING", 1)
    told: list[str] = []
    usual = retell

    def counted(*given: Any, **more: Any) -> Game:
        told.append(threading.current_thread().name)
        return usual(*given, **more)

    for chapter in (tables, retelling, moving):
        monkeypatch.setattr(chapter, "retell", counted)
    monkeypatch.setattr("nightcall.engine.game.retell", counted)
    monkeypatch.setattr("nightcall.engine.tape.retell", counted)
    monkeypatch.setattr("nightcall.web.past.games.retell", counted)

    async def evening() -> None:
        table = await site.tables.begin(SETUP, Manner(), play(SETUP, [True]).answers)
        told.clear()
        table = await site.tables.answer(table, 3)
        table = await site.tables.undo(table)
        table = await site.tables.redo(table)
        site.tables._cache.clear()
        await site.tables.find(table.id)

    run(evening())
    assert len(told) >= 4
    assert all(name.startswith("aside") for name in told), told
    told.clear()
    text = tape.dumps(play(SETUP, [True])).encode()
    told.clear()
    assert Phone(site).client.post("/games/bring", files={"tape": ("x", text)}).status_code == 200
    assert told
    assert told[0].startswith("aside")


@threads
def test_the_pages_of_a_long_game_are_made_beside_the_others(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever a stranger looked at a game of three thousand answers that he had brought, everybody's taps waited."""
    table = go_on(site, evening(site), "vote.ballots", werewolves__devour=8)
    phone = Phone(site).leads(table).plays(table, 1)
    made: list[str] = []
    usual = Visit.page

    def counted(*given: Any, **facts: Any) -> Any:
        made.append(threading.current_thread().name)
        return usual(*given, **facts)

    monkeypatch.setattr(Visit, "page", counted)
    monkeypatch.setattr(aside, "LONG_TELLING", 1)
    for path in ("", "/lead/log", "/seat/1"):
        assert phone.get(f"/g/{table.id}{path}").status_code == 200
    assert len(made) == 3
    assert all(name.startswith("aside") for name in made), made


LEADS = [route for route in every() if "/lead" in route.path and not route.path.endswith("/live")]


@pure
@threads
def test_no_page_of_whoever_leads_tells_a_long_game_among_the_others(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every address, looked at and sent something, by page and by program: where a card was recorded took a second."""
    told: list[str] = []
    usual = retell

    def counted(*given: Any, **more: Any) -> Game:
        told.append(threading.current_thread().name)
        return usual(*given, **more)

    table = go_on(site, evening(site), "vote.ballots", werewolves__devour=8)
    phone = Phone(site).leads(table)
    program = Program(site, run(site.tables.give_key(table, MODERATOR))[1])
    for chapter in (tables, retelling, moving):
        monkeypatch.setattr(chapter, "retell", counted)
    for place in ("engine.game", "engine.tape", "web.past.games", "web.led.policies"):
        monkeypatch.setattr(f"nightcall.{place}.retell", counted)
    monkeypatch.setattr(aside, "LONG_TELLING", 1)
    monkeypatch.setattr("nightcall.web.table.LONG_TELLING", 1)
    names = {"game": table.id, "seat": "8", "number": "3", "index": "2", "place": "0", "what": "leaves", "name": "seer"}
    asked = 0
    for route in LEADS:
        path = re.sub(r"{(\w+)(?::\w+)?}", lambda found: names[found[1]], route.path)
        for method in sorted((route.methods or set()) - {"HEAD", "DELETE"}):
            at = run(site.tables.find(table.id)).revision
            data: dict[str, Any] = {"at": str(at), "seat": "8", "card": "seer", "value": "no", "how": "death"}
            told.clear()
            if path.startswith("/api"):
                body = {"revision": at, "index": 2, "value": 8, "what": "leaves", "answers": [8, True], "dry_run": True}
                wanted = {"undo": {"revision"}, "redo": {"revision"}, "answer": {"revision", "value"}}
                known = wanted.get(path.rpartition("/")[2], {"revision", "index", "value", "dry_run"})
                known = {"revision", "what", "answers", "dry_run"} if path.endswith("/table") else known
                sent = {name: value for name, value in body.items() if name in known}
                reply = program.ask(method, path.removeprefix("/api"), sent if method != "GET" else None)
            elif method == "GET":
                reply = phone.client.get(path, params=data, headers={"hx-request": "true"})
            else:
                reply = phone.client.post(path, data=data, headers={"hx-request": "true"}, follow_redirects=False)
            assert reply.status_code < 500
            asked += bool(told)
            assert all(name.startswith("aside") for name in told), (method, path, told)
            now = run(site.tables.find(table.id))
            if now.revision != at:
                run(site.tables.undo(now))
    assert asked > 8, "hardly anything was told"


def test_a_page_has_no_more_lines_than_an_evening_brings(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table = go_on(site, evening(site), "vote.ballots", werewolves__devour=8)
    whole = boards.board(table, Words("en"))
    lines = [line for chapter in whole.chapters for line in chapter.lines]
    assert len(lines) > 1
    monkeypatch.setattr(boards, "LINES", 1)
    monkeypatch.setattr(boards, "MOMENTS", 1)
    short = boards.board(table, Words("en"))
    shown = [line for chapter in reversed(short.chapters) for line in chapter.lines]
    assert shown == [line for chapter in reversed(whole.chapters) for line in chapter.lines][-1:]
    assert len(short.moments) <= 1
    assert short.earlier + len(short.moments) == whole.earlier + len(whole.moments)
    assert short.news


def test_a_long_log_has_several_pages(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table = go_on(site, evening(site), "vote.ballots", werewolves__devour=8)
    phone, path = Phone(site).leads(table), f"/g/{table.id}/lead/log"

    def entries(page: str) -> list[str]:
        return re.findall(r"<li[^>]*><span>(.*?)</li>", re.sub(r"<noscript>.*?</noscript>", "", page, flags=re.S))

    whole = entries(phone.get(path).text)
    monkeypatch.setattr(log, "LINES", 4)
    found: list[str] = []
    for _ in range(len(whole)):
        page = phone.get(path).text
        assert len(entries(page)) <= 4
        found += entries(page)
        following = re.search(r'id="earlier" href="([^"]+)"', page)
        if following is None:
            break
        path = following[1]
    assert sorted(found) == sorted(whole), "on every page what everybody knows comes first"
    assert len(whole) > 8
    assert phone.get(f"/g/{table.id}/lead/log?after=99999").status_code == 200


@pytest.mark.parametrize("wait", [0, 1, 2, 3, 5, 8])
def test_what_others_change_while_a_long_game_is_told_stays_changed(
    site: Site, monkeypatch: pytest.MonkeyPatch, wait: int
) -> None:
    """A phone takes a seat, notes are taken, a second tap comes too late: at any moment of the first one's telling."""
    told = asyncio.Event()

    async def slowly(work: Any, answers: int = 0) -> Any:
        found = work()
        for _ in range(4):
            await asyncio.sleep(0)
        return found

    for chapter in (tables, at_hand, retelling):
        monkeypatch.setattr(chapter, "aside", slowly)

    async def evening() -> None:
        table = await site.tables.begin(SETUP, Manner())

        async def others() -> None:
            for _ in range(wait):
                await asyncio.sleep(0)
            await site.tables.manage(table, notes="Ann is late")
            await site.tables.claim(table, 3, "device")
            told.set()

        async def too_late() -> None:
            await asyncio.sleep(0)
            step = await site.tables.answered(table, table.revision, lambda _: True)
            assert step.table.revision == table.revision + 1, "one of the two counts, or both as one"

        await asyncio.gather(site.tables.answered(table, table.revision, lambda _: True), others(), too_late())
        for is_cached in (True, False):
            if not is_cached:
                site.tables._cache.clear()
            found = await site.tables.find(table.id)
            assert found.manner.notes == "Ann is late", is_cached
            assert found.taken == (3,), is_cached
            assert len(found.game.answers) == 1

    run(evening())
    assert told.is_set()


@threads
def test_pages_are_served_while_a_long_piece_is_done() -> None:
    going, done = threading.Event(), threading.Event()

    def work() -> str:
        going.set()
        assert done.wait(waiting.PATIENCE)
        return "done"

    async def both() -> str:
        long = asyncio.ensure_future(aside.aside(work))
        await waiting.becomes(going.is_set)
        done.set()  # somebody else had a turn meanwhile
        return await long

    assert run(both()) == "done"


class Gate(threading.Event):
    """Whether no step is made; who waits for that for some seconds waits until the test says they are over."""

    def __init__(self) -> None:
        super().__init__()
        self.set()
        self.waits_for: float | None = None
        self.is_late = threading.Event()

    def wait(self, timeout: float | None = None) -> bool:
        self.waits_for = timeout
        waiting.until(lambda: self.is_set() or self.is_late.is_set())
        self.waits_for = None
        return self.is_set()


@threads
def test_a_long_telling_waits_while_a_step_of_a_page_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads share one interpreter: the tap of somebody else took twice as long, on a busy machine much longer."""
    told, gate = play(SETUP, [True]), Gate()
    monkeypatch.setattr(aside.BREATH, "_is_free", gate)

    async def both() -> None:
        counted = [0]
        is_over = threading.Event()

        def work() -> None:
            while not is_over.is_set():
                retell(told.setup, told.answers)
                counted[0] += 1

        async def goes_on() -> None:
            before = counted[0]
            await waiting.becomes(lambda: counted[0] > before + 1)

        long = asyncio.ensure_future(aside.aside(work))
        await goes_on()
        aside.BREATH.step_begins()
        await waiting.becomes(lambda: gate.waits_for == limits.BREATH)
        aside.BREATH.step_ends()
        await goes_on()
        aside.BREATH.step_begins()
        await waiting.becomes(lambda: gate.waits_for == limits.BREATH)
        gate.is_late.set()
        await goes_on()  # beside a page without end
        aside.BREATH.step_ends()
        is_over.set()
        await long

    run(both())


def test_games_played_for_their_odds_take_breath_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of sixty players takes longer than any page."""
    taken = []
    monkeypatch.setattr(breath, "take", lambda: taken.append(True))
    deck = {"werewolf": 5, "seer": 1, "simple_villager": 14}
    simulate(Setup.of(20, deck, cards_known_to_app=True), 1, people=People())
    assert len(taken) > 10


@pytest.mark.parametrize(
    "line", [b"\n", b" \n", b"\xef\xbb\xbf\n", b"{\n", b'{"nightcall"\n', b'{"nightcall":\n'], ids=repr
)
def test_looking_for_the_games_of_a_file_takes_no_longer_than_reading_it(line: bytes) -> None:
    """Four megabytes of the worst there is. Each line was once looked at as often as there are lines after it."""

    def takes(size: int) -> float:
        text = line * (size // len(line))
        begun = time.process_time()
        found = backup.tapes(text)
        assert len(found) <= backup.PARTS + 1
        return time.process_time() - begun

    whole, part = takes(limits.TAPE), min(takes(limits.TAPE // 16) for _ in range(3))
    assert whole < 100 * max(part, 0.001), "sixteen times as much, not 256 times"


def test_a_part_of_a_file_that_is_too_long_to_be_a_game_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("a line was read")

    monkeypatch.setattr("nightcall.web.past.backup.json.loads", never)
    assert backup.known([b"[" * 200_000, b"\n" * MANY], []) == [False, False]
