"""What happened: facts, never sentences, each with its audience and the rule that caused it."""

from __future__ import annotations

from typing import Any

from nightcall.engine.viewers import MODERATOR, PUBLIC, Audience, Viewer, may_know

__all__ = ["MODERATOR", "PUBLIC", "Audience", "Event"]


class Event:
    """A fact, in the past tense: `Event("died", "WW-1", PUBLIC, {"seat": 3})`."""

    __slots__ = ("audience", "facts", "name", "rule")

    def __init__(self, name: str, rule: str, audience: Audience, facts: dict[str, Any]) -> None:
        self.name = name
        self.rule = rule
        self.audience = audience
        self.facts = facts

    def seen_by(self, viewer: Viewer) -> bool:
        """Whether the public, a seat or the moderator may know this."""
        return may_know(viewer, self.audience)

    def to_json(self) -> dict[str, Any]:
        audience = self.audience if self.audience == PUBLIC else list(self.audience)
        return {"event": self.name, "rule": self.rule, "audience": audience, **self.facts}

    def __repr__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"<{self.name} {self.rule} {self.audience}: {facts}>"
