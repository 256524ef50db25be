"""What a third host stumbled over: a vote that is none, a card entered twice, voices that are counted or not."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest

from nightcall import Setup
from nightcall.desk import card_of, note, state
from nightcall.desk.turning import turned_over
from nightcall.engine import prompts
from nightcall.engine.game import Game
from nightcall.web.app import Site
from nightcall.web.manner import Headway, Manner
from nightcall.words import Words
from tests.table import Table
from tests.web.covers import outside_covers
from tests.web.phone import Phone, begin, run
from tests.web.test_fresh_eyes import gus_is_seen_and_eaten
from tests.web.test_lead import Lead


def page_of(site: Site, game: Game, language: str = "en") -> str:
    """What whoever leads sees of this game, once the cards of the dead have been turned over."""
    turned = Headway(1, turned=len(turned_over(game)))
    table = run(site.tables.begin(game.setup, Manner(headway=turned), game.answers))
    page = unescape(Phone(site, language).leads(table).get(f"/g/{table.id}/lead").text)
    return page.replace("\xa0", " ").replace("\u202f", " ")


# -- a day without a vote --


def flooded() -> Game:
    """EVO-4"""
    t = Table("Ann:werewolf Bea Cid Dan:werewolf Eve Fay Gus Hal", events="flood").round()
    return t.night().dawn(church=["Ann", "Bea"]).game


def silenced() -> Game:
    """SCAPE-3, VOTE-7: the one who may vote is dead by then."""
    t = Table("Ann:scapegoat Bea:werewolf Cid Dan Eve Fay Gus").night().dawn()
    return t.day({"Bea": "Cid", "Dan": "Eve"}, voters=["Cid"]).night(devour="Cid").dawn().game


@pytest.mark.parametrize("game", [flooded, silenced])
@pytest.mark.parametrize(
    ("language", "says", "vote"),
    [
        ("en", "End the debate: no vote today", "Call the vote"),
        ("fr", "Clore le débat : pas de vote", "Lancer le vote"),
    ],
)
def test_a_debate_after_which_nobody_votes_does_not_end_with_a_vote(
    site: Site, game: Callable[[], Game], language: str, says: str, vote: str
) -> None:
    """EVO-4, VOTE-7"""
    page = page_of(site, game(), language)
    assert 'data-asked="day.debate"' in page
    assert says in page
    assert vote not in page
    usual = page_of(site, Table("Ann:werewolf Bea Cid Dan Eve Fay").night().dawn().game, language)
    assert vote in usual
    assert says not in usual


# -- a known card, and a correction --


def changed(lead: Lead, key: str, **form: object) -> str:
    """The answer to this question is another one."""
    index = next(place for place, asked in enumerate(lead.table.game.asked) if asked.key == key)
    lead.phone.post(f"/g/{lead.id}/lead/edit/{index}", at=lead.table.revision, sure="yes", **form)
    return lead.see()


def test_a_card_that_lies_open_is_not_asked_for_again_after_a_correction(site: Site) -> None:
    """Gus is dead, and everybody has seen his card; then another card was seen for Ann's than was entered."""
    lead = gus_is_seen_and_eaten(site)
    lead.tap()
    assert lead.table.turning == 7
    lead.turn()
    page = changed(lead, "identify", seat=8)
    assert lead.table.turning == 0
    assert 'data-asked="day.debate"' in page
    assert "Undo the change" in page, "no card was entered since"


def test_a_card_nobody_has_seen_is_asked_for_after_a_correction(site: Site) -> None:
    lead = gus_is_seen_and_eaten(site)
    lead.tap()
    changed(lead, "identify", seat=8)
    assert lead.table.turning == 7


# -- voices --


@pytest.mark.parametrize("sheriff", ["Ann", "Bea"])
def test_a_voice_given_before_the_others_stands_in_their_tally(site: Site, sheriff: str) -> None:
    """BARK-2, SHERIFF-1: the Barkeep's, which counts twice if he is the Sheriff."""
    t = Table("Ann Bea:werewolf Cid Dan Eve Fay Gus", houses="Ann:pub", sheriff=sheriff).night().dawn()
    page = page_of(site, t.upto("vote.ballots", debate="vote", alone="Dan").game)
    first = re.search(r'<p class="ballot[^>]*data-voter="1"[^>]*>', page)
    assert first is not None
    assert 'data-cast="4"' in first.group()
    assert f'data-weight="{2 if sheriff == "Ann" else 1}"' in first.group()
    assert "Has pointed at Dan already." in first.group()
    assert len(re.findall(r'name="vote-\d"', page)) == 6, "the others are still to point"


def test_whoever_had_the_first_voice_and_kept_silent_is_not_said_to_have_none(site: Site) -> None:
    """BARK-2"""
    t = Table("Ann Bea:werewolf Cid Dan Eve Fay Gus", houses="Ann:pub").night().dawn()
    page = page_of(site, t.upto("vote.ballots", debate="vote", alone=None).game)
    assert "pointed at nobody" in page
    assert "data-cast" not in page


# -- why --


def test_the_way_to_the_book_does_not_lie_under_the_hold(site: Site) -> None:
    """A finger that holds cannot tap."""
    lead = Lead(site)
    lead.tap()
    lead.tap(seat=2)
    seen = next(place for place, event in enumerate(lead.table.game.events) if event.name == "card_seen")
    page = lead.see(f"/why/{seen}")
    secret = lead.table.game.events[seen]
    assert Words("en").event(secret, lead.table.game.players) not in outside_covers(page)
    assert f'href="/g/{lead.id}/lead/rules/{secret.rule}"' in page
    assert "In the rulebook" in outside_covers(page)


# -- for one pair of eyes --


