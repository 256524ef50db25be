"""The Pyromaniac, and the fire."""

from __future__ import annotations

import pytest

from nightcall import InvalidSetup
from tests.table import Table

TABLE = "Ann:werewolf Bea Cid:pyromaniac Dan:werewolf Eve Fay Guy"
HOUSES = "Ann:farm_1 Bea:bakery Cid:church Eve:farm_2"


def test_sets_one_house_on_fire_once_per_game() -> None:
    """PYRO-1, PYRO-2, OPT-PYRO-USES: in the morning it is gone, and its owner a Vagabond."""
    t = Table(TABLE, houses=HOUSES).night(burn="farm_2")
    assert not t.sees(None, "set_on_fire")
    assert t.sees("Cid", "set_on_fire", house="farm_2")
    t.dawn()
    assert t.sees(None, "burnt", house="farm_2", seat="Eve")
    assert "Eve" in t.alive
    t.day(powers="go_on").night().dawn()
    assert len([prompt for prompt in t.asked if prompt.key == "pyromaniac.burn"]) == 1


def test_a_burnt_house_is_gone_for_good() -> None:
    """PYRO-2, BLD-2: no Vagabond can be given it, not even once its owner is dead."""
    t = Table(TABLE, houses=f"{HOUSES} Fay:bailiffs_house").night(burn="church").dawn()
    assert "church.confess" not in t.options
    t.day("Cid").night().dawn()
    assert not t.was_asked("bailiffs_house.give")
    assert not t.happened("vacated", house="church")


def test_may_wait() -> None:
    """PYRO-1, FK-6: called every night until the fire, and not after it."""
    t = Table(TABLE, houses=HOUSES).night()
    assert "pyromaniac" in t.calls
    t.dawn().day(powers="go_on").night(burn="bakery")
    assert "pyromaniac" in t.calls
    t.dawn().day(powers="go_on").night()
    assert "pyromaniac" not in t.calls


def test_every_night_where_the_table_plays_it_so() -> None:
    """OPT-PYRO-USES, PYRO-1"""
    t = Table(TABLE, houses=HOUSES, pyromaniac_uses="every_night").night(burn="farm_1").dawn().day(powers="go_on")
    t.upto("pyromaniac.burn")
    assert t.options == ["bakery", "church", "farm_2"]
    t.say("farm_2").upto("day.debate")
    assert t.happened("burnt", house="farm_2")


def test_the_wolves_at_a_burning_house_are_routed() -> None:
    """PYRO-3, NR-3: the target survives, the first Werewolf to the right burns; the table is told (NR-15)."""
    t = Table(TABLE, houses=HOUSES).night(burn="bakery", devour="Bea").dawn()
    assert t.dead == ["Ann"]
    assert t.sees(None, "died", seat="Ann", cause="burns")
    assert "Bea" in t.alive


@pytest.mark.parametrize(("victim", "house", "burnt"), [("Eve", "farm_2", "Dan"), ("Cid", "church", "Ann")])
def test_to_the_right_means_counter_clockwise(victim: str, house: str, burnt: str) -> None:
    """PYRO-10, PYRO-3: Dan sits right of Eve; Cid's right-hand neighbour is no Werewolf, the next one is."""
    t = Table(TABLE, houses=HOUSES).night(burn=house, devour=victim).dawn()
    assert t.dead == [burnt]


def test_the_dead_are_passed_over() -> None:
    """PYRO-10, GEN-9"""
    t = Table(TABLE, houses=HOUSES).night().dawn().day("Ann", powers=["go_on", "go_on"])
    t.night(burn="bakery", devour="Bea").dawn()
    assert t.dead == ["Ann", "Dan"]


def test_a_move_changes_who_sits_to_the_right() -> None:
    """PYRO-10, BAIL-7: Ann moves to the place of dead Eve."""
    t = Table(TABLE, houses="Cid:bailiffs_house Eve:farm_1 Fay:bakery").night(devour="Eve")
    t.dawn(give="Ann", accept=True).day().night(burn="bakery", devour="Fay").dawn()
    assert t.dead == ["Eve", "Ann"]
    t = Table(TABLE, houses="Cid:bailiffs_house Eve:farm_1 Fay:bakery").night(devour="Eve")
    t.dawn(give=None).day().night(burn="bakery", devour="Fay").dawn()
    assert t.dead == ["Eve", "Dan"]


