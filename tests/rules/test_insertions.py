"""Calls that come on some nights only: siblings again, silent roles, a Servant's new card, an Actor's second wake."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

SISTERS = "Ann:two_sisters Bea:two_sisters Cid:werewolf Dan:fox Eve:defender Fay:seer Gus Hal"
NIGHT = {"look": "Gus", "protect": "Gus"}


# -- siblings again --


@pytest.mark.parametrize(("wanted", "nights"), [("never", [1]), ("every_other_night", [1, 3])])
def test_siblings_wake_again_on_the_nights_the_table_wants(wanted: str, nights: list[int]) -> None:
    """INS-1, OPT-SIBLINGS, SIB-2"""
    t = Table("Ann:two_sisters Bea:two_sisters Cid:werewolf Dan Eve Fay", siblings_extra_wakes=wanted)
    heard = []
    for night in range(1, 5):
        if "two_sisters" in t.night().calls:
            heard.append(night)
        t.dawn().day()
    assert heard == nights


@pytest.mark.parametrize(
    ("preset", "calls"),
    [
        ("pact", ["seer", "fox", "two_sisters", "defender", "werewolves"]),
        ("helper", ["fox", "two_sisters", "defender", "werewolves", "seer"]),
    ],
)
def test_siblings_wake_at_the_moderator_s_will_before_the_defender(preset: str, calls: list[str]) -> None:
    """INS-1, OPT-SIBLINGS"""
    t = Table(SISTERS, preset=preset, siblings_extra_wakes="moderator_call").night(**NIGHT).dawn().day()
    assert t.night(look="Gus", protect="Hal", call=True).calls == calls
    assert t.sees("Ann", "siblings_met", seats=("Ann", "Bea"))
    assert len(t.events("siblings_met")) == 2
    t.dawn().day().night(look="Gus", protect="Gus", call=False)
    assert t.calls == [call for call in calls if call != "two_sisters"]


def test_siblings_stay_asleep_once_fewer_than_two_live() -> None:
    """INS-1, SIB-6, FK-5"""
    t = Table(SISTERS, siblings_extra_wakes="every_other_night").night(devour="Ann", **NIGHT).dawn()
    t.day().night(look="Gus", protect="Hal").dawn().day()
    assert "two_sisters" not in t.night(**NIGHT).calls
    asked = Table(SISTERS, siblings_extra_wakes="moderator_call").night(devour="Ann", **NIGHT).dawn()
    assert not asked.day().night(look="Gus", protect="Hal").was_asked("siblings.call")


def test_brothers_wake_again_while_two_of_them_live() -> None:
    """INS-1, SIB-6"""
    people = "Ann:three_brothers Bea:three_brothers Cid:three_brothers Dan:werewolf Eve Fay Gus"
    t = Table(people, siblings_extra_wakes="every_other_night").round(devour="Ann").round()
    t.night(devour="Bea")
    assert "three_brothers" in t.calls
    assert not t.fakes
    assert t.sees("Bea", "siblings_met", seats=("Bea", "Cid"))
    t.dawn().day().round()
    assert "three_brothers" not in t.night().calls


@pytest.mark.parametrize("spares", ["two_sisters two_sisters", "two_sisters simple_villager"])
def test_siblings_in_the_middle_are_called_again_all_the_same(spares: str) -> None:
    """INS-1, FK-1, FK-2"""
    left = "two_sisters" if spares.count("two_sisters") == 1 else "simple_villager"
    t = Table(
        f"Ann:thief Bea:werewolf Cid:werewolf Dan:{left} Eve Fay",
        spares=spares,
        siblings_extra_wakes="every_other_night",
    )
    t.round().round().night()
    assert t.calls == ["two_sisters", "werewolves"]
    assert t.fakes == ["two_sisters"]


# -- the Wolf-Hound's own call --


HOUND = "Ann:wolf_hound Bea:werewolf Cid:defender Dan Eve Fay"


@pytest.mark.parametrize("physical", [False, True])
def test_the_wolf_hound_is_called_alone_before_the_pack(physical: bool) -> None:
    """INS-2, SW-WOLFHOUND-CALL, HOUND-5"""
    t = Table(HOUND, wolf_hound_call="own_call", physical=physical)
    t.night(protect="Dan", choose="werewolves", devour="Eve")
    assert t.calls == ["defender", "wolf_hound", "werewolves"]
    assert t.is_wolf("Ann")
    assert t.possible("Ann") == {"wolf_hound"}
    assert t.dawn().day().night(protect="Fay").calls == ["defender", "werewolves"]


def test_the_wolf_hound_has_no_call_of_his_own_otherwise() -> None:
    """INS-2, SW-WOLFHOUND-CALL, HOUND-5"""
    t = Table(HOUND, physical=True)
    t.joining_hounds.add("Ann")
    t.night(protect="Dan")
    assert t.calls == ["defender", "werewolves"]
    assert t.is_wolf("Ann")
    assert t.possible("Ann") == {"wolf_hound", "werewolf"}


# -- silent roles --


SILENT = "Ann:elder Bea:werewolf Cid:angel Dan:cupid Eve:seer Fay Gus:little_girl"


@pytest.mark.parametrize(
    ("preset", "calls"),
    [
        ("pact", ["elder", "angel", "cupid", "seer", "lovers", "werewolves"]),
        ("classic", ["elder", "angel", "cupid", "lovers", "seer", "werewolves"]),
        ("helper", ["little_girl", "elder", "angel", "cupid", "lovers", "werewolves", "seer"]),
    ],
)
def test_silent_roles_are_identified_one_by_one(preset: str, calls: list[str]) -> None:
    """INS-3, SW-IDENT-N1, IDENT-0"""
    options: dict[str, Any] = {"angel_opening_vote": False, "identify_silent_roles_n1": ["elder", "angel"]}
    t = Table(SILENT, preset=preset, physical=True, **options)
    t.night(pair=["Fay", "Gus"], seer_look="Fay")
    assert t.calls == calls
    assert t.happened("identified", seat="Ann", card="elder")
    assert t.happened("identified", seat="Cid", card="angel")
    assert {"elder", "angel"}.isdisjoint(t.dawn().day().night(seer_look="Gus").calls)


def test_nobody_is_called_to_be_identified_by_default() -> None:
    """INS-3, SW-IDENT-N1"""
    t = Table(SILENT, physical=True, angel_opening_vote=False).night(pair=["Fay", "Gus"], seer_look="Fay")
    assert t.calls == ["cupid", "seer", "lovers", "werewolves"]


def test_silent_roles_follow_the_thief_and_may_be_fake() -> None:
    """INS-3, FK-2, FK-14"""
    t = Table(
        "Ann:thief Bea:werewolf Cid:werewolf Dan:seer Eve Fay",
        spares="elder simple_villager",
        also_announced="angel",
        angel_opening_vote=False,
        identify_silent_roles_n1=["elder", "angel"],
        physical=True,
    )
    t.night(seer_look="Eve")
    assert t.calls == ["thief", "elder", "angel", "seer", "werewolves"]
    assert t.fakes == ["elder", "angel"]


def test_the_middle_is_read_before_silent_roles_are_called() -> None:
    """INS-3, THIEF-7, FK-2: the Thief lies there himself; what lies beside him is nobody's and is not asked for."""
    t = Table(
        "Ann:simple_villager Bea:werewolf Cid:werewolf Dan Eve Fay",
        spares="thief elder",
        identify_silent_roles_n1=["elder"],
        physical=True,
    )
    t.night()
    assert t.calls == ["thief", "elder", "werewolves"]
    assert t.fakes == ["thief", "elder"]
    assert [prompt.card for prompt in t.asked if prompt.key == "identify"] == ["thief"]


