"""The moderator's phone dies, and no link was made before: a code, the server's terminal, the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nightcall import cli
from nightcall.web import limits, rescue
from nightcall.web.app import Site
from nightcall.web.serve import database
from nightcall.web.store.sqlite import SQLiteStore
from tests.web.covers import outside_covers
from tests.web.phone import Phone, begin, new_site, run
from tests.web.test_lead import Lead


@pytest.fixture
def site() -> Site:
    return new_site()


def code_on(page: str) -> str:
    found = re.search(r'class="rescue__code">([A-Z0-9 ]+)<', page)
    assert found, page
    return found[1]


def code_of(lead: Lead) -> str:
    """What stands on the page that says to shuffle and deal."""
    return code_on(lead.phone.get(f"/g/{lead.id}/lead/ready").text)


@pytest.mark.parametrize("known", [True, False], ids=["dealt", "real cards"])
def test_the_rescue_code_stands_where_it_is_said_to_deal_under_a_cover(site: Site, known: bool) -> None:
    lead = Lead(site, cards_known_to_app=known)
    page = lead.phone.get(f"/g/{lead.id}/lead/ready").text
    code = code_on(page)
    assert len(code.replace(" ", "")) == rescue.LENGTH
    assert code not in outside_covers(page)
    assert code_of(lead) == code, "a reload shows the same one"
    assert "Let a second phone lead too" in page
    assert "rescue__code" not in lead.see(), "the first question has nothing above it"
    lead.tap()
    assert lead.phone.get(f"/g/{lead.id}/lead/ready").url.path == f"/g/{lead.id}/lead"


def test_the_second_phone_is_let_in_from_the_same_page(site: Site) -> None:
    lead = Lead(site)
    page = lead.phone.get(f"/g/{lead.id}/lead/ready").text
    action = re.search(r'<form class="panel rescue" method="post" action="([^"]+)"', page)
    assert action, page
    link = re.search(r'id="link"[^>]*value="[^"]*(/k/[\w-]+)"', lead.phone.post(action[1]).text)
    assert link
    other = Phone(site)
    assert other.post(link[1]).status_code == 200
    assert other.get(f"/g/{lead.id}/lead").status_code == 200


def test_the_code_typed_on_any_device_takes_the_lead(site: Site) -> None:
    lead = Lead(site)
    code = code_of(lead)
    lead.tap()
    other = Phone(site)
    assert other.get(f"/g/{lead.id}/lead").status_code == 403
    assert other.post("/join", code=code.lower()).status_code == 200
    assert other.get(f"/g/{lead.id}/lead").status_code == 200


def test_the_store_knows_no_code(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "games.sqlite3")
    code = run(rescue.Rescues().of(store, begin(Site(store)).id))
    run(store.close())
    assert code.encode() not in (tmp_path / "games.sqlite3").read_bytes()


def test_wrong_codes_are_counted_like_players_codes(site: Site) -> None:
    guesser = Phone(site)
    for _ in range(limits.TRIES):
        assert guesser.post("/join", code="A" * rescue.LENGTH).status_code == 422
    assert guesser.post("/join", code="A" * rescue.LENGTH).status_code == 429
    assert guesser.post("/join", code="ABCDEF").status_code == 429


def test_nightcall_lead_makes_a_link_for_every_game_going_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = Site(SQLiteStore(database(tmp_path)))
    table = begin(site)
    cli.run(["lead", "--data", str(tmp_path), "--address", "http://testserver"])
    said = capsys.readouterr().out
    found = re.search(r"http://testserver(/k/[\w-]+)", said.replace("\n", ""))
    assert found, said
    other = Phone(site)
    assert other.post(found[1]).status_code == 200
    assert other.get(f"/g/{table.id}/lead").status_code == 200
    run(site.store.close())


def test_nightcall_lead_says_if_no_game_is_going_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli.run(["lead", "--data", str(tmp_path)])
    assert "No game is going on" in capsys.readouterr().out
