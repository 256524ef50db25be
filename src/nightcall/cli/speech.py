"""What the command says, in which language, and where it says it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.text import Text

from nightcall.engine.errors import NightcallError
from nightcall.engine.names import is_shown
from nightcall.words import FIRST, LANGUAGES, Words, nearest

try:
    import readline  # line editing for every `input`
except ImportError:
    readline = None  # type: ignore[assignment]

HOUSE_RULES: Final = "--house-rules"
PIPED: Final = 320
"""Columns where nobody sees how wide the screen is: wide enough for every table."""


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """`--lang`, else NIGHTCALL_LANG, else the locale. Needed before the arguments are parsed: help speaks it too."""
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        name, _, value = argument.partition("=")
        if name == "--lang":
            return nearest(value or "".join(arguments[place + 1 : place + 2])) or FIRST  # the parser will complain
    if wish := environment.get("NIGHTCALL_LANG", ""):
        if not nearest(wish):
            raise NightcallError("language.unknown", given=wish, allowed=LANGUAGES)
        return nearest(wish)
    locales = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return nearest(next(filter(None, locales), "")) or FIRST


def house_rules_of(arguments: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """`--house-rules` as often as it stands there, else NIGHTCALL_HOUSE_RULES. Needed first: they bring words along."""
    named = environment.get("NIGHTCALL_HOUSE_RULES", "").split(os.pathsep)
    return _given(HOUSE_RULES, arguments) or [name for name in named if name]


def data_of(arguments: Sequence[str], environment: Mapping[str, str]) -> Path | None:
    """`--data`, else NIGHTCALL_DATA: where a report goes, however far the parser has come."""
    named = [*_given("--data", arguments), environment.get("NIGHTCALL_DATA", "")]
    return next((Path(name) for name in named if name), None)


def _given(option: str, arguments: Sequence[str]) -> list[str]:
    """What an option was given, as often as it stands there."""
    found = []
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if name == option:
            found.append(value if equals else "".join(arguments[place + 1 : place + 2]))
    return found


class Voice:
    """One language and one console."""

    def __init__(self, language: str, console: Console | None = None) -> None:
        self.language = language
        self.words = Words(language)
        self.console = console or _console()
        self.clears = self.console.is_terminal and sys.stdin.isatty() and os.environ.get("TERM") != "dumb"
        """Whether the screen can be wiped between two questions."""

    def text(self, key: str, **facts: Any) -> str:
        return self.words.text(key, **facts)

    def say(self, key: str, *, style: str = "", **facts: Any) -> None:
        self.show(Text(self.text(key, **facts), style=style))

    def show(self, *things: RenderableType) -> None:
        for thing in things:
            self.console.print(thing)

    # -- errors --

    def message(self, error: NightcallError, players: Sequence[str] = ()) -> str:
        """What went wrong, with all its faults, for a reader."""
        if error.key.startswith("cli."):
            return self.text(error.key, **error.facts)
        lines = [self.words.error(error, players)]
        lines += [f"- {self.words.fault(fault)}" for fault in error.facts.get("faults", ())]
        return "\n".join(lines)

    def complain(self, text: str) -> None:
        self.show(Text(text, style="red"))

    # -- asking --

    def ask(self, question: str = "") -> str:
        """One typed line. `EOFError` and `KeyboardInterrupt` are the caller's."""
        if question:
            self.show(Text(question, style="bold"))
        try:
            line = input("> ")
        except UnicodeDecodeError:
            line = "\ufffd"  # not our encoding: to be refused like any other nonsense
        finally:
            _forget_typed()
        return "".join(letter if is_shown(letter) else " " for letter in line).strip()

    @contextmanager
    def stage(self) -> Iterator[None]:
        """A screen of its own for as long as the game is on: nothing of it can be scrolled back to."""
        if self.clears:
            self.console.set_alt_screen(True)
        try:
            yield
        finally:
            if self.clears:
                self.console.set_alt_screen(False)

    def wipe(self) -> None:
        """Nothing that was on the screen stays there."""
        if self.clears:
            self.console.clear()

    def page(self, things: Iterable[RenderableType], then: str = "") -> str:
        """A long answer, a screenful at a time where it will be wiped afterwards; `then` is asked at its end."""
        with self.console.capture() as captured:
            for thing in things:
                self.console.print(thing)
        lines = captured.get().splitlines()
        step = max(5, self.console.size.height - 3) if self.clears else max(1, len(lines))
        for start in range(0, len(lines), step):
            self.console.file.write("\n".join(lines[start : start + step]) + "\n")
            self.console.file.flush()
            if self.clears and start + step < len(lines):
                self.ask(self.text("cli.page.more"))
        if then:
            return self.ask(then)
        if self.clears:
            self.ask(self.text("cli.page.back"))
        return ""


def _console() -> Console:
    """A terminal has its width; what is piped is cut nowhere, and a line is as long as it is."""
    console = Console(highlight=False, soft_wrap=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = PIPED
    return console


def _forget_typed() -> None:
    """The arrow keys must not bring back a secret."""
    clear = getattr(readline, "clear_history", None)  # on Windows there is none
    if clear is not None:
        clear()
