"""Where the evening stands, what has just happened, and what to say now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import dropwhile, takewhile
from typing import Final

from nightcall.desk.seats import is_sheriff_later
from nightcall.engine import prompts
from nightcall.engine.events import MODERATOR, PUBLIC, Event
from nightcall.engine.game import Answer, Game, play
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import KINDS, Character, Rule
from nightcall.engine.village import Village
from nightcall.rules.characters.cupid import Lovers
from nightcall.words import PromptWords, Words

DEBATE: Final = "day.debate"


def phase(game: Game, words: Words) -> str:
    """Where the evening stands: "Night 2"."""
    village = game.village
    if game.outcome is not None:
        return words.text("desk.phase.over")
    if village.phase == "day" and not village.day:
        return words.text("desk.phase.opening")
    number = village.night if village.phase in ("night", "dawn") else village.day
    return words.text(f"desk.phase.{village.phase}", number=number)


# -- what has just happened --


def since_last_answer(game: Game) -> Sequence[Event]:
    return game.events[game.marks[-1] if game.marks else 0 :]


def news(game: Game) -> list[Event]:
    """What has just become public and is to be announced."""
    return [event for event in since_last_answer(game) if event.audience == PUBLIC and not event.declared.scripted]


def secrets(game: Game, earlier: Prompt | None) -> list[Event]:
    """What some player alone learns now: the outcome of the last answer, or what a wake-up is about.

    `earlier` is the question answered last. Where something is only to be said or done, what it tells the players
    comes with it, not after it.
    """
    prompt, since = game.prompt, since_last_answer(game)
    if earlier is None or earlier.kind == prompts.ACK:  # what it told was said with it; what a call then tells was not
        since = list(dropwhile(lambda event: event.name != "called", since)) if earlier is not None else []
    shown = _private(since, game, earlier)
    if prompt is not None and prompt.kind == prompts.ACK and prompt.audience != PUBLIC:
        shown += waking(game)
    return shown


def waking(game: Game) -> list[Event]:
    """What players are told at a question where something is only said or done."""
    return _private(list(_until_called(coming(game))), game, None)


def _private(events: Sequence[Event], game: Game, earlier: Prompt | None) -> list[Event]:
    """Those for some players alone, without what only repeats the answer to `earlier`."""
    is_face = earlier is not None and earlier.about == prompts.FACE
    given = (game.answers[-1].value or "") if is_face else None
    return [
        event
        for event in events
        if event.audience not in (PUBLIC, MODERATOR)
        and not event.declared.echo
        and (given is None or event.facts.get("card") != given)
    ]


def _until_called(events: Sequence[Event]) -> Iterable[Event]:
    return takewhile(lambda event: event.name != "called", events)


LOOK: Final = "card.look"
"""The moderator lifts a card because the rules need to know it, not to show it to anybody."""


# -- what an answer brings to whoever is awake --


ROUND: Final = 9
"""The number of the step at which the moderator walks round, which comes after all others."""


@dataclass(frozen=True, slots=True)
class Result:
    """What an answer brings to whoever is awake, or to be done before anybody else is: a step of its own."""

    events: Sequence[Event]
    """Empty at a call that only pretends."""
    shows: Prompt | None
    """What would be asked with a real card in the hand, or next: the step looks like it (FK-1)."""
    is_asked: bool = False
    """Whether it pretends to be a question that comes whatever was answered to the first one."""
    nth: int = 0
    """0 = the result itself; below zero a question that is only pretended before it, above a card that is only
    pretended to be lifted, and which in a row, or `ROUND`."""
    lifted: tuple[int, str] | None = None
    """Whose card that is, and which; "" = any that it may be, None = nobody holds the card that is called."""

    @property
    def is_round(self) -> bool:
        """Whether the moderator walks round and touches whoever learns something by it, or seems to."""
        return self.nth == ROUND

    @property
    def is_lift(self) -> bool:
        return 0 < self.nth < ROUND

    @property
    def cards(self) -> dict[int, str]:
        """Whose card is looked at where it seems to be asked for, and which it is; "" = any that it may be."""
        if self.nth or self.shows is None or self.shows.about != prompts.FACE:
            return dict([self.lifted] if self.lifted is not None else [])
        facts = [event.facts for event in self.events]
        return {each["seat"]: each["card"] for each in facts if each.get("seat") and each.get("card")}

    def contradicted(self, v: Village, given: str) -> int:
        """Whose card turns out to be another one than was recorded; 0 = nobody's."""
        if self.shows is None or given not in self.shows.options:
            return 0
        for seat, seen in self.cards.items():
            held = v.knows(seat)
            is_held = held is not None and given == held.name
            if given != seen and not is_held and (seen or not v.cards.may_hold(seat, given)):
                return seat
        return 0


