"""Nobody can freeze the evening: everybody comes in turn, and whoever asks for much comes later."""

from __future__ import annotations

import asyncio
import threading
from contextlib import nullcontext
from typing import Any

import pytest

from nightcall.web import aside, limits
from nightcall.web.access import TooMany
from nightcall.web.app import Site, build
from nightcall.web.turns import Turns
from tests import waiting
from tests.web.phone import Phone, begin, run

FORM = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}


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
            await waiting.settled()
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
    naps = waiting.naps(monkeypatch)
    refused = Phone(site).get("/rules")
    assert len(naps) == 1
    assert naps[0] >= limits.REFUSED_AFTER
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


def test_whoever_has_used_much_looks_round_for_who_is_arriving() -> None:
    """From its first byte to its place in the queue a tap takes some rounds of the loop."""
    turns = Turns()
    order: list[str] = []

    async def evening() -> None:
        hostile, moderator = turns.of("hostile")._queue, turns.of("moderator")._queue

        async def comes(client: str, queue: Any) -> None:
            await turns.come(queue)
            order.append(client)

        async def arrives() -> None:
            for _ in range(limits.ROUNDS - 2):
                await asyncio.sleep(0)
            await comes("moderator", moderator)

        turns.use(hostile, 2 * limits.MUCH)
        await asyncio.gather(comes("hostile", hostile), arrives())

    run(evening())
    assert order == ["moderator", "hostile"]


def test_whoever_has_used_much_is_refused_later(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forms of separators without end: each is refused before it is read, but to say so is a page as well."""
    clock, naps, phone = Clock(), waiting.naps(monkeypatch), Phone(site)
    site.turns = Turns(clock)  # on a slow machine the first would have used much already

    def refused() -> float:
        naps.clear()
        reply = phone.client.post("/join", content=b"&" * 2 * limits.FIELDS, headers=FORM)
        assert reply.status_code == 413
        return sum(naps)

    took = [refused() for _ in range(round(limits.MUCH / limits.REFUSAL) + 2)]
    assert took[0] < limits.REFUSED_AFTER <= took[-1]


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
            await asyncio.Event().wait()
        finally:
            heard.append("closed")

    async def asks() -> None:
        async with turns.of("somebody") as turn:
            await turn.run(work())

    async def evening() -> None:
        going = asyncio.ensure_future(asks())
        while not heard:
            await asyncio.sleep(0)
        coroutine = going.get_coro()
        assert coroutine is not None
        coroutine.close()
        assert heard == ["begun", "closed"]
        going.cancel()
        await asyncio.gather(going, return_exceptions=True)

    run(evening())


def test_what_is_long_is_done_first_for_whoever_has_used_least() -> None:
    """Many addresses with a long game each, and one more who has another: he waits for one piece, not for all."""
    turns = Turns()
    order: list[str] = []
    may_end = threading.Semaphore(8)

    async def asks(client: str) -> None:
        def work() -> None:
            order.append(client)
            assert may_end.acquire(timeout=waiting.PATIENCE)

        async def request() -> None:
            await aside.aside(work)

        async with turns.of(client) as turn:
            await turn.run(request())

    async def evening() -> None:
        for each in range(6):
            turns.use(turns.of(f"hostile {each}")._queue, 60.0)
        hostile = [asyncio.ensure_future(asks(f"hostile {each}")) for each in range(6) for _ in range(3)]
        await waiting.becomes(lambda: len(order) == 9)
        somebody = asyncio.ensure_future(asks("somebody"))
        await waiting.settled()
        may_end.release(20)
        await somebody
        assert order[9] == "somebody"
        hostile[-1].cancel()
        await asyncio.gather(*hostile, return_exceptions=True)
        await asks("somebody")

    run(evening())
    assert order[-1] == "somebody"


def test_a_large_file_is_taken_in_at_a_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what one client sends keeps nobody else's file waiting."""
    monkeypatch.setattr(limits, "PACE", 1000)
    naps = waiting.naps(monkeypatch)

    async def sent() -> None:
        turns = Turns(Clock())
        await asyncio.gather(*(turns.paced("hostile", 20) for _ in range(5)))
        await turns.paced("somebody else", 1)

    run(sent())
    assert naps == pytest.approx([0.02, 0.04, 0.06, 0.08, 0.1, 0.001])


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
        await waiting.becomes(lambda: statuses)
        async with asyncio.timeout(waiting.PATIENCE):
            await asked("/about")
            gone.set()
            await stream
        return statuses

    assert run(taps()) == [200, 200]


def test_whoever_reads_slowly_keeps_nobody_of_the_same_house_waiting(site: Site) -> None:
    """A phone loses the network in the middle of a page; the others behind the same address go on."""

    async def both() -> list[int]:
        app = build(site)
        statuses: list[int] = []
        reads, is_read = asyncio.Event(), asyncio.Event()

        async def asked(*, is_slow: bool) -> None:
            async def receive() -> Any:
                return {"type": "http.request", "body": b"", "more_body": False}

            async def send(message: Any) -> None:
                if is_slow:
                    is_read.set()
                    await reads.wait()
                elif message["type"] == "http.response.start":
                    statuses.append(message["status"])

            scope = {"type": "http", "method": "GET", "path": "/about", "raw_path": b"/about", "query_string": b""}
            scope |= {"headers": [(b"host", b"localhost")], "client": ("10.0.0.1", 1), "scheme": "http"}
            await app(scope, receive, send)

        slow = asyncio.ensure_future(asked(is_slow=True))
        async with asyncio.timeout(waiting.PATIENCE):
            await is_read.wait()
            await asked(is_slow=False)
            reads.set()
            await slow
        return statuses

    assert run(both()) == [200]


def test_half_a_request_is_given_up(site: Site) -> None:
    async def trickles() -> list[int]:
        statuses: list[int] = []

        async def receive() -> Any:
            await waiting.later(limits.BODY_WITHIN / 3)
            return {"type": "http.request", "body": b"x", "more_body": True}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        scope = {"type": "http", "method": "POST", "path": "/join", "raw_path": b"/join", "query_string": b""}
        scope |= {"headers": [(b"host", b"localhost")], "client": ("10.0.0.1", 1), "scheme": "http"}
        await build(site)(scope, receive, send)
        return statuses

    assert run(trickles()) == [408]


def test_whoever_holds_what_others_wait_for_waits_for_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a connection of the few in hand somebody stood in the queue at every step: a crowd kept all others out."""
    came: list[str] = []
    usual = Turns.come

    async def counted(turns: Turns, queue: Any) -> None:
        came.append("waits")
        await usual(turns, queue)

    monkeypatch.setattr(Turns, "come", counted)

    async def work(*, is_holding: bool) -> None:
        with aside.hurrying() if is_holding else nullcontext():
            for _ in range(5):
                await asyncio.sleep(0)

    async def waits(*, is_holding: bool) -> int:
        came.clear()
        async with Turns().of("somebody") as turn:
            await turn.run(work(is_holding=is_holding))
            assert turn.hurries == 0
        return len(came)

    assert asyncio.run(waits(is_holding=False)) == 6
    assert asyncio.run(waits(is_holding=True)) == 1
