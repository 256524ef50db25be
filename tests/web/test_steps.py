"""One tap after another: results, calls that only pretend, refusals, what undo says, what the phones choose."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from nightcall import Game, play
from nightcall.cli import files
from nightcall.desk import in_short
from nightcall.desk.script import ROUND
from nightcall.engine import tape as tapes
from nightcall.engine.game import Answer
from nightcall.engine.prompts import BALLOTS, CHOOSE, FACE, Poll, Prompt
from nightcall.web.app import Site
from nightcall.web.manner import Manner
from nightcall.words import Words
from tests.command import Run
from tests.golden import TAPES
from tests.web.covers import outside_covers
from tests.web.evenings import ANN, BEA, CID, DAN, FAY, GUS, evening, go_on
from tests.web.phone import Phone, begin, run
from tests.web.program import begun
from tests.web.test_lead import Lead, form_of

FOX = ("fox", "werewolf", "seer", "witch", "hunter", "simple_villager", "simple_villager", "simple_villager")


def told(lead: Lead, name: str) -> str:
    """The last event of this name, in words."""
    game = lead.table.game
    return next(Words("en").event(event, game.players) for event in reversed(game.events) if event.name == name)


def said(key: str, **facts: str) -> str:
    return Words("en").text(key, **facts)


def shape(page: str) -> list[str]:
    """What is seen at a glance: every element in the open with its class, and every word but names."""
    page = re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)
    seen = re.findall(r"<(\w+)(?:[^>]*?class=\"([^\"]*)\")?", page[page.index("<main>") :])
    return [f"{tag}.{names}" for tag, names in seen if tag not in ("p", "span")]


# -- a result is a step of its own --


def test_the_seer_s_answer_comes_while_she_is_awake(site: Site) -> None:
    lead = Lead(site)
    lead.tap()
    lead.tap(seat=2)
    assert said("call.seer.wake") in lead.result
    assert said("call.werewolves.wake") not in lead.result
    assert told(lead, "card_seen") in lead.result
    assert told(lead, "card_seen") not in outside_covers(lead.result)
    assert "Seen" in outside_covers(lead.result)
    assert lead.asked == "werewolves.devour"
    assert told(lead, "card_seen") not in lead.page, "the next character's note is about something else"


def test_a_result_waits_until_it_is_seen_even_on_another_phone(site: Site) -> None:
    lead = Lead(site)
    lead.tap()
    at = lead.table.revision
    first = unescape(lead.phone.post(f"/g/{lead.id}/lead/answer", at=at, seat=2).text)
    assert 'data-asked="result"' in first
    other = Phone(site).leads(lead.table)
    assert 'data-asked="result"' in other.get(f"/g/{lead.id}/lead").text
    assert 'data-asked="result"' in lead.see(), "reloading does not skip it"
    lead.tap("seen")
    assert 'data-asked="werewolves.devour"' in other.get(f"/g/{lead.id}/lead").text
    lead.tap("seen", at=at)
    assert 'data-asked="werewolves.devour"' in lead.see(), "an old tap dismisses nothing"


def test_undo_leads_from_the_result_and_from_the_next_question_to_the_question(site: Site) -> None:
    lead = Lead(site)
    lead.tap()
    lead.phone.post(f"/g/{lead.id}/lead/answer", at=lead.table.revision, seat=2)
    lead.tap("undo")
    assert 'data-asked="seer.look"' in lead.page
    lead.tap(seat=2)
    lead.tap(seat=7)
    lead.tap("undo")
    assert 'data-asked="werewolves.devour"' in lead.page
    assert not lead.result, "what the Seer saw was seen"


def test_a_faked_call_has_the_same_step_with_the_same_look(site: Site) -> None:
    """FK-1: whether the Seer is there at all is not to be told by what follows the tap."""
    live = Lead(site)
    live.tap()
    live.tap(seat=2)
    fake = Lead(site, deck=["defender", *FOX[1:2], "werewolf", *FOX[3:]], also_announced=["seer"])
    fake.tap()
    fake.tap(seat=2)
    assert live.result
    assert fake.result
    assert shape(live.result) == shape(fake.result)
    assert outside_covers(live.result) == outside_covers(fake.result)
    assert "nobody is there to answer it" in fake.result


@pytest.mark.parametrize("tapped", ["3", "-"])
def test_whoever_declines_is_shown_nothing_and_a_faked_call_neither(site: Site, tapped: str) -> None:
    """FOX-1: the Fox may shake the head."""
    live = Lead(site, deck=list(FOX))
    fake = Lead(site, deck=["hunter", *FOX[1:]], also_announced=["fox"])
    for lead in (live, fake):
        while said("prompt.fox.sniff.ask") not in lead.page:
            lead.tap(seat=6 if "seer" in lead.asked else "-")
        lead.tap(seat=tapped)
    assert bool(live.result) == bool(fake.result) == (tapped == "3")
    if tapped == "3":
        assert told(live, "sniffed") in live.result
        assert told(live, "sniffed") not in outside_covers(live.result)


def test_with_real_cards_a_known_card_and_a_faked_call_look_like_an_unknown_one(site: Site) -> None:
    """SEER-1, FK-1: the card is turned over, and the app asks for it whether it knows it or not."""
    options: dict[str, Any] = {"cards_known_to_app": False, "deck": {"werewolf": 2, "seer": 1, "simple_villager": 5}}
    lead = Lead(site, **options)
    lead.tap()
    lead.tap(seat=1)
    lead.tap(seat=2)
    assert lead.asked == "seer.card"
    unknown = lead.page
    lead.tap(value="werewolf")
    assert not lead.result, "it was entered: there is nothing to add"
    lead.tap(seat=["2", "3"])
    lead.tap(seat=4)
    while lead.asked != "seer.look":
        prompt = lead.table.game.prompt
        assert prompt is not None
        lead.tap(**form_of(prompt, _next(prompt)))
    lead.tap(seat=3)
    assert told(lead, "card_seen") in lead.result
    assert shape(lead.result) == shape(unknown)
    buttons = re.compile(r'class="(choice|nobody|primary)[^>]*>([^<]+)')
    assert buttons.findall(lead.result) == buttons.findall(unknown)
    asked = re.compile(r'class="ask">([^<]+)')
    assert asked.findall(unknown) == ["Which card does Bea hold?"]
    assert asked.findall(lead.result) == ["Which card does Cid hold?"]
    assert said("call.seer.wake") in unknown, "the sentence stays until the Seer has seen it"


@pytest.mark.parametrize(("middle", "unknown"), [(5, (4, 5, 6)), (3, (3, 4)), (1, (8,)), (8, (7, 8))])
def test_three_cards_are_lifted_for_the_fox_known_or_not_or_faked(
    site: Site, middle: int, unknown: tuple[int, ...]
) -> None:
    """FOX-1, FK-1, FK-2: Ann is the Thief, Bea the Fox; in the other game the Fox lies in the middle of the table.

    Each question says whose card it is, and they come as the three sit and as the note names them: a known card too.
    """
    three = [(middle + step - 1) % 8 + 1 for step in (-1, 0, 1)]
    deck = {"werewolf": 2, "thief": 1, "fox": 1, "simple_villager": 6}
    screens = []
    for spare in ("simple_villager", "fox"):
        lead = Lead(site, cards_known_to_app=False, deck=deck)
        given = {"identify": 1, "thief.spares": (spare, "simple_villager"), "thief.swap": None, "call.fake": middle}
        while said("call.fox.wake") not in lead.page:
            prompt = lead.table.game.prompt
            assert prompt is not None
            lead.tap(**form_of(prompt, given.get(prompt.key, True)))
        seen = [lead.tap(seat=2)] if lead.asked == "identify" else []  # in the other game that is only pretended
        lead.tap(seat=middle)
        seen += lead.lifted
        while (prompt := lead.table.game.prompt) and prompt.key == "card.look":
            seen.append(lead.page)
            lead.tap(value="werewolf" if prompt.seat == unknown[0] else "simple_villager")
            seen += lead.lifted
        screens.append([*seen, lead.result])
        if spare != "fox":
            looked = [prompt.seat for prompt in lead.table.game.asked if prompt.key == "card.look"]
            assert looked == list(unknown), "as they sit"
            sniffed = next(event for event in lead.table.game.events if event.name == "sniffed")
            assert sniffed.facts["seats"] == tuple(three)
            first = unescape(seen[1])
            names = Words("en").names(lead.table.game.players[seat - 1] for seat in three)
            assert f"as they sit: {names}." in first
    assert len(screens[0]) == len(screens[1]) == 5, "around whom, three cards, and what the Fox learns"
    for one, other in zip(*screens, strict=True):
        assert shape(one) == shape(other)
        assert outside_covers(one) == outside_covers(other)
    players = lead.table.game.players
    for seat, page in zip(three, screens[0][1:4], strict=True):
        assert f"Which card does {players[seat - 1]} hold?" in outside_covers(page)


def asked_for_cards() -> list[tuple[str, Game]]:
    """Every rule that asks for somebody's card, as far as a game on tape was played until it did; each once."""
    found: dict[str, Game] = {}
    for path in sorted(TAPES.glob("*.jsonl")):
        loaded = tapes.loads(path.read_text("utf-8"))
        told = play(loaded.setup, loaded.answers)
        for place, prompt in enumerate(told.asked):
            if prompt.about == FACE:
                found.setdefault(f"{prompt.key} {prompt.rule}", play(told.setup, told.answers[:place]))
    return list(found.items())


