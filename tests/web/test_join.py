"""Joining a game with one's own phone, and the moderator's page of the players' phones."""

from __future__ import annotations

import pytest

from nightcall.web import access, limits
from nightcall.web.app import Site
from tests.web.evenings import ANN, BEA, evening
from tests.web.phone import Phone, new_site, run


@pytest.fixture
def site() -> Site:
    return new_site()


def test_a_typed_code_leads_to_the_seats(site: Site) -> None:
    code = site.codes.of(evening(site).id)
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
    site.codes = access.Codes(clock=lambda: now)
    code = site.codes.of(evening(site).id)
    assert Phone(site).get(f"/join/{code}").status_code == 200
    now = access.CODE_LASTS + 1
    assert Phone(site).get(f"/join/{code}").status_code == 422
    assert Phone(site).post(f"/join/{code}", seat=1).status_code == 422


def test_whoever_guesses_codes_has_to_wait(site: Site) -> None:
    phone = Phone(site)
    replies = [phone.get(f"/join/WRONG{number}").status_code for number in range(limits.TRIES + 1)]
    assert replies[-2:] == [422, 429]
    assert "Wait a minute" in phone.get(f"/join/{site.codes.of(evening(site).id)}").text


def test_a_seat_is_claimed_once(site: Site) -> None:
    table = evening(site)
    code = site.codes.of(table.id)
    first, second = Phone(site), Phone(site)
    reply = first.post(f"/join/{code}", seat=BEA)
    assert reply.url.path == f"/g/{table.id}/seat/{BEA}"
    assert reply.status_code == 200
    seats = second.get(f"/join/{code}").text
    assert f'data-seat="{BEA}" data-taken' in seats
    assert f'name="seat" value="{BEA}"' not in seats
    reply = second.post(f"/join/{code}", seat=BEA)
    assert reply.status_code == 409
    assert "Somebody has this seat already" in reply.text
    assert second.get(f"/g/{table.id}/seat/{BEA}").status_code == 403


def test_claiming_again_by_the_same_phone_does_no_harm(site: Site) -> None:
    table = evening(site)
    code = site.codes.of(table.id)
    phone = Phone(site)
    for _ in range(2):
        assert phone.post(f"/join/{code}", seat=BEA).url.path == f"/g/{table.id}/seat/{BEA}"


def test_one_phone_holds_one_secret(site: Site) -> None:
    table = evening(site)
    code = site.codes.of(table.id)
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
    reply = Phone(site).post(f"/join/{site.codes.of(table.id)}", seat=seat)
    assert reply.status_code == 409
    assert run(site.store.taken(table.id)) == []


# -- the moderator's page --


def test_the_moderator_sees_code_and_who_has_joined(site: Site) -> None:
    table = evening(site)
    moderator = Phone(site).leads(table)
    code = site.codes.of(table.id)
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
    code = site.codes.of(table.id)
    broken.post(f"/join/{code}", seat=BEA)
    assert moderator.post(f"/g/{table.id}/lead/seats/free", seat=BEA).url.path == f"/g/{table.id}/lead/seats"
    address = f"/g/{table.id}/seat/{BEA}"
    assert broken.get(address).status_code == 403
    left = broken.fragment(address)
    assert (left.status_code, left.headers["hx-redirect"], left.text) == (204, address, "")
    assert fresh.post(f"/join/{code}", seat=BEA).status_code == 200
    assert fresh.get(address).status_code == 200
