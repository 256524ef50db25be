"""The app called in the thread of the test.

Starlette's own client starts a thread and a loop for each request and hands everything to and fro between the two: that
costs as much as the page that is asked for, and there are tens of thousands.
"""

from __future__ import annotations

import asyncio
from typing import Final
from urllib.parse import unquote

import httpx2 as httpx
from starlette.types import ASGIApp, Message, Scope

from tests.web.kills import MortalStore, notice

HOST: Final = "http://testserver"
PORTS: Final = {"http": 80, "https": 443}


class Direct(httpx.BaseTransport):
    """Whatever goes wrong inside is raised in the test."""

    def __init__(self, app: ASGIApp, client: tuple[str, int]) -> None:
        self.app = app
        self.client = client
        """Where requests come from."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        site = getattr(getattr(self.app, "state", None), "site", None)
        store = site.store if site is not None and isinstance(site.store, MortalStore) else None
        before = store.commits if store is not None else 0
        status, headers, body = asyncio.run(self._answered(request.read(), self._scope(request)))
        if store is not None:
            notice(request.method, request.url.path, store.commits - before)
        return httpx.Response(status, headers=headers, stream=httpx.ByteStream(body))

    def _scope(self, request: httpx.Request) -> Scope:
        url = request.url
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": request.method,
            "path": unquote(url.path),
            "raw_path": url.raw_path.partition(b"?")[0],
            "root_path": "",
            "scheme": url.scheme,
            "query_string": url.query,
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "client": self.client,
            "server": (url.host, url.port or PORTS[url.scheme]),
            "state": {},
        }

    async def _answered(self, body: bytes, scope: Scope) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        given, started, parts, done = [body], list[Message](), list[bytes](), asyncio.Event()

        async def receive() -> Message:
            if given:
                return {"type": "http.request", "body": given.pop(), "more_body": False}
            await done.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                assert not started, "answered twice"
                started.append(message)
            elif message["type"] == "http.response.body":
                assert started, "a body without a head"
                assert not done.is_set(), "more after the end"
                parts.append(bytes(message.get("body", b"")))
                if not message.get("more_body", False):
                    done.set()

        await self.app(scope, receive, send)
        assert started, "no answer"
        return started[0]["status"], list(started[0].get("headers", [])), b"".join(parts)


def client(app: ASGIApp, at: str = "testclient", **headers: str) -> httpx.Client:
    """One that follows redirects and keeps cookies."""
    named = {"user-agent": "testclient"} | {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Client(transport=Direct(app, (at, 50000)), base_url=HOST, headers=named, follow_redirects=True)
