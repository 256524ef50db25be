"""The Seer."""

from __future__ import annotations

import pytest

from tests.table import Table

TABLE = "Ann:seer Bea:werewolf Cid:cursed_wolf_father Dan:wild_child Eve Fay Gus Hal"


def thumb(t: Table, name: str) -> bool:
    """What she saw when she last looked at the player."""
    return bool(t.events("thumb", seat=name)[-1].facts["up"])


def test_sees_a_card_every_night() -> None:
    """SEER-1, OPT-SEER-REVEAL"""
    t = Table(TABLE).round(look="Bea", model="Hal")
    assert t.sees("Ann", "card_seen", seat="Bea", card="werewolf")
    t.night(look="Eve")
    assert t.sees("Ann", "card_seen", seat="Eve", card="simple_villager")


def test_nobody_else_learns_what_she_sees() -> None:
    """SEER-1"""
    t = Table(TABLE).night(look="Bea", model="Hal")
    assert not t.sees(None, "card_seen")
    assert not t.sees("Bea", "card_seen")


def test_must_look() -> None:
    """SEER-1, OPT-SEER-PASS"""
    t = Table(TABLE).upto("seer.look")
    assert t.refuses(None).key == "answer.needed"


def test_in_the_first_box_she_may_pass() -> None:
    """SEER-1, OPT-SEER-PASS"""
    t = Table("Ann:seer Bea:werewolf Cid Dan Eve", preset="classic").upto("seer.look")
    t.say(None)
    assert not t.happened("card_seen")
    assert t.asks("werewolves.devour")


@pytest.mark.parametrize(
    ("preset", "calls"),
    [
        ("pact", ["seer", "wild_child", "werewolves", "cursed_wolf_father"]),
        ("helper", ["wild_child", "werewolves", "cursed_wolf_father", "seer"]),
    ],
)
def test_her_place_in_the_night(preset: str, calls: list[str]) -> None:
    """SEER-1, OPT-SEER-POS"""
    assert Table(TABLE, preset=preset).night(look="Bea", model="Hal", devour="Eve").calls == calls


def test_looks_at_another_living_player() -> None:
    """SEER-4"""
    t = Table(TABLE).round(look="Bea", model="Hal", devour="Eve").upto("seer.look")
    assert t.refuses("Ann").rule == "SEER-4"
    assert t.refuses("Eve").key == "answer.not_an_option"
    assert t.options == ["Bea", "Cid", "Dan", "Fay", "Gus", "Hal"]


def test_with_physical_cards_the_moderator_may_enter_what_she_saw() -> None:
    """SEER-1, IDENT-0"""
    t = Table(TABLE, physical=True).upto("seer.card", look="Bea")
    t.say("werewolf")
    assert t.sees("Ann", "card_seen", seat="Bea", card="werewolf")
    assert t.possible("Bea") == {"werewolf"}


def test_with_physical_cards_the_moderator_need_not_enter_it() -> None:
    """SEER-1, IDENT-0"""
    t = Table(TABLE, physical=True).upto("seer.card", look="Bea")
    t.say(None)
    assert t.asks("identify")
    assert len(t.possible("Bea")) > 1


# -- what she is shown --


def test_an_infected_player_still_shows_the_old_card() -> None:
    """SEER-5, WOLF-8"""
    t = Table(TABLE).round(look="Bea", model="Hal", devour="Eve", infect=True).night(look="Eve")
    assert t.sees("Ann", "card_seen", seat="Eve", card="simple_villager")


def test_a_swapped_thief_shows_the_new_card() -> None:
    """SEER-5, WOLF-9"""
    t = Table("Ann:seer Bea:werewolf Cid:thief Dan Eve", spares="werewolf witch").night(swap="werewolf", look="Cid")
    assert t.sees("Ann", "card_seen", seat="Cid", card="werewolf")


def test_a_turned_wild_child_shows_the_card_without_the_side() -> None:
    """SEER-5, WOLF-6"""
    t = Table(TABLE).round(look="Bea", model="Hal", votes="Hal").night(look="Dan")
    assert t.is_wolf("Dan")
    assert t.sees("Ann", "card_seen", seat="Dan", card="wild_child")


def test_a_wolf_hound_shows_the_card_without_the_side() -> None:
    """SEER-5, WOLF-4"""
    t = (
        Table("Ann:seer Bea:werewolf Cid:wolf_hound Dan Eve Fay")
        .round(look="Bea", choose="werewolves")
        .night(look="Cid")
    )
    assert t.sees("Ann", "card_seen", seat="Cid", card="wolf_hound")


