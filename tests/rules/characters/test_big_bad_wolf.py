"""The Big Bad Wolf."""

from __future__ import annotations

import pytest

from tests.table import Table

TABLE = "Ann:big_bad_wolf Bea:werewolf Cid Dan Eve Fay Gus Hal"


def test_feeds_with_the_pack_first() -> None:
    """BBW-1"""
    t = Table(TABLE).upto("werewolves.devour")
    assert t.prompt is not None
    assert t.prompt.audience == (t.seat("Ann"), t.seat("Bea"))
    assert t.refuses("Ann").rule == "WW-2"


def test_then_devours_a_second_victim_alone() -> None:
    """BBW-2, OPT-BBW-MUST"""
    t = Table(TABLE).upto("big_bad_wolf.devour", werewolves_devour="Cid")
    assert t.prompt is not None
    assert t.prompt.audience == (t.seat("Ann"),)
    assert t.refuses("Bea").rule == "WW-2"
    assert t.refuses(None).key == "answer.needed"
    t.answer(big_bad_wolf_devour="Dan").dawn()
    assert t.dead == ["Cid", "Dan"]


def test_feeds_alone_every_night() -> None:
    """BBW-2"""
    t = Table(TABLE).round(werewolves_devour="Cid", big_bad_wolf_devour="Dan")
    t.night(werewolves_devour="Eve", big_bad_wolf_devour="Fay").dawn()
    assert t.dead == ["Cid", "Dan", "Eve", "Fay"]


def test_under_the_helper_sheet_the_second_meal_is_optional() -> None:
    """BBW-2, OPT-BBW-MUST"""
    t = Table(TABLE, preset="helper").upto("big_bad_wolf.devour", werewolves_devour="Cid")
    t.say(None)
    assert t.dawn().dead == ["Cid"]


def test_the_second_victim_is_another_one() -> None:
    """BBW-4, NR-14"""
    t = Table(TABLE).upto("big_bad_wolf.devour", werewolves_devour="Cid")
    assert t.refuses("Cid").rule == "BBW-4"


def test_feeds_though_the_pack_did_not_agree() -> None:
    """BBW-4"""
    t = Table(TABLE).night(big_bad_wolf_devour="Dan").dawn()
    assert t.dead == ["Dan"]


def test_with_physical_cards_he_is_recognised_at_his_own_call() -> None:
    """BBW-2, IDENT-R1"""
    t = Table(TABLE, physical=True).upto("identify", werewolves_devour="Cid")
    assert t.prompt is not None
    assert t.prompt.card == "big_bad_wolf"
    assert t.options == ["Ann", "Bea"]
    t.answer(big_bad_wolf_devour="Dan").dawn()
    assert t.dead == ["Cid", "Dan"]


# -- his bite is a Werewolf's attack --


def test_the_elder_survives_his_first_bite() -> None:
    """BBW-5, ELDER-6"""
    t = Table("Ann:big_bad_wolf Bea:werewolf Cid:elder Dan Eve Fay").round(big_bad_wolf_devour="Cid")
    assert t.dead == []
    assert t.night(big_bad_wolf_devour="Cid").dawn().dead == ["Cid"]


def test_the_defender_stops_his_bite() -> None:
    """BBW-5, DEF-9, NR-6"""
    t = Table("Ann:big_bad_wolf Bea:werewolf Cid:defender Dan Eve Fay")
    t.night(protect="Dan", werewolves_devour="Eve", big_bad_wolf_devour="Dan").dawn()
    assert t.dead == ["Eve"]


def test_the_witch_can_heal_his_victim() -> None:
    """BBW-5, WITCH-8, NR-8"""
    t = Table("Ann:big_bad_wolf Bea:werewolf Cid:witch Dan Eve Fay")
    t.night(werewolves_devour="Eve", big_bad_wolf_devour="Dan", heal="Dan").dawn()
    assert t.dead == ["Eve"]


def test_the_knight_he_devours_leaves_the_disease() -> None:
    """BBW-5, KNIGHT-1"""
    t = Table("Ann:big_bad_wolf Bea:werewolf Cid:knight_with_the_rusty_sword Dan Eve Fay")
    t.night(werewolves_devour="Eve", big_bad_wolf_devour="Cid").dawn()
    assert t.happened("diseased", seat="Ann")


