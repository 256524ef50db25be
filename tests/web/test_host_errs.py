"""Hosts err: what the app does about it. Clocks that run on, cards that do not fit, phones that die."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from typing import Any

import pytest

from nightcall.engine import prompts
from nightcall.engine.prompts import Prompt
from nightcall.sim.bots import RandomBot
from nightcall.web.app import Site
from tests.web.covers import outside_covers
from tests.web.evenings import go_on
from tests.web.phone import Phone, run
from tests.web.test_lead import DEALT, Lead, chosen


def at_debate(site: Site) -> Lead:
    lead = Lead(site)
    lead.night()
    lead.tap()
    assert lead.asked == "day.debate"
    return lead


# -- clocks --


def test_a_clock_ends_with_the_vote_and_none_runs_into_the_night(site: Site) -> None:
    lead = at_debate(site)
    lead.tap("timer", act="start", kind="debate")
    lead.tap(value="vote")
    assert lead.table.manner.timer is None, "the debate is over"
    lead.tap("timer", act="start", kind="vote")
    assert "data-timer" in lead.see()
    lead.tap(vote_1=4)
    assert lead.table.manner.timer is None
    assert "data-timer" not in lead.see()
    assert lead.asked == "night.falls"
    lead.tap("timer", act="start", kind="debate")
    lead.tap()
    assert lead.table.manner.timer is None


def test_a_clock_runs_on_while_powers_are_used_in_the_debate(site: Site) -> None:
    lead = at_debate(site)
    lead.tap("timer", act="start", kind="debate")
    lead.tap(status=422, value="nonsense")
    assert lead.table.manner.timer is not None


# -- something is wrong --


def wrong(lead: Lead, what: str = "", status: int = 200, **form: object) -> str:
    return lead.tap(f"wrong/{what}", status, **form)


def test_one_button_is_always_there(site: Site) -> None:
    lead = Lead(site)
    while lead.asked:
        page = lead.see()
        assert 'id="wrong"' in page, lead.asked
        prompt = lead.table.game.prompt
        assert prompt is not None
        run(site.tables.answer(lead.table, RandomBot(Random(len(page)))(prompt)))
    assert 'id="wrong"' in lead.see()
    assert "tapped the wrong person" in lead.see("/wrong")


def test_a_vote_counted_wrong_is_corrected_with_its_votes_filled_in(site: Site) -> None:
    """Any vote, the last one first; the preview is that of every correction."""
    lead = at_debate(site)
    assert "A vote was counted wrong" not in lead.see("/wrong"), "there was none"
    lead.turn()
    lead.tap(value="vote")
    lead.tap(vote_1=6, vote_2=6, vote_3=6, vote_4=1)
    lead.turn()
    go_on(site, lead.table, "vote.ballots", werewolves__devour=8)
    lead.tap(vote_1=2)
    votes = [place for place, each in enumerate(lead.table.game.answers) if each.key == "vote.ballots"]
    assert "A vote was counted wrong" in lead.see("/wrong")
    page = lead.see("/wrong/vote")
    assert re.findall(r"/lead/edit/(\d+)", page) == [str(place) for place in reversed(votes)]
    assert "Day 1" in outside_covers(page), "what everybody has seen"
    assert chosen(lead.see(f"/edit/{votes[0]}")) == {1: 6, 2: 6, 3: 6, 4: 1}
    revision = lead.table.revision
    page = lead.tap(f"edit/{votes[0]}", vote_1=5, vote_2=5, vote_3=5, vote_4=1)
    assert "The village condemns Fay." in page
    assert lead.table.revision == revision, "only a preview"
    lead.tap(f"edit/{votes[0]}", vote_1=5, vote_2=5, vote_3=5, vote_4=1, sure="yes")
    assert 6 in lead.table.game.village.living


def test_the_last_answers_are_covered_and_lead_to_their_correction(site: Site) -> None:
    lead = at_debate(site)
    page = lead.see("/wrong/person")
    assert "Gus" not in outside_covers(page)
    assert "Gus" in page
    index = next(place for place, each in enumerate(lead.table.game.answers) if each.key == "werewolves.devour")
    assert f"/lead/edit/{index}" in page
    assert "Night 1" in page


@pytest.mark.parametrize("physical", [False, True])
def test_somebody_leaves_after_a_preview(site: Site, physical: bool) -> None:
    """TABLE-1, TABLE-2: in every mode."""
    lead = Lead(site, cards_known_to_app=not physical)
    assert "Who leaves?" in lead.see("/wrong/leaves")
    before = lead.table.game.answers
    page = wrong(lead, "leaves", seat=5, how="quietly")
    assert "Eve goes home" in page or physical
    assert "Eve goes home" not in outside_covers(page), "nothing follows until it is certain"
    assert lead.table.game.answers == before, "a look changes nothing"
    wrong(lead, "leaves", seat=5, how="quietly", sure="yes")
    if physical:
        assert lead.asked == "card.look"
        lead.tap(value="hunter")
    assert 5 not in lead.table.game.village.living
    assert lead.asked == "night.falls"


def test_leaving_as_a_death_previews_what_follows(site: Site) -> None:
    """TABLE-1"""
    lead = at_debate(site)
    page = wrong(lead, "leaves", seat=5, how="death")
    assert "Eve has to go home and leaves the game." in page
    assert "Asked next" in page
    wrong(lead, "leaves", seat=5, how="death", sure="yes")
    assert lead.asked == "hunter.shoot"


def test_somebody_arrives_and_may_join_by_phone(site: Site) -> None:
    """TABLE-3: the card is nobody else's business."""
    lead = at_debate(site)
    page = wrong(lead, "arrives", name="Ivy", card="seer")
    assert "Ivy joins the game" in page
    assert "Seer" not in outside_covers(page).partition("<main>")[2].replace('value="seer"', "")
    wrong(lead, "arrives", name="Ivy", card="seer", sure="yes")
    assert lead.table.game.players[-1] == "Ivy"
    phone = Phone(site).plays(lead.table, 9)
    assert phone.get(f"/g/{lead.id}/seat/9").status_code == 200
    fault = wrong(lead, "arrives", status=422, name="Ann", card="seer")
    assert 'class="fault"' in fault


