"""What a stranger may send: no request brings a fault of ours, tells where files lie, or makes us somebody else."""

from __future__ import annotations

import hashlib
import re
import time
import tomllib
from pathlib import Path

import httpx2 as httpx
import pytest

from nightcall import MODERATOR, Setup
from nightcall.engine import tape
from nightcall.web import access, limits, serve
from nightcall.web.app import Site
from nightcall.web.store import Grant
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.visit import DEVICE, HERE
from tests.waiting import until
from tests.web.phone import DECK, PLAYERS, Phone, begin, new_site, run, stop_sites, stopped_later
from tests.web.program import Program

ROOT = Path(__file__).parents[2]
LONG = "9" * 5000


# -- no fault of ours --


@pytest.mark.parametrize(
    "path",
    ["seat/{n}", "seat/{n}/live", "lead/why/{n}", "lead/edit/{n}", "seat/00000000000000000000000000000001"],
)
def test_no_number_in_an_address_is_too_long_for_us(site: Site, path: str) -> None:
    table = begin(site)
    phone = Phone(site).leads(table).plays(table, 1)
    program = Program(site, "x")
    for number, status in ((LONG[:900], 404), (LONG, 404 if "{n}" not in path else 414)):
        assert phone.get(f"/g/{table.id}/{path.format(n=number)}").status_code == status
    for number, status in ((LONG[:900], 404), (LONG, 414)):
        assert program.ask("GET", f"/games/{table.id}/seats/{number}").status_code == status
        assert program.ask("DELETE", f"/games/{table.id}/keys/{number}").status_code == status


def test_no_number_in_a_form_is_too_long_for_us(site: Site) -> None:
    table = begin(site)
    phone = Phone(site).leads(table)
    lead = f"/g/{table.id}/lead"
    assert phone.post(f"{lead}/timer", act="start", kind="debate", seconds=LONG).status_code == 200
    timer = run(site.tables.find(table.id)).manner.timer
    assert timer is not None
    assert timer.length == 200, "as long as eight of the living usually need"
    assert phone.post(f"{lead}/manner", debate=LONG).status_code == 200
    assert run(site.tables.find(table.id)).manner.debate == 0
    assert phone.post(f"{lead}/answer", at=LONG).status_code == 409
    for step in ("players", "cards", "extras", "rules", "deal"):
        fields = {"count": LONG, "do": f"remove-{LONG}", "card-seer": LONG, "debate": LONG, "houses_seed": LONG}
        assert phone.client.post(f"/new/{step}", data=fields).status_code in (200, 422)
    assert phone.get(f"/games?page={LONG}").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://["},
        {"origin": "http://[::1"},
        {"origin": "http://\u00e9:99999"},
        {"origin": "\\\\"},
        {"referer": "http://["},
        {"cookie": f"{DEVICE}=\u00ff; ;;=;"},
        {"accept-language": f"{LONG};q={LONG},;;,q=nan"},
        {"content-type": "multipart/form-data"},
        {"content-type": "multipart/form-data; boundary="},
        {"content-type": "multipart/form-data; boundary=x; charset=nonsense"},
        {"authorization": "Bearer \u00ff"},
        {"range": "bytes=" + ",".join(f"{number}-{number}" for number in range(500))},
    ],
    ids=str,
)
def test_no_header_brings_a_fault_of_ours(site: Site, headers: dict[str, str]) -> None:
    phone = Phone(site)
    sent = {name.encode(): value.encode("latin-1") for name, value in headers.items()}
    for method, path in (
        ("POST", "/device"),
        ("POST", "/join"),
        ("POST", "/games/bring"),
        ("GET", "/"),
        ("POST", "/api/games"),
        ("GET", "/static/nightcall.css"),
    ):
        reply = phone.client.request(method, path, headers=sent, content=b"--x\r\n\r\n--x--", follow_redirects=False)
        assert reply.status_code < 500, (method, path, reply.text)


def test_the_page_of_a_fault_shows_no_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = stopped_later(serve.opened(tmp_path))

    async def fails(_: object) -> None:
        raise RuntimeError("oh")

    monkeypatch.setattr(site.tables, "find", fails)
    for reply in (Phone(site).get("/g/x"), Phone(site).get("/api/games/x")):
        assert reply.status_code in (404, 500)
        assert str(tmp_path) not in reply.text
    assert "RuntimeError: oh" in (tmp_path / "fault.txt").read_text("utf-8")


