"""What a call brings stands where the player looks until it was read; whoever leads learns who has."""

from __future__ import annotations

import re

from nightcall.web.app import Site
from tests.web.evenings import ANN, BEA, CID, DAN, EVE, FAY, GUS, HAL, evening, go_on
from tests.web.phone import Phone, run
from tests.web.seat.parts import at, called, page, reads, uncovered, under_cover


def test_the_answer_stands_in_the_panel_until_it_was_seen(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour", seer__look=BEA)
    phone = Phone(site).plays(table, CID)
    text = phone.get(at(table, CID)).text
    assert "The card of Bea: Werewolf." in called(text)
    assert "#werewolf" in called(text)
    assert "The card of Bea" not in re.sub(r"<details.*?</details>", "", uncovered(text), flags=re.DOTALL)
    count = re.search(r'name="count" value="(\d+)"', text)
    assert count is not None
    text = phone.post(at(table, CID) + "/seen", count=count.group(1)).text
    assert "The card of Bea" not in called(text)
    assert "Nobody calls you now" in called(text)
    assert "The card of Bea: Werewolf." in under_cover(text), "it can be read again with the own card"


def test_what_follows_from_a_state_is_told_with_it(site: Site) -> None:
    cards = ("werewolf", "werewolf", "cupid", "witch", "hunter", "seer", "simple_villager", "simple_villager")
    table = go_on(site, evening(site, cards, phones_act=True), "dawn.breaks", cupid__pair=(GUS, HAL))
    assert "You are in love with Hal. If one of you dies, the other dies of grief" in called(page(site, table, GUS))
    assert "You are in love with Gus." in called(page(site, table, HAL))
    french = Phone(site, "fr").plays(table, GUS).get(at(table, GUS)).text
    assert "Vous aimez Hal." in called(french)


def test_the_witch_reads_whom_they_attacked_beside_the_question(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "witch.heal", werewolves__devour=HAL)
    text = called(page(site, table, DAN))
    assert "The Werewolves attacked: Hal." in text
    assert "Whom do you heal?" in text
    assert "I keep the potion" not in text, "no phone has a button of its own"


def test_news_that_belong_to_an_earlier_call_do_not_stand_before_a_question(site: Site) -> None:
    cards = ("werewolf", "werewolf", "cupid", "witch", "hunter", "seer", "simple_villager", "simple_villager")
    answers = {"cupid__pair": (DAN, HAL), "werewolves__devour": GUS}
    table = go_on(site, evening(site, cards, phones_act=True), "werewolves.devour", **answers)
    assert "You are in love with Hal." in called(page(site, table, DAN)), "until then it stays"
    table = go_on(site, table, "witch.heal", **answers)
    asked = called(page(site, table, DAN))
    assert "The Werewolves attacked: Gus." in asked
    assert "in love" not in asked
    assert "You are in love with Hal." in under_cover(page(site, table, DAN))


def test_nothing_that_is_told_is_denied_beside_it(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour", seer__look=BEA)
    text = called(page(site, table, CID))
    assert "The card of Bea: Werewolf." in text
    assert "Nobody calls you now" not in text
    assert "Close your eyes again" not in text


def test_everybody_looks_when_the_lovers_do_and_reads_an_answer(site: Site) -> None:
    """Nobody looks for another's eyes: the whole table is awake. Whoever is not in love reads just that."""
    cards = ("werewolf", "werewolf", "cupid", "witch", "hunter", "seer", "simple_villager", "simple_villager")
    table = go_on(site, evening(site, cards, phones_act=True), "lovers.meet", cupid__pair=(GUS, HAL), seer__look=ANN)
    moderator = Phone(site).leads(table)
    lead = moderator.post(f"/g/{table.id}/lead/seen", at=table.revision).text
    assert "Two of you read there with whom you are in love. Look at nothing but your own phone" in lead
    assert "with your eyes" not in lead
    assert "No arrow has struck you so far." in called(page(site, table, EVE))
    assert "You are in love with Hal." in called(page(site, table, GUS))
    assert "No arrow" not in called(reads(site, table, GUS))
    assert "Aucune flèche ne vous a atteint" in called(Phone(site, "fr").plays(table, EVE).get(at(table, EVE)).text)


def test_whoever_leads_reads_how_many_have_seen_what_they_are_shown(site: Site) -> None:
    """A number in the open, live or faked; who it is under a finger."""
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    moderator, seer, other = Phone(site).leads(table), Phone(site).plays(table, CID), Phone(site).plays(table, FAY)
    lead = f"/g/{table.id}/lead"
    moderator.post(f"{lead}/answer", at=table.revision, seat=BEA)
    before = moderator.get(lead).text
    assert "Seen on phones: 0" in before
    count = re.search(r'<input type="hidden" name="count" value="(\d+)">', seer.get(at(table, CID)).text)
    assert count is not None
    quiet = [Phone(site).get(f"/g/{table.id}").text, other.get(at(table, FAY)).text]
    other.post(at(table, FAY) + "/seen", count=5)
    assert "Seen on phones: 0" in moderator.get(lead).text, "nothing is shown to this one"
    seer.post(at(table, CID) + "/seen", count=count.group(1))
    after = moderator.get(lead).text
    assert "Seen on phones: 1" in after
    assert "Seen on the phone: Cid" in after
    assert "Seen on the phone: Cid" not in uncovered(after)
    assert [Phone(site).get(f"/g/{table.id}").text, other.get(at(table, FAY)).text] == quiet
    moderator.post(f"{lead}/seen", at=run(site.tables.find(table.id)).revision)
    assert "Seen on phones" not in moderator.get(lead).text


def test_who_has_read_one_answer_is_not_counted_for_the_next(site: Site) -> None:
    """The Seer has read hers; of the two Lovers nobody has yet, then one, then both."""
    cards = ("werewolf", "werewolf", "cupid", "witch", "hunter", "seer", "simple_villager", "simple_villager")
    table = go_on(site, evening(site, cards, phones_act=True), "seer.look", cupid__pair=(GUS, HAL))
    moderator, lead = Phone(site).leads(table), f"/g/{table.id}/lead"
    moderator.post(f"{lead}/answer", at=table.revision, seat=BEA)
    reads(site, table, FAY)
    table = run(site.tables.find(table.id))
    assert "Seen on phones: 1" in moderator.get(lead).text
    assert "Seen on phones: 0" in moderator.post(f"{lead}/seen", at=table.revision).text
    for lover, read in ((GUS, 1), (HAL, 2)):
        reads(site, table, lover)
        assert f"Seen on phones: {read}" in moderator.get(lead).text
