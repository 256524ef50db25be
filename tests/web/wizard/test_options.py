"""How this table plays: the options, as a difference from the book."""

from __future__ import annotations

from html import unescape

import pytest

from nightcall import OPTIONS, Setup
from nightcall.web.app import Site
from nightcall.web.setup import offers, profiles
from nightcall.web.setup.drafting import Draft
from nightcall.web.setup.shapes import APART
from nightcall.words import LANGUAGES, Words
from tests.web.phone import PLAYERS, Phone
from tests.web.wizard.forms import draft_of, faults_on, send


def test_options_are_a_difference_from_the_book(phone: Phone) -> None:
    send(phone, "rules", **{"opt-hunter_shot": "may", "opt-seer_may_pass": "False", "opt-great_distrust_friends": "3"})
    assert draft_of(phone).difference == {"hunter_shot": "may", "great_distrust_friends": 3}
    page = phone.get("/new/rules").text
    assert 'value="drop-hunter_shot"' in page
    assert "/rules/OPT-HUNTER-MUST" in page
    send(phone, "rules", do="drop-hunter_shot")
    assert draft_of(phone).difference == {"great_distrust_friends": 3}
    send(phone, "rules", do="preset-helper")
    assert draft_of(phone).difference == {}, "the moderator's aid says three anyway"


def test_an_option_with_several_values(phone: Phone) -> None:
    name = "elder_despair_causes"
    send(phone, "rules", shown=f"opt-{name}", **{f"opt-{name}": ["vote", "poison"]})
    assert draft_of(phone).difference == {name: ["poison", "vote"]}
    send(phone, "rules", shown=f"opt-{name}")
    assert draft_of(phone).rules.elder_despair_causes == frozenset()


def test_a_value_an_option_cannot_have_is_refused(phone: Phone) -> None:
    reply = send(phone, "rules", **{"opt-hunter_shot": "perhaps", "opt-sheriff_election": "off"})
    assert reply.status_code == 422
    assert draft_of(phone).difference == {}


def test_options_can_be_searched(phone: Phone) -> None:
    page = phone.get("/new/rules?q=hunter").text
    assert 'name="opt-hunter_shot"' in page
    assert 'name="opt-sheriff_breaks_ties"' not in page
    assert "No option says that" in phone.get("/new/rules?q=unicorn").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_its_place(site: Site, language: str) -> None:
    page = Phone(site, language).get("/new/rules").text
    for name in OPTIONS:
        assert (f'"opt-{name}"' in page) is (name not in APART), name
    assert {chapter for chapter, _ in offers.in_chapters()} == set(offers.CHAPTERS)


HOUSE = [name for name, option in OPTIONS.items() if option.id.startswith("HOUSE-")]


@pytest.mark.parametrize("name", HOUSE)
def test_a_house_rule_is_found_chosen_and_shared(phone: Phone, name: str) -> None:
    option, words = OPTIONS[name], Words("en")
    for search in (option.id, name, words.option(name)):
        assert f'name="opt-{name}"' in phone.client.get("/new/rules", params={"q": search}).text
    for value in option.values:
        send(phone, "rules", **{f"opt-{name}": str(value)})
        draft = draft_of(phone)
        is_book = value == option.pact
        assert draft.difference == ({} if is_book else {name: value})
        page = unescape(phone.get("/new/rules").text)
        assert (f'value="drop-{name}"' in page) is not is_book
        assert f'href="/rules/{option.id}"' in page
        shared = profiles.from_code(profiles.code(profiles.profile(draft)))
        assert profiles.with_profile(Draft(), shared).options == draft.options
        rules = Setup.from_json({**Setup.of(PLAYERS, ["werewolf", *["seer"] * 7]).to_json(), "options": draft.options})
        assert getattr(rules.options, name) == value


def test_that_silence_tells_something_is_said_where_it_is_chosen(phone: Phone) -> None:
    """HOUSE-19"""
    send(phone, "rules", **{"opt-silent_without_target": "True"})
    assert "the table can tell something from that" in unescape(phone.get("/new/rules").text)
    assert "can tell something from a missing call" in unescape(phone.get("/new/begin").text)


def test_no_day_for_an_election_that_is_not_held(phone: Phone) -> None:
    """HOUSE-16"""
    send(phone, "rules", **{"opt-sheriff_election": "off", "opt-sheriff_elected_on": "d2_dusk"})
    assert "setup.sheriff_off" in faults_on(phone.get("/new/rules").text)
