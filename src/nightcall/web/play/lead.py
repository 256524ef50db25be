"""The moderator's page: what to say, what to look for, what to tap."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from starlette.datastructures import FormData, ImmutableMultiDict
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall import desk
from nightcall.desk import travel, turning
from nightcall.desk.refusals import why_not
from nightcall.engine import prompts
from nightcall.engine.errors import IllegalAnswer
from nightcall.engine.events import PUBLIC, Event
from nightcall.engine.game import Game
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import KINDS
from nightcall.web.aside import telling
from nightcall.web.manner import PASS, PHONES
from nightcall.web.numbers import whole
from nightcall.web.play import forms, mended, practice, taps
from nightcall.web.play.timers import clock
from nightcall.web.table import Table
from nightcall.web.tables import Step
from nightcall.web.visit import Visit
from nightcall.words import Words

NOTES_OPEN: Final = "nightcall_notes"
"""Whether this device shows private notes without being held: for whoever is sure to be alone with it."""


async def lead(request: Request) -> Response:
    visit = Visit(request)
    table = await visit.moderated(gathering=True)
    return await show(visit, table) if not table.is_led else visit.to(f"/g/{table.id}/lead/seats")


async def show(
    visit: Visit, table: Table, *, notice: str = "", fault: str = "", reason: str = "", status: int = 200
) -> Response:
    """Where the game stands: the question asked now, or the end.

    A notice or a fault may be read by anybody; the reason of a refusal is behind the hold like any secret.
    """
    return await telling(table.game, lambda: _made(visit, table, notice, fault, reason, status))


def _made(visit: Visit, table: Table, notice: str, fault: str, reason: str, status: int) -> Response:
    game, words = table.game, visit.words
    heard = _heard(table)
    facts: dict[str, Any] = {
        "table": table,
        "game": game,
        "phase": desk.phase(heard, words),
        "theme": theme(heard),
        "living": words.text("desk.living", count=len(heard.village.living), of=len(heard.village.seats)),
        "alive": len(heard.village.living),
        "sheriff": desk.holder_of(game.village, "sheriff"),
        "news": [(game.events.index(event), words.event(event, game.players)) for event in desk.news(game)],
        "undo": _undo(table, words, is_open=theme(heard) != "night" or _is_after_a_look(table)),
        "notice": notice,
        "fault": fault,
        "reasons": [reason] if reason else [],
        "waiting": len(game.waiting),
        "is_misfit": game.misfit is not None,
        "clock": clock(table.manner.timer),
    }
    found = shown_now(table)
    is_asking = found is None and not table.moment and not table.turning
    facts["practice"] = practice.beside(table, words, is_asking=is_asking)
    if table.moment:
        return _moment(visit, table, facts, status)
    if table.turning:
        return _turning(visit, table, facts, status)
    if table.manner.practice and practice.is_over(game):
        return visit.page("practice_over.html", status, **facts)
    if game.prompt is None:
        assert game.outcome is not None
        return visit.page("over.html", status, ending=words.outcome(game.outcome, game.players), **facts)
    if game.misfit is not None:
        facts["reasons"].append(why_not(game.village, game.misfit, words))
    step = _question(visit, table) if found is None else _result(visit, table, found)
    return visit.page("lead.html", status, **facts | step)


def _heard(table: Table) -> Game:
    """The game as the village knows it: a verdict is told, and its card turned over, by day, though night has come."""
    game, earlier = table.game, table.earlier
    is_end = bool(table.moment) and game.events[table.moment[-1]].name == "won"
    if earlier is None or is_end or not (table.moment or table.turning):
        return game
    return earlier if earlier.village.phase == "day" or game.outcome is not None else game


def _moment(visit: Visit, table: Table, facts: dict[str, Any], status: int) -> Response:
    """One thing the village learns now, as large as the page: the screens show it with these words."""
    game, words = table.game, visit.words
    events = [game.events[place] for place in table.moment]
    main = events[-1 if events[0].name == "voted" else 0].name  # the votes lead up to the verdict
    lines = [
        (place, words.event(event, game.players), event.name == main)
        for place, event in zip(table.moment, events, strict=True)
    ]
    is_end = game.events[table.moment[-1]].name == "won"
    return visit.page(
        "moment.html",
        status,
        **facts | {"lines": lines, "is_end": is_end, "told": table.manner.told},
    )


def _question(visit: Visit, table: Table) -> dict[str, Any]:
    """What is asked now, what to say to it, and the notes to it."""
    game, words, earlier, prompt = table.game, visit.words, table.earlier, table.game.prompt
    assert prompt is not None
    is_private = prompt.audience != PUBLIC
    is_covered = is_private and visit.request.cookies.get(NOTES_OPEN) != "open"
    secrets = desk.secrets(game, earlier.prompt if earlier else None)
    results = desk.result(game, earlier)
    seen = results.events if results is not None else []
    asking = forms.for_moderator(table, words, covered=is_covered)
    return {
        "asking": asking,
        "script": _script(table, words),
        "note": _note(table, words),
        "secrets": [
            *_unrecorded(table, words),
            *(words.event(event, game.players) for event in secrets if event not in seen),
        ],
        "takes_back": undo_label(earlier, game, words) if table.mended is None and not table.turned_last else "",
        "is_private": is_private,
        "is_covered": is_covered,
        "is_result": False,
        "nth": 0,
        "is_step": False,
        "takes_choices": is_private and table.may_act,
        "counts_read": False,
        "chosen_openly": forms.chosen_openly(table, words),
        "has_preview": prompt.key == "dawn.breaks",
        "preview": _coming(table, words) if prompt.key == "dawn.breaks" else [],
        "card": (card := prompt.card or _character(prompt.key)),
        "has_rule_card": card in KINDS and words.has(f"card.{card}"),
        "is_vote": prompt.is_public_vote,
        "not_voted": words.names(
            words.seat(seat, game.players) for seat in prompt.voters if seat not in table.suggested
        ),
    }


def _script(table: Table, words: Words) -> desk.Script:
    """What to say, to people who vote and choose on phones if they do; and that a vote is a second one."""
    game, prompt = table.game, table.game.prompt
    assert prompt is not None
    said = desk.script_of(game, words, table.earlier)
    if table.is_counting:
        said = desk.Script("", words.text("web.board.all_voted"), is_said=False)
    elif table.has_phones_vote:
        ask = words.asked_of(prompt, game.players).ask
        said = desk.Script("", words.text("web.vote.say", ask=ask), is_said=False)
    elif prompt.audience != PUBLIC and table.may_act and said.say:
        own = f"web.phones.call.{_call(game)}"
        said = replace(said, say=words.text(own) if words.has(own) else f"{said.say} {words.text('web.phones.say')}")
    if table.runoff:
        names = words.names(words.seat(seat, game.players) for seat in table.runoff)
        said = replace(said, before=words.text("web.vote.runoff", names=names))
    return said


def _note(table: Table, words: Words) -> str:
    """What to do at the question, where phones do part of it: whoever has none is still asked by signs."""
    game, prompt = table.game, table.game.prompt
    assert prompt is not None
    if table.has_phones_vote and prompt.key == forms.VOTE:
        return words.text("web.vote.do")
    called = prompt.audience if isinstance(prompt.audience, tuple) else table.readers
    if not table.may_act or not called:
        return desk.note(game, words)
    missing = [words.seat(seat, game.players) for seat in called if seat not in table.taken]
    if not missing:
        return words.text("web.phones.do")
    return f"{words.text('web.phones.none', names=words.names(missing))} {desk.note(game, words)}"


def _call(game: Game) -> str:
    """Who is called now, live or faked."""
    return next((event.facts["call"] for event in reversed(game.events) if event.name == "called"), "")


def _result(visit: Visit, table: Table, result: desk.Result) -> dict[str, Any]:
    """What somebody awake is to be shown now; the sentence said stays on the screen."""
    game, words, earlier = table.game, visit.words, table.earlier
    assert earlier is not None
    said = desk.script_of(earlier, words, earlier.undo() if earlier.answers else None)
    is_live = earlier.prompt is not None and earlier.prompt.about != prompts.FEIGNED
    return {
        "asking": forms.for_result(table, result, words),
        "script": desk.Script("", said.say, is_said=True),
        "note": "",
        "secrets": [
            *_unrecorded(table, words),
            *(words.event(event, game.players) for event in result.events),
            *([words.text("desk.known_card")] if result.shows is not None and is_live else []),
        ],
        "cards": [card for event in result.events for card in card_of(event)],
        "takes_back": "",
        "is_private": True,
        "is_covered": True,
        "is_result": True,
        "is_step": result.shows is None,  # with a real card in the hand it looks like the question for it
        "takes_choices": result.is_asked and table.may_act,
        "counts_read": table.may_act and not result.is_asked,
        "chosen_openly": "",
        "has_preview": False,
        "preview": [],
        "card": (card := _character(result.shows.key) if result.shows is not None else ""),
        "has_rule_card": card in KINDS,
        "nth": result.nth,
        "is_vote": False,
        "news": [],
    }


def _unrecorded(table: Table, words: Words) -> list[str]:
    text = desk.unrecorded(table.game, words, table.earlier)
    return [text] if text else []


def shown_now(table: Table) -> desk.Result | None:
    """What somebody is to be shown before the game goes on; None once it was seen."""
    if table.manner.seen == table.revision:
        return None
    found = desk.result(table.game, table.earlier)
    return found.after(table.lifted, table.game) if found is not None else None


def _is_after_a_look(table: Table) -> bool:
    """Whether a card was looked at last, or it seemed so: which of both, the undo button must not tell."""
    game, earlier = table.game, table.earlier
    if earlier is None or (earlier.prompt is not None and earlier.prompt.key == desk.LOOK):
        return earlier is not None
    found = desk.result(game, earlier)
    return found is not None and bool(found.lifts) and (table.lifted > 0 or table.manner.seen == table.revision)


def _turning(visit: Visit, table: Table, facts: dict[str, Any], status: int) -> Response:
    """A card is turned over. The app knows it, and the step is the same: nothing tells before it lies open.

    Where the app has dealt nobody else can say which card it is: then it is enough that it was turned over.
    """
    game, words, seat = table.game, visit.words, table.turning
    prompt = turning.question(game, seat)
    facts["news"] = [
        (game.events.index(event), words.event(event, game.players)) for event in turning.news_before(game, seat)
    ]
    has_none = table.manner.deal in (PHONES, PASS)  # nobody holds a card to turn over: it is said what it was
    was = words.text("web.lead.was", seat=words.seat(seat, game.players), card=words.card(turning.card_of(game, seat)))
    return visit.page(
        "turn.html",
        status,
        was=was if has_none else "",
        asking=forms.for_turning(table, prompt, words),
        script=words.prompt(prompt, game.players),
        known=turning.card_of(game, seat) if game.setup.options.cards_known_to_app else "",
        **facts,
    )


async def turn(request: Request) -> Response:
    """The card has been turned over: on, or what was recorded if it is another one."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    if revision(form) != table.revision or not table.turning:
        return await _on(visit, table)
    given = str(form.get("value", ""))
    if given != turning.card_of(table.game, table.turning):
        return await mended.contradicted(visit, table, table.turning, given)
    manner = table.manner
    done, lying = (manner.turned, manner.lying) if manner.turned_at == table.revision else (0, 0)
    turned = await visit.site.tables.manage(table, turned_at=table.revision, turned=done + 1, lying=lying)
    return await _on(visit, turned)