ASKED_FOR_CARDS = asked_for_cards()


def test_the_games_on_tape_ask_for_cards_wherever_rules_do() -> None:
    assert {name.partition(" ")[0] for name, _ in ASKED_FOR_CARDS} == {
        "card.look",
        "card.shown",
        "seer.card",
        "church.card",
    }


@pytest.mark.parametrize(("name", "game"), ASKED_FOR_CARDS, ids=[name for name, _ in ASKED_FOR_CARDS])
def test_page_terminal_and_program_ask_whose_card_it_is(site: Site, tmp_path: Path, name: str, game: Game) -> None:
    """IDENT-1, IDENT-2, CK-1, SEER-1, CONF-1, DBL-4"""
    assert game.prompt is not None
    whose = Words("en").seat(game.prompt.seat, game.players)
    program, path = begun(site, game.setup)
    table = run(site.tables.find(path.rpartition("/")[2]))
    for answer in game.answers:
        table = run(site.tables.answer(table, answer.value))
    page = Phone(site).leads(table).get(f"/g/{table.id}/lead").text
    asked = re.findall(r'<h2 class="ask"[^>]*>([^<]*)', page)
    assert len(asked) == 1
    assert whose in unescape(asked[0])
    files.save(tmp_path / "game.jsonl", game)
    assert asked[0] in Run("play", "--resume", str(tmp_path / "game.jsonl"), typed="/quit").all
    assert program.get(f"{path}/lead")["prompt"]["question"] == asked[0]


