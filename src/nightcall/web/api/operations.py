"""The same operations as JSON under `/api`, for bots, lights and other screens.

A key goes in the header `Authorization: Bearer …`, never in a cookie: so no page elsewhere can use a browser's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from typing import Any, Final, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from nightcall import desk
from nightcall.desk import mending
from nightcall.engine import prompts, tape
from nightcall.engine.errors import Fault, IllegalAnswer, InvalidSetup
from nightcall.engine.game import BETWEEN, Game
from nightcall.engine.setup import Setup
from nightcall.engine.viewers import MODERATOR, PUBLIC
from nightcall.web import access, limits
from nightcall.web.api import ROOT, foretelling, joining, lookups, schemas
from nightcall.web.api.answers import FORMS
from nightcall.web.api.openapi import (
    LINES,
    SEAT,
    STREAM,
    BadRequest,
    Operation,
    document,
    listed,
    read,
    ref,
)
from nightcall.web.api.replies import lead, log, outcome, played, seen, story, token, told
from nightcall.web.api.sending import Reply, refusal
from nightcall.web.aside import telling
from nightcall.web.manner import PHONES, PHYSICAL, Manner, Timer
from nightcall.web.past import statistics, stories
from nightcall.web.play import taps
from nightcall.web.store import Grant, Stale
from nightcall.web.table import Table
from nightcall.web.tables.at_hand import NoSuchGame
from nightcall.web.tables.moving import Step
from nightcall.web.visit import Visit
from nightcall.web.watch import boards
from nightcall.web.watch.lengths import even
from nightcall.web.watch.streams import stream
from nightcall.words import LANGUAGES, Words

T = TypeVar("T")

# -- looking things up --


async def read_document(visit: Visit, data: Any) -> Response:
    server = visit.path(ROOT)
    return Reply(document(OPERATIONS, schemas.SCHEMAS, visit.words, version("nightcall"), server))


async def check_setup(visit: Visit, data: Any) -> Response:
    try:
        setup = Setup.from_json(data["setup"])
    except InvalidSetup as error:
        return Reply({"valid": False, "faults": list(map(_fault, error.faults[: limits.FAULTS])), "warnings": []})
    return Reply({"valid": True, "faults": [], "warnings": list(map(_fault, setup.warnings()))})


def _fault(fault: Fault) -> dict[str, Any]:
    said = {language: Words(language).fault(fault) for language in LANGUAGES}
    return {"error": fault.key, "rule": fault.rule, "message": said}


# -- games --


async def begin_game(visit: Visit, data: Any) -> Response:
    await visit.site.begun.refuse_flood(visit.client)
    setup = Setup.from_json(data["setup"])
    is_dealt = setup.options.cards_known_to_app
    manner = Manner(**{"deal": PHONES if is_dealt else PHYSICAL, "dealt": True} | data.get("manner", {}))
    if manner.deal != PHYSICAL and not is_dealt:
        raise BadRequest("web.api.nothing_to_deal")
    key = access.new_secret()
    table = await visit.site.tables.begin(setup, manner, key=key)
    await visit.site.begun.note(visit.client)
    return Reply(
        {
            "game": table.id,
            "key": key,
            "public": visit.link(f"/g/{table.id}"),
            "lead": visit.link(f"/k/{key}"),
        },
        201,
    )


async def read_public(visit: Visit, data: Any) -> Response:
    table = await visit.table()
    return Reply(await telling(table.game, lambda: seen(table, PUBLIC, visit.words)))


async def read_seat(visit: Visit, data: Any) -> Response:
    table, seat = await visit.table(), visit.request.path_params["seat"]
    return await _played(visit, table, seat)


async def _played(visit: Visit, table: Table, seat: int) -> Response:
    """What this seat sees, as long as every other seat's reply."""
    return await _even(visit, table, lambda: Reply(played(table, seat, visit.words)))


async def _even(visit: Visit, table: Table, reply: Callable[[], Response]) -> Response:
    def made() -> Response:
        return even(reply(), boards.board(table, visit.words), visit.request)

    return await telling(table.game, made)


async def read_lead(visit: Visit, data: Any) -> Response:
    return await _led(visit, await visit.table())


