"""Between Begin and the first question: shuffle and deal these cards, what this phone can do for the night, and what to
do if it dies."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall.desk import shuffling
from nightcall.web.play.page import theme
from nightcall.web.rescue import digest, spelt
from nightcall.web.visit import Visit


async def ready(request: Request) -> Response:
    visit = Visit(request)
    table = await visit.moderated()
    if table.game.answers:
        return visit.to(f"/g/{table.id}/lead")  # the night has begun: there is nothing to prepare any more
    setup, code = table.game.setup, visit.rescue_code(table.id)
    is_known = await visit.site.store.rescued(digest(code)) == table.id  # to the device that began the game
    return visit.page(
        "ready.html",
        table=table,
        theme=theme(table.game),
        said=shuffling.to_deal(setup, visit.words),
        cards=shuffling.to_shuffle(setup),
        left_out=shuffling.left_out(setup, visit.words),
        rescue=spelt(code) if is_known else "",
    )


async def looked(request: Request) -> Response:
    """Everybody has a card and knows it: the screens go on to the first question with whoever leads."""
    visit = Visit(request)
    await visit.form()
    table = await visit.moderated()
    if not table.game.answers:
        await visit.site.tables.manage(table, looked=True)
    return visit.to(f"/g/{table.id}/lead")


ROUTES: Final = [Route("/g/{game}/lead/ready", ready), Route("/g/{game}/lead/ready", looked, methods=["POST"])]
