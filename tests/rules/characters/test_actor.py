"""The Actor: his three cards, and how long a power lasts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import nightcall
from nightcall import Fault, InvalidSetup
from tests.table import Table

TABLE = "Ann:actor Bea:werewolf Cid:werewolf Dan Eve Fay Gus"


def faults(trio: str, people: str = TABLE, **settings: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidSetup) as caught:
        Table(people, trio=trio, **settings)
    return [(fault.key, fault.rule) for fault in caught.value.faults]


def two_boxes(people: str, trio: str) -> Table:
    """A table that owns a card twice, so that it lies both in the deck and before the Actor."""
    t = Table(people, trio="fox bear_tamer elder")
    t.setup = replace(t.setup, trio=tuple(trio.split()))
    t.game = nightcall.play(t.setup)
    return t


@pytest.mark.parametrize("trio", ["seer witch", "seer witch hunter fox", ""])
def test_three_cards_are_laid_out(trio: str) -> None:
    """ACTOR-1"""
    assert faults(trio) == [("setup.actor_count", "ACTOR-1")]


@pytest.mark.parametrize("card", ["werewolf", "big_bad_wolf", "cursed_wolf_father", "white_werewolf"])
def test_no_werewolf_card_is_laid_out(card: str) -> None:
    """ACTOR-1, ACTOR-5"""
    assert faults(f"seer witch {card}") == [("setup.actor_wolf", "ACTOR-1")]


@pytest.mark.parametrize("card", ["simple_villager", "trusted_villager"])
def test_no_powerless_card_is_laid_out(card: str) -> None:
    """ACTOR-5"""
    assert faults(f"seer witch {card}") == [("setup.actor_powerless", "ACTOR-5")]


def test_no_card_of_the_deck_is_laid_out() -> None:
    """ACTOR-5"""
    people = "Ann:actor Bea:werewolf Cid:seer Dan Eve"
    assert faults("seer witch hunter", people) == [("setup.actor_not_in_box", "ACTOR-5")]


@pytest.mark.parametrize("card", ["thief", "wild_child", "wolf_hound", "angel", "prejudiced_manipulator", "actor"])
def test_a_goal_or_an_identity_cannot_be_borrowed(card: str) -> None:
    """ACTOR-M18"""
    assert faults(f"seer witch {card}") == [("setup.actor_powerless", "ACTOR-M18")]


@pytest.mark.parametrize("card", ["piper", "devoted_servant"])
def test_the_table_may_want_villagers_only(card: str) -> None:
    """ACTOR-1, OPT-ACTOR-POOL"""
    trio = f"seer witch {card}"
    assert faults(trio, actor_card_pool="villagers_only") == [("setup.actor_villagers_only", "OPT-ACTOR-POOL")]
    assert Table(TABLE, trio=trio).setup.trio == ("seer", "witch", card)


@pytest.mark.parametrize(
    ("card", "rule"),
    [
        ("cupid", "ACTOR-M12"),
        ("piper", "ACTOR-M13"),
        ("two_sisters", "ACTOR-M17"),
        ("three_brothers", "ACTOR-M17"),
        ("seer", ""),
    ],
)
def test_some_cards_are_not_recommended(card: str, rule: str) -> None:
    """ACTOR-M12, ACTOR-M13, ACTOR-M17"""
    warnings = Table(TABLE, trio=f"fox witch {card}").setup.warnings()
    unwise = [fault for fault in warnings if fault.key == "warning.actor_unwise"]
    assert unwise == ([Fault("warning.actor_unwise", rule, {"card": card})] if rule else [])


def test_face_down_only_he_looks_at_them() -> None:
    """ACTOR-1, ACTOR-4"""
    t = Table(TABLE, trio="seer witch hunter").night(play="hunter")
    assert t.sees("Ann", "cards_offered", cards=("seer", "witch", "hunter"))
    assert not t.sees(None, "cards_offered")
    assert not t.sees(None, "laid_open")
    assert t.sees("Ann", "played", card="hunter")
    assert not t.sees(None, "played")
    t.dawn().day().night()
    assert t.sees("Ann", "cards_offered", cards=("seer", "witch"))


@pytest.mark.parametrize("preset", ["pacte", "helper"])
def test_face_up_everybody_sees_what_is_played(preset: str) -> None:
    """ACTOR-1, OPT-ACTOR-FACES"""
    t = Table(TABLE, trio="seer witch hunter", preset=preset).night(play="hunter")
    assert t.sees(None, "laid_open", cards=("seer", "witch", "hunter"))
    assert t.sees(None, "played", card="hunter")


@pytest.mark.parametrize("physical", [False, True])
def test_plays_each_card_once(physical: bool) -> None:
    """ACTOR-2, FK-6"""
    t = Table(TABLE, trio="seer fox hunter", physical=physical).night(play="seer", look="Bea").dawn().day()
    t.say(True).upto("actor.play")
    assert t.options == ["fox", "hunter"]
    t.refuses("seer")
    t.answer(play="fox", sniff="Bea").dawn().day().night(play="hunter").dawn().day().night()
    assert t.asks("dawn.breaks")
    assert "actor" not in t.calls


def test_may_pass() -> None:
    """ACTOR-2, ACTOR-7, OPT-ACTOR-PASS"""
    t = Table(TABLE, trio="seer fox hunter").night().dawn().day("Ann")
    assert not t.was_asked("hunter.shoot")
    assert t.dead == ["Ann"]


def test_may_not_pass_under_the_helper() -> None:
    """ACTOR-2, H-N1-2"""
    t = Table(TABLE, trio="seer fox hunter", preset="helper").say(True).upto("actor.play")
    t.refuses(None)


def test_wins_with_the_village() -> None:
    """ACTOR-3, ACTOR-6, WIN-18"""
    t = Table("Ann:actor Bea:werewolf Dan Eve Fay", trio="piper fox hunter").night(play="piper", charm=["Bea", "Dan"])
    t.dawn().day("Bea")
    assert (t.winner, "Ann" in t.winners) == ("village", True)


def test_a_power_ends_at_the_next_night() -> None:
    """ACTOR-2, ACTOR-7"""
    t = Table(TABLE, trio="seer fox hunter").night(play="hunter").dawn().day().night(devour="Ann").dawn()
    assert t.dead == ["Ann"]
    assert not t.was_asked("hunter.shoot")


def test_a_power_lasts_through_the_following_day() -> None:
    """ACTOR-2, ACTOR-7"""
    t = Table(TABLE, trio="seer fox hunter").night(play="hunter").dawn().day("Ann", shoot="Bea")
    assert t.dead == ["Ann", "Bea"]


def test_passing_the_next_night_leaves_him_without_power() -> None:
    """ACTOR-7"""
    t = Table(TABLE, trio="seer fox hunter").night(play="hunter").dawn().day().night().dawn().day("Ann")
    assert t.dead == ["Ann"]
    assert not t.was_asked("hunter.shoot")


def test_infected_he_keeps_his_cards_and_plays_for_the_wolves() -> None:
    """ACTOR-9, INF-8"""
    t = Table("Ann:actor Bea:cursed_wolf_father Dan Eve Fay", trio="seer fox hunter")
    t.night(devour="Ann", infect=True).dawn().day("Dan")
    t.night(play="seer", look="Eve", devour="Eve").dawn()
    assert t.sees("Ann", "card_seen", seat="Eve")
    t.day("Fay")
    assert (t.winner, t.winners) == ("werewolves", ["Ann", "Bea"])


def test_after_despair_there_are_no_more_cards() -> None:
    """ACTOR-9, DESP-M1, FK-7"""
    t = Table("Ann:actor Bea:werewolf Cid:elder Dan Eve Fay", trio="seer fox hunter")
    t.night(play="hunter").dawn().day("Cid").night()
    assert "actor" not in t.calls


@pytest.mark.parametrize("card", ["hunter", "village_idiot"])
def test_despair_ends_the_borrowed_power_at_once(card: str) -> None:
    """ACTOR-9, DESP-M1"""
    t = Table("Ann:actor Bea:werewolf Cid:elder Dan:wandering_judge Eve Fay Gus", trio=f"seer fox {card}")
    t.night(play=card).dawn().day(["Cid", "Ann"], signed=True)
    assert t.dead == ["Cid", "Ann"]
    assert not t.was_asked("hunter.shoot")


def test_despair_ends_a_borrowed_exchange_too() -> None:
    """ACTOR-9, DESP-M1"""
    people = "Ann:actor Bea:werewolf Cid:elder Dan:wandering_judge Eve Fay Gus"
    t = Table(people, trio="seer fox devoted_servant").night(play="devoted_servant").dawn()
    t.day(["Cid", "Eve"], signed=True)
    before, after = (prompt.options for prompt in t.asked if prompt.key == "devoted_servant.act")
    assert (list(before), list(after)) == ([t.seat("Ann")], [])


def test_a_dead_actor_is_not_called() -> None:
    """ACTOR-9, FK-5"""
    t = Table(TABLE, trio="seer fox devoted_servant").night(devour="Ann").dawn().day("Dan")
    assert not t.was_asked("devoted_servant.act")  # the three cards are gone with him
    assert t.dead == ["Ann", "Dan"]
    assert "actor" not in t.night().calls


def test_actor_and_real_holder_each_have_the_power() -> None:
    """ACTOR-10"""
    t = two_boxes("Ann:actor Bea:werewolf Cid:witch Dan Eve Fay Gus", "seer witch hunter")
    t.night(play="witch", devour="Dan", heal=[None, "Dan"], poison=["Eve", "Fay"]).dawn()
    assert t.dead == ["Eve", "Fay"]
    t.day().night(devour="Gus", heal="Gus").dawn()
    assert "Gus" in t.alive  # the real Witch still had her potion


def test_a_real_scapegoat_goes_first() -> None:
    """ACTOR-M6, ACTOR-10"""
    t = two_boxes("Ann:actor Bea:werewolf Cid:scapegoat Dan Eve Fay Gus", "seer scapegoat hunter")
    t.night(play="scapegoat").dawn().day({"Dan": "Eve", "Eve": "Dan"}, voters=["Dan", "Eve"])
    assert t.dead == ["Cid"]


def test_the_seer_sees_the_actor() -> None:
    """ACTOR-11"""
    t = Table("Ann:actor Bea:werewolf Cid:seer Dan Eve", trio="witch fox hunter").night(play="hunter", look="Ann")
    assert t.sees("Cid", "card_seen", seat="Ann", card="actor")


def test_two_actors_share_the_cards() -> None:
    """ACTOR-2, FK-12: whoever comes after the last card was taken has nothing to choose from."""
    t = Table("Ann:actor Bea:actor Cid:werewolf Dan Eve Fay Gus", trio="fox bear_tamer elder", actor_may_pass=False)
    t.night(play=["fox", "bear_tamer"], sniff="Dan", devour=None).dawn().day()
    t.night(play="elder", devour=None)
    assert [event.facts["card"] for event in t.events("played")] == ["fox", "bear_tamer", "elder"]
    assert t.game.village.lent == []


def test_an_actor_who_fell_unseen_is_still_called() -> None:
    """FK-3, ACTOR-9, BURY-1: what lies there for him stays until his card is public; to take it away would tell."""
    t = Table(TABLE, trio="seer witch fox", in_force="burial", events="eclipse")
    t.night(play="seer", look="Bea", devour="Ann").dawn().day()
    assert t.dead == ["Ann"]
    t.night(devour="Dan")
    assert "actor" in t.calls
    assert "actor" in t.fakes
