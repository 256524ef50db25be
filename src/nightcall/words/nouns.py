"""The texts of a language by key, and what things are called in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nightcall.engine.errors import NightcallError
from nightcall.grammar import Listing, Noun, filled, grammar_of
from nightcall.words._texts import FIRST, LANGUAGES, own_texts, played_so, texts_in

if TYPE_CHECKING:
    from nightcall.engine.setup import Setup


class Nouns:
    """Texts and names. First of the chapters that make up `Words`."""

    def __init__(self, language: str = FIRST) -> None:
        if language not in LANGUAGES:
            raise NightcallError("language.unknown", given=language, allowed=LANGUAGES)
        self.language = language
        self.grammar = grammar_of(language)
        self._texts = texts_in(language)
        self._own = own_texts(language)

    # -- texts by key --

    def has(self, key: str) -> bool:
        return key in self._texts

    def text(self, key: str, /, **facts: Any) -> str:
        """The text of a key with its facts filled in; the key itself if there is none."""
        return self._filled(key, facts)

    def _filled(self, key: str, facts: Mapping[str, Any], missing: str = "") -> str:
        """A text that is still in English is bent as English is; so is the English one in place of a misspelt text."""
        if key in self._own:
            try:
                return filled(self._texts[key], facts, self.grammar, missing)
            except (ValueError, IndexError, AttributeError):
                pass
        return filled(own_texts(FIRST).get(key, key), facts, grammar_of(FIRST), missing)

    def _or(self, key: str, otherwise: str) -> str:
        return self._texts.get(key, otherwise)

    def _variant(self, key: str, names: Iterable[str] = ()) -> str:
        """The key, or that of the first variant there is."""
        if self.has(key):
            return key
        return next((found for name in (*names, "other") if self.has(found := f"{key}.{name}")), key)

    # -- names of things --

    def noun(self, kind: str, name: str) -> Noun:
        """What is called `card.witch`; its article, and with it every other form, is in `card_the.witch`."""
        key, the = f"{kind}.{name}", f"{kind}_the.{name}"
        title = self._or(key, name)
        is_english = key in self._own and the not in self._own  # an article that does not belong to this title
        written = title if is_english else self._or(the, title)
        return Noun.written(written, title.partition("|")[0].strip())

    def card(self, name: str) -> Noun:
        return self.noun("card", name)

    def about_you(self, name: str, setup: Setup, *, is_led: bool = False) -> str:
        """What a card does at this table, said to whoever holds it: `you.about.…`; else as to everybody.

        An option that decides it has a text of its own, `you.played.seer.seer_reveal.card`; what another card has to do
        with it is said only if that one is played, `you.beside.little_girl.defender.…`. What works otherwise where the
        app leads is `led.about.…`, `led.played.…`.
        """
        own = f"you.about.{name}"
        led = self._as_played(f"led.played.{name}", setup) or self._or(f"led.about.{name}", "") if is_led else ""
        text = led or self._as_played(f"you.played.{name}", setup) or self._or(own, self.text(f"about.{name}"))
        others = dict.fromkeys((*setup.deck, *setup.also_announced))  # whether one is only announced must not be told
        beside = (self._as_played(f"you.beside.{name}.{card}", setup) for card in others)
        return " ".join([text, *filter(None, beside)])

    def _as_played(self, key: str, setup: Setup) -> str:
        """What is written under this key for an option as this table plays it, if anything is."""
        for option, value in played_so(self.language).get(key, ()):
            played = getattr(setup.options, option, None)
            if value == (("no", "yes")[played] if isinstance(played, bool) else str(played)):
                return self.text(f"{key}.{option}.{value}")
        return ""

    def side(self, name: str) -> Noun:
        return self.noun("side", name)

    def party(self, name: str) -> Noun:
        """Whoever acts or is called, with the article: a card, the pack, the Lovers, an event…"""
        keys = (f"card_the.{name}", f"party.{name}", f"office_the.{name}", f"event_card.{name}")
        return Noun.written(next((self._texts[key] for key in keys if self.has(key)), name))

    def house(self, name: str) -> Noun:
        """A house by its own name: `church`, `farm_3`."""
        kind, _, number = name.rpartition("_")
        if number.isdecimal() and self.has(f"building.{kind}"):
            what = self.noun("building", kind)
            keys = ("ui.numbered_the", "ui.numbered")
            return Noun.written(*(self.text(key, what=what, number=number) for key in keys))
        return self.noun("building", name)

    def event_card(self, name: str) -> Noun:
        return self.noun("event_card", name)

    def office(self, name: str) -> Noun:
        return self.noun("office", name)

    def thing(self, name: str) -> str:
        """Anything a choice may name; cards with one title are told apart by their first question."""
        if self.has(f"question.{name}.1"):
            return self.text("ui.asking", what=self.event_card(name), question=self.text(f"question.{name}.1"))
        found = (self.card(name), self.house(name), self.event_card(name), self.office(name))
        return next((label for label in found if label != name), name)

    def seat(self, seat: int, players: Sequence[str] = ()) -> str:
        """The player's name; a number where there is none."""
        if not seat:
            return self.text("ui.nobody")
        name = players[seat - 1] if 0 < seat <= len(players) else str(seat)
        return self.text("ui.seat_number", number=name) if name.isdecimal() else name

    def names(self, names: Iterable[str]) -> str:
        """A, B and C."""
        return self._join(list(names), "ui.and", self.text("ui.nobody"))

    def _any_of(self, names: Iterable[str]) -> str:
        return self._join(list(names), "ui.or", self.text("ui.none"))

    def _join(self, names: list[str], how: str, empty: str) -> str:
        if len(names) < 2:
            return names[0] if names else empty
        pattern = self._texts[how]
        return Listing(self.grammar.join(pattern, names), names, pattern)

    def number(self, value: float, how: str = "") -> str:
        """A number as the language writes it: `.1f`, `.0%`."""
        return self.grammar.number(value, how)

    def option(self, name: str) -> str:
        return self._or(f"option.{name}.title", name)

    def value(self, option: str, value: Any) -> str:
        """The label of an option's value, or of all its members."""
        if isinstance(value, (list, tuple, set, frozenset)):
            members = sorted(value) if isinstance(value, (set, frozenset)) else list(value)
            return self.names(self.value(option, member) for member in members or ["none"])
        plain = str(value).lower() if isinstance(value, bool) else str(value)
        return self._or(f"option.{option}.values.{plain}", self.party(plain))
