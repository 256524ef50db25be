"""The Lycanthropic Trance."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

TRANCE = "lycanthropic_trance"


def table(people: str, **options: Any) -> Table:
    return Table(people, variants=TRANCE, **options)


def test_the_victim_is_mesmerized_and_nobody_is_told() -> None:
    """TRAN-1: touched while all sleep; the village hears that nobody died."""
    t = table("Ann:werewolf Bea Cid Dan Eve")
    t.upto("lycanthropic_trance.touch", devour="Bea")
    assert t.prompt is not None
    assert t.prompt.seat == 2
    t.answer().dawn()
    assert t.dead == []
    assert t.happened("nobody_died")
    assert t.sees("Bea", "mesmerized")
    assert not t.sees(None, "mesmerized")
    assert not t.sees("Cid", "mesmerized")


def test_a_mesmerized_seer_is_called_in_vain() -> None:
    """TRAN-1, TRAN-4, SEER-7: the call goes on as a fake."""
    t = table("Ann:werewolf Bea:seer Cid Dan Eve")
    t.night(look="Ann", devour="Bea").dawn().day()
    t.night()
    assert "seer" in t.calls
    assert "seer" in t.fakes


def test_a_mesmerized_player_keeps_vote_title_and_house() -> None:
    """TRAN-4."""
    t = table("Ann:werewolf Bea Cid Dan Eve", sheriff="Bea", houses="Bea:bakery")
    t.night(devour="Bea").dawn()
    assert t.sheriff == "Bea"
    t.day({"Bea": "Dan", "Cid": "Eve"})
    assert t.dead == ["Dan"]  # her voice still counts two
    t.night()
    assert t.was_asked("bakery.look")


def test_love_stays() -> None:
    """TRAN-4: the partner of a mesmerized player still dies of grief."""
    t = table("Ann:werewolf Bea Cid:cupid Dan Eve Fay Gus")
    t.night(pair=["Bea", "Dan"], devour="Bea").dawn().day("Bea")
    assert t.dead == ["Bea", "Dan"]


def test_defender_and_healing_prevent_it() -> None:
    """TRAN-5."""
    t = table("Ann:werewolf Bea Cid:defender Dan:witch Eve")
    t.night(protect="Bea", devour="Bea").dawn().day()
    t.night(protect="Eve", devour="Bea", heal="Bea").dawn()
    assert not t.happened("mesmerized")


def test_the_wolf_father_may_infect_instead() -> None:
    """TRAN-5."""
    t = table("Ann:cursed_wolf_father Bea Cid Dan Eve")
    t.night(devour="Bea", infect=True).dawn()
    assert t.is_wolf("Bea")
    assert not t.happened("mesmerized")


def test_a_mesmerized_player_who_is_infected_wakes_up() -> None:
    """TRAN-5: a mesmerized Werewolf cannot exist."""
    t = table("Ann:cursed_wolf_father Bea Cid Dan Eve Fay")
    t.night(devour="Bea").dawn().day()
    t.night(devour="Bea", infect=True).dawn()
    assert t.is_wolf("Bea")
    assert t.game.village.powerless == {}


def test_a_mesmerized_wild_child_never_becomes_a_werewolf() -> None:
    """TRAN-1, TRAN-5: the change is lost with everything else."""
    t = table("Ann:werewolf Bea:wild_child Cid Dan Eve Fay")
    t.night(model="Cid", devour="Bea").dawn().day("Cid")
    assert t.dead == ["Cid"]
    assert not t.is_wolf("Bea")


def test_the_big_bad_wolf_mesmerizes_a_second_one() -> None:
    """TRAN-5."""
    t = table("Ann:big_bad_wolf Bea Cid Dan Eve Fay")
    t.night(werewolves_devour="Bea", big_bad_wolf_devour="Cid").dawn()
    assert [event.facts["seat"] for event in t.events("mesmerized")] == [2, 3]


def test_a_witch_mesmerized_herself_has_still_healed_the_other_one() -> None:
    """TRAN-5: what her call set in motion the same night holds."""
    t = table("Ann:big_bad_wolf Bea:witch Cid Dan Eve Fay")
    t.night(werewolves_devour="Bea", big_bad_wolf_devour="Cid", heal="Cid").dawn()
    assert [event.facts["seat"] for event in t.events("mesmerized")] == [2]


def test_no_disease_and_no_shot_at_the_bite() -> None:
    """TRAN-5: nobody was devoured."""
    t = table("Ann:big_bad_wolf Bea:knight_with_the_rusty_sword Cid:hunter Dan Eve Fay")
    t.night(werewolves_devour="Bea", big_bad_wolf_devour="Cid").dawn()
    assert t.asks("day.debate")
    assert not t.happened("diseased")
    assert t.dead == []


def test_the_elder_resists_once() -> None:
    """ELDER-16: silently the first time, not the second."""
    t = table("Ann:werewolf Bea:elder Cid Dan Eve")
    t.night(devour="Bea").dawn().day()
    assert not t.happened("mesmerized")
    t.night(devour="Bea").dawn()
    assert t.happened("mesmerized", seat="Bea")


def test_voting_one_out_kills_all_the_others() -> None:
    """TRAN-2, TRAN-6."""
    t = table("Ann:werewolf Bea Cid Dan Eve Fay Gus")
    t.night(devour="Bea").dawn().day()
    t.night(devour="Cid").dawn().day("Cid")
    assert t.dead == ["Cid", "Bea"]
    assert t.why("died", seat="Bea") == "TRAN-2"


def test_voting_out_somebody_else_kills_nobody_more() -> None:
    """TRAN-2."""
    t = table("Ann:werewolf Bea Cid Dan Eve Fay Gus")
    t.night(devour="Bea").dawn().day("Dan")
    assert t.dead == ["Dan"]


def test_another_death_of_a_mesmerized_player_kills_nobody_more() -> None:
    """TRAN-6: poison is no vote."""
    t = table("Ann:werewolf Bea Cid Dan Eve Fay:witch Gus")
    t.night(devour="Bea").dawn().day()
    t.night(devour="Cid", poison="Bea").dawn()
    assert t.dead == ["Bea"]


def test_a_mesmerized_hunter_does_not_shoot() -> None:
    """HUNTER-9, TRAN-6: neither voted out himself nor dragged along."""
    t = table("Ann:werewolf Bea:hunter Cid Dan Eve Fay Gus")
    t.night(devour="Bea").dawn().day("Bea")
    assert t.dead == ["Bea"]
    u = table("Ann:werewolf Bea:hunter Cid Dan Eve Fay Gus")
    u.night(devour="Bea").dawn().day()
    u.night(devour="Cid").dawn().day("Cid")
    assert u.dead == ["Cid", "Bea"]
    assert not u.was_asked("hunter.shoot")


def test_a_mesmerized_elder_brings_no_despair() -> None:
    """TRAN-6: not even if the village votes him out."""
    t = table("Ann:werewolf Bea:elder Cid Dan Eve Fay Gus")
    t.night(devour="Bea").dawn().day()
    t.night(devour="Bea").dawn().day("Bea")
    assert t.dead == ["Bea"]
    assert not t.happened("despaired")


def test_a_mesmerized_idiot_is_not_pardoned_and_a_scapegoat_not_sacrificed() -> None:
    """TRAN-4, TRAN-6."""
    t = table("Ann:werewolf Bea:village_idiot Cid:scapegoat Dan Eve Fay Gus")
    t.night(devour="Cid").dawn().day({"Ann": "Dan", "Dan": "Eve"})
    assert t.dead == []
    t.night(devour="Bea").dawn().day("Bea")
    assert t.dead == ["Bea", "Cid"]


def test_a_mesmerized_scapegoat_nobody_knows_does_not_come_forward() -> None:
    """TRAN-4: with physical cards he is not among those who may."""
    t = table("Ann:werewolf Bea:scapegoat Cid Dan Eve Fay", physical=True)
    t.night(devour="Bea").dawn()
    t.day({"Ann": "Dan", "Dan": "Eve"})
    asked = [prompt for prompt in t.asked if prompt.key == "scapegoat.declare"]
    assert all(2 not in prompt.options for prompt in asked)
    assert t.dead == []


def test_the_wolves_win_once_all_others_but_one_are_mesmerized() -> None:
    """TRAN-3, TRAN-7."""
    t = table("Ann:werewolf Bea Cid Dan")
    t.night(devour="Bea").dawn().day()
    assert t.winner is None
    t.night(devour="Cid").dawn()
    assert t.winner == "werewolves"
    assert t.game.outcome is not None
    assert t.game.outcome.rule == "TRAN-3"


def test_the_piper_counts_as_one_of_the_others_and_the_white_as_a_wolf() -> None:
    """TRAN-7."""
    t = table("Ann:werewolf Bea Cid:piper Dan:white_werewolf Eve")
    t.night(devour="Bea", charm=["Ann", "Bea"]).dawn()
    assert t.winner is None  # Cid and Eve
    t.day("Eve")
    assert t.winner == "werewolves"


def test_poison_on_the_last_wolf_is_judged_with_the_trance() -> None:
    """TRAN-3, GEN-5: both happen at the same dawn, and no Werewolf is left to win."""
    t = table("Ann:werewolf Bea Cid:witch")
    t.night(devour="Bea", poison="Ann").dawn()
    assert t.winner == "village"


def test_a_mesmerized_piper_may_still_win() -> None:
    """TRAN-4, WIN-6: he charms no more, but whom he has charmed is charmed: the goal is no power."""
    t = table("Ann:piper Bea:werewolf Cid Dan Eve")
    t.night(charm=["Bea", "Cid"], devour="Ann").dawn().day("Dan")
    t.night()
    assert "piper" in t.fakes
    assert t.dawn().day("Eve").winner == "piper"
    assert t.winners == ["Ann"]


def test_with_nobody_else_left_the_wolves_have_won_as_always() -> None:
    """WIN-2, WIN-9: nobody is in a trance."""
    t = table("Ann:werewolf Bea:cupid Cid").night(pair=["Bea", "Cid"]).dawn().day("Bea")
    assert t.dead == ["Bea", "Cid"]
    assert t.winner == "werewolves"
    assert t.why("won") == "WIN-2"


def test_a_mixed_couple_in_the_trance_dies_as_one_and_wins_with_nobody() -> None:
    """AMD-15, TRAN-2, RES-3: Dan falls with the mesmerized and out of grief; he was the Piper's love all the same."""
    t = table("Ann:piper Bea:werewolf Cid:cupid Dan Eve Fay Gus")
    t.night(pair=["Ann", "Dan"], charm=["Bea", "Cid"], devour="Ann").dawn().day()
    t.night(devour="Dan").dawn().day("Ann")
    assert t.dead == ["Ann", "Dan"]
    t.night().dawn().day("Bea")
    assert (t.winner, t.winners) == ("village", ["Cid", "Eve", "Fay", "Gus"])


def test_an_idiot_in_the_trance_falls_with_the_elder_once_and_for_both_reasons() -> None:
    """NR-13, TRAN-2, ELDER-8: the village hears of the trance."""
    people = "Ann:werewolf Bea:village_idiot Cid:elder Dan Eve Fay Gus Hal"
    t = table(people, elder_death_kills_revealed_idiot=True)
    t.night().dawn().day("Bea").night(devour="Cid").dawn().day().night(devour="Cid").dawn().day()
    t.night(devour="Bea").dawn().day("Cid")
    assert t.dead == ["Cid", "Bea"]
    assert t.happened("cause", seat="Bea", causes=("wisdom", "trance"))
    assert t.why("died", seat="Bea") == "TRAN-2"


@pytest.mark.parametrize("physical", [False, True])
def test_one_villager_among_wolves_is_known_before_they_open_their_eyes(physical: bool) -> None:
    """TRAN-3, TRAN-7, AMD-60: the cards are counted after the Thief's call, whoever has dealt them."""
    t = table("Ann:werewolf Bea:thief Cid:werewolf", spares="cupid werewolf", physical=physical).say(True)
    t.answer(swap="cupid")
    assert (t.winner, t.winners) == ("werewolves", ["Ann", "Cid"])
