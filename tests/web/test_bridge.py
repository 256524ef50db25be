"""Between a browser and the app on a phone: who asks, which cookies go along, what becomes of streams."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nightcall.web.alone import boot
from nightcall.web.alone import bridge as bridges
from nightcall.web.alone.boot import Unreadable, asked, booted
from nightcall.web.alone.bridge import JAR, Asked, Bridge, Returned
from nightcall.web.alone.phone_store import PhoneStore
from nightcall.web.app import Site
from nightcall.web.store import StoreFault
from nightcall.web.watch import live
from tests import waiting
from tests.web.pages import FakePages
from tests.web.phone import begin

pytestmark = pytest.mark.skipif(sys.platform == "emscripten", reason="these need an event loop that lasts")
ORIGIN = "https://host.example"
ROOT = "/some/folder"


class Shell:
    """A phone's browser, as far as the bridge can tell."""

    def __init__(self, pages: FakePages) -> None:
        self.pages = pages
        self.runner = asyncio.Runner()
        self.pieces: list[tuple[str, bytes]] = []
        self.now = 0.0
        self.bridge: Bridge = self.run(
            booted(pages.path, pages, ORIGIN, lambda ident, body: self.pieces.append((ident, body)))
        )
        self.bridge._clock = lambda: self.now

    def run(self, coroutine: Any) -> Any:
        return self.runner.run(coroutine)

    @property
    def store(self) -> PhoneStore:
        assert isinstance(self.bridge._store, PhoneStore)
        return self.bridge._store

    def get(self, path: str, **more: Any) -> Returned:
        return self.ask("GET", path, **more)

    def ask(self, method: str, path: str, body: bytes = b"", ident: str = "1", **more: Any) -> Returned:
        headers = {"accept-language": "en", **more.pop("headers", {})}
        if body:
            headers["content-type"] = "application/x-www-form-urlencoded"
        answer: Returned = self.run(
            self.bridge.answer(Asked(ident, method, ROOT + path, "", headers, body, **more), ROOT)
        )
        return answer

    def close(self) -> None:
        self.run(self.store.close())
        self.runner.close()


@pytest.fixture
def shell(tmp_path: Any) -> Iterator[Shell]:
    made = Shell(FakePages(str(tmp_path / "games.sqlite3")))
    yield made
    made.close()


@pytest.mark.parametrize("first", [0, 1], ids=["no file at all", "some pages"])
def test_a_damaged_file_is_known_by_its_name_to_the_shell(tmp_path: Any, first: int) -> None:
    """It offers a copy, or to begin anew; without the name there is only a failed start."""
    made = Shell(FakePages(str(tmp_path / "games.sqlite3")))
    made.close()
    broken = {place: page if place < first else b"\xff" * len(page) for place, page in made.pages.kept.items()}
    pages = FakePages(str(tmp_path / "again.sqlite3"), broken)
    with pytest.raises(Unreadable) as caught:
        asyncio.run(booted(pages.path, pages, ORIGIN, lambda *_: None))
    assert type(caught.value).__name__ == "Unreadable", "as js/worker.js asks for it"
    assert '"Unreadable"' in (Path(boot.__file__).parent / "js" / "worker.js").read_text("utf-8")
    assert pages.kept == broken, "nothing is overwritten"


def test_links_lead_to_where_the_folder_lies(shell: Shell) -> None:
    page = shell.get("/").body.decode()
    assert f'href="{ROOT}/new"' in page
    assert f'href="{ROOT}/static/nightcall.css?v=' in page
    answer = shell.ask("POST", "/device", b"language=fr", headers={"referer": f"{ORIGIN}{ROOT}/rules"})
    assert (answer.status, dict(answer.headers)["location"]) == (303, f"{ROOT}/rules")


def test_cookies_stay_here_and_are_kept_before_the_answer_goes_out(shell: Shell) -> None:
    before = shell.pages.kept_times
    answer = shell.ask("POST", "/device", b"language=fr")
    assert "set-cookie" not in dict(answer.headers)
    assert shell.pages.kept_times == before + 1
    assert shell.run(shell.store.read(*JAR)) == {"nightcall_language": "fr"}
    assert "Nouvelle partie" in shell.get("/").body.decode()


def test_the_jar_outlives_the_page(shell: Shell, tmp_path: Any) -> None:
    shell.ask("POST", "/device", b"language=fr")
    again = Shell(FakePages(str(tmp_path / "again.sqlite3"), shell.pages.kept))
    assert "Nouvelle partie" in again.get("/").body.decode()
    again.close()