def test_somebody_takes_over_a_place_and_the_old_phone_sees_nothing_any_more(site: Site) -> None:
    """TABLE-4"""
    lead = at_debate(site)
    phone = Phone(site).plays(lead.table, 3)
    wrong(lead, "takes-place", seat=3, name="Ivy", sure="yes")
    assert lead.table.game.players[2] == "Ivy"
    assert phone.get(f"/g/{lead.id}/seat/3").status_code == 403


def test_two_change_seats_on_every_screen(site: Site) -> None:
    """TABLE-5"""
    lead = at_debate(site)
    wrong(lead, "change-seats", seat=["2", "8"], sure="yes")
    public = Phone(site).get(f"/g/{lead.id}").text
    places = [public.index(name) for name in ("Ann", "Hal", "Cid")]
    assert places == sorted(places)
    assert wrong(lead, "change-seats", status=422, seat=["2"])


def test_what_no_longer_fits_is_said_before(site: Site) -> None:
    """TABLE-1: Dan the Witch goes while she is being asked."""
    lead = Lead(site)
    lead.tap()
    lead.tap(seat=2)
    lead.tap(seat=7)
    lead.tap(seat="-")
    assert lead.asked == "witch.poison"
    page = wrong(lead, "leaves", seat=4, how="quietly")
    assert "must be given again: 1" in page
    wrong(lead, "leaves", seat=4, how="quietly", sure="yes")
    assert lead.asked == "call.fake"


def test_nothing_of_it_is_for_strangers(site: Site) -> None:
    lead = at_debate(site)
    stranger = Phone(site)
    assert stranger.get(f"/g/{lead.id}/lead/wrong").status_code == 403
    assert stranger.post(f"/g/{lead.id}/lead/wrong/leaves", at=lead.table.revision, seat=1).status_code == 403
    assert lead.phone.get(f"/g/{lead.id}/lead/wrong/sings").status_code == 404


