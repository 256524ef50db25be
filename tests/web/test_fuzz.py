"""Whatever is sent, the answer is one we have declared: the API by its own document, the forms by their own fields.

A quick sample here, thousands of each with `make soak`. No generator of schemas from outside is needed: the document is
small, and strategies of our own can also send what it does not allow.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nightcall import Setup, play
from nightcall.engine import tape
from nightcall.engine.errors import NightcallError
from nightcall.web import access
from nightcall.web.api import schemas
from nightcall.web.api.openapi import Operation
from nightcall.web.api.operations import OPERATIONS
from nightcall.web.app import Site
from nightcall.web.manner import Manner
from nightcall.web.routes import every
from nightcall.web.store import Grant
from nightcall.web.visit import DEVICE
from tests.web.phone import DECK, PLAYERS, new_site, run, stop_sites
from tests.web.program import Program

SETUP = Setup.of(PLAYERS, DECK, cards_known_to_app=True, seed=3, sheriff_election="off")
QUICK = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), database=None)
LONG = settings(max_examples=1500, deadline=None, suppress_health_check=list(HealthCheck), database=None)

# -- values --

NUMBERS = st.integers() | st.sampled_from([0, 1, -1, 2**31, 2**63, 10**39, 10**41, 10**400])
TEXTS = st.text(max_size=20) | st.sampled_from(
    ["", "\0", "x" * 5000, "9" * 5000, "\u202e", "-", "../..", "'\"<>", "%00"]
)
SCALARS = st.none() | st.booleans() | NUMBERS | TEXTS | st.floats()
ANYTHING = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=12
)


def fits(schema: Any) -> st.SearchStrategy[Any]:
    """Values that a schema allows."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return (
            st.just(SETUP.to_json()) | fits(schemas.SCHEMAS[name]) if name == "Setup" else fits(schemas.SCHEMAS[name])
        )
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kinds = schema.get("type", ())
    kinds = (kinds,) if isinstance(kinds, str) else kinds
    return st.one_of([_of(kind, schema) for kind in kinds]) if kinds else ANYTHING


def _of(kind: str, schema: Any) -> st.SearchStrategy[Any]:
    if kind == "object":
        known, needed = schema.get("properties", {}), set(schema.get("required", ()))
        fields = {name: fits(inner) for name, inner in known.items()}
        return st.fixed_dictionaries(
            {name: value for name, value in fields.items() if name in needed},
            optional={name: value for name, value in fields.items() if name not in needed},
        )
    made: dict[str, Callable[[], st.SearchStrategy[Any]]] = {
        "array": lambda: st.lists(fits(schema.get("items", {})), max_size=6),
        "string": lambda: TEXTS,
        "boolean": st.booleans,
        "integer": lambda: st.integers(schema.get("minimum"), schema.get("maximum")) | st.integers(0, 12),
        "null": st.none,
    }
    return made[kind]()


def spoilt(value: Any) -> st.SearchStrategy[Any]:
    """A value with something else somewhere in it."""
    if isinstance(value, dict) and value:
        return st.sampled_from(sorted(value, key=str)).flatmap(
            lambda name: spoilt(value[name]).map(lambda other: value | {name: other})
        ) | st.tuples(TEXTS, ANYTHING).map(lambda pair: value | {pair[0]: pair[1]})
    return ANYTHING


# -- the API, by its document --


@st.composite
def requests(draw: st.DrawFn) -> tuple[Operation, dict[str, str], bytes, bool]:
    """An operation, what its address names, a body that fits it more or less, and whether a key is shown."""
    operation = draw(st.sampled_from([each for each in OPERATIONS if each.media != "text/event-stream"]))
    names = {
        "seat": draw(st.sampled_from(["1", "2", "99", "0", "x"]) | NUMBERS.map(str)),
        "rule": draw(st.sampled_from(["WITCH-10", "NOPE-1"]) | TEXTS),
        "game": draw(st.just("") | TEXTS),
        "code": draw(st.sampled_from(["ABCDEF", "A" * 12]) | TEXTS.filter(bool)),
    }
    if operation.body is None:
        return operation, names, b"", draw(st.booleans())
    value = draw(fits(operation.body))
    value = draw(st.just(value) | spoilt(value) | ANYTHING)
    try:
        body = json.dumps(value).encode()
    except ValueError:
        body = str(value).encode("utf-8", "surrogatepass")
    return operation, names, draw(st.just(body) | st.binary(max_size=40)), draw(st.booleans())


def check_api(asked: list[tuple[Operation, dict[str, str], bytes, bool]]) -> None:
    """One after another on the same game: what one does must not break the next."""
    site = new_site()
    site.begun = access.Pace(10**6, 10**6, "web.too_many_games")
    program = Program(site)
    made = program.post("/games", setup=SETUP.to_json(), manner={"phones_act": True, "phones_vote": True})
    seat = program.ask("POST", f"/games/{made['game']}/keys", {"seat": 1})
    assert seat.status_code == 401
    program.key = made["key"]
    seat_key = program.post(f"/games/{made['game']}/keys", seat=1)["key"]
    for operation, names, body, has_key in asked:
        path = operation.path
        for name in operation.names:
            path = path.replace(f"{{{name}}}", quote(names[name] or made["game"], safe=""))
        key = seat_key if operation.who == "seat" else made["key"]
        headers = {"authorization": f"Bearer {key}"} if has_key else {}
        reply = program.client.request(operation.method, f"/api{path}", content=body, headers=headers)
        allowed = {operation.status, *operation.statuses, 404, 405, 307, 413, 414} - {500}
        assert reply.status_code in allowed, (operation.name, names, body, reply.status_code, reply.text)
        if reply.status_code >= 400:
            assert set(reply.json()) >= {"error", "message", "rule"}
    stop_sites()