def results(game: Game, earlier: Game | None, pointed: int = 0) -> Sequence[Result]:
    """What the last answer brings before the next question, step by step; empty = nothing.

    A faked call of somebody who would learn something has the same steps. The cards it pretends to be about are those
    around whoever was `pointed` at.
    """
    asked = earlier.prompt if earlier is not None else None
    if earlier is None or asked is None or game.outcome is not None:
        return ()
    kind = _asker(earlier, asked)
    shows = kind.shows(earlier.village) if kind is not None else None
    if asked.about == prompts.FEIGNED:
        found = _pretended(game, earlier, asked, shows, pointed)
    elif asked.kind == prompts.ACK:
        found = []
    else:
        found = _passed_over(game, kind) or _learnt(game, asked, kind, shows)
    return [*found, *_walked_round(game, earlier, kind)]


def _asker(earlier: Game, asked: Prompt) -> type[Rule] | None:
    """Whose call it is; by day whoever has a power to use is not called."""
    if earlier.village.phase != "night":
        return KINDS.get(asked.key.partition(".")[0])
    calls = [event.facts["call"] for event in earlier.events if event.name == "called"]
    return _called(earlier.village, calls[-1]) if calls else None


def _pretended(game: Game, earlier: Game, asked: Prompt, shows: Prompt | None, pointed: int) -> list[Result]:
    """What follows at a call nobody answers: the questions a live one would ask, the cards it would have lifted."""
    kind, v = _asker(earlier, asked), earlier.village
    then = feigned(earlier, asked)[1:]
    seat = pointed if pointed in v.living else v.living[0]
    if kind is None or not any(tells.result for tells in kind.tells):
        return [Result((), each, is_asked=True, nth=place - len(then)) for place, each in enumerate(then, start=1)]
    lifts = kind.lifted(v, seat)[: kind.lifts(v)]
    return [
        *(Result((), each, is_asked=True, nth=place - len(then)) for place, each in enumerate(then)),
        *(Result((), _lifting(game, each), nth=place) for place, each in enumerate(lifts, start=1)),
        Result((), _of(shows, seat)),
    ]


def _passed_over(game: Game, kind: type[Rule] | None) -> list[Result]:
    """The cards that nobody needs to look at before the one asked for now: they are lifted as they sit (IDENT-1)."""
    prompt = game.prompt
    if prompt is None or prompt.key != LOOK or any(event.name == "called" for event in since_last_answer(game)):
        return []
    lifts = list(_left(game, kind))
    places = [place for place, (_, seat) in enumerate(lifts) if seat == prompt.seat]
    return [_lift(game, nth, seat) for nth, seat in lifts[: places[0]]] if places else []


def _learnt(game: Game, asked: Prompt, kind: type[Rule] | None, shows: Prompt | None) -> list[Result]:
    """What whoever is awake has learnt, after the cards that nobody needed to look at for it."""
    since = list(_until_called(since_last_answer(game)))
    found = [event for event in _private(since, game, asked) if event.declared.result]
    if not found:
        return []
    seat = next((event.facts["seat"] for event in found if event.facts.get("seat")), 0)
    return [*(_lift(game, nth, each) for nth, each in _left(game, kind)), Result(found, _of(shows, seat))]


def _of(shows: Prompt | None, seat: int) -> Prompt | None:
    """The question for a card, with whose it is."""
    if shows is None or shows.about != prompts.FACE:
        return shows
    named = copy(shows)
    named.seat = seat
    return named