def test_the_second_card_of_a_player_is_asked_for_as_the_other_one(site: Site) -> None:
    """DBL-4: the same question twice would look as if the first tap had gone astray."""
    loaded = tapes.loads((TAPES / "double_you_big.jsonl").read_text("utf-8"))
    told = play(loaded.setup, loaded.answers)
    looks = [(prompt.key, prompt.seat) for prompt in told.asked]
    place = next(place for place, (one, other) in enumerate(pairwise(looks)) if one == other and one[0] == "card.look")
    for answers, asked in ((place, "Which card does {} hold?"), (place + 1, "Which is {}'s other card?")):
        table = run(site.tables.begin(told.setup, Manner(), told.answers[:answers]))
        page = Phone(site).leads(table).get(f"/g/{table.id}/lead").text
        assert asked.format(Words("en").seat(looks[place][1], told.players)) in outside_covers(page)


def test_whose_card_a_faked_call_asks_for_follows_the_last_tap(site: Site) -> None:
    """FOX-1, FK-1: whoever watches sees a name tapped, and then those around it."""
    deck = {"werewolf": 2, "hunter": 1, "simple_villager": 5}
    lead = Lead(site, cards_known_to_app=False, deck=deck, also_announced=["fox"])
    lead.tap()
    assert said("call.fox.wake") in lead.page
    here, at = f"/g/{lead.id}/lead", lead.table.revision
    lead.phone.post(f"{here}/answer", at=at, seat=2)  # whose eyes are open
    at = lead.table.revision
    page = lead.phone.post(f"{here}/seen", at=at, nth=-1, seat=6).text  # around whom
    for nth, name in enumerate(("Eve", "Fay", "Gus"), start=1):
        assert f"Which card does {name} hold?" in outside_covers(page)
        page = lead.phone.post(f"{here}/seen", at=at, nth=nth, value="werewolf").text
    assert "Seen" in outside_covers(page)