def test_the_hunter_he_devours_shoots() -> None:
    """BBW-5, HUNTER-1"""
    t = Table("Ann:big_bad_wolf Bea:werewolf Cid:hunter Dan Eve Fay", hunter_triggers="devoured_or_voted")
    t.night(big_bad_wolf_devour="Cid").dawn()
    assert t.asks("hunter.shoot")


def test_the_wolf_father_infects_only_the_packs_victim() -> None:
    """BBW-5, CWF-8"""
    t = Table("Ann:big_bad_wolf Bea:cursed_wolf_father Cid Dan Eve Fay Gus")
    t.night(werewolves_devour="Cid", infect=True, big_bad_wolf_devour="Dan").dawn()
    assert t.dead == ["Dan"]
    assert t.is_wolf("Cid")


# -- until the game loses a Werewolf --


@pytest.mark.parametrize("card", ["werewolf", "cursed_wolf_father", "white_werewolf", "wild_child", "wolf_hound"])
def test_ends_with_the_first_loss_of_such_a_card(card: str) -> None:
    """BBW-3, BBW-6, OPT-BBW-LOSS, FK-6, WOLF-5, WOLF-7"""
    t = Table(f"Ann:big_bad_wolf Bea:{card} Cid Dan Eve Fay Gus Hal")
    first = {"wild_child": {"model": "Hal"}, "wolf_hound": {"choose": "village"}}.get(card, {})
    t.round(big_bad_wolf_devour="Cid", votes="Bea", **first)
    t.night(werewolves_devour="Dan")
    assert "big_bad_wolf" not in t.calls
    assert t.dawn().dead == ["Cid", "Bea", "Dan"]


def test_the_loss_may_have_any_cause() -> None:
    """BBW-6"""
    t = Table("Ann:big_bad_wolf Bea:werewolf Cid:witch Dan Eve Fay Gus")
    t.round(big_bad_wolf_devour="Dan", poison="Bea").night(werewolves_devour="Eve")
    assert "big_bad_wolf" not in t.calls


def test_other_losses_do_not_end_it() -> None:
    """BBW-6"""
    t = Table("Ann:big_bad_wolf Bea:werewolf Cid:seer Dan Eve Fay Gus")
    t.round(look="Bea", big_bad_wolf_devour="Dan", votes="Cid").upto("big_bad_wolf.devour")
    assert t.asks("big_bad_wolf.devour")


def test_the_death_of_an_infected_villager_does_not_end_it() -> None:
    """BBW-6, WOLF-8"""
    t = Table("Ann:big_bad_wolf Bea:cursed_wolf_father Cid Dan Eve Fay Gus")
    t.round(werewolves_devour="Cid", infect=True, big_bad_wolf_devour="Dan", votes="Cid")
    t.upto("big_bad_wolf.devour")
    assert t.asks("big_bad_wolf.devour")


@pytest.mark.parametrize("card", ["wild_child", "wolf_hound"])
def test_where_only_werewolves_count_the_ambiguous_cards_do_not(card: str) -> None:
    """BBW-3, OPT-BBW-LOSS"""
    t = Table(f"Ann:big_bad_wolf Bea:{card} Cid Dan Eve Fay Gus Hal", bbw_power_ends_with="werewolf_only")
    first = {"wild_child": {"model": "Hal"}, "wolf_hound": {"choose": "werewolves"}}[card]
    t.round(big_bad_wolf_devour="Cid", votes="Bea", **first).upto("big_bad_wolf.devour")
    assert t.asks("big_bad_wolf.devour")


def test_where_only_werewolves_count_a_werewolf_still_does() -> None:
    """BBW-3, OPT-BBW-LOSS"""
    t = Table(TABLE, bbw_power_ends_with="werewolf_only").round(big_bad_wolf_devour="Cid", votes="Bea").night()
    assert "big_bad_wolf" not in t.calls


def test_by_status_an_infected_villager_counts_and_nobody_hears_it() -> None:
    """BBW-7, SW-BBW-BASIS, FK-1"""
    t = Table("Ann:big_bad_wolf Bea:cursed_wolf_father Cid Dan Eve Fay Gus", bbw_loss_basis="status")
    t.round(werewolves_devour="Cid", infect=True, big_bad_wolf_devour="Dan", votes="Cid").night()
    assert "big_bad_wolf" in t.fakes