# -- a card that does not fit --


def test_a_card_that_contradicts_the_record_says_what_was_recorded_and_when(site: Site) -> None:
    """IDENT-4"""
    lead = Lead(site, cards_known_to_app=False)
    lead.tap()
    assert lead.asked == "identify"
    lead.tap(seat=1)  # Ann opened her eyes as the Seer, or so it was tapped
    page = lead.see("/wrong/card?seat=1&card=witch")
    assert "Ann shows: Witch." in page
    assert "Seer" not in outside_covers(page)
    assert "Recorded for Ann so far: Seer." in page
    assert "Night 1:" in page
    assert "/lead/edit/1" in page
    assert "Another card was shown" in page
    assert "fits everything" in lead.see("/wrong/card?seat=2&card=witch")
    assert "Whose card?" in lead.see("/wrong/card")
    assert "really have?" in lead.see("/wrong/card?seat=2")


def test_a_card_excluded_by_a_call_is_traced_to_it(site: Site) -> None:
    """IDENT-4: whoever kept the eyes shut at the Werewolves' call is none."""
    lead = Lead(site, cards_known_to_app=False)
    lead.tap()
    lead.tap(seat=1)
    lead.tap(seat=5)
    lead.tap(value="hunter")
    assert lead.asked == "werewolves.identify"
    lead.tap(seat=["2", "3"])
    index = len(lead.table.game.answers) - 1
    assert f"/lead/edit/{index}" in lead.see("/wrong/card?seat=6&card=werewolf")


def test_others_than_the_recorded_lovers_are_one_tap_away(site: Site) -> None:
    lead = Lead(site, deck=["cupid", *DEALT[1:]])
    assert "Cupid has not been called" in lead.see("/wrong/lovers")
    lead.tap()
    assert lead.asked == "cupid.pair"
    lead.tap(seat=["5", "6"])
    index = len(lead.table.game.answers) - 1
    assert f"/lead/edit/{index}" in lead.see("/wrong/lovers")


def test_lovers_can_only_be_forgotten_where_the_table_knows_there_may_be_some(site: Site) -> None:
    """What is laid out for an Actor may be secret: wherever there is one, there may be a Cupid."""
    assert "/wrong/lovers" not in Lead(site).see("/wrong")
    for name in ("cupid", "actor"):
        trio: dict[str, Any] = {"trio": ["seer", "fox", "elder"]} if name == "actor" else {}
        assert "/wrong/lovers" in Lead(site, deck=[name, *DEALT[1:]], **trio).see("/wrong"), name
    assert "/wrong/lovers" in Lead(site, also_announced=["cupid"]).see("/wrong")


def test_tapping_a_card_that_cannot_be_leads_to_what_was_recorded(site: Site) -> None:
    """IDENT-4: no dead end at the question itself."""
    lead = Lead(site, cards_known_to_app=False)
    lead.tap()
    lead.tap(seat=1)
    lead.tap(seat=5)
    assert lead.asked == "seer.card"
    assert 'value="seer"' in lead.page
    page = lead.tap(status=422, value="seer")
    assert "Eve shows: Seer." in page
    assert "Another card was shown" in page
    assert "/lead/edit/1" in page
    assert lead.asked == "seer.card"


# -- calls that only pretend --


def test_a_faked_witch_of_the_first_night_is_asked_twice(site: Site) -> None:
    """FK-1: whether she heals and whether she poisons, like one who is there; nothing of it is recorded."""
    lead = Lead(site, deck=[*DEALT[:3], "thief", *DEALT[4:], "witch", "simple_villager"])
    while 'data-asked="call.fake"' not in lead.page or "Whom does she heal?" not in lead.page:
        lead.tap(**({"seat": 5} if "data-legal" in lead.page else {"value": "-"} if 'value="-"' in lead.page else {}))
    answers = len(lead.table.game.answers)
    lead.tap(seat="-")
    assert "Whom does she poison?" in lead.result
    assert "She keeps the poison" in lead.result
    assert "Seen" not in lead.result
    assert len(lead.table.game.answers) == answers + 1
    assert "The Witch corks her vials" in lead.page


