"""What happens next in a led evening, and when. Pure: time, marks and chance are given, nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from nightcall.engine.errors import IllegalAnswer
from nightcall.engine.game import Game, play
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import Rule
from nightcall.engine.unmoderated import HEARD, SAID, SIGNED
from nightcall.engine.viewers import PUBLIC
from nightcall.engine.votes import powers_now
from nightcall.rules.customs import NOBODY_WINS
from nightcall.web.led import marks as given
from nightcall.web.led import scenes
from nightcall.web.led.marks import NOTHING, Marks
from nightcall.web.led.policies import policy
from nightcall.web.led.scenes import Sitting, asked_of, is_timeless, kind_of

READY: Final = "ready"
MORE: Final = "more"
OBJECT: Final = "object"
WANTS: Final = "wants:"
"""Before the name of what somebody would have the living do together."""
POWER: Final = "power:"
"""Before the name of a power its known holder uses in the debate."""
EXTENSIONS: Final = 2
PAUSE: Final = "pause"
TABLE: Final = "table:"
"""Before the name of what the table agrees on in a pause."""
PACE: Final = {"table:brisk": "brisk", "table:normal": "normal", "table:calm": "calm"}
QUICK: Final = {"table:quick": True, "table:full": False}
MODERATOR: Final = "table:moderator"
"""Somebody sits out from now on and leads; all the living must name the same one."""
DESERTED: Final = 3
"""Days without a touch of anybody living, after which a game that may be called off is."""


def decide(sitting: Sitting, marks: Marks, now: float, chance: Random) -> Sitting | float | None:
    """The next state of the evening if it is due; else when to ask again; None once all is over."""
    led, scene = sitting.led, sitting.scene
    ends = led.since + scene.rounds[led.round - 1]
    moment = ends_at(sitting, marks)
    if led.rest == "waiting" and not set(led.waiting) & set(sitting.silent):
        moment = min(now, ends)  # the phone is back
    if now < moment:
        return moment
    if led.rest:
        return _rested(sitting, marks, moment, chance)
    if scene.kind == "debate":
        return _debate(sitting, marks, moment, chance, is_over=moment == ends)
    if any(PAUSE in mark.signs for mark in marks.values()):
        sitting = replace(sitting, led=replace(led, pausing=True))
    if scene.kind == "call":
        return _call(sitting, marks, moment, chance)
    if scene.kind == "count" and _is_objected(sitting, marks):
        return _taken_back(sitting, moment, chance)
    if sitting.prompt is None:
        return _go_on(sitting, moment, chance)
    if scene.kind == "open" and led.round < len(scene.rounds) and moment == ends:
        return _moved(sitting, chance, round=led.round + 1, since=moment)
    return _answered(sitting, marks, moment, chance)


# -- when --


def ends_at(sitting: Sitting, marks: Marks) -> float:
    """When this round ends, as far as everybody can know: at its time, or sooner where all have done their part."""
    ends = sitting.led.since + sitting.scene.rounds[sitting.led.round - 1]
    sooner = _ends_sooner(sitting, marks)
    return ends if sooner is None else min(ends, sooner)


def _ends_sooner(sitting: Sitting, marks: Marks) -> float | None:
    """What everybody sees may end before its time: all have voted, the one who is asked has answered."""
    prompt, scene = sitting.prompt, sitting.scene
    if sitting.led.rest:
        return _rest_ends(sitting, marks)
    if prompt is None:
        return None
    asked = sitting.asked
    if scene.kind == "ballots":
        moments = [marks[seat].at for seat in asked if seat in marks and _is_cast(marks[seat])]
        return max(moments, default=0.0) + scenes.AFTER_LAST_VOTE if len(moments) == len(asked) else None
    if scene.kind == "open":
        return max((marks[seat].at for seat in asked if _is_answer(prompt, marks, seat)), default=None)
    if scene.kind == "debate":
        return _debate_ends(sitting, marks)
    return None


def _rest_ends(sitting: Sitting, marks: Marks) -> float | None:
    """Most want to go on, or whoever was heard is done."""
    led = sitting.led
    if led.rest == "cards":
        return _looked_at(sitting, marks)
    if led.rest == "floor":
        mark = marks.get(led.floor, NOTHING)
        return mark.at if READY in mark.signs else None
    signs = [READY, *PACE, *QUICK] if led.rest == "paused" else [READY]
    agreed = [_agreed_at(sitting, marks, sign) for sign in signs]
    if led.rest == "paused":
        agreed.append(_handed_at(sitting, marks))
    return min((moment for moment in agreed if moment is not None), default=None)


def looked(sitting: Sitting, marks: Marks) -> list[int]:
    """Who has held the strip with the own card on it, in this round or, if it is the second one, before."""
    led = sitting.led
    before = [] if led.round == 1 else [seat for seat in sitting.living if seat not in led.waiting]
    return sorted({*before, *(seat for seat in sitting.living if marks.get(seat, NOTHING).held)})


def _looked_at(sitting: Sitting, marks: Marks) -> float | None:
    """When everybody had looked at the own card, and had time to read it."""
    if len(looked(sitting, marks)) < len(sitting.living):
        return None
    last = sitting.led.waiting or sitting.living
    beats = [min(marks[seat].held) for seat in last if marks.get(seat, NOTHING).held]
    return sitting.led.since + scenes.BEAT * (max(beats, default=0) + 1) + scenes.READING


def _handed_at(sitting: Sitting, marks: Marks) -> float | None:
    """When all the living had named the same one to lead from now on."""
    mine = [marks[seat] for seat in sitting.living if MODERATOR in marks.get(seat, NOTHING).signs]
    named = {mark.seats[:1] for mark in mine}
    is_agreed = len(mine) == len(sitting.living) and len(named) == 1 and named != {()}
    return max(mark.at for mark in mine) if is_agreed else None


def _is_cast(mark: given.Mark) -> bool:
    return bool(mark.seats or given.NO in mark.signs)


def _is_answer(prompt: Prompt, marks: Marks, seat: int) -> bool:
    mark = marks.get(seat, NOTHING)
    if not (mark.seats or mark.signs or mark.text):
        return False
    try:
        given.chosen(prompt, mark, seat)
    except IllegalAnswer:
        return False
    return READY in mark.signs or prompt.high == 1 or len(mark.seats) == prompt.high


def _debate_ends(sitting: Sitting, marks: Marks) -> float | None:
    """The moment something is agreed, or a power used."""
    moments = [marks[seat].at for seat, _ in _powers(sitting, marks)]
    moments += [mark.at for mark in marks.values() if PAUSE in mark.signs]
    moments += [moment for moment, _ in _accused(sitting, marks)]
    moments += [moment for moment, _, _ in _breaches(sitting, marks)]
    for sign in (MORE, *(WANTS + name for name in motions(sitting))):
        agreed = _agreed_at(sitting, marks, sign)
        if agreed is not None and not (sign == MORE and sitting.led.extended >= EXTENSIONS):
            moments.append(agreed)
    ready = _agreed_at(sitting, marks, READY)
    if ready is not None:
        moments.append(ready + scenes.AFTER_READY)
    return min(moments, default=None)


def _agreed_at(sitting: Sitting, marks: Marks, sign: str) -> float | None:
    """When more than half of the living had given this sign; for a stalemate all of them whose phones are here."""
    living = sitting.living
    if sign == WANTS + NOBODY_WINS:
        asked = [seat for seat in living if seat not in sitting.silent]
        needed = max(1, len(asked))
    else:
        asked, needed = living, len(living) // 2 + 1
    moments = sorted(marks[seat].at for seat in asked if sign in marks.get(seat, NOTHING).signs)
    return moments[needed - 1] if len(moments) >= needed else None


def _accused(sitting: Sitting, marks: Marks) -> list[tuple[float, int]]:
    """Who is given the floor, and since when: a third of the living has touched him, and he was not heard today."""
    living, found = sitting.living, []
    for seat in living:
        against = sorted(marks[other].at for other in living if seat in marks.get(other, NOTHING).seats[:1])
        needed = -(-len(living) // 3)
        if len(against) >= needed and seat not in sitting.led.answered and sitting.scene.name == "day.debate":
            found.append((against[needed - 1], seat))
    return sorted(found)


def _breaches(sitting: Sitting, marks: Marks) -> list[tuple[float, str, int]]:
    """Who has broken a rule of today's debate, and since when most say so: the dead, while there are fewer than two
    of them the other living."""
    living, found = sitting.living, []
    dead = [seat.seat for seat in sitting.view.seats if seat.seat not in living]
    for name in breaches(sitting):
        for seat in living:
            jury = dead if len(dead) > 1 else [other for other in living if other != seat]
            by = [marks[other] for other in jury if other in marks and WANTS + name in marks[other].signs]
            moments = sorted(mark.at for mark in by if seat in mark.seats[:1])
            needed = len(jury) // 2 + 1
            if len(moments) >= needed:
                found.append((moments[needed - 1], name, seat))
    return sorted(found)


def users(sitting: Sitting) -> dict[str, dict[int, Rule]]:
    """What may be done in this debate, by whom, as everybody knows, and by which rule; 0 = the living together."""
    prompt = sitting.prompt
    assert prompt is not None
    return {name: by for name, by in powers_now(sitting.game.village).items() if name in prompt.options}


def motions(sitting: Sitting) -> list[str]:
    """What the living may do together: a breach is nothing they want."""
    return [name for name, by in users(sitting).items() if 0 in by and not by[0].names_offenders]


def breaches(sitting: Sitting) -> list[str]:
    """The rules of today's debate that somebody may have broken."""
    return [name for name, by in users(sitting).items() if 0 in by and by[0].names_offenders]


