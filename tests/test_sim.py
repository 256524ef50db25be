"""Games by the thousand."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

from nightcall import Outcome, Prompt, Setup
from nightcall.engine.game import playout
from nightcall.rules.customs import NOBODY_WINS
from nightcall.sim import playouts
from nightcall.sim.bots import PhysicalTable, RandomBot
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


def test_who_wins_and_leaves_is_counted_with_who_wins_at_the_end() -> None:
    """MANIP-3, WIN-9"""
    deck = {"prejudiced_manipulator": 1, "werewolf": 2, "simple_villager": 5}
    setup = Setup.of(8, deck, groups=["left", "left", "left", "right"] * 2, cards_known_to_app=True, seed=4)
    games = 300
    villages = [playout(setup, RandomBot(Random(f"2/{number}")), seed=number)[0] for number in range(games)]
    left = sum(bool(village.gone) for village in villages)
    report = simulate(setup, games, seed=2)
    assert left > 10
    assert report.wins["prejudiced_manipulator"] > 10
    assert report.games == sum(report.nights.values()) == games
    assert report.share("prejudiced_manipulator") == report.wins["prejudiced_manipulator"] / games
    assert sum(report.wins.values()) == games + report.wins["prejudiced_manipulator"], "the others play on, and win too"
    assert report.has_shared_games
    assert not simulate(dealt(), 50, seed=2).has_shared_games
    assert report.to_json()["games"] == games


LONELY = {"werewolf": 1, "prejudiced_manipulator": 4, "simple_villager": 1}


@pytest.mark.parametrize("known", [True, False])
def test_no_coin_ends_a_game_that_goes_on(known: bool) -> None:
    """WIN-15: loners may be left who can still vote; the moderator's button is not for them."""
    groups = ["left", "right"] * 3
    setup = Setup.of(6, LONELY, groups=groups, cards_known_to_app=known, seed=0, manipulator_victory="ends_game")
    ends = [ending(setup, seed) for seed in range(300)]
    assert sum(offered for offered, _ in ends) > 5, "the button was there"
    assert not [outcome for _, outcome in ends if outcome.rule == "WIN-15"]


def test_a_game_in_which_nothing_can_happen_is_ended() -> None:
    """WIN-15, LOVE-3, LOVE-14: a White Werewolf and a Manipulator in love, who may not harm each other."""
    setup = Setup.of(
        3,
        ["white_werewolf", "prejudiced_manipulator", "cupid"],
        groups=["left", "right", "right"],
        cards_known_to_app=True,
        lovers_restriction="no_harm",
        white_blocks_wolf_victory=True,
        manipulator_victory="ends_game",
        self_vote=False,
    )
    ends = [ending(setup, seed)[1] for seed in range(60)]
    assert "WIN-15" in {outcome.rule for outcome in ends}


def ending(setup: Setup, seed: int) -> tuple[bool, Outcome]:
    """Whether the game might have been called a stalemate, and how it ended."""
    random = Random(seed)
    bot = RandomBot(random) if setup.options.cards_known_to_app else PhysicalTable(random, setup)
    offered = []

    def answer(prompt: Prompt) -> Any:
        offered.append(prompt.key == "day.debate" and NOBODY_WINS in prompt.options)
        return bot(prompt)

    _, outcome = playout(setup, answer, seed=seed)
    return any(offered), outcome


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


# -- bots of one's own --


class Gentle(RandomBot):
    """Spares everybody in the vote, and is random in the rest."""

    def _ballots(self, prompt: Prompt) -> dict[int, int | None]:
        return {}


class Curious(RandomBot):
    """Writes down what it is asked."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.keys: set[str] = set()

    def __call__(self, prompt: Prompt) -> Any:
        self.keys.add(prompt.key)
        return super().__call__(prompt)


class MoreCurious(Curious):
    """Answers in its base's way."""


class Hurried(Gentle):
    """Says itself that any legal answer will do."""

    is_hasty = True


def test_a_bot_of_ones_own_answers_in_its_own_way() -> None:
    """Haste is not inherited: only a class that says so itself is not asked."""
    votes = [playout(dealt(), Gentle(Random(seed)), seed=seed)[0].votes_held for seed in range(10)]
    voted_out = [
        [death for death in playout(dealt(), bot(Random(seed)), seed=seed)[0].graveyard if death.cause == "vote"]
        for bot in (Gentle, Hurried)
        for seed in range(10)
    ]
    assert min(votes) > 0
    assert not any(voted_out[:10]), "nobody is condemned"
    assert any(voted_out[10:]), "the one in a hurry is never asked for ballots"


@pytest.mark.parametrize("kind", [Curious, MoreCurious])
def test_a_bot_of_ones_own_is_asked_everything(kind: type[Curious]) -> None:
    bot = kind(Random(1))
    village, outcome = playout(dealt(), bot, seed=1)
    plain, same = playout(dealt(), RandomBot(Random(1)), seed=1)
    assert (outcome, village.asked) == (same, plain.asked), "and where it answers as its base, the game is the same"
    assert {"night.falls", "day.debate", "werewolves.devour", "vote.ballots"} <= bot.keys
