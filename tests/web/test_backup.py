"""Everything saved in one file, and brought back without doubling anything."""

from __future__ import annotations

import json
import time

import pytest

from nightcall import MODERATOR
from nightcall.web import access
from nightcall.web.app import Site
from nightcall.web.past import backup
from nightcall.web.store import Grant
from tests.web.phone import Phone, begin, new_site, run

SECRET = "a" * 43


def led(site: Site, games: int) -> tuple[Phone, list[str]]:
    """A phone that leads so many games, each one answer further than the last."""
    phone = Phone(site)
    phone.client.cookies.set("nightcall_device", SECRET)
    idents = []
    for number in range(games):
        table = begin(site)
        for _ in range(number):
            prompt = table.game.prompt
            assert prompt is not None
            table = run(site.tables.answer(table, True if prompt.kind == "ack" else prompt.options[0]))
        run(site.store.grant(access.digest(SECRET), Grant(table.id, MODERATOR)))
        idents.append(table.id)
    return phone, idents


def bring(phone: Phone, content: bytes) -> str:
    reply = phone.client.post("/games/bring", files={"tape": ("all.jsonl", content)})
    assert reply.status_code == 200
    return reply.text


def tapes(phone: Phone) -> list[list[dict[str, object]]]:
    return [backup.answers(part.splitlines()) for part in backup.tapes(phone.get("/games/all.jsonl").content)]


def test_everything_goes_to_another_device_and_back_without_a_double() -> None:
    phone, idents = led(new_site(), 4)
    reply = phone.get("/games/all.jsonl")
    assert "attachment" in reply.headers["content-disposition"]
    assert len(backup.tapes(reply.content)) == 4

    other = Phone(new_site())
    assert "Brought: 4. Here already: 0. Could not be read: 0." in bring(other, reply.content)
    assert "Brought: 0. Here already: 4." in bring(other, reply.content)
    assert sorted(tapes(other), key=len) == sorted(tapes(phone), key=len)
    assert "Here already: 4." in bring(phone, other.get("/games/all.jsonl").content)
    assert len(idents) == 4


def test_the_dates_come_along() -> None:
    phone, idents = led(new_site(), 2)
    store = phone.site.store
    store._db.execute("UPDATE game SET begun = 1000000, changed = 2000000 WHERE id = ?", (idents[0],))  # type: ignore[attr-defined]
    other = Phone(new_site())
    bring(other, phone.get("/games/all.jsonl").content)
    rows = other.site.store._db.execute("SELECT begun, changed FROM game ORDER BY begun").fetchall()  # type: ignore[attr-defined]
    assert rows[0] == (1000000, 2000000)


@pytest.mark.parametrize("kept", ["soon", [1], [2, 1], [0, 10**30], [0, 10**400], [0.5, 1], [True, False], None])
def test_a_date_nobody_can_believe_is_left_out(kept: object) -> None:
    assert backup.when(json.dumps({"nightcall": 1, "kept": kept}).encode()) is None


def test_a_game_dated_into_the_future_grows_old_like_the_others() -> None:
    """It was never removed, where games are kept for so many days, and stood above all others."""
    dated = backup.when(json.dumps({"nightcall": 1, "kept": [0, 50_000_000_000]}).encode())
    assert dated is not None
    assert dated[0] == 0
    assert dated[1] <= time.time()


def test_a_game_that_has_gone_on_since_is_left_alone() -> None:
    phone, idents = led(new_site(), 2)
    saved = phone.get("/games/all.jsonl").content
    table = run(phone.site.tables.find(idents[1]))
    prompt = table.game.prompt
    assert prompt is not None
    run(phone.site.tables.answer(table, prompt.options[0] if prompt.kind != "ack" else True))
    assert "Here already: 2." in bring(phone, saved)
    assert len(tapes(phone)) == 2


def test_one_that_cannot_be_read_does_not_keep_the_others_out() -> None:
    phone, _ = led(new_site(), 2)
    saved = phone.get("/games/all.jsonl").content
    page = bring(Phone(new_site()), saved + b'{"nightcall": 99}\n')
    assert "Brought: 2. Here already: 0. Could not be read: 1." in page


def test_a_stranger_saves_nothing() -> None:
    phone, _ = led(new_site(), 2)
    assert Phone(phone.site).get("/games/all.jsonl").content == b""