# -- what --


def _moved(sitting: Sitting, chance: Random, game: Game | None = None, **changes: Any) -> Sitting:
    token = f"{chance.getrandbits(48):012x}"
    return replace(
        sitting, game=game or sitting.game, led=replace(sitting.led, token=token, resumed=False, by_lot=0, **changes)
    )


def _rested(sitting: Sitting, marks: Marks, moment: float, chance: Random) -> Sitting | None:
    """A rest is over, or the table has agreed on something in it."""
    led = sitting.led
    if led.rest == "cards":
        seen = looked(sitting, marks)
        late = tuple(seat for seat in sitting.living if seat not in seen)
        if late and led.round == 1:
            return _moved(sitting, chance, round=2, since=moment, waiting=late)
        if led.practice:
            return _moved(sitting, chance, rest="trial", waiting=(), round=1, since=moment)
    if led.rest == "trial" and led.round == 1 and _agreed_at(sitting, marks, READY) is None:
        return _moved(sitting, chance, round=2, since=moment)
    if led.rest == "paused":
        if _handed_at(sitting, marks) == moment:
            leader = next(marks[seat].seats[0] for seat in sitting.living)
            return _moved(sitting, chance, moderator=leader)
        for sign in (*PACE, *QUICK):
            if _agreed_at(sitting, marks, sign) == moment:
                wanted = {"next_pace": PACE[sign]} if sign in PACE else {"next_quick": QUICK[sign]}
                return _moved(sitting, chance, **wanted)
    return _go_on(replace(sitting, led=replace(led, rest="", waiting=(), floor=0, round=1)), moment, chance)


