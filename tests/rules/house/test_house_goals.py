"""House rules about goals and last moments: Cupid's share, the Piper's tune, infected loners, grief, the first dawn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

# -- Cupid wins with the couple --

CUPID = "Ann Bea:werewolf Cid:cupid Dan Eve"


@pytest.mark.parametrize("shares", [True, False])
def test_a_couple_of_two_camps_and_cupid_are_left(shares: bool) -> None:
    """HOUSE-12, WIN-5"""
    t = Table(CUPID, cupid_wins_with_lovers=shares).round("Dan", pair=["Ann", "Bea"], devour="Eve")
    assert t.alive == ["Ann", "Bea", "Cid"]
    if shares:
        assert (t.winner, t.winners, t.why("won")) == ("lovers", ["Ann", "Bea", "Cid"], "HOUSE-12")
    else:
        assert t.winner is None


@pytest.mark.parametrize("shares", [True, False])
def test_a_dead_cupid_wins_with_them_too(shares: bool) -> None:
    """HOUSE-12, WIN-10"""
    t = Table(CUPID, cupid_wins_with_lovers=shares).round("Dan", pair=["Ann", "Bea"], devour="Cid")
    assert t.winner is None
    t.night(devour="Eve").dawn()
    assert t.winners == (["Ann", "Bea", "Cid"] if shares else ["Ann", "Bea"])


@pytest.mark.parametrize("other", ["Dan", "Eve"])
def test_nobody_else_may_be_left(other: str) -> None:
    """HOUSE-12"""
    t = Table(CUPID, cupid_wins_with_lovers=True).night(pair=["Ann", "Bea"], devour="Cid").dawn().day(other)
    assert len(t.alive) == 3
    assert t.winner is None


@pytest.mark.parametrize("shares", [True, False])
def test_once_the_couple_is_dead_cupid_is_a_villager_again(shares: bool) -> None:
    """HOUSE-12, AMD-15: a Cupid who died before them too."""
    people = "Ann Bea:werewolf Cid:cupid Dan:werewolf Eve Fay"
    t = Table(people, cupid_wins_with_lovers=shares).night(pair=["Ann", "Bea"], devour="Cid").dawn().day("Bea")
    assert t.dead == ["Cid", "Bea", "Ann"]
    t.night().dawn().day("Dan")
    assert (t.winner, t.winners) == ("village", ["Cid", "Eve", "Fay"])


@pytest.mark.parametrize("shares", [True, False])
def test_a_couple_of_one_camp_changes_nothing(shares: bool) -> None:
    """HOUSE-12, LOVE-6"""
    t = Table(CUPID, cupid_wins_with_lovers=shares).round("Bea", pair=["Ann", "Dan"])
    assert (t.winner, t.winners) == ("village", ["Ann", "Cid", "Dan", "Eve"])


@pytest.mark.parametrize("shares", [True, False])
def test_while_the_couple_lives_the_village_s_victory_is_not_his(shares: bool) -> None:
    """HOUSE-12, LOVE-18: a Piper's couple does not stop the village."""
    t = Table("Ann Bea:piper Cid:cupid Dan Eve:werewolf Fay", cupid_wins_with_lovers=shares)
    t.round("Eve", pair=["Ann", "Bea"], charm=["Dan", "Fay"])
    assert t.winner == "village"
    assert t.winners == (["Dan", "Fay"] if shares else ["Cid", "Dan", "Fay"])


def test_a_couple_that_becomes_one_of_two_camps_takes_a_dead_cupid_along() -> None:
    """HOUSE-12, LOVE-11"""
    people = "Ann Bea Cid:cupid Dan:cursed_wolf_father Eve Fay:werewolf"
    t = Table(people, cupid_wins_with_lovers=True).round("Cid", pair=["Ann", "Bea"], devour="Ann", infect=True)
    t.night(devour="Eve").dawn().day("Dan").night().dawn().day("Fay")
    assert t.alive == ["Ann", "Bea"]
    assert (t.winner, t.winners) == ("lovers", ["Ann", "Bea", "Cid"])


