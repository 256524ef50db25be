"""Whatever is given as a setup: it is one, or it is refused with a reason. Nothing else happens."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nightcall import Fault, InvalidSetup, Setup

NAMES = ["Ann", "Bea", "Cid"]
DECK = ["werewolf", "simple_villager", "simple_villager"]
PLAIN: dict[str, Any] = {"players": NAMES, "deck": DECK}


def faults(data: Any) -> list[Fault]:
    with pytest.raises(InvalidSetup) as caught:
        Setup.from_json(data)
    return list(caught.value.faults)


@pytest.mark.parametrize("data", [None, 3, "setup", [], [PLAIN], True])
def test_must_be_an_object(data: Any) -> None:
    assert faults(data) == [Fault("setup.not_an_object")]


@pytest.mark.parametrize("field", ["players", "deck"])
def test_must_name_players_and_deck(field: str) -> None:
    data = {name: value for name, value in PLAIN.items() if name != field}
    assert faults(data) == [Fault("setup.missing_field", "", {"field": field})]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", None),
        ("players", 3),
        ("players", "Ann"),
        ("players", {"Ann": 1}),
        ("players", ["Ann", None, 3]),
        ("deck", {"werewolf": 3}),
        ("deck", [["werewolf"]]),
        ("options", None),
        ("options", [["self_vote", True]]),
        ("seed", "7"),
        ("seed", 1.5),
        ("seed", True),
        ("seed", None),
        ("trio", "seer"),
        ("trio", [{}]),
        ("groups", [1, 2, 2]),
        ("also_announced", "angel"),
        ("debate_rules", 1),
        ("debate_rules", "no"),
    ],
)
def test_refuses_a_field_of_the_wrong_shape(field: str, value: Any) -> None:
    assert faults(PLAIN | {field: value}) == [Fault("setup.wrong_shape", "", {"field": field})]


@pytest.mark.parametrize("field", ["colour", "memo", "cls", "self", "", 3])
def test_refuses_a_field_it_does_not_know(field: Any) -> None:
    assert faults(PLAIN | {field: 1}) == [Fault("setup.unknown_field", "", {"field": str(field)})]


@pytest.mark.parametrize("preset", [None, 3, "", "Pact", ["pact"], {}])
def test_refuses_a_preset_it_does_not_know(preset: Any) -> None:
    [fault] = faults(PLAIN | {"preset": preset})
    assert (fault.key, fault.facts["given"]) == ("setup.unknown_preset", preset)


@pytest.mark.parametrize(
    "option",
    ["luck", "", "cls", "self", "preset", "changes", "players", "deck", "seed", "trio", "groups", "options", 3],
)
def test_refuses_an_option_it_does_not_know(option: Any) -> None:
    """META-6"""
    assert faults(PLAIN | {"options": {option: "x"}}) == [Fault("setup.unknown_option", "META-6", {"option": option})]
    assert len(faults(PLAIN | {"trio": [], "options": {option: "x", "self_vote": "x"}})) == 2


def test_lists_shape_and_options_together() -> None:
    keys = [fault.key for fault in faults({"players": 3, "x": 1, "preset": 1, "options": {"self_vote": 1}})]
    assert keys == [
        "setup.unknown_field",
        "setup.wrong_shape",
        "setup.missing_field",
        "setup.unknown_preset",
        "setup.wrong_value",
    ]


@pytest.mark.parametrize(
    "given",
    [
        {"players": None},
        {"players": "Ann"},
        {"players": 3.0},
        {"players": [1, 2, 3]},
        {"deck": None},
        {"deck": "werewolf"},
        {"deck": [1, 2, 3]},
        {"deck": {"werewolf": -1}},
        {"deck": {"werewolf": "3"}},
        {"deck": {"werewolf": 10**12}},
        {"deck": {3: 1}},
        {"seed": "7"},
        {"trio": 3},
        {"groups": [[]]},
        {"also_announced": [None]},
        {"debate_rules": None},
    ],
)
def test_a_setup_from_plain_values_is_checked_the_same_way(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(**(PLAIN | given))
    assert [fault.key for fault in caught.value.faults] == ["setup.wrong_shape"]


WORDS = st.text("ab \n", max_size=4)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.sampled_from([*NAMES, *DECK]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    ["players", "deck", "preset", "options", "seed", "trio", "groups", "also_announced", "debate_rules"]
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # how fast the machine is proves nothing
@given(st.dictionaries(FIELDS, JSON, max_size=4))
def test_anything_at_all_is_a_setup_or_refused(changes: dict[str, Any]) -> None:
    try:
        setup = Setup.from_json(PLAIN | changes)
    except InvalidSetup:
        return
    assert Setup.from_json(setup.to_json()) == setup
