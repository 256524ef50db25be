"""A card that contradicts the record: what was recorded, and when, with the way to change it."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.responses import Response

from nightcall.desk import mending
from nightcall.engine import prompts
from nightcall.web.aside import telling
from nightcall.web.play.page import theme
from nightcall.web.table import Table
from nightcall.web.visit import Visit


async def contradicted(visit: Visit, table: Table, seat: int, name: str, status: int = 200) -> Response:
    """What was recorded, and when, that speaks against a card; with the way to change it."""
    return await telling(table.game, lambda: _contradicted(visit, table, seat, name, status))


def _contradicted(visit: Visit, table: Table, seat: int, name: str, status: int) -> Response:
    origin = mending.origin(table.game, seat, name)
    held = table.game.village.knows(seat)
    return visit.page(
        "contradicted.html",
        status,
        table=table,
        theme=theme(table.game),
        seat=seat,
        player=visit.words.seat(seat, table.game.players),
        card=name,
        held=held.name if held is not None else "",
        is_absent=all(each.name != name for each in table.game.village.cards.deck),
        is_possible=table.game.village.cards.may_hold(seat, name),
        recorded=mending.recorded(table.game, origin, visit.words) if origin is not None else None,
        change=_way(table, origin, seat, name) if origin is not None else "",
    )


def _way(table: Table, index: int, seat: int, name: str) -> str:
    """To the old question; where it was about this very card nobody has to say again which one it is."""
    asked = table.game.asked[index]
    is_the_same = asked.about == prompts.FACE and asked.seat == seat and name in asked.options
    return f"{index}/preview?{urlencode({'at': table.revision, 'value': name})}" if is_the_same else str(index)