@pytest.mark.parametrize("shares", [True, False])
def test_an_infected_cupid_still_wants_his_couple_to_win(shares: bool) -> None:
    """HOUSE-12, LOVE-18, INF-2"""
    t = Table("Ann Bea:cursed_wolf_father Cid:cupid Dan", cupid_wins_with_lovers=shares)
    t.round("Dan", pair=["Ann", "Bea"], devour="Cid", infect=True)
    assert t.alive == ["Ann", "Bea", "Cid"]
    assert t.winner == ("lovers" if shares else None)


def test_a_cupid_in_love_himself_is_one_of_the_two() -> None:
    """HOUSE-12, CUPID-1"""
    t = Table(CUPID, cupid_wins_with_lovers=True).round("Dan", pair=["Cid", "Bea"], devour="Eve")
    assert t.alive == ["Ann", "Bea", "Cid"]
    assert t.winner is None
    t.night(devour="Ann").dawn()
    assert t.winners == ["Bea", "Cid"]


def test_a_servant_who_takes_cupid_s_card_has_no_part_in_it() -> None:
    """HOUSE-12, CUPID-5"""
    people = "Ann Bea:werewolf Cid:cupid Dan:devoted_servant Eve"
    t = Table(people, cupid_wins_with_lovers=True).night(pair=["Ann", "Bea"]).dawn().day("Cid", act="Dan")
    t.night(devour="Eve").dawn()
    assert t.alive == ["Ann", "Bea", "Dan"]
    assert t.winner is None
    t.day("Dan")
    assert t.winners == ["Ann", "Bea", "Cid"]


def test_a_cupid_whom_another_cupid_made_a_lover_dies_as_one() -> None:
    """HOUSE-12, AMD-15: with the couple he made he has nothing to do any more, but with the one he was half of."""
    people = "Ann:cupid Bea Cid:werewolf Dan:cupid Eve:werewolf Fay Gus"
    t = Table(people, cupid_wins_with_lovers=True).upto("cupid.pair").say(["Bea", "Cid"]).upto("cupid.pair")
    t.say(["Ann", "Eve"]).answer().dawn().day("Ann")
    assert t.dead == ["Ann", "Eve"]
    t.night().dawn().day("Cid")
    assert t.dead == ["Ann", "Eve", "Cid", "Bea"]
    assert (t.winner, t.winners) == ("village", ["Dan", "Fay", "Gus"])


# -- the Piper's tune --

PIPER = "Ann:piper Bea:werewolf Cid Dan Eve Fay Gus Hal"


