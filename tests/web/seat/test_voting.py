"""A vote from the phone: the own one, once it is open, for a candidate."""

from __future__ import annotations

import re

from nightcall.web.app import Site
from tests.web.evenings import ANN, BEA, FAY, HAL, answer, evening, go_on
from tests.web.phone import Phone, run
from tests.web.seat.parts import at, open_page, page, token, vote


def test_a_vote_from_the_phone(site: Site) -> None:
    table = vote(site)
    phone = Phone(site).plays(table, FAY)
    text = phone.get(at(table, FAY)).text
    assert "Who shall die?" in text
    reply = phone.post(at(table, FAY) + "/choose", token=token(text), seat=BEA)
    assert reply.url.path == at(table, FAY)
    assert "Your choice: Bea." in reply.text
    assert run(site.tables.find(table.id)).suggested == {FAY: BEA}
    reply = phone.post(at(table, FAY) + "/choose", token=token(reply.text), seat="-")
    assert "Your choice: Nobody." in reply.text
    assert run(site.tables.find(table.id)).suggested == {FAY: None}


def test_no_vote_before_it_is_opened_nor_for_the_dead(site: Site) -> None:
    table = go_on(site, evening(site, phones_vote=True), "vote.ballots", werewolves__devour=HAL)
    assert 'id="vote"' not in page(site, table, FAY)
    table = run(site.tables.manage(table, vote_open=table.revision))
    assert 'id="vote"' in page(site, table, FAY)
    assert 'id="vote"' not in page(site, table, HAL)


def test_the_own_vote_alone_can_be_cast_and_only_for_a_candidate(site: Site) -> None:
    table = vote(site)
    phone = Phone(site).plays(table, FAY)
    now = token(phone.get(at(table, FAY)).text)
    for fields in ({"seat": HAL}, {"seat": 99}, {"seat": "x"}):
        reply = phone.post(at(table, FAY) + "/choose", token=now, **fields)
        assert reply.status_code == 422
        assert "That is not possible here. Choose again." in reply.text
        assert 'id="vote"' in reply.text
    phone.post(at(table, FAY) + "/choose", token=now, seat=ANN, vote_1=BEA)
    assert run(site.tables.find(table.id)).suggested == {FAY: ANN}


def test_where_everybody_must_vote_nobody_can_abstain_by_phone(site: Site) -> None:
    table = evening(site, setup={"abstention": False}, phones_vote=True)
    table = go_on(site, table, "vote.ballots", werewolves__devour=HAL)
    table = run(site.tables.manage(table, vote_open=table.revision))
    phone = Phone(site).plays(table, FAY)
    text = phone.get(at(table, FAY)).text
    assert 'name="seat" value="-"' not in text
    assert phone.post(at(table, FAY) + "/choose", token=token(text), seat="-").status_code == 422


def test_a_vote_for_a_question_that_is_over_is_refused_with_the_game_as_it_stands(site: Site) -> None:
    table = vote(site)
    phone = Phone(site).plays(table, FAY)
    old = token(phone.get(at(table, FAY)).text)
    answer(site, table, {})
    reply = phone.post(at(table, FAY) + "/choose", token=old, seat=BEA)
    assert reply.status_code == 409
    assert "your last tap did not count" in reply.text
    assert "Night 2" in reply.text
    assert run(site.tables.find(table.id)).suggested == {}


def test_the_same_tap_sent_twice_counts_once(site: Site) -> None:
    table = vote(site)
    phone = Phone(site).plays(table, FAY)
    now = token(phone.get(at(table, FAY)).text)
    for _ in range(2):
        assert phone.post(at(table, FAY) + "/choose", token=now, seat=BEA).status_code == 200
    assert run(site.tables.find(table.id)).suggested == {FAY: BEA}


def test_nobody_is_ticked_only_when_chosen(site: Site) -> None:
    table = vote(site)
    phone = Phone(site).plays(table, FAY)
    quiet = re.compile(r'<button class="choice choice--none" name="seat" value="-" aria-pressed="(\w+)">')
    text = phone.get(at(table, FAY)).text
    assert quiet.findall(text) == ["false"]
    assert quiet.findall(phone.post(at(table, FAY) + "/choose", token=token(text), seat="-").text) == ["true"]


def test_an_election_is_another_question_than_a_verdict(site: Site) -> None:
    table = evening(site, setup={"sheriff_election": "setup"}, phones_vote=True)
    table = go_on(site, table, "sheriff.elect", sheriff__now=True)
    table = run(site.tables.manage(table, vote_open=table.revision))
    assert "Who shall be Sheriff?" in page(site, table, FAY)
    assert "Who shall be Sheriff?" not in page(site, vote(site), FAY)


def test_all_votes_are_in_and_the_own_one_is_not_forgotten(site: Site) -> None:
    table = vote(site)
    voters = table.game.prompt.voters if table.game.prompt else ()
    for seat in voters:
        assert "until everybody has voted" in page(site, table, seat)
        table = run(site.tables.suggest(table, seat, BEA if seat != BEA else None))
    text = open_page(page(site, table, FAY))
    assert "Everybody has voted." in text
    assert "Your vote: Bea." in text
    assert "Your vote: Nobody." in open_page(page(site, table, BEA))
    assert "Your vote" not in page(site, table, HAL)
    screen = Phone(site).get(f"/g/{table.id}").text
    assert "Everybody has voted." in screen
    assert "Your vote" not in screen


def test_a_page_of_yesterdays_vote_does_not_vote_today(site: Site) -> None:
    """Everything asked is the same, and nobody has died since; but it is another vote."""
    table = go_on(site, evening(site, phones_vote=True), "vote.ballots")
    table = run(site.tables.manage(table, vote_open=table.revision))
    first, phone = table.game.prompt, Phone(site).plays(table, FAY)
    old = token(phone.get(at(table, FAY)).text)
    table = go_on(site, answer(site, table, {}), "vote.ballots")
    table = run(site.tables.manage(table, vote_open=table.revision))
    assert first is not None
    assert table.game.prompt is not None
    assert table.game.prompt.to_json() == first.to_json()
    assert phone.post(at(table, FAY) + "/choose", token=old, seat=BEA).status_code == 409
    assert run(site.tables.find(table.id)).suggested == {}


def test_what_was_done_in_secret_leaves_no_trace_in_a_page(site: Site) -> None:
    """Two evenings that a player cannot tell apart, one of them with a step taken back: the page is the same."""
    table = vote(site)
    before = token(page(site, table, FAY))
    secret = run(site.tables.undo(table))
    table = answer(site, secret, "vote")
    assert table.revision > 2
    table = run(site.tables.manage(table, vote_open=table.revision))
    assert token(page(site, table, FAY)) == before


def test_a_page_that_offered_something_else_does_not_count(site: Site) -> None:
    """A correction has brought somebody back: the candidates on the open page are not those of now."""
    table = vote(site)
    phone = Phone(site).plays(table, FAY)
    old = token(phone.get(at(table, FAY)).text)
    table = run(site.tables.undo(table, 1))
    assert phone.post(at(table, FAY) + "/choose", token=old, seat=BEA).status_code == 409
