"""An evening with phones, from both sides: what players read on theirs, whoever leads knows and says."""

from __future__ import annotations

import re
from typing import Any

import pytest

from nightcall import PUBLIC
from nightcall.web import access
from nightcall.web.app import Site
from nightcall.web.store import Grant
from nightcall.web.table import Table
from nightcall.web.visit import DEVICE
from tests.web.evenings import ANN, BEA, CID, DAN, EVE, FAY, GUS, HAL, answer, evening, go_on
from tests.web.phone import Phone, run

LOVE = ("werewolf", "werewolf", "cupid", "witch", "hunter", "seer", "simple_villager", "simple_villager")
EVERYBODY = range(1, 9)


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
    assert '<button form="results" class="button" data-done>Done</button>' in told
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
    assert "Look on until you are told to sleep." in panel(Phone(site).plays(table, ANN), table, ANN)


# -- what to say where phones do it --


def test_whoever_is_called_is_told_to_hold_the_button(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    assert script(Phone(site).leads(table), table).endswith("Hold “my call” at the bottom of the screen.")
    physical = go_on(site, evening(site), "seer.look")
    assert "my call" not in script(Phone(site).leads(physical), physical)


def test_nobody_walks_round_to_lovers_who_read_it(site: Site) -> None:
    table, moderator = lovers_meet(site)
    said = script(moderator, table)
    assert "my hand" not in said
    assert "Everybody holds “my call” at the bottom of the screen" in said


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
    page = moderator.post(f"{lead}/turn", at=table.revision, value="hunter").text
    assert "On the phone: Eve → Gus" in page
    assert 'name="take" value="phones"' in page, "as at night"
    moderator.post(f"{lead}/answer", at=table.revision, take="phones")
    assert GUS not in run(site.tables.find(table.id)).game.village.living


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


# -- nobody is left alone with a screen --


def test_whoever_gives_a_seat_back_is_asked_who_he_is(site: Site) -> None:
    """The open page hears that its seat is free before the browser has gone on: it leads to the same place."""
    table = evening(site, dealt=False)
    guest, code = Phone(site), run(site.codes.of(table.id))
    here = guest.post(f"/join/{code}", seat=BEA).url.path
    assert here == f"/g/{table.id}/seat/{BEA}"
    run(site.tables.leave(run(site.tables.find(table.id)), BEA, _device(guest)))
    assert guest.fragment(here).headers["hx-redirect"] == f"/join/{code}"
    run(site.tables.manage(run(site.tables.find(table.id)), dealt=True))
    assert guest.fragment(here).headers["hx-redirect"] == here, "once cards lie there nobody learns the code that way"


def _device(phone: Phone) -> str:
    return access.digest(phone.client.cookies[DEVICE])


SPENT = {"witch__heal": HAL, "witch__poison": GUS, "werewolves__devour": HAL}


@pytest.mark.parametrize(("language", "said"), [("en", "This is your call"), ("fr", "C’est bien votre appel")])
def test_a_witch_without_potions_is_called_all_the_same(site: Site, language: str, said: str) -> None:
    """FK-1: she hears her call and opens her eyes; her phone does not tell her that nobody calls."""
    table = go_on(site, evening(site, phones_act=True), "day.debate", **SPENT)
    table = go_on(site, table, "call.fake", werewolves__devour=FAY)
    assert [event.facts["call"] for event in table.game.events if event.name == "called"][-1] == "witch"
    witch = panel(Phone(site, language).plays(table, DAN), table, DAN)
    assert said in witch
    for seat in (CID, FAY):
        assert said not in panel(Phone(site, language).plays(table, seat), table, seat)
    assert 'id="act"' not in witch, "nothing is asked"


def test_the_last_werewolf_is_asked_alone(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour")
    assert "Whom do you devour together?" in panel(Phone(site).plays(table, ANN), table, ANN)
    table = answer(site, go_on(site, table, "vote.ballots"), dict.fromkeys(EVERYBODY, BEA))
    table = go_on(site, table, "werewolves.devour")
    asked = panel(Phone(site).plays(table, ANN), table, ANN)
    assert "Whom do you devour?" in asked
    assert "together" not in asked


def test_done_does_the_same_on_every_phone_and_an_answer_waits(site: Site) -> None:
    """The Seer who taps it early closes her panel like a sleeper; held once more it has the answer."""
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    seer, sleeper = Phone(site).plays(table, CID), Phone(site).plays(table, GUS)

    def done(phone: Phone, seat: int) -> str:
        found = re.search(r"<button[^>]*>Done</button>", panel(phone, table, seat))
        assert found is not None
        return found.group()

    assert done(seer, CID) == done(sleeper, GUS)
    assert done(seer, CID).startswith('<button type="button" data-undone="Nothing is chosen on this phone.')
    table = run(site.tables.suggest(table, CID, BEA))
    assert done(seer, CID) == done(sleeper, GUS)
    assert "Keep looking: the answer comes here." in panel(seer, table, CID)
    table = answer(site, table, BEA)
    assert "The card of Bea: Werewolf." in panel(seer, table, CID)


def test_a_hunter_is_not_silenced_before_the_shot(site: Site) -> None:
    """Whoever dies is told so at once, and to be silent when all has been told: until then any of them may be asked."""
    table = go_on(site, evening(site, phones_act=True), "dawn.breaks", werewolves__devour=EVE)
    table = run(site.tables.answer(table, True, announces=True))
    hunter, here = Phone(site).plays(table, EVE), f"/g/{table.id}/seat/{EVE}"
    seen = []
    while table.is_announcing:
        table = _told(site, table)
        seen.append(hunter.get(here).text)
    assert len(seen) > 1
    assert all("Say nothing more" not in text for text in seen)
    assert "Keep your phone in hand" in seen[0]
    assert "Whom do you shoot?" in seen[-1]
    table = answer(site, table, GUS)
    assert "Say nothing more" in hunter.get(here).text


def _told(site: Site, table: Table) -> Table:
    """Whoever leads has said the next thing, or turned over the next card."""
    done = {"told": table.headway.told + 1} if table.moment else {"turned": table.headway.turned + 1}
    return run(site.tables.advance(table, **done))


def test_that_nobody_dies_of_a_tie_is_read_until_somebody_is_called(site: Site) -> None:
    table = go_on(site, evening(site), "vote.ballots", werewolves__devour=HAL)
    table = answer(site, table, {ANN: EVE, BEA: EVE, CID: FAY, DAN: FAY})
    here = f"/g/{table.id}/seat/{GUS}"
    player = Phone(site).plays(table, GUS)
    news = re.findall(r'<li><span class="line">(.*?)</span></li>', player.get(here).text)
    assert table.view(PUBLIC).phase == "night"
    assert any("tie" in line for line in news), news
    table = go_on(site, table, "seer.look")
    assert 'class="news"' not in player.get(here).text


def test_at_night_a_phone_says_what_to_do(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    for seat in (CID, FAY):
        assert (
            "The village sleeps. Close your eyes;"
            in Phone(site).plays(table, seat).get(f"/g/{table.id}/seat/{seat}").text
        )
    table = go_on(site, evening(site), "seer.look")
    assert "The village sleeps. Close your eyes." in Phone(site).plays(table, FAY).get(f"/g/{table.id}/seat/{FAY}").text


def test_whose_card_is_turned_over_reads_it_as_told_to_him(site: Site) -> None:
    table = go_on(site, evening(site), "day.debate", werewolves__devour=HAL)
    here = f"/g/{table.id}/seat"
    assert "You show your card: Simple Villager." in Phone(site).plays(table, HAL).get(f"{here}/{HAL}").text
    assert "Hal shows the Simple Villager card." in Phone(site).plays(table, GUS).get(f"{here}/{GUS}").text


def test_whoever_leads_sees_which_phone_has_fallen_silent(site: Site) -> None:
    """Asleep, in a pocket or lost: nothing shows its page."""
    table = go_on(site, evening(site), "day.debate", werewolves__devour=HAL)
    for seat in (CID, FAY):
        Phone(site).plays(table, seat)
    lead = Phone(site).leads(table)

    def silent() -> list[str]:
        return re.findall(r'<li data-seat="(\d+)" data-taken data-silent>', lead.get(f"/g/{table.id}/lead/seats").text)

    assert silent() == [str(CID), str(FAY)]
    stream: Any = site.live.follow(table.id, CID, table.look)
    run(anext(stream))
    assert silent() == [str(FAY)]
    assert "asleep, in a pocket, or lost" in lead.get(f"/g/{table.id}/lead/seats").text
    run(stream.aclose())
    assert silent() == [str(CID), str(FAY)]


def test_whoever_died_long_ago_is_not_told_to_wait_at_every_announcement(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "vote.ballots", werewolves__devour=HAL)
    table = answer(site, table, dict.fromkeys(table.game.village.living, GUS))
    table = go_on(site, table, "dawn.breaks", werewolves__devour=FAY)
    table = run(site.tables.answer(table, True, announces=True))
    while table.view(PUBLIC).seats[FAY - 1].is_alive:
        table = _told(site, table)
    assert table.is_announcing
    texts = {seat: Phone(site).plays(table, seat).get(f"/g/{table.id}/seat/{seat}").text for seat in (HAL, FAY)}
    assert "Keep your phone in hand" in texts[FAY]
    assert "Keep your phone in hand" not in texts[HAL]


# -- before the first night --


def test_who_knocks_is_seen_where_the_moderator_waits(site: Site) -> None:
    table = evening(site, dealt=False)
    code, late = run(site.codes.of(table.id)), Phone(site)
    for seat in EVERYBODY:
        if seat != CID:
            Phone(site).post(f"/join/{code}", seat=seat)
    moderator = Phone(site).leads(table)
    page = moderator.post(f"/g/{table.id}/lead/seats/begin")
    assert page.url.path == f"/g/{table.id}/lead/ready"
    assert "7 of 8 have joined" in page.text
    assert f'data-live="/g/{table.id}/lead/live"' in page.text, "it is told when somebody comes"
    late.post(f"/join/{code}", seat=CID)
    page = moderator.fragment(f"/g/{table.id}/lead/ready")
    asks = re.search(
        rf'<form class="notice claim".*?data-claim="{CID}".*?name="claim" value="([^"]+)"', page.text, re.DOTALL
    )
    assert asks is not None
    back = moderator.post(f"/g/{table.id}/lead/seats/let-in", claim=asks.group(1), back="ready", act="in")
    assert back.url.path == f"/g/{table.id}/lead/ready"
    assert "8 of 8 have joined" in back.text


def test_a_tick_means_one_thing(site: Site) -> None:
    """Who is here, while the table gathers; once everybody looks at a card nobody seems to have looked already."""
    table = evening(site, dealt=False)
    code, ann = run(site.codes.of(table.id)), Phone(site)
    ann.post(f"/join/{code}", seat=ANN)
    assert "data-here" in Phone(site).get(f"/g/{table.id}").text
    run(site.tables.manage(run(site.tables.find(table.id)), dealt=True))
    assert "data-here" not in Phone(site).get(f"/g/{table.id}").text
    assert "<span>1/8</span>" in ann.get(f"/g/{table.id}/seat/{ANN}").text


def test_when_all_votes_are_in_there_is_one_thing_to_do(site: Site) -> None:
    table = go_on(site, evening(site, phones_vote=True), "vote.ballots", werewolves__devour=HAL)
    table = run(site.tables.manage(table, vote_open=table.revision))
    screen = Phone(site)
    assert "Votes so far: 0 of 7" in screen.get(f"/g/{table.id}").text
    assert table.game.prompt is not None
    for seat in table.game.prompt.voters:
        table = run(site.tables.suggest(table, seat, EVE))
    assert table.is_counting
    moderator = Phone(site).leads(table)
    assert script(moderator, table) == "Everybody has voted. The votes are about to be counted."
    assert "primary--quiet" in moderator.get(f"/g/{table.id}/lead").text


def test_no_phone_is_waited_for_where_none_is_asked(site: Site) -> None:
    """A spy is caught by those who sit there: nothing comes from a phone that could be taken."""
    cards = ("werewolf", "werewolf", "little_girl", "witch", "hunter", "seer", "simple_villager", "simple_villager")
    table = go_on(site, evening(site, cards, phones_act=True), "werewolves.devour")
    moderator, lead = Phone(site).leads(table), f"/g/{table.id}/lead"
    moderator.post(f"{lead}/seen", at=table.revision)
    assert "Chosen on phones: 0" in moderator.get(lead).text
    asked = moderator.post(f"{lead}/answer", at=table.revision, seat=HAL).text
    assert "Was a spy caught?" in asked
    assert "Chosen on phones" not in asked
    assert "Take that choice" not in asked


def test_the_cards_are_dealt_with_a_quiet_button_until_all_are_here(site: Site) -> None:
    table = evening(site, dealt=False)
    moderator, seats = Phone(site).leads(table), f"/g/{table.id}/lead/seats"
    assert '<button class="primary primary--quiet" id="to-the-game"' in moderator.get(seats).text
    for seat in range(1, 9):
        run(site.store.grant(f"phone {seat}", Grant(table.id, seat)))
    run(site.tables.free(run(site.tables.find(table.id)), HAL))
    run(site.store.grant("another", Grant(table.id, HAL)))
    assert '<button class="primary" id="to-the-game"' in moderator.get(seats).text


@pytest.mark.parametrize(
    ("language", "way"), [("en", "then “Open joining again”"), ("fr", "puis «\xa0Rouvrir l’entrée\xa0»")]
)
def test_whoever_comes_too_late_reads_what_to_ask_for(site: Site, language: str, way: str) -> None:
    table = evening(site, dealt=False)
    code = run(site.codes.of(table.id))
    go_on(site, run(site.tables.manage(table, dealt=True)), "werewolves.devour")
    assert way in Phone(site, language).post("/join", code=code).text