def test_a_servant_shows_the_card_she_took() -> None:
    """SEER-5"""
    t = Table("Ann:seer Bea:werewolf Cid:devoted_servant Dan:witch Eve Fay").night(look="Bea").dawn()
    t.day("Dan", act="Cid").night(look="Cid")
    assert t.sees("Ann", "card_seen", seat="Cid", card="witch")


# -- the thumb --


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize(
    ("card", "up"),
    [
        ("werewolf", True),
        ("big_bad_wolf", True),
        ("white_werewolf", True),
        ("simple_villager", False),
        ("wild_child", False),
        ("wolf_hound", False),
    ],
)
def test_the_thumb_tells_who_wakes_with_the_wolves(card: str, up: bool, physical: bool) -> None:
    """SEER-2, OPT-SEER-REVEAL, WOLF-1, WOLF-3, AMD-2"""
    t = Table(f"Ann:seer Bea:werewolf Cid:{card} Dan Eve Fay", seer_reveal="wolf_thumb", physical=physical)
    t.upto("seer.look").answer(look="Cid")
    assert t.events("thumb")[0].facts["up"] is up
    assert t.sees("Ann", "thumb", seat="Cid")
    assert not t.sees("Cid", "thumb")
    assert not t.happened("card_seen")


@pytest.mark.parametrize(("side", "up"), [("werewolves", True), ("village", False)])
def test_the_thumb_for_a_wolf_hound_follows_his_choice(side: str, up: bool) -> None:
    """SEER-2, WOLF-4, WOLF-5"""
    t = Table("Ann:seer Bea:werewolf Cid:wolf_hound Dan Eve Fay", seer_reveal="wolf_thumb")
    t.round(look="Bea", choose=side).night(look="Cid")
    assert thumb(t, "Cid") is up


def test_the_thumb_for_a_wild_child_follows_the_model() -> None:
    """SEER-2, WOLF-6, WOLF-7"""
    t = Table(TABLE, seer_reveal="wolf_thumb").round(look="Dan", model="Hal", votes="Hal")
    assert not thumb(t, "Dan")
    t.night(look="Dan")
    assert thumb(t, "Dan")


def test_the_thumb_is_up_for_an_infected_player() -> None:
    """SEER-2, WOLF-8"""
    t = (
        Table(TABLE, seer_reveal="wolf_thumb")
        .round(look="Bea", model="Hal", devour="Eve", infect=True)
        .night(look="Eve")
    )
    assert thumb(t, "Eve")


def test_called_after_the_wolves_she_sees_tonights_infection() -> None:
    """SEER-6, OPT-SEER-POS"""
    t = Table(TABLE, preset="helper").night(model="Hal", devour="Eve", infect=True, look="Eve")
    assert thumb(t, "Eve")


def test_called_before_the_wolves_she_cannot_see_tonights_infection() -> None:
    """SEER-6, OPT-SEER-POS"""
    t = Table(TABLE, seer_reveal="wolf_thumb").night(look="Eve", model="Hal", devour="Eve", infect=True)
    assert not thumb(t, "Eve")


def test_a_child_whose_model_is_only_dying_tonight_is_no_wolf_yet() -> None:
    """SEER-6, GEN-5"""
    t = Table(TABLE, preset="helper").night(model="Hal", devour="Hal", look="Dan")
    assert not thumb(t, "Dan")
    assert t.dawn().is_wolf("Dan")


# -- how long --


def test_infected_she_looks_on() -> None:
    """SEER-7, INF-3"""
    t = Table(TABLE).round(look="Bea", model="Hal", devour="Ann", infect=True).night(look="Eve")
    assert t.sees("Ann", "card_seen", seat="Eve")


def test_despair_ends_her_calls() -> None:
    """SEER-7, DESP-M1, FK-7"""
    t = Table("Ann:seer Bea:werewolf Cid:elder Dan Eve Fay").round(look="Bea", votes="Cid").night()
    assert t.happened("despaired")
    assert t.calls == ["werewolves"]


def test_her_call_is_said_until_her_card_is_shown() -> None:
    """FK-5"""
    t = Table("Ann:seer Bea:werewolf Cid Dan Eve Fay").night(look="Bea", devour="Ann")
    assert t.dawn().day().night().calls == ["werewolves"]
