"""The Witch: whom she is shown, and what healing cannot undo."""

from __future__ import annotations

from tests.table import Table

TABLE = "Ann:witch Bea:werewolf Cid:defender Dan:cursed_wolf_father Eve Fay Gus"


def shown(t: Table) -> list[str]:
    """The victims she was shown last."""
    return [t.names[seat - 1] for seat in t.events("victims_shown")[-1].facts["seats"]]


def test_is_told_the_victim_even_without_the_healing_potion() -> None:
    """WITCH-2, OPT-WITCH-SEES"""
    t = Table("Ann:witch Bea:werewolf Cid Dan Eve Fay").round(devour="Eve", heal="Eve").night(devour="Fay")
    assert shown(t) == ["Fay"]


def test_where_told_only_while_she_can_heal_she_is_told_nothing_afterwards() -> None:
    """WITCH-7, OPT-WITCH-SEES"""
    t = Table("Ann:witch Bea:werewolf Cid Dan Eve Fay", witch_told_victim="only_with_heal")
    t.round(devour="Eve", heal="Eve")
    assert shown(t) == ["Eve"]
    t.night(devour="Fay", poison="Bea")
    assert len(t.events("victims_shown")) == 1


def test_of_two_victims_both_are_shown_and_one_is_saved() -> None:
    """WITCH-8, NR-8"""
    t = Table("Ann:witch Bea:big_bad_wolf Cid Dan Eve Fay")
    t.upto("witch.heal", werewolves_devour="Eve", big_bad_wolf_devour="Fay")
    assert shown(t) == ["Eve", "Fay"]
    assert t.options == ["Eve", "Fay"]
    assert t.refuses(["Eve", "Fay"]).key == "answer.not_a_seat"
    assert t.answer(heal="Fay").dawn().dead == ["Eve"]


def test_without_a_victim_she_is_told_so_and_may_poison() -> None:
    """WITCH-9"""
    t = Table("Ann:witch Bea:werewolf Cid Dan Eve Fay").upto("witch.poison")
    assert shown(t) == []
    assert not t.was_asked("witch.heal")
    assert t.answer(poison="Eve").dawn().dead == ["Eve"]


def test_is_shown_a_protected_victim_and_may_waste_the_potion() -> None:
    """WITCH-12, SW-WITCH-SHOWN"""
    t = Table(TABLE).round(protect="Eve", devour="Eve", heal="Eve")
    assert shown(t) == ["Eve"]
    assert t.dead == []
    t.night(protect="Fay", devour="Eve")
    assert t.dawn().dead == ["Eve"]


def test_is_shown_an_infected_victim_and_may_waste_the_potion() -> None:
    """WITCH-3, WITCH-12, CWF-4, INF-4"""
    t = Table(TABLE).night(protect="Fay", devour="Eve", infect=True, heal="Eve")
    assert shown(t) == ["Eve"]
    assert t.is_wolf("Eve")
    t.dawn().day().night(protect="Gus", devour="Fay")
    assert t.dawn().dead == ["Fay"]


def test_shown_only_who_would_die_she_does_not_see_the_protected() -> None:
    """WITCH-12, SW-WITCH-SHOWN"""
    t = Table(TABLE, witch_shown_target="would_die").night(protect="Eve", devour="Eve")
    assert shown(t) == []
    assert not t.was_asked("witch.heal")


def test_shown_only_who_would_die_she_does_not_see_the_infected() -> None:
    """WITCH-12, SW-WITCH-SHOWN"""
    t = Table(TABLE, witch_shown_target="would_die").night(protect="Fay", devour="Eve", infect=True)
    assert shown(t) == []


def test_shown_only_who_would_die_she_sees_the_elder_on_the_first_bite() -> None:
    """WITCH-12, SW-WITCH-SHOWN"""
    t = Table("Ann:witch Bea:werewolf Cid:elder Dan Eve Fay", witch_shown_target="would_die")
    t.round(devour="Cid", heal="Cid").round(devour="Cid")
    assert t.events("victims_shown")[0].facts["seats"] == (t.seat("Cid"),)
    assert t.dead == []


