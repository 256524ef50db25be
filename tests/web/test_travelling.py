"""The Community of Hamlets in the app: from one village to another, and back only if that is meant."""

from __future__ import annotations

from html import unescape

from nightcall import Setup
from nightcall.web.app import Site
from nightcall.web.table import Table
from tests.web.phone import Phone, begin, new_site, run

HERE = ["Ann", "Bea", "Cid", "Dan", "Eve"]
THERE = ["Uma", "Vic", "Wim", "Xan", "Yves"]
DECK = ["werewolf", "hunter", "simple_villager", "simple_villager", "simple_villager"]


def village(site: Site, players: list[str]) -> Table:
    """A game in its first debate."""
    setup = Setup.of(players, DECK, cards_known_to_app=True, sheriff_election="off", variants=["community_of_hamlets"])
    table = begin(site, setup)
    while table.game.prompt is not None and table.game.prompt.key != "day.debate":
        value = {"ack": True, "pick": 5}[table.game.prompt.kind]
        table = run(site.tables.answer(table, value))
    return table


def now(site: Site, table: Table) -> Table:
    return run(site.tables.find(table.id))


def test_whoever_left_one_village_is_let_into_another() -> None:
    """HAML-1, HAML-4: each village keeps its own game."""
    site = new_site()
    here, there = village(site, HERE), village(site, THERE)
    phone = Phone(site).leads(here).leads(there)
    phone.post(f"/g/{here.id}/lead/answer", at=here.revision, value="hamlets.depart")
    here = now(site, here)
    phone.post(f"/g/{here.id}/lead/answer", at=here.revision, seat=2)
    assert "Let in: Bea" in unescape(phone.get(f"/g/{there.id}/lead/villages").text)
    form = {"from": here.id, "name": "Bea"}
    phone.post(f"/g/{there.id}/lead/villages", at=there.revision, **form)
    assert now(site, there).game.players[-1] == "Bea"
    assert "Let in: Bea" not in unescape(phone.get(f"/g/{there.id}/lead/villages").text)

    here = now(site, here)
    page = unescape(phone.post(f"/g/{here.id}/lead/undo", at=here.revision).text)
    assert "This takes back a departure: Bea." in page
    assert now(site, here).revision == here.revision
    phone.post(f"/g/{here.id}/lead/undo", at=here.revision, sure="yes")
    assert len(now(site, here).game.answers) == len(here.game.answers) - 1
    assert now(site, there).game.players[-1] == "Bea", "nothing is taken back elsewhere"


def test_nobody_is_fetched_from_a_game_of_somebody_else() -> None:
    site = new_site()
    here, there = village(site, HERE), village(site, THERE)
    phone = Phone(site).leads(there)
    assert "leads no other game" in unescape(phone.get(f"/g/{there.id}/lead/villages").text)
    reply = phone.post(f"/g/{there.id}/lead/villages", at=there.revision, **{"from": here.id, "name": "Bea"})
    assert reply.status_code == 422
