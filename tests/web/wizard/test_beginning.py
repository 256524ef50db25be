"""Who deals, and Begin: it counts once, for a table that can play, and whoever taps it leads."""

from __future__ import annotations

import pytest

from nightcall import MODERATOR
from nightcall.web.store import Grant
from tests.web.phone import PLAYERS, Phone, run
from tests.web.wizard.forms import begins, draft_of, faults_on, games, send


def test_real_cards_lead_to_the_first_call(phone: Phone) -> None:
    reply = begins(phone)
    table = games(phone)[0]
    assert reply.headers["location"] == f"/g/{table.id}/lead/ready"
    assert table.game.players == tuple(PLAYERS)
    assert table.game.setup.seed is None


@pytest.mark.parametrize(("deal", "where"), [("phones", "seats"), ("pass", "deal")])
def test_the_app_deals_from_a_seed(phone: Phone, deal: str, where: str) -> None:
    send(phone, "deal", deal=deal, shown="switches", phones_vote="1", graveyard="1", debate="300")
    reply = begins(phone)
    table = games(phone)[0]
    assert reply.headers["location"] == f"/g/{table.id}/lead/{where}"
    assert table.game.setup.options.cards_known_to_app
    assert table.game.setup.seed is not None
    manner = table.manner
    assert (manner.deal, manner.phones_vote, manner.phones_act, manner.graveyard) == (deal, True, False, True)
    assert manner.debate == 300


def test_a_second_tap_finds_the_same_game(phone: Phone) -> None:
    mark = draft_of(phone).mark
    first = begins(phone)
    second = phone.client.post("/new/begin", data={"do": "begin", "mark": mark}, follow_redirects=False)
    assert first.headers["location"] == second.headers["location"]
    assert len(games(phone)) == 1


def test_a_table_that_cannot_play_does_not_begin(phone: Phone) -> None:
    send(phone, "cards", **{"card-simple_villager": "8"})
    reply = begins(phone)
    assert reply.status_code == 422
    assert faults_on(reply.text) == {"setup.no_wolf"}
    assert not games(phone)


def test_whoever_begins_leads(phone: Phone) -> None:
    begins(phone)
    [(device,)] = phone.site.store._db.execute("SELECT DISTINCT device FROM access_grant").fetchall()  # type: ignore[attr-defined]
    assert run(phone.site.store.places(device)) == [Grant(games(phone)[0].id, MODERATOR)]


def test_forms_from_elsewhere_set_up_nothing(phone: Phone) -> None:
    for path in ("/new/players", "/new/afresh", "/new/profile", "/new/begin"):
        reply = phone.client.post(path, data={"do": "clear"}, headers={"origin": "http://elsewhere"})
        assert reply.status_code == 403, path
    assert draft_of(phone).players == tuple(PLAYERS)
