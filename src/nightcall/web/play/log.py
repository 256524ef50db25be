"""What has happened: the log, why it happened, and correcting an old answer."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlencode

from starlette.datastructures import ImmutableMultiDict
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall import desk, rulebook
from nightcall.desk import mending, story, travel
from nightcall.desk.reasons import counted, grief, is_told, led_to, left_out
from nightcall.desk.refusals import why_not
from nightcall.desk.story import Given, Told
from nightcall.engine import prompts
from nightcall.engine.errors import IllegalAnswer
from nightcall.engine.events import PUBLIC
from nightcall.engine.game import Game
from nightcall.rules.characters import CHARACTERS
from nightcall.web.aside import telling
from nightcall.web.numbers import whole
from nightcall.web.play import forms, taps
from nightcall.web.play.lead import asked_again, revision, stepped
from nightcall.web.play.page import shown_now, theme
from nightcall.web.table import Table
from nightcall.web.visit import Visit
from nightcall.words import Words

LINES: Final = 400
"""Of a page: more than most evenings have in all."""


async def log(request: Request) -> Response:
    """Everything, the answers among the events they led to."""
    visit = Visit(request)
    table = await visit.moderated()
    skipped = whole(request.query_params.get("after"), 0)

    def made() -> Response:
        chapters, left = _chapters(visit, table, skipped)
        following = skipped + LINES if left else 0
        return visit.page("log.html", table=table, theme=theme(table.game), chapters=chapters, following=following)

    return await telling(table.game, made)


def _chapters(visit: Visit, table: Table, skipped: int) -> tuple[list[dict[str, Any]], bool]:
    """Nights and days and what happened in them, the newest first: one line per fact; and whether there is more.

    Open is what everybody has heard.
    """
    game, words, heard = table.game, visit.words, len(table.heard)
    questions, told = desk.asked(game), _told(game)
    numbers = {_place(found): number for number, found in enumerate((each for _, facts in told for each in facts), 1)}

    def line(found: Told | Given) -> dict[str, Any]:
        if isinstance(found, Told):
            event = found.event
            text, is_public = words.event(event, game.players), event.audience == PUBLIC and found.number < heard
            return {
                "event": found.number,
                "line": numbers[_place(found)],
                "text": text,
                "is_public": is_public,
                "rule": event.rule,
            }
        prompt, answer = questions[found.number], game.answers[found.number]
        text = desk.spoken(answer, prompt, words, game.players)
        if prompt.kind in (prompts.BALLOTS, prompts.COUNTS):  # the count of a verdict is the next line
            text = "" if prompt.key in forms.VERDICTS else desk.tally(answer, prompt, words, game.players)
        return {
            "answer": found.number,
            "line": numbers[_place(found)],
            "is_public": prompt.audience == PUBLIC,
            "question": desk.question(prompt, words, game.players),
            "text": text,
        }

    shown, passed = [], 0
    for chapter, found in reversed(told):
        facts = found[::-1]
        here = facts[max(0, skipped - passed) : max(0, skipped + LINES - passed)]
        if here or (not facts and skipped <= passed < skipped + LINES):
            title = chapter.title(words, game.players, "web.log.beginning")
            shown.append({"title": title, "entries": [line(found) for found in here]})
        passed += len(facts)
    return shown, passed > skipped + LINES


def _told(game: Game) -> list[tuple[story.Chapter, list[Told | Given]]]:
    """Chapter by chapter what is worth a line: no answer that is only an acknowledgement, no echo of an answer."""
    questions = desk.asked(game)

    def is_fact(found: Told | Given) -> bool:
        if isinstance(found, Given):
            return questions[found.number].kind != prompts.ACK
        place = bisect_right(game.marks, found.number) - 1
        return place < 0 or not desk.repeats(found.event, questions[place], game.answers[place])

    chapters = story.chapters(game.events, marks=game.marks)
    return [(chapter, [found for found in chapter.entries if is_fact(found)]) for chapter in chapters]


def _place(found: Told | Given) -> tuple[bool, int]:
    return isinstance(found, Told), found.number


async def line(request: Request) -> Response:
    """The line with this number: an answer to be changed, or why something happened."""
    visit = Visit(request)
    table = await visit.moderated()
    lines = [found for _, facts in _told(table.game) for found in facts]
    number = whole(request.query_params.get("number"), 0)
    if not 0 < number <= len(lines):
        return visit.to(f"/g/{table.id}/lead/log")
    found = lines[number - 1]
    return visit.to(f"/g/{table.id}/lead/{'why' if isinstance(found, Told) else 'edit'}/{found.number}")


async def why(request: Request) -> Response:
    """What led to an event at this table, for the moderator's eyes, and the rule behind it."""
    visit = Visit(request)
    table = await visit.moderated()
    number = int(request.path_params["number"])
    if number >= len(table.game.events):
        raise HTTPException(404)
    event = table.game.events[number]
    entries = [rulebook.entry(event.rule)] if event.rule else []
    text = visit.words.event(event, table.game.players)
    led = [visit.words.event(each, table.game.players) for each in led_to(table.game.events, number)]
    here, loved = _here(table.game, number, entries, visit.words), grief(table.game, number, visit.words)
    if loved and is_told(event):
        here = [loved, *here]
    elif loved:
        led.append(loved)
    facts: dict[str, Any] = {"text": text, "entries": entries, "is_public": event.audience == PUBLIC}
    facts |= {"led": led, "here": here}
    return visit.page("why.html", table=table, theme=theme(table.game), **facts)


