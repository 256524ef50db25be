"""What a fourth host stumbled over: who is infected is never told, screens that differ by what the app knows."""

from __future__ import annotations

import pytest

from nightcall.desk import script_of
from nightcall.web.app import Site
from nightcall.words import Words
from tests.table import Table
from tests.web.covers import outside_covers
from tests.web.phone import new_site
from tests.web.test_lead import Lead

WORDS = Words("en")


@pytest.fixture
def site() -> Site:
    return new_site()


# -- whoever is infected is told --

PACK = ["cursed_wolf_father", "witch", "werewolf", *["simple_villager"] * 5]


def bitten(site: Site, infects: str, **setup: object) -> Lead:
    """The first night: Ann, the Cursed Wolf-Father, may infect Eve; the Witch is called next."""
    lead = Lead(site, deck=PACK, **setup)
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
    said = "walk round and touch Eve, who is infected"
    pages = [bitten(site, infects).page for infects in ("yes", "no")]
    assert [said in page for page in pages] == [True, False]
    seen = [outside_covers(page) for page in pages]
    assert seen[0] == seen[1]
    assert "I walk round: whoever feels my hand hunts with the Werewolves from now on." in seen[0]


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
    for form in ({}, {"seat": 5}, {"value": "yes"}):
        lead.tap(**form)
    assert lead.asked == "witch.heal"
    assert "touch Eve" not in lead.page
