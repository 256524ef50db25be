"""How the game ends: the village, the pack, the White Werewolf, the couple, and nobody."""

from __future__ import annotations

import pytest

from tests.table import Table


def end(t: Table) -> tuple[str | None, list[str]]:
    """Which side has won, and who shares it."""
    return t.winner, t.winners


# -- village and pack --


@pytest.mark.parametrize("physical", [False, True])
def test_the_village_wins_with_the_last_wolf(physical: bool) -> None:
    """WIN-1, WIN-10"""
    t = Table("Ann:werewolf Bea:werewolf Cid Dan Eve Fay Gus", physical=physical).round("Ann", devour="Cid")
    assert t.winner is None
    t.night(devour="Dan").dawn().day("Bea")
    assert end(t) == ("village", ["Cid", "Dan", "Eve", "Fay", "Gus"])  # the dead share it
    assert t.why("won") == "WIN-1"


def test_an_infected_player_keeps_the_village_from_winning() -> None:
    """WIN-1, WOLF-8"""
    t = Table("Ann:cursed_wolf_father Bea Cid Dan Eve").night(devour="Bea", infect=True).dawn().day("Ann")
    assert t.winner is None
    assert t.night().dawn().day("Bea").winner == "village"


@pytest.mark.parametrize("needed", [True, False])
def test_the_village_needs_a_survivor_who_is_no_loner(needed: bool) -> None:
    """WIN-1, WIN-15, AMD-22"""
    groups = {"Ann": "a", "Bea": "a", "Cid": "b", "Dan": "a", "Eve": "a"}
    people = "Ann:werewolf Bea:prejudiced_manipulator Cid:piper Dan Eve"
    t = Table(people, groups=groups, piper_targets="one_or_two", village_needs_survivor=needed)
    t.round("Dan", charm=["Dan"], devour="Eve").night(charm=["Ann"]).dawn().day({"Bea": "Ann"})
    assert t.alive == ["Bea", "Cid"]
    assert t.winner is None


def loners_and_a_couple(*, needed: bool = True) -> Table:
    """No Werewolf is left, and nobody who plays for the village: a Manipulator, and a Piper with his love."""
    groups = {"Ann": "a", "Bea": "a", "Cid": "b", "Dan": "b", "Eve": "b", "Fay": "a"}
    t = Table(
        "Ann:werewolf Bea:piper Cid:cupid Dan:prejudiced_manipulator Eve Fay",
        groups=groups,
        village_needs_survivor=needed,
    )
    t.night(pair=["Bea", "Eve"], charm=["Ann", "Cid"], devour="Cid").dawn().day("Fay")
    t.night(charm=["Ann", "Eve"]).dawn().day({"Dan": "Ann"})
    assert t.alive == ["Bea", "Dan", "Eve"]
    return t


@pytest.mark.parametrize(("needed", "winner"), [(True, None), (False, "village")])
def test_a_survivor_in_a_mixed_couple(needed: bool, winner: str | None) -> None:
    """WIN-1, WIN-15, OPT-VILLAGE-SURVIVOR, AMD-22"""
    assert loners_and_a_couple(needed=needed).winner == winner


def test_the_moderator_may_end_a_game_nobody_can_win() -> None:
    """WIN-15"""
    t = loners_and_a_couple().night(charm=["Dan", "Eve"]).dawn()
    assert t.options == ["vote", "nobody_wins"]
    t.day(debate="nobody_wins")
    assert end(t) == ("nobody", [])
    assert t.why("won") == "WIN-15"


def test_a_game_nobody_has_won_yet_may_be_played_on() -> None:
    """WIN-15, WIN-5"""
    t = loners_and_a_couple().night(charm=["Dan", "Eve"]).dawn().day({"Bea": "Dan"})
    assert end(t) == ("lovers", ["Bea", "Eve"])


def test_no_such_end_while_a_wolf_lives() -> None:
    """WIN-15"""
    assert Table("Ann:werewolf Bea Cid Dan").night().dawn().options == ["vote"]


@pytest.mark.parametrize("physical", [False, True])
def test_the_wolves_win_when_nobody_else_is_left(physical: bool) -> None:
    """WIN-2, WIN-10, WW-4"""
    t = Table("Ann:werewolf Bea:werewolf Cid Dan Eve", physical=physical).round("Ann", devour="Cid")
    t.night(devour="Dan").dawn()
    assert t.winner is None
    t.day().night(devour="Eve").dawn()
    assert end(t) == ("werewolves", ["Ann", "Bea"])
    assert t.why("won") == "WIN-2"


