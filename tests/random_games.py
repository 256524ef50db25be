"""Random games of every sort of table, kept with all that was told and asked in them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from nightcall import OPTIONS, PRESETS, Outcome, Prompt, Setup
from nightcall.engine.game import run
from nightcall.engine.options import Options
from nightcall.engine.rule import Character, character
from nightcall.engine.village import Village
from nightcall.rules.characters import CHARACTERS
from nightcall.sim.bots import PhysicalTable, RandomBot
from tests.strategies import AVAILABLE, agreeing, can_play, laid_out, lendable

GAMES = 300
PLAYERS = (
    "Ann",
    "Bea",
    "Cid",
    "Dan",
    "Eve",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jim",
    "Kay",
    "Leo",
    "Mia",
    "Ned",
    "Ola",
    "Pia",
    "Quy",
    "Ray",
)


def random_setup(random: Random, kinds: Sequence[type[Character]] = CHARACTERS, known: bool | None = None) -> Setup:
    """Any deck of these characters, any preset, any options the setup allows; with houses, event cards and variants."""
    count = random.randint(5, 18)
    played_with = [name for name in AVAILABLE if random.random() < 0.6]
    wolf = random.choice(["werewolf", "white_werewolf", "big_bad_wolf", "cursed_wolf_father"])
    options: dict[str, Any] = {
        name: random.choice(known.values)
        for name, known in OPTIONS.items()
        if known.values and not known.many and random.random() < 0.25
    }
    options = agreeing(options)
    options["cards_known_to_app"] = random.random() < 0.5 if known is None else known
    options |= {AVAILABLE[name]: True for name in played_with}
    preset = random.choice(PRESETS)
    rules = Options.of(preset, **options)
    deck = [wolf, "werewolf", *random.sample(["thief", "actor"], random.randint(0, 1))]
    size = count + (rules.thief_spares if "thief" in deck else 0)
    while len(deck) < size:
        kind = random.choice(kinds)
        if kind.name in ("thief", "actor") or not can_play(kind, played_with) or len(deck) + kind.together > size:
            deck.append(random.choice(["simple_villager", "simple_villager", "werewolf"]))
        else:
            deck += [kind.name] * kind.together
    if all(character(name).is_wolf for name in deck):
        deck[-1] = "simple_villager"
    options["identify_silent_roles_n1"] = [name for name in dict.fromkeys(deck) if random.random() < 0.1]
    trio: list[str] = []
    if "actor" in deck:
        trio = random.sample(lendable(deck, played_with, rules), rules.actor_trio)
    groups = ["red", "blue", *random.choices(["red", "blue"], k=count - 2)] if needs_groups(deck) else []
    return Setup.of(
        PLAYERS[:count],
        deck,
        preset=preset,
        seed=random.randint(0, 1 << 30),
        trio=trio,
        groups=groups,
        debate_rules=random.random() < 0.2,
        **laid_out(random, count, [*deck, *trio], played_with, Options.of(preset, **options)),
        **options,
    )


def needs_groups(deck: list[str]) -> bool:
    return any(character(name).needs_groups for name in deck)


class Told:
    """One random game: its events, its end, and each question with the number of events before it."""

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        self.setup = random_setup(random)
        known = self.setup.options.cards_known_to_app
        bot = RandomBot(random) if known else PhysicalTable(random, self.setup)
        self.asked: list[tuple[Prompt, int]] = []

        def answer(prompt: Prompt) -> Any:
            self.asked.append((prompt, len(village.events)))
            value = bot(prompt)
            if (
                prompt.key == "devoted_servant.act"
                and isinstance(bot, PhysicalTable)
                and bot.holds.get(value) != "devoted_servant"
            ):
                return None  # nobody else at a real table would come forward
            return value

        village = Village(self.setup, answer)
        self.outcome: Outcome = run(village)
        self.events = village.events
        self.players = self.setup.players


@cache
def games() -> list[Told]:
    return [Told(seed) for seed in range(GAMES)]