def test_elsewhere_the_fire_changes_nothing_for_the_wolves() -> None:
    """PYRO-3, PYRO-4: a Vagabond or a neighbour is devoured as usual."""
    for victim in ("Fay", "Eve"):
        t = Table(TABLE, houses=HOUSES).night(burn="bakery", devour=victim).dawn()
        assert t.dead == [victim]


def test_only_with_buildings() -> None:
    """PYRO-4, GEN-18"""
    with pytest.raises(InvalidSetup) as caught:
        Table(TABLE)
    assert any(fault.key == "setup.needs" and fault.facts["card"] == "pyromaniac" for fault in caught.value.faults)


def test_the_own_house_or_an_empty_one() -> None:
    """PYRO-5: the empty house of a dead Bailiff too."""
    t = Table(TABLE, houses=HOUSES).night(burn="church").dawn()
    assert t.happened("burnt", house="church", seat="Cid")
    t = Table(TABLE, houses="Cid:church Eve:bailiffs_house").night(devour="Eve").dawn().day(powers="go_on")
    t.night(burn="bailiffs_house").dawn()
    assert t.happened("burnt", house="bailiffs_house", seat=0)


def test_no_meal_at_all_that_night() -> None:
    """PYRO-6, NR-4: the Big Bad Wolf's victim lives too, and only one Werewolf burns."""
    people = "Ann:big_bad_wolf Bea Cid:pyromaniac Dan:werewolf Eve Fay Guy"
    t = Table(people, houses=HOUSES).night(burn="bakery", werewolves_devour="Bea", big_bad_wolf_devour="Eve").dawn()
    assert t.dead == ["Ann"]


def test_the_second_victims_house_burns() -> None:
    """NR-4, AMD-42, PYRO-10: nobody is devoured, and the right is counted from the second victim."""
    people = "Ann:big_bad_wolf Bea Cid:pyromaniac Dan:werewolf Eve Fay Guy"
    t = Table(people, houses=HOUSES).night(burn="farm_2", werewolves_devour="Bea", big_bad_wolf_devour="Eve").dawn()
    assert t.dead == ["Dan"]


def test_nobody_is_infected_in_a_burning_house() -> None:
    """PYRO-6, NR-4, CWF-5: he does not know of the fire; the infection is spent for nothing."""
    people = "Ann:cursed_wolf_father Bea Cid:pyromaniac Dan:werewolf Eve Fay Guy"
    t = Table(people, houses=HOUSES).night(burn="bakery", devour="Bea", infect=True)
    assert not t.is_wolf("Bea")
    t.dawn()
    assert t.dead == ["Ann"]
    t = Table(people, houses=HOUSES).night(burn="farm_2", devour="Eve", infect=True).dawn()
    assert t.dead == ["Dan"]
    t.day(powers="go_on").night(devour="Eve").dawn()
    assert t.dead == ["Dan", "Eve"]
    assert len([prompt for prompt in t.asked if prompt.key == "cursed_wolf_father.infect"]) == 1


def test_an_infection_is_undone_when_the_big_bad_wolf_meets_the_fire() -> None:
    """NR-4, PYRO-6, AMD-42"""
    people = "Ann:cursed_wolf_father Bea Cid:pyromaniac Dan:big_bad_wolf Eve Fay Guy"
    t = Table(people, houses=HOUSES)
    t.night(burn="farm_2", werewolves_devour="Bea", infect=True, big_bad_wolf_devour="Eve")
    assert t.sees("Bea", "infection_undone")
    assert not t.sees(None, "infection_undone")
    assert not t.is_wolf("Bea")
    t.dawn()
    assert t.dead == ["Dan"]


def test_protection_makes_no_difference() -> None:
    """PYRO-7, NR-12: the attack is what counts; burns are neither protected nor healed."""
    people = "Ann:werewolf Bea Cid:pyromaniac Dan:werewolf Eve:defender Fay:witch Guy"
    t = Table(people, houses=HOUSES).night(burn="bakery", protect="Bea", devour="Bea", heal=None).dawn()
    assert t.dead == ["Ann"]
    t = Table(people, houses=HOUSES, witch_heal_target="any_player")
    t.night(burn="bakery", protect="Ann", devour="Bea", heal="Ann").dawn()
    assert t.dead == ["Ann"]


