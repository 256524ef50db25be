"""What phones have chosen, and the answers that follow from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from nightcall.engine import prompts, unmoderated
from nightcall.engine.errors import IllegalAnswer
from nightcall.engine.names import is_shown
from nightcall.engine.prompts import Prompt
from nightcall.sim.bots import RandomBot
from nightcall.web.led.policies import policy

SIGNS_LIMIT: Final = 8
TEXT_LIMIT: Final = prompts.TEXT_LIMIT
YES: Final = "yes"
NO: Final = "no"
SIGN: Final = "#"
"""Before the number of a sign."""
OWN_WORDS: Final = "own_words"
"""The one answer of a spirit's list that nobody here could read out."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What one phone has chosen in a round. A sleeper's means nothing to the game: it is a dream."""

    seats: tuple[int, ...] = ()
    signs: tuple[str, ...] = ()
    text: str = ""
    at: float = 0.0
    """When it came to stand as it does."""
    held: tuple[int, ...] = ()
    """The beats of this round in which the strip was held."""
    pricked: int = -1
    """The beat in which the first sign was given; -1 = it was not."""

    @classmethod
    def of(cls, data: Any, at: float, seats: int) -> Mark:
        """From a phone. What cannot be read is left out: a refusal would tell."""
        if not isinstance(data, Mapping):
            return cls(at=at)
        named = data.get("seats")
        chosen = [seat for seat in named if type(seat) is int and 1 <= seat <= seats] if isinstance(named, list) else []
        given = data.get("signs")
        signs = [sign for sign in given if isinstance(sign, str) and is_shown(sign)] if isinstance(given, list) else []
        text = data.get("text")
        written = text if isinstance(text, str) and is_shown(text) else ""
        return cls(tuple(dict.fromkeys(chosen)), tuple(signs[:SIGNS_LIMIT]), written[:TEXT_LIMIT], at)

    def to_json(self) -> dict[str, Any]:
        kept = {"seats": list(self.seats), "signs": list(self.signs), "text": self.text, "at": self.at}
        return {**kept, "held": list(self.held), "pricked": self.pricked}

    @classmethod
    def kept(cls, data: Mapping[str, Any], seats: int) -> Mark:
        """As the store has it."""
        mark = cls.of(data, float(data.get("at", 0.0)), seats)
        return replace(mark, held=tuple(data.get("held", ())), pricked=int(data.get("pricked", -1)))

    def after(self, earlier: Mark, beat: int, *, is_held: bool) -> Mark:
        """As it stands in this beat, after what the same phone sent before."""
        held = (*earlier.held, beat) if is_held and beat not in earlier.held else earlier.held
        pricked = earlier.pricked if earlier.pricked >= 0 else beat if f"{SIGN}1" in self.signs else -1
        at = earlier.at if self.says(earlier) else self.at
        return replace(self, at=at, held=held, pricked=pricked)

    def says(self, other: Mark) -> bool:
        """Whether it says the same, whenever it was said."""
        return (self.seats, self.signs, self.text) == (other.seats, other.signs, other.text)


NOTHING: Final = Mark()
Marks = Mapping[int, Mark]


def lapsed(prompt: Prompt, chance: Random) -> Any:
    """What counts where nobody has answered in time."""
    fixed = _without_a_lot(prompt)
    return fixed[0] if fixed is not None else _drawn(prompt, chance)


def _without_a_lot(prompt: Prompt) -> tuple[Any] | None:
    """What counts where nobody has answered in time, if that need not be drawn."""
    lapse = policy(prompt).lapse
    if lapse not in (unmoderated.PASS, unmoderated.DRAW):
        return (lapse,) if lapse in prompt.options or prompt.offers == "nothing" else None
    return _passed(prompt) if lapse == unmoderated.PASS else None


def is_drawn(prompt: Prompt, asked: Sequence[int], marks: Marks) -> bool:
    """Whether a lot answers in place of those who are asked: nobody of them has given an answer that counts."""
    if policy(prompt).how not in (unmoderated.SECRET, unmoderated.OPEN, unmoderated.TOGETHER):
        return False
    return _without_a_lot(prompt) is None and not any(is_answer(prompt, seat, marks) for seat in asked)


def is_answer(prompt: Prompt, seat: int, marks: Marks) -> bool:
    try:
        chosen(prompt, marks.get(seat, NOTHING), seat)
    except IllegalAnswer:
        return False
    return True


def _passed(prompt: Prompt) -> tuple[Any] | None:
    """The answer that does nothing, if the rules allow one."""
    if prompt.kind == prompts.YES_NO:
        return (False,)
    if prompt.kind in (prompts.TEXT,):
        return ("",)
    if prompt.low:
        return None
    many = prompt.kind in (prompts.CARDS, prompts.TEXTS) or (prompt.kind == prompts.PICK and prompt.high > 1)
    return ((),) if many else (None,)


def _drawn(prompt: Prompt, chance: Random) -> Any:
    bot = RandomBot(chance)
    for _ in range(50):
        answer = bot(prompt)
        if answer != OWN_WORDS and not (answer is None and prompt.options):
            return answer
    return answer


def chosen(prompt: Prompt, mark: Mark, seat: int) -> Any:
    """The answer this player's mark gives to the question; `IllegalAnswer` if it gives none (AMD-71)."""
    match prompt.kind:
        case prompts.PICK:
            touched = mark.seats[: prompt.high]  # the last ones
            return prompt.check_of(seat, touched if prompt.high > 1 else touched[0] if touched else None)
        case prompts.YES_NO:
            said = set(named((YES, NO), mark))
            if len(said) != 1:
                raise prompt.refuse("answer.needed", None)
            return YES in said
        case prompts.CHOOSE:
            signs = [sign for sign in named(prompt.options, mark) if sign != OWN_WORDS]
            return prompt.check(signs[0] if signs else None)
        case prompts.TEXT:
            return prompt.check(mark.text)
        case _:
            raise prompt.refuse("answer.needed", None)


