"""The pages of docs/ that are written from the program: `make docs`. A test sees to it that they are up to date."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import nightcall
from nightcall.cli import docs as commands
from nightcall.engine import rule, told
from nightcall.engine.events import HOLDER, KINDS_OF_FACTS, PACK, PUBLIC, TOLD, Tells
from nightcall.engine.options import OPTIONS, Options
from nightcall.rules import catalogue
from nightcall.rules.buildings.building import Building
from nightcall.rules.newmoon.card import EventCard
from nightcall.rules.variants.variant import Variant
from nightcall.words import Words

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


# -- doors --


DOORS: Final = """\
# Doors

This page is written by `make docs`; a test sees to it that it is up to date.

Everything on the table is a `Rule` (`nightcall.engine.rule`), and these are the doors through which it acts, in the
order of an evening. A rule overrides those it needs; the village calls a door only on rules that do, one after another
as the door's table says (`nightcall.rules.order`, or `after` and `before` of a house rule). `v` is the village, or the
chapter of it that the answer may depend on.
"""
OTHERS: Final = """\
## Beside the doors

Methods that are not looked up in a table: a call is made at its place in the night, a power is used by its name.
"""
FACTS: Final = """\
## What is true of a rule

Facts on the class, for the engine, for other rules and for screens, so that nobody keeps a list of names.
"""


def doors() -> str:
    """docs/doors.md"""
    sections = [DOORS]
    for door in rule.DOORS:
        names = [f"`{name}`" for name in rule.TABLES[door]]
        sections.append(
            f"## `{door}{_signature(door)}`\n\n{_said(door)}\n\nUsed by: {', '.join(names) or 'nobody yet'}.\n"
        )
    methods = [name for name, method in vars(rule.Rule).items() if _is_open(name, method) and name not in rule.DOORS]
    sections += [
        OTHERS,
        table(("method", "what for"), [(f"`{name}{_signature(name)}`", _said(name)) for name in methods]),
    ]
    sections.append(FACTS)
    for kind in (rule.Rule, rule.Character, Building, EventCard, Variant):
        sections += [f"### {kind.__name__}\n", table(("fact", "what it means"), facts_of(kind))]
    return "\n".join(sections)


def _is_open(name: str, method: object) -> bool:
    return not name.startswith("_") and callable(getattr(method, "__func__", method))


def _signature(method: str) -> str:
    given = [each for each in inspect.signature(getattr(rule.Rule, method)).parameters if each != "self"]
    return f"({', '.join(given)})"


def _said(method: str) -> str:
    return " ".join((getattr(rule.Rule, method).__doc__ or "").split())


def facts_of(kind: type[rule.Rule]) -> list[tuple[str, str]]:
    """What a class says of all its kind, with the words below it in the source; empty where there are none."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    found: list[tuple[str, str]] = []
    for statement, following in zip(body.body, [*body.body[1:], None], strict=True):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            words = following.value if isinstance(following, ast.Expr) else None
            said = words.value if isinstance(words, ast.Constant) and isinstance(words.value, str) else ""
            found.append((f"`{statement.target.id}`", " ".join(said.split())))
    return found


# -- options --


OPTIONS_PAGE: Final = """\
# Options

This page is written by `make docs`; a test sees to it that it is up to date.

Every option of a table, in the order of `nightcall.engine.options`: what it decides, its values (that of `pact` first),
the presets that differ, and the rule that explains it (`nightcall rules OPT-SEER-POS`).
"""


def options() -> str:
    """docs/options.md"""
    words = Words("en")
    sections = [OPTIONS_PAGE]
    for heading, names in _parts():
        rows = []
        for name in names:
            known = OPTIONS[name]
            usual = [known.pact] if not known.many else []
            values = [*usual, *(value for value in known.values if value not in usual)]
            said = [f"`{_plain(value)}` {words.value(name, value)}" for value in values] or ["names of cards"]
            presets = ({"pact": known.pact} if known.many and known.pact else {}) | dict(known.presets)
            others = [f"{preset}: `{_plain(value)}`" for preset, value in presets.items()]
            rows.append((f"`{name}`", words.option(name), "; ".join(said), ", ".join(others) or "–", known.id))
        sections += [f"## {heading}\n", table(("option", "decides", "values", "presets", "rule"), rows)]
    return "\n".join(sections)


