"""House rules about the cards laid out: what the Thief must take, how many there are, and for whom."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import InvalidSetup
from tests.table import Table

THIEF = "Ann:thief Bea:werewolf Cid Dan Eve Fay"


def faults(people: str, **setup: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidSetup) as caught:
        Table(people, **setup)
    return [(fault.key, fault.rule) for fault in caught.value.faults]


# -- what the Thief must take --


@pytest.mark.parametrize("must", [True, False])
@pytest.mark.parametrize("spares", ["werewolf werewolf", "werewolf seer"])
def test_nothing_but_wolves_before_the_thief(must: bool, spares: str) -> None:
    """HOUSE-17, THIEF-2"""
    t = Table(THIEF, spares=spares, thief_must_take_wolf=must).say(True).upto("thief.swap")
    if must and spares == "werewolf werewolf":
        t.refuses(None)
    else:
        t.say(None)
        assert t.game.village.card(t.seat("Ann")).name == "thief"


def test_a_compulsory_exchange_is_one_either_way() -> None:
    """HOUSE-17, OPT-THIEF-SWAP"""
    t = Table(THIEF, spares="werewolf werewolf", thief_must_take_wolf=False, thief_swap="mandatory")
    t.say(True).upto("thief.swap").refuses(None)


# -- how many cards are laid out --

CARDS = ["werewolf", "seer", "witch", "hunter", "defender"]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("physical", [True, False])
def test_the_thief_chooses_from_as_many_cards_as_the_table_likes(count: int, physical: bool) -> None:
    """HOUSE-18, THIEF-1"""
    people = "Ann:thief Bea:werewolf Cid:werewolf Dan:werewolf Eve:werewolf Fay Gus"
    t = Table(people, spares=" ".join(CARDS[:count]), thief_spares=count, physical=physical)
    t.say(True).upto("thief.swap")
    assert sorted(t.options) == sorted(CARDS[:count])
    assert t.sees("Ann", "spares_seen", cards=tuple(t.options))
    t.say("werewolf")
    assert t.is_wolf("Ann")


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_the_deck_has_as_many_cards_more(count: int) -> None:
    """HOUSE-18, GEN-19"""
    people = "Ann:thief Bea:werewolf Cid:werewolf Dan:werewolf Eve:werewolf Fay:werewolf"
    wrong = " ".join(["simple_villager"] * (count % 5 + 1))
    assert ("setup.deck_size", "GEN-19") in faults(people, spares=wrong, thief_spares=count)


@pytest.mark.parametrize(("spares", "must"), [("werewolf werewolf werewolf", True), ("werewolf werewolf seer", False)])
def test_he_must_take_a_card_only_if_all_of_them_are_wolves(spares: str, must: bool) -> None:
    """HOUSE-17, HOUSE-18"""
    t = Table(THIEF, spares=spares, thief_spares=3).say(True).upto("thief.swap")
    if must:
        t.refuses(None)
    else:
        assert not t.say(None).asks("thief.swap")


def test_only_those_left_are_before_a_servant_who_takes_the_thief_s_card() -> None:
    """HOUSE-18, SERV-M13"""
    people = "Ann:thief Bea:werewolf Cid:devoted_servant Dan Eve Fay:werewolf"
    t = Table(people, spares="seer witch werewolf", thief_spares=3).night(swap=None).dawn().day("Ann", act="Cid")
    t.say(True).upto("thief.swap")
    assert t.options == ["seer", "witch", "werewolf"]


ACTOR = "Ann:actor Bea:werewolf Cid Dan Eve Fay"
TRIO = ["hunter", "elder", "village_idiot", "fox", "seer"]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_the_actor_chooses_from_as_many_cards_as_the_table_likes(count: int) -> None:
    """HOUSE-18, ACTOR-1"""
    t = Table(ACTOR, trio=" ".join(TRIO[:count]), actor_trio=count).say(True).upto("actor.play")
    assert t.options == TRIO[:count]
    wrong = " ".join(TRIO[: count % 5 + 1])
    assert faults(ACTOR, trio=wrong, actor_trio=count) == [("setup.actor_count", "ACTOR-1")]


def test_the_actor_is_called_until_the_last_card_is_played() -> None:
    """HOUSE-18, FK-6"""
    t = Table(ACTOR, trio="elder", actor_trio=1).night(play="elder").dawn().day().night()
    assert "actor" not in t.calls
    more = Table(ACTOR, trio="elder hunter", actor_trio=2).night(play="elder").dawn().day().night()
    assert "actor" in more.calls


# -- too few wolves for a Thief --


@pytest.mark.parametrize("allowed", [True, False])
def test_a_single_wolf_card_and_a_thief(allowed: bool) -> None:
    """HOUSE-26, GEN-14"""
    setup: Any = {"spares": "simple_villager seer", "single_wolf_with_thief": "allowed" if allowed else "refused"}
    if allowed:
        Table(THIEF, **setup)
    else:
        assert faults(THIEF, **setup) == [("setup.spare_wolf", "GEN-14")]


@pytest.mark.parametrize(
    ("spares", "must", "enough"),
    [(1, True, 1), (1, False, 2), (2, True, 2), (2, False, 3), (3, True, 3), (5, True, 5), (5, False, 6)],
)
def test_the_table_is_warned_if_all_wolf_cards_may_stay_in_the_middle(spares: int, must: bool, enough: int) -> None:
    """HOUSE-26, HOUSE-17, HOUSE-18, GEN-14"""
    people = ["Ann:thief", "Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
    options: Any = {"thief_spares": spares, "thief_must_take_wolf": must, "single_wolf_with_thief": "allowed"}
    for wolves in range(1, 7):
        seated = [f"{name}:werewolf" if 0 < place <= wolves else name for place, name in enumerate(people)]
        t = Table(" ".join(seated), spares=" ".join(["simple_villager"] * spares), **options)
        warned = [fault for fault in t.setup.warnings() if fault.key == "warning.spare_wolves"]
        assert bool(warned) == (wolves < enough)


@pytest.mark.parametrize("physical", [True, False])
def test_a_village_whose_only_wolf_is_left_in_the_middle_has_won(physical: bool) -> None:
    """HOUSE-26, WIN-1"""
    options: dict[str, Any] = {"single_wolf_with_thief": "allowed", "physical": physical}
    t = Table("Ann:thief Bea:seer Cid Dan Eve", spares="werewolf simple_villager", **options)
    t.say(True).upto("thief.swap").say(None)
    while t.winner is None:
        assert t.prompt is not None
        assert t.game.village.day < 2
        t.say("Cid") if t.asks("seer.look") else t._default(t.prompt)
    assert t.winner == "village"


def test_the_thief_may_take_the_only_wolf_and_hunt() -> None:
    """HOUSE-26, THIEF-M7"""
    t = Table("Ann:thief Bea Cid Dan Eve", spares="werewolf simple_villager", single_wolf_with_thief="allowed")
    t.night(swap="werewolf", devour="Eve").dawn()
    assert t.dead == ["Eve"]


# -- a second box --


@pytest.mark.parametrize("trio", ["hunter elder fox", "fox fox elder"])
def test_one_box_has_one_copy(trio: str) -> None:
    """HOUSE-27, ACTOR-5"""
    people = "Ann:actor Bea:werewolf Cid:hunter Dan Eve Fay"
    assert faults(people, trio=trio) == [("setup.actor_not_in_box", "ACTOR-5")]
    Table(people, trio=trio, actor_beyond_box="allowed")


def test_two_boxes_have_two_copies() -> None:
    """HOUSE-27"""
    people = "Ann:actor Bea:werewolf Cid:hunter Dan Eve Fay"
    beyond = faults(people, trio="hunter hunter fox", actor_beyond_box="allowed")
    assert beyond == [("setup.actor_not_in_box", "ACTOR-5")]


def test_the_actor_and_the_holder_both_have_the_power() -> None:
    """HOUSE-27, ACTOR-10"""
    t = Table("Ann:actor Bea:werewolf Cid:hunter Dan Eve Fay Gus", trio="hunter elder fox", actor_beyond_box="allowed")
    t.night(play="hunter", devour="Ann").dawn(shoot="Dan").day("Cid", shoot="Eve")
    assert t.dead == ["Ann", "Dan", "Cid", "Eve"]


def test_the_same_part_may_be_played_twice() -> None:
    """HOUSE-27, ACTOR-2"""
    t = Table(ACTOR, trio="fox fox elder", actor_beyond_box="allowed").night(play="fox", sniff="Dan").dawn().day()
    t.say(True).upto("actor.play")
    assert t.options == ["fox", "elder"]
    t.answer(play="fox", sniff="Bea")
    assert [event.facts["up"] for event in t.events("sniffed")] == [False, True]


# -- the Actor's second call --


def second_calls(t: Table) -> list[int]:
    """How many calls were made before each of the Actor's later ones tonight."""
    calls = [event.facts["call"] for event in t.events("called")]
    return [place for place, call in enumerate(calls) if call == "actor"][1:]


