"""An evening with phones, from both sides: what players read on theirs, whoever leads knows and says."""

from __future__ import annotations

import re

import pytest

from nightcall.web.app import Site
from nightcall.web.table import Table
from tests.web.evenings import ANN, BEA, CID, DAN, EVE, FAY, GUS, HAL, answer, evening, go_on
from tests.web.phone import Phone, new_site, run

LOVE = ("werewolf", "werewolf", "cupid", "witch", "hunter", "seer", "simple_villager", "simple_villager")
EVERYBODY = range(1, 9)


@pytest.fixture
def site() -> Site:
    return new_site()


def panel(phone: Phone, table: Table, seat: int) -> str:
    text = phone.get(f"/g/{table.id}/seat/{seat}").text
    found = re.search(r'<details class="called" id="called".*?</details>', text, re.DOTALL)
    assert found is not None
    return found.group()


def script(phone: Phone, table: Table) -> str:
    found = re.search(r'<div class="script.*?</div>', phone.get(f"/g/{table.id}/lead").text, re.DOTALL)
    assert found is not None
    return " ".join(re.sub("<[^>]+>", " ", found.group()).split())


def lovers_meet(site: Site) -> tuple[Table, Phone]:
    """The Lovers are called; what was shown at the call before has been seen."""
    table = go_on(site, evening(site, LOVE, phones_act=True), "lovers.meet", cupid__pair=(GUS, HAL))
    moderator = Phone(site).leads(table)
    moderator.post(f"/g/{table.id}/lead/seen", at=table.revision)
    return table, moderator


# -- what was read is gone --


def test_seen_says_in_its_form_what_was_seen(site: Site) -> None:
    """A button outside its form sends no value of its own when an open page posts it."""
    table = answer(site, go_on(site, evening(site, phones_act=True), "seer.look"), BEA)
    seer = Phone(site).plays(table, CID)
    told = panel(seer, table, CID)
    assert "The card of Bea: Werewolf." in told
    assert '<button class="button" form="results" data-done>Seen</button>' in told
    form = re.search(r'<form id="results".*?</form>', told, re.DOTALL)
    assert form is not None
    fields = dict(re.findall(r'name="(\w+)" value="(\w+)"', form.group()))
    seer.client.post(f"/g/{table.id}/seat/{CID}/seen", data=fields)
    assert "The card of Bea" not in panel(seer, table, CID)


def test_lovers_who_have_seen_it_are_counted_and_read_it_no_more(site: Site) -> None:
    table, moderator = lovers_meet(site)
    lover, lead = Phone(site).plays(table, GUS), f"/g/{table.id}/lead"
    assert "Seen on phones: 0" in moderator.get(lead).text
    assert "Take that choice" not in moderator.get(lead).text, "nothing is chosen there"
    before = panel(lover, table, GUS)
    assert "You are in love with Hal." in before
    count = re.search(r'<input type="hidden" name="count" value="(\d+)">', before)
    assert count is not None
    lover.post(f"/g/{table.id}/seat/{GUS}/seen", count=count.group(1))
    assert "in love" not in panel(lover, table, GUS)
    assert "Seen on phones: 1" in moderator.get(lead).text
    assert "Seen on the phone: Gus" in moderator.get(lead).text


def test_the_witch_reads_who_was_attacked_as_long_as_she_is_asked(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "witch.heal", werewolves__devour=HAL)
    asked = panel(Phone(site).plays(table, DAN), table, DAN)
    assert "The Werewolves attacked: Hal." in asked
    assert 'form="results" data-done' not in asked