# -- who we are --


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("192.168.1.7:8000", True),
        ("[::1]:8000", True),
        ("localhost", True),
        ("LOCALHOST:8000", True),
        ("party.example", True),
        ("party.example.:8000", True),
        ("evil.example", False),
        ("party.example.evil", False),
        ("192.168.1.7.evil.example", False),
        ("", False),
        ("[", False),
        ("[::1", False),
        ("user@localhost", False),
        ("localhost/x", False),
        ("a b", False),
    ],
)
def test_we_answer_to_our_own_names_alone(host: str, is_ours: bool) -> None:
    """A name of theirs that leads to us would make their page one of ours."""
    site = new_site()
    site.names = serve.names("0.0.0.0", ["party.example"])
    reply = Phone(site).client.get("/", headers={"host": host})
    assert reply.status_code == (200 if is_ours else 421)


def test_a_form_of_a_foreign_name_is_refused_though_it_says_it_is_ours() -> None:
    site = new_site()
    site.names = serve.names("0.0.0.0")
    headers = {"host": "evil.example", "origin": "http://evil.example", "sec-fetch-site": "same-origin"}
    assert Phone(site).client.post("/new/players", data={"new": "Ann"}, headers=headers).status_code == 421


# -- where we send people --


@pytest.mark.parametrize(
    "referer",
    [
        "http://testserver//evil.example/",
        "http://testserver/\\evil.example/",
        "http://testserver/\t/evil.example/",
        "http://testserver////evil.example",
        "http://testserver@evil.example/",
        "http://evil.example/",
        "//evil.example/",
        "http://testserver/%0d%0aset-cookie:x=1",
    ],
)
@pytest.mark.parametrize("is_open", [True, False])
def test_we_send_nobody_elsewhere(site: Site, referer: str, is_open: bool) -> None:
    headers = {"referer": referer} | ({"hx-request": "true"} if is_open else {})
    reply = Phone(site).client.post("/device", data={"hand": "left"}, headers=headers, follow_redirects=False)
    target = reply.headers["hx-redirect" if is_open else "location"]
    assert re.match(r"/(?![/\\])", target), target
    assert "\r" not in target


def test_and_still_back_to_where_they_were(site: Site) -> None:
    headers = {"referer": "http://testserver/games?q=%C3%A9t%C3%A9&page=2"}
    reply = Phone(site).client.post("/device", data={"hand": "left"}, headers=headers, follow_redirects=False)
    assert reply.headers["location"] == "/games?q=%C3%A9t%C3%A9&page=2"


# -- who they are --


@pytest.mark.parametrize("secret", ["", "x", "x" * 42, "x" * 44, "x" * 42 + "!", "x" * 42 + "\u00e9", "x" * 10_000])
def test_nobody_chooses_his_own_secret(site: Site, secret: str) -> None:
    phone = Phone(site)
    table = begin(site)
    run(site.store.grant(access.digest(secret), Grant(table.id, MODERATOR)))
    sent = {b"cookie": f"{DEVICE}={secret}".encode("latin-1")}
    assert phone.client.get(f"/g/{table.id}/lead", headers=sent).status_code == 403
    reply = phone.client.post("/new/players", data={"new": "Ann"}, headers=sent, follow_redirects=False)
    given = re.search(rf"{DEVICE}=([^;]+)", reply.headers["set-cookie"])
    assert given is not None
    assert access.is_secret(given[1])


def test_looking_changes_nothing(site: Site) -> None:
    table = begin(site)
    phone = Phone(site).leads(table)
    before = "\n".join(site.store._db.iterdump())  # type: ignore[attr-defined]
    assert phone.get(f"/new/again/{table.id}").status_code in (404, 405)
    for path in (
        "/",
        "/new",
        "/new/begin",
        "/games",
        f"/g/{table.id}",
        f"/g/{table.id}/lead",
        "/join",
        "/new/rules",
        f"/g/{table.id}/lead/ready",
    ):
        assert phone.get(path).status_code == 200
    assert "\n".join(site.store._db.iterdump()) == before  # type: ignore[attr-defined]


# -- other people's pages --


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://["},
    ],
    ids=str,
)
def test_no_page_elsewhere_begins_a_game(site: Site, headers: dict[str, str]) -> None:
    body = {"setup": Setup.of(PLAYERS, DECK).to_json()}
    program = Program(site)
    sent = {"content-type": "text/plain"} | headers
    reply = program.client.post("/api/games", json=body, headers=sent)
    assert reply.status_code == 403
    assert run(_count(site)) == 0
    assert program.client.post("/api/games", json=body).status_code == 201


async def _count(site: Site) -> int:
    (count,) = site.store._db.execute("SELECT count(*) FROM game").fetchone()  # type: ignore[attr-defined]
    assert isinstance(count, int)
    return count


# -- the pace --


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_wrong_codes_lock_out_nobody_elsewhere() -> None:
    codes = access.Codes(new_site().store, Clock())
    right = run(codes.of("g1"))
    for number in range(400):
        for _ in range(limits.TRIES):
            with pytest.raises(access.NotAllowed):
                run(codes.game("WRONG1", f"stranger {number}"))
        with pytest.raises(access.TooMany):
            run(codes.game(right, f"stranger {number}"))
    assert run(codes.game(right, "friend")) == "g1"


