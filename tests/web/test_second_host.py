"""What a second host stumbled over: signs named wrongly, undo that takes back something else, lists that mislead."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest

from nightcall import Setup
from nightcall.desk import note, since_last_answer
from nightcall.desk.moments import moments
from nightcall.engine import prompts
from nightcall.web.app import Site
from nightcall.web.manner import PASS
from nightcall.web.play import practice
from nightcall.words import Words
from tests.table import Table
from tests.web.phone import Phone, begin, run
from tests.web.test_fresh_eyes import gus_is_seen_and_eaten, physical
from tests.web.test_lead import PLAYERS, Lead
from tests.web.test_practice import Rehearsed
from tests.web.test_steps import undo_of


def offered(page: str) -> list[str]:
    return re.findall(r'class="choice" name="value" value="(\w+)"', page)


# -- handing the phone round --


@pytest.mark.parametrize(("language", "said"), [("en", "Look at your card first"), ("fr", "Regardez d’abord")])
def test_a_card_is_passed_on_once_it_was_seen(site: Site, language: str, said: str) -> None:
    """The button says what is missing; `js/peek.js` minds it."""
    deck = {"werewolf": 2, "seer": 1, "simple_villager": 5}
    table = begin(site, Setup.of(PLAYERS, deck, seed=1, cards_known_to_app=True), deal=PASS)
    phone = Phone(site, language).leads(table)
    page = unescape(phone.post(f"/g/{table.id}/lead/deal/look", seat=1).text)
    seen = re.search(r'<button class="primary"[^>]*data-seen-first="([^"]*)"', page)
    assert seen is not None
    assert said in seen[1]


# -- the rehearsal --


@pytest.mark.parametrize(("language", "sign"), [("en", "pencil"), ("fr", "crayon")])
def test_the_rehearsal_names_the_sign_that_is_there(site: Site, language: str, sign: str) -> None:
    words = Words(language)
    for key in ("correct", "slip"):
        assert sign in words.text(f"web.practice.hint.{key}", shown="", tapped="")
    assert "ui-edit" in Rehearsed(site, language).page


def test_in_the_rehearsal_a_wolf_found_out_before_opens_the_eyes_with_the_others(site: Site) -> None:
    led = Rehearsed(site)
    seed = led.table.manner.practice
    for _ in range(20):
        prompt = led.table.game.prompt
        assert prompt is not None
        if prompt.key == "werewolves.identify":
            break
        if prompt.key == "seer.look":  # she looks at one of the pack
            people = practice.Rehearsal(Random(seed), led.table.game.setup)
            wolf = next(seat for seat, card in people.holds.items() if card == "werewolf")
            run(site.tables.answer(led.table, wolf))
            led.see()
        led.follow()
    prompt = led.table.game.prompt
    assert prompt is not None
    assert len(prompt.known) == 1
    both = Words("en").names(led.table.game.players[seat - 1] for seat in sorted([*prompt.known, *_found(led)]))
    assert f"{both} look at you and at each other" in led.page


def _found(led: Rehearsed) -> list[int]:
    given = practice.gesture(led.table.game, led.table.manner.practice)
    return list(given) if isinstance(given, tuple) else [given]


def test_one_of_several_cards_is_a_card(site: Site) -> None:
    game = Rehearsed(site).table.game
    words = Words("en")
    assert practice._turned(game, 1, "werewolf", words) == "Ada turns over a Werewolf."
    assert practice._turned(game, 1, "seer", words) == "Ada turns over the Seer."


# -- undo --


def test_undo_after_a_card_was_entered_takes_that_back(site: Site) -> None:
    """And not the answer before it, nor a correction made earlier, though the app knew the card."""
    lead = gus_is_seen_and_eaten(site)
    lead.tap()
    assert lead.table.turning == 7
    before = lead.table.game.answers
    lead.turn()
    assert undo_of(lead.page) == "Undo: Which card does Gus show? Simple Villager"
    lead.tap("undo")
    assert lead.table.turning == 7, "it lies face down again"
    assert lead.table.game.answers == before
    assert undo_of(lead.page) == "Back to: Is everybody awake?", "his death was announced in between"
    lead.turn()
    lead.tap(value="vote")
    lead.tap("undo")
    assert undo_of(lead.page) == "Undo: Is everybody awake?", "what lay open when an undo led here is no step"


def test_undo_after_an_announcement_says_how_far_back_it_goes(site: Site) -> None:
    """All that a vote has brought goes back together, and the button names the question it leads to."""
    lead = Lead(site)
    lead.night()
    lead.tap()
    lead.turn()
    lead.tap(value="vote")
    at, ballots = lead.table.revision, {f"vote_{seat}": 4 for seat in (1, 2, 3, 5, 6, 8)}
    page = unescape(lead.phone.post(f"/g/{lead.id}/lead/answer", at=at, **ballots).text)
    assert 'data-asked="moment"' in page
    assert undo_of(page) == "Undo: Who points at whom? Dan 6"
    page = unescape(lead.phone.post(f"/g/{lead.id}/lead/told", at=at + 1, told=1).text)
    assert undo_of(page) == "Back to: Who points at whom?"
    lead.tap("undo")
    assert lead.asked == "vote.ballots"


def test_only_what_was_undone_can_be_done_again(site: Site) -> None:
    lead = Lead(site)
    lead.night()
    assert "/lead/redo" not in lead.see("/more")
    lead.tap("undo")
    assert "/lead/redo" in lead.see("/more")
    lead.tap("redo")
    assert lead.asked == "dawn.breaks"
    assert "/lead/redo" not in lead.see("/more")


# -- the cards offered --


def test_cards_of_which_all_lie_open_come_last(site: Site) -> None:
    """Everybody sees them, so their order tells nothing; one that is being turned over stays where it was."""
    deck = ["hunter", "werewolf", "werewolf", "seer", *["simple_villager"] * 4]
    lead = physical_with(site, deck)
    assert offered(lead.page)[0] == "hunter"
    lead.tap(value="hunter")
    lead.tap(seat=8)
    assert lead.table.turning == 8, "the app has worked it out; the table does not see that"
    assert offered(lead.page)[-1] == "hunter"


def physical_with(site: Site, deck: list[str]) -> Lead:
    lead = Lead(site, deck=deck, cards_known_to_app=False)
    lead.tap()
    while lead.asked != "card.shown":
        prompt = lead.table.game.prompt
        assert prompt is not None
        if prompt.kind == prompts.CHOOSE:
            lead.tap(value="simple_villager")
        elif prompt.kind == prompts.ACK:
            lead.tap()
        elif prompt.key == "identify":
            lead.tap(seat=4)
        elif prompt.key == "werewolves.identify":
            lead.tap(seat=["2", "3"])
        else:
            lead.tap(seat=1 if prompt.key == "werewolves.devour" else 5)
    return lead


# -- a card that does not fit --


def test_the_card_that_does_not_fit_is_named_once(site: Site) -> None:
    lead = physical(site)
    lead.tap(seat=1)
    lead.tap(seat=2)
    lead.tap(value="simple_villager")
    page = lead.see("/wrong/card?seat=2")
    assert "Which card does Bea really have?" in page
    page = lead.see("/wrong/card?seat=2&card=werewolf")
    way = re.search(r'href="([^"]*/edit/\d+/preview\?[^"]*value=werewolf[^"]*)"', page)
    assert way is not None
    after = unescape(lead.phone.get(unescape(way[1])).text)
    assert 'name="sure"' in after, "the change itself is next"


# -- the event of the day --


def test_the_event_of_the_day_is_announced() -> None:
    """NM-1: like a death or a verdict, as large as the page, and by itself."""
    game = (
        Table("Ann:werewolf Bea Cyd Dan Eve Fay", events="burial")
        .night(devour="Bea")
        .dawn()
        .day("Cyd")
        .night()
        .dawn()
        .game
    )
    while not any(event.name == "event_read" for event in since_last_answer(game)):
        game = game.undo()
    told = [[game.events[place].name for place in moment] for moment in moments(game)]
    assert [names for names in told if names[0] == "event_read"], told


# -- words --


def test_the_defender_s_note_names_whom_he_may_not_protect_again(site: Site) -> None:
    """DEF-2"""
    lead = Lead(site, deck=["defender", "werewolf", "werewolf", "seer", *["simple_villager"] * 4])
    lead.tap()
    while lead.asked != "defender.protect":
        lead.tap(seat=2)
    assert "last night" not in note(lead.table.game, Words("en"))
    game = lead.table.game.answer(5)
    while game.prompt is not None and not (game.prompt.key == "defender.protect" and game.village.night == 2):
        prompt = game.prompt
        if prompt.kind == prompts.BALLOTS:
            game = game.answer({})
        elif prompt.kind == prompts.PICK:
            game = game.answer(next((seat for seat in prompt.options if seat in (8, 2)), None))
        else:
            game = game.answer("vote" if prompt.kind == prompts.CHOOSE else True)
    assert "Eve was guarded last night and cannot be guarded again tonight." in note(game, Words("en"))
    assert "Eve avait sa protection la nuit dernière et ne peut pas l’avoir encore cette nuit." in note(
        game, Words("fr")
    )


# -- setting up --


def test_a_doubled_name_is_said_where_the_thumb_is(site: Site) -> None:
    phone = Phone(site)
    form = {"shown": "name", "new": "Ann, Bea, Cid, Dan, Eve, Fay, Gus, Ann", "do": "add"}
    page = unescape(phone.client.post("/new/players", data=form, headers={"hx-request": "true"}).text)
    zone = page[page.rindex('class="thumb"') :]
    assert 'class="fault" role="alert"' in zone
    assert "Ann" in zone
    form = {"shown": "name", "new": "Ann, Bea, Cid, Dan, Eve, Fay, Gus, Hal", "do": "add"}
    page = unescape(Phone(site).client.post("/new/players", data=form, headers={"hx-request": "true"}).text)
    assert "8 players at the table" in page