def test_a_card_lifted_for_the_fox_that_contradicts_the_record_is_not_passed_over(site: Site) -> None:
    """FOX-1, IDENT-4: Ann was recorded as the Thief, and shows a Werewolf's card now."""
    deck = {"werewolf": 2, "thief": 1, "fox": 1, "simple_villager": 6}
    lead = Lead(site, cards_known_to_app=False, deck=deck)
    given = {"identify": 1, "thief.spares": ("simple_villager", "simple_villager"), "thief.swap": None}
    while said("call.fox.wake") not in lead.page:
        prompt = lead.table.game.prompt
        assert prompt is not None
        lead.tap(**form_of(prompt, given.get(prompt.key, True)))
    lead.tap(seat=2)
    lead.tap(seat=1)
    here, at = f"/g/{lead.id}/lead", lead.table.revision
    page = lead.phone.post(f"{here}/answer", at=at, value="simple_villager").text  # Hal's, the first of the three
    assert "Card no. 2: Ann's." in unescape(page)
    at = lead.table.revision
    reply = unescape(lead.phone.post(f"{here}/seen", at=at, nth=2, value="werewolf").text)
    assert Words("en").text("web.wrong.card") in reply
    assert 'data-asked="result"' in lead.see()
    assert 'name="nth" value="2"' in lead.page, "nothing is passed over"
    reply = unescape(lead.phone.post(f"{here}/seen", at=at, nth=2, value="thief").text)
    assert 'name="nth" value="3"' in reply


def _next(prompt: Prompt) -> Any:
    """Everybody against Eve, whose card is a Villager's like any other shown."""
    if prompt.kind == BALLOTS:
        return dict.fromkeys(prompt.voters, 5)
    if prompt.kind == CHOOSE:
        return "vote" if "vote" in prompt.options else "simple_villager"
    return True


def test_the_sentence_stays_also_where_a_card_had_to_be_looked_at(site: Site) -> None:
    """FOX-1: none of the three is known yet; what the Fox is told comes with his own sentence all the same."""
    deck = {"werewolf": 2, "fox": 1, "simple_villager": 5}
    lead = Lead(site, cards_known_to_app=False, deck=deck)
    lead.tap()
    lead.tap(seat=1)
    lead.tap(seat=3)
    for name in ("Bea", "Cid", "Dan"):
        assert lead.asked == "card.look"
        assert f"Which card does {name} hold?" in outside_covers(lead.page)
        lead.tap(value="simple_villager")
    assert told(lead, "sniffed") in lead.result
    assert said("call.fox.wake") in outside_covers(lead.result)


def test_by_day_too_nobody_looks_closed_for_a_secret_reason(site: Site) -> None:
    """LOVE-3, BARB-1: the Barber may not cut a Lover's throat, and the open screen must not say who that is."""
    deck = ["cupid", "werewolf", "werewolf", *["simple_villager"] * 5]
    houses = ["barber_shop", *[f"farm_{number}" for number in range(1, 6)], "manor", "church"]
    lead = Lead(site, deck=deck, buildings=houses, buildings_available=True, preset="pacte")
    while lead.asked != "day.debate":
        given: dict[str, Any] = {"cupid.pair": ["1", "5"], "werewolves.devour": "8"}
        lead.tap(**({"seat": given[lead.asked]} if lead.asked in given else {}))
        lead.turn()
    lead.tap(value="barber_shop.cut")
    prompt = lead.table.game.prompt
    assert prompt is not None
    assert 5 in prompt.refused
    states = dict(re.findall(r'data-seat="(\d)" data-state="(\w+)"', lead.page))
    assert {seat: state for seat, state in states.items() if state != "legal"} == {"1": "refused", "8": "dead"}


def test_the_confessor_s_card_is_covered_by_day(site: Site) -> None:
    """CONF-2, with everybody awake."""
    lead = Lead(site, buildings=["church", *["vagabond"] * 7], buildings_available=True)
    lead.night()
    lead.tap()
    lead.tap(value="church.confess")
    lead.tap(seat=2)
    assert told(lead, "card_seen") in lead.result
    assert told(lead, "card_seen") not in outside_covers(lead.result)


# -- for one pair of eyes --


def show(lead: Lead, place: str = "") -> str:
    return lead.see(f"/show{place}")


