"""A phone, a tablet or a television: a browser of its own, watched for every error it reports."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, ViewportSize, WebError, expect

if TYPE_CHECKING:
    from tests.browser.alone import Alone

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
SMALL_PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
TELEVISION: Final[ViewportSize] = {"width": 1920, "height": 1080}
AXE: Final = Path(__file__).parent / "axe" / "axe.min.js"
TABS: Final = 250
"""More than any page has places to stop at."""
NO_PAUSE: Final = "try { localStorage.setItem('nightcall.pause', 'off') } catch {}"
"""For machines, which do not slip: a tap counts at once (`js/calm.js`)."""
HASTE: Final = """{
  const usual = window.setTimeout;
  window.setTimeout = (run, wait = 0, ...given) => usual(run, wait / 20, ...given);
}"""
"""For a television that is looked at when it has told everything: one thing after the other, only sooner."""

STILL: Final = 120.0
"""Seconds by which a clock is put forward to be stopped: it may not have come so far."""

Hand = Literal["finger", "keys"]


LEFT_BEHIND = (
    "htmx:sendAbort",
    "htmx:afterRequest, [object HTMLParagraphElement]",
    "htmx:afterRequest, [object HTMLDivElement]",
)
"""The odds a page was still asking for when it was left, and what it was saving by itself."""


class Device:
    def __init__(self, context: BrowserContext, address: str, hand: Hand = "finger", has_scripts: bool = True) -> None:
        self.context = context
        self.address = address
        self.hand = hand
        self.has_scripts = has_scripts
        self.alone: Alone | None = None
        """The app inside this device, where there is no server (`on_phone.py`)."""
        self.taps = 0
        self.troubles: list[str] = []
        self._forgiven: list[str] = [*LEFT_BEHIND]
        context.on("console", self._heard)
        context.on("weberror", self._broke)
        self.page: Page = context.new_page()

    # -- what goes wrong --

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.troubles.append(f"{message.text} {message.location.get('url', '')}".strip())

    def _broke(self, error: WebError) -> None:
        self.troubles.append(f"page error: {error.error}")

    def forgive(self, *parts: str) -> None:
        """Errors the test brings about on purpose: a refused form, a dead server."""
        self._forgiven += parts

    def check(self) -> None:
        """Nothing was reported that the test did not ask for."""
        left = [text for text in self.troubles if not any(part in text for part in self._forgiven)]
        assert not left, left

    # -- what time does --

    def later(self, milliseconds: int) -> None:
        """So much later, on a device opened with `clock`: whatever its page waits for has come, in its order."""
        self.page.clock.run_for(milliseconds)

    def still(self) -> None:
        """From now on no time passes there but what the test makes pass."""
        self.page.clock.pause_at(time.time() + STILL)

    # -- what a person does --

    def open(self, path: str) -> Device:
        self.page.goto(f"{self.address}{path}")
        if path.startswith("/k/") and self.page.locator("#use").count():
            with self.page.expect_navigation():  # the page that is left is ready as well
                self.page.locator("#use").click()
        self.until_ready()
        return self

    def until_ready(self) -> None:
        """The page's modules have arrived (they mark the page), so that a tap is not too early."""
        if self.has_scripts:
            self.page.wait_for_selector("html[data-ready]", state="attached")

    def press(self, target: Locator) -> None:
        """A tap of a finger, or Tab until the focus is there and then the key; not while buttons still sleep."""
        self.page.wait_for_selector("html:not(.early)", state="attached")
        self.taps += 1
        if self.hand == "keys":
            self._reach(target)
            is_tick = target.evaluate("e => e.nodeName === 'LABEL'")
            self.page.keyboard.press("Space" if is_tick else "Enter")
        else:
            target.tap()

    def follow(self, target: Locator, where: str) -> None:
        """A tap that leads to another page, whose address ends like this (a pattern)."""
        self.press(target)
        expect(self.page).to_have_url(re.compile(f"{where}$"))
        self.until_ready()

    def touch(self, target: Locator) -> None:
        """A tap on something that says it cannot be used: a finger does not read that."""
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None
        self.taps += 1
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def _reach(self, target: Locator) -> None:
        expect(target).to_be_visible()
        for _ in range(TABS):
            if target.evaluate("e => e.contains(document.activeElement)"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not get to {target}")

    def see(self, text: str) -> None:
        expect(self.page.locator("#view")).to_contain_text(text)

    def path(self) -> str:
        return self.page.url.removeprefix(self.address)
