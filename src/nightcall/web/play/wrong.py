"""Something is wrong: one page for whatever a host or a table gets wrong, each a question and then a preview."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlencode

from starlette.datastructures import ImmutableMultiDict
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall import desk
from nightcall.desk import lists, mending
from nightcall.desk.refusals import why_not
from nightcall.engine import prompts
from nightcall.engine.errors import IllegalAnswer
from nightcall.engine.events import PUBLIC, Event
from nightcall.engine.game import Game
from nightcall.engine.prompts import Prompt
from nightcall.rules import comings
from nightcall.web.aside import telling
from nightcall.web.play import forms, mended
from nightcall.web.play.lead import asked_again, revision, stepped
from nightcall.web.play.page import theme
from nightcall.web.table import Table
from nightcall.web.visit import Visit
from nightcall.words import Words

Given = ImmutableMultiDict[str, Any]
HAPPENS: Final = {
    "leaves": comings.LEAVES,
    "arrives": comings.ARRIVES,
    "takes-place": comings.TAKES_PLACE,
    "change-seats": comings.CHANGE_SEATS,
    "sits": comings.SITS,
}
"""What may happen to the table itself: the page, and the key of its first question."""
CARDS: Final = {"table.card": "card", "table.second": "second"}
"""The questions about a newcomer's cards, each with its field."""


async def menu(request: Request) -> Response:
    visit = Visit(request)
    table = await visit.moderated()
    game = table.game
    facts = {
        "is_over": game.outcome is not None,
        "has_lovers": mending.may_have_couples(game),
        "has_voted": mending.has_voted(game),
    }
    return visit.page("wrong.html", table=table, theme=theme(game), **facts)


# -- what was recorded --


async def person(request: Request) -> Response:
    """The wrong person was tapped: the last answers, to be changed."""
    visit = Visit(request)
    table = await visit.moderated()
    return await _answers(visit, table, "person", mending.latest)


async def vote(request: Request) -> Response:
    """A vote was counted wrong: all there were, each to be changed as it was entered."""
    visit = Visit(request)
    return await _answers(visit, await visit.moderated(), "vote", mending.votes)


async def _answers(
    visit: Visit, table: Table, title: str, find: Callable[[Game, Words], list[mending.Recorded]]
) -> Response:
    found = await telling(table.game, lambda: find(table.game, visit.words))
    facts: dict[str, Any] = {"table": table, "theme": theme(table.game), "back_to": "/wrong", "found": found}
    return visit.page("wrong_answers.html", heading=f"web.wrong.{title}", **facts)


async def lovers(request: Request) -> Response:
    """The Lovers were forgotten: who they are, to be woken now; or they are others than recorded."""
    visit = Visit(request)
    table = await visit.moderated()
    made = mending.couples(table.game)
    pair = table.game.answers[made].value if made is not None else ()
    names = [visit.words.seat(seat, table.game.players) for seat in pair or ()]
    return visit.page(
        "wrong_lovers.html",
        table=table,
        theme=theme(table.game),
        back_to="/wrong",
        made=made,
        pair=visit.words.names(names) if names else "",
    )


async def card(request: Request) -> Response:
    """A card does not fit: whose, which one was seen, and then what was recorded instead."""
    visit = Visit(request)
    table = await visit.moderated()
    seat, name = _seat(request.query_params.get("seat", ""), table), request.query_params.get("card", "")
    facts: dict[str, Any] = {"table": table, "theme": theme(table.game), "seat": seat, "back_to": "/wrong"}
    if not seat:
        asking = _ring(table, visit, Prompt("table.whose_card", prompts.PICK, "IDENT-4", options=_everybody(table)))
        return visit.page("wrong_card.html", asking=asking, **facts)
    player = visit.words.seat(seat, table.game.players)
    village = table.game.village
    listed = (*village.setup.announced_copies(), *lists.brought(village))
    if name not in listed:
        cards = sorted(listed, key=lambda each: str(visit.words.card(each)))
        return visit.page("wrong_card.html", asking=None, cards=cards, player=player, **facts)
    return await mended.contradicted(visit, table, seat, name)


def _everybody(table: Table) -> list[int]:
    return list(table.game.village.circle)


