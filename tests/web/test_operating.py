"""For whoever runs the server: is it alive, can it serve, what does it count, what does it write down, how it stops."""

from __future__ import annotations

import http.client
import importlib.util
import io
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

import nightcall
from nightcall import Setup
from nightcall.engine.errors import NightcallError
from nightcall.web import access, logs
from nightcall.web.app import Site, build
from nightcall.web.figures import Figures, Served
from nightcall.web.serve import database, watched
from nightcall.web.store import sql
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.visit import DEVICE
from tests.waiting import until
from tests.web import direct
from tests.web.hostile import SECRETS, SETUP, _fill, evening
from tests.web.phone import DECK, PLAYERS, Phone, begin, run
from tests.web.program import Program, bot_for, prompt_of

processes = pytest.mark.skipif(sys.platform in ("win32", "emscripten"), reason="no signals, or no processes, here")
has_parser = importlib.util.find_spec("prometheus_client") is not None


# -- alive, and able to serve --


def test_it_says_that_it_lives_and_whether_it_can_serve(site: Site) -> None:
    phone = Phone(site)
    assert [phone.get(path).status_code for path in ("/healthz", "/readyz")] == [200, 200]
    assert "set-cookie" not in phone.get("/readyz").headers
    site.live.close()
    assert phone.get("/readyz").status_code == 503, "it stops: send people elsewhere"
    assert phone.get("/healthz").status_code == 200


def test_it_cannot_serve_while_its_file_cannot_be_written(tmp_path: Path) -> None:
    store, other = SQLiteStore(tmp_path / "games.sqlite3"), SQLiteStore(tmp_path / "games.sqlite3")
    store._db.execute("PRAGMA busy_timeout = 50")
    phone = Phone(Site(store))
    assert phone.get("/readyz").status_code == 200
    other._db.execute("BEGIN IMMEDIATE")
    reply = phone.get("/readyz")
    assert (reply.status_code, reply.text) == (503, "web.store.busy\n")
    other._db.execute("ROLLBACK")
    assert phone.get("/readyz").status_code == 200
    run(other.close())
    run(store.close())


def readiness(store: SQLiteStore) -> tuple[int, str]:
    reply = Phone(Site(store)).get("/readyz")
    return reply.status_code, reply.text.strip()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    found = SQLiteStore(tmp_path / "games.sqlite3")
    begin(Site(found))
    assert readiness(found) == (200, "ready")
    yield found
    run(found.close())


def test_it_cannot_serve_where_its_file_may_not_grow(store: SQLiteStore) -> None:
    [(pages,)] = store._db.execute("PRAGMA page_count").fetchall()
    store._db.execute(f"PRAGMA max_page_count = {pages}")

    async def filled() -> None:
        for number in range(100):
            await store.write("somebody", f"thing {number}", "x" * 4000)

    with pytest.raises(NightcallError, match="no room"):
        run(filled())
    assert readiness(store) == (503, "web.store.full")
    store._db.execute("PRAGMA max_page_count = 1000000")
    assert readiness(store) == (200, "ready")


@processes
def test_it_cannot_serve_from_a_full_disk(store: SQLiteStore) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        found = readiness(store)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert found == (503, "web.store.full")
    assert readiness(store) == (200, "ready")


