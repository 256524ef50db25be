"""Whoever leads, tap by tap: each is one step, and brings the next page (`page`)."""

from __future__ import annotations

from itertools import takewhile
from typing import Any, Final

from starlette.datastructures import FormData, ImmutableMultiDict
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall.desk import travel, turning
from nightcall.desk.refusals import why_not
from nightcall.engine import prompts
from nightcall.engine.errors import IllegalAnswer
from nightcall.engine.prompts import Prompt
from nightcall.web.aside import telling
from nightcall.web.numbers import whole
from nightcall.web.play import mended, suggested, taps
from nightcall.web.play.page import (
    NOTES_OPEN,
    card_of,
    coming,
    eyes_now,
    recipients,
    show,
    shown_now,
    steps_of,
    theme,
)
from nightcall.web.setup import dealing
from nightcall.web.table import Table
from nightcall.web.tables.moving import Step
from nightcall.web.visit import Visit


async def lead(request: Request) -> Response:
    visit = Visit(request)
    table = await visit.moderated(gathering=True)
    if table.is_led:
        return visit.to(f"/g/{table.id}/lead/seats")
    if await dealing.is_under_way(visit, table):
        return visit.to(f"/g/{table.id}/lead/deal")
    return await show(visit, table)


# -- steps --


async def answer(request: Request) -> Response:
    """One tap. A tap that arrived twice counts once; one meant for an older question counts not at all."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    if table.game.prompt is None and revision(form) == table.revision:
        return await _on(visit, table)  # over already: nothing to refuse
    taken = suggested.agreed(table) if form.get("take") == "phones" else None

    def read(prompt: Prompt) -> Any:
        return taken if taken is not None else taps.answer(prompt, form)

    pointed = _pointed(form)
    step = await visit.site.tables.answered(table, revision(form), read, announces=True, pointed=pointed)
    if len(step.table.game.answers) > len(table.game.answers) + 1:
        step = await asked_again(visit, table, step)
    if step.refused is None and _is_nobody(form) and not _is_asked_on(step.table):
        # at a faked call too nobody then waits for a result
        step = Step(await visit.site.tables.advance(step.table, is_seen=True))
    return await stepped(visit, step)


def _is_asked_on(table: Table) -> bool:
    """Whether something follows whatever was tapped."""
    found = shown_now(table)
    return found is not None and (found.is_asked or found.is_round)


def _pointed(form: FormData) -> int:
    """Who was tapped on, where that may mean nothing: whose card it then seems to be."""
    return whole(form.getlist("seat")[-1], 0) if form.getlist("seat") else 0


def _is_nobody(form: FormData) -> bool:
    return taps.NOBODY in (form.get("seat"), form.get("value"))


async def seen(request: Request) -> Response:
    """Somebody awake has seen what there was to see: on to the next question."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    found = shown_now(table) if revision(form) == table.revision else None
    if found is not None and form.get("nth", "0") == str(found.nth):  # a tap sent twice is one
        other = found.contradicted(table.game.village, str(form.get("value", "")))
        if other:
            return await mended.contradicted(visit, table, other, str(form["value"]))
        table = await _next_step(visit, table, _pointed(form))
    return await _on(visit, table)


async def _next_step(visit: Visit, table: Table, pointed: int = 0) -> Table:
    """What the last answer has brought next, or the next question."""
    headway = table.headway
    done, pointed = headway.lifted + 1, pointed or headway.pointed
    is_seen = done >= len(steps_of(table))
    return await visit.site.tables.advance(table, lifted=done, pointed=pointed, is_seen=is_seen)


async def met(request: Request) -> Response:
    """Somebody whom the record knows has opened the eyes: on, or what was recorded if it is somebody else."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    found = eyes_now(table) if revision(form) == table.revision else None
    if found is None:  # a tap sent twice is one
        return await _on(visit, table)
    try:
        given = found.asks.check(taps.answer(found.asks, form))
    except IllegalAnswer as error:
        return await stepped(visit, Step(table, error))
    seats = given if isinstance(given, (list, tuple)) else [given] if given else []
    if other := found.other(seats):
        return await mended.contradicted(visit, table, other, found.card)
    if not seats:
        fault, reason = visit.words.text("web.lead.refused"), found.note(visit.words, table.game.players)
        return await show(visit, table, fault=fault, reason=reason, status=422)
    if found.is_all:
        return await stepped(visit, await visit.site.tables.answered(table, table.revision, _yes, announces=True))
    return await _on(visit, await visit.site.tables.advance(table, is_met=True))


def _yes(prompt: Prompt) -> bool:
    return True


async def told(request: Request) -> Response:
    """The village has heard it: what comes next."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    said = table.headway.told
    if said and revision(form) == table.revision and form.get("told") == str(said):  # a tap sent twice tells once
        table = await visit.site.tables.advance(table, told=said + 1)
    return await _on(visit, table)


async def turn(request: Request) -> Response:
    """The card has been turned over: on, or what was recorded if it is another one."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    if revision(form) != table.revision or not table.turning:
        return await _on(visit, table)
    given = str(form.get("value", ""))
    if given != turning.card_of(table.game, table.turning):
        return await mended.contradicted(visit, table, table.turning, given)
    return await _on(visit, await visit.site.tables.advance(table, turned=table.headway.turned + 1))


async def undo(request: Request) -> Response:
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    if table.turned_last and revision(form) == table.revision:
        return await _on(visit, await visit.site.tables.advance(table, turned=table.headway.turned - 1))
    if table.headway.is_met and revision(form) == table.revision:
        return await _on(visit, await visit.site.tables.advance(table, is_met=False))
    gone = travel.taken_back(table.game, table.earlier or table.game)
    if gone and form.get("sure") != "yes" and revision(form) == table.revision:
        return visit.page("take_back.html", table=table, theme=theme(table.game), gone=gone)
    step = await visit.site.tables.step(table, revision(form), visit.site.tables.undo)
    return await stepped(visit, await asked_again(visit, table, step))


async def redo(request: Request) -> Response:
    """Take back the last undo."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    step = await visit.site.tables.step(table, revision(form), visit.site.tables.redo)
    return await stepped(visit, await asked_again(visit, table, step))


