"""The same game for programs: one declaration gives the route, the check and the document."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from nightcall import PUBLIC, Setup, rulebook
from nightcall.engine import tape
from nightcall.engine.jsontext import DEPTH_LIMIT
from nightcall.engine.setup import PARTS
from nightcall.web import limits
from nightcall.web.api import operations
from nightcall.web.api.openapi import SEAT, STREAM
from nightcall.web.app import Site
from nightcall.web.routes import every
from tests.web.evenings import ANN, BEA, CARDS, FAY, HAL, evening, go_on
from tests.web.phone import DECK, PLAYERS, Phone, begin, run
from tests.web.program import Program, begun, bot_for, prompt_of

PHYSICAL = Setup.of(PLAYERS, DECK, sheriff_election="off")
DEALT = Setup.of(PLAYERS, DECK, sheriff_election="off", cards_known_to_app=True, seed=4)


# -- the document --


def test_the_document_names_every_route_and_nothing_else(site: Site) -> None:
    paths = Program(site).get("/openapi.json")["paths"]
    routes = {
        (re.sub(r":\w+}", "}", route.path.removeprefix("/api")), method.lower())
        for route in every()
        if route.path.startswith("/api/") and route.path != "/api/"
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert routes == {(path, method) for path, methods in paths.items() for method in methods}


def test_the_document_holds_together(site: Site) -> None:
    document = Program(site).get("/openapi.json")
    assert document["openapi"].startswith("3.1.")
    assert set(document) == {"openapi", "info", "servers", "paths", "components"}
    schemas = document["components"]["schemas"]
    used = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document)))
    assert used == set(schemas)
    names = []
    for path, methods in document["paths"].items():
        for operation in methods.values():
            names.append(operation["operationId"])
            assert operation["summary"]
            assert not operation["summary"].startswith("web.")
            in_path = {each["name"] for each in operation.get("parameters", ()) if each["in"] == "path"}
            assert in_path == set(re.findall(r"{(\w+)}", path))
            assert any(status.startswith("2") for status in operation["responses"])
            for reply in operation["responses"].values():
                assert not reply["description"].startswith("web.")
    assert len(set(names)) == len(names)


def test_the_document_speaks_french_too(site: Site) -> None:
    document = Program(site, language="fr").get("/openapi.json")
    assert document["paths"]["/games"]["post"]["summary"] == "Commencer une partie."


def test_a_page_lists_the_operations_for_a_person(site: Site) -> None:
    page = Phone(site).get("/api/").text
    for operation in operations.OPERATIONS:
        assert f"{operation.method} /api{operation.path}" in page


def fits(value: Any, schema: dict[str, Any], schemas: dict[str, Any], where: str = "") -> None:
    """Fail unless a reply is what the document says."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        failures = []
        for each in schema["anyOf"]:
            try:
                return fits(value, each, schemas, where)
            except AssertionError as error:
                failures.append(error)
        raise AssertionError(failures)
    kinds = schema.get("type", [])
    names = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", type(None): "null"}
    assert not kinds or names[type(value)] in kinds, (where, kinds, value)
    assert "enum" not in schema or value in schema["enum"], (where, value)
    if isinstance(value, list):
        for inner in value:
            fits(inner, schema.get("items", {}), schemas, where)
    if isinstance(value, dict):
        known = schema.get("properties", {})
        assert set(schema.get("required", ())) <= set(value), (where, set(schema["required"]) - set(value))
        assert schema.get("additionalProperties", True) is not False or set(value) <= set(known), (where, set(value))
        for name, inner in value.items():
            fits(inner, known.get(name, {}), schemas, f"{where}.{name}")
    return None


def test_a_setup_is_described_as_the_engine_declares_it(site: Site) -> None:
    found = Program(site).get("/openapi.json")["components"]["schemas"]["Setup"]
    assert found["required"] == ["players", "deck"]
    assert found["properties"].keys() == {*PARTS, "preset", "options"}
    kinds = {"names": "array", "text": "string", "number": "integer", "flag": "boolean"}
    for name, part in PARTS.items():
        assert found["properties"][name]["type"] == kinds[part.shape]
        assert tuple(found["properties"][name].get("enum", ())) == part.values


# -- a whole game --


