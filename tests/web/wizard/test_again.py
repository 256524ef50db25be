"""The last group plays again, with the same cards or without."""

from __future__ import annotations

import pytest

from nightcall import Setup
from nightcall.web.app import Site
from nightcall.web.setup import drafting
from nightcall.web.setup.drafting import Draft
from tests.web.phone import PLAYERS, Phone, begin
from tests.web.wizard.forms import begins, draft_of, games, mark_on, send


def test_the_last_group_plays_again_in_three_taps(phone: Phone) -> None:
    """New game, all the same again, begin."""
    send(phone, "extras", houses="dealt", pile="all")
    send(phone, "rules", **{"opt-hunter_shot": "may"})
    send(phone, "deal", deal="pass", shown="switches", graveyard="1")
    begins(phone)
    earlier = games(phone)[0]
    page = phone.get("/new").text
    assert f"/new/again/{earlier.id}" in page
    reply = phone.client.post(f"/new/again/{earlier.id}", data={})
    assert reply.url.path == "/new/begin"
    assert begins(phone).status_code == 303
    later = games(phone)[1]
    old, new = earlier.game.setup.to_json(), later.game.setup.to_json()
    assert old.pop("seed") != new.pop("seed")
    old.pop("buildings"), new.pop("buildings")
    assert old == new
    assert later.manner == earlier.manner


def test_the_last_group_without_its_cards(phone: Phone) -> None:
    send(phone, "cards", do="mix-lively")
    begins(phone)
    assert draft_of(phone).players == ()
    send(phone, "players", do="last")
    draft = draft_of(phone)
    assert draft.players == tuple(PLAYERS)
    assert draft.mix == ""


def entrance(phone: Phone) -> str:
    """Where the latest game is led."""
    return f"/g/{games(phone)[-1].id}/lead/ready"


@pytest.mark.parametrize("first", [{"do": "add", "new": "Zoe"}, {"do": "last"}, {"do": "count", "count": "9"}])
def test_every_evening_of_a_device_is_set_up_afresh(phone: Phone, first: dict[str, str]) -> None:
    """Whatever is entered on the page of a new game is for that game, with the second and the third one too."""
    for evening in (1, 2, 3):
        assert len(games(phone)) == evening - 1
        if evening > 1:
            page = phone.get("/new").text
            reply = send(phone, "players", shown="name", mark=mark_on(page), **first)
            assert reply.url.path == "/new/players"
            assert draft_of(phone).players
            if first["do"] == "add":
                send(phone, "players", do="paste", paste=", ".join(PLAYERS), mark=mark_on(reply.text))
        typed = mark_on(phone.get("/new").text)
        assert begins(phone).headers["location"] == entrance(phone)
        for fields in ({"do": "begin"}, {"do": "add", "new": "Late"}):  # sent from the page whose game has begun
            late = phone.client.post("/new/players", data={"mark": typed, **fields}, follow_redirects=False)
            assert late.headers["location"] == entrance(phone)
        back = phone.client.get("/new/begin", follow_redirects=False)
        assert back.headers["location"] == entrance(phone)
        assert len(games(phone)) == evening


def test_what_is_not_understood_on_the_page_of_the_next_game(phone: Phone) -> None:
    """The page that says so is one of the next game too."""
    begins(phone)
    page = phone.get("/new").text
    refused = send(phone, "players", do="count", count="1000", mark=mark_on(page))
    assert refused.status_code == 422
    assert send(phone, "players", do="add", new="Zoe", mark=mark_on(refused.text)).url.path == "/new/players"
    assert draft_of(phone).players == ("Zoe",)


def test_only_one_s_own_games_can_be_played_again(site: Site, phone: Phone) -> None:
    table = begin(site)
    assert phone.post(f"/new/again/{table.id}").status_code == 403
    phone.leads(table)
    assert phone.post(f"/new/again/{table.id}").status_code == 200
    assert draft_of(phone).cards == {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "simple_villager": 3}
    assert draft_of(phone).difference == {"sheriff_election": "off"}


def test_a_game_with_everything_is_set_up_again_as_it_was() -> None:
    cards = {"werewolf": 2, "actor": 1, "prejudiced_manipulator": 1, "seer": 1, "simple_villager": 3}
    setup = Setup.of(
        PLAYERS,
        cards,
        preset="pacte",
        trio=["witch", "fox", "hunter"],
        groups=["x", "y"] * 4,
        also_announced=["cupid"],
        debate_rules=True,
        events=["flood", "eclipse"],
        draw="stacked",
        in_force=["somnambulism"],
        hand=["miracle"],
        variants=["moonlight"],
        identify_silent_roles_n1=["simple_villager"],
        hunter_shot="may",
    )
    draft = drafting.again(setup, Draft().manner())
    found, wanted = draft.table().to_json(), setup.to_json()
    assert sorted(found.pop("deck")) == sorted(wanted.pop("deck"))
    assert found == wanted
