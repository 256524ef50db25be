"""Double Agent: a villager who wins with the wolves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

PEOPLE = "Ann:werewolf Bea Cid Dan Eve Fay Gus"


def awake(t: Table) -> tuple[int, ...]:
    """Who is asked."""
    assert t.prompt is not None
    assert isinstance(t.prompt.audience, tuple)
    return t.prompt.audience


def with_agent(agent: str, people: str = PEOPLE, *, nights: Any = None, votes: Any = None, **table: Any) -> Table:
    """Up to the second day's debate; `nights` = what happens in the first two."""
    t = Table(people, events="double_agent", **table)
    first, second = nights or ({}, {})
    return t.round(votes, **first).night(**second).dawn(point=agent)


@pytest.mark.parametrize("physical", [False, True])
def test_the_first_eliminated_points_while_all_eyes_are_closed(physical: bool) -> None:
    """AGENT-0, AGENT-1, AGENT-4, INS-9, IDENT-R20: the first, not the last; a wolf is refused in secret."""
    t = Table(PEOPLE, events="double_agent", physical=physical)
    t.round(devour="Fay").night(devour="Gus").dawn()
    assert t.asks("double_agent.point")
    assert t.asked[-1].key == "double_agent.sleep"
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Fay")
    assert t.prompt.audience == ()
    assert t.options == ["Bea", "Cid", "Dan", "Eve"]
    assert t.refuses("Ann").rule == "AGENT-4"
    t.say("Bea")
    assert t.looked_at == []
    assert t.asks("double_agent.wake")
    assert t.prompt.audience == ()


def test_only_the_agent_learns_anything() -> None:
    """AGENT-1, INS-9: he is shown every living Werewolf; the wolves and the table learn nothing."""
    t = with_agent("Cid", "Ann:werewolf Bea:white_werewolf Cid Dan Eve Fay Gus", nights=({}, {"devour": "Gus"}))
    assert t.sees("Cid", "agent_chosen", seat="Cid")
    assert t.sees("Cid", "wolves_shown", seats=["Ann", "Bea"])
    for viewer in (None, "Ann", "Bea", "Dan", "Gus"):
        assert not t.sees(viewer, "agent_chosen")
        assert not t.sees(viewer, "wolves_shown")


def test_with_nobody_eliminated_yet_the_moderator_picks() -> None:
    """AGENT-4, AMD-30: the card is not put back."""
    t = Table(PEOPLE, events="double_agent").round().night().dawn()
    assert t.asks("double_agent.point")
    assert t.prompt is not None
    assert t.prompt.seat == 0


@pytest.mark.parametrize("physical", [False, True])
def test_in_force_from_the_start(physical: bool) -> None:
    """AGENT-1, NM-3, AMD-30: chosen before the first night; unknown cards are looked at until the wolves are found."""
    t = Table(PEOPLE, in_force="double_agent", physical=physical).upto("double_agent.point").answer(point="Bea")
    assert t.sees("Bea", "wolves_shown", seats=["Ann"])
    assert t.looked_at == (["Ann"] if physical else [])
    t.night(devour="Cid").dawn()
    assert t.dead == ["Cid"]


def test_he_stays_who_he_is() -> None:
    """AGENT-1, WOLF-11: no pack, thumb down, no scent, prey for the pack and not for the White."""
    people = "Ann:werewolf Bea:hunter Cid:seer Dan:fox Eve:bear_tamer Fay:white_werewolf Gus Hal"
    t = with_agent("Bea", people, nights=({"look": "Gus"}, {"look": "Gus"}), seer_reveal="wolf_thumb").day()
    assert not t.is_wolf("Bea")
    t.night(look="Bea", sniff="Cid").dawn().day()
    assert t.happened("thumb", seat="Bea", up=False)
    assert t.happened("sniffed", seats=(2, 3, 4), up=False)
    t.upto("seer.look").say("Hal").upto("werewolves.devour")
    assert awake(t) == (1, 6)
    assert "Bea" in t.options
    t.say("Gus").upto("white_werewolf.devour")
    assert t.refuses("Bea").rule == "WHITE-5"


