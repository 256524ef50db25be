"""Hypothesis strategies: any table that may play, and bots to play it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from nightcall import OPTIONS, PRESETS, Answer, Outcome, Prompt, Setup
from nightcall.characters import CHARACTERS
from nightcall.decks import deal_buildings
from nightcall.engine.asking import Answerer
from nightcall.engine.game import playout
from nightcall.engine.options import Options
from nightcall.engine.rule import VILLAGERS, Character, character
from nightcall.engine.village import Village
from nightcall.newmoon.card import PERMANENT
from nightcall.newmoon.pile import event, event_pile
from nightcall.sim.bots import RandomBot, Table
from nightcall.variants import VARIANTS
from nightcall.variants.black_plague import BlackPlague, betrayers

LONGEST = 20_000
"""More answers than any evening could hold."""

WOLVES = [kind.name for kind in CHARACTERS if kind.is_wolf]
WITH_EXTRAS = ("thief", "actor")
Extras = dict[str, Any]
AVAILABLE = {"buildings": "buildings_available", "events": "event_cards_available"}
"""What a table may play with -> the option that lets it."""


@st.composite
def decks(draw: st.DrawFn, players: int, played_with: Sequence[str] = ()) -> list[str]:
    """One or two wolves, then anything the table can play: several copies too, siblings only as a whole."""
    deck = [draw(st.sampled_from(WOLVES))]
    wanted = players
    if draw(st.integers(0, 3)) == 0:
        deck += ["thief", draw(st.sampled_from(WOLVES))]
        wanted += 2
    if draw(st.integers(0, 3)) == 0:
        deck.append("actor")
    deck = deck[:wanted]
    kinds = [kind for kind in CHARACTERS if kind.name not in WITH_EXTRAS and can_play(kind, played_with)]
    while len(deck) < wanted:
        kind = draw(st.sampled_from(kinds))
        deck += [kind.name] * kind.together if len(deck) + kind.together <= wanted else ["simple_villager"]
    if all(character(name).is_wolf for name in deck):
        deck[-1] = "simple_villager"
    return deck


def can_play(kind: type[Character], played_with: Sequence[str]) -> bool:
    """Whether the table has what the card needs: `buildings` or `events`."""
    return not kind.needs or kind.needs in played_with


def laid_out(random: Random, players: int, deck: Sequence[str], played_with: Sequence[str], rules: Options) -> Extras:
    """Houses, event cards and variants for a table: dealt, all or some of them, in every way they may come."""
    extras: Extras = {}
    if "buildings" in played_with:
        extras["buildings"] = deal_buildings(players, random.getrandbits(32))
    if "events" in played_with:
        hand = [name for name in event_pile(rules, deck) if not is_spiritualism(name)]
        extras["hand"] = random.sample(hand, min(len(hand), random.choice([0, 0, 3, 5])))
        pile = event_pile(rules, deck, extras["hand"])
        extras["events"] = random.sample(pile, random.choice([len(pile), len(pile), random.randint(1, len(pile))]))
        extras["draw"] = random.choice(["entered", "shuffled", "stacked"])
        lasting = [name for name in event_pile(rules, deck) if event(name).kind == PERMANENT]
        extras["in_force"] = random.sample(lasting, random.choice([0, 0, 0, 1, 2]))
    extras["variants"] = random.sample(
        [kind.name for kind in VARIANTS if kind.cards_each == 1], random.choice([0, 0, 0, 0, 1])
    )
    if betrayers([*deck, *extras.get("events", ()), *extras.get("hand", ()), *extras.get("in_force", ())]):
        extras["variants"] = [name for name in extras["variants"] if name != BlackPlague.name]
    return extras


def is_spiritualism(name: str) -> bool:
    return event(name).is_spiritualism


def _values(name: str) -> st.SearchStrategy[Any]:
    option = OPTIONS[name]
    if not option.many:
        return st.sampled_from(option.values)
    return st.lists(st.sampled_from(option.values), unique=True) if option.values else st.just([])


@st.composite
def setups(draw: st.DrawFn, *, known: bool | None = None, most: int = 30, variants: bool = True) -> Setup:
    """Any number of players, deck, preset and options, with or without houses, event cards and variants."""
    players = draw(st.integers(3, most))
    played_with = draw(st.sampled_from([(), ("buildings",), ("events",), ("buildings", "events")]))
    deck = draw(decks(players, played_with))
    names = draw(st.lists(st.sampled_from(sorted(OPTIONS)), unique=True, max_size=12))
    options = {name: draw(_values(name)) for name in names}
    options["cards_known_to_app"] = draw(st.booleans()) if known is None else known
    options |= {AVAILABLE[name]: True for name in played_with}
    if draw(st.integers(0, 4)) == 0:
        silent = st.lists(st.sampled_from(sorted(set(deck))), unique=True, max_size=3)
        options["identify_silent_roles_n1"] = draw(silent)
    trio: list[str] = []
    if "actor" in deck:
        villagers_only = options.get("actor_card_pool") == "villagers_only"
        free = [
            kind.name
            for kind in CHARACTERS
            if kind.borrowed_at
            and can_play(kind, played_with)
            and deck.count(kind.name) < kind.copies
            and (kind.group == VILLAGERS or not villagers_only)
        ]
        if len(free) < 3:
            deck[deck.index("actor")] = "simple_villager"
        else:
            trio = draw(st.lists(st.sampled_from(free), min_size=3, max_size=3, unique=True))
    groups = ["left", "right", *(draw(st.sampled_from(["left", "right"])) for _ in range(players - 2))]
    preset = draw(st.sampled_from(PRESETS))
    rules = Options.of(preset, **options)
    random = Random(draw(st.integers(0, 2**32)))
    extras = laid_out(random, players, [*deck, *trio], played_with, rules)
    if not variants:
        extras["variants"] = []
    return Setup.of(
        players,
        deck,
        preset=preset,
        seed=draw(st.integers(0, 2**32)),
        trio=trio,
        groups=groups if "prejudiced_manipulator" in deck else (),
        debate_rules=draw(st.integers(0, 9)) == 0,
        **extras,
        **options,
    )


class Recorder:
    """Passes every prompt to a bot, checks the answer like a person's, and writes it down."""

    def __init__(self, bot: Answerer) -> None:
        self.bot = bot
        self.prompts: list[Prompt] = []
        self.answers: list[Answer] = []

    def __call__(self, prompt: Prompt) -> Any:
        value = prompt.check(self.bot(prompt))
        self.prompts.append(prompt)
        self.answers.append(Answer(value, prompt.key, prompt.seat, prompt.card))
        assert len(self.answers) < LONGEST, "the game does not end"
        return value


def bot_for(setup: Setup, random: Random) -> RandomBot:
    return RandomBot(random) if setup.options.cards_known_to_app else Table(random, setup)


def random_game(setup: Setup, seed: int) -> tuple[Village, Outcome, Recorder]:
    recorder = Recorder(bot_for(setup, Random(seed)))
    village, outcome = playout(setup, recorder, keeps_record=True)
    return village, outcome, recorder
