"""The app put together: routes, headers, and what a person sees when something goes wrong."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import time
import traceback
from collections import deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from random import uniform
from typing import TYPE_CHECKING, Any, Final

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nightcall import house_rules
from nightcall.engine.errors import IllegalAnswer, InvalidSetup, NightcallError, TapeError
from nightcall.web import access, api, limits, logs, routes
from nightcall.web.background import Background
from nightcall.web.figures import ELSEWHERE, Figures, Served
from nightcall.web.store import PROFILES, Stale, Store, StoreAway, StoreFault
from nightcall.web.tables import Tables
from nightcall.web.tables.at_hand import NoSuchGame
from nightcall.web.turns import Turn, Turns
from nightcall.web.visit import HERE, Visit, client_of, version
from nightcall.web.watch.live import Live

if TYPE_CHECKING:
    from nightcall.web.led.runner import Runner

HSTS: Final = ((b"strict-transport-security", b"max-age=31536000"),)
"""Where it was once reached safely, a browser asks for nothing else."""
CLOSE: Final = {"connection": "close"}
"""To whoever has more to say than we want to hear."""
SWEEP: Final = 1800.0
"""Seconds between two looks for memory that nothing needs any more: each halts the process for a moment."""
log: Final = logging.getLogger("nightcall")
POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self' blob:;"
    " connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
    " frame-ancestors"
)
"""Who may frame us comes last: nobody, or alone on a phone the shell we came with."""
HEADERS: Final = (
    (b"x-nightcall", b"1"),  # by this a page knows that an answer is ours, and no proxy's or static host's
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), screen-wake-lock=(self)"),
)
STATUSES: Final[dict[type[NightcallError], int]] = {
    NoSuchGame: 404,
    access.NoKey: 401,
    access.NotAllowed: 403,
    access.TooMany: 429,
    Stale: 409,
    StoreAway: 503,
    StoreFault: 507,
    IllegalAnswer: 422,
    InvalidSetup: 422,
    TapeError: 422,
    NightcallError: 400,
}


@dataclass
class Site:
    """What every endpoint works with."""

    store: Store
    faults: Path | None = None
    """Where the report of a fault of ours is put."""
    address: str = ""
    """Where other devices of the network find us: `http://…:8000`."""
    is_alone: bool = False
    """Whether the app runs inside the one phone that uses it: there is no other device."""
    live: Live = field(default_factory=Live)
    names: frozenset[str] | None = None
    """What we may be called besides `localhost` and a bare address; None = anything, for whoever checks it himself."""
    begun: access.Pace = field(default_factory=access.games)
    """Games begun and brought."""
    devices: access.Pace = field(default_factory=access.devices)
    """Devices that come for the first time."""
    guests: access.Guests = field(default_factory=access.Guests)
    """The same that come with a code or a link, by game."""
    renames: access.Pace = field(default_factory=access.renames)
    moves: access.Pace = field(default_factory=access.moves)
    origins: access.Origins = field(default_factory=access.Origins)
    turns: Turns = field(default_factory=Turns)
    keep_days: int = 0
    """Days a game is kept that nobody goes on with or looks back at by changing it; 0 = for good."""
    figures: Figures | None = None
    """What is counted for whoever watches over the server, if anybody does."""
    notes_requests: bool = False
    """Whether every request is logged, by its sort of page."""
    broke: int = 0
    """Faults of ours so far."""
    background: Background = field(default_factory=Background)

    speed: float = 1.0
    """How fast evenings pass that the app leads: tests have no evening to spend."""

    def __post_init__(self) -> None:
        self.codes = access.Codes(self.store)
        if self.store.is_shared:  # so that several processes count together
            paces = {"games": self.begun, "devices": self.devices, "renames": self.renames, "moves": self.moves}
            for what, pace in paces.items():
                pace.share(self.store, what)
            self.guests.share(self.store)
        self.tables = Tables(self.store, self.live)

    @cached_property
    def runner(self) -> Runner:
        """Leads the evenings nobody moderates."""
        from nightcall.web.led.runner import Runner, hasty  # a phone alone has none

        return Runner(self.tables, hasty(self.speed), self.speed)


async def _sweep() -> None:
    """Whatever holds itself and nothing else, among all that has grown old."""
    while True:
        await asyncio.sleep(SWEEP)
        gc.collect()


def build(site: Site) -> Starlette:
    """The app as an ASGI application."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await _tidy(site)
        work = [_tidy_daily(site), _sweep(), site.runner.run(), *([_overhear(site)] if site.store.is_shared else [])]
        going = [asyncio.create_task(each) for each in work]
        yield
        site.live.close()
        for each in going:
            each.cancel()
        await asyncio.gather(*going, return_exceptions=True)  # a step under way is made, then the store is closed
        await site.runner.let_go()
        await site.store.close()

    wanted = (module for module in routes.PAGES if not (site.is_alone and module in routes.FOR_OTHERS))
    served: list[BaseRoute] = [routes.Page(module, is_alone=site.is_alone) for module in wanted]
    if not site.is_alone:
        served.append(Mount("/static", StaticFiles(directory=HERE / "static"), name="static"))
    app = Starlette(
        routes=served,
        exception_handlers={NightcallError: refused, HTTPException: missing},
        lifespan=lifespan,
    )
    app.state.site = site
    if not site.is_alone:
        app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Guard, is_alone=site.is_alone)
    return app


