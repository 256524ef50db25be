"""Joining a game with one's own phone, and the moderator's page where seats are given out and freed."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall.engine.errors import InvalidSetup, NightcallError
from nightcall.engine.viewers import MODERATOR, PUBLIC
from nightcall.web import access, rescue
from nightcall.web.aside import telling
from nightcall.web.led import pages as led_pages
from nightcall.web.led import policies
from nightcall.web.manner import LED, PASS, Claim
from nightcall.web.play.page import show, theme
from nightcall.web.store import Grant
from nightcall.web.table import Table
from nightcall.web.visit import Visit
from nightcall.web.watch import boards
from nightcall.web.watch import seat as seat_pages

NAME: Final = 40
"""Letters of a name typed on a phone."""


async def ask(request: Request) -> Response:
    """Where the code is typed."""
    visit = Visit(request)
    return visit.page("join.html", fault="", typed="")


async def typed(request: Request) -> Response:
    """A code was typed: on to its page, or the same form with what is wrong."""
    visit = Visit(request)
    code = str((await visit.form()).get("code", ""))[:40]
    if done := await visit.brought():
        return visit.to(visit.entrance(done))
    try:
        if rescue.is_one(code):
            return await _rescued(visit, code)
        await visit.site.codes.game(code, visit.client)
    except (access.NotAllowed, access.TooMany) as error:
        return _wrong(visit, code, error)
    return visit.to(f"/join/{access.plain(code)}")


async def _rescued(visit: Visit, code: str) -> Response:
    """Whoever has the rescue code leads the game from now on; the phone that did may be dead."""
    await visit.site.codes.refuse_flood(visit.client)
    game = await visit.site.store.rescued(rescue.digest(code))
    if game is None:
        raise await visit.site.codes.wrong(visit.client)
    place = Grant(game, MODERATOR)
    await visit.site.store.grant(await visit.granted_device(place, game=game), place)
    return visit.to(f"/g/{game}/lead")


async def choose(request: Request) -> Response:
    """Which seat is yours?"""
    visit = Visit(request)
    code = request.path_params["code"]
    try:
        table = await _opened(visit, code)
    except (access.NotAllowed, access.TooMany) as error:
        return _wrong(visit, code, error)
    return await _seats(visit, table, code)


async def claim(request: Request) -> Response:
    """This phone plays this seat from now on; or asks to, where the seat is not free for the taking."""
    visit = Visit(request)
    code, form = request.path_params["code"], await visit.form()
    if done := await visit.brought():
        return visit.to(visit.entrance(done))
    try:
        table = await _opened(visit, code)
    except (access.NotAllowed, access.TooMany) as error:
        return _wrong(visit, code, error)
    seat = seat_in(form)
    mine = await led_pages.seat_of(visit, table)
    if mine and mine != seat:
        return await _seats(visit, table, code, fault=visit.words.text("web.join.one_seat"), status=409)
    if mine:
        return visit.to(f"/g/{table.id}/seat/{seat}")
    tables = visit.site.tables
    try:
        origin_of, was = visit.site.store.origin_of, visit.device
        await visit.site.moves.refuse_flood(f"{table.id}/{await origin_of(was)}")
        device = await visit.granted_device(game=table.id)
        await visit.site.moves.note(f"{table.id}/{await origin_of(device)}")
        if table.needs_leave or seat in table.taken:
            await tables.ask_for(table, seat, device, visit.client, was)
            return visit.to(f"/g/{table.id}/waiting")
        await tables.claim(table, seat, device, was)
        visit.site.origins.note(table.id, seat, visit.client)
    except access.NotAllowed as error:
        return await _seats(visit, table, code, fault=visit.words.error(error, cites=False), status=409)
    return visit.to(f"/g/{table.id}/seat/{seat}")


async def waiting(request: Request) -> Response:
    """Until whoever leads lets this phone in. Nothing of the game is here."""
    visit = Visit(request)
    table = await visit.table()
    mine = await led_pages.seat_of(visit, table)
    if mine:
        return visit.to(f"/g/{table.id}/seat/{mine}")
    claim = await _claim_of(visit, table)
    name = visit.words.seat(claim.seat, boards.names(table.view(PUBLIC))) if claim else ""
    code = await visit.site.codes.of(table.id) if claim and table.is_joining else ""  # whoever waits has typed one
    enough = led_pages.enough(table, claim) if claim and table.sitting is not None else 0
    return visit.page("waiting.html", game=table.id, claim=claim, name=name, code=code, enough=enough)


async def _claim_of(visit: Visit, table: Table) -> Claim | None:
    """What this phone asks for, also if it has got another secret since."""
    for claim in table.manner.claims:
        if visit.device in (claim.device, await visit.site.store.latest_of(claim.device)):
            return claim
    return None


async def leave(request: Request) -> Response:
    """Not me: while the table gathers a phone gives back the seat it took by a slip."""
    visit = Visit(request)
    await visit.form()
    table, seat = await visit.played()
    if table.needs_leave:
        return visit.to(f"/g/{table.id}/seat/{seat}")
    await visit.site.tables.leave(table, seat, visit.device)
    return visit.to(f"/join/{await visit.site.codes.of(table.id)}")


async def rename(request: Request) -> Response:
    """My own name, as I type it, while the table gathers."""
    visit = Visit(request)
    form = await visit.form()
    table, seat = await visit.played()
    name = " ".join(str(form.get("name", "")).split())[:NAME]
    try:
        if name and name != table.game.players[seat - 1]:
            pace, who = visit.site.renames, f"{table.id}/{seat}"
            await pace.refuse_flood(who)
            await pace.note(who)
            await visit.site.tables.rename(table, seat, name)
    except InvalidSetup as error:
        why = visit.words.fault(error.faults[0], cites=False)
        return await seat_pages.show(visit, table, seat, fault=why, status=422)
    return visit.to(f"/g/{table.id}/seat/{seat}")


async def play_on(request: Request) -> Response:
    """Still the same player: to the seat of that name in the game that follows."""
    visit = Visit(request)
    await visit.form()
    if done := await visit.brought():
        return visit.to(visit.entrance(done))
    old, seat = await visit.played()
    if not old.manner.next:
        return visit.to(f"/g/{old.id}/seat/{seat}")
    table = await visit.site.tables.find(old.manner.next)
    called = old.game.players[seat - 1]
    names = table.game.players
    new = names.index(called) + 1 if called in names else 0
    mine = await led_pages.seat_of(visit, table)
    if mine or not new:
        return visit.to(f"/g/{table.id}/seat/{mine}" if mine else "/join")
    was, device = visit.device, await visit.granted_device(game=table.id)
    if table.needs_leave or new in table.taken:
        await visit.site.tables.ask_for(table, new, device, visit.client, was)
        return visit.to(f"/g/{table.id}/waiting")
    await visit.site.tables.claim(table, new, device, was)
    return visit.to(f"/g/{table.id}/seat/{new}")


async def _opened(visit: Visit, code: str) -> Table:
    """The game of a code; `NotAllowed` once nobody joins it any more, and then the code is over."""
    game = await visit.site.codes.game(code, visit.client)
    if game.startswith(access.SCREEN):
        raise access.NotAllowed("web.code.screen")
    table = await visit.site.tables.find(game)
    if not table.is_joining and table.is_led:  # the same code opens the door again at the next rest
        raise access.NotAllowed("led.code_rests")
    if not table.is_joining:
        await visit.site.codes.end(table.id)
        raise access.NotAllowed("web.code.over")
    return table


async def _seats(visit: Visit, table: Table, code: str, fault: str = "", status: int = 200) -> Response:
    table = await visit.site.tables.find(table.id)
    return visit.page(
        "join_seats.html",
        status,
        table=table,
        code=access.plain(code),
        names=boards.names(table.view(PUBLIC)),
        mine=await led_pages.seat_of(visit, table),
        fault=fault,
    )


def _wrong(visit: Visit, code: str, error: NightcallError) -> Response:
    status = 429 if isinstance(error, access.TooMany) else 422
    return visit.page("join.html", status, fault=visit.words.error(error, cites=False), typed=code)


def seat_in(form: FormData) -> int:
    """The seat a form names; 0, which nobody has, for anything else."""
    text = form.get("seat")
    return int(text) if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 4 else 0


# -- the moderator's side --


async def seats(request: Request) -> Response:
    """The code to join with, who has joined, and the public screen: before the game, and whenever a phone gives up."""
    visit = Visit(request)
    table = await visit.table()
    mine = await led_pages.seat_of(visit, table)
    if mine and visit.is_fragment and table.is_on_beats and await visit.has(Grant(table.id, MODERATOR)):
        return visit.to(f"/g/{table.id}/seat/{mine}")  # a page left open by whoever gathered the table, and plays now
    table = await visit.moderated(gathering=True)
    code = await visit.site.codes.of(table.id) if table.is_joining else ""
    board = await telling(table.game, lambda: boards.board(table, visit.words))
    return visit.page(
        "seats.html",
        table=table,
        board=board,
        names=boards.names(table.view(PUBLIC)),
        theme=theme(table.game),
        code=code,
        join_link=visit.link(f"/join/{code}"),
        join_page=visit.link("/join"),
        screen_link=visit.link(f"/g/{table.id}"),
        screen_code=await visit.site.codes.of(f"{access.SCREEN}{table.id}"),
        tv_page=visit.link("/tv"),
        is_passed_on=table.manner.deal == PASS,
        shared=_shared(visit, table),
        mine=mine,
        awake=await visit.site.runner.awake(table),
        may_surprise=table.manner.deal == LED and policies.may_surprise(table.game.setup),
        may_the_dead_see=policies.may_the_dead_see(table.game.setup),
        may_be_led=await led_pages.could_take_over(visit, table) is not None,
    )


def _shared(visit: Visit, table: Table) -> list[str]:
    """Who has joined from one address, each group by its names."""
    names = boards.names(table.view(PUBLIC))
    found = visit.site.origins.shared(table.id, table.taken)
    return [visit.words.names(visit.words.seat(seat, names) for seat in seats) for seats in found]


async def free(request: Request) -> Response:
    """Whoever played this seat does so no longer; anybody may claim it again, and the door stands open for that."""
    visit = Visit(request)
    form = await visit.form()
    table = await visit.moderated(gathering=True)
    seat = seat_in(form)
    if seat:
        await visit.site.tables.free(table, seat, opens=True)
    return await seats(request) if visit.is_fragment else visit.to(f"/g/{table.id}/lead/seats")


async def let_in(request: Request) -> Response:
    """A phone that waits is let in, or sent away."""
    visit = Visit(request)
    form = await visit.form()
    table = await visit.moderated(gathering=True)
    claim = next((claim for claim in table.manner.claims if claim.key == form.get("claim")), None)
    if claim is not None and form.get("act") == "in":
        table = await visit.site.tables.let_in(table, claim)
        if table.manner.joining and len(table.taken) == len(table.game.players):  # whom it was opened for is in
            await visit.site.codes.end(table.id)
            await visit.site.tables.manage(table, joining=False)
    elif claim is not None:
        await visit.site.tables.forget_claims(table, 0, claim.device)
    if form.get("back") == "ready":
        return visit.to(f"/g/{table.id}/lead/ready")
    if form.get("back") == "lead":
        table = await visit.site.tables.find(table.id)
        return await show(visit, table) if visit.is_fragment else visit.to(f"/g/{table.id}/lead")
    return await seats(request) if visit.is_fragment else visit.to(f"/g/{table.id}/lead/seats")


async def signs_seen(request: Request) -> Response:
    """Whoever gave a sign was seen."""
    visit = Visit(request)
    await visit.form()
    table = await visit.site.tables.manage(await visit.moderated(), signs=())
    return await show(visit, table) if visit.is_fragment else visit.to(f"/g/{table.id}/lead")


async def joining(request: Request) -> Response:
    """Open the door once more after the first call, or close it again: a code lasts no longer than that."""
    visit = Visit(request)
    form = await visit.form()
    table = await visit.moderated()
    await visit.site.codes.end(table.id)
    await visit.site.tables.manage(table, joining=form.get("act") == "open")
    return await seats(request) if visit.is_fragment else visit.to(f"/g/{table.id}/lead/seats")


async def begin(request: Request) -> Response:
    """Everybody is here: the cards are dealt."""
    visit = Visit(request)
    table = await visit.moderated(gathering=True)
    if table.manner.deal == LED:
        return await led_pages.begin(visit, table)
    await visit.form()
    if not table.manner.dealt:
        await visit.site.tables.manage(table, dealt=True)
    return visit.to(f"/g/{table.id}/lead" if table.game.answers else f"/g/{table.id}/lead/ready")


ROUTES: Final = [
    Route("/join", ask),
    Route("/join", typed, methods=["POST"]),
    Route("/join/{code}", choose),
    Route("/join/{code}", claim, methods=["POST"]),
    Route("/g/{game}/waiting", waiting),
    Route("/g/{game}/seat/{seat:number}/leave", leave, methods=["POST"]),
    Route("/g/{game}/seat/{seat:number}/again", play_on, methods=["POST"]),
    Route("/g/{game}/seat/{seat:number}/name", rename, methods=["POST"]),
    Route("/g/{game}/lead/seats", seats),
    Route("/g/{game}/lead/seats/let-in", let_in, methods=["POST"]),
    Route("/g/{game}/lead/seats/joining", joining, methods=["POST"]),
    Route("/g/{game}/lead/seats/signs", signs_seen, methods=["POST"]),
    Route("/g/{game}/lead/seats/begin", begin, methods=["POST"]),
    Route("/g/{game}/lead/seats/free", free, methods=["POST"]),
]
