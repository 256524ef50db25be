"""Evenings told twice over the web: the same choices, with two hidden cards exchanged.

Both are led step by step through the app. One audience listens to each, is told by `Live` when to look, and keeps every
byte it is sent.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, Final

from hypothesis import strategies as st

from nightcall import MODERATOR, PUBLIC, Event, Prompt, Setup, Viewer, view
from nightcall.engine import prompts
from nightcall.web import access
from nightcall.web.app import Site, build
from nightcall.web.manner import DEALS, PHYSICAL, Claim, Manner
from nightcall.web.play.page import recipients
from nightcall.web.store import Grant, Kept
from nightcall.web.table import Table
from nightcall.web.visit import DEVICE
from nightcall.web.watch.live import Listener
from tests.test_leaks import Asked, SameChoices, may_differ
from tests.web.phone import new_site

GAME = "same"
SECRET = "a-players-own-secret".ljust(43, "x")
LEADER = "the-moderators-secret".ljust(43, "x")
WHOLE: Final = 5
"""Every so many pushes the whole page is fetched anew, not only its fragment."""


class Choices(SameChoices):
    """The same choices, written down nowhere: what is asked is seen on the screens."""

    def _note(self, prompt: Prompt) -> None:
        pass


@dataclass(frozen=True)
class Glance:
    """What an audience was sent after one push."""

    table: Table
    sent: dict[tuple[str, bool], Any]

    bot: Choices

    def told(self, viewer: Viewer, number: int) -> Event | None:
        """What this audience is told at this place of its log, now or later."""
        game, bot = self.table.game, deepcopy(self.bot)
        while True:
            log = view(game, viewer).log
            if len(log) > number or game.prompt is None:
                return log[number] if len(log) > number else None
            game = game.answer(bot(game.prompt))

    def coming(self, viewer: Viewer) -> list[Event]:
        """What is being announced to this audience now, in one breath: its screens show it once it was said."""
        table = self.table
        last = table.moment[-1] + 1 if table.moment else 0
        return [event for event in table.game.events[len(table.heard) : last] if event.seen_by(viewer)]

    def standing(self, viewer: Viewer) -> str:
        """Where the game stands, and what this audience heard last."""
        return f"{self.table.game.prompt} after {self.table.view(viewer).log[-4:]}"

    def asked(self, viewer: Viewer) -> Event | None:
        """The question this audience sees, as an event."""
        seen, prompt = self.table.view(viewer), self.table.game.prompt
        if not seen.asked or prompt is None:
            return None
        return Asked(prompt.rule, prompt.audience, seen.asked)


@st.composite
def manners(draw: st.DrawFn, setup: Setup) -> Manner:
    deal = draw(st.sampled_from(DEALS)) if setup.options.cards_known_to_app else PHYSICAL
    return Manner(
        deal=deal,
        dealt=draw(st.booleans()),
        phones_vote=draw(st.booleans()),
        phones_act=draw(st.booleans()),
        graveyard=draw(st.booleans()),
    )


class Evening:
    """One game on a server of its own, and one audience listening to it."""

    def __init__(
        self, setup: Setup, deck: tuple[str, ...], manner: Manner, salt: str, viewer: Viewer, *, by_hand: bool = True
    ) -> None:
        self.is_led_by_hand = by_hand
        """On the moderator's page, where results and announcements are steps of their own; else by a program."""
        self.site: Site = new_site()
        self.app = build(self.site)
        self.viewer = viewer
        draw = "stacked" if setup.draw == "shuffled" else setup.draw  # there is no seed to shuffle by
        self.setup = replace(setup, deck=deck, seed=None, draw=draw)
        self.manner = manner
        self.bot = Choices(salt, self.setup)
        self.ready = deepcopy(self.bot)
        """The players before they have made up their minds about the question asked now."""
        vars(self.site.codes)["of"] = lambda _: "ABCDEF"
        self.site.address = "http://192.168.1.5:8000"  # at home, where a television finds the game by itself

    async def steps(self) -> AsyncIterator[Table]:
        """The game as it stands after everything anybody does."""
        tables = self.site.tables
        table = await tables.begin(self.setup, self.manner)
        await self._renamed(table)
        table = await tables.find(GAME)
        await self.site.store.grant(access.digest(LEADER), Grant(GAME, MODERATOR))
        if self.viewer == PUBLIC:  # somebody stands at the door, and sees what the whole table sees
            table = await tables.manage(table, claims=(Claim(access.digest(SECRET), 1, "42"),))
        if isinstance(self.viewer, int):
            place = Grant(GAME, self.viewer)
            await self.site.store.grant(access.digest(SECRET), place)
            await self.site.store.add_key(access.digest(SECRET), place)
        yield table
        while (prompt := table.game.prompt) is not None:
            value = self.bot(prompt)
            after = deepcopy(self.bot)
            async for table in self._phones(table, prompt, value):  # noqa: B020
                yield table
            table = await tables.answer(table, value, announces=self.is_led_by_hand)
            self.ready = after
            yield table
            async for table in self._told(table):  # noqa: B020
                yield table

    async def _told(self, table: Table) -> AsyncIterator[Table]:
        """The taps on the moderator's page that answer nothing: said, turned over, seen."""
        tables = self.site.tables
        while table.is_held:
            if table.moment:
                table = await tables.advance(table, told=table.headway.told + 1)
            elif table.turning:
                table = await tables.advance(table, turned=table.headway.turned + 1)
            else:
                table = await tables.advance(table, is_seen=True)
            yield table

    async def _phones(self, table: Table, prompt: Prompt, value: Any) -> AsyncIterator[Table]:
        """What the players enter before the moderator makes the step."""
        tables = self.site.tables
        if prompt.kind == prompts.BALLOTS and prompt.audience == PUBLIC and self.manner.phones_vote:
            table = await tables.manage(table, vote_open=table.revision)
            yield table
            for seat in prompt.voters:
                table = await tables.suggest(table, seat, value[seat])
                yield table
        elif self.manner.phones_act and prompt.audience != PUBLIC:
            for seat in prompt.audience:
                table = await tables.suggest(table, seat, value)
                yield table

    async def _renamed(self, table: Table) -> None:
        """The one thing that may differ between two games is their name: give both the same."""
        kept = await self.site.store.get(table.id)
        assert kept is not None
        await self.site.store.add(
            Kept(GAME, kept.revision, kept.lines, kept.manner, kept.begun, kept.changed, kept.summary)
        )
        await self.site.tables.remove(table)

    async def glances(self) -> AsyncIterator[Glance]:
        """What the audience is sent, push by push."""
        listener: Listener | None = None
        number, read = 0, list[Any]()
        async for table in self.steps():
            read += await self._shown(table)
            if listener is None:
                listener = Listener(self.viewer, table.look)
                self.site.live._listeners[GAME] = {listener}
            elif not listener.bell.is_set():
                continue
            listener.bell.clear()
            paths = [*self.paths, *(() if number % WHOLE else self.whole_pages)]
            number += 1
            sent: dict[tuple[str, bool], Any] = {path: await self.fetch(*path) for path in paths}
            yield Glance(table, sent | {("shown", False): read}, self.ready)
            read = []

    async def _shown(self, table: Table) -> list[Any]:
        """What this player reads on the moderator's phone, where it is handed over for one pair of eyes."""
        readers = [reader for reader, _ in recipients(table)] if table.game.prompt is not None else []
        places = [place for place, reader in enumerate(readers) if reader == self.viewer]
        shown = [await self.fetch(f"/g/{GAME}/lead/show/{place}", False, LEADER) for place in places]
        # How many answers there were tells which cards were known. Nobody sees it: it goes back to the moderator.
        return [(status, headers, re.sub(rb'name="at" value="\d+"', b"", body)) for status, headers, body in shown]

    @property
    def paths(self) -> tuple[tuple[str, bool], ...]:
        """What this audience fetches at every push, and whether only as a fragment of an open page."""
        if self.viewer == PUBLIC:
            return (f"/g/{GAME}", True), (f"/api/games/{GAME}", False)
        return (f"/g/{GAME}/seat/{self.viewer}", True), (f"/api/games/{GAME}/seats/{self.viewer}", False)

    @property
    def whole_pages(self) -> tuple[tuple[str, bool], ...]:
        """What is fetched now and then: the page anew, the way a television finds it, the door."""
        if self.viewer == PUBLIC:
            return (f"/g/{GAME}", False), ("/tv", False), (f"/g/{GAME}/waiting", False), (f"/g/{GAME}/end", False)
        return ((f"/g/{GAME}/seat/{self.viewer}", False),)

    async def fetch(
        self, path: str, is_fragment: bool, secret: str = SECRET
    ) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """Everything sent in reply: status, headers, bytes."""
        headers = [
            (b"host", b"testserver"),
            (b"authorization", f"Bearer {secret}".encode()),
            (b"cookie", f"{DEVICE}={secret}".encode()),
            *([(b"hx-request", b"true")] if is_fragment else []),
        ]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("testserver", 80),
        }
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        body = b"".join(message.get("body", b"") for message in sent[1:])
        return sent[0]["status"], sent[0]["headers"], body


