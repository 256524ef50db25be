"""What the loss of the villagers' powers does not touch."""

from __future__ import annotations

from tests.table import Table


def test_lovers_stay_lovers() -> None:
    """DESP-5, DESP-M10"""
    t = Table("Ann:elder Bea:werewolf Cid:cupid Dan Eve Fay Gus").round("Ann", pair=["Dan", "Eve"])
    t.night().dawn().upto("vote.ballots", debate="vote")
    assert t.refuses({"Dan": "Eve"}).rule == "LOVE-3"
    t.say({"Fay": "Dan"})
    assert t.dead == ["Ann", "Dan", "Eve"]


def test_the_charmed_stay_charmed_and_the_piper_goes_on() -> None:
    """DESP-5, DESP-M11, DESP-M13"""
    t = Table("Ann:elder Bea:werewolf Cid:piper Dan Eve Fay").round("Ann", charm=["Dan", "Eve"])
    t.night(charm=["Bea", "Fay"])
    assert t.winner == "piper"


def test_the_infected_stay_werewolves() -> None:
    """DESP-M11, INF-2"""
    t = Table("Ann:elder Bea:cursed_wolf_father Cid Dan Eve").round("Ann", devour="Cid", infect=True)
    assert t.is_wolf("Cid")
    t.round("Eve", devour="Dan")
    assert t.winner == "werewolves"
    assert t.winners == ["Bea", "Cid"]


def test_the_sheriff_keeps_his_double_vote_and_his_heir() -> None:
    """DESP-M12, SHERIFF-12"""
    t = Table("Ann:elder Bea:werewolf Cid Dan Eve Fay Gus", sheriff="Cid").round("Ann")
    t.night().dawn().day({"Cid": "Dan", "Bea": "Eve"})
    assert t.dead == ["Ann", "Dan"]
    t.night(devour="Cid").dawn(heir="Gus")
    assert t.sheriff == "Gus"


def test_the_sheriff_still_decides_ties() -> None:
    """DESP-M12"""
    t = Table("Ann:elder Bea:werewolf Cid Dan Eve Fay Gus", sheriff="Cid").round("Ann").night().dawn()
    t.day({"Dan": "Eve", "Bea": "Fay"}, tiebreak="Fay")
    assert t.dead == ["Ann", "Fay"]


def test_the_wild_child_still_turns() -> None:
    """DESP-5, DESP-M13"""
    t = Table("Ann:elder Bea:werewolf Cid:wild_child Dan Eve Fay Gus").round("Ann", model="Dan")
    t.round("Dan")
    assert t.is_wolf("Cid")


def test_a_wolf_hound_who_joined_the_pack_stays_in_it() -> None:
    """DESP-M13"""
    t = Table("Ann:elder Bea:werewolf Cid:wolf_hound Dan Eve Fay Gus").round("Ann", choose="werewolves")
    t.night()
    assert t.asked[-1].key == "werewolves.devour"
    assert t.asked[-1].audience == (t.seat("Bea"), t.seat("Cid"))


def test_the_werewolves_keep_their_special_powers() -> None:
    """DESP-5"""
    t = Table("Ann:elder Bea:big_bad_wolf Cid:cursed_wolf_father Dan Eve Fay Gus Hal")
    t.round("Ann", werewolves_devour="Dan", big_bad_wolf_devour="Eve")
    t.night(werewolves_devour="Fay", infect=True, big_bad_wolf_devour="Gus").dawn()
    assert t.dead == ["Dan", "Eve", "Ann", "Gus"]
    assert t.is_wolf("Fay")


def test_the_white_werewolf_keeps_his_solo_call() -> None:
    """DESP-M13"""
    t = Table("Ann:elder Bea:werewolf Cid:white_werewolf Dan Eve Fay Gus").round("Ann")
    t.night(white_werewolf_devour="Bea").dawn()
    assert t.dead == ["Ann", "Bea"]


def test_the_manipulators_goal_is_untouched() -> None:
    """DESP-M13"""
    groups = {"Ann": "a", "Bea": "a", "Cid": "b", "Dan": "b", "Eve": "b", "Fay": "b"}
    t = Table("Ann:elder Bea Cid:prejudiced_manipulator Dan:werewolf Eve Fay", groups=groups).round("Ann")
    t.night(devour="Bea").dawn()
    assert t.happened("left", seat="Cid")