def test_healing_does_not_undo_a_charm() -> None:
    """WITCH-3"""
    t = Table("Ann:witch Bea:werewolf Cid:piper Dan Eve Fay Gus").round(charm=("Dan", "Eve"))
    t.round(devour="Dan", heal="Dan", charm=("Dan", "Eve")).night(charm=("Eve", "Fay"))
    assert t.sees("Dan", "charmed_met", seats=("Dan", "Eve", "Fay"))


def test_the_caught_little_girl_can_be_healed() -> None:
    """WITCH-15"""
    t = Table("Ann:witch Bea:werewolf Cid:little_girl Dan Eve Fay").night(devour="Dan", caught="Cid", heal="Cid")
    assert shown(t) == ["Cid"]
    assert t.dawn().dead == []


def test_the_little_girl_dead_of_fright_cannot() -> None:
    """WITCH-15, GIRL-10"""
    t = Table("Ann:witch Bea:werewolf Cid:little_girl Dan Eve Fay", little_girl_caught="dies_of_fright_instead")
    t.night(devour="Dan", caught="Cid")
    assert shown(t) == []
    assert not t.was_asked("witch.heal")
    assert t.dawn().dead == ["Cid"]


def test_fright_is_not_cured_by_a_potion_given_to_anybody() -> None:
    """WITCH-15, GIRL-10"""
    table = "Ann:witch Bea:werewolf Cid:little_girl Dan Eve Fay"
    t = Table(table, little_girl_caught="dies_of_fright_instead", witch_heal_target="any_player")
    assert t.night(devour="Dan", caught="Cid", heal="Cid").dawn().dead == ["Cid"]


def test_healing_the_bitten_lover_saves_both() -> None:
    """WITCH-16, LOVE-9"""
    t = Table("Ann:witch Bea:werewolf Cid:cupid Dan Eve Fay").night(pair=("Dan", "Eve"), devour="Dan", heal="Dan")
    assert shown(t) == ["Dan"]
    assert t.dawn().dead == []


def test_the_lover_about_to_grieve_cannot_be_healed() -> None:
    """WITCH-16"""
    t = Table("Ann:witch Bea:werewolf Cid:cupid Dan Eve Fay").upto("witch.heal", pair=("Dan", "Eve"), devour="Dan")
    assert t.refuses("Eve").rule == "WITCH-2"


def test_the_white_werewolfs_victim_is_neither_shown_nor_healable() -> None:
    """WITCH-17, NR-10"""
    t = Table("Ann:witch Bea:white_werewolf Cid:werewolf Dan Eve Fay").round()
    t.night(white_werewolf_devour="Cid")
    assert shown(t) == []
    assert not t.was_asked("witch.heal")
    assert t.dawn().dead == ["Cid"]


def test_the_white_werewolfs_victim_dies_whatever_she_gives() -> None:
    """WITCH-17, NR-10"""
    t = Table("Ann:witch Bea:white_werewolf Cid:werewolf Dan Eve Fay", witch_heal_target="any_player").round()
    assert t.night(white_werewolf_devour="Cid", heal="Cid").dawn().dead == ["Cid"]


def test_the_diseased_wolf_dies_whatever_she_gives() -> None:
    """WITCH-17, NR-11"""
    table = "Ann:witch Bea:knight_with_the_rusty_sword Cid:werewolf Dan:werewolf Eve Fay Gus"
    t = Table(table, witch_heal_target="any_player").round(devour="Bea")
    t.night(devour="Eve", heal="Cid")
    assert shown(t) == ["Eve"]
    assert sorted(t.dawn().dead) == ["Bea", "Cid", "Eve"]


def test_the_hunters_shot_is_not_healed_by_the_potion_given_that_night() -> None:
    """WITCH-17"""
    t = Table("Ann:witch Bea:werewolf Cid:hunter Dan Eve Fay", witch_heal_target="any_player")
    t.night(devour="Cid", heal="Dan").dawn(shoot="Dan")
    assert t.dead == ["Cid", "Dan"]
