"""House rules about the pack: whom it eats, when the White wakes, and which side a Wolf-Hound is on."""

from __future__ import annotations

from typing import Any

import pytest

import nightcall
from nightcall import Setup
from tests.table import Table

# -- the pack eats one of its own --

PACK = "Ann:werewolf Bea:cursed_wolf_father Cid:white_werewolf Dan:witch Eve Fay Gus"


def test_the_pack_cannot_name_one_of_its_own() -> None:
    """HOUSE-1, WW-2"""
    t = Table(PACK, wolves_may_eat_wolves=False).upto("werewolves.devour")
    assert t.options == ["Dan", "Eve", "Fay", "Gus"]
    assert t.refuses("Ann").rule == "WW-2"


@pytest.mark.parametrize("physical", [False, True])
def test_the_pack_may_name_one_of_its_own(physical: bool) -> None:
    """HOUSE-1"""
    t = Table(PACK, wolves_may_eat_wolves=True, physical=physical).upto("werewolves.devour")
    assert t.options == t.names
    t.answer(devour="Cid")
    assert t.dawn().dead == ["Cid"]


def test_a_wolf_named_by_the_pack_cannot_be_turned_and_may_be_healed() -> None:
    """HOUSE-1, CWF-6, WITCH-2"""
    t = Table(PACK, wolves_may_eat_wolves=True).night(devour="Ann", heal="Ann")
    assert not t.was_asked("cursed_wolf_father.infect")
    t.dawn().day()
    assert t.dead == []
    t.night(devour="Eve", infect=True)
    assert t.is_wolf("Eve")  # the signal was not counted


def test_the_big_bad_wolf_still_spares_his_own() -> None:
    """HOUSE-1, BBW-2"""
    t = Table("Ann:big_bad_wolf Bea:werewolf Cid Dan Eve Fay", wolves_may_eat_wolves=True)
    t.upto("big_bad_wolf.devour", werewolves_devour="Bea")
    assert t.options == ["Cid", "Dan", "Eve", "Fay"]
    assert t.refuses("Bea").rule == "BBW-4"
    assert t.refuses("Ann").rule == "WW-2"


def test_no_wolf_falls_into_a_trance() -> None:
    """HOUSE-1, TRAN-5"""
    t = Table(PACK, wolves_may_eat_wolves=True, variants="lycanthropic_trance").night(devour="Ann").dawn()
    assert (t.dead, t.happened("mesmerized")) == ([], False)
    assert t.why("spared", seat="Ann") == "TRAN-5"
    assert t.day().night(devour="Eve").happened("mesmerized", seat="Eve")


def test_a_wolf_met_by_the_specter_stays_what_he_is_and_names_another() -> None:
    """HOUSE-1, SPEC-1, SPEC-3"""
    t = Table(PACK, wolves_may_eat_wolves=True, events="specter", event_timing="after_victims")
    t.round().night().dawn().day()
    t.say(True).upto("specter.choose", devour="Cid")
    assert t.options == ["Ann", "Bea"]
    assert t.refuses("Cid").rule == "SPEC-3"
    t.answer(choose="Ann").dawn()
    assert t.dead == ["Ann"]
    village = t.game.village
    assert village.card(t.seat("Cid")).name == "white_werewolf"


# -- the White's own nights --


@pytest.mark.parametrize(
    ("every", "nights"),
    [(1, [1, 2, 3, 4, 5, 6]), (2, [2, 4, 6]), (3, [3, 6]), (4, [4]), (5, [5])],
)
@pytest.mark.parametrize("physical", [False, True])
def test_how_often_the_white_wakes_alone(every: int, nights: list[int], physical: bool) -> None:
    """HOUSE-2, WHITE-7"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid Dan Eve", white_werewolf_every=every, physical=physical)
    heard = []
    for night in range(1, 7):
        t.night()
        heard += [night] if "white_werewolf" in t.calls else []
        t.dawn().day()
    assert heard == nights


def test_the_white_may_feed_alone_on_the_first_night() -> None:
    """HOUSE-2"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid Dan Eve", white_werewolf_every=1)
    t.night(white_werewolf_devour="Bea")
    assert t.dawn().dead == ["Bea"]


# -- the second meal --


