"""What somebody tries who has read how it works: another game's ids, a form once more, two at the same moment."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Coroutine
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.routing import Route

from nightcall import MODERATOR
from nightcall.web import access, rescue
from nightcall.web.app import Site, build
from nightcall.web.store import Grant, Invitation
from nightcall.web.table import Table
from nightcall.web.turns import Turns
from nightcall.web.visit import DEVICE
from tests.web.phone import Phone, begin, new_site, run
from tests.web.program import Program

SECRETS = [letter * 43 for letter in "abcdefgh"]


@pytest.fixture
def site() -> Site:
    return new_site()


# -- at the same moment --


class Asks:
    """Requests of several devices to one app, truly at once."""

    def __init__(self, site: Site) -> None:
        self.app = build(site)

    async def post(self, device: int, path: str, **form: Any) -> int:
        body = urlencode(form).encode()
        return await self._ask("POST", path, body, device, (b"content-type", b"application/x-www-form-urlencoded"))

    async def get(self, device: int, path: str) -> int:
        return await self._ask("GET", path, b"", device)

    async def _ask(self, method: str, path: str, body: bytes, device: int, *headers: tuple[bytes, bytes]) -> int:
        statuses: list[int] = []
        is_read = False

        async def receive() -> Any:
            nonlocal is_read
            if is_read:
                return {"type": "http.disconnect"}
            is_read = True
            await asyncio.sleep(0)
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            await asyncio.sleep(0)
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        own = (b"host", b"localhost"), (b"sec-fetch-site", b"same-origin")
        cookie = (b"cookie", f"{DEVICE}={SECRETS[device]}".encode())
        scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b""}
        scope |= {"headers": [*own, cookie, *headers], "client": (f"10.0.0.{device}", 1), "scheme": "http"}
        await self.app(scope, receive, send)
        return statuses[0]


def at_once(site: Site, *asked: Coroutine[Any, Any, int]) -> Counter[int]:
    site.turns = Turns()  # each has an event loop of its own

    async def all_of_them() -> list[int]:
        return list(await asyncio.gather(*asked))

    return Counter(run(all_of_them()))


def leads(site: Site, table: Table, device: int) -> None:
    run(site.store.grant(access.digest(SECRETS[device]), Grant(table.id, MODERATOR)))


def test_a_seat_goes_to_one_of_those_who_take_it_at_once(site: Site) -> None:
    table, asks = begin(site), Asks(site)
    code = run(site.codes.of(table.id))
    at_once(site, *(asks.post(device, f"/join/{code}", seat=3) for device in range(8)))
    holders = [device for device in range(8) if _places(site, device)]
    assert len(holders) == 1
    assert len(run(site.tables.find(table.id)).manner.claims) == 7, "the others ask whoever leads"


def test_a_phone_that_takes_two_seats_at_once_has_one(site: Site) -> None:
    table, asks = begin(site), Asks(site)
    code = run(site.codes.of(table.id))
    at_once(site, *(asks.post(0, f"/join/{code}", seat=seat) for seat in range(1, 9)))
    assert len(_places(site, 0)) == 1
    assert len(run(site.store.taken(table.id))) == 1


def _places(site: Site, device: int) -> list[Grant]:
    return run(site.store.places(access.digest(SECRETS[device])))


def test_a_link_is_spent_by_one_of_those_who_use_it_at_once(site: Site) -> None:
    table, asks = begin(site), Asks(site)
    run(site.store.invite(Invitation(access.digest("x" * 43), table.id, "", 1e12)))
    statuses = at_once(site, *(asks.post(device, f"/k/{'x' * 43}") for device in range(8)))
    assert statuses == {303: 1, 403: 7}
    assert len(run(site.store.leaders(table.id))) == 1


def test_of_answers_and_undos_at_once_each_counts_for_the_question_it_was_meant_for(site: Site) -> None:
    table, asks = begin(site), Asks(site)
    leads(site, table, 0)
    leads(site, table, 1)
    lead = f"/g/{table.id}/lead"
    at_once(site, *(asks.post(device % 2, f"{lead}/answer", at=1) for device in range(6)))
    assert run(site.tables.find(table.id)).revision == 2, "the same tap arriving six times counts once"
    statuses = at_once(site, *(asks.post(device % 2, f"{lead}/undo", at=2) for device in range(6)))
    assert statuses == {303: 1, 409: 5}, statuses
    found = run(site.tables.find(table.id))
    assert found.revision == 3
    assert not found.game.answers
    site.tables._cache.clear()
    assert run(site.tables.find(table.id)).game.answers == found.game.answers, "as on the disk"


def test_begin_tapped_many_times_at_once_begins_one_game(site: Site) -> None:
    asks = Asks(site)
    run(asks.post(0, "/new/players", paste="\n".join("Ann Bea Cid Dan Eve Fay Gus Hal".split()), do="paste"))
    draft = run(site.store.read(access.digest(SECRETS[0]), "draft"))
    assert at_once(site, *(asks.post(0, "/new/begin", do="begin", mark=draft["mark"]) for _ in range(6))) == {303: 6}
    assert len(run(site.store.games())) == 1


# -- another game's --


def test_whoever_leads_one_game_has_nothing_to_say_in_another(site: Site) -> None:
    """Every page of a moderator and of a seat, asked by somebody who leads and plays another game."""
    mine, theirs = begin(site), begin(site)
    phone = Phone(site).leads(mine).plays(mine, 1)
    before = "\n".join(site.store._db.iterdump())  # type: ignore[attr-defined]
    tried = 0
    for route in build(site).routes:
        if not isinstance(route, Route) or not re.match(r"/g/{game}/(lead|seat)", route.path):
            continue
        path = re.sub(r"{game}", theirs.id, route.path)
        path = re.sub(r"{[^}]*}", "1", path)
        for method in sorted(route.methods or ()):
            reply = phone.client.request(method, path, data={"at": "1"} if method == "POST" else None)
            assert reply.status_code == 403, (method, path)
            tried += 1
    assert tried > 40
    assert "\n".join(site.store._db.iterdump()) == before  # type: ignore[attr-defined]


def test_a_key_of_one_game_opens_no_other(site: Site) -> None:
    programs = [begun_by(site) for _ in range(2)]
    (mine, _), (_, theirs) = programs
    for path in ("lead", "lead/log", "lead/tape", "seats/1"):
        assert mine.ask("GET", f"/games/{theirs}/{path}").status_code == 403
    assert mine.ask("POST", f"/games/{theirs}/lead/answer", {"revision": 1, "value": True}).status_code == 403
    assert mine.ask("DELETE", f"/games/{theirs}").status_code == 403


def begun_by(site: Site) -> tuple[Program, str]:
    program = Program(site)
    made = program.post("/games", setup=begin(site).game.setup.to_json())
    program.key = made["key"]
    return program, made["game"]


def test_links_and_claims_of_another_game_are_not_mine_to_settle(site: Site) -> None:
    mine, theirs = begin(site, dealt=True), begin(site, dealt=True)
    phone = Phone(site).leads(mine)
    digest = access.digest("y" * 43)
    run(site.store.invite(Invitation(digest, theirs.id, "", 1e12)))
    table = run(site.tables.ask_for(theirs, 2, access.digest(SECRETS[0])))
    (claim,) = table.manner.claims
    phone.post(f"/g/{mine.id}/lead/uninvite", link=digest)
    phone.post(f"/g/{mine.id}/lead/seats/let-in", claim=claim.key, act="in")
    assert run(site.store.invitation(digest)) is not None
    assert _places(site, 0) == []
    assert run(site.tables.find(theirs.id)).manner.claims == (claim,)


# -- once more --


def test_a_form_sent_again_after_it_was_taken_back_counts_no_more(site: Site) -> None:
    table = begin(site)
    phone = Phone(site).leads(table)
    lead = f"/g/{table.id}/lead"
    assert phone.post(f"{lead}/answer", at=1).status_code == 200
    assert phone.post(f"{lead}/undo", at=2).status_code == 200
    assert phone.post(f"{lead}/answer", at=1).status_code == 409
    assert not run(site.tables.find(table.id)).game.answers


def test_a_rescue_code_of_a_game_that_is_gone_opens_nothing_of_the_next(site: Site) -> None:
    table = begin(site)
    run(site.store.remove(table.id))
    kept = run(site.tables.begin(table.game.setup, table.manner, name=table.id))  # even under the same name
    other = Phone(site)
    assert other.post("/join", code=rescue.code(SECRETS[0], table.id)).status_code == 422
    assert other.get(f"/g/{kept.id}/lead").status_code == 403


def test_streams_opened_and_left_by_the_hundred_leave_nothing_behind(site: Site) -> None:
    table = begin(site)

    async def storm() -> None:
        app = build(site)

        async def opened(number: int) -> None:
            gone = asyncio.Event()
            is_read = False

            async def receive() -> Any:
                nonlocal is_read
                if not is_read:
                    is_read = True
                    return {"type": "http.request", "body": b"", "more_body": False}
                await gone.wait()
                return {"type": "http.disconnect"}

            async def send(message: Any) -> None:
                if message["type"] == "http.response.body":
                    gone.set()

            path = f"/g/{table.id}/live"
            scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b""}
            scope |= {"headers": [(b"host", b"localhost")], "client": (f"10.0.{number % 4}.1", 1), "scheme": "http"}
            await app(scope, receive, send)

        for _ in range(5):
            await asyncio.wait_for(asyncio.gather(*(opened(number) for number in range(80))), 30)

    run(storm())
    assert site.live.count(table.id) == 0
    assert all(queue.here == 0 for queue in site.turns._queues.values())


@pytest.mark.parametrize("path", ["/g/{game}/live", "/g/{game}/lead/live", "/g/{game}/seat/1/live"])
def test_asking_for_the_head_of_a_stream_has_an_end(site: Site, path: str) -> None:
    table = begin(site)
    phone = Phone(site).leads(table).plays(table, 1)
    reply = phone.client.head(path.format(game=table.id))
    assert reply.status_code == 200
    assert reply.headers["content-type"].startswith("text/event-stream")
    assert site.live.count(table.id) == 0
