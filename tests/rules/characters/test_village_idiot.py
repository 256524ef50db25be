"""The Village Idiot."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

TABLE = "Ann:village_idiot Bea:werewolf Cid:witch Dan:hunter Eve:cupid Fay Gus"
LOVE = {"pair": ["Fay", "Gus"]}


def revealed(people: str = TABLE, night: dict[str, Any] | None = None, **setup: Any) -> Table:
    """Ann, the Idiot, has been condemned on the first day."""
    first = night if night is not None else LOVE if ":cupid" in people else {}
    return Table(people, **setup).night(**first).dawn().day("Ann")


def vote(t: Table) -> Table:
    return t.night().dawn().upto("vote.ballots", debate="vote")


@pytest.mark.parametrize("physical", [False, True])
def test_voted_out_he_shows_his_card_and_stays(physical: bool) -> None:
    """IDIOT-1, IDENT-R10"""
    t = revealed(physical=physical)
    assert t.sees(None, "card_shown", seat="Ann", card="village_idiot")
    assert t.sees(None, "pardoned", seat="Ann")
    assert t.dead == []
    assert not t.happened("died", seat="Ann")


def test_he_has_no_vote_for_the_rest_of_the_game() -> None:
    """IDIOT-1, VOTE-6"""
    t = vote(revealed())
    assert t.refuses({"Ann": "Bea"}).rule == "IDIOT-1"
    vote(t.answer())
    assert t.refuses({"Ann": "Bea"}).rule == "IDIOT-1"


@pytest.mark.parametrize("may_debate", [True, False])
def test_the_table_is_told_whether_he_may_debate(may_debate: bool) -> None:
    """IDIOT-5, OPT-IDIOT-DEBATE"""
    t = revealed(revealed_idiot_may_debate=may_debate)
    assert t.sees(None, "pardoned", seat="Ann", may_debate=may_debate)


def test_no_other_vote_replaces_it() -> None:
    """IDIOT-2"""
    t = revealed()
    assert t.asks("night.falls")
    assert len(t.events("voted")) == 1


def test_the_wolves_eliminate_him() -> None:
    """IDIOT-3"""
    assert revealed().night(devour="Ann").dawn().dead == ["Ann"]


def test_the_hunters_shot_eliminates_him() -> None:
    """IDIOT-3, HUNTER-4, HUNTER-12"""
    t = Table(TABLE).night(**LOVE).dawn().day("Dan", shoot="Ann")
    assert t.dead == ["Dan", "Ann"]
    assert not t.happened("pardoned")


def test_poison_eliminates_him() -> None:
    """IDIOT-6, WITCH-13"""
    t = Table(TABLE).night(poison="Ann", **LOVE).dawn()
    assert t.dead == ["Ann"]


def test_grief_eliminates_him() -> None:
    """IDIOT-6, LOVE-8"""
    t = Table(TABLE).night(pair=["Ann", "Fay"]).dawn().day("Fay")
    assert t.dead == ["Fay", "Ann"]


def test_disease_eliminates_him() -> None:
    """IDIOT-6"""
    t = Table("Ann:village_idiot Bea:cursed_wolf_father Cid Dan Eve Fay:knight_with_the_rusty_sword Gus")
    t.round(devour="Ann", infect=True).round(devour="Fay").night().dawn()
    assert t.dead == ["Fay", "Ann"]


def test_a_pardon_is_no_elimination() -> None:
    """IDIOT-7, LOVE-10, CHILD-7"""
    t = revealed(
        "Ann:village_idiot Bea:werewolf Cid:wild_child Dan:cupid Eve Fay Gus", {"model": "Ann", "pair": ["Ann", "Eve"]}
    )
    assert t.dead == []
    assert not t.is_wolf("Cid")


def test_a_pardon_leaves_the_angels_window_open() -> None:
    """IDIOT-7"""
    t = Table("Ann:village_idiot Bea:werewolf Cid:angel Dan Eve Fay").day("Ann").night(devour="Cid").dawn()
    assert t.winner == "angel"


def test_once_revealed_nobody_may_vote_against_him() -> None:
    """IDIOT-8, VOTE-13"""
    t = vote(revealed())
    assert "Ann" not in t.options
    assert t.refuses({"Bea": "Ann"}).rule == "IDIOT-8"


def test_counted_votes_cannot_go_to_him_either() -> None:
    """IDIOT-8, VOTE-14"""
    t = Table(TABLE, vote_input="counts").night(**LOVE).dawn().day({"Ann": 4})
    t.night().dawn().upto("vote.counts", debate="vote")
    assert t.refuses({"Ann": 2}).rule == "IDIOT-8"


def test_a_table_may_condemn_him_a_second_time_and_then_he_falls() -> None:
    """IDIOT-8, AMD-12, SW-IDIOT-AGAIN"""
    t = revealed(revealed_idiot_votable=True).night().dawn().day("Ann")
    assert t.dead == ["Ann"]


CROWNED = "Ann:village_idiot Bea:werewolf Cid:witch Dan Eve Fay Gus"


def test_an_idiot_sheriff_keeps_the_badge_but_neither_vote_nor_tie_break() -> None:
    """IDIOT-9, SHERIFF-5, VOTE-15"""
    t = revealed(CROWNED, sheriff="Ann")
    assert t.sheriff == "Ann"
    assert not t.was_asked("sheriff.heir")
    vote(t)
    assert t.refuses({"Ann": "Bea"}).rule == "IDIOT-1"
    t.say({"Cid": "Dan", "Eve": "Fay"})
    assert t.asks("night.falls")
    assert t.dead == []


@pytest.mark.parametrize("seen", [True, False])
def test_an_idiot_sheriff_leaves_no_successor(seen: bool) -> None:
    """IDIOT-4, IDIOT-9, SHERIFF-5"""
    t = Table(CROWNED, sheriff="Ann").night().dawn().day("Ann" if seen else None)
    t.night(devour="Ann").dawn()
    assert t.sheriff is None
    assert t.why("office_lost") == "IDIOT-4"
    assert t.options == ["vote"], "no election offered any more"


def test_an_idiot_sheriff_leaves_no_successor_after_despair() -> None:
    """IDIOT-4, DESP-M12"""
    t = Table("Ann:village_idiot Bea:werewolf Cid:elder Dan Eve Fay Gus", sheriff="Ann").round("Cid")
    t.night().dawn().day("Ann")
    assert t.dead == ["Cid", "Ann"]
    assert t.sheriff is None


SERVED = "Ann:village_idiot Bea:werewolf Cid:devoted_servant Dan Eve Fay Gus"


def test_the_servant_takes_the_card_before_he_can_show_it() -> None:
    """IDIOT-10, SERV-M6, SERV-10"""
    t = Table(SERVED).night().dawn().day("Ann", act="Cid")
    assert t.dead == ["Ann"]
    assert not t.happened("card_shown", seat="Ann")
    vote(t).say({"Cid": "Dan"})
    assert t.dead == ["Ann", "Dan"]
    t.night().dawn().day("Cid")
    assert t.sees(None, "pardoned", seat="Cid")
    assert t.dead == ["Ann", "Dan"]


def test_robbed_of_his_card_an_idiot_sheriff_names_an_heir() -> None:
    """IDIOT-10, SERV-9"""
    t = Table(SERVED, sheriff="Ann").night().dawn().day("Ann", act="Cid", heir="Eve")
    assert t.sheriff == "Eve"


def test_an_infected_idiot_is_pardoned_too() -> None:
    """IDIOT-11, INF-11"""
    t = Table("Ann:village_idiot Bea:cursed_wolf_father Cid Dan Eve Fay Gus").night(devour="Ann", infect=True).dawn()
    t.day("Ann")
    assert t.sees(None, "pardoned", seat="Ann")
    assert t.dead == []


def test_a_revealed_idiot_may_become_sheriff() -> None:
    """IDIOT-12"""
    t = revealed("Ann:village_idiot Bea:werewolf Cid Dan Eve Fay Gus", sheriff="Cid")
    t.night(devour="Cid").dawn(heir="Ann")
    assert t.sheriff == "Ann"


def test_pardoned_in_a_tie_the_sheriff_decided() -> None:
    """IDIOT-1, VOTE-16"""
    t = Table(CROWNED, sheriff="Gus").night().dawn().day({"Bea": "Ann", "Cid": "Dan"}, tiebreak="Ann")
    assert t.happened("pardoned", seat="Ann")
    assert t.dead == []


def test_nobody_takes_a_card_that_was_shown_with_the_pardon() -> None:
    """IDIOT-8, SERV-1, VOTE-16"""
    t = revealed(SERVED, revealed_idiot_votable=True).night().dawn()
    since = len(t.asked)
    t.day("Ann")
    assert not any(prompt.key == "devoted_servant.act" for prompt in t.asked[since:])
    assert t.dead == ["Ann"]
    assert len(t.events("card_shown", seat="Ann")) == 1
    t = revealed(SERVED).night(devour="Dan").dawn().day("Eve", act="Cid")
    assert t.happened("card_shown", seat="Dan")
    assert not t.happened("card_shown", seat="Eve"), "other cards are taken as before"


ACTING = "Ann:actor Bea:werewolf Cid:elder Dan Eve Fay Gus"


def test_an_actor_who_played_the_idiot_survives_the_elder() -> None:
    """ELDER-8, ACTOR-M7"""
    trio = "village_idiot fox seer"
    t = revealed(ACTING, {"play": "village_idiot"}, trio=trio, elder_death_kills_revealed_idiot=True)
    t.night().dawn().day("Cid")
    assert t.dead == ["Cid"]
