"""The moderator's page as it stands now: what to say, what to look for, what to tap. The taps are taken in `lead`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from starlette.responses import Response

from nightcall import desk
from nightcall.desk import turning
from nightcall.desk.refusals import why_not
from nightcall.desk.sought import Eyes, eyes
from nightcall.engine import prompts
from nightcall.engine.events import PUBLIC, Event
from nightcall.engine.game import Game
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import KINDS
from nightcall.engine.views import ALIVE, AWAY
from nightcall.web.aside import telling
from nightcall.web.manner import PASS, PHONES, Headway, Mended
from nightcall.web.play import forms, practice, suggested
from nightcall.web.play.timers import Clock, clock
from nightcall.web.table import Table
from nightcall.web.visit import Visit
from nightcall.words import Words

NOTES_OPEN: Final = "nightcall_notes"
"""Whether this device shows private notes without being held: for whoever is sure to be alone with it."""
NOWHERE: Final = Headway()
EYES: Final = "eyes"
"""What a page says is asked while the eyes are looked for of somebody who is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Now:
    """Where the game stands, whatever is asked or told: `now` in the templates."""

    phase: str
    theme: str
    living: str
    alive: int
    news: Sequence[tuple[int, str]]
    """What has become public, each by its place in the record."""
    undo: str
    """What the button takes back; empty = there is nothing."""
    notice: str
    fault: str
    reasons: Sequence[str]
    """Why something cannot be: behind the hold."""
    waiting: int
    """Answers that wait for the question asked anew after a correction."""
    is_misfit: bool
    clock: Clock | None
    practice: practice.Beside | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedPage:
    """A question, or what somebody awake is shown instead of the next one: `asked` in lead.html."""

    form: forms.Form
    script: desk.Script
    secrets: Sequence[str]
    """Read under the finger alone."""
    first: Sequence[str] = ()
    """Of these what is to be done before anybody is called awake."""
    is_private: bool
    is_covered: bool
    card: str
    """Whose rule card belongs to it."""
    has_rule_card: bool
    takes_choices: bool
    """Phones choose, and whoever leads may take that."""
    note: str = ""
    takes_back: str = ""
    chosen_openly: str = ""
    accepts: str = ""
    """What was chosen there, to be taken with one tap."""
    preview: Sequence[tuple[str, bool, str]] | None = None
    """What the next step will bring, where that may be looked at."""
    is_vote: bool = False
    not_voted: str = ""
    step: str = "answer"
    """Where a tap goes."""
    is_result: bool = False
    is_step: bool = False
    """A result that is a step of its own; with a real card in the hand it looks like the question for it."""
    is_round: bool = False
    """The moderator walks round, all eyes closed."""
    nth: int = 0
    """Which of the cards it is that are only pretended to be lifted."""
    cards: Sequence[str] = ()
    counts_read: bool = False


@dataclass(frozen=True, slots=True)
class MomentPage:
    """One thing the village learns now: `moment` in moment.html."""

    lines: Sequence[tuple[int, str, bool]]
    """Its place in the record, its words, whether it is what this is about."""
    is_end: bool


@dataclass(frozen=True, slots=True)
class TurnPage:
    """A card that is turned over though the app knows it: `turn` in turn.html."""

    form: forms.Form
    say: str
    was: str
    """What it was, where nobody holds a card."""
    known: str
    """The card, where nobody else can say which one it is."""


async def show(
    visit: Visit, table: Table, *, notice: str = "", fault: str = "", reason: str = "", status: int = 200
) -> Response:
    """Where the game stands: the question asked now, or the end.

    A notice or a fault may be read by anybody; the reason of a refusal is behind the hold like any secret.
    """
    return await telling(table.game, lambda: _made(visit, table, notice, fault, reason, status))


