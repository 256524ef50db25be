"""What a fourth host stumbled over: who is infected is never told, screens that differ by what the app knows."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from nightcall.desk import script_of
from nightcall.web.app import Site
from nightcall.web.manner import Manner
from nightcall.words import Words
from tests.table import Table
from tests.web.covers import outside_covers
from tests.web.phone import Phone, run
from tests.web.test_lead import Lead
from tests.web.test_third_host import second_look

WORDS = Words("en")


# -- whoever is infected is told --

PACK = ["cursed_wolf_father", "witch", "werewolf", *["simple_villager"] * 5]


def bitten(site: Site, infects: str) -> Lead:
    """The first night: Ann, the Cursed Wolf-Father, may infect Eve; the Witch is called next."""
    lead = Lead(site, deck=PACK)
    lead.tap()
    assert lead.asked == "werewolves.devour"
    lead.tap(seat=5)
    assert lead.asked == "cursed_wolf_father.infect"
    lead.tap(value=infects)
    assert lead.asked == "witch.heal"
    return lead


def test_the_wolf_father_s_note_names_the_prey_and_the_open_screen_does_not(site: Site) -> None:
    """CWF-2"""
    lead = Lead(site, deck=PACK)
    lead.tap()
    lead.tap(seat=5)
    assert "The prey is Eve." in lead.page
    assert "Eve." not in outside_covers(lead.page)


def test_whoever_is_infected_is_touched_before_anybody_else_wakes(site: Site) -> None:
    """CWF-3: on a round that is made whatever he answered, by what the note says."""
    said = "touch Eve on the shoulder: infected"
    leads = [bitten(site, infects) for infects in ("yes", "no")]
    assert [said in lead.walked for lead in leads] == [True, False]
    assert ["without touching anybody" in lead.walked for lead in leads] == [False, True]
    seen = [outside_covers(lead.walked) for lead in leads]
    assert seen[0] == seen[1]
    assert "I walk round: whoever feels my hand hunts with the Werewolves from now on." in seen[0]
    assert all("Witch" not in each for each in seen), "nobody is called yet"
    after = [outside_covers(lead.page) for lead in leads]
    assert after[0] == after[1]
    assert WORDS.text("call.witch.wake") in after[0]
    assert all("I walk round" not in lead.page and "is infected" not in lead.page for lead in leads)


def test_the_touch_is_recalled_at_dawn_and_at_the_pack_s_next_call_behind_the_hold(site: Site) -> None:
    """CWF-3, INF-1"""
    lead = bitten(site, "yes")
    lead.tap(seat="-")
    assert "touch Eve" not in lead.page, "the round is over, and the Witch is awake"
    lead.tap(seat="-")
    assert lead.asked == "dawn.breaks"
    assert "Eve was infected tonight and must know it." in lead.page
    assert "infected" not in outside_covers(lead.page)
    lead.tap()
    lead.tap(value="vote")
    lead.tap(condemned=8)
    lead.turn()
    while lead.asked != "werewolves.devour":
        assert "touch Eve" not in lead.page
        lead.tap()
    assert "Eve, infected last night, wakes with the pack for the first time" in lead.page
    assert "Eve, infected" not in outside_covers(lead.page)


def test_a_faked_call_ends_with_the_same_round() -> None:
    """CWF-3, FK-1: from the second night on nothing is left to him, and the round is made all the same."""
    sleeps = Words("en").text("call.cursed_wolf_father.sleep")
    t = Table("Ann Bea:cursed_wolf_father Cid:witch Dan Eve Fay Gus")
    t.night(werewolves_devour="Ann", infect=True).dawn().day("Dan").upto("call.fake", falls=True, devour="Eve")
    assert t.game.prompt is not None
    assert t.game.prompt.card == "cursed_wolf_father"
    after = t.game.answer(True)
    assert script_of(after, WORDS, t.game).before == sleeps
    assert "I walk round" in sleeps


def test_an_infection_that_comes_to_nothing_is_touched_for_by_nobody(site: Site) -> None:
    """ELDER-4: the Elder resists."""
    lead = Lead(site, deck=["cursed_wolf_father", "witch", "werewolf", "simple_villager", "elder", *PACK[5:]])
    forms: list[dict[str, Any]] = [{}, {"seat": 5}, {"value": "yes"}]
    for form in forms:
        lead.tap(**form)
    assert lead.asked == "witch.heal"
    assert "touch Eve" not in lead.page


# -- somebody leaves --


def test_what_follows_from_leaving_is_behind_the_hold_until_it_is_certain(site: Site) -> None:
    """TABLE-1, LOVE-2: by day, before everybody; it may be the wrong name, or be called off."""
    lead = Lead(site, deck=["cupid", "werewolf", "simple_villager", "werewolf", *["simple_villager"] * 4])
    lead.tap()
    lead.tap(seat=["3", "4"])
    eaten: dict[str, Any] = {"seat": 8}
    while lead.asked != "day.debate":
        lead.tap(**(eaten if lead.asked == "werewolves.devour" else {}))
        lead.turn()
    page = lead.see(f"/wrong/leaves/preview?at={lead.table.revision}&seat=3&how=death")
    assert "broken heart" in page
    assert "Werewolf" in page
    seen = outside_covers(page)
    assert "Dan" not in seen, "whom Cid loves"
    assert "Werewolf" not in seen
    assert "Simple Villager" not in seen
    quiet = lead.see(f"/wrong/leaves/preview?at={lead.table.revision}&seat=5&how=death")
    assert seen.replace("Cid", "Eve") == outside_covers(quiet)
    assert "fell to going home" not in page
    assert "Would have happened instead" not in page
    assert "Cid went home, which counts as a death." in page


def test_whoever_has_gone_home_quietly_wears_no_skull(site: Site) -> None:
    """TABLE-2"""
    lead = Lead(site)
    lead.night()
    lead.tap()
    lead.turn()
    lead.tap("wrong/leaves", seat=5, how="quietly", sure="yes")
    lead.tap(value="vote")
    lead.tap(condemned=6)
    lead.turn()
    while 'class="ring"' not in lead.page:
        lead.tap()
    faces = re.findall(r'<li class="seat" data-seat="5" data-state="(\w+)".*?</li>', lead.page, re.DOTALL)
    assert faces == ["home"]
    face = re.search(r'<li class="seat" data-seat="5".*?</li>', lead.page, re.DOTALL)
    assert face is not None
    assert "skull" not in face[0]
    assert "no longer at the table" in face[0]
    dead = re.search(r'<li class="seat" data-seat="6".*?</li>', lead.page, re.DOTALL)
    assert dead is not None
    assert "skull" in dead[0]


# -- the Confessor --


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_confession_looks_the_same_whether_the_card_is_known_or_not(site: Site, language: str) -> None:
    """CONF-1, FK-1: by day, before everybody; whoever is known has been awake at night."""
    t = Table("Ann Bea:werewolf Cid:seer Dan Eve Fay:hunter Gus:elder", houses="Ann:church", physical=True)
    t.night(seer_look="Dan", card="simple_villager").dawn().upto("church.confess", debate="church.confess")
    pages = []
    for seat in (3, 5):  # the Seer is known, nobody has seen Eve's card
        table = run(site.tables.begin(t.game.setup, Manner(), t.game.answers))
        phone = Phone(site, language).leads(table)
        page = unescape(phone.post(f"/g/{table.id}/lead/answer", at=table.revision, seat=seat).text)
        while 'data-asked="moment"' in page:
            told = run(site.tables.find(table.id)).headway.told
            page = unescape(phone.post(f"/g/{table.id}/lead/told", at=table.revision + 1, told=told).text)
        pages.append(page)
    assert 'data-asked="result"' in pages[0]
    assert 'data-asked="church.card"' in pages[1]
    seen = [outside_covers(page).replace("d’Eve", "de Eve") for page in pages]
    assert seen[0].replace("Cid", "Eve") == seen[1]
    whose = {"en": "Which card did Eve show?", "fr": "Quelle était la carte de Eve"}
    assert whose[language] in seen[1]


# -- announced, but not in play --


def test_a_card_that_is_only_announced_stands_in_every_list_of_cards(site: Site) -> None:
    """GEN-3, IDENT-4: a glance at the list does not tell that nobody holds it; entered, it contradicts the set-up."""
    deck = {"werewolf": 2, "seer": 1, "simple_villager": 5}
    lead = Lead(site, deck=deck, also_announced=["defender"], cards_known_to_app=False)
    steps: dict[str, dict[str, Any]] = {"identify": {"seat": 1}, "seer.look": {"seat": 2}}
    while lead.asked != "seer.card":
        lead.tap(**steps.get(lead.asked, {}))
    assert 'name="value" value="defender"' in lead.page
    page = lead.tap(status=422, value="defender")
    assert "announced, but not in play" in page
    assert "Defender" not in outside_covers(page)
    assert "/lead/edit/" not in page, "there is no answer to change"
    assert lead.asked == "seer.card"
    assert "Defender" in outside_covers(lead.see("/wrong/card?seat=2"))
    assert "announced, but not in play" in lead.see("/wrong/card?seat=2&card=defender")


@pytest.mark.parametrize(
    ("language", "says", "out"),
    [("en", "Shuffle 8 of these 9 cards.", "Leave in the box: Seer"), ("fr", "Mélangez 8 de ces 9", "Restent dans")],
)
def test_which_cards_stay_in_the_box_is_behind_the_hold(site: Site, language: str, says: str, out: str) -> None:
    """GEN-3"""
    deck = {"werewolf": 2, "hunter": 1, "simple_villager": 5}
    lead = Lead(site, language, deck=deck, also_announced=["seer"], cards_known_to_app=False)
    page = lead.see("/ready").replace("\xa0", " ").replace("\u202f", " ")
    seen, words = outside_covers(page), Words(language)
    assert says in seen
    assert out in page
    assert out not in seen
    assert seen.index(words.card("seer")) < seen.index(words.card("hunter")), "in its place among the others"


# -- the opening day --


@pytest.mark.parametrize(("language", "says"), [("en", "before the first night"), ("fr", "avant la première nuit")])
def test_an_opening_day_says_why_it_is_there(site: Site, language: str, says: str) -> None:
    """ANGEL-1"""
    lead = Lead(site, language, also_announced=["angel"])
    assert lead.asked == "day.debate"
    seen = outside_covers(lead.page)
    assert says in seen
    assert Words(language).text("desk.phase.opening") in seen
    assert Words(language).card("angel") in seen


# -- undo --


def test_what_undo_takes_back_does_not_tell_whether_a_card_was_known(site: Site) -> None:
    """FK-1, SEER-1: Cid's card is known, Fay's is not."""
    labels = set()
    for seat, card in ((3, "werewolf"), (6, "simple_villager")):
        lead = second_look(site, seat)
        path = "seen" if 'data-asked="result"' in lead.see() else "answer"
        lead.tap(path, value=card)
        labels |= set(re.findall(r'<button class="undo"[^>]*title="([^"]*)"', lead.page))
    assert labels == {"Undo: Which card is it?"}
