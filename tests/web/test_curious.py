"""What somebody tries who has read how it works: another game's ids, a form once more, two at the same moment."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Coroutine
from functools import partial
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest

from nightcall import MODERATOR, Setup
from nightcall.engine import tape
from nightcall.web import access, limits, rescue, visit
from nightcall.web.app import Site, build
from nightcall.web.led import pages as led_pages
from nightcall.web.manner import Claim, Manner
from nightcall.web.routes import every
from nightcall.web.store import Grant, Invitation
from nightcall.web.table import Table
from nightcall.web.turns import Turns
from nightcall.web.visit import DEVICE
from tests.waiting import PATIENCE
from tests.web.evenings import go_on
from tests.web.phone import DECK, PLAYERS, Phone, begin, new_site, run
from tests.web.program import Program

SECRETS = [letter * 43 for letter in "abcdefgh"]
PAGES = [letter * 43 for letter in "ABCDEFGH"]
"""What the page holds that each of them has before it."""
BEFORE = "an-older-game"


@pytest.fixture
def site() -> Site:
    """With devices that have played here before: they keep their secrets."""
    site = new_site()
    before = run(site.tables.begin(Setup.of(PLAYERS, DECK, sheriff_election="off"), Manner(), name=BEFORE))
    for seat, secret in enumerate(SECRETS, start=1):
        run(site.store.grant(access.digest(secret), Grant(before.id, seat)))
    return site


# -- at the same moment --


class Asks:
    """Requests of several devices to one app, truly at once."""

    def __init__(self, site: Site) -> None:
        self.app = build(site)

    async def post(self, device: int, path: str, **form: Any) -> int:
        body = urlencode(form | {"once": PAGES[device]}).encode()
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


def test_who_waits_for_a_seat_and_takes_another_one_has_that(site: Site) -> None:
    table = begin(site)
    code = run(site.codes.of(table.id))
    Phone(site).plays(table, 3)
    curious = planted(site, SECRETS[6])
    curious.post(f"/join/{code}", seat=3)
    (claim,) = run(site.tables.find(table.id)).manner.claims
    curious.post(f"/join/{code}", seat=5)
    assert waiting(site, table) == [], "nobody is asked to let in a phone that sits"
    run(site.tables.let_in(table, claim))  # tapped a moment before
    assert _places(site, 6, curious.client.cookies[DEVICE]) == [Grant(table.id, 3)]
    assert run(site.store.taken(table.id)) == [3]


def _places(site: Site, device: int, *secrets: str) -> list[Grant]:
    """By the secret it had, and by what a tap on its page or it itself has made of it."""
    found: set[Grant] = set()
    for secret in (SECRETS[device], access.renewed(SECRETS[device], PAGES[device]), *secrets):
        found.update(run(site.store.places(access.digest(secret))))
    return [place for place in found if place.game != BEFORE]


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
    assert len([game for game in run(site.store.games()) if game.id != BEFORE]) == 1


# -- another game's --


def test_whoever_leads_one_game_has_nothing_to_say_in_another(site: Site) -> None:
    """Every page of a moderator and of a seat, asked by somebody who leads and plays another game."""
    mine, theirs = begin(site), begin(site)
    phone = Phone(site).leads(mine).plays(mine, 1)
    before = "\n".join(site.store._db.iterdump())  # type: ignore[attr-defined]
    tried = 0
    for route in every():
        if not re.match(r"/g/{game}/(lead|seat)", route.path):
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
    table = run(site.tables.ask_for(theirs, 2, access.digest(SECRETS[0]), "10.0.0.1"))
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
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(opened(number) for number in range(80)))

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


# -- at the door --


def phone_at(site: Site, address: str) -> Phone:
    phone = Phone(site)
    phone.client._transport.client = (address, 50000)  # type: ignore[attr-defined]
    return phone


def waiting(site: Site, table: Table) -> list[tuple[int, str]]:
    return [(claim.seat, claim.sign) for claim in run(site.tables.find(table.id)).manner.claims]


def test_nobody_chooses_the_number_by_which_a_waiting_phone_is_known(site: Site) -> None:
    """It followed from the cookie, and anybody can make up a cookie: the wrong phone was let in."""
    drawn = set()
    for _ in range(12):
        table = begin(site, dealt=True)
        drawn.add(run(site.tables.ask_for(table, 2, access.digest(SECRETS[0]), "10.0.0.1")).manner.claims[0].sign)
    assert len(drawn) > 3
    table = begin(site, dealt=True)
    for number in range(limits.CLAIMS):
        table = run(site.tables.ask_for(table, 2, access.digest(str(number)), f"10.0.0.{number}"))
    signs = [claim.sign for claim in table.manner.claims]
    assert len(set(signs)) == limits.CLAIMS
    assert all(len(sign) == 2 for sign in signs)


def test_nobody_who_waits_is_pushed_out_by_those_who_come_later(site: Site) -> None:
    table = begin(site, dealt=True)
    code = run(site.codes.of(table.id))
    bea = phone_at(site, "10.0.0.2")
    bea.post(f"/join/{code}", seat=2)
    (mine,) = waiting(site, table)
    statuses = [phone_at(site, "10.0.0.66").post(f"/join/{code}", seat=2).status_code for _ in range(20)]
    assert statuses.count(200) == limits.CLAIMS_MINE
    assert statuses[-1] == 429
    program = Program(site)
    program.client._transport.client = ("10.0.0.66", 50000)  # type: ignore[attr-defined]
    assert program.ask("POST", f"/codes/{code}", {"seat": 2}).status_code == 429
    for number in range(100, 170):
        phone_at(site, f"10.0.0.{number}").post(f"/join/{code}", seat=1 + number % 8)
    assert waiting(site, table)[0] == mine
    assert len(waiting(site, table)) == limits.CLAIMS
    assert mine[1] in bea.get(f"/g/{table.id}/waiting").text
    bea.post(f"/join/{code}", seat=2)
    assert waiting(site, table)[0] == mine, "asking again changes nothing"


def test_whoever_asks_for_another_seat_is_not_let_in_there_by_a_tap_meant_for_the_first(site: Site) -> None:
    """Gus has a new phone, everybody knows; a moment before the tap it asks for Ann's seat instead."""
    table = begin(site, dealt=True)
    lead, code = Phone(site).leads(table), run(site.codes.of(table.id))
    gus = planted(site, SECRETS[6])  # who has played here before
    gus.post(f"/join/{code}", seat=7)
    page = lead.get(f"/g/{table.id}/lead/seats").text
    meant = fields(page, "claim")
    gus.post(f"/join/{code}", seat=1)
    lead.post(f"/g/{table.id}/lead/seats/let-in", **meant, act="in")
    assert run(site.store.taken(table.id)) == []
    assert [seat for seat, _ in waiting(site, table)] == [1], "whoever leads is asked anew"
    keys = {each.key for seat in range(1, 9) for each in [Claim("d" * 64, seat, "42")]}
    assert len(keys) == 8, "nor by what the others have said of the first, where the app leads"


