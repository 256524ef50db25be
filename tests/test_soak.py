"""Thousands of random games: `make soak`."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nightcall import Setup, play
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
