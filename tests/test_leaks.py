"""Secrets stay secrets: two games that differ only in what an audience may not know look the same to it.

Two games are told side by side. They differ in the cards of two players (and so in who opens the eyes, which calls are
faked, what powers find out); everybody makes the same choices as far as that is possible. What the public screen
and a seat are told must then be identical up to the first announcement that rightly tells the two games apart: a
death, a card shown, a grunt, and of each only the facts it declares (`Tells.reveals`). A call, a pause or a question
that appears in only one of them is a leak. Where the exchange cannot change who dies, nothing may tell the games
apart to their very end but the two cards themselves.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, assert_never

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from nightcall import OPTIONS, PRESETS, PUBLIC, Event, Prompt, Setup, Viewer
from nightcall.cli import files
from nightcall.engine import prompts
from nightcall.engine.events import HOLDER, PACK, WORD, Audience, Tells
from nightcall.engine.game import playout, run
from nightcall.engine.plan import plan_of
from nightcall.engine.rule import KINDS, NEVER, character, left_over
from nightcall.engine.village import Village
from nightcall.rules.decks import deal_buildings
from tests.golden import TAPES
from tests.random_games import games
from tests.strategies import NO_VARIANT, TOGETHER, WOLVES, agreeing, setups
from tests.table import Table
from tests.test_events import check

OPEN_EFFECTS = {"hunter.shoot", "scapegoat.voters"}
HIDING = {"burial", "executioner"}
"""A card that stays face down still does openly what it does (EXEC-3, BURY-3)."""

COURSE = {"night.falls", "dawn.breaks", "day.debate", "vote.ballots", "vote.counts"}
"""Questions every evening comes to, as long as it goes on."""

LAST_WILLS = {"sheriff.heir", "town_crier.appoint", "executioner.heir", "scapegoat.voters"}
"""What the fallen decide, unless the game is decided already (AMD-69)."""

CALLS = settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
EITHER = st.one_of(NO_VARIANT, TOGETHER)
"""Half of the tables play variants, in any combination."""


# -- every audience is the one declared --


@pytest.mark.parametrize("part", range(6))
def test_what_is_told_goes_to_its_audience_and_says_nothing_else(part: int) -> None:
    """GEN-2: in any random game; a fact that is more than its kind says is a leak too (NR-15)."""
    for game in games()[part::6]:
        for event in game.events:
            check(event, len(game.players))
            is_told(event)


@pytest.mark.parametrize("path", sorted(TAPES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_what_was_told_on_the_tapes_went_to_its_audience(path: Path) -> None:
    game, _ = files.load(path)
    for event in game.events:
        is_told(event)


def is_told(event: Event) -> None:
    """Exactly the seats it names, where it is private: those who hold the rule or look on may come to them."""
    declared = event.declared
    if not isinstance(event.audience, tuple):
        assert declared.is_public, event
        return
    named: set[int] = set()
    for fact in declared.facts.keys() & set(declared.to):
        value = event.facts[fact]
        named |= set(value if isinstance(value, tuple) else (value,)) - {0}
    if {HOLDER, PACK} & set(declared.to):
        assert named < set(event.audience) or named == set(event.audience) != set(), event
    else:
        assert named == set(event.audience), event


# -- two games side by side --


class Asked(Event):
    """A question, noted among the events for whoever notices it."""

    def __init__(self, rule: str, audience: Audience, key: str) -> None:
        super().__init__("asked", rule, audience, {"key": key})

    @property
    def declared(self) -> Tells:
        return ASKED


ASKED = Tells("asked", key=WORD)


class SameChoices:
    """Everybody prefers the same people and cards in both games, whoever is asked."""

    def __init__(self, salt: str, setup: Setup, *, spared: tuple[int, ...] = (), notes_all: bool = False) -> None:
        """The cards lie as the setup lists them. `spared`: chosen only where nobody else can be."""
        dealt, seats = [kind.name for kind in plan_of(setup).deck], len(setup.players)
        each = (len(dealt) - left_over(setup.deck, setup.options)) // seats
        self.salt = salt
        self.spared = spared
        self.notes_all = notes_all
        """Whether a question put to some seats is noted too, for those seats."""
        self.is_known = setup.options.cards_known_to_app
        self.open = setup.deck[: len(setup.deck) - len(dealt)]
        self.hands = {seat: dealt[seat - 1 : each * seats : seats] for seat in range(1, seats + 1)}
        """The cards of a seat the app has not asked for yet: two, where everybody has two."""
        self.holds = dict(enumerate(dealt[:seats], 1))
        self.has_one_card = each == 1
        self.spares = tuple(dealt[each * seats :])
        self._robbed: tuple[int, int] | None = None
        self.asked: dict[str, int] = {}
        self.stream: list[tuple[Any, Prompt]] = []
        self.village: Village | None = None

    def _rank(self, key: str, option: Any) -> bytes:
        return hashlib.md5(f"{self.salt}|{key}|{option}".encode(), usedforsecurity=False).digest()

    def _preferred(self, key: str, options: Iterable[Any]) -> list[Any]:
        return sorted(options, key=lambda option: (option in self.spared, self._rank(key, option)))

    def __call__(self, prompt: Prompt) -> Any:
        if self._robbed and prompt.about != prompts.FACE:  # the moderator looks before the cards change hands
            thief, victim = self._robbed
            self.holds[thief], self.holds[victim] = self.holds[victim], self.holds[thief]
            self._robbed = None
        self._note(prompt)
        self.asked[prompt.key] = self.asked.get(prompt.key, 0) + 1
        assert sum(self.asked.values()) < 5000
        return prompt.check(self._answer(prompt, f"{prompt.key}{self.asked[prompt.key]}"))

    def _note(self, prompt: Prompt) -> None:
        assert self.village is not None
        if prompt.audience == PUBLIC or self.notes_all:
            self.village.events.append(Asked(prompt.rule, prompt.audience, prompt.key))

    def _answer(self, prompt: Prompt, key: str) -> Any:
        what, card = prompt.about
        if what == prompts.HOLDERS:
            return self._all_or_one(prompt, self._owners(prompt, card))
        if what == prompts.PACK.what:
            return self._eyes(prompt)
        if what == prompts.FACE.what:
            if not prompt.low:
                return None  # nobody need tell the app
            return self.holds[prompt.seat] if self.has_one_card else self._turn_up(prompt)
        if what == prompts.SPARES.what:
            return self.spares
        if what == prompts.VOLUNTEERS:
            is_caught = prompt.audience != PUBLIC  # nobody is: it would tell the games apart
            ready = [] if is_caught else self._owners(prompt, card)
            return next((seat for seat in ready if self._rank(key, seat)[0] < 128), None)
        if what == prompts.SWAP.what:
            return prompt.options[0] if prompt.low else None
        if what == prompts.ROBBERY.what:
            self._robbed = prompt.seat, self._choice(prompt, key)
            return self._robbed[1]
        if prompt.key == "double_you.open":
            return self.open[prompt.seat - 1]
        return self._choice(prompt, key)

    def _eyes(self, prompt: Prompt) -> Any:
        """Whoever opens the eyes as a Werewolf."""
        wolves = [name for name, kind in KINDS.items() if getattr(kind, "is_wolf", False)]
        return self._all_or_one(prompt, self._owners(prompt, *wolves))

    @staticmethod
    def _all_or_one(prompt: Prompt, found: list[int]) -> Any:
        return (found[0] if found else None) if prompt.high == 1 else found

    def _choice(self, prompt: Prompt, key: str) -> Any:
        match prompt.kind:
            case prompts.ACK:
                return True
            case prompts.YES_NO:
                return self._rank(key, "yes")[0] < 128
            case prompts.TEXT:
                return ""
            case prompts.TEXTS:
                return ()
            case prompts.BALLOTS:
                return {voter: self._vote(prompt, key, voter) for voter in prompt.voters}
            case prompts.COUNTS:
                return {self._preferred(key, prompt.options)[0]: max(1, prompt.low)}
            case prompts.CHOOSE if prompt.key == "day.debate":
                return "nobody_wins" if "nobody_wins" in prompt.options else "vote"
            case prompts.PICK | prompts.CHOOSE | prompts.CARDS:
                ranked = self._preferred(key, prompt.options)
                if prompt.high == 1:
                    return ranked[0] if ranked else None
                return ranked[: prompt.high]
            case _:
                assert_never(prompt.kind)

    def _vote(self, prompt: Prompt, key: str, voter: int) -> int | None:
        barred = prompt.barred.get(voter, {})
        legal = [seat for seat in prompt.options if seat not in barred]
        return self._preferred(f"{key}|{voter}", legal)[0] if legal else None

    def _owners(self, prompt: Prompt, *names: str) -> list[int]:
        """Everybody asked who holds such a card, and says so."""
        if self.has_one_card:
            return [seat for seat in prompt.options if self.holds[seat] in names]
        found = [seat for seat in prompt.options if set(names) & set(self.hands[seat])][: prompt.high]
        for seat in found:
            self.hands[seat].remove(next(name for name in self.hands[seat] if name in names))
        return found

    def _turn_up(self, prompt: Prompt) -> str:
        """The next of two cards."""
        hand = self.hands[prompt.seat]
        return hand.pop(next(place for place, name in enumerate(hand) if name in prompt.options))


def told(setup: Setup, deck: tuple[str, ...], salt: str, **manner: Any) -> list[Event]:
    """All events of the game in which the cards lie as listed, public questions among them."""
    draw = "stacked" if setup.draw == "shuffled" else setup.draw  # there is no seed to shuffle by
    lying = replace(setup, deck=deck, seed=None, draw=draw)
    bot = SameChoices(salt, lying, **manner)
    village = Village(lying, bot)
    bot.village = village
    run(village)
    return village.events


def plain(event: Event) -> str:
    """What an event says, without its audience: who else was told is nobody's business."""
    data = event.to_json()
    del data["audience"]
    return json.dumps(data, sort_keys=True, default=str)


