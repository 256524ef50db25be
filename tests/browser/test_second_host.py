"""A second host's hurried thumb: large buttons that lie where the page before had its own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from nightcall.web.manner import PASS
from tests.browser.conftest import Leads, Opens
from tests.browser.people import eight
from tests.browser.test_leading import held
from tests.browser.test_slips import PAUSE, twice

ROUND = """async (address) => {
  for (let seat = 1; seat <= 8; seat += 1)
    await fetch(address, { method: "POST", body: new URLSearchParams({ seat }) });
}"""
"""Everybody has seen the own card."""


@pytest.mark.parametrize("pause", [150, 400])
def test_a_card_is_passed_on_once_it_was_seen(leads: Leads, device: Opens, pause: int) -> None:
    evening = leads(eight(known=True, seed=11), device(slips=True, clock=True), deal=PASS)
    phone, page = evening.device, evening.page
    phone.open(f"/g/{evening.id}/lead/deal")
    phone.later(PAUSE)
    twice(page, page.locator("#deal-hand .primary"), pause)
    card = page.locator("#deal-card")
    expect(card).to_be_visible()
    phone.later(PAUSE)
    phone.touch(card.locator(".primary"))
    expect(card.locator(".says")).to_contain_text("Look at your card first")
    held(page.locator("#my-card"))
    page.mouse.up()
    twice(page, card.locator(".primary"), pause)
    expect(page.locator("#deal-hand")).to_contain_text("Bea")


@pytest.mark.parametrize("pause", [150, 400])
def test_the_page_before_the_first_night_is_not_skipped_by_a_double_tap(
    leads: Leads, device: Opens, pause: int
) -> None:
    evening = leads(eight(known=True, seed=11), device(slips=True, clock=True), deal=PASS)
    phone, page = evening.device, evening.page
    phone.open(f"/g/{evening.id}/lead/deal")
    page.evaluate(ROUND, f"{phone.address}/g/{evening.id}/lead/deal/on")
    phone.open(f"/g/{evening.id}/lead/deal?again")
    again = page.locator("#anew").bounding_box()
    assert again is not None
    assert again["height"] < 80
    phone.later(PAUSE)
    twice(page, page.locator("#deal-done .primary"), pause)
    expect(page).to_have_url(re.compile("/lead/ready$"))
    phone.later(PAUSE)
    expect(page).to_have_url(re.compile("/lead/ready$"))
    phone.follow(page.locator("#to-the-night"), "/lead")
