"""What a fifth host stumbled over: an undo that does not say what of, who is a Vagabond, the same pause twice."""

from __future__ import annotations

import re
from html import unescape

import pytest

from nightcall.desk import script_of
from nightcall.web.app import Site
from nightcall.web.manner import Manner
from nightcall.words import Words
from tests.table import Table
from tests.web.covers import outside_covers
from tests.web.phone import Phone, run
from tests.web.test_host_errs import wrong
from tests.web.test_lead import Lead


def undo_of(page: str) -> str:
    return str(re.findall(r'<button class="undo"[^>]*title="([^"]*)"', page)[0])


def test_undo_names_what_was_changed(site: Site) -> None:
    """At night the question as anybody may read it; by day, before everybody, nothing of a secret one."""
    lead = Lead(site)
    lead.night()
    index = next(place for place, each in enumerate(lead.table.game.answers) if each.key == "werewolves.devour")
    lead.tap(f"edit/{index}", seat=6, sure="yes")
    assert undo_of(lead.see()) == "Undo the change"
    lead.tap("undo")
    lead.tap("undo")
    lead.tap(f"edit/{index}", seat=6, sure="yes")
    assert undo_of(lead.see()) == "Undo the change: Who is their prey?"
    lead.tap(seat="-")
    assert "the change" not in undo_of(lead.page)
    lead.tap()
    lead.turn()
    lead.tap(value="vote")
    lead.tap(condemned=8)
    lead.turn()
    index = next(place for place, each in enumerate(lead.table.game.answers) if each.key == "vote.ballots")
    lead.tap(f"edit/{index}", condemned=7, sure="yes")
    assert undo_of(lead.see()) == "Undo the change: Who points at whom?"


@pytest.mark.parametrize(
    ("language", "says"), [("en", "Vagabonds: Ann, Eve, Fay and Gus."), ("fr", "Vagabonds : Ann, Eve, Fay et Gus.")]
)
def test_whoever_gives_a_house_away_sees_who_are_vagabonds(site: Site, language: str, says: str) -> None:
    """BAIL-1, VAG-1: everybody knows who lives where."""
    t = Table("Ann:werewolf Bea Cid Dan Eve Fay Gus", houses="Bea:bailiffs_house Cid:church Dan:bakery")
    t.night(devour="Cid").upto("bailiffs_house.give")
    table = run(site.tables.begin(t.game.setup, Manner(), t.game.answers))
    phone = Phone(site, language).leads(table)
    page = unescape(phone.post(f"/g/{table.id}/lead/turn", at=table.revision, value="simple_villager").text)
    assert says in outside_covers(page).replace("\xa0", " ").replace("\u202f", " ")


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_two_pauses_of_one_verdict_are_not_said_alike(language: str) -> None:
    """BLD-4, AMD-33: before the sentence is carried out, and before night falls."""
    words = Words(language)
    t = Table("Ann Bea:werewolf Cid Dan Eve Fay Gus", houses="Ann:barber_shop Cid:farm_1")
    t.night(devour="Gus").dawn().upto("day.powers", debate="vote", ballots="Dan")
    said = [script_of(t.game, words, t.game.undo()).say]
    t.say("go_on")
    assert t.game.prompt is not None
    assert t.game.prompt.key == "day.powers"
    said.append(script_of(t.game, words, t.game.undo()).say)
    assert len(set(said)) == 2
    assert words.text("prompt.day.powers.say") not in said


# -- somebody comes late --


def test_a_newcomer_is_seated_where_the_chair_stands(site: Site) -> None:
    """TABLE-3, TABLE-5: between Dan and Eve, in one step with the arrival."""
    lead = Lead(site)
    lead.night()
    page = lead.see("/wrong/arrives")
    assert "Between Dan and Eve" in page
    assert "Simple Villager" not in page, "which card it is stands in nobody's sight"
    page = lead.see(f"/wrong/arrives/preview?at={lead.table.revision}&name=Max&beside=4")
    assert "Which card does the newcomer get?" in page
    assert 'name="card" value="elder"' in page, "one tap, and none stands there as chosen"
    assert "selected" not in page
    wrong(lead, "arrives", status=422, name="Max", beside="4", sure="yes")
    preview = lead.see(f"/wrong/arrives/preview?at={lead.table.revision}&name=Max&card=elder&beside=4")
    assert "Max sits next to Dan now" in preview
    wrong(lead, "arrives", name="Max", card="elder", beside="4", sure="yes")
    assert lead.table.game.village.circle == [1, 2, 3, 4, 9, 5, 6, 7, 8]
    assert undo_of(lead.see()) == "Undo: Max arrives"
    wrong(lead, "sits", seat=9, beside=1, sure="yes")
    assert lead.table.game.village.circle == [1, 9, 2, 3, 4, 5, 6, 7, 8]
    assert undo_of(lead.see()) == "Undo: Max sits elsewhere"


def test_one_undo_takes_back_the_newcomer_and_the_chair(site: Site) -> None:
    """TABLE-3, TABLE-5"""
    lead = Lead(site)
    lead.night()
    before = lead.table.game.answers
    wrong(lead, "arrives", name="Max", card="elder", beside="4", sure="yes")
    lead.tap("undo")
    assert lead.table.game.answers == before
    assert lead.table.game.village.circle == list(range(1, 9))


def test_a_newcomer_at_the_end_of_the_circle_is_not_moved(site: Site) -> None:
    """TABLE-3"""
    lead = Lead(site)
    lead.night()
    wrong(lead, "arrives", name="Max", card="elder", beside="8", sure="yes")
    assert [answer.key for answer in lead.table.game.answers][-2:] == ["table.arrives", "table.card"]