async def _led(visit: Visit, table: Table) -> Response:
    return Reply(await telling(table.game, lambda: lead(table, visit.words)))


async def read_log(visit: Visit, data: Any) -> Response:
    table = await visit.table()
    return Reply(await telling(table.game, lambda: log(table, visit.words)))


async def read_tape(visit: Visit, data: Any) -> Response:
    table = await visit.table()
    return Response(await telling(table.game, lambda: tape.dumps(table.game)), media_type=LINES)


async def remove_game(visit: Visit, data: Any) -> Response:
    await visit.site.tables.remove(await visit.table())
    return Response(status_code=204)


async def follow_public(visit: Visit, data: Any) -> Response:
    return stream(visit, await visit.table(), PUBLIC)


async def follow_seat(visit: Visit, data: Any) -> Response:
    return stream(visit, await visit.table(), visit.request.path_params["seat"])


async def follow_lead(visit: Visit, data: Any) -> Response:
    return stream(visit, await visit.table(), MODERATOR)


async def read_story(visit: Visit, data: Any) -> Response:
    """The whole story, once the game is over and everybody may read it."""
    table = await visit.table()
    if not table.is_over:
        raise NoSuchGame("web.past.not_over")
    told = await telling(table.game, lambda: stories.told(table.game, visit.words, table.begun, table.drawn))
    return Reply(story(told))


async def add_up(visit: Visit, data: Any) -> Response:
    """The finished games among those these keys lead, player by player and added up."""
    store, games = visit.site.store, {}
    for key in data["keys"][: limits.GAMES_AT_ONCE]:
        place = await store.key(access.digest(str(key)))
        kept = await store.get(place.game) if place is not None and place.viewer == MODERATOR else None
        if kept is not None:
            games[kept.id] = kept
    over = statistics.finished(games.values())
    report = statistics.report(over)
    return Reply(
        {
            "games": report.games,
            "rows": statistics.as_data(statistics.rows(over)),
            "people": _tallied(report.people),
            "cards": _tallied(report.cards),
            "sides": _tallied(report.sides),
        }
    )


def _tallied(found: Sequence[statistics.Tally]) -> list[dict[str, Any]]:
    return [{"name": each.name, "games": each.games, "wins": each.wins} for each in found]


# -- the moderator's steps --


async def answer(visit: Visit, data: Any) -> Response:
    table = await visit.table()
    return await _stepped(visit, await visit.site.tables.answered(table, data["revision"], lambda _: data["value"]))


async def undo(visit: Visit, data: Any) -> Response:
    async def back(table: Table) -> Table:
        return await visit.site.tables.undo(table, data.get("steps", 1))

    return await _stepped(visit, await visit.site.tables.step(await visit.table(), data["revision"], back))


async def redo(visit: Visit, data: Any) -> Response:
    tables = visit.site.tables
    return await _stepped(visit, await tables.step(await visit.table(), data["revision"], tables.redo))


async def edit(visit: Visit, data: Any) -> Response:
    """Correct an old answer; with `dry_run` only say what that would change."""
    table = await visit.table()
    game = after = table.game
    is_tried = data.get("dry_run", False)
    if not data["index"] < len(game.answers):
        raise BadRequest("web.api.no_such_answer", given=data["index"], count=len(game.answers))

    async def correct(table: Table) -> Table:
        nonlocal after
        after = await telling(game, lambda: game.edit(data["index"], data["value"]))
        return table if is_tried else await visit.site.tables.edit(table, after)

    step = await visit.site.tables.step(table, data["revision"], correct)
    if not is_tried or step.refused is not None:
        return await _stepped(visit, step)
    return await telling(game, lambda: _preview(visit, game, after, len(game.answers) - len(after.answers)))


