"""Who may do what: every address is tried by devices that have no business there."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import Any

import httpx2 as httpx
import pytest

from nightcall import MODERATOR, PUBLIC
from nightcall.web import access, limits
from nightcall.web.app import Site
from nightcall.web.routes import every
from nightcall.web.store import Grant
from nightcall.web.visit import DEVICE, SAFE_DEVICE
from tests.web.phone import Phone, begin, new_site, run
from tests.web.program import Program

# -- secrets --


def test_secrets_cannot_be_guessed() -> None:
    secrets = {access.new_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert all(len(secret) * 6 >= 128 for secret in secrets), "letters of a URL hold six bits each"


def test_the_store_keeps_no_secret(site: Site) -> None:
    table = begin(site)
    table, key = run(site.tables.give_key(table, MODERATOR))
    phone = Phone(site)
    assert phone.client.post(f"/k/{key}", follow_redirects=False).status_code == 303
    phone.client.cookies.jar.clear()
    cookie = phone.client.post(f"/k/{key}", follow_redirects=False).headers["set-cookie"]
    secret = re.search(rf"{DEVICE}=([^;]+)", cookie)
    assert secret is not None
    dump = "\n".join(site.store._db.iterdump())  # type: ignore[attr-defined]
    assert key not in dump
    assert secret[1] not in dump
    assert access.digest(key) in dump


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(site: Site) -> None:
    _, key = run(site.tables.give_key(begin(site), MODERATOR))
    cookie = Phone(site).client.post(f"/k/{key}", follow_redirects=False).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert len(cookie.partition("=")[2].partition(";")[0]) * 6 >= 128


def test_a_page_looked_up_gives_no_secret(site: Site) -> None:
    table = begin(site)
    for path in ("/", f"/g/{table.id}/live-not", "/api/", f"/api/games/{table.id}"):
        assert "set-cookie" not in Phone(site).get(path).headers


# -- codes --


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_code_lasts_a_while_and_not_longer() -> None:
    clock = Clock()
    codes = access.Codes(new_site().store, clock)
    code = run(codes.of("g1"))
    assert run(codes.of("g1")) == code
    assert run(codes.game(code, "phone")) == "g1"
    clock.now += access.CODE_LASTS - 1
    assert run(codes.game(code, "phone")) == "g1"
    clock.now += 1
    with pytest.raises(access.NotAllowed):
        run(codes.game(code, "phone"))
    assert run(codes.of("g1")) != code


def test_a_code_is_replaced_before_it_runs_out() -> None:
    clock = Clock()
    codes = access.Codes(new_site().store, clock)
    code = run(codes.of("g1"))
    clock.now += access.CODE_LASTS / 2 + 1
    newer = run(codes.of("g1"))
    assert newer != code
    assert {run(codes.game(code, "")), run(codes.game(newer, ""))} == {"g1"}, "what somebody is typing still works"


def test_a_code_is_read_as_people_type_it() -> None:
    codes = access.Codes(new_site().store)
    code = run(codes.of("g1"))
    assert run(codes.game(f" {code[:3].lower()}-{code[3:].lower()} ", "")) == "g1"
    assert set(code) <= set(access.LETTERS)
    assert not set("01OI") & set(access.LETTERS)


def test_codes_cannot_be_tried_out() -> None:
    clock = Clock()
    codes = access.Codes(new_site().store, clock)
    right = run(codes.of("g1"))
    for _ in range(limits.TRIES):
        with pytest.raises(access.NotAllowed):
            run(codes.game("WRONG1", "stranger"))
    with pytest.raises(access.TooMany):
        run(codes.game(right, "stranger"))
    assert run(codes.game(right, "friend")) == "g1"
    clock.now += limits.TRIES_PER + 1
    assert run(codes.game(right, "stranger")) == "g1"


def test_games_begun_by_programs_are_counted() -> None:
    clock = Clock()
    pace = access.Pace(limits.GAMES, limits.GAMES_AT_ALL, "web.too_many_games", clock)
    for _ in range(limits.GAMES):
        run(pace.refuse_flood("a"))
        run(pace.note("a"))
    with pytest.raises(access.TooMany):
        run(pace.refuse_flood("a"))
    run(pace.refuse_flood("b"))
    clock.now += limits.FILLS_PER + 1
    run(pace.refuse_flood("a"))


def test_a_crowd_shuts_the_door_on_itself_and_on_nobody_else() -> None:
    """Eleven addresses used up what everybody may do, and no guest could join for ten minutes."""
    pace = access.Pace(10, 40, "web.too_many_devices", Clock())
    for number in range(11):
        for _ in range(10):
            with suppress(access.TooMany):
                run(pace.refuse_flood(f"crowd {number}"))
                run(pace.note(f"crowd {number}"))
    with pytest.raises(access.TooMany):
        run(pace.refuse_flood("crowd 1"))
    for _ in range(limits.FEW):
        run(pace.refuse_flood("guest"))
        run(pace.note("guest"))
    with pytest.raises(access.TooMany):
        run(pace.refuse_flood("guest"))
    run(pace.refuse_flood("guest", invited=True))
    for number in range(200):
        run(pace.note(f"another {number}"))
    with pytest.raises(access.TooMany):
        run(pace.refuse_flood("somebody new"))


def test_a_guest_with_a_code_or_a_link_is_let_in_whatever_crowd_there_is(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begin(site)
    site.devices = access.Pace(100, 1, "web.too_many_devices")
    for number in range(20):
        run(site.devices.note(f"crowd {number}"))
    code = run(site.codes.of(table.id))
    assert Phone(site).post("/new/players", new="Ann").status_code == 429
    assert Phone(site).post(f"/join/{code}", seat=1).url.path == f"/g/{table.id}/seat/1"
    assert Program(site).ask("POST", f"/codes/{code}", {"seat": 2}).status_code == 202
    Phone(site).leads(table)
    monkeypatch.setattr(limits, "DEVICES", 1)
    site.guests = access.Guests()
    assert Phone(site).post(f"/join/{code}", seat=3).status_code == 200
    assert Phone(site).post(f"/join/{code}", seat=4).status_code == 429
    assert Phone(site).post(f"/join/{run(site.codes.of(begin(site).id))}", seat=4).status_code == 200, "another game"


def test_whoever_has_the_code_keeps_nobody_else_out_of_the_game(site: Site) -> None:
    """From two addresses he used up what a whole game may bring, and no guest could join for ten minutes."""
    table = begin(site)
    code = run(site.codes.of(table.id))
    for number in range(limits.GUESTS):
        run(site.guests.of(table.id).note(f"10.0.0.{number % 2}"))
    assert Phone(site).post(f"/join/{code}", seat=1).url.path == f"/g/{table.id}/seat/1"
    assert Program(site).ask("POST", f"/codes/{code}", {"seat": 2}).status_code == 202
    with pytest.raises(access.TooMany):
        run(site.guests.of(table.id).refuse_flood("10.0.0.1"))


# -- seats --


def test_a_seat_is_claimed_once(site: Site) -> None:
    table = begin(site)
    run(site.tables.claim(table, 3, "one device"))
    with pytest.raises(access.NotAllowed):
        run(site.tables.claim(table, 3, "another"))
    for nowhere in (0, -1, 99):
        with pytest.raises(access.NotAllowed):
            run(site.tables.claim(table, nowhere, "another"))


def test_a_freed_seat_is_closed_to_its_device_at_once(site: Site) -> None:
    table = begin(site)
    phone = Phone(site).plays(table, 3)
    path = f"/g/{table.id}/seat/3"
    assert phone.get(path).status_code == 200
    run(site.tables.free(table, 3))
    assert phone.get(path).status_code == 403
    assert phone.get(f"{path}/live").status_code == 403


def test_the_stream_of_a_freed_seat_ends(site: Site) -> None:
    table = begin(site)

    async def heard() -> list[str]:
        pieces = site.live.follow(table.id, 3, table.look)
        screen = site.live.follow(table.id, PUBLIC, table.look)
        await anext(pieces)
        await anext(screen)
        waiting = asyncio.ensure_future(anext(pieces))
        await asyncio.sleep(0)
        await site.store.grant("device", Grant(table.id, 3))
        await site.tables.free(table, 3)
        rest = [await waiting, *[piece async for piece in pieces]]
        assert site.live.count(table.id) == 1, "the public screen stays"
        await screen.aclose()  # type: ignore[attr-defined]
        return rest

    assert run(heard()) == ["event: changed\ndata:\n\n"]


def test_the_stream_of_a_seat_that_passes_to_another_phone_ends(site: Site) -> None:
    """Whoever sat there may hold a page open."""
    table = begin(site, dealt=True)
    run(site.store.grant("old", Grant(table.id, 3)))

    async def heard() -> list[str]:
        asking = await site.tables.ask_for(table, 3, "new", "10.0.0.1")
        pieces = site.live.follow(table.id, 3, table.look)
        await anext(pieces)
        waiting = asyncio.ensure_future(anext(pieces))
        await asyncio.sleep(0)
        await site.tables.let_in(asking, asking.manner.claims[0])
        async with asyncio.timeout(5):
            return [await waiting, *[piece async for piece in pieces]]

    assert run(heard()) == ["event: changed\ndata:\n\n"]
    assert run(site.store.holders(Grant(table.id, 3))) == ["new"]


# -- every address --

OPEN = {
    "/",
    "/about",
    "/device",
    "/join",
    "/join/{code}",
    "/k/{key}",
    "/practice",
    "/g/{game}",
    "/g/{game}/live",
    "/g/{game}/waiting",
    "/tv",
    "/house-rules.svg",
    "/healthz",
    "/readyz",
    "/metrics",
}
"""Open to everybody: these show no secret, are the way in, or look who asks in another way."""
OPEN_BEGINNINGS = ("/new", "/games", "/rules", "/api", "/g/{game}/end")
"""Pages of a device's own drafts and games, the library; the interface for programs has tests of its own."""
FILLED = {"seat": "2", "step": "players"}


