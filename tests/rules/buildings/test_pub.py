"""The Pub."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

PEOPLE = "Ann Bea:werewolf Cid:village_idiot Dan:scapegoat Eve Fay Gus"


def pub(people: str = PEOPLE, houses: str = "Ann:pub", **options: Any) -> Table:
    return Table(people, houses=houses, **options)


def is_immune(t: Table) -> bool:
    return not t.happened("immunity_lost")


def test_the_werewolves_cannot_devour_the_barkeep() -> None:
    """BARK-1, WW-9"""
    t = pub().upto("werewolves.devour", falls=True)
    assert "Ann" not in t.options
    assert t.refuses("Ann").rule == "BARK-1"


def test_the_big_bad_wolf_cannot_either() -> None:
    """BARK-5, WW-9, AMD-56: not even beside a Wolf-Father."""
    t = pub("Ann Bea:big_bad_wolf Cid:cursed_wolf_father Dan Eve Fay")
    t.upto("big_bad_wolf.devour", falls=True, werewolves_devour="Dan")
    assert t.options == ["Eve", "Fay"]
    assert t.refuses("Ann").rule == "BARK-1"


CURSE = "Ann:witch Bea:big_bad_wolf Cid:cursed_wolf_father Dan Eve Fay Gus Hal"


@pytest.mark.parametrize("physical", [False, True])
def test_the_pack_may_name_him_for_the_curse(physical: bool) -> None:
    """AMD-56, INF-9: infected he is a Werewolf in the Pub, still immune; the Witch is shown him."""
    t = pub(CURSE, "Dan:pub", physical=physical)
    t.night(werewolves_devour="Dan", infect=True, big_bad_wolf_devour="Eve")
    assert t.is_wolf("Dan")
    assert t.sees("Ann", "victims_shown", seats=["Dan", "Eve"])
    t.dawn()
    assert t.dead == ["Eve"]
    t.upto("vote.ballots", debate="vote")
    assert t.refuses({"Ann": "Dan"}).rule == "BARK-1"


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize("shown", ["attacked", "would_die"])
def test_without_the_curse_that_meal_is_lost(physical: bool, shown: str) -> None:
    """AMD-56: nobody dies of it, the Witch sees nothing of it, the Big Bad Wolf feeds as usual."""
    t = pub(CURSE, "Dan:pub", physical=physical, witch_shown_target=shown)
    t.night(werewolves_devour="Dan", infect=False, big_bad_wolf_devour="Eve", heal="Eve")
    assert t.sees("Ann", "victims_shown", seats=["Eve"])
    assert t.dawn().dead == []
    assert not t.is_wolf("Dan")
    t.day().upto("werewolves.devour")
    assert "Dan" in t.options, "the curse is still there"


def test_the_curse_once_spent_the_barkeep_is_out_of_reach_again() -> None:
    """AMD-56, BARK-1"""
    t = pub(CURSE, "Dan:pub").round(werewolves_devour="Eve", infect=True, big_bad_wolf_devour="Fay")
    t.upto("werewolves.devour")
    assert t.refuses("Dan").rule == "BARK-1"


def test_only_a_wolf_father_who_is_awake_opens_the_pub() -> None:
    """AMD-56, EVO-4: not one who is away, not one who feeds in another shelter."""
    t = pub(CURSE, "Dan:pub", events="saturday_evening_ball", big_bad_wolf_second_meal="may").round().night()
    t.dawn(leave=["Cid"]).day().upto("werewolves.devour")
    assert t.refuses("Dan").rule == "BARK-1"
    t = pub(CURSE, "Dan:pub", events="flood", big_bad_wolf_second_meal="may").round().night()
    t.dawn(church=["Bea", "Dan", "Eve"]).day().upto("werewolves.devour")
    assert t.refuses("Dan").rule == "BARK-1"


def test_an_elder_in_the_pub_is_neither_wounded_nor_turned() -> None:
    """AMD-56, AMD-55, ELDER-7: he resists the first curse, and it was no meal."""
    t = pub("Ann:witch Bea:werewolf Cid:cursed_wolf_father Dan:elder Eve Fay", "Dan:pub")
    t.night(devour="Dan", infect=True)
    assert t.happened("resisted", seat="Dan")
    assert t.sees("Ann", "victims_shown", seats=[])
    t.dawn().day(alone="Eve", votes={"Eve": "Eve"}).night(devour="Dan").dawn()
    assert t.dead == ["Eve"], "immunity lost: this is the first bite"
    assert t.day().night(devour="Dan").dawn().dead == ["Eve", "Dan"]


def test_a_fire_in_the_pub_routs_the_pack_all_the_same() -> None:
    """AMD-56, PYRO-3, NR-3"""
    t = pub("Ann:pyromaniac Bea:werewolf Cid:cursed_wolf_father Dan Eve Fay", "Dan:pub")
    assert t.night(burn="pub", devour="Dan", infect=True).dawn().dead == ["Cid"]
    assert not t.is_wolf("Dan")


def test_the_specter_waits_for_another() -> None:
    """AMD-56, SPEC-5, SPEC-6: the Pub protects him."""
    t = pub("Ann Bea:werewolf Cid:cursed_wolf_father Dan Eve Fay", "Dan:pub", events="specter").round().round()
    t.night(devour="Dan", infect=False)
    assert not t.was_asked("specter.choose")
    t.dawn().day().night(devour="Eve")
    assert t.asks("specter.choose")


def test_where_the_table_has_him_never_infected() -> None:
    """AMD-56, BARK-5"""
    t = pub(CURSE, "Dan:pub", barkeep_infection="never").upto("werewolves.devour", falls=True)
    assert t.refuses("Dan").rule == "BARK-1"


def test_nobody_can_vote_against_him() -> None:
    """BARK-1, VOTE-12"""
    t = pub().night().dawn().upto("vote.ballots", debate="vote")
    assert "Ann" not in t.options
    assert t.refuses({"Eve": "Ann"}).rule == "BARK-1"
    t.say({"Eve": "Bea"})  # changed
    assert t.happened("condemned", seat="Bea")


def test_not_even_he_himself() -> None:
    """BARK-1"""
    t = pub().night().dawn().upto("vote.alone", debate="vote")
    assert t.refuses("Ann").rule == "BARK-1"


def test_votes_first_and_alone() -> None:
    """BARK-2, VOTE-1"""
    t = pub().night().dawn().say("vote")
    assert t.asks("vote.alone")
    assert t.prompt is not None
    assert t.prompt.seat == 1
    t.say("Fay")
    assert t.asks("vote.ballots")
    assert t.prompt is not None
    assert 1 not in t.prompt.voters
    t.say({"Gus": "Bea", "Fay": "Bea"})
    assert t.events("voted")[-1].facts["counts"] == {6: 1, 2: 2}


def test_hitting_costs_his_immunity() -> None:
    """BARK-3"""
    t = pub().night().dawn().day({"Eve": "Fay"}, alone="Fay")
    assert t.sees(None, "immunity_lost", seat="Ann")
    assert t.why("immunity_lost") == "BARK-3"
    t.upto("werewolves.devour", falls=True)
    assert "Ann" in t.options
    t.say(None).upto("vote.ballots", debate="vote")
    assert "Ann" in t.options
    assert t.prompt is not None
    assert 1 in t.prompt.voters  # with all the others
    t.say({"Eve": "Ann"})
    assert "Ann" in t.dead


def test_missing_does_not() -> None:
    """BARK-3"""
    t = pub().night().dawn().day({"Eve": "Fay", "Gus": "Fay"}, alone="Eve")
    assert t.dead == ["Fay"]
    assert is_immune(t)


def test_without_him_no_vote_of_others_costs_anything() -> None:
    """BARK-3, BARK-8"""
    t = pub().night().dawn().day("Fay")
    assert t.dead == ["Fay"]
    assert is_immune(t)


def test_may_abstain() -> None:
    """BARK-8"""
    t = pub().night().dawn().say("vote").say(None).say({"Eve": "Fay"})
    assert t.dead == ["Fay"]
    assert is_immune(t)


@pytest.mark.parametrize(
    ("people", "night", "dead"),
    [
        ("Ann Bea:werewolf Cid:witch Dan Eve Fay", {"poison": "Ann"}, "Ann"),
        ("Ann:werewolf Bea:white_werewolf Cid Dan Eve Fay", {"white_werewolf_devour": "Ann"}, "Ann"),
    ],
)
def test_poison_and_the_white_wolfs_bite_work_on_him(people: str, night: dict[str, str], dead: str) -> None:
    """BARK-4, BARK-5"""
    t = pub(people).round().night(**night).dawn()
    assert t.dead == [dead]


def test_the_hunters_shot_love_and_charm_work_on_him() -> None:
    """BARK-4, BARK-5"""
    t = pub("Ann Bea:werewolf Cid:hunter Dan:cupid Eve:piper Fay Gus")
    t.night(pair=["Ann", "Fay"], charm=["Ann", "Gus"]).dawn().day("Cid", shoot="Ann")
    assert t.dead == ["Cid", "Ann", "Fay"]
    assert t.happened("charmed", seat="Ann")


def test_grief_reaches_him() -> None:
    """BARK-5"""
    t = pub("Ann Bea:werewolf Cid Dan:cupid Eve Fay").night(pair=["Ann", "Fay"], devour="Fay").dawn()
    assert t.dead == ["Fay", "Ann"]


def test_a_scapegoat_who_dies_for_his_target_saves_his_immunity() -> None:
    """BARK-6"""
    t = pub().night().dawn().day({"Eve": "Gus"}, alone="Fay", voters=["Ann"])
    assert t.dead == ["Dan"]
    assert is_immune(t)


def test_unless_he_voted_for_the_scapegoat() -> None:
    """BARK-6"""
    t = pub().night().dawn().day({"Eve": "Gus"}, alone="Dan", voters=["Ann"])
    assert t.dead == ["Dan"]
    assert not is_immune(t)


@pytest.mark.parametrize(("choice", "immune"), [("Fay", False), ("Gus", True)])
def test_the_sheriffs_tie_break_counts(choice: str, immune: bool) -> None:
    """BARK-6"""
    t = pub("Ann Bea:werewolf Cid Dan Eve Fay Gus", sheriff="Eve").night().dawn()
    t.day({"Cid": "Gus"}, alone="Fay", tiebreak=choice)
    assert is_immune(t) is immune


@pytest.mark.parametrize(("second", "immune"), [("Fay", False), (None, True)])
def test_where_a_tie_is_voted_again_the_last_ballot_counts(second: str | None, immune: bool) -> None:
    """BARK-3, BARK-2, OPT-TIE: he votes first and alone in the second ballot as well."""
    t = pub("Ann Bea:werewolf Cid Dan Eve Fay Gus", tie_without_scapegoat="revote").night().dawn()
    t.say("vote").say("Fay").say({"Cid": "Gus"})
    assert t.asks("vote.alone")
    assert t.options == ["Fay", "Gus"]
    t.say(second).say({"Bea": "Fay"})
    assert t.dead == ["Fay"]
    assert is_immune(t) is immune


def test_a_pardoned_idiot_costs_it_too() -> None:
    """BARK-7, BARK-3, IDIOT-7"""
    t = pub().night().dawn().day({"Eve": "Cid"}, alone="Cid")
    assert t.dead == []
    assert not is_immune(t)


def test_so_does_the_lords_pardon() -> None:
    """BARK-7, BARK-3"""
    t = pub(houses="Ann:pub Gus:manor").night().dawn().day({"Eve": "Fay"}, alone="Fay", pardon="Fay")
    assert t.dead == []
    assert not is_immune(t)


def test_and_the_servants_swap() -> None:
    """BARK-7"""
    t = pub("Ann Bea:werewolf Cid:devoted_servant Dan:hunter Eve Fay").night().dawn()
    t.day({"Eve": "Dan"}, alone="Dan", act="Cid")
    assert not is_immune(t)


def test_after_the_loss_he_keeps_the_house() -> None:
    """BARK-9, VAG-3: an ordinary player, but no Vagabond."""
    t = pub(houses="Ann:pub Gus:school Eve:farm_1 Fay:farm_2").night().dawn().day({"Eve": "Fay"}, alone="Fay")
    assert not t.happened("vacated", seat="Ann")
    t.night().dawn().say("vote")
    assert t.asks("school.bar")
    assert "Ann" in t.options


def test_immunity_is_lost_once() -> None:
    """BARK-3, BARK-9"""
    t = pub().night().dawn().day({"Eve": "Fay"}, alone="Fay").night().dawn().day({"Ann": "Gus"})
    assert t.dead == ["Fay", "Gus"]
    assert len(t.events("immunity_lost")) == 1


def test_a_barkeep_sheriff_casts_his_double_vote_first() -> None:
    """BARK-10"""
    t = pub(sheriff="Ann").night().dawn().day({"Cid": "Gus"}, alone="Fay")
    assert t.events("voted")[-1].facts["counts"] == {6: 2, 7: 1}
    assert t.dead == ["Fay"]


@pytest.mark.parametrize("rule", ["devoured_instead", "dies_of_fright_instead", "wolves_may_devour_instead"])
def test_a_little_girl_in_the_pub_cannot_be_caught(rule: str) -> None:
    """BARK-11, GIRL-2"""
    people = "Ann:little_girl Bea:werewolf Cid Dan Eve"
    t = pub(people, little_girl_caught=rule).night(devour="Dan")
    assert not t.was_asked("little_girl.caught")
    assert t.dawn().dead == ["Dan"]


def test_once_she_has_lost_her_immunity_she_can() -> None:
    """BARK-11"""
    t = pub("Ann:little_girl Bea:werewolf Cid Dan Eve Fay").night().dawn().day({"Eve": "Fay"}, alone="Fay")
    t.night(devour="Dan", caught="Ann").dawn()
    assert t.dead == ["Fay", "Ann"]


def test_with_physical_cards_the_barkeep_is_not_among_those_who_may_be_caught() -> None:
    """BARK-11"""
    t = pub("Ann:little_girl Bea:werewolf Cid Dan Eve", physical=True).upto(
        "little_girl.caught", falls=True, devour="Dan"
    )
    assert t.options == ["Cid", "Dan", "Eve"]
    assert t.refuses("Ann").rule == "BARK-11"


def test_counted_votes_still_ask_for_his_ballot() -> None:
    """VOTE-14, SW-VOTE-INPUT"""
    t = pub(vote_input="counts").night().dawn().say("vote")
    assert t.asks("vote.alone")
    t.say("Fay")
    assert t.asks("vote.counts")
    assert t.prompt is not None
    assert t.prompt.high == 6
    t.refuses({"Ann": 1})
    t.say({"Fay": 1, "Gus": 1})
    assert t.events("voted")[-1].facts["counts"] == {6: 2, 7: 1}
    assert t.dead == ["Fay"]
    assert not is_immune(t)


def test_counts_alone_suffice_once_he_is_an_ordinary_player() -> None:
    """VOTE-14"""
    t = pub(vote_input="counts").night().dawn().day({"Fay": 2}, alone="Fay").night().dawn().say("vote")
    assert t.asks("vote.counts")


def test_the_judge_may_sign_though_only_the_barkeeps_ballot_is_known() -> None:
    """VOTE-14, JUDGE-5"""
    t = pub("Ann Bea:werewolf Cid:wandering_judge Dan Eve Fay", vote_input="counts")
    t.night(sign="cough").dawn().day([{"Dan": 2}, {"Eve": 2}], signed=True)
    assert t.dead == ["Dan", "Eve"]


def test_despair_leaves_the_immunity() -> None:
    """BLD-5"""
    t = pub("Ann Bea:werewolf Cid:elder Dan Eve Fay").night().dawn().day("Cid")
    assert t.happened("despaired")
    t.upto("werewolves.devour", falls=True)
    assert "Ann" not in t.options


def test_a_condemned_barkeep_has_nothing_to_use() -> None:
    """BLD-6: without immunity he can be condemned; his house gives him no power then."""
    t = pub().night().dawn().day({"Eve": "Fay"}, alone="Fay").night().dawn().day({"Eve": "Ann"})
    assert not t.was_asked("day.powers")
    assert t.dead == ["Fay", "Ann"]


def test_with_nobody_left_to_vote_against_there_is_no_vote() -> None:
    """BARK-1, IDIOT-8, GEN-11"""
    t = pub("Ann:werewolf Bea:village_idiot Cid Dan").night().dawn().day("Bea")
    t.night(devour="Cid").dawn().day().night(devour="Dan").dawn().say("vote")
    assert t.alive == ["Ann", "Bea"]
    assert t.why("no_vote") == "GEN-11"
    assert t.asks("night.falls")
