"""Where the app leads nobody moderates: no page, file or form tells the host or a player more than the others know.

Every route is walked, with the host's cookie and with a player's, while the table gathers and after Begin.
"""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from nightcall import MODERATOR, Setup
from nightcall.web import access
from nightcall.web.app import Site
from nightcall.web.led.scenes import Led
from nightcall.web.routes import every
from nightcall.web.table import Table
from nightcall.web.tables import Tables
from nightcall.web.visit import DEVICE
from nightcall.web.watch.live import Listener
from tests.web.phone import PLAYERS, Phone, begin, run
from tests.web.program import Program

DECK = {"werewolf": 2, "seer": 1, "witch": 1, "cupid": 1, "simple_villager": 3}
SEED = 8172500869529967
SETUP = Setup.of(PLAYERS, DECK, seed=SEED, cards_known_to_app=True)
GATHERING = (
    "/g/{game}/lead",
    "/g/{game}/lead/live",
    "/g/{game}/lead/seats",
    "/g/{game}/lead/seats/let-in",
    "/g/{game}/lead/seats/free",
    "/g/{game}/lead/seats/begin",
    "/games/{game}/remove",
)
"""What whoever set the table up may open until Begin."""


@pytest.fixture
def table(site: Site) -> Table:
    return begin(site, SETUP, deal="led")


def host_of(site: Site, table: Table) -> Phone:
    """Whoever set the table up, without a seat."""
    return Phone(site).leads(table)


def guests_of(site: Site, table: Table) -> list[Phone]:
    return [Phone(site).plays(table, seat) for seat, _ in enumerate(PLAYERS, start=1)]


def begun(site: Site, table: Table, host: Phone) -> Table:
    assert host.post(f"/g/{table.id}/lead/seats/begin").status_code == 200
    found = run(site.tables.find(table.id))
    assert found.manner.led is not None
    return found


def addresses(method: str) -> list[tuple[str, str]]:
    """Every route of ours that knows this method: as it is declared, and with numbers and names filled in."""
    found = []
    for route in every():
        if method in (route.methods or ()) and not route.path.endswith("/live"):
            found.append((route.path, re.sub(r"{(?!game)[^}]*}", "1", route.path)))
    assert len(found) > 20
    return found


def is_told(text: str, table: Table) -> bool:
    """Whether the seed is in it, from which all cards follow, or the beginning of a tape."""
    return str(table.game.setup.seed) in text or '{"nightcall"' in text


@pytest.mark.parametrize("after", [False, True], ids=["gathering", "begun"])
@pytest.mark.parametrize("who", ["host", "seat", "both"])
def test_no_page_or_file_tells_the_cards_of_a_led_game(site: Site, table: Table, who: str, after: bool) -> None:
    """`/games/all.jsonl` gave the host the tape, and with it every card; before Begin every lead page did."""
    host, guests = host_of(site, table), guests_of(site, table)
    table = begun(site, table, host) if after else table
    phone = {"host": host, "seat": guests[0], "both": guests[0]}[who]
    if who == "both":
        phone.leads(table)
    for declared, path in addresses("GET"):
        reply = phone.get(path.replace("{game}", table.id))
        assert reply.status_code < 500, path
        assert not is_told(reply.text, table), path
        is_lead = re.match(r"/g/{game}/(lead|tape|end)|/games/{game}", declared)
        if is_lead and (after or who == "seat" or declared not in GATHERING):
            assert reply.status_code in (403, 404, 405), path
        if re.match(r"/g/{game}/seat/", declared) and "1" in path and who == "host":
            assert reply.status_code in (403, 404, 405), path


@pytest.mark.parametrize("after", [False, True], ids=["gathering", "begun"])
def test_no_form_of_a_moderator_does_anything_in_a_led_game(site: Site, table: Table, after: bool) -> None:
    """Before Begin the host answered the first questions himself, Cupid's too."""
    host = host_of(site, table)
    guests_of(site, table)
    table = begun(site, table, host) if after else table
    refused = 0
    for declared, path in addresses("POST"):
        if "{game}" not in declared or declared.startswith("/api") or (declared in GATHERING and not after):
            continue
        form: dict[str, Any] = {"at": str(table.revision), "value": "no", "seat": "1", "sure": "yes", "act": "open"}
        reply = host.client.post(path.replace("{game}", table.id), data=form)
        assert reply.status_code in (403, 404, 405), path
        refused += 1
    assert refused > 25
    found = run(site.tables.find(table.id))
    assert found.game.answers == table.game.answers
    assert found.manner == table.manner
    assert found.revision == table.revision


