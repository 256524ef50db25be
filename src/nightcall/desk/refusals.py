"""Why an answer is refused, said about this table: who is what already, rather than the rule that follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nightcall.engine import prompts
from nightcall.engine.errors import IllegalAnswer, NightcallError
from nightcall.engine.village import Village
from nightcall.words import Words

_BY_THE_RECORD = "IDENT-4"
"""What is recorded already rules it out."""
_OUT_OF_PLACE = ("answer.no_vote", "answer.refused_seat", "answer.not_an_option")


def why_not(village: Village, error: IllegalAnswer, words: Words) -> str:
    """One or two sentences without numbers of rules, for whoever leads and sees what could be chosen."""
    players = village.names
    if error.rule != _BY_THE_RECORD:
        return words.why_not(error, players)
    if error.key == "answer.refused_card":
        return words.text("desk.refused.card", card=words.card(error.facts["card"]))
    seats = _seats(error)
    for seat in seats:
        held = village.knows(seat)
        if held is not None and held.name != error.prompt.card:
            key = "desk.refused.holds" if village.setup.deck.count(held.name) == 1 else "desk.refused.holds_one"
            return words.text(key, seat=words.seat(seat, players), card=words.card(held.name))
    if not seats:
        return words.why_not(error, players)
    names = words.names(words.seat(seat, players) for seat in seats)
    if error.prompt.card:
        return words.text("desk.refused.cannot_hold", seats=names, card=words.card(error.prompt.card))
    return words.text("desk.refused.cannot", seats=names)


def of_the_dead(village: Village, error: NightcallError, words: Words) -> str:
    """That somebody named is dead, where that is why: nobody has to read a rule for it. Else nothing."""
    if not isinstance(error, IllegalAnswer) or error.key not in _OUT_OF_PLACE or error.prompt.offers != "seats":
        return ""
    given = error.given.values() if isinstance(error.given, Mapping) else _seats(error)
    named = [error.facts["seat"]] if "seat" in error.facts else given
    here = (*village.living, *village.gone, *village.elsewhere)
    dead = [seat for seat in named if seat in village.seats and seat not in here]
    return words.text("desk.refused.dead", seat=words.seat(dead[0], village.names)) if dead else ""


def _seats(error: IllegalAnswer) -> Sequence[int]:
    """Whom it is about: the one refused, else all who were chosen."""
    if "seat" in error.facts:
        return [error.facts["seat"]]
    given = error.given if isinstance(error.given, (list, tuple)) else [error.given]
    return [seat for seat in given if type(seat) is int] if error.prompt.kind == prompts.PICK else []