def test_each_reader_has_a_page_behind_a_cover_with_the_name(site: Site) -> None:
    deck = ["cupid", "werewolf", "werewolf", "witch", "hunter", *["simple_villager"] * 3]
    lead = Lead(site, deck=deck)
    lead.tap()
    lead.tap(seat=["5", "6"])
    assert lead.asked == "lovers.meet"
    first, second = show(lead), show(lead, "/1")
    for page, name, other in ((first, "Eve", "Fay"), (second, "Fay", "Eve")):
        assert name in outside_covers(page)
        assert other not in outside_covers(page)
        assert f"You are in love with {other}" in page
        assert "In love" not in outside_covers(page)
    assert "/lead/rest?then=1" in first
    assert "/lead/show/1" in lead.see("/rest?then=1")
    assert "?then" not in second
    assert "nothing to show" in show(lead, "/7")


def test_the_witch_is_not_shown_who_was_infected(site: Site) -> None:
    """CWF-1, CWF-3, WITCH-2: one after the other, and each is for one pair of eyes."""
    deck = ["cursed_wolf_father", "werewolf", "seer", "witch", "hunter", *["simple_villager"] * 3]
    lead = Lead(site, deck=deck)
    lead.tap()
    lead.tap(seat=5)
    lead.tap(seat=6)
    lead.phone.post(f"/g/{lead.id}/lead/answer", at=lead.table.revision, value="yes")
    page = show(lead)
    assert "Fay" in outside_covers(page)
    assert "You are infected." in page
    assert "attacked" not in page
    assert "nothing to show" in show(lead, "/1"), "the Witch sleeps"
    lead.tap("seen", nth=ROUND)
    assert lead.asked.startswith("witch")
    page = show(lead)
    assert "Dan" in outside_covers(page)
    assert "attacked" in page
    assert "infected" not in page
    assert "nothing to show" in show(lead, "/1")


@pytest.mark.parametrize(("language", "said"), [("en", "The card of Bea: Werewolf"), ("fr", "La carte de Bea")])
def test_the_page_speaks_to_its_reader_and_has_the_picture(site: Site, language: str, said: str) -> None:
    lead = Lead(site, language)
    lead.tap()
    lead.phone.post(f"/g/{lead.id}/lead/answer", at=lead.table.revision, seat=2)
    page = show(lead)
    assert said in page
    assert "#werewolf" in page
    assert "Ann" in outside_covers(page)
    assert "/lead/rest" in page
    assert '/lead"' not in page, "from here the way leads to a clock"


def test_the_way_to_that_page_is_in_the_open_whether_there_is_something_or_not(site: Site) -> None:
    """A link inside what is open only while held cannot be tapped; one that comes and goes would tell."""
    lead = Lead(site, also_announced=["defender"])
    lead.tap()
    for seat in (2, 3, 7):
        assert 'id="show"' in lead.page
        secrets = "".join(re.findall(r'class="peek__secret".*?</div>', lead.page, re.DOTALL))
        assert 'id="show"' not in secrets
        lead.tap(seat=seat)
        assert not lead.result or 'id="show"' in lead.result


# -- calls that only pretend --


def spent(site: Site) -> Lead:
    """Dan, the Witch, has used both potions; the second night comes to her call."""
    lead = Lead(site)
    lead.tap()
    lead.tap(seat=2)
    lead.tap(seat=7)
    lead.tap(seat=7)
    lead.tap(seat=8)
    lead.tap()
    lead.tap(value="vote")
    lead.tap(vote_1=6, vote_2=6, vote_3=6, vote_4=6)
    while lead.asked != "werewolves.devour":
        lead.tap(seat=2)
    lead.tap(seat=5)
    return lead


def test_a_witch_who_can_do_nothing_more_is_not_nobody(site: Site) -> None:
    """WITCH-3: she opens her eyes all the same, and whoever leads must know what to do."""
    lead = spent(site)
    assert lead.asked == "call.fake"
    assert "There is nothing here for Dan to do" in lead.page
    assert "shake your head" in lead.page
    assert said("prompt.call.fake.do") not in lead.page
    assert "for Dan to do" not in outside_covers(lead.page)
    lead.tap(seat=5)
    assert lead.asked == "dawn.breaks"
    assert "Nothing was recorded at the call of the Witch: there is nothing there for Dan to do." in lead.page
    assert "Nothing was recorded" not in outside_covers(lead.page)


def test_at_a_call_of_nobody_too_a_tap_says_that_it_did_nothing(site: Site) -> None:
    lead = Lead(site, also_announced=["defender"])
    lead.tap()
    lead.tap(seat=2)
    assert said("prompt.call.fake.do") in lead.page
    lead.tap(seat=3)
    assert "Nothing was recorded at the call of the Defender: nobody is there to answer it." in lead.page


