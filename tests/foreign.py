"""Looking for English in what should be another language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from nightcall import rulebook
from nightcall.grammar import grammar_of
from nightcall.words._texts import catalogue

PIECES = re.compile(r"\{[^}]*\}|\[[^\]]*\]|\n|(?<=[.:;!?]) ")
"""Between what is filled in, and between sentences."""


@cache
def own(language: str) -> frozenset[str]:
    """Every text of a language, as it is set."""
    typeset = grammar_of(language).typeset
    return frozenset(typeset(texts[language]) for texts in catalogue().values() if language in texts)


@cache
def english_by_right(language: str) -> frozenset[str]:
    """What there is to say of a card that the language has no name for yet: such a card is English altogether."""
    return frozenset(texts["en"] for key, texts in catalogue().items() if key not in said_by(language))


@cache
def said_by(language: str) -> dict[str, Mapping[str, str]]:
    """Every other text."""
    cards = {key.removeprefix("card."): texts for key, texts in catalogue().items() if key.startswith("card.")}
    foreign = {name for name, texts in cards.items() if language not in texts}
    return {key: texts for key, texts in catalogue().items() if foreign.isdisjoint(key.split("."))}


@cache
def english_sentences(language: str) -> tuple[str, ...]:
    """Pieces of our English texts and rules that are long enough to be told from those of the language."""
    theirs = "\n".join(own(language))
    texts = [texts["en"] for texts in said_by(language).values()]
    texts += [rule.text["en"] for rule in rulebook.entries()]
    pieces = {piece.strip() for text in texts for piece in PIECES.split(text)}
    return tuple(sorted(piece for piece in pieces if _is_long(piece) and piece not in theirs))


def _is_long(piece: str) -> bool:
    return len(piece.split()) >= 3 and len(piece) >= 14


@cache
def english_labels(language: str) -> frozenset[str]:
    """Short English texts, to be compared as a whole: buttons and the like."""
    labels = {
        texts["en"] for key, texts in said_by(language).items() if "{" not in texts["en"] and key != "language.name"
    }
    return frozenset(labels) - own(language)


def english_in(text: str, language: str) -> list[str]:
    """What is still English in it, wherever the lines break."""
    flat = " ".join(text.split())
    for sentence in english_by_right(language):
        flat = flat.replace(sentence, "")
    return [piece for piece in english_sentences(language) if piece in flat]