def _lift(game: Game, nth: int, seat: int) -> Result:
    """A card that is recorded, or may be any: it is lifted like those that must be looked at."""
    held = game.village.knows(seat)
    return Result((), _lifting(game, seat), nth=nth, lifted=(seat, held.name if held is not None else ""))


def _on_round(game: Game, kind: type[Rule] | None) -> Sequence[int]:
    """Whose cards are lifted at this call, as they sit, for the answer given at it."""
    chosen = [answer.value for answer in game.answers[: len(game.answers) - len(_looked(game))]]
    if kind is None or not chosen or type(chosen[-1]) is not int:
        return ()
    return kind.lifted(game.village, chosen[-1])[: kind.lifts(game.village)]


def _left(game: Game, kind: type[Rule] | None) -> Iterable[tuple[int, int]]:
    """Whose cards are still to be lifted on this round, each with its number."""
    lifts, looked = _on_round(game, kind), _looked(game)
    done = lifts.index(looked[-1]) + 1 if looked and looked[-1] in lifts else 0
    return enumerate(lifts[done:], start=done + 1)


def _looked(game: Game) -> list[int]:
    """Whose cards were looked at last, one after the other."""
    return [each.seat for each in takewhile(lambda each: each.key == LOOK, reversed(game.asked))][::-1]


def _walked_round(game: Game, earlier: Game, kind: type[Rule] | None) -> list[Result]:
    """After a call that changes somebody in secret, all eyes are closed and a touch tells (CWF-3).

    Nobody is called before that, and the step comes after every such call: whether anybody was touched is felt alone.
    """
    if kind is None or not kind.tells_by_touch or earlier.village.phase != "night" or game.prompt is None:
        return []
    is_called = any(event.name == "called" for event in since_last_answer(game))
    if game.village.phase == "night" and game.prompt.key != "dawn.breaks" and not is_called:
        return []  # the call goes on
    made = max(place for place, event in enumerate(earlier.events) if event.name == "called")
    told = [event for event in _until_called(game.events[made + 1 :]) if event.name == "infected"]
    return [Result([each for each in told if each.facts["seat"] in game.village.infected], None, nth=ROUND)]


def feigned(game: Game, prompt: Prompt) -> list[Prompt]:
    """What a call nobody answers seems to ask, one question after the other: what is certain to be asked of a holder.

    Of a card that is called for the first time that is first of all who holds it (FK-1, IDENT-0).
    """
    v, kind = game.village, KINDS[prompt.card]
    played = v.form(kind.name) if issubclass(kind, Character) else kind
    seems = (_eyes(game, prompt), played.asks(v), played.asks_then(v))
    return [each for each in seems if each is not None]


def _eyes(game: Game, prompt: Prompt) -> Prompt | None:
    """Whose eyes are open, where that is asked of everybody who is called for the first time."""
    return looked_for(game, prompt.card) if is_first_call(game) and prompt.card in game.village.announced else None


def is_first_call(game: Game) -> bool:
    """Whether the last answer led to a call never made before, at a table with real cards.

    Then the question is whose eyes are open; where the record knows, or knows that they are nobody's, the rules do not
    ask, and the screen does (`desk.sought`).
    """
    calls = [event.facts["call"] for event in since_last_answer(game) if event.name == "called"]
    if not calls or game.setup.options.cards_known_to_app:
        return False
    made = [event.facts["call"] for event in game.events if event.name == "called"]
    return made.count(calls[-1]) == 1


def looked_for(game: Game, name: str) -> Prompt:
    """The question whose eyes are open, as it looks where nobody knows it yet."""
    v = game.village
    count = v.announced[name]
    low = max(0, count - v.cards.unread_spares)
    seats = tuple(v.living)
    return Prompt("identify", prompts.PICK, "IDENT-0", options=seats, low=low, high=count, card=name, aloud=True)


def _lifting(game: Game, seat: int) -> Prompt:
    """The question for a card that nobody needs to look at: it looks like any other."""
    cards = game.village.listed_cards
    refused = dict.fromkeys(cards, "IDENT-4")
    return Prompt(LOOK, prompts.CHOOSE, "IDENT-1", options=cards, seat=seat, refused=refused, about=prompts.FACE)