# -- nobody is quiet --


def test_nobody_is_never_the_bright_button(site: Site) -> None:
    lead = Lead(site)
    lead.tap()
    lead.tap(seat=2)
    lead.tap(seat=7)
    assert lead.asked == "witch.heal"
    assert re.search(rf'class="nobody"[^>]*>{said("choice.witch.heal.none")}', lead.page)
    assert 'class="primary"' not in lead.page


# -- refusals --


def test_a_refusal_says_no_more_in_the_open_than_that(site: Site) -> None:
    lead = Lead(site)
    lead.tap()
    lead.tap(seat=2)
    page = lead.tap(status=422, seat=3)
    assert "one of their own" in page
    assert "WW-2" not in page, "numbers of rules are for whoever asks why"
    seen = outside_covers(page)
    assert "Not possible: see your note." in seen
    assert "own kind" not in seen
    assert "WW" not in seen


def test_a_lover_s_vote_too(site: Site) -> None:
    """LOVE-4 by day: that these two may not point at each other is nobody's business."""
    deck = ["cupid", "werewolf", "werewolf", "witch", "hunter", *["simple_villager"] * 3]
    lead = Lead(site, deck=deck)
    lead.tap()
    lead.tap(seat=["5", "6"])
    while lead.asked != "day.debate":
        lead.tap(**({"seat": 7} if lead.asked == "werewolves.devour" else {"seat": "-"}))
    lead.tap(value="vote")
    page = lead.tap(status=422, vote_5=6, vote_1=2)
    assert "Eve may not vote against Fay." in page
    assert "LOVE" not in page
    assert "may not vote" not in outside_covers(page)
    assert "Lover" not in outside_covers(page)


# -- undo --


def undo_of(page: str) -> str:
    found = re.search(r'class="undo"[^>]*title="([^"]*)"', page)
    assert found is not None
    return found[1]


def test_undo_names_a_faked_call_as_it_looked(site: Site) -> None:
    lead = Lead(site, also_announced=["defender"])
    lead.tap()
    lead.tap(seat=2)
    lead.tap(seat=3)
    assert undo_of(lead.page) == f"Undo: {said('prompt.defender.protect.ask')}"


def test_undo_names_a_vote_by_whom_most_pointed_at() -> None:
    players = ["Ann", "Bea", "Cid", "Dan"]
    prompt = Poll("vote.ballots", BALLOTS, "VOTE-1", options=(1, 2), voters=(1, 2, 3, 4), weights={4: 2})
    short = in_short(Answer({1: 2, 2: 1, 3: 2, 4: None}), prompt, Words("en"), players)
    assert short == "Bea 2"
    assert in_short(Answer({1: 2, 2: None, 3: None, 4: 1}), prompt, Words("en"), players) == "Ann 2"
    assert in_short(Answer({1: None}), prompt, Words("en"), players) == "–"


def test_undo_calls_a_house_by_its_name(site: Site) -> None:
    buildings = ["farm_6", "church", *["vagabond"] * 6]
    lead = Lead(site, buildings=buildings, buildings_available=True, seed=3)
    table, words = lead.table, Words("en")
    prompt = Prompt("houses.move_in", "yes_no", "VAG-1", card="farm_6", audience="public")
    from nightcall.desk import question

    assert "farm_6" not in question(prompt, words, table.game.players)
    assert "Farm" in question(prompt, words, table.game.players)


# -- what the phones choose --


