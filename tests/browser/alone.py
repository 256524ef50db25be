"""The app alone on a phone: its folder built once a run, a host that knows nothing, a browser that has it all."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

import pytest

from nightcall import Game, Setup
from nightcall.engine import tape
from nightcall.engine.game import play
from nightcall.web.alone import site
from nightcall.web.alone.pyodide import NoPyodide
from nightcall.words import Words
from tests import waiting

if TYPE_CHECKING:  # the folder is looked at where there is no browser, too
    from playwright.sync_api import BrowserContext, FrameLocator, Page

BUILD: Final = Path(__file__).parents[2] / "build"
MISSING: Final = ("web.alone.build.no_npm", "web.alone.build.no_node", "web.alone.build.not_fetched")
PATIENCE: Final = 1000 * waiting.PATIENCE
FOLDER: Final = "some/folder"


def folder() -> Path:
    """Built once for all workers of a run; skips where there is nothing to build it with."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())
    built = BUILD / "site-tests" / run / FOLDER
    built.parent.mkdir(parents=True, exist_ok=True)
    with _alone_here(BUILD / "site-tests" / f"{run}.lock"):
        if not built.exists():
            _tidy(BUILD / "site-tests", run)
            try:
                site.build(built, cache=BUILD / "pyodide")
            except NoPyodide as error:
                if error.key in MISSING:
                    pytest.skip(Words("en").error(error))
                raise
    return built


@contextmanager
def _alone_here(lock: Path) -> Iterator[None]:
    def taken() -> bool:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return False
        return True

    waiting.until(taken, f"another one has {lock}", within=10 * waiting.PATIENCE)
    try:
        yield
    finally:
        lock.unlink()


def _tidy(builds: Path, run: str) -> None:
    """What earlier runs have left."""
    for old in builds.iterdir():
        if old.is_dir() and old.name != run and time.time() - old.stat().st_mtime > 3600:
            shutil.rmtree(old, ignore_errors=True)


class _Quiet(SimpleHTTPRequestHandler):
    def __init__(self, *given: Any, fetched: list[str], **more: Any) -> None:
        self._fetched = fetched
        super().__init__(*given, **more)

    def log_message(self, *_: Any) -> None:
        self._fetched.append(self.path)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        with suppress(ConnectionError):  # a page that was closed waits for nothing any more
            super().copyfile(source, outputfile)


