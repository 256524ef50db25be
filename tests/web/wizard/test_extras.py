"""Houses, event cards and variants."""

from __future__ import annotations

from html import unescape

import pytest

from nightcall.rules.newmoon import EVENTS
from nightcall.web.app import Site
from tests.web.phone import PLAYERS, Phone
from tests.web.wizard.forms import begins, draft_of, faults_on, games, send


def test_houses_are_dealt_chosen_or_left_out(phone: Phone) -> None:
    send(phone, "extras", houses="dealt")
    dealt = draft_of(phone).buildings
    assert len(dealt) == 8
    send(phone, "extras", houses="dealt", do="deal")
    assert draft_of(phone).buildings != dealt
    send(phone, "extras", houses="chosen", **{"house-1": "church", "house-2": "farm_1", "house-3": "castle"})
    assert draft_of(phone).buildings == ("church", "farm_1", *["vagabond"] * 6)
    send(phone, "extras", **{"house-3": "church"})
    assert faults_on(phone.get("/new/extras").text) == {"setup.building_twice"}
    send(phone, "extras", houses="none")
    assert draft_of(phone).buildings == ()


@pytest.mark.parametrize(
    ("language", "says"), [("en", "nobody elects a Sheriff"), ("fr", "personne n’élit de Capitaine")]
)
def test_with_farms_the_set_up_says_that_nobody_is_elected_on_the_first_day(
    site: Site, language: str, says: str
) -> None:
    """FARM-1"""
    phone = Phone(site, language)
    phone.post("/new/players", do="paste", paste=", ".join(PLAYERS))
    pages = ("/new/extras", "/new/begin")
    send(phone, "extras", houses="chosen", **{"house-1": "church"})
    assert not any("data-note" in phone.get(page).text for page in pages)
    send(phone, "extras", houses="chosen", **{"house-1": "farm_1"})
    assert all(says in unescape(phone.get(page).text) for page in pages)
    send(phone, "rules", **{"opt-sheriff_election": "off"})
    assert not any("data-note" in phone.get(page).text for page in pages)


def test_events_all_some_stacked_and_held(phone: Phone) -> None:
    send(phone, "extras", pile="all", draw="shuffled", shown=["hand", "lasting"], hand="miracle", lasting="specter")
    assert faults_on(phone.get("/new/extras").text) == {"setup.event_not_permanent"}
    send(phone, "extras", shown="lasting")
    begins(phone)
    setup = games(phone)[0].game.setup
    assert len(setup.events) == len(EVENTS) - 1
    assert setup.seed is not None
    assert not setup.options.cards_known_to_app
    assert setup.hand == ("miracle",)


def test_stacked_events_keep_their_order(phone: Phone) -> None:
    send(phone, "extras", pile="some", draw="stacked", shown="event", event=["flood", "eclipse", "miracle"])
    send(phone, "extras", stack=["flood", "eclipse", "miracle"], do="down-flood")
    assert draft_of(phone).drawn == ("eclipse", "flood", "miracle")
    send(phone, "extras", shown="event", event=["flood", "miracle", "burial"], stack=["eclipse", "flood", "miracle"])
    assert draft_of(phone).drawn == ("flood", "miracle", "burial")
    send(phone, "extras", pile="all")
    assert draft_of(phone).drawn[:3] == ("flood", "miracle", "burial")
    assert len(draft_of(phone).drawn) == len(EVENTS)


def test_what_the_book_leaves_out_is_explained_and_can_be_allowed(phone: Phone) -> None:
    send(phone, "rules", do="preset-classic")
    page = phone.get("/new/extras").text
    assert 'name="houses"' not in page
    assert "“Classic” plays without" in page
    assert "/rules/OPT-BUILDINGS" in page
    send(phone, "extras", do="allow-buildings_available")
    assert 'name="houses"' in phone.get("/new/extras").text
    assert draft_of(phone).difference == {"buildings_available": True}


def test_variants_that_exclude_one_another(phone: Phone) -> None:
    send(phone, "extras", shown="variant", variant=["moonlight", "moonlight_hard"])
    assert faults_on(phone.get("/new/extras").text) == {"setup.variants_exclude"}
    send(phone, "extras", shown="variant", variant=["moonlight"])
    begins(phone)
    assert games(phone)[0].game.setup.variants == ("moonlight",)


def test_all_events_leave_out_what_the_plague_cannot_bear(phone: Phone) -> None:
    send(phone, "extras", pile="all", shown="variant", variant="black_plague")
    assert 0 < len(draft_of(phone).drawn) < len(EVENTS)
    assert not faults_on(phone.get("/new/extras").text)
