"""The app alone on a phone: the same pages, without what needs other devices."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from random import Random

import pytest

from nightcall import MODERATOR, Setup
from nightcall.sim.bots import RandomBot
from nightcall.web import access, aside, background, routes, visit
from nightcall.web.app import Site
from nightcall.web.background import Background, Job
from nightcall.web.store import Grant, Kept
from nightcall.web.store.sqlite import SQLiteStore
from tests.web.phone import Phone, begin, new_site, run, stopped_later


@pytest.fixture
def site() -> Site:
    return stopped_later(Site(SQLiteStore(":memory:"), is_alone=True))


NEEDS_OTHERS = (
    "/join",
    "/join/ABCDEF",
    "/k/secret",
    "/api/",
    "/api/games",
    "/g/{game}/seat/1",
    "/g/{game}/lead/seats",
    "/g/{game}/lead/hand-over",
)


@pytest.mark.parametrize("path", NEEDS_OTHERS)
def test_what_needs_other_devices_explains_itself(site: Site, path: str) -> None:
    table = begin(site)
    reply = Phone(site).get(path.format(game=table.id))
    assert reply.status_code == 404
    assert "needs Nightcall on a computer" in reply.text
    assert "needs Nightcall" not in Phone(new_site()).get(path.format(game=table.id)).text


def test_no_page_leads_to_what_is_not_there(site: Site) -> None:
    """Every link and form of the pages of a game finds its route."""
    table = begin(site)
    phone = Phone(site)
    secret = "a" * 43
    phone.client.cookies.set(visit.DEVICE, secret)
    run(site.store.grant(access.digest(secret), Grant(table.id, MODERATOR)))
    for path in ("/", "/games", "/about", "/new", f"/g/{table.id}/lead", f"/g/{table.id}/lead/more", f"/g/{table.id}"):
        page = phone.get(path)
        assert page.status_code == 200, path
        for address in _addresses(page.text):
            assert not routes.NEEDS_OTHERS.match(address), f"{path} -> {address}"


def test_no_step_of_an_evening_leads_to_what_is_not_there(site: Site) -> None:
    """Questions, results, cards to turn over, the end: whatever stands there is of use on one phone."""
    deck = {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "simple_villager": 3}
    setup = Setup.of(8, deck, cards_known_to_app=True, seed=4)
    table, bot, seen = begin(site, setup), RandomBot(Random(4)), set[str]()
    phone = Phone(site)
    phone.client.cookies.set(visit.DEVICE, "a" * 43)
    run(site.store.grant(access.digest("a" * 43), Grant(table.id, MODERATOR)))
    while table.game.prompt is not None:
        table = run(site.tables.answer(table, bot(table.game.prompt), announces=True))
        for _ in range(2):  # as it is announced, and afterwards
            page = phone.get(f"/g/{table.id}/lead").text
            seen.update(re.findall(r'data-asked="([^"]*)"', page))
            assert "data-live" not in page
            for address in _addresses(page):
                assert not routes.NEEDS_OTHERS.match(address), address
            table = run(site.tables.advance(table, told=0))
    assert {"card.shown", "moment", "seer.look"} <= seen, seen


def _addresses(page: str) -> list[str]:
    return re.findall(r'(?:href|action|hx-post|hx-get|data-live)="(/[^"]*)"', page)


def test_only_the_needs_of_others_are_taken_away() -> None:
    hidden = {route.path for route in routes.every() if routes.NEEDS_OTHERS.match(route.path)}
    assert {"/join", "/k/{key}", "/g/{game}/lead/seats", "/g/{game}/seat/{seat:number}"} < hidden
    assert not hidden & {"/", "/g/{game}", "/g/{game}/live", "/g/{game}/lead", "/g/{game}/lead/deal", "/games/bring"}


def test_the_shell_may_frame_it_and_nobody_frames_a_server(site: Site) -> None:
    assert "frame-ancestors 'self'" in Phone(site).get("/").headers["content-security-policy"]
    assert "frame-ancestors 'none'" in Phone(new_site()).get("/").headers["content-security-policy"]


def test_a_page_knows_our_answers_by_their_header(site: Site) -> None:
    for given in (site, new_site()):
        for path in ("/", "/nowhere", "/rules"):
            assert Phone(given).get(path).headers["x-nightcall"] == "1"


def test_nothing_is_packed_where_no_browser_unpacks(site: Site) -> None:
    assert "content-encoding" not in Phone(site).get("/rules", **{"accept-encoding": "gzip"}).headers
    assert Phone(new_site()).get("/rules", **{"accept-encoding": "gzip"}).headers["content-encoding"] == "gzip"


def test_versions_come_from_a_table_where_the_files_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "versions.json"
    table.write_text(json.dumps({"nightcall.css": "abc"}), "utf-8")
    monkeypatch.setattr(visit, "VERSIONS", table)
    for cached in (visit.version, visit._versions):
        cached.cache_clear()
    try:
        assert "nightcall.css?v=abc" in Phone(new_site()).get("/").text
    finally:
        monkeypatch.undo()
        for cached in (visit.version, visit._versions):
            cached.cache_clear()
    own = visit.version_of((visit.HERE / "static" / "nightcall.css").read_bytes())
    assert f"nightcall.css?v={own}" in Phone(new_site()).get("/").text


def test_a_write_settles_after_it_was_committed() -> None:
    seen: list[int] = []

    class Settling(SQLiteStore):
        async def _settle(self) -> None:
            assert not self._db.in_transaction
            seen.append(self._db.execute("SELECT count(*) FROM game").fetchone()[0])

    store = Settling(":memory:")
    run(store.add(Kept("g1", 1, ("header\n",), {}, 1.0, 1.0, {})))
    run(store.remove("g1"))
    assert seen == [1, 0]
    run(store.close())


class _Counting(Job):
    """Games that never come to an end."""

    slices = 0
    is_done = False

    def work(self) -> int:
        return 1

    def take(self, result: int) -> None:
        self.slices += result


def test_a_tap_waits_for_one_slice_of_games_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone counts the odds in the one thread it has, and a request takes many steps: games must not come between."""
    monkeypatch.setattr(aside, "HAS_THREADS", False)
    monkeypatch.setattr(background, "REST", 60.0)

    async def tapped() -> int:
        job = _Counting()
        await Background().look("odds", lambda: job)
        for _step in range(20):
            await asyncio.sleep(0)
        assert job.task is not None
        job.task.cancel()
        return job.slices

    assert asyncio.run(tapped()) == 1
