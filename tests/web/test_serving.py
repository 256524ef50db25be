"""The server itself: how many it lets in and for how long, one to a folder, and what goes over the network in clear."""

from __future__ import annotations

import asyncio
import gc
import http.client
import logging
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import weakref
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from nightcall import Setup
from nightcall.engine.errors import NightcallError
from nightcall.web import access, app, limits
from nightcall.web.app import Site, build
from nightcall.web.door import Door, Seldom
from nightcall.web.lock import Lock
from nightcall.web.serve import Safe
from tests.command import Run, locked
from tests.waiting import PATIENCE, becomes, later, settled
from tests.web.hostile import HOSTILE, evening, server
from tests.web.phone import DECK, PLAYERS, begin, new_site, run

linux = pytest.mark.skipif(sys.platform != "linux", reason="only there is all of 127.0.0.0/8 this machine")


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setattr(limits, "REFUSED_AFTER", 0.1)
    return new_site()


# -- connections --


@linux
def test_a_thousand_idle_streams_of_one_client_leave_the_others_untouched() -> None:
    game = evening(Setup.of(PLAYERS, DECK, cards_known_to_app=True, seed=1), 5)
    with tempfile.TemporaryFile() as errors, server({"g": ("moderator", game)}, files=1024, errors=errors) as port:
        assert _page(port) == 200  # what is made once is made
        with ExitStack() as opened:
            for _ in range(1000):
                stream = opened.enter_context(socket.socket())
                stream.bind((HOSTILE, 0))
                stream.settimeout(5)
                try:
                    stream.connect(("127.0.0.1", port))
                    stream.sendall(b"GET /g/g/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
                except OSError:  # refused
                    continue
            for _ in range(20):
                assert _page(port) == 200
        errors.seek(0)
        said = errors.read()
    assert len(said.splitlines()) <= 3, said[:2000]


def _page(port: int) -> int:
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    client.request("GET", "/g/g")
    status = client.getresponse().status
    client.close()
    return status


def test_one_address_has_so_many_connections_and_all_together_so_many() -> None:
    door = Door(40)
    assert [door.enters("hostile") for _ in range(12)] == [True] * 10 + [False] * 2
    assert door.enters("other")
    door.leaves("hostile")
    assert door.enters("hostile")
    door = Door(40, ["10.0.0.0/8"])
    assert all(door.enters("10.0.0.1") for _ in range(40)), "a proxy speaks for many"
    assert not door.enters("other"), "there is no room left"


async def _said(site: Site, *pieces: bytes, drop: bytes = b"", after: float = 0.0) -> bytes:
    """What comes back on a connection that sends these pieces, then drop after drop, until the other side ends it."""
    door = Door(10)
    config = uvicorn.Config(build(site), http=door.protocol, log_config=None, lifespan="off")
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    listening = await loop.create_server(lambda: door.protocol(config, state, {}), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*listening.sockets[0].getsockname())
    reading = asyncio.ensure_future(reader.read())

    def ends() -> bool:
        if drop:
            writer.write(drop)
        return reading.done()

    for piece in pieces:
        writer.write(piece)
        await settled()
    if after:
        assert not reading.done(), "not at once"
        await later(after)
    await becomes(ends)
    writer.close()
    listening.close()
    await becomes(lambda: not door._open, "it has left")
    return b"" if isinstance(reading.exception(), ConnectionError) else reading.result()


@pytest.mark.parametrize(
    ("pieces", "drop"),
    [
        ((), b""),
        ((b"GET / HTT",), b""),
        ((b"GET / HTTP/1.1\r\nHost: localhost\r\n",), b""),
        ((b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"x: "), b"y"),
    ],
    ids=str,
)
def test_who_connects_and_does_not_say_what_he_wants_is_not_waited_for(
    site: Site, pieces: tuple[bytes, ...], drop: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HEAD_WITHIN", 0.2)
    assert run(_said(site, *pieces, drop=drop)) == b""


def test_nor_the_rest_of_a_form(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_WITHIN", 0.2)
    head = b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
    said = run(_said(site, head, b"x", b"x"))
    assert said.startswith(b"HTTP/1.1 408 ")


def test_a_request_with_two_ends_is_refused_and_nothing_after_it_is_heard(site: Site) -> None:
    """A proxy in between may see another end than we do; what follows would be answered to whoever asks next."""
    head = b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60\r\nTransfer-Encoding: chunked\r\n\r\n"
    hidden = b"GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n"
    said = run(_said(site, head + b"0\r\n\r\n" + hidden))
    assert said.startswith(b"HTTP/1.1 400 ")
    assert said.count(b"HTTP/1.1 ") == 1


POST = b"POST /join HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"


def test_a_form_in_crumbs_is_refused_before_it_is_taken_apart(site: Site) -> None:
    """A quarter of a megabyte of them in one packet would keep everybody waiting for a second and a half."""
    said = run(_said(site, POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 3_000))
    assert said.startswith(b"HTTP/1.1 400 ")
    assert said.count(b"HTTP/1.1 ") == 1


def test_and_one_in_pieces_of_some_size_is_not(site: Site) -> None:
    head = POST + b"Origin: http://localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    pieces = b"5\r\ncode=\r\n" + b"800\r\n" + b"A" * 0x800 + b"\r\n1\r\nB" * 25 + b"\r\n0\r\n\r\n"
    said = run(_said(site, head + b"Transfer-Encoding: chunked\r\n\r\n" + pieces))
    assert said.startswith(b"HTTP/1.1 422 "), "a wrong code"


@pytest.mark.parametrize(
    "lines", [b"a:b\r\n" * 6_000, b"a:b\r\n" * 3_000, b"a:b\n" * 3_000, b"x:y\r\n" + b" a\r\n" * 3_000]
)
def test_a_head_of_thousands_of_lines_is_refused_before_it_is_taken_apart(site: Site, lines: bytes) -> None:
    """A quarter of a megabyte of them in one packet would keep everybody waiting for a second."""
    said = run(_said(site, POST + lines + b"\r\n"))
    assert said.startswith(b"HTTP/1.1 400 ")


def test_what_makes_no_sense_is_refused_after_a_while_and_nothing_more_is_heard(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has no turn to wait for: answered at once, it would come again without end."""
    monkeypatch.setattr(limits, "REFUSED_AFTER", limits.HEAD_WITHIN / 2)
    said = run(_said(site, b"GET\r\n\r\nGET /about HTTP/1.1\r\nHost: localhost\r\n\r\n", after=limits.HEAD_WITHIN / 2))
    assert said.startswith(b"HTTP/1.1 400 ")
    assert said.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("between", [b"", b"|"], ids=["at once", "one after the other"])
def test_nor_is_anything_but_a_little_heard_after_the_end_of_a_form(site: Site, between: bytes) -> None:
    sent = POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + between + b"a:b\r\n" * 3_000 + b"\r\n"
    said = run(_said(site, *sent.split(b"|")))
    assert said.startswith(b"HTTP/1.1 400 ")


def test_a_head_in_one_packet_is_no_longer_than_one_in_many(site: Site) -> None:
    said = run(_said(site, POST + b"x: " + b"a" * 40_000 + b"\r\n\r\n"))
    assert said.startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Length: 4\r\nContent-Length: 5\r\n",
        b"Transfer-Encoding: chunked, identity\r\n",
        b"Transfer-Encoding : chunked\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: 99999999999999999999999\r\n",
        b"Host: evil.example\r\n",
        b"X: a\0b\r\n",
    ],
    ids=str,
)
def test_a_head_that_makes_no_sense_is_refused(site: Site, head: bytes) -> None:
    said = run(_said(site, b"POST /join HTTP/1.1\r\nHost: localhost\r\n" + head + b"\r\n0\r\n\r\n"))
    assert said.startswith(b"HTTP/1.1 400 ")
    assert said.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize(
    "path",
    [
        b"/static/..%2f..%2fapp.py",
        b"/static/%2e%2e/%2e%2e/app.py",
        b"/static//etc/passwd",
        b"/static/..%5c..%5capp.py",
        b"/static/%00",
        b"/static/%c0%ae%c0%ae/app.py",
        b"/static/js/",
        b"http://evil.example/about",
        b"//evil.example/join/",
    ],
)
def test_no_spelling_of_an_address_leads_out_of_ours(site: Site, path: bytes) -> None:
    said = run(_said(site, b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
    assert said.startswith(b"HTTP/1.1 404 ")


def test_no_other_protocol_is_spoken(site: Site) -> None:
    head = b"GET /about HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade, close\r\nUpgrade: %s\r\n\r\n"
    for name in (b"h2c", b"websocket"):
        said = run(_said(site, head % name))
        assert said.startswith((b"HTTP/1.1 200 ", b"HTTP/1.1 400 "))


def test_nor_though_a_library_for_it_lies_about(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn.Config, "ws_protocol_class", property(lambda _: Other, lambda *_: None), raising=False)
    head = b"GET /about HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n"
    assert run(_said(site, head)).startswith(b"HTTP/1.1 200 ")


class Other(asyncio.Protocol):
    """Never leaves the door: nobody would count it."""

    def __init__(self, **_: Any) -> None: ...

    def data_received(self, data: bytes) -> None: ...


def test_one_client_has_so_many_streams(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STREAMS", 2)
    table = begin(site)

    async def opens() -> None:
        streams = [site.live.follow(table.id, "public", table.look, "hostile") for _ in range(2)]
        for stream in streams:
            site.live.refuse_flood("hostile")
            await anext(stream)
        with pytest.raises(access.TooMany):
            site.live.refuse_flood("hostile")
        site.live.refuse_flood("friend")
        await streams[0].aclose()  # type: ignore[attr-defined]
        site.live.refuse_flood("hostile")
        await streams[1].aclose()  # type: ignore[attr-defined]

    run(opens())


def test_the_same_line_is_logged_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    seldom = Seldom()

    def passes(message: str) -> bool:
        return seldom.filter(logging.LogRecord("asyncio", logging.ERROR, "", 0, message, (), None))

    assert [passes("no more files") for _ in range(1000)].count(True) == 1
    assert passes("something else")
    now += limits.LOG_EVERY
    assert passes("no more files")


# -- one folder, one server --


@locked
def test_a_folder_has_one_server(tmp_path: Path) -> None:
    first = Lock(tmp_path)
    first.tell("http://192.0.2.1:8000")
    with pytest.raises(NightcallError) as caught:
        Lock(tmp_path)
    assert "http://192.0.2.1:8000" in str(caught.value)
    second = Run("serve", "--data", str(tmp_path), "--no-browser", "--host", "127.0.0.1", "--port", "0")
    assert second.code != 0
    assert "http://192.0.2.1:8000" in second.err
    first.release()
    Lock(tmp_path).release()


# -- in clear, and not --


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Made as docs/serving.md says."""
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl here")
    folder = tmp_path_factory.mktemp("tls")
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=party"]
    command += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(cert)]
    subprocess.run(command, check=True, capture_output=True)
    return cert, key


def test_with_a_certificate_nothing_goes_in_clear(certificate: tuple[Path, Path]) -> None:
    cert, key = certificate
    with server({}, "--tls-cert", str(cert), "--tls-key", str(key)) as port:
        context = ssl.create_default_context(cafile=str(cert))
        client = http.client.HTTPSConnection("127.0.0.1", port, timeout=PATIENCE, context=context)
        form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"https://127.0.0.1:{port}"}
        client.request("POST", "/new/players", "new=Ann", form)
        reply = client.getresponse()
        assert reply.status == 303
        cookie = reply.getheader("set-cookie") or ""
        assert "; secure" in cookie.lower()
        assert reply.getheader("strict-transport-security")
        client.close()
        plain = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        plain.request("GET", "/")
        with pytest.raises((http.client.HTTPException, OSError)):
            plain.getresponse()
        plain.close()


@linux
def test_only_a_named_proxy_is_believed() -> None:
    with server({}, "--proxy", "127.0.0.1", "--name", "party.example") as port:
        told = {"Host": "party.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
        told |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": "https://party.example"}
        for source, is_believed in (("127.0.0.1", True), (HOSTILE, False)):
            client = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=(source, 0))
            client.request("POST", "/new/players", "new=Ann", told)
            reply = client.getresponse()
            assert reply.status == 303
            assert ("; secure" in (reply.getheader("set-cookie") or "").lower()) is is_believed
            assert (reply.getheader("strict-transport-security") is not None) is is_believed
            client.close()


def test_what_cannot_be_is_said_before_anything_starts(tmp_path: Path) -> None:
    with pytest.raises(NightcallError, match="needs its key"):
        Safe(cert=tmp_path / "cert.pem")
    with pytest.raises(NightcallError, match="cannot be used"):
        Safe(cert=tmp_path / "cert.pem", key=tmp_path / "key.pem")
    with pytest.raises(NightcallError, match="no address of a proxy"):
        Safe(proxies=("everybody",))


def test_memory_that_only_holds_itself_is_found_at_its_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "SWEEP", 0.01)

    class Ring:
        def __init__(self) -> None:
            self.itself = self

    ring = Ring()
    gc.collect()  # it has grown old
    left = weakref.ref(ring)
    del ring
    assert left() is not None

    async def hour() -> None:
        sweeping = asyncio.create_task(app._sweep())
        await becomes(lambda: left() is None)
        sweeping.cancel()

    asyncio.run(hour())
    assert left() is None
