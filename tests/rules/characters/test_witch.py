"""The Witch: her potions, and whom they reach."""

from __future__ import annotations

from tests.table import Table

TABLE = "Ann:witch Bea:werewolf Cid:elder Dan:hunter Eve Fay Gus"


def test_heals_the_victim_once() -> None:
    """WITCH-1, WITCH-2, NR-8"""
    t = Table(TABLE).night(devour="Eve", heal="Eve")
    assert t.sees("Ann", "victims_shown", seats=("Eve",))
    t.dawn()
    assert t.happened("nobody_died")
    t.day().night(devour="Eve")
    assert not t.asks("witch.heal")
    assert t.dawn().dead == ["Eve"]


def test_poisons_once() -> None:
    """WITCH-1, WITCH-2"""
    t = Table(TABLE).round(poison="Fay")
    assert t.dead == ["Fay"]
    t.upto("witch.heal", devour="Eve").say(None)
    assert t.asks("dawn.breaks")


def test_may_use_both_potions_in_one_night() -> None:
    """WITCH-1, OPT-WITCH-BOTH"""
    t = Table(TABLE).night(devour="Eve", heal="Eve", poison="Fay").dawn()
    assert t.dead == ["Fay"]


def test_where_one_potion_a_night_is_the_rule_healing_closes_the_other() -> None:
    """WITCH-1, OPT-WITCH-BOTH"""
    t = Table(TABLE, witch_both_potions_same_night=False).upto("witch.heal", devour="Eve").say("Eve")
    assert t.asks("dawn.breaks")
    t.dawn().day().night(poison="Fay").dawn()
    assert t.dead == ["Fay"]


def test_where_one_potion_a_night_is_the_rule_she_may_still_poison_without_healing() -> None:
    """WITCH-1, OPT-WITCH-BOTH"""
    t = Table(TABLE, witch_both_potions_same_night=False).night(devour="Eve", poison="Fay").dawn()
    assert t.dead == ["Eve", "Fay"]


def test_is_shown_the_victim_then_may_heal_then_may_poison_anybody() -> None:
    """WITCH-2, OPT-WITCH-HEAL-TARGET"""
    t = Table(TABLE).upto("witch.heal", devour="Eve")
    assert t.sees("Ann", "victims_shown", seats=("Eve",))
    assert not t.sees(None, "victims_shown")
    assert t.options == ["Eve"]
    assert t.refuses("Fay").rule == "WITCH-2"
    t.say(None)
    assert t.asks("witch.poison")
    assert t.options == t.names


def test_where_she_may_heal_anybody_the_potion_is_hers_to_waste() -> None:
    """WITCH-2, AMD-20, OPT-WITCH-HEAL-TARGET"""
    t = Table(TABLE, witch_heal_target="any_player").upto("witch.heal")
    assert t.options == t.names
    t.answer(heal="Fay")
    assert t.sees("Ann", "victims_shown", seats=())
    t.dawn().day().night(devour="Fay")
    assert t.dawn().dead == ["Fay"]


def test_where_she_may_heal_anybody_the_victim_is_not_saved_by_anothers_potion() -> None:
    """WITCH-2, OPT-WITCH-HEAL-TARGET"""
    t = Table(TABLE, witch_heal_target="any_player").night(devour="Eve", heal="Fay").dawn()
    assert t.dead == ["Eve"]


def test_with_physical_cards_she_is_recognised_at_her_call() -> None:
    """WITCH-2, IDENT-R4"""
    t = Table(TABLE, physical=True).night(devour="Eve", heal="Eve")
    assert t.possible("Ann") == {"witch"}
    assert t.dawn().dead == []


def test_heals_herself() -> None:
    """WITCH-4"""
    t = Table(TABLE).night(devour="Ann", heal="Ann").dawn()
    assert t.dead == []


def test_poisons_herself() -> None:
    """WITCH-4, OPT-WITCH-SELF-POISON"""
    assert Table(TABLE).night(poison="Ann").dawn().dead == ["Ann"]


def test_where_it_is_forbidden_she_cannot_poison_herself() -> None:
    """WITCH-4, OPT-WITCH-SELF-POISON"""
    t = Table(TABLE, witch_may_poison_self=False).upto("witch.poison")
    assert t.refuses("Ann").rule == "WITCH-4"
    assert t.options == ["Bea", "Cid", "Dan", "Eve", "Fay", "Gus"]


def test_bitten_and_not_healed_she_still_poisons_and_dies_at_dawn() -> None:
    """WITCH-14, GEN-5, FK-13"""
    t = Table(TABLE).night(devour="Ann", poison="Bea").dawn()
    assert t.dead == ["Ann", "Bea"]


