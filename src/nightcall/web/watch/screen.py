"""The public screen: what everybody at the table may see, on a television or a tablet. It needs and knows no secret."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall.engine.viewers import PUBLIC
from nightcall.web.tables import PHONES, Table
from nightcall.web.visit import Visit
from nightcall.web.watch import boards


async def screen(request: Request) -> Response:
    visit = Visit(request)
    table = await visit.table()
    code = visit.site.codes.of(table.id) if _is_dealing(table) else ""
    return visit.page(
        "screen.html",
        game=table.id,
        board=boards.board(table, visit.words),
        code=code,
        join_link=visit.link(f"/join/{code}"),
    )


def _is_dealing(table: Table) -> bool:
    """Whether the phones are to receive their cards now: nobody has been called yet."""
    seen = table.view(PUBLIC)
    is_begun = seen.day or any(event.name == "called" for event in seen.log)
    return table.open_manner.deal == PHONES and not is_begun and seen.phase != "over"


ROUTES: Final = [Route("/g/{game}", screen)]