def test_he_does_not_hinder_the_wolves_and_wins_with_them() -> None:
    """WIN-17, AGENT-1, WOLF-11: only wolves and the Agent are left."""
    t = with_agent("Bea", "Ann:werewolf Bea Cid Dan Eve", nights=({"devour": "Cid"}, {"devour": "Dan"}))
    assert t.winner is None
    t.day("Eve")
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]


@pytest.mark.parametrize("physical", [False, True])
def test_named_as_the_last_one_beside_the_wolves_he_ends_the_game(physical: bool) -> None:
    """AMD-57, WIN-17: at once; the day is not played."""
    t = with_agent("Bea", "Ann:werewolf Bea Cid Dan", nights=({"devour": "Cid"}, {}), votes="Dan", physical=physical)
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]
    assert t.asked[-1].key == "double_agent.wake"


def test_where_victory_is_looked_for_at_dawn_and_dusk_the_day_is_played() -> None:
    """AMD-57, OPT-VICTORY-CHECK"""
    people = "Ann:werewolf Bea Cid Dan"
    t = with_agent("Bea", people, nights=({"devour": "Cid"}, {}), votes="Dan", victory_checks="dawn_and_dusk")
    assert t.asks("day.debate")
    assert t.day().winner == "werewolves"


def test_the_agent_himself_may_be_the_last_devoured() -> None:
    """WIN-17: he wins dead as well."""
    t = with_agent("Bea", "Ann:werewolf Bea Cid Dan Eve", nights=({"devour": "Cid"}, {})).day("Bea")
    assert t.dead == ["Cid", "Bea"]
    t.night(devour="Dan").dawn().day("Eve")
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]


@pytest.mark.parametrize("option", [{"wolf_victory": "last_villager_dead"}, {"wolf_parity_shortcut": True}])
def test_he_is_no_villager_left_for_the_other_wolf_victories(option: dict[str, Any]) -> None:
    """WIN-17: he counts neither as the last villager nor against the wolves' number."""
    people = "Ann:werewolf Bea Cid:piper Dan Eve Fay"
    nights = ({"devour": "Eve", "charm": ["Ann", "Dan"]}, {"charm": ["Ann", "Dan"]})
    t = with_agent("Bea", people, nights=nights, **option)
    assert t.winner is None
    t.day("Dan")
    assert t.winner is None
    t.night(devour="Fay", charm=["Ann", "Fay"]).dawn()
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]


def test_a_village_victory_is_his_defeat() -> None:
    """AGENT-2, WIN-18: the others win, he does not."""
    t = with_agent("Bea").day("Ann")
    assert t.winner == "village"
    assert t.winners == ["Cid", "Dan", "Eve", "Fay", "Gus"]


def test_he_is_survivor_enough_for_the_village() -> None:
    """AMD-48, AGENT-2: the village wins through the one who loses with it."""
    t = with_agent("Bea", "Ann:werewolf Bea Cid:hunter Dan", nights=({"devour": "Dan"}, {}))
    t.day("Cid", shoot="Ann")
    assert t.alive == ["Bea"]
    assert t.winner == "village"
    assert t.winners == ["Cid", "Dan"]


def test_infected_he_is_a_werewolf_like_the_others() -> None:
    """AGENT-2: awake with the pack; he must be dead for the village to win, and wins with the wolves once."""
    t = with_agent("Bea", "Ann:cursed_wolf_father Bea Cid Dan Eve Fay").day()
    t.night(devour="Bea", infect=True).dawn().day("Ann")
    assert t.winner is None
    t.upto("werewolves.devour")
    assert awake(t) == (2,)
    t.answer(devour="Cid").dawn().day("Dan").night(devour="Eve").dawn().day("Fay")
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]


def test_he_is_not_shown_later_wolves() -> None:
    """AGENT-3: what he saw was the pack of that day."""
    t = with_agent("Bea", "Ann:cursed_wolf_father Bea Cid Dan Eve Fay").day().night(devour="Cid", infect=True).dawn()
    assert [event.facts["seats"] for event in t.events("wolves_shown")] == [(1,)]
    assert t.is_wolf("Cid")


