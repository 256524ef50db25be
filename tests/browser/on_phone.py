"""The browser tests against the app alone on a phone: `make test-alone`, or NIGHTCALL_ON=alone.

A shell in one tab owns Python; the tests drive the app in another, under `bare/`, where it stands without its shell.
What needs several devices or looks at a server from outside is skipped.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, NoReturn

import pytest

from nightcall import MODERATOR, Setup, Viewer
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.table import Table
from tests.browser import alone
from tests.browser.alone import Alone, Host
from tests.browser.device import Device
from tests.browser.server import Server

WANTED: Final = os.environ.get("NIGHTCALL_ON") == "alone"


def needs_a_server() -> NoReturn:
    pytest.skip("this needs a server, or other devices")


class OnPhone(Server):
    """In the place of a server: a host that serves files. Every device keeps its own games."""

    def __init__(self) -> None:
        self.folder = Path()
        self._host = Host(alone.folder().parents[1])
        self.port = self._host.port

    @property
    def address(self) -> str:
        return f"{self._host.address}/bare"

    def on(self, device: Device) -> Alone:
        """Python in this device, started in a tab of its own."""
        if device.alone is None:
            device.alone = Alone(device.context, self._host.address)
            device.alone.open()
            device.alone.until_python()
        return device.alone

    def of(self, device: Device) -> Server:
        """What lies on one device."""
        return _Disk(self.on(device))

    def stop(self) -> None:
        self._host.stop()

    def start(self) -> NoReturn:
        needs_a_server()

    kill = start

    @property
    def store(self) -> SQLiteStore:
        needs_a_server()

    def begin(self, setup: Setup, **manner: Any) -> str:
        needs_a_server()

    def key(self, game: str, viewer: Viewer = MODERATOR) -> str:
        needs_a_server()

    def table(self, game: str) -> Table:
        needs_a_server()


class _Disk(OnPhone):
    def __init__(self, phone: Alone) -> None:
        self._phone = phone

    def table(self, game: str) -> Any:
        return SimpleNamespace(game=self._phone.game(game))
