"""Work grows no faster than what is sent: too much is refused before it is read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from nightcall import InvalidSetup, Setup
from nightcall.engine import checking
from nightcall.engine.options import Options
from nightcall.web.app import Site
from nightcall.web.play import drawer
from nightcall.web.setup import drafting, profiles
from tests.web.phone import DECK, PLAYERS, Phone, begin, run
from tests.web.program import Program, begun

SETUP = Setup.of(PLAYERS, DECK, sheriff_election="off")
MANY = 20_000


# -- setups --


@pytest.mark.parametrize(
    "part",
    [
        {"variants": ["werewolves_dance"] * MANY},
        {"events": [f"x{number}" for number in range(MANY)]},
        {"players": [f"p{number}" for number in range(MANY)]},
        {"deck": ["werewolf"] * MANY},
        {"groups": ["a"] * MANY},
        {"buildings": ["farm_1"] * MANY},
        {"options": {f"x{number}": 1 for number in range(MANY)}},
        {"options": {"identify_silent_roles_n1": ["seer"] * MANY}},
        {f"x{number}": 1 for number in range(MANY)},
        {"players": ["x" * MANY, "Bea", "Cid"]},
        {"draw": "x" * MANY},
        {part: [f"x{number}" for number in range(150)] for part in ("events", "hand", "trio", "groups", "variants")},
    ],
    ids=lambda part: next(iter(part)),
)
def test_a_setup_longer_than_any_table_is_refused_before_anybody_looks(
    part: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("somebody looked into it")

    monkeypatch.setattr(checking, "faults", never)
    monkeypatch.setattr(Options, "read", never)
    with pytest.raises(InvalidSetup) as caught:
        Setup.from_json(SETUP.to_json() | part)
    assert {fault.key for fault in caught.value.faults} == {"setup.too_long"}
    assert len(caught.value.faults) < 10


def test_a_program_that_sends_one_is_told_so(site: Site) -> None:
    body = {"setup": SETUP.to_json() | {"variants": ["x"] * 5000}}
    reply = Program(site).ask("POST", "/setups", body)
    assert [fault["error"] for fault in reply.json()["faults"]] == ["setup.too_long"]
    assert Program(site).ask("POST", "/games", body).status_code == 422


# -- forms --


@pytest.mark.parametrize("path", ["/games/bring", "/new/players", "/device", "/join"])
@pytest.mark.parametrize("body", [b"&" * 4_000_000, b"&" * 100_000, b"a=b&" * 60_000], ids=len)
def test_a_form_of_separators_is_not_taken_apart(site: Site, path: str, body: bytes) -> None:
    headers = {"content-type": "application/x-www-form-urlencoded"}
    assert Phone(site).client.post(path, content=body, headers=headers).status_code == 413


# -- what stands before it --


@pytest.mark.parametrize("path", ["/about", "/g/x/lead", "/static/nightcall.css", "/api/setups", "/games/bring"])
@pytest.mark.parametrize(
    ("what", "status"),
    [
        ({"path": "/g/" + "a" * 60_000 + "/x"}, 414),
        ({"query": "&" * 60_000}, 414),
        ({"cookie": ";" * 60_000}, 431),
        ({"content-type": "multipart/form-data; " + "a=b;" * 15_000 + "boundary=x"}, 431),
        ({"accept-language": "," * 60_000}, 431),
    ],
    ids=lambda what: next(iter(what)) if isinstance(what, dict) else str(what),
)
def test_what_stands_before_a_request_has_a_length(site: Site, path: str, what: dict[str, str], status: int) -> None:
    """Nobody takes it apart to find that out."""
    headers = {name: value for name, value in what.items() if name not in ("path", "query")}
    target = f"{what.get('path', path)}?{what.get('query', '')}"
    reply = Phone(site).client.post(target, headers=headers, content=b"x")
    assert reply.status_code == status
    assert reply.headers["x-nightcall"] == "1"


def test_the_longest_profile_and_the_longest_notes_pass(site: Site) -> None:
    phone = Phone(site).leads(begin(site))
    assert phone.get(f"/new?profile={'A' * profiles.CODE_AT_MOST}").status_code == 422, "read, and no profile"
    table = begin(site)
    phone.leads(table)
    notes = "\N{WOLF FACE}" * drawer.NOTES_LIMIT
    assert phone.post(f"/g/{table.id}/lead/notes", notes=notes).status_code == 200
    assert run(site.tables.find(table.id)).manner.notes == notes
    program, where = begun(site, SETUP)
    reply = program.client.patch(
        f"/api{where}/lead/manner",
        headers={"authorization": f"Bearer {program.key}"},
        content=json.dumps({"notes": "\u00e9" * 10_000}).encode(),
    )
    assert reply.status_code == 200


def test_a_pasted_list_of_players_is_read_as_far_as_it_could_be_one(site: Site) -> None:
    assert len(drafting.names("Zoe\n" * 60_000)) == drafting.PARTS_AT_MOST
    assert drafting.names(" ".join(PLAYERS * 2)) == PLAYERS * 2
    reply = Phone(site).post("/new/players", paste="Zoe\n" * 20_000, do="paste")
    assert reply.status_code == 422
