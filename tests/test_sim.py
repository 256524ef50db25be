"""Games by the thousand."""

from __future__ import annotations

import math

import pytest

from nightcall import Setup
from nightcall.sim import playouts
from nightcall.sim.playouts import simulate, wilson

DECK = {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "simple_villager": 5}


def dealt() -> Setup:
    return Setup.of(10, DECK, cards_known_to_app=True, seed=0)


def test_every_game_is_counted() -> None:
    seen: list[int] = []
    report = simulate(dealt(), 450, seed=3, progress=seen.append)
    assert report.games == sum(report.wins.values()) == sum(report.nights.values()) == 450
    assert sum(seen) == 450
    assert len(seen) == math.ceil(450 / playouts.BLOCK)
    assert set(report.wins) <= {"village", "werewolves", "nobody"}
    assert min(report.nights) <= report.mean_nights <= max(report.nights)


def test_the_seed_decides_and_nothing_else() -> None:
    once, again = simulate(dealt(), 300, seed=5), simulate(dealt(), 300, seed=5)
    assert once == again
    assert simulate(dealt(), 300, seed=6) != once


def test_the_number_of_processes_changes_nothing() -> None:
    assert simulate(dealt(), 500, seed=5, jobs=2) == simulate(dealt(), 500, seed=5)


def test_physical_cards_are_played_too() -> None:
    report = simulate(Setup.of(10, DECK), 60, seed=1)
    assert report.games == 60


def test_without_a_seed_the_cards_lie_as_listed() -> None:
    # Two wolves beside one villager: with this fixed deal the wolves can lose only by the vote.
    setup = Setup.of(3, ["werewolf", "werewolf", "simple_villager"], cards_known_to_app=True, sheriff_election="off")
    winners = {playouts.play_one(setup, 1, number) for number in range(40)}
    assert winners


def test_more_wolves_win_more() -> None:
    few = simulate(Setup.of(10, {"werewolf": 1, "simple_villager": 9}, cards_known_to_app=True, seed=0), 300)
    many = simulate(Setup.of(10, {"werewolf": 4, "simple_villager": 6}, cards_known_to_app=True, seed=0), 300)
    assert few.share("werewolves") < many.share("werewolves")


def test_at_least_one_game() -> None:
    with pytest.raises(ValueError, match="at least one"):
        simulate(dealt(), 0)


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_the_interval_is_wilsons(hits: int, trials: int, low: float, high: float) -> None:
    assert wilson(hits, trials) == pytest.approx((low, high), abs=1e-4)


def test_a_report_goes_into_json() -> None:
    data = simulate(dealt(), 50, seed=2).to_json()
    assert data["games"] == 50
    assert sum(win["games"] for win in data["wins"].values()) == 50
    for win in data["wins"].values():
        low, high = win["interval"]
        assert 0 <= low <= win["share"] <= high <= 1
    assert Setup.from_json(data["setup"]) == dealt()