def names_of_cards(page: str) -> list[str]:
    return re.findall(r'class="choice" name="value" value="(\w+)"', page)


def test_a_list_of_cards_does_not_tell_what_a_newcomer_got(site: Site) -> None:
    """TABLE-3, IDENT-2: a card that was never announced, among those that were, could only be his."""
    lists = []
    for card in ("elder", "piper"):
        lead = Lead(site)
        lead.night()
        wrong(lead, "arrives", name="Max", card=card, beside="4", sure="yes")
        at = lead.table.revision
        page = unescape(lead.phone.post(f"/g/{lead.id}/lead/answer", at=at).text)
        while 'data-asked="moment"' in page:
            said = {"at": lead.table.revision, "told": lead.table.headway.told}
            page = unescape(lead.phone.post(f"/g/{lead.id}/lead/told", **said).text)
        assert "Which card does Gus show?" in page
        lists.append(names_of_cards(page))
        assert '"piper"' in lead.see("/wrong/card?seat=1")
    assert lists[0] == lists[1]
    assert lists[0][:2] == ["hunter", "seer"], "what was announced comes first"
    assert {"elder", "piper"} <= set(lists[0])


# -- what is told, and where --


def test_the_dawn_s_preview_names_whoever_will_follow_for_love(site: Site) -> None:
    """LOVE-2: with real cards the other one falls only once the first card has been turned over."""
    t = Table("Ann:cupid Bea:werewolf Cid Dan Eve:scapegoat Fay:hunter Gus", physical=True)
    t.upto("dawn.breaks", falls=True, pair=["Cid", "Dan"], devour="Cid")
    table = run(site.tables.begin(t.game.setup, Manner(), t.game.answers))
    page = unescape(Phone(site).leads(table).get(f"/g/{table.id}/lead").text)
    assert "Then Dan dies, too, of a broken heart." in page
    assert "Dan" not in outside_covers(page)


def test_at_dawn_what_to_do_stands_before_what_to_say(site: Site) -> None:
    lead = Lead(site)
    lead.night()
    assert lead.page.index("Look at what the dawn brings before") < lead.page.index('class="script')


def test_undo_says_who_left(site: Site) -> None:
    """TABLE-2"""
    lead = Lead(site)
    lead.night()
    wrong(lead, "leaves", seat=5, how="quietly", sure="yes")
    assert undo_of(lead.see()) == "Undo: Eve leaves"


@pytest.mark.parametrize("how", ["quietly", "death"])
def test_one_undo_takes_back_whoever_left(site: Site, how: str) -> None:
    """TABLE-1, TABLE-2: and does not stop at how that was meant."""
    lead = Lead(site)
    lead.night()
    lead.tap()
    lead.turn()
    before = lead.table.game.answers
    wrong(lead, "leaves", seat=6, how=how, sure="yes")
    lead.tap("undo")
    assert lead.table.game.answers == before
    assert lead.asked == "day.debate"


def test_in_the_middle_of_a_step_undo_says_it_too(site: Site) -> None:
    """TABLE-5: what comes before answers already given is taken back as a whole."""
    lead = Lead(site)
    for tap in ({}, {"seat": 2}, {"seat": 7}, {"seat": "-"}):
        lead.tap(**tap)
    before = lead.table.game.answers
    wrong(lead, "change-seats", seat=["2", "8"], sure="yes")
    assert undo_of(lead.see()) == "Undo: Bea and Hal change seats"
    lead.tap("undo")
    assert lead.table.game.answers == before


def test_whoever_is_dead_is_drawn_so_where_seats_are_changed_too(site: Site) -> None:
    """TABLE-5"""
    lead = Lead(site)
    lead.night()
    lead.tap()
    lead.turn()
    page = lead.see("/wrong/change-seats")
    face = re.search(r'<li class="seat" data-seat="7".*?</li>', page, re.DOTALL)
    assert face is not None
    assert "skull" in face[0]


def test_a_slip_of_the_finger_is_likelier_than_a_wrong_record(site: Site) -> None:
    """IDENT-4: the bright button leads back to the question."""
    lead = Lead(site, cards_known_to_app=False)
    lead.tap()
    lead.tap(seat=1)
    lead.tap(seat=2)
    page = lead.tap(status=422, value="seer")
    assert page.index("Another card was shown") < page.index("Change what was recorded")
    assert re.search(r'button--primary" href="[^"]*/lead">', page)


def test_a_correction_does_not_list_what_stays_as_it_is(site: Site) -> None:
    """CUPID-1: another Cupid, the same pair."""
    deck = {"werewolf": 2, "cupid": 1, "simple_villager": 5}
    lead = Lead(site, deck=deck, cards_known_to_app=False)
    lead.tap()
    lead.tap(seat=1)
    lead.tap(seat=["3", "4"])
    page = lead.see(f"/edit/1/preview?at={lead.table.revision}&seat=2")
    assert "Cupid's arrows have struck" not in page


def test_whoever_does_not_lead_is_told_of_the_rescue_code(site: Site) -> None:
    lead = Lead(site)
    page = Phone(site).get(f"/g/{lead.id}/lead").text
    assert "rescue code" in page
    assert "nightcall lead" in page
    assert 'href="/join"' in page, "where it is typed"


@pytest.mark.parametrize(
    ("language", "named"),
    [
        ("en", ["Language", "Hand that holds the phone", "Colours by day", "Brightness of the screen"]),
        ("fr", ["Langue", "Main qui tient le téléphone", "Couleurs de jour", "Luminosité de l’écran"]),
    ],
)
def test_every_row_of_settings_says_what_it_is_for(site: Site, language: str, named: list[str]) -> None:
    page = unescape(Phone(site, language).get("/").text)
    assert re.findall(r'class="device__title"[^>]*>([^<]+)<', page) == named
