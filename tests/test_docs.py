"""The pages written from the program are up to date, nothing is undocumented, and what the others name is there."""

from __future__ import annotations

import ast
import re
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest
from scripts.docs import DOCS, PAGES, SOURCE, facts_of, first_line, module_files

from nightcall.engine.rule import DOORS, Character, Rule
from nightcall.rules.buildings.building import Building
from nightcall.rules.newmoon.card import EventCard
from nightcall.rules.variants.variant import Variant

ROOT = DOCS.parent
WRITTEN = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md"), *(ROOT / "examples").glob("**/*.md")])
"""All but the guides: those speak of files to be made, and tests/test_guides.py reads them."""
PLACES = (
    *(ROOT, ROOT / "src", SOURCE, SOURCE / "web", SOURCE / "web" / "static", DOCS, ROOT / "examples"),
    *(ROOT / "examples" / "house-rules" / "undertaker", SOURCE / "web" / "alone" / "js"),
)
"""From where a path may be named: the nearer to what it is about, the shorter."""
A_PATH = re.compile(r"`([\w.-]+(?:/[\w.-]+)*/?)`")
ENDINGS = (".py", ".toml", ".md", ".svg", ".css", ".js", ".html", ".yml", ".txt", "/")
YOURS = re.compile(r"/xx/")
"""The files of a language that the reader is going to make."""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_written_from_the_program_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text("utf-8") == PAGES[name](), "run: make docs"


# -- one meaning per name --

SHARED = {
    "setup",  # what a table has agreed on, and the pages on which it does
    "Table",  # people around a table: in a scenario, and in the app
}


def test_every_module_and_every_class_has_a_name_of_its_own() -> None:
    """Whoever reads `views` or `Chapter` anywhere knows which one is meant."""
    names: Counter[str] = Counter()
    for path in module_files():
        names[path.parent.name if path.name == "__init__.py" else path.stem] += 1
        tree = ast.parse(path.read_text("utf-8"))
        names.update(node.name for node in tree.body if isinstance(node, ast.ClassDef) and node.name[0] != "_")
    assert {name for name, count in names.items() if count > 1} - {"__main__"} == SHARED


# -- nothing undocumented --


def test_every_module_says_what_it_is_for() -> None:
    assert [str(path) for path in module_files() if not first_line(path)] == []


def test_every_door_says_when_it_is_opened() -> None:
    assert [door for door in DOORS if not (getattr(Rule, door).__doc__ or "").strip()] == []


@pytest.mark.parametrize("kind", [Rule, Character, Building, EventCard, Variant])
def test_every_fact_about_a_rule_says_what_it_means(kind: type[Rule]) -> None:
    assert [name for name, said in facts_of(kind) if not said] == []


def test_the_map_for_contributors_has_every_package() -> None:
    """And at the root every module."""
    contributing = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    drawn = contributing[contributing.index("## Where things are") : contributing.index("## How to add to it")]
    packages = [path.parent for path in module_files() if path.name == "__init__.py" and path.parent != SOURCE]
    loose = [path for path in SOURCE.glob("*.py") if path.name != "__init__.py"]
    for place in chain(packages, loose):
        name = f"{place.name}/" if place.is_dir() else place.stem
        assert re.search(rf"(^|[\s(]){re.escape(name)}(?=[\s,):]|$)", drawn, re.MULTILINE), f"{name} is not on the map"


def test_every_page_of_the_docs_is_found_from_the_readme() -> None:
    """In as many steps as it takes."""
    found: set[Path] = set()
    waiting = [ROOT / "README.md"]
    while waiting:
        page = waiting.pop().resolve()
        if page not in found and page.suffix == ".md":
            found.add(page)
            waiting += [page.parent / link for link in links(page)]
    assert {page.resolve() for page in DOCS.rglob("*.md")} - found == set()


# -- what is named is there --


def links(page: Path) -> list[str]:
    """Where it points to, here."""
    found = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    return [link for link in found if "://" not in link and not link.startswith("mailto:")]


@pytest.mark.parametrize("page", [*WRITTEN, *sorted(DOCS.glob("*/*.md"))], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    assert [link for link in links(page) if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", [page for page in WRITTEN if page.name not in PAGES], ids=lambda page: page.name)
def test_paths_lead_somewhere(page: Path) -> None:
    named = [path for path in A_PATH.findall(page.read_text("utf-8")) if path.endswith(ENDINGS)]
    lost = [path for path in named if not any((place / path).exists() for place in PLACES)]
    assert [path for path in lost if not YOURS.search(path)] == []


def test_every_attack_names_a_test_that_is_there() -> None:
    rows = [line for line in (DOCS / "attacks.md").read_text("utf-8").splitlines() if line.startswith("| ")]
    rows = [line for line in rows if not line.startswith(("| attack", "| ---"))]
    assert len(rows) > 20
    for row in rows:
        named = row.rstrip(" |").rpartition(" | ")[2]
        files = re.findall(r"`(tests/web/[\w/]+\.py)`", named)
        assert files, row
        text = "".join((ROOT / file).read_text("utf-8") for file in files)
        assert [part for part in re.findall(r"`…(\w+)…?`", named) if part not in text] == [], row
