"""Bad luck: whatever happens, a clear message or a silent recovery; nothing lost, nothing twice, no traceback."""

from __future__ import annotations

import json
import random
from pathlib import Path

import httpx2 as httpx
import pytest

from nightcall.engine import tape
from nightcall.web import serve
from nightcall.web.app import Site
from nightcall.web.store import StoreFault
from nightcall.web.table import Table
from tests.web.phone import Phone, begin, run, stopped_later


def calm(reply: httpx.Response, status: int, *said: str) -> None:
    assert reply.status_code == status, reply.text
    for text in said:
        assert text in reply.text
    assert "Traceback" not in reply.text


def lead(table: Table) -> str:
    return f"/g/{table.id}/lead"


def test_an_unknown_game(site: Site) -> None:
    phone = Phone(site)
    for path in ("/g/nowhere", "/g/nowhere/lead", "/g/nowhere/seat/1", "/g/nowhere/live", "/g/nowhere/lead/log"):
        calm(phone.get(path), 404, "no such game")
    calm(Phone(site, "fr").get("/g/nowhere"), 404, "n’existe pas")
    calm(phone.get("/g/" + "x" * 500), 404)
    calm(phone.get("/g/" + "x" * 5000), 414)
    calm(phone.get("/g/%00%ff"), 404)


def test_a_wrong_secret(site: Site) -> None:
    table = begin(site)
    phone = Phone(site)
    calm(phone.get("/k/wrong"), 403, "opens nothing")
    phone.client.cookies.set("nightcall_device", "wrong")
    calm(phone.get(lead(table)), 403, "does not lead this game")


def test_strange_seats_and_numbers(site: Site) -> None:
    table = begin(site)
    phone = Phone(site).leads(table).plays(table, 2)
    for seat in ("0", "99", "9" * 30, "-1", "x"):
        assert phone.get(f"/g/{table.id}/seat/{seat}").status_code in (403, 404)
    for number in ("99999", "9" * 30):
        calm(phone.get(f"{lead(table)}/why/{number}"), 404)
        calm(phone.get(f"{lead(table)}/edit/{number}"), 404)


# -- the file --


def test_a_damaged_file_at_the_start(tmp_path: Path) -> None:
    serve.database(tmp_path).write_bytes(random.Random(1).randbytes(10_000))
    with pytest.raises(StoreFault) as caught:
        serve.opened(tmp_path)
    assert "damaged" in str(caught.value)


def test_a_file_damaged_in_mid_game(tmp_path: Path) -> None:
    site = stopped_later(serve.opened(tmp_path))
    table = begin(site)
    phone = Phone(site).leads(table)
    database = serve.database(tmp_path)
    site.store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # type: ignore[attr-defined]
    site.store._db.execute("PRAGMA cache_size = 0")  # type: ignore[attr-defined]
    size = database.stat().st_size
    database.write_bytes(database.read_bytes()[:100] + random.Random(2).randbytes(size - 100))
    calm(phone.get(lead(table)), 507, "damaged")
    calm(phone.post(f"{lead(table)}/answer", at=table.revision), 507, "damaged")


def test_a_disk_full_in_mid_answer(site: Site) -> None:
    table = begin(site)
    phone = Phone(site).leads(table)
    db = site.store._db  # type: ignore[attr-defined]
    run(site.tables.manage(table, notes="x" * 4000))
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute("CREATE TABLE ballast (x)")
    db.execute(f"PRAGMA max_page_count = {pages + 1}")
    failed, at = 0, table.revision
    for _ in range(40):
        reply = phone.post(f"{lead(table)}/answer", at=at)
        if reply.status_code != 507:
            at = run(site.tables.find(table.id)).revision
            reply = phone.post(f"{lead(table)}/undo", at=at)
        if reply.status_code == 507:
            failed += 1
            calm(reply, 507, "no room left")
            break
        at = run(site.tables.find(table.id)).revision
    assert failed, "the disk never filled up"
    stands = run(site.tables.find(table.id))
    kept = run(site.store.get(table.id))
    assert kept is not None
    assert len(kept.lines) == len(stands.game.answers) + 1
    db.execute("PRAGMA max_page_count = 1000000")
    again = phone.client.post(f"{lead(table)}/undo", data={"at": str(stands.revision)}, headers={"hx-request": "true"})
    calm(again, 200)


# -- several hands --


