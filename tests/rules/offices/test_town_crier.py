"""The Town Crier."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import InvalidSetup, Setup
from nightcall.rules.offices.town_crier import TownCrier
from tests.table import Table

SEVEN = "Ann Bea:werewolf Cyd Dan Eve Fay Gus"
HAND = "eclipse good_manners enthusiasm"


def village(people: str = SEVEN, /, **options: Any) -> Table:
    """Ann is Sheriff."""
    options.setdefault("sheriff", "Ann")
    options.setdefault("hand", HAND)
    return Table(people, **options)


def office(t: Table) -> TownCrier:
    (rule,) = t.game.village.named("town_crier")
    assert isinstance(rule, TownCrier)
    return rule


def crier(t: Table) -> str | None:
    seat = office(t).holder
    return t.names[seat - 1] if seat else None


def appoint(t: Table, name: str) -> Table:
    return t.say("town_crier.appoint").say(name)


def in_office(people: str = SEVEN, /, who: str = "Cyd", **options: Any) -> Table:
    """The debate of the first day, with a Crier just appointed."""
    return appoint(village(people, **options).night().dawn(), who)


# -- appointment --


def test_the_sheriff_appoints_another_on_any_day() -> None:
    """CRIER-1, SHERIFF-6, OPT-CRIER-WHEN: in public, in the debate; not himself."""
    t = village().night().dawn()
    assert "town_crier.appoint" in t.options
    t.say("town_crier.appoint")
    assert t.prompt is not None
    assert (t.prompt.seat, t.prompt.audience) == (t.seat("Ann"), "public")
    assert "Ann" not in t.options
    assert t.refuses("Ann").rule == "SHERIFF-6"
    t.say("Cyd")
    assert crier(t) == "Cyd"
    assert t.sees(None, "appointed", seat="Cyd", office="town_crier")
    assert "town_crier.appoint" not in t.options


def test_the_hand_is_his_alone() -> None:
    """CRIER-2: prepared before the game, handed over at the appointment, without Spiritualism."""
    t = in_office()
    assert t.sees("Cyd", "hand_given", events=tuple(HAND.split()))
    assert not t.sees(None, "hand_given")
    assert not t.sees("Ann", "hand_given")
    with pytest.raises(InvalidSetup) as caught:
        village(hand="eclipse spiritualism_1")
    assert [fault.rule for fault in caught.value.faults] == ["CRIER-2"]


def test_he_needs_event_cards() -> None:
    """GEN-18, CRIER-2: without a hand there is no such office."""
    t = Table(SEVEN, sheriff="Ann", events="burial").night().dawn()
    assert "town_crier.appoint" not in t.options
    with pytest.raises(InvalidSetup):
        Setup.of(6, {"werewolf": 1, "simple_villager": 5}, hand=["eclipse"], event_cards_available=False)


def test_he_may_be_named_together_with_the_sheriff() -> None:
    """OPT-CRIER-WHEN: at the election, and then not on any other day."""
    t = Table(SEVEN, hand=HAND, sheriff_election="setup", crier_appointment="with_sheriff_election")
    t.say(True).say({"Bea": "Ann"})
    assert t.asks("town_crier.appoint")
    assert "Ann" not in t.options
    t.say("Dan")
    assert crier(t) == "Dan"
    t.night().dawn()
    assert "town_crier.read" in [prompt.key for prompt in t.asked]


def test_a_crier_named_with_the_sheriff_is_replaced_once_the_sheriff_is_back() -> None:
    """CRIER-5, OPT-CRIER-WHEN, RASC-4: the office fell vacant while he was out, and that is no first appointment."""
    t = village(events="little_rascal", hand="eclipse", crier_appointment="with_sheriff_election")
    t.say("Dan").round()
    t.night().dawn(little_rascal="Ann").day("Dan")
    assert crier(t) is None
    appoint(t.night().dawn(), "Eve")
    assert crier(t) == "Eve"


def test_without_a_sheriff_nobody_can_appoint() -> None:
    """CRIER-7"""
    t = Table(SEVEN, hand=HAND).night().dawn()
    assert t.options == ["vote"]


def test_the_crier_stays_when_the_sheriff_is_gone() -> None:
    """CRIER-7: an Idiot takes the badge with him; the Crier in office goes on, and nobody can dismiss him."""
    t = in_office("Ann:village_idiot Bea:werewolf Cyd Dan Eve Fay Gus", crier_revocation="any_day_time")
    t.day()
    t.night(devour="Ann").dawn(read="enthusiasm")
    assert t.sheriff is None
    assert crier(t) == "Cyd"
    assert t.happened("event_read", event="enthusiasm", by="Cyd")
    assert "town_crier.revoke" not in t.options


# -- reading --


def test_from_the_next_morning_on_he_may_read_one_a_day() -> None:
    """CRIER-3, OPT-CRIER-FIRST: it takes effect and is gone."""
    t = in_office()
    assert "town_crier.read" not in t.options
    t.day().night().say(True)
    assert t.asks("town_crier.read")
    assert t.prompt is not None
    assert (t.prompt.seat, t.prompt.low, t.prompt.audience) == (3, 0, (3,))
    t.say("enthusiasm")
    assert t.asks("day.debate")
    assert t.sees(None, "event_read", event="enthusiasm", by="Cyd")
    assert t.why("event_read") == "CRIER-3"
    assert len(t.game.village.named("enthusiasm")) == 1
    t.day().night().say(True)
    assert t.options == ["eclipse", "good_manners"]


def test_he_may_keep_silent() -> None:
    """CRIER-3"""
    t = in_office().day().night().dawn()
    assert t.was_asked("town_crier.read")
    assert not t.happened("event_read")
    assert office(t).hand == HAND.split()


def test_without_cards_he_is_not_asked() -> None:
    """CRIER-3, GEN-11"""
    t = in_office(hand="enthusiasm").day()
    t.night().dawn(read="enthusiasm").day()
    t.night().say(True)
    assert t.asks("day.debate")
    assert t.options == ["vote"]


def test_the_same_day_at_any_time_before_the_vote() -> None:
    """OPT-CRIER-FIRST, AMD-34: in the debate, once a day."""
    t = in_office(crier_first_use="same_day")
    assert "town_crier.read" in t.options
    t.say("town_crier.read").say("enthusiasm")
    assert t.happened("event_read", event="enthusiasm", by="Cyd")
    assert "town_crier.read" not in t.options
    t.day().night().dawn(read="eclipse")
    assert "town_crier.read" not in t.options


def test_the_days_event_first_then_his() -> None:
    """CRIER-8: both apply."""
    t = in_office(events="dissatisfaction").day()
    t.night().dawn(read="enthusiasm")
    assert [event.facts["event"] for event in t.events("event_read")] == ["dissatisfaction", "enthusiasm"]
    assert t.game.village.named("dissatisfaction")
    assert t.game.village.named("enthusiasm")


def test_a_card_that_needs_a_dead_player_comes_back_to_the_hand() -> None:
    """CRIER-9: he may read another one instead, and that one on a later day."""
    t = in_office(hand="punishment eclipse").day().night().say(True)
    t.say("punishment")
    assert t.why("event_returned", event="punishment") == "CRIER-9"
    assert t.asks("town_crier.read")
    assert t.options == ["eclipse"]
    t.answer()
    assert not t.happened("event_read")
    t.day().night(devour="Dan").dawn(read="punishment", accuse="Eve")
    assert t.dead == ["Dan", "Eve"]


def test_an_absent_crier_reads_nothing() -> None:
    """CRIER-3, RASC-4: he has just been sent out of the room."""
    t = in_office(events="little_rascal").day()
    t.night().dawn(little_rascal="Cyd")
    assert not t.was_asked("town_crier.read")


def test_despair_leaves_the_office_alone() -> None:
    """DESP-M12, CRIER-3: the Elder was voted out."""
    t = in_office("Ann Bea:werewolf Cyd:witch Dan:elder Eve Fay Gus").day("Dan")
    assert t.game.village.despair
    t.night().dawn(read="enthusiasm")
    assert t.happened("event_read", by="Cyd")
    assert "town_crier.revoke" in t.options


# -- revocation --


def test_he_is_replaced_between_an_event_and_the_vote() -> None:
    """CRIER-4, OPT-CRIER-REVOKE, SHERIFF-6: only on a day on which an event was read, and the cards go along."""
    t = in_office()
    assert "town_crier.revoke" not in t.options
    t.day().night().dawn(read="enthusiasm")
    t.say("town_crier.revoke")
    assert t.options == ["Bea", "Dan", "Eve", "Fay", "Gus"]
    t.say("Dan")
    assert t.sees(None, "revoked", seat="Cyd", office="town_crier")
    assert crier(t) == "Dan"
    assert t.sees("Dan", "hand_given", events=("eclipse", "good_manners"))
    t.day().night().dawn()
    assert "town_crier.revoke" not in t.options


def test_an_event_of_the_pile_opens_the_way_too() -> None:
    """CRIER-4, OPT-CRIER-REVOKE: he need not have read it himself."""
    t = in_office(events="eclipse", hand="enthusiasm").day().night().dawn()
    assert "town_crier.revoke" in t.options


def test_or_he_is_replaced_at_any_time_of_the_day() -> None:
    """OPT-CRIER-REVOKE"""
    t = in_office(crier_revocation="any_day_time")
    assert "town_crier.revoke" in t.options


def test_a_new_crier_reads_nothing_more_on_a_day_that_had_its_card() -> None:
    """CRIER-3, AMD-34: one card a morning, whoever reads it."""
    t = in_office(crier_first_use="same_day", crier_revocation="any_day_time").day()
    t.night().dawn(read="enthusiasm").say("town_crier.revoke").say("Dan")
    assert "town_crier.read" not in t.options


# -- succession --


def test_the_sheriff_names_the_next_when_he_is_eliminated() -> None:
    """CRIER-5, OPT-CRIER-CARDS: at once, with the unused cards; the new one reads from the next day."""
    t = in_office().day().night(devour="Cyd").say(True)
    assert t.asks("town_crier.appoint")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Ann")
    t.answer(appoint="Eve")
    assert crier(t) == "Eve"
    assert t.why("appointed") == "CRIER-5"
    assert not t.was_asked("town_crier.read")
    t.day().night().dawn(read="enthusiasm")
    assert t.happened("event_read", by="Eve")


def test_the_cards_need_not_pass_on() -> None:
    """OPT-CRIER-CARDS"""
    t = in_office(crier_cards_pass_on=False).day().night(devour="Cyd").dawn(appoint="Eve")
    assert t.happened("hand_discarded")
    assert office(t).hand == []


def test_a_crier_named_sheriff_hands_the_office_on() -> None:
    """CRIER-5, CRIER-6, SHERIFF-6: nobody is both; as Sheriff he chooses."""
    t = in_office().day().night(devour="Ann").say(True)
    t.upto("sheriff.heir").say("Cyd")
    assert t.asks("town_crier.appoint")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Cyd")
    assert "Cyd" not in t.options
    t.answer(appoint="Fay")
    assert (t.sheriff, crier(t)) == ("Cyd", "Fay")
    assert t.why("appointed", seat="Fay") == "CRIER-6"


@pytest.mark.parametrize(("choice", "after"), [(None, "Cyd"), ("Gus", "Gus")])
def test_a_new_sheriff_keeps_or_replaces_him(choice: str | None, after: str) -> None:
    """CRIER-5"""
    t = in_office().day().night(devour="Ann").dawn(heir="Dan", appoint=choice)
    assert t.sheriff == "Dan"
    assert crier(t) == after


def test_sheriff_and_crier_fall_together() -> None:
    """CRIER-5, RES-7: first the heir is named, then he names the Crier."""
    t = in_office("Ann Bea:werewolf Cyd Dan:witch Eve Fay Gus").day()
    t.night(devour="Ann", poison="Cyd").dawn(heir="Dan", appoint="Eve")
    assert (t.sheriff, crier(t)) == ("Dan", "Eve")


def test_without_a_sheriff_the_office_stays_vacant_until_there_is_one() -> None:
    """CRIER-5, CRIER-7"""
    t = in_office("Ann:village_idiot Bea:werewolf Cyd Dan Eve Fay Gus").day()
    t.night(devour="Ann").dawn().day()
    t.night(devour="Cyd").dawn()
    assert crier(t) is None
    assert t.options == ["vote"]


def test_a_servant_loses_the_office_and_gets_the_cards_only_if_appointed() -> None:
    """SERV-6, SERV-5, SERV-11: the Sheriff appoints anew, not her; later she may be named and has what is left."""
    t = in_office("Ann Bea:werewolf Cyd:devoted_servant Dan Eve Fay Gus", crier_revocation="any_day_time").day()
    t.night().dawn(read="enthusiasm")
    t.upto("town_crier.appoint", debate="vote", ballots="Dan", act="Cyd")
    assert "Cyd" not in t.options
    assert t.refuses("Cyd").rule == "SERV-11"
    t.say("Eve").night().dawn()
    assert crier(t) == "Eve"
    t.say("town_crier.revoke").say("Cyd")
    assert t.sees("Cyd", "hand_given", events=("eclipse", "good_manners"))


def test_a_servant_does_not_inherit_the_office_with_the_card() -> None:
    """SERV-4, SERV-6, SERV-11"""
    t = in_office("Ann Bea:werewolf Cyd Dan:devoted_servant Eve Fay Gus")
    t.upto("town_crier.appoint", debate="vote", ballots="Cyd", act="Dan")
    assert "Dan" not in t.options
    t.answer(appoint="Gus")
    assert crier(t) == "Gus"


def test_there_is_nobody_to_appoint_where_nothing_is_left_to_read() -> None:
    """CRIER-2: no Crier without cards."""
    t = village().night().dawn()
    assert office(t).powers(t.game.village) == ("town_crier.appoint",)
    office(t).hand = []
    assert office(t).powers(t.game.village) == ()
