"""Who may do what: secrets that nobody can guess, codes that soon expire, forms of our own pages only."""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import re
import secrets
import time
from collections import OrderedDict, deque
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
    """Whether a secret can be one of ours. It opens nothing by that alone, and with each new place it is replaced."""
    return SECRET.fullmatch(text) is not None


def new_game_id() -> str:
    """Known to everybody at the table, and to nobody else. Typed after a command it must not look like an option."""
    return secrets.token_urlsafe(9).replace("-", "_")


TERMINAL: Final = "terminal"
"""Stands for the device of whoever leads a game with `nightcall play`; no device's digest looks like it."""
SCREEN: Final = "screen:"
"""Before the name of a game: a code that opens its public screen and nothing else."""


class Codes:
    """Short codes for joining a game, whichever process has given them out. After a power cut there are new ones."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock
        at_all = 10**9  # whoever is elsewhere is never refused
        self._tries = Pace(limits.TRIES, at_all, "web.code.too_many", clock, per=limits.TRIES_PER)
        if store.is_shared:
            self._tries.share(store, "codes")

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
        await self._tries.note(client)
        return NotAllowed("web.code.wrong")

    async def refuse_flood(self, client: str) -> None:
        """`TooMany` after too many wrong codes."""
        await self._tries.refuse_flood(client)


class Pace:
    """How often one client, and everybody together, may do something that fills the disk.

    Counted in the memory of the one process there is, or in the store that several share.
    """

    def __init__(
        self,
        mine: int,
        at_all: int,
        why: str,
        clock: Callable[[], float] = time.monotonic,
        per: float = limits.FILLS_PER,
    ) -> None:
        self.mine, self.at_all, self.why = mine, at_all, why
        self._clock, self._per = clock, per
        self._done: deque[tuple[float, str]] = deque()
        self._store: Store | None = None
        self._what = ""

    def share(self, store: Store, what: str) -> None:
        """Other processes count it as well."""
        self._store, self._what, self._clock = store, what, time.time

    async def refuse_flood(self, client: str, *, invited: bool = False) -> None:
        """`TooMany` if this client, or everybody, has done it too often lately.

        Whoever was invited, and whoever has done little, does not pay for what everybody has done.
        """
        mine, at_all = await self._noted(client, self._clock() - self._per)
        is_crowded = at_all >= self.at_all and (mine >= limits.FEW or at_all >= self.at_all * limits.AT_THE_MOST)
        if mine >= self.mine or (is_crowded and not invited):
            raise TooMany(self.why)

    async def note(self, client: str) -> None:
        now = self._clock()
        if self._store is None:
            self._done.append((now, client))
        else:
            await self._store.note(self._what, _unnamed(client), now, now - limits.FILLS_PER)

    async def _noted(self, client: str, since: float) -> tuple[int, int]:
        """How often he has done it lately, and everybody."""
        if self._store is not None:
            return await self._store.noted(self._what, _unnamed(client), since)
        while self._done and self._done[0][0] < since:
            self._done.popleft()
        return sum(who == client for _, who in self._done), len(self._done)


def _unnamed(client: str) -> str:
    """Somebody told apart from others: no address is ever written down."""
    return digest(client)[:24]


def games() -> Pace:
    return Pace(limits.GAMES, limits.GAMES_AT_ALL, "web.too_many_games")


def devices() -> Pace:
    return Pace(limits.DEVICES, limits.DEVICES_AT_ALL, "web.too_many_devices")


class Guests:
    """The same that come with a code or a link, by game: each has as much room, whatever comes to another."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, Pace] = OrderedDict()
        self._store: Store | None = None

    def share(self, store: Store) -> None:
        self._store = store

    def of(self, game: str) -> Pace:
        pace = self._of.setdefault(game, Pace(limits.DEVICES, limits.GUESTS, "web.too_many_devices"))
        if self._store is not None:
            pace.share(self._store, f"guests {game}")
        while len(self._of) > limits.ROOM:
            self._of.popitem(last=False)
        return pace


def renames() -> Pace:
    """How often a seat is called otherwise."""
    return Pace(limits.RENAMES, limits.RENAMES * 1000, "web.too_many_names")


def moves() -> Pace:
    """How often a device takes a seat of one game, or asks for one: each time every page of that game is rung."""
    return Pace(limits.MOVES, limits.MOVES * 1000, "web.too_many_moves")


class Origins:
    """From which address each seat was taken, as long as this process lasts: one guest should not sit everywhere."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, dict[int, str]] = OrderedDict()

    def note(self, game: str, seat: int, client: str) -> None:
        self._of.setdefault(game, {})[seat] = client
        while len(self._of) > limits.ROOM:
            self._of.popitem(last=False)

    def has_seat(self, game: str, client: str, taken: Collection[int]) -> bool:
        """Whether one of the taken seats was taken from there."""
        return any(who == client and seat in taken for seat, who in self._of.get(game, {}).items())

    def shared(self, game: str, taken: Collection[int]) -> list[list[int]]:
        """The seats that were taken from one address, where others were from elsewhere: a household has but one."""
        found: dict[str, list[int]] = {}
        for seat, who in sorted(self._of.get(game, {}).items()):
            if seat in taken:
                found.setdefault(who, []).append(seat)
        return [seats for seats in found.values() if len(seats) > 1] if len(found) > 1 else []


def renewed(old: str, once: str) -> str:
    """The secret that takes the place of this one: of the same tap, sent twice or after a power cut, the same.

    It follows from what the page holds it was tapped on: whoever has planted the old secret doesn't know that.
    """
    made = hmac.digest(once.encode(), f"device {old}".encode(), "sha256")
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


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
