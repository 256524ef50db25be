"""The weights of `nightcall.sim.surrogate`: play many decks, fit small nets to them, judge them on fresh decks.

Plain Python, so that the weights can be made again wherever the project runs.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from importlib.metadata import version
from math import exp, log, sqrt, tanh
from multiprocessing import get_context
from operator import mul
from pathlib import Path
from random import Random
from typing import Any

from nightcall import Setup
from nightcall.engine.rule import character
from nightcall.rules.decks import FILLER, mixes
from nightcall.sim import surrogate
from nightcall.sim.people import MODEL, People
from nightcall.sim.playouts import simulate
from nightcall.sim.surrogate import CARDS, NIGHTS, PACK, PLAYERS, SIDES, SKILL, WOLVES, Nets, Rules, features, possible

FILE = Path(surrogate.__file__).with_name("surrogate.json")
NETS = 4
UNITS = 24
FRESH_GAMES = 1200
DECAY = 2e-5
NIGHTS_WEIGH = 0.1
"""How much an error of the nights counts beside one of the shares."""
OFTEN, POWERS = 10, 5
"""Half the decks that hosts lay are for no more players than this; most have no more kinds of powers than that."""
SIMPLE, FEW = 3, 9
"""The nets are judged apart on decks with no more kinds of cards beside Werewolf and Simple Villager, and on those for
no more players."""


# -- decks --


@dataclass(frozen=True, slots=True)
class Sample:
    """A deck, who played it by which rules, and what came of it."""

    deck: dict[str, int]
    skill: float
    rules: Rules
    wins: dict[str, int]
    nights: float

    @property
    def games(self) -> int:
        return sum(self.wins.values())

    @property
    def players(self) -> int:
        return sum(self.deck.values())

    @property
    def is_simple(self) -> bool:
        return len(self.deck.keys() - {"werewolf", FILLER}) <= SIMPLE


def random_deck(random: Random) -> dict[str, int]:
    """Any deck within the range."""
    return _drawn(random, random.randint(*PLAYERS), len(CARDS))


def laid_deck(random: Random) -> dict[str, int]:
    """A deck as hosts lay it: one of ours, perhaps with a card more or less, or one with few powers."""
    players = random.randint(PLAYERS[0], OFTEN if random.random() < 0.5 else PLAYERS[1])
    if random.random() < 0.75:
        return _drawn(random, players, random.randint(1, POWERS))
    deck = Counter(random.choice(list(mixes(players).values())))
    name = random.choice([name for name in CARDS if name not in PACK])
    copies = character(name).together * (-1 if name in deck else 1)
    if random.random() < 0.75 and copies <= deck[FILLER]:
        deck[name] += copies
        deck[FILLER] -= copies
    return dict(+deck)


def _drawn(random: Random, players: int, kinds: int) -> dict[str, int]:
    """Pack, at most so many kinds of powers, and Simple Villagers for the rest."""
    lowest, highest = (share * players for share in WOLVES)
    wolves = random.randint(max(1, int(lowest) + (lowest > int(lowest))), int(highest))
    deck: Counter[str] = Counter()
    special = [name for name in PACK[1:] if random.random() < 0.2]
    for name in special[: min(wolves - 1, kinds)]:
        deck[name] = 1
    kinds -= len(deck)
    plain = min(wolves - deck.total(), character("werewolf").copies)
    deck["werewolf"] = plain
    others = [name for name in CARDS if name not in PACK]
    random.shuffle(others)
    room = players - deck.total()
    wanted = random.randint(0, room)
    for name in sorted(others, key=lambda name: name != "seer" or random.random() < 0.25):
        copies = character(name).together
        if kinds and copies <= wanted:
            deck[name] = copies
            kinds -= 1
            wanted -= copies
            room -= copies
    deck[FILLER] = room
    return dict(+deck)


DRAWN: dict[str, Callable[[Random], dict[str, int]]] = {"any": random_deck, "laid": laid_deck}


def table(deck: Mapping[str, int], rules: Rules) -> Setup:
    options = {} if rules.sheriff else {"sheriff_election": "off"}
    book = "pacte" if rules.french else "pact"
    return Setup.of(sum(deck.values()), dict(deck), preset=book, cards_known_to_app=True, seed=1, **options)


Task = tuple[str, int, int, int]
"""How a deck is drawn, a seed, its number among those drawn from it, and how many games of it."""


def played(task: Task) -> Sample:
    how, seed, number, games = task
    random = Random(f"{seed}/{number}")
    deck, skill = DRAWN[how](random), random.uniform(*SKILL)
    rules = Rules(random.random() < 0.4, random.random() < 0.75)
    report = simulate(table(deck, rules), games, number, people=People(skill))
    return Sample(deck, skill, rules, report.wins, report.mean_nights)


def samples(how: str, seed: int, decks: int, games: int, jobs: int, keep: Path | None = None) -> list[Sample]:
    """Played now, or read from where they are kept: a run that was stopped goes on there."""
    tasks = [(how, seed, number, games) for number in range(decks)]
    known = _kept(keep) if keep is not None and keep.exists() else {}
    missing = [task for task in tasks if task not in known]
    for done, (task, sample) in enumerate(zip(missing, _all_played(missing, jobs), strict=True), 1):
        known[task] = sample
        if keep is not None:
            with keep.open("a", encoding="utf-8") as file:
                print(json.dumps([surrogate.fingerprint(), task, asdict(sample)]), file=file)
        if done % 100 == 0:
            print(f"{done} of {len(missing)} decks", file=sys.stderr, flush=True)
    return [known[task] for task in tasks]


def _all_played(tasks: Sequence[Task], jobs: int) -> Iterator[Sample]:
    if jobs < 2:
        yield from map(played, tasks)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(played, tasks, chunksize=8)


def _kept(keep: Path) -> dict[Task, Sample]:
    """What these very players have played; others' games are passed over."""
    found: dict[Task, Sample] = {}
    for line in keep.read_text("utf-8").splitlines():
        of, task, facts = json.loads(line)
        if of == surrogate.fingerprint():
            found[tuple(task)] = Sample(**(facts | {"rules": Rules(**facts["rules"])}))
    return found


