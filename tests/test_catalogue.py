"""Nothing is forgotten: every rule has its place in the tables, its words and its tape; the engine stays pure."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import nightcall
from nightcall import rulebook
from nightcall.engine.rule import DOORS, KINDS, NEVER, STANDING, Character, Rule
from nightcall.rules import order
from nightcall.rules.buildings import BUILDINGS
from nightcall.rules.characters import CHARACTERS
from nightcall.rules.newmoon import EVENTS
from nightcall.rules.variants import VARIANTS
from tests import box

PACKAGE = Path(nightcall.__file__).parent
ENGINE = sorted((PACKAGE / "engine").glob("*.py"))
RULES = sorted((PACKAGE / "rules").rglob("*.py"))
IMPURE = {
    "asyncio",
    "datetime",
    "io",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "threading",
    "time",
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_a_rule_stands_in_the_table_of_every_door_it_opens(kind: type[Rule]) -> None:
    for door in kind.doors:
        assert kind.name in order.TABLES[door], f"{kind.name} opens {door} but is not in its table"


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_a_rule_that_is_called_stands_in_the_call_order(kind: type[Rule]) -> None:
    names = {name for name, _, _ in order.NIGHT}
    if issubclass(kind, Character):
        assert (kind.wakes != NEVER) == (kind.name in names)
    elif kind.call is not Rule.call:
        assert kind.name in names


def test_tables_name_only_rules_that_open_the_door() -> None:
    for door, names in order.TABLES.items():
        assert door in DOORS
        assert len(set(names)) == len(names), door
        for name in names:
            assert door in KINDS[name].doors, f"{name} stands in the table of {door} but does not open it"


def test_every_door_has_a_table() -> None:
    assert set(order.TABLES) == set(DOORS)


@pytest.mark.parametrize("kind", [*CHARACTERS, *BUILDINGS, *EVENTS, *VARIANTS], ids=lambda kind: kind.name)
def test_whatever_can_be_looked_up_says_which_rules_are_about_it(kind: type[Rule]) -> None:
    assert rulebook.family(kind.family)


def test_what_people_look_up_stands_in_no_docstring() -> None:
    """A Python that keeps none finds every page all the same."""
    code = "from nightcall.desk import library; print(min(len(thing.rules) for thing in library.things().values()))"
    where = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run([sys.executable, "-OO", "-c", code], env=where, capture_output=True, text=True, check=True)
    assert int(done.stdout) > 0


def test_the_box_holds_these_characters() -> None:
    """GEN-19: 32 characters that are dealt, 46 cards; the Town Crier's is handed out."""
    dealt = [kind for kind in CHARACTERS if kind.name in box.CHARACTERS]
    assert len(dealt) == 32
    assert sum(kind.copies for kind in dealt) == 46
    assert not set(STANDING) & set(CHARACTERS)


@pytest.mark.parametrize(
    ("kinds", "of_the_box"),
    [(CHARACTERS, box.CHARACTERS), (BUILDINGS, box.BUILDINGS), (EVENTS, box.EVENTS), (VARIANTS, box.VARIANTS)],
    ids=["characters", "buildings", "events", "variants"],
)
def test_what_is_listed_stands_in_the_order_of_the_box(kinds: Sequence[type[Rule]], of_the_box: list[str]) -> None:
    """GEN-19, NM-2: wizard, library and command list them so; whatever else there is may stand anywhere among them."""
    assert [kind.name for kind in kinds if kind.name in of_the_box] == of_the_box


@pytest.mark.parametrize("file", sorted((PACKAGE / "rules" / "characters").glob("*.py")), ids=lambda file: file.stem)
def test_a_character_fits_on_a_screen_or_two(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 160


@pytest.mark.parametrize("file", ENGINE, ids=lambda file: file.stem)
def test_the_engine_is_pure_and_imports_only_the_standard_library(file: Path) -> None:
    for module in imported(file):
        top = module.partition(".")[0]
        assert top == "nightcall" or top in sys.stdlib_module_names, f"{file.name} imports {module}"
        assert top not in IMPURE, f"{file.name} imports {module}"
        if top == "nightcall":
            allowed = ("nightcall.engine", "nightcall.rules.order", "nightcall.words", "nightcall.rulebook")
            assert module == "nightcall" or module.startswith(allowed), f"{file.name} imports {module}"


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_rules_import_only_the_engine_and_each_other(file: Path) -> None:
    for module in imported(file):
        top = module.partition(".")[0]
        assert top == "nightcall" or top in sys.stdlib_module_names, f"{file.name} imports {module}"
        assert top not in IMPURE, f"{file.name} imports {module}"
        if top == "nightcall":
            assert module == "nightcall" or module.startswith(("nightcall.engine", "nightcall.rules")), module


@pytest.mark.parametrize("file", [file for file in ENGINE if file.stem != "options"], ids=lambda file: file.stem)
def test_the_engine_names_no_character_building_event_or_variant(file: Path) -> None:
    """Strings in the code, that is; the list of options is about characters, and comments may give examples."""
    names = {kind.name for kind in (*CHARACTERS, *BUILDINGS, *EVENTS, *VARIANTS)}
    tree = ast.parse(file.read_text(encoding="utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            assert node.value not in names, f"{file.name} names {node.value}"


def imported(file: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(node.module or "")
    return found


def test_no_priority_numbers() -> None:
    """Order lives in the tables."""
    for file in RULES:
        assert not re.search(r"\bpriority\b\s*[:=]", file.read_text(encoding="utf-8")), file


RULE_ID = re.compile(r"[A-Z]+(-[A-Z]+)*-[A-Z]?\d+")


def test_rules_are_cited_and_never_compared() -> None:
    """Which paragraph is cited may change without changing the game: what other rules go by is said by itself."""
    for file in (*ENGINE, *RULES):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        ids = {name for name, value in constants(tree) if is_rule_id(value)}
        for part in (part for node in ast.walk(tree) for part in compared(node)):
            is_id = part.id in ids if isinstance(part, ast.Name) else is_rule_id(part)
            assert not is_id, f"{file.name}:{part.lineno}: {ast.unparse(part)} decides"


def test_a_death_is_spared_by_its_verb() -> None:
    for file in RULES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            is_set = (
                isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.attr in ("spared", "how")
            )
            assert not is_set, f"{file.name}: death.spare(rule, how)"


def compared(node: ast.AST) -> list[ast.expr]:
    """What is held against something here: by an operator, as a key, as a case; each by itself if there are several."""
    if isinstance(node, ast.Compare):
        return [part for each in (node.left, *node.comparators) for part in parts(each)]
    if isinstance(node, ast.Dict):
        return [key for key in node.keys if key is not None]
    return [node.value] if isinstance(node, ast.MatchValue) else []


def constants(tree: ast.Module) -> list[tuple[str, ast.expr | None]]:
    """Names given to something at the top of a module."""
    found: list[tuple[str, ast.expr | None]] = []
    for node in tree.body:
        if isinstance(node, ast.Assign):
            found += [(target.id, node.value) for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.append((node.target.id, node.value))
    return found


def is_rule_id(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(RULE_ID.fullmatch(node.value))


def parts(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return [part for each in node.elts for part in parts(each)]
    return [node]
