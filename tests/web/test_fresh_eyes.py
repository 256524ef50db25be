"""What a host who has never seen the app stumbles over: refusals, buttons that tell, hints that are stale."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from nightcall.desk import note, seats
from nightcall.web.app import Site
from nightcall.web.manner import PHONES
from nightcall.web.visit import whole
from nightcall.words import Words
from tests.table import Table
from tests.web.covers import outside_covers
from tests.web.phone import run
from tests.web.test_lead import Lead
from tests.web.test_steps import told, undo_of

LOVERS = ["cupid", "werewolf", "werewolf", "seer", "hunter", *["simple_villager"] * 3]


def reason(page: str) -> str:
    found = re.search(r"data-reason[^>]*>.*?<span>(.*?)</span>", page, re.DOTALL)
    assert found is not None
    return found[1]


# -- refusals --


def physical(site: Site, language: str = "en") -> Lead:
    lead = Lead(site, language, cards_known_to_app=False)
    lead.tap()
    return lead


IN_BOTH = pytest.mark.parametrize("language", ["en", "fr"])


@IN_BOTH
def test_a_known_wolf_who_was_not_ticked_is_named(site: Site, language: str) -> None:
    """IDENT-R1"""
    lead = physical(site, language)
    lead.tap(seat=1)
    lead.tap(seat=2)
    lead.tap(value="werewolf")
    assert lead.asked == "werewolves.identify"
    page = lead.tap(status=422, seat=["3", "4"])
    said = {
        "en": "Bea was seen as a Werewolf, but is left out here.",
        "fr": "Bea fait partie des Loups-Garous connus, mais son nom manque ici.",
    }[language]
    assert reason(page) == said
    assert said not in outside_covers(page)


@IN_BOTH
def test_who_holds_another_card_is_said_to(site: Site, language: str) -> None:
    """IDENT-4: instead of what the app may conclude in general."""
    lead = physical(site, language)
    lead.tap(seat=1)
    lead.tap(seat=6)
    lead.tap(value="simple_villager")
    lead.tap(seat=["2", "3"])
    lead.tap(seat=7)
    while lead.asked != "identify":
        lead.tap(value="simple_villager")
    said = {
        "en": "Ann is the Seer already, by what is recorded.",
        "fr": "D’après ce qui est noté, Ann est déjà la Voyante.",
    }[language]
    assert said in lead.page, "before the tap is sent"
    page = lead.tap(status=422, seat=1)
    assert reason(page) == said


# -- what others see --


def test_nothing_of_the_night_stands_on_the_undo_button_at_dawn(site: Site) -> None:
    lead = Lead(site)
    lead.night()
    assert undo_of(lead.page) == "Undo"
    assert "poison" not in outside_covers(lead.page)
    assert "Undo: Whom does she poison?" in lead.page, "it is behind the hold"
    lead.tap()
    lead.turn()
    assert lead.asked == "day.debate"
    assert undo_of(lead.page) == "Back to: Is everybody awake?"


def test_no_announcement_tells_how_many_follow_or_that_it_is_the_end(site: Site) -> None:
    deck = ["seer", "werewolf", *["simple_villager"] * 6]
    lead = Lead(site, deck=deck)
    lead.tap()
    lead.tap(seat=2)
    lead.tap(seat=3)
    lead.tap()
    lead.turn()
    lead.tap(value="vote")
    ballots = {f"vote-{seat}": "2" for seat in (1, 4, 5, 6, 7, 8)}
    page = lead.phone.client.post(f"/g/{lead.id}/lead/answer", data={"at": str(lead.table.revision), **ballots}).text
    assert 'data-asked="moment"' in page
    assert "The end" not in page
    assert not re.search(r"bar__progress", page)


def gus_is_seen_and_eaten(site: Site) -> Lead:
    """Real cards: the Seer has looked at his, and the pack has had him; the day is about to break."""
    lead = physical(site)
    lead.tap(seat=1)
    lead.tap(seat=7)
    lead.tap(value="simple_villager")
    lead.tap(seat=["2", "3"])
    lead.tap(seat=7)
    lead.tap(seat=4)
    while lead.asked != "dawn.breaks":
        lead.tap(seat="-")
    return lead


def test_a_known_card_is_turned_over_like_an_unknown_one(site: Site) -> None:
    """GEN-4, IDENT-2: the same cards in the same order, none of them chosen; with real cards one is to be tapped."""
    lead = gus_is_seen_and_eaten(site)
    page = lead.tap()
    assert lead.table.turning == 7
    offered = re.findall(r'class="choice" name="value" value="(\w+)"', page)
    assert offered == ["hunter", "seer", "simple_villager", "werewolf", "witch"]
    assert 'class="primary"' not in page
    assert 'aria-pressed="true"' not in page
    lead.tap("turn", value="simple_villager")
    lead.tap(value="vote")
    page = lead.tap(vote_1=8, vote_2=8)
    assert lead.asked == "card.shown"
    assert re.findall(r'class="choice" name="value" value="(\w+)"', page) == offered


def test_undoing_does_not_turn_cards_over_again(site: Site) -> None:
    lead = Lead(site)
    lead.night()
    lead.tap()
    assert lead.table.turning
    lead.turn()
    lead.tap(value="vote")
    page = lead.tap("undo")
    assert lead.asked == "day.debate"
    assert "data-turning" not in page


def test_what_was_recorded_is_seen_only_while_it_is_held(site: Site) -> None:
    lead = physical(site)
    lead.tap(seat=1)
    lead.tap(seat=6)
    lead.tap(value="simple_villager")
    page = lead.see("/wrong/card?seat=1&card=witch")
    assert "Recorded for Ann so far: Seer." in page
    seen = outside_covers(page)
    assert "Seer" not in seen
    assert "Change what was recorded" in seen


# -- the Lovers were forgotten --


def test_forgotten_lovers_are_woken_and_nothing_is_entered_anew(site: Site) -> None:
    lead = Lead(site, deck=LOVERS)
    lead.tap()
    lead.tap(seat=["5", "6"])
    before = lead.table.revision
    page = lead.see("/wrong/lovers")
    assert "Eve and Fay" in page
    assert "Eve" not in outside_covers(page)
    assert f"/g/{lead.id}/lead/edit/" in page, "they may be others, too"
    assert lead.table.revision == before


# -- notes --


def test_the_note_names_the_pack_every_night() -> None:
    table = Table("Ann:werewolf Bea:werewolf Cid:seer Dan Eve Fay Gus Hal").round(look="Dan", devour="Dan")
    table.upto("werewolves.devour", look="Eve")
    assert note(table.game, Words("en")).endswith("Awake: Ann and Bea.")


def test_seen_on_the_player_s_page_is_seen(site: Site) -> None:
    lead = Lead(site)
    lead.tap()
    lead.phone.post(f"/g/{lead.id}/lead/answer", at=lead.table.revision, seat=2)
    assert 'data-asked="result"' in lead.see()
    page = lead.see("/show")
    assert f'action="/g/{lead.id}/lead/rest"' in page
    lead.tap("rest")
    assert 'data-asked="werewolves.devour"' in lead.see()


def test_who_went_home_is_not_dead(site: Site) -> None:
    """TABLE-2"""
    lead = Lead(site)
    lead.tap("wrong/leaves", seat=5, how="quietly", sure="yes")
    village = lead.table.game.village
    assert list(seats.state(village, 5, Words("en"))) == ["no longer at the table"]


def test_something_else_is_never_opened_in_vain(site: Site) -> None:
    """PLAG-3: its place is there every day, so something useful has to be in it."""
    lead = Lead(site)
    lead.night()
    lead.tap()
    found = re.search(r'<details[^>]*id="whispers".*?</details>', lead.turn(), re.DOTALL)
    assert found is not None
    for page in ("wrong", "log", "rules"):
        assert f'href="/g/{lead.id}/lead/{page}"' in found[0]


def test_hints_end_with_what_they_are_about() -> None:
    """GIRL-1: nobody peeps any more once the card lies open."""
    table = Table("Ann:werewolf Bea:little_girl Cid Dan Eve Fay Gus")
    assert "Little Girl" in note(table.game, Words("en"))
    assert "Little Girl" in note(table.round(devour="Cid").game, Words("en"))
    assert "Little Girl" not in note(table.round(devour="Bea").game, Words("en"))


def test_candles_are_lit_before_the_first_night() -> None:
    """MOON-1"""
    table = Table("Ann:werewolf Bea Cid Dan Eve Fay Gus", variants="moonlight")
    assert "Light a candle" in note(table.game, Words("en"))
    assert "Light a candle" not in note(table.round(devour="Bea").game, Words("en"))


def test_a_question_turned_round_stays_on_one_line() -> None:
    assert str(whole("Va-t-elle guérir, <b> ?")) == '<span class="whole">Va-t-elle</span> guérir, &lt;b&gt; ?'
    assert str(whole("The Wolf-Hound")) == 'The <span class="whole">Wolf-Hound</span>'


def test_a_leave_is_confirmed_by_name(site: Site) -> None:
    lead = Lead(site)
    page = lead.tap("wrong/leaves", seat=5, how="quietly")
    assert "Yes, Eve leaves" in page
    assert run(site.tables.find(lead.id)).game.answers == ()


# -- the second fresh pair of eyes --


def test_the_witch_s_note_names_the_victim_whatever_came_between(site: Site) -> None:
    """WITCH-2, BAKER-1: the Baker's look is only acknowledged; what the Witch's call tells comes after it."""
    houses = ["bakery", *[f"farm_{number}" for number in range(1, 6)], "manor", "church"]
    lead = Lead(site, buildings=houses, buildings_available=True)
    while lead.asked != "witch.heal":
        given: dict[str, Any] = {"seer.look": "2", "werewolves.devour": "7"}
        lead.tap(**({"seat": given[lead.asked]} if lead.asked in given else {}))
    assert "bakery.look" in [prompt.key for prompt in lead.table.game.asked]
    assert "Dan learns that the Werewolves attacked Gus." in lead.page
    assert "Gus" in lead.see("/show")


def day_of_the_shot(site: Site, **setup: Any) -> Lead:
    """The Hunter falls at dawn and shoots Fay; her card has not been turned over yet."""
    lead = Lead(site, **setup)
    lead.tap()
    lead.tap(seat=2)
    lead.tap(seat=5)
    lead.tap(seat="-")
    lead.tap(seat="-")
    lead.tap()
    lead.turn()
    assert lead.asked == "hunter.shoot"
    return lead


def test_a_correction_shows_in_the_open_only_what_was_announced(site: Site) -> None:
    """HUNT-1: Fay's card lies face down while the host notices that somebody else was shot."""
    lead = day_of_the_shot(site)
    index = len(lead.table.game.answers)
    page = lead.tap(seat=6)
    assert lead.table.turning == 6
    page = lead.see(f"/edit/{index}/preview?at={lead.table.revision}&seat=8")
    seen = outside_covers(page)
    assert "Fay falls" in seen, "that was said"
    assert "Fay shows" not in seen
    assert "Fay shows" in page
    assert "Fay shows" not in outside_covers(lead.see("/log"))


