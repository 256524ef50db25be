"""When something is wrong: where a card that does not fit was recorded, and what was told because of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from nightcall.desk import lists
from nightcall.desk.record import question, spoken
from nightcall.desk.script import phase
from nightcall.engine import prompts
from nightcall.engine.events import PUBLIC, Event
from nightcall.engine.game import Game
from nightcall.engine.rule import character
from nightcall.rules.characters.cupid import Cupid
from nightcall.words import Words

CUPID: Final = "cupid.pair"
LATEST: Final = 6
"""How many of the last answers are offered to whoever has tapped the wrong person."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """An answer given earlier: which one it is, when it was given, and what it says."""

    index: int
    when: str
    question: str
    answer: str
    is_public: bool


def recorded(game: Game, index: int, words: Words) -> Recorded:
    prompt = game.asked[index]
    then = game.undo(len(game.answers) - index)
    given = spoken(game.answers[index], prompt, words, game.players)
    return Recorded(index, phase(then, words), question(prompt, words, game.players), given, prompt.audience == PUBLIC)


def origin(game: Game, seat: int, card: str) -> int | None:
    """The answer since which the seat can no longer hold this card; None = no answer says so."""
    low, high = 0, len(game.answers)
    if not _may_hold(game.undo(high), seat, card) or _may_hold(game, seat, card):
        return None
    while high - low > 1:  # what is known only grows, but for cards that change hands: then the last change is found
        middle = (low + high) // 2
        if _may_hold(game.undo(len(game.answers) - middle), seat, card):
            low = middle
        else:
            high = middle
    return low


def _may_hold(game: Game, seat: int, card: str) -> bool:
    cards = game.village.cards
    return seat in game.village.seats and cards.may_hold(seat, card)


def latest(game: Game, words: Words) -> list[Recorded]:
    """The last answers that name somebody or something, the newest first."""
    places = [place for place, prompt in enumerate(game.asked) if prompt.kind != prompts.ACK]
    return [recorded(game, place, words) for place in reversed(places[-LATEST:])]


def votes(game: Game, words: Words) -> list[Recorded]:
    """Every vote of the table that was counted, the newest first."""
    return [recorded(game, place, words) for place in reversed(_votes(game))]


def has_voted(game: Game) -> bool:
    """Whether the table has voted at all."""
    return bool(_votes(game))


def _votes(game: Game) -> list[int]:
    kinds = (prompts.BALLOTS, prompts.COUNTS)
    return [place for place, asked in enumerate(game.asked) if asked.kind in kinds and asked.audience == PUBLIC]


def couples(game: Game) -> int | None:
    """The answer that made the Lovers; None = nobody has been asked for them."""
    return next((place for place, given in enumerate(game.answers) if given.key == CUPID), None)


def may_have_couples(game: Game) -> bool:
    """Whether there can be Lovers here, by what the whole table knows: what may be borrowed may be secret."""
    village = game.village
    listed = {*village.setup.announced_copies(), *lists.brought(village)}
    return couples(game) is not None or any(name == Cupid.name or character(name).borrows for name in listed)


def changes(before: Game, after: Game) -> tuple[list[Event], list[Event]]:
    """What would no longer have happened, and what would have instead, from the first difference on."""
    told = [event for event in before.events if event.name != "called"]
    would = [event for event in after.events if event.name != "called"]
    for place, (then, now) in enumerate(zip_longest(told, would)):
        if then is None or now is None or then.to_json() != now.to_json():
            return _without(told[place:], would[place:]), _without(would[place:], told[place:])
    return [], []


def struck(game: Game, after: Game) -> int:
    """How many answers of the step going on no longer stand, after something happened to the table itself."""
    given, stand = list(game.answers[game.pause :]), list(after.answers[game.pause :])
    kept = (count for count in range(len(given), 0, -1) if stand[-count:] == given[:count])
    return len(given) - next(kept, 0)


def _without(events: Sequence[Event], others: Sequence[Event]) -> list[Event]:
    known = [event.to_json() for event in others]
    return [event for event in events if event.to_json() not in known]
