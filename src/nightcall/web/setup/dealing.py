"""The app deals on one phone that goes round: hand it over, look, hand it on, and never back to an earlier secret.

Where the round stands is kept on the server for the moderator's device. A card is the reply to a form, never a page
with an address, and only to the one form whose turn it is: back, reload and a kept copy lead to the screen that says
who is to hold the phone.
"""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall.engine.viewers import PUBLIC
from nightcall.web.manner import PASS
from nightcall.web.setup.drafting import Draft
from nightcall.web.table import Table
from nightcall.web.visit import BELONGINGS, Visit
from nightcall.web.watch import boards
from nightcall.web.watch.join import seat_in

DONE: Final = 0
"""Nobody's turn: everybody has seen the card."""
MOST: Final = 200
"""So many cards shown once more are remembered."""


async def deal(request: Request) -> Response:
    """Who is to hold the phone now."""
    visit = Visit(request)
    table = await visit.moderated()
    if table.manner.deal != PASS:
        return visit.to(f"/g/{table.id}/lead/seats")
    return _stage(visit, table, await _turn(visit, table))


async def is_under_way(visit: Visit, table: Table) -> bool:
    """Whether the cards go round on this phone, and not everybody has seen the own one before the first question."""
    if table.manner.deal != PASS or table.game.answers:
        return False
    found = await visit.site.store.read(visit.device, _name(table))
    if isinstance(found, dict):
        return bool(found["turn"] != DONE)
    begun = Draft.of(await visit.site.store.read(visit.device, BELONGINGS[0])).begun
    return begun == table.id  # not yet in anybody's hands


async def look(request: Request) -> Response:
    """The card of whoever holds the phone."""
    visit = Visit(request)
    form = await visit.form()
    table = await visit.moderated()
    turn = await _turn(visit, table)
    if table.manner.deal != PASS or turn == DONE or seat_in(form) != turn:
        return visit.to(f"/g/{table.id}/lead/deal")
    seen = table.hand(turn)
    return visit.page(
        "deal.html",
        table=table,
        seat=turn,
        name=visit.words.seat(turn, boards.names(seen)),
        own=boards.own(seen, table.game.setup, visit.words),
        places=(),
    )


async def on(request: Request) -> Response:
    """Seen: the next one's turn, or back to the moderator."""
    visit = Visit(request)
    form = await visit.form()
    table = await visit.moderated()
    if seat_in(form) == await _turn(visit, table) != DONE:
        state = await _state(visit, table)
        await _keep(visit, table, **_next(table, state))
    return await _again(visit, table)


async def show(request: Request) -> Response:
    """One player's card once more, or the whole round from the beginning."""
    visit = Visit(request)
    form = await visit.form()
    table = await visit.moderated()
    seat = seat_in(form)
    if await _turn(visit, table) == DONE and seat <= len(table.game.players):
        shown = (seat,) if seat else tuple(range(1, len(table.game.players) + 1))
        table = await visit.site.tables.manage(table, shown_again=(*table.manner.shown_again, *shown)[-MOST:])
        await _keep(visit, table, turn=seat or 1, is_single=bool(seat))
    return await _again(visit, table)


async def anew(request: Request) -> Response:
    """Shuffle and deal once more, as long as no night has fallen: somebody has seen what he should not."""
    visit = Visit(request)
    await visit.form()
    table = await visit.moderated()
    if table.manner.deal == PASS:  # first, and the cards last: whatever happens, nobody is shown a card unasked
        await _keep(visit, table, turn=1, is_single=False)
    if table.manner.looked and not table.game.answers:
        table = await visit.site.tables.manage(table, looked=False)
    table = await visit.site.tables.deal_again(table)
    return await _again(visit, table) if table.manner.deal == PASS else visit.to(f"/g/{table.id}/lead/seats")


async def _again(visit: Visit, table: Table) -> Response:
    """The stage as it stands now: in place on an open page, by its address otherwise."""
    if visit.is_fragment:
        return _stage(visit, table, await _turn(visit, table))
    return visit.to(f"/g/{table.id}/lead/deal")


def _stage(visit: Visit, table: Table, turn: int) -> Response:
    seen = table.view(PUBLIC)
    name = visit.words.seat(turn, boards.names(seen)) if turn else ""
    places = [(seat, visit.words.seat(seat, boards.names(seen))) for seat in range(1, len(seen.seats) + 1)]
    is_again = "again" in visit.request.query_params
    return visit.page("deal.html", table=table, seat=turn, name=name, own=None, places=places, is_again=is_again)


async def _state(visit: Visit, table: Table) -> dict[str, Any]:
    found = await visit.site.store.read(visit.device, _name(table))
    return found if isinstance(found, dict) else {"turn": 1, "is_single": False}


async def _turn(visit: Visit, table: Table) -> int:
    turn: int = (await _state(visit, table))["turn"]
    return turn


async def _keep(visit: Visit, table: Table, *, turn: int, is_single: bool) -> None:
    await visit.site.store.write(visit.device, _name(table), {"turn": turn, "is_single": is_single})


def _next(table: Table, state: dict[str, Any]) -> dict[str, Any]:
    is_last = state["is_single"] or state["turn"] >= len(table.game.players)
    return {"turn": DONE if is_last else state["turn"] + 1, "is_single": False}


def _name(table: Table) -> str:
    return f"deal-{table.id}"


ROUTES: Final = [
    Route("/g/{game}/lead/deal", deal),
    Route("/g/{game}/lead/deal/look", look, methods=["POST"]),
    Route("/g/{game}/lead/deal/on", on, methods=["POST"]),
    Route("/g/{game}/lead/deal/show", show, methods=["POST"]),
    Route("/g/{game}/lead/deal/anew", anew, methods=["POST"]),
]