def test_the_wolves_win_by_infecting_the_last_villager() -> None:
    """WIN-2, WIN-10"""
    t = Table("Ann:cursed_wolf_father Bea Cid").round("Bea").night(devour="Cid", infect=True).dawn()
    assert end(t) == ("werewolves", ["Ann", "Cid"])


def test_equal_numbers_end_nothing() -> None:
    """WIN-11, SW-PARITY"""
    t = Table("Ann:werewolf Bea:werewolf Cid Dan Eve").night(devour="Cid").dawn()
    assert t.winner is None
    assert t.day("Dan").winner is None  # two wolves against one
    t = Table("Ann:werewolf Bea:werewolf Cid Dan Eve", wolf_parity_shortcut=True).night(devour="Cid").dawn()
    assert (t.winner, t.why("won")) == ("werewolves", "WIN-11")


def test_equal_numbers_do_not_outvote_a_mixed_couple() -> None:
    """WIN-11, AMD-1, LOVE-18"""
    t = Table("Ann:werewolf Bea:werewolf Cid:cupid Dan Eve", wolf_parity_shortcut=True)
    t.night(pair=["Ann", "Dan"], devour="Cid").dawn()
    assert t.winner is None


def test_equal_numbers_do_not_win_for_the_white_werewolf() -> None:
    """WIN-11, WIN-14"""
    t = Table("Ann:white_werewolf Bea Cid", wolf_parity_shortcut=True).night(werewolves="Bea").dawn()
    assert t.winner is None


# -- the White Werewolf --


@pytest.mark.parametrize(("blocks", "winner"), [(False, "werewolves"), (True, None)])
def test_the_white_werewolf_and_the_packs_victory(blocks: bool, winner: str | None) -> None:
    """WIN-3, WHITE-4, OPT-WHITE-BLOCKS"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid Dan", white_blocks_wolf_victory=blocks).round("Cid", devour="Dan")
    assert t.winner == winner
    if winner:
        assert t.winners == ["Bea"]
    else:
        t.night(white_werewolf="Bea").dawn()
        assert end(t) == ("white_werewolf", ["Ann"])


def test_the_packs_victory_waits_until_the_white_werewolf_is_dead() -> None:
    """WIN-3, OPT-WHITE-BLOCKS"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid:werewolf Dan", preset="pacte").night(devour="Dan").dawn()
    assert t.winner is None
    t.day("Ann")
    assert end(t) == ("werewolves", ["Bea", "Cid"])


@pytest.mark.parametrize("physical", [False, True])
def test_the_white_werewolf_wins_as_the_only_survivor(physical: bool) -> None:
    """WIN-4, WIN-10, WHITE-3"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid Dan Eve", physical=physical).round("Cid", devour="Dan")
    t.night(werewolves="Eve", white_werewolf="Bea").dawn()
    assert end(t) == ("white_werewolf", ["Ann"])
    assert t.why("won") == "WIN-4"


def test_white_werewolf_and_villagers_play_on() -> None:
    """WIN-14"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid Dan Eve").round("Bea", devour="Cid")
    assert t.winner is None
    t.night(werewolves="Dan").dawn()  # he still wakes at the Werewolves' call
    assert (t.winner, t.alive) == (None, ["Ann", "Eve"])
    t.day().night(werewolves="Eve").dawn()
    assert end(t) == ("white_werewolf", ["Ann"])


# -- the couple --


@pytest.mark.parametrize("physical", [False, True])
def test_a_mixed_couple_wins_as_the_last_two(physical: bool) -> None:
    """WIN-5, WIN-10, WIN-19"""
    t = Table("Ann:werewolf Bea:cupid Cid Dan Eve", physical=physical).round("Dan", pair=["Ann", "Cid"], devour="Bea")
    assert t.winner is None
    t.night(devour="Eve").dawn()  # the wolf lover is the last wolf, and the pack has not won
    assert end(t) == ("lovers", ["Ann", "Cid"])
    assert t.why("won") == "WIN-5"


def test_a_couple_of_one_camp_wins_with_it() -> None:
    """WIN-5, LOVE-6"""
    t = Table("Ann:werewolf Bea:cupid Cid Dan Eve").round("Dan", pair=["Eve", "Cid"], devour="Bea").night().dawn()
    t.day("Ann")
    assert end(t) == ("village", ["Bea", "Cid", "Dan", "Eve"])


