"""Dawn, verdict, election, event of the day, end: what is announced one sentence after the other, not all at once."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from nightcall.desk.turning import turned_over
from nightcall.engine import views
from nightcall.engine.events import PUBLIC, Event
from nightcall.engine.game import Game

_OF_ONE: Final = (views.fell, views.went, views.has_card)
"""What happens to one player, and is told of one at a time."""
_SLOW: Final = (views.fell, views.went, views.won)


def moments(game: Game, fresh: Sequence[int] = ()) -> list[list[int]]:
    """What the last answer brought the table, by the places in the record; nothing where all can be said in passing.

    After a correction it is what is `fresh`: told now, and not before. Each life that ends is a moment of its own, and
    so is the victory; whatever belongs to it is said along with it. A card that is turned over is a step by itself
    (`desk.turning`).
    """
    since = game.marks[-1] if game.marks else 0
    events = [(place, game.events[place]) for place in fresh or range(since, len(game.events))]
    if not fresh and not any(event.declared.heading == "day" or _is_slow(event) for _, event in events):
        return []
    turned = turned_over(game)
    found: list[list[int]] = []
    is_open = False  # whether more may be said along with the last of them
    for place, event in events:
        if event.name == "card_shown" and event.facts["seat"] in turned:
            is_open = False
        if not _is_said(event) or (event.name == "card_shown" and event.facts["seat"] in turned):
            continue
        named = {game.events[other].facts.get("seat") for moment in found for other in moment}
        is_another = event.declared.moment or (event.declared.seen in _OF_ONE and event.facts["seat"] not in named)
        if is_open and not is_another and event.declared.seen is not views.won:
            found[-1].append(place)
        else:
            found.append([place])
            is_open = True
    return found


def said(events: Sequence[Event]) -> list[str]:
    """What the table was told, each in a few letters: the same again in another night is something else."""
    return [key for _, key in _keys(events)]


def newly_said(game: Game, before: Sequence[str]) -> tuple[int, ...]:
    """What the table is told in this game, by the places in the record, and was not told `before`."""
    known, found = Counter(before), []
    for place, key in _keys(game.events):
        if known[key]:
            known[key] -= 1
        else:
            found.append(place)
    return tuple(found)


def follows(game: Game, fresh: Sequence[int]) -> bool:
    """Whether nothing was said after what is said only now: then the screens can wait for it."""
    return [place for place, _ in _keys(game.events) if fresh and place >= fresh[0]] == list(fresh)


def _keys(events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    chapter = 0
    for place, event in enumerate(events):
        chapter += bool(event.declared.heading)
        if _is_said(event):
            told = json.dumps([chapter, event.to_json()], sort_keys=True, default=str)
            yield place, hashlib.sha256(told.encode()).hexdigest()[:8]


def turn_of(game: Game, seat: int) -> int:
    """Where in the record this player's card is turned over."""
    since = game.marks[-1] if game.marks else 0
    shown = (
        place for place, event in enumerate(game.events) if event.name == "card_shown" and event.facts["seat"] == seat
    )
    return next(place for place in shown if place >= since)


def _is_said(event: Event) -> bool:
    if event.audience != PUBLIC or event.declared.heading:
        return False
    return event.declared.seen is views.won or not event.declared.scripted


def _is_slow(event: Event) -> bool:
    told = event.declared
    return event.audience == PUBLIC and (told.seen in _SLOW or told.by_hand or told.moment)


def is_election(event: Event) -> bool:
    """Whether it says what came of an election, rather than of the day's vote."""
    return event.declared.by_hand and event.declared.seen is not views.voted
