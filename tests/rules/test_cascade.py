"""One death leading to others: who falls with whom, who reacts, and in which order."""

from __future__ import annotations

import pytest

from tests.table import Table


def order(t: Table, *names: str) -> list[str]:
    """These events in the order they happened, each with the player it is about."""
    return [
        f"{event.name} {t.names[event.facts['seat'] - 1]}" if "seat" in event.facts else event.name
        for event in t.game.events
        if event.name in names
    ]


# -- the batch --


def test_all_who_die_now_fall_before_anybody_reacts() -> None:
    """RES-1"""
    t = Table("Ann:witch Bea:werewolf Cid:hunter Dan Eve Fay").night(devour="Cid", poison="Dan").dawn()
    assert t.asks("hunter.shoot")
    assert order(t, "card_shown") == ["card_shown Cid", "card_shown Dan"]
    assert t.options == ["Ann", "Bea", "Eve", "Fay"]


def test_the_angel_wins_and_nothing_further_is_resolved() -> None:
    """RES-2, ANGEL-12"""
    t = Table("Ann:witch Bea:werewolf Cid:hunter Dan:angel Eve Fay", sheriff="Cid").day()
    t.night(devour="Cid", poison="Dan").dawn()
    assert (t.winner, t.winners) == ("angel", ["Dan"])
    assert not t.was_asked("hunter.shoot")
    assert not t.was_asked("sheriff.heir")


def test_the_angel_wins_before_the_last_wolf_is_missed() -> None:
    """RES-2, WIN-9"""
    t = Table("Ann:witch Bea:werewolf Cid Dan:angel Eve").day().night(devour="Dan", poison="Bea").dawn()
    assert (t.winner, t.winners) == ("angel", ["Dan"])


def test_an_angel_shot_at_dawn_stops_the_cascade() -> None:
    """RES-2, ANGEL-6"""
    t = Table("Ann:cupid Bea:werewolf Cid:hunter Dan:angel Eve", sheriff="Cid").day()
    t.night(pair=["Cid", "Ann"], devour="Ann").dawn(shoot="Dan")
    assert (t.winner, t.winners) == ("angel", ["Dan"])
    assert not t.was_asked("sheriff.heir")


def test_outside_the_window_the_cascade_goes_on() -> None:
    """RES-2, ANGEL-3"""
    t = Table("Ann:witch Bea:werewolf Cid:hunter Dan:angel Eve Fay").day().round()
    t.night(devour="Dan", poison="Cid").dawn()
    assert t.asks("hunter.shoot")


# -- grief --


@pytest.mark.parametrize("physical", [False, True])
def test_the_partner_dies_at_once(physical: bool) -> None:
    """RES-3, LOVE-2"""
    t = Table("Ann:cupid Bea:werewolf Cid Dan Eve Fay", physical=physical).night(pair=["Cid", "Dan"], devour="Cid")
    assert t.dawn().dead == ["Cid", "Dan"]


def test_grief_joins_the_batch_before_the_hunter_shoots() -> None:
    """RES-3, RES-6"""
    t = Table("Ann:cupid Bea:werewolf Cid:hunter Dan Eve Fay").night(pair=["Cid", "Dan"], devour="Cid").dawn()
    assert t.asks("hunter.shoot")
    assert "Dan" not in t.options
    assert t.dead == ["Cid", "Dan"]


def test_grief_goes_on_until_nobody_is_left_to_grieve() -> None:
    """RES-3"""
    t = Table("Ann:cupid Bea:werewolf Cid:cupid Dan Eve Fay:hunter Gus").upto("cupid.pair")
    t.say(["Dan", "Eve"]).say(["Eve", "Fay"]).answer(devour="Dan").dawn()
    assert t.dead == ["Dan", "Eve", "Fay"]
    assert t.asks("hunter.shoot")


def test_both_lovers_bitten_die_once_each() -> None:
    """RES-3, NR-13"""
    t = Table("Ann:cupid Bea:big_bad_wolf Cid Dan Eve Fay").night(
        pair=["Cid", "Dan"], werewolves="Cid", big_bad_wolf="Dan"
    )
    assert t.dawn().dead == ["Cid", "Dan"]
    assert [event.facts["causes"] for event in t.events("cause")] == [("devoured",), ("devoured",)]


# -- the Wild Child --


