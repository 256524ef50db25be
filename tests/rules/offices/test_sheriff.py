"""The Sheriff."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

TABLE = "Ann Bea:werewolf Cid:hunter Dan Eve Fay"


def electing(people: str = TABLE, /, **options: Any) -> Table:
    """The table at its first election."""
    options.setdefault("sheriff_election", "setup")
    t = Table(people, **options)
    return t.say(True)


def test_is_elected_before_the_first_night() -> None:
    """SHERIFF-1, OPT-SHERIFF-WHEN, IDENT-R19"""
    t = Table(TABLE, sheriff_election="setup")
    assert t.asks("sheriff.now")
    t.say(True).say(dict.fromkeys(["Ann", "Cid", "Dan"], "Eve"))
    assert t.sees(None, "elected", seat="Eve", office="sheriff")
    assert t.why("elected") == "SHERIFF-1"
    assert t.sheriff == "Eve"
    assert t.asks("night.falls")


def test_is_elected_before_the_opening_day() -> None:
    """AMD-14, OPT-SHERIFF-WHEN"""
    t = electing("Ann:angel Bea:werewolf Cid Dan Eve").say({"Ann": "Eve"})
    assert t.sheriff == "Eve"
    assert t.asks("day.debate")


def test_the_election_can_wait_for_any_later_debate() -> None:
    """SHERIFF-1, OPT-SHERIFF-WHEN"""
    t = Table(TABLE, sheriff_election="setup").say(False).night().dawn()
    assert "sheriff.elect" in t.options
    t.day(debate=["sheriff.elect", "vote"], elect={"Ann": "Dan"})
    assert t.sheriff == "Dan"


@pytest.mark.parametrize("people", [TABLE, "Ann:angel Bea:werewolf Cid Dan Eve"])
def test_first_day_means_day_one_even_with_an_opening_day(people: str) -> None:
    """AMD-14, OPT-SHERIFF-WHEN"""
    t = Table(people, sheriff_election="first_day")
    if t.asks("day.debate"):
        assert t.options == ["vote"]
        t.day()
    t.night().say(True).upto("sheriff.now")
    t.say(True).say({"Ann": "Dan"})
    assert t.sheriff == "Dan"
    assert t.asks("day.debate")


def test_in_the_classic_game_the_moderator_calls_the_election() -> None:
    """OPT-SHERIFF-WHEN"""
    t = Table("Ann Bea:werewolf Cid Dan Eve", preset="classic", sheriff_election="moderator_call")
    t.night().dawn()
    assert not t.was_asked("sheriff.now")
    assert t.options == ["vote", "sheriff.elect"]


def test_a_village_may_do_without() -> None:
    """OPT-SHERIFF-WHEN"""
    t = Table(TABLE, sheriff_election="off").night().dawn()
    assert t.options == ["vote"]


def test_anybody_may_be_elected_and_cannot_refuse() -> None:
    """SHERIFF-1, SHERIFF-10"""
    t = electing()
    assert t.options == ["Ann", "Bea", "Cid", "Dan", "Eve", "Fay"]
    assert t.say({"Ann": "Ann"}).sheriff == "Ann"


def test_a_relative_majority_is_enough() -> None:
    """SHERIFF-1, OPT-SHERIFF-MAJORITY"""
    t = electing().say({"Ann": "Eve", "Bea": "Eve", "Cid": "Dan", "Dan": "Fay", "Eve": "Ann"})
    assert t.sheriff == "Eve"


def test_the_moderator_may_decide_instead() -> None:
    """OPT-SHERIFF-MAJORITY"""
    t = electing(sheriff_election_majority="moderator_decides").say("Fay")
    assert t.sheriff == "Fay"


def test_the_voices_may_be_counted_by_the_moderator() -> None:
    """SHERIFF-1, SHERIFF-9, SW-VOTE-INPUT"""
    t = electing(vote_input="counts")
    t.refuses({"Eve": 4, "Dan": 3})
    t.say({"Eve": 2, "Dan": 2, "Fay": 1})
    assert t.options == ["Dan", "Eve"]
    assert t.say({"Dan": 4}).sheriff == "Dan"


def test_a_tied_election_has_one_second_ballot_among_the_tied() -> None:
    """SHERIFF-9"""
    t = electing().say({"Ann": "Eve", "Bea": "Dan", "Cid": "Dan", "Dan": "Eve", "Eve": "Fay"})
    assert t.sheriff is None
    assert t.options == ["Dan", "Eve"]
    assert t.say({"Fay": "Eve", "Cid": "Eve", "Dan": "Dan"}).sheriff == "Eve"


def test_tied_again_there_is_no_sheriff_today_and_an_election_tomorrow() -> None:
    """SHERIFF-9"""
    t = Table(TABLE, sheriff_election="moderator_call").night().dawn()
    t.say("sheriff.elect").say({"Ann": "Eve", "Bea": "Dan"}).say({"Ann": "Eve", "Bea": "Dan"})
    assert t.happened("not_elected", office="sheriff")
    assert t.sheriff is None
    assert t.options == ["vote"]
    t.day().night().dawn()
    assert t.options == ["vote", "sheriff.elect"]


def test_everybody_has_one_voice_in_the_election_whatever_their_bans() -> None:
    """SHERIFF-10"""
    t = Table("Ann:village_idiot Bea:werewolf Cid:scapegoat Dan Eve Fay Gus", sheriff_election="moderator_call")
    t.night().dawn().day("Ann").night().dawn().day({"Bea": "Dan", "Dan": "Eve"}, voters=["Gus"]).night().dawn()
    t.say("sheriff.elect")
    assert t.prompt is not None
    assert list(t.prompt.voters) == [1, 2, 4, 5, 6, 7]
    assert not t.prompt.weights
    t.say({"Ann": "Eve", "Bea": "Eve", "Gus": "Dan"})
    assert t.sheriff == "Eve"


def test_his_vote_counts_two() -> None:
    """SHERIFF-2, VOTE-3"""
    t = Table(TABLE, sheriff="Ann").night().dawn().day({"Ann": "Eve", "Bea": "Dan", "Dan": "Fay"})
    assert t.dead == ["Eve"]


def test_decides_ties_or_declines() -> None:
    """SHERIFF-3, VOTE-15, OPT-SHERIFF-TIE"""
    tied = {"Ann": "Dan", "Bea": "Eve", "Cid": "Eve"}
    t = Table(TABLE, sheriff="Ann").night().dawn().upto("sheriff.tiebreak", debate="vote", ballots=tied)
    assert t.options == ["Dan", "Eve"]
    t.refuses("Fay")
    t.answer(tiebreak="Eve")
    assert t.dead == ["Eve"]
    assert t.why("condemned") == "SHERIFF-3"
    t = Table(TABLE, sheriff="Ann").night().dawn().day(tied, tiebreak=None)
    assert t.dead == []


def test_decides_against_himself_if_he_likes() -> None:
    """VOTE-15"""
    t = Table(TABLE, sheriff="Ann").night().dawn()
    t.day({"Ann": "Eve", "Bea": "Ann", "Cid": "Ann"}, tiebreak="Ann")
    assert t.dead == ["Ann"]


@pytest.mark.parametrize("preset", ["pacte", "helper", "classic"])
def test_elsewhere_he_does_not_decide_ties(preset: str) -> None:
    """SHERIFF-3, OPT-SHERIFF-TIE"""
    t = Table(TABLE, sheriff="Ann", preset=preset).night().dawn()
    t.day({"Ann": "Dan", "Bea": "Eve", "Cid": "Eve"})
    assert t.dead == []
    assert not t.was_asked("sheriff.tiebreak")


def test_without_a_vote_he_does_not_decide_ties() -> None:
    """VOTE-15, SCAPE-8"""
    t = Table("Ann Bea:werewolf Cid:scapegoat Dan Eve Fay", sheriff="Ann").night().dawn()
    t.day({"Bea": "Dan", "Dan": "Eve"}, voters=["Bea", "Dan"]).night().dawn().day({"Bea": "Dan", "Dan": "Eve"})
    assert not t.was_asked("sheriff.tiebreak")
    assert t.dead == ["Cid"]


def test_the_scapegoat_goes_before_him_or_after() -> None:
    """AMD-5, OPT-TIE-ORDER"""
    people, tied = "Ann Bea:werewolf Cid:scapegoat Dan Eve Fay", {"Ann": "Dan", "Bea": "Eve", "Fay": "Eve"}
    t = Table(people, sheriff="Ann").night().dawn().day(tied, voters=["Ann"])
    assert t.dead == ["Cid"]
    assert not t.was_asked("sheriff.tiebreak")
    first: dict[str, Any] = {"sheriff": "Ann", "tie_priority": "sheriff_then_scapegoat"}
    assert Table(people, **first).night().dawn().day(tied, tiebreak="Eve").dead == ["Eve"]
    assert Table(people, **first).night().dawn().day(tied, tiebreak=None, voters=["Ann"]).dead == ["Cid"]


def test_in_love_he_may_not_give_the_tie_against_his_partner() -> None:
    """AMD-4, LOVE-3, VOTE-15"""
    t = Table("Ann Bea:werewolf Cid:cupid Dan Eve Fay", sheriff="Ann").night(pair=["Ann", "Dan"]).dawn()
    t.upto("sheriff.tiebreak", debate="vote", ballots={"Bea": "Dan", "Cid": "Dan", "Ann": "Eve"})
    assert t.options == ["Eve"]
    assert t.refuses("Dan").rule == "LOVE-3"
    assert t.answer(tiebreak=None).dead == []


def test_names_his_successor_when_he_dies() -> None:
    """SHERIFF-4, SHERIFF-8"""
    t = Table(TABLE, sheriff="Eve").night(devour="Eve").dawn()
    assert t.asks("sheriff.heir")
    assert t.options == ["Ann", "Bea", "Cid", "Dan", "Fay"]
    t.refuses(None)
    t.answer(heir="Bea")
    assert t.sheriff == "Bea"
    assert t.sees(None, "succeeded", seat="Bea")
    assert t.day({"Bea": "Ann", "Ann": "Dan"}).dead == ["Eve", "Ann"]


def test_the_successor_has_outlived_the_whole_cascade() -> None:
    """SHERIFF-8, RES-7, RES-8"""
    t = Table(TABLE, sheriff="Cid").night(devour="Cid").dawn(shoot="Ann")
    assert t.options == ["Bea", "Dan", "Eve", "Fay"]


def test_dying_of_grief_he_names_his_successor_too() -> None:
    """SHERIFF-4, LOVE-8"""
    t = Table("Ann Bea:werewolf Cid:cupid Dan Eve Fay", sheriff="Ann").night(pair=["Ann", "Dan"], devour="Dan").dawn()
    assert t.asks("sheriff.heir")


def test_an_idiot_leaves_no_successor_and_no_title() -> None:
    """SHERIFF-5, IDIOT-4, IDIOT-9"""
    t = Table("Ann:village_idiot Bea:werewolf Cid Dan Eve Fay", sheriff="Ann").night(devour="Ann").dawn()
    assert t.sheriff is None
    assert t.why("office_lost", office="sheriff") == "IDIOT-4"
    assert t.options == ["vote"]


def test_with_nobody_left_to_name_the_title_is_gone() -> None:
    """SHERIFF-11, GEN-11"""
    t = Table("Ann:hunter Bea:werewolf Cid", sheriff="Ann").night(devour="Cid").dawn().day("Ann", shoot="Bea")
    assert t.winner == "nobody"
    assert t.why("office_lost", office="sheriff") == "SHERIFF-11"


@pytest.mark.parametrize(
    ("card", "night"),
    [("cursed_wolf_father", {"devour": "Ann", "infect": True}), ("cupid", {"pair": ["Ann", "Eve"]})],
)
def test_infected_or_in_love_he_keeps_the_double_vote(card: str, night: dict[str, Any]) -> None:
    """SHERIFF-12, INF-9"""
    t = Table(f"Ann Bea:{card} Cid:werewolf Dan Eve Fay", sheriff="Ann").night(**night).dawn()
    assert t.day({"Ann": "Dan", "Bea": "Fay", "Dan": "Cid"}).dead == ["Dan"]


def test_charmed_and_after_despair_he_keeps_the_double_vote() -> None:
    """SHERIFF-12, DESP-M12"""
    t = Table("Ann Bea:werewolf Cid:elder Dan:piper Eve Fay Gus", sheriff="Ann")
    t.night(charm=["Ann", "Bea"]).dawn().day("Cid")
    assert t.happened("despaired")
    t.night(charm=["Ann", "Bea"]).dawn().day({"Ann": "Eve", "Bea": "Fay", "Dan": "Gus"})
    assert t.dead == ["Cid", "Eve"]


def test_a_servant_who_takes_a_card_passes_the_badge_on() -> None:
    """SHERIFF-13, SERV-5, SERV-11"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid Dan Eve Fay", sheriff="Ann").night().dawn()
    t.day("Cid", act="Ann")
    assert t.asks("sheriff.heir")
    assert t.options == ["Bea", "Dan", "Eve", "Fay"]
    assert t.answer(heir="Dan").sheriff == "Dan"


def test_the_heir_is_not_the_servant_who_takes_his_card() -> None:
    """SERV-4, SERV-11"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid Dan Eve Fay", sheriff="Cid").night().dawn()
    t.day("Cid", act="Ann")
    assert t.options == ["Bea", "Dan", "Eve", "Fay"]
