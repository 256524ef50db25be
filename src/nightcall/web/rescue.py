"""The moderator's phone dies: a code on a slip of paper, or whoever sits at the server, gives the lead to another one.

The code is shown where it is said to shuffle and deal, before the first answer. The store keeps only its digest; it is
typed where players type theirs, and wrong ones count like theirs.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from pathlib import Path
from typing import Final

from nightcall.engine.viewers import MODERATOR
from nightcall.web import access, limits
from nightcall.web.store import Grant, Invitation, Kept, Store
from nightcall.web.store.sqlite import SQLiteStore

LENGTH: Final = 12
"""Letters of a rescue code: sixty bits, since it lasts as long as the game."""
KEPT: Final = 200
"""How many codes are remembered so that a page loaded again shows the same one."""


class Rescues:
    """Codes that were made and may still be shown: in memory alone."""

    def __init__(self) -> None:
        self._codes: OrderedDict[str, str] = OrderedDict()

    async def of(self, store: Store, game: str) -> str:
        """The code with which another device takes the lead of this game."""
        code = self._codes.get(game)
        if code is None:
            code = "".join(secrets.choice(access.LETTERS) for _ in range(LENGTH))
            await store.add_key(_digest(code), Grant(game, MODERATOR))
            self._codes[game] = code
            while len(self._codes) > KEPT:
                self._codes.popitem(last=False)
        return code

    def forget(self, game: str) -> None:
        """It was shown once; from now on only who has written it down knows it."""
        self._codes.pop(game, None)


def _digest(code: str) -> str:
    return access.digest(f"rescue {code}")


def spelt(code: str) -> str:
    """In groups of four, to be written down."""
    return " ".join(code[place : place + 4] for place in range(0, len(code), 4))


def is_one(typed: str) -> bool:
    """Whether this was meant as a rescue code: players' codes are shorter."""
    return len(access.plain(typed)) == LENGTH


async def opened(store: Store, typed: str) -> Grant | None:
    """What a rescue code opens."""
    return await store.key(_digest(access.plain(typed)))


# -- for whoever sits at the server --


async def running(store: Store) -> list[Kept]:
    """The games that are not over, the latest first."""
    return [kept for kept in await store.games() if "winner" not in kept.summary and not kept.manner.get("practice")]


async def new_link(store: Store, game: str) -> str:
    """The path of a link that lets one other device lead the game, for some minutes."""
    secret = access.new_secret()
    await store.invite(Invitation(access.digest(secret), game, "", time.time() + limits.INVITED_FOR))
    return f"/k/{secret}"


async def links(database: Path) -> list[tuple[Kept, str]]:
    """For every game going on in a file the path of a fresh link to its lead; a server may have the file open too."""
    store = SQLiteStore(database)
    try:
        return [(kept, await new_link(store, kept.id)) for kept in await running(store)]
    finally:
        await store.close()