def test_a_couple_of_two_wolves_does_not_hinder_the_pack() -> None:
    """WIN-2, AMD-1"""
    t = Table("Ann:werewolf Bea:werewolf Cid:cupid Dan").round("Dan", pair=["Ann", "Bea"], devour="Cid")
    assert end(t) == ("werewolves", ["Ann", "Bea"])


def test_the_couple_comes_before_the_village() -> None:
    """WIN-9, WIN-5"""
    t = Table("Ann:werewolf Bea:piper Cid:cupid Dan Eve", village_needs_survivor=False)
    t.round("Cid", pair=["Bea", "Eve"], charm=["Ann", "Cid"], devour="Dan")
    t.night(charm=["Ann", "Eve"]).dawn().day({"Bea": "Ann"})
    assert end(t) == ("lovers", ["Bea", "Eve"])


def test_a_couple_that_died_mixed_wins_with_nobody() -> None:
    """WIN-10, WIN-18, AMD-15"""
    t = Table("Ann:werewolf Bea:cupid Cid Dan Eve Fay").night(pair=["Ann", "Cid"]).dawn().day("Ann")
    assert t.dead == ["Ann", "Cid"]
    assert end(t) == ("village", ["Bea", "Dan", "Eve", "Fay"])


# -- the Wild Child --


@pytest.mark.parametrize("physical", [False, True])
def test_a_wild_child_with_a_living_model_wins_with_the_village(physical: bool) -> None:
    """WIN-12, CHILD-4"""
    t = Table("Ann:werewolf Bea:wild_child Cid Dan Eve", physical=physical).night(model="Cid").dawn().day("Ann")
    assert end(t) == ("village", ["Bea", "Cid", "Dan", "Eve"])


def test_a_wild_child_whose_model_is_dead_wins_and_loses_with_the_wolves() -> None:
    """WIN-12, CHILD-4"""
    t = Table("Ann:werewolf Bea:wild_child Cid Dan").night(model="Cid", devour="Cid").dawn().day("Dan")
    assert end(t) == ("werewolves", ["Ann", "Bea"])
    t = Table("Ann:werewolf Bea:wild_child Cid Dan Eve").round("Ann", model="Cid", devour="Cid")
    assert t.winner is None
    t.night().dawn().day("Bea")
    assert end(t) == ("village", ["Cid", "Dan", "Eve"])


def test_the_last_wolf_and_the_model_fall_in_one_cascade() -> None:
    """WIN-13, RES-4"""
    t = Table("Ann:werewolf Bea:wild_child Cid:witch Dan Eve").night(model="Dan", devour="Dan", poison="Ann").dawn()
    assert t.dead == ["Dan", "Ann"]
    assert t.winner is None
    assert t.is_wolf("Bea")


# -- nobody --


@pytest.mark.parametrize("physical", [False, True])
def test_without_survivors_nobody_wins(physical: bool) -> None:
    """WIN-8, SW-ALL-DEAD"""
    t = Table("Ann:werewolf Bea:witch Cid Dan:hunter Eve", physical=physical).round("Eve", devour="Cid")
    t.night(devour="Dan", poison="Ann").dawn()
    t.answer(shoot="Bea")
    assert end(t) == ("nobody", [])
    assert t.why("won") == "WIN-8"


# -- stalemate --


@pytest.mark.parametrize("victim", [None, "Eve"])
def test_after_five_days_without_a_death_a_stalemate_may_be_declared(victim: str | None) -> None:
    """WIN-15: counted from the last death, or from the beginning."""
    t = Table("Ann:werewolf Bea Cid Dan Eve")
    if victim:
        t.round(devour=victim)
    for _ in range(4):
        t.night().dawn()
        assert "nobody_wins" not in t.options
        t.day()
    t.night().dawn()
    assert "nobody_wins" in t.options
    t.say("nobody_wins")
    assert end(t) == ("nobody", [])
    assert t.why("won") == "WIN-15"


def test_the_five_days_are_counted_from_the_last_death() -> None:
    """WIN-15: not from the first."""
    t = Table("Ann:werewolf Bea Cid Dan Eve Fay").round(devour="Bea").round().round(devour="Cid")
    for day in range(4, 9):
        t.night().dawn()
        assert ("nobody_wins" in t.options) is (day == 8), f"on day {day}"
        t.day()
