"""How long a phone alone takes, and what it uses: the budgets of docs/phone-alone.md beside what this machine measures.

python -m scripts.bench_alone [TAPS]        # on an idle machine

"Computing" is what all processes of the browser spent together: that hardly changes where others are at work, too.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from playwright.sync_api import Browser, sync_playwright
from tests.browser import alone, chromium
from tests.browser.alone import Alone, Host
from tests.browser.device import PHONE
from tests.browser.people import eight
from tests.test_site import OF_OTHERS, content, files
from tests.web.hostile import evening

from nightcall import Setup
from nightcall.engine import tape
from nightcall.web.alone import site

TAPS: Final = 60
STARTS: Final = 5
PLAIN: Final = {"pick": "[data-legal] .seat__face", "choose": ".choice", "yes_no": ".choice"}
DECK: Final = {"werewolf": 6, "seer": 1, "witch": 1, "simple_villager": 22}
LARGE: Final = Setup.of(30, DECK, cards_known_to_app=True, seed=1)


def main(taps: int) -> None:
    folder = alone.folder()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print(f"{'':44} {'at most':>10} {'measured':>10}")
    _sizes(folder)
    host = Host(folder.parents[1])
    with sync_playwright() as playwright:
        browser = chromium.launched(playwright)
        context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        context.add_init_script("try { localStorage.setItem('nightcall.pause', 'off') } catch {}")
        _times(Alone(context, host.address), taps, _Computing(browser))
        browser.close()
    host.stop()


def _sizes(folder: Path) -> None:
    listed = files(folder)
    ours = sum(size for name, (_, size, _) in listed.items() if not name.startswith(OF_OTHERS))
    whole = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    _row("download, whole folder", 8.5, whole / 1e6, "MB")
    _row("download, a release of our code alone", 2.4, ours / 1e6, "MB")
    _row("on the device, unpacked", 30, sum(len(content(folder, name)) for name in listed) / 1e6, "MB")
    scripts = (path.read_text("utf-8") for path in (Path(site.__file__).parent / "js").glob("*.js"))
    _row("lines of JavaScript", 400, sum(bool(line.strip()) for text in scripts for line in text.splitlines()), "")


class _Computing:
    """Seconds of computing since it was asked last."""

    def __init__(self, browser: Browser) -> None:
        self._session = browser.new_browser_cdp_session()
        self._before = 0.0
        self()

    def __call__(self) -> float:
        told = self._session.send("SystemInfo.getProcessInfo")["processInfo"]
        now: float = sum(process["cpuTime"] for process in told)
        self._before, spent = now, now - self._before
        return spent


def _times(phone: Alone, taps: int, computing: _Computing) -> None:
    _row("home shown, first visit", 5, _timed(phone.open), "s")
    _row("  computing", None, computing(), "s")
    phone.until_python()
    ready, home, computed = [], [], []
    for _ in range(STARTS):
        phone.page.goto("about:blank")  # what the last start still had to do is done
        computing()
        begun = time.perf_counter()
        phone.page.goto(f"{phone.address}/")
        phone.until_python()
        ready.append(time.perf_counter() - begun)
        phone.shown()
        home.append(time.perf_counter() - begun)
        computed.append(computing())
    _row("Python ready, warm", 1.5, median(ready), "s")
    _row("home shown, warm", 2, median(home), "s")
    _row("  computing", None, median(computed), "s")
    inside = phone.open(f"/g/{phone.begin(eight())}/lead")
    worker = phone.page.workers[0]
    worker.evaluate(WRITES)
    computing()
    times = [inside.locator("#view").evaluate(TAP, PLAIN) for _ in range(taps)]
    computed_taps = computing() / taps * 1000
    writes = worker.evaluate("self.writes")
    _row("tap to next question, p50", 50, median(times), "ms")
    _row("tap to next question, p95", 100, quantiles(times, n=20)[-1], "ms")
    _row("  computing, mean", None, computed_taps, "ms")
    _row("store per write, p95", 20, quantiles(writes, n=20)[-1], "ms")
    phone.open(f"/g/{phone.bring(tape.dumps(evening(LARGE, 150)))}/lead")
    used = phone.page.workers[0].evaluate("self.python._module.HEAPU8.length")
    _row("memory, 30 seats and 150 answers", 64, used / 1e6, "MB")
    _row("acknowledged taps lost in 200 kills (make soak)", 0, None, "")


def _timed(act: Callable[[], object]) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def _row(what: str, most: float | None, found: float | None, unit: str) -> None:
    told = "" if found is None else re.sub(r"\.0$", "", f"{found:.2f}" if unit in ("s", "MB") else f"{found:.0f}")
    over = "  over" if found is not None and most is not None and found > most else ""
    limit = "" if most is None else f"{most:g} {unit}"
    print(f"{what:44} {limit:>10} {f'{told} {unit}':>10}{over}", flush=True)


TAP: Final = """(view, plain) => new Promise((done) => {
  const form = view.ownerDocument.querySelector("form.prompt"), before = form.querySelector("[name=at]").value;
  const begun = performance.now();
  const watch = setInterval(() => {
    const now = document.querySelector("form.prompt > input[name=at]")?.value;
    if (now !== before) { clearInterval(watch); done(performance.now() - begun); }
  }, 1);
  const isDeep = before > 2 && before % 2, undo = document.querySelector(".undo"); // answers, then one taken back
  (isDeep && undo ? undo : form.querySelector(plain[form.dataset.kind] ?? ".primary")).click();
})"""
WRITES: Final = """() => {
  const usual = IDBDatabase.prototype.transaction;
  self.writes = [];
  IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
    const step = usual.call(this, stores, mode, ...rest), begun = performance.now();
    if (mode === "readwrite") step.addEventListener("complete", () => self.writes.push(performance.now() - begun));
    return step;
  };
}"""

if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TAPS)
