"""How fast the engine is: `make bench` prints the figures and stores them in bench.json.

Figures depend on the machine; a calibration loop of plain Python is timed beside them, so that two runs on different or
noisy machines can be compared as ratios. What a game costs in turns of that loop is also compared with what it cost
before there were buildings, events and variants: a game without them should not pay for them.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from nightcall import Game, Setup, play, recommended
from nightcall.engine.game import playout
from nightcall.rules.decks import deal_buildings
from nightcall.rules.newmoon import EVENTS
from nightcall.sim.bots import PhysicalTable, RandomBot
from nightcall.sim.people import People
from nightcall.sim.playouts import simulate, unswept

BASE = {"werewolf": 3, "seer": 1, "witch": 1, "hunter": 1, "cupid": 1, "simple_villager": 5}
RICH = (
    "werewolf werewolf big_bad_wolf cursed_wolf_father seer witch hunter cupid defender elder fox bear_tamer "
    "village_idiot scapegoat wild_child piper simple_villager simple_villager"
).split()
LARGE = (
    "werewolf werewolf werewolf werewolf big_bad_wolf cursed_wolf_father white_werewolf seer witch hunter cupid "
    "defender elder fox bear_tamer village_idiot scapegoat wandering_judge two_sisters two_sisters "
    "three_brothers three_brothers three_brothers knight_with_the_rusty_sword wild_child wolf_hound piper "
    "little_girl simple_villager simple_villager"
).split()

EVERYTHING = (
    "werewolf werewolf werewolf werewolf big_bad_wolf cursed_wolf_father white_werewolf seer witch hunter cupid "
    "defender elder fox bear_tamer village_idiot scapegoat wandering_judge two_sisters two_sisters "
    "knight_with_the_rusty_sword wild_child wolf_hound piper little_girl devoted_servant pyromaniac scandalmonger "
    "gypsy simple_villager"
).split()


def everything() -> Setup:
    """Every house, every event card and nearly every character at one table of thirty."""
    pile = [card.name for card in EVENTS if not card.is_spiritualism]
    houses = deal_buildings(30, 1)
    return Setup.of(30, EVERYTHING, seed=1, cards_known_to_app=True, buildings=houses, events=pile, draw="shuffled")


REFERENCE = {"base": 1570, "rich": 3702}
"""Turns of the calibration loop a game took before there were buildings, events and variants.

