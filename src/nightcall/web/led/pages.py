"""The pages of an evening the app leads: its beginning, the beat of every phone, and what the narrator says."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall.engine.game import Game
from nightcall.engine.viewers import MODERATOR, PUBLIC
from nightcall.web import access
from nightcall.web.aside import telling
from nightcall.web.led import frames, policies
from nightcall.web.led.decide import ends_at
from nightcall.web.led.marks import NOTHING, Mark, Marks
from nightcall.web.led.runner import marks_of
from nightcall.web.led.scenes import BEAT, JOINING, PACES, Led, Sitting
from nightcall.web.manner import PHONES, Claim
from nightcall.web.store import Grant
from nightcall.web.table import Table
from nightcall.web.visit import Visit

FLOOR: Final = 0.04
"""Seconds after which a beat is answered at the earliest, whatever there was to do."""
CLAIMS: Final = 3
"""How many phones may ask for a seat at a time."""
NAMED: Final = 4
"""How many a screen names, of those who have voted or are ready."""
IN_THE_OPEN: Final = ("open", "ballots", "debate", "paused", "waiting", "floor", "trial", "cards")
"""Scenes that may end before their time."""


async def begin(visit: Visit, table: Table) -> Response:
    """Everybody has a phone: the cards are dealt, and from now on nobody leads."""
    if len(await visit.site.store.taken(table.id)) < len(table.game.players):
        raise access.NotAllowed("led.seats_free")
    form = await visit.form()
    tables, runner = visit.site.tables, visit.site.runner
    at_home = form.get("at_home") == "on"
    if at_home and visit.request.url.scheme != "https":
        raise access.NotAllowed("led.needs_https")
    setup = policies.laid_out(table.game.setup, runner.chance)
    if form.get("surprise") == "on":
        setup = policies.surprised(setup, runner.chance)
    pace = str(form.get("pace", "normal"))
    led = Led(
        language=visit.language,
        pace=pace if pace in PACES else "normal",
        debate=table.manner.debate,
        since=runner.clock(),
        token=secrets.token_hex(6),
        rest="cards",
        practice=form.get("trial", "on") == "on",
        quick=form.get("quick") == "on",
        at_home=at_home,
        dead_see=form.get("dead_see") == "on" and policies.may_the_dead_see(setup),
        lot=secrets.randbelow(2**20),
    )
    # Nobody has seen this deal, whoever set the table up.
    table = await tables.begin_led(table, setup, led, partial(runner.lease, table.id))
    await visit.site.codes.end(table.id)
    return await _led_from_now_on(visit, table)


async def take_over(request: Request) -> Response:
    """A moderated game is led by the app from this nightfall on: whoever moderated plays on, or goes to bed."""
    visit = Visit(request)
    await visit.form()
    table = await visit.moderated()
    game = await could_take_over(visit, table)
    if game is None:
        raise access.NotAllowed("led.not_now")
    shown = sum(event.audience == PUBLIC for event in game.events)
    runner, lot = visit.site.runner, secrets.randbelow(2**20)
    clock = runner.clock()
    led = Led(language=visit.language, shown=shown, asking=True, since=clock, token=secrets.token_hex(6), lot=lot)
    await visit.site.tables.led_from_now_on(table, game.setup, led, partial(runner.lease, table.id))
    return await _led_from_now_on(visit, table)


async def could_take_over(visit: Visit, table: Table) -> Game | None:
    """The game as the app would lead it: from a nightfall on, with cards it has dealt and a phone in every hand."""
    prompt = table.game.prompt
    is_nightfall = prompt is not None and prompt.key == "night.falls" and not table.is_held
    if not is_nightfall or table.manner.deal != PHONES or not table.manner.dealt or table.manner.practice:
        return None
    is_complete = len(await visit.site.store.taken(table.id)) == len(table.game.players)
    return await telling(table.game, lambda: policies.as_led(table.game)) if is_complete else None


async def _led_from_now_on(visit: Visit, table: Table) -> Response:
    visit.site.live.dismiss(table.id, MODERATOR)  # nobody has that place any more
    visit.site.runner.begin(table.id)
    seat = await seat_of(visit, table)
    return visit.to(f"/g/{table.id}/seat/{seat}" if seat else f"/g/{table.id}")


async def seat_of(visit: Visit, table: Table) -> int:
    """The seat this device plays already; 0 = none. One phone holds one secret."""
    places = await visit.site.store.places(visit.device) if visit.device else []
    return next((place.viewer for place in places if place.game == table.id and isinstance(place.viewer, int)), 0)


async def host_of(visit: Visit, table: Table) -> str:
    """The name of the player whose phone begins the evening; empty if that device plays no seat."""
    store = visit.site.store
    for device in await store.holders(Grant(table.id, MODERATOR)):
        for place in await store.places(device):
            if place.game == table.id and isinstance(place.viewer, int):
                return visit.words.seat(place.viewer, table.game.players)
    return ""


async def beat(request: Request) -> Response:
    """What a phone sends every other second, and what it is shown: both of a fixed size."""
    arrived = time.monotonic()
    visit = Visit(request)
    if not access.is_from_here(request):
        raise access.NotAllowed("web.not_from_here")
    table, seat = await visit.played()
    if not table.is_on_beats:
        return Response(status_code=409)  # nobody leads here any more: the phone loads the page there is now
    runner = visit.site.runner
    runner.noticed(table.id, seat)
    if runner.is_held_up(table.id):
        return Response(status_code=503)  # to every phone alike: it says that there is trouble, and asks again
    table = await _marked(visit, table, seat, await request.body())
    sitting = table.sitting
    assert sitting is not None
    marks = await marks_of(visit.site.tables, table)
    table = await _let_in(visit, table, marks)
    claims = _asking(visit, table)
    slowed = BEAT / runner.speed
    code = await _code(visit, table)
    is_heard = runner.is_heard(table.id)
    may_again = bool(sitting.view.winner) and await visit.has(Grant(table.id, MODERATOR))
    shown = partial(frames.frame, sitting, seat, marks, visit.words, runner.clock(), slowed, claims, code, is_heard)
    body = await telling(table.game, partial(shown, may_again=may_again))
    await asyncio.sleep(max(0.0, FLOOR - (time.monotonic() - arrived)))
    headers = {"content-encoding": "identity"}  # squeezed, its size would tell what is in it
    return Response(body, media_type="application/json", headers=headers)


async def _code(visit: Visit, table: Table) -> str:
    """Another phone may join with it while the game rests."""
    is_at_rest = table.manner.led is not None and table.manner.led.rest in JOINING
    return await visit.site.codes.of(table.id) if is_at_rest else ""


async def _marked(visit: Visit, table: Table, seat: int, body: bytes) -> Table:
    """The mark is kept until the seal; one that belongs to an older round, or cannot be read, is not."""
    try:
        data: Any = json.loads(body) if len(body) <= frames.BODY else {}
    except (ValueError, RecursionError):
        data = {}
    sitting = table.sitting
    if not isinstance(data, dict) or sitting is None or data.get("scene") != sitting.led.token:
        return table
    runner, now = visit.site.runner, visit.site.runner.clock()
    kept = (await marks_of(visit.site.tables, table)).get(seat, NOTHING)
    mark = Mark.of(data, now, len(table.game.players))
    mark = mark.after(kept, frames.beat_of(sitting, now), is_held=data.get("held") is True)
    if mark != kept:
        about = f"{sitting.view.night:03} {sitting.scene.kind} {sitting.scene.name}"
        await visit.site.store.mark(table.id, sitting.led.token, seat, about, mark.to_json())
    if sitting.scene.kind in IN_THE_OPEN and (mark != kept or sitting.led.rest):
        await runner.wake(table.id)
    return table


def waiting(table: Table) -> Sequence[Claim]:
    """Who asks for a seat now: of every address one first, so that no crowd hides the others."""
    firsts = {claim.place: claim for claim in reversed(table.manner.claims)}
    return sorted(table.manner.claims, key=lambda claim: firsts[claim.place] is not claim)[:CLAIMS]


async def _let_in(visit: Visit, table: Table, marks: Marks) -> Table:
    """A seat passes to another phone only in the open, when most of the living want it; at the end nothing is secret.

    Whoever has agreed once need not do so in the next scene again.
    """
    sitting = table.sitting
    assert sitting is not None
    for claim in waiting(table):
        others = [seat for seat in sitting.living if seat != claim.seat]
        touched = {seat for seat in others if frames.LET_IN + claim.key in marks.get(seat, NOTHING).signs}
        agreed = tuple(seat for seat in others if seat in touched or seat in claim.agreed)
        if sitting.view.winner or len(agreed) >= enough(table, claim):
            table = await visit.site.tables.let_in(table, claim)
        elif agreed != claim.agreed:
            table = await visit.site.tables.agree(table, claim, agreed)
    return table


def enough(table: Table, claim: Claim) -> int:
    """How many have to want this phone let in: more than half of the others who live."""
    assert table.sitting is not None
    return sum(seat != claim.seat for seat in table.sitting.living) // 2 + 1


def _asking(visit: Visit, table: Table) -> list[tuple[str, str]]:
    """Who asks for a seat, by the key of the claim and in words: how many have agreed, and how many must."""
    names = table.game.players
    return [
        (
            claim.key,
            visit.words.text(
                "led.let_in",
                seat=visit.words.seat(claim.seat, names),
                sign=claim.sign,
                count=len(claim.agreed),
                of=enough(table, claim),
            ),
        )
        for claim in waiting(table)
    ]


# -- the narrator's device and the public screen --


@dataclass(frozen=True, slots=True)
class Caption:
    """What the narrator says, and how long it stands."""

    text: str
    language: str
    left: float
    """Seconds of the world, not of the evening's clock."""
    length: float
    done: str
    """Who has voted, or is ready; of many, how many."""
    kind: str
    code: str
    """Another phone may join with it now."""
    has_clock: bool
    """Whether the time left is told in figures."""
    asking: tuple[str, ...]
    """Which phones ask for a seat, and how many want them let in."""
    accused: str
    """Who is accused by whom, while the table debates."""
    is_open: bool
    """Whether the table does something now that the screen follows: votes, agrees, accuses."""


