"""The cards: a mix that follows the players or a deck of one's own, and all that some cards ask for besides."""

from __future__ import annotations

import pytest

from nightcall.rules.decks import mixes
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