# -- cards are turned over --


def test_a_card_the_app_knows_is_turned_over_all_the_same(site: Site) -> None:
    """GEN-4, IDENT-2: the step is there whether the app had to ask or not, and one tap goes on."""
    lead = Lead(site)
    lead.night()
    page = lead.tap()
    assert lead.asked == "day.debate", "the game itself has gone on"
    assert 'data-asked="card.shown"' in page
    assert "Gus, turn your card over." in page
    assert "did not live" in page
    assert "Gus shows" not in page
    assert 'aria-pressed="true"' not in page, "nothing is read before it lies open"
    for name in ("werewolf", "seer", "witch", "hunter", "simple_villager"):
        assert f'value="{name}"' in page, "every card is offered, as if it were not known"
    before = lead.table.game.answers
    page = lead.tap("turn", value="simple_villager")
    assert 'data-asked="day.debate"' in page
    assert lead.table.game.answers == before
    lead.tap("undo")
    assert lead.asked == "dawn.breaks"


def test_a_verdict_is_told_in_the_light_of_its_day(site: Site) -> None:
    """The game itself is in the next night already; the village has heard nothing yet and sits in the sun."""
    lead = Lead(site)
    lead.night()
    lead.tap()
    lead.turn()
    lead.tap(value="vote")
    ballots = {f"vote-{voter}": "6" for voter in (1, 2, 3, 4, 5, 8)}
    reply = lead.phone.client.post(f"/g/{lead.id}/lead/answer", data={"at": str(lead.table.revision), **ballots})
    assert lead.asked == "night.falls"

    def is_day(page: str) -> bool:
        return 'data-phase="day"' in page and "<span>Day 1</span>" in page and "Night 2" not in page

    page = unescape(reply.text)
    assert '<p class="moment__small">The votes: Fay 6' in page
    assert "<p>The village condemns Fay.</p>" in page, "the largest sentence"
    assert is_day(page)
    while 'data-asked="moment"' in page:
        assert is_day(page)
        page = unescape(
            lead.phone.post(f"/g/{lead.id}/lead/told", at=lead.table.revision, told=lead.table.headway.told).text
        )
    assert lead.table.turning == 6
    assert is_day(page)
    lead.turn()
    assert "<span>Night 2</span>" in lead.page
    assert 'data-phase="night"' in lead.page


def test_another_card_than_the_known_one_is_no_dead_end(site: Site) -> None:
    """IDENT-4"""
    lead = Lead(site)
    lead.night()
    lead.tap()
    page = lead.tap("turn", value="hunter")
    assert "Gus shows: Hunter." in page
    assert "The app dealt this card itself" in page
    assert 'data-asked="card.shown"' in lead.see()


def test_a_card_just_entered_is_not_turned_over_twice(site: Site) -> None:
    lead = Lead(site, cards_known_to_app=False)
    table = lead.table
    while lead.asked != "card.shown":
        prompt = table.game.prompt
        assert prompt is not None
        table = run(site.tables.answer(lead.table, _truth(prompt)))
    seat = (lead.table.game.prompt or _nothing()).seat
    page = lead.tap(value=DEALT[seat - 1])
    assert "data-turning" not in page
    assert lead.asked != "card.shown"


def test_victory_comes_first_and_the_news_below(site: Site) -> None:
    lead = Lead(site, deck=["werewolf", *["simple_villager"] * 7])
    lead.tap()
    lead.tap(seat=2)
    lead.tap()
    lead.tap("turn", value="simple_villager")
    lead.tap(value="vote")
    page = lead.tap(vote_3=1, vote_4=1, vote_5=1, vote_6=1, vote_7=1, vote_8=1)
    assert lead.asked == ""
    assert 'data-asked="card.shown"' in page, "the last card is turned over too"
    page = lead.tap("turn", value="werewolf")
    assert page.index('class="winners"') < page.index('class="news"')


