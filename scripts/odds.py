"""`make odds`: play many random decks, fit the nets of `nightcall.sim.surrogate` to them, and judge them on fresh ones.

    python -m scripts.odds fit            plays and fits; writes src/nightcall/sim/surrogate.json
    python -m scripts.odds decks          the village's share in the recommended decks, by skill
    python -m scripts.odds cards          what each card adds, beside what others think it is worth

Everything comes from a seed: the same version gives the same numbers.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt, tanh
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from nightcall import Setup, recommended
from nightcall.engine.rule import character
from nightcall.sim import surrogate
from nightcall.sim.people import People
from nightcall.sim.playouts import simulate
from nightcall.sim.surrogate import CARDS, NEEDS, PLAYERS, SIDES, SKILL, WOLVES, features, shares

FILE = Path(surrogate.__file__).with_name("surrogate.json")
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

Sample = tuple[dict[str, int], float, dict[str, int]]
"""A deck, a skill, and who won how many games."""


# -- decks --


def random_deck(random: Random) -> tuple[dict[str, int], float]:
    """Any deck within the range: pack, powers, and Simple Villagers for the rest."""
    players = random.randint(*PLAYERS)
    lowest, highest = (share * players for share in WOLVES)
    wolves = random.randint(max(1, round(lowest + 0.499)), int(highest))
    deck: Counter[str] = Counter()
    special = [name for name in ("big_bad_wolf", "cursed_wolf_father", "white_werewolf") if random.random() < 0.2]
    for name in special[: wolves - 1]:
        deck[name] = 1
    deck["werewolf"] = wolves - sum(deck.values())
    village = [
        name for name in CARDS if name not in ("werewolf", "big_bad_wolf", "cursed_wolf_father", "white_werewolf")
    ]
    random.shuffle(village)
    room = players - wolves
    wanted = random.randint(0, min(9, room))
    for name in sorted(village, key=lambda name: name != "seer" or random.random() < 0.25):
        copies = {"two_sisters": 2, "three_brothers": 3}.get(name, 1)
        if copies <= wanted:
            deck[name] = copies
            wanted -= copies
            room -= copies
    deck["simple_villager"] = room
    return {name: copies for name, copies in deck.items() if copies}, random.uniform(*SKILL)


def played(task: tuple[int, int, int]) -> Sample:
    seed, number, games = task
    deck, skill = random_deck(Random(f"{seed}/{number}"))
    setup = Setup.of(sum(deck.values()), deck, cards_known_to_app=True, seed=1)
    return deck, skill, simulate(setup, games, number, people=People(skill)).wins


def samples(seed: int, decks: int, games: int, jobs: int) -> Iterator[Sample]:
    tasks = [(seed, number, games) for number in range(decks)]
    if jobs < 2:
        yield from map(played, tasks)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for done, sample in enumerate(pool.map(played, tasks, chunksize=8), 1):
            if done % 100 == 0:
                print(f"{done} of {decks} decks", file=sys.stderr, flush=True)
            yield sample


# -- fitting --


class Fit:
    """One net of a few hidden units, fitted to counts of wins by Adam: small enough for plain Python."""

    def __init__(self, random: Random, inputs: int, units: int) -> None:
        self.hidden = [[random.gauss(0, 0.3) for _ in range(inputs)] for _ in range(units)]
        self.heads = {side: [random.gauss(0, 0.1) for _ in range(units + 1)] for side in SIDES}
        self.rows = [*self.hidden, *self.heads.values()]
        self._first = [[0.0] * len(row) for row in self.rows]
        self._second = [[0.0] * len(row) for row in self.rows]
        self._steps = 0

    def net(self) -> dict[str, Any]:
        return {
            "hidden": [[round(w, 4) for w in row] for row in self.hidden],
            "heads": {side: [round(w, 4) for w in row] for side, row in self.heads.items()},
        }

    def learn(self, batch: Sequence[tuple[list[float], dict[str, float]]], rate: float, decay: float) -> None:
        slopes = [[decay * w for w in row] for row in self.rows]
        units = len(self.hidden)
        for seen, wanted in batch:
            hidden = [tanh(sum(w * x for w, x in zip(row, seen, strict=True))) for row in self.hidden]
            full = [*hidden, 1.0]
            logits = {side: sum(w * h for w, h in zip(self.heads[side], full, strict=True)) for side in wanted}
            top = max(logits.values())
            odds = {side: 2.718281828459045 ** (value - top) for side, value in logits.items()}
            whole = sum(odds.values())
            back = [0.0] * units
            for place, side in enumerate(SIDES):
                if side not in wanted:
                    continue
                error = (odds[side] / whole - wanted[side]) / len(batch)
                slope, row = slopes[units + place], self.heads[side]
                for unit, value in enumerate(full):
                    slope[unit] += error * value
                for unit in range(units):
                    back[unit] += error * row[unit]
            for unit, value in enumerate(hidden):
                error = back[unit] * (1 - value * value)
                slope = slopes[unit]
                for place, x in enumerate(seen):
                    if x:
                        slope[place] += error * x
        self._steps += 1
        self._move(slopes, rate)

    def _move(self, slopes: list[list[float]], rate: float) -> None:
        early, late = 1 - 0.9**self._steps, 1 - 0.999**self._steps
        for row, slope, first, second in zip(self.rows, slopes, self._first, self._second, strict=True):
            for place, s in enumerate(slope):
                first[place] += 0.1 * (s - first[place])
                second[place] += 0.001 * (s * s - second[place])
                row[place] -= rate * (first[place] / early) / (sqrt(second[place] / late) + 1e-8)


def prepared(sample: Sample) -> tuple[list[float], dict[str, float]]:
    deck, skill, wins = sample
    games = sum(wins.values())
    possible = [side for side in SIDES if deck.get(NEEDS.get(side, ""), 0) or side not in NEEDS]
    return features(deck, skill), {side: wins.get(side, 0) / games for side in possible}


def fit_one(task: tuple[int, int, int, list[Sample]]) -> dict[str, Any]:
    seed, units, rounds, found = task
    random = Random(f"net/{seed}")
    ready = [prepared(sample) for sample in found]
    fit = Fit(random, len(ready[0][0]), units)
    for turn in range(rounds):
        random.shuffle(ready)
        rate = 0.01 * (1 - turn / rounds) + 0.0003
        for start in range(0, len(ready), 32):
            fit.learn(ready[start : start + 32], rate, 1e-4)
    return fit.net()


def judged(nets: Sequence[Mapping[str, Any]], fresh: Sequence[Sample]) -> dict[str, float]:
    """How far off the village's share is, in points, on decks it has never seen."""
    off = []
    for deck, skill, wins in fresh:
        truth = wins.get("village", 0) / sum(wins.values())
        off.append(100 * abs(shares(nets, deck, skill)["village"] - truth))
    off.sort()
    games = sum(sum(wins.values()) for _, _, wins in fresh) / len(fresh)
    return {
        "decks": len(fresh),
        "games": round(games),
        "mean": round(sum(off) / len(off), 2),
        "within_95": round(off[int(0.95 * (len(off) - 1))], 1),
        "noise": round(100 * sqrt(0.25 / games) * 0.8, 2),
    }


