"""The moderator's phone dies: a code on a slip of paper, or whoever sits at the server, gives the lead to another one.

The code is shown where it is said to shuffle and deal, before the first answer, on the phone that began the game: it
follows from that phone's own secret, so it is the same however often the page is loaded, and only its digest is kept,
from Begin on. It is typed where players type theirs, and wrong ones count like theirs. It is no key: no program and no
link can use it.
"""

from __future__ import annotations

import hmac
import time
from typing import Final

from nightcall.web import access, limits
from nightcall.web.store import Invitation, Kept, Store

LENGTH: Final = 12
"""Letters of a rescue code: sixty bits, since it lasts as long as the game."""


def code(secret: str, game: str) -> str:
    """With it another device takes the lead of a game that the one with this secret has begun."""
    number = int.from_bytes(hmac.digest(secret.encode(), f"rescue {game}".encode(), "sha256"), "big")
    letters = []
    for _ in range(LENGTH):
        number, place = divmod(number, len(access.LETTERS))
        letters.append(access.LETTERS[place])
    return "".join(letters)


def digest(typed: str) -> str:
    """What the store keeps of a code, however it is spelt."""
    return access.digest(f"rescue {access.plain(typed)}")


def spelt(code: str) -> str:
    """In groups of four, to be written down."""
    return " ".join(code[place : place + 4] for place in range(0, len(code), 4))


def is_one(typed: str) -> bool:
    """Whether this was meant as a rescue code: players' codes are shorter."""
    return len(access.plain(typed)) == LENGTH


# -- for whoever sits at the server --


async def running(store: Store) -> list[Kept]:
    """The games that are not over, the latest first."""
    return [kept for kept in await store.games() if "winner" not in kept.summary and not kept.manner.get("practice")]


async def new_link(store: Store, game: str) -> str:
    """The path of a link that lets one other device lead the game, for some minutes."""
    secret = access.new_secret()
    await store.invite(Invitation(access.digest(secret), game, "", time.time() + limits.INVITED_FOR))
    return f"/k/{secret}"


async def links(store: Store) -> list[tuple[Kept, str]]:
    """For every game going on the path of a fresh link to its lead; a server may have the store open too."""
    try:
        return [(kept, await new_link(store, kept.id)) for kept in await running(store)]
    finally:
        await store.close()
