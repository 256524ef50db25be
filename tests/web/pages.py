"""The browser's database for tests: pages of a file, kept all together or not at all."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.waiting import settled

SIZE = 4096


class FakePages:
    def __init__(self, path: str, kept: dict[int, bytes] | None = None) -> None:
        self.path = path
        self.kept: dict[int, bytes] = dict(kept or {})
        self.kept_times = 0
        self.is_full = False
        self.rounds = 0
        """How many rounds of the loop it takes to keep them."""
        if self.kept:
            self.put_back(b"".join(page for _, page in sorted(self.kept.items())))

    async def keep(self) -> None:
        whole = Path(self.path).read_bytes()
        pages = {place: whole[place * SIZE : (place + 1) * SIZE] for place in range(-(-len(whole) // SIZE))}
        await settled(self.rounds)
        if self.is_full:
            raise OSError("QuotaExceededError")
        self.kept = pages
        self.kept_times += 1

    async def load(self) -> object:
        await asyncio.sleep(0)
        return b"".join(page for _, page in sorted(self.kept.items()))

    def put_back(self, kept: object) -> None:
        assert isinstance(kept, bytes)
        Path(self.path).write_bytes(kept)