def _call(sitting: Sitting, marks: Marks, moment: float, chance: Random) -> Sitting | None:
    """A seal: what was marked in this round counts from now on; after the last one there is time to read."""
    led, scene = sitting.led, sitting.scene
    if led.round > scene.marking:
        return _go_on(sitting, moment, chance)
    game, drawn = _settled(sitting, marks, chance, sitting.is_due)
    calls = len(sitting.joined(game))
    touched = sum(bool(marks.get(seat, NOTHING).seats) for seat in sitting.living)
    lazy = led.lazy + (2 * touched < len(sitting.living))
    following = replace(sitting, led=replace(led, drawn=(*led.drawn, *drawn)))
    return _moved(following, chance, game, round=led.round + 1, since=moment, shown=led.shown + calls, lazy=lazy)


def _settled(
    sitting: Sitting, marks: Marks, chance: Random, is_due: Callable[[Game, Prompt], bool]
) -> tuple[Game, Sequence[int]]:
    """The game with every secret question answered that the marks settle, until something public happens.

    And which of the answers a lot gave, for nobody did in time.
    """
    game, drawn = sitting.game, []
    while game.prompt is not None and sitting.goes_on(game):
        prompt = game.prompt
        if policy(prompt).how == HEARD:
            game = game.answer(given.heard(prompt, _pack(game), marks))
        elif is_timeless(prompt):
            game = game.answer(given.lapsed(prompt, chance))
        elif prompt.audience == PUBLIC or not is_due(game, prompt):
            break
        else:
            asked = asked_of(sitting, prompt)
            drawn += [len(game.answers)] * given.is_drawn(prompt, asked, marks)
            game = game.answer(given.answer(prompt, asked, marks, chance))
    return game, drawn


def _pack(game: Game) -> Sequence[int]:
    """Those who have just decided together."""
    together = [prompt.audience for prompt in game.asked if prompt.audience != PUBLIC and prompt.audience]
    return together[-1] if together else ()


def _nothing(game: Game, prompt: Prompt) -> bool:
    return False


