"""What happened, in a sentence: to everybody, to one of those it concerns, at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nightcall.engine import breath
from nightcall.engine.events import SEAT, SEATS, TEXT, Event, FactKind
from nightcall.engine.outcome import Outcome
from nightcall.words.spelling import Kinds, Spelling


class Recounting(Spelling):
    """Events and endings."""

    def event(self, event: Event, players: Sequence[str] = ()) -> str:
        """What happened, in one sentence."""
        breath.take()
        kinds = event.declared.facts
        key = self._variant(f"event.{event.name}", (event.rule, *_variant_names(event.facts, kinds)))
        text = self.text(key, **self._worded(event.facts, kinds, players))
        return f"{text} {self._winners(event.facts['seats'], players)}".strip() if event.name == "won" else text

    def told(self, event: Event, viewer: int, players: Sequence[str] = ()) -> str:
        """The same to one of those it concerns, in the second person, with what follows from it: `you.event.…`.

        A variant may be named after the fact that is this player (`seat`, `by`); `{others}` are the rest of several.
        """
        kinds, facts = event.declared.facts, event.facts
        role = next((name for name, kind in kinds.items() if _is_among(viewer, facts.get(name), kind)), "onlooker")
        names = (event.rule, *_variant_names(facts, kinds))
        roles = (*(f"{role}.{name}" for name in names), f"{role}.other", role)
        key = self._variant(f"you.event.{event.name}", (*roles, *names))
        if not self.has(key):
            return self.event(event, players)
        several = next((facts[name] for name, kind in kinds.items() if kind is SEATS and name in facts), ())
        others = self.names(self.seat(seat, players) for seat in several if seat != viewer)
        return self.text(key, **self._worded(facts, kinds, players), others=others)

    def outcome(self, outcome: Outcome, players: Sequence[str] = ()) -> str:
        """How the game ended, and who shares the victory."""
        key = self._variant("event.won", (outcome.rule, outcome.winner))
        text = self.text(key, winner=self.side(outcome.winner))
        return f"{text} {self._winners(outcome.seats, players)}".strip()

    def _winners(self, seats: Sequence[int], players: Sequence[str]) -> str:
        if not seats:
            return ""
        names = self.names(self.seat(seat, players) for seat in seats)
        return self.text("ui.winners", seats=names)


def _is_among(seat: int, value: Any, kind: FactKind) -> bool:
    """Whether a fact is this player, or names him among others."""
    return value == seat if kind is SEAT else kind is SEATS and seat in value


def _variant_names(facts: Mapping[str, Any], kinds: Kinds) -> list[str]:
    """The values of an event's facts that may name a variant of its text; what somebody has typed never does."""
    names = []
    for name, value in facts.items():
        if isinstance(value, bool):
            names.append("yes" if value else "no")
        elif kinds.get(name) == SEAT:
            names += [] if value else ["moderator" if name == "by" else "nobody"]
        elif isinstance(value, (str, tuple, list, dict)) and not value:
            names.append("none")
        elif isinstance(value, str) and kinds[name] != TEXT:
            names.append(value)
    return names