@pytest.mark.parametrize("setup", [PHYSICAL, DEALT], ids=["physical", "dealt"])
def test_a_bot_leads_a_whole_game_by_the_questions_alone(site: Site, setup: Setup) -> None:
    program, game = begun(site, setup)
    schemas = program.get("/openapi.json")["components"]["schemas"]
    bot = bot_for(setup, seed=2)
    led = program.get(f"{game}/lead")
    for _ in range(1000):
        fits(led, schemas["Lead"], schemas)
        if led["prompt"] is None:
            break
        led = program.post(f"{game}/lead/answer", revision=led["revision"], value=bot(prompt_of(led["prompt"])))
    assert led["outcome"]["text"]
    public, log = program.get(game), program.get(f"{game}/lead/log")
    fits(public, schemas["Public"], schemas)
    fits(log, schemas["Log"], schemas)
    assert public["winner"] == led["outcome"]["winner"]
    assert len(log["answers"]) == led["answered"]
    again = tape.load_game(program.ask("GET", f"{game}/lead/tape").text)
    assert again.outcome is not None
    assert again.outcome.winner == led["outcome"]["winner"]


def step(program: Program, game: str, led: dict[str, Any], value: Any) -> dict[str, Any]:
    found: dict[str, Any] = program.post(f"{game}/lead/answer", revision=led["revision"], value=value)
    return found


def until(program: Program, game: str, key: str) -> dict[str, Any]:
    """Play on, picking whatever comes first, until this is asked."""
    led: dict[str, Any] = program.get(f"{game}/lead")
    bot = bot_for(DEALT, seed=1)
    while led["prompt"]["ask"] != key:
        led = step(program, game, led, bot(prompt_of(led["prompt"])))
    return led


def test_the_public_sees_changes_as_they_happen(site: Site) -> None:
    table = begin(site)

    async def heard() -> list[str]:
        pieces = site.live.follow(table.id, PUBLIC, table.look)
        found = [await anext(pieces)]
        after = await site.tables.answer(table, True)
        after = await site.tables.manage(after, notes="nobody's business")
        await site.tables.manage(after, debate=90)
        found.append(await anext(pieces))
        return found

    first, second = run(heard())
    assert "event: changed" in first
    assert second == "event: changed\ndata:\n\n"
    reply = Program(site).ask("HEAD", f"/games/{table.id}/live")
    assert reply.headers["content-type"].startswith(STREAM)


# -- steps --


def test_undo_and_redo(site: Site) -> None:
    program, game = begun(site, DEALT)
    first = program.get(f"{game}/lead")
    second = step(program, game, first, True)
    back = program.post(f"{game}/lead/undo", revision=second["revision"])
    assert back["prompt"] == first["prompt"]
    assert back["revision"] > second["revision"]
    again = program.post(f"{game}/lead/redo", revision=back["revision"])
    assert again["prompt"] == second["prompt"]


def test_a_correction_is_shown_before_it_is_made(site: Site) -> None:
    program, game = begun(site, DEALT)
    led = until(program, game, "day.debate")
    answers = program.get(f"{game}/lead/log")["answers"]
    bite = next(each for each in answers if each["ask"] == "werewolves.devour")
    others = [seat["seat"] for seat in led["seats"] if seat["seat"] != bite["value"] and seat["card"] != "werewolf"]
    correction = {"revision": led["revision"], "index": bite["index"], "value": others[0]}
    preview = program.post(f"{game}/lead/edit", **correction, dry_run=True)
    assert preview["announced"]
    assert program.get(f"{game}/lead") == led
    made = program.post(f"{game}/lead/edit", **correction)
    assert made["revision"] == led["revision"] + 1
    assert made["answered"] == preview["answered"]
    reply = program.ask("POST", f"{game}/lead/edit", {"revision": made["revision"], "index": 999, "value": True})
    assert reply.status_code == 400


