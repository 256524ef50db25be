"""The Little Girl."""

from __future__ import annotations

import pytest

from tests.table import Table

TABLE = "Ann:little_girl Bea:werewolf Cid:werewolf Dan:defender Eve Fay Gus"
FATHER = "Ann:little_girl Bea:cursed_wolf_father Cid:witch Dan Eve Fay"


def asked_about_girl(t: Table) -> bool:
    return t.was_asked("little_girl.caught")


# -- spying --


def test_may_be_caught_during_the_werewolves_call_and_at_no_other() -> None:
    """GIRL-1"""
    t = Table("Ann:little_girl Bea:big_bad_wolf Cid:seer Dan:witch Eve Fay")
    t.upto("little_girl.caught", look="Bea", werewolves_devour="Eve")
    t.answer(big_bad_wolf_devour="Fay")
    assert [answer.key for answer in t.game.answers].count("little_girl.caught") == 1
    assert t.calls == ["seer", "werewolves", "big_bad_wolf", "witch"]


def test_cannot_pass_herself_off_as_a_wolf() -> None:
    """GIRL-1"""
    t = Table(TABLE, physical=True).upto("werewolves.identify", protect="Dan")
    assert t.refuses(["Ann", "Bea", "Cid"]).key == "answer.how_many"


@pytest.mark.parametrize(("preset", "called"), [("pact", False), ("helper", True)])
def test_is_called_on_the_first_night_only_under_the_helper_sheet(preset: str, called: bool) -> None:
    """OPT-LG-CALL, IDENT-R6"""
    t = Table(TABLE, preset=preset, physical=True).night(protect="Eve", devour="Fay")
    assert ("little_girl" in t.calls) is called
    assert (t.possible("Ann") == {"little_girl"}) is called
    assert "little_girl" not in t.dawn().day().night(protect="Dan").calls


def test_in_a_trance_she_spies_no_more_though_nobody_knows_who_she_is() -> None:
    """GIRL-1, TRAN-4: whoever is mesmerized cannot be the one they catch."""
    t = Table(TABLE, variants="lycanthropic_trance", physical=True).upto(
        "little_girl.caught", protect="Dan", devour="Ann"
    )
    assert "Ann" in t.options
    t.answer().dawn().day().upto("little_girl.caught", protect="Eve", devour="Fay")
    assert t.possible("Ann") != {"little_girl"}
    assert "Ann" not in t.options
    assert "Gus" in t.options


# -- caught --


@pytest.mark.parametrize("physical", [False, True])
def test_caught_she_is_devoured_in_the_victims_place(physical: bool) -> None:
    """GIRL-2, NR-2, OPT-LG-CAUGHT"""
    t = Table(TABLE, physical=physical).night(protect="Fay", devour="Eve", caught="Ann").dawn()
    assert t.dead == ["Ann"]


@pytest.mark.parametrize(("devour", "dead"), [(True, ["Ann"]), (False, ["Eve"])])
def test_where_the_wolves_may_devour_her_they_are_asked(devour: bool, dead: list[str]) -> None:
    """GIRL-2, AMD-9, NR-2, OPT-LG-CAUGHT"""
    t = Table(TABLE, preset="pacte").upto("little_girl.devour", protect="Fay", werewolves_devour="Eve", caught="Ann")
    assert t.prompt is not None
    assert t.prompt.audience == (t.seat("Bea"), t.seat("Cid"))
    t.answer(devour=devour)
    assert t.dawn().dead == dead


def test_where_the_wolves_may_devour_her_they_are_asked_without_agreement_too() -> None:
    """GIRL-7, AMD-9"""
    t = Table(TABLE, preset="pacte").night(protect="Fay", caught="Ann", little_girl_devour=True).dawn()
    assert t.dead == ["Ann"]


@pytest.mark.parametrize("physical", [False, True])
def test_in_the_first_box_she_dies_of_fright(physical: bool) -> None:
    """GIRL-2, GIRL-10, NR-2, OPT-LG-CAUGHT"""
    t = Table("Ann:little_girl Bea:werewolf Cid:witch Dan Eve", preset="classic", physical=physical)
    t.night(devour="Eve", caught="Ann")
    assert t.alive == t.names
    assert t.dawn().dead == ["Ann"]
    assert t.events("cause", seat="Ann")[0].facts["causes"] == ("fright",)


@pytest.mark.parametrize("physical", [False, True])
def test_under_the_helper_sheet_there_is_no_penalty(physical: bool) -> None:
    """GIRL-2, OPT-LG-CAUGHT"""
    t = Table(TABLE, preset="helper", physical=physical).night(protect="Fay", devour="Eve")
    assert not asked_about_girl(t)


def test_a_wrong_accusation_is_simply_the_packs_choice() -> None:
    """GIRL-6"""
    t = Table(TABLE).upto("little_girl.caught", protect="Fay", devour="Eve")
    assert t.options == ["Ann"]
    assert t.refuses("Eve").key == "answer.not_an_option"
    t.say(None)
    assert t.dawn().dead == ["Eve"]


def test_the_pack_may_devour_her_without_catching_her() -> None:
    """GIRL-6"""
    t = Table(TABLE).night(protect="Fay", devour="Ann").dawn()
    assert t.dead == ["Ann"]


