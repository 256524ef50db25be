"""What a host reads is so, and says whose card, which vote and what is played at this table."""

from __future__ import annotations

import re
from typing import Any

from nightcall import Answer, Prompt, desk
from nightcall.desk.guessed import in_cents
from nightcall.desk.reasons import left_out
from nightcall.engine.prompts import PICK
from nightcall.web.app import Site
from nightcall.web.past import stories
from nightcall.words import Words
from tests.table import Table as Village
from tests.web.covers import outside_covers
from tests.web.test_lead import PLAYERS, Lead
from tests.web.test_steps import said, undo_of

WORDS = Words("en")
SNIFFING = ["fox", "werewolf", "big_bad_wolf", "seer", *["simple_villager"] * 4]


def test_a_card_never_dealt_is_looked_for_and_the_note_says_how_to_go_on(site: Site) -> None:
    """FK-1, IDENT-0"""
    deck = {"werewolf": 2, "hunter": 1, "simple_villager": 5}
    lead = Lead(site, deck=deck, cards_known_to_app=False, also_announced=["wild_child"])
    lead.tap()
    assert lead.asked == "call.fake"
    assert said("prompt.identify.ask") in outside_covers(lead.page)
    assert said("web.lead.feigned") in lead.page
    lead.tap(seat=1)
    assert said("prompt.wild_child.model.ask") in outside_covers(lead.result)
    assert undo_of(lead.page) == f"Undo: {said('prompt.wild_child.model.ask')}"


def elected(site: Site) -> Lead:
    """Ann and Bea are level, then Bea is Sheriff."""
    lead = Lead(site, sheriff_election="setup")
    lead.tap(value="yes")
    ballots: list[dict[str, Any]] = [{"vote-1": 2, "vote-2": 1}, {"vote-1": 2, "vote-2": 1, "vote-3": 2}]
    for votes in ballots:
        lead.tap(**votes)
    return lead


def test_the_tie_of_an_election_is_in_the_log(site: Site) -> None:
    """SHERIFF-9"""
    page = elected(site).see("/log")
    assert "Bea 1, Ann 1: a tie" in page
    assert "Bea 2, Ann 1" in page


def test_why_somebody_is_sheriff_says_the_votes_and_what_this_table_plays(site: Site) -> None:
    """SHERIFF-1"""
    lead = elected(site)
    events = lead.table.game.events
    number = next(number for number, event in enumerate(events) if event.name == "elected")
    page = lead.see(f"/why/{number}")
    assert "The votes: Bea 2, Ann 1." in page
    options = lead.table.game.setup.options
    value = WORDS.value("sheriff_election_majority", options.sheriff_election_majority)
    assert f"At this table: {WORDS.option('sheriff_election_majority')} – {value}." in page


def test_who_was_known_already_is_named_beside_those_who_were_found() -> None:
    """IDENT-R1"""
    prompt = Prompt("werewolves.identify", PICK, "IDENT-R1", options=(1, 2, 3), low=2, high=2, known=(7,))
    given = desk.spoken(Answer((1, 2)), prompt, WORDS, tuple(PLAYERS))
    assert given == "Ann, Bea; Gus, known already"


def test_the_note_says_whose_cards_the_fox_s_are(site: Site) -> None:
    """FOX-1, IDENT-1: known or not, each is asked for by name; that it is known is read under the finger alone."""
    lead = Lead(site, deck=list(SNIFFING), cards_known_to_app=False)
    while lead.asked != "fox.sniff":
        prompt = lead.table.game.prompt
        assert prompt is not None
        answers: dict[str, Any] = {"identify": {"seat": 4 if prompt.card == "seer" else 1}, "seer.look": {"seat": 3}}
        lead.tap(**answers.get(prompt.key, {"value": "big_bad_wolf"} if prompt.key == "seer.card" else {}))
    lead.tap(seat=3)
    seen = [lead.page]
    assert "Look at all of them on one round, as they sit: Bea, Cid and Dan." in lead.page
    while lead.asked == desk.LOOK:
        prompt = lead.table.game.prompt
        assert prompt is not None
        lead.tap(value="werewolf" if prompt.seat == 2 else "simple_villager")
        seen.append(lead.page)
    notes = " ".join(lead.lifted)
    assert "Card no. 2: Cid's. It is recorded already" in notes
    assert "Card no. 3: Dan's. It is recorded already" in notes
    assert all("recorded already" not in outside_covers(page) for page in [*seen, *lead.lifted])


def test_odds_come_to_a_hundred() -> None:
    assert sum(in_cents({"village": 0.526, "werewolves": 0.396, "lovers": 0.046, "nobody": 0.032}).values()) == 100
    assert in_cents({"village": 0.5, "werewolves": 0.5}) == {"village": 50, "werewolves": 50}


def test_the_undo_of_what_changed_at_the_table_names_no_numbers(site: Site) -> None:
    """TABLE-5"""
    lead = Lead(site)
    lead.night()
    while lead.asked != "day.debate":
        lead.tap()
        lead.turn()
    lead.tap("wrong/change-seats", seat=["3", "4"], sure="yes")
    label = undo_of(lead.see())
    assert not re.search(r"\d", label), label


def test_the_tie_of_an_election_is_in_the_story(site: Site) -> None:
    """SHERIFF-9"""
    game = elected(site).table.game
    told = [each.text for chapter in stories.chapters(game.events, game, WORDS) for each in chapter.happenings]
    assert f"{said('prompt.sheriff.elect.ask')} Bea 1, Ann 1: a tie." in told


def test_a_wolf_in_love_is_said_to_be_no_winner_with_the_pack() -> None:
    """LOVE-6: Bea loves Dan and falls with him; Cid wins for the pack alone."""
    people = "Ann:cupid Bea:werewolf Cid:werewolf Dan Eve Fay"
    t = Village(people).night(pair=["Bea", "Dan"], devour="Dan").dawn()
    assert t.dead == ["Dan", "Bea"]
    while t.game.outcome is None:
        victim = next(name for name in ("Ann", "Eve", "Fay") if name not in t.dead)
        t.day().night(devour=victim).dawn()
    assert t.game.outcome.winner == "werewolves"
    assert left_out(t.game, "won") == [2]
    assert left_out(t.game, "died") == []


def test_the_first_debate_says_what_does_not_come_yet() -> None:
    """NM-1, SHERIFF-1"""
    t = Village("Ann:werewolf Bea Cid Dan Eve Fay Gus", sheriff_election="off", events="eclipse")
    first = t.night(devour="Bea").dawn().game
    assert said("desk.first_event") in desk.note(first, WORDS)
    assert said("desk.no_sheriff") in desk.note(first, WORDS)
    assert said("desk.first_event") not in desk.note(Village("Ann:werewolf Bea Cid Dan Eve").night().dawn().game, WORDS)