async def happens(visit: Visit, data: Any) -> Response:
    """Somebody leaves, arrives, takes a place, or two change seats; with `dry_run` only say what that would change."""
    table, key = await visit.table(), f"{BETWEEN}{data['what']}"
    game = after = table.game
    is_tried = data.get("dry_run", False)

    async def enter(table: Table) -> Table:
        nonlocal after
        asked = (await telling(game, lambda: game.interrupted(key, *data["answers"]))).prompt
        if asked is not None and asked.key.startswith(BETWEEN):
            raise BadRequest("web.api.more_answers", given=len(data["answers"]), question=asked.key)
        after = await telling(game, lambda: game.intervene(key, *data["answers"]))
        return table if is_tried else await visit.site.tables.intervene(table, after, key)

    step = await visit.site.tables.step(table, data["revision"], enter)
    if not is_tried or step.refused is not None:
        return await _stepped(visit, step)
    return await telling(game, lambda: _preview(visit, game, after, mending.struck(game, after)))


def _preview(visit: Visit, game: Game, after: Game, struck: int) -> Response:
    """What a change would bring, before it is made."""
    misfit = after.misfit
    return Reply(
        {
            "announced": told(desk.contradicted(game, after), game, visit.words),
            "new": told(mending.changes(game, after)[1], after, visit.words),
            "answered": len(after.answers),
            "struck": struck,
            "misfit": visit.words.error(misfit, after.players) if misfit is not None else "",
            "prompt": after.prompt.to_json() if after.prompt is not None else None,
            "outcome": outcome(after, visit.words),
        }
    )


async def _stepped(visit: Visit, step: Step) -> Response:
    """The game after a step; a refusal comes with its reason, and with the game if it has moved on."""
    if step.refused is None:
        return await _led(visit, step.table)
    now: dict[str, Any] = {}
    if isinstance(step.refused, Stale):
        now["now"] = await telling(step.table.game, lambda: lead(step.table, visit.words))
    return refusal(visit, step.refused, step.status, step.table.game.players, **now)


async def set_manner(visit: Visit, data: Any) -> Response:
    table = await visit.table()
    changes = dict(data)
    if "vote_open" in changes:
        prompt = table.game.prompt
        if changes["vote_open"] and (prompt is None or prompt.kind != prompts.BALLOTS):
            raise BadRequest("web.api.no_vote_now")
        changes["vote_open"] = table.revision if changes["vote_open"] else 0
    if changes.get("timer") is not None:
        changes["timer"] = _timer(changes["timer"])
    return await _led(visit, await visit.site.tables.manage(table, **changes))


def _timer(data: Mapping[str, Any]) -> Timer:
    left = data.get("left", data["length"])
    if data.get("runs", True):
        return Timer(data["kind"], data["length"], ends=time.time() + left)
    return Timer(data["kind"], data["length"], left=left)


async def make_key(visit: Visit, data: Any) -> Response:
    table = await visit.table()
    _, key = await visit.site.tables.give_key(table, data["seat"] or MODERATOR)  # 0 leads
    return Reply({"seat": data["seat"], "key": key, "link": visit.link(f"/k/{key}")}, 201)


async def free_seat(visit: Visit, data: Any) -> Response:
    table, seat = await visit.table(), visit.request.path_params["seat"]
    if not 1 <= seat <= len(table.game.players):
        raise HTTPException(404)
    return await _led(visit, await visit.site.tables.free(table, seat))


# -- a player's choices --


async def suggest(visit: Visit, data: Any) -> Response:
    """A vote, or a choice at night: kept for the moderator, who makes the step."""
    table, seat = await visit.table(), visit.request.path_params["seat"]
    prompt = table.asks(seat)
    if prompt is None or data["token"] != token(table, seat):
        stale = Stale("web.stale")
        return await _even(visit, table, lambda: refusal(visit, stale, 409, now=played(table, seat, visit.words)))
    try:
        value = taps.wish(prompt, seat, data["value"])
    except IllegalAnswer as error:
        refused = error
        return await _even(visit, table, lambda: refusal(visit, refused, 422, players=table.game.players))
    return await _played(visit, await visit.site.tables.suggest(table, seat, value), seat)


async def sign(visit: Visit, data: Any) -> Response:
    """Catch the moderator's eye by day, for one of the seat's `powers` or for nothing in particular."""
    table, seat = await visit.table(), visit.request.path_params["seat"]
    power = data.get("power", "")
    if not table.may_sign or (power and power not in table.powers(seat)):
        raise BadRequest("web.api.no_sign_now")
    return await _played(visit, await visit.site.tables.sign(table, seat, power), seat)


