"""Rules act on the village in its own verbs: none of them writes one of its fields."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from pathlib import Path

import pytest

import nightcall

RULES = sorted((Path(nightcall.__file__).parent / "rules").rglob("*.py"))
CHAPTERS = {"Facts", "InForce", "Asking", "Knowing", "Changing", "Village"}
CHANGES = {
    "add",
    "append",
    "clear",
    "difference_update",
    "discard",
    "extend",
    "insert",
    "intersection_update",
    "pop",
    "popitem",
    "remove",
    "reverse",
    "setdefault",
    "sort",
    "symmetric_difference_update",
    "update",
}
"""What lists, sets and dictionaries do to themselves."""


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_no_rule_writes_a_field_of_the_village(file: Path) -> None:
    assert not [f"{file.name}:{line}" for line in writes(file.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(
    "line",
    [
        "v.despair = True",
        "v.votes_held += 1",
        "v.faces[1] = 'elder'",
        "del v.away[1]",
        "v.cards.of[1] = None",
        "v.wolves.discard(1)",
        "v.wolves |= {1}",
        "first, v.window = 1, 'dusk'",
        "gone = v.away; gone.pop(1)",
        "for v.day in (1, 2): pass",
        "setattr(v, 'day', 2)",
    ],
)
def test_a_write_is_noticed(line: str) -> None:
    assert list(writes(f"def door(self, v: Village) -> None:\n    {line}\n")) == [2]


@pytest.mark.parametrize(
    "line",
    [
        "v.remove(rule)",
        "v.the(Pile).cards.append(1)",
        "v.cards.exclude([1], ['elder'])",
        "card = v.cards.of[1]; card.lives = 1",
    ],
)
def test_a_verb_and_another_rule_are_no_fields(line: str) -> None:
    assert not list(writes(f"def door(self, v: Village) -> None:\n    {line}\n"))


def writes(source: str) -> Iterator[int]:
    """The lines in which a village given to a function is written to."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            villages = {arg.arg for arg in node.args.args if _is_village(arg)}
            if villages:
                yield from _writes_in(node, villages)


def _is_village(arg: ast.arg) -> bool:
    return isinstance(arg.annotation, ast.Name) and arg.annotation.id in CHAPTERS


def _writes_in(function: ast.AST, villages: set[str]) -> Iterator[int]:
    nodes = list(ast.walk(function))
    fields = {
        target.id
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute) and _is_field(node.value, villages)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    """Other names of what the village holds; a card taken out of it is a rule by itself."""
    for node in nodes:
        if isinstance(node, ast.stmt) and any(_is_field(target, villages, fields) for target in _written(node)):
            yield node.lineno
        if isinstance(node, ast.Call) and _changes(node, villages, fields):
            yield node.lineno


def _changes(call: ast.Call, villages: set[str], fields: set[str]) -> bool:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr in CHANGES and _is_field(call.func.value, villages, fields)
    is_setter = isinstance(call.func, ast.Name) and call.func.id in ("setattr", "delattr")
    return is_setter and isinstance(call.args[0], ast.Name) and call.args[0].id in villages


def _written(node: ast.stmt) -> Iterator[ast.expr]:
    """What a statement writes to; giving a name another meaning is no writing."""
    if isinstance(node, (ast.Assign, ast.Delete)):
        targets = node.targets
    elif isinstance(node, (ast.AugAssign, ast.AnnAssign, ast.For)):
        targets = [node.target]
    else:
        return
    for target in targets:
        for each in target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]:
            if not isinstance(each, ast.Name):
                yield each


def _is_field(node: ast.expr, villages: Set[str], fields: Set[str] = frozenset()) -> bool:
    """Whether this is `v.field`, or anything within it."""
    depth = 0
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node, depth = node.value, depth + 1
    return isinstance(node, ast.Name) and (node.id in fields or (node.id in villages and depth > 0))
