"""The first page: go on, begin, look back, look up."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall.web.manner import is_practice
from nightcall.web.past.summaries import shown
from nightcall.web.store import Grant, Kept
from nightcall.web.visit import Visit

SHOWN: Final = 5


async def home(request: Request) -> Response:
    visit = Visit(request)
    store = visit.site.store
    led = await store.games_moderated_by(visit.device) if visit.device else []
    going_on = [game for game in led if "winner" not in game.summary and not is_practice(game.manner)]
    return visit.page(
        "home.html",
        going_on=[shown(game, visit.words) for game in going_on[:SHOWN]],
        seats=await _seats(visit),
    )


async def _seats(visit: Visit) -> list[tuple[Grant, str, bool]]:
    """Where this device plays, by the player's name, and whether that game is over; the latest first."""
    store = visit.site.store
    found = [(place, await store.get(place.game)) for place in await store.places(visit.device)]
    kept = sorted(((place, game) for place, game in found if game), key=lambda each: -each[1].changed)
    played = [(place, place.viewer, game) for place, game in kept if isinstance(place.viewer, int)][:SHOWN]
    return [
        (place, visit.words.seat(seat, game.summary["players"]), await _is_over(visit, game))
        for place, seat, game in played
    ]


async def _is_over(visit: Visit, game: Kept) -> bool:
    """Whether the table has heard the end: before that no player learns that there is one."""
    return "winner" in game.summary and (await visit.site.tables.find(game.id)).is_over


ROUTES: Final = [Route("/", home)]