The engine of then with the bot and the very games of now, timed in turn with the engine of now on one busy machine
(CPython 3.11). Other interpreters and machines give other figures; a few hundredths either way mean nothing.
"""

SLICES, GAMES = 50, 10
"""The same games every time, in slices short enough that some are timed without being interrupted."""


def calibration(turns: int = 600_000, clock: Callable[[], float] = perf_counter) -> float:
    """Seconds for a fixed amount of plain Python: calls, attributes, dictionaries."""

    class Thing:
        __slots__ = ("value",)

        def __init__(self, value: int) -> None:
            self.value = value

        def get(self, key: int, **facts: int) -> int:
            return self.value

    start = clock()
    for number in range(turns):
        thing = Thing(number)
        thing.get(number, fact=number)
        {}.get(number)  # type: ignore[call-overload]  # what is measured, not what it finds
    return clock() - start


def games_per_second(setup: Setup, seconds: float) -> float:
    """Whole random games, one after another, on one core; the best of three runs."""
    best = 0.0
    for run in range(3):
        bot = RandomBot(Random(run))
        games, start = 0, perf_counter()
        while perf_counter() - start < seconds / 3:
            playout(setup, bot, seed=games)
            games += 1
        best = max(best, games / (perf_counter() - start))
    return best


def in_plain_turns(setup: Setup, rounds: int) -> float:
    """What a game costs, in turns of the calibration loop: the fastest run of each slice, and of the loop beside it.

    In time of this process, so that whatever else the machine does counts as little as can be.
    """
    turns = 10_000
    plain, games = [float("inf")] * SLICES, [float("inf")] * SLICES
    for _ in range(rounds):
        for part in range(SLICES):
            plain[part] = min(plain[part], calibration(turns, process_time))
            games[part] = min(games[part], _slice(setup, part))
    return (sum(games) / GAMES) / (sum(plain) / turns)


def _slice(setup: Setup, part: int) -> float:
    bot, first = RandomBot(Random(part)), part * GAMES
    start = process_time()
    for seed in range(first, first + GAMES):
        playout(setup, bot, seed=seed)
    return process_time() - start


# -- games of people who think --


def believable_per_second(players: int, seconds: float) -> float:
    """Games of an ordinary table with the recommended deck in a second of this process, on one core; the best of three.

    A second of the process, not of the clock: others may be using the machine.
    """
    setup, best = Setup.of(players, recommended(players), cards_known_to_app=True, seed=1), 0.0
    for run in range(3):
        games, start = 0, process_time()
        while process_time() - start < seconds / 3:
            simulate(setup, 50, run, people=People())
            games += 50
        best = max(best, games / (process_time() - start))
    return best


def two_of_one(games: int) -> float:
    """How many times as fast two processes are as one, start included: a figure only where two cores are idle."""
    setup = Setup.of(12, recommended(12), cards_known_to_app=True, seed=1)
    one, two = (simulate(setup, games, 1, people=People(), jobs=jobs).seconds for jobs in (1, 2))
    return one / two


# -- the same without an engine --


def bare(random: Random) -> tuple[str, int]:  # noqa: C901 (as bare as can be: no parts)
    """The base deck at twelve, written down for this one deck in the fewest lines: what any engine pays more for.

    Same rules, same random answers as `RandomBot` gives; who won, and after how many nights.
    """
    draw = random.random
    cards = [name for name, copies in BASE.items() for _ in range(copies)]
    random.shuffle(cards)
    living = list(range(12))
    wolves = {seat for seat in living if cards[seat] == "werewolf"}
    witch, hunter = cards.index("witch"), cards.index("hunter")
    seer, night, heals, poisons = cards.index("seer"), 0, True, True
    love = sorted(random.sample(living, 2))
    is_mixed = len(wolves.intersection(love)) == 1

    def fall(dying: set[int]) -> str:
        shot = hunter in dying
        while dying:
            if dying.intersection(love):
                dying.update(love)
            for seat in dying.intersection(living):
                shot = shot or seat == hunter
                living.remove(seat)
            dying = {living[int(draw() * len(living))]} if shot and living else set()
            shot = False
        left = wolves.intersection(living)
        if not living:
            return "nobody"
        if is_mixed and living == love:
            return "lovers"
        if not left:
            return "village"
        return "werewolves" if len(left) == len(living) and not (is_mixed and left.intersection(love)) else ""

    while True:
        night += 1
        dying = set()
        if seer in living:
            draw()
        prey = [seat for seat in living if seat not in wolves]
        choice = int(draw() * (len(prey) + 1))
        if choice < len(prey):
            dying.add(prey[choice])
        if witch in living:
            if heals and dying and draw() < 0.5:
                heals = False
                dying.clear()
            choice = int(draw() * (len(living) + 1)) if poisons else len(living)
            if choice < len(living):
                poisons = False
                dying.add(living[choice])
        if winner := fall(dying):
            return winner, night
        counts: dict[int, int] = {}
        for voter in living:
            choice = living[int(draw() * len(living))]
            while voter in love and choice in love and choice != voter:
                choice = living[int(draw() * len(living))]
            counts[choice] = counts.get(choice, 0) + 1
        most = max(counts.values())
        tied = [seat for seat, voices in counts.items() if voices == most]
        if len(tied) == 1 and (winner := fall({tied[0]})):
            return winner, night


def times_bare(setup: Setup, rounds: int) -> float:
    """How many times as long the engine takes for a random game of the base deck as `bare` does, timed in turn."""
    engine, plain = [float("inf")] * SLICES, [float("inf")] * SLICES
    with unswept():
        for _ in range(rounds):
            for part in range(SLICES):
                engine[part] = min(engine[part], _slice(setup, part))
                random, start = Random(part), process_time()
                for _ in range(10 * GAMES):
                    bare(random)
                plain[part] = min(plain[part], process_time() - start)
    return 10 * sum(engine) / sum(plain)


class Listed:
    """Writes down what a bot answers."""

    def __init__(self, bot: RandomBot) -> None:
        self.bot = bot
        self.answers: list[Any] = []

    def __call__(self, prompt: Any) -> Any:
        value = self.bot(prompt)
        self.answers.append(value)
        return value


def step(answers: int, setup: Setup) -> tuple[float, int]:
    """Milliseconds for one step (everything told again, and what is new) of a large game at this many answers."""
    longest: list[Any] = []
    for seed in range(200):
        random = Random(seed)
        listed = Listed(RandomBot(random) if setup.options.cards_known_to_app else PhysicalTable(random, setup))
        playout(setup, listed)
        longest = max(longest, listed.answers, key=len)
        if len(longest) >= answers:
            break
    given = longest[:answers]
    best = min(_timed(play(setup, given[:-1]), given[-1]) for _ in range(20))  # each anew: a game keeps its next step
    return 1000 * best, len(given)


def _timed(game: Game, answer: Any) -> float:
    start = perf_counter()
    game.answer(answer)
    return perf_counter() - start


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 6.0
    options: dict[str, Any] = {"seed": 1, "cards_known_to_app": True, "sheriff_election": "off"}
    known, known_answers = step(150, Setup.of(30, LARGE, seed=1, cards_known_to_app=True))
    physical, physical_answers = step(150, Setup.of(30, LARGE))
    all_in, all_in_answers = step(200, everything())
    base, rich = Setup.of(12, BASE, **options), Setup.of(18, RICH, **options)
    turns = {"base": in_plain_turns(base, 12), "rich": in_plain_turns(rich, 6)}
    figures = {
        "python": platform.python_version(),
        "calibration_s": round(calibration(), 3),
        "base_game_12_players_games_per_s": round(games_per_second(base, seconds)),
        "rich_game_18_players_games_per_s": round(games_per_second(rich, seconds)),
        "base_game_times_bare_python": round(times_bare(base, 6), 1),
        "believable_12_players_games_per_cpu_s": round(believable_per_second(12, seconds)),
        "believable_18_players_games_per_cpu_s": round(believable_per_second(18, seconds)),
        "two_processes_times_one": round(two_of_one(round(2000 * seconds)), 2),
        "base_game_in_plain_turns": round(turns["base"]),
        "base_game_of_reference": round(turns["base"] / REFERENCE["base"], 2),
        "rich_game_in_plain_turns": round(turns["rich"]),
        "rich_game_of_reference": round(turns["rich"] / REFERENCE["rich"], 2),
        "step_30_seats_dealt_ms": round(known, 2),
        "step_30_seats_dealt_answers": known_answers,
        "step_30_seats_physical_ms": round(physical, 2),
        "step_30_seats_physical_answers": physical_answers,
        "step_30_seats_everything_ms": round(all_in, 2),
        "step_30_seats_everything_answers": all_in_answers,
    }
    for name, figure in figures.items():
        print(f"{name:40} {figure}")
    for deck, before in REFERENCE.items():
        print(f"{deck} game: {turns[deck] / before:.2f} of the reference before buildings")
    Path("bench.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
