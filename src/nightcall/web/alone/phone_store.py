"""The SQLite store on a file in the browser's memory, whose changed pages are kept where they last.

SQLite writes to a file that lives as long as the page does. After every commit the pages it wrote go, all or none of
them, into the browser's own database; only then is a write acknowledged. If that fails the file is put back as it was.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar, Protocol

from nightcall.web.store import StoreFault
from nightcall.web.store.sqlite import SQLiteStore


class Pages(Protocol):
    """What lasts, as `js/pages.js` gives it."""

    async def keep(self) -> None:
        """The pages written since the last time, in one step; fails if they cannot be kept."""
        ...

    async def load(self) -> object:
        """All pages that are kept."""
        ...

    def put_back(self, kept: object) -> None:
        """Those instead of whatever the file holds."""
        ...


class PhoneStore(SQLiteStore):
    # The journal that counts is the browser's. With WAL nothing would reach the file itself before a checkpoint.
    DURABILITY: ClassVar = ("journal_mode = MEMORY", "synchronous = OFF")
    DAMAGED: ClassVar = "web.store.damaged_here"

    def __init__(self, path: str, pages: Pages) -> None:
        self._pages = pages
        self._turn = asyncio.Lock()
        self._lives = 0
        """How often the file was put back."""
        super().__init__(path)

    async def _settle(self) -> None:
        life = self._lives
        async with self._turn:
            if life != self._lives:  # whoever was before us failed, and our write went with theirs
                raise StoreFault("web.store.full")
            try:
                await self._pages.keep()
            except Exception as error:
                kept = await self._pages.load()
                self._lives += 1
                self._db.close()
                self._pages.put_back(kept)
                self._open()
                raise StoreFault("web.store.full") from error

    async def settled(self) -> PhoneStore:
        """What opening it wrote is kept as well: a new file, or one lifted to today's version."""
        await self._settle()
        return self

    async def check(self) -> None:
        """`StoreFault` if the file is damaged."""
        if await self._rows("PRAGMA quick_check") != [("ok",)]:
            raise StoreFault(self.DAMAGED)
