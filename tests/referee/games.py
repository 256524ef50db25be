"""Random games of the engine, put down as plain data for the referee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from random import Random
from typing import Any

from nightcall import OPTIONS, PRESETS, Event, Prompt, Setup
from nightcall.engine.game import run
from nightcall.engine.prompts import ACK, PICK
from nightcall.engine.village import Village
from nightcall.sim.bots import RandomBot
from tests.referee.cards import WOLF_CARDS
from tests.referee.tape import Question, Tape

SINGLE = (
    "big_bad_wolf",
    "cursed_wolf_father",
    "white_werewolf",
    "trusted_villager",
    "seer",
    "cupid",
    "witch",
    "hunter",
    "little_girl",
    "defender",
    "elder",
    "scapegoat",
    "village_idiot",
    "fox",
    "bear_tamer",
    "wandering_judge",
    "knight_with_the_rusty_sword",
    "devoted_servant",
    "wild_child",
    "wolf_hound",
    "angel",
    "piper",
    "prejudiced_manipulator",
)
JUDGED = (
    "abstention",
    "angel_causes",
    "angel_dawn_counts",
    "angel_in_love_keeps_goal",
    "angel_opening_vote",
    "angel_window",
    "bbw_loss_basis",
    "bbw_power_ends_with",
    "big_bad_wolf_keeps_appetite",
    "big_bad_wolf_second_meal",
    "defender_blocks_white",
    "defender_may_repeat",
    "defender_on_little_girl",
    "defender_shields_little_girl",
    "despair_hits_infected_holders",
    "elder_death_kills_revealed_idiot",
    "elder_despair_causes",
    "elder_infection_immunity",
    "elder_lives",
    "fake_calls",
    "fox_keeps_nose",
    "grief_is_despair",
    "hunter_shot",
    "hunter_triggers",
    "idiot_sheriff_loses_badge",
    "infected_bear_grunts",
    "infected_keeps",
    "infected_loner_keeps_goal",
    "judge_signal",
    "knight_disease_pool",
    "little_girl_caught",
    "lovers_position",
    "lovers_restriction",
    "lovers_team_pairs",
    "manipulator_victory",
    "piper_charms",
    "piper_targets",
    "piper_targets_new_only",
    "revealed_idiot_votable",
    "scapegoat_privilege_causes",
    "seer_may_pass",
    "seer_position",
    "self_vote",
    "sheriff_breaks_ties",
    "sheriff_election",
    "sheriff_vote_weight",
    "thief_must_take_wolf",
    "thief_swap",
    "tie_priority",
    "victory_checks",
    "village_needs_survivor",
    "vote_threshold",
    "white_blocks_wolf_victory",
    "white_werewolf_every",
    "white_werewolf_solo_call",
    "witch_both_potions_same_night",
    "witch_heal_target",
    "witch_may_poison_self",
    "witch_shown_target",
    "witch_told_victim",
    "wolf_hound_call",
    "wolf_parity_shortcut",
    "wolf_victory",
)
"""The options the referee has an opinion on; all others stay as the preset has them."""


def some_setup(random: Random) -> Setup:
    """Any table the referee can follow: mostly small, so that much happens to the same few."""
    players = random.choice([3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 10, 12])
    deck = some_deck(random, players)
    return table(random, players, deck, preset=random.choice(PRESETS), some=random.choice([0, 0, 3, 8]))


def some_deck(random: Random, players: int) -> list[str]:
    """Werewolves, characters, now and then one of them twice, siblings as a whole; the rest are Simple Villagers."""
    has_thief = random.random() < 0.2
    size = players + (2 if has_thief else 0)
    deck = ["werewolf"] * random.choice([2, 2, 3] if has_thief else [1, 1, 2, 3])
    deck += ["thief"] if has_thief else []
    for name, count, chance in (("two_sisters", 2, 0.1), ("three_brothers", 3, 0.1)):
        deck += [name] * count if random.random() < chance and len(deck) + count <= size else []
    characters = random.sample(SINGLE, random.randint(1, size))
    if random.random() < 0.25:
        characters.insert(1, characters[0])
    deck = [*deck, *characters][:size]
    deck += ["simple_villager"] * (size - len(deck))
    if set(deck) <= WOLF_CARDS:
        deck[-1] = "simple_villager"
    return random.sample(deck, size)


def table(
    random: Random, players: int, deck: Sequence[str], *, preset: str = "pact", some: int = 0, **always: Any
) -> Setup:
    """A table with this deck, and some options other than the preset's."""
    options = {name: any_value(random, name) for name in random.sample(JUDGED, some)}
    groups = ["left", "right", *random.choices(["left", "right"], k=players - 2)]
    return Setup.of(
        players,
        deck,
        preset=preset,
        seed=random.getrandbits(32),
        groups=groups if "prejudiced_manipulator" in deck else (),
        **{"cards_known_to_app": True, "siblings_extra_wakes": "never", **options, **always},
    )


def any_value(random: Random, name: str) -> Any:
    option = OPTIONS[name]
    values = list(option.values)
    return random.sample(values, random.randint(0, len(values))) if option.many else random.choice(values)


class Writer:
    """Writes down what is asked and answered; what leaves no choice is left out."""

    def __init__(self, random: Random) -> None:
        self.bot = RandomBot(random)
        self.questions: list[Question] = []
        self.events: list[Event] = []
        self.marks: list[int] = []
        """For each event so far, how many questions came before it."""

    def __call__(self, prompt: Prompt) -> Any:
        self.mark()
        value = prompt.check(self.bot(prompt))
        if prompt.kind != ACK and (prompt.options or prompt.kind != PICK):
            self.questions.append(as_question(prompt, value))
        return value

    def mark(self) -> None:
        self.marks += [len(self.questions)] * (len(self.events) - len(self.marks))


def as_question(prompt: Prompt, value: Any) -> Question:
    barred: Mapping[int, Mapping[int, str]] = prompt.barred
    return Question(
        prompt.key,
        prompt.seat,
        tuple(prompt.options),
        prompt.low,
        prompt.high,
        tuple(prompt.voters),
        {voter: set(closed) for voter, closed in barred.items()},
        dict(prompt.weights),
        value,
    )


def play(setup: Setup, seed: int) -> Tape:
    """One game among bots, as the referee is handed it."""
    writer = Writer(Random(seed))
    village = Village(setup, writer)
    writer.events = village.events
    outcome = run(village)
    writer.mark()
    told = list(zip(writer.marks, village.events, strict=True))
    dealt = {event.facts["seat"]: event.facts["card"] for _, event in told if event.name == "dealt"}
    return Tape(
        dealt,
        tuple((Counter(setup.deck) - Counter(dealt.values())).elements()),
        tuple(setup.groups),
        asdict(setup.options),
        writer.questions,
        [(mark, event.facts["seat"]) for mark, event in told if event.name == "died"],
        [mark for mark, event in told if event.name == "bear_grunted"],
        [(event.facts["by"], event.facts["up"]) for _, event in told if event.name == "sniffed"],
        outcome.winner,
        tuple(outcome.seats),
    )
