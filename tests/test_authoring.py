"""Authors of house rules import from one place, and find there whatever our own cards are made of."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path
from typing import Any

import pytest

import nightcall
from nightcall import authoring
from nightcall.engine.rule import KINDS, Rule
from nightcall.house_rules.checks import check_class, facts_of, powers_of
from nightcall.words import Words

RULES = Path(nightcall.__file__).parent / "rules"
PARTS = ("characters", "buildings", "newmoon", "variants")
OURS = {
    "deaths": "all it has is exported by name",
    "cards.Cards": "who may hold what: one variant deals two cards to each, and reads them as the engine does",
    "cascade.threaten": "one variant names a victim in the middle of a death",
    "checking.MOST": "how many players this program seats",
    "names.NAME_LIMIT": "how long a name this program takes",
    "round.debate": "one house begins the day's debate anew",
    "setup.DRAWS": "how the pile of event cards is drawn from, which is ours",
    "setup.ENTERED": "the same",
    "setup.SHUFFLED": "the same",
    "votes.begin": "a vote taken apart, as some event cards do; `election` is a whole one",
    "votes.can_vote": "the same",
    "votes.collect": "the same",
    "votes.count": "the same",
    "votes.open_ballot": "the same",
    "votes.pronounce": "the same",
    "votes.settle": "the same",
}
"""What our own take from the engine and an author may not rely on, with the reason."""


def thing(module: str, name: str) -> Any:
    found = importlib.import_module(module)
    return getattr(found, name) if hasattr(found, name) else importlib.import_module(f"{module}.{name}")


def taken() -> dict[str, Any]:
    """What our cards, houses, events and variants import from the engine: `votes.election` -> what it is."""
    found = {}
    for path in (path for part in PARTS for path in (RULES / part).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("nightcall.engine."):
                assert node.module is not None
                for alias in node.names:
                    short = f"{node.module}.{alias.name}".removeprefix("nightcall.engine.")
                    found[short] = thing(node.module, alias.name)
    return found


def test_an_author_finds_there_what_ours_are_made_of() -> None:
    missing = {
        short for short, value in taken().items() if getattr(authoring, short.rpartition(".")[2], None) is not value
    }
    assert missing == set(OURS)


def test_everything_imported_there_is_offered() -> None:
    tree = ast.parse(Path(authoring.__file__).read_text("utf-8"))
    imported = {alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names} - {
        "annotations"
    }
    assert imported == set(authoring.__all__)


def test_every_kind_of_question_can_be_asked() -> None:
    assert {kind.upper() for kind in authoring.prompts.EVERY_KIND} <= set(dir(authoring.prompts))
    assert authoring.PICK == authoring.prompts.PICK


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: str(kind.name))
def test_what_is_refused_in_a_folder_is_nothing_ours_do(kind: type[Rule]) -> None:
    """Whatever our own say of themselves, and however they call what helps them, an author may do too."""
    check_class("ours", kind)
    assert {"name", "after", "tells"} <= set(facts_of(kind))
    for power in powers_of(kind):
        assert Words("en").has(f"choice.day.debate.{power}")


def test_a_power_is_found_wherever_its_class_names_it() -> None:
    assert powers_of(KINDS["church"]) == ["church.confess"]
    assert powers_of(KINDS["town_crier"]) == ["town_crier.appoint", "town_crier.revoke", "town_crier.read"]
    assert powers_of(KINDS["seer"]) == []