def routes() -> list[tuple[str, str]]:
    found = []
    for route in every():
        path = re.sub(r":\w+}", "}", route.path)
        found += [(path, method) for method in sorted(route.methods or ()) if method != "HEAD"]
    assert found
    return found


CLOSED = [(path, method) for path, method in routes() if path not in OPEN and not path.startswith(OPEN_BEGINNINGS)]


def tried(phone: Phone, path: str, method: str, game: str) -> httpx.Response:
    filled = {name: FILLED.get(name, "0") for name in re.findall(r"{(\w+)}", path)} | {"game": game}
    return phone.client.request(method, path.format(**filled), follow_redirects=False)


def test_there_is_something_to_try() -> None:
    assert ("/g/{game}/lead", "GET") in CLOSED
    assert ("/g/{game}/lead/answer", "POST") in CLOSED
    assert ("/g/{game}/seat/{seat}/live", "GET") in CLOSED


@pytest.mark.parametrize(("path", "method"), CLOSED, ids=str)
def test_no_address_opens_to_a_device_without_the_place(site: Site, path: str, method: str) -> None:
    table, other = begin(site), begin(site)
    strangers = {
        "unknown": Phone(site),
        "leads another game": Phone(site).leads(other),
        "plays another seat": Phone(site).plays(table, 1),
        "leads, but plays no seat" if "{seat}" in path else "plays": Phone(site).leads(table)
        if "{seat}" in path
        else Phone(site).plays(table, 2),
    }
    for who, phone in strangers.items():
        reply = tried(phone, path, method, table.id)
        assert reply.status_code == 403, (who, reply.status_code)
        assert "set-cookie" not in reply.headers
    again = run(site.tables.find(table.id))
    assert (again.revision, again.manner) == (table.revision, table.manner)


