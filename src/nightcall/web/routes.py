"""The pages, one module each; it lists its own addresses, and is loaded when somebody asks for one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from typing import Final

from starlette.routing import BaseRoute, Match, Route, Router
from starlette.types import Receive, Scope, Send

TABLE: Final = "/g/[^/]+"
LEAD: Final = f"{TABLE}/lead"
SEAT: Final = f"{TABLE}/seat/[^/]+"
PAGES: Final = {
    "home": "/",
    "play.lead": f"{LEAD}(/(answer|seen|eyes|told|turn|undo|redo|open-notes|preview|rest|show(/.*)?))?",
    "device": "/device|/k/.*",
    "play.ready": f"{LEAD}/ready",
    "play.log": f"{LEAD}/(log(/line)?|why/.*|edit/.*)",
    "play.wrong": f"{LEAD}/wrong(/.*)?",
    "play.practice": f"/practice|{LEAD}/practice-end",
    "play.drawer": f"{LEAD}/(more|roles|timer|vote|manner|notes|elsewhere|hand-over|leaders|uninvite|alone|let-go)",
    "watch.join": f"/join(/.*)?|{TABLE}/waiting|{SEAT}/(leave|again|name)|{LEAD}/seats(/(?!led$).*)?",
    "watch.screen": f"/tv|{TABLE}",
    "watch.seat": f"{SEAT}(/(choose|seen|sign))?",
    "led.pages": f"{SEAT}/beat|{LEAD}/seats/led",
    "setup.dealing": f"{LEAD}/deal(/.*)?",
    "watch.streams": f"({TABLE}|{LEAD}|{SEAT})/live",
    "play.travelling": f"{LEAD}/villages",
    "setup.wizard": "/new(/.*)?",
    "past.ending": f"{TABLE}/(end(/.*)?|tape.jsonl)",
    "past.games": "/games(/.*)?",
    "shelves": rf"/rules(/.*)?|{LEAD}/rules(/.*)?|/about|/house-rules\.svg",
    "probes": "/(healthz|readyz|metrics)",
    "api.operations": "/api(/.*)?",
}
"""Module -> its addresses. Loading them all at once would be half of what a start takes."""

FOR_OTHERS: Final = ("api.operations",)
"""What a phone alone does not even have along."""
NEEDS_OTHERS: Final = re.compile(
    r"/(api|join|k|tv|healthz|readyz|metrics)(/|$)|/g/[^/]+/(seat|lead/(seats|hand-over|let-go))(/|$)",
)
"""What is of use to other devices only: a phone alone has none of it."""


class Page(BaseRoute):
    """The addresses of one module."""

    def __init__(self, module: str, *, is_alone: bool = False) -> None:
        self._module = f"nightcall.web.{module}"
        self._addresses = re.compile(PAGES[module])
        self._is_alone = is_alone

    @cached_property
    def routes(self) -> list[Route]:
        found: list[Route] = import_module(self._module).ROUTES
        return [route for route in found if not (self._is_alone and NEEDS_OTHERS.match(route.path))]

    @cached_property
    def _router(self) -> Router:
        return Router(self.routes)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        path = scope["path"].removeprefix(scope.get("root_path", "")).rstrip("/") or "/"
        return (Match.FULL if self._addresses.fullmatch(path) else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._router(scope, receive, send)


def every() -> Iterator[Route]:
    """All of them, loaded."""
    for module in PAGES:
        yield from Page(module).routes
