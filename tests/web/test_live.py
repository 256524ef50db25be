"""The streams: a push where the view has changed, none anywhere else, and nothing in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest

from nightcall import MODERATOR, PUBLIC, Setup, Viewer
from nightcall.sim.bots import RandomBot
from nightcall.web.api.replies import played
from nightcall.web.app import Site
from nightcall.web.manner import Manner
from nightcall.web.table import Table
from nightcall.web.watch import live
from nightcall.web.watch.live import BEAT, CHANGED, Live
from nightcall.words import Words
from tests import waiting
from tests.web.phone import DECK, PLAYERS, begin, run

DEALT = Setup.of(PLAYERS, DECK, sheriff_election="off", cards_known_to_app=True, seed=4)


@pytest.fixture(autouse=True)
def _no_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes when it likes: tests of the beat set their own."""
    monkeypatch.setattr(live, "STEP", 1e9)


class Ear:
    """Somebody who listens."""

    def __init__(self, site: Site, table: Table, audience: Viewer) -> None:
        self.pieces: AsyncIterator[str] = site.live.follow(table.id, audience, table.look)

    async def begins(self) -> Ear:
        assert CHANGED in await anext(self.pieces)
        return self

    async def hears(self) -> bool:
        """Whether there is a push now."""
        piece = asyncio.ensure_future(anext(self.pieces))
        await waiting.settled()
        if piece.done():
            assert piece.result() == CHANGED
            return True
        piece.cancel()
        return False


def holder(table: Table, card: str) -> int:
    village = table.game.village
    return next(seat for seat in village.seats if (held := village.knows(seat)) is not None and held.name == card)


def at(site: Site, table: Table, key: str) -> Table:
    """Played on, with whatever comes first, until this is asked."""
    while (prompt := table.game.prompt) is not None and prompt.key != key:
        value = True if prompt.kind == "ack" else prompt.options[0]
        table = run(site.tables.answer(table, value))
    return table


@pytest.mark.parametrize("phones_act", [False, True])
def test_a_hidden_step_rings_nobody_but_the_moderator(site: Site, phones_act: bool) -> None:
    table = at(site, begin(site, DEALT, phones_act=phones_act), "witch.heal")
    witch, other = holder(table, "witch"), holder(table, "hunter")

    async def heard() -> list[bool]:
        ears = [await Ear(site, table, audience).begins() for audience in (MODERATOR, witch, other, PUBLIC)]
        after = await site.tables.answer(table, None)
        assert after.game.prompt is not None
        assert after.game.prompt.key == "witch.poison"
        return [await ear.hears() for ear in ears]

    assert run(heard()) == [True, False, False, False], "the Witch's phone is told with the beat, like all others"


# -- all phones at the same moments --


class Log:
    """Every piece that came over a stream."""

    def __init__(self, site: Site, table: Table, audience: Viewer) -> None:
        site.live.pace(table.id, table.may_act)
        self.pieces: list[str] = []
        self.task = asyncio.ensure_future(self._listen(site.live.follow(table.id, audience, table.look)))

    async def _listen(self, stream: AsyncIterator[str]) -> None:
        async for piece in stream:
            self.pieces.append(piece)


FULL = {"werewolf": 2, "seer": 1, "witch": 1, "cupid": 1, "piper": 1, "fox": 1, "two_sisters": 2, "defender": 1}
NIGHT = Setup.of(10, FULL, sheriff_election="off", cards_known_to_app=True, seed=9)


@pytest.mark.parametrize("setup", [NIGHT, replace(NIGHT, seed=10)], ids=["one deal", "another"])
@pytest.mark.parametrize("manner", [{}, {"phones_act": True}, {"phones_act": True, "graveyard": True}], ids=str)
def test_at_every_step_of_a_night_all_phones_are_told_or_none(
    site: Site, setup: Setup, manner: dict[str, bool]
) -> None:
    bot = RandomBot(Random(3))

    async def listens() -> set[int]:
        table = await site.tables.begin(setup, Manner(**manner))  # type: ignore[arg-type]
        seats = list(table.game.village.seats)
        audiences: list[Viewer] = [PUBLIC, *seats]
        logs = {audience: Log(site, table, audience) for audience in audiences}
        told = set()
        await waiting.settled()
        while table.game.prompt is not None and table.game.village.day < 3:
            prompt = table.game.prompt
            value = bot(prompt)
            for act in ("choose", "answer"):
                before = {audience: len(log.pieces) for audience, log in logs.items()}
                if act == "answer":
                    table = await site.tables.answer(table, value)
                elif table.may_act and prompt.audience != PUBLIC:
                    for seat in filter(prompt.seen_by, seats):
                        table = await site.tables.suggest(table, seat, value)
                await waiting.settled()
                rung = {audience: len(log.pieces) - before[audience] for audience, log in logs.items()}
                assert len(set(rung.values())) == 1, (prompt, act, rung)
                told.add(rung[PUBLIC])
        site.live.close()
        await asyncio.gather(*(log.task for log in logs.values()))
        return told

    assert run(listens()) == {0, 1}