def _called(village: Village, name: str) -> type[Rule] | None:
    kind = KINDS.get(name)
    return village.form(name) if kind is not None and issubclass(kind, Character) else kind


# -- for the moderator's eyes --


def written(game: Game, prompt: Prompt, words: Words) -> PromptWords:
    """The words of a question at this table: a debate after which nobody votes does not end with a vote."""
    found = words.prompt(prompt, game.players, game.events)
    if _is_other_card(game, prompt):
        return replace(found, ask=words.text("desk.other_card", seat=words.seat(prompt.seat, game.players)))
    if prompt.key != DEBATE or not _has_no_vote(game, prompt):
        return found
    labels = {"vote": words.text("desk.no_vote.choice")}
    choices = [(value, labels.get(value, label)) for value, label in found.choices]
    return replace(found, do=words.text("desk.no_vote.do"), choices=choices)


def _is_other_card(game: Game, prompt: Prompt) -> bool:
    """Whether somebody's second card is looked at, straight after the first: one question after the other."""
    before = game.asked[-1] if game.asked and prompt is game.prompt else None
    return before is not None and prompt.key == before.key == LOOK and before.seat == prompt.seat


@lru_cache(8)
def _has_no_vote(game: Game, prompt: Prompt) -> bool:
    """Whether the vote falls out today, whatever takes it away: only its own step knows.

    That step is told for it, so each page asks once, however often it names the question.
    """
    after = play(game.setup, (*game.answers, Answer("vote", prompt.key, prompt.seat, prompt.card)))
    return any(event.name == "no_vote" for event in after.events[len(game.events) :])


def note(game: Game, words: Words) -> str:
    """What to do at the question asked now, and what to look for."""
    prompt = game.prompt
    assert prompt is not None
    idle = idle_holder(game, prompt) if prompt.key == "call.fake" else 0
    if idle:
        return words.text("desk.idle", seat=words.seat(idle, game.players))
    number = _number(game, prompt) if prompt.key == LOOK else 1
    if number > 1:
        return words.text("desk.look_again", seat=words.seat(prompt.seat, game.players), number=number)
    do = written(game, prompt, words).do
    if prompt.key == LOOK:  # where several are looked at anyway nobody needs decoys
        do = round_of(game, game, words) or do
    dealt = f"prompt.{prompt.key}.dealt"
    if game.setup.options.cards_known_to_app and words.has(dealt):  # there may be no card to lift
        do = words.text(dealt, seat=words.seat(prompt.seat, game.players))
    return " ".join([do, *_besides(game, prompt, words), *bound(game, words)]).strip()


def bound(game: Game, words: Words) -> Iterable[str]:
    """Who of those who choose together may not point at whom: the others may, and must not notice (AMD-71)."""
    prompt = game.prompt
    if prompt is None or prompt.is_public_vote:
        return
    for seat, closed in prompt.barred.items():
        for target in closed:
            names = {"seat": words.seat(seat, game.players), "target": words.seat(target, game.players)}
            yield words.text("desk.bound", **names)


def _number(game: Game, prompt: Prompt) -> int:
    """Which of the cards looked at for one answer it is, those counted in that nobody needs to look at."""
    lifts = _on_round(game, _asker(game, prompt))
    return lifts.index(prompt.seat) + 1 if prompt.seat in lifts else len(_looked(game)) + 1


def to_touch(game: Game, words: Words) -> list[str]:
    """Whoever was infected last night must know it: where the touch was forgotten, by dawn or the pack's next call.

    Which questions recall it, their own words say (`prompt.<key>.infected`).
    """
    prompt, nights = game.prompt, 0
    found = []
    for event in reversed(game.events):
        nights += event.name == "night_fell"
        if nights > 1 or prompt is None:
            break
        if event.name != "infected" or event.facts["seat"] not in game.village.infected:
            continue
        key = f"prompt.{prompt.key}.infected"
        if words.has(key):
            found.append(words.text(key, seat=words.seat(event.facts["seat"], game.players)))
    return found


def touch(game: Game, walked: Result, words: Words) -> str:
    """Whom to touch on the way round, if anybody."""
    seats = [words.seat(event.facts["seat"], game.players) for event in walked.events]
    return words.text("desk.touch", seats=words.names(seats)) if seats else words.text("desk.touch_nobody")


