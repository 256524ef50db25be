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
from tests.web.phone import Phone, new_site, run
from tests.web.test_lead import Lead


@pytest.fixture
def site() -> Site:
    return new_site()


def undo_of(page: str) -> str:
    return re.findall(r'<button class="undo"[^>]*title="([^"]*)"', page)[0]


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


@pytest.mark.parametrize(("language", "says"), [("en", "Vagabonds: Ann, Eve, Fay and Gus."), ("fr", "Vagabonds : Ann, Eve, Fay et Gus.")])
def test_whoever_gives_a_house_away_sees_who_are_vagabonds(site: Site, language: str, says: str) -> None:
    """BAIL-1, VAG-1: everybody knows who lives where."""
    t = Table("Ann:werewolf Bea Cid Dan Eve Fay Gus", houses="Bea:bailiffs_house Cid:church Dan:bakery")
    t.night(devour="Cid").upto("bailiffs_house.give")
    table = run(site.tables.begin(t.game.setup, Manner(), t.game.answers))
    page = unescape(Phone(site, language).leads(table).get(f"/g/{table.id}/lead").text)
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
