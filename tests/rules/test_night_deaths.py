"""Night resolution: the other deaths, several at once, and what the morning tells."""

from __future__ import annotations

import pytest

from tests.table import Table

# -- other deaths --


def test_poison_passes_every_protection() -> None:
    """NR-9, DEF-5"""
    t = Table("Ann:werewolf Bea:witch Cid:elder Dan:defender Eve Fay")
    assert t.night(protect="Cid", devour="Eve", poison="Cid").dawn().dead == ["Eve", "Cid"]


def test_healing_and_poison_on_one_player_kill() -> None:
    """NR-8, NR-9, NR-12, WITCH-10"""
    t = Table("Ann:werewolf Bea:witch Cid Dan Eve").night(devour="Cid", heal="Cid", poison="Cid").dawn()
    assert t.dead == ["Cid"]
    t.day().night(devour="Dan")
    assert t.fakes == ["witch"]


@pytest.mark.parametrize(
    ("protected", "blocks", "dead"), [("Bea", True, []), ("Bea", False, ["Bea"]), ("Eve", True, ["Bea"])]
)
def test_protection_against_the_white_werewolf(protected: str, blocks: bool, dead: list[str]) -> None:
    """NR-10, DEF-10, SW-DEFENDER-WHITE"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid:defender Dan Eve Fay", defender_blocks_white=blocks)
    t.round(protect="Cid").night(protect=protected, white_werewolf="Bea").dawn()
    assert t.dead == dead


@pytest.mark.parametrize("target", ["wolf_victim", "any_player"])
def test_nothing_heals_the_white_werewolfs_bite(target: str) -> None:
    """NR-10, WITCH-17"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid:witch Dan Eve Fay", witch_heal_target=target).round()
    t.night(white_werewolf="Bea", **({"heal": "Bea"} if target == "any_player" else {}))
    assert t.events("victims_shown")[-1].facts["seats"] == ()
    assert t.was_asked("witch.heal") is (target == "any_player")
    assert t.dawn().dead == ["Bea"]


KNIGHT = "Ann:knight_with_the_rusty_sword Bea:werewolf Cid:witch Dan:defender Eve Fay Gus"


def test_the_diseased_werewolf_dies_one_night_after_the_knight() -> None:
    """NR-11, KNIGHT-1"""
    t = Table(KNIGHT.replace("Gus", "Gus:werewolf")).night(protect="Eve", devour="Ann").dawn()
    assert t.dead == ["Ann"]
    t.day().night(protect="Bea", devour="Fay")  # he still feeds, and nothing helps him
    assert t.alive == ["Bea", "Cid", "Dan", "Eve", "Fay", "Gus"]
    assert t.dawn().dead == ["Ann", "Fay", "Bea"]


# -- several causes --


@pytest.mark.parametrize("physical", [False, True])
def test_a_knight_devoured_and_poisoned_dies_once_and_infects(physical: bool) -> None:
    """NR-13, KNIGHT-1"""
    t = Table(KNIGHT, physical=physical).night(protect="Eve", devour="Ann", poison="Ann").dawn()
    assert t.dead == ["Ann"]
    assert len(t.events("died", seat="Ann")) == 1
    assert t.events("cause", seat="Ann")[0].facts["causes"] == ("devoured", "poison")
    assert t.happened("diseased", seat="Bea")


def test_a_knight_poisoned_only_leaves_no_disease() -> None:
    """NR-13, KNIGHT-7"""
    t = Table(KNIGHT).night(protect="Ann", devour="Ann", poison="Ann").dawn()
    assert t.dead == ["Ann"]
    assert t.events("cause", seat="Ann")[0].facts["causes"] == ("poison",)
    assert not t.happened("diseased")


def test_the_poisoner_is_no_culprit_of_the_meal() -> None:
    """NR-13, KNIGHT-6, OPT-KNIGHT-POOL"""
    t = Table("Ann:knight_with_the_rusty_sword Bea:witch Cid:werewolf Dan Eve Fay", preset="pacte")
    t.night(devour="Ann", poison="Ann").dawn()
    assert t.happened("diseased", seat="Cid")
    assert len(t.events("diseased")) == 1


