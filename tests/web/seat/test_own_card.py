"""The own card under its cover: what it is, what it does at this table, what its holder was shown."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from nightcall.web.app import Site
from tests.web.evenings import ANN, BEA, CID, FAY, evening, go_on
from tests.web.phone import Phone, begin
from tests.web.seat.parts import at, page, uncovered, under_cover


def test_only_the_phone_that_plays_the_seat_may_open_it(site: Site) -> None:
    table = evening(site)
    assert Phone(site).get(at(table, ANN)).status_code == 403
    assert Phone(site).plays(table, BEA).get(at(table, ANN)).status_code == 403
    assert Phone(site).get(at(table, ANN) + "/live").status_code == 403
    assert Phone(site).post(at(table, ANN) + "/choose", seat=BEA).status_code == 403


def test_the_own_card_lies_under_the_cover_with_what_it_does(site: Site) -> None:
    text = page(site, evening(site), CID)
    assert "Seer" in under_cover(text)
    assert "Using what you know without being found out" in under_cover(text)
    mine = re.search(rf'<li class="seat" data-seat="{CID}".*?</li>', text, re.DOTALL)
    assert mine is not None
    assert "seer" not in mine.group()


def test_what_was_shown_to_this_seat_is_there_and_nowhere_else(site: Site) -> None:
    table = go_on(site, evening(site), "werewolves.devour", seer__look=BEA)
    told = "The card of Bea: Werewolf."
    assert told in under_cover(page(site, table, CID))
    assert told not in uncovered(page(site, table, CID))
    for seat in (ANN, BEA, FAY):
        assert told not in page(site, table, seat)


def test_a_real_card_is_not_on_the_phone(site: Site) -> None:
    text = page(site, begin(site), ANN)
    assert "Your card is a real one" in under_cover(text)


@pytest.mark.parametrize(
    ("card", "beside", "options", "says", "never"),
    [
        ("seer", "witch", {}, "you see one player's card", "table prefers"),
        ("seer", "witch", {"seer_reveal": "wolf_thumb"}, "whether that is a Werewolf, and no more", "table prefers"),
        ("little_girl", "witch", {}, "you take their victim's place", "Defender"),
        ("little_girl", "defender", {}, "The Defender cannot guard you.", "die of fright"),
        ("little_girl", "defender", {"defender_shields_little_girl": True}, "The Defender can guard you.", "cannot"),
        ("little_girl", "witch", {"little_girl_caught": "dies_of_fright_instead"}, "you die of fright", "place"),
        ("defender", "witch", {"defender_may_repeat": True}, "Each night you guard one player", "never the same"),
        ("fox", "witch", {"fox_keeps_nose": True}, "you may sniff", "spoilt"),
        ("hunter", "witch", {"hunter_shot": "may"}, "you may fire one last time", "When you die you fire"),
        ("wolf_hound", "witch", {"wolf_hound_side": "by_lot"}, "a lot decides in secret", "you pick"),
        ("trusted_villager", "witch", {"trusted_villager_public": False}, "nobody knows it", "the whole table knows"),
    ],
)
def test_a_card_says_what_it_does_at_this_table(
    site: Site, card: str, beside: str, options: dict[str, Any], says: str, never: str
) -> None:
    cards = ("werewolf", "werewolf", card, beside, *["simple_villager"] * 4)
    text = unescape(under_cover(page(site, evening(site, cards, setup=options), CID)))
    assert says in text
    assert never not in text


def test_in_french(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    text = Phone(site, "fr").plays(table, CID).get(at(table, CID)).text
    assert "Nuit 1" in text
    assert "Voyante" in under_cover(text)
    assert "web.seat." not in text
    assert "web.board." not in text
