"""Names people give, to players and to groups: what may stand in one, and when two are the same. (AMD-70)"""

from __future__ import annotations

import unicodedata
from typing import Final

NAME_LIMIT: Final = 40

_JOINERS: Final = frozenset({"\N{ZERO WIDTH NON-JOINER}", "\N{ZERO WIDTH JOINER}", *map(chr, range(0xE0020, 0xE0080))})
"""What holds the parts of a letter together, in Persian and in emoji; the last ones spell flags."""
_UNSEEN: Final = _JOINERS | frozenset(map(chr, range(0xFE00, 0xFE10)))
"""With what chooses between two looks of one letter."""


def is_shown(text: str) -> bool:
    """Whether it can be shown as it is, on one line: nothing in it is a command to the screen."""
    return text.isprintable() or all(letter.isprintable() or letter in _JOINERS for letter in text)


def trimmed(name: str) -> str:
    """Without the spaces around it. A line break is no space: it has no place in a name."""
    return name.strip(" \t\N{NO-BREAK SPACE}")


def alike(name: str) -> str:
    """For comparing: without case, accents, doubled spaces, and what cannot be seen."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    seen = (letter for letter in plain if not unicodedata.combining(letter) and letter not in _UNSEEN)
    return " ".join("".join(seen).split())


_LOOK_ALIKE: Final = str.maketrans(
    {
        twin: letter
        for letter, twins in {
            "a": "аα",
            "b": "ь",
            "c": "сϲ",
            "d": "ԁ",
            "e": "еєε",
            "g": "ɡ",
            "h": "һн",
            "i": "іιıӏ1l|",
            "j": "ј",
            "k": "кκ",
            "m": "м",
            "n": "пη",
            "o": "оοσ0",
            "p": "рρ",
            "q": "ԛ",
            "r": "г",
            "s": "ѕ",
            "t": "тτ",
            "u": "υս",
            "v": "ѵν",
            "w": "ԝω",
            "x": "хχ",
            "y": "уγү",
        }.items()
        for twin in twins
    }
)
"""Letters, figures and signs that can be taken for a letter on a phone across the table."""


def looks(name: str) -> str:
    """For comparing by eye: names that give the same cannot be told apart at a glance."""
    return "".join(alike(name).translate(_LOOK_ALIKE).split()).replace("rn", "m").replace("vv", "w")


def is_name(name: str) -> bool:
    """Whether somebody can be called that."""
    return len(name) <= NAME_LIMIT and bool(alike(name)) and is_shown(name)