async def _tidy(site: Site) -> None:
    """Away with tables nobody went on setting up; house rules last as long as the cookie of whoever kept them."""
    now = time.time()
    with suppress(StoreFault):  # then the next time
        await site.store.forget(now - limits.DRAFTS_LAST, but=PROFILES)
        await site.store.forget(now - limits.PROFILES_LAST)
        await _forget_games(site, now)


async def _forget_games(site: Site, now: float) -> None:
    """Away with rehearsals nobody ended, and with games that are older than this server keeps them."""
    removed = 0
    for is_practice, lasts in ((True, limits.PRACTICE_LASTS), (False, site.keep_days * limits.DAY)):
        while lasts and (old := await site.store.unchanged(now - lasts, is_practice=is_practice)):
            for game in old:
                await site.store.remove(game)
            removed += len(old)
    if removed:
        logs.said("old games removed", games=removed)


async def _overhear(site: Site) -> None:
    """What other processes change."""
    async for notice in site.store.notices():
        try:
            if notice.game:
                site.runner.overheard(notice.game)
                await site.tables.overheard(notice.game, notice.freed)
            else:
                await site.tables.catch_up()
        except StoreFault:
            continue  # it will be said that something was missed
        except Exception:
            log.exception("what another process has changed")  # of one game: the others are told all the same


async def _tidy_daily(site: Site) -> None:
    while True:
        await asyncio.sleep(limits.TIDY_EVERY)
        await _tidy(site)


