"""A browser killed by its process id, again and again: what was acknowledged is there, and nothing is half done."""

from __future__ import annotations

import os
import random
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import alone, chromium
from tests.browser.alone import Alone, Host
from tests.browser.people import eight
from tests.waiting import pauses, until

KILLS = int(os.environ.get("NIGHTCALL_KILLS", "200"))
MID_TAP = 3
"""One kill in so many comes before the answer."""
DEEP = 2
"""So many answers are given, then one is taken back: each is a tap."""


@contextmanager
def running(browser: Browser, profile: Path) -> Iterator[tuple[Browser, Callable[[], None]]]:
    """A browser of its own on this profile; whoever wants to may kill it."""
    own_id = 0
    port = profile / "DevToolsActivePort"
    port.unlink(missing_ok=True)
    own = ("--headless=new", "--remote-debugging-port=0", "--no-first-run", f"--user-data-dir={profile}")
    process = subprocess.Popen([chromium.found(), *chromium.FLAGS, *own, "about:blank"], stderr=subprocess.DEVNULL)
    try:
        until(lambda: port.exists() and port.read_text().count("\n"), "the browser does not start")
        address = f"http://127.0.0.1:{port.read_text().splitlines()[0]}"
        launched = browser.browser_type.connect_over_cdp(address)
        told = launched.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        own_id = next(each["id"] for each in told if each["type"] == "browser")  # what was started may be a script
        yield launched, partial(_killed, process, own_id)
    finally:
        if process.poll() is None:  # nobody has
            _killed(process, own_id)


def _killed(process: subprocess.Popen[bytes], own_id: int) -> None:
    """Gone, and so is whoever started it."""
    if own_id:
        with suppress(ProcessLookupError):
            os.kill(own_id, signal.SIGKILL)
    process.kill()
    process.wait()
    there = Path(f"/proc/{own_id}/cmdline")
    until(lambda: not (own_id and there.exists() and there.read_bytes()))


def opened(launched: Browser, host: Host) -> Alone:
    return Alone(launched.contexts[0], host.address)


@pytest.mark.soak
def test_nothing_acknowledged_is_lost_when_the_browser_is_killed(browser: Browser, tmp_path: Path) -> None:
    host = Host(alone.folder().parents[1])
    chance = random.Random(5)
    game, allowed = "", {0}
    with running(browser, tmp_path) as (launched, _):
        phone = opened(launched, host)
        phone.open()
        phone.until_python()
        game = phone.begin(eight())
    host.stop()  # from here on there is no network
    for number in range(KILLS):
        with running(browser, tmp_path) as (launched, kill):
            phone = opened(launched, host)
            inside = phone.open(f"/g/{game}/lead")
            found = len(phone.game(game).answers)
            assert found in allowed, f"kill {number}: {allowed} answers were acknowledged, {found} are there"
            step = 1 if found < DEEP else -1
            at = inside.locator("form.prompt > input[name=at]")
            before = at.input_value()
            inside.locator("form.prompt").evaluate(TAP if step > 0 else UNDO)
            if number % MID_TAP:
                expect(at).not_to_have_value(before)  # acknowledged
                allowed = {found + step}
            else:
                pauses(chance.uniform(0.0, 0.06))
                allowed = {found, found + step}
            kill()


TAP = """(form) => {
  const ways = ["[data-legal] .seat__face", ".choice", ".primary"];
  ways.map((way) => form.querySelector(way)).find(Boolean).click();
}"""
UNDO = "() => document.querySelector('.undo').click()"
"""Without waiting for anything."""
