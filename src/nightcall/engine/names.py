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


def is_name(name: str) -> bool:
    """Whether somebody can be called that."""
    return len(name) <= NAME_LIMIT and bool(alike(name)) and is_shown(name)
