"""One request of the browser becomes one call of the app, and what it answers goes back.

A service worker sees neither cookies nor who sent a request, so that is made here: cookies are kept in a jar of the
store, and a request of our own pages is marked as one. The app then judges as it does behind a server.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.types import ASGIApp, Message

from nightcall.web.app import refused
from nightcall.web.store import Store, StoreFault

JAR: Final = ("", "cookies")
"""Where the store keeps them: of no device, for they are what makes this one known."""
SILENCE: Final = 45.0
"""Seconds after which a stream whose pieces nobody has acknowledged is nobody's."""
MADE_HERE: Final = frozenset({"accept-encoding", "cookie", "host", "origin", "sec-fetch-site"})
"""A browser does not unpack what a service worker made, and the rest it does not tell."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as the service worker passes it on."""

    id: str
    method: str
    path: str
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    is_ours: bool = True
    """Whether one of our own pages sent it."""


@dataclass(slots=True)
class Returned:
    status: int = 0
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""
    is_stream: bool = False
    """Whether more is to come, piece by piece."""


Piece = Callable[[str, bytes], None]
"""Sends a piece of a stream by the id of its request; an empty one is the last."""


class Bridge:
    """`address` is where the browser found us, `root` the part of it that leads to the app's own start page."""

    def __init__(
        self, app: ASGIApp, store: Store, address: str, piece: Piece, clock: Callable[[], float] = time.monotonic
    ):
        self._app = app
        self._store = store
        self._address = urlsplit(address)
        self._piece = piece
        self._clock = clock
        self._cookies: dict[str, str] | None = None
        self._streams: dict[str, _Stream] = {}

    async def answer(self, asked: Asked, root: str = "") -> Returned:
        """The whole answer, or the beginning of a stream."""
        call, scope = _Call(asked, self), await self._scope(asked, root)
        doing = asyncio.ensure_future(self._app(scope, call.receive, call.send))
        begun = asyncio.ensure_future(call.has_begun.wait())
        await asyncio.wait({doing, begun}, return_when=asyncio.FIRST_COMPLETED)
        begun.cancel()
        if call.answer.is_stream and not doing.done():
            self._streams[asked.id] = _Stream(call, doing)
            doing.add_done_callback(lambda _: self._over(asked.id))
        else:
            await doing
        try:
            await self._keep_cookies(call.answer)
        except StoreFault as error:
            said = await refused(Request(scope), error)
            return Returned(said.status_code, _text(said.raw_headers), bytes(said.body))
        return call.answer

    async def _scope(self, asked: Asked, root: str) -> dict[str, Any]:
        here = self._address
        headers = {name.lower(): value for name, value in asked.headers.items() if name.lower() not in MADE_HERE}
        headers["host"] = here.netloc
        headers["sec-fetch-site"] = "same-origin" if asked.is_ours else "cross-site"
        if asked.is_ours:
            headers["origin"] = f"{here.scheme}://{here.netloc}"
        if cookies := await self._jar():
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": asked.method,
            "scheme": here.scheme,
            "path": asked.path,
            "raw_path": asked.path.encode(),
            "root_path": root,
            "query_string": asked.query.encode(),
            "headers": [
                (name.encode("latin-1", "replace"), value.encode("latin-1", "replace"))
                for name, value in headers.items()
            ],
            "client": ("127.0.0.1", 0),
            "server": (here.hostname, here.port or (443 if here.scheme == "https" else 80)),
        }

    # -- cookies --

    async def _jar(self) -> dict[str, str]:
        if self._cookies is None:
            self._cookies = dict(await self._store.read(*JAR) or {})
        return self._cookies

    async def _keep_cookies(self, answer: Returned) -> None:
        """They are on the disk before the answer goes out: it may be the last thing this page does."""
        given = [value for name, value in answer.headers if name == "set-cookie"]
        if not given:
            return
        answer.headers = [(name, value) for name, value in answer.headers if name != "set-cookie"]
        cookies = await self._jar() | _told(given)
        if cookies != self._cookies:
            await self._store.write(*JAR, cookies)
            self._cookies = cookies

    # -- streams --

    def acknowledged(self, ident: str) -> None:
        """A piece has arrived with somebody."""
        if ident in self._streams:
            self._streams[ident].call.waits_since = None

    def gone(self, ident: str) -> None:
        """Nobody reads this stream any more."""
        if ident in self._streams:
            self._streams[ident].call.is_gone.set()
            self._streams[ident].doing.cancel()

    @property
    def streams(self) -> int:
        return len(self._streams)

    def _over(self, ident: str) -> None:
        del self._streams[ident]
        self._piece(ident, b"")


@dataclass(slots=True)
class _Stream:
    call: _Call
    doing: asyncio.Future[Any]


class _Call:
    """The app's two hands during one request."""

    def __init__(self, asked: Asked, bridge: Bridge) -> None:
        self._asked = asked
        self._bridge = bridge
        self._was_read = False
        self.answer = Returned()
        self.has_begun = asyncio.Event()
        """Of a stream: the beginning can be sent."""
        self.is_gone = asyncio.Event()
        self.waits_since: float | None = None

    async def receive(self) -> Message:
        if not self._was_read:
            self._was_read = True
            return {"type": "http.request", "body": self._asked.body, "more_body": False}
        await self.is_gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        answer = self.answer
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            answer.headers = _text(message["headers"])
            kinds = [value for name, value in answer.headers if name == "content-type"]
            answer.is_stream = any(kind.startswith("text/event-stream") for kind in kinds)
            return
        body = message.get("body", b"")
        if not answer.is_stream or not self.has_begun.is_set():
            answer.body += body
        else:
            self._send_piece(body)
        if answer.is_stream:
            self.has_begun.set()
            await asyncio.sleep(0)

    def _send_piece(self, body: bytes) -> None:
        now = self._bridge._clock()
        if self.is_gone.is_set() or (self.waits_since is not None and now - self.waits_since > SILENCE):
            raise OSError("nobody reads this stream")
        if body:
            self.waits_since = self.waits_since or now
            self._bridge._piece(self._asked.id, body)


def _text(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[str, str]]:
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers]


def _told(headers: Iterable[str]) -> dict[str, str]:
    told = SimpleCookie()
    for header in headers:
        told.load(header)
    return {name: morsel.value for name, morsel in told.items()}
