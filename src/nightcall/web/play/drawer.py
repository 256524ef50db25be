"""Running the evening: the drawer with seats, timer, phones, notes, and handing the game over."""

from __future__ import annotations

import time
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall import desk
from nightcall.engine.viewers import MODERATOR
from nightcall.rules.newmoon.pile import NewMoon, in_force
from nightcall.web import access, dates, limits
from nightcall.web.device import led_with
from nightcall.web.numbers import whole
from nightcall.web.past import carrying
from nightcall.web.play import timers
from nightcall.web.play.page import show, theme
from nightcall.web.rescue import digest
from nightcall.web.store import Grant, Invitation
from nightcall.web.table import Table
from nightcall.web.visit import Visit

NOTES_LIMIT: Final = 4000
SWITCHES: Final = ("phones_vote", "phones_act", "graveyard")


async def drawer(request: Request) -> Response:
    """Everything that is not the next step."""
    visit = Visit(request)
    return await _drawer(visit, await visit.moderated())


async def _drawer(visit: Visit, table: Table, notice: str = "") -> Response:
    game = table.game
    lengths = {kind: timers.length(kind, table.manner, len(game.village.living)) for kind in timers.CLOCKS}
    return visit.page(
        "drawer.html",
        table=table,
        theme=theme(game),
        phase=desk.phase(game, visit.words),
        clock=timers.clock(table.manner.timer),
        lengths=lengths,
        switches=[
            (name, getattr(table.manner, name))
            for name in SWITCHES
            if name != "phones_act" or game.setup.options.cards_known_to_app
        ],
        notice=notice,
        was_undone=await visit.site.tables.was_undone(table),
    )


async def roles(request: Request) -> Response:
    """Who holds what, for the moderator's eyes: covered until held."""
    visit = Visit(request)
    table = await visit.moderated()
    village, words = table.game.village, visit.words
    seats = [
        {
            "seat": seat,
            "name": words.seat(seat, table.game.players),
            "is_alive": seat in village.living,
            "card": desk.card_of(village, seat),
            "holding": desk.holding(village, seat, words),
            "house": desk.house(village, seat, words) if village.setup.buildings else "",
            "state": ", ".join(desk.state(village, seat, words)),
        }
        for seat in village.circle
    ]
    houses = desk.houses(village)
    piles = [len(rule.pile) for rule in village.named("new_moon") if isinstance(rule, NewMoon)]
    return visit.page(
        "roles.html",
        table=table,
        theme=theme(table.game),
        seats=seats,
        spares=[words.card(card.name) for card in village.cards.spares],
        laid_out=[words.card(name) for name in village.lent],
        free_houses=[words.house(house) for house in houses.vacant] if houses is not None else [],
        events=[words.event_card(event.name) for event in in_force(village)],
        pile=piles[0] if piles and village.setup.events else None,
    )


async def timer(request: Request) -> Response:
    """Start, pause, prolong or put away the clock."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    now, manner = time.time(), table.manner
    act, kind = form.get("act"), str(form.get("kind", "debate"))
    changed = manner.timer
    if act == "start" and kind in timers.CLOCKS:
        usual = timers.length(kind, manner, len(table.game.village.living))
        changed = timers.started(kind, whole(form.get("seconds"), usual), now)
    elif act == "pause" and changed is not None:
        changed = timers.paused(changed, now)
    elif act == "more" and changed is not None:
        changed = timers.prolonged(changed, now)
    elif act == "stop":
        changed = None
    return await _managed(visit, table, form.get("back"), timer=changed)


async def vote(request: Request) -> Response:
    """Let the phones vote on the question asked now, or no longer."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    return await _managed(visit, table, "lead", vote_open=table.revision if form.get("act") == "open" else 0)


