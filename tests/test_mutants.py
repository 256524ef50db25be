"""`make mutants` is a long run; that its lists fit the rules of today is seen at once."""

from __future__ import annotations

import ast
from collections import defaultdict

import pytest
from scripts.mutants import few, making


def operators(source: str) -> set[tuple[str, str]]:
    """Operator and changed line of every mutant."""
    place = making.Place("some.py", source.encode())
    return {(mutant.operator, mutant.now) for mutant in place.mutants()}


def test_every_mutant_written_by_hand_can_still_be_made() -> None:
    for mutant in [*making.known(), *making.leaks(), *making.led()]:
        assert making.is_python(mutant), mutant
        assert mutant.was != mutant.now


def test_what_is_called_equivalent_is_a_mutant_and_has_a_reason() -> None:
    listed = making.equivalent()
    files = {file for file, *_ in listed}
    there = {mutant.key for file in files for mutant in making.made(making.PACKAGE / file)}
    assert not set(listed) - there, "no such mutant any more: take it out of equivalent.toml"
    assert all(listed.values())


def test_paths_lead_somewhere() -> None:
    for path in making.PATHS:
        assert (making.PACKAGE / path).exists(), path


def test_what_is_changed() -> None:
    found = operators(
        "def falls(self, v, seat, other):\n"
        "    if seat == self.holder and other in v.living:\n"
        "        return\n"
        '    v.tell("died", "GEN-4", (seat,), seat=seat)\n'
        '    v.bar(seat, other, low=1, names=("a", "b"), sure=True)\n'
    )
    assert {
        ("flip", "if (seat != self.holder) and other in v.living:"),
        ("flip", "if seat == self.holder and (other not in v.living):"),
        ("and/or", "if (seat == self.holder or other in v.living):"),
        ("drop condition", "if (other in v.living):"),
        ("drop way out", "pass"),
        ("drop statement", "pass"),
        ("audience", 'v.tell("died", "GEN-4", "public", seat=seat)'),
        ("audience", 'v.tell("died", "GEN-4", (), seat=seat)'),
        ("another seat", 'v.tell("died", "GEN-4", (seat,), seat=other)'),
        ("another seat", "v.bar(other, seat, low=1, names=('a', 'b'), sure=True)"),
        ("one more or less", 'v.bar(seat, other, low=2, names=("a", "b"), sure=True)'),
        ("drop element", 'v.bar(seat, other, low=1, names=("a",), sure=True)'),
        ("drop element", 'v.bar(seat, other, low=1, names=("b",), sure=True)'),
        ("swap neighbours", 'v.bar(seat, other, low=1, names=("b", "a"), sure=True)'),
        ("yes/no", 'v.bar(seat, other, low=1, names=("a", "b"), sure=False)'),
    } <= found


def test_what_stands_in_no_order_is_not_put_into_another() -> None:
    """A set may lose something, but no neighbours are swapped; elsewhere they are."""
    for unordered in (
        'Tells("chose", to=("by", PACK), by=SEAT)',
        'replaces = ("vote", "pointing")',
        "try:\n    read()\nexcept (TypeError, ValueError):\n    pass",
        'KINDS_OF_FACTS = (*("seat", "card"), *("side", "rule"))',
        'door in ("bitten", "threatened")',
    ):
        found = {operator for operator, _ in operators(unordered)}
        assert "drop element" in found
        assert "swap neighbours" not in found
    for ordered in ('Tells("chose", names=("by", PACK), by=SEAT)', 'CHARACTERS = ("seer", "witch")'):
        assert "swap neighbours" in {operator for operator, _ in operators(ordered)}


def test_how_long_phones_wait_is_no_rule() -> None:
    assert not operators('led = {"surely_not_him.clear": Policy(OPEN, DRAW, seconds=10)}')
    assert operators('led = {"surely_not_him.now": Policy(MAJORITY, lapse=False)}')


def test_whoever_only_looks_at_a_table_is_asked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that enters no function of ours may still notice what is changed outside of all functions."""
    monkeypatch.setattr(few, "entered", set())
    monkeypatch.setattr(few, "reached", defaultdict(set))
    few.note("tests/test_catalogue.py::test_order")
    assert few.reached == {few.RUN: {"tests/test_catalogue.py::test_order"}}


def test_an_early_return_gives_what_the_function_promises() -> None:
    source = "def may(v) -> bool:\n    v.ask()\n    return v.answer\n"
    early = {now for operator, now in operators(source) if operator == "return early"}
    assert early == {"return False\n    v.ask()", "return True\n    v.ask()"}
    for text in early:
        ast.parse("def may(v):\n    " + text)


def test_an_early_return_gives_something_else_or_comes_before_something() -> None:
    assert not {now for operator, now in operators("def tie(v) -> int:\n    return 0\n") if operator == "return early"}
    told = operators('def enters(v) -> None:\n    v.left = 1\n    """How many."""\n')
    assert [now for operator, now in told if operator == "return early"] == ["return\n    v.left = 1"]


def test_a_sample_is_the_same_every_time_and_of_every_kind() -> None:
    mutants = making.made(making.find("characters/witch.py"))
    first = making.sample(mutants, 20, seed=3)
    assert [mutant.key for mutant in making.sample(mutants, 20, seed=3)] == [mutant.key for mutant in first]
    assert {mutant.operator for mutant in first} == {mutant.operator for mutant in mutants}


def test_a_change_elsewhere_leaves_the_rest_of_a_sample_as_it_was() -> None:
    mutants = making.made(making.find("characters/witch.py"))
    first = making.sample(mutants, 20, seed=3)
    gone = next(mutant for mutant in first if [each.operator for each in mutants].count(mutant.operator) > 20)
    second = making.sample([mutant for mutant in mutants if mutant.key != gone.key], 20, seed=3)
    assert len({mutant.key for mutant in first} - {mutant.key for mutant in second}) == 1