def _made(visit: Visit, table: Table, notice: str, fault: str, reason: str, status: int) -> Response:
    game, words = table.game, visit.words
    found, met = shown_now(table), eyes_now(table)
    now = _now(table, words, notice, fault, reason, practice.beside(table, words, found, met))
    facts = {"table": table, "phase": now.phase, "theme": now.theme}
    if table.moment:
        return visit.page("moment.html", status, now=now, moment=_moment(table, words), **facts)
    if table.turning:
        now = replace(now, news=_told(game, turning.news_before(game, table.turning), words))
        return visit.page("turn.html", status, now=now, turn=_turn(table, words), **facts)
    if table.manner.practice and practice.is_over(game):
        return visit.page("practice_over.html", status, now=now, **facts)
    if game.prompt is None:
        assert game.outcome is not None
        ending = words.outcome(game.outcome, game.players)
        return visit.page("over.html", status, now=now, ending=ending, **facts)
    if found is not None:
        if not _is_by_day(table):
            now = replace(now, news=())
        return visit.page("lead.html", status, now=now, asked=_result(table, found, words), **facts)
    if met is not None:
        return visit.page("lead.html", status, now=now, asked=_looked_for(table, met, words), **facts)
    return visit.page("lead.html", status, now=now, asked=_question(visit, table), **facts)


def _now(table: Table, words: Words, notice: str, fault: str, reason: str, beside: practice.Beside | None) -> Now:
    game, heard = table.game, _heard(table)
    reasons = [reason] if reason else []
    if game.misfit is not None:
        reasons.append(why_not(game.village, game.misfit, words))
    alive = sum(seat.state in (ALIVE, AWAY) for seat in table.view(PUBLIC).seats)  # as far as it has been said
    return Now(
        phase=desk.phase(heard, words),
        theme=theme(heard),
        living=words.text("desk.living", count=alive, of=len(heard.village.seats)),
        alive=alive,
        news=_told(game, desk.news(game), words) if not table.headway.is_met else (),
        undo=_undo(table, words, is_open=theme(heard) != "night" or _is_after_a_look(table)),
        notice=notice,
        fault=fault,
        reasons=reasons,
        waiting=len(game.waiting),
        is_misfit=game.misfit is not None,
        clock=clock(table.manner.timer),
        practice=beside,
    )


def _told(game: Game, events: Sequence[Event], words: Words) -> list[tuple[int, str]]:
    return [(game.events.index(event), words.event(event, game.players)) for event in events]


def _heard(table: Table) -> Game:
    """The game as the village knows it: a verdict is told, and its card turned over, by day, though night has come."""
    game, earlier = table.game, table.earlier
    is_end = bool(table.moment) and game.events[table.moment[-1]].name == "won"
    if earlier is None or is_end or not (table.moment or table.turning):
        return game
    return earlier if earlier.village.phase in ("day", "setup") or game.outcome is not None else game


def _moment(table: Table, words: Words) -> MomentPage:
    """One thing the village learns now, as large as the page: the screens show it with these words."""
    game = table.game
    events = [game.events[place] for place in table.moment]
    main = events[-1 if events[0].name == "voted" else 0].name  # the votes lead up to the verdict
    lines = [
        (place, words.event(event, game.players), event.name == main)
        for place, event in zip(table.moment, events, strict=True)
    ]
    return MomentPage(lines, is_end=game.events[table.moment[-1]].name == "won")


def _question(visit: Visit, table: Table) -> AskedPage:
    """What is asked now, what to say to it, and the notes to it."""
    game, words, earlier, prompt = table.game, visit.words, table.earlier, table.game.prompt
    assert prompt is not None
    is_private = prompt.audience != PUBLIC
    is_covered = is_private and visit.request.cookies.get(NOTES_OPEN) != "open"
    card = prompt.card or _character(prompt.key)
    return AskedPage(
        form=forms.for_moderator(table, words, covered=is_covered),
        script=_script(table, words),
        note=_note(table, words),
        first=desk.to_touch(game, words) if not table.headway.is_met else (),
        secrets=_secrets(table, words) if not table.headway.is_met else (),
        takes_back=undo_label(earlier, game, words, table.headway)
        if table.mended is None and not table.turned_last and not table.headway.is_met
        else "",
        is_private=is_private,
        is_covered=is_covered,
        # a spy is caught by those who sit there: no phone is asked, live or not
        takes_choices=is_private and table.may_act and prompt.about.what != prompts.VOLUNTEERS,
        chosen_openly=suggested.chosen_openly(table, words),
        accepts=suggested.accepted(table, words),
        preview=coming(table, words) if prompt.key == "dawn.breaks" else None,
        card=card,
        has_rule_card=card in KINDS and words.has(f"card.{card}"),
        is_vote=prompt.is_public_vote,
        not_voted=words.names(words.seat(seat, game.players) for seat in prompt.voters if seat not in table.suggested),
    )


