"""Whoever is called finds the question under the button; the choice is kept for the moderator."""

from __future__ import annotations

import re

import pytest

from nightcall.web.app import Site
from nightcall.web.watch.seat import token as stands_for
from tests.web.covers import outside_covers
from tests.web.evenings import ANN, BEA, CID, DAN, EVE, FAY, GUS, HAL, answer, evening, go_on
from tests.web.phone import Phone, run
from tests.web.seat.parts import at, called, page, token, uncovered

THE_PACK = {"identify": CID, "werewolves__identify": (ANN, BEA)}
"""Who opens the eyes, where the app has not dealt."""


def test_the_one_who_is_asked_finds_the_question_under_the_button_and_nobody_else_does(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    asked = called(page(site, table, CID))
    assert "Whose secret do you want to read?" in asked
    assert asked.count('name="seat"') == 8, "every face can be tapped, the own one too"
    for seat in (ANN, FAY):
        assert "Nobody calls you now" in called(page(site, table, seat))
        assert "Whose secret do you want" not in page(site, table, seat)
    assert uncovered(page(site, table, CID)).replace(asked, "").count("Whose secret do you want") == 0


def test_no_button_where_the_table_acts_with_its_hands(site: Site) -> None:
    table = go_on(site, evening(site), "seer.look")
    for seat in (CID, FAY):
        assert called(page(site, table, seat)) == ""
    phone = Phone(site).plays(table, CID)
    assert phone.post(at(table, CID) + "/choose", token="", seat=ANN).status_code == 409


@pytest.mark.parametrize("known", [True, False])
def test_no_phone_is_asked_at_night_unless_the_table_wants_it_and_the_app_has_dealt(site: Site, known: bool) -> None:
    """With real cards it is asked first whose eyes are open, so a phone would tell when the app knows that already."""
    setup = {"cards_known_to_app": known}
    table = go_on(site, evening(site, setup=setup, phones_act=not known), "werewolves.devour", **THE_PACK)
    assert not table.may_act
    assert table.view(ANN).asked == ""
    phone = Phone(site).plays(table, ANN)
    reply = phone.post(at(table, ANN) + "/choose", token=stands_for(table, ANN), seat=DAN)
    assert reply.status_code == 409
    assert run(site.tables.find(table.id)).suggested == {}


def test_a_choice_at_night_is_kept_for_the_moderator_and_shown_to_the_pack_alone(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour")
    wolf, mate = Phone(site).plays(table, ANN), page(site, table, BEA)
    others = {seat: page(site, table, seat) for seat in (CID, DAN, FAY)}
    reply = wolf.post(at(table, ANN) + "/choose", token=token(wolf.get(at(table, ANN)).text), seat=DAN)
    assert "Your choice: Dan." in called(reply.text)
    assert run(site.tables.find(table.id)).suggested == {ANN: DAN}
    assert "Awake with you: Ann. Ann points at Dan." in called(page(site, table, BEA)), "the pack agrees on its phones"
    assert "Bea has not chosen yet." in called(reply.text)
    assert page(site, table, BEA) != mate
    assert {seat: page(site, table, seat) for seat in others} == others
    assert run(site.tables.find(table.id)).revision == table.revision


def test_that_the_pack_disagrees_is_said_in_words(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour")
    for wolf, prey in ((ANN, FAY), (BEA, GUS)):
        table = run(site.tables.suggest(table, wolf, prey))
    moderator = Phone(site).leads(table)
    lead = moderator.post(f"/g/{table.id}/lead/seen", at=table.revision).text  # what the Seer was shown before
    assert re.search(r'value="phones" disabled>.*?</button> <small class="dim">The phones do not agree yet\.', lead)
    run(site.tables.suggest(table, BEA, FAY))
    assert "do not agree" not in Phone(site).leads(table).get(f"/g/{table.id}/lead").text


def test_a_companion_is_said_to_be_one(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour")
    assert "Awake with you: Bea. Bea has not chosen yet." in called(page(site, table, ANN))


def test_what_the_rules_forbid_is_refused_in_place(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour")
    wolf = Phone(site).plays(table, ANN)
    now = token(wolf.get(at(table, ANN)).text)
    reply = wolf.post(at(table, ANN) + "/choose", token=now, seat=BEA)
    assert reply.status_code == 422
    assert "That is not possible here. Choose again." in called(reply.text)
    assert "own kind" not in reply.text, "the reason would tell a glance who belongs to the pack"
    assert "WW-2" not in reply.text
    assert run(site.tables.find(table.id)).suggested == {}


def test_only_a_wolf_in_love_is_refused_the_partner_of_a_pack_that_chooses_together(site: Site) -> None:
    """AMD-71: with the words of any refusal; the mates' phones look as if nobody was in love."""
    cards = ("werewolf", "werewolf", "cupid", *["simple_villager"] * 5)
    table = evening(site, cards, setup={"lovers_restriction": "no_harm"}, phones_act=True)
    table = go_on(site, table, "werewolves.devour", cupid__pair=(ANN, DAN))
    for seat, status in ((ANN, 422), (BEA, 200)):
        wolf = Phone(site).plays(table, seat)
        reply = wolf.post(at(table, seat) + "/choose", token=token(wolf.get(at(table, seat)).text), seat=DAN)
        assert reply.status_code == status
    assert run(site.tables.find(table.id)).suggested == {BEA: DAN}
    assert "Awake with you: Bea. Bea points at Dan." in called(page(site, table, ANN))
    lead = Phone(site).leads(table).get(f"/g/{table.id}/lead").text
    note = "Ann loves Dan"
    assert note in lead
    assert note not in outside_covers(lead)


def test_a_refusal_is_written_where_there_is_room(site: Site) -> None:
    """Not in the ring, where it would be cut off."""
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour")
    wolf = Phone(site).plays(table, ANN)
    now = token(wolf.get(at(table, ANN)).text)
    reply = wolf.post(at(table, ANN) + "/choose", token=now, seat=BEA)
    ring = re.search(r'<ol class="ring ring--own".*?</ol>', called(reply.text), re.DOTALL)
    assert ring is not None
    assert "That is not possible here" not in ring.group()
    slip = re.search(r'<div class="called__slip".*?</div>', called(reply.text), re.DOTALL)
    assert slip is not None
    assert "That is not possible here. Choose again." in slip.group()


def test_what_stands_on_the_slip_can_be_chosen(site: Site) -> None:
    cards = ("werewolf", "werewolf", "wolf_hound", "wandering_judge", "hunter", "witch", *["simple_villager"] * 2)
    table = evening(site, cards, phones_act=True)
    for until, seat, sent, kept in (
        ("wandering_judge.sign", DAN, {"text": "a cough"}, "a cough"),
        ("wolf_hound.choose", CID, {"value": "village"}, "village"),
    ):
        table = go_on(site, table, until, wolf_hound__choose="village")
        phone = Phone(site).plays(table, seat)
        reply = phone.post(at(table, seat) + "/choose", token=token(phone.get(at(table, seat)).text), **sent)
        assert run(site.tables.find(table.id)).suggested == {seat: kept}
        assert "Your choice:" in called(reply.text)


def test_whoever_has_the_say_by_day_finds_it_under_the_same_button(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "vote.ballots", werewolves__devour=HAL)
    table = answer(site, table, dict.fromkeys(table.game.village.living, EVE))
    assert table.game.prompt is not None
    assert table.game.prompt.key == "hunter.shoot"
    assert "Whom do you shoot?" in called(page(site, table, EVE))
    assert "Whom do you shoot?" not in page(site, table, ANN)
    phone = Phone(site).plays(table, EVE)
    phone.post(at(table, EVE) + "/choose", token=token(phone.get(at(table, EVE)).text), seat=ANN)
    assert run(site.tables.find(table.id)).suggested == {EVE: ANN}
