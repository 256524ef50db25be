"""Joining a game with one's own phone, and the moderator's page of the players' phones."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from nightcall import Setup
from nightcall.web import access, limits
from nightcall.web.app import Site
from nightcall.web.table import Table
from tests.web.evenings import ANN, BEA, CARDS, CID, FAY, go_on
from tests.web.evenings import evening as any_evening
from tests.web.phone import PLAYERS, Phone, begin, new_site, run
from tests.web.seat.parts import at


def evening(site: Site, **manner: Any) -> Table:
    """A table that gathers: the cards are not dealt yet."""
    return any_evening(site, **({"dealt": False} | manner))


def test_a_typed_code_leads_to_the_seats(site: Site) -> None:
    code = run(site.codes.of(evening(site).id))
    reply = Phone(site).post("/join", code=f" {code.lower()[:3]}-{code.lower()[3:]} ")
    assert reply.status_code == 200
    assert reply.url.path == f"/join/{code}"
    assert "Who are you?" in reply.text
    assert reply.text.count('name="seat"') == 8


def test_a_wrong_code_says_so_and_keeps_what_was_typed(site: Site) -> None:
    evening(site)
    for reply in (Phone(site).post("/join", code='AB"CD'), Phone(site, "fr").get("/join/ABCDEF")):
        assert reply.status_code == 422
    reply = Phone(site).post("/join", code="ABCDE")
    assert "No game goes by this code" in reply.text
    assert 'value="ABCDE"' in reply.text


def test_an_old_code_opens_nothing() -> None:
    now = 0.0
    site = new_site()
    site.codes = access.Codes(site.store, clock=lambda: now)
    code = run(site.codes.of(evening(site).id))
    assert Phone(site).get(f"/join/{code}").status_code == 200
    now = access.CODE_LASTS + 1
    assert Phone(site).get(f"/join/{code}").status_code == 422
    assert Phone(site).post(f"/join/{code}", seat=1).status_code == 422


def test_whoever_guesses_codes_has_to_wait(site: Site) -> None:
    phone = Phone(site)
    replies = [phone.get(f"/join/WRONG{number}").status_code for number in range(limits.TRIES + 1)]
    assert replies[-2:] == [422, 429]
    assert "Wait a minute" in phone.get(f"/join/{run(site.codes.of(evening(site).id))}").text


def test_a_seat_is_claimed_once(site: Site) -> None:
    table = evening(site)
    code = run(site.codes.of(table.id))
    first, second = Phone(site), Phone(site)
    reply = first.post(f"/join/{code}", seat=BEA)
    assert reply.url.path == f"/g/{table.id}/seat/{BEA}"
    assert reply.status_code == 200
    assert f'data-seat="{BEA}" data-taken' in second.get(f"/join/{code}").text
    reply = second.post(f"/join/{code}", seat=BEA)
    assert reply.url.path == f"/g/{table.id}/waiting"
    assert second.get(f"/g/{table.id}/seat/{BEA}").status_code == 403


def test_claiming_again_by_the_same_phone_does_no_harm(site: Site) -> None:
    table = evening(site)
    code = run(site.codes.of(table.id))
    phone = Phone(site)
    for _ in range(2):
        assert phone.post(f"/join/{code}", seat=BEA).url.path == f"/g/{table.id}/seat/{BEA}"


def test_one_phone_holds_one_secret(site: Site) -> None:
    table = evening(site)
    code = run(site.codes.of(table.id))
    phone = Phone(site)
    phone.post(f"/join/{code}", seat=BEA)
    reply = phone.post(f"/join/{code}", seat=ANN)
    assert reply.status_code == 409
    assert "another seat of this game already" in reply.text
    assert phone.get(f"/g/{table.id}/seat/{ANN}").status_code == 403
    assert run(site.store.taken(table.id)) == [BEA]


@pytest.mark.parametrize("seat", ["0", "9", "-1", "x", "", "1e3", "²", "99999999999999999999"])
def test_a_seat_that_does_not_exist_cannot_be_claimed(site: Site, seat: str) -> None:
    table = evening(site)
    reply = Phone(site).post(f"/join/{run(site.codes.of(table.id))}", seat=seat)
    assert reply.status_code == 409
    assert run(site.store.taken(table.id)) == []


# -- the moderator's page --


def test_the_moderator_sees_code_and_who_has_joined(site: Site) -> None:
    table = evening(site)
    moderator = Phone(site).leads(table)
    code = run(site.codes.of(table.id))
    page = moderator.get(f"/g/{table.id}/lead/seats").text
    assert code in page
    assert "http://testserver/join" in page
    assert "data:image/svg+xml" in page
    assert "0 of 8 have joined" in page
    Phone(site).post(f"/join/{code}", seat=BEA)
    assert "1 of 8 have joined" in moderator.fragment(f"/g/{table.id}/lead/seats").text


def test_only_the_moderator_sees_it(site: Site) -> None:
    table = evening(site)
    player = Phone(site).plays(table, BEA)
    assert player.get(f"/g/{table.id}/lead/seats").status_code == 403
    assert player.post(f"/g/{table.id}/lead/seats/free", seat=BEA).status_code == 403


def test_a_freed_seat_is_closed_to_its_phone_and_open_to_another(site: Site) -> None:
    table = evening(site)
    moderator, broken, fresh = Phone(site).leads(table), Phone(site), Phone(site)
    code = run(site.codes.of(table.id))
    broken.post(f"/join/{code}", seat=BEA)
    assert moderator.post(f"/g/{table.id}/lead/seats/free", seat=BEA).url.path == f"/g/{table.id}/lead/seats"
    address = f"/g/{table.id}/seat/{BEA}"
    assert broken.get(address).status_code == 403
    left = broken.fragment(address)
    assert (left.status_code, left.headers["hx-redirect"], left.text) == (204, f"/join/{code}", "")
    assert fresh.post(f"/join/{code}", seat=BEA).status_code == 200
    assert fresh.get(address).status_code == 200


def test_freeing_a_seat_after_the_first_call_opens_the_door_for_the_next_phone(site: Site) -> None:
    """Whoever has lost a phone comes with another, and waits for a tap."""
    table = evening(site)
    Phone(site).plays(table, BEA)
    go_on(site, run(site.tables.manage(table, dealt=True)), "werewolves.devour")
    assert not run(site.tables.find(table.id)).is_joining
    page = Phone(site).leads(table).post(f"/g/{table.id}/lead/seats/free", seat=BEA).text
    assert run(site.tables.find(table.id)).is_joining
    assert f'id="code">{run(site.codes.of(table.id))}<' in page


# -- cards stay where they belong --


def waits(phone: Phone, table: Table) -> bool:
    """Whether this phone stands at the door and finds nothing of the game there."""
    reply = phone.get(f"/g/{table.id}/waiting")
    assert "Seer" not in reply.text
    return reply.url.path.endswith("/waiting") and "<h1>Wait at the door" in reply.text


def claim_on(text: str) -> str:
    found = re.search(r'name="claim" value="(\w+)"', text)
    assert found is not None
    return found.group(1)


def test_no_card_is_seen_before_begin(site: Site) -> None:
    table = evening(site)
    phone = Phone(site)
    phone.post(f"/join/{run(site.codes.of(table.id))}", seat=CID)
    before = phone.get(at(table, CID)).text
    assert "#seer" not in before.split('id="deck"')[0]
    assert "The cards have not been dealt yet" in before
    assert "Seer" not in phone.get(f"/g/{table.id}").text
    Phone(site).leads(table).post(f"/g/{table.id}/lead/seats/begin")
    assert "#seer" in phone.get(at(table, CID)).text.split('id="my-card"')[1]


def test_until_begin_a_phone_looks_the_same_whatever_the_card(site: Site) -> None:
    texts = []
    for cards in (CARDS, CARDS[::-1]):
        table = any_evening(site, cards, dealt=False)
        texts.append(Phone(site).plays(table, CID).get(at(table, CID)).text.replace(table.id, "ID"))
    assert texts[0] == texts[1]


@pytest.mark.parametrize("manner", [{"dealt": True}, {"deal": "pass"}, {"deal": "physical", "dealt": True}])
def test_where_cards_can_be_read_a_claim_waits_for_the_moderator(site: Site, manner: dict[str, Any]) -> None:
    table = evening(site, **manner)
    moderator, guest = Phone(site).leads(table), Phone(site)
    guest.post(f"/join/{run(site.codes.of(table.id))}", seat=CID)
    assert waits(guest, table)
    assert guest.get(at(table, CID)).status_code == 403
    assert run(site.store.taken(table.id)) == []
    lead = moderator.get(f"/g/{table.id}/lead").text
    assert "asks for the seat of Cid" in lead
    moderator.post(f"/g/{table.id}/lead/seats/let-in", claim=claim_on(lead), act="in")
    assert guest.get(f"/g/{table.id}/waiting").url.path == at(table, CID)
    assert "asks for the seat" not in moderator.get(f"/g/{table.id}/lead").text


def test_whoever_is_not_let_in_is_told(site: Site) -> None:
    table = evening(site, dealt=True)
    moderator, guest = Phone(site).leads(table), Phone(site)
    guest.post(f"/join/{run(site.codes.of(table.id))}", seat=CID)
    moderator.post(
        f"/g/{table.id}/lead/seats/let-in", claim=claim_on(moderator.get(f"/g/{table.id}/lead/seats").text), act="no"
    )
    assert "Not let in" in guest.get(f"/g/{table.id}/waiting").text
    assert guest.get(at(table, CID)).status_code == 403


def test_a_new_phone_takes_over_from_a_lost_one_by_the_moderator_s_tap(site: Site) -> None:
    table = evening(site)
    lost, found = Phone(site), Phone(site)
    lost.post(f"/join/{run(site.codes.of(table.id))}", seat=CID)
    moderator = Phone(site).leads(table)
    moderator.post(f"/g/{table.id}/lead/seats/begin")
    found.post(f"/join/{run(site.codes.of(table.id))}", seat=CID)
    assert waits(found, table)
    page = moderator.get(f"/g/{table.id}/lead/seats").text
    sign = re.search(r"Phone number (\d\d) wants to go on as Cid", page)
    assert sign is not None
    assert f">{sign.group(1)}<" in found.get(f"/g/{table.id}/waiting").text, "the same number on both phones"
    moderator.post(f"/g/{table.id}/lead/seats/let-in", claim=claim_on(page), act="in")
    assert found.get(at(table, CID)).status_code == 200
    assert lost.get(at(table, CID)).status_code == 403


def test_the_code_ends_with_the_first_call_unless_joining_is_opened_again(site: Site) -> None:
    table = evening(site, dealt=True)
    old = run(site.codes.of(table.id))
    table = go_on(site, table, "seer.look")
    assert "Nobody can join this game now" in Phone(site).get(f"/join/{old}").text
    moderator = Phone(site).leads(table)
    assert 'id="code"' not in moderator.get(f"/g/{table.id}/lead/seats").text
    page = moderator.post(f"/g/{table.id}/lead/seats/joining", act="open").text
    code = re.search(r'id="code">(\w+)<', page)
    assert code is not None
    assert code.group(1) != old
    guest = Phone(site)
    assert "Who are you?" in guest.get(f"/join/{code.group(1)}").text
    guest.post(f"/join/{code.group(1)}", seat=FAY)
    assert waits(guest, table)
    moderator.post(f"/g/{table.id}/lead/seats/joining", act="close")
    assert Phone(site).get(f"/join/{code.group(1)}").status_code == 422


def test_the_lead_page_says_who_has_joined(site: Site) -> None:
    table = evening(site)
    moderator = Phone(site).leads(table)
    assert "0 of 8 have joined" in moderator.get(f"/g/{table.id}/lead").text
    Phone(site).post(f"/join/{run(site.codes.of(table.id))}", seat=BEA)
    assert "1 of 8 have joined" in moderator.get(f"/g/{table.id}/lead").text


def test_deal_again_until_the_first_night(site: Site) -> None:
    setup = Setup.of(PLAYERS, list(CARDS), cards_known_to_app=True, seed=5, sheriff_election="off")
    table = begin(site, setup, deal="phones", dealt=True)
    moderator = Phone(site).leads(table)
    assert 'id="anew"' in moderator.get(f"/g/{table.id}/lead/seats").text
    dealt = [event.facts for event in table.game.events if event.name == "dealt"]
    for _ in range(3):  # chance may deal the same again
        moderator.post(f"/g/{table.id}/lead/deal/anew")
    now = run(site.tables.find(table.id))
    assert [event.facts for event in now.game.events if event.name == "dealt"] != dealt
    assert run(site.tables.redo(now)).game.setup == now.game.setup, "nothing there that could be redone"
    later = go_on(site, now, "seer.look")
    moderator.post(f"/g/{table.id}/lead/deal/anew")
    assert run(site.tables.find(table.id)).revision == later.revision
    assert 'id="anew"' not in moderator.get(f"/g/{table.id}/lead/seats").text


def test_a_seat_taken_by_a_slip_is_given_back_before_the_cards_are_dealt(site: Site) -> None:
    table = evening(site)
    phone = Phone(site)
    phone.post(f"/join/{run(site.codes.of(table.id))}", seat=BEA)
    assert "Who are you?" in phone.post(at(table, BEA) + "/leave").text
    assert run(site.store.taken(table.id)) == []
    phone.post(f"/join/{run(site.codes.of(table.id))}", seat=CID)
    Phone(site).leads(table).post(f"/g/{table.id}/lead/seats/begin")
    phone.post(at(table, CID) + "/leave")
    assert run(site.store.taken(table.id)) == [CID], "a card that was seen is not given back"


def test_players_type_their_own_names(site: Site) -> None:
    table = evening(site)
    phone = Phone(site)
    phone.post(f"/join/{run(site.codes.of(table.id))}", seat=BEA)
    assert "Beatrix" in phone.post(at(table, BEA) + "/name", name="  Beatrix ").text
    assert run(site.tables.find(table.id)).game.players[BEA - 1] == "Beatrix"
    assert "Beatrix" in Phone(site).get(f"/g/{table.id}").text
    assert phone.post(at(table, BEA) + "/name", name="Ann").status_code == 422, "somebody is called that already"
    for name, why in {
        "\u0410nn": "“\u0410nn” look the same",
        "\u3164": "an invisible character",
        "Be" + "\u0301" * 9: "too many accents",
        "3": "somebody else's seat",
    }.items():
        reply = phone.post(at(table, BEA) + "/name", name=name)
        assert reply.status_code == 422
        assert why in unescape(reply.text)
    assert Phone(site).post(at(table, BEA) + "/name", name="Eve").status_code == 403
    go_on(site, run(site.tables.manage(table, dealt=True)), "seer.look")
    phone.post(at(table, BEA) + "/name", name="Bob")
    assert run(site.tables.find(table.id)).game.players[BEA - 1] == "Beatrix"


# -- no dead ends --


def test_the_list_of_seats_keeps_up_with_who_takes_one(site: Site) -> None:
    table = evening(site)
    code = run(site.codes.of(table.id))
    late = Phone(site)
    assert f'hx-get="/join/{code}" hx-trigger="every' in late.get(f"/join/{code}").text
    Phone(site).post(f"/join/{code}", seat=BEA)
    again = late.fragment(f"/join/{code}").text
    assert "<html" not in again
    assert f'data-seat="{BEA}" data-taken' in again


def test_from_the_door_back_to_the_seats(site: Site) -> None:
    table = evening(site)
    code = run(site.codes.of(table.id))
    Phone(site).post(f"/join/{code}", seat=BEA)
    second = Phone(site)
    reply = second.post(f"/join/{code}", seat=BEA)
    assert reply.url.path == f"/g/{table.id}/waiting"
    assert f'href="/join/{code}"' in reply.text
    assert f"/join/{code}" not in Phone(site).get(f"/g/{table.id}/waiting").text, "only for whoever waits"
    assert second.post(f"/join/{code}", seat=FAY).url.path == f"/g/{table.id}/seat/{FAY}"


def test_at_another_seat_the_way_leads_to_the_own_one(site: Site) -> None:
    table = evening(site)
    phone = Phone(site).plays(table, BEA)
    for path in ("seat/1", "lead"):
        reply = phone.get(f"/g/{table.id}/{path}")
        assert reply.status_code == 403
        assert f'href="/g/{table.id}/seat/{BEA}"' in reply.text
        assert "/seat/" not in Phone(site).get(f"/g/{table.id}/{path}").text


def test_free_the_seat_is_no_state(site: Site) -> None:
    table = evening(site)
    Phone(site).post(f"/join/{run(site.codes.of(table.id))}", seat=BEA)
    text = Phone(site).leads(table).get(f"/g/{table.id}/lead/seats").text
    assert ">Free the seat</button>" in text


def test_before_the_first_night_everybody_is_told_to_look(site: Site) -> None:
    table = evening(site)
    lead = Phone(site).leads(table)
    assert "Deal the cards" in lead.get(f"/g/{table.id}/lead/seats").text
    reply = lead.post(f"/g/{table.id}/lead/seats/begin")
    assert "Your card is on your phone." in reply.text
    assert "Everybody has looked" in reply.text
