"""A game found by its code, and joined by a program as a phone joins it."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from nightcall.engine.viewers import PUBLIC
from nightcall.web import access
from nightcall.web.api.replies import lead
from nightcall.web.api.sending import Reply, refusal
from nightcall.web.aside import telling
from nightcall.web.table import Table
from nightcall.web.tables.at_hand import NoSuchGame
from nightcall.web.visit import Visit
from nightcall.web.watch import boards


async def _opened(visit: Visit) -> tuple[Table, bool]:
    """The game of the code in the address, and whether the code gives seats: that of a screen does not."""
    game = await visit.site.codes.game(visit.request.path_params["code"], visit.client)
    table = await visit.site.tables.find(game.removeprefix(access.SCREEN))
    return table, table.is_joining and not game.startswith(access.SCREEN)


async def find(visit: Visit, data: Any) -> Response:
    """Which game goes by this code, and who sits there."""
    try:
        table, may_join = await _opened(visit)
    except access.NotAllowed as error:
        return refusal(visit, error, 404)
    names = boards.names(table.view(PUBLIC))
    seats = [{"seat": seat, "name": name, "is_taken": seat in table.taken} for seat, name in enumerate(names, start=1)]
    return Reply({"game": table.id, "may_join": may_join, "needs_leave": table.needs_leave, "seats": seats})


async def join(visit: Visit, data: Any) -> Response:
    """A seat, at once or as soon as whoever leads lets this program in: the key opens nothing before."""
    try:
        table, may_join = await _opened(visit)
    except access.NotAllowed as error:
        return refusal(visit, error, 404)
    if not may_join:
        raise access.NotAllowed("web.code.over")
    await visit.site.guests.of(table.id).refuse_flood(visit.client)
    await visit.site.devices.refuse_flood(visit.client, invited=True)
    key, seat, tables = access.new_secret(), data["seat"], visit.site.tables
    device, sign = access.digest(key), ""
    origins = visit.site.origins
    is_second = origins.has_seat(table.id, visit.client, table.taken)  # whoever leads may let in another one from there
    if table.needs_leave or seat in table.taken or is_second:
        table = await tables.ask_for(table, seat, device, visit.client)
        sign = next(claim.sign for claim in table.manner.claims if claim.device == device)
    else:
        await tables.claim(table, seat, device)
        origins.note(table.id, seat, visit.client)
    await visit.site.devices.note(visit.client)
    await visit.site.guests.of(table.id).note(visit.client)
    return Reply({"game": table.id, "seat": seat, "key": key, "waits": bool(sign), "sign": sign}, 202 if sign else 201)


async def read_code(visit: Visit, data: Any) -> Response:
    """What players type to join, as long as they may, and what is typed on a screen."""
    table, codes = await visit.table(), visit.site.codes
    join = await codes.of(table.id) if table.is_joining else ""
    return Reply({"join": join, "screen": await codes.of(f"{access.SCREEN}{table.id}")})


async def let_in(visit: Visit, data: Any) -> Response:
    """Whoever waits for a seat gets it, or is sent away."""
    table = await visit.table()
    claim = next((claim for claim in table.manner.claims if claim.key == data["claim"]), None)
    if claim is None:
        raise NoSuchGame("web.api.no_such_claim")
    tables = visit.site.tables
    if data["let_in"]:
        table = await tables.let_in(table, claim)
    else:
        table = await tables.forget_claims(table, 0, claim.device)
    return Reply(await telling(table.game, lambda: lead(table, visit.words)))
