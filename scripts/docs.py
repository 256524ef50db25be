"""The pages of docs/ that are written from the program: `make docs`. A test sees to it that they are up to date."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from nightcall.cli import docs as commands
from nightcall.engine import told
from nightcall.engine.events import HOLDER, KINDS_OF_FACTS, PACK, PUBLIC, TOLD, Tells
from nightcall.rules import catalogue

DOCS: Final = Path(__file__).parent.parent / "docs"

assert catalogue.STANDING, "whatever can be told is known by name"


# -- events --


EVENTS: Final = """\
# Events

This page is written by `make docs`; a test sees to it that it is up to date.

Everything that happens in a game is one of these events: a name, some facts, the rule behind it, and an audience.
Each is declared once (`Rule.tells`; the engine's own in `nightcall.engine.told`), and nothing else can be told.

What is marked * may hang on cards nobody has seen, because a rule wants it said: whether the event is told, and the
facts marked. Everything else told to everybody is the same at two tables that differ only in hidden cards. A fact in
brackets is not always told.
"""


def events() -> str:
    """docs/events.md"""
    used = {kind for tells in TOLD.values() for kind in tells.facts.values()}
    kinds = [(kind.name, kind.about) for kind in KINDS_OF_FACTS if kind in used]
    own = [_row(tells) for tells in told.ENGINE]
    others = [tells for tells in TOLD.values() if tells not in told.ENGINE]
    rules = [(f"`{tells.owner}`" if tells.owner else "several", *_row(tells)) for tells in others]
    sections = [
        EVENTS,
        "## Kinds of facts\n",
        table(("kind", "what it is"), kinds),
        "## What the engine tells\n",
        table(("event", "facts", "told to"), own),
        "## What rules tell\n",
        table(("rule", "event", "facts", "told to"), rules),
    ]
    return "\n".join(sections)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _row(tells: Tells) -> tuple[str, str, str]:
    return f"`{tells.name}`{'*' if tells.reveals else ''}", ", ".join(_facts(tells)) or "–", _audience(tells)


def _facts(tells: Tells) -> Iterator[str]:
    for name, kind in tells.facts.items():
        mark = "*" if name in tells.reveals else ""
        text = f"`{name}`{mark}: {kind.name}"
        yield text if name in tells.required else f"[{text}]"


def _audience(tells: Tells) -> str:
    if not tells.to:
        return "the moderator"
    said = {PUBLIC: "everybody", HOLDER: "whoever holds it", PACK: "Werewolves who look on"}
    named = [said.get(each, f"`{each}`") for each in tells.to]
    return (", or only " if tells.is_public else ", ").join(named)


PAGES: Final[Mapping[str, Callable[[], str]]] = {"commands.md": commands.page, "events.md": events}
"""File in docs/ -> who writes it."""


def main() -> None:
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
