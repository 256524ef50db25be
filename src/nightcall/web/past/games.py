"""The games this device has led: looking back, going on, bringing one from elsewhere, adding them up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Final

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from nightcall.engine import tape
from nightcall.engine.errors import NightcallError, TapeError
from nightcall.engine.game import Game, retell
from nightcall.engine.viewers import MODERATOR
from nightcall.rulebook import folded
from nightcall.sim.learning import ENOUGH
from nightcall.web import dates, limits
from nightcall.web.access import TERMINAL, NotAllowed, TooMany
from nightcall.web.aside import aside
from nightcall.web.icons import icon_of
from nightcall.web.manner import Manner, is_practice
from nightcall.web.past import backup, carrying, forecasts, statistics
from nightcall.web.past.summaries import is_led, shown
from nightcall.web.store import Grant, Kept
from nightcall.web.table import Table
from nightcall.web.visit import Visit
from nightcall.words import Words

PAGE: Final = 20
LONGEST: Final = 100
"""Letters of a search."""


async def _led(visit: Visit) -> list[Kept]:
    if not visit.device:
        return []
    return [game for game in await visit.site.store.games_moderated_by(visit.device) if not is_practice(game.manner)]


# -- the list --


async def games(request: Request) -> Response:
    return await _list(Visit(request))


async def _list(visit: Visit, status: int = 200, fault: str = "", notice: str = "") -> Response:
    asked = visit.request.query_params
    search = asked.get("q", "")[:LONGEST]
    led = await _led(visit)
    found = [game for game in led if matches(game, search, visit.words)]
    pages = max(1, -(-len(found) // PAGE))
    page = min(pages, max(1, _number(asked.get("page", ""))))
    return visit.page(
        "games.html",
        status,
        games=[shown(game, visit.words) for game in found[(page - 1) * PAGE : page * PAGE]],
        has_any=bool(led),
        has_finished=any("winner" in game.summary for game in led),
        count=len(found),
        search=search,
        page=page,
        pages=pages,
        total=len(led),
        keep_days=visit.site.keep_days,
        terminal=[shown(game, visit.words) for game in await _in_the_terminal(visit, led)],
        fault=fault,
        notice=notice,
    )


async def _in_the_terminal(visit: Visit, mine: Sequence[Kept]) -> list[Kept]:
    """The games led with `nightcall play`, for whoever sits at this machine and does not lead them yet."""
    if not visit.is_on_this_machine:
        return []
    known = {game.id for game in mine}
    return [game for game in await visit.site.store.games_moderated_by(TERMINAL) if game.id not in known]


async def take(request: Request) -> Response:
    """A game led in the terminal goes on on this device."""
    visit = Visit(request)
    await visit.form()
    game = request.path_params["game"]
    if game not in {each.id for each in await _in_the_terminal(visit, ())}:
        raise NotAllowed("web.not_leading")
    place = Grant(game, MODERATOR)
    await visit.site.store.grant(await visit.granted_device(place), place)
    return visit.to(f"/g/{game}/lead")


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1


def matches(game: Kept, search: str, words: Words) -> bool:
    """Whether every word is found among the players, the cards, the winner or the date."""
    told = game.summary
    cards = [words.card(name) for name in told.get("cards", ()) if name]
    winner = words.side(told["winner"]) if "winner" in told else words.text("web.past.going_on")
    days = (dates.day(game.begun, words), dates.day(game.changed, words), dates.iso(game.begun))
    haystack = folded(" ".join([*told["players"], *cards, winner, *days]))
    return all(word in haystack for word in folded(search).split())


# -- one of them --


async def remove(request: Request) -> Response:
    """Asked first, then gone for good, for every device that leads it."""
    visit = Visit(request)
    table = await visit.moderated(gathering=True)
    if request.method != "POST":
        kept = next(game for game in await _led(visit) if game.id == table.id)
        return visit.page("game_remove.html", game=shown(kept, visit.words))
    await visit.form()
    await visit.site.tables.remove(table)
    return visit.to("/games")


async def bring(request: Request) -> Response:
    """A saved game from elsewhere becomes a game of this device. What cannot be read is refused whole."""
    visit = Visit(request)
    form = await visit.form()
    file = form.get("tape")
    done = await visit.brought()
    try:
        text = await file.read() if isinstance(file, UploadFile) else b""
        link = form.get("link")
        if not text and isinstance(link, str) and link.strip():
            text = carrying.unpacked(link)
        if not text:
            raise TapeError("web.past.no_file")
        parts = await aside(lambda: backup.tapes(text))
        if len(parts) > 1:
            return await _brought_all(visit, parts)
        if done is not None:
            table = await visit.site.tables.find(done.game)
            return visit.to(f"/g/{table.id}/{'lead' if table.game.outcome is None else 'end'}")
        table = await _brought(visit, text, only_what_fits=form.get("only") == "fits")
    except NightcallError as error:
        return await _list(visit, 429 if isinstance(error, TooMany) else 422, visit.words.error(error, cites=False))
    finally:
        await form.close()
    return visit.to(f"/g/{table.id}/{'lead' if table.game.outcome is None else 'end'}")


async def _brought(visit: Visit, text: bytes, *, only_what_fits: bool) -> Table:
    await visit.site.begun.refuse_flood(visit.client)
    loaded, game = await aside(lambda: _told(text), len(text) // limits.SHORT_LINE)
    if game.misfit is not None and not only_what_fits:
        why = visit.words.error(game.misfit, game.players, cites=False)
        raise TapeError("web.past.misfit", number=len(game.answers) + 1, of=len(loaded.answers), why=why)
    table = await visit.site.tables.begin(
        game.setup,
        Manner(),
        game.answers,
        told=game if game.misfit is None else None,
        device=await visit.granted_device(),
        when=backup.when(text),
    )
    await visit.site.begun.note(visit.client)
    return table


def _told(text: bytes) -> tuple[tape.Loaded, Game]:
    loaded = tape.loads(text)
    return loaded, retell(loaded.setup, loaded.answers)


async def everything(request: Request) -> Response:
    """Every game of this device in one file, the oldest first."""
    visit = Visit(request)
    found = await _whole(visit)
    name = f"nightcall-{dates.local(time.time()):%Y-%m-%d}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    text = await aside(lambda: backup.packed(reversed(found)))
    return Response(text.encode(), media_type="application/x-ndjson; charset=utf-8", headers=headers)


async def _whole(visit: Visit) -> list[Kept]:
    """The games of this device with all their lines, the newest first: none whose cards nobody may know yet."""
    found = []
    for game in await _led(visit):
        if is_led(game):
            continue
        await asyncio.sleep(0)  # there may be hundreds
        kept = await visit.site.store.get(game.id)
        found += [kept] if kept is not None else []
    return found


async def _brought_all(visit: Visit, parts: Sequence[bytes]) -> Response:
    """What became of the games of such a file: those that are here already are left alone."""
    taken = parts if visit.site.is_alone else parts[: limits.GAMES_AT_ONCE]
    here = [game.lines for game in await _whole(visit)]
    brought = known = 0
    first: NightcallError | None = None
    for part, is_known in zip(taken, await aside(lambda: backup.known(taken, here)), strict=True):
        await asyncio.sleep(0)  # whoever taps meanwhile comes first
        if is_known:
            known += 1
            continue
        try:
            await _brought(visit, part, only_what_fits=False)
        except NightcallError as error:
            first = first or error
            if isinstance(error, TooMany):
                break
        else:
            brought += 1
    if first is not None and not brought + known:
        raise first
    said = visit.words.text("web.past.brought", brought=brought, known=known, failed=len(parts) - brought - known)
    return await _list(visit, notice=f"{said} {visit.words.error(first, cites=False)}" if first is not None else said)


# -- adding up --


async def _counted(visit: Visit) -> tuple[list[Kept], list[statistics.Group], str]:
    """The finished games of the chosen group, every group, and which was chosen."""
    over = statistics.finished(await _led(visit))
    groups = statistics.groups(over)
    chosen = visit.request.query_params.get("group", "")
    if chosen not in {group.key for group in groups}:
        return over, groups, ""
    return [game for game in over if statistics.group_key(game) == chosen], groups, chosen


async def numbers(request: Request) -> Response:
    visit = Visit(request)
    over, groups, chosen = await _counted(visit)
    words = visit.words
    return visit.page(
        "statistics.html",
        report=statistics.report(over),
        groups=[(group, _group_name(group.names, words)) for group in groups],
        chosen=chosen,
        learnt=forecasts.learnt(over),
        fared=forecasts.fared(over),
        foretold=len(forecasts.foretold(over)),
        enough=ENOUGH,
        icon_of=icon_of,
    )


def _group_name(names: Sequence[str], words: Words) -> str:
    return words.names(words.seat(seat, names) for seat in range(1, len(names) + 1))


async def numbers_csv(request: Request) -> Response:
    visit = Visit(request)
    over, _, _ = await _counted(visit)
    text = statistics.as_csv(statistics.rows(over), visit.words)
    headers = {"content-disposition": 'attachment; filename="nightcall.csv"'}
    return Response(text.encode("utf-8-sig"), media_type="text/csv; charset=utf-8", headers=headers)


async def numbers_json(request: Request) -> Response:
    visit = Visit(request)
    over, _, _ = await _counted(visit)
    headers = {"content-disposition": 'attachment; filename="nightcall.json"'}
    return JSONResponse(statistics.as_data(statistics.rows(over)), headers=headers)


ROUTES: Final = [
    Route("/games", games),
    Route("/games/bring", bring, methods=["POST"]),
    Route("/games/all.jsonl", everything),
    Route("/games/statistics", numbers),
    Route("/games/statistics.csv", numbers_csv),
    Route("/games/statistics.json", numbers_json),
    Route("/games/{game}/take", take, methods=["POST"]),
    Route("/games/{game}/remove", remove, methods=["GET", "POST"]),
]
