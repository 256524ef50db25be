"""JSON from outside, for tapes and requests alike: shallow, whole numbers only, nothing twice, nothing unprintable.

Whoever reads it says a refusal in words of his own: `Unsound.reason` is the end of the key, `facts` go with it.
"""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

from nightcall.engine.names import is_shown

DEPTH_LIMIT: Final = 10
DIGITS_LIMIT: Final = 40
"""Digits of a whole number: more than any game has use for."""


class Unsound(Exception):  # always caught and said in the reader's own words
    """JSON we do not want, or none at all."""

    def __init__(self, reason: str, **facts: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts


def read(text: str, *, longest: int | None = None, may_break: bool = False) -> Any:
    """What the text says; `Unsound`. `longest`: letters of a text in it, `may_break`: whether it may have lines."""
    try:
        value = json.loads(
            text, object_pairs_hook=_once, parse_int=_whole, parse_float=_odd_number, parse_constant=_odd_number
        )
    except RecursionError as error:
        raise Unsound("too_deep", limit=DEPTH_LIMIT) from error
    except ValueError as error:
        raise Unsound("not_json") from error
    _sound(value, 0, longest, may_break)
    return value


def _odd_number(digits: str) -> NoReturn:
    raise Unsound("odd_number", given=digits[:40])


def _whole(digits: str) -> int:
    return int(digits) if len(digits) <= DIGITS_LIMIT else _odd_number(digits)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Unsound("twice")
    return found


def _sound(value: Any, depth: int, longest: int | None, may_break: bool) -> None:
    """Nothing deep, long or unprintable: what was read may be shown on a terminal as it is."""
    if depth > DEPTH_LIMIT:
        raise Unsound("too_deep", limit=DEPTH_LIMIT)
    if isinstance(value, str):
        if longest is not None and len(value) > longest:
            raise Unsound("text_too_long", limit=longest)
        shown = value.replace("\n", "").replace("\t", "") if may_break else value
        if not is_shown(shown):
            raise Unsound("unprintable")
    elif isinstance(value, dict):
        for name, inner in value.items():
            _sound(name, depth + 1, longest, may_break)
            _sound(inner, depth + 1, longest, may_break)
    elif isinstance(value, list):
        for inner in value:
            _sound(inner, depth + 1, longest, may_break)
