"""Telling open pages that what they show has changed: nothing more than that goes over the wire.

A page is told only when what its own viewer may see has changed, so a push gives away no hidden step; messages carry
no number and no content, and the pulse that keeps a connection open beats at the same pace for everybody.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable
from typing import Final

from nightcall.engine.viewers import Viewer

PULSE: Final = 20.0
CHANGED: Final = "event: changed\ndata:\n\n"
BEAT: Final = ":\n\n"
RETRY: Final = "retry: 2000\n\n"

Look = Callable[[Viewer], Hashable]
"""Viewer -> something that changes whenever, and only when, that viewer sees a change."""


class Listener:
    """One open page."""

    __slots__ = ("bell", "is_over", "seen", "viewer")

    def __init__(self, viewer: Viewer, seen: Hashable) -> None:
        self.viewer = viewer
        self.seen = seen
        self.bell = asyncio.Event()
        self.is_over = False


class Live:
    """Every open page of this server, by game."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self.is_closing = False

    def changed(self, game: str, look: Look, *only: Viewer) -> None:
        """Ring wherever (or only where) the look is another than before; every viewer looks once."""
        looks: dict[Viewer, Hashable] = {}
        for listener in self._listeners.get(game, ()):
            if only and listener.viewer not in only:
                continue
            if listener.viewer not in looks:
                looks[listener.viewer] = look(listener.viewer)
            if listener.seen != looks[listener.viewer]:
                listener.seen = looks[listener.viewer]
                listener.bell.set()

    def count(self, game: str) -> int:
        return len(self._listeners.get(game, ()))

    async def follow(self, game: str, viewer: Viewer, look: Look) -> AsyncIterator[str]:
        """The stream of one page, until it goes away."""
        listener = Listener(viewer, look(viewer))
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

    def dismiss(self, game: str, viewer: Viewer) -> None:
        """End the streams of a viewer: whoever still may will open a new one."""
        for listener in self._listeners.get(game, ()):
            if listener.viewer == viewer:
                listener.is_over = True
                listener.bell.set()

    def close(self) -> None:
        """Let every stream end, so that the server can."""
        self.is_closing = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.bell.set()