async def caption(visit: Visit, table: Table) -> Caption | None:
    sitting = table.sitting
    if sitting is None:
        return None
    runner, scene = visit.site.runner, sitting.scene
    length = scene.rounds[sitting.led.round - 1]
    marks = await marks_of(visit.site.tables, table)
    left = max(0.0, ends_at(sitting, marks) - runner.clock())
    shown = sitting.told_in(visit.words)
    said = visit.words.text("led.held_up") if runner.is_held_up(table.id) else shown.caption
    times = left / runner.speed, length / runner.speed
    code, has_clock = await _code(visit, table), scene.kind in frames.TIMED
    asking = tuple(label for _, label in _asking(visit, table))
    accused, is_open = _accused(visit, sitting, marks), scene.kind in IN_THE_OPEN or bool(asking)
    done = _done(visit, sitting, marks)
    return Caption(said, visit.language, *times, done, scene.kind, code, has_clock, asking, accused, is_open)


def _done(visit: Visit, sitting: Sitting, marks: Marks) -> str:
    """Whose hands are up: a few by name, more than a screen has room for by their number. Phones mark every name."""
    words, key, done = visit.words, frames.done_key(sitting), frames.done(sitting, marks)
    names = [words.seat(each, sitting.game.players) for each in done]
    if not done:
        return ""
    if len(done) > NAMED:
        of = sitting.asked if key == "ballots" else sitting.living
        return words.text(f"led.done_count.{key}", count=len(done), of=len(of))
    return words.text(f"led.done_list.{key}", names=words.names(names))


def _accused(visit: Visit, sitting: Sitting, marks: Marks) -> str:
    """Who is accused, and by whom: "Gina (Ada, Ben)"; empty while nobody is."""
    words, players, by = visit.words, sitting.game.players, dict[int, list[str]]()
    for seat, accused in frames.against(sitting, marks):
        by.setdefault(accused, []).append(words.seat(seat, players))
    named = [f"{words.seat(accused, players)} ({', '.join(voters)})" for accused, voters in by.items()]
    return words.names(named) if named else ""


ROUTES: Final = [
    Route("/g/{game}/seat/{seat:number}/beat", beat, methods=["POST"]),
    Route("/g/{game}/lead/seats/led", take_over, methods=["POST"]),
]
