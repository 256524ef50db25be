"""Laying out the village: what a table with houses needs, and the tokens dealt by the app."""

from __future__ import annotations

from typing import Any

import pytest

import nightcall
from nightcall import InvalidSetup, Setup
from nightcall.engine.chance import shuffled
from nightcall.engine.errors import Fault
from nightcall.engine.setup import VAGABOND
from nightcall.rules import decks
from nightcall.rules.buildings.building import houses
from nightcall.rules.decks import deal_buildings
from tests import box

OF_THE_BOX = [name for name, kind in houses().items() if kind.name in box.BUILDINGS]


def found(preset: str = "pact", **settings: Any) -> tuple[Fault, ...]:
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(["Ann", "Bea", "Cid"], ["werewolf", "seer", "simple_villager"], preset=preset, **settings)
    return tuple(caught.value.faults)


def faults(preset: str = "pact", **settings: Any) -> list[tuple[str, str]]:
    return [(fault.key, fault.rule) for fault in found(preset, **settings)]


@pytest.mark.parametrize("preset", ["helper", "classic"])
def test_houses_belong_to_the_boxes_that_have_them(preset: str) -> None:
    """OPT-BUILDINGS, GEN-18"""
    village = ["church", "pub", "vagabond"]
    assert faults(preset, buildings=village) == [("setup.no_buildings", "OPT-BUILDINGS")]
    assert faults(buildings=village, buildings_available=False) == [("setup.no_buildings", "OPT-BUILDINGS")]
    cards = ["werewolf", "seer", "simple_villager"]
    assert Setup.of(3, cards, preset=preset, buildings=village, buildings_available=True).buildings == tuple(village)


def test_every_seat_needs_a_token() -> None:
    """GEN-18"""
    assert faults(buildings=["church", "pub"]) == [("setup.building_count", "GEN-18")]


def test_a_fault_says_what_it_is_about() -> None:
    """GEN-18, OPT-BUILDINGS: that is where it can be mended."""
    [count] = found(buildings=["church", "pub"])
    assert count.about == ("buildings", "players")
    [not_there] = found(buildings=["church", "pub", "vagabond"], buildings_available=False)
    assert not_there.about == ("buildings", "options")


@pytest.mark.parametrize("house", ["castle", "farm", "farm_7", "farm_0", ""])
def test_only_houses_of_the_box(house: str) -> None:
    """GEN-18"""
    assert faults(buildings=[house, "pub", "vagabond"]) == [("setup.unknown_building", "GEN-18")]


def test_each_house_stands_once() -> None:
    """GEN-18"""
    assert faults(buildings=["farm_2", "farm_2", "pub"]) == [("setup.building_twice", "GEN-18")]


def test_the_box_holds_fourteen_houses() -> None:
    """GEN-18, FARM-1"""
    assert len(OF_THE_BOX) == 14
    assert [name for name in houses() if name.startswith("farm")] == [f"farm_{number}" for number in range(1, 7)]


@pytest.mark.parametrize("players", [1, 8, 14, 15, 29])
def test_the_tokens_are_dealt(players: int) -> None:
    """GEN-18"""
    dealt = deal_buildings(players, 7)
    assert len(dealt) == players
    homes = [house for house in dealt if house != VAGABOND]
    assert len(homes) == len(set(homes)) == min(players, len(houses()))
    assert set(homes) <= set(houses())


def test_a_deal_follows_from_its_seed_alone() -> None:
    """GEN-18"""
    assert deal_buildings(16, 5) == deal_buildings(16, 5)
    assert deal_buildings(16, 5) != deal_buildings(16, 6)


def test_the_houses_of_the_box_are_always_dealt_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """GEN-18"""
    monkeypatch.setattr(decks, "houses", lambda: OF_THE_BOX)
    assert deal_buildings(4, 1) == ["farm_2", "hovel", "bailiffs_house", "farm_4"]


def test_the_deal_of_the_houses_says_nothing_about_the_cards() -> None:
    """GEN-18: the same seed deals both, in different orders."""
    for seed in range(50):
        assert deal_buildings(14, seed) != shuffled(sorted(houses()), seed)


def test_more_people_than_tokens_are_vagabonds_too() -> None:
    """GEN-18, VAG-3: a Vagabond is whoever has no house, with a bindle or without."""
    dealt = deal_buildings(40, 7)
    assert dealt.count("vagabond") == 40 - len(houses())
    deck = ["werewolf", *["simple_villager"] * 39]
    assert nightcall.play(Setup.of(40, deck, buildings=dealt)).prompt is not None


def test_a_dealt_village_can_be_played() -> None:
    """GEN-18"""
    deck = ["werewolf", "werewolf", "seer", *["simple_villager"] * 13]
    setup = Setup.of(16, deck, buildings=deal_buildings(16, 3))
    assert nightcall.play(setup).prompt is not None
