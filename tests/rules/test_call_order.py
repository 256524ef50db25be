"""The call order: who is called, and after whom, in each preset."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table


def names(text: str) -> list[str]:
    return text.split()


PACT_N1 = names("""thief actor cupid seer fox lovers wandering_judge two_sisters three_brothers wild_child bear_tamer
             defender werewolves cursed_wolf_father big_bad_wolf witch piper charmed""")
PACT_NX = names("""actor seer fox defender werewolves white_werewolf cursed_wolf_father big_bad_wolf witch piper
             charmed""")
HELPER_N1 = names("""thief actor little_girl cupid lovers fox wandering_judge two_sisters three_brothers wild_child
               bear_tamer defender werewolves cursed_wolf_father big_bad_wolf seer witch piper charmed""")
HELPER_NX = names("""actor fox defender werewolves white_werewolf cursed_wolf_father big_bad_wolf seer witch piper
               charmed""")
CLASSIC_N1 = names("thief cupid lovers seer werewolves witch")
CLASSIC_NX = names("seer werewolves witch")

# Every character that fits into one deck: an Actor's three cards must stay in the box.
EVERYBODY = """Wolf:werewolf Big:big_bad_wolf Father:cursed_wolf_father White:white_werewolf Hound:wolf_hound
    Thief:thief Actor:actor Cupid:cupid Seer:seer Fox:fox Judge:wandering_judge Sue:two_sisters Sal:two_sisters
    Ben:three_brothers Bob:three_brothers Bud:three_brothers Child:wild_child Bear:bear_tamer Guard:defender
    Witch:witch Piper:piper Girl:little_girl Elder:elder Idiot:village_idiot Maid:devoted_servant Angel:angel
    Bigot:prejudiced_manipulator Trust:trusted_villager Vic Vera"""
BASE = "Thief:thief Cupid:cupid Seer:seer Wolf:werewolf Lupo:werewolf Witch:witch Girl:little_girl Dan:hunter Vic Vera"


def full_table(preset: str, **options: Any) -> Table:
    people = [person.partition(":")[0] for person in EVERYBODY.split()]
    t = Table(
        EVERYBODY,
        spares="simple_villager simple_villager",
        trio="hunter scapegoat knight_with_the_rusty_sword",
        groups={name: "left" if seat % 2 else "right" for seat, name in enumerate(people)},
        preset=preset,
        **options,
    )
    if t.asks("trusted_villager.holder"):
        t.answer()
    return t.day() if t.asks("day.debate") else t  # the Angel's opening vote


def first_night(t: Table, **also: Any) -> Table:
    t.night(
        pair=["Vic", "Vera"],
        seer_look="Vic",
        model="Vic",
        protect="Vera",
        big_bad_wolf_devour="Bear",
        charm=["Vic", "Vera"],
        **also,
    )
    return t


def hound(physical: bool) -> dict[str, Any]:
    """With physical cards the count of open eyes tells; otherwise the Wolf-Hound is asked."""
    return {} if physical else {"choose": "village"}


def later_night(t: Table, protect: str, prey: str, **also: Any) -> Table:
    t.dawn().day().night(seer_look="Vic", protect=protect, big_bad_wolf_devour=prey, charm=["Vic", "Vera"], **also)
    return t


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize("preset", ["pact", "pacte"])
def test_the_reference_list_of_pact(preset: str, physical: bool) -> None:
    """OPT-SEER-POS, OPT-LOVERS-POS, OPT-BEAR-CALL, OPT-LG-CALL, OPT-SIBLINGS, OPT-WHITE-CALL, WHITE-7"""
    t = full_table(preset, physical=physical, piper_targets_new_only=False)
    assert first_night(t, **hound(physical)).calls == PACT_N1
    assert later_night(t, "Trust", "Idiot").calls == PACT_NX
    assert later_night(t, "Vera", "Angel").calls == [name for name in PACT_NX if name != "white_werewolf"]
    assert later_night(t, "Trust", "Maid").calls == PACT_NX


@pytest.mark.parametrize("physical", [False, True])
def test_the_reference_list_of_helper(physical: bool) -> None:
    """OPT-SEER-POS, OPT-LOVERS-POS, OPT-LG-CALL, OPT-SIBLINGS, OPT-ANGEL-OPENING, FK-6"""
    t = full_table("helper", physical=physical)
    assert first_night(t, swap="simple_villager", play="hunter", **hound(physical)).calls == HELPER_N1
    assert later_night(t, "Trust", "Idiot", play="scapegoat").calls == HELPER_NX
    third = later_night(t, "Vera", "Angel", play="knight_with_the_rusty_sword").calls
    assert third == [name for name in HELPER_NX if name != "white_werewolf"]
    assert later_night(t, "Trust", "Maid").calls == [name for name in HELPER_NX if name != "actor"]


@pytest.mark.parametrize("physical", [False, True])
def test_the_reference_list_of_classic(physical: bool) -> None:
    """OPT-LOVERS-POS, OPT-SEER-POS, OPT-LG-CALL"""
    t = Table(BASE, spares="simple_villager simple_villager", preset="classic", physical=physical)
    assert t.night(pair=["Vic", "Vera"], seer_look="Vic").calls == CLASSIC_N1
    assert t.dawn().day().night(seer_look="Vic").calls == CLASSIC_NX


def order(people: str, night: dict[str, Any] | None = None, **options: Any) -> list[str]:
    """The calls of a first night."""
    return Table(people, **options).night(**(night or {})).calls


SEEN = "Ann:seer Bea:werewolf Cid:cupid Dan:fox Eve:witch Fay Gus"
PAIR = {"pair": ["Fay", "Gus"], "look": "Fay"}


@pytest.mark.parametrize(
    ("position", "calls"),
    [
        ("before_werewolves", ["cupid", "seer", "fox", "lovers", "werewolves", "witch"]),
        ("after_werewolves", ["cupid", "fox", "lovers", "werewolves", "seer", "witch"]),
    ],
)
def test_the_seer_s_place(position: str, calls: list[str]) -> None:
    """OPT-SEER-POS"""
    assert order(SEEN, PAIR, seer_position=position) == calls


@pytest.mark.parametrize(
    ("position", "calls"),
    [
        ("after_fox", ["cupid", "seer", "fox", "lovers", "werewolves", "witch"]),
        ("after_cupid", ["cupid", "lovers", "seer", "fox", "werewolves", "witch"]),
    ],
)
def test_the_lovers_place(position: str, calls: list[str]) -> None:
    """OPT-LOVERS-POS"""
    assert order(SEEN, PAIR, lovers_position=position) == calls


def test_after_the_wolves_the_seer_sees_tonight_s_infection() -> None:
    """OPT-SEER-POS, SEER-6"""
    people = "Ann:seer Bea:cursed_wolf_father Cid Dan Eve Fay"
    late = Table(people, seer_position="after_werewolves", seer_reveal="wolf_thumb")
    assert late.night(devour="Cid", infect=True, look="Cid").sees("Ann", "thumb", seat="Cid", up=True)
    early = Table(people, seer_position="before_werewolves", seer_reveal="wolf_thumb")
    assert early.night(devour="Cid", infect=True, look="Cid").sees("Ann", "thumb", seat="Cid", up=False)


@pytest.mark.parametrize("called", [True, False])
def test_the_bear_tamer_s_identification(called: bool) -> None:
    """OPT-BEAR-CALL, IDENT-R5"""
    t = Table("Ann:bear_tamer Bea:werewolf Cid Dan Eve", bear_tamer_called_n1=called, physical=True).night()
    assert ("bear_tamer" in t.calls) == called
    assert t.dawn().happened("bear_grunted") == called


@pytest.mark.parametrize("called", [True, False])
def test_the_little_girl_s_identification(called: bool) -> None:
    """OPT-LG-CALL, IDENT-R6"""
    t = Table("Ann:little_girl Bea:werewolf Cid:cupid Dan Eve", little_girl_called_n1=called, physical=True)
    t.night(pair=["Dan", "Eve"])
    assert t.calls[:2] == (["little_girl", "cupid"] if called else ["cupid", "lovers"])
    assert t.happened("identified", card="little_girl") == called
    assert "little_girl" not in t.dawn().day().night().calls


@pytest.mark.parametrize(("wanted", "nights"), [("even_nights", [2, 4]), ("never_listed", [])])
def test_the_white_werewolf_s_own_nights(wanted: str, nights: list[int]) -> None:
    """OPT-WHITE-CALL, WHITE-7"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid Dan Eve", white_werewolf_solo_call=wanted)
    heard = []
    for night in range(1, 5):
        if "white_werewolf" in t.night().calls:
            heard.append(night)
        t.dawn().day()
    assert heard == nights