def test_the_seer_is_told_to_wait_for_the_answer_and_the_pack_to_close_their_eyes(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    table = run(site.tables.suggest(table, CID, BEA))
    assert "Keep looking: the answer comes here." in panel(Phone(site).plays(table, CID), table, CID)
    table = go_on(site, table, "werewolves.devour", seer__look=BEA)
    table = run(site.tables.suggest(table, ANN, HAL))
    assert "else close this, and your eyes." in panel(Phone(site).plays(table, ANN), table, ANN)


# -- what to say where phones do it --


def test_whoever_is_called_is_told_to_hold_the_button(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    assert script(Phone(site).leads(table), table).endswith("Hold the button on your phone.")
    physical = go_on(site, evening(site), "seer.look")
    assert "Hold the button" not in script(Phone(site).leads(physical), physical)


def test_nobody_walks_round_to_lovers_who_read_it(site: Site) -> None:
    table, moderator = lovers_meet(site)
    said = script(moderator, table)
    assert "my hand" not in said
    assert "Everybody holds the button on the phone" in said


def test_a_seer_with_a_phone_is_not_shown_a_card_and_one_without_is(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    moderator, lead = Phone(site).leads(table), f"/g/{table.id}/lead"
    assert "No phone: Cid. Ask by signs." in moderator.get(lead).text
    assert "Walk round the whole circle" in moderator.get(lead).text
    run(site.tables.claim(table, CID, "d" * 32))
    assert "Walk round the whole circle" not in moderator.get(lead).text
    assert "nothing needs to be shown" in moderator.get(lead).text


def test_that_somebody_has_no_phone_is_said_as_long_as_it_is_so(site: Site) -> None:
    table = evening(site, phones_act=True)
    for seat in EVERYBODY:
        if seat != HAL:
            table = run(site.tables.claim(table, seat, f"{seat:032}"))
    table = go_on(site, table, "seer.look")
    moderator, lead = Phone(site).leads(table), f"/g/{table.id}/lead"
    assert "No phone yet: Hal" in moderator.get(lead).text
    run(site.tables.claim(table, HAL, f"{HAL:032}"))
    assert 'id="without-phone"' not in moderator.get(lead).text


def test_who_has_the_say_by_day_and_has_chosen_is_said_in_words(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "vote.ballots", werewolves__devour=HAL)
    table = answer(site, table, dict.fromkeys(table.game.village.living, EVE))
    table = run(site.tables.suggest(table, EVE, GUS))
    moderator, lead = Phone(site).leads(table), f"/g/{table.id}/lead"
    assert "On the phone: Eve → Gus" in moderator.post(f"{lead}/turn", at=table.revision, value="hunter").text


# -- votes --


def election(site: Site) -> tuple[Table, Phone, Phone]:
    table = evening(site, setup={"sheriff_election": "setup"}, phones_vote=True)
    for seat in EVERYBODY:
        table = run(site.tables.claim(table, seat, f"{seat:032}"))
    phone, moderator = Phone(site).plays(table, ANN), Phone(site).leads(table)
    return answer(site, table, True), phone, moderator


def test_the_screen_shows_an_election_before_the_first_night(site: Site) -> None:
    table, _, _ = election(site)
    table = run(site.tables.suggest(table, ANN, BEA))
    text = Phone(site).get(f"/g/{table.id}").text
    assert "public__invite" not in text
    assert "Votes so far: 1" in text


def test_who_has_not_voted_yet_is_named(site: Site) -> None:
    table, _, moderator = election(site)
    for seat in (*range(ANN, GUS), HAL):
        table = run(site.tables.suggest(table, seat, BEA))
    missing = re.search(r'<span id="not-voted">(.*?)</span>', moderator.get(f"/g/{table.id}/lead").text)
    assert missing is not None
    assert missing.group(1) == "Still to vote: Gus"


def test_a_tie_for_an_office_is_said_to_everybody(site: Site) -> None:
    """SHERIFF-9: there is a second ballot between those who lead."""
    table, phone, moderator = election(site)
    for seat in EVERYBODY:
        table = run(site.tables.suggest(table, seat, BEA if seat % 2 else CID))
    lead = moderator.get(f"/g/{table.id}/lead").text
    assert "Accept: a tie, Bea and Cid" in lead
    assert 'value="open"' not in lead, "one button for one thing"
    table = answer(site, table, {seat: BEA if seat % 2 else CID for seat in EVERYBODY})
    tie = "A tie between Bea and Cid: vote once more"
    assert tie in script(moderator, table)
    assert tie in phone.get(f"/g/{table.id}/seat/{ANN}").text
    assert tie in Phone(site).get(f"/g/{table.id}").text


def test_whose_vote_counts_twice_is_said_beside_the_number(site: Site) -> None:
    told = {"sheriff__now": True, "sheriff__elect": dict.fromkeys(EVERYBODY, BEA), "werewolves__devour": HAL}
    table = go_on(site, evening(site, setup={"sheriff_election": "setup"}), "vote.ballots", **told)
    table = answer(site, table, {ANN: EVE, BEA: EVE, CID: ANN})
    text = Phone(site).get(f"/g/{table.id}").text
    assert '<strong>Eve</strong> <span class="votes__count">3</span> <small>Ann, Bea ×2</small>' in text
    assert '<span class="votes__count">1</span> <small>Cid</small>' in text


def test_where_the_pack_finds_no_agreement_its_button_is_as_long_as_any_other(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour")
    wolf = panel(Phone(site).plays(table, ANN), table, ANN)
    assert 'value="-" aria-pressed="false">Nobody</button>' in wolf
    assert ">Nobody</button>" in panel(Phone(site).plays(table, FAY), table, FAY)
