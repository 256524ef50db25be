"""The public screen: what everybody at the table may see, on a television or a tablet. It needs and knows no secret."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall.web import access
from nightcall.web.access import SCREEN
from nightcall.web.aside import telling
from nightcall.web.led import pages as led_pages
from nightcall.web.manner import LED
from nightcall.web.past import stories
from nightcall.web.visit import Visit
from nightcall.web.watch import boards


async def screen(request: Request) -> Response:
    visit = Visit(request)
    table = await visit.table()
    if table.manner.next:
        return visit.to(f"/g/{table.manner.next}")  # the same people play on, and the screen with them
    # An election before the first night is shown like a vote.
    is_gathering = table.is_lobby and not table.game.answers and not table.is_electing
    code = await visit.site.codes.of(table.id) if is_gathering else ""
    led = await led_pages.caption(visit, table)
    host = await led_pages.host_of(visit, table) if code and table.manner.deal == LED else ""

    def made() -> Response:
        return visit.page(
            "screen.html",
            game=table.id,
            board=boards.board(table, visit.words),
            code=code,
            join_link=visit.link(f"/join/{code}"),
            join_page=visit.link("/join").partition("://")[2],
            arrived=table.arrived,
            is_looking=table.is_looking,
            story=stories.told(table.game, visit.words, table.begun, table.drawn) if table.is_over else None,
            led=led,
            is_led=(table.manner.deal == LED or led is not None) and not table.is_over,
            host=host,
        )

    return await telling(table.game, made)


async def television(request: Request) -> Response:
    """Where a screen is connected by hand: the game under way at home, else the code is typed.

    While the table gathers, or a led game rests, its screen shows the code for joining: to whoever was told a code,
    and not to anybody in the same network.
    """
    visit = Visit(request)
    games = visit.site.tables.going_on()
    shows_code = any(table.is_lobby or (table.is_led and table.is_joining) for table in games)
    if visit.is_at_home and len(games) == 1 and not shows_code:
        return visit.to(f"/g/{games[0].id}")
    return visit.page("tv.html", fault="", typed="")


async def connect(request: Request) -> Response:
    """A code was typed on a screen: that for joining, or the one whoever leads finds beside the public screen."""
    visit = Visit(request)
    code = str((await visit.form()).get("code", ""))[:40]
    try:
        game = (await visit.site.codes.game(code, visit.client)).removeprefix(SCREEN)
    except (access.NotAllowed, access.TooMany) as error:
        status = 429 if isinstance(error, access.TooMany) else 422
        return visit.page("tv.html", status, fault=visit.words.error(error, cites=False), typed=code)
    return visit.to(f"/g/{game}")


ROUTES: Final = [Route("/tv", television), Route("/tv", connect, methods=["POST"]), Route("/g/{game}", screen)]
