"""Several villages side by side: whoever has left one is let into another, and deaths are heard of. (HAML-4)"""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall.desk import travel
from nightcall.engine.errors import IllegalAnswer
from nightcall.engine.game import Game
from nightcall.engine.viewers import MODERATOR
from nightcall.rules.variants.community_of_hamlets import CommunityOfHamlets
from nightcall.web.aside import telling
from nightcall.web.play.lead import revision, stepped
from nightcall.web.play.page import theme
from nightcall.web.store import Grant
from nightcall.web.table import Table
from nightcall.web.visit import Visit

MOST: Final = 20
"""How many of the device's latest games are looked through for villages."""


def is_played(table: Table) -> bool:
    return CommunityOfHamlets.name in table.game.setup.variants


async def villages(request: Request) -> Response:
    visit = Visit(request)
    return await _page(visit, await visit.moderated())


async def _page(visit: Visit, table: Table, fault: str = "", status: int = 200) -> Response:
    """The other villages this device leads, and who is on the road from each."""
    others = []
    for kept in (await visit.site.store.games_moderated_by(visit.device))[:MOST]:
        if kept.id != table.id:
            other = await visit.site.tables.find(kept.id)
            if is_played(other) and not other.is_led:
                coming = [traveller["name"] for traveller in travel.on_the_road(table.game, other.game)]
                others.append((other, coming, travel.unheard(table.game, other.game)))
    is_open = travel.is_open(table.game)
    facts = {"table": table, "theme": theme(table.game), "others": others, "is_open": is_open, "fault": fault}
    return visit.page("villages.html", status, **facts)


async def fetch(request: Request) -> Response:
    """Let somebody in who has left another village, or hear of its deaths."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    other = await visit.site.tables.find(str(form.get("from", "")))
    if not await visit.has(Grant(other.id, MODERATOR)) or other.is_led or not travel.is_open(table.game):
        return await _page(visit, table, visit.words.text("web.villages.not_now"), 422)
    coming = {traveller["name"]: traveller for traveller in travel.on_the_road(table.game, other.game)}
    name = str(form.get("name", ""))

    async def let_in(table: Table) -> Table:
        def heard() -> Game:
            game = travel.arrive(table.game, coming[name]) if name in coming else table.game
            return travel.hear(game, other.game)

        return await visit.site.tables.edit(table, await telling(table.game, heard))

    step = await visit.site.tables.step(table, revision(form), let_in)
    if isinstance(step.refused, IllegalAnswer):
        return await _page(visit, table, visit.words.error(step.refused, table.game.players, cites=False), step.status)
    return await stepped(visit, step) if step.refused is not None else visit.to(f"/g/{table.id}/lead")


ROUTES: Final = [
    Route("/g/{game}/lead/villages", villages),
    Route("/g/{game}/lead/villages", fetch, methods=["POST"]),
]