async def manner(request: Request) -> Response:
    """What phones may do, and how long a debate lasts."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    changes: dict[str, Any] = {name: form.get(name) == "on" for name in SWITCHES}
    minutes = whole(form.get("debate"), -1)
    if minutes >= 0:
        changes["debate"] = min(minutes * 60, timers.LONGEST)
    return await _managed(visit, table, form.get("back"), **changes)


async def notes(request: Request) -> Response:
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    return await _managed(visit, table, form.get("back"), notes=str(form.get("notes", ""))[:NOTES_LIMIT])


async def _managed(visit: Visit, table: Table, back: Any, **changes: Any) -> Response:
    table = await visit.site.tables.manage(table, **changes)
    if visit.is_fragment:
        return (
            await show(visit, table)
            if back == "lead"
            else await _drawer(visit, table, visit.words.text("web.drawer.kept"))
        )
    return visit.to(f"/g/{table.id}/lead" if back == "lead" else f"/g/{table.id}/lead/more")


async def hand_over(request: Request) -> Response:
    """A secret link for one other phone, for some minutes; both may lead, and whoever is second is told."""
    visit = Visit(request)
    table = await visit.moderated()
    await visit.form()
    store = visit.site.store
    if len(await store.invitations(table.id)) >= limits.INVITATIONS:
        raise access.TooMany("web.too_many_links")
    secret = access.new_secret()
    ends = time.time() + limits.INVITED_FOR
    await store.invite(Invitation(access.digest(secret), table.id, visit.device, ends))
    return await _leaders(visit, table, visit.link(f"/k/{secret}"))


async def leaders(request: Request) -> Response:
    """Who leads this game, and who may soon."""
    visit = Visit(request)
    return await _leaders(visit, await visit.moderated())


async def _leaders(visit: Visit, table: Table, link: str = "") -> Response:
    store = visit.site.store
    others = await store.leaders(table.id, but=visit.device)
    links = [(each.digest, dates.minute(each.ends, visit.words)) for each in await store.invitations(table.id)]
    return visit.page(
        "hand_over.html",
        table=table,
        theme=theme(table.game),
        link=link,
        qr=visit.qr(link) if link else "",
        minutes=int(limits.INVITED_FOR // 60),
        others=len(others),
        links=links,
        back_to="" if table.game.answers or table.manner.practice else "/ready",  # where it is offered first
    )


async def uninvite(request: Request) -> Response:
    """A link that was made by mistake, or sent to the wrong person."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    await visit.site.store.uninvite(table.id, digest=str(form.get("link", "")))
    return visit.to(f"/g/{table.id}/lead/leaders")


async def alone(request: Request) -> Response:
    """Nobody else leads: neither another device, nor a program, nor whoever holds a link."""
    visit = Visit(request)
    table = await visit.moderated()
    await visit.form()
    await visit.site.store.lead_alone(table.id, visit.device)
    visit.site.live.dismiss(table.id, MODERATOR)
    return visit.to(f"/g/{table.id}/lead/leaders")


async def let_go(request: Request) -> Response:
    """This phone leads no longer, so that its owner may play on: for instance after handing the game over."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    store = visit.site.store
    is_last = not await store.leaders(table.id, but=visit.device)
    if is_last and form.get("sure") != "yes":
        return visit.page("let_go.html", 409, table=table, theme=theme(table.game))
    code = "" if is_last else digest(visit.rescue_code(table.id))  # of the last one it is the only way back
    key = await store.read(visit.device, led_with(table.id)) or ""
    async with store.together():
        await store.uninvite(table.id, device=visit.device, rescue=code, key=key)
        await store.withdraw(visit.device, Grant(table.id, MODERATOR))
        await store.write(visit.device, led_with(table.id), None)
    visit.site.live.dismiss(table.id, MODERATOR)
    return visit.to("/")


# -- on another device --


async def elsewhere(request: Request) -> Response:
    """The game as a link, short ones as a picture too, and as a file: it goes on there as a copy."""
    visit = Visit(request)
    table = await visit.moderated()
    kept = await visit.site.store.get(table.id)
    link = visit.link(f"/{carrying.MARK}{carrying.packed(kept.lines if kept is not None else ())}")
    return visit.page(
        "elsewhere.html",
        table=table,
        theme=theme(table.game),
        link=link if len(link) <= carrying.LONGEST else "",
        qr=visit.qr(link) if len(link) <= carrying.READABLE else "",
    )


async def went_elsewhere(request: Request) -> Response:
    """Marked, so that nobody leads both; or led here after all."""
    visit = Visit(request)
    form = await visit.form()
    table = await visit.moderated()
    await visit.site.tables.manage(table, elsewhere=form.get("went") == "yes")
    return visit.to(f"/g/{table.id}/lead")


ROUTES: Final = [
    Route("/g/{game}/lead/more", drawer),
    Route("/g/{game}/lead/roles", roles),
    Route("/g/{game}/lead/timer", timer, methods=["POST"]),
    Route("/g/{game}/lead/vote", vote, methods=["POST"]),
    Route("/g/{game}/lead/manner", manner, methods=["POST"]),
    Route("/g/{game}/lead/notes", notes, methods=["POST"]),
    Route("/g/{game}/lead/elsewhere", elsewhere),
    Route("/g/{game}/lead/elsewhere", went_elsewhere, methods=["POST"]),
    Route("/g/{game}/lead/hand-over", hand_over, methods=["POST"]),
    Route("/g/{game}/lead/leaders", leaders),
    Route("/g/{game}/lead/uninvite", uninvite, methods=["POST"]),
    Route("/g/{game}/lead/alone", alone, methods=["POST"]),
    Route("/g/{game}/lead/let-go", let_go, methods=["POST"]),
]
