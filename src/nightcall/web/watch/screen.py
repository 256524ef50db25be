"""The public screen: what everybody at the table may see, on a television or a tablet. It needs and knows no secret."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall.web.past import stories
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
        join_page=visit.link("/join").partition("://")[2],
        arrived=table.arrived,
        story=stories.told(table.game, visit.words, table.begun) if table.game.outcome is not None else None,
    )


ROUTES: Final = [Route("/g/{game}", screen)]