def fit(asked: argparse.Namespace) -> None:
    found = list(samples(asked.seed, asked.decks, asked.games, asked.jobs))
    tasks = [(seed, 8, asked.rounds, found) for seed in range(5)]
    if asked.jobs > 1:
        with ProcessPoolExecutor(asked.jobs, mp_context=get_context("spawn")) as pool:
            nets = list(pool.map(fit_one, tasks))
    else:
        nets = [fit_one(task) for task in tasks]
    fresh = list(samples(asked.seed + 1, asked.fresh, 1200, asked.jobs))
    error = judged(nets, fresh)
    made = {"seed": asked.seed, "decks": asked.decks, "games": asked.games, "rounds": asked.rounds}
    data = {"fingerprint": surrogate.fingerprint(), "made": made, "error": error, "nets": nets}
    FILE.write_text(json.dumps(data, separators=(",", ":")) + "\n", "utf-8")
    print(f"{error['mean']} points off on average, 95 % within {error['within_95']}, on {error['decks']} fresh decks")


# -- tables --


def village(players: int, deck: Mapping[str, int], games: int, people: People, seed: int = 1) -> float:
    setup = Setup.of(players, dict(deck), cards_known_to_app=True, seed=1)
    return 100 * simulate(setup, games, seed, people=people).share("village")


def decks(asked: argparse.Namespace) -> None:
    skills = (0.0, 0.25, 0.4, 0.5, 0.6, 0.75, 1.0)
    print("players " + " ".join(f"{skill:>5}" for skill in skills))
    for players in range(8, 19):
        row = [village(players, recommended(players), asked.games, People(skill)) for skill in skills]
        print(f"{players:7} " + " ".join(f"{share:5.0f}" for share in row), flush=True)


def cards(asked: argparse.Namespace) -> None:
    """Each card in place of a Simple Villager, averaged over the recommended decks."""
    effects: dict[str, list[float]] = {name: [] for name in AGREED}
    for players in range(8, 19):
        base = dict(recommended(players))
        without = village(players, base, 2 * asked.games, People())
        for name, found in effects.items():
            copies = {"two_sisters": 2, "three_brothers": 3}.get(name, 1)
            deck = {**base, "simple_villager": base["simple_villager"] - copies}
            deck[name] = deck.get(name, 0) + copies
            found.append((village(players, deck, asked.games, People(), 2) - without) / copies)
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
    parser.add_argument("what", choices=("fit", "decks", "cards"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--decks", type=int, default=2000)
    parser.add_argument("--games", type=int, default=170)
    parser.add_argument("--fresh", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=150)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    {"fit": fit, "decks": decks, "cards": cards}[asked.what](asked)


if __name__ == "__main__":
    main()
