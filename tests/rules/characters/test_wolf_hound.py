"""The Wolf-Hound."""

from __future__ import annotations

import pytest

from tests.table import Table

TABLE = "Ann:wolf_hound Bea:werewolf Cid:big_bad_wolf Dan Eve Fay Gus"
SMALL = "Ann:wolf_hound Bea:werewolf Cid Dan Eve Fay"


def announced(t: Table) -> list[str]:
    """The sides of eliminated players the table has heard."""
    return [event.facts["side"] for event in t.events("side_announced") if event.audience == "public"]


def test_a_hound_of_the_village_keeps_the_eyes_closed() -> None:
    """HOUND-1, HOUND-2, WOLF-5"""
    t = Table(SMALL).say(True).upto("werewolves.devour", choose="village")
    assert t.prompt is not None
    assert t.prompt.audience == (2,)
    assert "Ann" in t.options
    t.answer(devour="Eve").dawn().day("Bea")
    assert (t.winner, "Ann" in t.winners) == ("village", True)


def test_a_hound_of_the_pack_wakes_with_it_from_the_first_night_on() -> None:
    """HOUND-1, HOUND-2, WOLF-4"""
    t = Table(SMALL).say(True).upto("werewolves.devour", choose="werewolves")
    assert t.prompt is not None
    assert t.prompt.audience == (1, 2)
    assert t.refuses("Ann").rule == "WW-2"
    t.answer(devour="Cid").dawn().day("Bea")
    assert not t.happened("won")
    t.night(devour="Dan").dawn().day("Eve").night(devour="Fay").dawn()
    assert (t.winner, t.winners) == ("werewolves", ["Ann", "Bea"])


@pytest.mark.parametrize("call", ["joins_werewolves", "own_call"])
@pytest.mark.parametrize("side", ["village", "werewolves"])
def test_decides_once_and_for_good(side: str, call: str) -> None:
    """HOUND-1"""
    t = Table(SMALL, wolf_hound_call=call).night(choose=side).dawn().day().night()
    assert t.asks("dawn.breaks")
    assert [prompt.key for prompt in t.asked].count("wolf_hound.choose") == 1
    assert t.is_wolf("Ann") is (side == "werewolves")


def test_must_decide() -> None:
    """HOUND-1"""
    t = Table(SMALL).say(True).upto("wolf_hound.choose")
    assert t.options == ["village", "werewolves"]
    t.refuses(None)


def test_is_no_werewolf_for_anybody_before_he_has_chosen() -> None:
    """AMD-2, FOX-5"""
    t = Table("Ann:wolf_hound Bea:fox Cid Dan Eve:werewolf Fay").night(sniff="Bea", choose="werewolves")
    assert t.sees("Bea", "sniffed", up=False)
    assert t.is_wolf("Ann")


@pytest.mark.parametrize("side", ["village", "werewolves"])
def test_his_elimination_ends_the_second_meal(side: str) -> None:
    """HOUND-4, BBW-6"""
    t = Table(TABLE).night(choose=side, werewolves_devour="Dan", big_bad_wolf_devour="Eve").dawn().day("Ann")
    t.night(devour="Fay")
    assert "big_bad_wolf" not in t.calls
    assert t.asks("dawn.breaks")


@pytest.mark.parametrize("joins", [True, False])
def test_has_no_call_of_his_own(joins: bool) -> None:
    """HOUND-5"""
    t = Table(TABLE, physical=True)
    t.joining_hounds = {"Ann"} if joins else set()
    t.night(werewolves_devour="Dan", big_bad_wolf_devour="Eve")
    assert "wolf_hound" not in t.calls
    assert not t.was_asked("wolf_hound.choose")
    assert t.is_wolf("Ann") is joins
    assert "wolf_hound" in t.possible("Ann")


def test_one_too_many_open_eyes_are_his_but_nobody_knows_whose() -> None:
    """HOUND-5, IDENT-R2, IDENT-4"""
    t = Table(SMALL, physical=True)
    t.joining_hounds = {"Ann"}
    t.night(devour="Cid").dawn()
    assert t.possible("Ann") == t.possible("Bea") == {"wolf_hound", "werewolf"}
    assert all("wolf_hound" not in t.possible(name) for name in ("Dan", "Eve", "Fay"))
    t.day("Ann")
    assert t.sees(None, "card_shown", seat="Ann", card="wolf_hound")
    assert t.possible("Bea") == {"werewolf"}
    assert not t.happened("won")