def test_with_a_werewolf_he_is_a_mixed_couple() -> None:
    """AGENT-3, LOVE-4: judged as the villager he is: they win together as the last two, and not with the pack."""
    people = "Ann:werewolf Bea Cid:cupid Dan"
    t = with_agent("Bea", people, nights=({"pair": ["Ann", "Bea"], "devour": "Dan"}, {})).day({"Bea": "Cid"})
    assert t.winner == "lovers"
    assert t.winners == ["Ann", "Bea"]


def test_with_a_villager_he_is_no_mixed_couple() -> None:
    """AGENT-3, LOVE-4: the other still wins with the village, he with the wolves."""
    people = "Ann:werewolf Bea Cid:cupid Dan Eve"
    t = with_agent("Bea", people, nights=({"pair": ["Bea", "Dan"]}, {})).day("Ann")
    assert t.winner == "village"
    assert t.winners == ["Cid", "Dan", "Eve"]


def test_love_for_a_wolf_takes_the_packs_victory_from_him() -> None:
    """AGENT-3, AMD-15: both halves of a couple that was mixed at its death win with nobody."""
    people = "Ann:werewolf Bea Cid:cupid Dan Eve Fay:werewolf"
    t = with_agent("Bea", people, nights=({"pair": ["Ann", "Bea"]}, {})).day("Ann")
    assert t.dead == ["Ann", "Bea"]
    t.night(devour="Cid").dawn().day("Dan").night(devour="Eve").dawn()
    assert t.winner == "werewolves"
    assert t.winners == ["Fay"]


def test_an_agent_who_is_the_piper_may_win_by_charm() -> None:
    """AMD-48: the goal of his card stays."""
    people = "Ann:werewolf Bea:piper Cid Dan Eve"
    t = with_agent("Bea", people, nights=({"charm": ["Ann", "Cid"]}, {"charm": ["Ann", "Cid"]}))
    t.day().night(charm=["Dan", "Eve"])
    assert t.winner == "piper"
    assert t.winners == ["Bea"]


def test_an_agent_who_is_the_piper_may_win_with_the_wolves() -> None:
    """AMD-48, WIN-17: a loner by card, and still one of their winners."""
    people = "Ann:werewolf Bea:piper Cid Dan Eve"
    t = with_agent("Bea", people, nights=({"charm": ["Ann", "Cid"]}, {"charm": ["Ann", "Cid"]})).day("Bea")
    t.night(devour="Cid").dawn().day("Dan").night(devour="Eve").dawn()
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]


def test_an_agent_who_is_the_manipulator_keeps_his_goal() -> None:
    """AMD-48, MANIP-2: the other group is gone, he wins by himself."""
    groups = {"Ann": "a", "Bea": "a", "Cid": "b", "Dan": "b", "Eve": "a"}
    people = "Ann:werewolf Bea:prejudiced_manipulator Cid Dan Eve"
    t = with_agent("Bea", people, nights=({"devour": "Cid"}, {}), groups=groups, manipulator_victory="ends_game")
    t.day("Dan")
    assert t.winner == "prejudiced_manipulator"
    assert t.winners == ["Bea"]


def test_an_agent_who_is_the_angel_keeps_his_goal() -> None:
    """AMD-48, ANGEL-2: condemned in time he wins alone."""
    people = "Ann:werewolf Bea:angel Cid Dan Eve"
    t = Table(people, in_force="double_agent", angel_opening_vote=False).answer(point="Bea").night().dawn().day("Bea")
    assert t.winner == "angel"
    assert t.winners == ["Bea"]


def test_a_servant_stays_agent() -> None:
    """EVX-10, SERV-12: with another card she still wins with the wolves."""
    t = with_agent("Bea", "Ann:werewolf Bea:devoted_servant Cid Dan Eve Fay").day("Cid", act="Bea")
    t.night(devour="Dan").dawn().day("Eve").night(devour="Fay").dawn()
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]


def test_despair_does_not_touch_him() -> None:
    """DESP-M11: no power is taken, he was given a side."""
    t = with_agent("Bea", "Ann:werewolf Bea Cid:elder Dan Eve Fay").day("Cid")
    assert t.happened("despaired")
    t.night(devour="Dan").dawn().day("Eve").night(devour="Fay").dawn()
    assert t.winners == ["Ann", "Bea"]
