"""Nobody can freeze the evening: work grows no faster than what is sent, too much is refused before it is read."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from nightcall import MODERATOR, InvalidSetup, Setup, play, retell
from nightcall.engine import checking, jsontext, tape
from nightcall.engine.errors import TapeError
from nightcall.engine.game import Game
from nightcall.engine.options import Options
from nightcall.web import aside, limits, tables
from nightcall.web.access import TooMany
from nightcall.web.app import Site, build
from nightcall.web.manner import Manner
from nightcall.web.past import backup
from nightcall.web.play import drawer, log
from nightcall.web.routes import every
from nightcall.web.setup import drafting, profiles
from nightcall.web.turns import Turns
from nightcall.web.visit import Visit
from nightcall.web.watch import boards
from nightcall.words import Words
from tests.web.evenings import evening, go_on
from tests.web.phone import DECK, PLAYERS, Phone, begin, new_site, run
from tests.web.program import Program, begun

SETUP = Setup.of(PLAYERS, DECK, sheriff_election="off")
MANY = 20_000


@pytest.fixture
def site() -> Site:
    return new_site()


# -- tapes --


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


def test_a_long_game_is_told_beside_the_pages(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step of it: bringing, finding, answering, undoing, doing again."""
    monkeypatch.setattr(aside, "LONG_TELLING", 1)
    told: list[str] = []
    usual = retell

    def counted(*given: Any) -> Game:
        told.append(threading.current_thread().name)
        return usual(*given)

    monkeypatch.setattr(tables, "retell", counted)
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
    for place in ("engine.game", "engine.tape", "web.tables", "web.past.games", "web.led.policies"):
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

    monkeypatch.setattr(tables, "aside", slowly)

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


def test_pages_are_served_while_a_long_piece_is_done() -> None:
    going, done = threading.Event(), threading.Event()

    def work() -> str:
        going.set()
        assert done.wait(10)
        return "done"

    async def both() -> str:
        long = asyncio.ensure_future(aside.aside(work))
        await asyncio.sleep(0)
        while not going.is_set():
            await asyncio.sleep(0.001)
        done.set()  # somebody else had a turn meanwhile
        return await long

    assert run(both()) == "done"


def test_a_long_telling_waits_while_a_step_of_a_page_is_made() -> None:
    """Two threads share one interpreter: the tap of somebody else took twice as long, on a busy machine much longer."""
    told = play(SETUP, [True])

    async def both() -> tuple[int, int]:
        counted = [0]
        is_over = threading.Event()

        def work() -> None:
            while not is_over.is_set():
                retell(told.setup, told.answers)
                counted[0] += 1

        long = asyncio.ensure_future(aside.aside(work))
        while counted[0] < 3:
            await asyncio.sleep(0.001)
        aside.BREATH.step_begins()
        time.sleep(0.01)  # until it has taken breath
        before = counted[0]
        time.sleep(limits.BREATH / 4)
        during = counted[0] - before
        aside.BREATH.step_ends()
        while counted[0] < before + during + 3:
            await asyncio.sleep(0.001)
        aside.BREATH.step_begins()
        until = time.monotonic() + 30
        before = counted[0]
        while counted[0] == before and time.monotonic() < until:
            time.sleep(0.01)  # a page without end
        after = counted[0] - before
        aside.BREATH.step_ends()
        is_over.set()
        await long
        return during, after

    during, after = run(both())
    assert during <= 1
    assert after > 0, "it waited for ever"