def theme(game: Game) -> str:
    """Which light the page stands in."""
    return mended.light(game)


def _character(key: str) -> str:
    """Whose rule card belongs to a question: `witch.heal` -> `witch`, the pack's to the Werewolf."""
    name = key.partition(".")[0]
    return {"werewolves": "werewolf"}.get(name, name)


def _undo(table: Table, words: Words, *, is_open: bool) -> str:
    """What the button takes back: a card that was turned over, a correction, or the last answer.

    Once something of what that answer brought has been announced, all of it is taken back together.
    """
    game, seat = table.game, table.turned_last
    if seat:
        asked = desk.question(turning.question(game, seat), words, game.players)
        card = words.card(turning.card_of(game, seat))
        return words.text("web.lead.undo_answer", what=asked, answer=card)
    if table.mended is not None:
        return words.text("web.lead.undo_change")
    if table.has_announced and table.earlier is not None and table.earlier.prompt is not None:
        prompt = table.earlier.prompt
        if prompt.audience == PUBLIC:
            return words.text("web.lead.undo_to", what=desk.question(prompt, words, game.players))
    return undo_label(table.earlier, game, words, is_open=is_open)


def undo_label(earlier: Game | None, game: Game, words: Words, *, is_open: bool = False) -> str:
    """What undoing takes back, as it looked. Of a secret question nobody is named: anybody can read the button.

    While everybody looks (`is_open`) nothing is said of it at all: it would tell who was called, and what for.
    """
    if earlier is None or earlier.prompt is None:
        return ""
    prompt = forms.decoy(earlier, earlier.prompt)
    if prompt.audience != PUBLIC:
        if is_open:
            return words.text("web.lead.undo")
        return words.text("web.lead.undo_step", what=words.question(prompt.key))
    question = desk.question(prompt, words, game.players)
    if prompt.kind == prompts.ACK:
        return words.text("web.lead.undo_step", what=question)
    answer = desk.in_short(game.answers[-1], prompt, words, game.players)
    return words.text("web.lead.undo_answer", what=question, answer=answer)