def _secrets(table: Table, words: Words) -> list[str]:
    """What the last answer has brought, for the moderator's eyes or for somebody else's alone."""
    told = (words.event(event, table.game.players) for event in _unseen(table))
    return [*_unrecorded(table, words), *told]


def _looked_for(table: Table, met: Eyes, words: Words) -> AskedPage:
    """Whose eyes are open, where the record knows: the page is that of any other first call."""
    game = table.game
    card = _character(met.asks.card or met.asks.key)
    do = desk.written(game, met.asks, words).do
    return AskedPage(
        form=replace(forms.for_screen(table, met.asks, words), key=EYES),
        script=desk.script_of(game, words, table.earlier, met.asks, has_steps=True),
        note=f"{do} {met.note(words, game.players)}",
        first=desk.to_touch(game, words),
        secrets=_secrets(table, words),
        is_private=True,
        is_covered=True,
        card=card,
        has_rule_card=card in KINDS and words.has(f"card.{card}"),
        takes_choices=False,
        step=EYES,
    )


def _script(table: Table, words: Words) -> desk.Script:
    """What to say, to people who vote and choose on phones if they do; and that a vote is a second one."""
    game, prompt = table.game, table.game.prompt
    assert prompt is not None
    said = desk.script_of(game, words, table.earlier, has_steps=True)
    met = eyes(game) if table.headway.is_met else None
    if met is not None:  # it was said when the eyes were looked for
        said = desk.Script("", said.say, is_said=words.prompt(met.asks, game.players, game.events).say == said.say)
    if table.is_counting:
        said = desk.Script("", words.text("web.board.all_voted"), is_said=False)
    elif table.has_phones_vote:
        ask = words.asked_of(prompt, game.players).ask
        said = desk.Script("", words.text("web.vote.say", ask=ask), is_said=False)
    elif prompt.audience != PUBLIC and table.may_act and said.say:
        own, stay = f"web.phones.call.{_call(game)}", f"web.phones.stay.{_call(game)}"
        more = [words.text(stay)] if words.has(stay) and _is_just_called(game) else []
        by_phone = " ".join([said.say, words.text("web.phones.say"), *more])
        said = replace(said, say=words.text(own) if words.has(own) else by_phone)
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
    shown = forms.decoy(game, prompt).kind if prompt.about == prompts.FEIGNED else prompts.ACK
    if shown != prompts.ACK:
        tap = "web.lead.feigned" if shown == prompts.PICK else "web.lead.feigned_button"
        return f"{desk.note(game, words)} {words.text(tap)}"
    if not table.may_act or not called:
        return desk.note(game, words)
    missing = [words.seat(seat, game.players) for seat in called if seat not in table.taken]
    if not missing:
        return " ".join([words.text("web.phones.do"), *desk.bound(game, words)])
    return f"{words.text('web.phones.none', names=words.names(missing))} {desk.note(game, words)}"


def _call(game: Game) -> str:
    """Who is called now, live or faked."""
    return next((event.facts["call"] for event in reversed(game.events) if event.name == "called"), "")


def _is_just_called(game: Game) -> bool:
    return any(event.name == "called" for event in desk.since_last_answer(game))


def _result(table: Table, result: desk.Result, words: Words) -> AskedPage:
    """What somebody awake is to be shown now; the sentence said stays on the screen."""
    game, earlier = table.game, table.earlier
    assert earlier is not None
    if result.is_round:
        return AskedPage(
            form=forms.for_result(table, result, words),
            script=desk.said_on_round(game, earlier, words),
            note=desk.touch(game, result, words),
            secrets=_unrecorded(table, words),
            is_private=True,
            is_covered=True,
            step="seen",
            is_round=True,
            nth=result.nth,
            takes_choices=False,
            card="",
            has_rule_card=False,
        )
    said = "" if _is_by_day(table) else desk.script_of(earlier, words, earlier.undo() if earlier.answers else None).say
    then = desk.said_then(result.shows, earlier, words) if result.is_asked and result.shows is not None else ""
    if then and table.may_act:
        then = f"{then} {words.text('web.phones.say')}"
    is_live = earlier.prompt is not None and earlier.prompt.about != prompts.FEIGNED
    card = _character(result.shows.key) if result.shows is not None else ""
    return AskedPage(
        form=forms.for_result(table, result, words),
        script=desk.Script("", then or said, is_said=not then),
        secrets=[
            *_unrecorded(table, words),
            *(words.event(event, game.players) for event in result.events),
            *([_known_card(table, result, words)] if result.shows is not None and is_live else []),
        ],
        cards=[card for event in result.events for card in card_of(event)],
        is_private=True,
        is_covered=True,
        step="seen",
        is_result=True,
        is_step=result.shows is None,
        nth=result.nth,
        takes_choices=result.is_asked and table.may_act,
        counts_read=table.may_act and not result.is_asked,
        card=card,
        has_rule_card=card in KINDS and words.has(f"card.{card}"),
    )


