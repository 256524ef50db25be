"""The page of a seat, and its parts: what is open, what lies under the cover, what is found under the button."""

from __future__ import annotations

import re
from typing import Any

from nightcall.web.app import Site
from nightcall.web.table import Table
from tests.web.evenings import HAL, evening, go_on
from tests.web.phone import Phone, run


def at(table: Table, seat: int) -> str:
    return f"/g/{table.id}/seat/{seat}"


def page(site: Site, table: Table, seat: int) -> str:
    reply = Phone(site).plays(table, seat).get(at(table, seat))
    assert reply.status_code == 200
    return reply.text


def under_cover(text: str) -> str:
    """What is seen while the card is held."""
    found = re.search(r'<div class="peek__secret" hidden>(.*?)</section>', text, re.DOTALL)
    assert found is not None
    return found.group(1)


def uncovered(text: str) -> str:
    """The page without what lies under the cover of the own card."""
    text = re.sub(r"<noscript>.*?</noscript>", "", text, flags=re.DOTALL)
    return re.sub(r'<div class="peek__secret" hidden>.*?</section>', "", text, flags=re.DOTALL)


def open_page(text: str) -> str:
    """What is read without holding or opening anything."""
    return re.sub(r"<details.*?</details>", "", uncovered(text), flags=re.DOTALL)


def called(text: str) -> str:
    """What is found under the button for a call."""
    found = re.search(r'<details class="called".*?</details>', text, re.DOTALL)
    return found.group() if found else ""


def token(text: str) -> str:
    found = re.search(r'name="token" value="(\w+)"', text)
    assert found is not None
    return found.group(1)


def vote(site: Site, **manner: Any) -> Table:
    """The first vote, open to the phones; Hal has been devoured."""
    table = go_on(site, evening(site, phones_vote=True, **manner), "vote.ballots", werewolves__devour=HAL)
    return run(site.tables.manage(table, vote_open=table.revision))


def reads(site: Site, table: Table, seat: int) -> str:
    """The player reads what stands on the slip and taps "Done"."""
    phone = Phone(site).plays(table, seat)
    count = re.search(r'name="count" value="(\d+)"', phone.get(at(table, seat)).text)
    assert count is not None
    return phone.post(at(table, seat) + "/seen", count=count.group(1)).text
