"""What a set-up costs in taps, counted where they are made: `make taps` prints these numbers."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from scripts import taps

from tests.browser.conftest import Opens
from tests.browser.people import EIGHT
from tests.browser.server import Server

CLIPBOARD = """(field, text) => {
  field.value = text;
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}"""
"""What a browser does when somebody taps on Paste."""


def test_a_newcomer_and_then_the_same_group_again(device: Opens, server: Server) -> None:
    phone = device().open("/")
    page = phone.page
    phone.follow(page.locator('a[href$="/new"]'), "/new")
    names = page.locator("#new")
    phone.press(names)
    expect(names).to_be_focused()
    phone.taps += 1  # Paste
    names.evaluate(CLIPBOARD, "\n".join(EIGHT))
    expect(page.locator(".seats-edit li")).to_have_count(8)
    phone.press(page.locator("#begin"))
    expect(page).to_have_url(re.compile("/lead/ready$"))
    assert phone.taps == len(taps.NEWCOMER)
    game = phone.path().split("/")[2]
    assert server.table(game).game.players == tuple(EIGHT)

    phone.open("/")
    phone.taps = 0
    phone.follow(page.locator('a[href$="/new"]'), "/new")
    phone.follow(page.locator("#same-again"), "/new/begin")
    phone.press(page.locator("#begin"))
    expect(page).to_have_url(re.compile("/lead/ready$"))
    assert phone.taps == len(taps.KNOWN_GROUP)
    assert server.table(phone.path().split("/")[2]).game.players == tuple(EIGHT)


def test_whoever_types_the_names_needs_no_more(device: Opens) -> None:
    """Enter on the keyboard adds a name: no tap in between."""
    phone = device().open("/")
    page = phone.page
    phone.follow(page.locator('a[href$="/new"]'), "/new")
    phone.press(page.locator("#new"))
    for count, name in enumerate(EIGHT, start=1):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator(".seats-edit li")).to_have_count(count)
        expect(page.locator("#new")).to_be_focused()
        expect(page.locator("#new")).to_have_value("")
    phone.press(page.locator("#begin"))
    expect(page).to_have_url(re.compile("/lead/ready$"))
    assert phone.taps <= len(taps.NEWCOMER)
