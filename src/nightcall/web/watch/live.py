"""Telling open pages that what they show has changed: nothing more than that goes over the wire.

A page is told only when what its own audience may see has changed, so a push gives away no hidden step; messages carry
no number and no content, and the pulse that keeps a connection open beats at the same pace for everybody.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable
from typing import Final

PULSE: Final = 20.0
CHANGED: Final = "event: changed\ndata:\n\n"
BEAT: Final = ":\n\n"
RETRY: Final = "retry: 2000\n\n"

Audience = Hashable
Look = Callable[[Audience], Hashable]
"""Audience -> something that changes whenever, and only when, that audience sees a change."""


class Listener:
    """One open page."""

    __slots__ = ("audience", "bell", "is_over", "seen")

    def __init__(self, audience: Audience, seen: Hashable) -> None:
        self.audience = audience
        self.seen = seen
        self.bell = asyncio.Event()
        self.is_over = False


class Live:
    """Every open page of this server, by game."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self.is_closing = False

    def changed(self, game: str, look: Look, *only: Audience) -> None:
        """Ring wherever (or only where) the look is another than before; each audience is looked at once."""
        looks: dict[Audience, Hashable] = {}
        for listener in self._listeners.get(game, ()):
            if only and listener.audience not in only:
                continue
            if listener.audience not in looks:
                looks[listener.audience] = look(listener.audience)
            if listener.seen != looks[listener.audience]:
                listener.seen = looks[listener.audience]
                listener.bell.set()

    def count(self, game: str) -> int:
        return len(self._listeners.get(game, ()))

    async def follow(self, game: str, audience: Audience, look: Look) -> AsyncIterator[str]:
        """The stream of one page, until it goes away."""
        listener = Listener(audience, look(audience))
        self._listeners.setdefault(game, set()).add(listener)
        try:
            yield RETRY + CHANGED  # whatever happened between the page and its stream
            while not (self.is_closing or listener.is_over):
                try:
                    await asyncio.wait_for(listener.bell.wait(), PULSE)
                except TimeoutError:
                    yield BEAT
                else:
                    listener.bell.clear()
                    yield CHANGED
        finally:
            listeners = self._listeners[game]
            listeners.discard(listener)
            if not listeners:
                del self._listeners[game]

    def dismiss(self, game: str, audience: Audience) -> None:
        """End the streams of an audience: whoever still may will open a new one."""
        for listener in self._listeners.get(game, ()):
            if listener.audience == audience:
                listener.is_over = True
                listener.bell.set()

    def close(self) -> None:
        """Let every stream end, so that the server can."""
        self.is_closing = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.bell.set()
