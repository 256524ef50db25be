"""The pile of event cards: when one is drawn, who reads it, what becomes of it; and the dead it may speak of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping
from functools import cache
from typing import Final

from nightcall.engine import views
from nightcall.engine.chance import shuffled
from nightcall.engine.deaths import DEVOURED
from nightcall.engine.errors import Fault
from nightcall.engine.events import EVENT_CARD, PUBLIC, SEAT, Tells
from nightcall.engine.options import Options
from nightcall.engine.rule import KINDS, Rule
from nightcall.engine.setup import DRAWS, ENTERED, SHUFFLED, Setup
from nightcall.engine.unmoderated import DRAWN, Policy
from nightcall.engine.village import Village
from nightcall.rules.newmoon.card import PERMANENT, EventCard

FIRST_DRAW: Final = 2
"""The first morning is the first day's; it brings no event (NM-5)."""


class NewMoon(Rule):
    """Every morning but the first, or every second or third, an event is drawn, read and applied. (NM-1…NM-12)"""

    name = "new_moon"
    led = {"new_moon.reader": Policy(DRAWN)}
    is_variant = True
    tells = [
        Tells("event_in_force", event=EVENT_CARD, seen=views.joins("events", "event")),
        Tells("event_read", event=EVENT_CARD, by=SEAT, seen=views.joins("events", "event"), moment=True),
        Tells("event_put_back", event=EVENT_CARD),
        Tells("event_overtaken", event=EVENT_CARD, seen=views.goes("events", "event")),
    ]

    def __init__(self) -> None:
        self.pile: list[str] = []
        """The cards left, the next one first."""
        self.discarded: list[str] = []
        """The cards read, in order."""
        self.read_on: list[int] = []
        """The day each of them was read."""

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return cls.name in setup.variants or bool(setup.events or setup.in_force or setup.hand)

    @classmethod
    def completes(cls, setup: Setup) -> Mapping[str, tuple[str, ...]]:
        """Chosen by name, without a word about the cards: the whole deck (NEW-1)."""
        if setup.events:
            return {}
        return {"events": tuple(event_pile(setup.options, (*setup.deck, *setup.trio), setup.hand))}

    @classmethod
    def faults(cls, setup: Setup) -> list[Fault]:
        return _faults(setup) if cls.concerns(setup) else []

    def enters(self, v: Village) -> None:
        self.pile = list(v.setup.events)
        if v.setup.draw == SHUFFLED:
            assert v.seed is not None
            self.pile = shuffled(self.pile, ~v.seed)  # not the numbers that dealt the characters
        for name in v.setup.in_force:
            v.tell("event_in_force", "NM-3", event=name)
            event(name)().read(v)

    # -- drawing --

    def awakening(self, v: Village) -> None:
        if v.options.event_timing == "before_victims":
            self._draw_if_due(v)

    def morning(self, v: Village) -> None:
        if v.options.event_timing == "after_victims":
            self._draw_if_due(v)

    def _draw_if_due(self, v: Village) -> None:
        if v.day >= FIRST_DRAW and (v.day - FIRST_DRAW) % v.options.event_every_n_mornings == 0:
            name = self._draw(v)
            if name:
                self.play(v, name, by=self._reader(v))

    def _draw(self, v: Village) -> str:
        """The card of the day, off the pile. What needs a dead player goes under it while there is none (NM-7)."""
        put_back: list[str] = []
        drawn = ""
        while self.pile and not drawn:
            name = self.pile[0]
            if v.setup.draw == ENTERED:
                name = v.choose("new_moon.drawn", self.pile, rule="NM-1", audience=PUBLIC)
            self.pile.remove(name)
            if event(name).needs_dead and not last_eliminated(v):
                put_back.append(name)
                v.tell("event_put_back", "NM-7", event=name)
            else:
                drawn = name
        self.pile += put_back
        return drawn

    def _reader(self, v: Village) -> int:
        """The last eliminated player, or whoever the moderator asks; 0 = the moderator (NM-1, NM-7)."""
        if v.options.event_reader == "moderator_choice":
            seats = [seat for seat in v.seats if seat not in v.elsewhere]
            return v.pick("new_moon.reader", seats, rule="OPT-EVENT-READER", optional=True, audience=PUBLIC)
        return last_eliminated(v)

    # -- reading --

    def play(self, v: Village, name: str, *, by: int = 0, rule: str = "NM-1") -> bool:
        """A card is read aloud by a seat (0 = the moderator) and takes effect; False if it must wait (NM-7)."""
        kind = event(name)
        if kind.needs_dead and not last_eliminated(v):
            return False
        self.discarded.append(name)
        self.read_on.append(v.day)
        v.tell("event_read", rule, event=name, by=by)
        if kind.kind == PERMANENT and v.named(name):
            v.tell("event_without_effect", "NM-11", event=name)
            return True
        card = kind()
        card.read(v)
        if card in v.named(name):
            self._overtake(v, card)
        return True

    @staticmethod
    def _overtake(v: Village, card: EventCard) -> None:
        """Latest news, once it is played: what was to replace the same is discarded (NM-8, AMD-64)."""
        for other in in_force(v):
            if other is not card and not set(other.replaces).isdisjoint(card.replaces):
                v.tell("event_overtaken", "NM-8", event=other.name)
                other.discard(v)

    def was_read_today(self, v: Village) -> bool:
        return v.day in self.read_on