@pytest.mark.parametrize("plays", ["witch", "piper", "fox", None])
def test_nobody_hears_at_which_call_the_actor_wakes_again(plays: str | None) -> None:
    """HOUSE-28, FK-11, INS-5: at the place of every card laid out for him, whichever he plays."""
    people = "Ann:actor Bea:werewolf Cid Dan Eve Fay Gus"
    t = Table(people, trio="witch piper fox", actor_wakes_again="for_every_card")
    answers: dict[str, dict[str, Any]] = {
        "witch": {"heal": None, "poison": None},
        "piper": {"charm": ["Cid", "Dan"]},
        "fox": {"sniff": None},
    }
    t.night(play=plays, devour="Eve", **answers.get(plays or "", {}))
    assert [event.facts["call"] for event in t.events("called")] == [
        *("actor", "werewolves", "actor", "actor", "charmed"),
    ]
    assert {event.rule for event in t.events("called") if event.facts["call"] == "actor"} == {"FK-1", "HOUSE-28"}


def test_by_the_book_the_actor_wakes_again_only_where_he_plays() -> None:
    """HOUSE-28, FK-11"""
    t = Table("Ann:actor Bea:werewolf Cid Dan Eve Fay Gus", trio="witch piper fox")
    t.night(play="fox", sniff=None, devour="Eve")
    assert second_calls(t) == []