def test_after_a_correction_the_answer_still_to_be_given_is_given(site: Site) -> None:
    """FOX-1: what is told to the Fox changes while he waits for it."""
    deck = ["fox", "werewolf", "werewolf", "seer", "hunter", *["simple_villager"] * 3]
    lead = Lead(site, deck=deck)
    lead.tap()
    lead.tap(seat=7)
    index = len(lead.table.game.answers)
    lead.phone.post(f"/g/{lead.id}/lead/answer", at=lead.table.revision, seat=7)
    assert 'data-asked="result"' in lead.see()
    form = {"at": lead.table.revision, "seat": 3, "sure": "yes"}
    reply = lead.phone.post(f"/g/{lead.id}/lead/edit/{index}", **form)
    assert 'data-asked="result"' in reply.text
    assert next(event for event in lead.table.game.events if event.name == "sniffed").facts["up"]
    assert told(lead, "sniffed") in unescape(reply.text)


def test_cards_nobody_holds_are_not_turned_over(site: Site) -> None:
    """GEN-4: where the app has dealt to the phones it says what somebody was."""
    lead = Lead(site)
    run(site.tables.manage(lead.table, deal=PHONES, dealt=True))
    lead.night()
    page = lead.tap()
    assert lead.table.turning == 7
    assert "Gus held the Simple Villager card." in page
    assert "turn your card over" not in page
    assert 'class="choice"' not in page
    assert re.search(r'<button class="primary" name="value" value="simple_villager"[^>]*>Announced', page)