# -- fitting --

Seen = tuple[list[tuple[int, float]], dict[str, float], float]
"""The inputs that are not 0; the share of every side that can win; the nights as their head says them."""


class Fit:
    """One net with a few hidden units, fitted to shares by Adam.

    Its weights lie by input, what that adds to every unit side by side: most inputs of a deck are 0 and cost nothing.
    """

    def __init__(self, random: Random, inputs: int) -> None:
        self.inputs = [[random.gauss(0, 0.1) for _ in range(UNITS)] for _ in range(inputs)]
        self.heads = {name: [random.gauss(0, 0.1) for _ in range(UNITS + 1)] for name in (*SIDES, NIGHTS)}
        self._first = [[0.0] * len(row) for row in self._rows()]
        self._second = [[0.0] * len(row) for row in self._rows()]
        self._steps = 0

    def _rows(self) -> list[list[float]]:
        return [*self.inputs, *self.heads.values()]

    def net(self) -> dict[str, Any]:
        return {
            "hidden": [[round(weight, 4) for weight in unit] for unit in zip(*self.inputs, strict=True)],
            "heads": {name: [round(weight, 4) for weight in row] for name, row in self.heads.items()},
        }

    def learn(self, batch: Sequence[Seen], rate: float, decay: float) -> None:
        slopes = [[decay * weight for weight in row] for row in self._rows()]
        place_of = {name: place for place, name in enumerate(self.heads, len(self.inputs))}
        for seen, wanted, nights in batch:
            total = [0.0] * UNITS
            for place, x in seen:
                total = [sum_ + x * weight for sum_, weight in zip(total, self.inputs[place], strict=True)]
            hidden = list(map(tanh, total))
            full = [*hidden, 1.0]
            back = [0.0] * UNITS
            for name, off in self._errors(full, wanted, nights).items():
                error, place = off / len(batch), place_of[name]
                slopes[place] = [slope + error * value for slope, value in zip(slopes[place], full, strict=True)]
                back = [sum_ + error * weight for sum_, weight in zip(back, self.heads[name], strict=False)]
            back = [error * (1 - value * value) for error, value in zip(back, hidden, strict=True)]
            for place, x in seen:
                slopes[place] = [slope + x * error for slope, error in zip(slopes[place], back, strict=True)]
        self._move(slopes, rate)

    def _errors(self, full: Sequence[float], wanted: Mapping[str, float], nights: float) -> dict[str, float]:
        """How much too high each head is."""
        said = {name: sum(map(mul, self.heads[name], full)) for name in (*wanted, NIGHTS)}
        off = said.pop(NIGHTS) - nights
        top = max(said.values())
        odds = {side: exp(value - top) for side, value in said.items()}
        whole = sum(odds.values())
        return {side: odds[side] / whole - share for side, share in wanted.items()} | {NIGHTS: NIGHTS_WEIGH * off}

    def _move(self, slopes: list[list[float]], rate: float) -> None:
        self._steps += 1
        early, late = 1 - 0.9**self._steps, 1 - 0.999**self._steps
        for row, slope, first, second in zip(self._rows(), slopes, self._first, self._second, strict=True):
            first[:] = [m + 0.1 * (s - m) for m, s in zip(first, slope, strict=True)]
            second[:] = [m + 0.001 * (s * s - m) for m, s in zip(second, slope, strict=True)]
            row[:] = [
                weight - rate * (m / early) / (sqrt(square / late) + 1e-8)
                for weight, m, square in zip(row, first, second, strict=True)
            ]


