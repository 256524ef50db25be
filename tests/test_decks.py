"""Ready-made decks: every one can be played, and none is more than the box holds where a box is enough."""

from __future__ import annotations

import pytest

from nightcall import Options, Setup
from nightcall.engine.checking import FEWEST, MOST
from nightcall.rules.decks import MIXES, mixes, recommended, usual
from nightcall.sim.people import People
from nightcall.sim.playouts import simulate, wilson
from nightcall.sim.surrogate import guess

BY_THE_BOX = range(8, 30)
"""The numbers of players the game is made for."""


@pytest.mark.parametrize("players", range(FEWEST, MOST + 1))
def test_every_mix_can_be_played(players: int) -> None:
    found = mixes(players)
    assert usual(players) in found
    for name, deck in found.items():
        setup = Setup.of(players, deck)
        unusual = {warning.key for warning in setup.warnings()} - {"warning.player_range"}
        assert name == "beginners" or not unusual, name


@pytest.mark.parametrize("players", range(8, 19))
def test_the_gentlest_mix_is_the_rulebook_s(players: int) -> None:
    """(GEN-13)"""
    assert mixes(players)["beginners"] == recommended(players)


@pytest.mark.parametrize("players", range(5, 31))
def test_there_is_a_choice_for_every_table(players: int) -> None:
    found = mixes(players)
    assert len(found) > 1
    decks = [tuple(sorted(deck.items())) for deck in found.values()]
    assert len(set(decks)) == len(decks)


@pytest.mark.parametrize("preset", ["pact", "pacte", "helper", "classic"])
@pytest.mark.parametrize("players", range(8, 19))
def test_what_is_proposed_lies_in_the_box(players: int, preset: str) -> None:
    """Under the table's own rules, which know how many Simple Villagers its box holds (OPT-CARDS-VILLAGER)."""
    villagers = Options.of(preset).simple_villager_cards
    found = mixes(players, villagers)
    for name in {usual(players, villagers), "beginners"}:
        assert not Setup.of(players, found[name], preset=preset).warnings(), name


@pytest.mark.parametrize("players", range(9, 18))
def test_what_is_proposed_has_the_well_known_characters(players: int) -> None:
    deck = mixes(players)[usual(players)]
    assert {"seer", "witch", "cupid"} <= set(deck)
    assert "hunter" in deck or players < 12, "as far as the odds stay about even"


@pytest.mark.parametrize("players", range(8, 31))
def test_in_the_lively_mix_somebody_acts_every_night(players: int) -> None:
    """Besides the pack and the Seer."""
    deck = mixes(players)["lively"]
    assert {"fox", "defender", "bear_tamer"} & set(deck), deck


@pytest.mark.parametrize("players", BY_THE_BOX)
def test_a_mix_keeps_the_measure_of_the_pack(players: int) -> None:
    """One Werewolf for every three to six players, whatever form it has."""
    for name, deck in mixes(players).items():
        setup = Setup.of(players, deck)
        pack = sum(card in ("werewolf", "big_bad_wolf", "cursed_wolf_father", "white_werewolf") for card in setup.deck)
        assert 3 <= players / pack <= 6, name


def test_the_classic_mix_is_of_the_first_box() -> None:
    mix = next(mix for mix in MIXES if mix.name == "classic")
    for players in range(8, mix.high + 1):
        assert not Setup.of(players, mixes(players)["classic"], preset="classic").warnings()


@pytest.mark.parametrize("players", range(8, 19))
def test_the_advisor_agrees_with_the_mixes(players: int) -> None:
    """At an ordinary table they are about even, and whoever wins alone wins rarely; GEN-13 is what it is."""
    for name, deck in mixes(players).items():
        found = guess(Setup.of(players, deck))
        if name != "beginners":
            assert found is not None, name
            assert 0.36 <= found.village / (found.village + found.shares["werewolves"]) <= 0.64, (name, deck)
            assert found.loners <= 0.17, (name, deck)


@pytest.mark.soak
@pytest.mark.parametrize("players", range(8, 19))
def test_games_agree_with_the_mixes(players: int) -> None:
    """The same in games, whose interval is to reach into the band; the nets may be off by some points."""
    for name, deck in mixes(players).items():
        if name != "beginners":
            report = simulate(Setup.of(players, deck, cards_known_to_app=True, seed=1), 600, 5, people=People())
            village, pack = report.wins["village"], report.wins["werewolves"]
            low, high = wilson(village, village + pack)
            assert low <= 0.64, (name, deck)
            assert high >= 0.36, (name, deck)
            for loner in ("white_werewolf", "piper", "angel", "lovers"):
                assert report.interval(loner)[0] <= 0.15, (name, loner)
