"""A year of one phone: ten evenings in a row on the device of the same host, with a server and without."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import on_phone
from tests.browser.conftest import Opens
from tests.browser.journeys.hosting import Host
from tests.browser.on_phone import OnPhone
from tests.browser.people import EIGHT
from tests.browser.server import Server

FAMILY = ["Zoe", "Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gwen", "Hugo"]


@pytest.fixture(params=["server", "offline"])
def home(request: pytest.FixtureRequest, tmp_path: Path, browser: Browser) -> Iterator[Server]:
    """Where the games of the phone are kept: a server of its own, or the phone itself."""
    running = OnPhone() if request.param == "offline" or on_phone.WANTED else Server(tmp_path)
    yield running
    running.stop()


def test_ten_evenings_on_one_phone(home: Server, device: Opens, tmp_path: Path) -> None:
    host = Host(device(at=home), home)
    host.phone.forgive("net::ERR_", "htmx:sendError")  # an app that is being updated answers nobody
    phone, page = host.phone, host.page

    # The first evening: everybody is typed, one after the other.
    host.new_game()
    for name in EIGHT:
        host.add(name)
    first = host.begin()
    host.play(first, taps=4)
    host.read_the_story()

    # A fortnight later with other people. What is typed is for the new game, not for the one that has begun.
    host.new_game()
    assert host.seats.count() == 0
    host.add(FAMILY[0])
    host.paste(FAMILY)
    expect(host.seats).to_have_count(len(FAMILY))
    assert host.names() == FAMILY
    second = host.begin()
    assert second.game.players == tuple(FAMILY)
    host.play(second)

    # The same people, with another guest.
    host.new_game()
    host.same_people()
    assert host.names() == FAMILY
    host.add("Ida")
    third = host.begin()
    assert third.game.players == (*FAMILY, "Ida")
    host.play(third)

    # Once more on the same evening, from the page that says who has won.
    host.play_again()
    fourth = host.begin()
    assert fourth.game.setup.deck == third.game.setup.deck
    host.play(fourth)
    host.read_the_story()
    host.play_again()  # and a third time, but then it gets late: nobody begins

    # A friend tries a practice evening on this phone, and goes home in the middle of it.
    phone.open("/")
    phone.follow(page.locator('form[action$="/practice"] button'), "/lead")
    expect(page.locator(".practice")).to_be_visible()
    assert host.games() == {first.id, second.id, third.id, fourth.id}

    # The table that was never begun is still laid; with other people it is somebody else's.
    host.new_game()
    assert host.names() == [*FAMILY, "Ida"]
    phone.press(page.locator('button[formaction$="/new/afresh"]'))
    phone.follow(page.locator('dialog[open] button[value="yes"]'), "/new")
    host.same_cards()
    fifth = host.begin()
    assert fifth.game.players == (*FAMILY, "Ida")
    host.tap(fifth, 3)

    # In the middle of the night the battery is empty. The next day the evening goes on where it was.
    asked = fifth.asked
    restart(host)
    assert host.going_on() == [fifth.id]
    phone.follow(page.locator(f'a[data-game="{fifth.id}"]'), "/lead")
    fifth.asks(asked)
    host.play(fifth)
    assert host.going_on() == []

    # On holiday somebody reads French.
    phone.open("/")
    phone.press(page.locator("button[lang=fr]"))
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    host.new_game()
    host.same_people()
    sixth = host.begin()
    host.play(sixth)
    phone.open("/")
    phone.press(page.locator("button[lang=en]"))
    expect(page.locator("html")).to_have_attribute("lang", "en")

    # While a table is being laid, the app is updated: nobody types a name twice, and the page that is open still works.
    host.new_game()
    host.add("Ann")
    update(host, tmp_path)
    assert host.names() == ["Ann"]
    host.paste(EIGHT)
    expect(host.seats).to_have_count(len(EIGHT))
    seventh = host.begin()
    host.play(seventh)

    # One evening was a test and is deleted; the last group is now that of the one before.
    host.new_game()
    host.same_people()
    host.add("Kim")
    eighth = host.begin()
    host.tap(eighth, 1)
    host.delete(eighth.id)
    assert host.going_on() == []
    host.new_game()
    host.same_people()
    assert host.names() == EIGHT

    # Two at once: one is left for a moment, another begun, and both are played to the end.
    ninth = host.begin()
    host.tap(ninth, 1)
    host.new_game()
    host.same_people()
    tenth = host.begin()
    assert set(host.going_on()) == {ninth.id, tenth.id}
    for evening in (ninth, tenth):
        phone.open(f"/g/{evening.id}/lead")
        host.play(evening, taps=1)

    # The year in a list: every evening that was not deleted, each with its story.
    played = [first, second, third, fourth, fifth, sixth, seventh, ninth, tenth]
    assert host.games() == {evening.id for evening in played}
    phone.follow(page.locator('a[href$="/games/statistics"]'), "/games/statistics")
    for evening in played:
        phone.open(f"/g/{evening.id}/end")
        expect(page.locator(".story li").first).to_be_visible()
    host.new_game()
    host.same_people()
    assert host.names() == EIGHT


def restart(host: Host) -> None:
    """The device is off and on again, and so is what keeps its games."""
    host.page.goto("about:blank")
    if isinstance(host.home, OnPhone):
        assert host.phone.alone is not None
        host.phone.alone.page.reload()
        host.phone.alone.until_python()
    else:
        host.home.kill()
        host.home.start()


def update(host: Host, folder: Path) -> None:
    """A later release of the app, while a page of this one is open."""
    if isinstance(host.home, OnPhone):
        host.home.update(folder)
        host.phone.open("/new")
    else:
        host.phone.until_ready()
        host.home.kill()
        host.home.start("later")
