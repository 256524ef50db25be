"""A player's phone: the board for anybody who glances at it, and under a finger what is this player's alone."""

from __future__ import annotations

import hashlib
import json
from typing import Final, assert_never

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall.engine import prompts
from nightcall.engine.errors import IllegalAnswer
from nightcall.engine.rule import KINDS
from nightcall.engine.viewers import MODERATOR, PUBLIC
from nightcall.engine.views import View
from nightcall.web import access
from nightcall.web.aside import telling
from nightcall.web.led import pages as led_pages
from nightcall.web.led import policies
from nightcall.web.manner import LED, PHYSICAL
from nightcall.web.play import forms, taps
from nightcall.web.store import Grant
from nightcall.web.table import Table, is_volunteering
from nightcall.web.visit import Visit
from nightcall.web.watch import boards
from nightcall.web.watch.lengths import even


async def seat(request: Request) -> Response:
    visit = Visit(request)
    try:
        table, number = await visit.played()
    except access.NotAllowed:
        if not visit.is_fragment:
            raise
        table = await visit.table()
        if table.is_lobby and not table.needs_leave:  # the screen shows the code to everybody: who are you, then?
            return visit.to(f"/join/{await visit.site.codes.of(table.id)}")
        return visit.to(f"/g/{request.path_params['game']}/seat/{request.path_params['seat']}")  # freed: away with it
    return await show(visit, table, number)


async def choose(request: Request) -> Response:
    """What this player wants: kept for the moderator, and changed as often as the player likes until he goes on."""
    visit = Visit(request)
    form = await visit.form()
    table, number = await visit.played()
    prompt = table.asks(number)
    if prompt is None or form.get("token") != token(table, number):
        return await show(visit, table, number, fault=visit.words.text("web.seat.stale"), status=409)
    try:
        value = taps.wish(prompt, number, taps.picked(prompt, number, form))
    except IllegalAnswer:
        # In words that fit anybody: the reason would tell a glance who belongs to the pack, or whom this player loves.
        return await show(visit, table, number, fault=visit.words.text("web.seat.not_possible"), status=422)
    if prompt.kind == prompts.ACK:  # what was read there is not shown again
        await _has_read(visit, table, number, boards.told_alone(table.view(number)))
    return await _shown(visit, await visit.site.tables.suggest(table, number, value), number)


async def seen(request: Request) -> Response:
    """What this player was told alone has been read: away with it, until there is something new."""
    visit = Visit(request)
    form = await visit.form()
    table, number = await visit.played()
    count = str(form.get("count", ""))
    if count.isascii() and count.isdigit() and len(count) < 6:
        await _has_read(visit, table, number, int(count))
        table = await visit.site.tables.has_read(table, number)
    return await _shown(visit, table, number)


async def sign(request: Request) -> Response:
    """Catch the moderator's eye by day: only he learns of it, and every phone can."""
    visit = Visit(request)
    form = await visit.form()
    table, number = await visit.played()
    return await _shown(visit, await visit.site.tables.sign(table, number, str(form.get("power", ""))), number)


async def _has_read(visit: Visit, table: Table, seat: int, count: int) -> None:
    await visit.site.store.write(visit.device, _read_so_far(table, seat), count)


def _read_so_far(table: Table, seat: int) -> str:
    return f"seen-{table.id}-{seat}"


async def _shown(visit: Visit, table: Table, seat: int) -> Response:
    return await show(visit, table, seat) if visit.is_fragment else visit.to(f"/g/{table.id}/seat/{seat}")


def token(table: Table, seat: int) -> str:
    """Stands for the question in a player's page.

    The revision would tell how many secret steps were made; this is made of what the player may know, and nothing else.
    """
    prompt = table.asks(seat)
    if prompt is None:
        return ""
    mine = sorted(prompt.barred.get(seat, {})), seat in prompt.bound
    known = [table.view(seat).to_json(), prompt.to_json(), mine]
    return hashlib.sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()[:24]


def _awaits_answer(table: Table, seat: int) -> bool:
    """Whether this player is told something in return for the choice: the Seer, the Fox."""
    prompt = table.asks(seat)
    kind = KINDS.get(prompt.key.partition(".")[0]) if prompt is not None and prompt.audience != PUBLIC else None
    return kind is not None and any(tells.result for tells in kind.tells)


def _is_called(seen: View) -> bool:
    """Whether this player's own card is called now: he opens his eyes even if there is nothing for him to decide."""
    assert isinstance(seen.viewer, int)
    mine = seen.seats[seen.viewer - 1]
    last = next((event for event in reversed(seen.log) if event.name == "called" or event.declared.heading), None)
    is_mine = last is not None and last.facts.get("call") in (mine.card, mine.second)
    return seen.phase == "night" and mine.is_alive and is_mine


ALL_LOOK: Final = {"lovers": ("fell_in_love",), "charmed": ("charmed", "charmed_met")}
"""Calls at which everybody looks at the phone, and what those are told whom they concern."""


def _not_told(seen: View) -> str:
    """The call at which everybody looks, if it does not concern this player: that is an answer as well."""
    call = (seen.calls_tonight or [""])[-1] if seen.phase == "night" else ""
    told = {event.name for event in seen.private()}
    return call if call in ALL_LOOK and told.isdisjoint(ALL_LOOK[call]) else ""


def _is_known_to_decide(table: Table, seat: int) -> bool:
    """Whether the whole table knows that this player is asked now: then the page may say so in the open."""
    prompt = table.asks(seat)
    return prompt is not None and prompt.audience == PUBLIC and prompt.seat == seat and not is_volunteering(prompt)


