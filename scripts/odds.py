"""The figures of docs/odds.md, made again: what a deck and what a card is worth among believable players.

    python -m scripts.odds fit            plays many decks and fits the weights of the instant answer to them
    python -m scripts.odds decks          the village's share in the recommended decks, by skill
    python -m scripts.odds mixes          what the advisor thinks of our mixes
    python -m scripts.odds cards          what each card adds, beside what others think it is worth

Everything comes from a seed: the same version gives the same numbers.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterable, Mapping
from math import sqrt
from pathlib import Path
from typing import Any

from nightcall import Setup, recommended
from nightcall.engine.rule import character
from nightcall.rules.decks import MIXES, mixes
from nightcall.sim.people import People
from nightcall.sim.playouts import simulate
from nightcall.sim.surrogate import fitted, knows
from scripts.fitting import fit

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


def effects(games: int, sizes: Iterable[int] = range(8, 19), names: Iterable[str] = tuple(AGREED)) -> dict[str, float]:
    """Card -> points the village gains with it in place of a Simple Villager, averaged over the recommended decks."""
    found: dict[str, list[float]] = {name: [] for name in names}
    for players in sizes:
        base = dict(recommended(players))
        without = village(players, base, 2 * games, People())
        for name, gained in found.items():
            copies = character(name).together
            deck = {**base, "simple_villager": base["simple_villager"] - copies}
            deck[name] = deck.get(name, 0) + copies
            gained.append((village(players, deck, games, People(), 2) - without) / copies)
    return {name: sum(gained) / len(gained) for name, gained in found.items()}


def cards(games: int) -> None:
    mean = effects(games)
    for name in sorted(mean, key=mean.__getitem__, reverse=True):
        print(
            f"{name:30} {mean[name]:+6.1f}  in wolves {mean[name] / -mean['werewolf']:+.2f}  agreed {AGREED[name]:+.2f}"
        )
    others = {name: value for name, value in mean.items() if not character(name).is_wolf}
    print(f"rank correlation {correlation(mean):.2f}, without the wolf cards {correlation(others):.2f}")


def correlation(mean: Mapping[Any, float], other_view: Mapping[Any, float] = AGREED) -> float:
    """Of the ranks: Spearman's; whoever ties shares the mean of the ranks."""
    one, other = _ranks(mean.values()), _ranks([other_view[name] for name in mean])
    middle = (len(one) - 1) / 2
    common = sum((x - middle) * (y - middle) for x, y in zip(one, other, strict=True))
    return common / sqrt(sum((x - middle) ** 2 for x in one) * sum((y - middle) ** 2 for y in other))


def _ranks(values: Collection[float]) -> list[float]:
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


def even() -> None:
    """What the advisor thinks of our mixes: the village's share of what the loners leave, and theirs."""
    for mix in MIXES:
        row = []
        for players in range(8, 19):
            deck = mixes(players).get(mix.name, {})
            if deck and knows(deck, People()):
                found = fitted()(deck, People().skill)
                share = found.village / (found.village + found.shares["werewolves"])
                row.append(f"{players}: {share:.0%} ({found.loners:.0%})")
        print(f"{mix.name:10} " + ", ".join(row))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.odds", description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(dest="what", required=True)
    for name in ("decks", "cards"):
        commands.add_parser(name).add_argument("--games", type=int, default=800, help="games for each figure (800)")
    fitted = commands.add_parser("fit")
    defaults = {"seed": 1, "decks": 9000, "laid": 6000, "games": 80, "fresh": 60, "rounds": 60, "jobs": 2}
    for name, default in defaults.items():
        fitted.add_argument(f"--{name}", type=int, default=default)
    fitted.add_argument("--keep", type=Path, help="a file for the games played, so that a run that was stopped goes on")
    commands.add_parser("mixes")
    asked = vars(parser.parse_args())
    doing: dict[str, Callable[..., None]] = {"decks": decks, "cards": cards, "fit": fit, "mixes": even}
    doing[asked.pop("what")](**asked)


if __name__ == "__main__":
    main()