class Guard:
    """Limits what comes in, puts strict headers on all that goes out, and lets no traceback out."""

    def __init__(self, app: ASGIApp, is_alone: bool) -> None:
        self.app = app
        framed_by = "'self'" if is_alone else "'none'"
        self._headers = ((b"content-security-policy", f"{POLICY} {framed_by}".encode()), *HEADERS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        site: Site = scope["app"].state.site
        is_static = scope["path"].startswith("/static/")
        has_begun = False
        turn: Turn | None = None
        arrived = time.perf_counter()

        async def dressed(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            if message["type"] == "http.response.start":
                headers = [*message["headers"], *self._headers, *(HSTS if scope.get("scheme") == "https" else ())]
                names = {name for name, _ in message["headers"]}
                if b"cache-control" not in names:
                    kept = _kept_for(scope, message["status"]) if is_static else b"no-store"
                    headers.append((b"cache-control", kept))
                message["headers"] = headers
                _note(scope, message["status"], time.perf_counter() - arrived)
                if turn is not None:
                    turn.end()  # it is made: however slowly somebody reads it, nobody of the same house waits for that
            await send(message)

        try:
            asked = await _looked_at(scope, receive)
            try:
                place = site.turns.of(client_of(scope))
            except access.TooMany as error:
                await _say_no_more(error, scope, receive, dressed)
                return
            async with place as turn:  # to be refused is a turn as well
                if isinstance(asked, Exception):
                    await turn.refused()
                    await turn.run(_say(asked, scope, receive, dressed))
                else:
                    await turn.run(self.app(scope, asked, dressed))
        except Exception as error:
            if has_begun:
                raise
            await _say(error, scope, receive, dressed)


@cache
def _pages() -> Mapping[Any, str]:
    """Endpoint -> its address with names in place of what stands there: `/g/{game}/seat/{seat}`."""
    return {route.endpoint: re.sub(r":\w+}", "}", route.path) for route in routes.every()}


def _note(scope: Scope, status: int, seconds: float) -> None:
    """For whoever watches over the server: never the address itself, which holds links, codes and games."""
    site: Site = scope["app"].state.site
    if site.figures is None and not site.notes_requests:
        return
    page = "/static" if scope["path"].startswith("/static/") else ELSEWHERE
    served = Served(scope["method"], _pages().get(scope.get("endpoint"), page), status, seconds)
    if site.figures is not None:
        site.figures.note(served)
    if site.notes_requests:
        logs.note(served)


def _kept_for(scope: Scope, status: int) -> bytes:
    """How long a browser may keep a file of ours: for good under the address of its content, a refusal never."""
    if status not in (200, 206, 304):
        return b"no-store"
    is_its_own = scope["query_string"] == f"v={version(scope['path'].removeprefix('/static/'))}".encode()
    return b"public, max-age=31536000, immutable" if is_its_own else b"no-cache"


async def _looked_at(scope: Scope, receive: Receive) -> Receive | Exception:
    """A request that has arrived whole, or why nobody looks into it."""
    try:
        if not access.is_called(Headers(scope=scope).get("host", ""), scope["app"].state.site.names):
            raise HTTPException(421)
        _refuse_odd_head(scope)
        async with asyncio.timeout(limits.BODY_WITHIN):
            return await _arrived(scope, receive)
    except (HTTPException, TimeoutError) as error:
        return error


def _refuse_odd_head(scope: Scope) -> None:
    """Before anybody looks for a page, takes a cookie apart or counts languages."""
    if {b"content-length", b"transfer-encoding"} <= {name for name, _ in scope["headers"]}:
        # A proxy may take one of them for the end of the request and we the other: the rest would be somebody else's.
        raise HTTPException(400, headers=CLOSE)
    if len(scope["path"]) > limits.PATH or len(scope["query_string"]) > limits.QUERY:
        raise HTTPException(414)
    if sum(len(name) + len(value) for name, value in scope["headers"]) > limits.HEAD:
        scope["headers"] = []  # whatever they say, it is not looked at to say no
        raise HTTPException(431)


async def _arrived(scope: Scope, receive: Receive) -> Receive:
    """A request as soon as it is here whole, so that no turn waits for the rest; refused when it grows too large."""
    kind = Headers(scope=scope).get("content-type", "")
    brings = scope["path"].endswith("/games/bring") and kind.startswith("multipart/")
    site: Site = scope["app"].state.site
    is_alone = site.is_alone
    is_program = scope["path"].startswith(f"{api.ROOT}/")
    limit = limits.JSON_BODY if is_program else limits.BODY
    if brings:
        limit = limits.BACKUP if is_alone else limits.TAPE
    fields = limit if brings or kind.startswith(api.JSON) else limits.FIELDS
    pieces: list[bytes] = []
    received = separators = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            break
        piece: bytes = message.get("body", b"")
        pieces.append(piece)
        received += len(piece)
        separators += piece.count(b"&")
        if received > limit or separators > fields:  # before anybody takes it apart
            raise HTTPException(413, headers=CLOSE)
        if not message.get("more_body", False):
            break
        if received > limits.LARGE and not is_alone:
            await site.turns.paced(client_of(scope), len(piece))
    left = deque(pieces or [b""])

    async def again() -> Message:
        """Piece by piece, and between two of them whoever taps comes first."""
        if not left:
            return await receive()
        if received > limits.LARGE:
            await asyncio.sleep(0)
        return {"type": "http.request", "body": left.popleft(), "more_body": bool(left)}

    return again


async def _say_no_more(error: access.TooMany, scope: Scope, receive: Receive, send: Send) -> None:
    """To whoever has too many requests waiting: a line, not at once, and then he may connect anew.

    There is no turn for it, so nothing else would hold up those who do nothing but be refused.
    """
    await asyncio.sleep(uniform(1, 3) * limits.REFUSED_AFTER)  # those who came together do not go together
    request = Request(scope, receive)
    line = PlainTextResponse(f"{Visit(request).words.error(error)}\n", 429)
    reply = await refused(request, error) if api.is_asked(request) else line
    reply.headers.update(CLOSE)
    await reply(scope, receive, send)


async def _say(error: Exception, scope: Scope, receive: Receive, send: Send) -> None:
    """What is said before any page could say it."""
    request = Request(scope, receive)
    if isinstance(error, TimeoutError):
        error = HTTPException(408, headers=CLOSE)
    says = missing if isinstance(error, HTTPException) else refused if isinstance(error, NightcallError) else broken
    await (await says(request, error))(scope, receive, send)


# -- when something goes wrong --


async def refused(request: Request, error: Exception) -> Response:
    """What was wrong, what is allowed, and the way back."""
    assert isinstance(error, NightcallError)
    status = next(code for kind, code in STATUSES.items() if isinstance(error, kind))
    if api.is_asked(request):
        from nightcall.web.api.sending import refusal

        return refusal(Visit(request), error, status)
    is_shut = isinstance(error, (NoSuchGame, access.NotAllowed, access.NoKey))
    mine = await _own_seat(Visit(request)) if isinstance(error, access.NotAllowed) else ""
    text, is_lost = Visit(request).words.error(error, cites=False), error.key == "web.not_leading"
    return oops(request, status, text, has_table=not is_shut, back=mine, is_lost=is_lost)


async def _own_seat(visit: Visit) -> str:
    """The seat this device plays in the game whose page it may not see; empty if it plays none."""
    game = visit.request.path_params.get("game", "")
    places = await visit.site.store.places(visit.device) if game and visit.device else []
    seats = [place.viewer for place in places if place.game == game and isinstance(place.viewer, int)]
    return f"/g/{game}/seat/{seats[0]}" if seats else ""


async def missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    visit = Visit(request)
    words = visit.words
    if visit.site.is_alone and routes.NEEDS_OTHERS.match(visit.here):
        return oops(request, 404, words.text("web.alone.needs_server"))
    key = f"web.http.{error.status_code}"
    text = words.text(key if words.has(key) else "web.http.other")
    return oops(request, error.status_code, text, error.headers, has_table=error.status_code != 414)


async def broken(request: Request, error: Exception) -> Response:
    """A fault of ours, or of house rules: kept for whoever can mend it, and never shown."""
    site: Site = request.app.state.site
    site.broke += 1
    theirs = house_rules.mistake(error)
    if site.faults is not None:
        with suppress(OSError):
            site.faults.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
        # For whoever runs the server: a page may be read by strangers, and an error may name what is secret.
        if theirs is None:
            log.error("a fault of ours: %s", site.faults)
        else:
            log.error("a mistake in %s, at %s: %s: %s", theirs.folder, theirs.line, theirs.why, site.faults)
    words = Visit(request).words
    said = words.text("web.house_rules.broken", name=theirs.name) if theirs else words.text("web.http.500")
    return oops(request, 500, said)


def oops(
    request: Request,
    status: int,
    text: str,
    headers: Mapping[str, str] | None = None,
    *,
    has_table: bool = True,
    back: str = "",
    is_lost: bool = False,
) -> Response:
    """What went wrong; from an address of a table the way leads back to it, unless the table itself is shut."""
    if api.is_asked(request):
        from nightcall.web.api.sending import fault

        return fault(Visit(request), status, text, headers)
    visit = Visit(request)
    back = _table_of(visit.here) if has_table else back
    page = visit.page("oops.html", status, text=text, back=back, is_lost=is_lost)
    page.headers.update(headers or {})
    return page


def _table_of(path: str) -> str:
    """The page at the table that an address of it belongs to; empty for an address elsewhere."""
    found = re.match(r"/g/[\w-]+(?:/lead|/seat/\d+)?(?=/|$)", path)
    return found[0] if found else ""
