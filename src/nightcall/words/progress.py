"""How far a language has come, and what is wrong with its texts: for whoever translates, and for the tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from string import Formatter

from nightcall import rulebook
from nightcall.grammar import Grammar, grammar_of
from nightcall.words._texts import FIRST, added_files, own_files, own_texts

__all__ = ["Progress", "missing_rules", "missing_texts", "mistakes", "progress"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of the texts and of the rules a language has."""

    texts: int
    all_texts: int
    rules: int
    all_rules: int

    @property
    def share(self) -> float:
        return (self.texts + self.rules) / (self.all_texts + self.all_rules)

    @property
    def is_complete(self) -> bool:
        return self.texts == self.all_texts and self.rules == self.all_rules


def progress(language: str) -> Progress:
    texts, rules = own_texts(FIRST), rulebook.ids()
    return Progress(
        len(texts.keys() & own_texts(language).keys()),
        len(texts),
        len(set(rules) & rulebook.texts_in(language).keys()),
        len(rules),
    )


def missing_texts(language: str) -> Mapping[str, Mapping[str, str]]:
    """File -> key -> the English text, for everything that is not there yet."""
    known = own_texts(language)
    files = (*own_files(FIRST).items(), *added_files(FIRST).items())
    found: dict[str, dict[str, str]] = {}
    for file, texts in files:
        found.setdefault(file, {}).update({key: text for key, text in texts.items() if key not in known})
    return {file: missing for file, missing in found.items() if missing}


def missing_rules(language: str) -> list[str]:
    known = rulebook.texts_in(language)
    return [ident for ident in rulebook.ids() if ident not in known]


def mistakes(language: str) -> Iterator[tuple[str, str]]:
    """(key, what is wrong with it), by the names of `cli.languages.mistake`."""
    english, grammar = own_texts(FIRST), grammar_of(language)
    for key, text in own_texts(language).items():
        if key not in english:
            yield key, "unknown"
        elif not text.strip():
            yield key, "empty"
        else:
            try:
                yield from ((key, mistake) for mistake in _mistakes(text, english[key], grammar))
            except ValueError:
                yield key, "braces"
    yield from ((ident, "unknown") for ident in rulebook.texts_in(language) if ident not in rulebook.ids())


def _mistakes(text: str, english: str, grammar: Grammar) -> Iterator[str]:
    wishes = list(_wishes(text))
    if {name for name, _ in wishes} != {name for name, _ in _wishes(english)}:
        yield "placeholders"
    for _, how in wishes:
        if "|" in how:
            if len(how.removeprefix("|").split("|")) != grammar.plurals:
                yield "plural"
        elif "/" in how:
            if not 2 <= how.count("/") + 1 <= grammar.genders:
                yield "gender"
        elif how and how.lower() not in grammar.forms and how[-1] not in "f%":
            yield "form"


def _wishes(text: str) -> Iterator[tuple[str, str]]:
    """(fact, form asked for) for every placeholder."""
    return ((name, how or "") for _, name, how, _ in Formatter().parse(text) if name is not None)
