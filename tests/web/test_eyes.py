"""On the first night whoever is known is looked for like anybody: a call that goes on at once would tell (FK-1)."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from nightcall.desk.sought import eyes
from nightcall.web.app import Site
from nightcall.web.play.page import eyes_now
from tests.web.covers import outside_covers
from tests.web.test_lead import Lead

DECK = {"werewolf": 2, "seer": 1, "defender": 1, "simple_villager": 4}
ASKED = "Whose eyes are open?"


def looked(site: Site, seat: int, card: str, call: str, deck: Any = DECK, **options: Any) -> Lead:
    """Real cards, the first night: the Seer, Ann, has looked at somebody; then a call comes. The page is as it is."""
    lead = Lead(site, deck=deck, cards_known_to_app=False, **options)
    steps: dict[str, dict[str, Any]] = {"night.falls": {}, "seer.look": {"seat": seat}, "seer.card": {"value": card}}
    for _ in range(8):
        if f"{call} open" in lead.page:
            break
        at, form = lead.table.revision, steps.get(lead.asked, {"seat": 1})
        lead.page = unescape(lead.phone.post(f"/g/{lead.id}/lead/answer", at=at, **form).text)
        if 'data-asked="result"' in lead.page:
            lead.page = unescape(lead.phone.post(f"/g/{lead.id}/lead/seen", at=at + 1, nth=0).text)
    return lead


def post(lead: Lead, path: str, **form: Any) -> str:
    reply = lead.phone.post(f"/g/{lead.id}/lead/{path}", at=lead.table.revision, **form)
    lead.page = unescape(reply.text)
    return lead.page


def undo_of(page: str) -> list[str]:
    return re.findall(r'<button class="undo"[^>]*title="([^"]*)"', page)


@pytest.mark.parametrize(("call", "card"), [("The Defender", "defender"), ("The Bear Tamer", "bear_tamer")])
def test_a_first_call_looks_the_same_whether_its_holder_is_known_or_not(site: Site, call: str, card: str) -> None:
    """FK-1, IDENT-0: the Seer has looked at Eve, who is called next, or at Gus, and Eve is known to nobody."""
    options = {"bear_tamer_called_n1": card == "bear_tamer"}
    deck = {"werewolf": 2, "seer": 1, card: 1, "simple_villager": 4}
    known = looked(site, 5, card, call, deck, **options)
    unknown = looked(site, 7, "simple_villager", call, deck, **options)
    assert eyes_now(known.table) is not None
    assert unknown.asked == "identify"
    assert ASKED in outside_covers(known.page)
    assert outside_covers(known.page) == outside_covers(unknown.page)
    assert "Recorded already: Eve." in known.page
    assert "Recorded already" not in outside_covers(known.page)
    after = [post(known, "eyes", seat=5), post(unknown, "answer", seat=5)]
    assert known.asked == unknown.asked
    assert outside_covers(after[0]) == outside_covers(after[1])
    assert undo_of(after[0]) == undo_of(after[1]) == [f"Undo: {ASKED}"]


def test_nothing_of_it_is_on_the_tape_and_undo_goes_back_over_it(site: Site) -> None:
    """IDENT-0"""
    lead = looked(site, 5, "defender", "The Defender")
    before = lead.table.game.answers
    assert 'data-asked="defender.protect"' in post(lead, "eyes", seat=5)
    assert lead.table.game.answers == before
    assert 'data-asked="eyes"' in post(lead, "undo")
    assert lead.table.game.answers == before
    post(lead, "eyes", seat=5)
    post(lead, "answer", seat=2)
    assert 'data-asked="defender.protect"' in post(lead, "undo"), "whoever undoes wants the question"
    assert 'data-asked="eyes"' in post(lead, "undo")
    assert 'data-asked="seer.card"' in post(lead, "undo")


def test_somebody_else_with_open_eyes_contradicts_the_record(site: Site) -> None:
    """IDENT-4"""
    lead = looked(site, 5, "defender", "The Defender")
    page = post(lead, "eyes", seat=6)
    assert "A card does not fit" in page
    assert "Fay shows: Defender." in page
    assert "/lead/edit/" in page
    assert "Defender" not in outside_covers(page)
    assert 'data-asked="eyes"' in lead.see(), "it is still asked"
    reply = lead.phone.post(f"/g/{lead.id}/lead/eyes", at=lead.table.revision)
    assert reply.status_code == 422, "somebody must have opened them"


def test_a_pack_that_is_known_is_looked_for_too(site: Site) -> None:
    """IDENT-R1: there is one Werewolf, and the Seer has looked at him."""
    deck = {"werewolf": 1, "seer": 1, "simple_villager": 6}
    known = looked(site, 5, "werewolf", "The Werewolves", deck)
    unknown = looked(site, 7, "simple_villager", "The Werewolves", deck)
    assert outside_covers(known.page) == outside_covers(unknown.page)
    assert 'data-asked="werewolves.devour"' in post(known, "eyes", seat=5)
    post(unknown, "answer", seat=5)
    assert outside_covers(known.page) == outside_covers(unknown.page)


def test_a_card_that_lies_in_the_middle_is_looked_for_like_one_that_is_held(site: Site) -> None:
    """FK-1, THIEF-1: the Thief has left the Defender in the middle, and nobody opens the eyes."""
    deck = {"werewolf": 2, "thief": 1, "seer": 1, "defender": 1, "simple_villager": 5}
    lead = Lead(site, deck=deck, cards_known_to_app=False)
    lead.tap()
    lead.tap(seat=1)
    spares: dict[str, Any] = {"card-defender": 1, "card-simple_villager": 1}
    lead.tap(**spares)
    lead.tap(value="-")
    assert lead.asked == "identify"
    lead.tap(seat=2)
    lead.tap(seat=3)
    lead.tap(value="simple_villager")
    assert lead.asked == "call.fake"
    assert ASKED in outside_covers(lead.page)


def test_a_later_call_and_dealt_cards_are_not_looked_for(site: Site) -> None:
    lead = Lead(site)
    lead.tap()
    assert lead.asked == "seer.look"
    assert eyes(lead.table.game) is None