def test_of_the_phones_choices_a_count_is_in_the_open_and_the_names_in_the_note(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    phone = Phone(site).leads(table)
    before = outside_covers(phone.get(f"/g/{table.id}/lead").text)
    assert "Chosen on phones: 0" in before
    table = run(site.tables.suggest(table, CID, GUS))
    page = unescape(phone.get(f"/g/{table.id}/lead").text)
    seen = outside_covers(page)
    assert "Chosen on phones: 1" in seen
    assert "Cid → Gus" in page
    assert "Cid → Gus" not in seen
    assert 'aria-pressed="true"' not in page, "nor is it to be seen on the ring"
    assert "seat__votes" not in page
    phone.post(f"/g/{table.id}/lead/answer", at=table.revision, take="phones")
    assert run(site.tables.find(table.id)).game.answers[-1].value == GUS, "one tap takes it"


def test_the_pack_s_choice_is_taken_only_if_it_agrees(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour", seer__look=BEA)
    phone = Phone(site).leads(table)
    phone.post(f"/g/{table.id}/lead/seen", at=table.revision)
    table = run(site.tables.find(table.id))
    table = run(site.tables.suggest(table, ANN, FAY))
    table = run(site.tables.suggest(table, BEA, DAN))
    page = phone.get(f"/g/{table.id}/lead").text
    assert re.search(r'name="take"[^>]*disabled', page)
    reply = phone.post(f"/g/{table.id}/lead/answer", at=table.revision, take="phones", seat="99")
    assert reply.status_code == 422


def test_a_faked_call_counts_phones_too(site: Site) -> None:
    table = go_on(
        site, evening(site, setup={"also_announced": ["defender"]}, phones_act=True), "call.fake", seer__look=BEA
    )
    phone = Phone(site).leads(table)
    page = phone.post(f"/g/{table.id}/lead/seen", at=table.revision).text
    assert "Chosen on phones: 0" in outside_covers(page)


# -- the log and corrections --


def test_what_is_secret_in_the_log_is_held_and_it_has_one_line_per_fact(site: Site) -> None:
    lead = Lead(site)
    lead.night()
    lead.tap()
    seen = outside_covers(lead.see("/log"))
    page = re.sub(r"<noscript>.*?</noscript>", "", lead.page, flags=re.DOTALL)
    assert told(lead, "died") in seen, "everybody has heard it"
    assert said("prompt.werewolves.devour.ask") not in seen
    assert told(lead, "card_seen") not in seen
    assert "Hold to read what is secret" in seen
    assert page.count(said("prompt.werewolves.devour.ask")) == 1
    assert told(lead, "bitten") not in page, "that is what was entered"
    assert told(lead, "card_seen") in page, "that is not"
    assert 'name="number"' in page, "the way to change it"
    assert (
        page.index(told(lead, "died"))
        < page.index(said("prompt.werewolves.devour.ask"))
        < page.index(said("prompt.seer.look.ask"))
    )


def test_a_correction_shows_nobody_s_secret_in_the_open(site: Site) -> None:
    lead = Lead(site)
    lead.night()
    lead.tap()
    index = next(i for i, given in enumerate(lead.table.game.answers) if given.key == "werewolves.devour")
    page = lead.see(f"/edit/{index}")
    assert 'data-state="refused"' not in page, "the pack is not dashed"
    assert 'aria-pressed="true"' not in page
    assert "It was: Gus." in page
    assert "It was" not in outside_covers(page)
    page = lead.tap(f"edit/{index}", seat=8)
    assert "Hal did not live" in page
    assert "Hal" not in outside_covers(page)
    page = lead.tap(f"edit/{index}", status=422, seat=2)
    assert "Not possible: see your note." in outside_covers(page)
    assert "WW-2" not in page


def test_back_after_a_correction_is_no_error(site: Site) -> None:
    lead = Lead(site)
    lead.night()
    lead.tap()
    index = next(i for i, given in enumerate(lead.table.game.answers) if given.key == "werewolves.devour")
    reply = lead.phone.post(f"/g/{lead.id}/lead/edit/{index}", at=lead.table.revision, seat=8)
    assert reply.request.method == "GET", "what would change is a page of its own"
    address = str(reply.request.url)
    lead.tap(f"edit/{index}", seat=8, sure="yes")
    back = lead.phone.client.get(address)
    assert back.status_code == 200
    assert f"/edit/{index}" in str(back.request.url)
    assert "preview" not in str(back.request.url)
    gone = lead.phone.get(f"/g/{lead.id}/lead/edit/99/preview?at=1&seat=2")
    assert gone.status_code == 200
    assert str(gone.request.url).endswith("/lead/log")


def test_why_of_a_secret_is_covered_too(site: Site) -> None:
    lead = Lead(site)
    lead.tap()
    lead.tap(seat=2)
    number = next(n for n, event in enumerate(lead.table.game.events) if event.name == "card_seen")
    assert told(lead, "card_seen") in lead.see(f"/why/{number}")
    assert "Bea" not in outside_covers(lead.page)


def test_a_physical_game_leaks_nothing_before_it_begins(site: Site) -> None:
    table = begin(site)
    page = Phone(site).leads(table).get(f"/g/{table.id}/lead").text
    assert "data-peek" in page, "there is always something to hold"