def test_the_beat_tells_every_phone_whether_or_not_there_is_anything_to_tell(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "STEP", 3.0)
    monkeypatch.setattr(live, "time", SimpleNamespace(monotonic=lambda: 100.0))  # two seconds before the next beat
    table = at(site, begin(site, DEALT, phones_act=True), "witch.heal")
    seats = list(table.game.village.seats)

    async def listens() -> list[list[str]]:
        logs = [Log(site, table, seat) for seat in seats]
        screen = Log(site, table, PUBLIC)
        await waiting.settled()
        await waiting.later(2.1)
        assert {len(log.pieces) for log in logs} == {2}
        await site.tables.answer(table, None)  # the Witch alone is asked something new
        await waiting.settled()
        assert {len(log.pieces) for log in logs} == {2}, "until the next beat"
        await waiting.later(2.1)
        heard = [list(log.pieces) for log in logs]
        assert len(screen.pieces) == 1, "the screen has nothing to wait for"
        site.live.close()
        await asyncio.gather(*(log.task for log in [*logs, screen]))
        return heard

    heard = run(listens())
    assert {len(pieces) for pieces in heard} == {3}
    assert all(piece == CHANGED for pieces in heard for piece in pieces[1:])


def test_where_phones_only_show_there_is_no_beat(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "STEP", 3.0)
    table = begin(site, DEALT)

    async def heard() -> bool:
        ear = await Ear(site, table, 1).begins()
        piece = asyncio.ensure_future(anext(ear.pieces))
        await waiting.settled()
        await waiting.later(2 * live.STEP)
        is_rung = piece.done()
        piece.cancel()
        return is_rung

    assert run(heard()) is False


@pytest.mark.parametrize("rounds", range(6))
def test_a_stream_ends_when_told_to_even_as_it_rings(site: Site, rounds: int) -> None:
    table = begin(site, DEALT)

    async def heard() -> None:
        log = Log(site, table, PUBLIC)
        await waiting.settled()
        (listener,) = site.live._listeners[table.id]
        listener.bell.set()
        await waiting.settled(rounds)
        log.task.cancel()
        await waiting.settled()
        assert log.task.cancelled()

    run(heard())
    assert site.live.count(table.id) == 0


def test_with_phones_only_the_seat_that_acts_sees_the_choices(site: Site) -> None:
    table = at(site, begin(site, DEALT, phones_act=True), "seer.look")
    seer = holder(table, "seer")
    prompt = table.asks(seer)
    assert prompt is not None
    assert seer not in prompt.options
    for seat in table.game.village.seats:
        if seat != seer:
            assert table.asks(seat) is None
            assert played(table, seat, Words())["asks"] is None
            assert table.view(seat).asked == ""
    asks = played(table, seer, Words())["asks"]
    assert [choice["value"] for choice in asks["choices"]] == list(prompt.options)


def test_a_choice_on_a_phone_rings_the_moderator_alone(site: Site) -> None:
    table = at(site, begin(site, DEALT, phones_act=True), "seer.look")
    seer, other = holder(table, "seer"), holder(table, "hunter")

    async def heard() -> list[bool]:
        ears = [await Ear(site, table, audience).begins() for audience in (MODERATOR, seer, other, PUBLIC)]
        await site.tables.suggest(table, seer, other)
        return [await ear.hears() for ear in ears]

    assert run(heard()) == [True, False, False, False], "the phone has its reply"


def test_notes_and_seats_are_the_moderators_business(site: Site) -> None:
    table = begin(site, DEALT)

    async def heard() -> list[bool]:
        ears = [await Ear(site, table, audience).begins() for audience in (MODERATOR, 1, PUBLIC)]
        found = []
        await site.tables.manage(table, notes="hm")
        found += [await ear.hears() for ear in ears]
        ears = [await Ear(site, await site.tables.find(table.id), each).begins() for each in (MODERATOR, 1, PUBLIC)]
        await site.tables.claim(await site.tables.find(table.id), 5, "device")
        return found + [await ear.hears() for ear in ears]

    assert run(heard()) == [True, False, False] * 2


def test_looking_at_a_card_makes_no_pause_for_the_screens(site: Site) -> None:
    """With physical cards the app asks for a card it does not know; had it known, nobody would have waited."""
    table = begin(site)
    while not table.is_silent:
        prompt = table.game.prompt
        assert prompt is not None
        if prompt.kind == "ack":
            value: object = True
        elif prompt.kind == "yes_no":
            value = False
        elif prompt.kind == "ballots":
            value = dict.fromkeys(prompt.voters, prompt.options[0])
        elif prompt.kind == "choose":
            value = "vote" if "vote" in prompt.options else prompt.options[0]
        else:
            value = prompt.options[: prompt.high] if prompt.high > 1 else prompt.options[-1]
        before, table = table, run(site.tables.answer(table, value))
    assert table.game.prompt is not None
    assert table.view(PUBLIC).to_json() == before.view(PUBLIC).to_json()
    known = table.game.prompt.options[0]

    async def heard() -> list[bool]:
        ear = await Ear(site, before, PUBLIC).begins()
        site.live.changed(table.id, table.look, MODERATOR)
        found = [await ear.hears()]
        ear = await Ear(site, before, PUBLIC).begins()
        await site.tables.answer(table, known)
        return [*found, await ear.hears()]

    assert run(heard()) == [False, True]


def test_the_pulse_beats_alike_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PULSE", 0.01)

    async def beats() -> list[str]:
        pieces = Live().follow("g", PUBLIC, lambda _: 0)
        return [await anext(pieces) for _ in range(3)][1:]

    assert run(beats()) == [BEAT, BEAT]


def test_streams_end_with_the_server() -> None:
    lines = Live()

    async def rest() -> list[str]:
        pieces = lines.follow("g", PUBLIC, lambda _: 0)
        await anext(pieces)
        assert lines.count("g") == 1
        lines.close()
        return [piece async for piece in pieces]

    assert run(rest()) == []
    assert lines.count("g") == 0