def test_no_eyes_too_many_leave_him_among_the_villagers() -> None:
    """HOUND-5, IDENT-4"""
    t = Table(SMALL, physical=True).night(devour="Cid").dawn()
    assert t.possible("Bea") == {"werewolf"}
    assert all("wolf_hound" in t.possible(name) for name in ("Ann", "Dan", "Eve", "Fay"))


def test_more_open_eyes_than_wolves_and_hounds_are_refused() -> None:
    """HOUND-5"""
    t = Table(SMALL, physical=True).say(True).upto("werewolves.identify")
    assert t.prompt is not None
    assert (t.prompt.low, t.prompt.high) == (1, 2)
    t.refuses([])
    t.refuses(["Ann", "Bea", "Cid"])


@pytest.mark.parametrize("side", ["village", "werewolves"])
def test_is_identified_by_a_call_of_his_own(side: str) -> None:
    """HOUND-5, INS-2"""
    t = Table(SMALL, physical=True, wolf_hound_call="own_call").night(choose=side)
    assert t.calls.index("wolf_hound") + 1 == t.calls.index("werewolves")
    assert t.possible("Ann") == {"wolf_hound"}
    assert t.is_wolf("Ann") is (side == "werewolves")
    assert t.possible("Bea") == {"werewolf"}


def test_is_a_villager_on_the_opening_day() -> None:
    """HOUND-6"""
    t = Table("Ann:wolf_hound Bea:werewolf Cid:angel Dan Eve Fay").day("Ann")
    assert t.dead == ["Ann"]
    t.night(devour="Eve")
    assert not t.was_asked("wolf_hound.choose")
    t.dawn().day("Bea")
    assert (t.winner, "Ann" in t.winners) == ("village", True)


def test_a_hound_of_the_village_may_be_infected() -> None:
    """HOUND-7, INF-8"""
    t = Table("Ann:wolf_hound Bea:cursed_wolf_father Cid:seer Dan Eve Fay")
    t.night(look="Dan", choose="village", devour="Ann", infect=True).dawn()
    assert t.happened("nobody_died")
    assert t.is_wolf("Ann")
    t.day().say(True).upto("werewolves.devour", look="Ann")
    assert t.sees("Cid", "card_seen", seat="Ann", card="wolf_hound")
    assert t.prompt is not None
    assert t.prompt.audience == (1, 2)


@pytest.mark.parametrize(
    ("hide", "by_vote", "at_night"),
    [("any_elimination", False, False), ("vote_only", False, True), ("off", True, True)],
)
@pytest.mark.parametrize("physical", [False, True])
def test_the_side_is_announced_as_the_table_wants(hide: str, by_vote: bool, at_night: bool, physical: bool) -> None:
    """HOUND-3, OPT-HIDE-SIDE"""

    def table() -> Table:
        t = Table("Ann:wolf_hound Bea:werewolf Cid:witch Dan Eve Fay", physical=physical, hide_side_of_ambiguous=hide)
        t.joining_hounds = {"Ann"}
        return t

    joins = {} if physical else {"choose": "werewolves"}
    t = table().night(**joins).dawn().day("Ann")
    assert t.sees(None, "card_shown", seat="Ann", card="wolf_hound")
    assert announced(t) == (["werewolves"] if by_vote else [])
    t = table().night(poison="Ann", **joins).dawn()
    assert announced(t) == (["werewolves"] if at_night else [])


def test_the_side_of_a_village_hound_may_be_announced() -> None:
    """HOUND-3"""
    t = Table(SMALL, preset="helper").night(choose="village").dawn().day("Ann")
    assert t.sees(None, "side_announced", seat="Ann", side="village")


@pytest.mark.parametrize("joins", [True, False])
def test_being_recognised_later_gives_no_second_choice(joins: bool) -> None:
    """HOUND-1, HOUND-5"""
    t = Table("Ann:wolf_hound Bea:werewolf Cid:seer Dan Eve Fay", physical=True)
    t.joining_hounds = {"Ann"} if joins else set()
    t.night(look="Dan").dawn().day().night(look="Ann")
    assert t.possible("Ann") == {"wolf_hound"}
    assert not t.was_asked("wolf_hound.choose")
    assert t.is_wolf("Ann") is joins