def stream(events: list[Event], viewer: Viewer) -> list[str]:
    return [plain(event) for event in events if event.seen_by(viewer)]


def visible(events: list[Event], viewer: Viewer) -> list[Event]:
    return [event for event in events if event.seen_by(viewer)]


def first_difference(
    one: list[Event], two: list[Event], viewer: Viewer
) -> tuple[Event | None, Event | None, list[Event]]:
    """The first pair of events that differ for a viewer, and what came before."""
    ours, theirs = visible(one, viewer), visible(two, viewer)
    place = next(
        (place for place, pair in enumerate(zip(ours, theirs, strict=False)) if plain(pair[0]) != plain(pair[1])),
        min(len(ours), len(theirs)),
    )
    return next(iter(ours[place:]), None), next(iter(theirs[place:]), None), ours[:place]


@st.composite
def twins(
    draw: st.DrawFn, variants: st.SearchStrategy[list[str]] = NO_VARIANT
) -> tuple[Setup, tuple[str, ...], tuple[int, int]]:
    """A table, and the same table with the cards of two players (or a player and a spare) exchanged."""
    setup = draw(setups(most=14, variants=variants))
    assume(setup.options.fake_calls)
    assume(not setup.options.silent_without_target)  # HOUSE-19: that it tells something is said in the wizard
    deck, seats = list(setup.deck), len(setup.players)
    opened = len(deck) - len(plan_of(setup).deck)  # cards everybody sees
    first = draw(st.integers(opened + 1, opened + seats))
    second = draw(st.integers(opened + 1, len(deck)))
    open_cards = {"trusted_villager"} if setup.options.trusted_villager_public else set()
    assume(deck[first - 1] != deck[second - 1])
    assume(not open_cards & {deck[first - 1], deck[second - 1]})
    assume("trusted_villager" not in deck[len(setup.players) :])
    assume(second <= len(setup.players) or deck[first - 1] != "trusted_villager")
    deck[first - 1], deck[second - 1] = deck[second - 1], deck[first - 1]
    owners = [(place - 1) % seats + 1 for place in (first, second)] if is_doubled(setup) else [first, second]
    assume(owners[0] != owners[1])
    return setup, tuple(deck), (owners[0], owners[1])


