"""The keys the engine and the rules name in their source: each must have its words."""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache
from pathlib import Path

import nightcall
from nightcall.engine.rule import KINDS, NEVER, Character, Rule
from nightcall.rules.characters import CHARACTERS

SOURCE = Path(nightcall.__file__).parent
RULES = ("engine", "rules")
"""The parts of the package that ask and tell."""
ERROR_FAMILIES = ("answer", "setup", "warning", "tape", "game", "rule", "language")
UNFILLED = re.compile(r"\{\w+\}")
"""A place in a sentence that nobody has filled in."""

READERS = (".py", ".html", ".js")
WHOLE = re.compile(r"""['"`](\w+(?:\.\w+)+)['"`]""")
BEGUN = re.compile(r"""['"`]((?:[a-z]\w*\.)+\w*|[a-z]+_)(?:\{|\$\{|['"] *[~+])|['"`]((?:[a-z]\w*\.)+)['"`]""")
"""The beginning of a key whose end is found out while it runs: `f"about.{name}"`, `'web.day.' ~ name`."""
FAMILIES = re.compile(r"""(?:\bnoun|_from)\("(\w+)\"""")
"""A first part that is handed on as a word: `noun("card", name)`, which has an article too."""


def rule_files() -> list[Path]:
    return [path for part in RULES for path in (SOURCE / part).rglob("*.py")]


@cache
def constants() -> frozenset[str]:
    """Every string in the engine and the rules."""
    found: set[str] = set()
    for path in rule_files():
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        found |= {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return frozenset(found)


def dotted() -> list[str]:
    return sorted({*(text for text in constants() if re.fullmatch(r"[a-z_]+\.[a-z_]+", text)), *formed()})


def formed() -> set[str]:
    """Keys a rule makes from its own name."""
    found: set[str] = set()
    for kind in KINDS.values():
        own = [method for _, method in inspect.getmembers(kind, inspect.isfunction)]
        source = "".join(inspect.getsource(method) for method in own if method.__module__ != Rule.__module__)
        found |= {f"{kind.name}.{suffix}" for suffix in re.findall(r'f"\{self\.name\}\.(\w+)"', source)}
    return found


def error_keys() -> list[str]:
    return [key for key in dotted() if key.partition(".")[0] in ERROR_FAMILIES]


def prompt_keys() -> list[str]:
    greeted = [f"{kind.name}.wake" for kind in CHARACTERS if kind.call is Character.call and kind.wakes != NEVER]
    return sorted({*greeted, "identify", *(key for key in dotted() if key.partition(".")[0] not in ERROR_FAMILIES)})


def asked_by_somebody() -> list[str]:
    """Every key which the source puts to a player: with `by` or `actors`, and not for the moderator's eyes alone."""
    found: set[str] = set()
    for path in rule_files():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.func, ast.Attribute):
                continue
            named = {keyword.arg: ast.unparse(keyword.value) for keyword in node.keywords}
            is_asked = node.func.attr in ("pick", "pick_some", "choose", "yes") and {"by", "actors"} & named.keys()
            key = node.args[0]
            if (
                is_asked
                and named.get("audience") != "MODERATOR"
                and isinstance(key, ast.Constant)
                and isinstance(key.value, str)
            ):
                found.add(key.value)
    return sorted(found)


@cache
def read_somewhere() -> tuple[frozenset[str], tuple[str, ...]]:
    """The keys that stand whole in our sources, pages or scripts, and the beginnings of those made there."""
    found = [path for path in SOURCE.rglob("*") if path.suffix in READERS and "vendor" not in path.parts]
    text = "\n".join(path.read_text("utf-8") for path in found)
    begun = {made or handed for made, handed in BEGUN.findall(text)}
    families = {f"{name}{article}." for name in FAMILIES.findall(text) for article in ("", "_the")}
    return frozenset(WHOLE.findall(text)), tuple(begun | families)
