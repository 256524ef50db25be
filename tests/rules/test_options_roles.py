"""Each value of the options about wolves, Thief, Actor, Piper, Lovers and the cards' secrecy."""

from __future__ import annotations

import pytest

from nightcall.rules.characters.piper import Charmed
from tests.table import Table

# -- infection --


@pytest.mark.parametrize("keeps", ["all_powers", "night_powers"])
def test_an_infected_player_keeps_what_is_used_at_a_call(keeps: str) -> None:
    """OPT-INFECT-KEEPS, AMD-13, INF-3"""
    t = Table("Ann:seer Bea:cursed_wolf_father Cid Dan Eve Fay", infected_keeps=keeps)
    t.night(look="Cid", devour="Ann", infect=True).dawn().day().night(look="Dan")
    assert t.sees("Ann", "card_seen", seat="Dan")


@pytest.mark.parametrize(("keeps", "shoots"), [("all_powers", True), ("night_powers", False)])
def test_an_infected_player_may_lose_everything_else(keeps: str, shoots: bool) -> None:
    """OPT-INFECT-KEEPS, AMD-13, HUNTER-10, IDIOT-11"""
    hunter = Table("Ann:hunter Bea:cursed_wolf_father Cid Dan Eve Fay Gus", infected_keeps=keeps)
    hunter.night(devour="Ann", infect=True).dawn().day("Ann")
    assert hunter.asks("hunter.shoot") == shoots
    idiot = Table("Ann:village_idiot Bea:cursed_wolf_father Cid Dan Eve Fay Gus", infected_keeps=keeps)
    idiot.night(devour="Ann", infect=True).dawn().day("Ann")
    assert idiot.happened("pardoned") == shoots


# -- Big Bad Wolf --

BIG = "Ann:big_bad_wolf Bea:werewolf Cid:wild_child Dan:cursed_wolf_father Eve Fay Gus Hal Ida"


@pytest.mark.parametrize("meal", ["must", "may"])
def test_the_second_meal_is_a_duty_or_a_choice(meal: str) -> None:
    """OPT-BBW-MUST, BBW-2"""
    t = Table(BIG, big_bad_wolf_second_meal=meal).say(True).upto("big_bad_wolf.devour", model="Bea")
    if meal == "may":
        assert t.say(None).asks("dawn.breaks")
    else:
        assert t.refuses(None).key == "answer.needed"


@pytest.mark.parametrize(
    ("loss", "condemned", "feeds"),
    [
        ("werewolf_wildchild_wolfhound", "Cid", False),
        ("werewolf_wildchild_wolfhound", "Bea", False),
        ("werewolf_wildchild_wolfhound", "Gus", True),
        ("werewolf_only", "Cid", True),
        ("werewolf_only", "Bea", False),
    ],
)
def test_whose_loss_ends_the_second_meal(loss: str, condemned: str, feeds: bool) -> None:
    """OPT-BBW-LOSS, BBW-3"""
    t = Table(BIG, bbw_power_ends_with=loss).night(model="Hal", big_bad_wolf_devour="Eve").dawn().day(condemned)
    t.say(True).answer()
    assert t.asks("big_bad_wolf.devour") == feeds


@pytest.mark.parametrize(("basis", "child", "infected"), [("cards", False, True), ("status", True, False)])
def test_the_loss_goes_by_card_or_by_status(basis: str, child: bool, infected: bool) -> None:
    """SW-BBW-BASIS, BBW-6, BBW-7"""
    t = Table(BIG, bbw_loss_basis=basis).night(model="Hal", big_bad_wolf_devour="Eve").dawn().day("Cid").say(True)
    assert t.answer().asks("big_bad_wolf.devour") == child
    t = Table(BIG, bbw_loss_basis=basis).night(
        model="Hal", werewolves_devour="Gus", infect=True, big_bad_wolf_devour="Eve"
    )
    t.dawn().day("Gus").say(True).answer()
    assert t.asks("big_bad_wolf.devour") == infected