def is_doubled(setup: Setup) -> bool:
    return any(KINDS[name].cards_each > 1 for name in setup.variants)


def is_fair(one: list[Event], two: list[Event], viewer: Viewer, setup: Setup) -> bool:
    """Whether a viewer may rightly tell two games apart where they first differ: by what is said on both sides."""
    mine, other, before = first_difference(one, two, viewer)
    if mine is None or other is None:
        return mine is other
    if mine.audience != PUBLIC or other.audience != PUBLIC:
        return all(event.audience == PUBLIC or viewer in event.audience for event in (mine, other))  # told on purpose
    if is_same_thing(mine, other):
        return may_say_otherwise(mine, other, before, setup)
    place = len(before)
    sides = ((mine, visible(two, viewer)[place:]), (other, visible(one, viewer)[place:]))
    if not any(may_differ(event, before, setup) or is_left_unasked(event, rest) for event, rest in sides):
        return False
    return all(may_differ(event, before, setup) or comes_too(event, rest) for event, rest in sides)


def is_same_thing(mine: Event, other: Event) -> bool:
    """The same event, whatever it says: of questions and calls those with the same name."""
    return mine.name == other.name and all(mine.facts.get(fact) == other.facts.get(fact) for fact in ("key", "call"))


def may_say_otherwise(mine: Event, other: Event, before: list[Event], setup: Setup) -> bool:
    """Whether the facts that differ are those the event declares."""
    facts = {*mine.facts, *other.facts}
    differing = {fact for fact in facts if mine.facts.get(fact) != other.facts.get(fact)}
    if not differing:
        return False  # only the rule behind it: its number must not tell what the facts do not
    if mine.declared.reveals:
        return differing <= mine.declared.reveals
    return may_differ(mine, before, setup) or may_differ(other, before, setup)