def test_the_seer_s_note_speaks_of_no_card_where_none_was_dealt() -> None:
    """SEER-1"""
    table = Table("Ann:werewolf Bea:seer Cid Dan Eve Fay Gus").upto("seer.look")
    assert "turned over every card" not in note(table.game, Words("en"))
    assert "What to answer comes next" in note(table.game, Words("en"))


def test_public_answers_are_open_and_secret_ones_have_a_number(site: Site) -> None:
    """Nothing secret stays open after the finger is lifted, so nothing in it needs to be tapped."""
    lead = day_of_the_shot(site)
    lead.tap(seat=6)
    page = lead.see("/wrong/person")
    seen = outside_covers(page)
    assert "Who is shot? Fay" in seen, "everybody saw it"
    assert "Eve" not in seen.replace("Every", "")
    answers = lead.table.game.answers
    bite = next(place for place, each in enumerate(answers) if each.key == "werewolves.devour")
    numbered = re.findall(r'href="[^"]*/edit/(\d+)">Change no. (\d)', page)
    number = dict(numbered)[str(bite)]
    assert re.search(rf"<b>{number}\.</b>[^/]*Who is their prey", page)


def test_a_secret_line_of_the_log_is_reached_by_its_number(site: Site) -> None:
    lead = day_of_the_shot(site)
    page = lead.see("/log")
    assert "prey" not in outside_covers(page)
    found = re.search(r"<b>(\d+)\.</b> <span class=\"dim\">Who is their prey\?", page)
    assert found is not None
    bite = next(place for place, each in enumerate(lead.table.game.answers) if each.key == "werewolves.devour")
    reply = lead.phone.get(f"/g/{lead.id}/lead/log/line?number={found[1]}")
    assert str(reply.url).endswith(f"/lead/edit/{bite}")
    for wrong in ("0", "999", "x", ""):
        assert str(lead.phone.get(f"/g/{lead.id}/lead/log/line?number={wrong}").url).endswith("/lead/log")


