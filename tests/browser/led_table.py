"""Eight real phones and a public screen in an evening the app leads: each page has a thumb of its own (`thumb.js`)."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from pathlib import Path
from random import Random
from typing import Final

from playwright.sync_api import ViewportSize, expect

from nightcall import Setup
from nightcall.engine.game import play
from nightcall.web.led.policies import adapted
from nightcall.web.led.scenes import Led
from tests.browser.device import PHONE, Device
from tests.browser.server import Server
from tests.browser.test_phones import joins
from tests.waiting import shows
from tests.web.led_evening import Slow

EIGHT: Final = ["Ada", "Ben", "Anne-Sophie", "Dan", "Mathilde", "Fay", "Gus", "Hal"]
DECK: Final = {"werewolf": 2, "seer": 1, "hunter": 1, "wolf_hound": 1, "simple_villager": 3}
"""A call that is learnt from, one with signs, one for several; somebody who is asked in the open; and a Sheriff."""
SMALL_TELEVISION: Final[ViewportSize] = {"width": 1280, "height": 720}
STANDS: Final = 120.0
"""Seconds of the world one scene may take on the slowest machine; ten times as fast, a debate of eight takes twenty."""
THUMB: Final = Path(__file__).with_name("thumb.js").read_text("utf-8")

Opens = Callable[[ViewportSize], Device]


def setup() -> Setup:
    return adapted(Setup.of(EIGHT, DECK, cards_known_to_app=True, seed=3, sheriff_election="first_day"), 3)


def longest(language: str) -> float:
    """Seconds of the evening's own clock it may take, as the specification has the lengths of its scenes."""
    begun = Led(language=language, rest="cards", practice=True, token="first")
    return Slow(setup(), Random(1), Random(1), start=begun).longest()


class LedTable:
    """Whoever sits at the first seat has set the table up, and begins."""

    def __init__(self, server: Server, opens: Opens) -> None:
        self.server = server
        self.game = server.begin(play(setup()), deal="led")
        self.screen = opens(SMALL_TELEVISION)
        self.phones = {seat: opens(PHONE) for seat in range(1, len(EIGHT) + 1)}
        for device in (self.screen, *self.phones.values()):
            device.context.set_default_timeout(1000 * STANDS)  # nine pages begin at once

    def gather(self) -> None:
        """Everybody joins with the code on the screen, and waits for the beginning."""
        self.screen.open(f"/g/{self.game}")
        code = self.screen.page.locator(".public__code").inner_text()
        self.phones[1].open(self.server.key(self.game))
        for seat, phone in self.phones.items():
            phone.context.add_init_script(THUMB)
            joins(phone, code, seat)
            expect(phone.page.locator(".gather")).to_be_visible()

    def begin(self) -> None:
        """The cards are dealt, and every page goes over to the evening by itself."""
        self.phones[1].press(self.phones[1].page.locator("#begin:enabled"))
        for phone in self.phones.values():
            expect(phone.page.locator("body.led #seats button")).to_have_count(len(EIGHT), timeout=1000 * STANDS)
        expect(self.screen.page.locator("#caption")).to_be_visible(timeout=1000 * STANDS)

    def play(self) -> None:
        """From now on every thumb does its part, so that the Hunter and a Sheriff die first."""
        sitting = self.server.table(self.game).sitting
        assert sitting is not None
        by_card = {card: [seat for seat in self.phones if sitting.card(seat) == card] for card in DECK}
        wolves, villagers = by_card["werewolf"], by_card["simple_villager"]
        night = [*by_card["hunter"], *by_card["seer"], villagers[2], *by_card["wolf_hound"], *villagers[:2]]
        day = [villagers[0], wolves[0], villagers[1], wolves[1], *by_card["wolf_hound"], villagers[2], *by_card["seer"]]
        for phone in self.phones.values():
            phone.page.evaluate("plan => { window.plan = plan }", {"night": night, "day": day})

    def finish(self, language: str) -> None:
        """To the end: by its own clock the evening takes no longer than it may, and it never stands still."""
        begun = self._clock()
        moment, seen = begun, time.monotonic()

        def is_over() -> bool:
            nonlocal moment, seen
            now, real = self._clock(), time.monotonic()
            assert now - begun <= longest(language), "each night claims somebody, so it ends"
            moment, seen = (now, real) if now > moment else (moment, seen)
            assert real - seen < STANDS, "a scene does not end"
            ended = self.server.table(self.game).game.outcome is not None
            return ended and self.phones[1].page.locator("#over").is_visible()

        shows(self.phones[1].page, is_over, within=inf)

    def _clock(self) -> float:
        """When the scene began that goes on now."""
        sitting = self.server.table(self.game).sitting
        assert sitting is not None
        return sitting.led.since

    def rest(self, *, rests: bool) -> None:
        """Nobody touches anything for a while."""
        for phone in self.phones.values():
            phone.page.evaluate("rests => { window.thumb.rests = rests }", rests)
        if rests:
            for phone in self.phones.values():
                expect(phone.page.locator("#secret")).to_be_hidden()

    def check(self) -> None:
        """Every thumb reached what it wanted to touch, on every phone."""
        for seat, phone in self.phones.items():
            thumb = phone.page.evaluate("window.thumb")
            assert not thumb["missed"], (seat, thumb["missed"])
            assert thumb["taps"], seat
            assert thumb["holds"], seat
