"""Handing a game over: one device, some minutes, by a button; seen, withdrawn, and never the last one by accident."""

from __future__ import annotations

import asyncio
import re
import time
from html import unescape

import pytest

from nightcall import MODERATOR
from nightcall.web import access, limits
from nightcall.web.app import Site
from nightcall.web.store import Grant, Invitation
from nightcall.web.table import Table
from tests import waiting
from tests.web.phone import Phone, begin, run
from tests.web.program import Program


def led(site: Site) -> tuple[Table, Phone]:
    table = begin(site)
    phone = Phone(site)
    phone.post("/new/players", new="Ann")  # so that it has a secret of its own
    run(site.store.grant(device(phone), Grant(table.id, MODERATOR)))
    return table, phone


def device(phone: Phone) -> str:
    return access.digest(str(phone.client.cookies.get("nightcall_device")))


def link(phone: Phone, table: Table) -> str:
    """The address a tap on the button gives."""
    page = phone.post(f"/g/{table.id}/lead/hand-over")
    assert page.status_code == 200
    found = re.search(r'value="[^"]*(/k/[^"]+)"', page.text)
    assert found is not None
    return found[1]


def leads(phone: Phone, table: Table) -> bool:
    return phone.get(f"/g/{table.id}/lead").status_code == 200


def test_a_link_is_good_for_one_device(site: Site) -> None:
    table, phone = led(site)
    path = link(phone, table)
    second, third = Phone(site), Phone(site)
    assert second.post(path).status_code == 200
    assert leads(second, table)
    assert third.post(path).status_code == 403
    assert third.get(path).status_code == 403
    assert not leads(third, table)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_looking_at_a_link_spends_nothing(site: Site, method: str) -> None:
    """Messengers fetch what is sent through them."""
    table, phone = led(site)
    path = link(phone, table)
    preview, other = Phone(site), Phone(site)
    reply = preview.client.request(method, path)
    assert reply.status_code == 200
    assert "set-cookie" not in reply.headers
    assert not leads(preview, table)
    assert table.id not in reply.text, "nor says which game it is"
    assert other.post(path).status_code == 200
    assert leads(other, table)


def test_a_link_lasts_some_minutes(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table, phone = led(site)
    path = link(phone, table)
    later = time.time() + limits.INVITED_FOR + 1
    monkeypatch.setattr(time, "time", lambda: later)
    assert Phone(site).get(path).status_code == 403
    assert Phone(site).post(path).status_code == 403
    assert run(site.store.invitations(table.id)) == []


def test_a_link_is_no_key_of_a_program(site: Site) -> None:
    table, phone = led(site)
    secret = link(phone, table).removeprefix("/k/")
    assert Program(site, secret).ask("GET", f"/games/{table.id}/lead").status_code == 403


def test_a_link_needs_a_button_of_ours(site: Site) -> None:
    table, phone = led(site)
    path = link(phone, table)
    other = Phone(site)
    assert other.client.post(path, headers={"origin": "http://evil.example"}).status_code == 403
    assert other.post(path).status_code == 200


def test_links_are_listed_and_withdrawn(site: Site) -> None:
    table, phone = led(site)
    kept, withdrawn = link(phone, table), link(phone, table)
    where = f"/g/{table.id}/lead/leaders"
    assert phone.get(where).text.count('name="link"') == 2
    phone.post(f"/g/{table.id}/lead/uninvite", link=access.digest(withdrawn.removeprefix("/k/")))
    assert phone.get(where).text.count('name="link"') == 1
    assert Phone(site).post(withdrawn).status_code == 403
    assert Phone(site).post(kept).status_code == 200
    assert "Other devices that lead this game: 1." in phone.get(where).text


def test_there_are_not_endless_links(site: Site) -> None:
    table, phone = led(site)
    for _ in range(limits.INVITATIONS):
        link(phone, table)
    assert phone.post(f"/g/{table.id}/lead/hand-over").status_code == 429


def test_nobody_else_leads(site: Site) -> None:
    table, phone = led(site)
    second = Phone(site)
    second.post(link(phone, table))
    open_link = link(phone, table)
    _, key = run(site.tables.give_key(table, MODERATOR))
    assert Program(site, key).ask("GET", f"/games/{table.id}/lead").status_code == 200

    async def alone() -> list[str]:
        """The streams of whoever leads no longer end."""
        pieces = site.live.follow(table.id, MODERATOR, table.look)
        await anext(pieces)
        last = asyncio.ensure_future(anext(pieces))
        await waiting.settled()
        await asyncio.to_thread(phone.post, f"/g/{table.id}/lead/alone")
        await waiting.settled()
        site.live.dismiss(table.id, MODERATOR)
        async with asyncio.timeout(waiting.PATIENCE):
            return [await last, *[piece async for piece in pieces]]

    run(alone())
    assert leads(phone, table)
    assert not leads(second, table)
    assert Phone(site).post(open_link).status_code == 403
    assert Program(site, key).ask("GET", f"/games/{table.id}/lead").status_code == 403


def test_letting_go_withdraws_what_one_made_and_ends_one_s_streams(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table, phone = led(site)
    second = Phone(site)
    second.post(link(phone, table))
    mine, theirs = link(phone, table), link(second, table)
    ended: list[tuple[str, object]] = []
    monkeypatch.setattr(site.live, "dismiss", lambda *told: ended.append(told))
    assert phone.post(f"/g/{table.id}/lead/let-go").status_code == 200
    assert not leads(phone, table)
    assert leads(second, table)
    assert ended == [(table.id, MODERATOR)]
    assert Phone(site).post(mine).status_code == 403
    assert Phone(site).post(theirs).status_code == 200


def test_the_only_one_who_leads_does_not_let_go_by_accident(site: Site) -> None:
    table, phone = led(site)
    link(phone, table)
    reply = phone.post(f"/g/{table.id}/lead/let-go")
    assert reply.status_code == 409
    assert "nobody can lead on" in unescape(reply.text)
    assert leads(phone, table)
    assert phone.post(f"/g/{table.id}/lead/let-go", sure="yes").status_code == 200
    assert not leads(phone, table)


def test_of_two_who_tap_at_once_one_leads(site: Site) -> None:
    table = begin(site)
    run(site.store.invite(Invitation("x", table.id, "maker", time.time() + 60)))
    assert run(site.store.accept("x", "one")) == Grant(table.id, MODERATOR)
    assert run(site.store.accept("x", "two")) is None
    assert run(site.store.leaders(table.id)) == ["one"]