def test_by_status_a_turned_child_counts() -> None:
    """SW-BBW-BASIS, BBW-7"""
    t = Table(BIG, bbw_loss_basis="status").night(model="Eve", big_bad_wolf_devour="Eve").dawn().day("Cid").say(True)
    assert not t.answer().asks("big_bad_wolf.devour")
    assert "big_bad_wolf" in t.fakes  # nobody has seen that he had turned


# -- White, Knight --


@pytest.mark.parametrize(("blocks", "dead"), [(True, []), (False, ["Bea"])])
def test_the_defender_against_the_white_werewolf(blocks: bool, dead: list[str]) -> None:
    """SW-DEFENDER-WHITE, DEF-10"""
    people = "Ann:white_werewolf Bea:werewolf Cid:defender Dan Eve Fay"
    t = Table(people, defender_blocks_white=blocks).night(protect="Dan").dawn().day()
    assert t.night(protect="Bea", white_werewolf_devour="Bea").dawn().dead == dead


@pytest.mark.parametrize(("pool", "diseased"), [("any_werewolf", "Bea"), ("culprits_only", "Dan")])
def test_whom_the_knight_s_sword_infects(pool: str, diseased: str) -> None:
    """OPT-KNIGHT-POOL, KNIGHT-6"""
    people = "Ann:knight_with_the_rusty_sword Bea:wild_child Cid Dan:werewolf Eve Fay Gus Hal:hunter"
    t = Table(people, knight_disease_pool=pool).night(model="Cid", devour="Hal").dawn(shoot="Fay").day()
    t.night(devour="Ann").dawn()
    assert t.happened("diseased", seat="Dan")  # Bea is no Werewolf yet
    t = Table(people, knight_disease_pool=pool).night(model="Ann", devour="Ann").dawn()
    assert t.is_wolf("Bea")  # turned by this very meal
    assert t.happened("diseased", seat=diseased)


# -- Thief, Actor, Trusted Villager --

THIEF = "Ann:thief Bea:werewolf Cid:werewolf Dan Eve Fay"


@pytest.mark.parametrize(
    ("swap", "spares", "must"),
    [
        ("optional_unless_two_wolves", "seer simple_villager", False),
        ("optional_unless_two_wolves", "werewolf simple_villager", False),
        ("optional_unless_two_wolves", "werewolf big_bad_wolf", True),
        ("mandatory", "seer simple_villager", True),
    ],
)
def test_the_thief_may_or_must_swap(swap: str, spares: str, must: bool) -> None:
    """OPT-THIEF-SWAP, THIEF-2, THIEF-5"""
    t = Table(THIEF, spares=spares, thief_swap=swap).say(True)
    assert t.asks("thief.swap")
    if must:
        assert t.refuses(None)
    else:
        assert not t.say(None).asks("thief.swap")


ACTOR = "Ann:actor Bea:werewolf Cid Dan Eve Fay"
TRIO = "hunter elder village_idiot"


@pytest.mark.parametrize("faces", ["face_down", "face_up"])
def test_the_actor_s_cards_lie_open_or_not(faces: str) -> None:
    """OPT-ACTOR-FACES, ACTOR-4"""
    t = Table(ACTOR, trio=TRIO, actor_cards=faces).night(play="elder")
    is_open = faces == "face_up"
    assert t.sees(None, "laid_open", cards=("hunter", "elder", "village_idiot")) == is_open
    assert t.sees(None, "played", card="elder") == is_open
    assert t.sees("Ann", "played", card="elder")


@pytest.mark.parametrize("may", [True, False])
def test_the_actor_may_pass(may: bool) -> None:
    """OPT-ACTOR-PASS, ACTOR-2"""
    t = Table(ACTOR, trio=TRIO, actor_may_pass=may).say(True)
    if may:
        assert t.say(None).asks("werewolves.devour")
    else:
        assert t.refuses(None)


