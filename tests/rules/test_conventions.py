"""What holds for every game: cards face down, night and day, sitting in a circle, cards and states."""

from __future__ import annotations

import pytest

from nightcall import PUBLIC
from tests.table import Table

QUIET = {"called", "night_fell"}
"""All the table hears of a night."""


# -- cards and people --


def test_the_moderator_is_no_player() -> None:
    """GEN-1"""
    t = Table("Ann:defender Bea:werewolf Cid:elder Dan Eve Fay").night(protect="Ann", devour="Cid")
    assert len(t.setup.deck) == len(t.names)
    assert t.happened("bitten", seat="Cid")
    assert not any(t.sees(name, "bitten") for name in [*t.names, None])


@pytest.mark.parametrize("physical", [False, True])
def test_a_living_players_card_stays_face_down(physical: bool) -> None:
    """GEN-2"""
    t = Table("Ann:seer Bea:werewolf Cid:hunter Dan Eve", physical=physical)
    t.night(look="Cid").dawn()
    assert t.options == ["vote"]  # nothing by which a card could be shown
    t.day()
    assert not t.happened("card_shown")
    assert t.sees("Ann", "card_seen", seat="Cid", card="hunter")
    assert not any(t.sees(name, "card_seen") for name in ["Bea", "Cid", "Dan", "Eve", None])


@pytest.mark.parametrize("physical", [False, True])
def test_the_eliminated_show_their_card(physical: bool) -> None:
    """GEN-4"""
    t = Table("Ann:seer Bea:werewolf Cid Dan Eve", physical=physical).night(look="Bea", devour="Ann").dawn()
    assert t.sees(None, "card_shown", seat="Ann", card="seer")
    assert t.why("card_shown") == "GEN-4"
    t.day("Cid")
    assert t.sees(None, "card_shown", seat="Cid", card="simple_villager")


def test_the_eliminated_say_and_do_nothing_more() -> None:
    """GEN-4, VOTE-6"""
    t = Table("Ann:seer Bea:werewolf Cid Dan Eve Fay").night(look="Cid", devour="Ann").dawn()
    t.upto("vote.ballots", debate="vote")
    assert t.refuses({"Ann": "Bea"}).rule == "VOTE-6"
    t.refuses({"Bea": "Ann"})
    t.answer().night()
    assert t.calls == ["werewolves"]
    assert t.asks("dawn.breaks")


# -- night and day --


def test_the_game_begins_with_a_night() -> None:
    """GEN-3"""
    t = Table("Ann:werewolf Bea Cid Dan Eve Fay").round().round()
    phases = [event.name for event in t.game.events if event.name in ("opening_day", "night_fell", "dawn_broke")]
    assert phases == ["night_fell", "dawn_broke", "night_fell", "dawn_broke", "night_fell"]
    assert [event.facts["night"] for event in t.events("night_fell")] == [1, 2, 3]
    assert [event.facts["day"] for event in t.events("dawn_broke")] == [1, 2]


@pytest.mark.parametrize(("opening", "first"), [(True, "day.debate"), (False, "night.falls")])
def test_the_angel_brings_an_opening_day(opening: bool, first: str) -> None:
    """GEN-3, ANGEL-1"""
    t = Table("Ann:angel Bea:werewolf Cid Dan Eve Fay", angel_opening_vote=opening)
    assert t.asks(first)
    assert t.happened("opening_day") is opening


def test_after_the_opening_day_comes_the_first_night() -> None:
    """GEN-3"""
    t = Table("Ann:angel Bea:werewolf Cid Dan Eve Fay").day("Cid")
    assert t.dead == ["Cid"]
    t.night().dawn()
    assert (t.why("night_fell", night=1), t.why("dawn_broke", day=1)) == ("GEN-3", "GEN-3")
    assert len(t.events("opening_day")) == 1


