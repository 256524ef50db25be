"""Whether what is told and offered is of the kind it was declared to be: a seat a number, a flag yes or no.

Ours always is, tests see to that, so no game pays for it. What house rules say is looked at as they say it: later, on
a screen, nobody could tell any more whose mistake it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from nightcall.engine import events
from nightcall.engine.events import FactKind, Tells
from nightcall.engine.prompts import Prompt

WATCHED: Final[list[str]] = []
"""The folders of house rules that are loaded; while there are none, nothing is looked at."""


def _is_number(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_several(is_right: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, tuple) and all(map(is_right, value))


def _is_table(is_right: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, Mapping) and all(map(_is_number, value)) and all(map(is_right, value.values()))
    )


def _is_pair(value: Any) -> bool:
    match value:
        case (str(), copies):
            return _is_number(copies)
    return False


_TEXTS: Final = _is_several(_is_text)

SHAPES: Final[Mapping[FactKind, Callable[[Any], bool]]] = {
    **dict.fromkeys((events.SEAT, events.NUMBER), _is_number),
    events.SEATS: _is_several(lambda seat: _is_number(seat) and seat > 0),
    events.FLAG: lambda value: isinstance(value, bool),
    events.DECK: _is_several(_is_pair),
    events.BALLOTS: _is_table(lambda seat: seat is None or _is_number(seat)),
    events.COUNTS: _is_table(_is_number),
    **dict.fromkeys((events.CARDS, events.CAUSES, events.HOMES, events.GROUPS, events.EVENT_CARDS), _TEXTS),
    events.LINES: _TEXTS,
    **dict.fromkeys((events.CARD, events.SIDE, events.CAUSE, events.OPEN_CAUSE, events.RULE, events.CALL), _is_text),
    **dict.fromkeys((events.OFFICE, events.HOUSE, events.EVENT_CARD, events.QUESTION, events.VARIANT), _is_text),
    **dict.fromkeys((events.WORD, events.TEXT), _is_text),
}
"""What a fact of each kind looks like."""


def wrong_fact(tells: Tells, facts: Mapping[str, Any], seats: int) -> str:
    """What is wrong with the facts of an event at a table of so many; empty = nothing."""
    for fact, value in facts.items():
        kind = tells.facts[fact]
        if not SHAPES[kind](value) or max(_seats(kind, value), default=0) > seats:
            return f"{tells.name} has {fact}={value!r}, where a {kind.name} is declared ({kind.about})"
    return ""


def _seats(kind: FactKind, value: Any) -> tuple[int, ...]:
    if kind is events.SEATS:
        seats: tuple[int, ...] = value
        return seats
    return (value,) if kind is events.SEAT else ()


def wrong_option(prompt: Prompt, seats: int) -> str:
    """What is wrong with what a question offers; empty = nothing."""
    for option in prompt.options:
        if prompt.offers == "seats" and not (_is_number(option) and 0 < option <= seats):
            return f"{prompt.key} offers {option!r}, where the numbers of seats are wanted"
        if prompt.offers == "names" and not _is_text(option):
            return f"{prompt.key} offers {option!r}, where names are wanted"
    return ""
