"""What the steps of the wizard offer: cards in their groups, houses, events, options by chapter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from nightcall import rulebook
from nightcall.engine.errors import Fault
from nightcall.engine.options import OPTIONS, Option, Options
from nightcall.engine.rule import AMBIGUOUS, KINDS, LONERS, NEVER, VILLAGERS, WOLVES, character, left_over, to_borrow
from nightcall.engine.setup import VAGABOND
from nightcall.rules import catalogue
from nightcall.rules.buildings.building import houses as all_houses
from nightcall.rules.newmoon.card import DELAYED, IMMEDIATE, PERMANENT, EventCard
from nightcall.web.setup.drafting import Draft
from nightcall.web.setup.shapes import APART
from nightcall.words import Words

GROUPS: Final = (WOLVES, VILLAGERS, AMBIGUOUS, LONERS)
KINDS_OF_EVENT: Final = (PERMANENT, DELAYED, IMMEDIATE)

CHAPTERS: Final[Mapping[str, str]] = {
    "scope": "player_range",
    "offices": "sheriff_election",
    "day": "tie_without_scapegoat",
    "night": "seer_position",
    "powers": "seer_reveal",
    "goals": "angel_opening_vote",
    "buildings": "barber_werewolf",
    "events": "spirit_questioned",
    "variants": "harvest_secret_lover_death",
    "silences": "fake_calls",
}
"""Chapter of options -> the option it begins with, in the order of the list of options."""


# -- cards --


@dataclass(frozen=True, slots=True)
class Tile:
    """A character in the grid."""

    name: str
    title: str
    about: str
    count: int
    together: int
    rule: str
    """The first of its rules, for whoever wants to read on."""


def tiles(draft: Draft, words: Words) -> dict[str, list[Tile]]:
    """Group -> its characters, with the copies in the deck."""
    cards = draft.cards
    found: dict[str, list[Tile]] = {group: [] for group in GROUPS}
    for kind in catalogue.characters():
        about = words.text(f"about.{kind.name}")
        count = cards.get(kind.name, 0)
        rule = next(iter(rulebook.family(kind.family)), "")
        found[kind.group].append(Tile(kind.name, words.card(kind.name), about, count, kind.together, rule))
    return found


_ABOUT_A_CARD: Final[Mapping[str, str]] = dict.fromkeys(
    ("setup.no_wolf", "setup.spare_wolf", "setup.only_wolves"), "werewolf"
)
"""What names no card, and is mended at one all the same."""


def remedy(fault: Fault) -> str:
    """Where on the step of the cards this is mended; empty = nowhere in particular."""
    if fault.about[0] in ("trio", "groups"):
        return fault.about[0]
    if fault.key == "setup.silent_role_absent":
        return "silent"
    card = fault.facts.get("card") or next(iter(fault.facts.get("cards", ())), _ABOUT_A_CARD.get(fault.key, ""))
    return f"tile-{card}" if card in {kind.name for kind in catalogue.characters()} else ""


def larger(draft: Draft, words: Words) -> str:
    """Why the deck is not as large as the table: cards left over, two for each, others laid out beside it."""
    rules, cards = draft.rules, draft.cards
    each = max((KINDS[name].cards_each for name in draft.variants), default=1)
    kinds = [character(name) for name in cards]
    more = [
        *([words.text("web.setup.cards.each", count=each)] if each > 1 else []),
        *(
            words.text("web.setup.cards.spares", count=count, card=words.card(kind.name))
            for kind in kinds
            if kind.spares and (count := left_over([kind.name], rules))
        ),
        *(
            words.text("web.setup.cards.apart", count=count, card=words.card(kind.name))
            for kind in kinds
            if kind.borrows and (count := to_borrow([kind.name], rules))
        ),
    ]
    people = words.text("web.setup.players.count", count=len(draft.players))
    return ", ".join([people, *more]) if more else ""


@dataclass(frozen=True, slots=True)
class MixOffer:
    """A ready-made deck."""

    name: str
    deck: str
    """The cards, in words."""
    is_chosen: bool


def mixes(draft: Draft, words: Words) -> list[MixOffer]:
    cards = draft.cards
    return [MixOffer(name, copies(deck, words), deck == cards) for name, deck in draft.mixes.items()]


def copies(deck: Mapping[str, int], words: Words) -> str:
    """`2 × Werewolf, Seer…`"""
    return ", ".join(
        words.text("ui.times", what=words.card(name), number=count) if count > 1 else words.card(name)
        for name, count in deck.items()
    )


def borrowable(draft: Draft) -> list[str]:
    """Cards an Actor may be given: those in play already last."""
    cards = draft.cards
    return sorted((kind.name for kind in catalogue.characters() if kind.borrowed_at), key=lambda name: name in cards)


def silent(draft: Draft) -> list[str]:
    """Cards of the deck that are never called."""
    return [name for name in draft.cards if character(name).wakes == NEVER and not character(name).is_wolf]


def absent(draft: Draft) -> list[str]:
    """Cards that are not in the deck."""
    cards = draft.cards
    return [kind.name for kind in catalogue.characters() if kind.name not in cards]


def opening(draft: Draft) -> list[str]:
    """Cards that are not in the deck, and with which the game would open with a vote (ANGEL-1)."""
    votes = [(name, character(name).opens_with_vote) for name in absent(draft)]
    return [name for name, option in votes if option and getattr(draft.rules, option)]


# -- extras --


def homes() -> list[str]:
    return [VAGABOND, *all_houses()]


def events() -> dict[str, list[type[EventCard]]]:
    """Kind -> its event cards."""
    return {kind: [card for card in catalogue.event_cards() if card.kind == kind] for kind in KINDS_OF_EVENT}


def variants() -> list[str]:
    return [kind.name for kind in catalogue.variants()]


# -- options --


@dataclass(frozen=True, slots=True)
class Field:
    """An option as a field."""

    option: Option
    title: str
    value: Any
    labels: tuple[tuple[Any, str], ...]
    book: str
    """What the preset says."""
    differs: bool


def chapters(draft: Draft, words: Words, search: str) -> dict[str, list[Field]]:
    """Chapter -> its options, only those in which every word of the search is found."""
    found: dict[str, list[Field]] = {}
    wanted = search.casefold().split()
    rules = draft.rules
    for chapter, option in in_chapters():
        choice = _choice(option, rules, words)
        text = " ".join((choice.title, option.id, option.name, *(label for _, label in choice.labels))).casefold()
        if all(word in text for word in wanted):
            found.setdefault(chapter, []).append(choice)
    return found


def in_chapters() -> Iterator[tuple[str, Option]]:
    """Every option that is a house rule, with its chapter."""
    first = {name: chapter for chapter, name in CHAPTERS.items()}
    chapter = ""
    for name, option in OPTIONS.items():
        chapter = first.get(name, chapter)
        if name not in APART:
            yield chapter, option


def _choice(option: Option, rules: Options, words: Words) -> Field:
    value, book = getattr(rules, option.name), option.default(rules.preset)
    labels = tuple((each, words.value(option.name, each)) for each in option.values)
    return Field(option, words.option(option.name), value, labels, words.value(option.name, book), value != book)
