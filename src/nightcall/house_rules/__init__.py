"""House rules in a folder of their own: characters, houses, event cards or variants that play without a fork.

    undertaker/
      __init__.py          the rules, listed in `RULES`; each says where it stands: `after = {"night": "seer"}`
      words/en/*.toml      what people read; other languages beside it
      rulebook/*.toml      its rules by number, and their texts in rulebook/en/*.toml
      icons.svg            its drawings, if it has any: `<symbol id="undertaker" …>`
      tests/               its scenarios (`nightcall.testing`)

**Loading a folder runs its code**, with all that this program may do. So it happens only where somebody says so by
name (`--house-rules`, NIGHTCALL_HOUSE_RULES), never because a saved game, a link or an upload asks for it.

Everything is read and checked before anything is made known: a folder that is refused leaves nothing behind.
"""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from nightcall.engine import events
from nightcall.engine.rule import KINDS, Rule

_RAN: Final = re.compile(r'^ *File "(.+)", line (\d+)', re.MULTILINE)
"""A place in a report of an error."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A folder that was taken over."""

    name: str
    folder: Path
    kinds: tuple[type[Rule], ...]
    drawings: str
    """Its SVG, or empty."""


LOADED: Final[dict[str, HouseRules]] = {}


def load(where: str | Path) -> HouseRules:
    """The house rules of a folder, or of an installed package by the name it offers them under."""
    from nightcall.house_rules.loading import loaded  # most never load one, and a phone by itself cannot

    return loaded(where)


# -- a mistake that shows itself in a game --


@dataclass(frozen=True, slots=True)
class Mistake:
    """An error that comes from house rules, and from nothing of ours."""

    name: str
    folder: str
    line: str
    """`__init__.py:31`"""
    why: str
    """The error's own sentence."""


def mistake(error: BaseException) -> Mistake | None:
    """Whose rules are to blame for it; None = ours.

    Looked for in what would be printed: an error of another process has no more than that left of its way.
    """
    report = "".join(traceback.format_exception(error))
    ran = [(Path(file), line) for file, line in _RAN.findall(report)]
    why = f"{type(error).__name__}: {error}".rstrip(": .")
    for file, line in reversed(ran):
        for loaded in LOADED.values():
            if file.is_relative_to(loaded.folder):
                return Mistake(loaded.name, str(loaded.folder), f"{file.name}:{line}", why)
    if LOADED and ran and isinstance(error, events.Undeclared):
        # Ours declare what they tell, tests see to that.
        owner = KINDS.get(error.by)
        blamed = [LOADED[owner.origin]] if owner is not None and owner.origin in LOADED else list(LOADED.values())
        folders = ", ".join(str(loaded.folder) for loaded in blamed)
        names = ", ".join(loaded.name for loaded in blamed)
        return Mistake(names, folders, f"{ran[-1][0].name}:{ran[-1][1]}", why)
    return None
