"""One household: the host's phone dies and comes back, two games go on at once, last week's host is a guest."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opens
from tests.browser.journeys.hosting import Host
from tests.browser.people import EIGHT
from tests.browser.server import Server
from tests.browser.test_phones import joins

TEENS = ["Mia", "Noa", "Ole", "Pia", "Rosa", "Sam", "Tim", "Uma", "Vera"]


@pytest.mark.needs("phones")
def test_a_household(own_server: Server, device: Opens) -> None:
    mother = Host(device(at=own_server), own_server)
    phone, page = mother.phone, mother.page
    phone.forgive("net::ERR_", "403", "409")  # a phone that is off, and later no longer moderates

    # Last week the neighbour was the host, on the same server.
    neighbour = Host(device(at=own_server), own_server)
    neighbour.new_game()
    neighbour.paste(TEENS)
    expect(neighbour.seats).to_have_count(len(TEENS))
    last_week = neighbour.begin()
    neighbour.play(last_week)

    # Tonight the mother is: she writes the rescue code down, and begins.
    mother.new_game()
    assert mother.seats.count() == 0, "nobody sees who played at another host's table"
    mother.paste(EIGHT)
    expect(mother.seats).to_have_count(len(EIGHT))
    phone.follow(page.locator("#begin"), "/lead/ready")
    code = mother.rescue_code()
    phone.follow(page.locator("#to-the-night"), "/lead")
    game = mother.game_here()
    evening = mother.evening(game)
    mother.tap(evening, 2)

    # Her battery is empty. The tablet takes over with the code, at the very question.
    asked = evening.asked
    phone.context.set_offline(True)
    tablet = Host(device(at=own_server), own_server)
    tablet.phone.forgive("409")
    tablet.phone.open("/join")
    tablet.page.locator("[name=code]").fill(code.lower())
    tablet.phone.follow(tablet.page.locator("form.join .primary"), f"/g/{game}/lead")
    on_tablet = tablet.evening(game)
    on_tablet.asks(asked)
    tablet.tap(on_tablet, 1)
    asked = on_tablet.asked

    # The old phone comes back and shows where the evening is; what it taps counts once.
    phone.context.set_offline(False)
    assert mother.going_on() == [game]
    phone.follow(page.locator(f'a[data-game="{game}"]'), "/lead")
    evening.asks(asked)
    count = len(evening.game.answers)
    mother.tap(evening, 1)
    assert len(evening.game.answers) == count + 1
    on_tablet.asks(evening.asked)

    # Only one of them is to moderate: the tablet. The phone says so, and no other evening of it is touched.
    tablet.phone.open(f"/g/{game}/lead/more")
    tablet.phone.follow(tablet.page.locator('form[action$="/hand-over"] button'), "/hand-over")
    tablet.phone.press(tablet.page.locator("#alone"))
    tablet.phone.press(tablet.page.locator('dialog[open] button[value="yes"]'))
    expect(tablet.page.locator("#others")).to_have_text(re.compile("^Only this device"))
    phone.open(f"/g/{game}/lead")
    expect(page.locator("form.prompt")).to_have_count(0)
    assert mother.going_on() == []
    tablet.phone.open(f"/g/{game}/lead")

    # Meanwhile the children play in the next room, and the neighbour is a guest at their table.
    child = Host(device(at=own_server), own_server)
    child.new_game()
    child.paste(TEENS)
    expect(child.seats).to_have_count(len(TEENS))
    other = child.deal_to_phones()
    joins(neighbour.phone, child.join_code(), 3)
    beside = child.deal()
    assert child.going_on() == [other]
    assert neighbour.going_on() == []
    assert neighbour.places() == [f"/g/{other}/seat/3"]
    assert neighbour.games() == {last_week.id}
    neighbour.phone.open(f"/g/{other}/seat/3")
    expect(neighbour.page.locator("#my-card")).to_be_visible()

    # Both evenings end, each on its own phone, and each host finds their own.
    child.phone.open(f"/g/{other}/lead")
    child.play(beside, taps=1)
    tablet.play(on_tablet, taps=1)
    assert tablet.games() == {game}
    assert child.games() == {other}
    assert neighbour.places() == [f"/g/{other}/end"]

    # The neighbour invites again next week: the people of the neighbour's own table, not of the children's.
    neighbour.new_game()
    neighbour.same_people()
    assert neighbour.names() == TEENS
    again = neighbour.begin()
    assert neighbour.going_on() == [again.id]

    # And the mother is the host again, on the phone that no longer moderates that other evening.
    mother.new_game()
    mother.paste(EIGHT)
    expect(mother.seats).to_have_count(len(EIGHT))
    once_more = mother.begin()
    mother.play(once_more, taps=1)
    assert once_more.id in mother.games()