@QUICK
@given(st.lists(requests(), min_size=1, max_size=6))
def test_the_api_answers_as_its_document_says(asked: list[tuple[Operation, dict[str, str], bytes, bool]]) -> None:
    check_api(asked)


@pytest.mark.soak
@LONG
@given(st.lists(requests(), min_size=1, max_size=20))
def test_the_api_answers_as_its_document_says_thousands_of_times(
    asked: list[tuple[Operation, dict[str, str], bytes, bool]],
) -> None:
    check_api(asked)


# -- the pages, by their forms --

SECRET = "f" * 43


def pages() -> list[tuple[str, str]]:
    found = []
    for route in every():
        if not route.path.startswith("/api") and not route.path.endswith("/live"):
            path = re.sub(r":\w+}", "}", route.path)
            found += [(path, method) for method in sorted(route.methods or ()) if method != "HEAD"]
    assert found
    return found


PAGES = pages()
FIELDS = "at value seat text do go mark name new paste count deck shown card-seer opt-x vote-1 count-1 code link sure"
FIELDS += " act kind seconds debate notes language hand profile profile_name from only tape label trio houses pile do q"
FIELD_VALUES = (
    TEXTS
    | NUMBERS.map(str)
    | st.sampled_from(
        "yes no - 1 2 3 next begin odds last again open start stop more vote remove-1 mix-x deal up-x use-x".split()
    )
)


@st.composite
def visits(draw: st.DrawFn) -> tuple[str, str, list[tuple[str, str]], dict[str, str]]:
    path, method = draw(st.sampled_from(PAGES))
    names = draw(st.fixed_dictionaries({}, optional={"game": TEXTS}))
    filled = {
        name: draw(st.sampled_from(["1", "players", "cards", "begin", "witch", "WITCH-10"]) | TEXTS | NUMBERS.map(str))
        for name in re.findall(r"{(\w+)}", path)
        if name != "game"
    }
    fields = draw(st.lists(st.tuples(st.sampled_from(FIELDS.split()) | TEXTS, FIELD_VALUES), max_size=8))
    return path, method, fields, names | filled


def check_pages(asked: list[tuple[str, str, list[tuple[str, str]], dict[str, str]]]) -> None:
    site = new_site()
    site.begun = access.Pace(10**6, 10**6, "web.too_many_games")
    game = run(_begun(site))
    phone = Program(site).client
    phone.cookies.set(DEVICE, SECRET)
    for path, method, fields, names in asked:
        filled = {"game": game} | names
        where = path
        for name, value in filled.items():
            where = where.replace(f"{{{name}}}", quote(value or "-", safe=""))
        headers = {"sec-fetch-site": "same-origin"}
        if method == "GET":
            reply = phone.get(where, params=dict(fields[:3]), headers=headers, follow_redirects=False)
        else:
            data = {name: [value for other, value in fields if other == name] for name, _ in fields}
            reply = phone.request(method, where, data=data, headers=headers, follow_redirects=False)
        assert reply.status_code < 500, (method, where, fields, reply.text)
        target = reply.headers.get("location", "/")
        assert re.match(r"(http://testserver)?/(?![/\\])", target), target
    stop_sites()


async def _begun(site: Site) -> str:
    table = await site.tables.begin(SETUP, Manner(deal="phones", phones_act=True, phones_vote=True), device=_device())
    await site.store.grant(_device(), Grant(table.id, 1))
    return table.id


def _device() -> str:
    return access.digest(SECRET)


@QUICK
@given(st.lists(visits(), min_size=1, max_size=8))
def test_no_form_brings_a_fault_of_ours(asked: list[tuple[str, str, list[tuple[str, str]], dict[str, str]]]) -> None:
    check_pages(asked)


@pytest.mark.soak
@LONG
@given(st.lists(visits(), min_size=1, max_size=30))
def test_no_form_brings_a_fault_of_ours_in_thousands(
    asked: list[tuple[str, str, list[tuple[str, str]], dict[str, str]]],
) -> None:
    check_pages(asked)


# -- saved games --

WHOLE = tape.dumps(play(SETUP, [True]))


@st.composite
def tapes(draw: st.DrawFn) -> bytes:
    """A tape with some of its lines spoilt, doubled, exchanged or cut."""
    lines = [json.loads(line) for line in WHOLE.splitlines()]
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(lines) - 1))
        lines[place] = draw(spoilt(lines[place]))
    lines += draw(st.lists(st.sampled_from(lines) | ANYTHING, max_size=3))
    try:
        text = "\n".join(json.dumps(line) for line in lines).encode()
    except ValueError:
        text = str(lines).encode("utf-8", "surrogatepass")
    return text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text + b"\n"


def check_tape(text: bytes) -> None:
    """It is read, or refused in words; what was read can be written and read again."""
    try:
        game = tape.load_game(text)
    except NightcallError:
        return
    assert tape.load_game(tape.dumps(game)).answers == game.answers


@QUICK
@given(tapes() | st.binary(max_size=300))
def test_every_tape_is_read_or_refused(text: bytes) -> None:
    check_tape(text)


@pytest.mark.soak
@settings(LONG, max_examples=20_000)
@given(tapes() | st.binary(max_size=2000))
def test_every_tape_is_read_or_refused_tens_of_thousands(text: bytes) -> None:
    check_tape(text)


def test_there_is_something_to_try() -> None:
    assert len(OPERATIONS) > 20
    assert len(PAGES) > 50