def test_what_happens_to_the_table_is_shown_before_it_is_entered(site: Site) -> None:
    """TABLE-1, TABLE-3, TABLE-5"""
    program, game = begun(site, DEALT)
    led = until(program, game, "day.debate")
    names = [seat["name"] for seat in led["seats"]]

    def enter(led: dict[str, Any], what: str, *answers: Any, **more: Any) -> dict[str, Any]:
        found: dict[str, Any] = program.post(
            f"{game}/lead/table", revision=led["revision"], what=what, answers=answers, **more
        )
        return found

    alive = [seat["seat"] for seat in led["seats"] if seat["is_alive"]]
    preview = enter(led, "change_seats", alive[:2], dry_run=True)
    assert [event["event"] for event in preview["new"]] == ["changed_seats"]
    assert preview["struck"] == 0
    assert program.get(f"{game}/lead") == led
    led = enter(led, "change_seats", alive[:2])
    first, second = alive[:2]
    circle = program.get(game)["circle"]
    assert circle.index(first) == second - 1
    assert circle.index(second) == first - 1
    led = enter(led, "arrives", "Zoe", "simple_villager")
    assert [seat["name"] for seat in led["seats"]] == [*names, "Zoe"]
    led = enter(led, "leaves", alive[0], False)
    assert led["seats"][alive[0] - 1]["has_left"]
    assert program.get(f"{game}/lead/log")["answers"][-1]["ask"] == "table.as_death"


def test_whoever_takes_a_place_gets_a_key_of_their_own(site: Site) -> None:
    """TABLE-4: whoever sat there before knows the card."""
    program, game = begun(site, DEALT)
    led = until(program, game, "day.debate")
    seat = next(each["seat"] for each in led["seats"] if each["is_alive"])
    key = program.post(f"{game}/keys", seat=seat)["key"]
    before = Program(site, key)
    assert before.get(f"{game}/seats/{seat}")["viewer"] == seat
    led = program.post(f"{game}/lead/table", revision=led["revision"], what="takes_place", answers=[seat, "Zoe"])
    assert led["seats"][seat - 1]["name"] == "Zoe"
    assert before.ask("GET", f"{game}/seats/{seat}").status_code == 403


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"what": "leaves", "answers": [1]}, 400),
        ({"what": "leaves", "answers": []}, 400),
        ({"what": "dances", "answers": [1]}, 400),
        ({"what": "leaves", "answers": [99, False]}, 422),
        ({"what": "arrives", "answers": ["Ann", "hunter"]}, 422),
        ({"what": "change_seats", "answers": [[1, 1]]}, 422),
    ],
)
def test_what_cannot_happen_to_the_table_is_refused(site: Site, sent: dict[str, Any], status: int) -> None:
    program, game = begun(site, DEALT)
    led = until(program, game, "werewolves.devour")
    reply = program.ask("POST", f"{game}/lead/table", sent | {"revision": led["revision"]})
    assert reply.status_code == status, reply.text
    assert program.get(f"{game}/lead") == led


def test_a_stale_answer_is_refused_with_what_is_asked_now(site: Site) -> None:
    program, game = begun(site, DEALT)
    led = program.get(f"{game}/lead")
    asleep = step(program, game, led, True)
    now = step(program, game, asleep, asleep["prompt"]["options"][0])
    reply = program.ask("POST", f"{game}/lead/answer", {"revision": led["revision"], "value": True})
    assert reply.status_code == 409
    assert reply.json()["error"] == "web.stale"
    assert reply.json()["now"] == now
    assert program.get(f"{game}/lead") == now


def test_an_answer_sent_twice_is_given_once(site: Site) -> None:
    program, game = begun(site, DEALT)
    led = program.get(f"{game}/lead")
    once = step(program, game, led, True)
    assert step(program, game, led, True) == once


def test_an_illegal_answer_is_refused_with_its_rule(site: Site) -> None:
    program, game = begun(site, DEALT)
    led = until(program, game, "werewolves.devour")
    wolf = next(seat["seat"] for seat in led["seats"] if seat["card"] == "werewolf")
    reply = program.ask("POST", f"{game}/lead/answer", {"revision": led["revision"], "value": wolf})
    assert reply.status_code == 422
    said = reply.json()
    assert said["error"] == "answer.refused_seat"
    assert said["rule"] == led["prompt"]["refused"][str(wolf)]
    assert PLAYERS[wolf - 1] in said["message"]
    assert program.get(f"{game}/lead") == led


def test_timer_and_notes(site: Site) -> None:
    program, game = begun(site, DEALT)
    changes = {"timer": {"kind": "debate", "length": 120}, "notes": "Ann seems nervous", "phones_vote": True}
    manner = program.ask("PATCH", f"{game}/lead/manner", changes).json()["manner"]
    assert manner["timer"]["ends"] > 0
    assert manner["notes"] == "Ann seems nervous"
    shown = Program(site).get(game)["manner"]
    assert shown["timer"] == manner["timer"]
    assert shown["notes"] == ""
    stopped = program.ask("PATCH", f"{game}/lead/manner", {"timer": {"kind": "vote", "length": 9, "runs": False}})
    assert stopped.json()["manner"]["timer"] == {"kind": "vote", "length": 9, "ends": 0.0, "left": 9}
    assert program.ask("PATCH", f"{game}/lead/manner", {"timer": None}).json()["manner"]["timer"] is None