def _seat(text: str, table: Table) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    return number if number in table.game.village.seats else 0


def _ring(table: Table, visit: Visit, prompt: Prompt) -> forms.Form:
    return forms.for_screen(table, prompt, visit.words)


# -- what happened to the table --


async def happens(request: Request) -> Response:
    """Who leaves, who comes, who sits where: the one question."""
    visit = Visit(request)
    return _question(visit, await visit.moderated(), _what(request))


def _what(request: Request) -> str:
    what = str(request.path_params["what"])
    if what not in HAPPENS:
        raise HTTPException(404)
    return what


def _question(visit: Visit, table: Table, what: str, fault: str = "", status: int = 200) -> Response:
    village = table.game.village
    living = tuple(village.living)
    asked = {
        "leaves": Prompt(comings.LEAVES, prompts.PICK, "TABLE-1", options=living, audience=PUBLIC),
        "takes-place": Prompt(
            comings.TAKES_PLACE,
            prompts.PICK,
            "TABLE-4",
            options=(*living, *comings.vacant(village)),
            audience=PUBLIC,
        ),
        "change-seats": Prompt(
            comings.CHANGE_SEATS,
            prompts.PICK,
            "TABLE-5",
            options=comings.seated(village),
            low=2,
            high=2,
            audience=PUBLIC,
        ),
        "sits": Prompt(comings.SITS, prompts.PICK, "TABLE-5", options=comings.seated(village), audience=PUBLIC),
    }
    words = visit.words
    return visit.page(
        "happens.html",
        status,
        table=table,
        theme=theme(table.game),
        what=what,
        asking=_ring(table, visit, asked[what]) if what in asked else None,
        places=_places(table, words) if what in ("arrives", "sits") else [],
        fault=fault,
        back_to="/wrong",
    )


def _places(table: Table, words: Words) -> list[tuple[str, str, int]]:
    """Between whom somebody may sit: each pair of neighbours, and the seat of the first."""
    seats = comings.seated(table.game.village)
    names = {seat: words.seat(seat, table.game.players) for seat in seats}
    return [(names[one], names[other], one) for one, other in zip(seats, [*seats[1:], *seats[:1]], strict=True)]


def _after(table: Table, what: str, form: Given) -> Game:
    """The game with what has happened; a newcomer is then seated where the chair stands; `IllegalAnswer`."""
    game, beside = table.game, _seat(str(form.get("beside", "")), table)
    values = _values(what, form, table)
    missing = _card_to_choose(game, what, values)
    if missing is not None:
        raise missing.refuse("answer.not_an_option", "")
    after = game.intervene(HAPPENS[what], *values)
    seats = comings.seated(game.village)
    if what != "arrives" or not beside or beside == seats[-1]:
        return after
    newcomer = next(event.facts["seat"] for event in reversed(after.events) if event.name == "arrived")
    return after.intervene(comings.SITS, newcomer, beside)


def _values(what: str, form: Given, table: Table) -> tuple[Any, ...]:
    """The answers to its questions, as the form gives them; the engine says what is wrong with them."""
    seats = [_seat(str(text), table) for text in form.getlist("seat")]
    name = " ".join(str(form.get("name", "")).split())
    seat = seats[0] if seats else None
    match what:
        case "leaves":
            return seat, form.get("how") == "death"
        case "arrives":
            return name, *(str(form[field]) for field in CARDS.values() if field in form)
        case "takes-place":
            return seat, name
        case "sits":
            return seat, _seat(str(form.get("beside", "")), table)
        case _:
            return (tuple(seats),)


async def happened(request: Request) -> Response:
    """The change, if that is wanted; first what it would change. That is a page of its own, to which Back leads."""
    visit = Visit(request)
    table, form, what = await visit.moderated(), await visit.form(), _what(request)
    if form.get("sure") != "yes":
        fields = [(name, value) for name, value in form.multi_items() if isinstance(value, str)]
        return visit.to(f"/g/{table.id}/lead/wrong/{what}/preview?{urlencode(fields)}")

    async def enter(table: Table) -> Table:
        after = await telling(table.game, lambda: _after(table, what, form))
        return await visit.site.tables.intervene(table, after, HAPPENS[what])

    step = await visit.site.tables.step(table, revision(form), enter)
    if isinstance(step.refused, IllegalAnswer):
        return _question(visit, table, what, why_not(table.game.village, step.refused, visit.words), step.status)
    if step.refused is not None:
        return await stepped(visit, step)
    await asked_again(visit, table, step)
    return visit.to(f"/g/{table.id}/lead")