def test_silent_roles_come_before_the_actor() -> None:
    """INS-3: directly after the Thief."""
    people = "Ann:actor Bea:werewolf Cid:elder Dan Eve Fay"
    t = Table(people, trio="seer fox hunter", identify_silent_roles_n1=["elder"], physical=True).night()
    assert t.calls == ["elder", "actor", "werewolves"]


def test_a_silent_role_the_thief_took_wakes_though_known() -> None:
    """INS-3, THIEF-6"""
    t = Table(
        "Ann:thief Bea:werewolf Cid:werewolf Dan Eve Fay",
        spares="elder simple_villager",
        identify_silent_roles_n1=["elder"],
        physical=True,
    )
    t.night(swap="elder")
    assert t.calls == ["thief", "elder", "werewolves"]
    assert not t.fakes


def test_a_role_with_a_call_of_its_own_is_not_called_twice() -> None:
    """INS-3, IDENT-0"""
    t = Table(SILENT, preset="helper", physical=True, identify_silent_roles_n1=["little_girl", "seer", "elder"])
    t.night(pair=["Fay", "Gus"], seer_look="Fay")
    assert t.calls == ["little_girl", "elder", "cupid", "lovers", "werewolves", "seer"]


def test_a_silent_role_shown_on_the_opening_day_is_not_called() -> None:
    """INS-3, FK-5"""
    t = Table(SILENT, physical=True, identify_silent_roles_n1=["elder", "angel"], elder_despair_causes=[])
    t.day("Ann").night(pair=["Fay", "Gus"], seer_look="Fay")
    assert t.calls == ["angel", "cupid", "seer", "lovers", "werewolves"]


# -- a Servant's new card --