# -- seats --


def test_a_player_votes_by_program_when_the_vote_is_open(site: Site) -> None:
    program, game = begun(site, DEALT, phones_vote=True)
    led = program.get(f"{game}/lead")
    assert program.ask("PATCH", f"{game}/lead/manner", {"vote_open": True}).status_code == 400
    led = until(program, game, "day.debate")
    led = step(program, game, led, "vote")
    assert led["prompt"]["kind"] == "ballots"
    voter = led["prompt"]["voters"][0]
    player = Program(site, program.post(f"{game}/keys", seat=voter)["key"])
    seat = f"{game}/seats/{voter}"
    assert player.get(seat)["asks"] is None
    program.ask("PATCH", f"{game}/lead/manner", {"vote_open": True})
    asks = player.get(seat)["asks"]
    choice = asks["choices"][0]["value"]
    after = player.post(f"{seat}/suggestion", token=asks["token"], value=choice)
    assert after["asks"]["mine"] == choice
    assert Program(site).get(game)["voted"] == [voter]
    assert next(each for each in program.get(f"{game}/lead")["seats"] if each["seat"] == voter)["suggests"] == choice
    for value in (99, True, "1", [1], {"1": 2}):
        body = {"token": asks["token"], "value": value}
        assert player.ask("POST", f"{seat}/suggestion", body).status_code == 422
    stale = player.ask("POST", f"{seat}/suggestion", {"token": "day.vote/1", "value": choice})
    assert stale.status_code == 409


def test_a_seat_is_given_once_and_locked_out_when_freed(site: Site) -> None:
    program, game = begun(site, DEALT)
    player = Program(site, program.post(f"{game}/keys", seat=3)["key"])
    assert player.get(f"{game}/seats/3")["seats"][2]["card"]
    assert player.ask("GET", f"{game}/seats/4").status_code == 403
    assert program.ask("POST", f"{game}/keys", {"seat": 3}).status_code == 403
    assert program.ask("DELETE", f"{game}/keys/3").status_code == 200
    assert player.ask("GET", f"{game}/seats/3").status_code == 403
    assert program.post(f"{game}/keys", seat=3)["key"] != player.key
    assert program.ask("POST", f"{game}/keys", {"seat": 99}).status_code == 403
    assert program.ask("DELETE", f"{game}/keys/0").status_code == 404
    assert program.ask("GET", f"{game}/seats/0").status_code == 403, "whoever leads plays no seat"


def test_a_game_is_handed_over_by_another_key(site: Site) -> None:
    program, game = begun(site, DEALT)
    other = Program(site, program.post(f"{game}/keys", seat=0)["key"])
    assert other.get(f"{game}/lead") == program.get(f"{game}/lead")


def test_the_dead_see_everything_only_if_the_table_wants_it(site: Site) -> None:
    program, game = begun(site, DEALT)
    led = until(program, game, "day.debate")
    dead = next(seat["seat"] for seat in led["seats"] if not seat["is_alive"])
    player = Program(site, program.post(f"{game}/keys", seat=dead)["key"])
    assert player.get(f"{game}/seats/{dead}")["graveyard"] is None
    program.ask("PATCH", f"{game}/lead/manner", {"graveyard": True})
    assert player.get(f"{game}/seats/{dead}")["graveyard"] is None, "not before the next night"
    until(program, game, "werewolves.devour")
    assert player.get(f"{game}/seats/{dead}")["graveyard"]["events"] == program.get(f"{game}/lead/log")["events"]


# -- who may --


@pytest.mark.parametrize("operation", operations.OPERATIONS, ids=lambda operation: str(operation.name))
def test_everything_but_the_public_view_needs_its_own_key(site: Site, operation: Any) -> None:
    program, game = begun(site, DEALT)
    _, other = begun(site, DEALT)
    seat_key = program.post(f"{game}/keys", seat=2)["key"]
    path = operation.path.format(game=game.removeprefix("/games/"), seat=1, rule="WITCH-1", code="ABCDEF")
    if operation.who == PUBLIC:
        assert operation.media == STREAM or Program(site).ask(operation.method, path).status_code != 401
        return
    reply = Program(site).ask(operation.method, path)
    assert reply.status_code == 401
    assert reply.headers["www-authenticate"] == "Bearer"
    keys = ["wrong", seat_key, *([program.key] if operation.who == SEAT else [])]
    for key in keys:
        assert Program(site, key).ask(operation.method, path).status_code == 403
    elsewhere = operation.path.format(game=other.removeprefix("/games/"), seat=2)
    assert program.ask(operation.method, elsewhere).status_code == 403


