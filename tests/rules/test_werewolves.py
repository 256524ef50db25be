"""Who counts as a Werewolf: every kind of player, seen by every rule that asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from tests.table import Table


@dataclass(frozen=True)
class Kind:
    """One line of the table: what Xan is, and what the rules say of it."""

    rule: str
    card: str
    is_wolf: bool
    seen: str
    """The card the Seer is shown."""
    ends_meal: bool
    """Whether Xan's elimination ends the Big Bad Wolf's second meal."""
    how: str = ""
    """What makes Xan so."""


KINDS = {
    "werewolf": Kind("WOLF-1", "werewolf", True, "werewolf", True),
    "wolf_father": Kind("WOLF-1", "cursed_wolf_father", True, "cursed_wolf_father", True),
    "big_bad_wolf": Kind("WOLF-2", "big_bad_wolf", True, "big_bad_wolf", True),
    "white_werewolf": Kind("WOLF-3", "white_werewolf", True, "white_werewolf", True),
    "wolf_hound_with_the_pack": Kind("WOLF-4", "wolf_hound", True, "wolf_hound", True, "joins"),
    "wolf_hound_of_the_village": Kind("WOLF-5", "wolf_hound", False, "wolf_hound", True, "stays"),
    "wild_child_turned": Kind("WOLF-6", "wild_child", True, "wild_child", True, "model dies"),
    "wild_child_waiting": Kind("WOLF-7", "wild_child", False, "wild_child", True, "model lives"),
    "infected": Kind("WOLF-8", "hunter", True, "hunter", False, "infected"),
    "thief_with_a_wolf_card": Kind("WOLF-9", "thief", True, "werewolf", True, "steals"),
    "servant_with_a_wolf_card": Kind("WOLF-9", "devoted_servant", True, "cursed_wolf_father", True, "serves"),
    "thief": Kind("WOLF-13", "thief", False, "thief", False),
    "servant": Kind("WOLF-13", "devoted_servant", False, "devoted_servant", False),
    "actor": Kind("WOLF-13", "actor", False, "actor", False),
    "lapsed_angel": Kind("WOLF-13", "angel", False, "angel", False),
}
EVERY_KIND = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


def second_night(kind: Kind, cast: str = "", *, right: str = "", **options: Any) -> Table:
    """Up to the second nightfall: Xan between two villagers (or Rob as told), a Wolf-Father, and whoever else."""
    t = Table(
        f"Xan:{kind.card} Lea Wil:cursed_wolf_father Mod {cast} Ned Ott Rob{right}",
        spares="werewolf simple_villager" if kind.card == "thief" else "",
        trio="scapegoat village_idiot wandering_judge" if kind.card == "actor" else "",
        big_bad_wolf_second_meal="may",
        **options,
    )
    if kind.card == "angel":
        t.day()
    night: dict[str, Any] = {"look": "Ned"} if ":seer" in cast else {}
    if kind.card == "wolf_hound":
        night["choose"] = "werewolves" if kind.how == "joins" else "village"
    if kind.card == "wild_child":
        night["model"] = "Mod"
    if kind.how == "infected":
        night |= {"devour": "Xan", "infect": True}
    if kind.how == "steals":
        night["swap"] = "werewolf"
    t.night(**night).dawn()
    if kind.how == "serves":
        return t.day("Wil", act="Xan")
    return t.day("Mod" if kind.how == "model dies" else None)


@EVERY_KIND
def test_wakes_with_the_pack(kind: Kind) -> None:
    """WOLF-1, WOLF-2, WOLF-3, WOLF-4, WOLF-5, WOLF-6, WOLF-7, WOLF-8, WOLF-9, WOLF-13"""
    t = second_night(kind, "Big:big_bad_wolf").upto("werewolves.devour")
    assert t.prompt is not None
    assert (t.seat("Xan") in t.prompt.audience) is kind.is_wolf


@EVERY_KIND
def test_may_not_be_devoured_if_a_werewolf(kind: Kind) -> None:
    """WOLF-1, WOLF-2, WOLF-3, WOLF-4, WOLF-5, WOLF-6, WOLF-7, WOLF-8, WOLF-9, WOLF-13, WW-2"""
    t = second_night(kind, "Big:big_bad_wolf").upto("werewolves.devour")
    assert ("Xan" in t.options) is not kind.is_wolf
    if kind.is_wolf:
        assert t.refuses("Xan").rule == "WW-2"
    t.upto("big_bad_wolf.devour", werewolves="Ned")
    assert ("Xan" in t.options) is not kind.is_wolf


@EVERY_KIND
def test_is_smelt_by_the_fox(kind: Kind) -> None:
    """WOLF-1, WOLF-2, WOLF-3, WOLF-4, WOLF-5, WOLF-6, WOLF-7, WOLF-8, WOLF-9, WOLF-13"""
    t = second_night(kind, "Fox:fox").night(sniff="Xan")
    assert t.events("sniffed")[0].facts["up"] is kind.is_wolf


@EVERY_KIND
def test_makes_the_bear_grunt(kind: Kind) -> None:
    """WOLF-1, WOLF-2, WOLF-3, WOLF-4, WOLF-5, WOLF-6, WOLF-7, WOLF-8, WOLF-9, WOLF-13"""
    t = second_night(kind, right=":bear_tamer")
    before = len(t.events("bear_grunted"))
    t.night().dawn()
    assert (len(t.events("bear_grunted")) > before) is kind.is_wolf


@EVERY_KIND
def test_catches_the_knights_disease(kind: Kind) -> None:
    """WOLF-1, WOLF-2, WOLF-3, WOLF-4, WOLF-5, WOLF-6, WOLF-7, WOLF-8, WOLF-9, WOLF-13"""
    t = second_night(kind, "Big:big_bad_wolf", right=":knight_with_the_rusty_sword").night(werewolves="Rob").dawn()
    assert t.happened("diseased", seat="Xan") is kind.is_wolf


@EVERY_KIND
def test_shows_the_seer_the_card(kind: Kind) -> None:
    """WOLF-1, WOLF-2, WOLF-3, WOLF-4, WOLF-5, WOLF-6, WOLF-7, WOLF-8, WOLF-9, WOLF-13, SEER-5"""
    t = second_night(kind, "Sia:seer").night(look="Xan")
    assert t.events("card_seen")[-1].facts["card"] == kind.seen


@EVERY_KIND
def test_turns_the_seers_thumb(kind: Kind) -> None:
    """WOLF-1, WOLF-2, WOLF-3, WOLF-4, WOLF-5, WOLF-6, WOLF-7, WOLF-8, WOLF-9, WOLF-13, SEER-2"""
    t = second_night(kind, "Sia:seer", seer_reveal="wolf_thumb").night(look="Xan")
    assert t.events("thumb")[-1].facts["up"] is kind.is_wolf


@EVERY_KIND
def test_must_be_dead_for_a_village_victory(kind: Kind) -> None:
    """WOLF-1, WOLF-2, WOLF-3, WOLF-4, WOLF-5, WOLF-6, WOLF-7, WOLF-8, WOLF-9, WOLF-13, WIN-1"""
    t = second_night(kind).night().dawn()
    if "Wil" in t.alive:
        t.day("Wil")
    assert t.winner == (None if kind.is_wolf else "village")
    if kind.is_wolf:
        if t.asks("night.falls"):
            t.night().dawn()
        t.day("Xan", **({"shoot": "Ned"} if kind.card == "hunter" else {}))
        assert t.winner == "village"


@EVERY_KIND
def test_is_a_target_of_the_white_werewolf(kind: Kind) -> None:
    """WOLF-1, WOLF-2, WOLF-3, WOLF-4, WOLF-5, WOLF-6, WOLF-7, WOLF-8, WOLF-9, WOLF-13, WHITE-5"""
    own = kind.card == "white_werewolf"
    t = second_night(kind, "" if own else "Whi:white_werewolf").upto("white_werewolf.devour")
    assert ("Xan" in t.options) is (kind.is_wolf and not own)
    assert "Wil" in t.options or kind.how == "serves"


@pytest.mark.parametrize("name", [name for name in KINDS if name != "big_bad_wolf"])
def test_ends_the_big_bad_wolfs_second_meal(name: str) -> None:
    """WOLF-1, WOLF-3, WOLF-4, WOLF-5, WOLF-6, WOLF-7, WOLF-8, WOLF-9, WOLF-13, BBW-6"""
    kind = KINDS[name]
    t = second_night(kind, "Big:big_bad_wolf").upto("big_bad_wolf.devour").answer().dawn()
    t.day("Xan", **({"shoot": "Ned"} if kind.card == "hunter" else {})).night(werewolves="Lea")
    assert ("big_bad_wolf" in t.calls) is not kind.ends_meal


def test_without_its_own_card_the_pack_has_no_big_bad_wolf() -> None:
    """WOLF-2"""
    t = second_night(KINDS["big_bad_wolf"]).night(werewolves="Ned").dawn().day("Xan").night()
    assert t.calls == ["werewolves", "cursed_wolf_father"]


# -- when a status begins --


def test_an_infected_player_wakes_with_the_pack_from_the_next_night_on() -> None:
    """WOLF-8, WW-7"""
    t = Table("Ann:cursed_wolf_father Bea Cid Dan Eve").upto("cursed_wolf_father.infect", devour="Bea")
    assert not t.is_wolf("Bea")
    t.say(True).answer()
    assert t.is_wolf("Bea")
    assert t.calls.count("werewolves") == 1
    t.dawn().day().upto("werewolves.devour")
    assert t.prompt is not None
    assert t.prompt.audience == (t.seat("Ann"), t.seat("Bea"))


def test_an_infected_player_counts_at_once_for_bear_and_thumb() -> None:
    """WOLF-8, BEAR-5, SEER-6"""
    t = Table("Ann:cursed_wolf_father Bea Cid:bear_tamer Dan:seer Eve", preset="helper")
    t.night(devour="Bea", infect=True, look="Bea").dawn()
    assert t.events("thumb")[0].facts["up"] is True
    assert t.happened("bear_grunted")


def test_a_wolf_hound_who_has_not_chosen_is_no_werewolf() -> None:
    """WOLF-5, AMD-2"""
    t = Table("Ann:wolf_hound Bea:fox Cid:werewolf Dan Eve Fay Gus").night(sniff="Gus", choose="werewolves")
    assert t.events("sniffed")[0].facts["up"] is False
    assert t.is_wolf("Ann")