def test_the_wild_child_turns_with_the_batch() -> None:
    """RES-4, CHILD-2, RES-11"""
    t = Table("Ann:knight_with_the_rusty_sword Bea:wild_child Cid:werewolf Dan Eve Fay")
    t.night(model="Ann", devour="Ann").dawn()
    assert t.is_wolf("Bea")
    assert t.happened("diseased", seat="Bea")  # a Werewolf already, and nearer than Cid


def test_the_wild_child_turns_when_the_model_dies_of_grief() -> None:
    """RES-4, RES-3"""
    t = Table("Ann:cupid Bea:wild_child Cid:werewolf Dan Eve Fay").night(pair=["Dan", "Eve"], model="Eve", devour="Dan")
    assert not t.is_wolf("Bea")
    assert t.dawn().is_wolf("Bea")


def test_the_wild_child_turns_before_the_hunter_shoots() -> None:
    """RES-4, RES-6"""
    t = Table("Ann:hunter Bea:wild_child Cid:werewolf Dan Eve Fay").night(model="Ann", devour="Ann").dawn()
    assert t.asks("hunter.shoot")
    assert t.is_wolf("Bea")
    t.answer(shoot="Cid")
    assert t.winner is None


# -- despair --


def test_those_who_fall_with_the_elder_still_have_their_power() -> None:
    """RES-5"""
    t = Table("Ann:elder Bea:werewolf Cid:witch Dan:hunter Eve Fay").night(devour="Dan", poison="Ann").dawn()
    assert t.happened("despaired")
    assert t.asks("hunter.shoot")


def test_those_who_grieve_for_the_elder_have_lost_theirs() -> None:
    """RES-5"""
    t = Table("Ann:elder Bea:werewolf Cid:cupid Dan:hunter Eve Fay").night(pair=["Ann", "Dan"]).dawn().day("Ann")
    assert t.dead == ["Ann", "Dan"]
    assert not t.was_asked("hunter.shoot")


def test_a_later_batch_comes_after_the_loss() -> None:
    """RES-5, RES-6"""
    t = Table("Ann:elder Bea:werewolf Cid:hunter Dan:hunter Eve:cupid Fay Gus")
    t.night(pair=["Ann", "Dan"], devour="Cid").dawn(shoot="Ann")
    assert t.dead == ["Cid", "Ann", "Dan"]
    assert len([prompt for prompt in t.asked if prompt.key == "hunter.shoot"]) == 1


def test_the_knight_who_falls_with_the_elder_leaves_his_disease() -> None:
    """RES-5, RES-7"""
    t = Table("Ann:elder Bea:werewolf Cid:witch Dan:knight_with_the_rusty_sword Eve Fay")
    t.night(devour="Dan", poison="Ann").dawn()
    assert t.happened("despaired")
    assert t.happened("diseased", seat="Bea")


# -- the Hunters --


def test_several_hunters_shoot_in_the_order_announced() -> None:
    """RES-6"""
    t = Table("Ann:hunter Bea:big_bad_wolf Cid:hunter Dan Eve Fay Gus").night(werewolves="Cid", big_bad_wolf="Ann")
    t.dawn()
    assert t.asks("hunter.shoot")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Cid")
    t.say("Dan")
    assert t.asks("hunter.shoot")
    assert t.prompt.seat == t.seat("Ann")
    assert t.options == ["Bea", "Eve", "Fay", "Gus"]
    t.answer(shoot="Eve")
    assert t.dead == ["Cid", "Ann", "Dan", "Eve"]


def test_a_shot_starts_a_batch_of_its_own() -> None:
    """RES-6, RES-3, RES-4"""
    t = Table("Ann:hunter Bea:werewolf Cid:cupid Dan Eve Fay:wild_child Gus")
    t.night(pair=["Dan", "Eve"], model="Eve", devour="Ann").dawn(shoot="Dan")
    assert t.dead == ["Ann", "Dan", "Eve"]
    assert t.is_wolf("Fay")


def test_one_hunters_shot_can_fell_the_next_hunter() -> None:
    """RES-6, HUNTER-8"""
    t = Table("Ann:hunter Bea:werewolf Cid:hunter Dan Eve Fay").night(devour="Ann").dawn(shoot=["Cid", "Bea"])
    assert t.dead == ["Ann", "Cid", "Bea"]
    assert t.winner == "village"