def named(options: Sequence[str], mark: Mark) -> list[str]:
    """What the signs of a mark stand for: the first sign for the first option, and so on; or an option by its name.

    At night every phone shows the same bare signs; what they mean is told under the strip of whoever is asked.
    """
    numbered = {f"{SIGN}{number}": option for number, option in enumerate(options, start=1)}
    return [numbered.get(sign, sign) for sign in mark.signs if sign in numbered or sign in options]


def answer(prompt: Prompt, asked: Sequence[int], marks: Marks, chance: Random) -> Any:
    """What the marks of the phones that are asked come to; a lot, or nothing, where they come to nothing."""
    how = policy(prompt).how
    if how == unmoderated.BALLOTS:
        return ballots(prompt, marks, chance)
    if how == unmoderated.TOGETHER:
        return _agreed(prompt, asked, marks, chance)
    if how in (unmoderated.EACH, unmoderated.FRIENDS):
        return _volunteers(prompt, asked, marks, chance)
    if how == unmoderated.SIGNED:
        return any(prompt.key in marks.get(seat, NOTHING).signs for seat in asked)
    if how == unmoderated.MAJORITY:
        return _majority(prompt, asked, marks, chance)
    for seat in asked:
        try:
            return chosen(prompt, marks[seat], seat)
        except (IllegalAnswer, KeyError):
            continue
    return _filled_up(prompt, asked, marks, chance) or lapsed(prompt, chance)


def _filled_up(prompt: Prompt, asked: Sequence[int], marks: Marks, chance: Random) -> tuple[int, ...]:
    """Where fewer were marked than must be, those, and a lot for the rest; empty if nobody was, or none is drawn."""
    if prompt.kind != prompts.PICK or _without_a_lot(prompt) is not None:
        return ()
    begun = next((mark.seats for seat in asked if (mark := marks.get(seat, NOTHING)).seats), ())
    kept = [seat for seat in dict.fromkeys(begun) if seat in prompt.options][: prompt.low - 1]
    others = [seat for seat in prompt.options if seat not in kept]
    return tuple(sorted([*kept, *chance.sample(others, prompt.low - len(kept))])) if kept else ()


