"""Hosts err, at phone size: cards turned over, what contradicts the record, people who come and go."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Leads
from tests.browser.people import asks, eight
from tests.browser.table import Evening


def at_debate(leads: Leads, *, known: bool) -> Evening:
    setup = eight(known=known, seed=11)
    return leads(setup, until=asks("day.debate"))


def is_in_sight(evening: Evening, selector: str) -> bool:
    box = evening.page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= 844


def test_a_known_card_is_turned_over_with_one_tap(leads: Leads) -> None:
    setup = eight(known=True, seed=11)
    evening = leads(setup, until=asks("dawn.breaks"))
    evening.device.press(evening.primary)
    view = evening.page.locator("#view")
    expect(view).to_have_attribute("data-asked", "moment")
    evening.announce()
    expect(view).to_have_attribute("data-asked", "card.shown")
    assert is_in_sight(evening, ".primary")
    taps = evening.device.taps
    evening.turn()
    assert evening.device.taps == taps + 1
    evening.asks("day.debate")


@pytest.mark.parametrize("known", [False, True], ids=["real cards", "dealt"])
def test_somebody_leaves_in_four_taps(leads: Leads, known: bool) -> None:
    """TABLE-2"""
    evening = at_debate(leads, known=known)
    page, phone = evening.page, evening.device
    seat = evening.game.village.living[-1]
    taps = phone.taps
    phone.follow(page.locator("#wrong"), "/wrong")
    phone.follow(page.locator('a[href$="/wrong/leaves"]'), "/wrong/leaves")
    phone.press(page.locator(f'.ring [data-seat="{seat}"] .seat__face'))
    expect(page.locator("button[name=sure]")).to_be_visible()
    phone.press(page.locator("button[name=sure]"))
    expect(page.locator("#view[data-asked]")).to_be_visible()
    assert phone.taps == taps + 4
    assert seat not in evening.game.village.living or evening.prompt.key == "card.look"


def test_a_card_that_does_not_fit_opens_the_correction(leads: Leads) -> None:
    """IDENT-4"""
    evening = leads(eight())
    evening.answer()
    evening.answer(3).asks("seer.look")
    page, phone = evening.page, evening.device
    phone.follow(page.locator("#wrong"), "/wrong")
    phone.follow(page.locator('a[href$="/wrong/card"]'), "/wrong/card")
    phone.press(page.locator('.ring [data-seat="3"] .seat__face'))
    phone.press(page.locator('.choice[value="witch"]'))
    secret = page.locator(".peek__secret")
    expect(secret).to_be_hidden()
    cover = page.locator(".peek__cover")
    cover.scroll_into_view_if_needed()
    box = cover.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 10)
    page.mouse.down()
    expect(secret).to_be_visible()
    expect(secret).to_contain_text("Seer")
    page.mouse.up()
    expect(secret).to_be_hidden()
    phone.follow(page.get_by_role("link", name="Change what was recorded"), "/edit/1")