def test_all_shots_come_before_the_last_wills() -> None:
    """RES-6, RES-7, RES-8"""
    t = Table("Ann:hunter Bea:werewolf Cid Dan Eve Fay", sheriff="Ann").night(devour="Ann").dawn()
    assert t.asks("hunter.shoot")
    t.say("Cid")
    assert t.asks("sheriff.heir")
    assert t.options == ["Bea", "Dan", "Eve", "Fay"]


# -- last wills --


def test_the_worked_example() -> None:
    """RES-10, RES-7, RES-9"""
    t = Table(
        "Ann:knight_with_the_rusty_sword Bea:werewolf Cid:hunter Dan:cupid Eve:werewolf Fay Gus:wild_child",
        sheriff="Cid",
    )
    t.night(pair=["Ann", "Cid"], model="Bea", devour="Ann").dawn()
    assert t.dead == ["Ann", "Cid"]
    assert t.asks("hunter.shoot")
    assert not t.happened("diseased")
    t.say("Bea")
    assert t.is_wolf("Gus")
    assert t.happened("diseased", seat="Eve")
    assert t.asks("sheriff.heir")
    t.answer(heir="Fay")
    assert order(t, "died", "diseased", "succeeded") == [
        "died Ann",
        "died Cid",
        "died Bea",
        "diseased Eve",
        "succeeded Fay",
    ]


def test_a_shot_wolf_passes_the_disease_on() -> None:
    """RES-11, KNIGHT-4"""
    t = Table("Ann:knight_with_the_rusty_sword Bea:big_bad_wolf Cid:hunter Dan Eve:werewolf Fay Gus")
    t.night(werewolves="Ann", big_bad_wolf="Cid").dawn(shoot="Bea")
    assert t.happened("diseased", seat="Eve")
    assert len(t.events("diseased")) == 1


def test_the_scapegoats_list_comes_before_the_sheriffs_heir() -> None:
    """RES-12, RES-7"""
    t = Table("Ann:scapegoat Bea:werewolf Cid Dan Eve Fay", sheriff="Ann").night().dawn()
    t.day({"Cid": "Dan", "Dan": "Cid"})
    assert t.asks("scapegoat.voters")
    t.upto("sheriff.heir", voters=["Cid", "Dan"])
    assert t.answer(heir="Eve").sheriff == "Eve"


def test_the_shot_comes_before_list_and_heir() -> None:
    """RES-6, RES-7, RES-12"""
    t = Table("Ann:scapegoat Bea:werewolf Cid:hunter Dan:cupid Eve Fay Gus", sheriff="Cid")
    t.night(pair=["Ann", "Cid"]).dawn().day({"Eve": "Dan", "Dan": "Eve"}, shoot="Fay")
    assert t.asks("scapegoat.voters")
    assert t.options == ["Bea", "Dan", "Eve", "Gus"]
    t.upto("sheriff.heir", voters=["Bea", "Dan"])
    assert t.options == ["Bea", "Dan", "Eve", "Gus"]


def test_nobody_who_fell_in_the_cascade_inherits() -> None:
    """RES-8"""
    t = Table("Ann:witch Bea:werewolf Cid Dan Eve Fay", sheriff="Cid").night(devour="Cid", poison="Dan").dawn()
    assert t.asks("sheriff.heir")
    assert t.options == ["Ann", "Bea", "Eve", "Fay"]


# -- the check --


def test_nobody_has_won_before_the_chain_is_played_out() -> None:
    """RES-9, HUNTER-3"""
    t = Table("Ann:hunter Bea:werewolf Cid:cupid Dan").round("Dan", pair=["Ann", "Bea"]).night(devour="Cid").dawn()
    assert t.winner == "lovers"
    t = Table("Ann:hunter Bea:werewolf Cid:cupid Dan").round("Dan", pair=["Ann", "Bea"]).night().dawn()
    t.day({"Cid": "Bea", "Ann": None, "Bea": None}, shoot="Cid")
    assert t.dead == ["Dan", "Bea", "Ann", "Cid"]
    assert t.winner == "nobody"


def test_once_it_is_decided_the_sheriff_names_no_heir() -> None:
    """AMD-69, RES-7, WIN-9"""
    t = Table("Ann:werewolf Bea Cid Dan", sheriff="Ann").night().dawn().day("Ann")
    assert t.winner == "village"
    assert not t.was_asked("sheriff.heir")