async def show(visit: Visit, table: Table, seat: int, *, fault: str = "", status: int = 200) -> Response:
    """The page of this player, as the game stands."""
    if table.is_on_beats:
        # Another page, with scripts of its own: one that is open already is loaded anew.
        here = f"/g/{table.id}/seat/{seat}"
        return visit.to(here) if visit.is_fragment else visit.page("led_seat.html", game=table.id)
    words, seen = visit.words, table.view(seat)
    read = await visit.site.store.read(visit.device, _read_so_far(table, seat))
    question = forms.for_seat(table, seat, words)
    is_vote = question is not None and table.is_vote_open
    is_asked = question is not None and not is_vote
    results, told_so_far = boards.results(seen, words, read if isinstance(read, int) else 0, is_asked=is_asked)
    is_called, is_ghost = _is_called(seen), table.is_ghost(seat)
    following = table.manner.next
    next_code = await visit.site.codes.of(following) if following else ""
    may_begin = table.manner.deal == LED and not table.is_begun and await visit.has(Grant(table.id, MODERATOR))

    is_waiting = table.manner.deal == LED and not table.is_begun and not may_begin
    host = await led_pages.host_of(visit, table) if is_waiting else ""

    def made() -> Response:
        board = boards.board(table, words)
        page = visit.page(
            "seat.html",
            status,
            game=table.id,
            seat=seat,
            board=board,
            names=boards.names(seen),
            own=boards.own(seen, table.game.setup, words),
            is_physical=table.open_manner.deal == PHYSICAL,
            next_game=following,
            next_code=next_code,
            is_looking=table.is_looking,
            may_be_asked=table.is_announcing and seat not in table.buried,
            will_see=table.manner.graveyard and not is_ghost,
            my_vote=_vote(visit, table, seat),
            news=boards.own_news(table, seat, words),
            is_dealt=table.is_dealt,
            is_gathering=table.is_lobby and not table.is_begun,
            may_leave=not table.needs_leave,
            may_begin=may_begin,
            host=host,
            is_led=table.manner.deal == LED,
            may_surprise=may_begin and policies.may_surprise(table.game.setup),
            may_the_dead_see=policies.may_the_dead_see(table.game.setup),
            arrived=table.arrived,
            acts=table.may_act,
            vote=question if is_vote else None,
            asked=None if is_vote else question,
            is_known_to_decide=_is_known_to_decide(table, seat),
            nothing_asked=forms.nothing_asked(table, words, has_news=bool(results), is_called=is_called),
            is_called=is_called,
            not_told=_not_told(seen),
            results=results,
            told_so_far=told_so_far,
            may_sign=table.may_sign,
            powers=[(power, words.power(power), (seat, power) in table.manner.signs) for power in table.powers(seat)],
            has_signed=(seat, "") in table.manner.signs,
            mates=_mates(visit, table, seat),
            token=token(table, seat),
            chosen=_chosen(visit, table, seat),
            awaits_answer=_awaits_answer(table, seat),
            is_ghost=is_ghost,
            secrets=boards.secrets(table, words) if is_ghost else (),
            true_story=boards.true_story(table, words) if is_ghost else (),
            fault=fault,
        )
        return even(page, board, visit.request)

    return await telling(table.game, made)


def _mates(visit: Visit, table: Table, seat: int) -> list[str]:
    """Who decides together with this player, and in words what each of them wants so far."""
    words, players, mates = visit.words, boards.names(table.view(PUBLIC)), table.mates(seat)
    prompt = table.asks(seat)
    if prompt is None or not mates:
        return []
    named = {mate: words.seat(mate, players) for mate in mates}
    lines = [words.text("web.seat.mates", names=words.names(named.values()))]
    if prompt.kind == prompts.ACK:
        return lines
    for mate, name in named.items():
        points = prompt.kind == prompts.PICK and table.suggested.get(mate) is not None
        key = "points" if points else "chooses" if mate in table.suggested else "waits"
        lines.append(words.text(f"web.seat.mate_{key}", name=name, choice=_chosen(visit, table, mate)))
    return lines


def _vote(visit: Visit, table: Table, seat: int) -> str:
    """Whom this phone has voted for, while all votes wait to be counted."""
    if not table.is_counting or seat not in table.suggested:
        return ""
    choice, words = table.suggested[seat], visit.words
    return words.seat(choice, boards.names(table.view(PUBLIC))) if choice else words.text("web.seat.no_vote")


def _chosen(visit: Visit, table: Table, seat: int) -> str:
    """The choice made so far, in words; empty if there is none."""
    prompt, words = table.asks(seat), visit.words
    if prompt is None or seat not in table.suggested:
        return ""
    value, players = table.suggested[seat], boards.names(table.view(PUBLIC))
    if is_volunteering(prompt):
        return words.text(f"web.seat.volunteer.{'yes' if value else 'no'}")
    match prompt.kind:
        case prompts.ACK:
            return words.text("web.seat.seen")
        case prompts.BALLOTS:
            return words.seat(value, players) if value else words.text("web.seat.no_vote")
        case prompts.YES_NO | prompts.PICK | prompts.CHOOSE | prompts.CARDS:
            labels = dict(words.asked_of(prompt, players).choices)
            return words.names(labels[each] for each in (value if isinstance(value, (list, tuple)) else [value]))
        case prompts.TEXT:
            return str(value)
        case prompts.TEXTS:
            return words.names(value)
        case prompts.COUNTS:
            return ""  # counted by the moderator alone
        case _:
            assert_never(prompt.kind)


ROUTES: Final = [
    Route("/g/{game}/seat/{seat:number}", seat),
    Route("/g/{game}/seat/{seat:number}/choose", choose, methods=["POST"]),
    Route("/g/{game}/seat/{seat:number}/seen", seen, methods=["POST"]),
    Route("/g/{game}/seat/{seat:number}/sign", sign, methods=["POST"]),
]
