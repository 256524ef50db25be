"""What is said of a fact: each kind of it in its own way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from nightcall.engine.events import (
    CALL,
    CARD,
    CARDS,
    CAUSE,
    CAUSES,
    COUNTS,
    DECK,
    EVENT_CARD,
    EVENT_CARDS,
    GROUPS,
    HOMES,
    HOUSE,
    LINES,
    OFFICE,
    OPEN_CAUSE,
    QUESTION,
    RULE,
    SEAT,
    SEATS,
    SIDE,
    TEXT,
    VARIANT,
    FactKind,
)
from nightcall.engine.setup import VAGABOND
from nightcall.words.nouns import Nouns

_LONGEST: Final = 80
"""How much of a strange answer is quoted."""
Kinds = Mapping[str, FactKind]


class Spelling(Nouns):
    """Facts as they stand in a sentence."""

    def _worded(self, facts: Mapping[str, Any], kinds: Kinds, players: Sequence[str]) -> dict[str, str]:
        """The facts as they stand in a sentence, each after its kind."""
        worded: dict[str, str] = {}
        for name, value in facts.items():
            kind = kinds.get(name, _PLAIN)
            worded[name] = SPELT[kind](self, value, players, facts) if kind in SPELT else self._plain(value)
            if kind is EVENT_CARD:
                worded[f"about_{name}"] = self._or(f"about_event.{value}", "")
        return worded

    def _question_of(self, facts: Mapping[str, Any]) -> str:
        """What the Medium asks: as somebody has typed it, or as it stands on the card."""
        asked = self._or(f"question.{facts['event']}.{facts['question']}", self.text("question.own_words"))
        return facts.get("words") or asked

    def _optional(self, name: str) -> str:
        return f"{self.option(name)} ({name})" if self.has(f"option.{name}.title") else name

    def _housed(self, buildings: Sequence[str], players: Sequence[str]) -> str:
        """Who lives where; those who live nowhere together, at the end."""
        housed = [(seat, house) for seat, house in enumerate(buildings, 1) if house != VAGABOND]
        parts = [
            self.text("ui.group", group=self.seat(seat, players), seats=self.house(house)) for seat, house in housed
        ]
        rest = [self.seat(seat, players) for seat, house in enumerate(buildings, 1) if house == VAGABOND]
        if rest:
            parts.append(self.text("ui.vagabonds", seats=self.names(rest)))
        return self._listed(parts)

    def _listed(self, parts: list[str]) -> str:
        listed = parts[0] if parts else ""
        for part in parts[1:]:
            listed = self.text("ui.then", first=listed, last=part)
        return listed

    def _copies(self, card: str, count: int) -> str:
        return self.card(card) if count == 1 else self.text("ui.times", what=self.card(card), number=count)

    def _groups(self, groups: Sequence[str], players: Sequence[str]) -> str:
        parts = []
        for group in dict.fromkeys(groups):
            seats = [self.seat(seat, players) for seat, label in enumerate(groups, 1) if label == group]
            parts.append(self.text("ui.group", group=group, seats=self.names(seats)))
        return self._listed(parts)

    def _counts(self, counts: Mapping[int, int], ballots: Mapping[int, int | None], players: Sequence[str]) -> str:
        """Who has how many voices, the most first, and from whom if that is known."""
        parts = []
        for seat, number in sorted(counts.items(), key=lambda pair: -pair[1]):
            voters = [self.seat(voter, players) for voter, choice in ballots.items() if choice == seat]
            extra = number - len(voters)  # a double voice, or one that nobody gave: said, so that it adds up aloud
            key = ("ui.voices_by_more" if extra > 0 else "ui.voices_by") if voters else "ui.voices"
            name = self.seat(seat, players)
            parts.append(self.text(key, seat=name, number=number, seats=", ".join(voters), extra=extra))
        silent = [self.seat(voter, players) for voter, choice in ballots.items() if choice is None]
        if parts and silent:
            parts.append(self.text("ui.no_voice", seats=self.names(silent)))
        return self._listed(parts)

    def _plain(self, value: Any) -> str:
        """A value of no special kind, shortened if somebody sent a novel."""
        if value is None:
            return "–"
        if isinstance(value, bool):
            return self.text("ui.yes" if value else "ui.no")
        if isinstance(value, (list, tuple)):
            return self._any_of(self._plain(each) for each in value)
        if isinstance(value, str) and self.has(f"card.{value}"):
            return self.card(value)
        text = str(value)
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _one(spell: Callable[[Spelling, str], str]) -> Callable[..., str]:
    return lambda words, name, *_: spell(words, name)


def _several(spell: Callable[[Spelling, str], str]) -> Callable[..., str]:
    return lambda words, names, *_: words.names(spell(words, name) for name in names)


def _from(family: str) -> Callable[[Spelling, str], str]:
    """A name with a text of its own: `cause.vote`."""
    return lambda words, name: words.noun(family, name)


_PLAIN: Final = FactKind("plain", "anything: said as it is")
_VARIANTS: Final = FactKind("variants", "the names of several variants")
_OPTION: Final = FactKind("option", "the name of an option")
_SHAPE: Final = FactKind("shape", "what a field should look like")
_TAKER: Final = FactKind("taker", "what has a name already")
_NEEDED: Final = FactKind("needed", "what a card needs: `buildings`, `events`")

SPELT: Final[Mapping[FactKind, Callable[[Spelling, Any, Sequence[str], Mapping[str, Any]], str]]] = {
    SEAT: lambda words, seat, players, _: words.seat(seat, players),
    SEATS: lambda words, seats, players, _: words.names(words.seat(seat, players) for seat in seats),
    CARD: _one(Spelling.card),
    CARDS: _several(Spelling.card),
    DECK: lambda words, deck, *_: ", ".join(words._copies(card, count) for card, count in deck),
    SIDE: _one(Spelling.side),
    CAUSE: _one(_from("cause")),
    CAUSES: _several(_from("cause")),
    OPEN_CAUSE: _one(_from("cause")),
    RULE: _one(Spelling.party),
    CALL: _one(Spelling.party),
    OFFICE: _one(Spelling.office),
    HOUSE: _one(Spelling.house),
    HOMES: lambda words, homes, players, _: words._housed(homes, players),
    GROUPS: lambda words, groups, players, _: words._groups(groups, players),
    EVENT_CARD: _one(Spelling.event_card),
    EVENT_CARDS: _several(Spelling.event_card),
    QUESTION: lambda words, _number, _players, facts: words._question_of(facts),
    VARIANT: _one(_from("variant")),
    _VARIANTS: _several(_from("variant")),
    COUNTS: lambda words, counts, players, facts: words._counts(counts, facts.get("ballots", {}), players),
    TEXT: _one(lambda _, text: text),
    LINES: lambda _, lines, *__: "\n".join(f"– {line}" for line in lines),
    _OPTION: _one(Spelling._optional),
    _NEEDED: _one(_from("needed")),
    _SHAPE: _one(_from("shape")),
    _TAKER: _one(_from("taker")),
}
"""FactKind -> how it is said. What is not here is said as it is: numbers, yes and no."""

OF_ERRORS: Final[Kinds] = {
    "seat": SEAT,
    "seats": SEATS,
    "target": SEAT,
    "card": CARD,
    "cards": CARDS,
    "house": HOUSE,
    "event": EVENT_CARD,
    "events": EVENT_CARDS,
    "variant": VARIANT,
    "variants": _VARIANTS,
    "option": _OPTION,
    "needed": _NEEDED,
    "shape": _SHAPE,
    "taker": _TAKER,
}
"""What refusals and faults speak of; anything else is said as it is."""