@pytest.mark.parametrize(
    ("path", "method"), [route for route in routes() if route[1] != "GET" and "/api" not in route[0]], ids=str
)
def test_no_form_of_another_site_is_accepted(site: Site, path: str, method: str) -> None:
    table = begin(site)
    phone = Phone(site).leads(table).plays(table, 2)
    foreign: list[dict[str, str]] = [
        {"origin": "http://elsewhere"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ]
    for headers in foreign:
        phone.client.headers |= {"origin": "http://testserver"}
        phone.client.headers |= headers
        reply = tried(phone, path, method, table.id)
        assert reply.status_code == 403, (headers, reply.status_code)
        phone.client.headers.pop("sec-fetch-site", None)
    del phone.client.headers["origin"]
    assert tried(phone, path, method, table.id).status_code == 403, "neither origin nor fetch site"
    again = run(site.tables.find(table.id))
    assert (again.revision, again.manner) == (table.revision, table.manner)
    assert run(site.store.taken(table.id)) == [2]


# -- cookies --


def safely(site: Site, **cookies: str) -> Phone:
    """A device that comes by HTTPS with these cookies, wherever they are from."""
    phone = Phone(site)
    phone.client.base_url = "https://party.example"
    phone.client.headers["origin"] = "https://party.example"
    for name, value in cookies.items():
        phone.client.cookies.set(name, value, domain="party.example", path="/")
    return phone


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("localhost", True),
        ("LOCALHOST.:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("party.example", True),
        ("evil-localhost", False),
        ("evil.localhost", False),
        ("localhost.evil.example", False),
        ("evil-party.example", False),
        ("party.example.evil", False),
    ],
)
def test_no_name_that_only_looks_like_ours_is_ours(site: Site, host: str, is_ours: bool) -> None:
    """Anybody can point such a name at this computer; a page of theirs would be one of ours."""
    site.names = frozenset({"party.example"})
    assert Phone(site).get("/about", host=host).status_code == (200 if is_ours else 421)


