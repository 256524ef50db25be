"""Who may do what: secrets that nobody can guess, codes that soon expire, forms of our own pages only."""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
import time
from collections.abc import Callable, Collection
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request

from nightcall.engine.errors import NightcallError
from nightcall.web import limits
from nightcall.web.store import Store

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""For codes read aloud: nothing that looks like something else."""
CODE_LENGTH: Final = 6
CODE_LASTS: Final = 20 * 60
SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}")
"""A secret as `new_secret` makes them. Others are none, however a cookie came by them."""


class NotAllowed(NightcallError):
    """This device may not do that."""


class NoKey(NightcallError):
    """Only for whoever shows a key."""


class TooMany(NightcallError):
    """Too many tries; wait a little."""


def new_secret() -> str:
    """256 bits, fit for a link."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """What the store keeps of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_secret(text: str) -> bool:
    """Whether a secret can be one of ours: nobody chooses his own."""
    return SECRET.fullmatch(text) is not None


def new_game_id() -> str:
    """Known to everybody at the table, and to nobody else."""
    return secrets.token_urlsafe(9)


TERMINAL: Final = "terminal"
"""Stands for the device of whoever leads a game with `nightcall play`; no device's digest looks like it."""
SCREEN: Final = "screen:"
"""Before the name of a game: a code that opens its public screen and nothing else."""


class Codes:
    """Short codes for joining a game, whichever process has given them out. After a power cut there are new ones."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock
        self._wrong = Pace(store, "wrong", limits.TRIES, None, "web.code.too_many", limits.TRIES_PER, clock)

    async def of(self, game: str) -> str:
        """The code of a game: the one in use as long as it lasts a while, else a new one."""
        now = self._clock()
        known = await self._store.code_of(game, now + CODE_LASTS / 2)
        if known is not None:
            return known
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        await self._store.add_code(code, game, now + CODE_LASTS, now)
        return code

    async def end(self, game: str) -> None:
        """No code opens this game any longer; the next one shown is another."""
        await self._store.end_codes(game)

    async def game(self, code: str, client: str) -> str:
        """The game a code opens; `NotAllowed` for a wrong one, `TooMany` after too many of them."""
        await self.refuse_flood(client)
        found = await self._store.opened_by(plain(code), self._clock())
        if found is None:
            raise await self.wrong(client)
        return found

    async def wrong(self, client: str) -> NotAllowed:
        """One more wrong code from there, of whatever kind."""
        await self._wrong.note(client)
        return NotAllowed("web.code.wrong")

    async def refuse_flood(self, client: str) -> None:
        """`TooMany` after too many wrong codes."""
        await self._wrong.refuse_flood(client)


class Pace:
    """How often one client, and everybody together, may do something: fill the disk, try a code.

    A database for many tables has no such number for everybody: it is looked after.
    """

    def __init__(
        self,
        store: Store,
        kind: str,
        mine: int,
        at_all: int | None,
        why: str,
        per: float = limits.FILLS_PER,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.kind, self.mine, self.at_all, self.why, self.per = kind, mine, at_all, why, per
        self._store = store
        self._clock = clock

    async def refuse_flood(self, client: str) -> None:
        """`TooMany` if this client, or everybody, has done it too often lately."""
        mine, at_all = await self._store.noted(self.kind, client, self._clock() - self.per)
        if mine >= self.mine or (self.at_all is not None and at_all >= self.at_all):
            raise TooMany(self.why)

    async def note(self, client: str) -> None:
        now = self._clock()
        await self._store.note(self.kind, client, now, now - self.per)


def games(store: Store, mine: int = limits.GAMES) -> Pace:
    """Games begun and brought."""
    at_all = None if store.is_shared else max(mine, limits.GAMES_AT_ALL)
    return Pace(store, "games", mine, at_all, "web.too_many_games")


def devices(store: Store) -> Pace:
    """Devices that come for the first time."""
    at_all = None if store.is_shared else limits.DEVICES_AT_ALL
    return Pace(store, "devices", limits.DEVICES, at_all, "web.too_many_devices")


def plain(code: str) -> str:
    """A code as typed by somebody in the dark."""
    return "".join(letter for letter in code.upper() if letter.isalnum())


def is_from_here(request: Request) -> bool:
    """Whether a form was sent by one of our own pages: browsers say so, and pages elsewhere cannot."""
    is_said = "sec-fetch-site" in request.headers or "origin" in request.headers
    return is_said and not is_from_elsewhere(request)


def is_from_elsewhere(request: Request) -> bool:
    """Whether a browser says that a page of another site sent this. Programs say nothing."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is not None and site != "same-origin":
        return True
    return origin is not None and place(origin) != request.headers.get("host")


def place(address: str) -> str:
    """Host and port of an address; empty for what is none."""
    try:
        return urlsplit(address).netloc
    except ValueError:
        return ""


def client(address: str) -> str:
    """Who counts as one: an address, or all those an Internet provider gives to one household."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(found.ipv4_mapped or ipaddress.ip_network((int(found), 64), strict=False))


def is_called(host: str, names: Collection[str] | None) -> bool:
    """Whether we go by this name: one of these, this computer's own, or a bare address.

    A name anybody can point at us would make a page of theirs one of ours.
    """
    if names is None:
        return True
    found = re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?", host)
    if found is None:
        return False
    name = found[1].strip("[]").rstrip(".").lower()
    if name in names or name == "localhost":
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