def _parts() -> list[tuple[str, list[str]]]:
    """The headings of the declaration, and the options below each."""
    parts: list[tuple[str, list[str]]] = []
    for line in inspect.getsource(Options).splitlines():
        heading, field = re.match(r"    # (.+)", line), re.match(r"    (\w+): ", line)
        if heading:
            parts.append((heading[1], []))
        elif field and field[1] in OPTIONS:
            parts[-1][1].append(field[1])
    return parts


def _plain(value: object) -> str:
    if isinstance(value, frozenset):
        return ", ".join(sorted(value))
    return str(value).lower() if isinstance(value, bool) else str(value)


# -- modules --


MODULES: Final = """\
# Modules

This page is written by `make docs`; a test sees to it that it is up to date.

What each module of `src/nightcall` is for, in its own words. A map for a first look is in
[CONTRIBUTING](../CONTRIBUTING.md#where-things-are).
"""
SOURCE: Final = Path(nightcall.__file__).parent


def modules() -> str:
    """docs/modules.md"""
    packages = sorted({path.parent for path in module_files()}, key=lambda folder: folder.relative_to(SOURCE).parts)
    sections = [MODULES]
    for package in packages:
        inside = [path for path in module_files() if path.parent == package and path.name != "__init__.py"]
        name = ".".join(package.relative_to(SOURCE.parent).parts)
        sections.append(f"## {name}\n\n{first_line(package / '__init__.py')}\n")
        if inside:
            sections.append(
                table(("module", "what it is for"), [(f"`{path.stem}`", first_line(path)) for path in inside])
            )
    return "\n".join(sections)


def module_files() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def first_line(path: Path) -> str:
    """What a module says of itself; empty if it says nothing."""
    said = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return " ".join(said.partition("\n\n")[0].split())


# -- the browser tests of a phone alone --


BROWSER: Final = Path(__file__).parent.parent / "tests" / "browser"
ALONE: Final = """\
# The browser tests on a phone alone

This page is written by `make docs`; a test sees to it that it is up to date.

`make test-alone` runs the tests of `tests/browser` against the app as it is built for a phone
([phone-alone.md](phone-alone.md)), instead of a server. A test that does not concern one device is marked with what it
needs; the others all run.
"""


def alone() -> str:
    """docs/tests-alone.md"""
    needs = _needs()
    marked = [(path, test, what) for path in sorted(BROWSER.glob("test_*.py")) for test, what in _tests(path)]
    sections = [ALONE]
    for need, why in needs.items():
        out = [(f"`{path.name}`", _spoken(test)) for path, test, what in marked if what == need]
        sections += [f"## Left out: {why}\n", table(("file", "test"), out)]
    return "\n".join(sections)


def _needs() -> dict[str, str]:
    """What a test may need, and how that is said. Read, not imported: there may be no browser here."""
    for node in ast.parse((BROWSER / "on_phone.py").read_text("utf-8")).body:
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "NEEDS" and node.value is not None:
            found: dict[str, str] = ast.literal_eval(node.value)
            return found
    raise LookupError("NEEDS")


def _tests(path: Path) -> Iterator[tuple[str, str]]:
    """(test, what it needs), empty if nothing that a phone has not."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            marks = (re.fullmatch(r"pytest\.mark\.needs\('(\w+)'\)", ast.unparse(each)) for each in node.decorator_list)
            yield node.name, next((mark[1] for mark in marks if mark), "")


def _spoken(test: str) -> str:
    return test.removeprefix("test_").replace("_s_", "'s ").replace("_", " ")


PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "commands.md": commands.page,
    "doors.md": doors,
    "events.md": events,
    "modules.md": modules,
    "options.md": options,
    "tests-alone.md": alone,
}
"""File in docs/ -> who writes it."""


def main() -> None:
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