def test_an_elder_devoured_for_good_and_poisoned_causes_despair() -> None:
    """NR-13, ELDER-3"""
    t = Table("Ann:elder Bea:werewolf Cid:witch Dan Eve Fay").round(devour="Ann")
    t.night(devour="Ann", poison="Ann").dawn()
    assert t.dead == ["Ann"]
    assert t.happened("despaired")


def test_an_elder_devoured_for_good_causes_none() -> None:
    """NR-13, ELDER-11"""
    t = Table("Ann:elder Bea:werewolf Cid:witch Dan Eve Fay").round(devour="Ann").night(devour="Ann").dawn()
    assert t.dead == ["Ann"]
    assert not t.happened("despaired")


# -- different victims --


def test_the_second_meal_must_differ_from_the_first() -> None:
    """NR-14, BBW-4"""
    t = Table("Ann:big_bad_wolf Bea:werewolf Cid Dan Eve").upto("big_bad_wolf.devour", werewolves="Cid")
    assert t.options == ["Dan", "Eve"]
    assert t.refuses("Cid").rule == "BBW-4"


def test_the_white_werewolf_cannot_take_the_packs_victim() -> None:
    """NR-14, WHITE-5"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid:big_bad_wolf Dan Eve Fay Gus")
    t.round(werewolves="Dan", big_bad_wolf="Eve").upto("white_werewolf.devour", werewolves="Fay")
    assert t.options == ["Bea", "Cid"]
    assert t.refuses("Fay").rule == "WHITE-5"
    t.say("Bea").answer(big_bad_wolf="Gus").dawn()
    assert t.dead == ["Dan", "Eve", "Fay", "Bea", "Gus"]


@pytest.mark.parametrize("poisoned", ["Dan", "Eve", "Bea"])
def test_poison_may_go_to_any_victim(poisoned: str) -> None:
    """NR-14"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid:big_bad_wolf Dan Eve Fay:witch Gus Hal:defender").round(
        protect="Gus", big_bad_wolf="Gus"
    )
    t.night(protect="Dan", werewolves="Dan", white_werewolf="Bea", big_bad_wolf="Eve", poison=poisoned).dawn()
    assert poisoned in t.dead
    assert len(t.dead) == len(set(t.dead)) == (3 if poisoned == "Dan" else 2)


# -- the morning --


def test_the_morning_names_the_dead_but_not_the_cause() -> None:
    """NR-15"""
    t = Table("Ann:werewolf Bea:witch Cid:cupid Dan Eve Fay Gus")
    t.night(pair=["Cid", "Dan"], devour="Dan", poison="Eve").dawn()
    assert [dict(event.facts) for event in t.events("died")] == [{"seat": t.seat(n)} for n in ("Dan", "Eve", "Cid")]
    assert {event.rule for event in t.events("died")} == {"NR-15"}
    assert not t.sees(None, "cause")


def test_disease_is_announced_as_the_cause() -> None:
    """NR-15, KNIGHT-2"""
    t = Table(KNIGHT.replace("Gus", "Gus:werewolf")).round(protect="Eve", devour="Ann").night(protect="Fay")
    t.dawn()
    assert t.sees(None, "died", seat="Bea", cause="disease")


def test_disease_is_announced_even_if_poison_struck_as_well() -> None:
    """NR-13, NR-15, KNIGHT-2"""
    t = Table(KNIGHT.replace("Gus", "Gus:werewolf")).round(protect="Eve", devour="Ann")
    t.night(protect="Fay", poison="Bea").dawn()
    assert set(t.events("cause", seat="Bea")[0].facts["causes"]) == {"disease", "poison"}
    assert t.sees(None, "died", seat="Bea", cause="disease")
    assert t.why("died", seat="Bea").startswith("KNIGHT-")


def test_the_loss_of_powers_is_announced_without_its_cause() -> None:
    """NR-15, DESP-2"""
    t = Table("Ann:elder Bea:werewolf Cid:witch Dan Eve Fay").night(devour="Dan", poison="Ann").dawn()
    assert t.sees(None, "despaired")
    assert t.events("despaired")[0].facts == {}
    assert "cause" not in t.events("died", seat="Ann")[0].facts
