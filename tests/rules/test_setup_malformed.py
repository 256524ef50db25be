"""Whatever is given as a setup: it is one, or it is refused with a reason. Nothing else happens."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nightcall import Fault, InvalidSetup, Setup
from nightcall.engine.setup import PARTS
from nightcall.words import LANGUAGES, Words

NAMES = ["Ann", "Bea", "Cid"]
DECK = ["werewolf", "simple_villager", "simple_villager"]
PLAIN: dict[str, Any] = {"players": NAMES, "deck": DECK}


def faults(data: Any) -> list[Fault]:
    with pytest.raises(InvalidSetup) as caught:
        Setup.from_json(data)
    return list(caught.value.faults)


def of_faults(**given: Any) -> list[str]:
    """The same for a setup from plain values."""
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(**(PLAIN | given))
    return [fault.key for fault in caught.value.faults]


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
    shape = "options" if field == "options" else PARTS[field].shape
    assert faults(PLAIN | {field: value}) == [Fault("setup.wrong_shape", "", {"field": field, "shape": shape})]


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


def test_whatever_cannot_be_read_hides_nothing_else() -> None:
    """GEN-2, GEN-19, GEN-20, ACTOR-1, MANIP-10, VARX-1, META-6"""
    data = {
        "players": ["Ann", "ann", ""],
        "deck": ["vampire", "actor", "simple_villager"],
        "seed": "7",
        "trio": [1],
        "groups": ["x", "x", "x"],
        "buildings": ["castle", "church", "church"],
        "events": 3,
        "in_force": ["flood", "storm"],
        "variants": ["chess"],
        "colour": "red",
        "options": {"luck": 1},
    }
    assert {(fault.key, fault.facts.get("field", "")) for fault in faults(data)} == {
        ("setup.unknown_field", "colour"),
        ("setup.wrong_shape", "seed"),
        ("setup.wrong_shape", "trio"),
        ("setup.wrong_shape", "events"),
        ("setup.unknown_option", ""),
        ("setup.alike_name", ""),
        ("setup.bad_name", ""),
        ("setup.unknown_card", ""),
        ("setup.no_wolf", ""),
        ("setup.two_groups", ""),
        ("setup.unknown_variant", ""),
        ("setup.unknown_building", ""),
        ("setup.building_twice", ""),
        ("setup.unknown_event", ""),
        ("setup.event_not_permanent", ""),
    }


def test_nothing_is_said_that_follows_only_from_what_cannot_be_read() -> None:
    """GEN-19: how many cards are needed depends on players nobody could count."""
    for players in (None, 3.5, "Ann", 10**9, -3, True):
        keys = of_faults(players=players, deck={"werewolf": 1, "vampire": 1}, groups=["x"], buildings=["church"])
        assert keys[0] in ("setup.wrong_shape", "setup.player_count")
        assert keys[1:] == ["setup.unknown_card", "setup.two_groups"]


def test_which_cards_are_left_over_is_not_said_of_players_nobody_could_count() -> None:
    """TRUST-4"""
    deck = ["thief", "werewolf", "werewolf", "simple_villager", "trusted_villager"]
    assert "setup.never_spare" in of_faults(deck=deck, cards_known_to_app=True)
    assert of_faults(players=None, deck=deck, cards_known_to_app=True) == ["setup.wrong_shape"]


@pytest.mark.parametrize("count", [-1, 1.5, "3", True, None, 10**12, [1]])
def test_a_wrong_number_of_copies_is_named_with_its_card(count: Any) -> None:
    """GEN-19"""
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(NAMES, {"seer": count, "vampire": 1, "werewolf": 1, "simple_villager": 2}, luck=1)
    wanted = Fault("setup.card_copies", "GEN-19", {"card": "seer", "given": count, "high": 120})
    assert wanted in caught.value.faults
    assert [fault.key for fault in caught.value.faults] == [
        "setup.card_copies",
        "setup.unknown_option",
        "setup.unknown_card",
        "setup.deck_size",
    ]
    for language in LANGUAGES:
        assert Words(language).card("seer") in Words(language).fault(wanted)


def test_every_copy_that_makes_no_sense_is_named() -> None:
    """GEN-19, GEN-20"""
    odd: Any = {"werewolf": -1, 3: 1, "simple_villager": 0.5, "seer": 3}
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(NAMES, odd)
    named = [(fault.key, fault.facts.get("card")) for fault in caught.value.faults]
    assert named == [
        ("setup.card_copies", "werewolf"),
        ("setup.card_copies", "simple_villager"),
        ("setup.unknown_card", "3"),
        ("setup.deck_size", None),
        ("setup.no_wolf", None),
    ]


@pytest.mark.parametrize(
    "given",
    [
        {"players": None},
        {"players": "Ann"},
        {"players": 3.0},
        {"players": True},
        {"players": [1, 2, 3]},
        {"deck": None},
        {"deck": "werewolf"},
        {"deck": [1, 2, 3]},
        {"seed": "7"},
        {"trio": 3},
        {"groups": [[]]},
        {"also_announced": [None]},
        {"debate_rules": None},
    ],
)
def test_a_setup_from_plain_values_is_checked_the_same_way(given: dict[str, Any]) -> None:
    assert of_faults(**given) == ["setup.wrong_shape"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("field", ["options", *PARTS])
def test_a_wrong_shape_says_which_is_wanted(field: str, language: str) -> None:
    [fault] = faults(PLAIN | {field: 1.5})
    said = Words(language).fault(fault)
    assert field in said
    assert "{" not in said
    assert "shape" not in said


@pytest.mark.parametrize("field", ["players", "deck", "variants"])
def test_a_list_longer_than_any_table_has_is_refused_unread(field: str) -> None:
    too_long = Fault("setup.too_long", "", {"field": field, "limit": 200})
    assert faults(PLAIN | {field: ["x"] * 201}) == [too_long]
    assert "setup.too_long" not in [fault.key for fault in faults(PLAIN | {field: ["x"] * 200})]


def test_a_text_in_a_list_is_no_longer_than_one_by_itself() -> None:
    assert faults(PLAIN | {"variants": ["x" * 101]}) == [
        Fault("setup.too_long", "", {"field": "variants", "limit": 200})
    ]
    assert "setup.too_long" not in [fault.key for fault in faults(PLAIN | {"variants": ["x" * 100]})]


def test_a_name_without_an_end_is_told_by_its_beginning() -> None:
    [fault] = [fault for fault in faults(PLAIN | {"ab" * 60: ["x"] * 201}) if fault.facts["field"] != "setup"]
    assert fault == Fault("setup.too_long", "", {"field": "ab" * 20, "limit": 200})


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
