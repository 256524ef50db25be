"""`python -m scripts.bench_beside`: random games of this engine beside those of a small public one, on its own cards.

That one is `werewolf-engine` from the package index, eight hundred lines with a Seer, a Witch, a Hunter and a Doctor.
Nothing here needs it: `pip install werewolf-engine` first. It ends a game when there are as many Werewolves as others,
and so does ours here. Both are given legal answers drawn alike, and timed in turn.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

from nightcall import Setup
from nightcall.engine.game import playout
from nightcall.sim.bots import RandomBot
from nightcall.sim.playouts import unswept

TABLES = (
    (9, {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "villager": 4}),
    (9, {"werewolf": 2, "seer": 1, "doctor": 1, "witch": 1, "hunter": 1, "villager": 3}),
    (12, {"werewolf": 3, "seer": 1, "witch": 1, "hunter": 1, "villager": 6}),
    (18, {"werewolf": 4, "seer": 1, "witch": 1, "hunter": 1, "villager": 11}),
)
OURS = {"villager": "simple_villager", "doctor": "defender"}
OPTIONAL = ("seer", "werewolf", "witch")
"""Who may choose nobody, there as here."""
SLICES, GAMES, ROUNDS = 20, 50, 6


def theirs(engine: Any, players: int, deck: Mapping[str, int], part: int) -> int:
    """A slice of games there; how many nights they took."""
    random.seed(part)
    config = engine.GameConfig(role_counts=dict(deck))
    names = [f"player {seat}" for seat in range(players)]
    return sum(one_there(engine.Game(names, config), random.random) for _ in range(GAMES))


def one_there(game: Any, draw: Callable[[], float]) -> int:
    game.start()
    while (phase := game.phase.name) != "END":
        if phase == "DAY":
            living = [player.id for player in game.players if player.alive]
            for voter in living:
                choice = voter
                while choice == voter:  # nobody votes against himself there
                    choice = living[int(draw() * len(living))]
                game.day_vote(voter, choice)
            continue
        actor = game.night_manager.current_actor
        targets = game.night_manager.get_available_targets(actor)
        choice = int(draw() * (len(targets) + (actor.role.name in OPTIONAL)))
        if choice == len(targets):
            game.night_skip(actor.id)
        else:
            game.night_action(actor.id, targets[choice].id)
    return int(game.round_number)


def ours(setup: Setup, part: int) -> int:
    bot = RandomBot(Random(part))
    return sum(playout(setup, bot, seed=part * GAMES + number)[0].night for number in range(GAMES))


def timed(games: Callable[[], int]) -> tuple[float, int]:
    with unswept():
        start = process_time()
        nights = games()
        return process_time() - start, nights


def beside(engine: Any, players: int, deck: Mapping[str, int]) -> str:
    """One line of the table: the fastest run of each slice counts."""
    mine = {OURS.get(name, name): copies for name, copies in deck.items()}
    options: dict[str, Any] = {"sheriff_election": "off", "wolf_parity_shortcut": True}
    setup = Setup.of(players, mine, seed=1, cards_known_to_app=True, **options)
    there, here = [(float("inf"), 0)] * SLICES, [(float("inf"), 0)] * SLICES
    for _ in range(ROUNDS):
        for part in range(SLICES):
            there[part] = min(there[part], timed(partial(theirs, engine, players, deck, part)))
            here[part] = min(here[part], timed(partial(ours, setup, part)))
    (that, long), (this, short) = (map(sum, zip(*each, strict=True)) for each in (there, here))
    games = SLICES * GAMES
    return (
        f"{players:7}  {len(deck) - 2:6}  {1e6 * that / games:8.0f}  {long / games:6.2f}  {1e6 * this / games:7.0f}"
        f"  {short / games:6.2f}  {that / this:14.2f}  {(that / long) / (this / short):9.2f}"
    )


def main() -> int:
    try:
        engine = import_module("werewolf_engine")
    except ImportError:
        print("pip install werewolf-engine", file=sys.stderr)
        return 1
    print("players  powers  there µs  nights  here µs  nights  here / there  per night")
    for players, deck in TABLES:
        print(beside(engine, players, deck), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
