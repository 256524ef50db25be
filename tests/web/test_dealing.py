"""The deal on one phone that goes round."""

from __future__ import annotations

import re

import pytest

from nightcall.web.app import Site
from nightcall.web.table import Table
from tests.web.evenings import ANN, BEA, CID, HAL, evening
from tests.web.phone import Phone


@pytest.fixture
def table(site: Site) -> Table:
    return evening(site, deal="pass")


@pytest.fixture
def phone(site: Site, table: Table) -> Phone:
    return Phone(site).leads(table)


def at(table: Table, step: str = "") -> str:
    return f"/g/{table.id}/lead/deal{step}"


def stage(text: str) -> str:
    found = re.search(r'data-stage="(\w+)"', text)
    assert found is not None
    return found.group(1)


def pass_on(phone: Phone, table: Table, upto: int) -> str:
    """Let everybody up to this seat look."""
    text = ""
    for seat in range(1, upto + 1):
        phone.post(at(table, "/look"), seat=seat)
        text = phone.post(at(table, "/on"), seat=seat).text
    return text


def test_hand_over_then_the_card_then_on_to_the_next(phone: Phone, table: Table) -> None:
    first = phone.get(at(table)).text
    assert (stage(first), "Hand the phone to Ann" in first) == ("hand", True)
    assert "Werewolf" not in first
    card = phone.post(at(table, "/look"), seat=ANN).text
    assert stage(card) == "card"
    assert "Werewolf" in card
    second = phone.post(at(table, "/on"), seat=ANN)
    assert "Hand the phone to Bea" in second.text
    assert second.url.path == at(table)


def test_reload_and_back_lead_to_no_earlier_secret(phone: Phone, table: Table) -> None:
    pass_on(phone, table, CID)
    for step in ("/look", "/on"):
        reply = phone.post(at(table, step), seat=CID)  # as a browser sends a form again
        assert stage(reply.text) == "hand"
        assert "Hand the phone to Dan" in reply.text
        assert "Seer" not in reply.text
    assert phone.get(at(table, "/look")).status_code == 405


def test_nobody_can_look_ahead(phone: Phone, table: Table) -> None:
    for seat in (BEA, HAL, 0, 99, "x"):
        reply = phone.post(at(table, "/look"), seat=seat)
        assert "Hand the phone to Ann" in reply.text


def test_a_card_is_kept_nowhere(phone: Phone, table: Table) -> None:
    assert phone.post(at(table, "/look"), seat=ANN).headers["cache-control"] == "no-store"


def test_where_the_round_stands_survives(site: Site, phone: Phone, table: Table) -> None:
    pass_on(phone, table, BEA)
    assert "Hand the phone to Cid" in phone.fragment(at(table)).text


def test_at_the_end_back_to_the_moderator_who_may_show_a_card_again(phone: Phone, table: Table) -> None:
    end = pass_on(phone, table, HAL)
    assert stage(end) == "done"
    assert f'href="/g/{table.id}/lead/ready"' in end
    assert "Cid" not in end, "it is still in the last player's hands"
    assert "/deal/anew" not in end
    assert f'href="/g/{table.id}/lead/deal?again"' in phone.get(f"/g/{table.id}/lead/ready").text
    assert "Cid" in phone.get(at(table, "?again")).text
    again = phone.post(at(table, "/show"), seat=CID).text
    assert "Hand the phone to Cid" in again
    assert "Seer" in phone.post(at(table, "/look"), seat=CID).text
    assert stage(phone.post(at(table, "/on"), seat=CID).text) == "done"
    assert "Hand the phone to Ann" in phone.post(at(table, "/show"), seat=0).text


def test_whose_card_was_shown_again_stands_in_the_log(phone: Phone, table: Table) -> None:
    """Nobody looks at another's card unnoticed; the way there is on pages of whoever leads."""
    pass_on(phone, table, HAL)
    here = f"/g/{table.id}/lead"
    assert f'href="{here}/deal?again"' in phone.get(f"{here}/more").text
    assert 'id="shown-again"' not in phone.get(f"{here}/log").text
    phone.post(at(table, "/show"), seat=CID)
    assert "Cards shown once more on the phone, one after the other: Cid." in phone.get(f"{here}/log").text


def test_no_card_is_shown_again_while_the_round_goes_on(phone: Phone, table: Table) -> None:
    pass_on(phone, table, BEA)
    assert "Hand the phone to Cid" in phone.post(at(table, "/show"), seat=ANN).text


def test_an_open_page_is_changed_in_place(phone: Phone, table: Table) -> None:
    fields = {"seat": "1"}
    card = phone.client.post(at(table, "/look"), data=fields, headers={"hx-request": "true"})
    assert (stage(card.text), "<html" in card.text) == ("card", False)
    on = phone.client.post(at(table, "/on"), data=fields, headers={"hx-request": "true"})
    assert (stage(on.text), "Bea" in on.text) == ("hand", True)


def test_both_cards_of_a_double_you_and_the_house(site: Site) -> None:
    deck = ("seer", "witch", "hunter", "cupid", "simple_villager", "elder", "defender", "scapegoat")
    hidden = ("werewolf", "werewolf", *("simple_villager",) * 6)
    setup = {"variants": ["double_you"], "buildings": ["church", *["vagabond"] * 7]}
    table = evening(site, (*deck, *hidden), setup, deal="pass")
    phone = Phone(site).leads(table)
    card = phone.post(at(table, "/look"), seat=ANN).text
    own = card.partition('class="peek__secret"')[2]
    assert "Seer" in own
    assert "Werewolf" in own
    assert "Church" in own


def test_only_where_the_app_deals_on_one_phone(site: Site) -> None:
    table = evening(site, deal="phones")
    phone = Phone(site).leads(table)
    assert phone.get(at(table)).url.path == f"/g/{table.id}/lead/seats"
    assert phone.post(at(table, "/look"), seat=ANN).url.path == f"/g/{table.id}/lead/seats"


def test_only_for_the_moderator_s_phone(site: Site, table: Table) -> None:
    player = Phone(site).plays(table, ANN)
    assert player.get(at(table)).status_code == 403
    for step in ("/look", "/on", "/show"):
        assert player.post(at(table, step), seat=ANN).status_code == 403


def test_a_round_that_was_interrupted_goes_on_where_it_was(phone: Phone, table: Table) -> None:
    """Back, or "Go on" on the start page: the moderator's page is not for whoever holds the phone now."""
    lead = f"/g/{table.id}/lead"
    pass_on(phone, table, BEA)
    assert "Hand the phone to Cid" in phone.get(lead).text
    pass_on(phone, table, HAL)
    assert phone.get(lead).url.path == lead


def test_a_round_nobody_has_begun_waits_on_the_phone_that_has_begun_the_game(site: Site) -> None:
    phone = Phone(site)
    phone.post("/new/players", paste="Ann\nBea\nCid\nDan\nEve\nFay\nGus\nHal", do="paste")
    phone.post("/new/deal", deal="pass")
    begun = phone.post("/new/begin", do="begin")
    assert "Hand the phone to Ann" in begun.text
    game = begun.url.path.split("/")[2]
    assert "Hand the phone to Ann" in phone.get(f"/g/{game}/lead").text
    assert "Hand the phone to Ann" in phone.get("/new/begin").text, "back: there is no table to set up any more"
    assert "Hand the phone" not in phone.get("/new").text
