"""The Gypsy."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import InvalidSetup, Setup, view
from nightcall.engine.rule import KINDS
from tests.table import Table

SIX = "Ann:werewolf Bea:gypsy Cyd Dan Eve Fay Gus"


def gypsy(people: str = SIX, /, **options: Any) -> Table:
    options.setdefault("events", "eclipse")
    return Table(people, **options)


def choice(card: int = 2, question: str = "1", asker: str = "Dan") -> dict[str, Any]:
    """What she shows at night."""
    return {
        "gypsy_use": True,
        "gypsy_card": f"spiritualism_{card}",
        "gypsy_question": question,
        "gypsy_asker": asker,
    }


def test_she_chooses_a_question_and_who_asks_it() -> None:
    """GYPSY-1, GYPSY-2, GYPSY-3: the moderator holds five cards; in the morning the asker asks, the first eliminated
    answers, and the card is gone."""
    t = gypsy().night(**choice(), devour="Cyd")
    assert t.sees("Bea", "question_chosen", event="spiritualism_2", seat="Dan")
    assert not t.sees(None, "question_chosen")
    assert not t.sees("Dan", "question_chosen")
    t.dawn(answer=True)
    assert t.sees(None, "spirit_asked", event="spiritualism_2", question="1", by="Dan", spirit="Cyd")
    assert t.sees(None, "spirit_answered", answer=True, by="Cyd")
    assert t.why("spirit_answered") == "GYPSY-3"
    t.day().upto("gypsy.card", gypsy_use=True, falls=True)
    assert t.options == ["spiritualism_1", "spiritualism_3", "spiritualism_4", "spiritualism_5"]


@pytest.mark.parametrize("may_pass", [True, False])
def test_without_a_moderator_her_call_takes_as_long_as_all_she_may_choose(may_pass: bool) -> None:
    """GYPSY-2, FK-1: yes or no, one of five cards, one of four questions, and somebody to ask it."""
    t = gypsy(gypsy_may_pass=may_pass, spiritualism_card_chosen_by="gypsy").say(True)
    asked = [("gypsy.use", 2)] * may_pass + [("gypsy.card", 5), ("gypsy.question", 4), ("gypsy.asker", 0)]
    rounds = KINDS["gypsy"].rounds(t.game.village, view(t.game))
    assert [(each.question, each.signs) for each in rounds] == asked


def test_she_opens_her_eyes_after_the_witch_and_before_the_piper() -> None:
    """GYPSY-2: her place in the night."""
    t = gypsy("Ann:werewolf Bea:gypsy Cyd:witch Dan:piper Eve Fay")
    t.night(charm=["Ann", "Bea"])
    assert t.calls[-4:] == ["witch", "gypsy", "piper", "charmed"]


def test_it_is_asked_after_the_days_event() -> None:
    """GYPSY-3, P-D-5"""
    t = gypsy().round(devour="Cyd")
    t.night(**choice()).dawn(answer=True)
    names = [event.name for event in t.game.events]
    assert names.index("event_read") < names.index("spirit_asked")


def test_it_is_asked_before_the_town_crier_reads() -> None:
    """GYPSY-3, CRIER-3, P-D-5, P-D-6"""
    t = gypsy(hand="enthusiasm", sheriff="Cyd").night(devour="Gus").dawn()
    t.day(debate=["town_crier.appoint", "vote"], appoint="Fay")
    t.night(**choice()).upto("town_crier.read", spiritualism_answer=True)
    assert t.happened("spirit_answered")


def test_she_may_pass_unless_the_table_says_no() -> None:
    """OPT-GYPSY-PASS"""
    t = gypsy().night(devour="Cyd").dawn()
    assert t.was_asked("gypsy.use")
    assert not t.happened("spirit_asked")
    t = gypsy(gypsy_may_pass=False)
    t.upto("gypsy.card", falls=True)
    assert not t.was_asked("gypsy.use")


@pytest.mark.parametrize(("chooser", "seat"), [("moderator", 0), ("gypsy", 2)])
def test_who_chooses_the_card(chooser: str, seat: int) -> None:
    """OPT-GYPSY-CARD"""
    t = gypsy(spiritualism_card_chosen_by=chooser).upto("gypsy.card", gypsy_use=True, falls=True)
    assert t.prompt is not None
    assert t.prompt.seat == seat
    t.say("spiritualism_5")
    assert t.asks("gypsy.question")
    assert (t.prompt.seat, t.prompt.audience) == (2, (2,))


def test_she_may_ask_herself() -> None:
    """GYPSY-9"""
    t = gypsy().night(**choice(asker="Bea"), devour="Cyd").dawn(answer=False)
    assert t.happened("spirit_asked", by="Bea")


def test_the_asker_is_dead_at_dawn() -> None:
    """GYPSY-6: the nearest living player on his left asks: Dan died, and so did Eve; Fay asks."""
    t = gypsy("Ann:werewolf Bea:gypsy Cyd:witch Dan Eve Fay Gus")
    t.night(**choice(asker="Dan"), devour="Dan", poison="Eve").dawn(answer=True)
    assert t.dead == ["Dan", "Eve"]
    assert t.happened("spirit_asked", by="Fay")


def test_an_absent_asker_is_passed_over() -> None:
    """SPIR-5, GYPSY-6: Dan has just been sent out of the room."""
    t = gypsy(events="little_rascal").round(devour="Cyd")
    t.night(**choice(asker="Dan")).dawn(little_rascal="Dan", answer=True)
    assert t.seat("Dan") in t.game.village.away
    assert t.happened("spirit_asked", by="Eve")


def test_the_question_is_asked_without_her() -> None:
    """GYPSY-7: she was devoured that very night."""
    t = gypsy().night(**choice(), devour="Bea").dawn(answer=True)
    assert t.happened("spirit_asked", by="Dan", spirit="Bea")


def test_the_question_is_asked_though_she_has_lost_her_power() -> None:
    """GYPSY-7, DESP-M1: nobody could answer before; then the Elder was voted out."""
    t = gypsy("Ann:werewolf Bea:gypsy Cyd:elder Dan Eve Fay Gus").night(**choice()).dawn()
    assert not t.happened("spirit_asked")
    t.day("Cyd")
    t.night()
    assert "gypsy" not in t.calls
    t.dawn(answer=True)
    assert t.happened("spirit_asked", by="Dan", spirit="Cyd")


def test_without_a_spirit_the_question_waits_and_so_does_she() -> None:
    """GYPSY-8: her call is faked, for nobody knows that a question waits."""
    t = gypsy().night(**choice()).dawn()
    assert not t.happened("spirit_asked")
    t.day().night(devour="Cyd")
    assert "gypsy" in t.calls
    assert "gypsy" in t.fakes
    t.dawn(answer=True)
    assert t.happened("spirit_asked", by="Dan", spirit="Cyd")
    t.day().upto("gypsy.use", falls=True)


def test_the_first_eliminated_answers_her_even_where_the_wolves_victim_answers_the_card() -> None:
    """GYPSY-3, OPT-SPIRIT-WHO"""
    t = gypsy(spirit_questioned="first_wolf_victim").round("Eve")
    t.night(**choice(), devour="Cyd").dawn(answer=True)
    assert t.happened("spirit_asked", spirit="Eve")


def test_after_the_fifth_card_she_is_not_called_any_more() -> None:
    """FK-6, GYPSY-2: the table has heard all five."""
    t = gypsy("Ann:werewolf Bea:gypsy Cyd Dan Eve Fay Gus", events="burial").night(**choice(1, "3"), devour="Cyd")
    t.dawn(answer=True).day()
    for card in (2, 3, 4, 5):
        question = "3" if card == 3 else "2"
        t.night(**choice(card, question))
        assert "gypsy" in t.calls
        t.dawn(answer=True).day()
    assert len(t.events("spirit_asked")) == 5
    t.night()
    assert "gypsy" not in t.calls


def test_her_cards_are_not_in_the_pile_and_she_needs_events() -> None:
    """GYPSY-4, GYPSY-5, GEN-18"""

    def faults(deck: list[str], **given: Any) -> list[tuple[str, str]]:
        with pytest.raises(InvalidSetup) as caught:
            Setup.of(6, deck, **given)
        return [(fault.key, fault.rule) for fault in caught.value.faults]

    villagers = ["simple_villager"] * 4
    assert faults(["werewolf", "gypsy", *villagers]) == [("setup.needs", "GEN-18")]
    found = faults(["werewolf", "gypsy", *villagers], events=["spiritualism_3", "eclipse"])
    assert found == [("setup.gypsy_holds", "GYPSY-5")]
    bluff = ["werewolf", *villagers, "simple_villager"]
    assert faults(bluff, also_announced=["gypsy"], events=["spiritualism_3"]) == [("setup.gypsy_holds", "GYPSY-5")]


def test_she_wins_with_the_village() -> None:
    """GYPSY-4"""
    t = gypsy().night(devour="Cyd").dawn().day("Ann")
    assert t.winner == "village"
    assert "Bea" in t.winners


def test_the_servant_finds_only_the_cards_left() -> None:
    """SERV-6, SERV-M12"""
    t = gypsy("Ann:werewolf Bea:gypsy Cyd Dan:devoted_servant Eve Fay Gus")
    t.night(**choice(asker="Eve"), devour="Cyd").dawn(answer=True)
    t.day("Bea", act="Dan")
    t.upto("gypsy.card", gypsy_use=True, falls=True)
    assert t.options == ["spiritualism_1", "spiritualism_3", "spiritualism_4", "spiritualism_5"]
    t.answer(gypsy_card="spiritualism_1", gypsy_question="3", gypsy_asker="Fay")
    t.dawn(answer=False)
    assert t.happened("spirit_asked", by="Fay", spirit="Cyd")


def test_an_actor_asks_one_question_from_the_five_cards() -> None:
    """ACTOR-M15, FK-11: he is called again at her place; the next night it is over."""
    t = Table("Ann:werewolf Bea:actor Cyd Dan Eve Fay", trio="gypsy fox hunter", events="eclipse", actor_may_pass=True)
    t.night(play="gypsy", devour="Cyd", **choice(3, "3"))
    assert t.calls.count("actor") == 2
    assert "gypsy" not in t.calls
    t.dawn(answer=True)
    assert t.happened("spirit_asked", event="spiritualism_3", by="Dan")
    t.day().night()
    assert t.calls.count("actor") == 1


def test_she_is_called_in_vain() -> None:
    """GYPSY-2, FK-1: announced but not dealt, or dead with a hidden card, her line is spoken and faked."""
    t = Table("Ann:werewolf Bea Cyd Dan Eve", also_announced="gypsy", events="eclipse").night()
    assert "gypsy" in t.fakes


def test_physical_cards_are_seen_at_her_call() -> None:
    """GYPSY-2, IDENT-0"""
    t = gypsy(physical=True).night(**choice(3, "4", "Ann"), devour="Cyd")
    assert t.happened("identified", seat="Bea", card="gypsy")
    t.dawn()
    assert t.happened("spirit_answered", answer=True)


def test_two_gypsies_share_the_cards_and_the_one_question() -> None:
    """GYPSY-1, GYPSY-8: what one has chosen closes the night for the other."""
    t = gypsy("Ann:werewolf Bea:gypsy Cyd:gypsy Dan Eve Fay").night(**choice(), devour="Fay")
    assert [event.facts["by"] for event in t.events("question_chosen")] == [2]
    t.dawn(answer=True)
    assert len(t.events("spirit_asked")) == 1
