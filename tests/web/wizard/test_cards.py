"""The cards: a mix that follows the players or a deck of one's own, and all that some cards ask for besides."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from nightcall.rules.decks import mixes
from nightcall.web.app import Site
from tests.web.phone import PLAYERS, Phone
from tests.web.wizard.forms import begins, draft_of, faults_on, games, send


def test_a_mix_follows_the_players(phone: Phone) -> None:
    assert draft_of(phone).cards == {"werewolf": 2, "seer": 1, "cupid": 1, "simple_villager": 4}
    send(phone, "cards", do="mix-lively")
    send(phone, "players", shown="name", name=[*PLAYERS, "Ida", "Jo"])
    cards = draft_of(phone).cards
    assert cards == mixes(10)["lively"]
    assert sum(cards.values()) == 10
    assert not faults_on(phone.get("/new/begin").text)


def test_chosen_cards_stay_and_villagers_even_them_out(phone: Phone) -> None:
    send(phone, "cards", **{"card-werewolf": "2", "card-witch": "1", "card-simple_villager": "1"})
    page = phone.get("/new/cards").text
    assert faults_on(page) == {"setup.deck_size"}
    assert "4 / 8" in page
    send(phone, "cards", do="fill")
    assert draft_of(phone).cards == {"werewolf": 2, "witch": 1, "simple_villager": 5}
    send(phone, "cards", do="fill", **{"card-werewolf": "3", "card-witch": "1", "card-simple_villager": "5"})
    assert draft_of(phone).cards["simple_villager"] == 4


def test_the_thief_needs_two_more_and_double_you_twice_as_many(phone: Phone) -> None:
    send(phone, "cards", do="fill", **{"card-werewolf": "2", "card-thief": "1"})
    assert "10 / 10" in phone.get("/new/cards").text
    send(phone, "extras", shown="variant", variant="double_you")
    assert draft_of(phone).wanted == 18


@pytest.mark.parametrize(
    ("cards", "extras", "says"),
    [
        ({"card-werewolf": "2"}, {}, None),
        ({"card-werewolf": "2", "card-thief": "1"}, {}, "8 players, +2 for the Thief"),
        ({"card-werewolf": "2", "card-actor": "1"}, {}, "8 players, and 3 laid out for the Actor"),
        (
            {"card-werewolf": "2", "card-thief": "1"},
            {"shown": "variant", "variant": "double_you"},
            "8 players, 2 cards each, +2 for the Thief",
        ),
    ],
)
def test_the_count_says_why_the_deck_is_larger_than_the_table(
    phone: Phone, cards: dict[str, str], extras: dict[str, str], says: str | None
) -> None:
    """THIEF-1, ACTOR-1, DBL-1"""
    send(phone, "extras", **extras)
    send(phone, "cards", do="fill", **cards)
    assert re.findall(r'<small id="larger">([^<]*)<', phone.get("/new/cards").text) == ([says] if says else [])


@pytest.mark.parametrize(
    ("cards", "fault", "remedy"),
    [
        ({"card-werewolf": "2", "card-actor": "1"}, "setup.actor_count", "trio"),
        ({"card-werewolf": "2", "card-prejudiced_manipulator": "1"}, "setup.two_groups", "groups"),
        ({"card-werewolf": "2", "card-two_sisters": "1"}, "setup.broken_set", "tile-two_sisters"),
        ({"card-seer": "1"}, "setup.no_wolf", "tile-werewolf"),
    ],
)
@pytest.mark.parametrize(("language", "link"), [("en", "Take me there"), ("fr", "M’y conduire")])
def test_what_is_wrong_stands_first_and_leads_to_where_it_is_mended(
    site: Site, cards: dict[str, Any], fault: str, remedy: str, language: str, link: str
) -> None:
    phone = Phone(site, language)
    phone.post("/new/players", do="paste", paste=", ".join(PLAYERS))
    send(phone, "cards", do="fill", **cards)
    page = unescape(phone.get("/new/cards").text)
    assert faults_on(page) == {fault}
    assert "8 / 8" in page, "as many cards as it should be, and something is missing all the same"
    assert page.index(f'data-fault="{fault}"') < page.index('id="mixes-title"') < page.index(f'id="{remedy}"')
    assert f'href="#{remedy}">{link}</a>' in page


def test_double_you_is_laid_out_so_that_the_camps_are_hidden(phone: Phone) -> None:
    send(phone, "extras", shown="variant", variant="double_you")
    cards = {"card-seer": 1, "card-witch": 1, "card-hunter": 1, "card-cupid": 1, "card-defender": 1, "card-elder": 1}
    send(phone, "cards", do="fill", **cards, **{"card-werewolf": "2"})
    assert not faults_on(phone.get("/new/begin").text)
    assert begins(phone).status_code == 303
    assert games(phone)[0].game.setup.deck[8:] == ("simple_villager",) * 6 + ("werewolf",) * 2


def test_the_actor_s_cards_are_asked_for(phone: Phone) -> None:
    assert 'name="trio"' not in phone.get("/new/cards").text
    send(phone, "cards", do="fill", **{"card-werewolf": "2", "card-actor": "1"})
    page = phone.get("/new/cards").text
    assert 'name="trio"' in page
    assert "setup.actor_count" in faults_on(page)
    send(phone, "cards", shown="trio", trio=["seer", "witch", "fox"])
    assert not faults_on(phone.get("/new/cards").text)
    assert begins(phone).status_code == 303
    assert games(phone)[0].game.setup.trio == ("seer", "witch", "fox")


def test_the_manipulator_s_groups_are_asked_for(phone: Phone) -> None:
    send(phone, "cards", do="fill", **{"card-werewolf": "2", "card-prejudiced_manipulator": "1"})
    assert "setup.two_groups" in faults_on(phone.get("/new/cards").text)
    send(phone, "cards", shown="first", first=["Ann", "Eve", "Nobody"], label=["glasses", "no glasses"])
    assert not faults_on(phone.get("/new/cards").text)
    begins(phone)
    groups = games(phone)[0].game.setup.groups
    assert groups == ("glasses", *["no glasses"] * 3, "glasses", *["no glasses"] * 3)


def test_silent_roles_and_absent_cards_are_offered(phone: Phone) -> None:
    send(phone, "cards", do="fill", **{"card-werewolf": "2", "card-hunter": "1"})
    send(phone, "cards", shown=["silent", "also"], silent="hunter", also=["witch", "unicorn"])
    assert "Announced too, but not in play: Witch" in phone.get("/new/begin").text
    begins(phone)
    setup = games(phone)[0].game.setup
    assert setup.options.identify_silent_roles_n1 == ("hunter",)
    assert setup.also_announced == ("witch",)


def test_a_card_that_needs_extras_says_so_where_it_lies(phone: Phone) -> None:
    send(phone, "cards", do="fill", **{"card-werewolf": "2", "card-gypsy": "1"})
    page = phone.get("/new/cards").text
    assert faults_on(page) == {"setup.needs"}
    assert 'value="extras">To: Extras' in page
    send(phone, "extras", pile="all")
    assert not faults_on(phone.get("/new/begin").text)


@pytest.mark.parametrize("count", ["-1", "two", "1000"])
def test_a_bad_number_of_cards_changes_nothing(phone: Phone, count: str) -> None:
    reply = send(phone, "cards", **{"card-seer": count})
    assert reply.status_code == 422
    assert draft_of(phone).deck == {}


def test_more_or_fewer_cards_are_laid_out(phone: Phone) -> None:
    """HOUSE-18, HOUSE-27"""
    deck = {"card-werewolf": "2", "card-thief": "1", "card-actor": "1", "card-seer": "1", "card-simple_villager": "7"}
    send(phone, "rules", **{"opt-thief_spares": "4", "opt-actor_trio": "2"})
    send(phone, "cards", shown="trio", trio=["seer", "seer"], **deck)
    page = phone.get("/new/cards").text
    assert faults_on(page) == {"setup.actor_not_in_box"}
    assert page.count('name="trio"') == 2
    send(phone, "rules", **{"opt-actor_beyond_box": "allowed"})
    assert draft_of(phone).table().trio == ("seer", "seer")
    assert "setup.actor_not_in_box" in faults_on(phone.get("/new/cards").text), "two more than the deck's own"
    send(phone, "cards", shown="trio", trio=["fox", "fox"], **deck)
    page = phone.get("/new/cards").text
    assert not faults_on(page)
    assert "All the Werewolves might lie there" in page
    assert begins(phone).status_code == 303
