"""Pages of led games, the same in every Python: runs here and inside the app built for a phone.

Nothing of the tests but this file goes along there. Secrets, names of games and the time are fixed.
"""

from __future__ import annotations

import hashlib
import importlib
import time
from collections.abc import Iterable, Mapping
from typing import Any

from nightcall.engine import tape
from nightcall.engine.game import play
from nightcall.web import access
from nightcall.web.alone.boot import booted
from nightcall.web.alone.bridge import Asked, Bridge
from nightcall.web.visit import templates

ELSEWHERE = ("nightcall.cli", "nightcall.testing", "nightcall.web.serve", "nightcall.web.door", "nightcall.web.alone")
"""What a phone does not have."""
MOMENT = 1_800_000_000.0
AROUND = ("/more", "/roles", "/log")
"""Looked at once, at the end of each game."""


class Nowhere:
    """Nothing lasts."""

    async def keep(self) -> None: ...
    async def load(self) -> object: ...
    def put_back(self, kept: object) -> None: ...


def imported(modules: Iterable[str], names: Iterable[str]) -> int:
    """Every one of these modules that is ours can be imported, and every template used; how many modules there are."""
    wanted = [name for name in modules if name.startswith("nightcall.") and not name.startswith(ELSEWHERE)]
    for name in wanted:
        importlib.import_module(name)
    for name in names:
        templates.get_template(name)
    return len(wanted)


async def pages(tapes: Mapping[str, str]) -> dict[str, list[str]]:
    """Tape -> a digest of every page whoever leads it sees, from the first question to the last."""
    usual = (access.new_secret, access.new_game_id, time.time)
    secrets = iter(f"{number:043d}" for number in range(1_000_000))
    names = iter(f"game{number}" for number in range(1_000_000))
    access.new_secret, access.new_game_id = lambda: next(secrets), lambda: next(names)
    time.time = lambda: MOMENT
    try:
        bridge = await booted(":memory:", Nowhere(), "https://phone.example", lambda *_: None)
        try:
            return {name: await _led(bridge, text) for name, text in tapes.items()}
        finally:
            await _site(bridge).store.close()
    finally:
        access.new_secret, access.new_game_id, time.time = usual


def _site(bridge: Bridge) -> Any:
    return bridge._app.state.site  # type: ignore[attr-defined]


async def _led(bridge: Bridge, text: str) -> list[str]:
    site = _site(bridge)
    loaded = tape.loads(text)
    begun = await _asked(bridge, "POST", "/games/bring", _file(tape.dumps(play(loaded.setup))))
    lead = dict(begun.headers)["location"]
    table = await site.tables.find(lead.split("/")[2])
    seen = [(await _asked(bridge, "GET", lead)).body]
    for answer in loaded.answers:
        table = await site.tables.answer(table, answer.value)
        seen.append((await _asked(bridge, "GET", lead)).body)
    rest = [lead + path for path in AROUND] if table.game.outcome is None else [lead.replace("/lead", "/end")]
    seen += [(await _asked(bridge, "GET", path)).body for path in rest]
    return [hashlib.sha256(page).hexdigest()[:12] for page in seen]


def _file(text: str) -> bytes:
    head = 'content-disposition: form-data; name="tape"; filename="a.jsonl"'
    return f"--part\r\n{head}\r\n\r\n{text}\r\n--part--\r\n".encode()


async def _asked(bridge: Bridge, method: str, path: str, body: bytes = b"") -> Any:
    headers = {"accept-language": "en", "content-type": "multipart/form-data; boundary=part"}
    answer = await bridge.answer(Asked("1", method, path, "", headers, body))
    assert answer.status in (200, 303), (path, answer.status, answer.body[:3000])
    return answer
