"""What was entered is never lost: each device has its own draft, which lasts until Begin."""

from __future__ import annotations

import json
import re
from typing import Any

from nightcall.web.app import Site
from nightcall.web.setup.drafting import Draft
from nightcall.web.store.sqlite import SQLiteStore
from tests.web.phone import PLAYERS, Phone, run, stopped_later
from tests.web.wizard.forms import begins, draft_of, games, send


def test_the_draft_survives_a_restart(tmp_path: Any) -> None:
    file = str(tmp_path / "games.db")
    site = Site(SQLiteStore(file))
    phone = Phone(site)
    phone.post("/new/players", do="paste", paste="Ann, Bea, Cid, Dan, Eve")
    send(phone, "cards", **{"card-werewolf": "2", "card-seer": "3"})
    run(site.store.close())
    again = Phone(stopped_later(Site(SQLiteStore(file))))
    again.client.cookies = phone.client.cookies
    page = again.get("/new/cards").text
    assert re.search(r'name="card-seer" value="3"', page)
    assert 'value="Ann"' in again.get("/new").text


def test_each_device_has_its_own_draft(site: Site, phone: Phone) -> None:
    assert 'value="Ann"' not in Phone(site).get("/new").text
    assert 'value="Ann"' in phone.get("/new").text


def test_a_damaged_or_foreign_draft_is_read_as_far_as_it_makes_sense() -> None:
    data = {
        "players": ["Ann"],
        "deck": 7,
        "preset": "mine",
        "variants": ["moonlight", "none"],
        "later": 1,
        "debate": "x",
    }
    assert Draft.of(data) == Draft(players=("Ann",), variants=("moonlight",))
    assert Draft.of(None) == Draft() == Draft.of([])
    full = Draft(players=("Ann",), deck={"seer": 1}, labels=("old", "young"), options={"hunter_shot": "may"})
    assert Draft.of(json.loads(json.dumps(full.to_json()))) == full


def test_starting_over_forgets_it(phone: Phone) -> None:
    phone.post("/new/afresh")
    assert draft_of(phone).players == ()


def test_what_is_saved_too_late_does_not_begin_a_new_table(phone: Phone) -> None:
    """What was typed before Begin may arrive after it."""
    mark = draft_of(phone).mark
    begins(phone)
    late = {"name": PLAYERS, "shown": "name", "mark": mark}
    reply = phone.client.post("/new/players", data=late, follow_redirects=False)
    assert reply.headers["location"] == f"/g/{games(phone)[0].id}/lead/ready"
    assert draft_of(phone).players == ()


def test_any_button_keeps_what_was_entered_and_leads_on(phone: Phone) -> None:
    reply = send(phone, "players", shown="name", name=["Ann", "Bea", "Cid"], go="deal")
    assert reply.url.path == "/new/deal"
    assert draft_of(phone).players == ("Ann", "Bea", "Cid")