def taken(card: str, others: str = "", night: dict[str, Any] | None = None, **options: Any) -> Table:
    """Ann, the Servant, takes Bea's card on the first day; it is nightfall again."""
    t = Table(f"Ann:devoted_servant Bea:{card} Cid:werewolf Dan:fox Eve:defender Fay Gus Hal {others}", **options)
    t.night(protect="Fay", **(night or {}))
    return t.dawn().day("Bea", act="Ann")


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize(
    ("card", "first", "then", "calls"),
    [
        ("wandering_judge", {}, {}, ["fox", "wandering_judge", "defender", "werewolves"]),
        ("wild_child", {"model": "Gus"}, {"model": "Hal"}, ["fox", "wild_child", "defender", "werewolves"]),
        ("bear_tamer", {}, {}, ["fox", "bear_tamer", "defender", "werewolves"]),
        ("seer", {"seer_look": "Gus"}, {"seer_look": "Hal"}, ["seer", "fox", "defender", "werewolves"]),
    ],
)
def test_the_first_night_part_of_a_taken_card_is_done_once_at_its_place(
    card: str, first: dict[str, Any], then: dict[str, Any], calls: list[str], physical: bool
) -> None:
    """INS-4, FK-10, SERV-3"""
    t = taken(card, night=first, physical=physical)
    assert t.night(protect="Gus", **then).calls == calls
    assert not t.fakes
    if card != "seer":
        assert t.dawn().day().night(protect="Fay").calls == [call for call in calls if call != card]


@pytest.mark.parametrize("physical", [False, True])
def test_a_taken_sister_meets_the_other(physical: bool) -> None:
    """INS-4, FK-10, SIB-6, SERV-M10"""
    t = taken("two_sisters", "Ida:two_sisters", physical=physical).night(protect="Gus")
    assert t.calls == ["fox", "two_sisters", "defender", "werewolves"]
    assert t.sees("Ida", "siblings_met", seats=("Ann", "Ida"))
    assert t.dawn().day().night(protect="Fay").calls == ["fox", "defender", "werewolves"]


@pytest.mark.parametrize("call", ["own_call", "joins_werewolves"])
def test_a_taken_wolf_hound_chooses_anew(call: str) -> None:
    """INS-4, FK-10, SERV-M15, AMD-2"""
    t = taken("wolf_hound", night={"choose": "village"}, wolf_hound_call=call)
    assert not t.is_wolf("Ann")
    t.night(protect="Gus", choose="werewolves")
    assert t.calls == ["fox", "defender", *(["wolf_hound"] if call == "own_call" else []), "werewolves"]
    assert t.is_wolf("Ann")


@pytest.mark.parametrize("physical", [False, True])
def test_a_taken_thief_looks_at_the_middle_and_the_new_card_is_live(physical: bool) -> None:
    """INS-4, FK-2, FK-10, SERV-M13"""
    t = taken("thief", "Ida:werewolf", spares="wild_child simple_villager", physical=physical)
    t.night(protect="Gus", swap="wild_child", model="Fay")
    assert t.calls == ["thief", "fox", "wild_child", "defender", "werewolves"]
    assert not t.fakes


# -- the Actor's second wake --


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize(
    ("card", "asked", "calls"),
    [
        ("witch", "witch.poison", ["actor", "defender", "werewolves", "actor", "piper", "charmed"]),
        ("seer", "seer.look", ["actor", "defender", "werewolves", "piper", "charmed"]),
        ("hunter", "actor.play", ["actor", "defender", "werewolves", "piper", "charmed"]),
    ],
)
def test_the_actor_wakes_again_at_the_borrowed_role_s_place(
    card: str, asked: str, calls: list[str], physical: bool
) -> None:
    """INS-5, FK-11"""
    t = Table("Ann:actor Bea:werewolf Cid:defender Dan:piper Eve Fay Gus", trio="witch seer hunter", physical=physical)
    also = {"seer_look": "Eve"} if card == "seer" else {}
    t.night(play=card, protect="Eve", charm=["Eve", "Fay"], **also)
    assert t.calls == calls
    assert t.was_asked(asked)
    assert t.events("called", call="actor")[-1].rule == ("FK-11" if card == "witch" else "FK-1")


def test_the_actor_plays_the_piper_after_the_real_one() -> None:
    """INS-5, FK-11, ACTOR-M13, ACTOR-10"""
    t = Table("Ann:actor Bea:werewolf Cid:cupid Dan Eve Fay", trio="piper two_sisters seer")
    t.night(play="piper", pair=["Dan", "Eve"], charm=["Dan", "Eve"])
    assert t.calls == ["actor", "cupid", "lovers", "werewolves", "actor", "charmed"]


def test_the_actor_sleeps_on_when_there_is_nobody_to_meet() -> None:
    """INS-5, ACTOR-M17"""
    t = Table("Ann:actor Bea:werewolf Cid Dan Eve", trio="two_sisters witch seer").night(play="two_sisters")
    assert t.calls == ["actor", "werewolves"]