def prepared(sample: Sample) -> Seen:
    seen = features(sample.deck, sample.skill, sample.rules)
    shares = {side: sample.wins.get(side, 0) / sample.games for side in possible(sample.deck)}
    return [(place, x) for place, x in enumerate(seen) if x], shares, log(max(0.05, sample.nights - 1))


def fit_one(task: tuple[int, int, list[Sample]]) -> dict[str, Any]:
    seed, rounds, found = task
    random = Random(f"net/{seed}")
    ready = [prepared(sample) for sample in found]
    fit = Fit(random, len(features(surrogate.SAMPLE, 0.5)))
    for turn in range(rounds):
        random.shuffle(ready)
        rate = 0.01 * (1 - turn / rounds) + 0.0003
        for start in range(0, len(ready), 32):
            fit.learn(ready[start : start + 32], rate, DECAY)
    return fit.net()


def judged(nets: Sequence[Mapping[str, Any]], fresh: Sequence[Sample]) -> dict[str, float]:
    """How far off the village's share is, in points, on decks they have never seen; and the nights."""
    say = Nets(nets)
    guesses = [(say(sample.deck, sample.skill, sample.rules), sample) for sample in fresh]
    truths = [(guess, sample.wins.get("village", 0) / sample.games, sample) for guess, sample in guesses]
    off = sorted(100 * abs(guess.village - truth) for guess, truth, _ in truths)
    noise = [100 * sqrt(truth * (1 - truth) / sample.games) * 0.8 for _, truth, sample in truths]
    nights = [abs(guess.nights - sample.nights) for guess, sample in guesses]
    return {
        "decks": len(fresh),
        "games": round(sum(sample.games for sample in fresh) / len(fresh)),
        "mean": round(sum(off) / len(off), 2),
        "within_95": round(off[int(0.95 * (len(off) - 1))], 1),
        "noise": round(sum(noise) / len(noise), 2),
        "nights": round(sum(nights) / len(nights), 2),
    }


def all_judged(
    nets: Sequence[Mapping[str, Any]], found: Sequence[Sample], seed: int, fresh: int, jobs: int, keep: Path | None
) -> dict[str, Any]:
    """The same on random decks; and apart on simple ones and on those for few, with those that hosts lay among them."""
    decks = samples("any", seed, fresh, FRESH_GAMES, jobs, keep)
    error: dict[str, Any] = judged(nets, decks)
    known = [sample.deck for sample in found]
    laid = samples("laid", seed, 4 * fresh, FRESH_GAMES, jobs, keep)
    unknown = [sample for sample in decks + laid if sample.deck not in known]
    error["simple"] = judged(nets, [sample for sample in unknown if sample.is_simple])
    error["few"] = judged(nets, [sample for sample in unknown if sample.players <= FEW])
    return error


def fit(
    seed: int, decks: int, laid: int, games: int, fresh: int, rounds: int, jobs: int, keep: Path | None = None
) -> None:
    """Play, fit, judge, and write the file."""
    found = samples("any", seed, decks, games, jobs, keep) + samples("laid", seed, laid, games, jobs, keep)
    tasks = [(number, rounds, found) for number in range(NETS)]
    if jobs > 1:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            nets = list(pool.map(fit_one, tasks))
    else:
        nets = list(map(fit_one, tasks))
    error = all_judged(nets, found, seed + 1, fresh, jobs, keep)
    made = {"nightcall": version("nightcall"), "model": MODEL, "seed": seed, "decks": decks, "laid": laid}
    made |= {"games": games, "rounds": rounds}
    data = {"fingerprint": surrogate.fingerprint(), "made": made, "error": error, "nets": nets}
    FILE.write_text(json.dumps(data, separators=(",", ":")) + "\n", "utf-8")
    for name, one in (("any", error), ("simple", error["simple"]), (f"up to {FEW} players", error["few"])):
        print(
            f"{name}: {one['mean']} points off on average, 95 % within {one['within_95']}, {one['decks']} fresh decks"
        )
