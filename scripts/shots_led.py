"""An evening the app leads, scene by scene, for `make shots`: a phone, what is under its strip, and the screen.

python -m scripts.shots_led [LANGUAGE …]        # these pictures alone, in build/shots

Eight real phones play it to the end. The clock waits at every scene until its picture is taken.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Locator, ViewportSize, expect, sync_playwright
from tests.browser import chromium, leash
from tests.browser.device import HASTE, NO_PAUSE, PHONE, Device
from tests.browser.leash import Leash
from tests.browser.led_table import LedTable
from tests.browser.server import Server

from nightcall.web.led.scenes import Sitting

OUT: Final = Path(__file__).parents[1] / "build" / "shots"
LANGUAGES: Final = ("en", "fr")
SPEED: Final = 10
STEP: Final = 1.0
"""Seconds of the evening the clock goes on at a time: shorter than every scene."""
BEAT: Final = 0.1
"""Seconds of the world between two looks."""
ACTING: Final = 2.4
"""Seconds of the world for everybody to look, to touch, and to be asked whether that was meant."""
ACTED: Final = ("cards", "trial", "debate", "ballots", "open", "call")
"""Where phones do something."""
PAGE: Final = 9.5
"""Seconds of the world until the story on the screen turns its page."""
PATIENCE: Final = 120_000


class Evenings:
    """Pictures of one language."""

    def __init__(self, browser: Browser, out: Path, language: str) -> None:
        self.browser, self.out, self.language = browser, out, language
        self.count = 0
        self.taken: set[str] = set()

    def all(self, folder: Path) -> int:
        """How many there are."""
        with hasty(folder) as (server, clock):
            self.address = server.address
            table = LedTable(server, self.device)
            table.phones[1].forgive("403")
            table.gather()
            expect(table.phones[1].page.locator("#begin")).to_be_enabled()
            self.take(table.screen, "tv-0-lobby")
            self.take(table.phones[1], "seat-0-lobby-host")
            self.take(table.phones[2], "seat-0-lobby")
            clock.to(0.0)
            table.begin()
            table.rest(rests=True)
            table.play()
            self.evening(table, clock)
            for phone in table.phones.values():
                expect(phone.page.locator("#over")).to_be_visible()
            expect(table.screen.page.locator(".public__story")).to_be_visible()
            for seat in (1, 2):
                self.take(table.phones[seat], f"seat-99-over-{seat}")
            for page in range(4):
                self.take(table.screen, f"tv-99-over-{page}")
                time.sleep(PAGE)
            table.check()
            phone = table.phones[2]
            phone.press(phone.page.locator("#over a"))
            expect(phone.page.locator(".story")).to_be_visible()
            self.take(phone, "seat-99-story", whole=True)
            for each in (table.screen, *table.phones.values()):
                each.context.close()
        return self.count

    def device(self, size: ViewportSize) -> Device:
        context = self.browser.new_context(
            viewport=size,
            locale=self.language,
            has_touch=True,
            reduced_motion="reduce",
            device_scale_factor=1,
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(NO_PAUSE)
        if size != PHONE:
            context.add_init_script(HASTE)
        return Device(context, self.address)

    def take(self, device: Device, name: str, *, whole: bool = False) -> None:
        self.count += 1
        device.page.screenshot(path=str(self.out / f"{self.language}-led-{name}.png"), full_page=whole)

    def evening(self, table: LedTable, clock: Leash) -> None:
        """The clock goes on step by step and stands still at every scene, for its pictures and for the thumbs."""
        token, until, asked = "", 0.0, list[int]()
        while True:
            sitting = table.server.table(table.game).sitting
            assert sitting is not None
            if sitting.view.winner:
                table.rest(rests=False)
                return
            if sitting.led.token != token:
                token, until = sitting.led.token, max(until, sitting.led.since)
                asked = [*sitting.questions, *(sitting.asked if sitting.prompt else ())] or asked
                self.scene(table, sitting, asked)
            until += STEP
            clock.to(until)
            time.sleep(BEAT)

    def scene(self, table: LedTable, sitting: Sitting, asked: Sequence[int]) -> None:
        """Somebody living, whoever is asked (or was, where there is something to read) and somebody dead."""
        scene, dead = sitting.scene, [seat.seat for seat in sitting.view.seats if not seat.is_alive]
        part = "-read" if scene.kind == "call" and sitting.led.round > scene.marking else ""
        name = f"{scene.kind}-{scene.name}{part}".replace(".", "-").rstrip("-")
        found = {"living": sitting.living[:1], "asked": asked[:1], "dead": dead[:1]}
        seats = {who: seat for who, several in found.items() for seat in several}
        if is_new := name not in self.taken:
            self.taken.add(name)
            name = f"{len(self.taken):02}-{name}"
            for device in (table.screen, *table.phones.values()):
                expect(device.page.locator("#caption")).to_have_text(sitting.caption)
            for who, seat in seats.items():
                self.take(table.phones[seat], f"seat-{name}-1-{who}")
            self.take(table.screen, f"tv-{name}-1")
        table.rest(rests=False)
        time.sleep(ACTING if scene.kind in ACTED else ACTING / 2)
        table.rest(rests=True)
        if is_new and scene.kind in ACTED and table.server.table(table.game).sitting.led.token == sitting.led.token:  # type: ignore[union-attr]
            for who, seat in seats.items():
                self.take(table.phones[seat], f"seat-{name}-2-{who}")
                with finger_on(table.phones[seat].page.locator("#strip .peek__cover")):
                    self.take(table.phones[seat], f"seat-{name}-3-{who}-held")
            self.take(table.screen, f"tv-{name}-2")


@contextmanager
def finger_on(cover: Locator) -> Iterator[None]:
    """While a finger lies on it."""
    box = cover.bounding_box()
    assert box is not None
    cover.page.mouse.move(box["x"] + 20, box["y"] + 20)
    cover.page.mouse.down()
    yield
    cover.page.mouse.up()


@contextmanager
def hasty(folder: Path) -> Iterator[tuple[Server, Leash]]:
    """A server whose evenings pass ten times as fast, by a clock that can be held."""
    usual = dict(os.environ)
    os.environ |= {leash.VARIABLE: str(folder / "leash"), "NIGHTCALL_SPEED": str(SPEED)}
    folder.mkdir(exist_ok=True)
    clock = Leash(folder / "leash")
    server = Server(folder / "led")
    try:
        yield server, clock
    finally:
        server.stop()
        os.environ.clear()
        os.environ |= usual


def main() -> None:
    if not chromium.found():
        sys.exit(chromium.HINT)
    OUT.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = chromium.launched(playwright)
        for language in sys.argv[1:] or LANGUAGES:
            count = Evenings(browser, OUT, language).all(Path(folder) / language)
            print(f"{count} pictures of {language} in {OUT}")
        browser.close()


if __name__ == "__main__":
    main()
