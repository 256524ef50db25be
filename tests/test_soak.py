"""Thousands of random games: `make soak`."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nightcall import Setup, play
from tests.careless import careless_evening, careless_table
from tests.strategies import TOGETHER, random_game, setups


def plays(setup: Setup, seed: int) -> None:
    """The game ends, replays identically, and every answer was legal."""
    village, outcome, recorder = random_game(setup, seed)
    game = play(setup, recorder.answers)
    assert game.outcome == outcome
    assert [event.to_json() for event in game.events] == [event.to_json() for event in village.events]


thousand = settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck), database=None)


@pytest.mark.soak
@pytest.mark.parametrize("share", range(8))
def test_thousands_of_games_of_every_kind(share: int) -> None:
    thousand(given(setups(), st.integers(0, 2**32))(plays))()


@pytest.mark.soak
@pytest.mark.parametrize("share", range(8))
def test_thousands_of_games_with_variants_in_every_combination(share: int) -> None:
    """VARX-1"""
    thousand(given(setups(most=16, variants=TOGETHER), st.integers(0, 2**32))(plays))()


@pytest.mark.soak
@pytest.mark.parametrize("share", range(8))
def test_a_careless_moderator_of_real_cards_meets_no_dead_end(share: int) -> None:
    """IDENT-4, IDENT-5"""
    for seed in range(1000 + share, 21000, 8):
        careless_evening(careless_table(Random(seed)), seed)


@pytest.mark.soak
def test_nor_with_variants_in_every_combination() -> None:
    """IDENT-4, VARX-1"""

    def goes_on(setup: Setup, seed: int) -> None:
        careless_evening(setup, seed)

    thousand(given(setups(known=False, most=16, variants=TOGETHER), st.integers(0, 2**32))(goes_on))()