@pytest.mark.parametrize(
    "line", [b"\n", b" \n", b"\xef\xbb\xbf\n", b"{\n", b'{"nightcall"\n', b'{"nightcall":\n'], ids=repr
)
def test_looking_for_the_games_of_a_file_takes_no_longer_than_reading_it(line: bytes) -> None:
    """Four megabytes of the worst there is. Each line was once looked at as often as there are lines after it."""
    text = line * (limits.TAPE // len(line))
    begun = time.thread_time()
    found = backup.tapes(text)
    assert time.thread_time() - begun < 5
    assert len(found) <= backup.PARTS + 1


def test_a_part_of_a_file_that_is_too_long_to_be_a_game_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("a line was read")

    monkeypatch.setattr("nightcall.web.past.backup.json.loads", never)
    assert backup.known([b"[" * 200_000, b"\n" * MANY], []) == [False, False]


# -- setups --


@pytest.mark.parametrize(
    "part",
    [
        {"variants": ["werewolves_dance"] * MANY},
        {"events": [f"x{number}" for number in range(MANY)]},
        {"players": [f"p{number}" for number in range(MANY)]},
        {"deck": ["werewolf"] * MANY},
        {"groups": ["a"] * MANY},
        {"buildings": ["farm_1"] * MANY},
        {"options": {f"x{number}": 1 for number in range(MANY)}},
        {"options": {"identify_silent_roles_n1": ["seer"] * MANY}},
        {f"x{number}": 1 for number in range(MANY)},
        {"players": ["x" * MANY, "Bea", "Cid"]},
        {"draw": "x" * MANY},
        {part: [f"x{number}" for number in range(150)] for part in ("events", "hand", "trio", "groups", "variants")},
    ],
    ids=lambda part: next(iter(part)),
)
def test_a_setup_longer_than_any_table_is_refused_before_anybody_looks(
    part: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("somebody looked into it")

    monkeypatch.setattr(checking, "faults", never)
    monkeypatch.setattr(Options, "read", never)
    with pytest.raises(InvalidSetup) as caught:
        Setup.from_json(SETUP.to_json() | part)
    assert {fault.key for fault in caught.value.faults} == {"setup.too_long"}
    assert len(caught.value.faults) < 10


def test_a_program_that_sends_one_is_told_so(site: Site) -> None:
    body = {"setup": SETUP.to_json() | {"variants": ["x"] * 5000}}
    reply = Program(site).ask("POST", "/setups", body)
    assert [fault["error"] for fault in reply.json()["faults"]] == ["setup.too_long"]
    assert Program(site).ask("POST", "/games", body).status_code == 422


# -- forms --


@pytest.mark.parametrize("path", ["/games/bring", "/new/players", "/device", "/join"])
@pytest.mark.parametrize("body", [b"&" * 4_000_000, b"&" * 100_000, b"a=b&" * 60_000], ids=len)
def test_a_form_of_separators_is_not_taken_apart(site: Site, path: str, body: bytes) -> None:
    headers = {"content-type": "application/x-www-form-urlencoded"}
    assert Phone(site).client.post(path, content=body, headers=headers).status_code == 413


# -- what stands before it --


@pytest.mark.parametrize("path", ["/about", "/g/x/lead", "/static/nightcall.css", "/api/setups", "/games/bring"])
@pytest.mark.parametrize(
    ("what", "status"),
    [
        ({"path": "/g/" + "a" * 60_000 + "/x"}, 414),
        ({"query": "&" * 60_000}, 414),
        ({"cookie": ";" * 60_000}, 431),
        ({"content-type": "multipart/form-data; " + "a=b;" * 15_000 + "boundary=x"}, 431),
        ({"accept-language": "," * 60_000}, 431),
    ],
    ids=lambda what: next(iter(what)) if isinstance(what, dict) else str(what),
)
def test_what_stands_before_a_request_has_a_length(site: Site, path: str, what: dict[str, str], status: int) -> None:
    """Nobody takes it apart to find that out."""
    headers = {name: value for name, value in what.items() if name not in ("path", "query")}
    target = f"{what.get('path', path)}?{what.get('query', '')}"
    reply = Phone(site).client.post(target, headers=headers, content=b"x")
    assert reply.status_code == status
    assert reply.headers["x-nightcall"] == "1"


def test_the_longest_profile_and_the_longest_notes_pass(site: Site) -> None:
    phone = Phone(site).leads(begin(site))
    assert phone.get(f"/new?profile={'A' * profiles.CODE_AT_MOST}").status_code == 422, "read, and no profile"
    table = begin(site)
    phone.leads(table)
    notes = "\N{WOLF FACE}" * drawer.NOTES_LIMIT
    assert phone.post(f"/g/{table.id}/lead/notes", notes=notes).status_code == 200
    assert run(site.tables.find(table.id)).manner.notes == notes
    program, where = begun(site, SETUP)
    reply = program.client.patch(
        f"/api{where}/lead/manner",
        headers={"authorization": f"Bearer {program.key}"},
        content=json.dumps({"notes": "\u00e9" * 10_000}).encode(),
    )
    assert reply.status_code == 200


def test_a_pasted_list_of_players_is_read_as_far_as_it_could_be_one(site: Site) -> None:
    assert len(drafting.names("Zoe\n" * 60_000)) == drafting.PARTS_AT_MOST
    assert drafting.names(" ".join(PLAYERS * 2)) == PLAYERS * 2
    reply = Phone(site).post("/new/players", paste="Zoe\n" * 20_000, do="paste")
    assert reply.status_code == 422


# -- turns --


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_one_client_has_one_turn_at_a_time() -> None:
    turns = Turns()
    going: list[str] = []
    most: dict[str, int] = {}

    async def asks(client: str) -> None:
        async def work() -> None:
            going.append(client)
            most[client] = max(most.get(client, 0), going.count(client))
            await asyncio.sleep(0.001)
            going.remove(client)

        async with turns.of(client) as turn:
            await turn.run(work())

    async def all_at_once() -> None:
        await asyncio.gather(*(asks(client) for client in ["hostile"] * 20 + ["one", "two"]))

    run(all_at_once())
    assert most == {"hostile": 1, "one": 1, "two": 1}


def test_whoever_comes_between_does_not_wait_for_a_whole_queue() -> None:
    turns = Turns()
    order: list[str] = []

    async def asks(client: str) -> None:
        async def work() -> None:
            order.append(client)

        async with turns.of(client) as turn:
            await turn.run(work())

    async def all_at_once() -> None:
        await asyncio.gather(*(asks(client) for client in ["hostile"] * 50 + ["moderator"]))

    run(all_at_once())
    assert order.index("moderator") <= 2


def test_a_queue_has_an_end() -> None:
    turns = Turns()
    for _ in range(limits.WAITING):
        turns.of("hostile")
    with pytest.raises(TooMany):
        turns.of("hostile")
    turns.of("somebody else")


def test_who_asks_more_than_waits_is_refused_in_a_line_and_not_at_once(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else has a turn for it: a page for each, at once, and they would come without end."""
    monkeypatch.setattr(limits, "WAITING", 0)
    monkeypatch.setattr(limits, "REFUSED_AFTER", 0.2)
    begun = time.monotonic()
    refused = Phone(site).get("/rules")
    assert time.monotonic() - begun >= limits.REFUSED_AFTER
    assert (refused.status_code, refused.headers["connection"]) == (429, "close")
    assert refused.text.startswith("There are too many requests")
    assert "<" not in refused.text
    assert Phone(site).get("/api/variants").json()["error"] == "web.too_many_requests"


def test_who_keeps_others_waiting_pauses_as_long_as_there_are_others() -> None:
    clock = Clock()
    turns = Turns(clock)
    hostile = turns.of("hostile")
    turns.charge(hostile._queue, limits.ALLOWANCE + 1)
    friend = turns.of("friend")
    assert turns.pause(hostile._queue) == 0, "nobody else was there"
    turns.charge(hostile._queue, limits.ALLOWANCE + 0.2)
    assert turns.pause(hostile._queue) == pytest.approx((0.2 - limits.FREE) / limits.SHARE)
    turns.charge(hostile._queue, 1000.0)
    assert turns.pause(hostile._queue) == pytest.approx(limits.MOST_OWED / limits.SHARE), "a pause has an end"
    assert turns.pause(friend._queue) == 0
    clock.now += 1 / limits.SHARE
    assert turns.pause(hostile._queue) == 0, "forgiven"


def test_quick_requests_cost_nothing() -> None:
    turns = Turns(Clock())
    phone, other = turns.of("phone"), turns.of("other")
    for _ in range(10_000):
        turns.charge(phone._queue, limits.FREE)
    assert turns.pause(phone._queue) == turns.pause(other._queue) == 0


class Processor:
    """What the clock and the processor's own say."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock = self.worked = 0.0
        monkeypatch.setattr("nightcall.web.turns._clock", lambda: self.clock)
        monkeypatch.setattr("nightcall.web.turns._worked", lambda: self.worked)

    def works(self, seconds: float, *, of: float) -> None:
        self.worked += seconds
        self.clock += of


@pytest.fixture
def processor(monkeypatch: pytest.MonkeyPatch) -> Processor:
    return Processor(monkeypatch)


@pytest.mark.parametrize(
    ("worked", "took", "counted"),
    [
        (0.05, 0.05, 0.05 - limits.FREE),
        (0.05, 0.1, 0.1 - 2 * limits.FREE),  # on a busy machine everything takes long
        (0.0, 0.2, 0.2 - limits.STRETCHED * limits.FREE),  # and yet the others wait for it
        (limits.FREE, limits.STRETCHED * limits.FREE, 0.0),
    ],
)
def test_what_it_took_to_make_a_page_is_counted_though_its_turn_ends_with_the_first_piece(
    processor: Processor, worked: float, took: float, counted: float
) -> None:
    turns = Turns()
    turns.of("somebody else")

    async def asks() -> float:
        async def work() -> None:
            processor.works(worked, of=took)
            turn.end()

        async with turns.of("hostile") as turn:
            await turn.run(work())
            return turn._queue.debt

    assert run(asks()) == pytest.approx(counted)


def test_on_a_busy_machine_a_tap_costs_no_more_than_elsewhere() -> None:
    """Whoever taps as fast as he can is not made to wait for it because the machine has other things to do."""
    turns = Turns(Clock())
    moderator, other = turns.of("moderator"), turns.of("other")
    for _ in range(10_000):
        turns.charge(moderator._queue, 4 * limits.FREE, limits.FREE)
        turns.charge(other._queue, 4 * limits.FREE, 4 * limits.FREE)
    assert turns.pause(moderator._queue) == 0
    assert turns.pause(other._queue) > 0


def test_of_all_who_wait_whoever_has_used_least_comes_first(processor: Processor) -> None:
    """Ten addresses with a queue each, and one who taps: he waits for one page at most, not for ten."""
    turns = Turns()
    order: list[str] = []

    async def asks(client: str) -> None:
        async def work() -> None:
            order.append(client)
            processor.works(0.02, of=0.02)

        async with turns.of(client) as turn:
            await turn.run(work())

    async def evening() -> None:
        hostile = [asyncio.ensure_future(asks(f"hostile {each}")) for each in range(10) for _ in range(5)]
        while len(order) < 20:  # each has had a page or two
            await asyncio.sleep(0)
        before = len(order)
        await asks("moderator")
        assert order.index("moderator") <= before + 1
        await asyncio.gather(*hostile)

    run(evening())
    assert len(order) == 51


def test_no_crowd_of_newcomers_comes_before_whoever_has_waited() -> None:
    """Somebody with a thousand addresses could be a newcomer for ever."""
    clock = Clock()
    turns = Turns(clock)
    order: list[str] = []

    async def comes(client: str, queue: Any) -> None:
        await turns.come(queue)
        order.append(client)

    async def evening() -> None:
        moderator = turns.of("moderator")._queue
        turns.use(moderator, 0.3)
        waiting = [asyncio.ensure_future(comes("moderator", moderator))]
        for number in range(100):
            newcomer = turns.of(f"newcomer {number}")._queue
            waiting.append(asyncio.ensure_future(comes("newcomer", newcomer)))
            await asyncio.sleep(0)
            clock.now += 0.02
        await asyncio.gather(*waiting)

    run(evening())
    assert order.index("moderator") <= 16


def test_whoever_gives_up_while_he_waits_keeps_nobody_waiting() -> None:
    turns = Turns()
    done: list[str] = []

    async def asks(client: str) -> None:
        async def work() -> None:
            await asyncio.sleep(0)
            done.append(client)

        async with turns.of(client) as turn:
            await turn.run(work())

    async def evening() -> None:
        going = [asyncio.ensure_future(asks(f"{each}")) for each in range(20)]
        await asyncio.sleep(0)
        for each in going[::2]:
            each.cancel()
        await asyncio.gather(*going, return_exceptions=True)

    run(evening())
    assert sorted(map(int, done)) == list(range(1, 20, 2))
    assert all(not queue.here for queue in turns._queues.values())


def test_what_is_left_at_the_end_of_the_server_can_be_closed() -> None:
    turns = Turns()
    heard: list[str] = []

    async def work() -> None:
        heard.append("begun")
        try:
            await asyncio.sleep(60)
        finally:
            heard.append("closed")

    async def asks() -> None:
        async with turns.of("somebody") as turn:
            await turn.run(work())

    async def evening() -> None:
        going = asyncio.ensure_future(asks())
        while not heard:
            await asyncio.sleep(0)
        going.get_coro().close()
        assert heard == ["begun", "closed"]
        going.cancel()
        await asyncio.gather(going, return_exceptions=True)

    run(evening())


def test_what_is_long_is_done_first_for_whoever_has_used_least() -> None:
    """Many addresses with a long game each, and one more who has another: he waits for one piece, not for all."""
    turns = Turns()
    order: list[str] = []

    async def asks(client: str) -> None:
        def work() -> None:
            order.append(client)
            time.sleep(0.005)

        async def request() -> None:
            await aside.aside(work)

        async with turns.of(client) as turn:
            await turn.run(request())

    async def evening() -> None:
        for each in range(6):
            turns.use(turns.of(f"hostile {each}")._queue, 60.0)
        hostile = [asyncio.ensure_future(asks(f"hostile {each}")) for each in range(6) for _ in range(3)]
        while len(order) < 8:
            await asyncio.sleep(0.001)
        before = len(order)
        await asks("somebody")
        assert order.index("somebody") <= before + 1
        hostile[-1].cancel()
        await asyncio.gather(*hostile, return_exceptions=True)
        await asks("somebody")

    run(evening())
    assert order[-1] == "somebody"


def test_a_large_file_is_taken_in_at_a_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what one client sends keeps nobody else's file waiting."""
    monkeypatch.setattr(limits, "PACE", 1000)

    async def sent() -> tuple[float, float]:
        turns = Turns()
        begun = time.monotonic()
        await asyncio.gather(*(turns.paced("hostile", 20) for _ in range(5)))
        mine = time.monotonic() - begun
        await turns.paced("somebody else", 1)
        return mine, time.monotonic() - begun - mine

    hostile, other = run(sent())
    assert hostile >= 0.1
    assert other < hostile


def test_to_be_refused_is_a_turn_as_well(site: Site) -> None:
    """Whoever pauses pauses for that, too."""
    asked: list[str] = []
    usual = site.turns.of
    site.turns.of = lambda client: asked.append(client) or usual(client)  # type: ignore[func-returns-value, method-assign]
    site.names = frozenset()
    client = Phone(site).client
    assert client.get("/", headers={"host": "evil.example"}).status_code == 421
    site.names = None
    assert client.get("/" + "x" * 2000).status_code == 414
    assert client.get("/", headers={"cookie": "x" * 20_000}).status_code == 431
    assert client.post("/join", content=b"x" * 300_000).status_code == 413
    assert len(asked) == 4


def test_what_fails_or_gives_up_leaves_the_queue(processor: Processor) -> None:
    turns = Turns()

    async def fails() -> None:
        raise RuntimeError("oh")

    async def asks() -> None:
        async with turns.of("one") as turn:
            with pytest.raises(RuntimeError):
                await turn.run(fails())
        first = turns.of("one")
        await first.__aenter__()
        waiting = asyncio.ensure_future(turns.of("one").__aenter__())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        first.end()
        async with turns.of("one"):
            pass
        turns.of("another")
        turns.of("a third")

    run(asks())
    assert "one" not in turns._queues, "nothing is kept of whoever is gone"


def test_streams_hold_no_turn(site: Site) -> None:
    """A phone follows its stream and taps at the same time."""
    table = begin(site)

    async def taps() -> list[int]:
        app = build(site)
        statuses: list[int] = []
        gone = asyncio.Event()

        async def asked(path: str) -> None:
            sent = False

            async def receive() -> Any:
                nonlocal sent
                if not sent:
                    sent = True
                    return {"type": "http.request", "body": b"", "more_body": False}
                await gone.wait()
                return {"type": "http.disconnect"}

            async def send(message: Any) -> None:
                if message["type"] == "http.response.start":
                    statuses.append(message["status"])

            scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b""}
            scope |= {"headers": [(b"host", b"localhost")], "client": ("10.0.0.1", 1), "scheme": "http"}
            await app(scope, receive, send)

        stream = asyncio.ensure_future(asked(f"/g/{table.id}/live"))
        await asyncio.sleep(0.05)
        await asyncio.wait_for(asked("/about"), 5)
        gone.set()
        await asyncio.wait_for(stream, 5)
        return statuses

    assert run(taps()) == [200, 200]


def test_whoever_reads_slowly_keeps_nobody_of_the_same_house_waiting(site: Site) -> None:
    """A phone loses the network in the middle of a page; the others behind the same address go on."""

    async def both() -> list[int]:
        app = build(site)
        statuses: list[int] = []
        reads = asyncio.Event()

        async def asked(*, is_slow: bool) -> None:
            async def receive() -> Any:
                return {"type": "http.request", "body": b"", "more_body": False}

            async def send(message: Any) -> None:
                if is_slow:
                    await reads.wait()
                elif message["type"] == "http.response.start":
                    statuses.append(message["status"])

            scope = {"type": "http", "method": "GET", "path": "/about", "raw_path": b"/about", "query_string": b""}
            scope |= {"headers": [(b"host", b"localhost")], "client": ("10.0.0.1", 1), "scheme": "http"}
            await app(scope, receive, send)

        slow = asyncio.ensure_future(asked(is_slow=True))
        await asyncio.sleep(0.05)
        await asyncio.wait_for(asked(is_slow=False), 5)
        reads.set()
        await slow
        return statuses

    assert run(both()) == [200]


def test_half_a_request_is_given_up(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_WITHIN", 0.05)

    async def trickles() -> list[int]:
        statuses: list[int] = []

        async def receive() -> Any:
            await asyncio.sleep(0.02)
            return {"type": "http.request", "body": b"x", "more_body": True}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        scope = {"type": "http", "method": "POST", "path": "/join", "raw_path": b"/join", "query_string": b""}
        scope |= {"headers": [(b"host", b"localhost")], "client": ("10.0.0.1", 1), "scheme": "http"}
        await asyncio.wait_for(build(site)(scope, receive, send), 5)
        return statuses

    assert run(trickles()) == [408]