def test_where_it_is_decided_only_at_dawn_and_dusk_the_heir_is_named() -> None:
    """AMD-69, RES-7, OPT-VICTORY-CHECK"""
    t = Table("Ann:werewolf Bea Cid Dan", sheriff="Ann", victory_checks="dawn_and_dusk").night().dawn().day("Ann")
    assert t.asks("sheriff.heir")
    assert t.answer(heir="Bea").winner == "village"


def test_once_it_is_decided_the_scapegoat_names_no_voters() -> None:
    """AMD-69, SCAPE-2: a Werewolf and a villager are left, and the table counts."""
    t = (
        Table("Ann:scapegoat Bea:werewolf Cid", wolf_parity_shortcut=True)
        .night()
        .dawn()
        .day({"Bea": "Cid", "Cid": "Bea"})
    )
    assert t.dead == ["Ann"]
    assert t.winner == "werewolves"
    assert not t.was_asked("scapegoat.voters")


def test_once_it_is_decided_no_crier_and_no_executioner_is_named() -> None:
    """AMD-69, CRIER-5, EXEC-1"""
    t = Table("Ann:werewolf Bea Cid Dan", sheriff="Bea", hand="burial", in_force="executioner").answer(elect="Ann")
    t.night().dawn().day("Ann", debate=["town_crier.appoint", "vote"], appoint="Ann")
    assert t.winner == "village"
    assert not t.was_asked("executioner.heir")
    assert [prompt.key for prompt in t.asked].count("town_crier.appoint") == 1


def test_a_shot_is_no_last_will() -> None:
    """AMD-69, HUNTER-1, RES-6: it belongs to the cascade, and may decide it otherwise."""
    t = Table("Ann:hunter Bea:werewolf Cid", sheriff="Ann").night(devour="Cid").dawn().day({"Bea": "Ann"})
    assert t.asks("hunter.shoot")
    t.say("Bea")
    assert t.winner == "nobody"
    assert not t.was_asked("sheriff.heir")


@pytest.mark.parametrize(("checks", "votes"), [("after_every_cascade", 1), ("dawn_and_dusk", 2)])
def test_when_the_goals_are_looked_at(checks: str, votes: int) -> None:
    """RES-9, OPT-VICTORY-CHECK"""
    t = Table("Ann:werewolf Bea:wandering_judge Cid Dan Eve", victory_checks=checks).night(sign="cough").dawn()
    t.day(["Ann", "Cid"], signed=True)
    assert t.winner == "village"
    assert len(t.events("voted")) == votes


def test_the_disease_is_noted_before_the_scapegoats_list() -> None:
    """RES-7, AMD-7"""
    people = "Ann:knight_with_the_rusty_sword Bea:werewolf Cid:scapegoat Dan:witch Eve Fay"
    t = Table(people, scapegoat_privilege_causes="any").night(devour="Ann", poison="Cid").dawn()
    assert t.asks("scapegoat.voters")
    assert t.happened("diseased", seat="Bea")


def test_an_idiot_who_falls_with_the_elder_he_loves_wins_with_nobody() -> None:
    """AMD-15, ELDER-8, RES-3: the couple was mixed, whatever else kills its second half."""
    people = "Ann:elder Bea:cursed_wolf_father Cid:cupid Dan:village_idiot Eve Fay"
    t = Table(people, elder_death_kills_revealed_idiot=True)
    t.night(pair=["Ann", "Dan"], devour="Dan", infect=True).dawn().day("Dan")
    t.night().dawn().day("Ann")
    assert t.dead == ["Ann", "Dan"]
    t.round("Eve", devour="Cid").night(devour="Fay").dawn()
    assert (t.winner, t.winners) == ("werewolves", ["Bea"])


def test_a_child_has_turned_before_any_hunter_shoots() -> None:
    """RES-6: rule after rule, and not death after death, in whatever order they were announced."""
    people = "Ann:werewolf Bea Cid:hunter Dan:wild_child Eve:witch Fay Gus"
    t = Table(people, hide_side_of_ambiguous="off").night(model="Bea", devour="Cid", poison="Bea").dawn()
    assert t.dead == ["Cid", "Bea"], "the model is announced last"
    t.answer(shoot="Dan")
    assert t.happened("turned", seat="Dan")
    assert t.sees(None, "side_announced", seat="Dan", side="werewolves")
