"""The moderator's page: what to say, what to look for, what to tap."""

from __future__ import annotations

from typing import Any, Final

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall import desk
from nightcall.desk import travel, turning
from nightcall.engine import prompts
from nightcall.engine.errors import IllegalAnswer
from nightcall.engine.events import PUBLIC
from nightcall.engine.game import Game
from nightcall.engine.rule import KINDS
from nightcall.web.play import forms, mended, taps
from nightcall.web.play.timers import clock
from nightcall.web.tables import Step, Table
from nightcall.web.visit import Visit
from nightcall.words import Words

NOTES_OPEN: Final = "nightcall_notes"
"""Whether this device shows private notes without being held: for whoever is sure to be alone with it."""


async def lead(request: Request) -> Response:
    visit = Visit(request)
    return show(visit, await visit.led())


def show(visit: Visit, table: Table, *, notice: str = "", fault: str = "", status: int = 200) -> Response:
    """Where the game stands: the question asked now, or the end."""
    game, words = table.game, visit.words
    earlier = table.earlier
    facts: dict[str, Any] = {
        "table": table,
        "game": game,
        "phase": desk.phase(game, words),
        "theme": theme(game),
        "living": words.text("desk.living", count=len(game.village.living), of=len(game.village.seats)),
        "sheriff": desk.holder_of(game.village, "sheriff"),
        "news": [(game.events.index(event), words.event(event, game.players)) for event in desk.news(game)],
        "undo": undo_label(earlier, game, words),
        "notice": notice,
        "fault": fault,
        "misfit": words.error(game.misfit, game.players) if game.misfit is not None else "",
        "clock": clock(table.manner.timer),
    }
    if table.turning:
        return _turning(visit, table, facts, status)
    if game.prompt is None:
        assert game.outcome is not None
        return visit.page("over.html", status, ending=words.outcome(game.outcome, game.players), **facts)
    written = words.prompt(game.prompt, game.players, game.events)
    return visit.page(
        "lead.html",
        status,
        asking=forms.for_moderator(table, words),
        script=desk.script_of(game, words, earlier),
        note=written.do,
        secrets=[words.event(event, game.players) for event in desk.secrets(game, earlier.prompt if earlier else None)],
        is_private=game.prompt.audience != PUBLIC,
        notes_open=visit.request.cookies.get(NOTES_OPEN) == "open",
        has_preview=game.prompt.key == "dawn.breaks",
        card=(card := game.prompt.card or _character(game.prompt.key)),
        has_rule_card=card in KINDS and words.has(f"card.{card}"),
        is_vote=game.prompt.kind == prompts.BALLOTS and game.prompt.audience == PUBLIC,
        **facts,
    )


def _turning(visit: Visit, table: Table, facts: dict[str, Any], status: int) -> Response:
    """A card is turned over. The app knows it: the step is the same, with that card to be tapped."""
    game, words, seat = table.game, visit.words, table.turning
    prompt = turning.question(game, seat)
    known = turning.card_of(game, seat)
    facts["news"] = [
        (game.events.index(event), words.event(event, game.players)) for event in turning.news_before(game, seat)
    ]
    return visit.page(
        "turn.html",
        status,
        asking=forms.for_turning(table, prompt, known, words),
        script=words.prompt(prompt, game.players),
        known=known,
        **facts,
    )


async def turn(request: Request) -> Response:
    """The card has been turned over: on, or what was recorded if it is another one."""
    visit = Visit(request)
    table, form = await visit.led(), await visit.form()
    if revision(form) != table.revision or not table.turning:
        return _on(visit, table)
    given = str(form.get("value", ""))
    if given != turning.card_of(table.game, table.turning):
        return mended.contradicted(visit, table, table.turning, given)
    done = table.manner.turned if table.manner.turned_at == table.revision else 0
    return _on(visit, await visit.site.tables.manage(table, turned_at=table.revision, turned=done + 1))


def theme(game: Game) -> str:
    """Which light the page stands in."""
    return mended.light(game)


def _character(key: str) -> str:
    """Whose rule card belongs to a question: `witch.heal` -> `witch`, the pack's to the Werewolf."""
    name = key.partition(".")[0]
    return {"werewolves": "werewolf"}.get(name, name)


def undo_label(earlier: Game | None, game: Game, words: Words) -> str:
    """What undoing takes back. Of a secret question nobody is named: the button can be read by anybody."""
    if earlier is None or earlier.prompt is None:
        return ""
    prompt = earlier.prompt
    if prompt.audience != PUBLIC:
        return words.text("web.lead.undo_step", what=words.question(prompt.key))
    question = desk.question(prompt, words, game.players)
    if prompt.kind == prompts.ACK:
        return words.text("web.lead.undo_step", what=question)
    answer = desk.spoken(game.answers[-1], prompt, words, game.players)
    return words.text("web.lead.undo_answer", what=question, answer=answer)