@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize("basis", ["cards", "status"])
@pytest.mark.parametrize("lost", ["Bea", "Cid"])
def test_the_big_bad_wolf_s_appetite_after_a_loss(keeps: bool, basis: str, lost: str) -> None:
    """HOUSE-3, BBW-3, BBW-6, BBW-7"""
    people = "Ann:big_bad_wolf Bea:werewolf Cid:wild_child Dan Eve Fay Gus Hal"
    t = Table(people, big_bad_wolf_keeps_appetite=keeps, bbw_loss_basis=basis)
    t.night(model="Dan", big_bad_wolf_devour="Eve").dawn().day(lost).say(True).upto(
        "dawn.breaks", **_fed(keeps, lost, basis)
    )
    assert t.was_asked("big_bad_wolf.devour")
    assert t.dawn().dead == (["Eve", lost, "Fay"] if _fed(keeps, lost, basis) else ["Eve", lost])


def _fed(keeps: bool, lost: str, basis: str) -> dict[str, Any]:
    """A Wild Child who is no Werewolf breaks the appetite as a card, not as a status."""
    return {"big_bad_wolf_devour": "Fay"} if keeps or (lost == "Cid" and basis == "status") else {}


def test_a_lasting_appetite_is_heard_for_as_long_as_the_big_bad_wolf_may_live() -> None:
    """HOUSE-3, FK-6"""
    t = Table("Ann:big_bad_wolf Bea:werewolf Cid Dan Eve Fay Gus", big_bad_wolf_keeps_appetite=True)
    t.night(big_bad_wolf_devour="Cid").dawn().day("Bea").night(big_bad_wolf_devour="Dan")
    assert "big_bad_wolf" in t.calls


# -- the Wolf-Hound's side --

HOUND = "Ann:wolf_hound Bea:werewolf Cid Dan Eve Fay"


@pytest.mark.parametrize("call", ["joins_werewolves", "own_call"])
@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize("side", ["village", "werewolves"])
def test_the_moderator_draws_the_hound_s_side(call: str, physical: bool, side: str) -> None:
    """HOUSE-4, HOUND-1: where the app has not dealt from a seed it has no chance of its own."""
    t = Table(HOUND, wolf_hound_side="by_lot", wolf_hound_call=call, physical=physical)
    t.night(lot=side, devour="Fay")
    assert t.calls == ["wolf_hound", "werewolves"]
    assert not t.was_asked("wolf_hound.choose")
    assert t.is_wolf("Ann") == (side == "werewolves")
    assert t.sees("Ann", "side_drawn", seat="Ann", side=side)
    assert not t.sees("Bea", "side_drawn")
    assert not t.sees(None, "side_drawn")


def test_the_lot_is_the_moderator_s_alone_to_enter() -> None:
    """HOUSE-4"""
    t = Table(HOUND, wolf_hound_side="by_lot").say(True).upto("wolf_hound.lot")
    assert t.prompt is not None
    assert t.prompt.audience == nightcall.MODERATOR


def test_the_hound_chooses_for_himself() -> None:
    """HOUSE-4, HOUND-1"""
    t = Table(HOUND, wolf_hound_side="own_choice").night(choose="werewolves")
    assert t.is_wolf("Ann")
    assert not t.was_asked("wolf_hound.lot")


def drawn(seed: int, hounds: int = 1) -> list[str]:
    """How the lots fall at a table the app has dealt, with the same answers."""
    deck = ["wolf_hound"] * hounds + ["werewolf"] + ["simple_villager"] * (7 - hounds)
    options: dict[str, Any] = {"wolf_hound_side": "by_lot", "cards_known_to_app": True, "sheriff_election": "off"}
    game = nightcall.play(Setup.of(8, deck, seed=seed, **options))
    while game.prompt is not None and game.prompt.key != "werewolves.devour":
        assert game.prompt.key != "wolf_hound.lot"
        game = game.answer(True)
    return [event.facts["side"] for event in game.events if event.name == "side_drawn"]


def test_the_app_draws_the_hound_s_side_from_its_own_seed() -> None:
    """HOUSE-4"""
    sides = [drawn(seed)[0] for seed in range(40)]
    assert sides == [drawn(seed)[0] for seed in range(40)]
    assert 8 < sides.count("werewolves") < 32


def test_two_hounds_draw_two_lots() -> None:
    """HOUSE-4"""
    both = [drawn(seed, hounds=2) for seed in range(40)]
    assert {tuple(sides) for sides in both} == {
        ("village", "village"),
        ("village", "werewolves"),
        ("werewolves", "village"),
        ("werewolves", "werewolves"),
    }


def test_a_servant_draws_anew() -> None:
    """HOUSE-4, SERV-M15"""
    t = Table("Ann:wolf_hound Bea:werewolf Cid:devoted_servant Dan Eve Fay", wolf_hound_side="by_lot")
    t.night(lot="werewolves").dawn().day("Ann", act="Cid")
    assert not t.is_wolf("Cid")
    t.night(lot="werewolves")
    assert t.is_wolf("Cid")
