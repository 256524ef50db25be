"""How long a phone alone takes, and what it uses: the table of docs/phone-alone.md, on this machine.

python -m scripts.bench_alone [TAPS]
"""

from __future__ import annotations

import os
import sys
import time
from statistics import median, quantiles

from playwright.sync_api import sync_playwright
from tests.browser import alone, chromium
from tests.browser.alone import Alone, Host
from tests.browser.device import PHONE
from tests.browser.people import eight

TAPS = 60
PLAIN = {"pick": "[data-legal] .seat__face", "choose": ".choice", "yes_no": ".choice"}


def main(taps: int) -> None:
    host = Host(alone.folder().parents[1])
    with sync_playwright() as playwright:
        browser = chromium.launched(playwright)
        phone = Alone(browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce"), host.address)
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        _tell("home shown, first visit", _timed(phone.open))
        phone.until_python()
        ready, home = [], []
        for _ in range(5):
            begun = time.perf_counter()
            phone.page.reload()
            phone.until_python()
            ready.append(time.perf_counter() - begun)
            phone.shown()
            home.append(time.perf_counter() - begun)
        _tell("Python ready, warm", median(ready))
        _tell("home shown, warm", median(home))
        game = phone.begin(eight())
        inside = phone.open(f"/g/{game}/lead")
        times = []
        while len(times) < taps:
            times.append(inside.locator("#view").evaluate(TAP, PLAIN) / 1000)
        _tell("tap to next question, p50", median(times))
        _tell("tap to next question, p95", quantiles(times, n=20)[-1])
        used = phone.page.evaluate("navigator.storage.estimate().then(({ usage }) => usage)")
        print(f"on the device: {used / 1e6:.1f} MB")
        browser.close()
    host.stop()


def _timed(act: object) -> float:
    begun = time.perf_counter()
    assert callable(act)
    act()
    return time.perf_counter() - begun


def _tell(what: str, seconds: float) -> None:
    print(f"{what}: {seconds * 1000:.0f} ms")


TAP = """(view, plain) => new Promise((done) => {
  const form = view.ownerDocument.querySelector("form.prompt"), before = form.querySelector("[name=at]").value;
  const begun = performance.now();
  const watch = setInterval(() => {
    const now = document.querySelector("form.prompt > input[name=at]")?.value;
    if (now !== before) { clearInterval(watch); done(performance.now() - begun); }
  }, 1);
  const isDeep = before > 2 && before % 2, undo = document.querySelector(".undo"); // answers, then one taken back
  (isDeep && undo ? undo : form.querySelector(plain[form.dataset.kind] ?? ".primary")).click();
})"""

if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TAPS)