def test_the_witch_is_shown_the_attacked_or_nobody() -> None:
    """WITCH-12, NR-4: under `would_die` nobody is."""
    people = "Ann:werewolf Bea Cid:pyromaniac Dan:werewolf Eve:defender Fay:witch Guy"
    for option, shown in (("attacked", ("Bea",)), ("would_die", ())):
        t = Table(people, houses=HOUSES, witch_shown_target=option)
        t.night(burn="bakery", protect="Guy", devour="Bea")
        assert t.happened("victims_shown", seats=shown), option


def test_the_white_werewolf_is_no_meal() -> None:
    """NR-4, NR-10: his victim dies in a burning house as elsewhere."""
    people = "Ann:white_werewolf Bea Cid:pyromaniac Dan:werewolf Eve Fay Guy"
    t = Table(people, houses=f"{HOUSES} Dan:farm_3").night().dawn().day(powers="go_on")
    t.night(burn="farm_3", werewolves_devour="Fay", white_werewolf_devour="Dan").dawn()
    assert sorted(t.dead) == ["Dan", "Fay"]


def test_no_life_of_the_elder_is_lost() -> None:
    """ELDER-17: a burning house costs him nothing; two more bites are needed."""
    people = "Ann:werewolf Bea:elder Cid:pyromaniac Dan:werewolf Eve Fay Guy:werewolf"
    t = Table(people, houses=HOUSES).night(burn="bakery", devour="Bea").dawn()
    assert t.dead == ["Ann"]
    t.day(powers="go_on").night(devour="Bea").dawn().day(powers="go_on")
    assert "Bea" in t.alive
    t.night(devour="Bea").dawn()
    assert "Bea" in t.dead


def test_an_occupant_who_dies_of_something_else() -> None:
    """PYRO-8: the house burns, and nothing is vacated."""
    people = "Ann:werewolf Bea Cid:pyromaniac Dan:werewolf Eve:witch Fay Guy"
    t = Table(people, houses=f"{HOUSES} Fay:bailiffs_house").night(burn="bakery", poison="Bea").dawn()
    assert t.dead == ["Bea"]
    assert t.happened("burnt", house="bakery")
    assert not t.happened("vacated")
    assert t.asks("day.debate")


def test_a_farmer_sheriff_burnt_out_stays_sheriff() -> None:
    """PYRO-9, FARM-7"""
    t = Table(TABLE, houses="Eve:farm_1 Fay:farm_2", sheriff_election="first_day")
    t.night().dawn().day().night().dawn(farmers_elect={"Eve": "Eve", "Fay": "Eve"})
    assert t.sheriff == "Eve"
    t.day().night(burn="farm_1").dawn()
    assert t.happened("burnt", house="farm_1", seat="Eve")
    assert t.sheriff == "Eve"


def test_a_barkeep_burnt_out_has_lost_pub_and_immunity() -> None:
    """PYRO-9: he can be voted against, and devoured."""
    t = Table(TABLE, houses="Eve:pub").night(burn="pub").dawn()
    assert t.day("Eve").dead == ["Eve"]
    assert not t.was_asked("vote.alone")
    t = Table(TABLE, houses="Eve:pub").night(burn="pub").dawn().day().night(devour="Eve").dawn()
    assert t.dead == ["Eve"]


def test_the_little_girl_caught_in_a_burning_house() -> None:
    """NR-2, NR-3, NR-12: she is the victim, and her house burns."""
    people = "Ann:werewolf Bea:little_girl Cid:pyromaniac Dan:werewolf Eve Fay Guy"
    t = Table(people, houses=HOUSES).night(burn="bakery", werewolves_devour="Fay", caught="Bea").dawn()
    assert t.dead == ["Ann"]


