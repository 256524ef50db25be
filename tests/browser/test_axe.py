"""No page shuts anybody out: axe finds nothing serious, by night and by day."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from nightcall import Game
from nightcall.engine import prompts
from nightcall.web.manner import PASS, PHONES
from tests.browser.conftest import Leads, Opens
from tests.browser.device import AXE, PHONE, TELEVISION, Device
from tests.browser.people import EIGHT, eight, so_far
from tests.browser.server import Server

LOOK: Final = """() => axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
  .filter(({ impact }) => ['serious', 'critical'].includes(impact))
  .flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => `${id}: ${node.html} ${node.failureSummary}`)))"""
"""Only what is found leaves the page: all that axe looks at would take as long again to carry over."""


def check(page: Page) -> None:
    """Every serious violation, with the element it is about."""
    page.evaluate(f"{AXE.read_text('utf-8')};null")
    grave: list[str] = page.evaluate(LOOK)
    assert not grave, f"{page.url}\n" + "\n".join(each[:320] for each in grave)


def looked_at(phone: Device, *paths: str) -> None:
    for path in paths:
        phone.open(path)
        check(phone.page)


def lead_pages(game: str) -> Iterator[str]:
    yield f"/g/{game}/lead"
    for name in ("log", "more", "roles", "preview", "show", "rest", "seats"):
        yield f"/g/{game}/lead/{name}"


def is_night(game: Game) -> bool:
    return game.prompt is not None and game.prompt.key == "seer.look"


def is_vote(game: Game) -> bool:
    return game.prompt is not None and game.prompt.kind == prompts.BALLOTS


@pytest.mark.needs("phones")
@pytest.mark.parametrize("until", [is_night, is_vote])
def test_the_moderator_s_pages(leads: Leads, until: Callable[[Game], bool]) -> None:
    setup = eight(known=True, seed=11)
    evening = leads(setup, deal=PHONES, phones_vote=True, until=until)
    lead, answers = f"/g/{evening.id}/lead", evening.game.answers
    looked_at(evening.device, *lead_pages(evening.id), f"{lead}/why/0", f"{lead}/edit/{len(answers) - 1}")


@pytest.mark.needs("phones")
def test_the_players_phones_and_the_public_screen(server: Server, device: Opens) -> None:
    screen, player = device(size=TELEVISION), device()
    for until in (is_night, is_vote):
        played = so_far(eight(known=True, seed=11), until)
        game = server.begin(played, deal=PHONES, dealt=True, phones_vote=True, phones_act=True, graveyard=True)
        looked_at(screen, f"/g/{game}")
        looked_at(player, server.key(game, 1))


@pytest.mark.needs("phones")
@pytest.mark.parametrize("size", [PHONE, {"width": 844, "height": 390}], ids=["upright", "landscape"])
def test_a_player_s_phone_with_large_letters(server: Server, device: Opens, size: ViewportSize) -> None:
    """200 % text, upright and on its side: nothing serious, nothing wider than the screen, the button within reach."""
    player = device(size=size)
    page = player.page
    for until in (is_night, is_vote):
        played = so_far(eight(known=True, seed=11), until)
        game = server.begin(played, deal=PHONES, dealt=True, phones_vote=True, phones_act=True)
        player.open(server.key(game, 1))
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; dispatchEvent(new Event('resize')); }")
        check(page)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{wide} pixels are beyond the edge"
        page.evaluate("document.documentElement.dataset.taps = 'on'")
        player.press(page.locator("#called summary"))
        expect(page.locator("#called [data-close]")).to_be_visible()
        check(page)
        player.press(page.locator("#called [data-close]"))


def test_the_deal(leads: Leads) -> None:
    evening = leads(eight(known=True, seed=11), deal=PASS)
    phone, page = evening.device, evening.page
    looked_at(phone, f"/g/{evening.id}/lead/deal")
    phone.press(page.locator("#deal-hand .primary"))
    expect(page.locator("#deal-card")).to_be_visible()
    check(page)


def test_the_wizard(device: Opens) -> None:
    phone = device().open("/new")
    page = phone.page
    check(page)
    phone.press(page.locator("#by-list summary"))
    page.locator("[name=paste]").fill("\n".join(EIGHT))
    phone.press(page.locator('button[value="paste"]'))
    expect(page.locator(".seats-edit li")).to_have_count(8)
    check(page)
    looked_at(phone, *(f"/new/{step}" for step in ("cards", "extras", "rules", "deal", "begin")))


def test_the_end_and_what_is_kept(leads: Leads, device: Opens) -> None:
    evening = leads(eight(known=True, seed=11), until=lambda game: game.outcome is not None)
    looked_at(evening.device, f"/g/{evening.id}/lead", f"/g/{evening.id}/end", "/games", "/games/statistics", "/")
    looked_at(device(size=TELEVISION), f"/g/{evening.id}")


def test_pages_for_looking_up_and_for_what_goes_wrong(device: Opens, server: Server) -> None:
    phone = device()
    phone.forgive("404", "403")
    looked_at(phone, "/", "/join", "/rules", "/rules/witch", "/rules/SEER-4", "/about", "/api", "/nowhere", "/k/wrong")
    assert phone.address == server.address


def test_what_is_wrong_is_found(device: Opens) -> None:
    """So that the tests above could fail."""
    phone = device().open("/")
    phone.page.evaluate("document.querySelector('main').append(document.createElement('button'), new Image())")
    with pytest.raises(AssertionError, match="button-name"):
        check(phone.page)


def test_a_script_that_is_not_ours_is_refused_and_noticed(device: Opens) -> None:
    phone = device().open("/")
    phone.page.evaluate("document.body.append(Object.assign(document.createElement('script'), { text: 'alert(1)' }))")
    with pytest.raises(AssertionError, match="Content Security Policy"):
        phone.check()
    phone.forgive("Content Security Policy")
