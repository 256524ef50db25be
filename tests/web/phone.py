"""Devices for tests of the web app: each has its own cookies and speaks to the app without a network.

phone = Phone(site)
phone.get("/").text
phone.post(f"/g/{table.id}/lead/answer", at=table.revision, seat=3)
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import httpx2 as httpx
from starlette.testclient import TestClient

from nightcall import MODERATOR, Setup
from nightcall.web import access
from nightcall.web.app import Site, build
from nightcall.web.manner import Manner
from nightcall.web.store import Grant
from nightcall.web.table import Table
from tests.web import direct
from tests.web.kills import MortalStore

T = TypeVar("T")
PLAYERS = ["Ann", "Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
DECK = {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "simple_villager": 3}


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Await something of the app's in a test that is not async."""
    return asyncio.run(coroutine)


_open: list[Site] = []


def new_site() -> Site:
    return stopped_later(Site(MortalStore(":memory:")))


def stopped_later(site: Site) -> Site:
    """It closes its file with the end of the test (`conftest.py`)."""
    _open.append(site)
    return site


def stop_sites() -> None:
    """For tests of many games, which do not want them all open until the end."""
    while _open:
        run(_open.pop().store.close())


def begin(site: Site, setup: Setup | None = None, **manner: Any) -> Table:
    """A game on the site; by default the eight with physical cards."""
    return run(site.tables.begin(setup or Setup.of(PLAYERS, DECK, sheriff_election="off"), Manner(**manner)))


class Phone:
    """One device. It follows redirects unless told otherwise."""

    def __init__(self, site: Site, language: str = "en") -> None:
        self.site = site
        self.client: httpx.Client = direct.client(build(site), accept_language=language, origin=direct.HOST)

    @contextmanager
    def served(self) -> Iterator[None]:
        """The app is started as a server does it, and stopped at the end."""
        usual = self.client
        with TestClient(build(self.site), headers=dict(usual.headers), cookies=usual.cookies) as self.client:
            yield
        self.client = usual

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.client.get(path, headers=headers)

    def fragment(self, path: str) -> httpx.Response:
        """As an open page fetches its view."""
        return self.client.get(path, headers={"hx-request": "true"})

    def post(self, path: str, **form: Any) -> httpx.Response:
        """A plain form; a list sends the field several times. `vote_3=7` sends the field `vote-3`."""
        fields = {
            re.sub(r"^(vote|count|card)_", r"\1-", name): value if isinstance(value, (list, tuple)) else str(value)
            for name, value in form.items()
        }
        return self.client.post(path, data=fields)

    def leads(self, table: Table) -> Phone:
        """Let this device lead the game, by its secret link."""
        self._opens(Grant(table.id, MODERATOR))
        return self

    def plays(self, table: Table, seat: int) -> Phone:
        self._opens(Grant(table.id, seat))
        return self

    def _opens(self, place: Grant) -> None:
        secret = access.new_secret()
        run(self.site.store.add_key(access.digest(secret), place))
        reply = self.client.post(f"/k/{secret}", follow_redirects=False)
        assert reply.status_code == 303, reply.text
