"""What the fields of a draft may hold: every value from a store or a link is checked here before it is used."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

from nightcall.engine.checking import MOST
from nightcall.engine.options import OPTIONS, plain
from nightcall.engine.setup import Part
from nightcall.rules import catalogue
from nightcall.rules.buildings.building import houses as all_houses
from nightcall.sim import evenings
from nightcall.sim.surrogate import CARDS

NONE: Final = "none"
DEALT: Final = "dealt"
CHOSEN: Final = "chosen"
HOUSES: Final = (NONE, DEALT, CHOSEN)
ALL: Final = "all"
SOME: Final = "some"
PILES: Final = (NONE, ALL, SOME)
DEBATES: Final = (0, 120, 180, 300, 480, 600, 900)
"""Seconds; 0 = by the number of the living."""

DEALS_KNOWN: Final = "cards_known_to_app"
"""The option that follows from who deals."""
SILENT: Final = "identify_silent_roles_n1"
"""The option that belongs to the cards in play."""
APART: Final = frozenset({DEALS_KNOWN, SILENT})
"""Options that are asked for elsewhere than among the house rules."""

WISHES: Final[Mapping[str, tuple[Any, ...]]] = {
    "balance": tuple(evenings.constants()["balance"]),
    "liveliness": tuple(evenings.constants()["liveliness"]),
    "complexity": (1, 2, 3),
    "length": tuple(evenings.constants()["length"]),
}
"""What the advisor is told by one word out of some."""

KEPT_AT_MOST: Final = 2 * MOST
"""Names, or copies of a card: more than any table has, so that the engine can say what is wrong."""


def card_names() -> frozenset[str]:
    return frozenset(kind.name for kind in catalogue.characters())


def event_names() -> frozenset[str]:
    return frozenset(kind.name for kind in catalogue.event_cards())


def variant_names() -> frozenset[str]:
    return frozenset(kind.name for kind in catalogue.variants())


def known(given: Iterable[Any], among: Collection[str]) -> tuple[str, ...]:
    """Those of the given names there are, each once."""
    return tuple(dict.fromkeys(every(given, among)))


def every(given: Iterable[Any], among: Collection[str]) -> tuple[str, ...]:
    """Those of the given names there are, as often as given."""
    return tuple(name for name in given if isinstance(name, str) and name in among)


def texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(each, str) for each in value):
        raise ValueError(value)
    return tuple(value)


def names_among(among: Callable[[], Collection[str]]) -> Callable[[Any], tuple[str, ...]]:
    return lambda value: known(texts(value), among())


def one_of(*allowed: Any) -> Callable[[Any], Any]:
    def accept(value: Any) -> Any:
        if not any(value == each and type(value) is type(each) for each in allowed):
            raise ValueError(value)
        return value

    return accept


def of_type(kind: type) -> Callable[[Any], Any]:
    def accept(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError(value)
        return value

    return accept


def copies(value: Any) -> dict[str, int]:
    pairs, among = of_type(dict)(value).items(), card_names()
    return {name: count for name, count in pairs if name in among and type(count) is int and 0 <= count <= KEPT_AT_MOST}


def lent(value: Any) -> tuple[str, ...]:
    """Cards of which one may be there twice."""
    return every(texts(value)[:KEPT_AT_MOST], card_names())


def homes(value: Any) -> dict[str, str]:
    return {name: house for name, house in of_type(dict)(value).items() if house in all_houses()}


def changes(value: Any) -> dict[str, Any]:
    """Options with values they can have; ValueError if one cannot."""
    pairs = of_type(dict)(value).items()
    return {name: plain(OPTIONS[name].accept(given)) for name, given in pairs if name in OPTIONS and name not in APART}


def wish(value: Any) -> dict[str, Any]:
    """What the host has told the advisor: one of some words each, and names."""
    found = of_type(dict)(value)
    told: dict[str, Any] = {name: found[name] for name, allowed in WISHES.items() if found.get(name) in allowed}
    for name, among in {"apart": evenings.constants()["apart"], "wanted": CARDS, "never": CARDS}.items():
        if name in found:
            told[name] = known(texts(found[name]), among)
    return told


def pair(value: Any) -> tuple[str, str]:
    first, second = texts(value)
    return first, second


flag: Final = one_of(True, False)


def of_part(part: Part) -> Callable[[Any], Any]:
    """What makes a value fit for a field that is a part of the setup."""
    if part.shape == "names":
        return names_among(_NAMED[part.of]) if part.of else texts
    return one_of(*part.values) if part.values else flag


_NAMED: Final[Mapping[str, Callable[[], frozenset[str]]]] = {
    "card": card_names,
    "event": event_names,
    "variant": variant_names,
}
"""What the names of a part can be."""