async def asked_again(visit: Visit, before: Table, step: Step, *, is_seen: bool = True) -> Step:
    """Whoever undoes or corrects wants the question: what the answer before it brought was seen, or lies open."""
    table = step.table
    if step.refused is not None:
        return step
    if is_seen and shown_now(table) is not None:
        table = await visit.site.tables.advance(table, is_seen=True)
    found = eyes_now(table)
    if found is not None and not found.is_all:
        table = await visit.site.tables.advance(table, is_met=True)
    if table.turning:
        open_ones = takewhile(before.lying_open.__contains__, turning.turned_over(table.game))
        done = len(list(open_ones))
        table = await visit.site.tables.advance(table, turned=done, lying=done)
    return Step(table)


async def stepped(visit: Visit, step: Step) -> Response:
    """To the next question; or what is asked now, with the reason for the refusal."""
    if step.refused is None:
        return await _on(visit, step.table)
    if isinstance(step.refused, IllegalAnswer) and _is_another_card(step.refused):
        seat, card = step.refused.prompt.seat, str(step.refused.given)
        return await mended.contradicted(visit, step.table, seat, card, step.status)
    if isinstance(step.refused, IllegalAnswer):  # why not may be a secret
        fault, reason = (
            visit.words.text("web.lead.refused"),
            why_not(step.table.game.village, step.refused, visit.words),
        )
        return await show(visit, step.table, fault=fault, reason=reason, status=step.status)
    text = visit.words.error(step.refused, step.table.game.players, cites=False)
    return await show(visit, step.table, fault=text, status=step.status)


def _is_another_card(refused: IllegalAnswer) -> bool:
    """Whether somebody was seen with a card that the record rules out."""
    prompt = refused.prompt
    return refused.key == "answer.refused_card" and prompt.about == prompts.FACE and bool(prompt.seat)


def revision(form: ImmutableMultiDict[str, Any]) -> int:
    """The state of the game the form was made for."""
    at = form.get("at")
    return int(at) if isinstance(at, str) and at.isascii() and at.isdigit() and len(at) < 12 else -1


async def _on(visit: Visit, table: Table) -> Response:
    """To the next question: at once for an open page, by a redirect for a plain form (reloading must not answer)."""
    if visit.is_fragment:
        return await show(visit, table)
    return visit.to(f"/g/{table.id}/lead")


async def open_notes(request: Request) -> Response:
    """Whether private notes stand open on this device, or must be held."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    visit.keep(NOTES_OPEN, "open" if form.get("notes") == "open" else "held")
    return visit.to(f"/g/{table.id}/lead")


# -- before speaking, and for one player's eyes --


async def preview(request: Request) -> Response:
    """What the next step will bring: who dies, who is spared and why."""
    visit = Visit(request)
    table = await visit.moderated()
    lines = await telling(table.game, lambda: coming(table, visit.words))
    return visit.page("preview.html", table=table, theme=theme(table.game), lines=lines)


async def shown(request: Request) -> Response:
    """An opaque page for one pair of eyes; from it the way leads to a clock, never back to the secrets.

    First a cover with the name, then under the reader's own finger what is meant for that reader alone.
    """
    visit = Visit(request)
    table = await visit.moderated()
    place = int(request.path_params.get("place", 0))
    readers = recipients(table)
    reader, events = readers[place] if place < len(readers) else (0, [])
    words, players = visit.words, table.game.players
    return visit.page(
        "show.html",
        table=table,
        name=words.seat(reader, players) if reader else "",
        lines=[(card_of(event), words.told(event, reader, players)) for event in events],
        following=place + 1 if place + 1 < len(readers) else 0,
        is_step=shown_now(table) is not None,
    )


async def rest(request: Request) -> Response:
    """The clock between two readers, or between a reader and the game."""
    visit = Visit(request)
    table, place = await visit.moderated(), whole(request.query_params.get("then"), 0)
    if request.method == "POST":  # whoever was shown something has seen it: no second tap for the same
        if revision(await visit.form()) == table.revision:
            await _next_step(visit, table)
        return visit.to(f"/g/{table.id}/lead/rest")
    return visit.page("rest.html", table=table, then=f"/show/{place}" if place else "")


ROUTES: Final = [
    Route("/g/{game}/lead", lead),
    Route("/g/{game}/lead/answer", answer, methods=["POST"]),
    Route("/g/{game}/lead/seen", seen, methods=["POST"]),
    Route("/g/{game}/lead/eyes", met, methods=["POST"]),
    Route("/g/{game}/lead/told", told, methods=["POST"]),
    Route("/g/{game}/lead/turn", turn, methods=["POST"]),
    Route("/g/{game}/lead/undo", undo, methods=["POST"]),
    Route("/g/{game}/lead/redo", redo, methods=["POST"]),
    Route("/g/{game}/lead/open-notes", open_notes, methods=["POST"]),
    Route("/g/{game}/lead/preview", preview),
    Route("/g/{game}/lead/show", shown),
    Route("/g/{game}/lead/show/{place:number}", shown),
    Route("/g/{game}/lead/rest", rest, methods=["GET", "POST"]),
]
