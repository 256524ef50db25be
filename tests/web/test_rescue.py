"""The moderator's phone dies, and no link was made before: a code, the server's terminal, the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nightcall import Setup, cli
from nightcall.web import limits, rescue
from nightcall.web.app import Site
from nightcall.web.serve import database
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.visit import DEVICE
from tests.web.covers import outside_covers
from tests.web.phone import PLAYERS, Phone, begin, run, stopped_later
from tests.web.program import Program, begun
from tests.web.test_lead import Lead


class Begun(Lead):
    """A game begun in the wizard, on the phone that leads it."""

    def __init__(self, site: Site, deal: str = "physical") -> None:
        self.site = site
        self.phone = Phone(site)
        self.phone.post("/new/players", paste="\n".join(PLAYERS), do="paste")
        self.phone.post("/new/deal", deal=deal)
        mark = re.search(r'name="mark" value="([^"]+)"', self.phone.get("/new/begin").text)
        assert mark is not None
        self.id = str(self.phone.post("/new/begin", do="begin", mark=mark[1]).url).split("/")[4]


def code_on(page: str) -> str:
    found = re.search(r'class="rescue__code">([A-Z0-9 ]+)<', page)
    assert found, page
    return found[1]


def code_of(lead: Begun) -> str:
    """What stands on the page that says to shuffle and deal."""
    return code_on(lead.phone.get(f"/g/{lead.id}/lead/ready").text)


@pytest.mark.parametrize("deal", ["physical", "pass", "phones"])
def test_the_rescue_code_stands_where_it_is_said_to_deal_under_a_cover(site: Site, deal: str) -> None:
    lead = Begun(site, deal)
    page = lead.phone.get(f"/g/{lead.id}/lead/ready").text
    code = code_on(page)
    assert len(code.replace(" ", "")) == rescue.LENGTH
    assert code not in outside_covers(page)
    assert code_of(lead) == code, "a reload shows the same one"
    assert "Let a second phone lead too" in page
    assert "rescue__code" not in lead.see(), "the first question has nothing above it"
    lead.tap(value="no")
    assert lead.phone.get(f"/g/{lead.id}/lead/ready").url.path == f"/g/{lead.id}/lead"


def test_the_second_phone_is_let_in_from_the_same_page(site: Site) -> None:
    lead = Begun(site)
    page = lead.phone.get(f"/g/{lead.id}/lead/ready").text
    action = re.search(r'<form class="panel rescue" method="post" action="([^"]+)"', page)
    assert action, page
    link = re.search(r'id="link"[^>]*value="[^"]*(/k/[\w-]+)"', lead.phone.post(action[1]).text)
    assert link
    other = Phone(site)
    assert other.post(link[1]).status_code == 200
    assert other.get(f"/g/{lead.id}/lead").status_code == 200


def test_the_code_typed_on_any_device_takes_the_lead(site: Site) -> None:
    lead = Begun(site)
    code = code_of(lead)
    lead.tap(value="no")
    other = Phone(site)
    assert other.get(f"/g/{lead.id}/lead").status_code == 403
    assert other.post("/join", code=code.lower()).status_code == 200
    assert other.get(f"/g/{lead.id}/lead").status_code == 200


def test_the_code_is_there_from_begin_on_and_looking_makes_none(site: Site) -> None:
    lead = Begun(site)
    before = everything(site)
    code = code_of(lead)
    assert everything(site) == before
    assert run(site.store.rescued(rescue.digest(code))) == lead.id


def everything(site: Site) -> str:
    return "\n".join(site.store._db.iterdump())  # type: ignore[attr-defined]


def test_a_server_that_starts_anew_shows_the_same_code(tmp_path: Path) -> None:
    """The phone may not have been looked at yet."""
    site = stopped_later(Site(SQLiteStore(tmp_path / "games.sqlite3")))
    lead = Begun(site)
    code = code_of(lead)
    again = stopped_later(Site(SQLiteStore(tmp_path / "games.sqlite3")))
    phone = Phone(again)
    phone.client.cookies = lead.phone.client.cookies
    assert code_on(phone.get(f"/g/{lead.id}/lead/ready").text) == code


def test_a_name_typed_or_cards_dealt_again_before_the_first_call_hide_no_code(site: Site) -> None:
    lead = Begun(site)
    run(site.tables.rename(lead.table, 1, "Anna"))
    assert code_of(lead)


def test_only_the_phone_that_began_the_game_is_shown_its_code(site: Site) -> None:
    lead = Begun(site)
    second = Phone(site).leads(lead.table)
    assert "rescue__code" not in second.get(f"/g/{lead.id}/lead/ready").text


def test_a_code_is_no_key(site: Site) -> None:
    """Neither for a program nor as a link, however it is spelt."""
    lead = Begun(site)
    code = code_of(lead).replace(" ", "")
    for key in (code, f"rescue {code}", f"rescue%20{code}", rescue.digest(code)):
        assert Program(site, key).ask("GET", f"/games/{lead.id}/lead").status_code == 403
        other = Phone(site)
        assert other.get(f"/k/{key}").status_code == 403
        assert other.post(f"/k/{key}").status_code == 403


def test_a_code_ends_with_its_game_and_where_nobody_else_is_to_lead(site: Site) -> None:
    lead, gone = Begun(site), Begun(site)
    codes = {lead: code_of(lead), gone: code_of(gone)}
    lead.phone.post(f"/g/{lead.id}/lead/alone")
    gone.phone.post(f"/games/{gone.id}/remove")
    for each, code in codes.items():
        other = Phone(site)
        assert other.post("/join", code=code).status_code == 422
        assert other.get(f"/g/{each.id}/lead").status_code in (403, 404)


def test_a_code_ends_with_the_lead_of_whoever_has_let_go(site: Site) -> None:
    """He plays on, and has the slip of paper in his pocket."""
    lead = Begun(site)
    code = code_of(lead)
    second = Phone(site).leads(lead.table)
    lead.phone.post(f"/g/{lead.id}/lead/let-go")
    assert lead.phone.post("/join", code=code).status_code == 422
    assert lead.phone.get(f"/g/{lead.id}/lead").status_code == 403
    assert second.get(f"/g/{lead.id}/lead").status_code == 200


@pytest.mark.parametrize("is_last", [False, True])
def test_the_key_somebody_has_led_with_ends_as_well(site: Site, is_last: bool) -> None:
    """He plays on, with the link in his history; other keys still lead."""
    program, path = begun(site, Setup.of(8, ["werewolf", "seer", *["simple_villager"] * 6]))
    game, key = path.rpartition("/")[2], program.key
    other = program.post(f"/games/{game}/keys", seat=0)["key"]
    phone, second = Phone(site), Phone(site)
    assert phone.post(f"/k/{key}").is_success
    if not is_last:
        assert second.post(f"/k/{other}").is_success
    assert program.ask("GET", f"/games/{game}/lead").status_code == 200
    assert phone.post(f"/g/{game}/lead/let-go", sure="yes").is_success
    assert program.ask("GET", f"/games/{game}/lead").status_code == 403
    assert phone.post(f"/k/{key}").status_code == 403
    assert phone.get(f"/g/{game}/lead").status_code == 403
    assert Program(site, other).ask("GET", f"/games/{game}/lead").status_code == 200


def test_but_not_if_nobody_else_leads(site: Site) -> None:
    lead = Begun(site)
    code = code_of(lead)
    lead.phone.post(f"/g/{lead.id}/lead/let-go", sure="yes")
    assert Phone(site).post("/join", code=code).status_code == 200


def test_nor_does_whoever_set_a_led_table_up_come_back_once_a_player_leads(site: Site) -> None:
    """He plays there himself: neither his code nor a link of his shows him the cards."""
    lead = Begun(site, "led")
    code = rescue.code(str(lead.phone.client.cookies.get(DEVICE)), lead.id)
    link = run(rescue.new_link(site.store, lead.id))
    named = Phone(site).plays(lead.table, 2)
    run(site.tables.hand_over(lead.table, 2))
    assert named.get(f"/g/{lead.id}/lead").status_code == 200
    assert lead.phone.post("/join", code=code).status_code == 422
    assert lead.phone.post(link).status_code == 403
    assert lead.phone.get(f"/g/{lead.id}/lead").status_code == 403


def test_the_store_knows_no_code(tmp_path: Path) -> None:
    site = Site(SQLiteStore(tmp_path / "games.sqlite3"))
    code = code_of(Begun(site))
    run(site.store.close())
    for spelt in (code, code.replace(" ", "")):
        assert spelt.encode() not in (tmp_path / "games.sqlite3").read_bytes()


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