def test_a_cookie_that_could_not_be_kept_is_not_acknowledged(shell: Shell) -> None:
    shell.pages.is_full = True
    answer = shell.ask("POST", "/device", b"language=fr")
    assert answer.status == 507
    assert "no room left" in answer.body.decode()
    shell.pages.is_full = False
    assert "New game" in shell.get("/").body.decode()


def test_a_form_from_elsewhere_changes_nothing(shell: Shell) -> None:
    answer = shell.ask("POST", "/device", b"language=fr", is_ours=False)
    assert answer.status == 403
    forged = {"origin": ORIGIN, "sec-fetch-site": "same-origin", "cookie": "nightcall_language=fr"}
    assert shell.ask("POST", "/device", b"language=fr", is_ours=False, headers=forged).status == 403
    assert "New game" in shell.get("/", headers=forged).body.decode(), "cookies come from the jar alone"


def test_what_is_too_large_is_refused_with_our_own_page(shell: Shell) -> None:
    answer = shell.ask("POST", "/device", b"language=" + b"x" * 5_000_000)
    assert answer.status == 413
    assert "too large" in answer.body.decode()


def test_a_fault_of_ours_is_a_page_of_ours(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(device: str) -> list[object]:
        raise RuntimeError("inside")

    shell.ask("POST", "/new", b"")
    monkeypatch.setattr(shell.store, "games_moderated_by", fails)
    shell.run(shell.store.write(*JAR, {"nightcall_device": "a" * 43}))
    shell.bridge._cookies = None
    answer = shell.get("/games")
    assert answer.status == 500
    assert dict(answer.headers)["x-nightcall"] == "1"
    assert b"Traceback" not in answer.body


def test_nothing_is_packed(shell: Shell) -> None:
    assert "content-encoding" not in dict(shell.get("/rules", headers={"accept-encoding": "gzip"}).headers)


def test_as_javascript_tells_it(shell: Shell) -> None:
    request = {"id": "1", "method": "GET", "path": f"{ROOT}/", "query": "", "headers": {"accept-language": "fr"}}
    told = shell.run(asked(shell.bridge, {**request, "body": memoryview(b""), "own": True, "root": ROOT}))
    assert told[0] == 200
    assert "Nouvelle partie" in told[2].decode()
    assert told[3] is False


# -- streams --


def _stream(shell: Shell) -> str:
    site: Site = shell.bridge._app.state.site  # type: ignore[attr-defined]
    table = begin(site)
    answer = shell.get(f"/g/{table.id}/live", ident="s1")
    assert answer.is_stream
    assert b"changed" in answer.body
    assert shell.bridge.streams == 1
    return table.id


def test_a_stream_sends_its_pieces_until_it_is_closed(shell: Shell) -> None:
    game = _stream(shell)
    site: Site = shell.bridge._app.state.site  # type: ignore[attr-defined]

    async def moves() -> None:
        table = await site.tables.find(game)
        while not shell.pieces and table.game.prompt is not None:
            prompt = table.game.prompt
            table = await site.tables.answer(table, True if prompt.kind == "ack" else prompt.options[0])
            await waiting.settled()

    shell.run(moves())
    assert shell.pieces[0] == ("s1", b"event: changed\ndata:\n\n")
    shell.bridge.gone("s1")
    shell.run(waiting.settled())
    assert shell.pieces[-1] == ("s1", b""), "the other side is told that it is over"
    assert shell.bridge.streams == 0
    assert site.live.count(game) == 0


@pytest.mark.parametrize("is_acknowledged", [True, False])
def test_a_stream_nobody_reads_is_given_up(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, is_acknowledged: bool
) -> None:
    _stream(shell)

    async def while_it_beats() -> None:
        for _ in range(8):
            await waiting.later(live.PULSE)
            shell.now += 10
            if is_acknowledged:
                shell.bridge.acknowledged("s1")

    shell.run(while_it_beats())
    assert shell.bridge.streams == (1 if is_acknowledged else 0)
    shell.bridge.gone("s1")
    shell.run(waiting.settled())


def test_an_answer_that_is_unknown_is_no_stream(shell: Shell) -> None:
    shell.bridge.acknowledged("nothing")
    shell.bridge.gone("nothing")
    assert shell.get("/g/nothing/live").status == 404
    assert bridges.SILENCE > 20, "longer than the pulse of a stream"


def test_a_full_phone_says_so_and_the_game_goes_on(shell: Shell) -> None:
    shell.pages.is_full = True
    with pytest.raises(StoreFault):
        shell.run(shell.store.write("d", "n", 1))
    shell.pages.is_full = False
    shell.run(shell.store.write("d", "n", 2))
    assert shell.run(shell.store.read("d", "n")) == 2