def _go_on(sitting: Sitting, moment: float, chance: Random) -> Sitting | None:
    """The scene is over: a rest if one is due, the next announcement, else the next question."""
    led, prompt = sitting.led, sitting.game.prompt
    is_over = sitting.game.outcome is not None and not sitting.has_news
    missing = tuple(seat for seat in sitting.living if seat in sitting.silent and seat not in led.waited)
    if led.pausing and not is_over:
        return _moved(sitting, chance, rest="paused", pausing=False, round=1, since=moment)
    if missing and not is_over:
        waited = (*led.waited, *missing)
        return _moved(sitting, chance, rest="waiting", waiting=missing, waited=waited, round=1, since=moment)
    if sitting.has_news:
        return _presented(sitting, moment, chance)
    if prompt is None:
        return None
    if is_timeless(prompt):
        game, _ = _settled(sitting, {}, chance, _nothing)
        return _go_on(replace(sitting, game=game, led=replace(led, asking=False)), moment, chance)
    if prompt.key == "day.debate" and not led.left:
        sitting = _agreed_upon(sitting)
    return _moved(sitting, chance, asking=True, round=1, since=moment)


def _agreed_upon(sitting: Sitting) -> Sitting:
    """What the table has agreed on counts from now on."""
    led = sitting.led
    quick = led.quick if led.next_quick is None else led.next_quick
    return replace(
        sitting, led=replace(led, pace=led.next_pace or led.pace, next_pace="", quick=quick, next_quick=None)
    )


def _presented(sitting: Sitting, moment: float, chance: Random) -> Sitting:
    event = sitting.game.events[sitting.places[sitting.led.shown]]
    if event.declared.heading:
        sitting = replace(sitting, led=replace(sitting.led, left=0.0, extended=0, answered=()))
    if event.declared.heading == "night":
        sitting = _agreed_upon(replace(sitting, led=replace(sitting.led, waited=(), wave=())))
    shown = sitting.led.shown + 1
    after = _moved(sitting, chance, shown=shown, asking=False, round=1, since=moment, wave=())
    if event.name == "called" and sitting.led.quick and not SLOW & set(after.view.events):
        wave = _wave(after, event.facts["call"])
        after = replace(after, led=replace(after.led, wave=wave))
    if event.name == "called" and not after.scene.marking:
        return replace(after, game=_read(after))
    return after


def _read(sitting: Sitting) -> Game:
    """The game once those who only read something at this call have been told: the strip says it meanwhile."""
    game = sitting.game
    while game.prompt is not None and sitting.goes_on(game):
        if policy(game.prompt).how != SAID or game.prompt.audience == PUBLIC:
            break
        game = game.answer(True)
    return game


SLOW: Final = frozenset({"somnambulism", "full_moon_rising"})
"""Event cards under which every call is made alone."""


def _wave(sitting: Sitting, first: str) -> tuple[str, ...]:
    """The calls made together with this one: directly after it, of the same wave, each with one choice at most."""
    found: tuple[str, ...] = (first,)
    kind = kind_of(sitting.game, first)
    if len(kind.rounds(sitting.game.village, sitting.view)) > 1:
        return found
    while True:
        tried = replace(sitting, led=replace(sitting.led, wave=found))
        game = sitting.game
        for asking, prompt in tried.ahead():
            game = asking.answer(given.lapsed(prompt, Random(0)))
        calls = [event.facts["call"] for event in tried.news(game) if event.name == "called"]
        following = next((call for call in calls if call not in found), "")
        if not following:
            return found
        other = kind_of(game, following)
        if other.wave != kind.wave or len(other.rounds(game.village, sitting.view)) > 1:
            return found
        found = (*found, following)


def _after(sitting: Sitting, game: Game, moment: float, chance: Random, **changes: Any) -> Sitting:
    """The question is answered: whatever comes next begins at this moment."""
    led = replace(sitting.led, asking=False, round=1, since=moment, **changes)
    after = replace(sitting, game=game, led=led)
    return _go_on(after, moment, chance) or after


