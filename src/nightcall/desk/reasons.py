"""Why something happened at this table: not the rule alone, but what led to it tonight."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine.events import SEAT, SEATS, Event


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