def comes_too(event: Event, rest: list[Event]) -> bool:
    """The course of the evening: the other game comes to something like it a little later, unless it ends before."""
    if event.declared.heading or event.facts.get("key") in COURSE or is_left_unasked(event, rest):
        return True
    return rest[0].name == "won" or any(is_same_thing(event, later) for later in rest)


def is_left_unasked(event: Event, rest: list[Event]) -> bool:
    """A last will, where the other game is decided: it ends before anything else is asked (AMD-69)."""
    last = next((later.name for later in rest if later.name in ("won", "asked")), "")
    return event.facts.get("key") in LAST_WILLS and last == "won"


def may_differ(event: Event, before: list[Event], setup: Setup) -> bool:
    """Whether an event may be told in only one of two games."""
    if event.audience != PUBLIC:
        return True  # told to this seat on purpose
    if event.declared.reveals or (event.name, event.rule) == ("condemned", "SCAPE-1"):
        return True
    if event.name == "asked" and event.facts["key"].startswith("somnambulism."):
        return True  # what the Seer found is said aloud (SOMN-1, SOMN-2)
    if event.name == "asked" and event.facts["key"].startswith("spiritualism."):
        return "gypsy" in (*setup.deck, *setup.trio)  # her question of the night, or none (GYPSY-3, FK-15)
    if event.name == "asked" and event.facts["key"] in OPEN_EFFECTS:
        return hides_cards(setup)
    if event.name == "voted":
        return "cupid" in (*setup.deck, *setup.trio)  # Lovers point elsewhere of their own accord (LOVE-3)
    return event.name == "called" and is_accepted(event, before, setup)


