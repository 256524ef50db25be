"""The public screen: what everybody at the table may see, on a television or a tablet. It needs and knows no secret."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall.web.visit import Visit
from nightcall.web.watch import boards


async def screen(request: Request) -> Response:
    visit = Visit(request)
    table = await visit.table()
    code = visit.site.codes.of(table.id) if table.is_lobby else ""
    return visit.page(
        "screen.html",
        game=table.id,
        board=boards.board(table, visit.words),
        code=code,
        join_link=visit.link(f"/join/{code}"),
    )


ROUTES: Final = [Route("/g/{game}", screen)]
