"""Each value of the options about the villagers' powers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

# -- Seer --

SEER = "Ann:seer Bea:white_werewolf Cid:wild_child Dan Eve Fay"


def test_the_seer_sees_a_card_or_a_thumb() -> None:
    """OPT-SEER-REVEAL, SEER-1, SEER-2"""
    card = Table(SEER, seer_reveal="card").night(look="Bea", model="Eve")
    assert card.sees("Ann", "card_seen", seat="Bea", card="white_werewolf")
    thumb = Table(SEER, seer_reveal="wolf_thumb").night(look="Bea", model="Eve", devour="Eve")
    assert thumb.sees("Ann", "thumb", seat="Bea", up=True)
    assert not thumb.happened("card_seen")
    thumb.dawn().day().night(look="Cid")
    assert thumb.sees("Ann", "thumb", seat="Cid", up=True)  # the Child has turned


@pytest.mark.parametrize("may", [True, False])
def test_the_seer_may_pass(may: bool) -> None:
    """OPT-SEER-PASS"""
    t = Table("Ann:seer Bea:werewolf Cid Dan", seer_may_pass=may).say(True)
    assert t.asks("seer.look")
    if may:
        assert t.say(None).asks("werewolves.devour")
    else:
        assert t.refuses(None).key == "answer.needed"


# -- Witch --

WITCH = "Ann:witch Bea:werewolf Cid Dan Eve Fay Gus"


@pytest.mark.parametrize(("told", "shown"), [("always", 2), ("only_with_heal", 1)])
def test_the_witch_is_told_the_victim(told: str, shown: int) -> None:
    """OPT-WITCH-SEES, WITCH-7"""
    t = Table(WITCH, witch_told_victim=told).night(devour="Cid", heal="Cid").dawn().day().night(devour="Dan")
    assert len(t.events("victims_shown")) == shown


def test_the_witch_heals_the_victim_or_anybody() -> None:
    """OPT-WITCH-HEAL-TARGET, AMD-20"""
    victim = Table(WITCH).say(True).upto("witch.heal", devour="Cid")
    assert victim.options == ["Cid"]
    anybody = Table(WITCH, witch_heal_target="any_player").say(True).upto("witch.heal", devour="Cid")
    assert anybody.options == anybody.names
    anybody.answer(heal="Dan").dawn()
    assert anybody.dead == ["Cid"]  # spent on the wrong one
    nobody = Table(WITCH).night()
    assert not nobody.was_asked("witch.heal")
    quiet = Table(WITCH, witch_heal_target="any_player").night(heal="Dan")
    assert quiet.sees("Ann", "healed", seat="Dan")


@pytest.mark.parametrize("may", [True, False])
def test_the_witch_may_poison_herself(may: bool) -> None:
    """OPT-WITCH-SELF-POISON, WITCH-4"""
    t = Table(WITCH, witch_may_poison_self=may).say(True).upto("witch.poison")
    if may:
        assert t.answer(poison="Ann").dawn().dead == ["Ann"]
    else:
        assert "Ann" not in t.options
        assert t.refuses("Ann")


@pytest.mark.parametrize("both", [True, False])
def test_both_potions_in_one_night(both: bool) -> None:
    """OPT-WITCH-BOTH, WITCH-1"""
    t = Table(WITCH, witch_both_potions_same_night=both).night(devour="Cid", heal="Cid")
    assert t.was_asked("witch.poison") == both
    assert t.dawn().day().night(poison="Dan").dawn().dead == ["Dan"]  # the other one is not lost


GUARDED = "Ann:witch Bea:cursed_wolf_father Cid Dan:defender Eve Fay:elder"


@pytest.mark.parametrize(("shown", "victims"), [("attacked", ("Cid",)), ("would_die", ())])
def test_the_witch_is_shown_a_protected_victim(shown: str, victims: tuple[str, ...]) -> None:
    """SW-WITCH-SHOWN, WITCH-12"""
    t = Table(GUARDED, witch_shown_target=shown).night(protect="Cid", devour="Cid")
    assert t.sees("Ann", "victims_shown", seats=victims)
    infected = Table(GUARDED, witch_shown_target=shown).night(protect="Eve", devour="Cid", infect=True)
    assert infected.sees("Ann", "victims_shown", seats=victims)


@pytest.mark.parametrize("shown", ["attacked", "would_die"])
def test_the_witch_is_always_shown_an_elder_s_first_bite(shown: str) -> None:
    """SW-WITCH-SHOWN, WITCH-12"""
    t = Table(GUARDED, witch_shown_target=shown).night(protect="Eve", devour="Fay")
    assert t.sees("Ann", "victims_shown", seats=("Fay",))


# -- Hunter --

HUNTER = "Ann:hunter Bea:werewolf Cid:witch Dan:cupid Eve Fay Gus Hal"


@pytest.mark.parametrize("shot", ["must", "may"])
def test_the_hunter_must_or_may_shoot(shot: str) -> None:
    """OPT-HUNTER-MUST"""
    t = Table(HUNTER, hunter_shot=shot).night(pair=["Eve", "Fay"], devour="Ann")
    if shot == "may":
        assert t.dawn().dead == ["Ann"]
    else:
        assert t.dawn().asks("hunter.shoot")
        assert t.refuses(None).key == "answer.needed"


@pytest.mark.parametrize(
    ("triggers", "bite", "vote", "grief", "poison"),
    [
        ("any_elimination", True, True, True, True),
        ("devoured_voted_grief", True, True, True, False),
        ("devoured_or_voted", True, True, False, False),
    ],
)
def test_what_makes_the_hunter_shoot(triggers: str, bite: bool, vote: bool, grief: bool, poison: bool) -> None:
    """OPT-HUNTER-CAUSE, HUNTER-1, HUNTER-2, HUNTER-8"""

    def shoots(night: dict[str, Any], votes: str | None = None) -> bool:
        t = Table(HUNTER, hunter_triggers=triggers).night(pair=["Ann", "Fay"], **night).dawn()
        return (t.day(votes) if votes else t).asks("hunter.shoot")

    assert shoots({"devour": "Ann"}) == bite
    assert shoots({}, votes="Ann") == vote
    assert shoots({"devour": "Fay"}) == grief
    assert shoots({"poison": "Ann"}) == poison


# -- Little Girl --

GIRL = "Ann:little_girl Bea:werewolf Cid Dan:witch Eve:cursed_wolf_father Fay"


def test_caught_she_is_devoured_instead() -> None:
    """OPT-LG-CAUGHT, NR-2"""
    t = Table(GIRL, little_girl_caught="devoured_instead").night(devour="Cid", caught="Ann")
    assert t.sees("Dan", "victims_shown", seats=("Ann",))
    assert t.dawn().dead == ["Ann"]


@pytest.mark.parametrize(("wanted", "dead"), [(True, ["Ann"]), (False, ["Cid"])])
def test_caught_the_wolves_may_devour_her(wanted: bool, dead: list[str]) -> None:
    """OPT-LG-CAUGHT, AMD-9"""
    t = Table(GIRL, little_girl_caught="wolves_may_devour_instead")
    t.night(werewolves_devour="Cid", caught="Ann", little_girl_devour=wanted)
    assert t.dawn().dead == dead


def test_caught_she_dies_of_fright() -> None:
    """OPT-LG-CAUGHT, GIRL-10, WITCH-15"""
    t = Table(GIRL, little_girl_caught="dies_of_fright_instead").night(devour="Cid", caught="Ann")
    assert t.sees("Dan", "victims_shown", seats=())
    assert not t.was_asked("cursed_wolf_father.infect")
    assert t.dawn().dead == ["Ann"]


def test_nothing_is_said_about_her_being_caught() -> None:
    """OPT-LG-CAUGHT"""
    t = Table(GIRL, little_girl_caught="no_rule").night(devour="Cid")
    assert not t.was_asked("little_girl.caught")
    assert t.dawn().dead == ["Cid"]


def test_the_defender_cannot_help_her_or_cannot_choose_her() -> None:
    """OPT-DEF-LG, DEF-3, GIRL-4"""
    people = "Ann:little_girl Bea:werewolf Cid:defender Dan Eve Fay"
    silent = Table(people, defender_on_little_girl="no_effect").night(protect="Ann", devour="Ann")
    assert silent.dawn().dead == ["Ann"]
    refused = Table(people, defender_on_little_girl="not_targetable").say(True)
    assert refused.refuses("Ann").rule == "DEF-3"
    physical = Table(people, preset="helper", physical=True).say(True).upto("defender.protect")
    assert physical.refuses("Ann").rule == "DEF-3"


# -- Elder, Idiot --

ELDER = "Ann:elder Bea:werewolf Cid:witch Dan:hunter Eve Fay Gus Hal:seer"


@pytest.mark.parametrize("causes", [["vote"], ["poison"], ["hunter"], []])
def test_what_brings_despair(causes: list[str]) -> None:
    """OPT-ELDER-DESPAIR, ELDER-3"""
    voted = Table(ELDER, elder_despair_causes=causes).night(look="Eve").dawn().day("Ann")
    poisoned = Table(ELDER, elder_despair_causes=causes).night(look="Eve", poison="Ann").dawn()
    shot = Table(ELDER, elder_despair_causes=causes).night(look="Eve", devour="Dan").dawn(shoot="Ann")
    happened = [
        name for name, t in (("vote", voted), ("poison", poisoned), ("hunter", shot)) if t.happened("despaired")
    ]
    assert happened == causes


@pytest.mark.parametrize(("immunity", "dead", "wolf"), [("first_bite", [], True), ("first_infection", ["Ann"], False)])
def test_the_elder_s_immunity(immunity: str, dead: list[str], wolf: bool) -> None:
    """OPT-ELDER-INFECT, ELDER-4, ELDER-7"""
    t = Table("Ann:elder Bea:cursed_wolf_father Cid Dan Eve Fay", elder_infection_immunity=immunity)
    t.night(devour="Ann").dawn().day().night(devour="Ann", infect=True).dawn()
    assert t.dead == dead
    assert t.is_wolf("Ann") == wolf


@pytest.mark.parametrize("immunity", ["first_bite", "first_infection"])
def test_the_elder_s_first_bite_never_infects(immunity: str) -> None:
    """OPT-ELDER-INFECT, ELDER-4"""
    t = Table("Ann:elder Bea:cursed_wolf_father Cid Dan Eve Fay", elder_infection_immunity=immunity)
    assert not t.night(devour="Ann", infect=True).is_wolf("Ann")


@pytest.mark.parametrize("may", [True, False])
def test_the_revealed_idiot_may_debate(may: bool) -> None:
    """OPT-IDIOT-DEBATE, IDIOT-5"""
    t = Table("Ann:village_idiot Bea:werewolf Cid Dan Eve", revealed_idiot_may_debate=may).night().dawn().day("Ann")
    assert t.sees(None, "pardoned", seat="Ann", may_debate=may)


@pytest.mark.parametrize("votable", [True, False])
def test_the_revealed_idiot_may_be_voted_out(votable: bool) -> None:
    """SW-IDIOT-AGAIN, IDIOT-8, AMD-12"""
    t = Table("Ann:village_idiot Bea:werewolf Cid Dan Eve", revealed_idiot_votable=votable).night().dawn().day("Ann")
    t.night().dawn().upto("vote.ballots", debate="vote")
    if votable:
        assert t.say({"Cid": "Ann"}).dead == ["Ann"]
    else:
        assert t.refuses({"Cid": "Ann"}).rule == "IDIOT-8"


@pytest.mark.parametrize("brave", [True, False])
def test_the_revealed_idiot_dies_with_the_elder(brave: bool) -> None:
    """SW-ELDER-IDIOT, ELDER-8"""
    people = "Ann:village_idiot Bea:werewolf Cid:elder Dan Eve Fay"
    t = Table(people, elder_death_kills_revealed_idiot=brave).night().dawn().day("Ann").night().dawn().day("Cid")
    assert t.dead == (["Cid", "Ann"] if brave else ["Cid"])


# -- Scapegoat, Judge --

GOAT = "Ann:scapegoat Bea:werewolf Cid Dan Eve Fay"
TIE = {"Bea": "Cid", "Cid": "Dan"}


@pytest.mark.parametrize(
    ("causes", "tie", "vote", "bite"),
    [("tie_or_vote", True, True, False), ("tie", True, False, False), ("any", True, True, True)],
)
def test_when_the_scapegoat_names_the_voters(causes: str, tie: bool, vote: bool, bite: bool) -> None:
    """SW-SCAPEGOAT-CAUSE, SCAPE-6, AMD-7"""
    tied = Table(GOAT, scapegoat_privilege_causes=causes).night().dawn().day(TIE)
    voted = Table(GOAT, scapegoat_privilege_causes=causes).night().dawn().day("Ann")
    bitten = Table(GOAT, scapegoat_privilege_causes=causes).night(devour="Ann").dawn()
    assert [t.asks("scapegoat.voters") for t in (tied, voted, bitten)] == [tie, vote, bite]


@pytest.mark.parametrize(
    ("signal", "votes", "asked"),
    [
        ("any_time_during_vote", {"Bea": "Cid"}, True),
        ("while_pointing", {"Bea": "Cid"}, False),
        ("while_pointing", {"Ann": "Cid"}, True),
    ],
)
def test_when_the_judge_may_sign(signal: str, votes: dict[str, str], asked: bool) -> None:
    """OPT-JUDGE-SIGN, JUDGE-5"""
    t = Table("Ann:wandering_judge Bea:werewolf Cid Dan Eve Fay", judge_signal=signal).night().dawn().day(votes)
    assert t.was_asked("wandering_judge.signed") == asked