def test_a_cookie_opens_nothing(site: Site) -> None:
    table = begin(site)
    phone = Phone(site).leads(table)
    assert phone.get(f"/api/games/{table.id}/lead").status_code == 401


def test_games_are_not_begun_without_end(site: Site) -> None:
    program = Program(site)
    body = {"setup": DEALT.to_json()}
    for _ in range(limits.GAMES):
        assert program.ask("POST", "/games", body).status_code == 201
    assert program.ask("POST", "/games", body).status_code == 429


# -- bad input --

BAD = {
    "nothing": b"",
    "not json": b"{",
    "not utf-8": b'{"revision": "\xff"}',
    "not an object": b"[]",
    "a field missing": b'{"revision": 1}',
    "a field nobody knows": b'{"revision": 1, "value": true, "also": 1}',
    "a field twice": b'{"revision": 1, "revision": 1, "value": true}',
    "a wrong type": b'{"revision": "1", "value": true}',
    "true is no number": b'{"revision": true, "value": true}',
    "not positive": b'{"revision": -1, "value": true}',
    "a fraction": b'{"revision": 1.5, "value": true}',
    "no number": b'{"revision": 1, "value": NaN}',
    "a very long number": b'{"revision": 1, "value": ' + b"9" * 5000 + b"}",
    "half a letter": b'{"revision": 1, "value": "\\ud800"}',
    "too deep": b'{"revision": 1, "value": ' + b"[" * (DEPTH_LIMIT + 1) + b"]" * (DEPTH_LIMIT + 1) + b"}",
    "far too deep": b'{"revision": 1, "value": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
}


@pytest.mark.parametrize("body", BAD.values(), ids=BAD)
def test_what_cannot_be_read_is_refused(site: Site, body: bytes) -> None:
    program, game = begun(site, DEALT)
    headers = {"authorization": f"Bearer {program.key}"}
    reply = program.client.post(f"/api{game}/lead/answer", content=body, headers=headers)
    assert reply.status_code == 400
    assert reply.json()["error"].startswith("web.api.")
    assert not reply.json()["message"].startswith("error.")
    assert program.get(f"{game}/lead")["answered"] == 0


def test_what_is_too_large_is_refused(site: Site) -> None:
    reply = Program(site).ask("POST", "/setups", {"setup": {"players": ["x" * 300_000]}})
    assert reply.status_code == 413
    assert reply.json()["error"] == "http.413"


def test_a_setup_is_checked_in_both_languages(site: Site) -> None:
    program = Program(site)
    checked = program.post("/setups", setup={"players": ["Ann", "Ann"], "deck": ["seer", "dragon"]})
    assert not checked["valid"]
    faults = {fault["error"]: fault for fault in checked["faults"]}
    assert {"setup.player_count", "setup.same_name", "setup.unknown_card", "setup.no_wolf"} <= set(faults)
    assert faults["setup.same_name"]["message"]["en"] != faults["setup.same_name"]["message"]["fr"]
    assert program.post("/setups", setup={"players": 3})["faults"]
    assert program.post("/setups", setup=[])["faults"]
    fine = program.post("/setups", setup=Setup.of(3, ["werewolf", "seer", "hunter"]).to_json())
    assert fine["valid"]
    assert [warning["error"] for warning in fine["warnings"]] == ["warning.player_range"]


def test_names_with_joiners_are_names(site: Site) -> None:
    """AMD-70"""
    program = Program(site)
    names = ["علی\u200cرضا", "👨\u200d👩\u200d👧", "Zoé"]
    begun = program.post("/games", setup={"players": names, "deck": ["werewolf", "seer", "hunter"]})
    assert [seat["name"] for seat in program.get(f"/games/{begun['game']}")["seats"]] == names


