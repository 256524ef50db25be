"""A new game is one step of the store: a power cut finds it whole, with whoever leads it, or not at all."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from nightcall import MODERATOR, Setup, play
from nightcall.engine import tape
from nightcall.web.app import Site
from nightcall.web.manner import Manner
from nightcall.web.setup.wizard import DRAFT
from nightcall.web.store import Grant
from tests.web.phone import DECK, PLAYERS, Phone, run

SETUP = Setup.of(PLAYERS, DECK)


class PowerCut(Exception):
    """The program ends here, and nothing tidies up after it."""


def cut_after(site: Site, writes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The power goes once this many writes have reached the disk."""
    usual: Callable[[], Any] = site.store._transaction  # type: ignore[attr-defined]
    left = writes

    @asynccontextmanager
    async def counted() -> AsyncIterator[Any]:
        nonlocal left
        if not left:
            raise PowerCut
        left -= 1
        async with usual() as db:
            yield db

    monkeypatch.setattr(site.store, "_transaction", counted)


def games(site: Site) -> list[str]:
    return [game for (game,) in site.store._db.execute("SELECT id FROM game")]  # type: ignore[attr-defined]


def led(site: Site) -> set[str]:
    """The games somebody leads, by a device or by a key."""
    rows = site.store._db.execute(  # type: ignore[attr-defined]
        "SELECT game FROM access_grant WHERE seat = 0 UNION SELECT game FROM access_key WHERE seat = 0"
    )
    return {game for (game,) in rows}


def drafted(site: Site) -> Phone:
    phone = Phone(site)
    phone.post("/new/players", paste="\n".join(PLAYERS), do="paste")
    return phone


def mark(site: Site) -> str:
    row = site.store._db.execute("SELECT value FROM belonging WHERE name = ?", (DRAFT,))  # type: ignore[attr-defined]
    found = json.loads(row.fetchone()[0])["mark"]
    assert isinstance(found, str)
    return found


def begins(phone: Phone) -> None:
    phone.post("/new/begin", do="begin", mark=mark(phone.site))


def brings(phone: Phone) -> None:
    game = play(SETUP, [True])
    phone.client.post("/games/bring", files={"tape": ("evening.jsonl", tape.dumps(game).encode())})


def programs(phone: Phone) -> None:
    phone.client.post("/api/games", json={"setup": SETUP.to_json()})


@pytest.mark.parametrize("act", [begins, brings, programs], ids=lambda act: act.__name__)
@pytest.mark.parametrize("writes", range(4))
def test_a_game_is_there_with_whoever_leads_it_or_not_at_all(
    site: Site, act: Callable[[Phone], None], writes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = drafted(site)
    cut_after(site, writes, monkeypatch)
    act(phone)
    monkeypatch.undo()
    assert set(games(site)) == led(site), "nobody could open it"
    moves = act is not programs  # what was set up goes along under a new secret first
    assert len(games(site)) == (writes > moves), "one write is all it takes"


@pytest.mark.parametrize("writes", range(4))
def test_begin_tapped_again_after_a_power_cut_begins_one_game(
    site: Site, writes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = drafted(site)
    before = mark(site)
    cut_after(site, writes, monkeypatch)
    phone.post("/new/begin", do="begin", mark=before)
    monkeypatch.undo()
    reply = phone.client.post("/new/begin", data={"do": "begin", "mark": before}, follow_redirects=False)
    assert reply.status_code == 303
    assert reply.headers["location"].startswith(f"/g/{games(site)[0]}/lead")
    assert len(games(site)) == 1


def test_what_cannot_be_kept_whole_is_not_kept_in_part(site: Site) -> None:
    table = run(site.tables.begin(SETUP, Manner(), device="one"))
    kept = run(site.store.get(table.id))
    assert kept is not None
    with pytest.raises(Exception, match="serializable"):
        run(site.store.add(replace(kept, id="other"), device="two", belonging=("x", object())))
    assert games(site) == [table.id]
    assert run(site.store.places("two")) == []
    assert run(site.store.places("one")) == [Grant(table.id, MODERATOR)]
