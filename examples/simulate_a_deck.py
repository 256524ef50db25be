"""Who wins with which deck, when everybody answers at random: `python examples/simulate_a_deck.py [games]`."""

from __future__ import annotations

import sys

from nightcall import Setup
from nightcall.sim.playouts import simulate
from nightcall.words import Words

WORDS = Words("en")
VILLAGE = {"seer": 1, "witch": 1, "hunter": 1}
PLAYERS = 10


def main(games: int = 500) -> None:
    for wolves in (1, 2, 3):
        deck = VILLAGE | {"werewolf": wolves, "simple_villager": PLAYERS - wolves - len(VILLAGE)}
        setup = Setup.of(PLAYERS, deck, seed=1, cards_known_to_app=True, sheriff_election="off")
        report = simulate(setup, games, seed=7)
        low, high = report.interval("village")
        print(f"{wolves} × {WORDS.card('werewolf')}: the village wins {low:.0%} to {high:.0%} of the games")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
