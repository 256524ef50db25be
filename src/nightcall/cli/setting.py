"""From words on the command line to a setup."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from nightcall.characters import CHARACTERS
from nightcall.cli.entry import NO_WORDS, NONE_WORDS, YES_WORDS, Misheard, Names, folded
from nightcall.decks import recommended
from nightcall.engine.errors import Fault, InvalidSetup
from nightcall.engine.options import OPTIONS, Option
from nightcall.engine.rule import character
from nightcall.engine.setup import MOST, Setup
from nightcall.words import Words

FILLER: Final = "simple_villager"
SHORT: Final = ("werewolf", "simple_villager", "knight_with_the_rusty_sword", "two_sisters", "three_brothers")
"""Cards with other names besides (`cli.alias`)."""


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
    trio: list[str] = field(default_factory=list)
    groups: str = ""

    def setup(self, words: Words) -> Setup:
        """The setup wished for; `Misheard` or `InvalidSetup`."""
        players = self.players or []
        cards = deck(self.deck, len(players), words) if self.deck else recommended(len(players))
        return Setup.of(
            players,
            cards,
            preset=self.preset or "pact",
            seed=self.seed if self.deals else None,
            trio=self.trio,
            groups=groups(self.groups, players) if self.groups else (),
            **({"cards_known_to_app": True} if self.deals else {}) | self.options,
        )


def players(text: str) -> list[str]:
    """Names separated by commas (or by spaces), or how many there are."""
    text = text.strip()
    if text.isdecimal() and len(text) < 5:
        return [str(seat) for seat in range(1, min(int(text), MOST + 1) + 1)]
    parts = text.split(",") if "," in text else text.split()
    return [" ".join(part.split()) for part in parts if part.strip()]


def cards(words: Words) -> Names:
    """Every card, by its name in the language spoken, its plain name, and what people call it for short."""
    called: dict[str, list[str]] = {kind.name: [words.card(kind.name), kind.name] for kind in CHARACTERS}
    for name in SHORT:
        called[name] += words.text(f"cli.alias.{name}").split(",")
    return Names(called, numbers={})


def deck(text: str, seats: int, words: Words) -> dict[str, int]:
    """`werewolf=3, seer, 2 villagers…`; Simple Villagers fill it up."""
    names = cards(words)
    found: Counter[str] = Counter()
    unknown = []
    for part in re.split(r"[,;\n]", text):
        if part.strip():
            typed, count = _counted(part)
            meant = names.meant(typed)
            if meant:
                name = names.one(typed)
                found[name] += count or character(name).together
            else:
                unknown.append(Fault("setup.unknown_card", "GEN-19", {"card": typed}))
    if unknown:
        raise InvalidSetup(unknown)
    if not found:
        return recommended(seats)
    wanted = seats + max(character(name).spares for name in found)
    missing = wanted - found.total()
    if missing > 0:
        found[FILLER] += missing
    return dict(found)


def _counted(part: str) -> tuple[str, int]:
    """`werewolf=3`, `werewolf x3`, `3 werewolf`: a name and how many; 0 = not said: one, or a whole set of siblings."""
    part = part.strip()
    after = re.fullmatch(r"(.+?)\s*(?:=|:|[x×*]\s*|\s)\s*(\d{1,3})", part)
    before = re.fullmatch(r"(\d{1,3})\s*[x×*]?\s*(.+)", part)
    if after:
        return after[1], int(after[2])
    return (before[2], int(before[1])) if before else (part, 0)


def card_list(text: str, words: Words) -> list[str]:
    return cards(words).many(text)


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


def options(pairs: Iterable[str]) -> dict[str, Any]:
    """`name=value` pairs. A value nobody knows is kept as it is: the setup lists all faults at once."""
    found: dict[str, Any] = {}
    unknown = []
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Misheard("cli.input.option_form", given=pair)
        name = name.strip().replace("-", "_")
        if name in OPTIONS:
            found[name] = _value(OPTIONS[name], value.strip())
        else:
            unknown.append(Fault("setup.unknown_option", "META-6", {"option": name}))
    if unknown:
        raise InvalidSetup(unknown)
    return found


def _value(known: Option, text: str) -> Any:
    if known.many:
        return [] if folded(text) in NONE_WORDS or not text else [part.strip() for part in text.split(",")]
    if known.values == (True, False):
        said = folded(text)
        if said in {"true", "on", "vrai"} | YES_WORDS:
            return True
        if said in {"false", "off", "faux"} | NO_WORDS | {"0"}:
            return False
        return text
    return next((value for value in known.values if str(value) == text), text)
