"""Votes that come from the phones, and signs given by day."""

from __future__ import annotations

import re

import pytest

from nightcall.web.app import Site
from nightcall.web.tables import Table
from tests.web.evenings import ANN, BEA, CID, DAN, EVE, FAY, GUS, HAL, answer, evening, go_on
from tests.web.phone import Phone, new_site, run

LIVING = (ANN, BEA, CID, DAN, EVE, FAY, GUS)
"""Hal has been devoured."""


@pytest.fixture
def site() -> Site:
    return new_site()


def all_vote(site: Site, *choices: int | None) -> Table:
    """The first vote, cast on phones by everybody alive."""
    table = go_on(site, evening(site, phones_vote=True), "vote.ballots", werewolves__devour=HAL)
    table = run(site.tables.manage(table, vote_open=table.revision))
    for seat, choice in zip(LIVING, choices, strict=True):
        assert table.is_vote_open
        table = run(site.tables.suggest(table, seat, choice))
    return table


def test_the_vote_closes_by_itself_when_all_have_voted(site: Site) -> None:
    table = all_vote(site, *[EVE] * 7)
    assert not run(site.tables.find(table.id)).is_vote_open
    assert 'id="vote"' not in Phone(site).plays(table, FAY).get(f"/g/{table.id}/seat/{FAY}").text


@pytest.mark.parametrize(
    ("choices", "label"),
    [
        ((EVE, EVE, EVE, EVE, ANN, EVE, EVE), "Accept: Eve"),
        ((EVE, EVE, EVE, ANN, ANN, ANN, None), "Accept: a tie, Ann and Eve"),
        ((None,) * 7, "Accept: Nobody"),
    ],
)
def test_one_button_says_what_it_accepts(site: Site, choices: tuple[int | None, ...], label: str) -> None:
    table = all_vote(site, *choices)
    moderator = Phone(site).leads(table)
    page = moderator.get(f"/g/{table.id}/lead").text
    form = re.search(r'<form id="accept".*?</form>', page, re.DOTALL)
    assert form is not None
    assert label in form.group()
    fields = dict(re.findall(r'name="([\w-]+)" value="(\w+)"', form.group()))
    moderator.client.post(f"/g/{table.id}/lead/answer", data=fields)
    given = run(site.tables.find(table.id)).game.answers
    assert dict(zip(LIVING, choices, strict=True)) in [each.value for each in given]


def test_nothing_to_accept_while_somebody_has_not_voted(site: Site) -> None:
    table = go_on(site, evening(site, phones_vote=True), "vote.ballots", werewolves__devour=HAL)
    table = run(site.tables.manage(table, vote_open=table.revision))
    table = run(site.tables.suggest(table, ANN, EVE))
    run(site.tables.manage(table, vote_open=0))
    assert 'id="accept"' not in Phone(site).leads(table).get(f"/g/{table.id}/lead").text


def test_by_day_every_phone_can_catch_the_moderator_s_eye_unseen(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "day.debate", werewolves__devour=HAL)
    seats = {seat: f"/g/{table.id}/seat/{seat}" for seat in (ANN, FAY)}
    phones = {seat: Phone(site).plays(table, seat) for seat in seats}
    assert all('id="sign"' in phones[seat].get(path).text for seat, path in seats.items())
    before = [phones[FAY].get(seats[FAY]).text, Phone(site).get(f"/g/{table.id}").text]
    phones[ANN].post(seats[ANN] + "/sign")
    assert [phones[FAY].get(seats[FAY]).text, Phone(site).get(f"/g/{table.id}").text] == before
    moderator = Phone(site).leads(table)
    page = moderator.get(f"/g/{table.id}/lead").text
    held = re.search(r'class="notice signs".*?<div class="peek__secret" hidden>(.*?)</div>', page, re.DOTALL)
    assert held is not None
    assert "Ann" in held.group(1)
    moderator.post(f"/g/{table.id}/lead/seats/signs")
    assert "gives you a sign" not in moderator.get(f"/g/{table.id}/lead").text


def test_at_night_nobody_can(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    phone = Phone(site).plays(table, ANN)
    assert 'id="sign"' not in phone.get(f"/g/{table.id}/seat/{ANN}").text
    phone.post(f"/g/{table.id}/seat/{ANN}/sign")
    assert run(site.tables.find(table.id)).manner.signs == ()
    answer(site, table, FAY)