@pytest.mark.parametrize("ends", [True, False])
def test_marks_of_a_borrowed_power_end_at_nightfall(ends: bool) -> None:
    """SW-ACTOR-EXPIRE, ACTOR-8"""
    lovers = Table(ACTOR, trio="cupid piper wandering_judge", actor_effects_end_at_nightfall=ends)
    lovers.night(play="cupid", pair=["Cid", "Dan"]).dawn().day().night(devour="Cid").dawn()
    assert lovers.dead == (["Cid"] if ends else ["Cid", "Dan"])
    charmed = Table(ACTOR, trio="cupid piper wandering_judge", actor_effects_end_at_nightfall=ends)
    charmed.night(play="piper", charm=["Cid", "Dan"]).dawn().day().night()
    assert charmed.game.village.the(Charmed).seats == ([] if ends else [3, 4])


@pytest.mark.parametrize("ends", [True, False])
def test_a_borrowed_sign_ends_at_nightfall(ends: bool) -> None:
    """SW-ACTOR-EXPIRE, ACTOR-8"""
    t = Table(ACTOR, trio="cupid piper wandering_judge", actor_effects_end_at_nightfall=ends)
    t.night(play="wandering_judge").dawn().day()
    assert t.was_asked("wandering_judge.signed")
    before = len(t.asked)
    t.night().dawn().day()
    asked = any(prompt.key == "wandering_judge.signed" for prompt in t.asked[before:])
    assert asked != ends


@pytest.mark.parametrize("open_to_all", [True, False])
@pytest.mark.parametrize("physical", [True, False])
def test_the_trusted_villager_is_known_from_the_deal(open_to_all: bool, physical: bool) -> None:
    """OPT-TRUSTED-PUBLIC, TRUST-1, TRUST-2"""
    people = "Ann:trusted_villager Bea:werewolf Cid Dan Eve"
    t = Table(people, trusted_villager_public=open_to_all, physical=physical)
    if t.asks("trusted_villager.holder"):
        t.answer()
    assert t.asks("night.falls")
    assert t.sees(None, "lies_open", seat="Ann", card="trusted_villager") == open_to_all


@pytest.mark.parametrize("open_to_all", [True, False])
def test_a_trusted_card_taken_by_a_servant_lies_open_or_not(open_to_all: bool) -> None:
    """OPT-TRUSTED-PUBLIC, TRUST-5"""
    people = "Ann:trusted_villager Bea:werewolf Cid:devoted_servant Dan Eve"
    t = Table(people, trusted_villager_public=open_to_all).night().dawn().day("Ann", act="Cid")
    assert t.sees(None, "lies_open", seat="Cid") == open_to_all


@pytest.mark.parametrize(("faces", "pauses"), [("face_down", True), ("face_up", False)])
def test_the_table_pauses_for_a_servant_who_may_lie_face_down(faces: str, pauses: bool) -> None:
    """OPT-ACTOR-FACES, SERV-7"""
    t = Table(ACTOR, trio="devoted_servant elder hunter", actor_cards=faces).night().dawn().day("Dan")
    assert t.was_asked("devoted_servant.act") == pauses


# -- Piper --

PIPER = "Ann:piper Bea:werewolf Cid Dan Eve Fay Gus"


@pytest.mark.parametrize("targets", ["two", "one_or_two"])
def test_how_many_the_piper_charms(targets: str) -> None:
    """OPT-PIPER-COUNT, PIPER-1"""
    t = Table(PIPER, piper_targets=targets).say(True).upto("piper.charm")
    if targets == "two":
        assert t.refuses(["Cid"]).key == "answer.how_many"
    else:
        assert t.say(["Cid"]).happened("charmed", seat="Cid")