def is_accepted(call: Event, before: list[Event], setup: Setup) -> bool:
    """Calls that the canon lets the table hear in only one of two games."""
    if call.rule == "FK-11":
        return True  # an Actor's second wake
    if any(past.name == "stepped_up" for past in before):
        return True  # a role newly in play (FK-10)
    if not setup.options.despair_hits_infected_holders and any(past.name == "despaired" for past in before):
        return True  # the infected keep their calls, as the table wants it (FK-7, AMD-10)
    name = call.facts["call"]
    if name == "lovers":
        return "cupid" in setup.trio  # they meet when an Actor makes them (FK-11)
    if name == "actor":
        # His cards lie in plain sight: after as many nights a living one has used them up (FK-6).
        return hides_cards(setup) and sum(past.name == "night_fell" for past in before) > len(setup.trio)
    return name in ("two_sisters", "three_brothers") and setup.options.siblings_extra_wakes != "never"


def hides_cards(setup: Setup) -> bool:
    return bool(HIDING & {*setup.events, *setup.hand, *setup.in_force})


@CALLS
@given(twins(EITHER), st.text("abc", min_size=3, max_size=3))
def test_the_public_screen_cannot_tell_hidden_cards_apart(
    pair: tuple[Setup, tuple[str, ...], tuple[int, int]], salt: str
) -> None:
    """FK-1, FK-2, FK-4, FK-12, NR-15, GEN-2"""
    setup, other, _ = pair
    one, two = told(setup, setup.deck, salt), told(setup, other, salt)
    assert is_fair(one, two, PUBLIC, setup), first_difference(one, two, PUBLIC)


@CALLS
@given(twins(EITHER), st.text("abc", min_size=3, max_size=3))
def test_no_seat_can_tell_other_players_cards_apart(
    pair: tuple[Setup, tuple[str, ...], tuple[int, int]], salt: str
) -> None:
    """FK-1, GEN-2, GEN-6"""
    setup, other, swapped = pair
    one, two = told(setup, setup.deck, salt), told(setup, other, salt)
    for seat in range(1, len(setup.players) + 1):
        if seat in swapped:
            continue
        assert is_fair(one, two, seat, setup), (seat, first_difference(one, two, seat))


@CALLS
@given(twins(EITHER), st.text("abc", min_size=3, max_size=3))
def test_the_first_night_sounds_the_same_whoever_holds_what(
    pair: tuple[Setup, tuple[str, ...], tuple[int, int]], salt: str
) -> None:
    """FK-1, FK-12: byte for byte, up to the first dawn."""
    setup, other, _ = pair
    assume("actor" not in setup.deck and "angel" not in setup.deck)
    assume("somnambulism" not in setup.in_force)
    nights = []
    for deck in (setup.deck, other):
        events = told(setup, deck, salt)
        names = [event.name for event in events]
        end = names.index("dawn_broke") if "dawn_broke" in names else len(events) - 1
        # The Harvest Witch's potion is said aloud in the night (HARV-9).
        nights.append(stream([event for event in events[:end] if event.name != "box_thrown"], PUBLIC))
    shortest = min(map(len, nights))  # a Piper may win before dawn
    assert nights[0][:shortest] == nights[1][:shortest]


# -- to the very end --

IDLE = ("seer", "fox", "cupid", "defender", "witch", "simple_villager")
"""Cards whose power does the same whoever of two villagers has it, as long as everybody makes the same choices."""
BYSTANDERS = (
    *("hunter", "elder", "knight_with_the_rusty_sword", "village_idiot", "scapegoat", "bear_tamer", "angel"),
    *("little_girl", "wandering_judge", "wild_child", "wolf_hound", "piper", "three_brothers"),
)
EVEN_HANDED = {
    "fake_calls": True,
    "silent_without_target": False,
    "lovers_restriction": "vote_only",
    "witch_may_poison_self": True,
    "despair_hits_infected_holders": True,
}
"""Nobody is refused anything, or left anything, for being who he is."""
OPTIONAL = sorted({name for name, option in OPTIONS.items() if option.values and not option.many} - {*EVEN_HANDED})