def test_a_card_seen_in_secret_is_not_named_in_the_open(site: Site) -> None:
    lead = physical(site)
    lead.tap(seat=1)
    page = lead.see("/wrong/card?seat=1&card=werewolf")
    assert "Ann shows: Werewolf." in page
    assert "Werewolf" not in outside_covers(page)
    page = lead.see("/wrong/card?seat=5&card=werewolf")
    assert "Werewolf" not in outside_covers(page), "nor where it fits"


def test_a_preview_is_a_page_that_back_leads_to(site: Site) -> None:
    """TABLE-1: a page that was posted cannot be shown again without asking."""
    lead = Lead(site)
    reply = lead.phone.post(f"/g/{lead.id}/lead/wrong/leaves", at=lead.table.revision, seat=5, how="quietly")
    assert "/wrong/leaves/preview?" in str(reply.url)
    assert "Yes, Eve leaves" in reply.text
    lead.tap("wrong/leaves", seat=5, how="quietly", sure="yes")
    again = lead.phone.get(f"{reply.url.path}?{reply.url.query.decode()}")
    assert str(again.url).endswith("/wrong/leaves"), "the game is another one by now"


def test_other_lovers_are_woken_and_by_day_everybody_sleeps_meanwhile(site: Site) -> None:
    """LOVE-1"""
    lead = Lead(site, deck=LOVERS)
    given: dict[str, Any] = {"cupid.pair": ["5", "6"], "seer.look": "2", "werewolves.devour": "7"}
    while lead.asked != "day.debate":
        if lead.asked == "werewolves.devour":
            assert "Close your eyes, everybody." not in lead.see("/wrong/lovers"), "they are asleep"
        lead.tap(**({"seat": given[lead.asked]} if lead.asked in given else {}))
    pair = next(place for place, each in enumerate(lead.table.game.answers) if each.key == "cupid.pair")
    reply = lead.phone.post(f"/g/{lead.id}/lead/edit/{pair}", at=lead.table.revision, seat=["6", "8"], sure="yes")
    assert str(reply.url).endswith("/wrong/lovers")
    assert "Fay and Hal" in reply.text
    assert "Fay" not in outside_covers(reply.text)
    assert "The pair has changed" in reply.text
    said = outside_covers(reply.text)
    asleep, woken, awake = (said.index(text) for text in ("Close your eyes", "feel my hand", "Open your eyes, every"))
    assert asleep < woken < awake