# -- steps --


async def answer(request: Request) -> Response:
    """One tap. A tap that arrived twice counts once; one meant for an older question counts not at all."""
    visit = Visit(request)
    table, form = await visit.led(), await visit.form()
    if table.game.prompt is None and revision(form) == table.revision:
        return _on(visit, table)  # over already: nothing to refuse
    step = await visit.site.tables.answered(table, revision(form), lambda prompt: taps.answer(prompt, form))
    return stepped(visit, step)


async def undo(request: Request) -> Response:
    visit = Visit(request)
    table, form = await visit.led(), await visit.form()
    gone = travel.taken_back(table.game, table.game.undo())
    if gone and form.get("sure") != "yes" and revision(form) == table.revision:
        return visit.page("take_back.html", table=table, theme=theme(table.game), gone=gone)
    return stepped(visit, await visit.site.tables.step(table, revision(form), visit.site.tables.undo))


async def redo(request: Request) -> Response:
    """Take back the last undo."""
    visit = Visit(request)
    table, form = await visit.led(), await visit.form()
    return stepped(visit, await visit.site.tables.step(table, revision(form), visit.site.tables.redo))


def stepped(visit: Visit, step: Step) -> Response:
    """To the next question; or what is asked now, with the reason for the refusal."""
    if step.refused is None:
        return _on(visit, step.table)
    if isinstance(step.refused, IllegalAnswer) and _is_another_card(step.refused):
        return mended.contradicted(visit, step.table, step.refused.prompt.seat, str(step.refused.given), step.status)
    fault = visit.words.error(step.refused, step.table.game.players)
    return show(visit, step.table, fault=fault, status=step.status)


def _is_another_card(refused: IllegalAnswer) -> bool:
    """Whether somebody was seen with a card that the record rules out."""
    prompt = refused.prompt
    return refused.key == "answer.refused_card" and prompt.about == prompts.FACE and bool(prompt.seat)


def revision(form: FormData) -> int:
    """The state of the game the form was made for."""
    at = form.get("at")
    return int(at) if isinstance(at, str) and at.isascii() and at.isdigit() and len(at) < 12 else -1


def _on(visit: Visit, table: Table) -> Response:
    """To the next question: at once for an open page, by a redirect for a plain form (reloading must not answer)."""
    if visit.is_fragment:
        return show(visit, table)
    return visit.to(f"/g/{table.id}/lead")


async def open_notes(request: Request) -> Response:
    """Whether private notes stand open on this device, or must be held."""
    visit = Visit(request)
    table, form = await visit.led(), await visit.form()
    visit.keep(NOTES_OPEN, "open" if form.get("notes") == "open" else "held")
    return visit.to(f"/g/{table.id}/lead")


# -- before speaking, and for one player's eyes --


async def preview(request: Request) -> Response:
    """What the next step will bring: who dies, who is spared and why."""
    visit = Visit(request)
    table = await visit.led()
    game = table.game
    coming = desk.coming(game) if desk.has_preview(game) else []
    return visit.page(
        "preview.html",
        table=table,
        theme=theme(game),
        lines=[
            (visit.words.event(event, game.players), event.audience == PUBLIC, event.rule)
            for event in coming
            if not event.declared.scripted
        ],
    )


async def shown(request: Request) -> Response:
    """An opaque page for the player who is awake; from it the way leads to a clock, never back to the secrets."""
    visit = Visit(request)
    table = await visit.led()
    earlier = table.earlier
    events = desk.secrets(table.game, earlier.prompt if earlier else None)
    cards = [str(event.facts["card"]) for event in events if "card" in event.facts]
    lines = [visit.words.event(event, table.game.players) for event in events]
    return visit.page("show.html", table=table, lines=lines, cards=cards)


async def rest(request: Request) -> Response:
    visit = Visit(request)
    return visit.page("rest.html", table=await visit.led())


ROUTES: Final = [
    Route("/g/{game}/lead", lead),
    Route("/g/{game}/lead/answer", answer, methods=["POST"]),
    Route("/g/{game}/lead/turn", turn, methods=["POST"]),
    Route("/g/{game}/lead/undo", undo, methods=["POST"]),
    Route("/g/{game}/lead/redo", redo, methods=["POST"]),
    Route("/g/{game}/lead/open-notes", open_notes, methods=["POST"]),
    Route("/g/{game}/lead/preview", preview),
    Route("/g/{game}/lead/show", shown),
    Route("/g/{game}/lead/rest", rest),
]
