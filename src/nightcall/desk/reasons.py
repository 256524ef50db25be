"""Why something happened at this table: not the rule alone, but what led to it tonight."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from nightcall.engine import prompts
from nightcall.engine.deaths import GRIEF
from nightcall.engine.events import PUBLIC, SEAT, SEATS, Event
from nightcall.engine.game import Game
from nightcall.words import Words


def led_to(events: Sequence[Event], number: int) -> list[Event]:
    """What happened to the same players before it in the same night or day, the night before a morning included."""
    event = events[number]
    about = _named(event)
    if not about:
        return []
    found: list[Event] = []
    headings = 0
    for earlier in reversed(events[:number]):
        if earlier.declared.heading:
            headings += 1
            if headings > 1 or earlier.declared.heading == "night":
                break
        elif about & _named(earlier) and earlier.declared.in_story and not earlier.declared.on_card:
            found.append(earlier)
    return found[::-1]


def counted(game: Game, number: int) -> int | None:
    """Which answer was the vote everybody saw that this follows at once; None = there was none."""
    place = bisect_right(game.marks, number) - 1
    if place < 0:
        return None
    prompt = game.asked[place]
    is_vote = prompt.kind in (prompts.BALLOTS, prompts.COUNTS) and prompt.audience == PUBLIC
    return place if is_vote else None


def grief(game: Game, number: int, words: Words) -> str:
    """Whom somebody has followed in death, and that it was for love; empty where it was nothing of the kind.

    Of a death announced without its cause that is the moderator's secret: see `is_told`.
    """
    event, v = game.events[number], game.village
    if event.name not in ("died", "cause"):
        return ""
    death = next((each for each in v.graveyard if each.seat == event.facts["seat"]), None)
    if death is None or death.cause != GRIEF or not death.culprits:
        return ""
    seat, other = (words.seat(each, game.players) for each in (death.seat, death.culprits[0]))
    return words.text("desk.grief", seat=seat, other=other)


def is_told(event: Event) -> bool:
    """Whether whoever heard of this death has heard what of."""
    return event.name != "died" or "cause" in event.facts


def left_out(game: Game, name: str) -> list[int]:
    """At the end: those whose card plays for the winners, and who do not win with them."""
    outcome, v = game.outcome, game.village
    if name != "won" or outcome is None:
        return []
    cards = ((seat, v.knows(seat)) for seat in v.circle if seat not in outcome.seats)
    return [
        seat
        for seat, card in cards
        if card is not None and ("werewolves" if card.is_wolf else card.camp(v)) == outcome.winner != v.side(seat)
    ]


def _named(event: Event) -> set[int]:
    """Whom it happens to; whoever only does it is named by `by`."""
    found: set[int] = set()
    for name, kind in event.declared.facts.items():
        value = event.facts.get(name)
        if kind is SEAT and name != "by" and value:
            found.add(value)
        elif kind is SEATS and value:
            found |= set(value)
    return found
