"""The app on a phone, put together: called once by `js/worker.js` when Python is ready."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

import anyio.to_thread

from nightcall.web import access
from nightcall.web.alone.bridge import Asked, Bridge, Piece
from nightcall.web.alone.phone_store import Pages, PhoneStore
from nightcall.web.app import Site, build
from nightcall.web.store import StoreFault

UNCOUNTED: Final = 1_000_000
"""Games begun or brought: nobody else is here whom one could keep waiting."""
PAUSE: Final = 0.05
"""Seconds in which a tap comes first."""
SOON: Final = tuple(
    f"nightcall.{name}"
    for name in (
        *(
            "web.play.page",
            "web.play.lead",
            "web.play.log",
            "web.play.drawer",
            "web.play.wrong",
            "rules.decks",
            "sim.advisor",
        ),
        *("sim.odds", "web.setup.drafting", "web.setup.wizard", "web.past.games", "web.past.ending", "web.shelves"),
    )
)
"""What a home page does without, and the next page does not. A large one comes after what it is made of."""


class Unreadable(StoreFault):
    """The file is damaged: the shell offers what there is instead of it (`js/shell.js` knows it by this name)."""


async def booted(path: str, pages: Pages, address: str, piece: Piece) -> Bridge:
    """The bridge to the app on the file at `path`; `Unreadable`, or another `StoreFault` if it cannot be used."""
    if sys.platform == "emscripten":
        _without_threads()
    try:
        store = await _checked(PhoneStore(path, pages))
    except StoreFault as error:
        if error.key == PhoneStore.DAMAGED:
            raise Unreadable(error.key) from error
        raise
    await store.settled()
    site = Site(store, is_alone=True, begun=access.Pace(UNCOUNTED, UNCOUNTED, "web.too_many_games"))
    return Bridge(build(site), store, address, piece)


async def _checked(store: PhoneStore) -> PhoneStore:
    """Nobody keeps a file open that cannot be read."""
    try:
        await store.check()
    except StoreFault:
        await store.close()
        raise
    return store


def _without_threads() -> None:
    """What a server does beside its event loop is done in it: there is nothing else here."""

    async def at_once(function: Callable[..., Any], *given: Any, **_: Any) -> Any:
        return function(*given)

    anyio.to_thread.run_sync = at_once  # type: ignore[assignment]


async def asked(bridge: Bridge, request: Mapping[str, Any]) -> Sequence[Any]:
    """One request as JavaScript tells it; the answer as JavaScript wants it."""
    given = Asked(
        request["id"],
        request["method"],
        request["path"],
        request["query"],
        dict(request["headers"]),
        bytes(request["body"]),
        request["own"],
    )
    answer = await bridge.answer(given, request["root"])
    return answer.status, answer.headers, answer.body, answer.is_stream


async def warm() -> None:
    """Loads what will be needed, in small pieces, while nobody taps."""
    try:
        for module in SOON:
            await asyncio.sleep(PAUSE)
            import_module(module)
    finally:
        gc.freeze()  # what has been loaded stays: looking through it again and again would cost every tap
        gc.enable()
