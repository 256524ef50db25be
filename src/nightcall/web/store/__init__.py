"""Where games are kept, as the rest of the app knows it. SQLite stands behind it, or PostgreSQL (`web/store/sql.py`).

A game lies in the store as its tape: the header, then one line per answer. The store never reads them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from nightcall.engine.errors import NightcallError
from nightcall.engine.viewers import Viewer

PROFILES: Final = "profiles"
"""The name under which a device writes its house rules: they last longer than a table that is being set up."""

SCREEN: Final = 0
"""Among the seats that were heard of: the public screen."""
WANTED: Final = -1
"""Likewise: whoever leads wants to know whose phones are there."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as it lies in the store."""

    id: str
    revision: int
    """Raised by every change of the answers, so that two devices cannot overwrite each other."""
    lines: tuple[str, ...]
    manner: Mapping[str, Any]
    """How the evening is run: nothing of it is a rule."""
    begun: float
    changed: float
    summary: Mapping[str, Any]
    """What lists and statistics need: the players and, once the game is over, who held what and who won."""
    version: int = 0
    """Raised by every change of anything about the game: answers, manner, seats, what phones suggest."""


class Whole(NamedTuple):
    """A game with what the phones have to do with it."""

    kept: Kept
    taken: tuple[int, ...]
    """The seats some phone has claimed."""
    suggested: Mapping[int, Any]
    """What was chosen on them for the question of now."""


class HowFar(NamedTuple):
    """How far a game is."""

    revision: int
    version: int


@dataclass(frozen=True, slots=True)
class Notice:
    """Another process has changed something about a game. Without a game: some such may have been missed."""

    game: str
    freed: Viewer | None = None
    """A place whose holders may look no longer."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What a device may do in a game: lead it, or play one seat."""

    game: str
    viewer: Viewer
    """`MODERATOR`, or the seat."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link by which one more device may lead a game: for one of them, and not for long."""

    digest: str
    game: str
    device: str
    """Which device has made it."""
    ends: float


STRUCK: Final = 10
"""Changes of a game whose struck lines are kept: to take back an undo the last one is needed, and a disk has an end."""
Belonging = tuple[str, Any]
"""What a device wants kept: its name and its value."""


class Stale(NightcallError):
    """The game has moved on since this was asked: another device, or another tab, was faster."""


class StoreFault(NightcallError):
    """The store cannot do it: no room on the disk, a damaged file."""


class StoreAway(StoreFault):
    """The database does not answer: it restarts, or the network is down. It may in a moment."""