@st.composite
def idle_twins(draw: st.DrawFn) -> tuple[Setup, tuple[str, ...], tuple[int, int]]:
    """A table, and the same table with two cards exchanged that cannot change who dies."""
    first, second = draw(st.permutations(IDLE))[:2]
    wolves = draw(st.lists(st.sampled_from(WOLVES), min_size=1, max_size=2))
    free = [name for name in (*IDLE, *BYSTANDERS) if name not in (first, second)]
    others = draw(st.lists(st.sampled_from(free), min_size=2, max_size=7, unique=True))
    others += ["three_brothers"] * 2 * others.count("three_brothers")
    deck = draw(st.permutations([first, second, *wolves, *others]))
    chosen = {name: draw(st.sampled_from(OPTIONS[name].values)) for name in draw(st.sets(st.sampled_from(OPTIONAL)))}
    options = agreeing(chosen)
    has_houses = draw(st.booleans())
    setup = Setup.of(
        len(deck),
        deck,
        preset=draw(st.sampled_from(PRESETS)),
        buildings=deal_buildings(len(deck), draw(st.integers(0, 999))) if has_houses else (),
        **{**options, **EVEN_HANDED, "buildings_available": has_houses},
    )
    places = deck.index(first), deck.index(second)
    other = list(deck)
    other[places[0]], other[places[1]] = second, first
    return setup, tuple(other), (places[0] + 1, places[1] + 1)


@CALLS
@given(idle_twins(), st.text("abc", min_size=3, max_size=3), st.booleans())
def test_but_for_the_two_cards_themselves_nothing_is_noticed_to_the_end(
    pair: tuple[Setup, tuple[str, ...], tuple[int, int]], salt: str, is_quiet: bool
) -> None:
    """GEN-2, FK-1, NR-15: until one of the two cards lies open, every announcement is the same, and every question.

    In every other game nobody chooses the two if there is anybody else, so that they live long. Whoever is shown a card
    sees it either way; only the app need not have been told which it was.
    """
    setup, other, swapped = pair
    manner = {"spared": swapped if is_quiet else (), "notes_all": True}
    one, two = told(setup, setup.deck, salt, **manner), told(setup, other, salt, **manner)
    others = [seat for seat in range(1, len(setup.players) + 1) if seat not in swapped]
    viewers: list[Viewer] = [PUBLIC, *others]
    for viewer in viewers:
        for mine, theirs in zip_longest(visible(one, viewer), visible(two, viewer)):
            assert mine is not None, theirs
            assert theirs is not None, mine
            assert (mine.name, mine.rule, mine.facts.keys()) == (theirs.name, theirs.rule, theirs.facts.keys())
            differing = {fact for fact, value in mine.facts.items() if value != theirs.facts[fact]}
            if differing:
                assert differing == {"card"}, (viewer, mine, theirs)
                is_untold = mine.audience != PUBLIC and "" in (mine.facts["card"], theirs.facts["card"])
                assert is_untold or mine.facts["seat"] in swapped, (viewer, mine, theirs)
                if mine.name == "card_shown":
                    break


# -- what a player is offered --


