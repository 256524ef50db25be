"""A saved game as text: one JSON object per line, the setup first, then one answer per line.

    {"nightcall": 1, "rules": 1, "setup": {"players": ["Ann", "Bea", "Cid"], …}, "announced": […]}
    {"ask": "hunter.shoot", "seat": 3, "answer": 5, "announced": [{"event": "died", "rule": "HUNTER-1", "seat": 5}]}

`announced` is what the whole table was told as a result, up to the next question. It is evidence, never read by
the rules: `contradicted` finds where today's rules would have announced something else.

A tape comes from outside, so everything about it is checked here, and all that can be wrong is a `TapeError` with
its line. Only a half-written last line is forgiven: that is what a power cut leaves behind.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from nightcall.engine import breath, jsontext
from nightcall.engine.errors import InvalidSetup, TapeError
from nightcall.engine.events import PUBLIC
from nightcall.engine.game import Answer, Game, retell
from nightcall.engine.jsontext import Unsound
from nightcall.engine.rule import KINDS
from nightcall.engine.setup import Setup

FORMAT: Final = 1
"""The form of the file. Raised together with an entry in `UPCASTS`."""
RULES: Final = 1
"""The rules the game was told by; another number is no obstacle, an answer that no longer fits is (`Game.misfit`)."""

TAPE_LIMIT: Final = 16_000_000
LINE_LIMIT: Final = 100_000
LINES_LIMIT: Final = 3_000
"""Of a saved game. The longest evenings with sixty players have some nine hundred."""
STRING_LIMIT: Final = 500

_NAME: Final = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)*")

Line = dict[str, Any]
UPCASTS: Final[dict[int, Callable[[list[Line]], list[Line]]]] = {}
"""Format -> what makes a tape of that format one of the next: gets every line, the header first."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a tape says. Whether the answers still fit is for `retell` to find out."""

    setup: Setup
    answers: tuple[Answer, ...]
    rules: int
    announced: tuple[tuple[Line, ...], ...]
    """What was announced before the first answer, then after each; empty if the tape does not say."""
    dropped: int = 0
    """The number of the half-written last line that was left out; 0 = the tape was whole."""


# -- writing --


def dumps(game: Game) -> str:
    """The game as a tape."""
    return "".join([header(game), *(answer_line(game, index) for index in range(len(game.answers)))])


def header(game: Game) -> str:
    """The first line of a game's tape."""
    first: Line = {"nightcall": FORMAT, "rules": RULES, "setup": game.setup.to_json()}
    needed = game.setup.house_rules()
    first |= {"house_rules": list(needed)} if needed else {}
    return written(first | {"announced": announced(game, 0)})


def is_header(line: str) -> bool:
    """Whether a line of a tape of ours is its first one."""
    return line.startswith('{"nightcall"')


def answer_line(game: Game, index: int) -> str:
    """The line of one answer; for the last one, all a saved game needs to catch up."""
    breath.take()
    told = announced(game, index + 1)
    return written(_given(game.answers[index]) | ({"announced": told} if told else {}))


def waiting_lines(game: Game) -> tuple[str, ...]:
    """The lines of the answers that wait after a correction; nobody has been told anything because of them."""
    return tuple(bare_line(given) for given in game.waiting)


def bare_line(given: Answer) -> str:
    """An answer alone, without what the table was told because of it."""
    return written(_given(given))


def read_lines(game: Game, lines: Iterable[str]) -> tuple[Answer, ...]:
    """Answers kept apart from their game."""
    return tuple(loads("".join([header(game), *lines])).answers)


def _given(given: Answer) -> Line:
    line: Line = {"ask": given.key}
    line |= {"seat": given.seat} if given.seat else {}
    line |= {"card": given.card} if given.card else {}
    line["answer"] = given.value
    return line


def announced(game: Game, stretch: int) -> list[Line]:
    """What the table was told before the first answer (0), or after the first, the second…, as a tape holds it."""
    begins = game.marks[stretch - 1] if stretch else 0
    ends = game.marks[stretch] if stretch < len(game.marks) else len(game.events)
    events = game.events[begins:ends]
    return [_public(event.to_json()) for event in events if event.audience == PUBLIC]


def _public(event: Line) -> Line:
    del event["audience"]
    plain: Line = json.loads(json.dumps(event))  # as it will be read back: lists for tuples, strings for seats
    return plain


def written(line: Line) -> str:
    """A line as it stands in the file."""
    return json.dumps(line, ensure_ascii=False) + "\n"


# -- reading --


def load_game(text: str | bytes) -> Game:
    """The game as far as its answers still fit; `game.misfit` names the first one that does not, and why."""
    loaded = loads(text)
    return retell(loaded.setup, loaded.answers)


def contradicted(loaded: Loaded, game: Game) -> int | None:
    """How many answers had been given when the table was first told something else than it would be today."""
    for given, told in enumerate(loaded.announced[: len(game.answers) + 1]):
        if list(told) != announced(game, given):
            return given
    return None


