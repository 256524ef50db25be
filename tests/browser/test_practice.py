"""A practice evening from the start page to its end, tapped as the table shows it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from nightcall import Prompt
from nightcall.web.play import practice
from tests.browser.conftest import Opens
from tests.browser.server import Server
from tests.browser.table import Evening


def understood(evening: Evening) -> None:
    """Whatever is explained was read."""
    explained = evening.page.locator(".hint[open] summary")
    if explained.count():
        evening.device.press(explained)
        expect(evening.page.locator(".hint[open]")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.soak)])
def test_a_newcomer_rehearses_and_nothing_is_kept(device: Opens, server: Server, language: str) -> None:
    phone = device(language)
    phone.open("/")
    phone.press(phone.page.locator('form[action$="/practice"] button'))
    expect(phone.page).to_have_url(re.compile(r"/lead$"))
    evening = Evening(phone, server, phone.path().split("/")[2])
    expect(phone.page.locator(".practice")).to_be_visible()
    seed = server.table(evening.id).manner.practice

    def shown(prompt: Prompt) -> object:
        understood(evening)
        return practice.gesture(evening.game, seed)

    evening.play(shown, until=lambda game: game.village.night == 2 and game.village.phase == "dawn")
    ending = phone.page.locator('form[action$="/practice-end"]')
    for _ in range(8):  # the last steps lead to a page without a question
        evening.follow()
        if ending.count():
            break
        before = evening.at
        evening.enter(shown(evening.prompt))
        expect(phone.page.locator(f'form.prompt > input[name=at][value="{before}"]')).to_have_count(0)
    expect(ending).to_be_visible()
    phone.press(ending.locator("button").last)
    expect(phone.page.locator("main.home")).to_be_visible()
    expect(phone.page.locator(".games")).to_have_count(0)
    phone.open("/games")
    assert "Ada" not in phone.page.content()
