"""Where the evening stands, what has just happened, and what to say now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import dropwhile, takewhile
from typing import Final

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


@dataclass(frozen=True, slots=True)
class Result:
    """What somebody awake is shown before the eyes close again: a step of its own."""

    events: list[Event]
    """Empty at a call that only pretends."""
    shows: Prompt | None
    """What would be asked with a real card in the hand, or next: the step looks like it (FK-1)."""
    is_asked: bool = False
    """Whether it pretends to be a question that comes whatever was answered to the first one."""
    lifts: Sequence[int] = ()
    """Cards that are only pretended to be asked for first, each a step of its own: which in a row they are."""
    questions: Sequence[Prompt] = ()
    """Questions that are only pretended before all that, each a step of its own as well."""
    nth: int = 0
    """Which of these this step is, questions below zero; 0 = the result itself."""
    lifted: Sequence[tuple[int, str]] = ()
    """Whose card it is that is only pretended to be asked for, and which."""

    @property
    def cards(self) -> dict[int, str]:
        """Whose card is looked at where it seems to be asked for, and which it is; "" = any that it may be."""
        if self.nth or self.shows is None or self.shows.about != prompts.FACE:
            return dict(self.lifted)
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

    def after(self, done: int, game: Game) -> Result:
        """The step that comes when so many of those before it have been gone through."""
        if done < len(self.questions):
            return Result([], self.questions[done], is_asked=True, nth=-1 - done)
        lifted = done - len(self.questions)
        if lifted >= len(self.lifts):
            return self
        nth = self.lifts[lifted]
        return Result([], _lifting(game), lifts=self.lifts, nth=nth, lifted=tuple(_known(game, self, nth)))


def result(game: Game, earlier: Game | None) -> Result | None:
    """What the last answer tells whoever gave it; None = nothing, so there is no such step.

    A faked call of somebody who would learn something has the same step.
    """
    asked = earlier.prompt if earlier is not None else None
    if earlier is None or asked is None or game.outcome is not None:
        return None
    calls = [event.facts["call"] for event in earlier.events if event.name == "called"]
    if earlier.village.phase == "night":
        kind = _called(earlier.village, calls[-1]) if calls else None
    else:  # by day whoever has a power to use is not called
        kind = KINDS.get(asked.key.partition(".")[0])
    shows = kind.shows(earlier.village) if kind is not None else None
    if asked.about == prompts.FEIGNED:
        then = feigned(earlier, asked)[1:]
        if kind is not None and any(tells.result for tells in kind.tells):
            return Result([], shows, lifts=_lifts(kind, earlier.village, game), questions=then)
        return Result([], then[-1], is_asked=True, questions=then[:-1]) if then else None
    if asked.kind == prompts.ACK:
        return None
    since = list(_until_called(since_last_answer(game)))
    found = [event for event in _private(since, game, asked) if event.declared.result]
    return Result(found, shows, lifts=_lifts(kind, earlier.village, game)) if found else None


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


def _lifts(kind: type[Rule] | None, village: Village, game: Game) -> range:
    """The cards nobody needs to look at, after those that were really looked at."""
    done = sum(1 for _ in takewhile(lambda each: each.key == LOOK, reversed(game.asked)))
    return range(done + 1, (kind.lifts(village) if kind is not None else 0) + 1)


def _known(game: Game, found: Result, nth: int) -> Iterable[tuple[int, str]]:
    """Whose card it is that nobody needs to look at, and which; nobody's at a call that only pretends."""
    looked = {each.seat for each in takewhile(lambda each: each.key == LOOK, reversed(game.asked))}
    seats = [seat for event in found.events for seat in event.facts.get("seats", ()) if seat not in looked]
    for seat in seats[max(0, nth - 1 - len(looked)) :][:1]:
        held = game.village.knows(seat)
        yield seat, held.name if held is not None else ""


def _lifting(game: Game) -> Prompt:
    """The question for a card that nobody needs to look at: it looks like any other."""
    cards = game.village.listed_cards
    refused = dict.fromkeys(cards, "IDENT-4")
    return Prompt(LOOK, prompts.CHOOSE, "IDENT-1", options=cards, refused=refused, about=prompts.FACE)


def _called(village: Village, name: str) -> type[Rule] | None:
    kind = KINDS.get(name)
    return village.form(name) if kind is not None and issubclass(kind, Character) else kind


# -- for the moderator's eyes --


def written(game: Game, prompt: Prompt, words: Words) -> PromptWords:
    """The words of a question at this table: a debate after which nobody votes does not end with a vote."""
    found = words.prompt(prompt, game.players, game.events)
    if prompt.key != DEBATE or not _has_no_vote(game, prompt):
        return found
    labels = {"vote": words.text("desk.no_vote.choice")}
    choices = [(value, labels.get(value, label)) for value, label in found.choices]
    return replace(found, do=words.text("desk.no_vote.do"), choices=choices)


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
    if prompt.key == LOOK and game.asked and game.asked[-1].key == LOOK:
        number = 1 + sum(1 for _ in takewhile(lambda each: each.key == LOOK, reversed(game.asked)))
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


def to_touch(game: Game, words: Words) -> list[str]:
    """Whoever is infected learns it by a touch: before anybody else opens the eyes, and at the latest by dawn (CWF-3).

    Where it was forgotten even then, the pack's next call is the last occasion. Which questions recall it, their own
    words say (`prompt.<key>.infected`).
    """
    prompt, since, nights = game.prompt, since_last_answer(game), 0
    found = []
    for event in reversed(game.events):
        nights += event.name == "night_fell"
        if nights > 1 or prompt is None:
            break
        if event.name != "infected" or event.facts["seat"] not in game.village.infected:
            continue
        is_new = event in since and game.village.phase == "night"
        key = "desk.infected" if is_new else f"prompt.{prompt.key}.infected"
        if words.has(key):
            found.append(words.text(key, seat=words.seat(event.facts["seat"], game.players)))
    return found


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


def script_of(game: Game, words: Words, earlier: Game | None, prompt: Prompt | None = None) -> Script:
    """The script of the question asked now, or of one that only the screen asks; `earlier` is the game before the last
    answer."""
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
    return Script(written.before if ends_a_call and not is_closed else "", written.say, False)


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
