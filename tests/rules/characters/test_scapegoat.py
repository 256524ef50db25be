"""The Scapegoat."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

TABLE = "Ann:scapegoat Bea:werewolf Cid Dan Eve Fay Gus"
TIED = {"Bea": "Cid", "Dan": "Eve"}


def voters(t: Table) -> list[str]:
    """Who may vote in the vote going on."""
    assert t.asks("vote.ballots")
    assert t.prompt is not None
    return [t.names[seat - 1] for seat in t.prompt.voters]


def vote(t: Table) -> Table:
    return t.upto("vote.ballots", debate="vote")


def test_dies_in_a_tie_even_if_nobody_named_him() -> None:
    """SCAPE-1, SCAPE-4"""
    t = Table(TABLE).night().dawn().day(TIED, voters=["Cid"])
    assert t.dead == ["Ann"]
    assert t.why("condemned", seat="Ann") == "SCAPE-1"
    assert t.why("card_shown", seat="Ann") == "SCAPE-4"


def test_dies_in_a_tie_before_the_sheriff_is_asked() -> None:
    """SCAPE-1, OPT-TIE-ORDER, VOTE-9"""
    t = Table(TABLE, sheriff="Gus").night().dawn().day(TIED, voters=["Cid"])
    assert t.dead == ["Ann"]
    assert not t.was_asked("sheriff.tiebreak")


def test_the_sheriff_may_come_first_and_leave_the_tie_to_him() -> None:
    """AMD-5, OPT-TIE-ORDER"""
    t = Table(TABLE, sheriff="Gus", tie_priority="sheriff_then_scapegoat").night().dawn()
    t.upto("sheriff.tiebreak", debate="vote", ballots=TIED)
    t.answer(tiebreak=None, voters=["Cid"])
    assert t.dead == ["Ann"]


def test_the_sheriffs_choice_saves_him_where_the_sheriff_comes_first() -> None:
    """AMD-5, OPT-TIE-ORDER"""
    t = Table(TABLE, sheriff="Gus", tie_priority="sheriff_then_scapegoat").night().dawn()
    assert t.day(TIED, tiebreak="Eve").dead == ["Eve"]


def test_no_tie_no_victim() -> None:
    """SCAPE-1, VOTE-10"""
    assert Table(TABLE).night().dawn().day().dead == []


def test_with_real_cards_the_table_is_asked_and_he_must_come_forward() -> None:
    """SCAPE-4, IDENT-R9"""
    t = Table(TABLE, physical=True).night().dawn()
    t.upto("scapegoat.declare", debate="vote", ballots=TIED)
    assert t.refuses(None).key == "answer.needed"
    t.answer(voters=["Cid"])
    assert t.dead == ["Ann"]
    assert len(t.events("card_shown", seat="Ann", card="scapegoat")) == 1
    assert not t.was_asked("card.shown"), "coming forward is the reveal"


def test_a_scapegoat_among_the_spares_does_not_come_forward() -> None:
    """SCAPE-4, FK-2"""
    t = Table("Ann:thief Bea:werewolf Cid:werewolf Dan Eve Fay Gus", spares="scapegoat simple_villager", physical=True)
    t.night().dawn().day({"Bea": "Dan", "Eve": "Fay"})
    assert t.dead == []


def test_nobody_comes_forward_while_the_spares_are_unread() -> None:
    """SCAPE-4"""
    t = Table(
        "Ann:thief Bea:werewolf Cid:werewolf Dan:angel Eve Fay Gus", spares="scapegoat simple_villager", physical=True
    )
    t.upto("scapegoat.declare", debate="vote", ballots={"Bea": "Dan", "Eve": "Fay"}).say(None)
    assert t.asks("night.falls")
    assert t.dead == []
    assert "scapegoat" not in t.possible("Fay")


def test_only_those_he_names_may_vote_the_next_day_and_that_day_alone() -> None:
    """SCAPE-2, SCAPE-5"""
    t = Table(TABLE).night().dawn().day(TIED, voters=["Cid", "Bea"])
    assert t.sees(None, "voters_named", seats=("Bea", "Cid"))
    vote(t.night().dawn())
    assert voters(t) == ["Bea", "Cid"]
    assert t.refuses({"Dan": "Eve"}).rule == "SCAPE-2"
    t.answer()
    vote(t.night().dawn())
    assert voters(t) == ["Bea", "Cid", "Dan", "Eve", "Fay", "Gus"]


def test_the_list_holds_for_every_vote_of_the_day() -> None:
    """SCAPE-5, VOTE-20"""
    t = Table("Ann:scapegoat Bea:werewolf Cid Dan:wandering_judge Eve Fay Gus").night().dawn()
    t.day(TIED, voters=["Cid"])
    vote(t.night().dawn()).say({"Cid": "Gus"}).upto("vote.ballots", signed=True)
    assert voters(t) == ["Cid"]


def test_the_list_has_one_name_at_least_and_never_his_own() -> None:
    """SCAPE-5"""
    t = Table(TABLE).night().dawn().day(TIED)
    assert t.asks("scapegoat.voters")
    assert t.options == ["Bea", "Cid", "Dan", "Eve", "Fay", "Gus"]
    assert t.refuses([]).key == "answer.how_many"
    assert t.refuses(["Ann"]).key == "answer.not_an_option"


def test_no_vote_if_nobody_on_the_list_is_left() -> None:
    """SCAPE-3, VOTE-7, VOTE-8"""
    t = Table("Ann:scapegoat Bea:werewolf Cid Dan:wandering_judge Eve Fay Gus").night().dawn()
    t.day(TIED, voters=["Cid"]).night(devour="Cid").dawn()
    asked = len(t.asked)
    t.day()
    assert t.happened("no_vote")
    assert [prompt.key for prompt in t.asked[asked:]] == ["day.debate"]
    assert t.dead == ["Ann", "Cid"]


def test_voted_out_without_a_tie_he_gives_the_list_too() -> None:
    """SCAPE-2, SCAPE-6"""
    t = Table(TABLE).night().dawn().day("Ann", voters=["Cid"])
    assert voters(vote(t.night().dawn())) == ["Cid"]


@pytest.mark.parametrize(
    ("people", "night", "dawn"),
    [
        (TABLE, {"devour": "Ann"}, {}),
        ("Ann:scapegoat Bea:werewolf Cid:witch Dan Eve Fay Gus", {"poison": "Ann"}, {}),
        ("Ann:scapegoat Bea:werewolf Cid:hunter Dan Eve Fay Gus", {"devour": "Cid"}, {"shoot": "Ann"}),
        ("Ann:scapegoat Bea:werewolf Cid:cupid Dan Eve Fay Gus", {"pair": ["Ann", "Eve"], "devour": "Eve"}, {}),
    ],
    ids=["devoured", "poison", "shot", "grief"],
)
def test_other_deaths_give_no_list(people: str, night: dict[str, Any], dawn: dict[str, Any]) -> None:
    """SCAPE-6"""
    t = Table(people).night(**night).dawn(**dawn)
    assert "Ann" in t.dead
    assert t.asks("day.debate")
    assert not t.happened("voters_named")


def test_the_list_may_be_kept_for_ties() -> None:
    """SCAPE-6, SW-SCAPEGOAT-CAUSE"""
    t = Table(TABLE, scapegoat_privilege_causes="tie").night().dawn().day("Ann")
    assert t.dead == ["Ann"]
    assert t.asks("night.falls")
    t = Table(TABLE, scapegoat_privilege_causes="tie").night().dawn().day(TIED)
    assert t.asks("scapegoat.voters")


def test_any_death_may_give_the_list_and_at_dawn_it_holds_that_very_day() -> None:
    """AMD-7, SW-SCAPEGOAT-CAUSE"""
    t = Table(TABLE, scapegoat_privilege_causes="any").night(devour="Ann").dawn(voters=["Cid"])
    assert voters(vote(t)) == ["Cid"]
    vote(t.answer().night().dawn())
    assert voters(t) == ["Bea", "Cid", "Dan", "Eve", "Fay", "Gus"]


JUDGED = "Ann:scapegoat Bea:werewolf Cid Dan:wandering_judge Eve Fay Gus"


def test_fallen_in_the_first_of_two_votes_he_binds_only_the_next_day() -> None:
    """SCAPE-7"""
    t = Table(JUDGED).night().dawn().upto("scapegoat.voters", debate="vote", ballots=TIED, signed=True)
    t.say(["Cid"])
    assert voters(t) == ["Bea", "Cid", "Dan", "Eve", "Fay", "Gus"]
    vote(t.answer().night().dawn())
    assert voters(t) == ["Cid"]


def test_a_second_tie_has_no_scapegoat_left() -> None:
    """SCAPE-7"""
    t = Table(JUDGED).night().dawn().day([TIED, TIED], signed=True, voters=["Cid"])
    assert t.dead == ["Ann"]


def test_a_sheriff_off_the_list_has_neither_vote_nor_tie_break() -> None:
    """SCAPE-8, VOTE-6, VOTE-15"""
    t = Table(TABLE, sheriff="Gus").night().dawn().day(TIED, voters=["Cid", "Dan"])
    vote(t.night().dawn())
    assert t.refuses({"Gus": "Eve"}).rule == "SCAPE-2"
    t.say({"Cid": "Eve", "Dan": "Fay"})
    assert t.asks("night.falls")
    assert t.dead == ["Ann"]


def test_a_revealed_idiot_on_the_list_still_has_no_vote() -> None:
    """SCAPE-8, VOTE-6"""
    t = Table("Ann:scapegoat Bea:werewolf Cid:village_idiot Dan Eve Fay Gus").night().dawn().day("Cid")
    t.night().dawn().day({"Bea": "Dan", "Eve": "Fay"}, voters=["Cid", "Eve"])
    assert voters(vote(t.night().dawn())) == ["Eve"]


SERVED = "Ann:scapegoat Bea:werewolf Cid:devoted_servant Dan Eve Fay Gus"


def test_the_servant_cannot_take_a_card_shown_for_a_tie() -> None:
    """SCAPE-10"""
    t = Table(SERVED).night().dawn().day({"Bea": "Dan", "Eve": "Fay"}, voters=["Eve"])
    assert t.dead == ["Ann"]
    assert not t.was_asked("devoted_servant.act")


def test_the_servant_may_take_it_after_a_count_and_no_list_is_given() -> None:
    """SCAPE-10, SERV-M7, SERV-9"""
    t = Table(SERVED).night().dawn().day("Ann", act="Cid")
    assert t.dead == ["Ann"]
    assert not t.happened("voters_named")
    t.night().dawn().day({"Bea": "Dan", "Eve": "Fay"})
    assert t.dead == ["Ann", "Cid"]
    assert t.asks("scapegoat.voters")


@pytest.mark.parametrize("physical", [False, True])
def test_an_infected_scapegoat_who_keeps_only_the_night_is_safe_in_ties(physical: bool) -> None:
    """AMD-13, OPT-INFECT-KEEPS"""
    people = "Ann:scapegoat Bea:cursed_wolf_father Cid Dan Eve Fay Gus"
    t = Table(people, infected_keeps="night_powers", physical=physical).night(devour="Ann", infect=True).dawn()
    if physical:
        t.upto("scapegoat.declare", debate="vote", ballots=TIED)
        assert "Ann" not in t.options
        t.say(None)
    else:
        t.day(TIED)
    assert t.asks("night.falls")
    assert t.dead == []


def test_an_infected_scapegoat_is_still_sacrificed_and_gives_the_list() -> None:
    """SCAPE-11, INF-11"""
    t = Table("Ann:scapegoat Bea:cursed_wolf_father Cid Dan Eve Fay Gus").night(devour="Ann", infect=True).dawn()
    t.day(TIED, voters=["Cid"])
    assert t.dead == ["Ann"]
    assert voters(vote(t.night().dawn())) == ["Cid"]


def test_of_two_not_both_can_keep_silent_where_only_one_may() -> None:
    """SCAPE-4, IDENT-4, AMD-13: an infected one does not come forward, so one of the two others must be the other."""
    people = "Ann:cursed_wolf_father Bea:scapegoat Cid:scapegoat Dan"
    t = Table(people, physical=True, infected_keeps="night_powers").night(devour="Bea", infect=True).dawn()
    t.say("vote").say({"Ann": "Cid", "Cid": "Ann"})
    assert t.asks("scapegoat.declare")
    assert t.options == ["Cid", "Dan"]
    assert t.refuses(None)
    t.say("Cid")
    assert "Cid" in t.dead