class Offers(SameChoices):
    """What each player who is asked may choose, beside all that this player knows at that moment."""

    def __init__(self, salt: str, setup: Setup, *, turned: int) -> None:
        """`turned`: the secret question that is answered as if everybody had other favourites; -1 = none is."""
        super().__init__(salt, setup)
        self.turned = turned
        self.secrets = 0
        self.known: list[tuple[Audience, str]] = []
        """The answers given, as whoever was asked knows them."""
        self.found: dict[int, list[tuple[list[str], Any]]] = {}

    def _rank(self, key: str, option: Any) -> bytes:
        return super()._rank(f"{key}!" if self.secrets == self.turned else key, option)

    def __call__(self, prompt: Prompt) -> Any:
        self.secrets += prompt.audience != PUBLIC and prompt.kind != prompts.ACK
        asked = prompt.voters if prompt.is_public_vote else prompt.audience
        for seat in asked if isinstance(asked, (tuple, list)) else ():
            self.found.setdefault(seat, []).append((self._knows(seat, prompt), offered(prompt, seat, self._ruled())))
        value = super().__call__(prompt)
        self.known.append((prompt.audience, f"{prompt.key} {value}"))
        return value

    def _ruled(self) -> list[int]:
        """The Barkeep: the pack may name him while a Wolf-Father is awake with his curse, so the canon (AMD-56)."""
        assert self.village is not None
        by_curse = self.village.options.barkeep_infection == "by_curse"
        return [rule.holder for rule in self.village.named("pub")] if by_curse else []

    def _knows(self, seat: int, prompt: Prompt) -> list[str]:
        assert self.village is not None
        given = [said for audience, said in self.known if audience == PUBLIC or seat in audience]
        mates = [] if prompt.audience == PUBLIC else [f"asked with {prompt.audience}"]
        return [*stream(self.village.events, seat), *given, *mates]


def offered(prompt: Prompt, seat: int, left_out: list[int]) -> Any:
    """What this player's phone would take: of names their order too, for it is seen."""
    closed = [*prompt.barred.get(seat, {}), *(left_out if prompt.key == "werewolves.devour" else ())]
    options = [option for option in prompt.options if option not in closed]
    if prompt.offers == "seats":
        options.sort()
    return prompt.key, prompt.kind, prompt.low, prompt.high, options, seat in prompt.bound


def offers(setup: Setup, deck: tuple[str, ...], salt: str, turned: int = -1) -> dict[int, list[tuple[list[str], Any]]]:
    draw = "stacked" if setup.draw == "shuffled" else setup.draw
    lying = replace(setup, deck=deck, seed=None, draw=draw)
    bot = Offers(salt, lying, turned=turned)
    village = Village(lying, bot)
    bot.village = village
    run(village)
    return bot.found


WITH_SECRETS = ("cupid", "piper", "defender", "witch", "little_girl", "seer", "fox", "hunter", "elder", "wild_child")
"""Cards that make secrets of others, or meet them."""


@st.composite
def secretive(draw: st.DrawFn) -> tuple[Setup, tuple[str, ...], tuple[int, int]]:
    """A table of several Werewolves with Lovers, who mostly may do no harm; two cards change hands, or the same one."""
    pack = draw(st.lists(st.sampled_from(WOLVES), min_size=2, max_size=3))
    free = draw(st.lists(st.sampled_from(WITH_SECRETS[1:]), min_size=2, max_size=5, unique=True))
    count = draw(st.integers(max(7, len(pack) + len(free) + 2), 12))
    deck = draw(st.permutations([*pack, "cupid", *free, *["simple_villager"] * (count - len(pack) - len(free) - 1)]))
    has_houses = draw(st.booleans())
    names = draw(st.sets(st.sampled_from(OPTIONAL), max_size=3))
    chosen = agreeing({name: draw(st.sampled_from(OPTIONS[name].values)) for name in names})
    restriction = draw(st.sampled_from(["no_harm", "no_harm", "vote_only"]))
    chosen |= {"buildings_available": has_houses, "fake_calls": True, "lovers_restriction": restriction}
    buildings = deal_buildings(count, draw(st.integers(0, 999))) if has_houses else ()
    setup = Setup.of(count, deck, preset=draw(st.sampled_from(PRESETS)), buildings=buildings, **chosen)
    assume(not setup.faults())
    first, second = sorted(draw(st.lists(st.integers(0, count - 1), min_size=2, max_size=2)))
    other = list(setup.deck)
    other[first], other[second] = other[second], other[first]
    return setup, tuple(other), (first + 1, second + 1)


