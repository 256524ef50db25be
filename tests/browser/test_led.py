"""An evening led by the app in real browsers: two phones and a screen among eight, on a hasty clock."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final

import httpx2 as httpx
import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from nightcall.engine.game import play
from nightcall.words import Words
from tests.browser.conftest import Opens
from tests.browser.device import Device
from tests.browser.server import Server
from tests.web.test_led import base

SPEED = 12
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
SMALL_TELEVISION: Final[ViewportSize] = {"width": 1280, "height": 720}
PLAYERS = range(1, 9)


@pytest.fixture
def hasty(tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("NIGHTCALL_SPEED", str(SPEED))
    running = Server(tmp_path)
    yield running
    running.stop()


class Bot(threading.Thread):
    """A phone without a screen: it beats, and touches somebody in every round."""

    def __init__(self, server: Server, game: str, seat: int, key: str) -> None:
        super().__init__(daemon=True)
        # Patient: on a busy machine a beat may take its time, and whoever has given up plays no more.
        home, here = server.address, {"origin": server.address}
        self.client = httpx.Client(base_url=home, headers=here, follow_redirects=True, timeout=60)
        assert self.client.post(key).status_code == 200
        self.path = f"/g/{game}/seat/{seat}/beat"
        self.random, self.ends = Random(seat), threading.Event()

    def run(self) -> None:
        mark: dict[str, object] = {"scene": "", "seats": [], "signs": [], "held": True}
        while not self.ends.is_set():
            body = json.dumps({**mark, "pad": ""}).ljust(1024)
            reply = self.client.post(self.path, content=body, headers={"content-type": "application/json"})
            if reply.status_code != 200:  # not begun, or over
                time.sleep(0.2)
                continue
            frame = reply.json()
            if frame["scene"] != mark["scene"]:
                living = [seat["seat"] for seat in frame["seats"] if seat["state"] == "alive"]
                signs = ["ready"] if frame["kind"] == "debate" else []
                touched = [self.random.choice(living or [1])]
                mark = {"scene": frame["scene"], "seats": touched, "signs": signs, "held": True}
            time.sleep(frame["beat"])
        self.client.close()


@contextmanager
def bots(server: Server, game: str, keys: dict[int, str]) -> Iterator[None]:
    playing = [Bot(server, game, seat, key) for seat, key in keys.items()]
    for bot in playing:
        bot.start()
    try:
        yield
    finally:
        for bot in playing:
            bot.ends.set()
        for bot in playing:
            bot.join()


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


def looks(phone: Device) -> None:
    """Holds the strip for a moment: between two beats that is enough to have looked."""
    box = phone.page.locator("#strip .peek__cover").bounding_box()
    assert box is not None
    phone.page.mouse.move(box["x"] + 20, box["y"] + 20)
    phone.page.mouse.down()
    told = phone.page.locator("#secret > *").first  # the card, or on a slow machine what the night tells already
    expect(told).to_be_visible()
    assert told.evaluate(ON_TOP), "and nothing lies over it or cuts it off"
    short, long = phone.page.locator("#secret").evaluate(HEIGHTS)
    assert short == long, "LED-17: as high for five words as for fifty"
    phone.page.mouse.up()
    expect(phone.page.locator("#secret")).to_be_hidden()


def game_of(server: Server) -> tuple[str, dict[int, str]]:
    game = server.begin(play(base({"werewolf": 3, "seer": 1, "simple_villager": 4}, seed=3)), deal="led")
    return game, {seat: server.key(game, seat) for seat in PLAYERS}


@pytest.mark.needs("phones")
def test_two_phones_look_alike_while_their_strips_are_covered(hasty: Server, device: Opens) -> None:
    """LED-14, LED-17, LED-24: at the call of the pack, on two phones and the screen."""
    (game, keys), words = game_of(hasty), Words("fr")
    screen, phones = begun(hasty, device, "fr", keys, game)
    one, two = phones[1].page, phones[2].page
    for phone in phones.values():
        looks(phone)
    assert screen.page.locator(".qr").count() == 0
    called = re.compile("|".join(re.escape(words.text(f"led.call.werewolves.{number}")) for number in (1, 2, 3)))
    expect(one.locator("#caption")).to_have_text(called, timeout=60_000)
    expect(two.locator("#caption")).to_have_text(called)
    seats = "() => [...document.querySelectorAll('#seats button')].map(b => b.dataset.state + b.className).sort()"
    assert one.evaluate(seats) == two.evaluate(seats)
    assert one.locator("#signs button").count() == two.locator("#signs button").count()


@pytest.mark.needs("phones")
@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_evening_of_eight_without_a_moderator(hasty: Server, device: Opens, language: str) -> None:
    """LED-27: from Begin to the end, and then the story is open."""
    game, keys = game_of(hasty)
    screen, phones = begun(hasty, device, language, keys, game)
    with bots(hasty, game, keys):
        for phone in phones.values():
            looks(phone)
        expect(phones[1].page.locator("#over")).to_be_visible(timeout=300_000)
    screen.open(f"/g/{game}")
    expect(screen.page.locator(".public__story")).to_be_attached()
