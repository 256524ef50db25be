"""The deck beside the players: how many cards, how many wolves, and which settings change nothing in play."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import InvalidSetup, Setup


def refused(players: int, deck: dict[str, int], **options: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(players, deck, **options)
    return [(fault.key, fault.rule) for fault in caught.value.faults]


@pytest.mark.parametrize("second", ["werewolf", "white_werewolf", "big_bad_wolf"])
def test_with_the_thief_any_two_wolf_cards_will_do(second: str) -> None:
    """GEN-14"""
    deck = {"thief": 1, "cursed_wolf_father": 1, "simple_villager": 8}
    assert refused(8, deck) == [("setup.spare_wolf", "GEN-14")]
    assert Setup.of(8, deck | {second: 1, "simple_villager": 7})


def test_without_the_thief_one_wolf_is_enough() -> None:
    """GEN-14, GEN-20"""
    assert Setup.of(8, {"werewolf": 1, "simple_villager": 7})
    assert refused(8, {"wolf_hound": 1, "wild_child": 1, "simple_villager": 6}) == [("setup.no_wolf", "GEN-20")]


@pytest.mark.parametrize(("cards", "fits"), [(8, False), (9, False), (10, True), (11, False)])
def test_two_cards_more_with_the_thief(cards: int, fits: bool) -> None:
    """GEN-19, THIEF-1"""
    deck = {"thief": 1, "werewolf": 2, "simple_villager": cards - 3}
    if fits:
        assert len(Setup.of(8, deck).deck) == 10
    else:
        assert refused(8, deck) == [("setup.deck_size", "GEN-19")]


@pytest.mark.parametrize("office", ["sheriff", "town_crier"])
def test_offices_are_no_part_of_the_deck(office: str) -> None:
    """GEN-19"""
    assert refused(8, {"werewolf": 2, "simple_villager": 5, office: 1}) == [("setup.unknown_card", "GEN-19")]


def test_one_player_of_another_camp_is_enough() -> None:
    """GEN-20"""
    wolves = {"werewolf": 1, "big_bad_wolf": 1, "cursed_wolf_father": 1}
    assert refused(3, wolves) == [("setup.only_wolves", "GEN-20")]
    assert Setup.of(4, wolves | {"piper": 1})


def test_the_box_decides_what_is_remarked_on() -> None:
    """GEN-18, OPT-ROLE-POOL, OPT-CARDS-VILLAGER"""
    deck = {"werewolf": 2, "elder": 1, "simple_villager": 10}
    classic = Setup.of(13, deck, preset="classic").warnings()
    assert [(warning.rule, warning.facts["card"]) for warning in classic] == [("OPT-ROLE-POOL", "elder")]
    pact = Setup.of(13, deck).warnings()
    assert [(warning.rule, warning.facts["card"]) for warning in pact] == [("OPT-CARDS-VILLAGER", "simple_villager")]


def test_without_the_village_its_two_characters_are_remarked_on() -> None:
    """OPT-ROLE-POOL"""
    deck = ["werewolf", "scandalmonger", "pyromaniac", *["simple_villager"] * 5]
    setup = Setup.of(8, deck, buildings=["church", *["vagabond"] * 7], role_pool="no_village")
    assert [(warning.rule, warning.facts["card"]) for warning in setup.warnings()] == [
        ("OPT-ROLE-POOL", "scandalmonger"),
        ("OPT-ROLE-POOL", "pyromaniac"),
    ]


@pytest.mark.parametrize("setting", ["role_pool", "event_pool"])
def test_a_setting_no_document_knows_is_refused(setting: str) -> None:
    """GEN-18, META-6"""
    faults = refused(8, {"werewolf": 2, "simple_villager": 6}, **{setting: "by_lot"})
    assert [key for key, _ in faults] == ["setup.wrong_value"]
