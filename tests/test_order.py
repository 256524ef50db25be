"""The tables of `order.py` stand as they must: neighbours may not change places, or it is written why they may.

`order.toml` names for each pair of neighbours the test that fails once they do, or a reason. Both are tried: the test
is called with the two exchanged, and (`make soak`) random games told with them exchanged must be the same games.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nightcall import Event, Setup
from nightcall.engine import plan, rule
from nightcall.engine.game import retell
from nightcall.engine.plan import plan_of
from nightcall.rules import order
from tests.strategies import NOW_AND_THEN, TOGETHER, random_game, setups

HERE = Path(__file__).parent
LISTED: dict[str, dict[str, str] | str] = tomllib.loads((HERE / "order.toml").read_text("utf-8"))


def tables() -> dict[str, Sequence[Any]]:
    sheriff_first = order.TABLES_UNDER["tie_priority", "sheriff_then_scapegoat"]["tie"]
    return {"night": order.NIGHT, "tie_sheriff_first": sheriff_first, **order.TABLES}


def names(table: str) -> list[str]:
    return [entry if isinstance(entry, str) else entry[0] for entry in tables()[table]]


def neighbours() -> dict[str, list[str]]:
    """Table -> its pairs as `order.toml` writes them."""
    pairs = {table: [f"{first} {second}" for first, second in pairwise(names(table))] for table in tables()}
    return {table: found for table, found in pairs.items() if found}


def listed(*, tried: bool) -> list[tuple[str, str, str]]:
    """Table, pair and what is said of it: the pairs with a test, or those with a reason."""
    found = []
    for table, pairs in LISTED.items():
        all_of_it = pairs if isinstance(pairs, dict) else dict.fromkeys(neighbours()[table], pairs)
        found += [(table, pair, said) for pair, said in all_of_it.items() if ("::" in said) == tried]
    return found


def places(table: str, pair: str) -> list[tuple[int, int]]:
    """Where the two stand, the first before the second: next to each other if they ever do."""
    there = names(table)
    first, second = pair.split()
    found = [(i, j) for j, later in enumerate(there) for i in range(j) if (there[i], later) == (first, second)]
    return [(i, j) for i, j in found if j == i + 1] or found


@contextmanager
def exchanged(table: str, first: int, second: int) -> Iterator[None]:
    """For a while the two stand in each other's place; a game whose plan was made before does not notice."""
    swapped = list(tables()[table])
    swapped[first], swapped[second] = swapped[second], swapped[first]
    with pytest.MonkeyPatch.context() as patch:
        if table == "night":
            patch.setattr(plan, "NIGHT", swapped)
        elif table == "tie_sheriff_first":
            patch.setitem(rule.TABLES_UNDER, ("tie_priority", "sheriff_then_scapegoat"), {"tie": tuple(swapped)})
        else:
            patch.setitem(rule.TABLES, table, tuple(swapped))
        yield


def test_every_pair_of_neighbours_is_listed() -> None:
    expected = neighbours()
    assert set(LISTED) == set(expected)
    for table, pairs in expected.items():
        listed = LISTED[table]
        if isinstance(listed, dict):
            missing = [pair for pair in pairs if pair not in listed]
            assert not missing, f"say in order.toml, [{table}], what comes of it if these change places: {missing}"


def test_nothing_else_is_listed_unless_a_test_is_named() -> None:
    expected = neighbours()
    for table, pair, said in listed(tried=True) + listed(tried=False):
        assert pair in expected[table] or "::" in said, f"{table}: {pair} are no neighbours (any more): take it out"
        assert places(table, pair), f"{table}: {pair} do not stand there in this order"


@pytest.mark.parametrize(("table", "pair", "test"), listed(tried=True), ids=str)
def test_a_swap_is_noticed(table: str, pair: str, test: str) -> None:
    function = find(test)
    for first, second in places(table, pair):
        with exchanged(table, first, second):
            assert fails(function), f"{test} passes although {pair} have changed places in {table}"
    assert not fails(function)


@pytest.mark.soak
@pytest.mark.parametrize("share", range(4))
@pytest.mark.parametrize("variants", [NOW_AND_THEN, TOGETHER], ids=["now and then", "together"])
def test_the_others_make_no_difference(share: int, variants: st.SearchStrategy[list[str]]) -> None:
    @settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(setups(variants=variants), st.integers(0, 2**32))
    def is_the_same_game(setup: Setup, seed: int) -> None:
        village, _, recorder = random_game(setup, seed)
        told = in_any_order(village.events)
        planned = plan_of(setup)
        at_this_table = {"night": [name for name, _ in planned.calls], **planned.tables}
        for table, pair, reason in listed(tried=False):
            if set(pair.split()) <= set(at_this_table[table]):
                for first, second in places(table, pair):
                    with exchanged(table, first, second):
                        game = retell(replace(setup), recorder.answers)
                    assert game.misfit is None, (table, pair, reason)
                    assert in_any_order(game.events) == told, (table, pair, reason)

    is_the_same_game()


def in_any_order(events: Sequence[Event]) -> list[str]:
    """All that was told. Of two things told at once no rule may say which comes first."""
    return sorted(str(event.to_json()) for event in events)


def find(test: str) -> Callable[..., None]:
    """`test_file.py::test_function`, in whichever folder."""
    file, _, function = test.partition("::")
    (path,) = (path for path in HERE.rglob("test_*.py") if path.as_posix().endswith(f"/{file}"))
    module = import_module(".".join(path.relative_to(HERE.parent).with_suffix("").parts))
    found: Callable[..., None] = getattr(module, function)
    return found


def fails(test: Callable[..., None]) -> bool:
    """Whether the test fails for at least one of its parameters."""
    try:
        for arguments in parameters(test):
            test(**arguments)
    except (Exception, pytest.fail.Exception):
        return True
    return False


def parameters(test: Callable[..., None]) -> list[dict[str, Any]]:
    choices = []
    for mark in getattr(test, "pytestmark", ()):
        wanted, values = mark.args
        keys = [wanted] if isinstance(wanted, str) else wanted
        choices.append([dict(zip(keys, [value] if len(keys) == 1 else value, strict=True)) for value in values])
    return [{key: value for chosen in combined for key, value in chosen.items()} for combined in product(*choices)]


def test_whoever_else_stands_at_a_door_stays_where_an_option_changes_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """VOTE-9, OPT-TIE-ORDER: a card added to a table acts there whatever the options say."""
    monkeypatch.setitem(rule.TABLES, "tie", ("first", "scapegoat", "between", "sheriff", "last"))
    names = rule.TABLES["tie"]
    for value, order_there in (
        ("scapegoat_then_sheriff", ("first", "scapegoat", "between", "sheriff", "last")),
        ("sheriff_then_scapegoat", ("first", "sheriff", "between", "scapegoat", "last")),
    ):
        setup = Setup.of(8, {"werewolf": 2, "simple_villager": 6}, tie_priority=value)
        assert plan.tables(setup, names)["tie"] == order_there
