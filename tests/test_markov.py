"""The powerless game against the exact solution of its Markov chain.

Only Werewolves and Simple Villagers; each night the pack devours a villager at random, each day a player chosen at
random is eliminated. Then only the two numbers matter, and the odds can be worked out exactly.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import sqrt
from random import Random
from typing import Any

import pytest

from nightcall import Prompt, Setup
from nightcall.engine import prompts
from nightcall.engine.game import playout

GAMES = 4000


@cache
def wolves_win_from_night(wolves: int, villagers: int) -> Fraction:
    """The odds of the pack at nightfall."""
    return wolves_win_from_day(wolves, villagers - 1)


@cache
def wolves_win_from_day(wolves: int, villagers: int) -> Fraction:
    if wolves == 0:
        return Fraction(0)
    if villagers == 0:
        return Fraction(1)
    everybody = wolves + villagers
    odds = Fraction(0)
    for hit, left in ((wolves, (wolves - 1, villagers)), (villagers, (wolves, villagers - 1))):
        if left[0] == 0:
            continue  # the village has won
        odds += Fraction(hit, everybody) * (Fraction(1) if left[1] == 0 else wolves_win_from_night(*left))
    return odds


class Powerless:
    """The pack always eats, and everybody points at the same player."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def __call__(self, prompt: Prompt) -> Any:
        if prompt.kind == prompts.ACK:
            return True
        if prompt.kind == prompts.CHOOSE:
            return "vote"
        target = self.random.choice(prompt.options)
        return dict.fromkeys(prompt.voters, target) if prompt.kind == prompts.BALLOTS else target


@pytest.mark.parametrize(("wolves", "villagers"), [(1, 4), (2, 6), (2, 9), (3, 9), (4, 14)])
def test_random_play_of_the_powerless_game_agrees_with_the_exact_odds(wolves: int, villagers: int) -> None:
    """WIN-1, WIN-2, WW-1, VOTE-2"""
    deck = {"werewolf": wolves, "simple_villager": villagers}
    setup = Setup.of(wolves + villagers, deck, seed=0, cards_known_to_app=True, sheriff_election="off")
    bot = Powerless(Random(f"{wolves}-{villagers}"))
    won = sum(playout(setup, bot, seed=game)[1].winner == "werewolves" for game in range(GAMES))
    exact = float(wolves_win_from_night(wolves, villagers))
    error = sqrt(exact * (1 - exact) / GAMES)
    assert abs(won / GAMES - exact) < 4 * error


def test_the_exact_odds_of_a_tiny_game() -> None:
    """One wolf, three villagers: a villager is eaten; then he is hit one time in three."""
    assert wolves_win_from_night(1, 3) == Fraction(2, 3)
