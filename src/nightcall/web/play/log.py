"""What has happened: the log, why it happened, and correcting an old answer."""

from __future__ import annotations

from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall import desk, rulebook
from nightcall.desk import mending, story, travel
from nightcall.desk.story import Given, Told
from nightcall.engine import prompts
from nightcall.engine.errors import IllegalAnswer
from nightcall.engine.events import PUBLIC
from nightcall.web.play import forms, taps
from nightcall.web.play.lead import revision, stepped, theme
from nightcall.web.tables import Table
from nightcall.web.visit import Visit


async def log(request: Request) -> Response:
    """Everything, the answers among the events they led to."""
    visit = Visit(request)
    table = await visit.led()
    return visit.page("log.html", table=table, theme=theme(table.game), chapters=_chapters(visit, table))


def _chapters(visit: Visit, table: Table) -> list[dict[str, Any]]:
    """Nights and days, the newest first, each with its answers and events in order."""
    game, words = table.game, visit.words
    questions = desk.asked(game)

    def entry(found: Told | Given) -> dict[str, Any]:
        if isinstance(found, Told):
            event = found.event
            text, is_public = words.event(event, game.players), event.audience == PUBLIC
            return {"event": found.number, "text": text, "is_public": is_public, "rule": event.rule}
        prompt = questions[found.number]
        return {
            "answer": found.number,
            "question": desk.question(prompt, words, game.players),
            "text": desk.spoken(game.answers[found.number], prompt, words, game.players),
            "is_plain": prompt.kind == prompts.ACK,
        }

    return [
        {
            "title": chapter.title(words, game.players, "web.log.beginning"),
            "entries": [entry(found) for found in chapter.entries],
        }
        for chapter in reversed(story.chapters(game.events, marks=game.marks))
    ]


async def why(request: Request) -> Response:
    """The rule behind an event."""
    visit = Visit(request)
    table = await visit.led()
    number = int(request.path_params["number"])
    if number >= len(table.game.events):
        raise HTTPException(404)
    event = table.game.events[number]
    entries = [rulebook.entry(event.rule)] if event.rule else []
    text = visit.words.event(event, table.game.players)
    return visit.page("why.html", table=table, theme=theme(table.game), text=text, entries=entries)


# -- corrections --


async def edit(request: Request) -> Response:
    """The old question, to be answered another way."""
    visit = Visit(request)
    table = await visit.led()
    return _form(visit, table, _index(request, table))


def _index(request: Request, table: Table) -> int:
    index = int(request.path_params["index"])
    if index >= len(table.game.answers):
        raise HTTPException(404)
    return index


def _form(visit: Visit, table: Table, index: int, fault: str = "", status: int = 200) -> Response:
    game = table.game
    prompt = desk.asked(game)[index]
    return visit.page(
        "edit.html",
        status,
        table=table,
        theme=theme(game),
        index=index,
        asking=forms.for_correction(table, index, visit.words),
        question=desk.question(prompt, visit.words, game.players),
        old=desk.spoken(game.answers[index], prompt, visit.words, game.players),
        fault=fault,
    )


async def corrected(request: Request) -> Response:
    """First what it would change, and what the table has heard already; then, if that is wanted, the change."""
    visit = Visit(request)
    table, form = await visit.led(), await visit.form()
    index = _index(request, table)
    game = table.game
    then = game.undo(len(game.answers) - index)
    assert then.prompt is not None
    asked, after, is_sure = then.prompt, game, form.get("sure") == "yes"

    async def correct(table: Table) -> Table:
        nonlocal after
        after = game.edit(index, taps.answer(asked, form))
        return await visit.site.tables.edit(table, after) if is_sure else table

    step = await visit.site.tables.step(table, revision(form), correct)
    if isinstance(step.refused, IllegalAnswer):
        return _form(visit, table, index, visit.words.error(step.refused, game.players), step.status)
    if step.refused is not None:
        return stepped(visit, step)
    if is_sure:
        return visit.to(f"/g/{table.id}/lead")
    words, players = visit.words, game.players
    gone, new = mending.changes(game, after)
    return visit.page(
        "corrected.html",
        table=table,
        theme=theme(game),
        index=index,
        fields=[(name, value) for name, value in form.multi_items() if name != "sure" and isinstance(value, str)],
        announced=[words.event(event, players) for event in desk.contradicted(game, after)],
        gone=[words.event(event, players) for event in gone],
        new=[words.event(event, players) for event in new],
        misfit=words.error(after.misfit, players) if after.misfit is not None else "",
        lost=len(game.answers) - len(after.answers),
        gone_away=travel.taken_back(game, after),
        is_same=after.answers == game.answers,
    )


ROUTES: Final = [
    Route("/g/{game}/lead/log", log),
    Route("/g/{game}/lead/why/{number:number}", why),
    Route("/g/{game}/lead/edit/{index:number}", edit),
    Route("/g/{game}/lead/edit/{index:number}", corrected, methods=["POST"]),
]
