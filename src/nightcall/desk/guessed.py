"""What any screen says of the odds of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nightcall.sim.advisor import Panel
from nightcall.sim.evenings import NO_LONERS, constants, leans, lonely
from nightcall.sim.thumbs import THUMBS
from nightcall.words import Words


def guesses(keys: Iterable[str], words: Words) -> list[str]:
    """The cards, houses and events whose questions got random answers, for want of a rule of thumb."""
    names = dict.fromkeys(key.partition(".")[0] for key in keys)
    return [_in_part(name, label, words) for name in names if (label := _label(name, words)) != name]


def _label(name: str, words: Words) -> str:
    """What stands before a question's key: a card, a house, an event, a variant, or several events of one title."""
    found = (words.thing(name), words.noun("variant", name), words.event_card(f"{name}_1"))
    return next((label for label in found if label not in (name, f"{name}_1")), name)


def _in_part(name: str, label: str, words: Words) -> str:
    """A character that is played otherwise for a while has rules of thumb for its usual questions."""
    is_known = any(key.partition(".")[0] == name for key in THUMBS)
    return words.text("sim.in_part", name=label) if is_known else label


def comes_short(panel: Panel, words: Words) -> str:
    """Which wishes an advised deck does not meet, as the nearest there is; empty if it meets all."""
    missed = [words.text(f"sim.miss.{name}") for name in panel.misses]
    return words.text("sim.misses", wishes=words.names(missed)) if missed else ""


def verdict(shares: Mapping[str, float], words: Words, balance: str = "even", games: int = 0) -> str:
    """What a deck with these shares, counted in so many games, is to be told: that loners win too often, then which of
    village and pack it leans to, and against what that is measured. Empty if all is well."""
    said = []
    if is_lonely := bool(lonely(shares, games)):
        alone = sum(cents for side, cents in in_cents(shares).items() if side not in NO_LONERS)
        said.append(words.text("sim.leans.loners", share=words.number(alone / 100, ".0%")))
    if lean := leans(shares, balance):
        wished = words.number(constants()["balance"][balance], ".0%")
        kind = "leans_wished" if balance != "even" else "leans_besides" if is_lonely else "leans"
        said.append(words.text(f"sim.{kind}.{lean}", share=wished))
    return " ".join(said)


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