def test_caught_the_moderator_knows_her_card() -> None:
    """GIRL-6, IDENT-R6"""
    t = Table(TABLE, physical=True).upto("little_girl.caught", protect="Fay", devour="Eve")
    assert "Bea" not in t.options
    t.say("Ann")
    assert t.possible("Ann") == {"little_girl"}


def test_without_agreement_the_caught_girl_is_the_victim() -> None:
    """GIRL-7"""
    assert Table(TABLE).night(protect="Fay", caught="Ann").dawn().dead == ["Ann"]


@pytest.mark.parametrize("caught", ["devoured_instead", "dies_of_fright_instead"])
@pytest.mark.parametrize("physical", [False, True])
def test_there_is_one_catch_a_night_even_with_two_girls(caught: str, physical: bool) -> None:
    """GIRL-7"""
    table = "Ann:little_girl Bea:little_girl Cid:werewolf Dan Eve Fay"
    t = Table(table, little_girl_caught=caught, physical=physical).upto("little_girl.caught", devour="Dan").say("Ann")
    assert t.asks("dawn.breaks")
    assert t.dawn().dead == ["Ann"]


# -- protection --


def test_protection_has_no_effect_on_her_when_caught() -> None:
    """GIRL-4, GIRL-7, DEF-3, OPT-DEF-LG"""
    assert Table(TABLE).night(protect="Ann", devour="Eve", caught="Ann").dawn().dead == ["Ann"]


@pytest.mark.parametrize("physical", [False, True])
def test_protection_has_no_effect_on_her_as_the_regular_victim(physical: bool) -> None:
    """GIRL-4, GIRL-5, DEF-3, NR-6, OPT-DEF-LG"""
    assert Table(TABLE, physical=physical).night(protect="Ann", devour="Ann").dawn().dead == ["Ann"]


def test_the_spared_victim_is_spared_even_if_unprotected() -> None:
    """NR-2"""
    t = Table(TABLE).night(protect="Ann", devour="Eve", caught="Ann").dawn()
    assert "Eve" in t.alive


def test_the_defender_does_not_learn_that_it_failed() -> None:
    """GIRL-4, OPT-DEF-LG"""
    t = Table(TABLE).upto("defender.protect")
    assert "Ann" in t.options
    assert t.answer(protect="Ann").sees("Dan", "protected", seat="Ann")


def test_under_the_helper_sheet_the_defender_may_not_choose_her() -> None:
    """GIRL-4, DEF-3, OPT-DEF-LG"""
    t = Table(TABLE, preset="helper", physical=True).upto("defender.protect")
    assert t.refuses("Ann").rule == "DEF-3"


@pytest.mark.parametrize(("protect", "looked_at"), [("Eve", ["Eve"]), ("Fay", [])])
def test_a_bitten_players_card_is_lifted_for_her_only_if_protected(protect: str, looked_at: list[str]) -> None:
    """GIRL-5, CK-1, IDENT-R6"""
    t = Table(TABLE, physical=True).night(protect=protect, devour="Eve")
    assert t.looked_at == looked_at


# -- when spying ends --


def test_after_despair_she_may_not_spy() -> None:
    """GIRL-8, DESP-M3"""
    t = Table("Ann:little_girl Bea:werewolf Cid:elder Dan Eve Fay").upto("little_girl.caught")
    t.answer().dawn().day("Cid").upto("dawn.breaks", devour="Eve")
    assert [answer.key for answer in t.game.answers].count("little_girl.caught") == 1


def test_infected_she_wakes_with_the_pack_and_spies_no_more() -> None:
    """GIRL-9"""
    t = Table(FATHER).round(devour="Ann", infect=True).upto("werewolves.devour")
    assert t.prompt is not None
    assert t.seat("Ann") in t.prompt.audience
    t.answer(devour="Dan")
    assert [answer.key for answer in t.game.answers].count("little_girl.caught") == 1


def test_dead_of_fright_she_cannot_be_infected() -> None:
    """GIRL-10"""
    t = Table(FATHER, little_girl_caught="dies_of_fright_instead").round()
    t.night(devour="Eve", caught="Ann")
    assert "cursed_wolf_father" in t.fakes
    assert not t.is_wolf("Ann")
    assert t.dawn().dead == ["Ann"]


def test_dead_of_fright_she_falls_with_the_others_at_dawn() -> None:
    """GIRL-10, GEN-5"""
    t = Table("Ann:little_girl Bea:werewolf Cid:witch Dan Eve", preset="classic")
    t.night(caught="Ann", poison="Dan").dawn()
    assert sorted(t.dead) == ["Ann", "Dan"]


def test_healed_she_may_spy_again() -> None:
    """GIRL-1, WITCH-15"""
    t = Table(FATHER).round(devour="Eve", caught="Ann", heal="Ann").night(devour="Eve", caught="Ann")
    assert t.dawn().dead == ["Ann"]


def test_an_infected_player_is_not_caught_spying() -> None:
    """GIRL-9, NR-5: whoever joined the pack last night is of it, whatever card nobody has seen yet."""
    people = "Ann:cursed_wolf_father Bea:little_girl Cid Dan Eve Fay Gus Hal"
    t = (
        Table(people, physical=True)
        .night(devour="Cid", infect=True)
        .dawn()
        .day()
        .upto("little_girl.caught", devour="Dan")
    )
    assert "Bea" in t.options
    assert "Cid" not in t.options