def parts_fairly(one: Glance, two: Glance, viewer: Viewer, setup: Setup) -> bool:
    """Whether this audience may rightly tell two games apart here.

    What only one of them shows so far is compared with what the other will show next: the same thing at another time is
    as bad as another thing.
    """
    seat = viewer if isinstance(viewer, int) else None
    if all(glance.table.view(viewer).winner for glance in (one, two)):
        return True  # announced to be over: all cards lie open
    for glance in (one, two):
        if seat is not None and glance.table.is_ghost(seat):
            own = glance.table.view(seat)
            return bool(own.winner) or not own.seats[seat - 1].is_alive  # the dead see all, and know that they are dead
    if seat is not None:
        offered = [glance.table.asks(seat) for glance in (one, two)]
        if None not in offered and repr(offered[0]) != repr(offered[1]):
            return True  # whoever is asked may know what may be answered: the pack sees who belongs to it
    ours, theirs = (glance.table.view(viewer).log for glance in (one, two))
    same = 0
    for mine, other in zip(ours, theirs, strict=False):
        if plain(mine) != plain(other):
            break
        same += 1
    said = next_said(one, two, viewer)
    if said is not None:
        place, new = said
        return any(event is not None and may_differ(event, list(ours[:place]), setup) for event in new)
    asked = [glance.asked(viewer) for glance in (one, two)]
    keys = [glance.table.view(viewer).asked for glance in (one, two)]
    if len(ours) == len(theirs) == same and keys[0] != keys[1]:
        new = asked
    else:
        new = [glance.told(viewer, same) for glance in (one, two)]
        if None not in new and plain(new[0]) == plain(new[1]):  # type: ignore[arg-type]
            return False
        if asked[0] is None or asked[1] is None or plain(asked[0]) != plain(asked[1]):
            new = [*new, *asked]  # one table is still being asked what the other is not (a card face down: EXEC-3)
    return any(event is not None and may_differ(event, list(ours[:same]), setup) for event in new)


def next_said(one: Glance, two: Glance, viewer: Viewer) -> tuple[int, list[Event | None]] | None:
    """Where the two part in what is being announced this moment, and what is told there; None = not there.

    The Bear grunts in one of them, and in the other the debate begins (BEAR-1); after the same stroke of a razor the
    Barber falls in one of them, and in the other the card that was turned over lies there (BARB-2, BARB-4).
    """
    both = [[*glance.table.view(viewer).log, *glance.coming(viewer)] for glance in (one, two)]
    place = next(
        (number for number, pair in enumerate(zip(*both, strict=False)) if plain(pair[0]) != plain(pair[1])),
        min(map(len, both)),
    )
    is_now = any(
        len(glance.table.view(viewer).log) <= place < len(told) for glance, told in zip((one, two), both, strict=True)
    )
    told = [glance.told(viewer, place) for glance in (one, two)]
    if not is_now or (None not in told and plain(told[0]) == plain(told[1])):  # type: ignore[arg-type]
        return None
    return place, told


def plain(event: Event) -> str:
    data = event.to_json()
    del data["audience"]
    return json.dumps(data, sort_keys=True, default=str)
