"""From words on the command line to a setup."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from secrets import randbits
from typing import Any, Final

from nightcall.cli.typed import Misheard, Names, recognised, spellings
from nightcall.engine.checking import MOST, player_count
from nightcall.engine.errors import Fault, InvalidSetup
from nightcall.engine.jsontext import DIGITS_LIMIT
from nightcall.engine.options import OPTIONS, PRESETS, RETIRED, Option, Options
from nightcall.engine.rule import KINDS, character, left_over
from nightcall.engine.setup import ENTERED, SHUFFLED, VAGABOND, Setup
from nightcall.rules import catalogue, decks
from nightcall.rules.buildings.building import houses as all_houses
from nightcall.rules.decks import FILLER, recommended
from nightcall.rules.newmoon.pile import event_pile
from nightcall.words import LANGUAGES, Words

BY_THE_BOOK: Final = Options()


@dataclass
class Wish:
    """What is known so far about the game to be set up; None where nobody has said."""

    players: list[str] | None = None
    deck: str | None = None
    preset: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    deals: bool | None = None
    """Whether the app deals the cards."""
    seed: int | None = None
    draw: str = ""
    variants: list[str] = field(default_factory=list)
    said: dict[str, str] = field(default_factory=dict)
    """Part of the setup (`SAID`) -> what was typed for it."""

    @property
    def cards_each(self) -> int:
        return max((KINDS[name].cards_each for name in self.variants), default=1)

    @property
    def rules(self) -> Options:
        """The options as far as they can be understood; the setup says what is wrong with them."""
        return Options.read(self.preset or PRESETS[0], self.options)[0]

    def usual(self) -> dict[str, int]:
        """The deck for whoever names none."""
        players = len(self.players or ())
        return recommended(players) if self.cards_each == 1 else decks.doubled(players)

    def cards(self, words: Words) -> dict[str, int]:
        """The deck wished for."""
        seats = self.cards_each * len(self.players or ())
        return deck(self.deck, seats, words, self.rules) if self.deck else self.usual()

    def pile(self, words: Words) -> list[str]:
        """Every event card this table may draw."""
        return event_pile(self.rules, self.cards(words), event_list(self.said.get("hand", ""), words))

    def setup(self, words: Words) -> Setup:
        """The setup wished for; `Misheard` or `InvalidSetup`."""
        parts = {name: SAID[name].read(text, self, words) for name, text in self.said.items() if text}
        return Setup.of(
            self.players or [],
            self.cards(words),
            preset=self.preset or PRESETS[0],
            seed=self.seed if self.deals or self.draw == SHUFFLED else None,
            draw=self.draw or (SHUFFLED if self.deals and self.seed is not None else ENTERED),
            variants=self.variants,
            **parts,
            **({"cards_known_to_app": True} if self.deals else {}) | self.options,
        )


@dataclass(frozen=True, slots=True)
class Said:
    """How a part of the setup is said on the command line."""

    metavar: str
    """The word for what is typed (`cli.metavar`)."""
    read: Callable[[str, Wish, Words], list[str]]


SAID: Final[Mapping[str, Said]] = {
    "trio": Said("cards", lambda text, _wish, words: card_list(text, words)),
    "groups": Said("names", lambda text, wish, _words: groups(text, wish.players or [])),
    "buildings": Said("houses", lambda text, wish, words: buildings(text, wish.players or [], words, wish.seed)),
    "events": Said("cards", lambda text, wish, words: event_list(text, words, wish.pile(words))),
    "in_force": Said("cards", lambda text, _wish, words: event_list(text, words)),
    "hand": Said("cards", lambda text, _wish, words: event_list(text, words)),
}


def players(text: str) -> list[str]:
    """Names separated by commas (or by spaces), or how many there are; `InvalidSetup` for more than a table holds."""
    text = text.strip()
    if re.fullmatch(r"-\d{1,3}", text):
        raise InvalidSetup([player_count(int(text))])
    if text.isdecimal() and len(text) <= DIGITS_LIMIT:
        if int(text) > MOST:
            raise InvalidSetup([player_count(int(text))])
        return [str(seat) for seat in range(1, int(text) + 1)]
    parts = text.split(",") if "," in text else text.split()
    return [" ".join(part.split()) for part in parts if part.strip()]


def cards(words: Words) -> Names:
    """Every card, by its name in the language spoken, its plain name, and what people call it for short."""
    called: dict[str, list[str]] = {kind.name: [words.card(kind.name), kind.name] for kind in catalogue.characters()}
    for name, labels in called.items():
        if words.has(f"cli.alias.{name}"):
            labels.extend(words.text(f"cli.alias.{name}").split(","))
    return Names(called, numbers={})


def deck(text: str, seats: int, words: Words, rules: Options = BY_THE_BOOK) -> dict[str, int]:
    """`werewolf=3, seer, 2 villagers…`; Simple Villagers fill it up. Nothing at all is the recommended deck."""
    names = cards(words)
    found: Counter[str] = Counter()
    unknown = []
    for part in re.split(r"[,;\n]", text):
        if part.strip():
            typed, count = _counted(part)
            meant = names.meant(typed)
            if meant:
                name = names.one(typed)
                found[name] += character(name).together if count is None else count
            else:
                unknown.append(_unknown_card(typed, names))
    if unknown:
        raise InvalidSetup(unknown)
    if not found:
        return recommended(seats)
    found = +found  # `seer=0` is no Seer
    wanted = seats + left_over(found, rules)
    missing = wanted - found.total()
    if missing > 0:
        found[FILLER] += missing
    return dict(found)


def _unknown_card(typed: str, names: Names) -> Fault:
    near = names.near(typed)
    if near:
        return Fault("setup.unknown_card_near", "GEN-19", {"card": typed, "near": near})
    return Fault("setup.unknown_card", "GEN-19", {"card": typed})


def _counted(part: str) -> tuple[str, int | None]:
    """`werewolf=3`, `werewolf x3`, `3 werewolf`: a name and how many; None = not said: one, or a set of siblings."""
    part = part.strip()
    after = re.fullmatch(r"(.+?)\s*(?:=|:|[x×*]\s*|\s)\s*(\d{1,3})", part)
    before = re.fullmatch(r"(\d{1,3})\s*[x×*]?\s*(.+)", part)
    if after:
        return after[1], int(after[2])
    return (before[2], int(before[1])) if before else (part, None)


def card_list(text: str, words: Words) -> list[str]:
    """Cards by name, or `InvalidSetup` that says which of them there are none of."""
    names = cards(words)
    try:
        return names.many(text)
    except Misheard as misheard:
        if names.meant(misheard.facts["given"]):
            raise
        raise InvalidSetup([_unknown_card(misheard.facts["given"], names)]) from None


def groups(text: str, players: Sequence[str]) -> list[str]:
    """`Ann,Bea / Cid,Dan`, or just the first of the two groups: a label for each seat."""
    names = Names.of_seats(range(1, len(players) + 1), players)
    sides = [names.many(side) for side in text.split("/")]
    if len(sides) > 2:
        raise Misheard("cli.input.two_groups", given=text)
    if len(sides) == 1:
        sides.append([seat for seat in range(1, len(players) + 1) if seat not in sides[0]])
    labels = {seat: label for label, side in zip("AB", sides, strict=True) for seat in side}
    missing = [name for seat, name in enumerate(players, start=1) if seat not in labels]
    if missing:
        raise Misheard("cli.input.no_group", names=", ".join(missing))
    return [labels[seat] for seat in range(1, len(players) + 1)]


def houses(words: Words) -> Names:
    """Every house, by its own name, its title and that of whoever lives there."""
    nothing = (word for language in LANGUAGES for word in spellings("none", language))
    called = {VAGABOND: [words.text(f"occupant.{VAGABOND}"), VAGABOND, *nothing]}
    for name, kind in all_houses().items():
        titles = words.text(f"building.{kind.name}"), words.text(f"occupant.{kind.name}")
        called[name] = [words.house(name), name, *titles]
    return Names(called, numbers={})


def buildings(text: str, players: Sequence[str], words: Words, seed: int | None = None) -> list[str]:
    """`deal`, or `Ann=church, Bea=farm`: the house of each seat. Whoever is not named has none."""
    if recognised(text, words, "deal"):
        return list(decks.deal_buildings(len(players), randbits(53) if seed is None else seed))
    people, known = Names.of_seats(range(1, len(players) + 1), players), houses(words)
    given: dict[int, str] = {}
    for part in re.split(r"[,;\n]", text):
        if part.strip():
            who, equals, house = part.partition("=")
            if not equals:
                raise Misheard("cli.input.house_form", given=part.strip())
            free = [name for name in known.meant(house) if name not in given.values()]
            kinds = {all_houses().get(name) for name in free}
            given[people.one(who)] = free[0] if len(kinds) == 1 else known.one(house)  # any farm makes a farmer
    return [given.get(seat, VAGABOND) for seat in range(1, len(players) + 1)]


def event_names(words: Words) -> Names:
    """Every event card, by its title in the language spoken and by its plain name."""
    return Names({kind.name: [words.event_card(kind.name), kind.name] for kind in catalogue.event_cards()}, numbers={})


def event_list(text: str, words: Words, everything: Sequence[str] = ()) -> list[str]:
    """`all`, or some event cards; a title borne by several cards means all of them."""
    if recognised(text, words, "all", "deal"):
        return list(everything)
    names = event_names(words)
    found: list[str] = []
    for part in re.split(r"[,;\n]", text):
        if part.strip():
            meant = names.meant(part)
            titles = {words.event_card(name) for name in meant}
            found += meant if len(titles) == 1 else [names.one(part)]
    return found


def variant(text: str, words: Words) -> str:
    """A variant the app can play, by its title in the language spoken or its plain name."""
    known = [name for name, kind in KINDS.items() if kind.is_variant]
    name: str = Names({name: [words.text(f"variant.{name}"), name] for name in known}, numbers={}).one(text)
    return name


def options(pairs: Iterable[str], words: Words) -> dict[str, Any]:
    """`name=value` pairs. A value nobody knows is kept as it is: the setup lists all faults at once."""
    found: dict[str, Any] = {}
    unknown = []
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Misheard("cli.input.option_form", given=pair)
        name = name.strip().replace("-", "_")
        if name in OPTIONS:
            found[name] = _value(OPTIONS[name], value.strip(), words)
        elif name in RETIRED:
            found[name] = value.strip()
        else:
            near = get_close_matches(name, OPTIONS, n=3, cutoff=0.7)
            facts = {"option": name, **({"near": ", ".join(near)} if near else {})}
            unknown.append(Fault("setup.unknown_option_near" if near else "setup.unknown_option", "META-6", facts))
    if unknown:
        raise InvalidSetup(unknown)
    return found


def _value(known: Option, text: str, words: Words) -> Any:
    if known.many:
        return [] if not text or recognised(text, words, "none") else [part.strip() for part in text.split(",")]
    if known.values == (True, False):
        said = recognised(text, words, "yes", "on", "no", "off", "none")
        return said in ("yes", "on") if said else text
    return next((value for value in known.values if str(value) == text), text)
