"""The streams of the open pages: each says when to look again, and nothing else; when that is, `live` decides."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from nightcall.engine.viewers import MODERATOR, PUBLIC, Viewer
from nightcall.web.table import Table
from nightcall.web.visit import Visit

STREAM: Final = "text/event-stream"


async def screen(request: Request) -> Response:
    visit = Visit(request)
    return stream(visit, await visit.table(), PUBLIC)


async def lead(request: Request) -> Response:
    visit = Visit(request)
    return stream(visit, await visit.moderated(gathering=True), MODERATOR)


async def seat(request: Request) -> Response:
    visit = Visit(request)
    table, number = await visit.played()
    return stream(visit, table, number)


def stream(visit: Visit, table: Table, viewer: Viewer) -> Response:
    if visit.request.method == "HEAD":
        return Response(media_type=STREAM)  # there is no end to wait for
    visit.site.live.pace(table.id, table.may_act)
    visit.site.live.refuse_flood(visit.client)
    pieces = visit.site.live.follow(table.id, viewer, table.look, visit.client)
    return StreamingResponse(pieces, media_type=STREAM, headers={"x-accel-buffering": "no"})


ROUTES: Final = [
    Route("/g/{game}/live", screen),
    Route("/g/{game}/lead/live", lead),
    Route("/g/{game}/seat/{seat:number}/live", seat),
]
