"""An evening led by the app in real browsers, on a hasty clock: two phones side by side, and eight to the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from nightcall.engine.game import play
from nightcall.words import Words
from tests.browser import leash
from tests.browser.conftest import Opens
from tests.browser.device import Device
from tests.browser.leash import Leash
from tests.browser.led_table import SMALL_TELEVISION, LedTable
from tests.browser.server import Server
from tests.waiting import shows
from tests.web.test_led import base

SPEED: Final = 10
HEIGHTS = """secret => {
  const before = secret.offsetHeight, more = secret.appendChild(document.createElement("p"));
  more.textContent = "werewolf ".repeat(50);
  const after = secret.offsetHeight;
  more.remove();
  return [before, after];
}"""
ON_TOP = """each => {
  const box = each.getBoundingClientRect();
  return each.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""
WHOLE = """() => {
  const middle = document.querySelector(".public__middle");
  return middle.scrollHeight <= middle.clientHeight + 1;
}"""
PLAYERS = range(1, 9)


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Leash:
    monkeypatch.setenv(leash.VARIABLE, str(tmp_path / "leash"))
    return Leash(tmp_path / "leash")


@pytest.fixture
def hasty(tmp_path: Path, clock: Leash, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("NIGHTCALL_SPEED", str(SPEED))
    running = Server(tmp_path)
    yield running
    running.stop()


def begun(
    hasty: Server, device: Opens, language: str, keys: dict[int, str], game: str
) -> tuple[Device, dict[int, Device]]:
    """The host has begun; the public screen and the phones of two players have waited for it and follow."""
    host, screen = device(language, at=hasty), device(language, size=SMALL_TELEVISION, at=hasty)
    phones = {seat: device(language, at=hasty).open(keys.pop(seat)) for seat in (1, 2)}
    for seat, phone in phones.items():
        phone.open(f"/g/{game}/seat/{seat}")
        expect(phone.page.locator(".gather")).to_be_visible()
    screen.open(f"/g/{game}")
    expect(screen.page.locator(".public__invite")).to_be_visible()
    host.open(hasty.key(game))
    host.forgive("403")  # its page listened as a moderator's until the app took over
    host.open(f"/g/{game}/lead/seats")
    host.page.locator("#to-the-game").click()
    host.page.wait_for_url(f"**/g/{game}")
    for phone in phones.values():
        expect(phone.page.locator("body.led #seats button")).to_have_count(len(PLAYERS))
    expect(screen.page.locator("#caption")).to_be_visible()
    screen.page.wait_for_function(WHOLE)
    bar = screen.page.locator(".public__bar").bounding_box()
    assert bar is not None
    assert bar["width"] > 300, "how long it lasts is seen from afar"
    return screen, phones


def looks(phone: Device, card: str) -> None:
    """Holds the strip, and reads there which card was dealt."""
    box = phone.page.locator("#strip .peek__cover").bounding_box()
    assert box is not None
    phone.page.mouse.move(box["x"] + 20, box["y"] + 20)
    phone.page.mouse.down()
    dealt, about = phone.page.locator("#secret > strong"), phone.page.locator("#secret > strong + p")
    expect(dealt).to_have_text(card)
    expect(about).not_to_be_empty()
    for each in (dealt, about):
        expect(each).to_be_visible()
        assert each.evaluate(ON_TOP), "and nothing lies over it or cuts it off"
    short, long = phone.page.locator("#secret").evaluate(HEIGHTS)
    assert short == long, "LED-17: as high for five words as for fifty"
    phone.page.mouse.up()
    expect(phone.page.locator("#secret")).to_be_hidden()


def game_of(server: Server) -> tuple[str, dict[int, str]]:
    game = server.begin(play(base({"werewolf": 3, "seer": 1, "simple_villager": 4}, seed=3)), deal="led")
    return game, {seat: server.key(game, seat) for seat in PLAYERS}


@pytest.mark.needs("phones")
def test_two_phones_look_alike_while_their_strips_are_covered(hasty: Server, clock: Leash, device: Opens) -> None:
    """LED-14, LED-17, LED-24: each shows its own card under a finger; at the call of the pack they are alike."""
    (game, keys), words = game_of(hasty), Words("fr")
    with clock.still():
        screen, phones = begun(hasty, device, "fr", keys, game)
        sitting = hasty.table(game).sitting
        assert sitting is not None
        for seat, phone in phones.items():
            looks(phone, str(words.card(sitting.card(seat))))
    one, two = phones[1].page, phones[2].page
    assert screen.page.locator(".qr").count() == 0
    called = re.compile("|".join(re.escape(words.text(f"led.call.werewolves.{number}")) for number in (1, 2, 3)))
    expect(one.locator("#caption")).to_have_text(called, timeout=60_000)
    expect(two.locator("#caption")).to_have_text(called)
    seats = "() => [...document.querySelectorAll('#seats button')].map(b => b.dataset.state + b.className).sort()"
    assert one.evaluate(seats) == two.evaluate(seats)
    assert one.locator("#signs button").count() == two.locator("#signs button").count()
    with clock.still():
        touched = one.locator("#seats button").nth(3)

        def counts() -> bool:
            """Not at once: until then it is taken for a touch of the question before."""
            touched.click()
            return touched.get_attribute("aria-pressed") == "true"

        shows(one, counts)
        assert counts(), "a second touch takes nothing back"


@pytest.mark.needs("phones")
@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_evening_of_eight_without_a_moderator(hasty: Server, device: Opens, language: str) -> None:
    """LED-27: eight phones and a screen from Begin to the end, ten times as fast, and then the story is open.

    By its own clock it may take as long as the slowest evening of the specification in which each night claims
    somebody.
    """
    table = LedTable(hasty, lambda size: device(language, size=size, at=hasty))
    table.phones[1].forgive("403")  # a page that listened as a moderator's until the app took over
    table.gather()
    table.begin()
    table.play()
    table.finish(language)
    for phone in table.phones.values():
        expect(phone.page.locator("#over")).to_be_visible()
    table.check()
    for phone in table.phones.values():
        phone.press(phone.page.locator("#over a"))
        expect(phone.page.locator(".story")).to_be_visible()
    expect(table.screen.page.locator(".public__story")).to_be_attached()
