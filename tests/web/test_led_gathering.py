"""How an evening led by the app begins and ends: on phones that wait already, and on the public screen."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from nightcall.web.led import pages
from nightcall.web.manner import LED
from nightcall.words import Words
from tests.web.phone import PLAYERS, Phone, begin, new_site, run
from tests.web.test_led import base, beat, led_site


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "FLOOR", 0.0)


def test_a_phone_that_waits_on_its_seat_is_sent_to_the_led_page_when_the_app_begins() -> None:
    """The view of another page in an open one would lack its script and style: it is loaded anew, whatever it asked."""
    _, table, (_, *phones), _ = led_site()
    here = f"/g/{table.id}/seat/3"
    asked = [phones[2].fragment(here), phones[2].client.post(f"{here}/name", data={"name": "Zoe"}, headers=FRAGMENT)]
    asked += [phones[2].client.post(f"{here}/{act}", headers=FRAGMENT) for act in ("choose", "seen", "sign")]
    assert {(reply.status_code, reply.headers.get("hx-redirect")) for reply in asked} == {(204, here)}
    assert "led.js" in phones[2].get(here).text


FRAGMENT = {"hx-request": "true"}


def test_a_phone_goes_back_to_the_ordinary_page_when_somebody_leads() -> None:
    """8.5: its beat is refused, and the page it then loads is that of a moderated game."""
    site, table, (_, *phones), _ = led_site()
    run(site.tables.hand_over(run(site.tables.find(table.id)), 2))
    reply = phones[0].client.post(f"/g/{table.id}/seat/1/beat", content="{}")
    assert reply.status_code == 409
    page = phones[0].get(f"/g/{table.id}/seat/1").text
    assert "players.js" in page
    assert "led.js" not in page


def test_a_phone_is_asked_whether_it_plays_again() -> None:
    site, table, (_, *phones), _ = led_site()
    over = run(site.tables.find(table.id))
    following = begin(site, replace(base(), seed=7), deal=LED)
    run(site.tables.manage(over, next=following.id))
    assert phones[0].client.post(f"/g/{table.id}/seat/1/beat", content="{}").status_code == 409
    assert 'id="still-me"' in phones[0].get(f"/g/{table.id}/seat/1").text


def test_the_public_screen_needs_no_other_page_when_the_app_begins_or_stops_to_lead() -> None:
    """A page that was loaded anew would lose its voice, and the whole screen."""
    site = new_site()
    table = begin(site, base(), deal=LED)
    page = Phone(site).get(f"/g/{table.id}").text
    assert "led.css" in page
    assert "narrator.js" in page


def test_the_screen_shows_the_practice_call_and_no_longer_how_to_join() -> None:
    """LED-24: captions are always on the public screen, from the deal on."""
    site, table, _, _ = led_site()
    screen, words = Phone(site), Words("en")
    for rest in ("cards", "trial", ""):
        found = run(site.tables.find(table.id))
        run(site.tables.manage(found, led=replace(found.manner.led, rest=rest)))
        page = screen.get(f"/g/{table.id}").text
        assert 'id="caption"' in page, rest
        assert words.text("web.screen.join") not in page, rest
        assert "public--lobby" not in page, rest


def test_whoever_set_up_the_game_begins_it_from_the_own_seat() -> None:
    site = new_site()
    table = begin(site, base(), deal=LED)
    host = Phone(site).leads(table)
    code = run(site.codes.of(table.id))
    host.post(f"/join/{code}", seat=1)
    mine = f"/g/{table.id}/seat/1"
    page = host.get(mine).text
    assert f'action="/g/{table.id}/lead/seats/begin"' in page
    assert re.search(r'id="begin"[^>]* disabled', page), "seven are missing"
    assert f'href="/g/{table.id}/lead/seats"' in page, "and the way back to the code"
    others = [Phone(site).plays(table, seat) for seat in range(2, 9)]
    page = host.get(mine).text
    assert 'id="begin"' in page
    assert not re.search(r'id="begin"[^>]* disabled', page)
    assert 'id="begin"' not in others[0].get(f"/g/{table.id}/seat/2").text
    reply = host.post(f"/g/{table.id}/lead/seats/begin", pace="calm")
    assert str(reply.url).endswith(mine), "and plays on"
    led = run(site.tables.find(table.id)).manner.led
    assert led is not None
    assert led.pace == "calm"
    assert beat(host, table.id, 1)["me"] == 1


def test_what_whoever_gathers_the_table_needs_first_stands_first() -> None:
    site = new_site()
    table = begin(site, base(), deal=LED)
    host = Phone(site).leads(table)
    page = host.get(f"/g/{table.id}/lead/seats").text
    places = [page.index(part) for part in ('id="led"', 'id="my-seat"', 'name="pace"', 'id="join"', 'id="free"')]
    assert places == sorted(places)
    assert 'data-prompt="led-how"' in page, "what was chosen stays when another phone joins"
    host.post(f"/join/{run(site.codes.of(table.id))}", seat=4)
    page = host.get(f"/g/{table.id}/lead/seats").text
    assert f'id="my-seat" href="/g/{table.id}/seat/4"' in page


def test_a_gathering_page_left_open_goes_to_the_own_seat_once_the_app_leads() -> None:
    """LED-27: and nobody can open it any more."""
    site = new_site()
    table = begin(site, base(), deal=LED)
    host = Phone(site).leads(table).plays(table, 1)
    for seat in range(2, 9):
        Phone(site).plays(table, seat)
    host.post(f"/g/{table.id}/lead/seats/begin")
    assert host.fragment(f"/g/{table.id}/lead/seats").headers["hx-redirect"] == f"/g/{table.id}/seat/1"
    for page in ("lead", "lead/seats"):
        assert host.get(f"/g/{table.id}/{page}").status_code == 403


# -- everybody looks at the card first --


def test_the_first_call_waits_until_everybody_has_looked_at_the_own_card() -> None:
    """First minute: the card under the thumb, then the practice call."""
    site, table, (_, *phones), clock = led_site()
    first = beat(phones[0], table.id, 1)
    assert first["kind"] == "cards"
    assert first["strip"]["card"], "it is there to be held"
    for seat in range(1, 8):
        frame = beat(phones[seat - 1], table.id, seat, scene=first["scene"], held=True)
    assert frame["done"] == [1, 2, 3, 4, 5, 6, 7]
    clock.now += 4
    run(site.runner.advance(table.id))
    assert beat(phones[0], table.id, 1)["kind"] == "cards", "one has not looked"
    beat(phones[7], table.id, 8, scene=first["scene"], held=True)
    clock.now += 9
    run(site.runner.advance(table.id))
    assert beat(phones[0], table.id, 1)["kind"] == "trial"


def test_whoever_does_not_look_at_the_card_is_named_and_then_played_without() -> None:
    """LED-42: never stuck."""
    site, table, (_, *phones), clock = led_site()
    kinds, captions = [], []
    for _ in range(60):
        for seat in range(1, 9):
            frame = beat(phones[seat - 1], table.id, seat)
            if seat < 7 and frame["kind"] == "cards":
                beat(phones[seat - 1], table.id, seat, scene=frame["scene"], held=True)
        kinds.append(frame["kind"])
        captions.append(frame["caption"])
        if frame["kind"] == "trial":
            break
        clock.now += 3
        run(site.runner.advance(table.id))
    assert {"cards", "trial"} <= set(kinds)
    assert kinds.index("trial") > kinds.index("cards")
    waits = [text for text in captions if PLAYERS[6] in text and PLAYERS[7] in text and PLAYERS[0] not in text]
    assert waits, captions[:20]


def test_the_practice_call_says_that_it_is_one() -> None:
    for language, said in (("en", "practice"), ("fr", "essai")):
        caption = Words(language).text("led.rest.trial", seats="")
        assert said in caption.casefold()
