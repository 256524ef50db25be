"""Hypothesis strategies: any table that may play, and bots to play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from nightcall import OPTIONS, PRESETS, Answer, Outcome, Prompt, Setup
from nightcall.engine.asking import Answerer
from nightcall.engine.game import playout
from nightcall.engine.options import Options
from nightcall.engine.prompts import TEXT
from nightcall.engine.rule import KINDS, VILLAGERS, Character, character
from nightcall.engine.village import Village
from nightcall.rules.characters import CHARACTERS
from nightcall.rules.decks import deal_buildings
from nightcall.rules.newmoon.card import PERMANENT
from nightcall.rules.newmoon.pile import event, event_pile
from nightcall.rules.variants import VARIANTS
from nightcall.rules.variants.black_plague import BlackPlague, betrayers
from nightcall.sim.bots import PhysicalTable, RandomBot

LONGEST = 20_000
"""More answers than any evening could hold."""

WOLVES = [kind.name for kind in CHARACTERS if kind.is_wolf]
WITH_EXTRAS = ("thief", "actor")
Extras = dict[str, Any]
AVAILABLE = {"buildings": "buildings_available", "events": "event_cards_available"}
"""What a table may play with -> the option that lets it."""


@st.composite
def decks(draw: st.DrawFn, players: int, played_with: Sequence[str] = (), rules: Options | None = None) -> list[str]:
    """One or two wolves, then anything the table can play: several copies too, siblings only as a whole."""
    rules = rules or Options()
    deck = [draw(st.sampled_from(WOLVES))]
    wanted = players
    if draw(st.integers(0, 3)) == 0:
        deck += ["thief", *[draw(st.sampled_from(WOLVES))] * (fewest_wolves(rules) - 1)]
        wanted += rules.thief_spares
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


def fewest_wolves(rules: Options) -> int:
    """How many Werewolf cards a table with a Thief needs (GEN-14, HOUSE-26)."""
    return 1 if rules.single_wolf_with_thief == "allowed" else 2


def lendable(deck: Sequence[str], played_with: Sequence[str], rules: Options) -> list[str]:
    """Every card from the box, or from two, that an Actor may be lent, each as often as there is a copy (HOUSE-27)."""
    boxes = 2 if rules.actor_beyond_box == "allowed" else 1
    villagers_only = rules.actor_card_pool == "villagers_only"
    return [
        kind.name
        for kind in CHARACTERS
        if kind.borrowed_at and can_play(kind, played_with) and (kind.group == VILLAGERS or not villagers_only)
        for _ in range(boxes * kind.copies - deck.count(kind.name))
    ]


def can_play(kind: type[Character], played_with: Sequence[str]) -> bool:
    """Whether the table has what the card needs: `buildings` or `events`."""
    return not kind.needs or kind.needs in played_with


def laid_out(
    random: Random,
    players: int,
    deck: Sequence[str],
    played_with: Sequence[str],
    rules: Options,
    variants: Sequence[str] | None = None,
) -> Extras:
    """Houses, event cards and variants for a table: dealt, all or some of them, in every way they may come.

    The variants are those named, or else now and then one that goes with the deck.
    """
    extras: Extras = {}
    if variants is None:
        one_card = [kind.name for kind in VARIANTS if kind.cards_each == 1]
        variants = random.sample(one_card, random.choice([0, 0, 0, 0, 1]))
        if betrayers(deck):
            variants = [name for name in variants if name != BlackPlague.name]
    has_plague = BlackPlague.name in variants
    extras["variants"] = list(variants)
    if "buildings" in played_with:
        extras["buildings"] = deal_buildings(players, random.getrandbits(32))
    if "events" in played_with:
        allowed = [name for name in event_pile(rules, deck) if not (has_plague and betrayers([name]))]
        hand = [name for name in allowed if not is_spiritualism(name)]
        extras["hand"] = random.sample(hand, min(len(hand), random.choice([0, 0, 3, 5])))
        pile = [name for name in allowed if name not in extras["hand"]]
        extras["events"] = random.sample(pile, random.choice([len(pile), len(pile), random.randint(1, len(pile))]))
        if "new_moon" in variants and not has_plague and random.random() < 0.3:
            extras["events"] = []  # the whole deck (NEW-1)
        extras["draw"] = random.choice(["entered", "shuffled", "stacked"])
        lasting = [name for name in allowed if event(name).kind == PERMANENT]
        extras["in_force"] = random.sample(lasting, random.choice([0, 0, 0, 1, 2]))
    return extras


def is_spiritualism(name: str) -> bool:
    return event(name).is_spiritualism


HOUSE = sorted(name for name, option in OPTIONS.items() if option.id.startswith("HOUSE-"))
"""What no book has: drawn beside the others, so that random tables meet it often."""


def agreeing(options: dict[str, Any]) -> dict[str, Any]:
    """The options without what contradicts another: there is no day for an election that is not held (HOUSE-16)."""
    if options.get("sheriff_election") == "off" and "sheriff_elected_on" in options:
        del options["sheriff_election"]
    return options


def _values(name: str) -> st.SearchStrategy[Any]:
    option = OPTIONS[name]
    if not option.many:
        return st.sampled_from(option.values)
    return st.lists(st.sampled_from(option.values), unique=True) if option.values else st.just([])


# -- variants --

DOUBLES = ("double_you", "double_you_big")
RIVALS = (*DOUBLES, "harvest_festival", "black_plague", "lycanthropic_trance")
"""At most one of these (VARX-1)."""
MOONS = ("moonlight", "moonlight_hard")
SIDE_BY_SIDE = tuple(name for name, kind in KINDS.items() if kind.is_variant and name not in (*RIVALS, *MOONS))
ROLES = ("seer", "hunter", "witch", "cupid", "defender", "elder", "scapegoat")
"""The characters of a table where everybody has two cards (DBL-1)."""


@st.composite
def combinations(draw: st.DrawFn) -> list[str]:
    """Variants that may be played together, in any order (VARX-1)."""
    chosen = draw(st.lists(st.sampled_from(SIDE_BY_SIDE), unique=True))
    chosen += draw(st.lists(st.sampled_from(MOONS), max_size=1))
    chosen += draw(st.lists(st.sampled_from(RIVALS), max_size=1))
    if BlackPlague.name in chosen and "community_of_hamlets" in chosen:
        chosen.remove("community_of_hamlets")
    return draw(st.permutations(chosen))


NO_VARIANT: st.SearchStrategy[list[str]] = st.just([])
NOW_AND_THEN = st.one_of(*[NO_VARIANT] * 4, st.sampled_from([*MOONS, *RIVALS, *SIDE_BY_SIDE]).map(lambda name: [name]))
TOGETHER = combinations()


@st.composite
def doubled_decks(draw: st.DrawFn, players: int, variant: str) -> list[str]:
    """Two cards each; in the small form the open ones come first (DBL-1, DBL-5)."""
    boxes = 1 if players <= 9 else 2  # AMD-58
    roles = draw(st.permutations(ROLES * boxes))
    if variant == "double_you":
        least = max(0, players - len(roles))
        villagers = draw(st.integers(least, 2))
        opened = [*roles[: players - villagers], *["simple_villager"] * villagers]
        wolves = draw(st.integers(2, 2 * boxes))
        return [*opened, *["werewolf"] * wolves, *["simple_villager"] * (players - wolves)]
    wolves = draw(st.integers(1, 4))
    deck = ["werewolf"] * wolves + roles[: draw(st.integers(3, len(roles)))]
    return deck + ["simple_villager"] * (2 * players - len(deck))


@st.composite
def setups(
    draw: st.DrawFn,
    *,
    known: bool | None = None,
    most: int = 30,
    variants: st.SearchStrategy[list[str]] = NOW_AND_THEN,
    always: Mapping[str, Any] | None = None,
) -> Setup:
    """Any number of players, deck, preset and options, with or without houses, event cards and variants.

    `always`: options that every such table has.
    """
    chosen = draw(variants)
    doubled = [name for name in chosen if name in DOUBLES]
    players = draw(st.integers(7, 12) if doubled else st.integers(3, most))
    played_with = draw(st.sampled_from([(), ("buildings",), ("events",), ("buildings", "events")]))
    if "new_moon" in chosen:
        played_with = tuple({*played_with, "events"})
    names = draw(st.lists(st.sampled_from(sorted(OPTIONS)), unique=True, max_size=12))
    names += draw(st.lists(st.sampled_from(HOUSE), unique=True, max_size=6))
    options = agreeing({name: draw(_values(name)) for name in names} | dict(always or {}))
    options["cards_known_to_app"] = draw(st.booleans()) if known is None else known
    options |= {AVAILABLE[name]: True for name in played_with}
    preset = draw(st.sampled_from(PRESETS))
    rules = Options.of(preset, **options)
    deck = draw(doubled_decks(players, doubled[0]) if doubled else decks(players, played_with, rules))
    if BlackPlague.name in chosen:
        deck = ["werewolf" if name in betrayers(deck) else name for name in deck]
    if draw(st.integers(0, 4)) == 0:
        silent = st.lists(st.sampled_from(sorted(set(deck))), unique=True, max_size=3)
        options["identify_silent_roles_n1"] = draw(silent)
    trio: list[str] = []
    if "actor" in deck:
        free = lendable(deck, played_with, rules)
        if BlackPlague.name in chosen:
            free = [name for name in free if not betrayers([name])]
        count = rules.actor_trio
        if len(free) < count:
            deck[deck.index("actor")] = "simple_villager"
        else:
            places = st.lists(st.integers(0, len(free) - 1), min_size=count, max_size=count, unique=True)
            trio = [free[place] for place in draw(places)]
    groups = ["left", "right", *(draw(st.sampled_from(["left", "right"])) for _ in range(players - 2))]
    rules = Options.of(preset, **options)
    random = Random(draw(st.integers(0, 2**32)))
    extras = laid_out(random, players, [*deck, *trio], played_with, rules, chosen)
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


class Visited:
    """A village that strangers come to, whose players come back, and that hears of deaths elsewhere."""

    def __init__(self, bot: RandomBot, setup: Setup) -> None:
        self.bot = bot
        self.random = bot.random
        self.names = list(setup.players)
        self.left: list[str] = []
        self.far = ["Far", "Farther"]
        """Names known here of people who never were."""
        self.coming = ""

    def __call__(self, prompt: Prompt) -> Any:
        if prompt.kind == TEXT and prompt.key.startswith("hamlets."):
            return self._name(prompt)
        value = self.bot(prompt)
        if prompt.key == "hamlets.depart" and value:
            self.left.append(self.names[value - 1])
        elif prompt.key == "hamlets.card":
            self._seat(value)
        return value

    def _name(self, prompt: Prompt) -> str:
        fresh = f"Stranger {len(self.names)}"
        known = [fresh, *self.left] if prompt.key == "hamlets.name" else [*self.names, *self.far]
        free = [name for name in known if name not in prompt.refused]
        name = self.random.choice(free) if free and self.random.random() < 0.4 else ""
        if prompt.key == "hamlets.name":
            self.coming = name
        return name

    def _seat(self, card: str) -> None:
        if self.coming in self.left:
            self.left.remove(self.coming)
        if self.coming not in self.names:
            self.names.append(self.coming)
        if isinstance(self.bot, PhysicalTable):
            self.bot.holds[self.names.index(self.coming) + 1] = card


def bot_for(setup: Setup, random: Random) -> Answerer:
    bot = RandomBot(random) if setup.options.cards_known_to_app else PhysicalTable(random, setup)
    return Visited(bot, setup) if "community_of_hamlets" in setup.variants else bot


def random_game(setup: Setup, seed: int) -> tuple[Village, Outcome, Recorder]:
    recorder = Recorder(bot_for(setup, Random(seed)))
    village, outcome = playout(setup, recorder, keeps_record=True)
    return village, outcome, recorder
