"""Setting up a table while the app counts who wins how often, and saves what was typed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opens
from tests.browser.device import Device
from tests.browser.people import EIGHT


def pasted(phone: Device, names: Sequence[str]) -> Page:
    page = phone.open("/new").page
    phone.press(page.locator("#by-list summary"))
    page.locator("[name=paste]").fill("\n".join(names))
    phone.press(page.locator('button[value="paste"]'))
    expect(page.locator(".seats-edit li")).to_have_count(len(names))
    return page


def eight_pasted(phone: Device) -> Page:
    return pasted(phone, EIGHT)


def test_going_on_at_once(device: Opens) -> None:
    """What was typed is being saved by itself, and the odds are being counted: neither takes the place of the tap."""
    phone = device()
    page = eight_pasted(phone)
    phone.follow(page.locator("#next"), "/new/cards")
    page.go_back()
    expect(page.locator(".seats-edit li")).to_have_count(8)


def test_going_on_while_the_odds_are_counted(device: Opens) -> None:
    """Of a company nobody else has: what was counted once is not counted again."""
    phone = device()
    with phone.page.expect_request(lambda request: "/new/odds" in request.url):
        page = pasted(phone, [*EIGHT, "Ida", "Jim", "Kit", "Lea", "Mo"])
    phone.follow(page.locator("#next"), "/new/cards")
    phone.press(page.locator('.mix[value="mix-beginners"]'))
    expect(page.locator('.mix[value="mix-beginners"]')).to_have_attribute("aria-pressed", "true")


def test_the_odds_come_by_themselves(device: Opens) -> None:
    page = eight_pasted(device())
    expect(page.locator("#odds-now")).to_contain_text(re.compile(r"\d %|\d%"))


def test_the_odds_stand_there_at_once_and_become_games(device: Opens) -> None:
    phone = device()
    page = eight_pasted(phone)
    phone.follow(page.locator("#next"), "/new/cards")
    shown = page.locator("#odds-count")
    expect(shown).to_contain_text("about")
    expect(shown).to_contain_text("games, ")
    phone.press(page.locator("#people-masters"))
    expect(shown).to_contain_text("Masters")


def test_three_decks_and_a_swap(device: Opens) -> None:
    phone = device()
    page = eight_pasted(phone)
    phone.follow(page.locator("#next"), "/new/cards")
    phone.press(page.locator("#advise"))
    expect(page.locator("#advised .mix")).to_have_count(3)
    phone.press(page.locator("#advice-lively"))
    expect(page.locator("#advice-lively")).to_have_attribute("aria-pressed", "true")
    page.locator("#wish-balance").select_option("village")
    expect(page.locator("#advice-lively")).to_have_attribute("aria-pressed", "false")
    phone.press(page.locator('button[value^="swap-"]').first)
    expect(page.locator("#sum")).to_contain_text("8 / 8")


def test_beginning_at_once(device: Opens) -> None:
    """Nothing saved late makes a table to be set up of the one that has begun."""
    phone = device()
    page = eight_pasted(phone)
    phone.press(page.locator("#begin"))
    expect(page).to_have_url(re.compile("/lead/ready$"))
    phone.open("/new")
    expect(page.locator("#same-again")).to_be_visible()