def round_of(game: Game, called: Game, words: Words) -> str:
    """Whose cards are looked at for the answer just given at this call, all of them at once; "" where it is but one."""
    calls = [event.facts["call"] for event in called.events if event.name == "called"]
    kind = _called(called.village, calls[-1]) if calls and called.village.phase == "night" else None
    chosen = game.answers[-1].value if game.answers else None
    if kind is None or type(chosen) is not int:
        return ""
    seats = kind.lifted(called.village, chosen)
    return (
        words.text("desk.round", seats=words.names(words.seat(each, game.players) for each in seats)) if seats else ""
    )


def _besides(game: Game, prompt: Prompt, words: Words) -> Iterable[str]:
    """What belongs to this table alone: who is awake where several are, what a variant needs before the first night."""
    called = prompt.audience if isinstance(prompt.audience, tuple) and prompt.kind == prompts.PICK else ()
    if len(called) > 1 or (called and not prompt.seat):  # one alone in a pack may be the infected
        yield words.text("desk.awake", seats=words.names(words.seat(seat, game.players) for seat in called))
    for seat, rule in prompt.refused.items():
        if isinstance(seat, int) and words.has(f"prompt.{prompt.key}.not.{rule}"):
            yield words.text(f"prompt.{prompt.key}.not.{rule}", seat=words.seat(seat, game.players))
    if prompt.key == DEBATE and not game.village.day:
        openers = [name for name in game.village.announced if game.village.form(name).opens_with_vote]
        yield words.text("desk.opening_day", card=words.card(openers[0]))
    if prompt.key == DEBATE and game.village.day == 1:
        if game.setup.events:
            yield words.text("desk.first_event")
        if game.setup.options.sheriff_election == "off":
            yield words.text("desk.no_sheriff")
    if prompt.key == DEBATE and is_sheriff_later(game.village):
        yield words.text("desk.sheriff_later.today")
    if prompt.key == "night.falls" and game.village.night <= 1:
        for name in game.setup.variants:
            if words.has(f"prompt.night.falls.first.{name}"):
                yield words.text(f"prompt.night.falls.first.{name}")


def cast_first(game: Game) -> dict[int, int | None]:
    """Who has voted before the others in the vote asked now, and for whom: it is counted with theirs (BARK-2)."""
    given = zip(reversed(game.asked), reversed(game.answers), strict=False)
    first = takewhile(lambda each: each[0].key == "vote.alone", given)
    return {asked.seat: answer.value for asked, answer in first}


def unrecorded(game: Game, words: Words, earlier: Game | None) -> str:
    """Whatever was tapped at a call nobody could answer did nothing: that, and why."""
    asked = earlier.prompt if earlier is not None else None
    if earlier is None or asked is None or asked.about not in (prompts.FEIGNED, prompts.RECOGNISED):
        return ""
    idle = idle_holder(earlier, asked)
    why = "known" if asked.about == prompts.RECOGNISED else "idle" if idle else "nobody"
    return words.text(f"desk.unrecorded.{why}", call=words.party(asked.card), seat=words.seat(idle, game.players))


def idle_holder(game: Game, asked: Prompt) -> int:
    """Who opens the eyes at a call at which nothing can be done any more; 0 = nobody is there."""
    if asked.about != prompts.FEIGNED:
        return 0
    village = game.village
    holders = [rule.holder for rule in village.named(asked.card) if isinstance(rule, Character) and not rule.borrowed]
    return next((seat for seat in holders if seat in village.living and seat not in village.away), 0)


def coming(game: Game) -> Sequence[Event]:
    """What the next step will bring, where nothing is left to decide: the dawn, before it is announced."""
    return game.answer(True).events[len(game.events) :]


def mourners(game: Game, coming: Sequence[Event], words: Words) -> list[str]:
    """Who will follow one of the dead, where that comes only after a card that must be turned over first (LOVE-2)."""
    dead = [event.facts["seat"] for event in coming if event.name == "died"]
    followers = dict.fromkeys(seat for each in dead for seat in Lovers.partners(game.village, each) if seat not in dead)
    alive = [seat for seat in followers if seat in game.village.living]
    return [words.text("desk.mourns", seat=words.seat(seat, game.players)) for seat in alive]