def test_names_that_deceive_the_eye_are_none(site: Site) -> None:
    """AMD-70"""
    program = Program(site)
    for names, why in {("Anna", "\u0410nna"): "lookalike_name", ("Anna", "\u3164"): "hidden_letter"}.items():
        setup = {"players": [*names, "Cid"], "deck": ["werewolf", "seer", "hunter"]}
        assert [fault["error"] for fault in program.post("/setups", setup=setup)["faults"]] == [f"setup.{why}"]
        assert program.ask("POST", "/games", {"setup": setup}).status_code == 422


def test_a_game_that_cannot_be_played_is_not_begun(site: Site) -> None:
    program = Program(site)
    reply = program.ask("POST", "/games", {"setup": {"players": ["Ann"], "deck": ["seer"]}})
    assert reply.status_code == 422
    assert reply.json()["error"] == "setup.invalid"
    reply = program.ask("POST", "/games", {"setup": PHYSICAL.to_json(), "manner": {"deal": "phones"}})
    assert reply.status_code == 400
    deck = ["werewolf", "prejudiced_manipulator", "seer", "hunter"]
    for label in ("x" * 600, "a\nb"):
        setup = {"players": PLAYERS[:4], "deck": deck, "groups": [label, "b", label, "b"]}
        assert program.ask("POST", "/games", {"setup": setup}).status_code == 422, "it could never be read again"


def test_a_game_can_be_removed(site: Site) -> None:
    program, game = begun(site, DEALT)
    assert program.ask("DELETE", game).status_code == 204
    assert program.ask("GET", game).status_code == 404
    assert program.ask("GET", f"{game}/lead").status_code == 404


# -- looking things up --


def test_rules_and_characters(site: Site) -> None:
    program = Program(site)
    rule = program.get("/rules/WITCH-1")
    assert rule["text"]["fr"] == rulebook.entry("WITCH-1").text_in("fr")
    assert program.ask("GET", "/rules/WITCH-99").status_code == 404
    names = {each["card"]: each["name"]["fr"] for each in program.get("/characters")}
    assert names["witch"] == "Sorcière"


def test_other_addresses_are_refused_as_data(site: Site) -> None:
    program = Program(site)
    assert program.ask("GET", "/nowhere").json()["error"] == "http.404"
    reply = program.ask("PUT", "/games")
    assert reply.status_code == 405
    assert reply.headers["allow"] == "POST"


@pytest.mark.parametrize("acts", [True, False], ids=["acting", "looking"])
def test_the_reply_to_every_seat_is_as_long_as_the_others(site: Site, acts: bool) -> None:
    """Whoever sees no more than how long an encrypted reply is does not learn from it who is asked at night.

    Nor who holds what, where nobody is asked on a phone.
    """
    table = evening(site, phones_act=acts)
    programs = [Program(site, run(site.tables.give_key(table, seat))[1]) for seat in range(1, len(CARDS) + 1)]
    path = f"/games/{table.id}"
    for key in ("seer.look", "werewolves.devour", "witch.heal", "vote.ballots"):
        go_on(site, table, key, seer__look=BEA, werewolves__devour=HAL)
        for coding in ("gzip", "identity"):
            lengths = set()
            for seat, program in enumerate(programs, start=1):
                program.client.headers["accept-encoding"] = coding
                reply = program.ask("GET", f"{path}/seats/{seat}")
                assert reply.json()["game"] == table.id
                lengths.add((reply.headers["content-length"], reply.headers["content-encoding"]))
            assert len(lengths) == 1, (key, lengths)


def test_what_a_seat_sends_is_answered_at_one_length_whatever_comes_of_it(site: Site) -> None:
    table = evening(site, phones_act=True)
    wolf, villager = (Program(site, run(site.tables.give_key(table, seat))[1]) for seat in (ANN, FAY))
    go_on(site, table, "werewolves.devour")
    token = wolf.get(f"/games/{table.id}/seats/{ANN}")["asks"]["token"]
    replies = [
        wolf.ask("POST", f"/games/{table.id}/seats/{ANN}/suggestion", {"token": token, "value": HAL}),
        wolf.ask("POST", f"/games/{table.id}/seats/{ANN}/suggestion", {"token": token, "value": ANN}),
        villager.ask("POST", f"/games/{table.id}/seats/{FAY}/suggestion", {"token": token, "value": HAL}),
    ]
    assert [reply.status_code for reply in replies] == [200, 422, 409]
    assert len({reply.headers["content-length"] for reply in replies}) == 1
