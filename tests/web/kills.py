"""A server that is killed right after a commit, and the operations that commit more than once.

Whoever writes an endpoint with two commits adds it here: the commits of every request are counted that a test of the
web app makes (`direct.py`), and an address that commits twice and is not in the table fails that test.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from starlette.routing import Match

from nightcall.web.routes import every
from nightcall.web.store.sqlite import SQLiteStore


class Killed(BaseException):
    """The process is gone: nothing of ours is tidied up, and nobody is told."""


class MortalStore(SQLiteStore):
    """Counts its commits; killed right after one of them if that is wanted."""

    def __init__(self, path: Path | str) -> None:
        self.commits = 0
        self.dies_after = 0
        self._is_passing = False
        super().__init__(path)

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Any]:
        if self.dies_after and self.commits >= self.dies_after:
            raise Killed
        async with super()._transaction() as db:
            yield db
        self.commits += not self._is_passing
        if self.dies_after and self.commits >= self.dies_after:
            raise Killed

    # What lies in memory only is gone with the process in any case.

    async def add_code(self, code: str, owner: str, ends: float, now: float) -> None:
        self._is_passing = True
        await super().add_code(code, owner, ends, now)
        self._is_passing = False

    async def end_codes(self, owner: str) -> None:
        self._is_passing = True
        await super().end_codes(owner)
        self._is_passing = False


def address_of(method: str, path: str) -> str:
    """The address as the routes spell it: `POST /join/{code}`."""
    scope = {"type": "http", "method": method, "path": path, "root_path": "", "headers": []}
    found = (route.path for route in every() if route.matches(scope)[0] == Match.FULL)
    return f"{method} {re.sub(r':[a-z]+', '', next(found, path))}"


SEVERAL: Final = frozenset(
    {
        "POST /g/{game}/lead/answer",
        "POST /g/{game}/lead/deal/anew",
        "POST /g/{game}/lead/deal/show",
        "POST /g/{game}/lead/edit/{index}",
        "POST /g/{game}/lead/redo",
        "POST /g/{game}/lead/seats/let-in",
        "POST /g/{game}/lead/undo",
        "POST /g/{game}/lead/wrong/{what}",
        "POST /g/{game}/seat/{seat}/again",
        "POST /g/{game}/seat/{seat}/beat",
        "POST /g/{game}/seat/{seat}/choose",
        "POST /g/{game}/seat/{seat}/seen",
        "POST /games/bring",
        "POST /games/{game}/take",
        "POST /join",
        "POST /join/{code}",
        "POST /k/{key}",
        "POST /new/profile",
        "POST /new/{step}",
        "POST /practice",
    }
)
"""The addresses that may commit more than once; `test_kills.py` has an operation for each, and kills it everywhere."""


def notice(method: str, path: str, commits: int) -> None:
    """After every request of a test."""
    if commits > 1:
        address = address_of(method, path)
        assert address in SEVERAL, f"{address} commits {commits} times: make it one, or add it to tests/web/kills.py"