class Store(Protocol):
    """Everything is on the disk when a method returns."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use it at the same time."""
        ...

    def notices(self) -> AsyncIterator[Notice]:
        """What other processes change, as long as anybody wants to know."""
        ...

    def together(self) -> AbstractAsyncContextManager[None]:
        """What this task writes within it is written as one: all of it or nothing.

        Nothing else may be waited for within it: others would write between its parts.
        """
        ...

    async def ring(self, game: str) -> None:
        """Whichever process leads this evening looks at it now."""
        ...

    # -- games --

    async def add(
        self, game: Kept, *, device: str = "", key: str = "", rescue: str = "", belonging: Belonging | None = None
    ) -> None:
        """A new game with whatever opens it, and what its device wants kept with it: all of it or nothing.

        `device` leads the game from now on; `key` is the digest of a secret that does. Without either nobody does.
        `rescue` is the digest of a code by which a device gets the lead.
        """
        ...

    async def get(self, game: str, *, lines: bool = True) -> Kept | None:
        """With its tape, or without."""
        ...

    async def whole(self, game: str, *, lines: bool = True) -> Whole | None: ...
    async def how_far(self, game: str) -> HowFar | None: ...
    async def change(
        self,
        game: str,
        revision: int,
        keep: int,
        lines: Sequence[str],
        summary: Mapping[str, Any],
        manner: Mapping[str, Any] | None = None,
        version: int | None = None,
    ) -> int:
        """Keep the first lines, put these after them; gives the new revision, or `Stale` if the old one is over.

        With a manner the evening is run that way from then on: both of it or nothing. Whoever has made one from what it
        was says at which version: `Stale` if that is over, whoever has changed whatever.
        """
        ...

    async def struck(self, game: str, revision: int) -> list[str]:
        """The lines which the change to this revision took away; of the last changes alone."""
        ...

    async def set_manner(self, game: str, manner: Mapping[str, Any], version: int | None = None) -> None:
        """Run the evening that way; `Stale` if the version it was made from is over."""
        ...

    async def remove(self, game: str) -> None: ...
    async def rewrite(self, game: Kept) -> None:
        """This game instead of what is kept of it; `Stale` if that is another revision.

        What it was is gone for good, with all that was struck from it, suggested or marked.
        """
        ...

    async def games(self) -> list[Kept]:
        """All of them, the newest first, each with its first line alone."""
        ...

    async def unchanged(self, before: float, *, is_practice: bool) -> list[str]:
        """Some of the rehearsals, or of the other games, that nobody has changed since then; none once all are gone."""
        ...

    async def games_moderated_by(self, device: str) -> list[Kept]:
        """The newest first, each with its first line alone."""
        ...

    # -- secrets of devices --

    async def is_known(self, device: str) -> bool:
        """Whether anything is kept of it."""
        ...

    async def is_made_since(self, device: str, since: float) -> bool:
        """Whether its secret took the place of another one no earlier than that, or of none."""
        ...

    async def renew_device(self, was: str, device: str, rescues: Mapping[str, str]) -> None:
        """A device has a new secret, which opens all the old one does; that one opens it too, until the next is made.

        `rescues`: for each rescue code that follows from the old one, the one that follows from the new one.
        """
        ...

    async def latest_of(self, device: str) -> str:
        """The device by its latest secret."""
        ...

    async def origin_of(self, device: str) -> str:
        """The device by its first secret."""
        ...

    # -- who may do what --

    async def add_key(self, digest: str, place: Grant) -> None: ...
    async def key(self, digest: str) -> Grant | None: ...
    async def grant(self, device: str, place: Grant) -> None: ...
    async def claim(self, place: Grant, *, device: str = "", key: str = "") -> bool:
        """A seat for this device, or whoever has the secret of this digest.

        False if somebody has it already, or the device another one of the same game.
        """
        ...

    async def hand(self, device: str, place: Grant) -> None:
        """This device has the seat from now on, and nobody else; it has no other one of the same game."""
        ...

    async def withdraw(self, device: str, place: Grant) -> None: ...
    async def places(self, device: str) -> list[Grant]: ...
    async def holders(self, place: Grant) -> list[str]:
        """The devices that have this place."""
        ...

    async def taken(self, game: str) -> list[int]:
        """The seats somebody has claimed."""
        ...

    async def revoke(self, place: Grant) -> None:
        """Nobody holds this place any more, by whatever key."""
        ...

    # -- handing a game over --

    async def invite(self, invitation: Invitation) -> None: ...
    async def invitation(self, digest: str) -> Invitation | None:
        """As long as it lasts."""
        ...

    async def invitations(self, game: str) -> list[Invitation]:
        """Those nobody has used yet, as long as they last."""
        ...

    async def accept(self, digest: str, device: str) -> Grant | None:
        """This device leads the game from now on, and the link is spent; None if it was already, or is over."""
        ...

    async def uninvite(self, game: str, *, digest: str = "", device: str = "", rescue: str = "", key: str = "") -> None:
        """One link no longer works, or none that a device has made; nor the key of this digest, nor its rescue codes.

        `rescue`: the digest of one of these.
        """
        ...

    async def leaders(self, game: str, *, but: str = "") -> list[str]:
        """The devices that lead it, except this one."""
        ...

    async def lead_alone(self, game: str, device: str) -> None:
        """No other device leads it, no key does, and no link or rescue code lets anybody in."""
        ...

    async def rescued(self, digest: str) -> str | None:
        """The game whose lead a rescue code gives."""
        ...

    # -- what players enter on their phones, until the moderator confirms it --

    async def suggest(self, game: str, revision: int, seat: int, value: Any) -> None: ...
    async def suggestions(self, game: str, revision: int) -> dict[int, Any]: ...

    # -- what phones mark in an evening the app leads: until the seal, and then for the story --

    async def mark(self, game: str, scene: str, seat: int, about: str, value: Any) -> None:
        """What this phone has chosen so far in a round; `about` says which one it was when the story is told."""
        ...

    async def marks(self, game: str, scene: str) -> dict[int, Any]: ...
    async def dreams(self, game: str) -> list[tuple[str, int, Any]]:
        """All of them: what each was about, whose it was, and the mark itself."""
        ...

    # -- which process leads an evening the app leads: one at a time, and for a while --

    async def lease(self, game: str, holder: str, ends: float) -> None:
        """An evening begins, and this process leads it."""
        ...

    async def renew(self, holder: str, ends: float) -> list[str]:
        """The evenings this process leads, for a while longer."""
        ...

    async def take_up(self, holder: str, now: float, ends: float) -> list[str]:
        """The evenings nobody leads any longer, or ever has: this process does from now on."""
        ...

    async def end_lease(self, game: str, holder: str) -> None:
        """All is told."""
        ...

    async def let_go(self, holder: str) -> None:
        """This process ends: others may take up its evenings."""
        ...

    # -- whose phones were heard of, by whichever process; also SCREEN, and WANTED by whoever leads --

    async def hear(self, places: Collection[tuple[str, int]], now: float) -> None: ...
    async def heard(self, game: str) -> dict[int, float]:
        """When each was heard of last."""
        ...

    async def heard_games(self, seat: int, since: float) -> list[str]:
        """The games where this one was heard of since then."""
        ...

    # -- who did how often what is limited --

    async def note(self, what: str, who: str, now: float, since: float) -> None:
        """Once more; whatever was before `since` need not be known any longer."""
        ...

    async def noted(self, what: str, who: str, since: float) -> tuple[int, int]:
        """How often he did it, and everybody."""
        ...

    # -- codes for joining: `owner` is what one opens --

    async def code_of(self, owner: str, until: float) -> str | None:
        """A code that still opens it then."""
        ...

    async def add_code(self, code: str, owner: str, ends: float, now: float) -> None: ...
    async def opened_by(self, code: str, now: float) -> str | None: ...
    async def end_codes(self, owner: str) -> None: ...

    # -- what a device wants kept: a table being set up, its profiles --

    async def read(self, device: str, name: str) -> Any: ...
    async def write(self, device: str, name: str, value: Any) -> None: ...
    async def belongings(self) -> list[tuple[str, str, Any]]:
        """All of them: whose each is, its name, its value."""
        ...

    async def forget(self, before: float, *, but: str = "") -> None:
        """Away with what was written before then, except under this name."""
        ...

    async def alive(self) -> None:
        """`StoreFault` if nothing can be written or read now. Tried for real, but so often and no more."""
        ...

    async def close(self) -> None: ...