# -- when something goes wrong --


# -- the declarations --

GAME: Final = "/games/{game}"
PLAYER: Final = "/games/{game}/seats/{seat}"
LEAD: Final = "/games/{game}/lead"
OPERATIONS: Final = (
    Operation("document", "GET", "/openapi.json", PUBLIC, read_document, reply=schemas.OPEN),
    Operation("characters", "GET", "/characters", PUBLIC, lookups.read_characters, reply=listed(ref("Character"))),
    Operation("buildings", "GET", "/buildings", PUBLIC, lookups.read_buildings, reply=listed(ref("Thing"))),
    Operation("event_cards", "GET", "/event-cards", PUBLIC, lookups.read_event_cards, reply=listed(ref("Thing"))),
    Operation("variants", "GET", "/variants", PUBLIC, lookups.read_variants, reply=listed(ref("Thing"))),
    Operation("options", "GET", "/options", PUBLIC, lookups.read_options, reply=listed(ref("Option"))),
    Operation("events", "GET", "/events", PUBLIC, lookups.read_events, reply=listed(ref("Event"))),
    Operation("rule", "GET", "/rules/{rule}", PUBLIC, lookups.read_rule, reply=ref("Rule"), refuses=(404,)),
    Operation("check", "POST", "/setups", PUBLIC, check_setup, body=schemas.CHECK, reply=ref("Checked")),
    Operation(
        "odds",
        "POST",
        "/odds",
        PUBLIC,
        foretelling.read_odds,
        body=schemas.ODDS,
        reply=ref("Odds"),
        examples={"odds": foretelling.A_TABLE},
    ),
    Operation(
        "advice",
        "POST",
        "/advice",
        PUBLIC,
        foretelling.advise,
        body=schemas.ADVICE,
        reply=schemas.ADVISED,
        examples={"advice": foretelling.AN_EVENING},
    ),
    Operation(
        "begin",
        "POST",
        "/games",
        PUBLIC,
        begin_game,
        body=schemas.BEGIN,
        reply=schemas.BEGUN,
        status=201,
        refuses=(429,),
    ),
    Operation("find", "GET", "/codes/{code}", PUBLIC, joining.find, reply=ref("Found"), refuses=(404, 429)),
    Operation(
        "join",
        "POST",
        "/codes/{code}",
        PUBLIC,
        joining.join,
        body=schemas.KEY,
        reply=ref("Joined"),
        status=201,
        refuses=(403, 404, 429),
    ),
    Operation(
        "statistics",
        "POST",
        "/statistics",
        PUBLIC,
        add_up,
        body=schemas.KEYS,
        reply=ref("Statistics"),
    ),
    Operation("public", "GET", GAME, PUBLIC, read_public, reply=ref("Public")),
    Operation("public_live", "GET", f"{GAME}/live", PUBLIC, follow_public, media=STREAM),
    Operation("story", "GET", f"{GAME}/story", PUBLIC, read_story, reply=ref("Story")),
    Operation("remove", "DELETE", GAME, MODERATOR, remove_game, status=204),
    Operation("lead", "GET", LEAD, MODERATOR, read_lead, reply=ref("Lead")),
    Operation("lead_live", "GET", f"{LEAD}/live", MODERATOR, follow_lead, media=STREAM),
    Operation("log", "GET", f"{LEAD}/log", MODERATOR, read_log, reply=ref("Log")),
    Operation("tape", "GET", f"{LEAD}/tape", MODERATOR, read_tape, media=LINES),
    Operation(
        "answer",
        "POST",
        f"{LEAD}/answer",
        MODERATOR,
        answer,
        body=schemas.ANSWER,
        reply=ref("Lead"),
        refuses=(409,),
        examples={kind: {"revision": 12, "value": FORMS[kind].example} for kind in prompts.EVERY_KIND},
    ),
    Operation("undo", "POST", f"{LEAD}/undo", MODERATOR, undo, body=schemas.UNDO, reply=ref("Lead"), refuses=(409,)),
    Operation("redo", "POST", f"{LEAD}/redo", MODERATOR, redo, body=schemas.REDO, reply=ref("Lead"), refuses=(409,)),
    Operation(
        "edit",
        "POST",
        f"{LEAD}/edit",
        MODERATOR,
        edit,
        body=schemas.EDIT,
        reply={"anyOf": [ref("Lead"), ref("Preview")]},
        refuses=(409,),
    ),
    Operation(
        "happens",
        "POST",
        f"{LEAD}/table",
        MODERATOR,
        happens,
        body=schemas.TABLE,
        reply={"anyOf": [ref("Lead"), ref("Preview")]},
        refuses=(409,),
    ),
    Operation("manner", "PATCH", f"{LEAD}/manner", MODERATOR, set_manner, body=schemas.CHANGES, reply=ref("Lead")),
    Operation(
        "make_key", "POST", f"{GAME}/keys", MODERATOR, make_key, body=schemas.KEY, reply=schemas.KEPT, status=201
    ),
    Operation("free_seat", "DELETE", f"{GAME}/keys/{{seat}}", MODERATOR, free_seat, reply=ref("Lead")),
    Operation("code", "GET", f"{LEAD}/code", MODERATOR, joining.read_code, reply=schemas.CODES),
    Operation("let_in", "POST", f"{LEAD}/claims", MODERATOR, joining.let_in, body=schemas.LET_IN, reply=ref("Lead")),
    Operation("seat", "GET", PLAYER, SEAT, read_seat, reply=ref("Seat")),
    Operation("seat_live", "GET", f"{PLAYER}/live", SEAT, follow_seat, media=STREAM),
    Operation(
        "suggest", "POST", f"{PLAYER}/suggestion", SEAT, suggest, body=schemas.WISH, reply=ref("Seat"), refuses=(409,)
    ),
    Operation("sign", "POST", f"{PLAYER}/sign", SEAT, sign, body=schemas.SIGN, reply=ref("Seat")),
)


