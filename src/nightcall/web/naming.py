"""What a player may call himself on a phone of his own: nothing that could be taken for somebody else."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import Final

from nightcall.engine.errors import Fault, InvalidSetup
from nightcall.engine.names import alike, looks
from nightcall.words import LANGUAGES, Words

_AT_A_GLANCE: Final = str.maketrans("i1|0пω", "lllonw")
"""Besides the letters that are the same to the eye: those taken for another on a phone across the table."""


def refuse_mistakable(players: Sequence[str], seat: int) -> None:
    """`InvalidSetup` if this player's name looks like another's, like the number of another seat, or like nobody's."""
    mine = players[seat - 1]
    for place, name in enumerate(players, start=1):
        if place != seat and alike(name) == alike(mine):
            raise InvalidSetup([Fault("setup.taken_name", facts={"name": name})])
        if place != seat and _glances(name) & _glances(mine):
            raise InvalidSetup([Fault("setup.lookalike_name", facts={"name": mine, "like": name})])
    if _glances(mine) & _nobody() or _numbers(mine) in _other_seats(len(players), seat):
        raise InvalidSetup([Fault("setup.mistakable_name", facts={"name": mine})])


def _glances(name: str) -> frozenset[str]:
    """For comparing in passing: names that share one of these cannot be told apart at a glance."""
    swift = ("".join(look.casefold().translate(_AT_A_GLANCE).split()) for look in looks(name))
    return frozenset(each.replace("rn", "m").replace("vv", "w") for each in swift)


def _other_seats(count: int, seat: int) -> set[int]:
    return {number for number in range(1, count + 1) if number != seat}


def _numbers(name: str) -> int:
    """Which seat a name is the number of, in whatever language; 0 = of none."""
    text = unicodedata.normalize("NFKC", name)
    digits = "".join(letter for letter in text if letter.isdecimal())
    return int(digits) if digits and _letters(text) in _seat_words() else 0


def _letters(text: str) -> str:
    return alike("".join(letter for letter in text if letter.isalpha()))


@cache
def _seat_words() -> frozenset[str]:
    """What stands beside the number of a seat."""
    each = [Words(language) for language in LANGUAGES]
    said = [word for words in each for word in (words.text("ui.seat_number", number=""), words.text("desk.seats.seat"))]
    return frozenset({"", *map(_letters, said)})


@cache
def _nobody() -> frozenset[str]:
    """What a page says where it names no player."""
    each = [Words(language) for language in LANGUAGES]
    said = [words.text(key) for words in each for key in ("ui.nobody", "ui.everybody")]
    return frozenset(look for word in said for look in _glances(word))
