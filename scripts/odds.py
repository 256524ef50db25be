"""The tables of docs/odds.md, made again: what a deck and what a card is worth among believable players.

    python -m scripts.odds decks          the village's share in the recommended decks, by skill
    python -m scripts.odds cards          what each card adds, beside what others think it is worth

Everything comes from a seed: the same version gives the same numbers.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from nightcall import Setup, recommended
from nightcall.engine.rule import character
from nightcall.sim.people import People
from nightcall.sim.playouts import simulate

AGREED = {
    "werewolf": -1.0,
    "seer": 0.69,
    "witch": 0.48,
    "hunter": 0.28,
    "cupid": -0.22,
    "little_girl": 0.67,
    "defender": 0.37,
    "elder": 0.38,
    "village_idiot": 0.15,
    "scapegoat": 0.08,
    "fox": 0.48,
    "bear_tamer": 0.67,
    "knight_with_the_rusty_sword": 0.48,
    "wandering_judge": -0.29,
    "two_sisters": 0.15,
    "three_brothers": 0.15,
    "devoted_servant": 0.33,
    "wild_child": -0.51,
    "wolf_hound": -0.58,
    "piper": -0.33,
    "angel": -0.31,
    "white_werewolf": -0.82,
    "big_bad_wolf": -1.55,
    "cursed_wolf_father": -1.34,
}
"""What published point tables think a card is worth, in Werewolves (docs/odds.md)."""


def village(players: int, deck: Mapping[str, int], games: int, people: People, seed: int = 1) -> float:
    setup = Setup.of(players, dict(deck), cards_known_to_app=True, seed=1)
    return 100 * simulate(setup, games, seed, people=people).share("village")


def decks(games: int) -> None:
    skills = (0.0, 0.25, 0.4, 0.5, 0.6, 0.75, 1.0)
    print("players " + " ".join(f"{skill:>5}" for skill in skills))
    for players in range(8, 19):
        row = [village(players, recommended(players), games, People(skill)) for skill in skills]
        print(f"{players:7} " + " ".join(f"{share:5.0f}" for share in row), flush=True)


def cards(games: int) -> None:
    """Each card in place of a Simple Villager, averaged over the recommended decks."""
    effects: dict[str, list[float]] = {name: [] for name in AGREED}
    for players in range(8, 19):
        base = dict(recommended(players))
        without = village(players, base, 2 * games, People())
        for name, found in effects.items():
            copies = {"two_sisters": 2, "three_brothers": 3}.get(name, 1)
            deck = {**base, "simple_villager": base["simple_villager"] - copies}
            deck[name] = deck.get(name, 0) + copies
            found.append((village(players, deck, games, People(), 2) - without) / copies)
    mean = {name: sum(found) / len(found) for name, found in effects.items()}
    for name in sorted(mean, key=mean.__getitem__, reverse=True):
        print(
            f"{name:30} {mean[name]:+6.1f}  in wolves {mean[name] / -mean['werewolf']:+.2f}  agreed {AGREED[name]:+.2f}"
        )
    others = {name: value for name, value in mean.items() if not character(name).is_wolf}
    print(f"rank correlation {correlation(mean):.2f}, without the wolf cards {correlation(others):.2f}")


def correlation(mean: Mapping[str, float]) -> float:
    one = sorted(mean, key=mean.__getitem__)
    other = sorted(mean, key=AGREED.__getitem__)
    count = len(one)
    return 1 - 6 * sum((one.index(name) - other.index(name)) ** 2 for name in one) / (count * (count**2 - 1))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.odds", description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("decks", "cards"))
    parser.add_argument("--games", type=int, default=800, help="games for each figure (800)")
    asked = parser.parse_args()
    {"decks": decks, "cards": cards}[asked.what](asked.games)


if __name__ == "__main__":
    main()
