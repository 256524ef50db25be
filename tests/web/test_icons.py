"""Everything that can lie on the table has a drawing, and every drawing names who made it."""

from __future__ import annotations

import gzip
import re
from importlib.resources import files

import pytest

from nightcall.engine.events import TOLD
from nightcall.engine.rule import Rule
from nightcall.engine.setup import VAGABOND
from nightcall.rules.buildings import BUILDINGS
from nightcall.rules.characters import CHARACTERS
from nightcall.rules.newmoon import EVENTS
from nightcall.rules.variants import VARIANTS

STATIC = files("nightcall.web") / "static"
OFFICES = ("sheriff", "town_crier", "executioner")
STATES = ("lovers", "infected", "charmed", "dead", "away")
INTERFACE = (
    "undo redo moon sun skull eye eye-closed timer speak menu log seats notes share qr hand-over settings "
    "plus minus check cross up down back heart vote help home book trophy ghost lock card-back "
    "expand"
).split()


def sprite(name: str) -> str:
    return (STATIC / name).read_text("utf-8")


def symbols(name: str) -> list[str]:
    return re.findall(r'<symbol id="([^"]+)"', sprite(name))


@pytest.mark.parametrize("kind", CHARACTERS, ids=lambda kind: kind.name)
def test_every_character_has_an_icon(kind: type[Rule]) -> None:
    assert kind.name in symbols("icons.svg")


def test_offices_states_and_controls_have_icons() -> None:
    wanted = {*OFFICES, *STATES, *(f"ui-{name}" for name in INTERFACE)}
    assert wanted <= set(symbols("icons.svg"))


def test_what_an_event_declares_for_its_icon_is_there() -> None:
    declared = {icon for tells in TOLD.values() for icon in (tells.icon, tells.icon_else) if icon}
    assert declared <= set(symbols("icons.svg"))


def test_buildings_variants_and_events_have_icons() -> None:
    kinds = (*BUILDINGS, *VARIANTS, *EVENTS)
    assert {*(kind.name for kind in kinds), VAGABOND, "event"} <= set(symbols("icons-extra.svg"))


@pytest.mark.parametrize("name", ["icons.svg", "icons-extra.svg"])
def test_a_sprite_is_sound(name: str) -> None:
    """One symbol per name, coloured by the text around it, and small enough for a first load."""
    found = symbols(name)
    assert len(found) == len(set(found)) == sprite(name).count("</symbol>")
    assert not re.search(r'(fill|stroke)="#', sprite(name))
    assert len(gzip.compress(sprite(name).encode())) < 35_000


def test_every_icon_names_its_author() -> None:
    """CC BY asks for it; what is drawn on 24 × 24, as the plain signs of the interface are, is our own."""
    _, *rows = re.findall(r"^\| (\S+) \| (\S+) \| (.+) \|$", sprite("icons-LICENSE.md"), re.MULTILINE)
    thanks = next(line for line in sprite("icons-LICENSE.md").splitlines() if line.startswith("> "))
    assert all(author in thanks for _, _, author in rows)
    ours = {*symbols("icons.svg"), *symbols("icons-extra.svg")} - {symbol for symbol, _, _ in rows}
    drawings = sprite("icons.svg") + sprite("icons-extra.svg")
    assert all(f'<symbol id="{name}" viewBox="0 0 24 24">' in drawings for name in ours)


def test_templates_name_icons_that_exist() -> None:
    pages = (page for page in (files("nightcall.web") / "templates").iterdir() if page.name.endswith(".html"))
    used = {name for page in pages for name in re.findall(r"\bicon\('([\w-]+)'", page.read_text("utf-8"))}
    assert used
    assert used <= {*symbols("icons.svg"), *symbols("icons-extra.svg")}