def test_where_nobody_listens_no_other_name_sets_the_cookie_of_a_device(site: Site) -> None:
    """One set by a neighbour for both names would make a guest's seat the neighbour's."""
    phone = safely(site)
    kept = phone.post("/new/players", new="Ann").history[0].headers["set-cookie"]
    assert kept.startswith(f"{SAFE_DEVICE}=")
    assert "path=/;" in kept.lower()
    assert "; secure" in kept.lower()
    assert "domain" not in kept.lower()
    phone.client.cookies.set(DEVICE, "n" * 43, domain="party.example", path="/")
    assert "Ann" in phone.get("/new/players").text, "the neighbour's is not looked at"


def test_a_device_that_came_before_keeps_its_games_and_gets_the_safe_cookie(site: Site) -> None:
    table = begin(site)
    secret = "o" * 43
    run(site.store.grant(access.digest(secret), Grant(table.id, MODERATOR)))
    phone = safely(site, **{DEVICE: secret})
    reply = phone.get(f"/g/{table.id}/lead")
    assert reply.status_code == 200
    assert reply.headers["set-cookie"].startswith(f"{SAFE_DEVICE}={secret};")
    assert "set-cookie" not in phone.get(f"/g/{table.id}/lead").headers, "once"


def test_in_clear_a_safe_cookie_is_not_believed(site: Site) -> None:
    """A browser sends none there: whoever does has made it up."""
    table = begin(site)
    run(site.store.grant(access.digest("o" * 43), Grant(table.id, MODERATOR)))
    assert Phone(site).get(f"/g/{table.id}/lead", cookie=f"{SAFE_DEVICE}={'o' * 43}").status_code == 403


# -- sizes --


@pytest.mark.parametrize("length", ["told", "untold"])
def test_large_bodies_are_refused_whether_or_not_they_say_so(site: Site, length: str) -> None:
    piece = b"x" * 65536

    def pieces() -> Any:
        for _ in range(limits.BODY // len(piece) + 1):
            yield piece

    body = b"".join(pieces()) if length == "told" else pieces()
    headers = {"content-type": "application/x-www-form-urlencoded"}
    assert Phone(site).client.post("/device", content=body, headers=headers).status_code == 413


def test_forms_with_too_many_fields_are_refused(site: Site) -> None:
    reply = Phone(site).client.post("/device", data={f"f{number}": "x" for number in range(2000)})
    assert reply.status_code == 413
