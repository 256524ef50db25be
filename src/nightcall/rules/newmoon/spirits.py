"""What may be asked of a spirit: five cards with four questions each, and how one is put and answered.

Where the answer follows from what the app knows for certain, the app has it; otherwise the moderator says. A
Werewolf is whoever is one now, a Simple Villager whoever holds the card, and each loner is a side of its own. (AMD-54)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from nightcall.engine import prompts
from nightcall.engine.events import MODERATOR, PUBLIC, Audience
from nightcall.engine.prompts import Prompt
from nightcall.engine.village import Village

Truth = bool | None
"""None: nobody but the people in the room can tell, or the app does not know enough."""
Answer = Callable[[Village, int, Sequence[int]], Truth]
"""From the village, the Medium and the players named."""

OWN_WORDS: Final = "own_words"
"""The question as it stands on the table's own card, typed in (SPIR-3)."""
VILLAGER_CARDS: Final = ("simple_villager", "trusted_villager")


# -- what the app can tell --


def in_the_room(v: Village, medium: int, named: Sequence[int]) -> Truth:
    return None


def is_villager(v: Village, seat: int) -> Truth:
    possible = {name in VILLAGER_CARDS for name in v.cards.possible(seat)}
    return possible.pop() if len(possible) == 1 else None


def is_any(truths: Sequence[Truth]) -> Truth:
    if any(truths):
        return True
    return None if None in truths else False


def sheriff(v: Village) -> int:
    return next((office.holder for office in v.named("sheriff") if office.holder in v.living), 0)


def sheriff_is_wolf(v: Village, medium: int, named: Sequence[int]) -> Truth:
    seat = sheriff(v)
    return v.surely_wolf(seat) if seat else False


def sheriff_is_villager(v: Village, medium: int, named: Sequence[int]) -> Truth:
    seat = sheriff(v)
    return is_villager(v, seat) if seat else False


def seer_found_wolf(v: Village, medium: int, named: Sequence[int]) -> Truth:
    return is_any([_was_wolf(v, seat) if was is None else was for seat, was in v.sightings])


def _was_wolf(v: Village, seat: int) -> Truth:
    """Looked at before the pack was known. Whoever is no Werewolf now was none then; a wolf's card was one already."""
    now = v.surely_wolf(seat)
    card = v.knows(seat)
    return now if not now or (card is not None and card.is_wolf) else None


def wolves_are_neighbours(v: Village, medium: int, named: Sequence[int]) -> Truth:
    wolves = {seat: v.surely_wolf(seat) for seat in v.living}
    pairs = [(wolves[seat], wolves[other]) for seat in v.living for other in v.neighbours(seat)]
    return is_any([False if False in pair else None if None in pair else True for pair in pairs])


def named_are_allies(v: Village, medium: int, named: Sequence[int]) -> Truth:
    concerned = v.living if v.at("claims") else named  # love may reach for others' cards
    if len(named) < 2 or not all(v.knows(seat) for seat in concerned):
        return None
    return v.side(named[0]) == v.side(named[1])


def named_has_wolf_beside(v: Village, medium: int, named: Sequence[int]) -> Truth:
    return is_any([v.surely_wolf(seat) for seat in v.neighbours(named[0])])


def medium_is_villager(v: Village, medium: int, named: Sequence[int]) -> Truth:
    return is_villager(v, medium)


def medium_is_wolf(v: Village, medium: int, named: Sequence[int]) -> Truth:
    return v.surely_wolf(medium)


def named_is_villager(v: Village, medium: int, named: Sequence[int]) -> Truth:
    return is_villager(v, named[0])


# -- the cards --


class Question:
    """One line of a card."""

    __slots__ = ("answer", "name", "names")

    def __init__(self, name: str, answer: Answer = in_the_room, *, names: int = 0) -> None:
        self.name = name
        self.answer = answer
        self.names = names
        """How many players the Medium names in it."""


QUESTION_CARDS: Final[dict[str, tuple[Question, ...]]] = {
    "spiritualism_1": (
        Question("medium_is_villager", medium_is_villager),
        Question("sheriff_is_wolf", sheriff_is_wolf),
        Question("wolf_lives_here"),
        Question("wolf_smokes"),
    ),
    "spiritualism_2": (
        Question("wolf_in_jeans"),
        Question("wolf_in_black"),
        Question("wolves_all_men"),
        Question("wolves_all_women"),
    ),
    "spiritualism_3": (
        Question("seer_found_wolf", seer_found_wolf),
        Question("wolves_are_neighbours", wolves_are_neighbours),
        Question("wolf_with_jewellery"),
        Question("medium_is_wolf", medium_is_wolf),
    ),
    "spiritualism_4": (
        Question("named_are_allies", named_are_allies, names=2),
        Question("wolf_with_glasses"),
        Question("witch_is_man"),
        Question("sheriff_is_villager", sheriff_is_villager),
    ),
    "spiritualism_5": (
        Question("wolf_is_man"),
        Question("wolf_is_woman"),
        Question("named_has_wolf_beside", named_has_wolf_beside, names=1),
        Question("named_is_villager", named_is_villager, names=1),
    ),
}
"""Card -> its questions, in the order in which fingers count them."""


# -- how it goes --


def choose_question(v: Village, key: str, card: str, *, rule: str, by: int, audience: Audience) -> tuple[str, str]:
    """Which of the four, by its number; or none of them but these words."""
    numbers = [str(number) for number in range(1, len(QUESTION_CARDS[card]) + 1)]
    options = (*numbers, OWN_WORDS)
    number: str = v.ask(Prompt(key, prompts.CHOOSE, rule, options=options, seat=by, card=card, audience=audience))
    if number != OWN_WORDS:
        return number, ""
    words: str = v.ask(Prompt("spiritualism.words", prompts.TEXT, "SPIR-3", card=card, audience=MODERATOR))
    return number, words


def hold(v: Village, card: str, number: str, words: str, *, medium: int, spirit: int, rule: str) -> None:
    """The Medium puts the question, the spirit answers yes or no. (SPIR-1, SPIR-6)"""
    question = Question(OWN_WORDS) if number == OWN_WORDS else QUESTION_CARDS[card][int(number) - 1]
    named: tuple[int, ...] = ()
    if question.names:
        count = question.names
        named = v.pick_some("spiritualism.named", v.living, count, count, rule=rule, by=medium, audience=PUBLIC)
    facts: dict[str, Any] = {"words": words} if words else {}
    v.tell("spirit_asked", rule, event=card, question=number, by=medium, seats=named, spirit=spirit, **facts)
    truth = question.answer(v, medium, named)
    by_moderator = v.options.spirit_answered_by == "moderator"
    if truth is not None and (by_moderator or v.options.spirit_truthful):
        v.ack("spiritualism.yes" if truth else "spiritualism.no", "SPIR-6", card=card)
        answer = truth
    else:
        if truth is not None:
            v.tell("truth_whispered", "SPIR-6", MODERATOR, answer=truth)
        answer = v.yes("spiritualism.answer", "SPIR-6")
    v.tell("spirit_answered", rule, answer=answer, by=0 if by_moderator else spirit)