# -- steps --


async def answer(request: Request) -> Response:
    """One tap. A tap that arrived twice counts once; one meant for an older question counts not at all."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    if table.game.prompt is None and revision(form) == table.revision:
        return await _on(visit, table)  # over already: nothing to refuse
    taken = forms.agreed(table) if form.get("take") == "phones" else None

    def read(prompt: Prompt) -> Any:
        return taken if taken is not None else taps.answer(prompt, form)

    step = await visit.site.tables.answered(table, revision(form), read, announces=True)
    if len(step.table.game.answers) > len(table.game.answers) + 1:
        step = await asked_again(visit, step)
    if step.refused is None and _is_nobody(form) and not _is_asked_on(step.table):
        # at a faked call too nobody then waits for a result
        step = Step(await visit.site.tables.manage(step.table, seen=step.table.revision))
    return await stepped(visit, step)


def _is_asked_on(table: Table) -> bool:
    found = shown_now(table)
    return found is not None and found.is_asked


def _is_nobody(form: FormData) -> bool:
    return taps.NOBODY in (form.get("seat"), form.get("value"))


async def seen(request: Request) -> Response:
    """Somebody awake has seen what there was to see: on to the next question."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    found = shown_now(table) if revision(form) == table.revision else None
    if found is not None and form.get("nth", "0") == str(found.nth):  # a tap sent twice is one
        lifts = {"lifted_at": table.revision, "lifted": table.lifted + 1}
        table = await visit.site.tables.manage(table, **lifts if found.nth else {"seen": table.revision})
    return await _on(visit, table)


