"""The browser tests against the app alone on a phone: `make test-alone`, or NIGHTCALL_ON=alone.

A shell in one tab owns Python; the tests drive the app in another, under `bare/`, where it stands without its shell.
Tests marked `needs` are left out there; docs/phone-alone.md lists them.
"""

from __future__ import annotations

import base64
import os
import tempfile
from pathlib import Path
from typing import Any, Final, NoReturn

import pytest

from nightcall import MODERATOR, Game, Viewer
from nightcall.engine import tape
from nightcall.web.manner import PHONES
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.table import Table
from nightcall.web.tables import Tables
from nightcall.web.watch.live import Live
from tests.browser import alone
from tests.browser.alone import Alone, Host
from tests.browser.device import Device
from tests.browser.server import Server, awaited

WANTED: Final = os.environ.get("NIGHTCALL_ON") == "alone"
NEEDS: Final = {
    "phones": "the players have phones of their own",
    "leaders": "two devices lead at once, or a page follows what another one does",
    "server": "a server is killed, or the network to it fails",
    "no_scripts": "scripts are switched off, and the phone is made of them",
}
"""Why a test cannot concern a phone alone: the argument of the mark `needs`, and what the documentation says of it."""


def left_out(item: pytest.Item) -> None:
    """Skipped against a phone alone if it is marked."""
    if WANTED and (mark := item.get_closest_marker("needs")):
        item.add_marker(pytest.mark.skip(NEEDS[mark.args[0]]))


def unmarked() -> NoReturn:
    pytest.fail("a phone alone cannot do this: mark the test with what it `needs`")


class OnPhone(Server):
    """In the place of a server: a host that serves files. The games lie on the device that was opened last."""

    def __init__(self) -> None:
        self.folder = Path()
        self._host = Host(alone.folder().parents[1])
        self.port = self._host.port
        self._phone: Alone | None = None

    @property
    def address(self) -> str:
        return f"{self._host.address}/bare"

    def on(self, device: Device) -> Alone:
        """Python in this device, started in a tab of its own."""
        if device.alone is None:
            device.alone = Alone(device.context, self._host.address)
            device.alone.open()
            device.alone.until_python()
        self._phone = device.alone
        return device.alone

    def stop(self) -> None:
        self._host.stop()

    def start(self, as_release: str = "") -> NoReturn:
        unmarked()

    def kill(self) -> NoReturn:
        unmarked()

    def update(self, folder: Path) -> None:
        """The host has a later release, and somebody takes it on the start page."""
        assert self._phone is not None
        alone.updated(self._phone, self._host, alone.another(self._host.files, folder, "later"))
        self._phone.until_python()

    # -- what lies on the device --

    def begin(self, game: Game, **manner: Any) -> str:
        if manner.get("deal") == PHONES or self._phone is None:
            unmarked()
        told = tape.dumps(game)
        return self._phone.begin_so(told, manner) if manner else self._phone.bring(told)

    def go_on(self, ident: str, game: Game) -> None:
        assert self._phone is not None
        self._phone.go_on(ident, tape.dumps(game))

    def key(self, game: str, viewer: Viewer = MODERATOR) -> NoReturn:
        unmarked()

    def table(self, game: str) -> Table:
        assert self._phone is not None
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "copy.sqlite3"
            file.write_bytes(base64.b64decode(self._phone.page.workers[0].evaluate(FILE)))
            return awaited(_looked_up(file, game))


async def _looked_up(file: Path, game: str) -> Table:
    store = SQLiteStore(file)
    try:
        return await Tables(store, Live()).find(game)
    finally:
        await store.close()


FILE: Final = """() => {
  const bytes = self.python.FS.readFile("/data/nightcall.sqlite3");
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}"""
