"""Each value of the options about goals and endings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

# -- when a victory is looked for --


@pytest.mark.parametrize(("checks", "votes"), [("after_every_cascade", 1), ("dawn_and_dusk", 2)])
def test_a_victory_ends_the_day_at_once_or_at_dusk(checks: str, votes: int) -> None:
    """OPT-VICTORY-CHECK, RES-9"""
    t = Table("Ann:wandering_judge Bea:werewolf Cid Dan Eve Fay", victory_checks=checks).night().dawn()
    t.day(["Bea", "Cid"], signed=True)
    assert t.winner == "village"
    assert len(t.events("voted")) == votes
    assert t.dead == (["Bea"] if votes == 1 else ["Bea", "Cid"])


@pytest.mark.parametrize("checks", ["after_every_cascade", "dawn_and_dusk"])
def test_a_victory_at_dawn_is_found_before_the_bear_is_heard(checks: str) -> None:
    """OPT-VICTORY-CHECK"""
    t = Table("Ann:witch Bea:werewolf Cid:bear_tamer Dan", victory_checks=checks).night(poison="Bea").dawn()
    assert t.winner == "village"


@pytest.mark.parametrize("checks", ["after_every_cascade", "dawn_and_dusk"])
def test_the_piper_wins_right_after_his_call_all_the_same(checks: str) -> None:
    """OPT-VICTORY-CHECK, PIPER-9"""
    t = Table("Ann:piper Bea:werewolf Cid", victory_checks=checks).night(charm=["Bea", "Cid"])
    assert t.winner == "piper"


@pytest.mark.parametrize("checks", ["after_every_cascade", "dawn_and_dusk"])
def test_a_victory_at_dusk_is_found_before_a_sheriff_is_elected(checks: str) -> None:
    """OPT-VICTORY-CHECK, HOUSE-16: nobody takes office in a game that is won."""
    chosen: dict[str, Any] = {"sheriff_election": "setup", "sheriff_elected_on": "d2_dusk", "victory_checks": checks}
    t = Table("Ann:werewolf Bea Cid Dan Eve", **chosen).round().night().dawn().day("Ann")
    assert t.winner == "village"
    assert not t.was_asked("sheriff.now")
    t = Table("Ann:werewolf Bea Cid Dan Eve", **chosen).round().night().dawn().day("Bea")
    assert t.was_asked("sheriff.now")


# -- Angel --

ANGEL = "Ann:angel Bea:werewolf Cid:witch Dan Eve Fay Gus"


@pytest.mark.parametrize("opening", [True, False])
def test_the_angel_s_opening_vote(opening: bool) -> None:
    """OPT-ANGEL-OPENING, ANGEL-1, GEN-3"""
    t = Table(ANGEL, angel_opening_vote=opening)
    assert t.asks("day.debate" if opening else "night.falls")
    assert t.happened("opening_day") == opening


def falls(window: str, when: str, **options: Any) -> Table:
    """The Angel is eliminated at that time, by a vote (D) or by the wolves (N)."""
    t = Table(ANGEL, angel_window=window, **options)
    phases = ["D0", "N1", "D1", "N2", "D2"]
    for phase in phases[phases.index("D0" if t.asks("day.debate") else "N1") :]:
        hit = "Ann" if phase == when else None
        if phase.startswith("N"):
            t.night(devour=hit).dawn()
        else:
            t.day(hit)
        if phase == when:
            return t
    raise AssertionError(when)


@pytest.mark.parametrize(
    ("window", "wins"),
    [
        ("d0_vote_or_n1", ["D0", "N1"]),
        ("first_vote_only", ["D0"]),
        ("until_d2_vote", ["D0", "N1", "D1", "N2"]),
    ],
)
def test_how_long_the_angel_may_win(window: str, wins: list[str]) -> None:
    """OPT-ANGEL-WINDOW, ANGEL-2, ANGEL-13"""
    assert [when for when in ("D0", "N1", "D1", "N2", "D2") if falls(window, when).winner == "angel"] == wins


def test_without_an_opening_vote_the_first_vote_is_that_of_the_first_day() -> None:
    """OPT-ANGEL-WINDOW, OPT-ANGEL-OPENING"""
    assert falls("first_vote_only", "D1", angel_opening_vote=False).winner == "angel"
    assert falls("first_vote_only", "N1", angel_opening_vote=False).winner is None


@pytest.mark.parametrize(("causes", "winner"), [("any", "angel"), ("vote_or_wolves", None)])
def test_what_makes_the_angel_win(causes: str, winner: str | None) -> None:
    """OPT-ANGEL-CAUSE, ANGEL-7"""
    assert Table(ANGEL, angel_causes=causes).day().night(poison="Ann").dawn().winner == winner
    assert Table(ANGEL, angel_causes=causes).day().night(devour="Ann").dawn().winner == "angel"
    assert Table(ANGEL, angel_causes=causes).day("Ann").winner == "angel"


@pytest.mark.parametrize(("keeps", "winner"), [(True, "angel"), (False, None)])
def test_an_angel_in_love(keeps: bool, winner: str | None) -> None:
    """OPT-ANGEL-LOVER, ANGEL-4"""
    people = "Ann:angel Bea:werewolf Cid:cupid Dan Eve Fay Gus"
    t = Table(people, angel_in_love_keeps_goal=keeps).day().night(pair=["Ann", "Dan"], devour="Ann").dawn()
    assert t.winner == winner


# -- wolves and village --


@pytest.mark.parametrize(("goal", "winner"), [("all_others_dead", None), ("last_villager_dead", "werewolves")])
def test_whom_the_wolves_must_outlive(goal: str, winner: str | None) -> None:
    """OPT-WOLF-GOAL, WIN-2"""
    t = Table("Ann:werewolf Bea:piper Cid Dan:werewolf Eve", wolf_victory=goal)
    t.night(devour="Cid", charm=["Cid", "Eve"]).dawn()
    assert t.winner is None
    t.day("Eve")
    assert t.winner == winner


@pytest.mark.parametrize("goal", ["all_others_dead", "last_villager_dead"])
def test_in_the_base_box_both_goals_are_the_same(goal: str) -> None:
    """OPT-WOLF-GOAL"""
    t = Table("Ann:werewolf Bea Cid Dan:werewolf Eve", wolf_victory=goal).night(devour="Bea").dawn().day("Cid")
    assert t.winner is None
    assert t.night(devour="Eve").dawn().winner == "werewolves"


@pytest.mark.parametrize(("shortcut", "winner"), [(False, None), (True, "werewolves")])
def test_equal_numbers(shortcut: bool, winner: str | None) -> None:
    """SW-PARITY, WIN-11"""
    t = Table("Ann:werewolf Bea:werewolf Cid Dan Eve", wolf_parity_shortcut=shortcut).night(devour="Cid").dawn()
    assert t.winner == winner
    if winner:
        assert t.game.outcome is not None
        assert t.game.outcome.rule == "WIN-11"
    more = Table("Ann:werewolf Bea:werewolf Cid Dan Eve Fay", wolf_parity_shortcut=shortcut).night(devour="Cid")
    assert more.dawn().winner is None


@pytest.mark.parametrize(("needed", "winner"), [(True, None), (False, "village")])
def test_a_village_without_a_villager(needed: bool, winner: str | None) -> None:
    """OPT-VILLAGE-SURVIVOR, AMD-22"""
    people = "Ann:cupid Bea:werewolf Cid:piper Dan Eve:prejudiced_manipulator"
    t = Table(
        people,
        village_needs_survivor=needed,
        groups={"Ann": "a", "Bea": "a", "Cid": "b", "Dan": "a", "Eve": "b"},
        manipulator_victory="leaves_game_continues",
    )
    # Dan loves the Piper: a mixed couple, and the only villager left at the end is one of the two.
    t.night(pair=["Cid", "Dan"], devour="Ann", charm=["Ann", "Bea"]).dawn()
    t.day("Bea")
    assert t.winner == winner


@pytest.mark.parametrize("needed", [True, False])
def test_loners_alone_are_no_village(needed: bool) -> None:
    """OPT-VILLAGE-SURVIVOR, AMD-22, WIN-15"""
    people = "Ann:prejudiced_manipulator Bea:werewolf Cid:piper"
    groups = {"Ann": "a", "Bea": "b", "Cid": "b"}
    t = Table(people, groups=groups, village_needs_survivor=needed, piper_targets="one_or_two")
    t.night(charm=["Bea"]).dawn().day("Bea")
    assert t.winner is None


def test_nobody_left_nobody_wins() -> None:
    """SW-ALL-DEAD, WIN-8, HUNTER-3"""
    t = Table("Ann:hunter Bea:werewolf Cid").night(devour="Cid").dawn().day("Ann", shoot="Bea")
    assert t.winner == "nobody"
    assert t.winners == []


@pytest.mark.parametrize(("blocks", "winner"), [(False, "werewolves"), (True, None)])
def test_a_living_white_werewolf(blocks: bool, winner: str | None) -> None:
    """OPT-WHITE-BLOCKS, WIN-3, WHITE-10"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid", white_blocks_wolf_victory=blocks).night(devour="Cid").dawn()
    assert t.winner == winner
    if winner:
        assert t.winners == ["Bea"]
    else:
        assert t.day().night(white_werewolf_devour="Bea").dawn().winner == "white_werewolf"


