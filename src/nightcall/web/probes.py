"""For whoever watches over the server: whether it lives, whether it can serve, and what it has counted."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from nightcall.web import figures
from nightcall.web.store import StoreFault
from nightcall.web.visit import Visit


async def healthz(request: Request) -> Response:
    """It runs. Whoever gets no answer here starts it anew."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """It can serve: the store answers, and nobody has asked it to stop. Otherwise send people elsewhere for a while."""
    site = Visit(request).site
    if site.live.is_closing:
        return PlainTextResponse("stopping\n", 503)
    try:
        await site.store.alive()
    except StoreFault as error:
        return PlainTextResponse(f"{error.key}\n", 503)
    return PlainTextResponse("ready\n")


async def metrics(request: Request) -> Response:
    """To those who were named, and asked us themselves; for everybody else there is no such page."""
    visit = Visit(request)
    found = visit.site.figures
    if found is None or not visit.is_direct or not found.may_be_read_by(visit.client):
        raise HTTPException(404)
    return Response(found.text(visit.site), media_type=figures.TYPE)


ROUTES: Final = [Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", metrics)]