def test_the_night_is_silent() -> None:
    """GEN-6"""
    t = Table("Ann:witch Bea:werewolf Cid:seer Dan:defender Eve Fay")
    t.night(look="Bea", protect="Fay", devour="Eve", poison="Fay")
    assert {event.name for event in t.game.events[t._tonight :] if event.seen_by(PUBLIC)} == QUIET
    t.dawn()
    assert t.sees(None, "died", seat="Eve")
    assert t.sees(None, "died", seat="Fay")


def test_a_morning_without_victims_is_announced() -> None:
    """GEN-6"""
    t = Table("Ann:werewolf Bea Cid Dan").night().dawn()
    assert t.sees(None, "nobody_died")
    assert not Table("Ann:werewolf Bea Cid Dan").night(devour="Bea").dawn().happened("nobody_died")


def test_tonights_victims_still_act_when_called() -> None:
    """GEN-5, FK-13"""
    t = Table("Ann:witch Bea:big_bad_wolf Cid:piper Dan Eve Fay Gus")
    t.night(werewolves="Ann", big_bad_wolf="Cid", poison="Dan", charm=["Eve", "Fay"])
    assert (t.alive, t.dead) == (t.names, [])  # nobody has fallen before dawn
    t.dawn()
    assert t.dead == ["Ann", "Cid", "Dan"]


def test_the_witch_heals_herself() -> None:
    """GEN-5, WITCH-4"""
    t = Table("Ann:witch Bea:werewolf Cid Dan").night(devour="Ann", heal="Ann").dawn()
    assert t.dead == []


def test_all_deaths_of_a_night_happen_at_one_instant() -> None:
    """GEN-5, RES-1"""
    t = Table("Ann:witch Bea:werewolf Cid:hunter Dan Eve Fay").night(devour="Cid", poison="Dan").dawn()
    assert t.asks("hunter.shoot")
    assert t.dead == ["Cid", "Dan"]
    assert "Dan" not in t.options


# -- the circle --


def test_left_is_clockwise() -> None:
    """GEN-7, KNIGHT-1"""
    t = Table("Ann:werewolf Bea:knight_with_the_rusty_sword Cid:werewolf Dan Eve Fay").night(devour="Bea").dawn()
    assert t.happened("diseased", seat="Cid")
    assert len(t.events("diseased")) == 1


def test_the_circle_closes_behind_the_last_seat() -> None:
    """GEN-7, GEN-9"""
    t = Table("Ann Bea:werewolf Cid Dan:werewolf Eve:knight_with_the_rusty_sword Fay").night(devour="Eve").dawn()
    assert t.happened("diseased", seat="Bea")


def test_neighbours_are_the_nearest_living_players() -> None:
    """GEN-8, BEAR-2"""
    t = Table("Ann:bear_tamer Bea Cid:werewolf Dan Eve Fay").night().dawn()
    assert not t.happened("bear_grunted")
    t.day().night(devour="Bea").dawn()
    assert t.sees(None, "bear_grunted")


@pytest.mark.parametrize(("centre", "up"), [("Dan", True), ("Eve", False)])
def test_the_fox_sniffs_at_living_neighbours(centre: str, up: bool) -> None:
    """GEN-9, FOX-4"""
    t = Table("Ann:fox Bea:werewolf Cid:werewolf Dan Eve Fay Gus").round("Cid", devour="Gus")
    t.night(sniff=centre)  # Cid has left the circle: Dan sits beside Bea now
    assert t.happened("sniffed", up=up)


def test_the_disease_passes_over_the_dead() -> None:
    """GEN-9, KNIGHT-1"""
    t = Table("Ann:knight_with_the_rusty_sword Bea:werewolf Cid Dan:werewolf Eve Fay Gus").round("Bea", devour="Cid")
    t.night(devour="Ann").dawn()
    assert t.happened("diseased", seat="Dan")


# -- cards and states --


