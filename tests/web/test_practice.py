"""A practice evening: the app plays the table, explains what first happens, and keeps nothing."""

from __future__ import annotations

import re
import secrets
from html import unescape
from typing import Any

import pytest

from nightcall.desk import turning
from nightcall.engine import prompts
from nightcall.web.app import Site
from nightcall.web.play import practice
from nightcall.web.table import Table
from nightcall.words import Words
from tests.web.phone import Phone, run


class Rehearsed:
    def __init__(self, site: Site, language: str = "en") -> None:
        self.site = site
        self.words = Words(language)
        self.phone = Phone(site, language)
        reply = self.phone.post("/practice")
        self.page = unescape(reply.text)
        self.id = str(reply.url).split("/g/")[1].split("/")[0]

    @property
    def table(self) -> Table:
        return run(self.site.tables.find(self.id))

    def follow(self) -> str:
        """Enter what the table shows."""
        table = self.table
        run(self.site.tables.answer(table, practice.gesture(table.game, table.manner.practice)))
        return self.see()

    def see(self) -> str:
        """The page, once whatever there is to announce has been announced."""
        self.page = unescape(self.phone.get(f"/g/{self.id}/lead").text)
        while any(each in self.page for each in ('data-asked="moment"', 'data-asked="result"', "data-turning")):
            table = self.table
            at, here = table.revision, f"/g/{self.id}/lead"
            assert not self.hints(), "one thing after the other"
            if 'data-asked="result"' in self.page:
                nth = re.findall(r'name="nth" value="(-?\d+)"', self.page)[0]
                reply = self.phone.post(f"{here}/seen", at=at, nth=nth, value=self.lifted())
                assert self.words.text("web.wrong.card") not in unescape(reply.text), "it is the card the table showed"
            elif table.moment:
                reply = self.phone.post(f"{here}/told", at=at, told=table.headway.told)
            else:
                reply = self.phone.post(f"{here}/turn", at=at, value=turning.card_of(table.game, table.turning))
            self.page = unescape(reply.text)
        return self.page

    def lifted(self) -> str:
        """The card in the deck that the table shows; empty where it shows none."""
        shown = re.findall(r'class="panel practice".*?</section>', self.page, re.DOTALL)[0]
        return next((card for card in practice.DECK if self.words.card(card) in shown), "")

    def hints(self) -> list[str]:
        return re.findall(r"data-hint>(.*?)</p>", self.page)


SEES_A_KNOWN_CARD = 26817111
"""In the second night of this table the Seer looks at a Werewolf who was found out in the first."""


def test_a_card_that_is_known_already_is_lifted_before_the_newcomer_too(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "randbits", lambda _: SEES_A_KNOWN_CARD - 1)
    led = Rehearsed(site)
    while led.table.game.village.night < 2 or led.table.game.asked[-1].key != "seer.look":
        table = led.table
        run(site.tables.answer(table, practice.gesture(table.game, table.manner.practice)))
        led.page = unescape(led.phone.get(f"/g/{led.id}/lead").text)
        if led.table.game.asked[-1].key != "seer.look":
            led.see()
    assert 'data-asked="result"' in led.page
    assert "You lift the corner of the card: a Werewolf." in led.page
    led.see()
    assert 'data-asked="call.fake"' in led.page


@pytest.mark.parametrize("language", ["en", "fr"])
def test_two_nights_and_a_day_with_every_explanation_once(site: Site, language: str) -> None:
    led = Rehearsed(site, language)
    assert len(led.table.game.players) == 10
    hints: list[str] = led.hints()
    was_faked = False
    for _ in range(80):
        if "practice-end" in led.page:
            break
        assert 'class="panel practice"' in led.page
        prompt = led.table.game.prompt
        was_faked = was_faked or (prompt is not None and prompt.about == prompts.FEIGNED)
        led.follow()
        hints += led.hints()
    assert "practice-end" in led.page
    assert was_faked
    assert led.table.game.village.night == 2 or led.table.game.outcome is not None
    assert len(hints) == len(set(hints)) == 5, hints
    assert not re.search(r"web\\.practice", led.page)


def test_what_the_table_does_does_not_hang_on_undo(site: Site) -> None:
    led = Rehearsed(site)
    for _ in range(6):
        led.follow()
    table = led.table
    again: list[Any] = []
    game = table.game.undo(6)
    for _ in range(6):
        value = practice.gesture(game, table.manner.practice)
        game = game.answer(value)
        again.append(value)
    assert game.answers == table.game.answers


def test_a_slip_is_pointed_out(site: Site) -> None:
    led = Rehearsed(site)
    led.follow()
    prompt = led.table.game.prompt
    assert prompt is not None
    assert prompt.key == "identify"
    meant = practice.gesture(led.table.game, led.table.manner.practice)
    wrong = next(seat for seat in prompt.options if seat != meant)
    run(site.tables.answer(led.table, wrong))
    assert "The table showed something else" in led.see()


def test_nothing_of_it_is_kept(site: Site) -> None:
    led = Rehearsed(site)
    led.follow()
    assert "Ada" not in led.phone.get("/games").text
    assert "Ada" not in led.phone.get("/").text
    assert "rescue__code" not in led.page
    first = led.id
    led.phone.post("/practice")
    assert led.phone.get(f"/g/{first}/lead").status_code == 404
    again = Rehearsed(site)
    again.phone.post(f"/g/{again.id}/lead/practice-end")
    assert again.phone.get(f"/g/{again.id}/lead").status_code == 404


def test_a_real_game_cannot_be_ended_like_that(site: Site) -> None:
    from tests.web.phone import begin

    table = begin(site)
    phone = Phone(site).leads(table)
    phone.post(f"/g/{table.id}/lead/practice-end")
    assert phone.get(f"/g/{table.id}/lead").status_code == 200
