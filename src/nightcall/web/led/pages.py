"""The pages of an evening the app leads: its beginning, the beat of every phone, and what the narrator says."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from dataclasses import dataclass, replace
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall.web import access
from nightcall.web.led import frames
from nightcall.web.led.marks import NOTHING, Mark, Marks
from nightcall.web.led.runner import marks_of
from nightcall.web.led.scenes import Led
from nightcall.web.table import Table
from nightcall.web.visit import Visit

FLOOR: Final = 0.04
"""Seconds after which a beat is answered at the earliest, whatever there was to do."""
CLAIMS: Final = 3
"""How many phones may ask for a seat at a time."""
IN_THE_OPEN: Final = ("open", "ballots", "debate")
"""Scenes that may end before their time."""


async def begin(visit: Visit, table: Table) -> Response:
    """Everybody has a phone: the cards are dealt, and from now on nobody leads."""
    if len(await visit.site.store.taken(table.id)) < len(table.game.players):
        raise access.NotAllowed("led.seats_free")
    tables = visit.site.tables
    table = await tables.deal_afresh(table)  # nobody has seen this deal, whoever set the table up
    runner = visit.site.runner
    led = Led(language=visit.language, debate=table.manner.debate, since=runner.clock(), token=secrets.token_hex(6))
    await tables.manage(table, dealt=True, led=led)
    await visit.site.codes.end(table.id)
    await runner.begin(table.id)
    seat = await _seat_of(visit, table)
    return visit.to(f"/g/{table.id}/seat/{seat}" if seat else f"/g/{table.id}")


async def _seat_of(visit: Visit, table: Table) -> int:
    places = await visit.site.store.places(visit.device)
    return next((place.viewer for place in places if place.game == table.id and isinstance(place.viewer, int)), 0)


async def beat(request: Request) -> Response:
    """What a phone sends every other second, and what it is shown: both of a fixed size."""
    arrived = time.monotonic()
    visit = Visit(request)
    if not access.is_from_here(request):
        raise access.NotAllowed("web.not_from_here")
    table, seat = await visit.played()
    if table.sitting is None:
        return Response(status_code=409)
    if visit.site.runner.is_held_up(table.id):
        return Response(status_code=503)  # to every phone alike: it says that there is trouble, and asks again
    table = await _marked(visit, table, seat, await request.body())
    sitting = table.sitting
    assert sitting is not None
    runner = visit.site.runner
    marks = await marks_of(visit.site.tables, table)
    table = await _let_in(visit, table, marks)
    claims = [(claim.key, claim.seat, claim.sign) for claim in table.manner.claims[:CLAIMS]]
    slowed = frames.BEAT / runner.speed
    body = frames.frame(sitting, seat, marks, visit.words, runner.clock(), slowed, claims)
    await asyncio.sleep(max(0.0, FLOOR - (time.monotonic() - arrived)))
    headers = {"content-encoding": "identity"}  # squeezed, its size would tell what is in it
    return Response(body, media_type="application/json", headers=headers)


async def _marked(visit: Visit, table: Table, seat: int, body: bytes) -> Table:
    """The mark is kept until the seal; one that belongs to an older round, or cannot be read, is not."""
    try:
        data: Any = json.loads(body) if len(body) <= frames.BODY else {}
    except (ValueError, RecursionError):
        data = {}
    sitting = table.sitting
    if not isinstance(data, dict) or sitting is None or data.get("scene") != sitting.led.token:
        return table
    runner = visit.site.runner
    mark = Mark.of(data, runner.clock(), len(table.game.players))
    kept = (await marks_of(visit.site.tables, table)).get(seat, NOTHING)
    if not mark.says(kept):
        about = f"{sitting.view.night:03} {sitting.scene.kind} {sitting.scene.name}"
        await visit.site.store.mark(table.id, sitting.led.token, seat, about, mark.to_json())
        if sitting.scene.kind in IN_THE_OPEN:
            await runner.wake(table.id)
    return table


async def _let_in(visit: Visit, table: Table, marks: Marks) -> Table:
    """A seat passes to another phone only in the open, when most of the living want it."""
    sitting = table.sitting
    assert sitting is not None
    for claim in table.manner.claims[:CLAIMS]:
        others = [seat for seat in sitting.living if seat != claim.seat]
        for_it = [seat for seat in others if frames.LET_IN + claim.key in marks.get(seat, NOTHING).signs]
        if 2 * len(for_it) > len(others):
            table = await visit.site.tables.let_in(table, claim)
    return table


# -- the narrator's device and the public screen --


@dataclass(frozen=True, slots=True)
class Caption:
    """What the narrator says, and how long it stands."""

    text: str
    language: str
    left: float
    """Seconds of the world, not of the evening's clock."""
    length: float
    done: tuple[str, ...]
    """Who has voted, or is ready."""
    kind: str


async def caption(visit: Visit, table: Table) -> Caption | None:
    sitting = table.sitting
    if sitting is None:
        return None
    runner, scene = visit.site.runner, sitting.scene
    length = scene.rounds[sitting.led.round - 1]
    left = max(0.0, sitting.led.since + length - runner.clock())
    marks = await marks_of(visit.site.tables, table)
    names = tuple(visit.words.seat(seat, table.game.players) for seat in frames.done(sitting, marks))
    shown = replace(sitting, words=visit.words)
    said = visit.words.text("led.held_up") if runner.is_held_up(table.id) else shown.caption
    return Caption(said, visit.language, left / runner.speed, length / runner.speed, names, scene.kind)


ROUTES: Final = [Route("/g/{game}/seat/{seat:number}/beat", beat, methods=["POST"])]
