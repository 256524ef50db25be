"""Telling open pages that what they show has changed: nothing more than that goes over the wire.

Messages carry no number and no content, and come to every phone at the same moments: when the public screen changes,
and, where players choose on their phones, with a beat that goes on whether or not there is anything to tell. So
neither a hidden step nor whom it concerns can be told from who is rung when. What is a player's alone waits for that.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Hashable
from itertools import chain
from typing import Final

from nightcall.engine.viewers import PUBLIC, Shared, Viewer
from nightcall.web import limits
from nightcall.web.access import TooMany

PULSE: Final = 20.0
STEP: Final = 3.0
"""Seconds between two beats of the phones that players choose on: how long the next question may be on its way."""
CHANGED: Final = "event: changed\ndata:\n\n"
BEAT: Final = ":\n\n"
RETRY: Final = "retry: 2000\n\n"

Look = Callable[[Shared], Hashable]
"""Whose look -> something that changes whenever, and only when, that is another."""


class Listener:
    """One open page."""

    __slots__ = ("bell", "client", "is_over", "rung_with", "seen", "viewer")

    def __init__(self, viewer: Viewer, look: Look, client: str = "") -> None:
        self.viewer = viewer
        self.client = client
        self.rung_with: Shared = PUBLIC if isinstance(viewer, int) else viewer
        """Whose changes ring here: all phones ring together, with the public screen."""
        self.seen = look(self.rung_with)
        self.bell = asyncio.Event()
        self.is_over = False


class Live:
    """Every open page of this server, by game."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self._clients: Counter[str] = Counter()
        self._paced: set[str] = set()
        self.is_closing = False
        self.rung = 0
        """How often a page was told to look."""

    def pace(self, game: str, is_on: bool) -> None:
        """Whether the phones of a game are told with a beat, too."""
        (self._paced.add if is_on else self._paced.discard)(game)

    def changed(self, game: str, look: Look, *only: Viewer) -> None:
        """Ring wherever (or only where) the look is another than before; every viewer looks once."""
        looks: dict[Shared, Hashable] = {}
        for listener in self._listeners.get(game, ()):
            if only and listener.viewer not in only:
                continue
            if listener.rung_with not in looks:
                looks[listener.rung_with] = look(listener.rung_with)
            if listener.seen != looks[listener.rung_with]:
                listener.seen = looks[listener.rung_with]
                listener.bell.set()
                self.rung += 1

    def games(self) -> list[str]:
        """Those somebody looks at."""
        return list(self._listeners)

    def count(self, game: str) -> int:
        return len(self._listeners.get(game, ()))

    def open_pages(self) -> dict[str, int]:
        """How many there are of each sort: of moderators, of players, of screens."""
        found = dict.fromkeys(("moderator", "player", "screen"), 0)
        for listener in chain.from_iterable(self._listeners.values()):
            viewer = listener.viewer
            found["player" if isinstance(viewer, int) else "screen" if viewer == PUBLIC else "moderator"] += 1
        return found

    def is_watched(self, game: str, viewer: Viewer) -> bool:
        """Whether a page of this viewer is open somewhere."""
        return any(listener.viewer == viewer for listener in self._listeners.get(game, ()))

    def seats(self, game: str) -> frozenset[int]:
        """Whose phones have their page open."""
        viewers = (listener.viewer for listener in self._listeners.get(game, ()))
        return frozenset(viewer for viewer in viewers if isinstance(viewer, int))

    def refuse_flood(self, client: str) -> None:
        """`TooMany` for somebody who has as many open pages as anybody may."""
        if client and self._clients[client] >= limits.STREAMS:
            raise TooMany("web.too_many_streams")

    async def follow(self, game: str, viewer: Viewer, look: Look, client: str = "") -> AsyncIterator[str]:
        """The stream of one page, until it goes away."""
        listener = Listener(viewer, look, client)
        self._listeners.setdefault(game, set()).add(listener)
        self._clients[client] += 1
        try:
            yield RETRY + CHANGED  # whatever happened between the page and its stream
            while not (self.is_closing or listener.is_over):
                is_paced = isinstance(viewer, int) and game in self._paced
                try:
                    async with asyncio.timeout(_to_next_beat() if is_paced else PULSE):
                        await listener.bell.wait()
                except TimeoutError:
                    yield CHANGED if is_paced else BEAT
                else:
                    listener.bell.clear()
                    yield CHANGED
        finally:
            listeners = self._listeners[game]
            listeners.discard(listener)
            self._clients[client] -= 1
            if not self._clients[client]:
                del self._clients[client]
            if not listeners:
                del self._listeners[game]
                self._paced.discard(game)

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


def _to_next_beat() -> float:
    """Seconds, by a clock that all phones share."""
    return STEP - time.monotonic() % STEP