@pytest.mark.parametrize("new_only", [True, False])
def test_whom_the_piper_charms(new_only: bool) -> None:
    """OPT-PIPER-NEW, PIPER-1"""
    t = Table(PIPER, piper_targets_new_only=new_only).round(charm=["Cid", "Dan"]).say(True).upto("piper.charm")
    if new_only:
        assert t.refuses(["Cid", "Eve"]).rule == "OPT-PIPER-NEW"
    else:
        assert t.answer(charm=["Cid", "Eve"]).asks("dawn.breaks")


@pytest.mark.parametrize(("wake", "met"), [("recognise_each_other", True), ("touched_only", False)])
def test_the_charmed_know_one_another_or_not(wake: str, met: bool) -> None:
    """OPT-CHARMED-WAKE, PIPER-2"""
    t = Table(PIPER, charmed_wake=wake).night(charm=["Cid", "Dan"])
    assert t.sees("Cid", "charmed", seat="Cid")
    assert t.sees("Cid", "charmed_met", seats=("Cid", "Dan")) == met


@pytest.mark.parametrize("second", [["Cid", "Dan"], ["Eve", "Fay"]])
def test_whoever_any_of_two_pipers_charmed_is_touched(second: list[str]) -> None:
    """OPT-CHARMED-WAKE, PIPER-2: though the second chose the same, or others."""
    people = "Ann:piper Bea:piper Cid Dan Eve Fay Gus:werewolf Hal"
    t = Table(people, charmed_wake="touched_only", piper_targets_new_only=False)
    t.upto("night.falls").say(True).upto("piper.charm").say(["Cid", "Dan"])
    assert t.say(second).asks("charmed.wake")


# -- Lovers --


def test_lovers_may_only_not_vote_against_each_other() -> None:
    """OPT-LOVERS-HARM, LOVE-3"""
    t = Table("Ann:cupid Bea:witch Cid Dan:werewolf Eve", lovers_restriction="vote_only")
    t.night(pair=["Bea", "Cid"], poison="Cid")
    assert t.happened("poisoned", seat="Cid")
    t = Table("Ann:cupid Bea:witch Cid Dan:werewolf Eve").night(pair=["Bea", "Cid"]).dawn()
    assert t.upto("vote.ballots", debate="vote").refuses({"Bea": "Cid"}).rule == "LOVE-3"


def test_lovers_may_be_kept_from_any_harm() -> None:
    """OPT-LOVERS-HARM, LOVE-16, AMD-8"""
    people = "Ann:cupid Bea:witch Cid Dan:werewolf Eve"
    witch = Table(people, lovers_restriction="no_harm").say(True).upto("witch.poison", pair=["Bea", "Cid"])
    assert witch.refuses("Cid").rule == "LOVE-3"
    wolf = Table(people, lovers_restriction="no_harm").say(True).upto("werewolves.devour", pair=["Dan", "Cid"])
    assert wolf.refuses("Cid").rule == "LOVE-3"
    free = Table(people, lovers_restriction="vote_only").say(True).upto("werewolves.devour", pair=["Dan", "Cid"])
    assert "Cid" in free.options


# -- secrecy of a side --


@pytest.mark.parametrize(
    ("hide", "voted", "bitten"), [("off", True, True), ("vote_only", False, True), ("any_elimination", False, False)]
)
def test_whether_a_child_s_side_is_announced(hide: str, voted: bool, bitten: bool) -> None:
    """OPT-HIDE-SIDE, CHILD-4, HOUND-3"""
    people = "Ann:wild_child Bea:werewolf Cid:wolf_hound Dan Eve Fay"
    t = Table(people, hide_side_of_ambiguous=hide).night(model="Fay", choose="werewolves", devour="Ann").dawn()
    assert t.sees(None, "side_announced", seat="Ann", side="village") == bitten
    t.day("Cid")
    assert t.sees(None, "side_announced", seat="Cid", side="werewolves") == voted
    assert t.sees(None, "card_shown", seat="Cid", card="wolf_hound")
