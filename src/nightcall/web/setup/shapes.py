"""What the fields of a draft may hold: every value from a store or a link is checked here before it is used."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

from nightcall.engine.options import OPTIONS, PRESETS, plain
from nightcall.engine.setup import MOST
from nightcall.rules import catalogue
from nightcall.rules.buildings.building import houses as all_houses
from nightcall.rules.newmoon.pile import ENTERED, SHUFFLED, STACKED
from nightcall.web.tables import DEALS

NONE: Final = "none"
DEALT: Final = "dealt"
CHOSEN: Final = "chosen"
HOUSES: Final = (NONE, DEALT, CHOSEN)
ALL: Final = "all"
SOME: Final = "some"
PILES: Final = (NONE, ALL, SOME)
DRAWS: Final = (ENTERED, SHUFFLED, STACKED)
DEBATES: Final = (0, 120, 180, 300, 480, 600, 900)
"""Seconds; 0 = by the number of the living."""

DEALS_KNOWN: Final = "cards_known_to_app"
"""The option that follows from who deals."""
SILENT: Final = "identify_silent_roles_n1"
"""The option that belongs to the cards in play."""
APART: Final = frozenset({DEALS_KNOWN, SILENT})
"""Options that are asked for elsewhere than among the house rules."""

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


def sound(name: str, value: Any) -> Any:
    """A stored or shared value in the shape of its field; ValueError if it has none."""
    accept = _ACCEPTED.get(name)
    if accept is None:
        raise ValueError(name)
    return accept(value)


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(each, str) for each in value):
        raise ValueError(value)
    return tuple(value)


def _names_among(among: Callable[[], Collection[str]]) -> Callable[[Any], tuple[str, ...]]:
    return lambda value: known(_texts(value), among())


def _one_of(*allowed: Any) -> Callable[[Any], Any]:
    def accept(value: Any) -> Any:
        if not any(value == each and type(value) is type(each) for each in allowed):
            raise ValueError(value)
        return value

    return accept


def _of_type(kind: type) -> Callable[[Any], Any]:
    def accept(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError(value)
        return value

    return accept


def _copies(value: Any) -> dict[str, int]:
    pairs, among = _of_type(dict)(value).items(), card_names()
    return {name: count for name, count in pairs if name in among and type(count) is int and 0 <= count <= KEPT_AT_MOST}


def _homes(value: Any) -> dict[str, str]:
    return {name: house for name, house in _of_type(dict)(value).items() if house in all_houses()}


def _changes(value: Any) -> dict[str, Any]:
    """Options with values they can have; ValueError if one cannot."""
    pairs = _of_type(dict)(value).items()
    return {name: plain(OPTIONS[name].accept(given)) for name, given in pairs if name in OPTIONS and name not in APART}


def _pair(value: Any) -> tuple[str, str]:
    first, second = _texts(value)
    return first, second


_FLAG: Final = _one_of(True, False)
_ACCEPTED: Final[Mapping[str, Callable[[Any], Any]]] = {
    "players": _texts,
    "mix": _of_type(str),
    "deck": _copies,
    "trio": lambda value: every(_texts(value)[:KEPT_AT_MOST], card_names()),
    "first_group": _texts,
    "labels": _pair,
    "also_announced": _names_among(card_names),
    "silent": _names_among(card_names),
    "preset": _one_of(*PRESETS),
    "options": _changes,
    "debate_rules": _FLAG,
    "houses": _one_of(*HOUSES),
    "houses_seed": _of_type(int),
    "homes": _homes,
    "pile": _one_of(*PILES),
    "events": _names_among(event_names),
    "draw": _one_of(*DRAWS),
    "in_force": _names_among(event_names),
    "hand": _names_among(event_names),
    "variants": _names_among(variant_names),
    "deal": _one_of(*DEALS),
    "phones_vote": _FLAG,
    "phones_act": _FLAG,
    "graveyard": _FLAG,
    "debate": _one_of(*DEBATES),
    "odds": _of_type(dict),
    "mark": _of_type(str),
    "begun": _of_type(str),
}
"""Field -> what makes a stored value fit for it."""
