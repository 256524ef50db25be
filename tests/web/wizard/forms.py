"""A step's form sent as a phone sends it, and what is kept of it."""

from __future__ import annotations

import re
from typing import Any

from nightcall.web import access
from nightcall.web.setup.drafting import Draft
from nightcall.web.table import Table
from nightcall.web.visit import DEVICE
from tests.web.phone import Phone, run


def send(phone: Phone, step: str, **fields: Any) -> Any:
    """A step's form; names of fields as they are."""
    return phone.client.post(f"/new/{step}", data=fields)


def draft_of(phone: Phone) -> Draft:
    """What the store holds for this device."""
    found = run(phone.site.store.read(access.digest(phone.client.cookies[DEVICE]), "draft"))
    assert found is not None
    return Draft.of(found)


def games(phone: Phone) -> list[Table]:
    """Every game of the site, the oldest first."""
    rows = phone.site.store._db.execute("SELECT id FROM game ORDER BY begun").fetchall()  # type: ignore[attr-defined]
    return [run(phone.site.tables.find(game)) for (game,) in rows]


def begins(phone: Phone) -> Any:
    """Tap Begin, without following on to pages that belong to others."""
    fields = {"do": "begin", "mark": draft_of(phone).mark}
    return phone.client.post("/new/begin", data=fields, follow_redirects=False)


def faults_on(page: str) -> set[str]:
    return set(re.findall(r'data-fault="([\w.]+)"', page))


def mark_on(page: str) -> str:
    """The mark which the form of this page sends along."""
    found = re.search(r'name="mark" value="([^"]*)"', page)
    assert found
    return found[1]