def heard(prompt: Prompt, pack: Sequence[int], marks: Marks) -> int | None:
    """Who listened in a beat in which one of the pack pricked up the ears."""
    pricked = {marks.get(seat, NOTHING).pricked for seat in pack}
    caught = [seat for seat in prompt.options if pricked & set(marks.get(seat, NOTHING).held)]
    return caught[0] if caught else None


def ballots(prompt: Prompt, marks: Marks, chance: Random) -> dict[int, int | None]:
    """One voice from every voter's phone; whoever must vote and has not, votes by lot (VOTE-10)."""
    cast: dict[int, int | None] = {}
    for voter in prompt.voters:
        closed = prompt.barred.get(voter, {})
        legal = [seat for seat in prompt.options if seat not in closed]
        seats = marks.get(voter, NOTHING).seats
        must = bool(prompt.low) or voter in prompt.bound
        cast[voter] = seats[0] if seats and seats[0] in legal else None
        if cast[voter] is None and must and legal:
            cast[voter] = chance.choice(legal)
    return cast


def _agreed(prompt: Prompt, asked: Sequence[int], marks: Marks, chance: Random) -> Any:
    """The marks given must say the same; those who have marked nothing do not count (WW-3)."""
    wanted: Counter[Any] = Counter()
    for seat in asked:
        try:
            value = chosen(prompt, marks[seat], seat) if seat in marks else None
        except IllegalAnswer:
            continue
        if value is not None and value != ():
            wanted[value] += 1
    if not wanted:
        return lapsed(prompt, chance)
    value, count = wanted.most_common(1)[0]
    agreed = 2 * count > sum(wanted.values()) if prompt.kind == prompts.YES_NO else len(wanted) == 1
    return value if agreed else lapsed(prompt, chance)


def _volunteers(prompt: Prompt, asked: Sequence[int], marks: Marks, chance: Random) -> Any:
    """Every phone for itself: who says yes, what each writes, whom nobody calls a friend."""
    if prompt.kind == prompts.YES_NO:
        return any(YES in marks.get(seat, NOTHING).signs for seat in asked)
    if prompt.kind == prompts.TEXTS:
        lines = [mark.text for seat in asked if (mark := marks.get(seat)) is not None and mark.text.strip()]
        try:
            return prompt.check(lines[: prompt.high])
        except IllegalAnswer:
            return lapsed(prompt, chance)
    if policy(prompt).how == unmoderated.FRIENDS:
        found = _friendless(prompt, asked, marks, chance)
    else:
        found = [seat for seat in prompt.options if YES in marks.get(seat, NOTHING).signs]
    try:
        return prompt.check(tuple(found[: prompt.high]) if prompt.high > 1 else found[0] if found else None)
    except IllegalAnswer:
        return lapsed(prompt, chance)


def _friendless(prompt: Prompt, asked: Sequence[int], marks: Marks, chance: Random) -> list[int]:
    """Whom nobody has named as a friend; whoever names nobody has friends by lot."""
    liked: set[int] = set()
    for seat in asked:
        others = [other for other in asked if other != seat]
        named = [other for other in marks.get(seat, NOTHING).seats if other in others][:3]
        liked.update(named or chance.sample(others, min(3, len(others))))
    return [seat for seat in prompt.options if seat not in liked]


def _majority(prompt: Prompt, asked: Sequence[int], marks: Marks, chance: Random) -> Any:
    """What more than half of the living want."""
    wanted: Counter[Any] = Counter()
    for seat in asked:
        try:
            wanted[chosen(prompt, marks.get(seat, NOTHING), seat)] += 1
        except IllegalAnswer:
            continue
    value, count = wanted.most_common(1)[0] if wanted else (None, 0)
    return value if value is not None and 2 * count > len(asked) else lapsed(prompt, chance)
