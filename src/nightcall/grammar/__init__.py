"""How a language bends its words: articles and cases, elision, plural, numbers. The words themselves are in `words/`.

    >>> from nightcall.grammar import Noun, filled, grammar_of
    >>> facts = {"seat": "Inès", "card": Noun.written("le Voleur")}
    >>> filled("la carte {seat:de} et celle {card:de}", facts, grammar_of("fr"))
    'la carte d’Inès et celle du Voleur'

A text asks for a form after a colon. Which forms there are is the language's own affair: `grammar/fr.py` for French. A
language without a module here gets along with `Grammar`: it has no forms, and its plural is that of English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, Self

__all__ = ["Grammar", "Listing", "Noun", "filled", "grammar_of"]


class Noun(str):
    """What something is called, and the forms its grammar bends: the noun with its article, more where they differ.

    It is a plain text wherever no form is asked for.
    """

    __slots__ = ("forms",)
    forms: tuple[str, ...]

    def __new__(cls, title: str, forms: Sequence[str] = ()) -> Self:
        noun = super().__new__(cls, title)
        noun.forms = tuple(forms) or (title,)
        return noun

    @classmethod
    def written(cls, text: str, title: str = "") -> Self:
        """From a word file: `der Narr | den Narren`. Where it has no other title the first form is it."""
        forms = [form.strip() for form in text.split("|")]
        return cls(title or forms[0], forms)


class Listing(str):
    """Several things in one row; a form asked for is that of each."""

    __slots__ = ("members", "pattern")
    members: tuple[str, ...]
    pattern: str

    def __new__(cls, text: str, members: Sequence[str], pattern: str) -> Self:
        listing = super().__new__(cls, text)
        listing.members = tuple(members)
        listing.pattern = pattern
        return listing


class Grammar:
    """What every language has, as far as most of them agree."""

    decimal: ClassVar[str] = "."
    minus: ClassVar[str] = "−"
    percent: ClassVar[str] = "{}%"
    plurals: ClassVar[int] = 2
    """How many forms a counted word has."""
    genders: ClassVar[int] = 0
    """How many forms a word has that agrees with a noun; 0 where nothing agrees."""

    forms: ClassVar[Mapping[str, Callable[[Noun], str]]] = {}
    """The forms a text may ask for, by name in small letters."""

    # -- what a language says about itself --

    def plural(self, number: int) -> int:
        """Which of the forms of a counted word goes with a number."""
        return 0 if number == 1 else 1

    def gender(self, noun: Noun) -> int:
        """Which of the forms of an agreeing word goes with a noun."""
        return 0

    def is_plural(self, noun: Noun) -> bool:
        return False

    def typeset(self, text: str) -> str:
        """A text as it is set: spaces at which no line may break, and the like."""
        return text

    def join(self, pattern: str, members: Sequence[str]) -> str:
        """A row of at least two; the pattern is `{first} and {last}`."""
        return pattern.format(first=", ".join(members[:-1]), last=members[-1])

    # -- what a text asks for --

    def say(self, value: Any, how: str) -> str:
        """A fact as it stands in a sentence. A wish that cannot be met leaves it as it is."""
        if not how:
            return str(value)
        if "|" in how:
            return self._counted(value, how.split("|"))
        if "/" in how:
            return self._agreeing(value, how.split("/"))
        bend = self.forms.get(how.lower())
        if bend is None:
            return self.number(value, how)
        if isinstance(value, Listing):
            text = self.join(value.pattern, [bend(_noun(member)) for member in value.members])
        else:
            text = bend(_noun(value))
        return text[:1].upper() + text[1:] if how[0].isupper() else text

    def number(self, value: Any, how: str = "") -> str:
        """A number with the signs the language has, for decimals and for less than nothing: `.1f`, `.0%`, `+d`."""
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return str(value)
        try:
            if how.endswith("%"):
                return self.percent.format(self.number(100 * value, f"{how[:-1]}f"))
            return format(value, how).replace(".", self.decimal).replace("-", self.minus)
        except ValueError:
            return str(value)

    def _counted(self, value: Any, words: list[str]) -> str:
        """`{count:player|players}`: the number and its word; with a bar in front, `{count:|is|are}`, the word alone."""
        alone = not words[0]
        words = words[1:] if alone else words
        word = words[min(self.plural(self._how_many(value)), len(words) - 1)]
        return word if alone else f"{self.number(value)} {word}"

    def _how_many(self, value: Any) -> int:
        if isinstance(value, Listing):
            return len(value.members)
        if isinstance(value, Noun):
            return 2 if self.is_plural(value) else 1
        if isinstance(value, float):
            return 2  # whatever has decimals is more than one thing
        return int(value) if str(value).isdecimal() else 1

    def _agreeing(self, value: Any, words: list[str]) -> str:
        """`{card:absent/absente}`: the word that goes with the noun."""
        gender = self.gender(_noun(value))
        return words[gender] if gender < len(words) else words[-1]


def filled(text: str, facts: Mapping[str, Any], grammar: Grammar, missing: str = "") -> str:
    """The text with its facts, bent as it wishes. A text with a missing fact is still a text."""
    return text.format_map(_Bent(facts, grammar, missing) if _wishes(text) else _Facts(facts, missing))


@cache
def _wishes(text: str) -> bool:
    """Most texts ask for no form: they are filled in three times as fast."""
    return re.search(r"\{\w+:", text) is not None


class _Facts(dict[str, Any]):
    def __init__(self, facts: Mapping[str, Any], missing: str) -> None:
        super().__init__(facts)
        self.missing = missing

    def __missing__(self, name: str) -> str:
        return self.missing or f"{{{name}}}"


class _Bent(_Facts):
    def __init__(self, facts: Mapping[str, Any], grammar: Grammar, missing: str) -> None:
        super().__init__(facts, missing)
        self.grammar = grammar

    def __getitem__(self, name: str) -> _Fact:
        return _Fact(super().__getitem__(name) if name in self else self.__missing__(name), self.grammar)


class _Fact:
    __slots__ = ("grammar", "value")

    def __init__(self, value: Any, grammar: Grammar) -> None:
        self.value = value
        self.grammar = grammar

    def __format__(self, how: str) -> str:
        return self.grammar.say(self.value, how)


def _noun(value: Any) -> Noun:
    """A name without any article, unless it is known for more."""
    return value if isinstance(value, Noun) else Noun(str(value))


@cache
def grammar_of(language: str) -> Grammar:
    """The grammar of a language, or what most languages share if it has no module here."""
    name = f"{__name__}.{language}"
    if find_spec(name) is None:
        return Grammar()
    found: Grammar = import_module(name).GRAMMAR
    return found