def has_preview(game: Game) -> bool:
    return game.prompt is not None and game.prompt.kind == prompts.ACK


# -- what to say --


@dataclass(frozen=True, slots=True)
class Script:
    """What to say aloud at a question."""

    before: str
    """Said first: the call before this one ends."""
    say: str
    is_said: bool
    """Whether it was said at the question before."""


def script_of(
    game: Game, words: Words, earlier: Game | None, prompt: Prompt | None = None, *, has_steps: bool = False
) -> Script:
    """The script of the question asked now, or of one that only the screen asks; `earlier` is the game before the last
    answer.

    What is said at a step of its own (`results`) was said there, on a screen that has them.
    """
    prompt = prompt or game.prompt
    assert prompt is not None
    written = words.prompt(prompt, game.players, game.events)
    at = f"prompt.{prompt.key}.at.{game.village.window}"
    if game.village.phase == "day" and words.has(at):  # the same question at several moments of a day
        written = replace(written, say=words.text(at))
    if not written.say and prompt.about == prompts.FACE and game.village.phase == "night" and earlier is not None:
        closing = _closing(game, words)
        if closing:
            return Script("", closing, is_said=earlier.prompt is not None and earlier.prompt.about == prompts.FACE)
        return Script("", script_of(_before_the_looks(earlier), words, None).say, is_said=True)
    called = any(event.name == "called" for event in since_last_answer(game))
    then = said_then(prompt, earlier, words) if not called else ""
    if then:
        return Script("", then, False)
    before = earlier.prompt if earlier is not None and written.say and not called else None
    if earlier is not None and before is not None:
        is_said = words.prompt(before, game.players, earlier.events).say == written.say
        if is_said:
            return Script("", written.say, is_said)
    ends_a_call = called or prompt.key == "dawn.breaks"
    is_closed = earlier is not None and bool(_closing(earlier, words))
    is_closed = is_closed or (has_steps and any(step.is_round for step in results(game, earlier)))
    return Script(written.before if ends_a_call and not is_closed else "", written.say, False)


def said_on_round(game: Game, earlier: Game, words: Words) -> Script:
    """What is said before the moderator walks round: the call ends with it, unless a card had to be looked at first."""
    calls = [event.facts["call"] for event in earlier.events if event.name == "called"]
    return Script("", words.text(f"call.{calls[-1]}.sleep"), is_said=bool(_closing(earlier, words)))


def said_then(prompt: Prompt, earlier: Game | None, words: Words) -> str:
    """What announces the second question of a call; "" where it is not one.

    Only where a faked call has it too: otherwise everybody would hear that somebody is there, and what is left to do.
    """
    asked = earlier.prompt if earlier is not None else None
    key = f"prompt.{prompt.key}.then"
    if earlier is None or asked is None or asked.key == prompt.key or not words.has(key):
        return ""
    kind = _called(earlier.village, prompt.key.partition(".")[0])
    second = kind.asks_then(earlier.village) if kind is not None else None
    return words.text(key) if second is not None and second.key == prompt.key else ""


def _closing(game: Game, words: Words) -> str:
    """What ends the call going on, where a card is only looked at for the record: nobody awake is to see whose.

    Empty where no card is looked at, and where whoever is awake still waits for something.
    """
    if game.prompt is None or game.prompt.key != LOOK or game.village.phase != "night":
        return ""
    asked = _before_the_looks(game)
    calls = [event.facts["call"] for event in asked.events if event.name == "called"]
    kind = _called(asked.village, calls[-1]) if calls else None
    if kind is None or asked.prompt is None or asked.prompt.about.what not in (prompts.CHOICE.what, prompts.VOLUNTEERS):
        return ""
    waits = any(tells.result for tells in kind.tells) or kind.asks_then(asked.village) is not None
    return "" if waits else words.text(f"call.{calls[-1]}.sleep")


def _before_the_looks(game: Game) -> Game:
    """Back to the question for whose sake card after card is looked at."""
    while game.answers and game.prompt is not None and game.prompt.about == prompts.FACE:
        game = game.undo()
    return game