def test_a_rule_that_names_a_character_looks_at_the_card() -> None:
    """GEN-10, HUNTER-10, WOLF-8"""
    t = Table("Ann:hunter Bea:cursed_wolf_father Cid Dan Eve").night(devour="Ann", infect=True).dawn()
    assert t.is_wolf("Ann")
    t.day("Ann", shoot="Bea")  # shoots like any Hunter, dies like any Werewolf
    assert t.winner == "village"
    assert t.winners == ["Cid", "Dan", "Eve"]


def test_states_belong_to_the_player_not_to_the_card() -> None:
    """GEN-10, GEN-17, SERV-4"""
    t = Table("Ann:devoted_servant Bea:cursed_wolf_father Cid:seer Dan Eve Fay Gus")
    t.night(look="Bea", devour="Cid", infect=True).dawn()
    t.day("Cid", act="Ann")
    assert not t.is_wolf("Ann")
    t.night(look="Dan", devour="Ann")  # she is the Seer now, and edible
    assert t.dawn().dead == ["Cid", "Ann"]


def test_a_thief_keeps_his_title_with_a_new_card() -> None:
    """GEN-17, THIEF-3"""
    t = Table("Ann:thief Bea:werewolf Cid Dan Eve Fay", spares="seer werewolf", sheriff="Ann")
    t.night(swap="seer", look="Bea")
    assert t.sheriff == "Ann"
    t.dawn().day({"Ann": "Bea", "Bea": "Cid"})
    assert t.winner == "village"


def test_a_servant_keeps_her_infection_with_a_new_card() -> None:
    """GEN-17, SERV-5"""
    t = Table("Ann:devoted_servant Bea:cursed_wolf_father Cid:seer Dan Eve Fay Gus")
    t.night(look="Bea", devour="Ann", infect=True).dawn()
    t.day("Cid", act="Ann").night(look="Dan").dawn()
    assert t.is_wolf("Ann")
    t.day("Bea").night(look="Dan", devour="Eve")  # she feeds alone
    assert t.dawn().dead == ["Cid", "Bea", "Eve"]


def test_the_order_of_the_dead_is_the_order_announced() -> None:
    """GEN-16"""
    t = Table("Ann:witch Bea:werewolf Cid:cupid Dan:hunter Eve Fay Gus Hal")
    t.night(pair=["Eve", "Dan"], devour="Eve", poison="Ann").dawn(shoot="Cid")
    announced = [t.names[event.facts["seat"] - 1] for event in t.events("died")]
    assert announced == t.dead == ["Eve", "Ann", "Dan", "Cid"]


def test_a_winner_who_leaves_is_not_eliminated() -> None:
    """GEN-16, MANIP-6"""
    groups = {"Ann": "a", "Bea": "a", "Cid": "a", "Dan": "a", "Eve": "b"}
    t = Table("Ann:prejudiced_manipulator Bea:werewolf Cid Dan Eve", groups=groups).night(devour="Eve").dawn()
    assert t.happened("left", seat="Ann")
    assert t.dead == ["Eve"]
    assert not t.happened("died", seat="Ann")


# -- no legal choice --


def test_a_step_without_a_legal_choice_is_skipped() -> None:
    """GEN-11, BBW-4"""
    t = Table("Ann:big_bad_wolf Bea Cid Dan").round(devour="Bea", big_bad_wolf="Cid")
    assert t.winner is None
    t.night(werewolves="Dan")  # the second meal has to differ from the first, and nobody else is left
    assert t.asks("dawn.breaks")
    assert not t.was_asked("call.fake")
    assert t.dawn().winner == "werewolves"


def test_the_last_hunter_has_nobody_to_shoot() -> None:
    """GEN-11, HUNTER-7"""
    t = Table("Ann:hunter Bea:werewolf Cid:witch Dan:cupid").round(pair=["Bea", "Cid"], devour="Dan")
    t.night(devour="Ann", poison="Bea").dawn()
    assert t.dead == ["Dan", "Ann", "Bea", "Cid"]
    assert t.winner == "nobody"
