"""What any screen says of the odds of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nightcall.sim.advisor import Panel
from nightcall.words import Words


def guesses(keys: Iterable[str], words: Words) -> list[str]:
    """The cards, houses and events whose questions got random answers, for want of a rule of thumb."""
    names = dict.fromkeys(key.partition(".")[0] for key in keys)
    return [label for name in names if (label := words.thing(name)) != name]


def comes_short(panel: Panel, words: Words) -> str:
    """Which wishes an advised deck does not meet, as the nearest there is; empty if it meets all."""
    missed = [words.text(f"sim.miss.{name}") for name in panel.misses]
    return words.text("sim.misses", wishes=words.names(missed)) if missed else ""


def in_cents(shares: Mapping[str, float]) -> dict[str, int]:
    """Whole per cents that come to a hundred together: whoever is cut most is rounded up first.

    The village is rounded as it would be alone, since its share stands alone in many places beside.
    """
    exact = {side: 100 * share for side, share in shares.items()}
    found = {side: round(share) if side == "village" else int(share) for side, share in exact.items()}
    missing = round(sum(exact.values())) - sum(found.values())
    others = [side for side in exact if side != "village"]
    for side in sorted(others, key=lambda side: found[side] - exact[side])[:missing]:
        found[side] += 1
    return found