@pytest.mark.parametrize("most", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("targets", ["two", "one_or_two"])
def test_how_many_the_piper_charms(most: int, targets: str) -> None:
    """HOUSE-13, PIPER-1, OPT-PIPER-COUNT"""
    t = Table(PIPER, piper_charms=most, piper_targets=targets).say(True).upto("piper.charm")
    assert t.prompt is not None
    assert (t.prompt.low, t.prompt.high) == (most if targets == "two" else 1, most)
    chosen = ["Bea", "Cid", "Dan", "Eve", "Fay"][:most]
    t.say(chosen if most > 1 else chosen[0])
    assert len(t.events("charmed")) == most


def test_at_the_harvest_festival_it_is_one_all_the_same() -> None:
    """HOUSE-13, PIPER-12"""
    t = Table(PIPER, piper_charms=3, variants="harvest_festival").say(True).upto("piper.charm")
    assert t.prompt is not None
    assert t.prompt.high == 1


# -- infected loners --

INFECTED = "Ann:piper Bea:cursed_wolf_father Cid Dan Eve"


@pytest.mark.parametrize("keeps", [True, False])
def test_an_infected_piper_may_win_alone(keeps: bool) -> None:
    """HOUSE-14, PIPER-6, AMD-3"""
    t = Table(INFECTED, infected_loner_keeps_goal=keeps)
    charm = {"charm": ["Bea", "Cid"]} if keeps else {}
    t.night(devour="Ann", infect=True, **charm)
    assert t.is_wolf("Ann")
    assert ("piper" in t.fakes) != keeps
    t.dawn().day().night(**({"charm": ["Dan", "Eve"]} if keeps else {}))
    assert (t.winner, t.winners if keeps else None) == (("piper", ["Ann"]) if keeps else (None, None))


@pytest.mark.parametrize("keeps", [True, False])
def test_an_infected_piper_wins_with_the_pack_too(keeps: bool) -> None:
    """HOUSE-14, INF-2"""
    t = Table(INFECTED, infected_loner_keeps_goal=keeps)
    t.night(devour="Ann", infect=True, **({"charm": ["Cid", "Dan"]} if keeps else {})).dawn().day("Cid")
    t.night(devour="Dan", **({"charm": ["Dan", "Eve"]} if keeps else {})).dawn().day("Eve")
    assert (t.winner, t.winners) == ("werewolves", ["Ann", "Bea"])


@pytest.mark.parametrize("keeps", [True, False])
def test_an_infected_piper_in_love_with_a_villager_plays_for_the_couple(keeps: bool) -> None:
    """HOUSE-14, LOVE-12"""
    t = Table("Ann:piper Bea:cursed_wolf_father Cid:cupid Dan Eve", infected_loner_keeps_goal=keeps)
    t.night(pair=["Ann", "Dan"], devour="Ann", infect=True, **({"charm": ["Bea", "Cid"]} if keeps else {}))
    t.dawn().day().night(**({"charm": ["Dan", "Eve"]} if keeps else {}))
    assert t.winner is None


GROUPS = {"Ann": "left", "Bea": "right", "Cid": "left", "Dan": "right", "Eve": "left", "Fay": "left"}
BIGOT = "Ann:prejudiced_manipulator Bea:cursed_wolf_father Cid:werewolf Dan Eve Fay"


@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize("physical", [True, False])
@pytest.mark.parametrize("end", ["ends_game", "leaves_game_continues"])
def test_an_infected_manipulator_may_win_alone(keeps: bool, physical: bool, end: str) -> None:
    """HOUSE-14, MANIP-4"""
    options: Any = {"infected_loner_keeps_goal": keeps, "physical": physical}
    t = Table(BIGOT, groups=GROUPS, manipulator_victory=end, **options)
    t.round("Dan", devour="Ann", infect=True)
    assert t.is_wolf("Ann")
    t.night().dawn().day("Bea")
    if end == "ends_game":
        assert t.winner == ("prejudiced_manipulator" if keeps else None)
    else:
        assert t.happened("left", seat="Ann") == keeps
        assert t.winner is None


@pytest.mark.parametrize("keeps", [True, False])
def test_an_infected_manipulator_in_love_keeps_his_goal_or_has_a_couple(keeps: bool) -> None:
    """HOUSE-14, LOVE-14, LOVE-11"""
    people = "Ann:prejudiced_manipulator Bea:cursed_wolf_father Cid:cupid Dan Eve"
    groups = {"Ann": "left", "Bea": "right", "Cid": "left", "Dan": "left", "Eve": "right"}
    t = Table(people, groups=groups, infected_loner_keeps_goal=keeps, manipulator_victory="ends_game")
    t.round("Cid", pair=["Ann", "Dan"], devour="Ann", infect=True).night(devour="Eve").dawn().day("Bea")
    assert t.alive == ["Ann", "Dan"]
    assert t.winner == ("prejudiced_manipulator" if keeps else "lovers")


@pytest.mark.parametrize("keeps", [True, False])
def test_an_infected_servant_who_takes_the_piper_s_card(keeps: bool) -> None:
    """HOUSE-14, SERV-13"""
    people = "Ann:piper Bea:cursed_wolf_father Cid:devoted_servant Dan Eve Fay"
    t = Table(people, infected_loner_keeps_goal=keeps)
    t.night(devour="Cid", infect=True, charm=["Dan", "Eve"]).dawn().day("Ann", act="Cid")
    assert t.sees("Cid", "charmed_shown") == keeps
    t.night(**({"charm": ["Bea", "Fay"]} if keeps else {}))
    assert t.winner == ("piper" if keeps else None)


# -- grief for the Elder --

ELDER = "Ann:elder Bea:werewolf Cid:cupid Dan:hunter Eve Fay"


@pytest.mark.parametrize("is_despair", [True, False])
def test_a_hunter_who_dies_of_grief_for_the_elder(is_despair: bool) -> None:
    """HOUSE-21, RES-5"""
    t = Table(ELDER, grief_is_despair=is_despair).night(pair=["Ann", "Dan"]).dawn().day("Ann")
    assert t.happened("despaired")
    assert t.asks("hunter.shoot") != is_despair


def test_a_shot_comes_after_the_despair_either_way() -> None:
    """HOUSE-21, RES-5: only those who fall with the Elder still had their power."""
    t = Table("Ann:elder Bea:werewolf Cid:cupid Dan:hunter Eve:hunter Fay Gus", grief_is_despair=False)
    t.night(pair=["Ann", "Dan"]).dawn().day("Ann", shoot="Eve")
    assert t.dead == ["Ann", "Dan", "Eve"]
    assert len([prompt for prompt in t.asked if prompt.key == "hunter.shoot"]) == 1


def test_despair_of_an_earlier_day_reaches_everybody() -> None:
    """HOUSE-21, DESP-M2"""
    t = Table(ELDER, grief_is_despair=False).night(pair=["Eve", "Dan"]).dawn().day("Ann").night(devour="Eve").dawn()
    assert t.dead == ["Ann", "Eve", "Dan"]
    assert not t.was_asked("hunter.shoot")


# -- the first dawn --

ANGEL = "Ann:angel Bea:werewolf Cid:hunter Dan:cupid Eve Fay"


@pytest.mark.parametrize("counts", [True, False])
def test_a_shot_at_the_first_dawn(counts: bool) -> None:
    """HOUSE-22, ANGEL-6"""
    t = Table(ANGEL, angel_dawn_counts=counts).day().night(pair=["Eve", "Fay"], devour="Cid").dawn(shoot="Ann")
    assert t.dead == ["Cid", "Ann"]
    assert t.winner == ("angel" if counts else None)
    if not counts:
        assert "Ann" in t.day("Bea").winners  # a villager by then (ANGEL-3)


@pytest.mark.parametrize("counts", [True, False])
def test_grief_at_the_first_dawn(counts: bool) -> None:
    """HOUSE-22, ANGEL-6"""
    t = Table(ANGEL, angel_dawn_counts=counts, angel_in_love_keeps_goal=True)
    t.day().night(pair=["Ann", "Fay"], devour="Fay").dawn()
    assert t.dead == ["Fay", "Ann"]
    assert t.winner == ("angel" if counts else None)


@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("cause", ["devour", "poison"])
def test_what_the_first_night_itself_brings_always_counts(counts: bool, cause: str) -> None:
    """HOUSE-22, ANGEL-2"""
    people = "Ann:angel Bea:werewolf Cid:hunter Dan:witch Eve Fay"
    t = Table(people, angel_dawn_counts=counts).day().night(**{cause: "Ann"}).dawn()
    assert t.winner == "angel"


@pytest.mark.parametrize("counts", [True, False])
def test_a_longer_window_holds_the_first_dawn_anyway(counts: bool) -> None:
    """HOUSE-22, ANGEL-13"""
    t = Table(ANGEL, preset="helper", angel_dawn_counts=counts)
    t.night(pair=["Eve", "Fay"], devour="Cid").dawn(shoot="Ann")
    assert t.winner == "angel"