def test_two_tabs_answer_and_the_second_is_shown_where_the_game_stands(site: Site) -> None:
    table = begin(site)
    one, two = Phone(site).leads(table), Phone(site).leads(table)
    one.post(f"{lead(table)}/answer", at=1)
    asked = run(site.tables.find(table.id)).game.prompt
    assert asked is not None
    one.post(f"{lead(table)}/undo", at=2)
    reply = two.client.post(f"{lead(table)}/answer", data={"at": "2", "seat": "1"}, headers={"hx-request": "true"})
    calm(reply, 409, "The game has moved on", 'data-asked="night.falls"')
    after = run(site.tables.find(table.id))
    assert (after.revision, len(after.game.answers)) == (3, 0)


def test_the_same_tap_sent_twice_counts_once(site: Site) -> None:
    table = begin(site)
    phone = Phone(site).leads(table)
    replies = [
        phone.client.post(f"{lead(table)}/answer", data={"at": "1"}, headers={"hx-request": "true"}) for _ in range(3)
    ]
    assert [reply.status_code for reply in replies] == [200, 200, 200]
    assert replies[0].text == replies[1].text == replies[2].text
    after = run(site.tables.find(table.id))
    assert (after.revision, len(after.game.answers)) == (2, 1)


def test_an_answer_without_a_revision_is_stale(site: Site) -> None:
    table = begin(site)
    phone = Phone(site).leads(table)
    for at in ({}, {"at": ""}, {"at": "x"}, {"at": "9" * 40}, {"at": "-1"}):
        reply = phone.client.post(f"{lead(table)}/answer", data=at, headers={"hx-request": "true"})
        calm(reply, 409)
    assert run(site.tables.find(table.id)).revision == 1


def test_going_back_shows_no_kept_copy(site: Site) -> None:
    table = begin(site)
    phone = Phone(site).leads(table).plays(table, 1)
    for path in (
        lead(table),
        f"{lead(table)}/log",
        f"/g/{table.id}",
        f"/g/{table.id}/seat/1",
        f"/api/games/{table.id}",
    ):
        assert phone.get(path).headers["cache-control"] == "no-store", path


# -- a server that stops --


def test_a_restart_lands_on_the_very_prompt(tmp_path: Path) -> None:
    site = stopped_later(serve.opened(tmp_path))
    table = begin(site)
    phone = Phone(site).leads(table)
    phone.post(f"{lead(table)}/answer", at=1)
    before = phone.get(lead(table)).text
    again = stopped_later(serve.opened(tmp_path))  # the first one never closed its file: it was killed
    other = Phone(again)
    other.client.cookies = phone.client.cookies
    assert other.get(lead(table)).text == before


def test_a_tape_that_no_longer_fits_stands_where_it_still_does(site: Site) -> None:
    table = begin(site)
    phone = Phone(site).leads(table)
    table = run(site.tables.answer(table, True))
    assert table.game.prompt is not None
    line = {"ask": table.game.prompt.key, "card": table.game.prompt.card, "answer": 99}
    lines = [json.dumps(line) + "\n", json.dumps({"ask": "hunter.shoot", "seat": 1, "answer": 2}) + "\n"]
    run(site.store.change(table.id, table.revision, 2, lines, {}))
    reply = phone.get(lead(table))
    calm(reply, 200, f'data-asked="{table.game.prompt.key}"', 'role="alert"')
    found = run(site.tables.find(table.id))
    assert found.game.misfit is not None
    assert found.game.misfit.index == 1
    assert len(found.game.answers) == 1


def test_a_game_told_on_from_a_misfit_is_whole_again(site: Site) -> None:
    table = begin(site)
    run(site.store.change(table.id, 1, 1, ['{"ask": "hunter.shoot", "seat": 1, "answer": 2}\n'], {}))
    found = run(site.tables.find(table.id))
    assert found.game.misfit is not None
    run(site.tables.answer(found, True))
    kept = run(site.store.get(table.id))
    assert kept is not None
    game = tape.load_game("".join(kept.lines))
    assert game.misfit is None
    assert len(game.answers) == 1


def test_a_line_in_the_store_that_is_no_line(site: Site) -> None:
    table = begin(site)
    phone = Phone(site).leads(table)
    run(site.store.change(table.id, 1, 1, ["garbage\n", '{"ask": "x", "answer": 1}\n'], {}))
    calm(phone.get(lead(table)), 422)
