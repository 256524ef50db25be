"""The table while it is being set up: what was chosen so far, for one device, whether or not it can be played yet.

Nothing here decides what may be played: a draft becomes a `Setup`, and the setup says what is wrong with it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Final

from nightcall.engine.errors import Fault
from nightcall.engine.options import OPTIONS, PRESETS, Options, plain
from nightcall.engine.rule import character, to_borrow
from nightcall.engine.setup import DRAWS, ENTERED, PARTS, SHUFFLED, VAGABOND, Setup
from nightcall.rules import decks
from nightcall.rules.decks import FILLER
from nightcall.rules.newmoon.pile import event_pile
from nightcall.rules.variants.black_plague import BlackPlague, betrayers
from nightcall.sim.odds import SEED
from nightcall.sim.people import words as tables
from nightcall.web.led import policies
from nightcall.web.manner import DEALS, LED, PASS, PHYSICAL, Manner
from nightcall.web.setup import shapes
from nightcall.web.setup.shapes import (
    ALL,
    APART,
    CHOSEN,
    DEALS_KNOWN,
    DEALT,
    KEPT_AT_MOST,
    NONE,
    SILENT,
    SOME,
    flag,
    of_type,
    one_of,
    variant_names,
)
from nightcall.words import Words

NAME_AT_MOST: Final = 200
PARTS_AT_MOST: Final = 1000
PASTED_AT_MOST: Final = 20_000
"""Names and letters of a pasted list: sixty long names, with what else stood in the mail."""

ASKED: Final[Mapping[str, tuple[str, ...]]] = {
    "players": ("players",),
    "cards": ("deck", "trio", "groups", "also_announced"),
    "extras": ("buildings", "events", "draw", "in_force", "hand", "variants"),
    "rules": ("options", "debate_rules"),
    "deal": ("seed",),
    "begin": (),
}
"""Step -> the parts of the setup it asks for."""
STEPS: Final = tuple(ASKED)
_STEP_OF: Final = {part: step for step, parts in ASKED.items() for part in parts}


def step_of(fault: Fault) -> str:
    """The step on which a fault is shown, and mended."""
    return _STEP_OF[fault.about[0]]


def own(default: Any, accept: Callable[[Any], Any]) -> Any:
    """A field of the draft alone, with what makes a stored or shared value fit for it (`ValueError`)."""
    metadata = {"accept": accept}
    if isinstance(default, dict):
        return field(default_factory=dict, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Draft:
    """A table being set up. Every field has a default that can be played.

    A field named like a part of the setup holds the same; the others are the draft's own.
    """

    players: tuple[str, ...] = ()
    mix: str = own("", of_type(str))
    """The mix the cards follow as players come and go; empty = the usual one."""
    deck: Mapping[str, int] = own({}, shapes.copies)
    """Card -> copies, once somebody has chosen cards; empty = the mix."""
    trio: tuple[str, ...] = own((), shapes.lent)
    first_group: tuple[str, ...] = own((), shapes.texts)
    """Who belongs to the first of the two groups, by name."""
    labels: tuple[str, str] = own(("A", "B"), shapes.pair)
    """What the two groups are called."""
    also_announced: tuple[str, ...] = ()
    silent: tuple[str, ...] = own((), shapes.names_among(shapes.card_names))
    preset: str = own(PRESETS[0], one_of(*PRESETS))
    options: Mapping[str, Any] = own({}, shapes.changes)
    debate_rules: bool = False
    houses: str = own(NONE, one_of(*shapes.HOUSES))
    houses_seed: int = own(1, of_type(int))
    homes: Mapping[str, str] = own({}, shapes.homes)
    """Name -> house, where each was chosen."""
    pile: str = own(NONE, one_of(*shapes.PILES))
    events: tuple[str, ...] = ()
    """Those chosen, in their order if they are stacked."""
    draw: str = own("", one_of("", *DRAWS))
    """How they are drawn; empty = by whoever deals the cards."""
    in_force: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    deal: str = own(PHYSICAL, one_of(*DEALS))
    phones_vote: bool = own(False, flag)
    phones_act: bool = own(False, flag)
    graveyard: bool = own(False, flag)
    debate: int = own(0, one_of(*shapes.DEBATES))
    people: str = own("", one_of("", *tables()))
    """The word for how well the table plays; empty = an ordinary one."""
    wish: Mapping[str, Any] = own({}, shapes.wish)
    """What the host has told the advisor; empty = nobody has asked for advice."""
    mark: str = own("", of_type(str))
    """Tells this draft from the next one, so that a second tap on Begin does not begin a second game."""
    begun: str = own("", of_type(str))
    """The game that was begun from it."""
    after: str = own("", of_type(str))
    """The game this one follows, whose phones and screens come along."""

    # -- keeping it --

    @classmethod
    def fresh(cls, words: Words) -> Draft:
        """An empty table, by the book that lies in a box of this language (`language.preset`)."""
        preset = words.text("language.preset")
        return cls(preset=preset if preset in PRESETS else PRESETS[0])

    @classmethod
    def of(cls, data: Any) -> Draft:
        """From the store; what another version wrote and we do not know is left out."""
        kept: dict[str, Any] = {}
        for name, value in data.items() if isinstance(data, dict) else ():
            with suppress(ValueError):
                kept[name] = sound(name, value)
        return cls(**kept)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def is_plain(self) -> bool:
        """Whether nothing but the players was chosen: the usual mix, the book, real cards, and off it goes."""
        usual = Draft(players=self.players, preset=self.preset, mark=self.mark, houses_seed=self.houses_seed)
        return bool(self.players) and replace(self, mix="", people="", wish={}) == usual

    # -- players --

    def seated(self, names: Iterable[str]) -> Draft:
        """With these players: an empty name, or one that is a number, becomes the number of the seat."""
        found = [" ".join(name.split())[:NAME_AT_MOST] for name in names][: KEPT_AT_MOST + 1]
        numbered = (str(seat) if not name or name.isdecimal() else name for seat, name in enumerate(found, start=1))
        return replace(self, players=tuple(numbered))

    # -- cards --

    @property
    def cards(self) -> dict[str, int]:
        """Card -> copies: those chosen, or those of the mix for this many players."""
        if self.deck:
            return {name: copies for name, copies in self.deck.items() if copies}
        return dict(self.mixes.get(self.mix) or self.mixes.get(self.usual, {}))

    @property
    def mixes(self) -> dict[str, dict[str, int]]:
        """The ready-made decks for this table and its box: name -> card -> copies."""
        return decks.mixes(len(self.players), self.rules.simple_villager_cards)

    @property
    def usual(self) -> str:
        """Which of them it has before anybody chooses."""
        return decks.usual(len(self.players), self.rules.simple_villager_cards)

    @property
    def wanted(self) -> int:
        """How many cards this table needs; the engine knows."""
        sizes = [fault.facts["wanted"] for fault in self._against if fault.key == "setup.deck_size"]
        return sizes[0] if sizes else sum(self.cards.values())

    def filled(self) -> Draft:
        """As many Simple Villagers as make the deck whole, if that can be done with them alone."""
        cards = self.cards
        cards[FILLER] = max(0, cards.get(FILLER, 0) + self.wanted - sum(cards.values()))
        return replace(self, deck=cards)

    @property
    def borrows(self) -> int:
        return to_borrow(self.cards, self.rules)

    @property
    def needs_groups(self) -> bool:
        return any(character(name).needs_groups for name in self.cards)

    def _listed(self) -> tuple[str, ...]:
        """Card by card: the characters, then the plain villagers, then the pack (DBL-5 has the second half hidden)."""
        names = Counter(self.cards).elements()
        return tuple(sorted(names, key=lambda name: (character(name).is_wolf, name == FILLER)))

    # -- extras --

    @property
    def buildings(self) -> tuple[str, ...]:
        """The house of each seat."""
        if self.houses == DEALT:
            return tuple(decks.deal_buildings(len(self.players), self.houses_seed))
        if self.houses == CHOSEN:
            return tuple(self.homes.get(name, VAGABOND) for name in self.players)
        return ()

    @property
    def drawn(self) -> tuple[str, ...]:
        """The event cards of the pile."""
        if self.pile == ALL:
            cards = event_pile(self.rules, (*self.cards, *self.trio), self.hand)
            has_plague = BlackPlague.name in self.variants
            fit = (name for name in cards if not (has_plague and betrayers([name])))
            order = {name: place for place, name in enumerate(self.events)}  # as they were stacked, if they were
            return tuple(sorted(fit, key=lambda name: order.get(name, len(order))))
        return tuple(name for name in self.events if name not in self.hand) if self.pile == SOME else ()

    @property
    def drawing(self) -> str:
        """How event cards are drawn: where the app deals it shuffles them too, unless the table wants it otherwise."""
        if self.deal == LED:
            return SHUFFLED
        return self.draw or (ENTERED if self.deal == PHYSICAL else SHUFFLED)

    # -- rules --

    @property
    def changes(self) -> dict[str, Any]:
        """The options that differ from the preset, for whatever reason."""
        found = dict(self.options)
        if self.silent:
            found[SILENT] = [name for name in self.silent if name in self.cards or name in self.also_announced]
        if self.deal != PHYSICAL:
            found[DEALS_KNOWN] = True
        if self.deal == LED:
            found |= policies.fixed(found)
        return found

    @property
    def fixed(self) -> frozenset[str]:
        """Options that have one value alone, because the app leads."""
        return frozenset(policies.fixed(self.options)) if self.deal == LED else frozenset()

    @cached_property
    def _read(self) -> tuple[Options, list[Fault]]:
        return Options.read(self.preset, self.changes)

    @property
    def rules(self) -> Options:
        return self._read[0]

    @property
    def difference(self) -> dict[str, Any]:
        """The house rules as the table would tell them: what differs from the book."""
        told = {name: value for name, value in self.rules.difference().items() if name not in APART}
        if self.deal != LED:
            return told
        here = {*self.cards, *self.trio, *self.also_announced, *self.drawn, *self.in_force, *self.hand}
        return {name: value for name, value in told.items() if policies.matters(name, here)}

    def with_option(self, name: str, value: Any) -> Draft:
        """One option set; what the preset says anyway is no difference."""
        options = {other: kept for other, kept in self.options.items() if other != name}
        if plain(OPTIONS[name].default(self.preset)) != plain(value):
            options[name] = plain(value)
        return replace(self, options=options)

    def with_preset(self, preset: str) -> Draft:
        """Another book; what was changed stays changed, as far as it still differs."""
        draft = replace(self, preset=preset, options={})
        for name, value in self.options.items():
            draft = draft.with_option(name, value)
        return draft

    # -- the table --

    def table(self, seed: int = 0) -> Setup:
        """The setup as it stands, checked or not. The seed is used if anything is drawn by the app."""
        return self._unseeded if self._unseeded.seed is None else replace(self._unseeded, seed=seed)

    @cached_property
    def _unseeded(self) -> Setup:
        """A page asks for it many times. No seed where none is needed, else any."""
        needs_seed = self.deal != PHYSICAL or (bool(self.drawn) and self.drawing == SHUFFLED)
        groups = tuple(self.labels[name not in self.first_group] for name in self.players) if self.needs_groups else ()
        chosen: dict[str, Any] = {
            "deck": self._listed(),
            "options": self.rules,
            "seed": 0 if needs_seed else None,
            "trio": self.trio[: self.borrows],
            "groups": groups,
            "also_announced": tuple(name for name in self.also_announced if name not in self.cards),
            "buildings": self.buildings,
            "events": self.drawn,
            "draw": self.drawing,
        }
        return Setup(**({name: getattr(self, name) for name in SHARED} | chosen))

    @cached_property
    def dealt(self) -> Setup:
        """The table with cards the app deals: who wins how often does not hang on who shuffles."""
        return replace(self, deal=PASS).table(SEED)

    @cached_property
    def _against(self) -> list[Fault]:
        """What the engine has against this table."""
        return self.table().faults()

    @property
    def faults(self) -> list[Fault]:
        """Everything that keeps this table from playing."""
        needs_eyes = policies.faults(self.table()) if self.deal == LED else []
        return [*self._read[1], *self._against, *needs_eyes]

    def manner(self) -> Manner:
        kept = {name: getattr(self, name) for name in _MANNERS}
        if self.deal == LED:  # whatever is played on phones there is
            kept |= {"phones_vote": False, "phones_act": False, "graveyard": False}
        return Manner(**kept)


_ACCEPTED: Final[Mapping[str, Callable[[Any], Any]]] = {
    each.name: each.metadata.get("accept") or shapes.of_part(PARTS[each.name]) for each in fields(Draft)
}
SHARED: Final = tuple(name for name in PARTS if name in _ACCEPTED)
"""Fields that are parts of the setup."""
_MANNERS: Final = tuple(each.name for each in fields(Manner) if each.name in _ACCEPTED)


def sound(name: str, value: Any) -> Any:
    """A stored or shared value in the shape of its field; ValueError if it has none."""
    if name not in _ACCEPTED:
        raise ValueError(name)
    return _ACCEPTED[name](value)


def again(setup: Setup, manner: Manner) -> Draft:
    """The table of an earlier game: seats, cards, rules, everything but the luck."""
    labels = tuple(dict.fromkeys(setup.groups))
    deck = dict(Counter(setup.deck))
    offered = decks.mixes(len(setup.players), setup.options.simple_villager_cards)
    mix = next((name for name, cards in offered.items() if cards == deck), "")
    same = {name: getattr(setup, name) for name in SHARED} | {name: getattr(manner, name) for name in _MANNERS}
    chosen: dict[str, Any] = {
        "mix": mix,
        "deck": {} if mix else deck,
        "silent": setup.options.identify_silent_roles_n1,
        "preset": setup.options.preset,
        "options": {name: value for name, value in setup.options.difference().items() if name not in APART},
        "houses": DEALT if setup.buildings else NONE,
        "pile": SOME if setup.events else NONE,
        "variants": tuple(name for name in setup.variants if name in variant_names()),
    }
    found = Draft(**(same | chosen))
    if len(labels) == 2:
        first = (name for name, label in zip(setup.players, setup.groups, strict=True) if label == labels[0])
        found = replace(found, first_group=tuple(first), labels=(labels[0], labels[1]))
    everything = replace(found, pile=ALL)
    return everything if found.events and set(everything.drawn) == set(found.events) else found


# -- reading what people type and what the store holds --


def names(text: str) -> list[str]:
    """Players from a pasted list: by lines, commas or semicolons, with or without numbers before them.

    Of a list that is longer than any table only as much as shows that.
    """
    parts = [part for part in re.split(r"[\n\r,;\t]+", text[:PASTED_AT_MOST]) if part]
    if len(parts) == 1 and len(text) > 40:
        parts = text[:PASTED_AT_MOST].split()
    found = (re.sub(r"^\s*(?:\d{1,2}[.):]|[-–•*])\s+", "", part) for part in parts[:PARTS_AT_MOST])
    return [" ".join(name.split()) for name in found if name.strip()]
