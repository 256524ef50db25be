"""A game goes on on another device: as a link, from a phone to a server and back."""

from __future__ import annotations

import html
import re

import pytest

from nightcall.engine.errors import TapeError
from nightcall.engine.game import Game
from nightcall.web import limits
from nightcall.web.app import Site
from nightcall.web.past import carrying
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.table import Table
from tests.web.phone import Phone, begin, new_site, run, stopped_later
from tests.web.test_backup import led


def alone() -> Site:
    return stopped_later(Site(SQLiteStore(":memory:"), is_alone=True))


def link_of(phone: Phone, game: str) -> str:
    found = re.search(r'id="link"[^>]*value="([^"]+)"', phone.get(f"/g/{game}/lead/elsewhere").text)
    assert found
    return html.unescape(found[1])


def brought(phone: Phone, link: str) -> Game:
    reply = phone.client.post("/games/bring", files={"tape": ("", b"")}, data={"link": link})
    game = str(reply.url).split("/")[-2]
    return run(phone.site.tables.find(game)).game


@pytest.mark.parametrize("is_from_the_phone", [True, False])
def test_a_link_carries_the_game_both_ways(is_from_the_phone: bool) -> None:
    here, there = (alone(), new_site()) if is_from_the_phone else (new_site(), alone())
    phone, games = led(here, 4)
    link = link_of(phone, games[-1])
    assert carrying.MARK in link
    copy, original = brought(Phone(there), link), run(here.tables.find(games[-1])).game
    assert (copy.setup, copy.answers, repr(copy.prompt)) == (original.setup, original.answers, repr(original.prompt))


def test_a_short_game_is_a_picture_a_long_one_a_link_and_the_longest_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    phone, (game,) = led(new_site(), 1)
    page = f"/g/{game}/lead/elsewhere"
    assert 'class="qr"' in phone.get(page).text
    monkeypatch.setattr(carrying, "READABLE", 100)
    assert 'class="qr"' not in phone.get(page).text
    monkeypatch.setattr(carrying, "LONGEST", 100)
    assert 'id="link"' not in phone.get(page).text
    assert "Take the file" in phone.get(page).text


def test_whoever_opens_what_went_on_elsewhere_is_told() -> None:
    phone, (game,) = led(new_site(), 1)
    assert "was continued on another device" not in phone.get(f"/g/{game}/lead").text
    assert "was continued on another device" in phone.post(f"/g/{game}/lead/elsewhere", went="yes").text
    assert "was continued on another device" not in phone.post(f"/g/{game}/lead/elsewhere", went="").text


def test_nobody_else_gets_the_link() -> None:
    table: Table = begin(site := new_site())
    assert Phone(site).get(f"/g/{table.id}/lead/elsewhere").status_code == 403


@pytest.mark.parametrize("given", ["", "https://nightcall.example/", "#tape=xxxx", "#tape=!!", "#tape=" + "A" * 9999])
def test_half_a_link_is_refused(given: str) -> None:
    phone = Phone(new_site())
    reply = phone.client.post("/games/bring", files={"tape": ("", b"")}, data={"link": given})
    assert reply.status_code == 422


def test_a_link_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    phone, (game,) = led(new_site(), 1)
    link = link_of(phone, game)
    monkeypatch.setattr(limits, "TAPE", 10)
    with pytest.raises(TapeError):
        carrying.unpacked(link)