@CALLS
@given(st.one_of(secretive(), secretive(), twins(EITHER)), st.text("abc", min_size=3, max_size=3), st.integers(-1, 8))
def test_what_a_player_is_offered_follows_from_what_that_player_knows(
    pair: tuple[Setup, tuple[str, ...], tuple[int, int]], salt: str, turned: int
) -> None:
    """AMD-71, GEN-2: other cards in other hands, or another secret choice of somebody else (Lovers, charm, a shield, an
    infection), close nothing to anybody who is asked, alone or with others, and knows nothing of it."""
    setup, other, swapped = pair
    assume(setup.deck.count("big_bad_wolf") < 2)  # there is one in the box; of two the second may not repeat a meal
    one = offers(setup, setup.deck, salt)
    two = offers(setup, other if turned < 0 else setup.deck, salt, turned)
    for seat in one.keys() & two.keys():
        if turned < 0 and seat in swapped:
            continue
        for (knew, mine), (known, theirs) in zip(one[seat], two[seat], strict=False):
            if knew != known:
                break
            assert mine == theirs, (seat, setup)


# -- the first night --

NEEDED: dict[str, dict[str, Any]] = {
    "": {},
    "buildings": {"houses": "Ann:farm_1 Dan:church", "buildings_available": True},
    "events": {"events": "eclipse"},
}
"""What a table must play with for a card."""


@pytest.mark.parametrize("preset", ["pact", "pacte", "helper"])
def test_every_call_is_spoken_alike_when_its_card_is_a_spare(preset: str) -> None:
    """FK-2: whatever lies in the middle, the first night sounds the same."""
    cards = [kind for kind in _callable() if kind not in ("thief", "actor", "werewolf", "angel")]
    for spare in cards:
        if character(spare).together > 1:
            continue
        people = f"Ann:thief Bea:werewolf Cid:werewolf Dan:{spare} Eve Fay"
        extras = NEEDED[character(spare).needs]
        dealt = Table(
            people, spares="simple_villager simple_villager", preset=preset, groups=_groups("ABCDEF"), **extras
        )
        spared = Table(
            "Ann:thief Bea:werewolf Cid:werewolf Dan Eve Fay",
            spares=f"{spare} simple_villager",
            preset=preset,
            groups=_groups("ABCDEF"),
            **extras,
        )
        for t in (dealt, spared):
            t.game = _night_one(t)
        assert dealt.calls == spared.calls, spare


def _callable() -> list[str]:
    from nightcall.rules.characters import CHARACTERS

    return [kind.name for kind in CHARACTERS if kind.wakes != NEVER]


def _groups(letters: str) -> dict[str, str]:
    names = ("Ann", "Bea", "Cid", "Dan", "Eve", "Fay")
    return {name: "left" if place % 2 else "right" for place, name in enumerate(names[: len(letters)])}


def _night_one(t: Table) -> Any:
    """Play the first night with the first legal choice everywhere; the Thief keeps his card where he may."""
    game = t.game
    while game.prompt is not None and game.prompt.key != "dawn.breaks":
        prompt = game.prompt
        if prompt.kind == prompts.ACK:
            game = game.answer(True)
        elif prompt.kind == prompts.YES_NO:
            game = game.answer(False)
        elif prompt.kind == prompts.TEXT:
            game = game.answer("")
        elif prompt.low == 0:
            game = game.answer(None if prompt.high == 1 else [])
        elif prompt.high == 1:
            choice = prompt.options[-1] if prompt.key == "thief.swap" else prompt.options[0]
            game = game.answer(choice)
        else:
            game = game.answer(list(prompt.options[: prompt.low]))
    return game


def test_playouts_keep_no_record_unless_asked() -> None:
    t = Table("Ann:werewolf Bea Cid")
    village, _ = playout(t.setup, SilentRandom())
    assert village.events == []


class SilentRandom:
    def __call__(self, prompt: Prompt) -> Any:
        if prompt.kind == prompts.ACK:
            return True
        if prompt.kind == prompts.BALLOTS:
            return dict.fromkeys(prompt.voters)
        return prompt.options[0]