def _nothing() -> Prompt:
    raise AssertionError("nothing is asked")


def _truth(prompt: Prompt) -> Any:
    """What the table of these tests answers: its cards as dealt, the wolves hungry for Gus."""
    if prompt.about == prompts.FACE:
        return DEALT[prompt.seat - 1]
    if prompt.about == prompts.PACK:
        return (2, 3)
    if prompt.key == "identify":
        return DEALT.index(prompt.card) + 1
    if prompt.kind == prompts.ACK:
        return True
    return {"seer.look": 2, "werewolves.devour": 7}.get(prompt.key)


# -- one answer is set right, and the evening goes on --


def mistaken(site: Site) -> tuple[Lead, int]:
    """A night in which two were entered the wrong way round, up to the debate; and which answer says so."""
    deck = {"werewolf": 1, "cupid": 1, "defender": 1, "simple_villager": 5}
    lead = Lead(site, deck=deck, cards_known_to_app=False)
    holders = {"cupid": 4, "defender": 3, "werewolf": 2}
    chosen = {"cupid.pair": (5, 6), "defender.protect": 7, "werewolves.devour": 7}
    while lead.asked != "day.debate":
        prompt = lead.table.game.prompt
        assert prompt is not None
        if prompt.about.what in (prompts.HOLDERS, prompts.PACK.what):
            value: Any = holders[prompt.about.card or "werewolf"]
            value = (value,) if prompt.high > 1 else value
        else:
            value = chosen.get(prompt.key, prompt.kind == prompts.ACK)
        run(site.tables.answer(lead.table, value))
    return lead, next(i for i, given in enumerate(lead.table.game.answers) if given.card == "cupid")


def test_after_a_correction_only_what_no_longer_fits_is_asked_anew(site: Site) -> None:
    """IDENT-5"""
    lead, index = mistaken(site)
    answered = len(lead.table.game.answers)
    preview = unescape(lead.tap(f"edit/{index}", seat=3))
    assert "One question is asked anew." in outside_covers(preview)
    lead.tap(f"edit/{index}", seat=3, sure="yes")
    waiting = len(lead.table.game.waiting)
    assert waiting == answered - len(lead.table.game.answers) > 4
    site.tables._cache.clear()  # whatever happens to the server
    assert f"What was entered after it ({waiting - 1} answers) follows by itself" in lead.see()
    assert lead.asked == "identify"
    lead.tap(seat=4)
    assert lead.asked == "day.debate"
    assert len(lead.table.game.answers) == answered
    assert lead.table.game.waiting == ()
    assert "no longer fits" not in lead.see()


def test_a_correction_is_taken_back_as_a_whole(site: Site) -> None:
    lead, index = mistaken(site)
    before = lead.table.game.answers
    lead.tap(f"edit/{index}", seat=3, sure="yes")
    assert "Undo the change" in lead.see()
    lead.tap("undo")
    assert lead.table.game.answers == before
    assert lead.asked == "day.debate"
    assert "Undo the change" not in lead.see()
    lead.tap("undo")
    assert len(lead.table.game.answers) == len(before) - 1


def test_another_card_to_look_at_is_seen_to_be_another(site: Site) -> None:
    """IDENT-1: each question says whose card it is, so that none is entered for another's."""
    deck = {"werewolf": 1, "fox": 1, "simple_villager": 6}
    lead = Lead(site, deck=deck, cards_known_to_app=False)
    asked: list[str] = []
    while len(asked) < 2:
        prompt = lead.table.game.prompt
        assert prompt is not None
        if prompt.key == "card.look":
            asked.append(unescape(outside_covers(lead.see())))
        values = {"fox.sniff": 4, "identify": 1, "card.look": "simple_villager"}
        run(site.tables.answer(lead.table, values.get(prompt.key, True)))
    assert "Which card does Cid hold?" in asked[0]
    assert "Which card does Dan hold?" in asked[1]
