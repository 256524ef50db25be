"""What can go wrong, in one tree.

    NightcallError
    ├── InvalidSetup     the table cannot play this; every fault is listed
    ├── IllegalAnswer    this answer is not allowed here; nothing changed
    │   └── TapeMismatch the recorded answer belongs to another question
    └── TapeError        the file is not a saved game

`Pending` and `GameOver` are no errors: they end a telling, and are `BaseException`s so that no `except
Exception` in a rule can swallow them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from nightcall.engine.outcome import Outcome
    from nightcall.engine.prompts import Prompt


class NightcallError(Exception):
    """An error a person reads: a key into the word files, and the facts to fill in."""

    is_verbatim: ClassVar[bool] = False
    """Its facts come from whoever runs the program, and are said as they are, in full."""

    def __init__(self, key: str, rule: str = "", **facts: Any) -> None:
        super().__init__(key)
        self.key = key
        self.rule = rule
        self.facts = facts

    def message(self, language: str = "en") -> str:
        from nightcall.words import Words

        return Words(language).error(self)

    def __str__(self) -> str:
        return self.message()


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong (or merely unusual) with a setup, with the rule that says so."""

    key: str
    rule: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    about: tuple[str, ...] = field(default=("deck",), compare=False, kw_only=True)
    """The parts of the setup it compares; it is mended in the first. Most are about cards."""


class InvalidSetup(NightcallError):
    """Everything wrong with a setup, at once."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("setup.invalid")
        self.faults = tuple(faults)


class IllegalAnswer(NightcallError):
    """What was given, what is allowed, and by which rule. The game stands as before."""

    index: int = -1
    """Which answer of the tape it was, once `play` knows."""

    def __init__(self, key: str, prompt: Prompt, given: Any, rule: str = "", **facts: Any) -> None:
        super().__init__(key, rule or prompt.rule, given=given, **facts)
        self.prompt = prompt
        self.given = given


class TapeMismatch(IllegalAnswer):
    """The tape answers a question that is not the one being asked."""


class TapeError(NightcallError):
    """Not a saved game, or not one this version can read."""


class Endless(RuntimeError):
    """A rule that asks without end: nobody's answer is to blame."""


class Pending(BaseException):
    """No answer yet: the telling stops here and starts over once there is one."""

    def __init__(self, prompt: Prompt) -> None:
        super().__init__(prompt.key)
        self.prompt = prompt


class GameOver(BaseException):
    """Somebody has won: nothing further is resolved."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.winner)
        self.outcome = outcome
