"""A screen connected by hand, and the next game with the same people."""

from __future__ import annotations

import re

from nightcall.web.app import Site
from nightcall.web.table import Table
from tests.web.evenings import BEA, CID, answer, evening, go_on
from tests.web.phone import Phone, run


def finished(site: Site) -> Table:
    table = evening(site)
    for day in (1, 2):
        table = go_on(site, table, "vote.ballots")
        table = answer(site, table, dict.fromkeys(table.game.village.living, day))
    assert table.game.outcome is not None
    return table


# -- a television --


def test_a_screen_is_connected_by_a_code_whenever_it_arrives(site: Site) -> None:
    table = go_on(site, evening(site), "seer.look")
    page = Phone(site).leads(table).get(f"/g/{table.id}/lead/seats").text
    code = re.search(r'id="screen-code">(\w+)<', page)
    assert code is not None
    television = Phone(site)
    assert "A screen for the whole table" in television.get("/tv").text
    assert television.post("/tv", code=code.group(1)).url.path == f"/g/{table.id}"
    assert Phone(site).get(f"/join/{code.group(1)}").status_code == 422, "it gives no seat"
    assert "public screen" in Phone(site).get(f"/join/{code.group(1)}").text


def test_the_code_for_joining_opens_the_screen_too_and_a_wrong_one_does_not(site: Site) -> None:
    table = evening(site, dealt=False)
    assert Phone(site).post("/tv", code=run(site.codes.of(table.id))).url.path == f"/g/{table.id}"
    reply = Phone(site).post("/tv", code="WRONG2")
    assert reply.status_code == 422
    assert 'value="WRONG2"' in reply.text


def test_at_home_the_game_under_way_is_shown_at_once(site: Site) -> None:
    table = go_on(site, evening(site), "seer.look")
    assert Phone(site).get("/tv").url.path == "/tv", "a server for strangers tells nobody what is played there"
    vars(site)["address"] = "http://192.168.1.5:8000"
    home = Phone(site)
    home.client._transport.client = ("192.168.1.9", 50000)  # type: ignore[attr-defined]
    assert home.get("/tv").url.path == f"/g/{table.id}"
    assert home.get("/tv", **{"x-forwarded-for": "203.0.113.4"}).url.path == "/tv"
    evening(site)
    assert home.get("/tv").url.path == "/tv", "two games: which one?"


def test_while_the_table_gathers_nobody_is_shown_the_code_for_joining_who_was_told_none(site: Site) -> None:
    """A stranger in the same network needed no code: `/tv` led to the screen that shows it."""
    table = evening(site, deal="phones", dealt=False)
    vars(site)["address"] = "http://192.168.1.5:8000"
    home = Phone(site)
    home.client._transport.client = ("192.168.1.9", 50000)  # type: ignore[attr-defined]
    page = home.get("/tv")
    assert page.url.path == "/tv"
    assert table.id not in page.text
    screen = home.post("/tv", code=run(site.codes.of(f"screen:{table.id}")))
    assert screen.url.path == f"/g/{table.id}", "a person types the code that stands beside the public screen"
    assert run(site.codes.of(table.id)) in screen.text
    go_on(site, run(site.tables.manage(table, dealt=True)), "seer.look")
    assert home.get("/tv").url.path == f"/g/{table.id}"


def test_the_join_page_says_where_a_screen_goes(site: Site) -> None:
    assert 'href="/tv"' in Phone(site).get("/join").text
    assert "écran" in Phone(site, "fr").get("/tv").text


# -- the next game --


def test_play_again_takes_everybody_along(site: Site) -> None:
    old = finished(site)
    moderator = Phone(site).leads(old)
    phone, other = Phone(site).plays(old, CID), Phone(site).plays(old, BEA)
    before = old.look("public")
    moderator.post(f"/new/again/{old.id}")
    mark = re.search(r'name="mark" value="([^"]*)"', moderator.get("/new/begin").text)
    assert mark is not None
    begun = moderator.post("/new/begin", do="begin", mark=mark.group(1))
    assert begun.url.path.startswith("/g/")
    new = begun.url.path.split("/")[2]
    assert new != old.id
    assert run(site.tables.find(old.id)).look("public") != before, "screens and phones are told"
    assert Phone(site).get(f"/g/{old.id}").url.path == f"/g/{new}", "the screen follows"
    assert "Still Cid?" in phone.get(f"/g/{old.id}/seat/{CID}").text
    reply = phone.post(f"/g/{old.id}/seat/{CID}/again")
    assert reply.url.path == f"/g/{new}/seat/{CID}"
    assert "The cards have not been dealt yet" in reply.text
    assert run(site.tables.find(new)).taken == (CID,)
    assert other.post(f"/g/{new}/seat/{CID}/again").status_code == 403
    assert Phone(site).post(f"/g/{old.id}/seat/{CID}/again").status_code == 403


def test_before_there_is_a_next_game_nothing_is_asked(site: Site) -> None:
    old = finished(site)
    phone = Phone(site).plays(old, CID)
    assert "Still Cid?" not in phone.get(f"/g/{old.id}/seat/{CID}").text
    assert phone.post(f"/g/{old.id}/seat/{CID}/again").url.path == f"/g/{old.id}/seat/{CID}"


def test_somebody_else_finds_the_seats_of_the_game_that_follows(site: Site) -> None:
    """The app knows the game: nobody types its code."""
    old = finished(site)
    following = evening(site, dealt=False)
    run(site.tables.manage(old, next=following.id))
    text = Phone(site).plays(old, CID).get(f"/g/{old.id}/seat/{CID}").text
    assert f'href="/join/{run(site.codes.of(following.id))}"' in text
