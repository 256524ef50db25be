"""The streams of the open pages: each says that its own audience's view has changed, and nothing else."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from nightcall.web.store import MODERATOR_SEAT
from nightcall.web.tables import SCREEN, Table
from nightcall.web.visit import Visit
from nightcall.web.watch.live import Audience


async def screen(request: Request) -> Response:
    visit = Visit(request)
    return stream(visit, await visit.table(), SCREEN)


async def lead(request: Request) -> Response:
    visit = Visit(request)
    return stream(visit, await visit.led(), MODERATOR_SEAT)


async def seat(request: Request) -> Response:
    visit = Visit(request)
    table, number = await visit.played()
    return stream(visit, table, number)


def stream(visit: Visit, table: Table, audience: Audience) -> Response:
    pieces = visit.site.live.follow(table.id, audience, table.look)
    return StreamingResponse(pieces, media_type="text/event-stream", headers={"x-accel-buffering": "no"})


ROUTES: Final = [
    Route("/g/{game}/live", screen),
    Route("/g/{game}/lead/live", lead),
    Route("/g/{game}/seat/{seat:int}/live", seat),
]
