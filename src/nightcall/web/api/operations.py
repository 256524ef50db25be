"""The same operations as JSON under `/api`, for bots, lights and other screens.

A key goes in the header `Authorization: Bearer …`, never in a cookie: so no page elsewhere can use a browser's.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from nightcall import desk, rulebook
from nightcall.engine import prompts, tape
from nightcall.engine.errors import Fault, IllegalAnswer, InvalidSetup, NightcallError
from nightcall.engine.setup import Setup
from nightcall.engine.viewers import MODERATOR, PUBLIC
from nightcall.rules.catalogue import characters
from nightcall.web import access, limits
from nightcall.web.api import schemas
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
from nightcall.web.api.replies import lead, log, outcome, played, question, seen, told
from nightcall.web.play import taps
from nightcall.web.store import Grant, Stale
from nightcall.web.tables import PHONES, PHYSICAL, Manner, NoSuchGame, Step, Table, Timer
from nightcall.web.visit import Visit
from nightcall.web.watch.streams import stream
from nightcall.words import LANGUAGES, Words

ROOT: Final = "/api"


class Reply(Response):
    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


# -- looking things up --


async def read_document(visit: Visit, data: Any) -> Response:
    server = visit.path(ROOT)
    return Reply(document(OPERATIONS, schemas.SCHEMAS, visit.words, version("nightcall"), server))


async def read_characters(visit: Visit, data: Any) -> Response:
    return Reply(
        [
            {"card": kind.name, "name": _in_each(f"card.{kind.name}"), "copies": kind.copies, "is_wolf": kind.is_wolf}
            for kind in characters()
        ]
    )


def _in_each(key: str, **facts: Any) -> dict[str, str]:
    return {language: Words(language).text(key, **facts) for language in LANGUAGES}


async def read_rule(visit: Visit, data: Any) -> Response:
    try:
        entry = rulebook.entry(visit.request.path_params["rule"])
    except rulebook.UnknownRule as error:
        return refusal(visit, error, 404)
    return Reply(
        {
            "rule": entry.id,
            "kind": entry.kind,
            "source": list(entry.source),
            "options": list(entry.options),
            "text": {language: entry.text_in(language) for language in LANGUAGES},
        }
    )


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
    visit.site.begun.refuse_flood(visit.client)
    setup = Setup.from_json(data["setup"])
    is_dealt = setup.options.cards_known_to_app
    manner = Manner(**{"deal": PHONES if is_dealt else PHYSICAL, "dealt": True} | data.get("manner", {}))
    if manner.deal != PHYSICAL and not is_dealt:
        raise BadRequest("web.api.nothing_to_deal")
    key = access.new_secret()
    table = await visit.site.tables.begin(setup, manner, key=key)
    visit.site.begun.note(visit.client)
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
    return Reply(seen(await visit.table(), PUBLIC, visit.words))


async def read_seat(visit: Visit, data: Any) -> Response:
    return Reply(played(await visit.table(), visit.request.path_params["seat"], visit.words))


async def read_lead(visit: Visit, data: Any) -> Response:
    return Reply(lead(await visit.table(), visit.words))


async def read_log(visit: Visit, data: Any) -> Response:
    return Reply(log(await visit.table(), visit.words))


async def read_tape(visit: Visit, data: Any) -> Response:
    table = await visit.table()
    return Response(tape.dumps(table.game), media_type=LINES)


async def remove_game(visit: Visit, data: Any) -> Response:
    await visit.site.tables.remove(await visit.table())
    return Response(status_code=204)


async def follow_public(visit: Visit, data: Any) -> Response:
    return stream(visit, await visit.table(), PUBLIC)


async def follow_seat(visit: Visit, data: Any) -> Response:
    return stream(visit, await visit.table(), visit.request.path_params["seat"])


async def follow_lead(visit: Visit, data: Any) -> Response:
    return stream(visit, await visit.table(), MODERATOR)


# -- the moderator's steps --


async def answer(visit: Visit, data: Any) -> Response:
    table = await visit.table()
    return _stepped(visit, await visit.site.tables.answered(table, data["at"], lambda _: data["value"]))


async def undo(visit: Visit, data: Any) -> Response:
    async def back(table: Table) -> Table:
        return await visit.site.tables.undo(table, data.get("steps", 1))

    return _stepped(visit, await visit.site.tables.step(await visit.table(), data["at"], back))


async def redo(visit: Visit, data: Any) -> Response:
    return _stepped(visit, await visit.site.tables.step(await visit.table(), data["at"], visit.site.tables.redo))


async def edit(visit: Visit, data: Any) -> Response:
    """Correct an old answer; with `dry_run` only say what that would change."""
    table = await visit.table()
    game = after = table.game
    is_tried = data.get("dry_run", False)
    if not data["index"] < len(game.answers):
        raise BadRequest("web.api.no_such_answer", given=data["index"], count=len(game.answers))

    async def correct(table: Table) -> Table:
        nonlocal after
        after = game.edit(data["index"], data["value"])
        return table if is_tried else await visit.site.tables.edit(table, after)

    step = await visit.site.tables.step(table, data["at"], correct)
    if not is_tried or step.refused is not None:
        return _stepped(visit, step)
    misfit = after.misfit
    return Reply(
        {
            "announced": told(desk.contradicted(game, after), game, visit.words),
            "answered": len(after.answers),
            "struck": len(game.answers) - len(after.answers),
            "misfit": visit.words.error(misfit, after.players) if misfit is not None else "",
            "prompt": after.prompt.to_json() if after.prompt is not None else None,
            "outcome": outcome(after, visit.words),
        }
    )


def _stepped(visit: Visit, step: Step) -> Response:
    """The game after a step; a refusal comes with its reason, and with the game if it has moved on."""
    if step.refused is None:
        return Reply(lead(step.table, visit.words))
    now = {"now": lead(step.table, visit.words)} if isinstance(step.refused, Stale) else {}
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
    return Reply(lead(await visit.site.tables.manage(table, **changes), visit.words))


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
    return Reply(lead(await visit.site.tables.free(table, seat), visit.words))


# -- a player's choices --


async def suggest(visit: Visit, data: Any) -> Response:
    """A vote, or a choice at night: kept for the moderator, who makes the step."""
    table, seat = await visit.table(), visit.request.path_params["seat"]
    prompt = table.asks(seat)
    if prompt is None or data["question"] != question(table, seat):
        return refusal(visit, Stale("web.stale"), 409, now=played(table, seat, visit.words))
    try:
        value = taps.wish(prompt, seat, data["value"])
    except IllegalAnswer as error:
        return refusal(visit, error, 422, players=table.game.players)
    return Reply(played(await visit.site.tables.suggest(table, seat, value), seat, visit.words))


# -- when something goes wrong --


def is_asked(request: Request) -> bool:
    """Whether a program asks, not a person."""
    path: str = request.scope["path"]
    return path.startswith(f"{ROOT}/") and path != f"{ROOT}/"


def refusal(visit: Visit, error: NightcallError, status: int, players: Sequence[str] = (), **more: Any) -> Response:
    said = {"error": error.key, "message": visit.words.error(error, players), "rule": error.rule}
    headers = {"www-authenticate": "Bearer"} if status == 401 else None
    return Reply(said | more, status, headers)


def fault(visit: Visit, status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """Anything that is not about the game: no such address, too large, a fault of ours."""
    return Reply({"error": f"http.{status}", "message": message, "rule": ""}, status, headers)


# -- the declarations --

GAME: Final = "/games/{game}"
PLAYER: Final = "/games/{game}/seats/{seat}"
LEAD: Final = "/games/{game}/lead"
OPERATIONS: Final = (
    Operation("document", "GET", "/openapi.json", PUBLIC, read_document, reply=schemas.OPEN),
    Operation("characters", "GET", "/characters", PUBLIC, read_characters, reply=listed(ref("Character"))),
    Operation("rule", "GET", "/rules/{rule}", PUBLIC, read_rule, reply=ref("Rule"), refuses=(404,)),
    Operation("check", "POST", "/setups", PUBLIC, check_setup, body=schemas.CHECK, reply=ref("Checked")),
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
    Operation("public", "GET", GAME, PUBLIC, read_public, reply=ref("Public")),
    Operation("public_live", "GET", f"{GAME}/live", PUBLIC, follow_public, media=STREAM),
    Operation("remove", "DELETE", GAME, MODERATOR, remove_game, status=204),
    Operation("lead", "GET", LEAD, MODERATOR, read_lead, reply=ref("Lead")),
    Operation("lead_live", "GET", f"{LEAD}/live", MODERATOR, follow_lead, media=STREAM),
    Operation("log", "GET", f"{LEAD}/log", MODERATOR, read_log, reply=ref("Log")),
    Operation("tape", "GET", f"{LEAD}/tape", MODERATOR, read_tape, media=LINES),
    Operation(
        "answer", "POST", f"{LEAD}/answer", MODERATOR, answer, body=schemas.ANSWER, reply=ref("Lead"), refuses=(409,)
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
    Operation("manner", "PATCH", f"{LEAD}/manner", MODERATOR, set_manner, body=schemas.CHANGES, reply=ref("Lead")),
    Operation(
        "make_key", "POST", f"{GAME}/keys", MODERATOR, make_key, body=schemas.KEY, reply=schemas.KEPT, status=201
    ),
    Operation("free_seat", "DELETE", f"{GAME}/keys/{{seat}}", MODERATOR, free_seat, reply=ref("Lead")),
    Operation("seat", "GET", PLAYER, SEAT, read_seat, reply=ref("Seat")),
    Operation("seat_live", "GET", f"{PLAYER}/live", SEAT, follow_seat, media=STREAM),
    Operation(
        "suggest", "POST", f"{PLAYER}/suggestion", SEAT, suggest, body=schemas.WISH, reply=ref("Seat"), refuses=(409,)
    ),
)


# -- the routes --


async def _asked(operation: Operation, request: Request) -> Response:
    """Who asks, then what is sent, then the operation itself."""
    visit = Visit(request)
    game = request.path_params.get("game")
    if game is not None and await visit.site.store.revision(game) is None:
        raise NoSuchGame("web.no_such_game")
    viewer = request.path_params[SEAT] if operation.who == SEAT else operation.who
    if viewer != PUBLIC:
        await _let_in(visit, Grant(str(game), viewer))
    if request.method not in ("GET", "HEAD") and access.is_from_elsewhere(request):
        raise access.NotAllowed("web.not_from_here")
    data = None if operation.body is None else read(await request.body(), operation.body)
    if request.method == "HEAD" and operation.media == STREAM:
        return Response(media_type=STREAM)  # there is no end to wait for
    return await operation.handler(visit, data)


async def _let_in(visit: Visit, place: Grant) -> None:
    scheme, _, key = visit.request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise access.NoKey("web.api.no_key")
    if await visit.site.store.key(access.digest(key.strip())) != place:
        raise access.NotAllowed("web.not_leading" if place.viewer == MODERATOR else "web.not_your_seat")
    if (await visit.site.tables.find(place.game)).is_led:
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