def test_a_servant_may_set_one_more_fire() -> None:
    """SERV-M11, FK-10"""
    people = "Ann:werewolf Bea:devoted_servant Cid:pyromaniac Dan:werewolf Eve Fay Guy"
    t = Table(people, houses=HOUSES).night(burn="farm_1").dawn()
    t.day("Cid", devoted_servant_act="Bea", powers="go_on").night(burn="bakery").dawn()
    assert t.happened("burnt", house="bakery", seat="Bea")


@pytest.mark.parametrize("card", ["pyromaniac"])
def test_an_actor_has_one_fire_of_his_own(card: str) -> None:
    """ACTOR-M14: at his own call, before the others'."""
    people = "Ann:werewolf Bea Cid:actor Dan:werewolf Eve Fay Guy"
    t = Table(people, trio=f"{card} fox seer", houses=HOUSES).night(play=card, burn="bakery", devour="Bea").dawn()
    assert t.dead == ["Ann"]
    assert t.happened("burnt", house="bakery")
    t.day(powers="go_on").upto("werewolves.devour")
    assert len([prompt for prompt in t.asked if prompt.key == "pyromaniac.burn"]) == 1


def test_a_thief_acts_tonight_in_turn() -> None:
    """THIEF-M2"""
    people = "Ann:werewolf Bea Cid:thief Dan:werewolf Eve Fay Guy"
    t = Table(people, spares="pyromaniac simple_villager", houses=HOUSES)
    t.night(swap="pyromaniac", burn="bakery", devour="Bea").dawn()
    assert t.dead == ["Ann"]


def test_a_spare_is_called_all_game() -> None:
    """FK-2, PYRO-1"""
    people = "Ann:werewolf Bea Cid:thief Dan:werewolf Eve Fay Guy"
    t = Table(people, spares="pyromaniac simple_villager", houses=HOUSES).night().dawn().day(powers="go_on").night()
    assert "pyromaniac" in t.calls
    assert t.fakes == ["pyromaniac"]


def test_despair_ends_it() -> None:
    """DESP-M1, FK-7"""
    people = "Ann:werewolf Bea:elder Cid:pyromaniac Dan:werewolf Eve Fay Guy"
    t = Table(people, houses=HOUSES).night().dawn().day("Bea", powers=["go_on", "go_on"]).night()
    assert "pyromaniac" not in t.calls


def test_an_infected_pyromaniac_still_burns() -> None:
    """INF-3, PYRO-2, OPT-INFECT-KEEPS: a fire once set needs nobody any more."""
    people = "Ann:cursed_wolf_father Bea Cid:pyromaniac Dan:werewolf Eve Fay Guy"
    t = Table(people, houses=HOUSES, infected_keeps="night_powers").night(devour="Cid", infect=True).dawn()
    t.day(powers="go_on").night(burn="bakery", devour="Bea").dawn()
    assert t.happened("burnt", house="bakery")
    assert t.dead == ["Ann"]


@pytest.mark.parametrize("physical", [True, False])
def test_with_no_house_left_the_call_is_faked(physical: bool) -> None:
    """GEN-11, PYRO-1, OPT-PYRO-USES"""
    t = Table(TABLE, houses="Eve:farm_2", pyromaniac_uses="every_night", physical=physical)
    t.night(burn="farm_2").dawn().day().night()
    assert t.fakes == ["pyromaniac"]


def test_fire_comes_before_backfire() -> None:
    """NR-12, BACK-4: the attack has ended at the burning house; nobody is turned."""
    t = Table(TABLE, houses=HOUSES, events="backfire").round().answer(powers="go_on").night().dawn().day(powers="go_on")
    t.night(burn="bakery", devour="Bea").dawn()
    assert not t.is_wolf("Bea")
    assert t.dead == ["Ann"]
    assert t.happened("spared", seat="Bea")
    assert t.why("spared", seat="Bea") == "NR-3"


def test_a_werewolf_who_is_out_may_burn_too() -> None:
    """AMD-62, PYRO-3, PYRO-10, AMD-46: the place at the table stays his."""
    t = Table(TABLE, houses=HOUSES, events="little_rascal").round().answer(powers="go_on").night()
    t.dawn(youngest="Ann").day(powers="go_on").night(burn="bakery", devour="Bea").dawn()
    assert t.dead == ["Ann"]
    assert t.sees(None, "died", seat="Ann", cause="burns")