# -- the routes --


async def _asked(operation: Operation, request: Request) -> Response:
    """Who asks, then what is sent, then the operation itself."""
    visit = Visit(request)
    game = request.path_params.get("game")
    if game is not None and await visit.site.store.how_far(game) is None:
        raise NoSuchGame("web.no_such_game")
    viewer = request.path_params[SEAT] if operation.who == SEAT else operation.who
    if viewer != PUBLIC:
        await _let_in(visit, Grant(str(game), viewer))
    if request.method not in ("GET", "HEAD") and access.is_from_elsewhere(request):
        raise access.NotAllowed("web.not_from_here")
    data = None if operation.body is None else read(await request.body(), operation.body)
    return await operation.handler(visit, data)


async def _let_in(visit: Visit, place: Grant) -> None:
    """By a key made for the place; a seat also by the one it was joined with."""
    scheme, _, key = visit.request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise access.NoKey("web.api.no_key")
    store, digest = visit.site.store, access.digest(key.strip())
    if await store.key(digest) != place and (place.viewer == MODERATOR or place not in await store.places(digest)):
        raise access.NotAllowed("web.not_leading" if place.viewer == MODERATOR else "web.not_your_seat")
    table = await visit.site.tables.find(place.game)
    if table.is_led and (place.viewer == MODERATOR or table.sitting is not None):
        raise access.NotAllowed("led.closed")


def _route(path: str) -> Route:
    """One route per address: so a method it does not know is refused with those it does."""
    here = {each.method: each for each in OPERATIONS if each.path == path}

    async def endpoint(request: Request) -> Response:
        return await _asked(here["GET" if request.method == "HEAD" else request.method], request)

    address = next(iter(here.values())).address
    return Route(ROOT + address, endpoint, methods=list(here), name=f"api {path}")


async def page(request: Request) -> Response:
    """The operations, for a person."""
    return Visit(request).page("api.html", operations=OPERATIONS, root=ROOT)


ROUTES: Final[list[BaseRoute]] = [
    Route(f"{ROOT}/", page),
    *(_route(path) for path in dict.fromkeys(each.path for each in OPERATIONS)),
]