def test_no_key_opens_what_the_api_tells_a_moderator(site: Site, table: Table) -> None:
    host = host_of(site, table)
    guests_of(site, table)
    secret = host.client.cookies[DEVICE]
    _, key = run(site.tables.give_key(table, MODERATOR))
    for each in (secret, key):
        program = Program(site, each)
        for path in ("lead", "lead/log", "lead/tape", "lead/code"):
            assert program.ask("GET", f"/games/{table.id}/{path}").status_code == 403
        reply = program.ask("POST", f"/games/{table.id}/lead/answer", {"revision": 1, "value": False})
        assert reply.status_code == 403
    begun(site, table, host)
    for each in (secret, key):
        for path in ("lead", "lead/log", "lead/tape", "lead/code", "seats/1", "story"):
            assert Program(site, each).ask("GET", f"/games/{table.id}/{path}").status_code in (403, 404)


def test_begin_deals_anew_and_from_an_empty_tape(site: Site, table: Table) -> None:
    """However far somebody got with the first deal: nothing of it is left."""
    host = host_of(site, table)
    guests_of(site, table)
    known = run(_answered_behind_our_back(site.tables, table))
    assert known.has_called
    after = begun(site, known, host)
    assert after.game.setup.seed not in (SEED, None)
    assert after.game.answers == ()
    kept = run(site.store.get(table.id))
    assert kept is not None
    assert len(kept.lines) == 1
    assert str(after.game.setup.seed) in kept.lines[0]


async def _answered_behind_our_back(tables: Tables, table: Table) -> Table:
    table = await tables.answer(table, False)
    table = await tables.answer(table, True)
    return await tables.answer(table, (1, 2))


def test_nobody_ends_a_led_evening_by_beginning_another(site: Site, table: Table) -> None:
    """Play again takes phones and screens along: not out of an evening that nobody leads."""
    host = host_of(site, table)
    guests_of(site, table)
    begun(site, table, host)
    assert host.post(f"/new/again/{table.id}").status_code == 403
    run(site.store.write(_digest(host), "draft", {**_draft(site, host), "after": table.id}))
    page = host.get("/new/begin").text
    mark = re.search(r'name="mark" value="([^"]+)"', page)
    assert mark is not None
    assert host.post("/new/begin", do="begin", mark=mark[1]).status_code == 200
    assert run(site.tables.find(table.id)).manner.next == ""


def _digest(phone: Phone) -> str:
    return access.digest(phone.client.cookies[DEVICE])


def _draft(site: Site, phone: Phone) -> dict[str, Any]:
    phone.post("/new/players", paste="\n".join(PLAYERS), do="paste")
    found: dict[str, Any] = run(site.store.read(_digest(phone), "draft"))
    return found


def test_villages_side_by_side_tell_nothing_of_one_the_app_leads(site: Site) -> None:
    """HAML-4: whoever leads one village is told of the others' travellers and deaths, not of one nobody leads."""
    hamlets = Setup.of(PLAYERS, DECK, seed=SEED, cards_known_to_app=True, variants=["community_of_hamlets"])
    mine, theirs = begin(site, hamlets, deal="phones", dealt=True), begin(site, hamlets, deal="led")
    phone = Phone(site).leads(mine).leads(theirs)
    assert theirs.id not in phone.get(f"/g/{mine.id}/lead/villages").text
    form = {"from": theirs.id, "name": "Ann", "at": "1"}
    assert phone.client.post(f"/g/{mine.id}/lead/villages", data=form).status_code == 422


def test_the_host_of_a_gathering_is_led_to_the_seats(site: Site, table: Table) -> None:
    host = host_of(site, table)
    assert host.get(f"/g/{table.id}/lead").url.path == f"/g/{table.id}/lead/seats"
    assert host.post(f"/games/{table.id}/remove").status_code == 200


def test_begin_ends_the_stream_of_whoever_gathered_the_table(site: Site, table: Table) -> None:
    """It rings with every step that is made, hidden ones too."""
    host = host_of(site, table)
    guests_of(site, table)
    listener = Listener(MODERATOR, table.look)
    site.live._listeners[table.id] = {listener}
    begun(site, table, host)
    assert listener.is_over


@pytest.mark.parametrize("rest", ["paused", "waiting"])
def test_no_stranger_is_shown_the_code_of_a_led_game_at_rest(site: Site, table: Table, rest: str) -> None:
    """Its screen shows one then, for a phone that is lost."""
    guests_of(site, table)
    table = run(_answered_behind_our_back(site.tables, table))
    led = Led.of({"shown": len(table.game.events), "token": "x", "since": time.time(), "rest": rest})
    vars(site)["address"] = "http://192.168.1.5:8000"
    home = Phone(site)
    home.client._transport.client = ("192.168.1.9", 50000)  # type: ignore[attr-defined]
    table = run(site.tables.manage(table, dealt=True, led=led))
    assert table.is_joining
    assert home.get("/tv").url.path == "/tv"
