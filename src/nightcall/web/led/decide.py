"""What happens next in a led evening, and when. Pure: time, marks and chance are given, nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from nightcall.engine.errors import IllegalAnswer
from nightcall.engine.game import Game, play
from nightcall.engine.led import SIGNED
from nightcall.engine.prompts import Prompt
from nightcall.engine.viewers import PUBLIC
from nightcall.rules.customs import NOBODY_WINS
from nightcall.web.led import marks as given
from nightcall.web.led import scenes
from nightcall.web.led.marks import NOTHING, Marks
from nightcall.web.led.policies import policy
from nightcall.web.led.scenes import Sitting, asked_of, is_timeless, public

READY: Final = "ready"
MORE: Final = "more"
OBJECT: Final = "object"
WANTS: Final = "wants:"
"""Before the name of what somebody would have the living do together."""
POWER: Final = "power:"
"""Before the name of a power its known holder uses in the debate."""
MOTIONS: Final = ("sheriff.elect", "executioner.elect", "name_the_plague", "nobody_wins")
"""Choices of a debate that the living make together; the last one only with one voice."""
EXTENSIONS: Final = 2
DESERTED: Final = 3
"""Days without a touch of anybody living, after which a game that may be called off is."""


def decide(sitting: Sitting, marks: Marks, now: float, chance: Random) -> Sitting | float | None:
    """The next state of the evening if it is due; else when to ask again; None once all is over."""
    led, scene = sitting.led, sitting.scene
    ends = led.since + scene.rounds[led.round - 1]
    sooner = _ends_sooner(sitting, marks)
    moment = min(ends, sooner) if sooner is not None else ends
    if now < moment:
        return moment
    if scene.kind == "call":
        return _call(sitting, marks, moment, chance)
    if scene.kind == "count" and _is_objected(sitting, marks):
        return _taken_back(sitting, moment, chance)
    if sitting.prompt is None:
        return _go_on(sitting, moment, chance)
    if scene.kind == "debate":
        return _debate(sitting, marks, moment, chance, is_over=moment == ends)
    if scene.kind == "open" and led.round < len(scene.rounds) and moment == ends:
        return _moved(sitting, chance, round=led.round + 1, since=moment)
    return _answered(sitting, marks, moment, chance)


# -- when --


def _ends_sooner(sitting: Sitting, marks: Marks) -> float | None:
    """What everybody sees may end before its time: all have voted, the one who is asked has answered."""
    prompt, scene = sitting.prompt, sitting.scene
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


def _is_cast(mark: given.Mark) -> bool:
    return bool(mark.seats or given.NO in mark.signs)


def _is_answer(prompt: Prompt, marks: Marks, seat: int) -> bool:
    mark = marks.get(seat, NOTHING)
    if not (mark.seats or mark.signs or mark.text):
        return False
    try:
        given.chosen(prompt, mark)
    except IllegalAnswer:
        return False
    return READY in mark.signs or prompt.high == 1 or len(mark.seats) == prompt.high


def _debate_ends(sitting: Sitting, marks: Marks) -> float | None:
    """The moment something is agreed, or a power used."""
    moments = [marks[seat].at for seat, _ in _powers(sitting, marks)]
    for sign in (MORE, *(WANTS + name for name in _offered(sitting))):
        agreed = _agreed_at(sitting, marks, sign)
        if agreed is not None and not (sign == MORE and sitting.led.extended >= EXTENSIONS):
            moments.append(agreed)
    ready = _agreed_at(sitting, marks, READY)
    if ready is not None:
        moments.append(ready + scenes.AFTER_READY)
    return min(moments, default=None)


def _agreed_at(sitting: Sitting, marks: Marks, sign: str) -> float | None:
    """When more than half of the living (for a stalemate all of them) had given this sign."""
    living = sitting.living
    moments = sorted(marks[seat].at for seat in living if sign in marks.get(seat, NOTHING).signs)
    needed = len(living) if sign == WANTS + "nobody_wins" else len(living) // 2 + 1
    return moments[needed - 1] if len(moments) >= needed else None


def _offered(sitting: Sitting) -> list[str]:
    prompt = sitting.prompt
    return [name for name in MOTIONS if prompt is not None and name in prompt.options]


# -- what --


def _moved(sitting: Sitting, chance: Random, game: Game | None = None, **changes: Any) -> Sitting:
    token = f"{chance.getrandbits(48):012x}"
    return Sitting(game or sitting.game, replace(sitting.led, token=token, **changes), sitting.words)


def _call(sitting: Sitting, marks: Marks, moment: float, chance: Random) -> Sitting | None:
    """A seal: what was marked in this round counts from now on; after the last one there is time to read."""
    led, scene = sitting.led, sitting.scene
    if led.round > scene.marking:
        return _go_on(sitting, moment, chance)
    game = _settled(sitting, marks, chance, sitting.is_due)
    return _moved(sitting, chance, game, round=led.round + 1, since=moment)


def _settled(sitting: Sitting, marks: Marks, chance: Random, is_due: Callable[[Game, Prompt], bool]) -> Game:
    """The game with every secret question answered that the marks settle, until something public happens."""
    game, heard = sitting.game, len(sitting.places)
    while game.prompt is not None and public(game) == heard:
        prompt = game.prompt
        if is_timeless(prompt):
            game = game.answer(given.lapsed(prompt, chance))
        elif prompt.audience == PUBLIC or not is_due(game, prompt):
            break
        else:
            asked = asked_of(sitting, prompt)
            game = game.answer(given.answer(prompt, asked, marks, chance))
    return game


def _nothing(game: Game, prompt: Prompt) -> bool:
    return False


def _go_on(sitting: Sitting, moment: float, chance: Random) -> Sitting | None:
    """The scene is over: the next announcement, else the next question."""
    if sitting.has_news:
        led = sitting.led
        event = sitting.game.events[sitting.places[led.shown]]
        if event.declared.heading:
            led = replace(led, left=0.0, extended=0)
        led = replace(led, shown=led.shown + 1, asking=False, round=1, since=moment)
        return _moved(Sitting(sitting.game, led, sitting.words), chance)
    prompt = sitting.game.prompt
    if prompt is None:
        return None
    if is_timeless(prompt):
        game = _settled(sitting, {}, chance, _nothing)
        return _moved(sitting, chance, game, asking=False, since=moment - sitting.scene.rounds[sitting.led.round - 1])
    return _moved(sitting, chance, asking=True, round=1, since=moment)


def _after(sitting: Sitting, game: Game, moment: float, chance: Random, **changes: Any) -> Sitting:
    """The question is answered: whatever comes next begins at this moment."""
    led = replace(sitting.led, asking=False, round=1, since=moment, **changes)
    after = Sitting(game, led, sitting.words)
    return _go_on(after, moment, chance) or after


def _answered(sitting: Sitting, marks: Marks, moment: float, chance: Random) -> Sitting:
    prompt = sitting.prompt
    assert prompt is not None
    game = sitting.game.answer(given.answer(prompt, sitting.asked, marks, chance))
    heard = len(sitting.places)
    while game.prompt is not None and policy(game.prompt).how == SIGNED:
        key = game.prompt.key
        holders = [rule.holder for rule in game.village.at("counted") if rule.sign(game.village) == key]
        game = game.answer(given.answer(game.prompt, holders, marks, chance))
    if game.prompt is not None and public(game) == heard and is_timeless(game.prompt):
        game = _settled(Sitting(game, sitting.led, sitting.words), marks, chance, _nothing)
    return _after(sitting, game, moment, chance)


# -- the debate --


def _powers(sitting: Sitting, marks: Marks) -> list[tuple[int, str]]:
    """Who uses which power of the day: the seat everybody knows to hold it."""
    prompt = sitting.prompt
    assert prompt is not None
    found = []
    for name in prompt.options:
        if name == "vote" or name in MOTIONS:
            continue
        for seat in holders(sitting, name):
            if POWER + name in marks.get(seat, NOTHING).signs:
                found.append((seat, name))
    return found


def holders(sitting: Sitting, power: str) -> Sequence[int]:
    """Who may use a power of the debate, as everybody knows."""
    v = sitting.game.village
    users = [rule.user(v, power) for rule in v.at("powers") if power in rule.powers(v)]
    return [seat for seat in users if seat]


def _debate(sitting: Sitting, marks: Marks, moment: float, chance: Random, *, is_over: bool) -> Sitting:
    led, prompt = sitting.led, sitting.prompt
    assert prompt is not None
    left = led.since + sitting.scene.rounds[0] - moment
    powers = [] if is_over else _powers(sitting, marks)
    if powers:
        seat, name = powers[0]
        game = sitting.game.answer(name)
        asked = game.prompt
        if asked is not None and asked.key == name and asked.seat == seat:
            game = game.answer(given.answer(asked, (seat,), marks, chance))
        return _after(sitting, game, moment, chance, left=max(left, 1.0))
    if not is_over and _agreed_at(sitting, marks, MORE) == moment and led.extended < EXTENSIONS:
        return _moved(sitting, chance, extended=led.extended + 1, left=left + scenes.MORE_TIME, since=moment)
    for name in _offered(sitting):
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
    """Whether most of those who voted object, and nothing but the count has been presented since."""
    answer = _vote(sitting)
    if answer < 0 or sitting.led.objected == answer:
        return False
    voters = sitting.game.asked[answer].voters
    against = [seat for seat in voters if OBJECT in marks.get(seat, NOTHING).signs]
    return 2 * len(against) > len(voters)


def _vote(sitting: Sitting) -> int:
    """The answer whose count was presented last, if nothing else of what it brought was; -1 = there is none."""
    game, place = sitting.game, sitting.places[sitting.led.shown - 1]
    answer = max((index for index, mark in enumerate(game.marks) if mark <= place), default=-1)
    if answer < 0 or game.asked[answer].kind != "ballots" or answer != len(game.answers) - 1:
        return -1
    earlier = [each for each in sitting.places[: sitting.led.shown - 1] if each >= game.marks[answer]]
    return -1 if earlier else answer


def _taken_back(sitting: Sitting, moment: float, chance: Random) -> Sitting:
    answer = _vote(sitting)
    game = play(sitting.game.setup, sitting.game.answers[:answer])
    return _moved(
        sitting, chance, game, shown=sitting.led.shown - 1, asking=True, round=1, since=moment, objected=answer
    )
