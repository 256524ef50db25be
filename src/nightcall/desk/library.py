"""What can be looked up, and which rules are about it: the terminal and the phone share it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from nightcall import rulebook
from nightcall.desk import offices
from nightcall.engine.rule import KINDS, NEVER, Character, Rule
from nightcall.engine.setup import VAGABOND
from nightcall.rulebook import Entry, folded
from nightcall.rules import catalogue
from nightcall.rules.buildings.building import VAGABONDS, Building, houses
from nightcall.rules.newmoon.card import EventCard
from nightcall.words import Words

assert catalogue.STANDING, "everything that can lie on the table is known by name"

CHARACTER: Final = "character"
BUILDING: Final = "building"
EVENT: Final = "event"
VARIANT: Final = "variant"
OFFICE: Final = "office"
VAGABOND_RULES: Final = "VAG"


@dataclass(frozen=True, slots=True)
class Thing:
    """A card, a house, an event card, a variant or an office."""

    name: str
    shelf: str
    family: str
    """The letters before the number of its rules: `WITCH`."""

    def title(self, words: Words) -> str:
        return _TITLES[self.shelf](words, self.name)

    def about(self, words: Words) -> str:
        """What it does, in a sentence or two; empty where only the rules say so."""
        key = "about" if self.shelf == CHARACTER else f"about_{self.shelf}"
        return words.text(f"{key}.{self.name}") if words.has(f"{key}.{self.name}") else ""

    def line(self, words: Words) -> str:
        """What is printed under the title: the group, how many there are, when it wakes."""
        kind = KINDS.get(self.name)
        if self.name == VAGABOND:
            return _house_line(VAGABOND, VAGABONDS, "–", words)
        if kind is None:
            return ""
        if issubclass(kind, Character):
            group = words.text(f"group.{kind.group}")
            return words.text("library.line.character", group=group, copies=kind.copies, wakes=wakes(kind, words))
        if issubclass(kind, Building):
            return _house_line(self.name, kind.copies, power(kind, words), words)
        return words.text(f"event_kind.{kind.kind}") if issubclass(kind, EventCard) else ""

    def questions(self, words: Words) -> list[str]:
        """What an event card has its medium ask."""
        keys = (f"question.{self.name}.{number}" for number in range(1, 5))
        return [words.text(key) for key in keys if words.has(key)]

    @property
    def rules(self) -> list[Entry]:
        return [rulebook.entry(ident) for ident in rulebook.family(self.family)]


_TITLES: Final[Mapping[str, Callable[[Words, str], str]]] = {
    CHARACTER: Words.card,
    BUILDING: lambda words, name: words.text(f"building.{name}"),
    EVENT: Words.event_card,
    VARIANT: lambda words, name: words.text(f"variant.{name}"),
    OFFICE: Words.office,
}


def _house_line(name: str, copies: int, power: str, words: Words) -> str:
    occupant = words.text(f"occupant.{name}")
    return words.text("library.line.building", occupant=occupant, copies=copies, power=power)


def wakes(kind: type[Character], words: Words) -> str:
    """When a character wakes."""
    joins = kind.is_wolf and kind.wakes == NEVER
    return words.text(f"library.wakes.{'pack' if joins else kind.wakes.replace(' ', '_')}")


def power(kind: type[Building], words: Words) -> str:
    """Whether the power of a house lasts."""
    return words.text(f"library.power.{'once' if kind.is_unique else 'always'}")


# -- the shelves --


@cache
def things() -> Mapping[str, Thing]:
    """Everything that has rules of its own, by name, shelf by shelf. An office that is also a card is the card."""
    found: dict[str, Thing] = {}
    shelves: tuple[tuple[str, Sequence[type[Rule]]], ...] = (
        (CHARACTER, catalogue.characters()),
        (BUILDING, catalogue.buildings()),
        (EVENT, catalogue.event_cards()),
        (VARIANT, catalogue.variants()),
    )
    for shelf, kinds in shelves:
        found |= {kind.name: Thing(kind.name, shelf, kind.family) for kind in kinds}
    found[VAGABOND] = Thing(VAGABOND, BUILDING, VAGABOND_RULES)
    for name in offices():
        found.setdefault(name, Thing(name, OFFICE, KINDS[name].family))
    return MappingProxyType(found)


def on(shelf: str) -> list[Thing]:
    """What stands on one shelf."""
    return [thing for thing in things().values() if thing.shelf == shelf]


def thing(name: str) -> Thing | None:
    """By its name, or for a house by its own: `church`, `farm_3`."""
    house = houses().get(name)
    return things().get(house.name if house is not None else name)


@cache
def families() -> Mapping[str, tuple[str, ...]]:
    """Family -> the names of what it is about; none for rules about the game itself."""
    found: dict[str, list[str]] = {ident.partition("-")[0]: [] for ident in rulebook.ids()}
    for each in things().values():
        if each.family in found:
            found[each.family].append(each.name)
    return MappingProxyType({family: tuple(names) for family, names in found.items()})


# -- rules --


def kind(entry: Entry, words: Words) -> str:
    """What sort of rule it is, and where it comes from."""
    text = words.text(f"library.rule.kind.{entry.kind}")
    sources = " · ".join(words.text(f"library.rule.source.{source}") for source in entry.source)
    return f"{text} ({sources})" if sources else text


# -- searching --


def called(text: str, words: Words) -> Iterator[Thing]:
    """Things whose title holds every word."""
    wanted = folded(text).split()
    for each in things().values():
        title = folded(each.title(words))
        if wanted and all(word in title for word in wanted):
            yield each
