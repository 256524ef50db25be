"""From what a form sends to the answer of a question. One reading per kind of question serves every rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from starlette.datastructures import ImmutableMultiDict

from nightcall.engine import prompts
from nightcall.engine.errors import IllegalAnswer
from nightcall.engine.prompts import ByKind, Prompt
from nightcall.web.table import is_volunteering

Fields = ImmutableMultiDict[str, Any]
"""What a form sent, or stands in an address."""

NOBODY: Final = "-"
"""Sent by the button for nobody, none, no thanks."""
CONDEMNED: Final = "condemned"
"""Whom most pointed at, where nobody enters who did."""
VOTE_FIELD: Final = "vote-"
COUNT: Final = "count-"
CARD: Final = "card-"


def answer(prompt: Prompt, form: Fields) -> Any:
    """The value for `prompt.check`; anything malformed is an `IllegalAnswer` like any other."""
    return _READERS[prompt.kind](prompt, form)


def picked(prompt: Prompt, seat: int, form: Fields) -> Any:
    """The same on a player's phone, where a vote is the own ballot alone, and a volunteer says yes or no."""
    if is_volunteering(prompt):
        return seat if _yes_no(prompt, form) else None
    return _pick(prompt, form) if prompt.kind == prompts.BALLOTS else answer(prompt, form)


def wish(prompt: Prompt, seat: int, value: Any) -> Any:
    """A player's own choice, checked; of a vote that is this player's ballot alone."""
    if is_volunteering(prompt) and value not in (None, seat):
        raise prompt.refuse("answer.not_an_option", value)
    if prompt.kind != prompts.BALLOTS:
        return prompt.check_of(seat, value)
    own = prompts.Poll(
        prompt.key,
        prompts.BALLOTS,
        prompt.rule,
        options=prompt.options,
        low=prompt.low,
        voters=(seat,),
        barred=prompt.barred,
        bound=prompt.bound,
        refused=prompt.refused,
    )
    return own.check({seat: value})[seat]


def _texts(form: Fields, name: str) -> list[str]:
    return [value for value in form.getlist(name) if isinstance(value, str)]


def _number(prompt: Prompt, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise IllegalAnswer("answer.not_a_seat", prompt, text)
    return int(text)


def _numbered(prompt: Prompt, form: Fields, prefix: str) -> dict[int, str]:
    """`vote-3=7` and the like: seat -> what was entered."""
    return {
        _number(prompt, name.removeprefix(prefix)): value
        for name, value in form.multi_items()
        if name.startswith(prefix) and isinstance(value, str) and value not in ("", NOBODY)
    }


def _ack(prompt: Prompt, form: Fields) -> Any:
    return True


def _yes_no(prompt: Prompt, form: Fields) -> Any:
    return {"yes": True, "no": False}.get("".join(_texts(form, "value")))


def _pick(prompt: Prompt, form: Fields) -> Any:
    seats = [_number(prompt, text) for text in _texts(form, "seat") if text != NOBODY]
    if prompt.kind == prompts.PICK and prompt.high + len(prompt.known) > 1:
        return seats
    return seats[0] if seats else None


def _choose(prompt: Prompt, form: Fields) -> Any:
    given = _texts(form, "value")
    return given[0] if given and given[0] != NOBODY else None


def _cards(prompt: Prompt, form: Fields) -> Any:
    chosen: list[str] = _texts(form, "value")
    for name, count in form.multi_items():
        if name.startswith(CARD) and isinstance(count, str) and count:
            chosen += [name.removeprefix(CARD)] * min(_number(prompt, count), prompt.high + 1)
    return chosen


def _ballots(prompt: Prompt, form: Fields) -> Any:
    condemned = _texts(form, CONDEMNED)
    if condemned and condemned[0]:
        return _number(prompt, condemned[0])
    return {voter: _number(prompt, seat) for voter, seat in _numbered(prompt, form, VOTE_FIELD).items()}


def _counts(prompt: Prompt, form: Fields) -> Any:
    return {seat: _number(prompt, voices) for seat, voices in _numbered(prompt, form, COUNT).items()}


def _text(prompt: Prompt, form: Fields) -> Any:
    return " ".join(" ".join(_texts(form, "text")).split())


def _lines(prompt: Prompt, form: Fields) -> Any:
    """One text per line, or per field."""
    return [" ".join(line.split()) for text in _texts(form, "text") for line in text.splitlines() if line.strip()]


_READERS: Final[ByKind[Callable[[Prompt, Fields], Any]]] = {
    prompts.ACK: _ack,
    prompts.YES_NO: _yes_no,
    prompts.PICK: _pick,
    prompts.CHOOSE: _choose,
    prompts.CARDS: _cards,
    prompts.BALLOTS: _ballots,
    prompts.COUNTS: _counts,
    prompts.TEXT: _text,
    prompts.TEXTS: _lines,
}