def _answered(sitting: Sitting, marks: Marks, moment: float, chance: Random) -> Sitting:
    prompt = sitting.prompt
    assert prompt is not None
    game = sitting.game.answer(given.answer(prompt, sitting.asked, marks, chance))
    while game.prompt is not None and policy(game.prompt).how == SIGNED:
        key = game.prompt.key
        holders = [rule.holder for rule in game.village.at("counted") if rule.sign(game.village) == key]
        game = game.answer(given.answer(game.prompt, holders, marks, chance))
    lazy = 0 if prompt.key == "night.falls" else sitting.led.lazy
    is_drawn = sitting.scene.kind == "open" and given.is_drawn(prompt, sitting.asked, marks)
    drawn = (*sitting.led.drawn, *[len(sitting.game.answers)] * is_drawn)
    after = _after(sitting, game, moment, chance, lazy=lazy, drawn=drawn)
    is_answered = any(_is_answer(prompt, marks, seat) for seat in sitting.asked)
    by_lot = prompt.seat if sitting.scene.kind == "open" and prompt.low and not is_answered else 0
    return replace(after, led=replace(after.led, by_lot=by_lot))


# -- the debate --


def _powers(sitting: Sitting, marks: Marks) -> list[tuple[int, str]]:
    """Who uses which power of the day: the seat everybody knows to hold it."""
    offered = [(seat, name) for name, by in users(sitting).items() for seat in by if seat]
    return [(seat, name) for seat, name in offered if POWER + name in marks.get(seat, NOTHING).signs]


def _debate(sitting: Sitting, marks: Marks, moment: float, chance: Random, *, is_over: bool) -> Sitting:
    led, prompt = sitting.led, sitting.prompt
    assert prompt is not None
    left = round(led.since + sitting.scene.rounds[0] - moment, 3)
    stays: dict[str, Any] = {"left": max(left, 1.0), "asking": False, "round": 1, "since": moment}
    if not is_over and any(PAUSE in mark.signs for mark in marks.values()):
        return _moved(sitting, chance, rest="paused", **stays)
    broken = [] if is_over else _breaches(sitting, marks)
    if broken:
        _, name, seat = broken[0]
        game = sitting.game.answer(name)
        if game.prompt is not None and seat in game.prompt.options:
            return _after(sitting, game.answer(seat), moment, chance, left=stays["left"])
    accused = [] if is_over else _accused(sitting, marks)
    if accused and accused[0][0] == moment:
        seat = accused[0][1]
        return _moved(sitting, chance, rest="floor", floor=seat, answered=(*led.answered, seat), **stays)
    powers = [] if is_over else _powers(sitting, marks)
    if powers:
        seat, name = powers[0]
        game = sitting.game.answer(name)
        asked = game.prompt
        if asked is not None and asked.key == "day.user":
            game = game.answer(seat)
            asked = game.prompt
        if asked is not None and asked.key == name and asked.seat == seat:
            game = game.answer(given.answer(asked, (seat,), marks, chance))
        return _after(sitting, game, moment, chance, left=max(left, 1.0))
    if not is_over and _agreed_at(sitting, marks, MORE) == moment and led.extended < EXTENSIONS:
        return _moved(sitting, chance, extended=led.extended + 1, left=left + scenes.MORE_TIME, since=moment)
    for name in motions(sitting):
        if not is_over and _agreed_at(sitting, marks, WANTS + name) == moment:
            return _after(sitting, sitting.game.answer(name), moment, chance, left=max(left, 1.0))
    value = "vote" if "vote" in prompt.options else given.lapsed(prompt, chance)
    is_deserted = not any(seat in marks and not marks[seat].says(NOTHING) for seat in sitting.living)
    idle = led.idle + 1 if is_deserted else 0
    if idle >= DESERTED and NOBODY_WINS in prompt.options:
        value = NOBODY_WINS  # the living have all gone home: nobody is left who could end it
    return _after(sitting, sitting.game.answer(value), moment, chance, left=0.0, idle=idle)


# -- objecting to a count --


def _is_objected(sitting: Sitting, marks: Marks) -> bool:
    """Whether most of those who voted object, or two to what a clerk has entered; and only once."""
    answer = sitting.disputed
    if answer < 0 or sitting.led.objected == answer:
        return False
    asked = sitting.game.asked[answer]
    voters = asked.voters or [seat.seat for seat in sitting.view.seats]
    against = [seat for seat in voters if OBJECT in marks.get(seat, NOTHING).signs]
    return 2 * len(against) > len(voters) if asked.voters else len(against) > 1


def _taken_back(sitting: Sitting, moment: float, chance: Random) -> Sitting:
    answer = sitting.disputed
    game = play(sitting.game.setup, sitting.game.answers[:answer])
    drawn = tuple(number for number in sitting.led.drawn if number < answer)
    return _moved(
        replace(sitting, led=replace(sitting.led, drawn=drawn)),
        chance,
        game,
        shown=sitting.led.shown - 1,
        asking=True,
        round=1,
        since=moment,
        objected=answer,
    )
