"""Every event is declared once, beside its rule, and is told as it was declared."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import nightcall
from nightcall import MODERATOR, PUBLIC, Event
from nightcall.cli import files
from nightcall.engine import deaths, events
from nightcall.engine.events import HOLDER, KINDS_OF_FACTS, PACK, SEAT, TOLD, Tells, Undeclared
from nightcall.engine.fitting import SHAPES, wrong_fact, wrong_option
from nightcall.engine.rule import KINDS, Character, Rule, declared
from nightcall.engine.setup import VAGABOND
from nightcall.engine.told import ENGINE
from nightcall.engine.village import Village
from nightcall.rules.buildings.building import houses
from nightcall.rules.characters import CHARACTERS
from nightcall.rules.newmoon import EVENTS
from nightcall.rules.newmoon.spirits import OWN_WORDS
from nightcall.words import Words
from tests.golden import TAPES
from tests.random_games import games
from tests.table import Table

PACKAGE = Path(nightcall.__file__).parent
WORDS = Words("en")
CARDS = {kind.name for kind in CHARACTERS}
EVENT_CARDS = {kind.name for kind in EVENTS}
ACTS = {*KINDS, "vote", "tie"}
"""What may be to blame: a rule, or the village."""


# -- declaring --


def test_every_declaration_is_told_somewhere() -> None:
    """No event is declared that nobody tells."""
    told: set[str] = set()
    for path in (*PACKAGE.glob("engine/*.py"), *PACKAGE.glob("rules/**/*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        declarations = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Tells"]
        inside = {id(node) for call in declarations for node in ast.walk(call)}
        told |= {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside
        }
    assert set(TOLD) - told == set()


@pytest.mark.parametrize("tells", TOLD.values(), ids=lambda tells: str(tells.name))
def test_a_declaration_makes_sense(tells: Tells) -> None:
    assert set(tells.facts.values()) <= set(KINDS_OF_FACTS)
    for each in tells.to:
        assert each in (PUBLIC, HOLDER, PACK) or tells.facts[each] in (events.SEAT, events.SEATS)
    assert not tells.reveals or tells.is_public, "what is told in private is told on purpose"
    assert tells.reveals == {events.WHETHER} or tells.reveals <= tells.facts.keys()
    assert tells.owner in KINDS or not tells.owner
    assert HOLDER not in tells.to or tells.owner
    assert not (tells.echo and tells.to == (PUBLIC,)), "an announcement is no echo"


@pytest.mark.parametrize("kind", ["seat", 3, None, events.Maybe("seat")])  # type: ignore[arg-type]
def test_a_fact_is_declared_with_its_kind(kind: Any) -> None:
    with pytest.raises(Undeclared, match="wept: seat is a kind of fact"):
        Tells("wept", seat=kind)


def test_nobody_declares_what_somebody_else_has_declared() -> None:
    """A rule that is refused leaves nothing behind."""

    class Mourner(Character):
        name = "mourner"
        tells = [Tells("wept", seat=SEAT), Tells("died", seat=SEAT)]

    before = dict(TOLD)
    with pytest.raises(Undeclared, match="Mourner declares died"):
        declared([*KINDS.values(), Mourner], ENGINE)
    assert before == TOLD


def test_what_all_forms_and_bases_tell_is_declared() -> None:
    class Weeping(Rule):
        tells = [Tells("wept", seat=SEAT)]

    class Mourner(Weeping):
        name = "mourner"
        tells = [Tells("mourned", seat=SEAT)]

    class LoudMourner(Character):
        name = "mourner"
        tells = [Tells("howled", seat=SEAT)]

    class Funeral(Rule):
        name = "funeral"
        forms = {"mourner": LoudMourner}

    found = declared([Mourner, Funeral])
    assert {name: tells.owner for name, tells in found.items()} == {
        "wept": "",
        "mourned": "mourner",
        "howled": "mourner",
    }


# -- telling --


def table() -> Table:
    return Table("Ann:werewolf Bea:werewolf Cid:cupid Dan Eve")


@pytest.mark.parametrize(
    ("name", "audience", "facts", "why"),
    [
        ("wept", PUBLIC, {"seat": 1}, "no rule declares"),
        ("died", PUBLIC, {"seta": 1}, "has the facts"),
        ("died", PUBLIC, {}, "has the facts"),
        ("died", PUBLIC, {"seat": 1, "cause": "vote", "by": 2}, "has the facts"),
        ("died", MODERATOR, {"seat": 1}, "not to"),
        ("died", (1,), {"seat": 1}, "not to"),
        ("bitten", PUBLIC, {"seat": 1, "by": "werewolves"}, "not to"),
        ("bitten", (1,), {"seat": 1, "by": "werewolves"}, "the moderator, not to"),
        ("infected", PUBLIC, {"seat": 4}, "not to"),
        ("infected", MODERATOR, {"seat": 4}, "not to"),
        ("infected", (5,), {"seat": 4}, "not to"),
        ("infected", (4, 5), {"seat": 4}, "not to"),
        ("fell_in_love", (4,), {"seats": (4, 5)}, "not to"),
        ("paired", (4,), {"seats": (4, 5)}, "not to"),
        ("paired", MODERATOR, {"seats": (4, 5)}, "not to"),
        ("specter_chose", (4, 1, 5), {"by": 4, "seat": 1}, "not to"),
        ("specter_chose", (1, 2), {"by": 4, "seat": 1}, "not to"),
        ("played", MODERATOR, {"card": "seer"}, "not to"),
    ],
)
def test_what_is_not_declared_is_refused_at_once(name: str, audience: Any, facts: dict[str, Any], why: str) -> None:
    village = table().game.village
    with pytest.raises(Undeclared, match=why):
        village.tell(name, "GEN-1", audience, **facts)


@pytest.mark.parametrize(
    ("name", "audience", "facts"),
    [
        ("died", PUBLIC, {"seat": 1}),
        ("died", PUBLIC, {"seat": 1, "cause": "vote"}),
        ("infected", (4,), {"seat": 4}),
        ("card_seen", MODERATOR, {"by": 0, "seat": 4, "card": ""}),
        ("fell_in_love", (5, 4), {"seats": (4, 5)}),
        ("paired", (3,), {"seats": (4, 5)}),
        ("specter_chose", (4, 1), {"by": 4, "seat": 1}),
        ("converted", (4,), {"seat": 4, "card": "werewolf"}),
    ],
)
def test_what_is_declared_is_told(name: str, audience: Any, facts: dict[str, Any]) -> None:
    village = table().game.village
    village.tell(name, "GEN-1", audience, **facts)
    assert village.events[-1].to_json() | {"audience": audience} == {
        "event": name,
        "rule": "GEN-1",
        "audience": audience,
        **facts,
    }


# -- the facts themselves --


def is_name(known: Any) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in known


def is_tuple(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, tuple) and all(map(check, value))


def is_number(value: Any) -> bool:
    return type(value) is int and value >= 0


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def is_cause(value: Any) -> bool:
    return isinstance(value, str) and WORDS.has(f"cause.{value}")


def is_house(value: Any) -> bool:
    return value in houses()


CHECKS: dict[str, Callable[[Any], bool]] = {
    "seat": is_number,
    "seats": is_tuple(lambda seat: is_number(seat) and seat > 0),
    "card": is_name({*CARDS, ""}),
    "cards": is_tuple(is_name(CARDS)),
    "deck": is_tuple(lambda pair: pair[0] in CARDS and is_number(pair[1])),
    "side": lambda value: isinstance(value, str) and WORDS.has(f"side.{value}"),
    "cause": is_cause,
    "causes": is_tuple(is_cause),
    "open cause": is_name({*deaths.OPEN_CAUSES, deaths.GRIEF}),
    "rule": is_name(ACTS),
    "call": lambda value: isinstance(value, str) and WORDS.has(f"call.{value}.wake"),
    "office": lambda value: isinstance(value, str) and WORDS.has(f"office.{value}"),
    "house": is_house,
    "homes": is_tuple(lambda house: is_house(house) or house == VAGABOND),
    "groups": is_tuple(is_text),
    "event card": is_name(EVENT_CARDS),
    "event cards": is_tuple(is_name(EVENT_CARDS)),
    "question": is_name({"1", "2", "3", "4", OWN_WORDS}),
    "variant": lambda value: isinstance(value, str) and WORDS.has(f"variant.{value}"),
    "ballots": lambda value: all(
        is_number(voter) and (seat is None or is_number(seat)) for voter, seat in value.items()
    ),
    "counts": lambda value: all(map(is_number, (*value, *value.values()))),
    "number": is_number,
    "flag": lambda value: isinstance(value, bool),
    "word": lambda value: isinstance(value, str) and value.isidentifier(),
    "text": is_text,
    "lines": is_tuple(is_text),
}


def check(event: Event, seats: int) -> None:
    for name, value in event.facts.items():
        kind = event.declared.facts[name]
        assert CHECKS[kind.name](value), (event, name, kind)
        if kind.name in ("seat", "seats"):
            assert max((value,) if isinstance(value, int) else (0, *value)) <= seats, (event, name)
        if kind.name == "word":
            assert WORDS.has(f"event.{event.name}.{value}") or WORDS.has(f"event.{event.name}.other"), (event, name)


def test_every_kind_of_fact_has_its_check() -> None:
    assert set(CHECKS) == {kind.name for kind in KINDS_OF_FACTS}
    assert set(SHAPES) == set(KINDS_OF_FACTS)


def test_ours_would_bear_to_be_looked_at_as_house_rules_are() -> None:
    for game in games():
        seats = len(game.players)
        assert [wrong for prompt, _ in game.asked if (wrong := wrong_option(prompt, seats))] == []
        assert [wrong for event in game.events if (wrong := wrong_fact(event.declared, event.facts, seats))] == []


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("died", {"seat": "Bea"}),
        ("died", {"seat": 9}),
        ("died", {"seat": True}),
        ("died", {"seat": 1, "cause": 3}),
        ("paired", {"seats": [4, 5]}),
        ("paired", {"seats": (4, 9)}),
        ("began", {"deck": (("witch", 1), ("seer",))}),
        ("began", {"deck": {"witch": 1}}),
        ("began", {"deck": (("witch", True),)}),
    ],
)
def test_a_fact_of_another_kind_is_found(name: str, facts: dict[str, Any]) -> None:
    assert "declared" in wrong_fact(TOLD[name], facts, 5)


def test_a_scenario_looks_at_the_facts_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    seer = KINDS["seer"]

    def call(self: Character, v: Village) -> None:
        v.tell("card_seen", "SEER-1", (self.holder,), by=self.holder, seat=2, card=7)

    monkeypatch.setattr(seer, "call", call)
    with pytest.raises(AssertionError, match="card_seen has card=7, where a card is declared"):
        Table("Ann:seer Bea:werewolf Cid Dan Eve").night(devour="Dan")


def test_facts_are_what_they_are_declared_to_be_in_any_game() -> None:
    for game in games():
        for event in game.events:
            check(event, len(game.players))


@pytest.mark.parametrize("path", sorted(TAPES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_facts_are_what_they_are_declared_to_be_on_the_tapes(path: Path) -> None:
    game, _ = files.load(path)
    for event in game.events:
        check(event, len(game.players))