def test_healed_and_poisoned_the_same_night_is_dead() -> None:
    """WITCH-10, NR-8, NR-9"""
    t = Table(TABLE).night(devour="Eve", heal="Eve", poison="Eve").dawn()
    assert t.dead == ["Eve"]
    assert t.day().night(devour="Fay").fakes == ["witch"]


def test_what_she_is_asked_tells_nobody_which_potion_is_left() -> None:
    """WITCH-2, FK-2: from the second night on a single question has one look, two are asked by name."""

    def looks(t: Table, key: str) -> str:
        t.upto(key, devour="Eve")
        assert t.game.prompt is not None
        return t.game.prompt.openly

    assert looks(Table(TABLE).round(devour="Gus", heal="Gus"), "witch.poison") == "witch.potion"
    assert looks(Table(TABLE).round(devour="Gus", poison="Fay"), "witch.heal") == "witch.potion"
    assert looks(Table(TABLE).round(devour="Gus"), "witch.heal") == ""


def test_with_both_potions_gone_her_call_is_faked() -> None:
    """WITCH-1, FK-4"""
    t = Table(TABLE).round(devour="Eve", heal="Eve", poison="Fay").night()
    assert t.fakes == ["witch"]
    assert t.calls == ["werewolves", "witch"]


def test_infected_she_keeps_both_potions_and_may_heal_the_packs_victim() -> None:
    """WITCH-18, INF-3, FK-8"""
    t = Table("Ann:witch Bea:cursed_wolf_father Cid Dan Eve Fay").round(devour="Ann", infect=True)
    t.night(devour="Eve", heal="Eve", poison="Fay").dawn()
    assert t.is_wolf("Ann")
    assert t.dead == ["Fay"]


def test_where_the_infected_keep_only_night_powers_her_potions_still_work() -> None:
    """WITCH-18, AMD-13, OPT-INFECT-KEEPS"""
    t = Table("Ann:witch Bea:cursed_wolf_father Cid Dan Eve Fay", infected_keeps="night_powers")
    t.round(devour="Ann", infect=True).night(devour="Eve", heal="Eve", poison="Fay").dawn()
    assert t.dead == ["Fay"]


def test_a_second_witch_does_not_learn_whom_the_first_has_poisoned() -> None:
    """WITCH-2: nobody is missing among those she may choose."""
    t = Table("Ann:witch Bea:werewolf Cid:witch Dan Eve Fay").upto("witch.poison").say("Dan")
    t.upto("witch.poison")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Cid")
    assert t.options == t.names
    t.say("Dan")
    assert t.answer().dawn().dead == ["Dan"]


# -- the Elder --


def test_the_elder_healed_on_the_first_bite_is_back_to_two_lives() -> None:
    """WITCH-5, WITCH-11, NR-8, ELDER-5"""
    t = Table(TABLE).round(devour="Cid", heal="Cid").round(devour="Cid")
    assert t.dead == []
    assert t.night(devour="Cid").dawn().dead == ["Cid"]


def test_the_elder_healed_on_the_second_bite_lives_with_one() -> None:
    """WITCH-5, WITCH-11, NR-8, ELDER-5"""
    t = Table(TABLE).round(devour="Cid").round(devour="Cid", heal="Cid")
    assert t.dead == []
    assert t.night(devour="Cid").dawn().dead == ["Cid"]


def test_poison_kills_the_elder_at_once_and_brings_despair() -> None:
    """WITCH-6, WITCH-13, NR-9, ELDER-2, ELDER-3"""
    t = Table(TABLE).night(poison="Cid").dawn()
    assert t.dead == ["Cid"]
    assert t.sees(None, "despaired")


def test_where_only_the_vote_brings_despair_poison_does_not() -> None:
    """WITCH-6, OPT-ELDER-DESPAIR"""
    t = Table(TABLE, preset="helper").night(poison="Cid").dawn()
    assert t.dead == ["Cid"]
    assert not t.happened("despaired")


# -- what poison does not ask --


def test_poison_ignores_the_defender() -> None:
    """WITCH-13, NR-9, DEF-5"""
    t = Table("Ann:witch Bea:werewolf Cid:defender Dan Eve Fay").night(protect="Dan", poison="Dan").dawn()
    assert t.dead == ["Dan"]


def test_poison_ignores_the_idiots_pardon() -> None:
    """WITCH-13, IDIOT-6"""
    t = Table("Ann:witch Bea:werewolf Cid:village_idiot Dan Eve Fay").night(poison="Cid").dawn()
    assert t.dead == ["Cid"]
    assert not t.happened("pardoned")