def loads(text: str | bytes) -> Loaded:
    """What the tape says, or a `TapeError` with the line and what was expected there."""
    if len(text) > TAPE_LIMIT:
        raise TapeError("tape.too_large", line=1, limit=TAPE_LIMIT)
    if has_too_many_lines(text):  # before any is read
        raise TapeError("tape.too_many_lines", line=LINES_LIMIT + 1, limit=LINES_LIMIT)
    lines, dropped = _parsed(_decoded(text))
    lines = _lifted(lines)
    first = lines[0]
    rules = first.get("rules")
    if type(rules) is not int:
        raise TapeError("tape.no_rules", line=1)
    _check_house_rules(first)
    try:
        setup = Setup.from_json(first.get("setup"), is_told=True)
    except InvalidSetup as error:
        raise TapeError("tape.bad_setup", line=1, faults=error.faults) from error
    answers = tuple(_answer(line, number) for number, line in enumerate(lines[1:], start=2))
    told = tuple(_evidence(line, number) for number, line in enumerate(lines, start=1) if "announced" in first)
    return Loaded(setup, answers, rules, told, dropped)


def has_too_many_lines(text: str | bytes) -> bool:
    """Whether it is longer than any saved game. Looked at piece by piece: of what is much too long only the first."""
    count = 0
    for start in range(0, len(text), LINE_LIMIT):
        end = start + LINE_LIMIT
        count += text.count("\n", start, end) if isinstance(text, str) else text.count(b"\n", start, end)
        if count > LINES_LIMIT:
            return True
    return False


def _check_house_rules(first: Line) -> None:
    """A tape names the house rules it needs; none is ever loaded because a tape asks for it."""
    needed = first.get("house_rules", [])
    if not isinstance(needed, list) or not all(isinstance(name, str) for name in needed):
        raise TapeError("tape.bad_house_rules", line=1)
    loaded = {kind.origin for kind in KINDS.values()}
    missing = tuple(name for name in needed if name not in loaded)
    if missing:
        raise TapeError("tape.needs_house_rules", line=1, names=missing)


def _decoded(text: str | bytes) -> list[str]:
    if isinstance(text, str):
        return text.split("\n")
    rows = text.split(b"\n")
    decoded = []
    for number, row in enumerate(rows, start=1):
        try:
            decoded.append(row.decode("utf-8-sig" if number == 1 else "utf-8"))
        except UnicodeDecodeError as error:
            if number == len(rows) and number > 1:
                decoded.append("\ufffd")  # cut within a letter: dropped with its line
                break
            raise TapeError("tape.not_utf8", line=number) from error
    return decoded


def _parsed(rows: Sequence[str]) -> tuple[list[Line], int]:
    """Every line as an object. What follows the last line break was never finished, unless it reads well."""
    lines: list[Line] = []
    for number, row in enumerate(rows, start=1):
        is_unfinished = number == len(rows)
        if is_unfinished and not row.strip() and lines:
            break
        try:
            lines.append(_object(row, number))
        except TapeError:
            if is_unfinished and lines:
                return lines, number
            raise
    return lines, 0


def _object(row: str, number: int) -> Line:
    breath.take()
    if len(row) > LINE_LIMIT:
        raise TapeError("tape.line_too_long", line=number, limit=LINE_LIMIT)
    try:
        line = jsontext.read(row, longest=STRING_LIMIT)
    except Unsound as error:
        raise TapeError(f"tape.{error.reason}", line=number, **error.facts) from error
    if not isinstance(line, dict):
        raise TapeError("tape.not_an_object", line=number)
    return line


def _lifted(lines: list[Line]) -> list[Line]:
    """A tape of an older format, brought to today's one step at a time."""
    form = lines[0].get("nightcall")
    if type(form) is not int:
        raise TapeError("tape.not_a_tape", line=1)
    if form > FORMAT:
        raise TapeError("tape.too_new", line=1, given=form, known=FORMAT)
    while form < FORMAT:
        if form not in UPCASTS:
            raise TapeError("tape.too_old", line=1, given=form, known=FORMAT)
        lines = UPCASTS[form](lines)
        form += 1
    return lines


def _answer(line: Line, number: int) -> Answer:
    key, seat, card = line.get("ask"), line.get("seat", 0), line.get("card", "")
    if "answer" not in line or not isinstance(key, str) or not _NAME.fullmatch(key):
        raise TapeError("tape.not_an_answer", line=number)
    if type(seat) is not int or seat < 0:
        raise TapeError("tape.bad_seat", line=number)
    if not isinstance(card, str) or (card and not _NAME.fullmatch(card)):
        raise TapeError("tape.bad_card", line=number)
    return Answer(line["answer"], key, seat, card)


def _evidence(line: Line, number: int) -> tuple[Line, ...]:
    told = line.get("announced", [])
    if not isinstance(told, list) or not all(isinstance(event, dict) for event in told):
        raise TapeError("tape.bad_announcement", line=number)
    return tuple(told)