def event(name: str) -> type[EventCard]:
    kind = KINDS[name]
    assert issubclass(kind, EventCard), name
    return kind


@cache
def cards() -> tuple[type[EventCard], ...]:
    """Every event card there is."""
    return tuple(kind for kind in KINDS.values() if issubclass(kind, EventCard))


def in_force(v: Village) -> list[EventCard]:
    """The event cards whose effect lasts or is still to come."""
    return [rule for kind in cards() for rule in v.named(kind.name) if isinstance(rule, EventCard)]


# -- the dead an event speaks of; whoever has come back does not count (SPIR-7) --


def last_eliminated(v: Village) -> int:
    """0 = nobody yet."""
    return next(reversed(v.eliminated()), 0)


def first_eliminated(v: Village) -> int:
    """0 = nobody yet."""
    return next(iter(v.eliminated()), 0)


def first_wolf_victim(v: Village) -> int:
    """The first player the Werewolves have devoured; 0 = nobody yet."""
    victims = [death.seat for death in v.graveyard if death.had(DEVOURED) and death.seat not in v.living]
    return next(iter(victims), 0)


# -- setup --


def event_pile(options: Options, deck: Container[str], hand: Container[str] = ()) -> list[str]:
    """Every event card a table may play: the rules know it, and nobody else holds it (OPT-EVENT-POOL, GYPSY-5)."""
    pool = options.event_pool
    return [
        kind.name
        for kind in KINDS.values()
        if issubclass(kind, EventCard)
        and (pool != "helper_only" or kind.in_helper)
        and (pool != "documented_all" or kind.is_documented)
        and (not kind.allowed_by or getattr(options, kind.allowed_by))
        and not (kind.is_spiritualism and "gypsy" in deck)
        and kind.name not in hand
    ]


def _faults(setup: Setup) -> list[Fault]:
    faults = []
    if not setup.options.event_cards_available:
        faults.append(Fault("setup.no_events", "OPT-EVENTS", about=("events", "options")))
    if setup.draw not in DRAWS:
        faults.append(Fault("setup.unknown_draw", "NM-3", {"draw": setup.draw}, about=("draw",)))
    if setup.draw == SHUFFLED and setup.seed is None:
        faults.append(Fault("setup.draw_needs_seed", "NM-3", about=("draw", "seed")))
    lies = _places(setup)
    for name, where in lies.items():
        kind = KINDS.get(name)
        if kind is None or not issubclass(kind, EventCard):
            faults.append(Fault("setup.unknown_event", "NM-1", {"event": name}, about=where))
        else:
            faults += _card_faults(setup, kind, where)
    # A card may lie in force and turn up again from another deck (NM-11), but not twice in the one pile.
    copies = Counter((*setup.events, *setup.hand)), Counter(setup.in_force)
    twice = [name for counter in copies for name, times in counter.items() if times > 1]
    for name in dict.fromkeys(twice):
        faults.append(Fault("setup.event_twice", "NM-3", {"event": name}, about=lies[name]))
    return faults


def _places(setup: Setup) -> dict[str, tuple[str, ...]]:
    """Event card -> the parts of the setup that name it."""
    found: dict[str, tuple[str, ...]] = {}
    for part in ("events", "in_force", "hand"):
        for name in dict.fromkeys(getattr(setup, part)):
            found[name] = (*found.get(name, ()), part)
    return found


def _card_faults(setup: Setup, kind: type[EventCard], where: tuple[str, ...]) -> list[Fault]:
    faults = []
    facts = {"event": kind.name}
    pool = setup.options.event_pool
    if (pool == "helper_only" and not kind.in_helper) or (pool == "documented_all" and not kind.is_documented):
        faults.append(Fault("setup.event_outside_pool", "OPT-EVENT-POOL", {**facts, "pool": pool}, about=where))
    if kind.allowed_by and not getattr(setup.options, kind.allowed_by):
        faults.append(Fault("setup.event_not_allowed", "OPT-GATHERING", facts, about=where))
    if kind.name in setup.in_force and kind.kind != PERMANENT:
        faults.append(Fault("setup.event_not_permanent", "NM-3", facts, about=("in_force",)))
    if kind.name in setup.hand and kind.is_spiritualism:
        faults.append(Fault("setup.hand_spiritualism", "CRIER-2", facts, about=("hand",)))
    return faults
