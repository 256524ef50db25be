"""For builders: answers by kind, a game found and joined by code, story and statistics, what can be looked up."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from nightcall import OPTIONS, Setup
from nightcall.engine.events import TOLD
from nightcall.engine.prompts import EVERY_KIND, Kind
from nightcall.web.api.answers import FORMS
from nightcall.web.app import Site
from tests.web.phone import DECK, PLAYERS, Phone, begin, run
from tests.web.program import Program, begun, bot_for, prompt_of
from tests.web.test_api import fits

DOCS = Path(__file__).parents[2] / "docs" / "api.md"
DEALT = Setup.of(PLAYERS, DECK, sheriff_election="off", cards_known_to_app=True, seed=4)
WITH: dict[Kind, dict[str, Any]] = {
    "yes_no": {"sheriff_election": "setup"},
    "counts": {"vote_input": "counts"},
    "texts": {"variants": ["writing_on_the_wall"]},
}
"""What a table needs for each kind of question to come up, besides the usual."""
CARDS: dict[Kind, list[str]] = {
    "cards": ["thief", "fox", "seer", "werewolf", "werewolf", "hunter", *["simple_villager"] * 4],
    "text": ["wandering_judge", "seer", "werewolf", "werewolf", "hunter", *["simple_villager"] * 3],
    "pick": ["seer", "werewolf", "witch", "werewolf", "hunter", *["simple_villager"] * 3],
}


def table_for(kind: Kind) -> Setup:
    told: dict[str, Any] = {"sheriff_election": "off", "cards_known_to_app": kind != "cards", **WITH.get(kind, {})}
    return Setup.of(PLAYERS, CARDS.get(kind, DECK), **told)


def documented() -> dict[str, Any]:
    """The examples of docs/api.md: kind -> what is sent."""
    found = re.findall(
        r"^### `(\w+)`.*?^    POST (\S+)\n    (\{.*?\})$", DOCS.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    return {kind: json.loads(body) for kind, path, body in found if path.endswith("/lead/answer")}


# -- answers --


def test_every_kind_is_described_with_an_example_which_the_page_shows_too(site: Site) -> None:
    document = Program(site).get("/openapi.json")
    body = document["paths"]["/games/{game}/lead/answer"]["post"]["requestBody"]["content"]["application/json"]
    assert list(body["examples"]) == list(EVERY_KIND)
    assert [each["title"] for each in document["components"]["schemas"]["Answer"]["anyOf"]] == list(EVERY_KIND)
    assert {kind: each["value"] for kind, each in body["examples"].items()} == documented()
    french = Program(site, language="fr").get("/openapi.json")["paths"]["/games/{game}/lead/answer"]["post"]
    assert "chaque" in json.dumps(french["requestBody"], ensure_ascii=False).lower()


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_every_example_can_be_sent(site: Site, kind: Kind) -> None:
    """The example answers the question it names, at some table; sent with the revision of that moment."""
    setup, form = table_for(kind), FORMS[kind]
    program, game = begun(site, setup)
    bot, led = bot_for(setup, seed=1), program.get(f"{game}/lead")
    for _ in range(300):
        assert led["prompt"] is not None, f"{form.asked} was never asked"
        if led["prompt"]["ask"] == form.asked:
            break
        value = bot(prompt_of(led["prompt"]))
        led = program.post(f"{game}/lead/answer", revision=led["revision"], value=value)
    assert led["prompt"]["kind"] == kind
    sent = documented()[kind] | {"revision": led["revision"]}
    after = program.post(f"{game}/lead/answer", **sent)
    assert after["answered"] == led["answered"] + 1
    schemas = program.get("/openapi.json")["components"]["schemas"]
    fits(sent["value"], schemas["Answer"], schemas)


def test_one_name_for_one_thing(site: Site) -> None:
    """A revision is a revision, a phase one of five words, and `ask` names a question everywhere."""
    document = json.dumps(Program(site).get("/openapi.json"))
    assert '"at":' not in document
    program, game = begun(site, DEALT, phones_act=True)
    phases = program.get("/openapi.json")["components"]["schemas"]
    assert phases["Lead"]["properties"]["phase"] == phases["Public"]["properties"]["phase"]
    led = program.get(f"{game}/lead")
    seen = []
    bot = bot_for(DEALT, seed=1)
    for _ in range(12):
        public = Program(site).get(game)
        seen.append((led["phase"], public["phase"]))
        assert led["night"] >= public["night"]
        asked = led["prompt"]["ask"]
        for seat in led["seats"]:
            if seat["card"] == "seer" and asked == "seer.look":
                player = Program(site, program.post(f"{game}/keys", seat=seat["seat"])["key"])
                assert player.get(f"{game}/seats/{seat['seat']}")["asks"]["ask"] == "seer.look"
        led = program.post(f"{game}/lead/answer", revision=led["revision"], value=bot(prompt_of(led["prompt"])))
    assert {phase for pair in seen for phase in pair} <= set(phases["Lead"]["properties"]["phase"]["enum"])
    assert ("night", "night") in seen


# -- codes --


def test_a_game_is_found_by_its_code_and_joined(site: Site) -> None:
    program, game = begun(site, DEALT, deal="phones", dealt=False)
    schemas = program.get("/openapi.json")["components"]["schemas"]
    codes = program.get(f"{game}/lead/code")
    stranger = Program(site)
    found = stranger.get(f"/codes/{codes['join'].lower()}")
    fits(found, schemas["Found"], schemas)
    assert f"/games/{found['game']}" == game
    assert found["may_join"]
    assert [seat["name"] for seat in found["seats"]] == PLAYERS
    joined = stranger.post(f"/codes/{codes['join']}", seat=3)
    fits(joined, schemas["Joined"], schemas)
    player = Program(site, joined["key"])
    assert player.get(f"{game}/seats/3")["seats"][2]["card"] == "", "no card before Begin"
    program.ask("PATCH", f"{game}/lead/manner", {"dealt": True})
    assert player.get(f"{game}/seats/3")["seats"][2]["card"]
    assert player.ask("GET", f"{game}/seats/4").status_code == 403
    assert player.ask("GET", f"{game}/lead").status_code == 403


def test_one_guest_takes_one_seat_and_asks_for_more(site: Site) -> None:
    """One program sat down everywhere, and read seven cards after Begin."""
    program, game = begun(site, DEALT, deal="phones", dealt=False)
    code = program.get(f"{game}/lead/code")["join"]
    replies = [Program(site).ask("POST", f"/codes/{code}", {"seat": seat}) for seat in (1, 2, 3)]
    assert [reply.status_code for reply in replies] == [201, 202, 202]
    claims = program.get(f"{game}/lead")["claims"]
    assert [claim["seat"] for claim in claims] == [2, 3]
    program.post(f"{game}/lead/claims", claim=claims[0]["claim"], let_in=True)
    assert Program(site, replies[1].json()["key"]).get(f"{game}/seats/2")["viewer"] == 2
    elsewhere = Program(site)
    elsewhere.client._transport.client = ("10.0.0.9", 50000)  # type: ignore[attr-defined]
    assert elsewhere.ask("POST", f"/codes/{code}", {"seat": 4}).status_code == 201


def test_a_seat_that_was_given_back_is_nobodys_second_one(site: Site) -> None:
    program, game = begun(site, DEALT, deal="phones", dealt=False)
    code = program.get(f"{game}/lead/code")["join"]
    assert Program(site).ask("POST", f"/codes/{code}", {"seat": 1}).status_code == 201
    run(site.tables.free(run(site.tables.find(game.removeprefix("/games/"))), 1))
    assert Program(site).ask("POST", f"/codes/{code}", {"seat": 2}).status_code == 201


def test_whoever_leads_is_told_of_seats_taken_from_one_address(site: Site) -> None:
    table = begin(site, DEALT, deal="phones")
    code, lead = run(site.codes.of(table.id)), Phone(site).leads(table)
    for seat, address in ((1, "10.0.0.1"), (2, "10.0.0.1"), (3, "10.0.0.1")):
        phone = Phone(site)
        phone.client._transport.client = (address, 50000)  # type: ignore[attr-defined]
        phone.post(f"/join/{code}", seat=seat)
    page = f"/g/{table.id}/lead/seats"
    assert "data-shared" not in lead.get(page).text, "a whole household may share one"
    other = Phone(site)
    other.client._transport.client = ("10.0.0.2", 50000)  # type: ignore[attr-defined]
    other.post(f"/join/{code}", seat=4)
    told = lead.get(page).text
    assert "Ann, Bea and Cid have joined from one address" in told
    run(site.tables.free(run(site.tables.find(table.id)), 1))
    assert "Bea and Cid have joined from one address" in lead.get(page).text


def test_in_a_game_that_has_begun_whoever_leads_lets_programs_in(site: Site) -> None:
    program, game = begun(site, DEALT)
    code = program.get(f"{game}/lead/code")["join"]
    reply = Program(site).ask("POST", f"/codes/{code}", {"seat": 3})
    assert reply.status_code == 202
    asked = reply.json()
    player = Program(site, asked["key"])
    assert player.ask("GET", f"{game}/seats/3").status_code == 403
    (claim,) = program.get(f"{game}/lead")["claims"]
    assert (claim["seat"], claim["sign"]) == (3, asked["sign"])
    assert program.post(f"{game}/lead/claims", claim=claim["claim"], let_in=True)["claims"] == []
    assert player.get(f"{game}/seats/3")["viewer"] == 3
    assert program.ask("POST", f"{game}/lead/claims", {"claim": "nobody", "let_in": True}).status_code == 404
    assert program.ask("DELETE", f"{game}/keys/3").status_code == 200
    assert player.ask("GET", f"{game}/seats/3").status_code == 403, "a freed seat is closed to what joined it"


def test_the_code_of_a_screen_gives_no_seat_and_a_wrong_one_nothing(site: Site) -> None:
    program, game = begun(site, DEALT, dealt=False)
    screen = program.get(f"{game}/lead/code")["screen"]
    found = Program(site).get(f"/codes/{screen}")
    assert f"/games/{found['game']}" == game
    assert not found["may_join"]
    assert Program(site).ask("POST", f"/codes/{screen}", {"seat": 3}).status_code == 403
    assert Program(site).ask("GET", "/codes/WRONG2").status_code == 404
    assert Program(site).ask("POST", "/codes/WRONG2", {"seat": 1}).status_code == 404
    replies = [Program(site).ask("GET", "/codes/WRONG2").status_code for _ in range(40)]
    assert replies[-1] == 429, "nobody tries them all"


def test_after_the_first_call_the_code_is_over_until_joining_is_opened(site: Site) -> None:
    program, game = begun(site, DEALT)
    code = program.get(f"{game}/lead/code")["join"]
    led = program.post(f"{game}/lead/answer", revision=1, value=True)
    assert led["phase"] == "night"
    assert program.get(f"{game}/lead/code")["join"] == ""
    assert Program(site).ask("POST", f"/codes/{code}", {"seat": 3}).status_code == 403
    program.ask("PATCH", f"{game}/lead/manner", {"joining": True})
    code = program.get(f"{game}/lead/code")["join"]
    assert Program(site).ask("POST", f"/codes/{code}", {"seat": 3}).status_code == 202


# -- what happened, and what there is --


def finished(site: Site) -> tuple[Program, str]:
    program, game = begun(site, DEALT)
    bot, led = bot_for(DEALT, seed=2), program.get(f"{game}/lead")
    while led["prompt"] is not None:
        led = program.post(f"{game}/lead/answer", revision=led["revision"], value=bot(prompt_of(led["prompt"])))
    return program, game


def test_the_story_is_told_once_it_is_over(site: Site) -> None:
    going_on, elsewhere = begun(site, DEALT)
    assert going_on.ask("GET", f"{elsewhere}/story").status_code == 404, "not even to whoever leads: that is the log"
    program, game = finished(site)
    schemas = program.get("/openapi.json")["components"]["schemas"]
    story = Program(site).get(f"{game}/story")
    fits(story, schemas["Story"], schemas)
    assert story["winner"] == program.get(f"{game}/lead")["outcome"]["winner"]
    assert [part["name"] for part in story["parts"]] == PLAYERS
    assert any(each["is_secret"] for chapter in story["chapters"] for each in chapter["happenings"])


def test_statistics_of_the_games_whose_keys_one_has(site: Site) -> None:
    games = [finished(site) for _ in range(2)]
    begun(site, DEALT)
    keys = [program.key for program, _ in games]
    seat = games[0][0].post(f"{games[0][1]}/keys", seat=1)["key"]
    added = Program(site).post("/statistics", keys=[*keys, keys[0], "wrong", seat])
    schemas = Program(site).get("/openapi.json")["components"]["schemas"]
    fits(added, schemas["Statistics"], schemas)
    assert added["games"] == 2
    assert len(added["rows"]) == 2 * len(PLAYERS)
    assert {each["name"] for each in added["people"]} == set(PLAYERS)
    assert Program(site).post("/statistics", keys=[seat])["games"] == 0, "a player's key opens no statistics"


def test_what_can_be_looked_up(site: Site) -> None:
    program = Program(site)
    document = program.get("/openapi.json")
    schemas = document["components"]["schemas"]
    for path in ("/characters", "/buildings", "/event-cards", "/variants", "/options", "/events"):
        reply = document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        found = program.get(path)
        fits(found, reply, schemas)
        assert found
    assert {each["option"] for each in program.get("/options")} == set(OPTIONS)
    assert {each["event"] for each in program.get("/events")} == set(TOLD)
    told = {each["event"]: each for each in program.get("/events")}
    assert told["died"]["to"] == "public"
    assert told["died"]["facts"]["seat"] == "seat"


# -- powers of the day --


def test_a_seat_s_powers_by_day_are_asked_for_by_program(site: Site) -> None:
    houses = ["barber_shop", "farm_1", *["vagabond"] * 6]
    setup = Setup.of(PLAYERS, DECK, sheriff_election="off", cards_known_to_app=True, buildings=houses)
    program, game = begun(site, setup, phones_act=True)
    led, bot = program.get(f"{game}/lead"), bot_for(setup, seed=1)
    player = Program(site, program.post(f"{game}/keys", seat=1)["key"])
    assert player.ask("POST", f"{game}/seats/1/sign", {}).status_code == 400, "not at night"
    while led["prompt"]["ask"] != "day.debate":
        prompt = prompt_of(led["prompt"])
        value = 8 if prompt.key == "werewolves.devour" and 8 in prompt.options else bot(prompt)
        led = program.post(f"{game}/lead/answer", revision=led["revision"], value=value)
    powers = [each["value"] for each in player.get(f"{game}/seats/1")["powers"]]
    if 1 in [seat["seat"] for seat in led["seats"] if seat["is_alive"]]:
        assert powers == ["barber_shop.cut"]
        player.post(f"{game}/seats/1/sign", power="barber_shop.cut")
        assert program.get(f"{game}/lead")["signs"] == [{"seat": 1, "power": "barber_shop.cut"}]
    assert player.ask("POST", f"{game}/seats/1/sign", {"power": "church.confess"}).status_code == 400


def test_nothing_of_who_waits_or_signs_is_public(site: Site) -> None:
    program, game = begun(site, DEALT, phones_act=True)
    before = Program(site).get(game)
    Program(site).ask("POST", f"/codes/{program.get(f'{game}/lead/code')['join']}", {"seat": 3})
    table = run(site.tables.find(game.removeprefix("/games/")))
    run(site.tables.manage(table, signs=((2, ""),)))
    assert Program(site).get(game) == before