def test_nobody_hops_from_seat_to_seat_without_end(site: Site) -> None:
    """Each time every phone and screen of the table looks again."""
    table = begin(site)
    code, hops = run(site.codes.of(table.id)), planted(site, SECRETS[6])
    for number in range(limits.MOVES):
        seat = 1 + number % 8
        assert hops.post(f"/join/{code}", seat=seat).url.path == f"/g/{table.id}/seat/{seat}"
        hops.post(f"/g/{table.id}/seat/{seat}/leave")
    assert hops.post(f"/join/{code}", seat=1).status_code == 429
    assert planted(site, SECRETS[5]).post(f"/join/{code}", seat=1).status_code == 200, "others do"


def test_whoever_was_not_let_in_for_long_makes_room(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begin(site, dealt=True)
    for number in range(limits.CLAIMS):
        table = run(site.tables.ask_for(table, 2, access.digest(str(number)), f"10.0.0.{number}"))
    with pytest.raises(access.TooMany):
        run(site.tables.ask_for(table, 2, "late", "10.0.1.1"))
    later = time.time() + limits.CLAIM_LASTS + 1
    monkeypatch.setattr("nightcall.web.tables.seating.time.time", lambda: later)
    assert len(run(site.tables.ask_for(table, 2, "late", "10.0.1.1")).manner.claims) == 1


def test_in_a_led_game_no_crowd_of_one_address_hides_who_else_asks_for_a_seat(site: Site) -> None:
    table = begin(site, dealt=True)
    for number in range(limits.CLAIMS_MINE):
        table = run(site.tables.ask_for(table, 1, access.digest(str(number)), "10.0.0.66"))
    table = run(site.tables.ask_for(table, 2, access.digest("bea"), "10.0.0.2"))
    assert [claim.seat for claim in led_pages.waiting(table)] == [1, 2, 1]


# -- a secret somebody else has chosen --


def planted(site: Site, secret: str, address: str = "10.0.0.7") -> Phone:
    phone = phone_at(site, address)
    phone.client.cookies.set(DEVICE, secret, domain="testserver.local", path="/")  # where its own would lie
    return phone


@pytest.mark.parametrize("way", ["begin", "join", "link", "bring", "practice", "rescue"])
def test_a_device_gets_a_new_secret_with_its_first_game(site: Site, way: str) -> None:
    """Whoever had put a cookie there beforehand led the game as well."""
    secret, table = "z" * 43, begin(site)
    thief = planted(site, secret, "10.0.0.66")
    thief.post("/new/players", new="Zora")  # known here, even
    secret = thief.client.cookies[DEVICE]
    victim = planted(site, secret)
    page = begins(site, victim, table, way)
    assert victim.client.cookies[DEVICE] != secret
    assert victim.get(page).status_code == 200
    assert planted(site, secret, "10.0.0.66").get(page).status_code == 403


def begins(site: Site, phone: Phone, table: Table, way: str, **form: str) -> str:
    """Where this device has got to: to a place of its own in some game."""
    if way == "join":
        phone.post(f"/join/{run(site.codes.of(table.id))}", seat=3, **form)
        return f"/g/{table.id}/seat/3"
    if way == "link":
        phone.leads(table)
        return f"/g/{table.id}/lead"
    if way == "rescue":
        other = begun_by_form(site, Phone(site))
        code = re.search(r'rescue__code"[^>]*>([\w ]+)<', other[1].get(f"/g/{other[0]}/lead/ready").text)
        assert code is not None
        phone.post("/join", code=code[1])
        return f"/g/{other[0]}/lead"
    if way == "bring":
        file = {"tape": ("x", tape.dumps(table.game).encode())}
        return str(phone.client.post("/games/bring", files=file, data=form).url.path)
    if way == "practice":
        return str(phone.post("/practice", **form).url.path)
    return f"/g/{begun_by_form(site, phone, **form)[0]}/lead"


def begun_by_form(site: Site, phone: Phone, **form: str) -> tuple[str, Phone]:
    phone.post("/new/players", paste="\n".join(PLAYERS), do="paste")
    mark = re.search(r'name="mark" value="([^"]+)"', phone.get("/new/begin").text)
    assert mark is not None
    path = phone.post("/new/begin", do="begin", mark=mark[1], **form).url.path
    return path.split("/")[2], phone


WAYS = ["begin", "join", "link", "bring", "practice", "rescue", "hand-over", "seat link", "play on", "waits", "led"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("mine", ["plays", "leads"])
def test_a_planted_secret_that_has_a_game_opens_no_place_its_victim_gets(site: Site, way: str, mine: str) -> None:
    """A secret that had a game was kept, and whoever had put it there read the victim's seat and led his game."""
    table = begin(site)
    other = run(site.tables.find(BEFORE))
    if mine == "leads":
        leads(site, other, 6)
    victim, before = planted(site, SECRETS[6]), Grant(BEFORE, 7)
    page = gets(site, victim, table, way)
    thief, program = planted(site, SECRETS[6], "10.0.0.66"), Program(site, SECRETS[6])
    assert victim.get(page).status_code == 200
    assert thief.get(page).status_code == 403
    game = page.split("/")[2]
    assert _places(site, 6) == []
    for path in ("lead", *(f"seats/{seat}" for seat in range(1, 9))):
        assert program.ask("GET", f"/games/{game}/{path}").status_code == 403
    assert before in run(site.store.places(access.digest(victim.client.cookies[DEVICE]))), "what it had it keeps"
    thief.post(f"/join/{run(site.codes.of(begin(site).id))}", seat=1)
    assert thief.client.cookies[DEVICE] != SECRETS[6]
    assert thief.get(page).status_code == 403, "nor with a new secret of its own"


def gets(site: Site, phone: Phone, table: Table, way: str) -> str:
    """Where this device has got to, by ways that begin with somebody else's game too."""
    if way in ("hand-over", "seat link"):
        host = Phone(site).leads(table)
        secret = access.new_secret()
        if way == "seat link":
            run(site.store.add_key(access.digest(secret), Grant(table.id, 3)))
        else:
            found = re.search(r'value="[^"]*(/k/[^"]+)"', host.post(f"/g/{table.id}/lead/hand-over").text)
            assert found is not None
            secret = found[1].removeprefix("/k/")
        return str(phone.post(f"/k/{secret}").url.path)
    if way == "play on":
        run(site.tables.manage(run(site.tables.find(BEFORE)), next=table.id))
        return str(phone.post(f"/g/{BEFORE}/seat/7/again").url.path)
    if way == "waits":
        dealt = begin(site, dealt=True)
        phone.post(f"/join/{run(site.codes.of(dealt.id))}", seat=3)
        (claim,) = run(site.tables.find(dealt.id)).manner.claims
        run(site.tables.let_in(dealt, claim))
        return f"/g/{dealt.id}/seat/3"
    if way == "led":
        phone.post("/new/deal", deal="led")
        game, _ = begun_by_form(site, phone)
        phone.post(f"/join/{run(site.codes.of(game))}", seat=4)
        assert phone.get(f"/g/{game}/lead/seats").status_code == 200
        return f"/g/{game}/seat/4"
    return begins(site, phone, table, way)


def test_whoever_plays_at_the_same_table_gets_no_other_place_of_it_by_a_planted_secret(site: Site) -> None:
    """Nor whoever gathers a table that the app will lead: the card of a phone that joins is that phone's alone."""
    table = begin(site, deal="led")
    leads(site, table, 6)
    victim = planted(site, SECRETS[6])
    victim.post(f"/join/{run(site.codes.of(table.id))}", seat=4)
    assert victim.get(f"/g/{table.id}/seat/4").status_code == 200
    assert planted(site, SECRETS[6], "10.0.0.66").get(f"/g/{table.id}/seat/4").status_code == 403


def test_a_year_of_one_device(site: Site) -> None:
    """It leads, plays, practises, rescues and brings, one game after the other: all of them are still there."""
    phone = phone_at(site, "10.0.0.7")
    phone.post("/new/rules", do="profile", profile_name="Ours")
    secrets, led, played = [phone.client.cookies[DEVICE]], list[str](), list[str]()
    for way in ("begin", "join", "link", "begin", "hand-over", "rescue", "bring", "join", "led", "begin"):
        page = gets(site, phone, begin(site), way)
        (played if "/seat/" in page else led).append(page)
        secrets.append(phone.client.cookies[DEVICE])
    assert len(set(secrets)) >= 11
    games = {page.split("/")[2] for page in led}
    for page in (*led, *played):
        assert phone.get(page).status_code == 200, page
    device = access.digest(phone.client.cookies[DEVICE])
    assert games <= {game.id for game in run(site.store.games_moderated_by(device))}
    listed = phone.get("/games").text
    assert all(f'data-game="{game}"' in listed for game in games)
    assert all(f'href="{page}"' in phone.get("/").text for page in played)
    assert "Ours" in phone.get("/new/rules").text
    own = [page.split("/")[2] for page in (led[0], led[2])]
    assert [run(site.store.leaders(game)) for game in own] == [[device]] * 2, "and it is one device"
    for old in secrets[:-2]:
        assert run(site.store.places(access.digest(old))) == [], "what it no longer shows opens nothing"


def test_a_device_keeps_its_games_if_the_reply_with_a_new_secret_gets_lost(site: Site) -> None:
    phone = phone_at(site, "10.0.0.7")
    first, _ = begun_by_form(site, phone)
    old = phone.client.cookies[DEVICE]
    begun_by_form(site, phone)
    again = planted(site, old)
    assert again.get(f"/g/{first}/lead").status_code == 200
    table = begin(site)
    again.post(f"/join/{run(site.codes.of(table.id))}", seat=2)
    assert again.get(f"/g/{first}/lead").status_code == 200
    assert again.get(f"/g/{table.id}/seat/2").status_code == 200


def test_the_rescue_code_and_the_lead_end_with_letting_go_though_the_secret_is_another_one(site: Site) -> None:
    phone = phone_at(site, "10.0.0.7")
    game, _ = begun_by_form(site, phone)
    code = rescue.code(phone.client.cookies[DEVICE], game)
    begun_by_form(site, phone)
    page = phone.get(f"/g/{game}/lead/ready").text
    assert 'class="rescue__code"' in page, "it is still the phone that began the game"
    Phone(site).leads(run(site.tables.find(game)))
    assert "Other devices that lead this game: 1." in phone.get(f"/g/{game}/lead/leaders").text
    phone.post(f"/g/{game}/lead/let-go")
    assert phone.get(f"/g/{game}/lead").status_code == 403
    assert phone.post("/join", code=code).status_code == 422


def test_a_phone_that_waits_and_gets_another_place_meanwhile_is_let_in(site: Site) -> None:
    table, other = begin(site, dealt=True), begin(site)
    phone = planted(site, SECRETS[6])
    phone.post(f"/join/{run(site.codes.of(table.id))}", seat=3)
    phone.post(f"/join/{run(site.codes.of(other.id))}", seat=2)
    (claim,) = run(site.tables.find(table.id)).manner.claims
    assert claim.sign in phone.get(f"/g/{table.id}/waiting").text
    run(site.tables.let_in(table, claim))
    assert phone.get(f"/g/{table.id}/waiting").url.path == f"/g/{table.id}/seat/3"
    assert phone.get(f"/g/{other.id}/seat/2").status_code == 200


def test_what_a_device_has_kept_comes_along_with_its_new_secret(site: Site) -> None:
    phone = Phone(site)
    phone.post("/new/rules", do="profile", profile_name="Ours")
    old = phone.client.cookies[DEVICE]
    begun_by_form(site, phone)
    assert phone.client.cookies[DEVICE] != old
    assert "Ours" in phone.get("/new/rules").text


def test_a_first_game_begun_by_a_tap_sent_twice_is_one_game(site: Site) -> None:
    """The reply with the new secret may have got lost."""
    phone = phone_at(site, "10.0.0.7")
    phone.post("/new/players", paste="\n".join(PLAYERS), do="paste")
    tapped = fields(phone.get("/new/begin").text, "mark", "once")
    twin = planted(site, phone.client.cookies[DEVICE])
    first, second = (each.post("/new/begin", do="begin", **tapped) for each in (phone, twin))
    assert first.url.path == second.url.path
    assert (first.status_code, second.status_code) == (200, 200)


def test_a_replaced_secret_is_forgotten_after_ten_minutes(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as the reply to a tap may be on its way; anyone who finds the old one later finds nothing by it."""
    phone = phone_at(site, "10.0.0.7")
    phone.post("/new/players", paste="\n".join(PLAYERS), do="paste")
    tapped = fields(phone.get("/new/begin").text, "mark", "once")
    old = phone.client.cookies[DEVICE]
    begun = phone.post("/new/begin", do="begin", **tapped).url.path
    now = time.time()
    for later, is_known in ((590.0, True), (610.0, False)):
        monkeypatch.setattr(visit, "time", SimpleNamespace(time=partial(float, now + later)))
        twin = planted(site, old)
        twin.post("/new/players", **tapped)
        assert (twin.get(begun).status_code == 200) is is_known


def fields(page: str, *names: str) -> dict[str, str]:
    """What the hidden fields of a page hold."""
    found = {name: re.search(rf'name="{name}" value="([^"]+)"', page) for name in names}
    return {name: value[1] for name, value in found.items() if value is not None}


@pytest.mark.parametrize("way", ["begin", "join", "bring", "practice"])
def test_who_has_planted_a_cookie_gets_no_new_one_though_he_sits_at_the_same_address(site: Site, way: str) -> None:
    """For a minute, what had taken the place of the old secret was given to whoever showed it from there."""
    table = begin(site)
    thief = phone_at(site, "10.0.0.7")
    thief.post("/new/players", paste="\n".join(PLAYERS), do="paste")
    secret = thief.client.cookies[DEVICE]
    once = fields(thief.get("/new/begin").text, "once")
    victim = planted(site, secret)
    page = begins(site, victim, table, way, **fields(victim.get("/new/begin").text, "once"))
    assert victim.get(page).status_code == 200
    tries: list[dict[str, str]] = [{}, once, {"once": ""}]
    for form in tries:
        thief = planted(site, secret)
        thief.post("/new/players", new="Zora", **form)
        assert thief.client.cookies.get(DEVICE) != victim.client.cookies[DEVICE]
        assert thief.get(page).status_code == 403


def test_devices_that_make_up_their_secrets_are_counted(site: Site) -> None:
    site.devices = access.Pace(3, 100, "web.too_many_devices")
    statuses = [planted(site, f"{number:043d}").post("/new/players", new="Ann").status_code for number in range(5)]
    assert statuses == [200, 200, 200, 429, 429]


# -- names --


def renamed(phone: Phone, table: Table, name: str) -> int:
    status: int = phone.post(f"/g/{table.id}/seat/2/name", name=name).status_code
    return status


def test_whoever_renames_himself_makes_no_tap_of_the_moderator_stale(site: Site) -> None:
    table = begin(site, phones_vote=True)
    phone, lead = Phone(site).plays(table, 2), Phone(site).leads(table)
    for name in ("Bob", "Bert", "Beth"):
        assert renamed(phone, table, name) == 200
    assert lead.post(f"/g/{table.id}/lead/answer", at=1).status_code == 200
    found = run(site.tables.find(table.id))
    assert len(found.game.answers) == 1
    assert found.game.players[1] == "Beth"
    assert lead.post(f"/g/{table.id}/lead/undo", at=1).status_code == 409, "what is meant for an older step is stale"


def test_nobody_renames_himself_once_the_evening_has_begun_or_while_a_vote_is_open(site: Site) -> None:
    """Every tap of the moderator was stale then, and the votes were gone."""
    dealt = begin(site, phones_vote=True, dealt=True)
    elects = begin(site, Setup.of(PLAYERS, DECK, sheriff_election="setup"), phones_vote=True)
    elects = go_on(site, elects, "sheriff.elect", sheriff__now=True)
    elects = run(site.tables.manage(elects, vote_open=elects.revision))
    elects = run(site.tables.suggest(elects, 1, 3))
    for table in (dealt, elects):
        renamed(Phone(site).plays(table, 2), table, "Zoe")
        found = run(site.tables.find(table.id))
        assert found.revision == table.revision
        assert found.game.players[1] == "Bea"
    assert run(site.tables.find(elects.id)).voted == (1,)


def test_a_seat_is_renamed_so_often_and_no_more(site: Site) -> None:
    table = begin(site, phones_vote=True)
    phone = Phone(site).plays(table, 2)
    statuses = [renamed(phone, table, f"Zoe the {letter}") for letter in "abcdefghijklmnopqrstuvwxyz"]
    assert statuses.count(200) == limits.RENAMES
    assert statuses[-1] == 429


@pytest.mark.parametrize(
    "name",
    [
        "\u0410nn",
        "\u0391nn",
        "H\u0430l",
        "HaI",
        "Ha1",
        "3",
        "#3",
        "No. 3",
        "Seat 3",
        "N\u00b0 3",
        "\uff13",
        "Everybody",
        "NOB0DY",
    ],
)
def test_nobody_calls_himself_so_that_he_is_taken_for_another(site: Site, name: str) -> None:
    table = begin(site, phones_vote=True)
    assert renamed(Phone(site).plays(table, 2), table, name) == 422


@pytest.mark.parametrize("name", ["2", "Beatrix", "B\u00e9a", "\u0411\u0435\u0430", "Bob 3", "Zo\u00eb", "99"])
def test_and_yet_as_he_likes(site: Site, name: str) -> None:
    table = begin(site, phones_vote=True)
    assert renamed(Phone(site).plays(table, 2), table, name) == 200
    assert run(site.tables.find(table.id)).game.players[1] == name