@pytest.mark.parametrize("intact", [0, 100, 4096])
def test_it_cannot_serve_from_a_damaged_file(tmp_path: Path, intact: int) -> None:
    """From whatever byte on: what it remembers of the file does not count."""
    path = tmp_path / "games.sqlite3"
    before = SQLiteStore(path)
    begin(Site(before))
    run(before.close())
    store = SQLiteStore(path)
    assert readiness(store) == (200, "ready")
    whole = path.read_bytes()
    store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek(intact)
        file.write(b"garbage " * (len(whole) // 8))
    assert readiness(store) == (503, "web.store.damaged")
    run(store.close())


@processes
def test_it_cannot_serve_from_a_file_that_is_gone(store: SQLiteStore, tmp_path: Path) -> None:
    (tmp_path / "games.sqlite3").unlink()
    assert readiness(store) == (503, "web.store.damaged")


def test_whoever_asks_without_end_does_not_keep_the_disk_busy(
    store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    beat = store._beat

    async def counted() -> str:
        written.append("")
        return await beat()

    monkeypatch.setattr(store, "_beat", counted)
    assert {readiness(store) for _ in range(3 * sql.TRIED_AT_MOST)} == {(200, "ready")}
    assert 0 < len(written) < sql.TRIED_AT_MOST


# -- what it counts --


def scraped(site: Site, client: str = "127.0.0.1", **headers: str) -> httpx.Response:
    return direct.client(build(site), client).get("/metrics", headers=headers)


def test_nobody_reads_figures_who_was_not_named(site: Site) -> None:
    """A player could count the moderator's secret steps."""
    assert scraped(site).status_code == 404, "off unless asked for"
    site.figures = Figures(["127.0.0.1", "10.1.0.0/16"])
    assert [scraped(site, who).status_code for who in ("127.0.0.1", "10.1.2.3", "10.2.0.1", "")] == [200, 200, 404, 404]
    through_a_proxy = {"x-forwarded-for": "127.0.0.1"}
    assert scraped(site, **through_a_proxy).status_code == 404
    with pytest.raises(NightcallError, match="neither an address nor a network"):
        watched(["everybody"])


def samples(text: str) -> dict[str, float]:
    """Every line of figures, and the form checked on the way."""
    found: dict[str, float] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            match = re.fullmatch(r'([a-z_]+(?:\{(?:[a-z]+="[^"]*",?)*\})?) ([0-9.e+-]+)', line)
            assert match, line
            assert match[1] not in found, "each once"
            found[match[1]] = float(match[2])
    return found


def test_figures_by_sort_of_page(site: Site) -> None:
    site.figures = Figures(["127.0.0.1"])
    table = begin(site)
    phone = Phone(site).leads(table)
    phone.get(f"/g/{table.id}/lead")
    phone.post(f"/g/{table.id}/lead/answer", at=table.revision)
    phone.get("/nowhere/at/all")
    phone.client.request("MADEUP", "/")
    text = scraped(site).text
    found = samples(text)
    page = '{method="GET",page="/g/{game}/lead",status="200"}'
    assert found[f"nightcall_requests_total{page}"] == 2  # and once more after the answer
    assert found['nightcall_requests_total{method="GET",page="elsewhere",status="404"}'] == 1
    assert found['nightcall_requests_total{method="other",page="/",status="405"}'] == 1
    taps = [f'nightcall_request_seconds_{each}{{sort="tap"}}' for each in ("count", "sum")]
    assert found[taps[0]] >= 2
    assert found[taps[1]] > 0
    assert found['nightcall_request_seconds_bucket{sort="tap",le="+Inf"}'] == found[taps[0]]
    assert found["nightcall_games_in_memory"] == 1
    assert found["nightcall_faults_total"] == 0
    assert table.id not in text
    assert not [name for name in PLAYERS if name in text]


def test_durations_are_cumulative() -> None:
    figures = Figures(["127.0.0.1"])
    for seconds in (0.001, 0.005, 0.2, 60.0):
        figures.note(Served("GET", "/", 200, seconds))
    found = samples("".join(figures._durations()))
    buckets = {name: count for name, count in found.items() if "bucket" in name}
    assert list(buckets.values()) == [2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4]


@pytest.mark.skipif(not has_parser and "CI" not in os.environ, reason="there is no prometheus_client here")
def test_prometheus_reads_them(site: Site) -> None:
    from prometheus_client.parser import text_string_to_metric_families

    site.figures = Figures(["127.0.0.1"])
    Phone(site).get("/")
    text = scraped(site).text
    families = {family.name: family for family in text_string_to_metric_families(text)}
    assert families["nightcall_request_seconds"].type == "histogram"
    assert families["nightcall_requests"].type == "counter"
    read = [(sample.name, sample.value) for family in families.values() for sample in family.samples]
    assert len(read) == len(samples(text))


# -- what it writes down --


def test_whatever_looks_like_a_secret_is_struck_out_of_every_line() -> None:
    secret = access.new_secret()
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(logs.JsonLines())
    logger = logging.Logger("nightcall")
    logger.addHandler(handler)
    logger.addFilter(logs.Discreet())
    logger.warning("a link: http://192.0.2.1/k/%s", secret)
    try:
        raise ValueError(f"{secret} typed by Ann")
    except ValueError:
        logger.exception("it broke at %s", access.digest(secret))
    handler.setFormatter(logging.Formatter("%(message)s"))
    try:
        raise ValueError(secret)
    except ValueError:
        logger.exception("plain")
    assert secret not in out.getvalue()
    assert access.digest(secret) not in out.getvalue()
    first, second = map(json.loads, out.getvalue().splitlines()[:2])
    assert first["message"] == "a link: http://192.0.2.1/k/[secret]"
    assert second["error"] == "ValueError"
    assert "Ann" not in json.dumps(second), "what somebody typed stays out as well"
    assert second["at"][0].startswith(__file__)


class Serving:
    """`nightcall serve` as it runs behind a proxy: a line of JSON for everything."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        command = [sys.executable, "-m", "nightcall.cli", "serve", "--host", "127.0.0.1", "--port", str(port)]
        command += ["--data", str(folder), "--no-browser", "--log", "json", "--metrics", "127.0.0.1"]
        environment = os.environ | {"PYTHONPATH": str(Path(nightcall.__file__).parents[1])}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stderr is not None
        self.lines = [json.loads(self.process.stderr.readline())]
        assert self.lines[0]["message"] == "listening"
        self.port = int(self.lines[0]["address"].rpartition(":")[2])
        self.clients: list[httpx.Client] = []
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()
        until(self._answers)  # it listens as soon as the address is said; it answers a moment later

    def _answers(self) -> bool:
        try:
            return self.client().get("/readyz").status_code == 200
        except httpx.TransportError:
            return False

    def _read(self) -> None:
        assert self.process.stderr is not None
        self.lines += [json.loads(line) for line in self.process.stderr]

    def client(self) -> httpx.Client:
        address = f"http://127.0.0.1:{self.port}"
        client = httpx.Client(base_url=address, headers={"origin": address}, follow_redirects=True, timeout=90)
        self.clients.append(client)
        return client

    def stop(self) -> str:
        """As a supervisor does; all that went to the output."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(90) == 0
        self._reading.join(90)
        assert self.process.stdout is not None
        return self.process.stdout.read()


@contextmanager
def serving(folder: Path, port: int = 0) -> Iterator[Serving]:
    server = Serving(folder, port)
    try:
        yield server
    finally:
        for client in server.clients:
            client.close()
        server.process.kill()
        server.process.wait()
        server._reading.join(90)
        for pipe in (server.process.stdout, server.process.stderr):
            assert pipe is not None
            pipe.close()


@processes
def test_nothing_of_a_whole_evening_is_in_logs_or_figures(tmp_path: Path) -> None:
    """No cookie, key, code, link, game or name; but every request, by its sort of page."""
    setup = Setup.of(PLAYERS, DECK, sheriff_election="off", cards_known_to_app=True, seed=4)
    hidden: set[str] = {*PLAYERS}
    with serving(tmp_path) as server:
        program = Program.__new__(Program)
        program.client, program.key = server.client(), ""
        made = program.post("/games", setup=setup.to_json())
        program.key, game = made["key"], f"/games/{made['game']}"
        codes = program.get(f"{game}/lead/code")
        hidden |= {made["key"], made["game"], *codes.values()}
        # A phone joins by its code, another one with a wrong code; a program plays a seat.
        phone = server.client()
        assert phone.post("/join", data={"code": codes["join"]}).status_code == 200
        assert phone.post(f"/join/{codes['join']}", data={"seat": "1"}).status_code == 200
        assert phone.get("/join/ABCDEF").status_code == 422
        joined = program.ask("POST", f"/codes/{codes['join']}", {"seat": 2}).json()
        for claim in program.get(f"{game}/lead")["claims"]:
            program.post(f"{game}/lead/claims", claim=claim["claim"], let_in=True)
        hidden |= {"ABCDEF", joined["key"], phone.cookies[DEVICE]}
        # The whole game.
        led, bot = program.get(f"{game}/lead"), bot_for(setup, seed=2)
        while led["prompt"] is not None:
            led = program.post(f"{game}/lead/answer", revision=led["revision"], value=bot(prompt_of(led["prompt"])))
            assert phone.get(f"/g/{made['game']}/seat/1").status_code == 200
        # A moderator begins another in the wizard, and hands it over by a link and by the rescue code.
        host, second, third = server.client(), server.client(), server.client()
        host.post("/new/players", data={"paste": "\n".join(PLAYERS), "do": "paste"})
        mark = re.search(r'name="mark" value="([^"]+)"', host.get("/new/begin").text)
        assert mark
        begun = host.post("/new/begin", data={"do": "begin", "mark": mark[1]}).url.path.split("/")[2]
        rescue = re.search(r'class="rescue__code">([A-Z0-9 ]+)<', host.get(f"/g/{begun}/lead/ready").text)
        link = re.search(r'value="[^"]*/k/([\w-]+)"', host.post(f"/g/{begun}/lead/hand-over").text)
        assert rescue
        assert link
        assert second.get(f"/k/{link[1]}").status_code == 200
        assert second.post(f"/k/{link[1]}").status_code == 200
        assert third.post("/join", data={"code": rescue[1]}).status_code == 200
        assert third.get(f"/k/{link[1]}").status_code == 403, "spent"
        hidden |= {begun, mark[1], rescue[1], rescue[1].replace(" ", ""), link[1]}
        hidden |= {each.cookies[DEVICE] for each in (host, second)}
        # Requests that are refused before anybody looks into them.
        assert host.get(f"/g/{begun}/{link[1]}").status_code == 404
        assert host.get(f"/join/{codes['join']}?{'x' * 20_000}").status_code == 414
        with socket.create_connection(("127.0.0.1", server.port)) as odd:
            odd.sendall(f"GET /k/{link[1]} HTTP/1.1\r\nHost: localhost\r\nCookie: {link[1]}\r\nX: \0\r\n\r\n".encode())
            odd.recv(100)
        counted = host.get("/metrics").text
        wrote = server.stop()
    said = "\n".join(json.dumps(line, ensure_ascii=False) for line in server.lines)
    for secret in hidden | {access.digest(each) for each in hidden}:
        assert secret not in said
        assert secret not in counted
        assert secret not in wrote
    assert not (tmp_path / "fault.txt").exists()
    pages = {line["page"] for line in server.lines if line["message"] == "request"}
    assert {"/api/games/{game}/lead/answer", "/k/{key}", "/join/{code}", "/g/{game}/seat/{seat}"} <= pages
    assert samples(counted)['nightcall_requests_total{method="GET",page="/k/{key}",status="403"}'] == 1
    assert [line["message"] for line in server.lines if line["message"] != "request"][-2:] == ["stopping", "stopped"]
    assert {*server.lines[-3]} >= {"time", "level", "logger", "message"}


# -- how it stops --


@processes
def test_it_stops_with_what_it_has_begun(tmp_path: Path) -> None:
    """A tap under way is made and answered, streams end at once, and every page finds the server again as it was."""
    run(_fill(tmp_path, {"long": ("moderator", evening(SETUP, 1500))}))
    cookie = {"Cookie": f"{DEVICE}={SECRETS['moderator']}", "Sec-Fetch-Site": "same-origin"}
    with serving(tmp_path) as server:
        port = server.port
        page = server.client().get("/g/long/lead", headers=cookie).text
        at = re.search(r'name="at" value="(\d+)"', page)
        assert at
        stream = http.client.HTTPConnection("127.0.0.1", port, timeout=90)
        stream.request("GET", "/g/long/live")
        events = stream.getresponse()
        assert b"retry" in events.readline(), "a page comes back by itself"
        tap = http.client.HTTPConnection("127.0.0.1", port, timeout=90)
        form = cookie | {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
        body = f"at={at[1]}"
        tap.putrequest("POST", "/g/long/lead/undo")
        for name, value in (form | {"Content-Length": str(len(body)), "Expect": "100-continue"}).items():
            tap.putheader(name, value)
        tap.endheaders()
        assert tap.sock.recv(1000).startswith(b"HTTP/1.1 100 "), "the server has begun with it"
        tap.send(body.encode())
        server.process.send_signal(signal.SIGTERM)
        events.read()  # to its end
        reply = tap.getresponse()
        assert reply.status == 200
        assert b'name="at" value="2"' in reply.read()
        stream.close()
        tap.close()
        assert server.process.wait(90) == 0
    with serving(tmp_path, port) as again:  # the lock is free, the port is the same
        page = again.client().get("/g/long/lead", headers=cookie).text
        assert 'name="at" value="2"' in page
        with again.client().stream("GET", "/g/long/live") as events_again:
            assert b"event: changed" in next(events_again.iter_bytes())
    store = SQLiteStore(database(tmp_path))
    kept: Any = run(store.get("long"))
    run(store.close())
    assert (kept.revision, len(kept.lines)) == (2, 1500)