async def told(request: Request) -> Response:
    """The village has heard it: what comes next."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    if revision(form) == table.revision and form.get("told") == str(table.manner.told):  # a tap sent twice tells once
        table = await visit.site.tables.manage(table, told=table.manner.told + 1)
    return await _on(visit, table)


async def undo(request: Request) -> Response:
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    if table.turned_last and revision(form) == table.revision:
        return await _on(visit, await visit.site.tables.manage(table, turned=table.manner.turned - 1))
    gone = travel.taken_back(table.game, table.earlier or table.game)
    if gone and form.get("sure") != "yes" and revision(form) == table.revision:
        return visit.page("take_back.html", table=table, theme=theme(table.game), gone=gone)
    step = await asked_again(visit, await visit.site.tables.step(table, revision(form), visit.site.tables.undo))
    if step.refused is None and step.table.turning:  # what lies open by now need not be turned over again
        done = len(turning.turned_over(step.table.game))
        at = step.table.revision
        step = Step(await visit.site.tables.manage(step.table, turned_at=at, turned=done, lying=done))
    return await stepped(visit, step)


async def redo(request: Request) -> Response:
    """Take back the last undo."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    step = await visit.site.tables.step(table, revision(form), visit.site.tables.redo)
    return await stepped(visit, await asked_again(visit, step))


async def asked_again(visit: Visit, step: Step) -> Step:
    """Whoever undoes or corrects wants the question: what the answer before it brought was seen then."""
    if step.refused is not None or shown_now(step.table) is None:
        return step
    return Step(await visit.site.tables.manage(step.table, seen=step.table.revision))


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
    lines = await telling(table.game, lambda: _coming(table, visit.words))
    return visit.page("preview.html", table=table, theme=theme(table.game), lines=lines)


def _coming(table: Table, words: Words) -> list[tuple[str, bool, str]]:
    """What the next step will bring, whether everybody will hear it, and the rule behind it."""
    game = table.game
    coming = desk.coming(game) if desk.has_preview(game) else []
    found = [event for event in coming if not event.declared.scripted and not event.declared.heading]
    return [(words.event(event, game.players), event.audience == PUBLIC, event.rule) for event in found]


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


def recipients(table: Table) -> list[tuple[int, list[Event]]]:
    """Everybody who is to be shown something now, each with what it is: whoever is awake first."""
    found = shown_now(table)
    earlier, prompt = table.earlier, table.game.prompt
    events = found.events if found is not None else desk.secrets(table.game, earlier.prompt if earlier else None)
    awake = prompt.audience if prompt is not None and prompt.audience != PUBLIC else ()
    seats = dict.fromkeys(seat for event in events for seat in event.audience if isinstance(seat, int))
    order = sorted(seats, key=lambda seat: seat not in awake)
    return [(seat, [event for event in events if seat in event.audience]) for seat in order]


def card_of(event: Event) -> tuple[str, ...]:
    """The cards in it, to be drawn."""
    cards = event.facts.get("cards") or ((event.facts["card"],) if event.facts.get("card") else ())
    return tuple(cards)


async def rest(request: Request) -> Response:
    """The clock between two readers, or between a reader and the game."""
    visit = Visit(request)
    table, place = await visit.moderated(), whole(request.query_params.get("then"), 0)
    if request.method == "POST":  # whoever was shown something has seen it: no second tap for the same
        if revision(await visit.form()) == table.revision:
            await visit.site.tables.manage(table, seen=table.revision)
        return visit.to(f"/g/{table.id}/lead/rest")
    return visit.page("rest.html", table=table, then=f"/show/{place}" if place else "")


ROUTES: Final = [
    Route("/g/{game}/lead", lead),
    Route("/g/{game}/lead/answer", answer, methods=["POST"]),
    Route("/g/{game}/lead/seen", seen, methods=["POST"]),
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