def test_a_household_counts_as_one() -> None:
    assert access.client("2001:db8:1:2:3:4:5:6") == access.client("2001:db8:1:2::1")
    assert access.client("2001:db8:1:3::1") != access.client("2001:db8:1:2::1")
    assert access.client("::ffff:10.0.0.1") == access.client("10.0.0.1") == "10.0.0.1"
    assert access.client("10.0.0.2") != access.client("10.0.0.1")


def test_games_begun_by_forms_are_counted_as_those_of_programs(site: Site) -> None:
    site.begun = access.Pace(3, 100, "web.too_many_games")
    phone = Phone(site)
    tape_of = tape.dumps(begin(site).game).encode()

    def begins() -> httpx.Response:
        phone.post("/new/players", paste="\n".join(PLAYERS), do="paste")
        page = phone.get("/new/begin").text
        mark = re.search(r'name="mark" value="([^"]+)"', page)
        assert mark is not None
        return phone.post("/new/begin", do="begin", mark=mark[1])

    assert begins().status_code == 200
    assert phone.client.post("/games/bring", files={"tape": ("x", tape_of)}).status_code == 200
    assert Program(site).ask("POST", "/games", {"setup": Setup.of(PLAYERS, DECK).to_json()}).status_code == 201
    assert begins().status_code == 429
    assert phone.client.post("/games/bring", files={"tape": ("x", tape_of)}).status_code == 429
    assert Program(site).ask("POST", "/games", {"setup": Setup.of(PLAYERS, DECK).to_json()}).status_code == 429


def test_devices_that_come_for_the_first_time_are_counted(site: Site) -> None:
    site.devices = access.Pace(3, 100, "web.too_many_devices")
    known = Phone(site)
    assert known.post("/new/players", new="Ann").status_code == 200
    for _ in range(2):
        assert Phone(site).post("/new/players", new="Ann").status_code == 200
    assert Phone(site).post("/new/players", new="Ann").status_code == 429
    assert known.post("/new/players", new="Bea").status_code == 200, "whoever is known is not refused"
    kept = site.store._db.execute("SELECT count(*) FROM belonging").fetchone()  # type: ignore[attr-defined]
    assert kept == (3,)


def test_a_table_nobody_goes_on_setting_up_is_forgotten_at_the_start_and_every_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """House rules that were given a name stay."""
    now = time.time()
    site = Site(SQLiteStore(tmp_path / "games.sqlite3"))
    phone, other = Phone(site), Phone(site)
    phone.post("/new/players", new="Zora")
    phone.post("/new/rules", do="profile", profile_name="Ours")
    monkeypatch.setattr(time, "time", lambda: now + limits.DRAFTS_LAST - 1)
    other.post("/new/players", new="Yule")
    monkeypatch.setattr(limits, "TIDY_EVERY", 0.01)
    with phone.served():
        assert "Zora" in phone.get("/new").text, "not yet"
        monkeypatch.setattr(time, "time", lambda: now + limits.DRAFTS_LAST + 60)
        until(lambda: "Zora" not in phone.get("/new").text)
        assert "Yule" in other.get("/new").text
        assert "Ours" in phone.get("/new/rules").text
    again = stopped_later(Site(SQLiteStore(tmp_path / "games.sqlite3")))
    monkeypatch.setattr(limits, "TIDY_EVERY", 1000.0)
    monkeypatch.setattr(time, "time", lambda: now + 3 * limits.DRAFTS_LAST)
    started = Phone(again)
    started.client.cookies = other.client.cookies
    with started.served():
        assert "Yule" not in started.get("/new").text
    stop_sites()


# -- what is not ours --


def test_vendored_files_are_as_published() -> None:
    folder = HERE / "static" / "vendor"
    rows = re.findall(
        r"^\| `([^`]+)` .* `([0-9a-f]{64})` \|$", (folder / "VERSIONS.md").read_text("utf-8"), re.MULTILINE
    )
    assert {name for name, _ in rows} == {path.name for path in folder.glob("*.js")}
    for name, sha in rows:
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == sha, name


FAULTLESS = {"starlette": (1, 3, 1), "python-multipart": (0, 0, 27), "jinja2": (3, 1, 6), "h11": (0, 16)}
"""The first version without a fault that we know of."""


def test_no_version_with_a_known_fault_will_do() -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    floors = {name: tuple(map(int, floor.split("."))) for name, _, floor in (each.partition(">=") for each in asked)}
    for name, least in FAULTLESS.items():
        assert floors[name] >= least, name
    locked = dict(re.findall(r"^([\w-]+)==([\d.]+)", (ROOT / "requirements.txt").read_text("utf-8"), re.MULTILINE))
    for name, floor in floors.items():
        assert tuple(map(int, locked[name].split("."))) >= floor, name