BIGOT = "Ann:prejudiced_manipulator Bea:werewolf Cid Dan Eve Fay"
GROUPS = {"Ann": "a", "Bea": "a", "Cid": "a", "Dan": "a", "Eve": "b", "Fay": "b"}


@pytest.mark.parametrize("ending", ["ends_game", "leaves_game_continues"])
def test_a_winning_manipulator(ending: str) -> None:
    """OPT-MANIP-END, MANIP-3"""
    t = Table(BIGOT, groups=GROUPS, manipulator_victory=ending).night(devour="Eve").dawn().day("Fay")
    if ending == "ends_game":
        assert (t.winner, t.winners) == ("prejudiced_manipulator", ["Ann"])
    else:
        assert t.winner is None
        assert t.sees(None, "left", seat="Ann")
        assert t.alive == ["Bea", "Cid", "Dan"]
        t.night().dawn().day("Bea")
        assert t.winner == "village"
        assert "Ann" in t.winners


@pytest.mark.parametrize(("pairs", "winner"), [("villager_wolf", "piper"), ("villager_wolf_or_piper", None)])
def test_a_piper_in_love(pairs: str, winner: str | None) -> None:
    """OPT-LOVERS-PAIRS, LOVE-4, LOVE-15"""
    t = Table("Ann:cupid Bea:piper Cid Dan:werewolf", lovers_team_pairs=pairs)
    t.night(pair=["Bea", "Cid"], charm=["Ann", "Cid"]).dawn().day()
    t.night(charm=["Cid", "Dan"])
    assert t.winner == winner


@pytest.mark.parametrize("pairs", ["villager_wolf", "villager_wolf_or_piper"])
def test_a_wolf_in_love_with_a_villager(pairs: str) -> None:
    """OPT-LOVERS-PAIRS, LOVE-4"""
    t = Table("Ann:cupid Bea:werewolf Cid Dan", lovers_team_pairs=pairs)
    t.night(pair=["Bea", "Cid"], devour="Ann").dawn().day({"Bea": "Dan"})
    assert (t.winner, t.winners) == ("lovers", ["Bea", "Cid"])