async def preview(request: Request) -> Response:
    """What it would change, and what of it the table has heard already."""
    visit = Visit(request)
    table, form, what = await visit.moderated(), request.query_params, _what(request)
    if revision(form) != table.revision:
        return visit.to(f"/g/{table.id}/lead/wrong/{what}")  # from Back: the game is another one by now
    try:
        values = _values(what, form, table)
        asked = await telling(table.game, lambda: _card_to_choose(table.game, what, values))
        if asked is not None:
            return _newcomers_card(visit, table, asked, form)
        after = await telling(table.game, lambda: _after(table, what, form))
    except IllegalAnswer as error:
        return _question(visit, table, what, why_not(table.game.village, error, visit.words), 422)
    return await telling(table.game, lambda: _preview(visit, table, after, what, form))


def _card_to_choose(game: Game, what: str, values: tuple[Any, ...]) -> Prompt | None:
    """The question which card a newcomer gets, as long as the form does not say."""
    asked = game.interrupted(HAPPENS[what], *values).prompt if what == "arrives" else None
    return asked if asked is not None and asked.key in CARDS else None


def _newcomers_card(visit: Visit, table: Table, prompt: Prompt, form: Given) -> Response:
    """Which card it is, once it is known who comes: one tap, and nothing that was chosen stays to be read."""
    return visit.page(
        "newcomers_card.html",
        table=table,
        theme=theme(table.game),
        field=CARDS[prompt.key],
        ask=visit.words.prompt(prompt, table.game.players).ask,
        cards=sorted(map(str, prompt.options), key=lambda name: str(visit.words.card(name))),
        fields=[(name, value) for name, value in form.multi_items() if isinstance(value, str)],
        back_to="/wrong",
    )


def _preview(visit: Visit, table: Table, after: Game, what: str, form: Given) -> Response:
    words, game = visit.words, table.game
    gone, new = mending.changes(game, after)

    def said(events: list[Event], *, openly: bool) -> list[str]:
        return [words.event(event, after.players) for event in events if (event.audience == PUBLIC) == openly]

    return visit.page(
        "happened.html",
        table=table,
        theme=theme(game),
        what=what,
        who=words.names(_who(form, table, words)),
        fields=[(name, value) for name, value in form.multi_items() if name != "sure" and isinstance(value, str)],
        announced=[words.event(event, game.players) for event in desk.contradicted(game, after, len(table.heard))],
        new=said(new, openly=True),
        secret=said(new, openly=False),
        gone=said(gone, openly=True) + said(gone, openly=False),
        misfit=why_not(after.village, after.misfit, words) if after.misfit is not None else "",
        lost=mending.struck(game, after),
        ending=words.outcome(after.outcome, after.players) if after.outcome is not None else "",
        question=words.prompt(after.prompt, after.players).ask if after.prompt is not None else "",
        back_to="/wrong",
    )


def _who(form: Given, table: Table, words: Words) -> list[str]:
    """Whom it is about: those at the table, or the one who comes."""
    seats = [_seat(str(text), table) for text in form.getlist("seat")]
    return [words.seat(seat, table.game.players) for seat in seats if seat] or [str(form.get("name", ""))]


ROUTES: Final = [
    Route("/g/{game}/lead/wrong", menu),
    Route("/g/{game}/lead/wrong/person", person),
    Route("/g/{game}/lead/wrong/vote", vote),
    Route("/g/{game}/lead/wrong/lovers", lovers),
    Route("/g/{game}/lead/wrong/card", card),
    Route("/g/{game}/lead/wrong/{what}", happens),
    Route("/g/{game}/lead/wrong/{what}", happened, methods=["POST"]),
    Route("/g/{game}/lead/wrong/{what}/preview", preview),
]
