"""What any screen says of the odds of a table."""

from __future__ import annotations

from collections.abc import Iterable

from nightcall.words import Words


def guesses(keys: Iterable[str], words: Words) -> list[str]:
    """The cards, houses and events whose questions got random answers, for want of a rule of thumb."""
    names = dict.fromkeys(key.partition(".")[0] for key in keys)
    return [label for name in names if (label := words.thing(name)) != name]
