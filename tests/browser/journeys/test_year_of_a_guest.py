"""A year of one guest: five parties on one phone, as a guest, late, as a ghost, as the host, and hands-free."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opens
from tests.browser.journeys.hosting import Host
from tests.browser.people import EIGHT
from tests.browser.server import Server
from tests.browser.test_phones import joins


@pytest.mark.needs("phones")
def test_five_parties_of_a_guest(own_server: Server, device: Opens) -> None:
    guest = Host(device(at=own_server), own_server)
    phone, page = guest.phone, guest.page
    hosts = [Host(device(at=own_server), own_server) for _ in range(2)]
    for host in hosts:
        host.phone.forgive("403")

    def invited_by(host: Host, *, autopilot: bool = False) -> str:
        host.new_game()
        if host.page.locator("#last-group").count():
            host.same_people()
        else:
            host.paste(EIGHT)
            expect(host.seats).to_have_count(len(EIGHT))
        return host.deal_to_phones(autopilot=autopilot)

    # The first party: a seat is taken by the code, the card is seen, the evening is followed to its end.
    first = invited_by(hosts[0])
    joins(phone, hosts[0].join_code(), 2)
    evening = hosts[0].deal()
    guest.sees_own_card(first, 2)
    hosts[0].play(evening, taps=1)
    assert guest.places() == [f"/g/{first}/end"]

    # The second, with another host: too late to sit down without asking. The host lets the phone in.
    second = invited_by(hosts[1])
    evening = hosts[1].deal()
    hosts[1].phone.open(f"/g/{second}/lead/seats")
    joins(phone, hosts[1].join_code(), 5, leads_to="/waiting")
    claim = hosts[1].page.locator('[data-claim="5"] [value="in"]')
    hosts[1].phone.press(claim)
    phone.page.wait_for_url("**/seat/5")
    guest.sees_own_card(second, 5)
    assert guest.places() == [f"/g/{second}/seat/5", f"/g/{first}/end"]

    # And there the guest dies. The ghost's phone says so, and the end is told there, too.
    hosts[1].phone.open(f"/g/{second}/lead")
    hosts[1].play_until(evening, lambda game: 5 not in game.village.living)
    phone.open(f"/g/{second}/seat/5")
    expect(page.locator("#dead, .winners")).to_be_visible()
    hosts[1].phone.open(f"/g/{second}/lead")
    evening.follow()
    hosts[1].play(evening, taps=0)
    assert set(guest.places()) == {f"/g/{second}/end", f"/g/{first}/end"}

    # The third on the guest's own phone, as the host: nobody of the other parties is on the list, and no game either.
    guest.new_game()
    expect(page.locator("#last-group")).to_have_count(0)
    guest.paste(EIGHT)
    expect(guest.seats).to_have_count(len(EIGHT))
    third = guest.begin()
    guest.play(third)
    assert guest.games() == {third.id}
    assert set(guest.places()) == {f"/g/{second}/end", f"/g/{first}/end"}

    # The fourth without a moderator: the app moderates, and the guest holds one of eight phones.
    fourth = invited_by(hosts[0], autopilot=True)
    code = hosts[0].join_code()
    others = {seat: device(at=own_server) for seat in range(1, 9) if seat != 7}
    joins(phone, code, 7)
    for seat, each in others.items():
        each.open(own_server.key(fourth, seat))
    hosts[0].phone.open(f"/g/{fourth}/lead/seats")
    hosts[0].phone.press(hosts[0].page.locator("#to-the-game:enabled"))
    expect(page.locator("body.led #seats button")).to_have_count(8)
    assert f"/g/{fourth}/seat/7" in guest.places()
    phone.open(f"/g/{fourth}/seat/7")
    expect(page.locator("body.led #seats button")).to_have_count(8)

    # The fifth is at the first host's again, the same people: the same seat, in a new game, with a card of its own.
    fifth = invited_by(hosts[1])
    joins(phone, hosts[1].join_code(), 2)
    hosts[1].deal()
    guest.sees_own_card(fifth, 2)
    assert {f"/g/{fifth}/seat/2", f"/g/{fourth}/seat/7"} < set(guest.places())
    for ended in (first, second):
        phone.open(f"/g/{ended}/end")
        expect(page.locator(".story li").first).to_be_visible()
