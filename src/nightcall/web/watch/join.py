"""Joining a game with one's own phone, and the moderator's page where seats are given out and freed."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall.engine.errors import NightcallError
from nightcall.engine.viewers import PUBLIC
from nightcall.web import access, rescue
from nightcall.web.play.lead import theme
from nightcall.web.tables import PASS, Table
from nightcall.web.visit import Visit
from nightcall.web.watch import boards


async def ask(request: Request) -> Response:
    """Where the code is typed."""
    visit = Visit(request)
    return visit.page("join.html", fault="", typed="")


async def typed(request: Request) -> Response:
    """A code was typed: on to its page, or the same form with what is wrong."""
    visit = Visit(request)
    code = str((await visit.form()).get("code", ""))[:40]
    try:
        if rescue.is_one(code):
            return await _rescued(visit, code)
        visit.site.codes.game(code, visit.client)
    except (access.NotAllowed, access.TooMany) as error:
        return _wrong(visit, code, error)
    return visit.to(f"/join/{access.plain(code)}")


async def _rescued(visit: Visit, code: str) -> Response:
    """Whoever has the rescue code leads the game from now on; the phone that did may be dead."""
    visit.site.codes.refuse_flood(visit.client)
    place = await rescue.opened(visit.site.store, code)
    if place is None:
        raise visit.site.codes.wrong(visit.client)
    await visit.site.store.grant(visit.known_device(), place)
    return visit.to(f"/g/{place.game}/lead")


async def choose(request: Request) -> Response:
    """Which seat is yours?"""
    visit = Visit(request)
    code = request.path_params["code"]
    try:
        table = await _opened(visit, code)
    except (access.NotAllowed, access.TooMany) as error:
        return _wrong(visit, code, error)
    return await _seats(visit, table, code)


async def claim(request: Request) -> Response:
    """This phone plays this seat from now on."""
    visit = Visit(request)
    code, form = request.path_params["code"], await visit.form()
    try:
        table = await _opened(visit, code)
    except (access.NotAllowed, access.TooMany) as error:
        return _wrong(visit, code, error)
    seat = seat_in(form)
    mine = await _my_seat(visit, table)
    if mine and mine != seat:
        return await _seats(visit, table, code, fault=visit.words.text("web.join.one_seat"), status=409)
    if not mine:
        try:
            await visit.site.tables.claim(table, seat, visit.known_device())
        except access.NotAllowed as error:
            return await _seats(visit, table, code, fault=visit.words.error(error), status=409)
    return visit.to(f"/g/{table.id}/seat/{seat}")


async def _opened(visit: Visit, code: str) -> Table:
    return await visit.site.tables.find(visit.site.codes.game(code, visit.client))


async def _my_seat(visit: Visit, table: Table) -> int:
    """The seat this device plays already; 0 = none. One phone holds one secret."""
    places = await visit.site.store.places(visit.device) if visit.device else []
    return next((place.viewer for place in places if place.game == table.id and isinstance(place.viewer, int)), 0)


async def _seats(visit: Visit, table: Table, code: str, fault: str = "", status: int = 200) -> Response:
    table = await visit.site.tables.find(table.id)
    return visit.page(
        "join_seats.html",
        status,
        table=table,
        code=access.plain(code),
        names=boards.names(table.view(PUBLIC)),
        mine=await _my_seat(visit, table),
        fault=fault,
    )


def _wrong(visit: Visit, code: str, error: NightcallError) -> Response:
    status = 429 if isinstance(error, access.TooMany) else 422
    return visit.page("join.html", status, fault=visit.words.error(error), typed=code)


def seat_in(form: FormData) -> int:
    """The seat a form names; 0, which nobody has, for anything else."""
    text = form.get("seat")
    return int(text) if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 4 else 0


# -- the moderator's side --


async def seats(request: Request) -> Response:
    """The code to join with, who has joined, and the public screen: before the game, and whenever a phone gives up."""
    visit = Visit(request)
    table = await visit.led()
    code = visit.site.codes.of(table.id)
    return visit.page(
        "seats.html",
        table=table,
        board=boards.board(table, visit.words),
        names=boards.names(table.view(PUBLIC)),
        theme=theme(table.game),
        code=code,
        join_link=visit.link(f"/join/{code}"),
        join_page=visit.link("/join"),
        screen_link=visit.link(f"/g/{table.id}"),
        is_passed_on=table.manner.deal == PASS,
    )


async def free(request: Request) -> Response:
    """Whoever played this seat does so no longer; anybody may claim it again."""
    visit = Visit(request)
    form = await visit.form()
    table = await visit.led()
    seat = seat_in(form)
    if seat:
        await visit.site.tables.free(table, seat)
    return await seats(request) if visit.is_fragment else visit.to(f"/g/{table.id}/lead/seats")


ROUTES: Final = [
    Route("/join", ask),
    Route("/join", typed, methods=["POST"]),
    Route("/join/{code}", choose),
    Route("/join/{code}", claim, methods=["POST"]),
    Route("/g/{game}/lead/seats", seats),
    Route("/g/{game}/lead/seats/free", free, methods=["POST"]),
]
