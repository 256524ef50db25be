"""A server that leads an evening is killed in the middle of a call, as when the plug is pulled, and started again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from nightcall.web import access
from nightcall.web.led.scenes import Led
from nightcall.web.manner import LED, Manner
from nightcall.web.serve import database
from nightcall.web.store import Grant
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.tables import Tables
from nightcall.web.watch.live import Live
from tests.browser.server import Server
from tests.web.led_evening import ENGLISH
from tests.web.phone import PLAYERS, begin, new_site, run
from tests.web.test_led import at, base

CALLS = ("seer", "werewolves")


async def in_the_middle(folder: Path, call: str) -> tuple[str, str]:
    """A game on the disk at this call, and the secret of its third player's phone."""
    store = SQLiteStore(database(folder))
    tables = Tables(store, Live())
    table = await tables.begin(base(), Manner(deal=LED))
    secret = access.new_secret()
    await store.add_key(access.digest(secret), Grant(table.id, 3))
    table = await tables.manage(table, dealt=True, led=Led(token="first"))
    await store.lease(table.id, "whoever led before", 0.0)
    await tables.present(table, at(base(), calls=call))
    await store.close()
    return table.id, secret


@pytest.mark.parametrize("call", CALLS)
def test_a_server_killed_in_a_call_takes_it_up_again_with_every_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """LED-45, LED-50: a real process, killed with signal 9 after it has acknowledged a mark."""
    monkeypatch.setenv("NIGHTCALL_SPEED", "0.01")  # the call outlasts any machine that is slow to start a server
    game, secret = run(in_the_middle(tmp_path, call))
    server = Server(tmp_path)
    try:
        with httpx.Client(headers={"origin": server.address}, follow_redirects=True, timeout=60) as phone:

            def beat(**mark: Any) -> dict[str, Any]:
                body = json.dumps({"scene": "", **mark}).ljust(1024)
                reply = phone.post(f"{server.address}/g/{game}/seat/3/beat", content=body)
                assert reply.status_code == 200
                found: dict[str, Any] = reply.json()
                return found

            assert phone.post(f"{server.address}/k/{secret}").status_code == 200
            before = beat()
            assert before["kind"] == "call"
            assert beat(scene=before["scene"], seats=[4])["mark"]["seats"] == [4]
            server.kill()
            server.start()
            after = beat()
    finally:
        server.stop()
    assert (after["scene"], after["mark"]["seats"]) == (before["scene"], [4])
    assert after["caption"].startswith(ENGLISH.text("led.resumed"))
    assert after["left"] > 0.8 * after["length"], "and with its full time"


def test_an_evening_that_no_process_ever_led_is_taken_up() -> None:
    """Killed between two commits, an evening was led, had no lease, and stood still for ever. (LED-45)"""
    site = new_site()
    table = begin(site, base(), deal=LED)
    other, over = begin(site, base(), deal=LED), begin(site, base(), deal=LED)
    for each in (table, over):
        run(site.tables.manage(each, dealt=True, led=Led(token="first")))
    run(site.store.change(over.id, 1, 1, [], {"players": PLAYERS, "winner": "village"}))
    assert run(site.store.take_up("me", 2e12, 1e12)) == [table.id], "not one that gathers, nor one that is over"
    assert run(site.store.take_up("another", 1.0, 1e12)) == [], "it is led now"
    assert other.manner.led is None