def _is_by_day(table: Table) -> bool:
    """Whether what is to be seen comes by day, from no call: then the news stand before it, and nothing is said."""
    return table.earlier is not None and theme(table.earlier) == "day"


def _known_card(table: Table, result: desk.Result, words: Words) -> str:
    """That a card asked for is known, and whose it is."""
    game, earlier = table.game, table.earlier
    if result.lifted is None:
        return words.text("desk.known_card")
    known = words.text("desk.known_card_of", number=result.nth, seat=words.seat(result.lifted[0], game.players))
    return f"{known} {desk.round_of(game, earlier, words)}" if result.nth == 1 and earlier is not None else known


def _unseen(table: Table) -> list[Event]:
    """What some player alone learns now, besides what was a step of its own."""
    game, earlier = table.game, table.earlier
    seen = [event for step in desk.results(game, earlier) for event in step.events]
    return [event for event in desk.secrets(game, earlier.prompt if earlier else None) if event not in seen]


def _unrecorded(table: Table, words: Words) -> list[str]:
    text = desk.unrecorded(table.game, words, table.earlier)
    return [text] if text else []


def shown_now(table: Table) -> desk.Result | None:
    """What somebody is to be shown before the game goes on; None once it was seen."""
    if table.headway.is_seen:
        return None
    found = steps_of(table)
    return found[table.headway.lifted] if table.headway.lifted < len(found) else None


def steps_of(table: Table) -> Sequence[desk.Result]:
    """What the last answer brings before the next question."""
    return desk.results(table.game, table.earlier, table.headway.pointed)


def eyes_now(table: Table) -> Eyes | None:
    """Whose eyes are looked for though the record knows it, after all that the last answer has brought was seen."""
    if table.headway.is_met or table.is_held or shown_now(table) is not None:
        return None
    return eyes(table.game)


def _is_after_a_look(table: Table) -> bool:
    """Whether a card was looked at last, or it seemed so: which of both, the undo button must not tell."""
    game, earlier = table.game, table.earlier
    if earlier is None or (earlier.prompt is not None and earlier.prompt.key == desk.LOOK):
        return earlier is not None
    lifts = [place for place, step in enumerate(desk.results(game, earlier)) if step.is_lift]
    return bool(lifts) and (table.headway.lifted > lifts[0] or table.headway.is_seen)


def _turn(table: Table, words: Words) -> TurnPage:
    """A card is turned over. The app knows it, and the step is the same: nothing tells before it lies open.

    Where the app has dealt nobody else can say which card it is: then it is enough that it was turned over.
    """
    game, seat = table.game, table.turning
    prompt, card = turning.question(game, seat), turning.card_of(game, seat)
    has_none = table.manner.deal in (PHONES, PASS)  # nobody holds a card to turn over: it is said what it was
    return TurnPage(
        forms.for_screen(table, prompt, words),
        words.prompt(prompt, game.players).say,
        was=words.text("web.lead.was", seat=words.seat(seat, game.players), card=words.card(card)) if has_none else "",
        known=card if game.setup.options.cards_known_to_app else "",
    )


def theme(game: Game) -> str:
    """Which light the page stands in."""
    if game.outcome is not None:
        return "over"
    return {"night": "night", "dawn": "dawn", "setup": "night"}.get(game.village.phase, "day")


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
    met = eyes(game) if table.headway.is_met else None
    if met is not None:
        return words.text("web.lead.undo_step", what=words.openly(met.asks))
    happened = desk.happened(game, len(game.answers) - desk.happening(game), words)
    if table.mended is None and happened:
        return words.text("web.lead.undo_step", what=happened)
    if table.mended is not None:
        return _undo_change(game, table.mended, words, is_open=is_open)
    if table.has_announced and table.earlier is not None and table.earlier.prompt is not None:
        prompt = table.earlier.prompt
        if prompt.audience == PUBLIC:
            return words.text("web.lead.undo_to", what=desk.question(prompt, words, game.players))
    return undo_label(table.earlier, game, words, table.headway, is_open=is_open)


