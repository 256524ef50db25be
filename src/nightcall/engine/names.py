"""Names people give, to players and to groups: what may stand in one, and when two are the same. (AMD-70)"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from nightcall.engine.lookalikes import TAKEN_FOR

NAME_LIMIT: Final = 40
MARKS_LIMIT: Final = 4
"""Accents on one letter: no spelling of any language needs more (UTS #39)."""

_ZWNJ: Final = "\N{ZERO WIDTH NON-JOINER}"
_ZWJ: Final = "\N{ZERO WIDTH JOINER}"
_JOINERS: Final = frozenset({_ZWNJ, _ZWJ, *map(chr, range(0xE0020, 0xE0080))})
"""What holds the parts of a letter together, in Persian and in emoji; the last ones spell flags."""
_UNSEEN: Final = _JOINERS | frozenset(map(chr, range(0xFE00, 0xFE10)))
"""With what chooses between two looks of one letter."""
_JOINING: Final = frozenset(
    "ADLAM ARABIC BALINESE BENGALI DEVANAGARI GUJARATI GURMUKHI JAVANESE KANNADA KHMER MALAYALAM MANDAIC MONGOLIAN "
    "MYANMAR NKO ORIYA SINHALA SYRIAC TAMIL TELUGU TIBETAN".split()
)
"""The alphabets in which a joiner makes a difference to the eye."""
_LOOKS: Final = frozenset(map(chr, (0xFE0E, 0xFE0F)))
"""Choose whether a sign is drawn in colour."""
_SHAPES: Final = {
    **dict.fromkeys(map(chr, (*range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0))), "CJK"),
    **dict.fromkeys(map(chr, (*range(0x180B, 0x180E), 0x180F)), "MONGOLIAN"),
}
"""Choose how a letter of this alphabet is written."""
_BLANK: Final = frozenset(
    "\N{COMBINING GRAPHEME JOINER}\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}\N{HANGUL FILLER}"
    "\N{HALFWIDTH HANGUL FILLER}\N{KHMER VOWEL INHERENT AQ}\N{KHMER VOWEL INHERENT AA}\N{BRAILLE PATTERN BLANK}"
    "\N{IDEOGRAPHIC HALF FILL SPACE}\N{OBJECT REPLACEMENT CHARACTER}\N{KHITAN SMALL SCRIPT FILLER}"
    "\N{MUSICAL SYMBOL NULL NOTEHEAD}\U00013441\U00013442"
)
"""What leaves an empty place or none at all, though it can be printed; the last ones are blanks among hieroglyphs."""
_LANDS: Final = ("gbeng", "gbsct", "gbwls")
_SPELT: Final = "|".join("".join(chr(0xE0000 + ord(letter)) for letter in land) for land in _LANDS)
_FLAGS: Final = re.compile(f"\N{WAVING BLACK FLAG}(?:{_SPELT})\N{CANCEL TAG}")
"""England, Scotland and Wales: the flags spelt with letters nobody sees. Others are drawn by nobody."""


def is_shown(text: str) -> bool:
    """Whether it can be shown as it is, on one line: nothing in it is a command to the screen."""
    return text.isprintable() or all(letter.isprintable() or letter in _JOINERS for letter in text)


def trimmed(name: str) -> str:
    """Without the spaces around it. A line break is no space: it has no place in a name."""
    return name.strip(" \t\N{NO-BREAK SPACE}")


def alike(name: str) -> str:
    """For comparing: without case, accents, doubled spaces, and what cannot be seen."""
    return _bare(unicodedata.normalize("NFKD", name).casefold())


def _bare(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text)
    seen = (letter for letter in plain if not unicodedata.combining(letter) and letter not in _UNSEEN)
    return " ".join("".join(seen).split())


@lru_cache(maxsize=1024)
def looks(name: str) -> tuple[str, str, str]:
    """For comparing by eye: as typed, in small letters and in capitals, each with letters as they may be taken for.

    Of two names that are the same to the eye, one of these is the same: В is taken for B, though в is not taken for b.
    """
    small = alike(name)
    typed, small, capital = (
        "".join(letter for letter in text if letter not in _SHAPES and letter not in _BLANK).translate(TAKEN_FOR)
        for text in (_bare(name), small, small.upper())
    )
    return typed, small, capital


def looking_like(name: str, others: Iterable[str]) -> str | None:
    """The first of the others that is the same to the eye."""
    mine = looks(name)
    return next((other for other in others if any(map(str.__eq__, mine, looks(other)))), None)


def is_name(name: str) -> bool:
    """Whether it is short, can be shown, and is not nothing."""
    return len(name) <= NAME_LIMIT and bool(alike(name)) and is_shown(name)


def hidden_in(name: str) -> str:
    """The first character in it that nobody sees, and that no letter and no emoji beside it needs; empty = none."""
    if name.isascii():
        return ""
    text = _FLAGS.sub("\N{WAVING BLACK FLAG}", name)
    around = zip(f" {text}", text, f"{text} "[1:], strict=False)
    return next((letter for before, letter, after in around if _is_hidden(before, letter, after)), "")


def _is_hidden(before: str, letter: str, after: str) -> bool:
    if letter in _LOOKS:
        return unicodedata.category(before)[0] not in "SPN" and before != "\N{INFORMATION SOURCE}"
    if letter in _SHAPES:
        return _alphabet(before) != _SHAPES[letter]
    if letter in (_ZWNJ, _ZWJ):
        joins_letters = _alphabet(before) in _JOINING and _alphabet(after) in _JOINING
        joins_signs = letter == _ZWJ and (_is_sign(before) or before in _LOOKS) and _is_sign(after)
        return not (joins_letters or joins_signs)
    return letter in _BLANK or letter in _JOINERS


def _alphabet(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _is_sign(letter: str) -> bool:
    return unicodedata.category(letter)[0] == "S" and not letter.isascii()


def is_overloaded(name: str) -> bool:
    """Whether a letter in it has more accents than any spelling needs, or an accent has no letter."""
    if name.isascii():
        return False
    has_letter, marks = False, 0
    for letter in unicodedata.normalize("NFD", name):
        category = unicodedata.category(letter)
        if category[0] != "M":
            has_letter, marks = (letter != " ", 0) if letter not in _JOINERS else (has_letter, marks)
        elif letter not in _UNSEEN and letter not in _SHAPES:
            marks += category != "Mc"
            if not has_letter or marks > MARKS_LIMIT:
                return True
    return False
