"""Who may do what: secrets that nobody can guess, codes that soon expire, forms of our own pages only."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import deque
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request

from nightcall.engine.errors import NightcallError

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""For codes read aloud: nothing that looks like something else."""
CODE_LENGTH: Final = 6
CODE_LASTS: Final = 20 * 60
TRIES: Final = 12
TRIES_PER: Final = 60.0
TRIES_AT_ALL: Final = 300
"""Wrong codes in a minute from everybody together: with 30 bits a code stays out of reach."""

GAMES: Final = 30
GAMES_AT_ALL: Final = 200
GAMES_PER: Final = 600.0
"""Games begun by programs in ten minutes: from one client, from all."""


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


def new_game_id() -> str:
    """Known to everybody at the table, and to nobody else."""
    return secrets.token_urlsafe(9)


class Codes:
    """Short codes for joining a game. They live in memory: after a restart the moderator shows a new one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._codes: dict[str, tuple[str, float]] = {}
        self._tries: dict[str, deque[float]] = {}

    def of(self, game: str) -> str:
        """The code of a game: the one in use as long as it lasts a while, else a new one."""
        now = self._clock()
        self._codes = {code: entry for code, entry in self._codes.items() if entry[1] > now}
        for code, (owner, ends) in self._codes.items():
            if owner == game and ends - now > CODE_LASTS / 2:
                return code
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        self._codes[code] = (game, now + CODE_LASTS)
        return code

    def end(self, game: str) -> None:
        """No code opens this game any longer; the next one shown is another."""
        self._codes = {code: entry for code, entry in self._codes.items() if entry[0] != game}

    def game(self, code: str, client: str) -> str:
        """The game a code opens; `NotAllowed` for a wrong one, `TooMany` after too many of them."""
        self._refuse_flood(client)
        found = self._codes.get(plain(code))
        if found is None or found[1] <= self._clock():
            for who in (client, ""):
                self._tries.setdefault(who, deque()).append(self._clock())
            raise NotAllowed("web.code.wrong")
        return found[0]

    def _refuse_flood(self, client: str) -> None:
        since = self._clock() - TRIES_PER
        for who, tries in list(self._tries.items()):
            while tries and tries[0] < since:
                tries.popleft()
            if not tries:
                del self._tries[who]
        if len(self._tries.get(client, ())) >= TRIES or len(self._tries.get("", ())) >= TRIES_AT_ALL:
            raise TooMany("web.code.too_many")


class Pace:
    """How often one client, and everybody together, may do something that fills the disk."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._done: deque[tuple[float, str]] = deque()

    def refuse_flood(self, client: str) -> None:
        """`TooMany` if this client, or everybody, has done it too often lately."""
        since = self._clock() - GAMES_PER
        while self._done and self._done[0][0] < since:
            self._done.popleft()
        mine = sum(who == client for _, who in self._done)
        if mine >= GAMES or len(self._done) >= GAMES_AT_ALL:
            raise TooMany("web.too_many_games")

    def note(self, client: str) -> None:
        self._done.append((self._clock(), client))


def plain(code: str) -> str:
    """A code as typed by somebody in the dark."""
    return "".join(letter for letter in code.upper() if letter.isalnum())


def is_from_here(request: Request) -> bool:
    """Whether a form was sent by one of our own pages: browsers say so, and pages elsewhere cannot."""
    site = request.headers.get("sec-fetch-site")
    if site is not None and site != "same-origin":
        return False
    origin = request.headers.get("origin")
    if origin is None:
        return site == "same-origin"
    return urlsplit(origin).netloc == request.headers.get("host")
