"""Secrets stay secrets: two games that differ only in what an audience may not know look the same to it.

Two games are told side by side. They differ in the cards of two players (and so in who opens the eyes, which calls are
faked, what powers find out); everybody makes the same choices as far as that is possible. What the public screen
and a seat are told must then be identical up to the first announcement that rightly tells the two games apart: a
death, a card shown, a grunt. A call, a pause or a question that appears in only one of them is a leak.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from nightcall import PUBLIC, Event, Prompt, Setup
from nightcall.engine import prompts
from nightcall.engine.events import WORD, Audience, Tells
from nightcall.engine.game import playout, run
from nightcall.engine.plan import plan_of
from nightcall.engine.rule import KINDS, NEVER, character, left_over
from nightcall.engine.village import Village
from tests.strategies import NO_VARIANT, TOGETHER, setups
from tests.table import Table

ANNOUNCEMENTS = {
    "bear_grunted": "BEAR-1",  # whoever sits beside the Tamer
    "box_thrown": "HARV-9",  # the Harvest Witch's potion is said aloud
    "burnt": "PYRO-2",  # a house is gone in the morning
    "card_shown": "GEN-4",  # whoever falls, comes forward in a tie or wins alone shows the card
    "despaired": "DESP-2",  # the Elder's end is announced, also when his card stays face down (EXEC-3)
    "died": "NR-15",  # hidden cards decide who falls
    "office_lost": "IDIOT-4",  # an Idiot's badge goes with him, also when his card stays face down (BURY-3)
    "played": "ACTOR-2",  # the Actor's cards lie face up
    "poster_seen": "SCAN-7",  # put up in the night, seen in the morning
    "said_in_sleep": "SOMN-1",  # what the Seer found is said aloud
    "saved": "MIRA-3",  # whom the wolves had bitten is said aloud
    "second_shown": "DBL-3",  # the other of two cards
    "side_announced": "HOUND-3",  # where the table wants the side of an ambiguous card told
    "spirit_answered": "SPIR-1",  # the truth, from beyond
    "spirit_asked": "GYPSY-3",  # a question the Gypsy has chosen in the night
    "stepped_up": "SERV-1",  # the Servant comes forward
    "took_the_place": "HARV-7",  # the Scapegoat beside the condemned player
    "vote_added": "JUDGE-2",  # the Judge's sign, or a card that asks who fell (ENTH-1)
    "won": "WIN-9",
}
"""Events that tell the table something about hidden cards, and the rule that means them to."""

DECLARATIONS = {"trusted_villager.holder", "scapegoat.declare", "prejudiced_manipulator.declare"}
"""Questions in which the players say who they are, truthfully."""

OPEN_EFFECTS = {"hunter.shoot", "scapegoat.voters"}
HIDING = {"burial", "executioner"}
"""A card that stays face down still does openly what it does (EXEC-3, BURY-3)."""

CALLS = settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
EITHER = st.one_of(NO_VARIANT, TOGETHER)
"""Half of the tables play variants, in any combination."""


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

    def __init__(self, salt: str, setup: Setup) -> None:
        """The cards lie as the setup lists them."""
        dealt, seats = [kind.name for kind in plan_of(setup).deck], len(setup.players)
        each = (len(dealt) - left_over(setup.deck, setup.options)) // seats
        self.salt = salt
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

    def __call__(self, prompt: Prompt) -> Any:
        if self._robbed and prompt.key != "card.look":  # the moderator looks before the cards change hands
            thief, victim = self._robbed
            self.holds[thief], self.holds[victim] = self.holds[victim], self.holds[thief]
            self._robbed = None
        self._note(prompt)
        self.asked[prompt.key] = self.asked.get(prompt.key, 0) + 1
        assert sum(self.asked.values()) < 5000
        return prompt.check(self._answer(prompt, f"{prompt.key}{self.asked[prompt.key]}"))

    def _note(self, prompt: Prompt) -> None:
        assert self.village is not None
        if prompt.audience == PUBLIC:
            self.village.events.append(Asked(prompt.rule, PUBLIC, prompt.key))

    def _answer(self, prompt: Prompt, key: str) -> Any:
        if prompt.key in ("identify", "werewolves.identify"):
            return self._eyes(prompt)
        if prompt.key in DECLARATIONS and not self.is_known:
            found = self._owners(prompt, prompt.key.partition(".")[0])
            return found[0] if found else None
        if prompt.key in ("card.look", "card.shown") or (prompt.key == "seer.card" and prompt.low):
            return self.holds[prompt.seat] if self.has_one_card else self._turn_up(prompt)
        if prompt.key == "double_you.open":
            return self.open[prompt.seat - 1]
        if prompt.key == "thief.rob":
            self._robbed = prompt.seat, self._choice(prompt, key)
            return self._robbed[1]
        if prompt.key == "thief.spares":
            return self.spares
        if prompt.key == "devoted_servant.act":
            ready = [seat for seat in self._owners(prompt, "devoted_servant") if self._rank(key, seat)[0] < 128]
            return ready[0] if ready else None
        if prompt.key in ("seer.card", "church.card", "little_girl.caught", "thief.swap"):
            return prompt.options[0] if prompt.low else None
        return self._choice(prompt, key)

    def _choice(self, prompt: Prompt, key: str) -> Any:
        if prompt.kind == prompts.ACK:
            return True
        if prompt.kind == prompts.YES_NO:
            return self._rank(key, "yes")[0] < 128
        if prompt.kind == prompts.TEXT:
            return ""
        if prompt.kind == prompts.TEXTS:
            return ()
        if prompt.kind == prompts.BALLOTS:
            return {voter: self._vote(prompt, key, voter) for voter in prompt.voters}
        if prompt.kind == prompts.COUNTS:
            return {max(prompt.options, key=lambda seat: self._rank(key, seat)): max(1, prompt.low)}
        if prompt.key == "day.debate":
            return "nobody_wins" if "nobody_wins" in prompt.options else "vote"
        ranked = sorted(prompt.options, key=lambda option: self._rank(key, option))
        if prompt.high == 1:
            return ranked[0] if ranked else None
        return ranked[: prompt.high]

    def _vote(self, prompt: Prompt, key: str, voter: int) -> int | None:
        barred = prompt.barred.get(voter, {})
        legal = [seat for seat in prompt.options if seat not in barred]
        return min(legal, key=lambda seat: self._rank(key, (voter, seat))) if legal else None

    def _eyes(self, prompt: Prompt) -> Any:
        if prompt.key == "identify":
            found = self._owners(prompt, prompt.card)
        else:
            found = self._owners(prompt, *(name for name, kind in KINDS.items() if getattr(kind, "is_wolf", False)))
        return (found[0] if found else None) if prompt.high == 1 else found

    def _owners(self, prompt: Prompt, *names: str) -> list[int]:
        """Everybody asked who holds such a card, and says so."""
        if self.has_one_card:
            return [seat for seat in prompt.options if self.holds[seat] in names]
        found = [seat for seat in prompt.options if set(names) & set(self.hands[seat])]
        for seat in found:
            self.hands[seat].remove(next(name for name in self.hands[seat] if name in names))
        return found

    def _turn_up(self, prompt: Prompt) -> str:
        """The next of two cards."""
        hand = self.hands[prompt.seat]
        return hand.pop(next(place for place, name in enumerate(hand) if name in prompt.options))


def told(setup: Setup, deck: tuple[str, ...], salt: str) -> list[Event]:
    """All events of the game in which the cards lie as listed, public questions among them."""
    draw = "stacked" if setup.draw == "shuffled" else setup.draw  # there is no seed to shuffle by
    lying = replace(setup, deck=deck, seed=None, draw=draw)
    bot = SameChoices(salt, lying)
    village = Village(lying, bot)
    bot.village = village
    run(village)
    return village.events


def stream(events: list[Event], viewer: int | None) -> list[str]:
    seen = []
    for event in events:
        if event.seen_by(viewer):
            data = event.to_json()
            del data["audience"]
            seen.append(json.dumps(data, sort_keys=True, default=str))
    return seen


def first_difference(
    one: list[Event], two: list[Event], viewer: int | None
) -> tuple[Event | None, Event | None, list[Event]]:
    """The first pair of events that differ for a viewer, and what came before."""
    ours = [event for event in one if event.seen_by(viewer)]
    theirs = [event for event in two if event.seen_by(viewer)]
    texts = zip(stream(one, viewer), stream(two, viewer), strict=False)
    for place, (mine, other) in enumerate(texts):
        if mine != other:
            return ours[place], theirs[place], ours[:place]
    shorter = min(len(ours), len(theirs))
    mine_left, theirs_left = ours[shorter:], theirs[shorter:]
    return mine_left[0] if mine_left else None, theirs_left[0] if theirs_left else None, ours[:shorter]


@st.composite
def twins(
    draw: st.DrawFn, variants: st.SearchStrategy[list[str]] = NO_VARIANT
) -> tuple[Setup, tuple[str, ...], tuple[int, int]]:
    """A table, and the same table with the cards of two players (or a player and a spare) exchanged."""
    setup = draw(setups(most=14, variants=variants))
    assume(setup.options.fake_calls)
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


def is_fair(one: Event | None, two: Event | None, before: list[Event], setup: Setup) -> bool:
    """Whether two games may part here for an audience that sees this."""
    if one is None and two is None:
        return True
    return any(event is not None and may_differ(event, before, setup) for event in (one, two))


def may_differ(event: Event, before: list[Event], setup: Setup) -> bool:
    if event.audience != PUBLIC:
        return True  # told to this seat on purpose
    if event.name in ANNOUNCEMENTS or (event.name, event.rule) == ("condemned", "SCAPE-1"):
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
    mine, theirs, before = first_difference(one, two, None)
    assert is_fair(mine, theirs, before, setup), (mine, theirs, before[-6:])


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
        mine, theirs, before = first_difference(one, two, seat)
        assert is_fair(mine, theirs, before, setup), (seat, mine, theirs, before[-6:])


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
        nights.append(stream([event for event in events[:end] if event.name != "box_thrown"], None))
    shortest = min(map(len, nights))  # a Piper may win before dawn
    assert nights[0][:shortest] == nights[1][:shortest]


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