def test_by_status_a_wild_child_of_the_village_does_not_count() -> None:
    """BBW-7, SW-BBW-BASIS"""
    t = Table("Ann:big_bad_wolf Bea:wild_child Cid Dan Eve Fay Gus", bbw_loss_basis="status")
    t.round(model="Gus", big_bad_wolf_devour="Cid", votes="Bea").upto("big_bad_wolf.devour")
    assert t.asks("big_bad_wolf.devour")


def test_by_status_a_turned_wild_child_counts() -> None:
    """BBW-7, SW-BBW-BASIS"""
    t = Table("Ann:big_bad_wolf Bea:wild_child Cid Dan Eve Fay Gus", bbw_loss_basis="status")
    t.round(model="Cid", big_bad_wolf_devour="Cid", votes="Bea").night()
    assert "big_bad_wolf" in t.fakes


def test_by_status_a_shown_wolf_card_is_plain_to_everybody() -> None:
    """BBW-7, FK-6"""
    t = Table(TABLE, bbw_loss_basis="status").round(big_bad_wolf_devour="Cid", votes="Bea").night()
    assert "big_bad_wolf" not in t.calls


def test_a_wolf_card_the_servant_takes_is_not_lost() -> None:
    """BBW-8"""
    t = Table("Ann:big_bad_wolf Bea:werewolf Cid:devoted_servant Dan Eve Fay Gus")
    t.night(big_bad_wolf_devour="Dan").dawn().day("Bea", act="Cid")
    assert t.dead == ["Dan", "Bea"]
    t.upto("big_bad_wolf.devour")
    assert t.asks("big_bad_wolf.devour")


def test_a_wolf_dying_tonight_does_not_spoil_tonights_meal() -> None:
    """BBW-9, GEN-5"""
    t = Table("Ann:big_bad_wolf Bea:white_werewolf Cid:werewolf Dan Eve Fay Gus Hal")
    t.round(big_bad_wolf_devour="Dan").night(white_werewolf_devour="Cid", big_bad_wolf_devour="Eve").dawn()
    assert sorted(t.dead) == ["Cid", "Dan", "Eve"]
    t.day().night()
    assert "big_bad_wolf" not in t.calls


def test_a_servant_who_becomes_him_feeds_too() -> None:
    """BBW-11, SERV-M16"""
    t = Table("Ann:big_bad_wolf Bea:werewolf Cid:devoted_servant Dan Eve Fay Gus")
    t.night(big_bad_wolf_devour="Dan").dawn().day("Ann", act="Cid").upto("big_bad_wolf.devour")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Cid")


def test_a_servant_who_becomes_him_does_not_revive_what_is_broken() -> None:
    """BBW-11"""
    t = Table("Ann:big_bad_wolf Bea:werewolf Cid:devoted_servant Dan Eve Fay Gus Hal Ida")
    t.round(big_bad_wolf_devour="Dan", votes="Bea").night().dawn().day("Ann", act="Cid")
    assert t.is_wolf("Cid")
    assert "big_bad_wolf" not in t.night().calls


def test_an_infection_leaves_the_second_meal_alone() -> None:
    """BBW-12"""
    t = Table("Ann:big_bad_wolf Bea:cursed_wolf_father Cid Dan Eve Fay Gus")
    t.night(werewolves_devour="Cid", infect=True, big_bad_wolf_devour="Dan").dawn()
    assert t.dead == ["Dan"]
    t.day().upto("big_bad_wolf.devour")
    assert t.asks("big_bad_wolf.devour")


def test_the_refusal_of_the_packs_victim_does_not_betray_the_infection() -> None:
    """BBW-4, INF-7"""
    t = Table("Ann:big_bad_wolf Bea:cursed_wolf_father Cid Dan Eve Fay Gus")
    t.upto("big_bad_wolf.devour", werewolves_devour="Cid", infect=True)
    assert t.refuses("Cid").rule == "BBW-4"


def test_the_refusal_of_a_wolf_does_not_betray_the_white_werewolfs_bite() -> None:
    """BBW-2, WHITE-5"""
    t = Table("Ann:big_bad_wolf Bea:white_werewolf Cid:werewolf Dan Eve Fay Gus Hal")
    t.round(big_bad_wolf_devour="Dan").upto("big_bad_wolf.devour", white_werewolf_devour="Cid")
    assert t.refuses("Cid").rule == "WW-2"
