"""The shell of a phone alone in every state, for `make shots`: from the first visit to damaged games.

python -m scripts.shots_alone [LANGUAGE …]        # these pictures alone, in build/shots
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tests.browser import alone, chromium
from tests.browser.alone import Alone, Host, _Quiet
from tests.browser.device import PHONE
from tests.browser.people import eight
from tests.browser.test_alone import DAMAGE, FULL

OUT: Final = Path(__file__).parents[1] / "build" / "shots"
LANGUAGES: Final = ("en", "fr")
LARGE: Final = 1_000_000
"""Bytes of a file that takes a while to arrive."""


class _Slow(_Quiet):
    """A network on which one can see the bar move."""

    def do_GET(self) -> None:  # noqa: N802 (as it is called there)
        path = Path(self.translate_path(self.path))
        if path.is_file() and path.stat().st_size > LARGE:
            time.sleep(6)
        super().do_GET()


class _SlowHost(Host):
    def _handler(self) -> Any:
        return partial(_Slow, directory=str(self.files), fetched=self.fetched)


class Shells:
    """Pictures of one language."""

    def __init__(self, browser: Browser, out: Path, language: str) -> None:
        self.browser, self.out, self.language = browser, out, language
        self.count = 0

    def all(self, folder: Path) -> int:
        """How many there are."""
        self.files = alone.folder().parents[1]
        for state in (self.first_visit, self.lacking, self.unfinished):
            state()
        self.in_use(folder)
        return self.count

    @contextmanager
    def phone(self, host: Host) -> Iterator[Alone]:
        context: BrowserContext = self.browser.new_context(
            viewport=PHONE, locale=self.language, has_touch=True, reduced_motion="reduce", device_scale_factor=2
        )
        context.add_init_script("try { localStorage.setItem('nightcall.pause', 'off') } catch {}")
        yield Alone(context, host.address)
        context.close()
        host.stop()

    def take(self, page: Page, name: str) -> None:
        self.count += 1
        page.screenshot(path=str(self.out / f"{self.language}-shell-{name}.png"))

    def first_visit(self) -> None:
        with self.phone(_SlowHost(self.files)) as phone:
            phone.page.goto(f"{phone.address}/")
            arrived = re.compile(r"[1-9]\d{5,}")
            expect(phone.page.locator("#bar")).to_have_attribute("value", arrived, timeout=alone.PATIENCE)
            self.take(phone.page, "first-visit")

    def lacking(self) -> None:
        """A private window, an old browser."""
        lacks = {"private": "delete Navigator.prototype.serviceWorker", "old": "delete window.DecompressionStream"}
        for name, script in lacks.items():
            with self.phone(Host(self.files)) as phone:
                phone.page.add_init_script(script)
                phone.page.goto(f"{phone.address}/")
                expect(phone.page.locator("#more")).to_be_visible()
                self.take(phone.page, name)

    def unfinished(self) -> None:
        """The network went away in the middle of the first visit."""
        with self.phone(Host(self.files)) as phone:
            phone.page.goto(f"{phone.address}/index.html")
            phone.context.set_offline(True)
            expect(phone.page.locator("#again")).to_be_visible(timeout=alone.PATIENCE)
            self.take(phone.page, "unfinished")

    def in_use(self, folder: Path) -> None:
        """Ready, no room left, a new version, damaged: without a copy, and with one."""
        host = Host(self.files)
        with self.phone(host) as phone:
            phone.open()
            phone.until_python()
            self.take(phone.page, "ready")
            self.offline(phone)
            self.second_tab(phone)
            game = phone.begin(eight())
            inside = phone.open(f"/g/{game}/lead")
            worker = phone.page.workers[0]
            worker.evaluate(FULL)
            inside.locator(".primary").tap()
            expect(inside.locator("#view .fault, #view.page").first).to_be_visible()
            self.take(phone.page, "full")
            self.damaged(phone, "damaged")
            phone.page.locator("#again").click()
            phone.shown()
            self.take(phone.page, "anew")
            later = alone.another(self.files, folder, f"later-{self.language}")
            host.serve(later)
            phone.open()
            phone.page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update())")
            expect(phone.page.locator("#update")).to_be_visible(timeout=alone.PATIENCE)
            self.take(phone.page, "update")
            phone.page.locator("#update button").click()
            expect(phone.page.locator("#update")).to_be_hidden(timeout=alone.PATIENCE)
            phone.open()
            phone.until_python()
            self.damaged(phone, "damaged-with-a-copy")
        shutil.rmtree(later)

    def offline(self, phone: Alone) -> None:
        phone.context.set_offline(True)
        phone.open()
        phone.until_python()
        self.take(phone.page, "offline")
        phone.context.set_offline(False)

    def second_tab(self, phone: Alone) -> None:
        other = phone.context.new_page()
        phone.open("/games", other)
        self.take(other, "second-tab")
        other.close()

    def damaged(self, phone: Alone, name: str) -> None:
        phone.page.evaluate(DAMAGE, 0)
        phone.page.reload()
        expect(phone.page.locator("#again")).to_be_visible(timeout=alone.PATIENCE)
        self.take(phone.page, name)


def main(languages: Sequence[str]) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=alone.PATIENCE)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = chromium.launched(playwright)
        count = sum(Shells(browser, OUT, language).all(Path(folder)) for language in languages)
        browser.close()
    print(f"{count} pictures in {OUT}")


if __name__ == "__main__":
    main(sys.argv[1:] or LANGUAGES)