def _here(game: Game, number: int, entries: Sequence[rulebook.Entry], words: Words) -> list[str]:
    """What everybody at this table can know of it: how the vote was counted, what is played, who is no winner."""
    place = counted(game, number)
    vote = [] if place is None else [desk.tally(game.answers[place], game.asked[place], words, game.players)]
    lost = [
        words.text("web.why_lost", seat=words.seat(seat, game.players), side=words.side(game.village.side(seat)))
        for seat in left_out(game, game.events[number].name)
    ]
    absent = tuple(kind.name for kind in CHARACTERS if kind.name not in game.setup.deck)
    names = dict.fromkeys(name for entry in entries for name in entry.options if not name.startswith(absent))
    played = ((words.option(name), words.value(name, getattr(game.setup.options, name))) for name in names)
    return [
        *(words.text("web.why_votes", votes=said) for said in vote),
        *lost,
        *(words.text("web.why_played", option=option, value=value) for option, value in played),
    ]


# -- corrections --


async def edit(request: Request) -> Response:
    """The old question, to be answered another way."""
    visit = Visit(request)
    table = await visit.moderated()
    return await _form(visit, table, _index(request, table))


def _index(request: Request, table: Table) -> int:
    index = int(request.path_params["index"])
    if index >= len(table.game.answers):
        raise HTTPException(404)
    return index


async def _form(visit: Visit, table: Table, index: int, reason: str = "", status: int = 200) -> Response:
    return await telling(table.game, lambda: _asked_again(visit, table, index, reason, status))


def _asked_again(visit: Visit, table: Table, index: int, reason: str, status: int) -> Response:
    game, words = table.game, visit.words
    prompt = desk.asked(game)[index]
    asking = forms.for_correction(table, index, words)
    old = words.text("web.edit.old", answer=desk.spoken(game.answers[index], prompt, words, game.players))
    return visit.page(
        "edit.html",
        status,
        table=table,
        theme=theme(game),
        index=index,
        asking=asking,
        question=desk.question(prompt, words, game.players),
        old=old,
        is_covered=not asking.is_public,
        reason=reason,
    )


async def corrected(request: Request) -> Response:
    """The change, if that is wanted; first what it would change. That is a page of its own, to which Back leads."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    index = _index(request, table)
    if form.get("sure") != "yes":
        fields = [(name, value) for name, value in form.multi_items() if isinstance(value, str)]
        return visit.to(f"/g/{table.id}/lead/edit/{index}/preview?{urlencode(fields)}")

    async def correct(table: Table) -> Table:
        after = await telling(table.game, lambda: _edited(table.game, index, form))
        return await visit.site.tables.edit(table, after, announces=True)

    step = await visit.site.tables.step(table, revision(form), correct)
    if isinstance(step.refused, IllegalAnswer):
        return await _form(visit, table, index, why_not(table.game.village, step.refused, visit.words), step.status)
    if step.refused is not None:
        return await stepped(visit, step)
    is_unseen = shown_now(table) is not None and shown_now(step.table) is not None  # by whoever is awake
    await asked_again(visit, table, step, is_seen=not is_unseen)
    if is_unseen:
        await visit.site.tables.advance(step.table, is_showing=True)
    has_met = any(prompt.key == "lovers.meet" for prompt in step.table.game.asked)
    is_other_pair = index == mending.couples(step.table.game) and has_met
    return visit.to(f"/g/{table.id}/lead{'/wrong/lovers' if is_other_pair else ''}")


def _edited(game: Game, index: int, form: ImmutableMultiDict[str, Any]) -> Game:
    """The game with this answer instead; `IllegalAnswer`."""
    asked = game.undo(len(game.answers) - index).prompt
    assert asked is not None
    return game.edit(index, taps.answer(asked, form))


async def preview(request: Request) -> Response:
    """What a correction would change, and what of it the table has heard already."""
    visit = Visit(request)
    table = await visit.moderated()
    index, given = int(request.path_params["index"]), request.query_params
    game = table.game
    if index >= len(game.answers):
        return visit.to(f"/g/{table.id}/lead/log")
    if revision(given) != table.revision:
        return visit.to(f"/g/{table.id}/lead/edit/{index}")  # from Back: the game is another one by now
    try:
        after = await telling(game, lambda: _edited(game, index, given))
    except IllegalAnswer as error:
        return await _form(visit, table, index, why_not(game.village, error, visit.words), 422)
    return await telling(game, lambda: _preview(visit, table, index, after))


def _preview(visit: Visit, table: Table, index: int, after: Game) -> Response:
    game, given = table.game, visit.request.query_params
    words, players = visit.words, game.players
    gone, new = mending.changes(game, after)
    before, now = ([words.event(event, players) for event in events] for events in (gone, new))
    return visit.page(
        "corrected.html",
        table=table,
        theme=theme(game),
        index=index,
        fields=[(name, value) for name, value in given.multi_items() if name != "sure"],
        announced=[words.event(event, players) for event in desk.contradicted(game, after, len(table.heard))],
        gone=[text for text in before if text not in now],  # by somebody else, perhaps, but nobody could tell
        new=[text for text in now if text not in before],
        misfit=why_not(after.village, after.misfit, words) if after.misfit is not None else "",
        lost=len(after.waiting),
        gone_away=travel.taken_back(game, after),
        is_same=after.answers == game.answers,
    )


ROUTES: Final = [
    Route("/g/{game}/lead/log", log),
    Route("/g/{game}/lead/log/line", line),
    Route("/g/{game}/lead/why/{number:number}", why),
    Route("/g/{game}/lead/edit/{index:number}", edit),
    Route("/g/{game}/lead/edit/{index:number}", corrected, methods=["POST"]),
    Route("/g/{game}/lead/edit/{index:number}/preview", preview),
]