def _undo_change(game: Game, mended: Mended, words: Words, *, is_open: bool) -> str:
    """Which answer was changed, or given anew; of a secret one what anybody may read, and nothing while all look."""
    happened = desk.happened(game, mended.index, words)
    if happened:
        return words.text("web.lead.undo_step", what=happened)
    asked = game.asked[mended.index] if mended.index < len(game.asked) else None
    is_named = asked is not None and (asked.audience == PUBLIC or not is_open)
    if asked is None or not is_named:
        return words.text("web.lead.undo" if mended.is_answer else "web.lead.undo_change")
    what = desk.question(asked, words, game.players) if asked.audience == PUBLIC else words.openly(asked)
    return words.text("web.lead.undo_step" if mended.is_answer else "web.lead.undo_change_of", what=what)


def undo_label(
    earlier: Game | None, game: Game, words: Words, headway: Headway = NOWHERE, *, is_open: bool = False
) -> str:
    """What undoing takes back, as it looked. Of a secret question nobody is named: anybody can read the button.

    While everybody looks (`is_open`) nothing is said of it at all: it would tell who was called, and what for.
    """
    if earlier is None or earlier.prompt is None:
        return ""
    if count := desk.happening(game):
        return words.text("web.lead.undo_step", what=desk.happened(game, len(game.answers) - count, words))
    prompt = _lifted_last(earlier, game, headway) or _looked_like(earlier, earlier.prompt, headway)
    if prompt.audience != PUBLIC:
        if is_open:
            return words.text("web.lead.undo")
        return words.text("web.lead.undo_step", what=words.openly(prompt))
    question = desk.question(prompt, words, game.players)
    if prompt.kind == prompts.ACK:
        return words.text("web.lead.undo_step", what=question)
    answer = desk.in_short(game.answers[-1], prompt, words, game.players)
    if answer == "–":
        return words.text("web.lead.undo_step", what=question)
    return words.text("web.lead.undo_answer", what=question, answer=answer)


def _lifted_last(earlier: Game, game: Game, headway: Headway) -> Prompt | None:
    """The question for a card that was known, or was only pretended, where that was tapped last: as with any card."""
    gone = desk.results(game, earlier)[: headway.lifted] if headway.is_seen else ()
    return next((step.shows for step in gone if not step.nth and not step.is_asked), None)


def _looked_like(game: Game, prompt: Prompt, headway: Headway) -> Prompt:
    """The question as it looked; of a call that only pretends to ask several, the one that was tapped last."""
    if prompt.about != prompts.FEIGNED:
        met = eyes(game) if prompt.about == prompts.SEEN else None
        return met.asks if met is not None else forms.decoy(game, prompt)
    seemed = desk.feigned(game, prompt)
    done = len(seemed) if headway.is_seen else min(headway.lifted + 1, len(seemed))
    return seemed[done - 1] if seemed else prompt


def coming(table: Table, words: Words) -> list[tuple[str, bool, str]]:
    """What the next step will bring, whether everybody will hear it, and the rule behind it."""
    game = table.game
    coming = desk.coming(game) if desk.has_preview(game) else []
    found = [event for event in coming if not event.declared.scripted and not event.declared.heading]
    told = [(words.event(event, game.players), event.audience == PUBLIC, event.rule) for event in found]
    return [*told, *((text, False, "LOVE-2") for text in desk.mourners(game, coming, words))]


def recipients(table: Table) -> list[tuple[int, list[Event]]]:
    """Everybody who is to be shown something now, each with what it is: whoever is awake first.

    What was seen already is not shown once more: by now somebody else is awake.
    """
    found = shown_now(table)
    prompt = table.game.prompt
    events = found.events if found is not None else _unseen(table)
    awake = prompt.audience if prompt is not None and prompt.audience != PUBLIC else ()
    seats = dict.fromkeys(seat for event in events for seat in event.audience if isinstance(seat, int))
    order = sorted(seats, key=lambda seat: seat not in awake)
    return [(seat, [event for event in events if seat in event.audience]) for seat in order]


def card_of(event: Event) -> tuple[str, ...]:
    """The cards in it, to be drawn."""
    cards = event.facts.get("cards") or ((event.facts["card"],) if event.facts.get("card") else ())
    return tuple(cards)