class Host:
    """Serves files and knows nothing; it may go away and come back."""

    def __init__(self, files: Path) -> None:
        self.files = files
        self.fetched: list[str] = []
        self.port = 0
        self._server: ThreadingHTTPServer | None = None
        self.start()

    def start(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), self._handler())
        self.port = self._server.server_port
        Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def _handler(self) -> Any:
        return partial(_Quiet, directory=str(self.files), fetched=self.fetched)

    def serve(self, files: Path, fetched: list[str] | None = None) -> None:
        """Other files, as after a release; what is fetched is noted."""
        self.files, self.fetched = files, [] if fetched is None else fetched
        assert self._server is not None
        self._server.RequestHandlerClass = self._handler()

    def stop(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/{FOLDER}"


class Alone:
    """One browser with the app in it, seen through its shell."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.page: Page = context.new_page()

    def open(self, path: str = "/", page: Page | None = None) -> FrameLocator:
        from playwright.sync_api import Error

        page = page or self.page
        try:
            page.goto(f"{self.address}{path}")
        except Error:  # the worker took the page over just then
            page.goto(f"{self.address}{path}")
        return self.shown(page)

    def go(self, path: str) -> FrameLocator:
        """As by a link inside: Python goes on."""
        from playwright.sync_api import expect

        leave = "(page, to) => { delete page.dataset.ready; location.assign(to); }"
        self.shown().locator("html").evaluate(leave, f"{self.address}{path}")
        expect(self.page).to_have_url(f"{self.address}{path}")
        return self.shown()

    def shown(self, page: Page | None = None) -> FrameLocator:
        """The app inside, once it stands there."""
        from playwright.sync_api import expect

        page = page or self.page
        expect(page.locator("html[data-shown]")).to_be_attached(timeout=PATIENCE)
        inside = page.frame_locator("iframe")
        expect(inside.locator("html[data-ready]")).to_be_attached(timeout=PATIENCE)
        return inside

    def until_python(self) -> None:
        from playwright.sync_api import expect

        expect(self.page.locator("html[data-python=ready]")).to_be_attached(timeout=PATIENCE)

    # -- what lies on the device --

    def begin(self, setup: Setup) -> str:
        """A game that has just begun: brought as a file."""
        return self.bring(tape.dumps(play(setup)))

    def bring(self, text: str) -> str:
        where: str = self.page.evaluate(BRING, [f"{self.address}/games/bring", text])
        return where.rpartition("/g/")[2].partition("/")[0]

    def begin_so(self, text: str, manner: Mapping[str, Any]) -> str:
        """A game that has just begun, led in this manner by whoever holds the phone."""
        begun: str = self.page.workers[0].evaluate(BEGIN, [text, manner])
        return begun

    def go_on(self, ident: str, text: str) -> None:
        """The same game some answers later."""
        self.page.workers[0].evaluate(GO_ON, [ident, text])

    def game(self, ident: str) -> Game:
        return tape.load_game(self.page.evaluate(FETCH, f"{self.address}/g/{ident}/tape.jsonl"))


def another(files: Path, tmp_path: Path, name: str, *, worker: str = "") -> Path:
    """The folder as a later version: known by another name, its worker perhaps another."""
    later = tmp_path / name
    shutil.copytree(files, later)
    script = later / FOLDER / "sw.js"
    text = re.sub(r'const VERSION = "[^"]+"', f'const VERSION = "{name}"', script.read_text("utf-8"))
    if worker:
        packed = gzip.compress(worker.encode())
        (later / FOLDER / "files" / f"{name}.bin").write_bytes(packed)
        entry = json.dumps([f"files/{name}.bin", len(packed), hashlib.sha256(packed).hexdigest()])
        text = re.sub(r'"worker.js":\[[^]]*\]', f'"worker.js":{entry}', text)
    script.write_text(text, "utf-8")
    return later


def updated(phone: Alone, host: Host, files: Path) -> None:
    """The host serves other files from now on; somebody opens the page, and on the start page takes the offer."""
    from playwright.sync_api import expect

    host.serve(files)
    expect(phone.page.locator("#update")).to_be_hidden()
    phone.open()
    phone.page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update())")
    expect(phone.page.locator("#update")).to_be_visible(timeout=PATIENCE)
    phone.page.locator("#update button").click()
    expect(phone.page.locator("#update")).to_be_hidden()


FETCH: Final = "address => fetch(address).then((answer) => answer.text())"
BEGIN: Final = """async ([text, manner]) => {
  const { python, bridge } = self, globals = python.toPy({ text, manner });
  globals.set("bridge", bridge);
  return await python.runPythonAsync(`
from nightcall.engine import tape
from nightcall.web import access, visit
from nightcall.web.alone.bridge import JAR
from nightcall.web.manner import Manner
site, jar = bridge._app.state.site, await bridge._jar()
jar.setdefault(visit.DEVICE, access.new_secret())
await site.store.write(*JAR, jar)
device = access.digest(jar[visit.DEVICE])
told = tape.loads(text)
(await site.tables.begin(told.setup, Manner(**manner), told.answers, device=device)).id
`, { globals });
}"""
GO_ON: Final = """async ([ident, text]) => {
  const { python, bridge } = self, globals = python.toPy({ ident, text });
  globals.set("bridge", bridge);
  return await python.runPythonAsync(`
from nightcall.engine import tape
tables = bridge._app.state.site.tables
table = await tables.find(ident)
for answer in tape.loads(text).answers[len(table.game.answers):]:
    table = await tables.answer(table, answer.value)
`, { globals });
}"""
BRING: Final = """async ([address, text]) => {
  const form = new FormData();
  form.append("tape", new File([text], "game.jsonl"));
  return (await fetch(address, { method: "POST", body: form })).url;
}"""