def second_look(site: Site, seat: int) -> Lead:
    """Real cards; the second night, Ann the Seer looks at somebody whose card is known. Hal is the Fox."""
    deck = {"werewolf": 2, "seer": 1, "fox": 1, "simple_villager": 4}
    lead = Lead(site, cards_known_to_app=False, deck=deck, also_announced=["witch"])
    answers = {"seer": 1, "fox": 8}
    while lead.asked != "seer.look" or lead.table.game.village.night < 2:
        prompt = lead.table.game.prompt
        assert prompt is not None
        if prompt.key == "identify":
            lead.tap(seat=answers[prompt.card])
        elif prompt.key == "werewolves.identify":
            lead.tap(seat=["2", "3"])
        elif prompt.key == "seer.look":
            lead.tap(seat=2)
        elif prompt.key == "seer.card":
            lead.tap(value="werewolf")
        elif prompt.kind == prompts.ACK:
            lead.tap()
        elif prompt.kind == prompts.CHOOSE:
            lead.tap(value="vote" if "vote" in prompt.options else "simple_villager")
        elif prompt.kind == prompts.BALLOTS:
            lead.tap(condemned=5)
        else:
            lead.tap(seat={"werewolves.devour": 4}.get(prompt.key, "-"))
        lead.turn()
    lead.phone.post(f"/g/{lead.id}/lead/answer", at=lead.table.revision, seat=seat)
    return lead


def test_what_the_seer_has_seen_is_not_shown_at_the_next_call(site: Site) -> None:
    """FK-1, SEER-1: by then somebody else is awake, or it seems so."""
    lead = second_look(site, 3)
    assert "Ann" in lead.see("/show")
    assert "Werewolf" in lead.page
    lead.phone.post(f"/g/{lead.id}/lead/seen", at=lead.table.revision, value="werewolf")
    assert 'data-asked="result"' not in lead.see()
    page = lead.see("/show")
    assert "Ann" not in page
    assert "Werewolf" not in page
    assert "There is nothing to show now." in page


def test_a_known_card_that_turns_out_to_be_another_one_is_noticed(site: Site) -> None:
    """SEER-1, IDENT-4: where the record speaks against it, it says so behind the hold."""
    lead = second_look(site, 3)
    page = unescape(lead.phone.post(f"/g/{lead.id}/lead/seen", at=lead.table.revision, value="simple_villager").text)
    assert "A card does not fit" in page
    assert "/lead/edit/" in page
    assert "Werewolf" not in outside_covers(page)
    assert "Cid" not in outside_covers(page)
    assert 'data-asked="result"' in lead.see(), "it is still to be seen"
    page = unescape(lead.phone.post(f"/g/{lead.id}/lead/seen", at=lead.table.revision, value="werewolf").text)
    assert 'data-asked="result"' not in page


# -- notes --


def test_a_lone_werewolf_is_named_though_he_was_only_infected() -> None:
    """INF-1, WW-1: nobody thinks of him."""
    t = Table("Ann Bea:cursed_wolf_father Cid Dan Eve Fay Gus")
    t.night(werewolves_devour="Ann", infect=True).dawn().day("Bea").upto("werewolves.devour", falls=True)
    assert t.is_wolf("Ann")
    assert "Awake: Ann." in note(t.game, Words("en"))


def test_at_a_call_nobody_answers_the_note_says_how_to_go_on(site: Site) -> None:
    """FK-1: there are only names to tap."""
    lead = Lead(site, deck=["hunter", "werewolf", "werewolf", *["simple_villager"] * 5], also_announced=["seer"])
    lead.tap()
    assert lead.asked == "call.fake"
    assert "tap anybody" in lead.page
    assert "tap anybody" not in outside_covers(lead.page)


# -- seats and cards --


def test_seats_and_cards_lie_under_as_many_fingers_as_screens(site: Site) -> None:
    """Whoever holds cannot scroll."""
    people = [f"P{number}" for number in range(1, 16)]
    table = begin(site, Setup.of(people, {"werewolf": 3, "seer": 1, "simple_villager": 11}))
    page = Phone(site).leads(table).get(f"/g/{table.id}/lead/roles").text
    held = re.findall(r'<div class="peek__secret" hidden>(.*?)</div>', page, re.DOTALL)
    assert [each.count("list__row") for each in held] == [7, 7, 1]
    assert "Hold: P8 to P14" in page


def test_a_werewolf_by_card_is_no_werewolf_only_now() -> None:
    """IDENT-4, WW-1: which of the pack's cards it is follows, though nobody has seen it."""
    t = Table("Ann:werewolf Bea:werewolf Cid Dan Eve Fay", physical=True).night()
    village = t.game.village
    for seat in (1, 2):
        assert list(state(village, seat, Words("en"))) == []
        assert card_of(village, seat) == "werewolf"


# -- undo while a vote is entered --


def test_ballots_are_not_lost_without_a_word(site: Site) -> None:
    """`js/ballots.js` has the undo button ask, as soon as somebody is entered."""
    t = Table("Ann:werewolf Bea Cid Dan Eve Fay").night().dawn()
    page = page_of(site, t.upto("vote.ballots", debate="vote").game)
    assert 'data-lost="The votes entered so far will be lost."' in page


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "Cid 3 (Ann, Bea; 1 extra vote)"), ("fr", "Cid 3 (Ann, Bea ; 1 voix en plus)")],
)
def test_what_is_announced_of_a_vote_adds_up(language: str, says: str) -> None:
    """SHERIFF-1: three voices by two people."""
    t = Table("Ann Bea:werewolf Cid Dan Eve Fay", sheriff="Ann").night().dawn().day({"Ann": "Cid", "Bea": "Cid"})
    text = Words(language).event(t.events("voted")[-1], t.game.players)
    assert says in text.replace("\xa0", " ").replace("\u202f", " ")
