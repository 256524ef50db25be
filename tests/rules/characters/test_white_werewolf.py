"""The White Werewolf."""

from __future__ import annotations

import pytest

from tests.table import Table

TABLE = "Ann:white_werewolf Bea:werewolf Cid:werewolf Dan:witch Eve:defender Fay Gus"


def test_wakes_and_feeds_with_the_pack() -> None:
    """WHITE-1, WHITE-9, WW-2"""
    t = Table(TABLE).say(True).upto("werewolves.devour", protect="Eve")
    assert t.prompt is not None
    assert t.prompt.audience == (1, 2, 3)
    assert t.refuses("Ann").rule == "WW-2"
    assert t.options == ["Dan", "Eve", "Fay", "Gus"]


def test_wakes_alone_on_even_nights_only() -> None:
    """WHITE-2, WHITE-7, OPT-WHITE-CALL"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid Dan Eve")
    heard = []
    for _ in range(4):
        t.night()
        heard.append("white_werewolf" in t.calls)
        t.dawn().day()
    assert heard == [False, True, False, True]


def test_a_skipped_solo_night_does_not_move_the_rhythm() -> None:
    """WHITE-8, WHITE-2"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid Dan Eve").round()
    t.night(white_werewolf_devour=None).dawn().day()
    t.night()
    assert "white_werewolf" not in t.calls
    assert not t.fakes
    t.dawn().day().night(white_werewolf_devour="Bea")
    assert t.dawn().dead == ["Bea"]


def test_the_solo_call_can_be_left_out() -> None:
    """OPT-WHITE-CALL"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid Dan Eve", white_werewolf_solo_call="never_listed").round()
    t.night()
    assert t.calls == ["werewolves"]


def test_may_eliminate_any_other_werewolf_of_whatever_kind() -> None:
    """WHITE-5, WHITE-2, WOLF-4, WOLF-6, WOLF-8"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid:cursed_wolf_father Dan:wolf_hound Eve:wild_child Fay Gus Hal Ida")
    t.night(model="Ida", choose="werewolves", devour="Fay", infect=True).dawn().day("Ida")
    t.say(True).upto("white_werewolf.devour")
    assert t.options == ["Bea", "Cid", "Dan", "Eve", "Fay"]
    assert t.refuses("Gus").rule == "WHITE-5"
    t.refuses("Ann")


def test_a_village_hound_is_not_his_prey() -> None:
    """WHITE-5, WOLF-5"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid:wolf_hound Dan Eve").night(choose="village").dawn().day()
    t.say(True).upto("white_werewolf.devour")
    assert t.options == ["Bea"]


def test_without_another_werewolf_his_call_is_faked() -> None:
    """WHITE-2, FK-4"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid Dan Eve").round("Bea")
    t.night()
    assert t.fakes == ["white_werewolf"]


def test_wins_as_the_sole_survivor_and_not_before() -> None:
    """WHITE-3, WIN-4, WIN-14"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid Dan").round("Bea", devour="Cid")
    assert t.winner is None
    assert t.alive == ["Ann", "Dan"]
    t.night(devour="Dan").dawn()
    assert t.winner == "white_werewolf"
    assert t.winners == ["Ann"]
    assert t.why("won") == "WIN-4"


def test_the_pack_wins_without_him() -> None:
    """WHITE-4, WHITE-10, WIN-3, OPT-WHITE-BLOCKS"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid Dan").round("Dan", devour="Cid")
    assert t.winner == "werewolves"
    assert t.winners == ["Bea"]


def test_where_he_blocks_the_pack_the_hunt_goes_on() -> None:
    """WHITE-10, WIN-3, OPT-WHITE-BLOCKS"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid Dan", preset="pacte").round("Dan", devour="Cid")
    assert t.winner is None
    t.night(white_werewolf_devour="Bea").dawn()
    assert t.winner == "white_werewolf"
    assert t.winners == ["Ann"]


def test_where_he_blocks_the_last_two_votes_tie() -> None:
    """WHITE-10"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid", preset="pacte").night(devour="Cid").dawn()
    t.day({"Ann": "Bea", "Bea": "Ann"})
    assert t.alive == ["Ann", "Bea"]
    assert t.winner is None


def test_where_he_blocks_the_pack_still_wins_once_he_is_dead() -> None:
    """WIN-3, OPT-WHITE-BLOCKS"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid:werewolf Dan", preset="pacte").night(devour="Dan").dawn()
    assert t.winner is None
    t.day("Ann")
    assert t.winner == "werewolves"
    assert t.winners == ["Bea", "Cid"]


def test_his_victim_still_acts_and_dies_at_dawn() -> None:
    """WHITE-6, GEN-5"""
    t = Table("Ann:white_werewolf Bea:cursed_wolf_father Cid:werewolf Dan Eve Fay").round()
    t.night(devour="Dan", white_werewolf_devour="Bea", infect=True)
    assert "Bea" in t.alive
    t.dawn()
    assert t.dead == ["Bea"]
    assert t.is_wolf("Dan")


def test_his_victim_is_not_shown_to_the_witch() -> None:
    """WHITE-6, NR-10, WITCH-17"""
    t = Table(TABLE).round(protect="Eve")
    t.night(protect="Fay", white_werewolf_devour="Bea")
    assert [event.facts["seats"] for event in t.events("victims_shown")] == [(), ()]
    assert t.dawn().dead == ["Bea"]


def test_his_victim_cannot_be_healed() -> None:
    """WHITE-6, NR-10, WITCH-17"""
    t = Table(TABLE, witch_heal_target="any_player").round(protect="Eve")
    t.night(protect="Fay", white_werewolf_devour="Bea", heal="Bea")
    assert t.dawn().dead == ["Bea"]


@pytest.mark.parametrize(("blocks", "dead"), [(True, []), (False, ["Bea"])])
def test_the_defender_stops_him_if_the_table_wants(blocks: bool, dead: list[str]) -> None:
    """WHITE-6, NR-10, DEF-10, SW-DEFENDER-WHITE"""
    t = Table(TABLE, defender_blocks_white=blocks).round(protect="Eve")
    t.night(protect="Bea", white_werewolf_devour="Bea")
    assert t.dawn().dead == dead


def test_counts_as_a_werewolf_for_everybody() -> None:
    """WHITE-9, WOLF-3"""
    t = Table("Ann:white_werewolf Bea:seer Cid:bear_tamer Dan:fox Eve Fay:werewolf Gus", seer_reveal="wolf_thumb")
    t.night(look="Ann", sniff="Bea").dawn()
    assert t.happened("thumb", seat="Ann", up=True)
    assert t.happened("sniffed", up=True)
    assert not t.happened("bear_grunted")
    t.day("Bea").night().dawn()
    assert t.happened("bear_grunted")


def test_a_lover_he_bites_takes_the_other_along() -> None:
    """WHITE-12, LOVE-2"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid:cupid Dan Eve Fay").round(pair=["Bea", "Dan"])
    t.night(white_werewolf_devour="Bea")
    assert t.dawn().dead == ["Bea", "Dan"]


def test_an_infected_hunter_he_bites_shoots() -> None:
    """WHITE-12, HUNTER-10"""
    t = Table("Ann:white_werewolf Bea:cursed_wolf_father Cid:hunter Dan Eve Fay").round(devour="Cid", infect=True)
    t.night(white_werewolf_devour="Cid").dawn(shoot="Ann")
    assert t.dead == ["Cid", "Ann"]


def test_a_sheriff_he_bites_names_the_successor() -> None:
    """WHITE-12, SHERIFF-4"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid Dan Eve", sheriff="Bea").round()
    t.night(white_werewolf_devour="Bea").dawn(heir="Dan")
    assert t.sheriff == "Dan"


def test_a_servant_who_takes_the_card_keeps_his_nights_and_his_goal() -> None:
    """WHITE-7, SERV-M17"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid:devoted_servant Dan Eve Fay").round()
    t.night().dawn().day("Ann", act="Cid").night()
    assert "white_werewolf" not in t.calls
    t.dawn().day("Eve").night(devour="Fay", white_werewolf_devour="Bea").dawn().day("Dan")
    assert t.winner == "white_werewolf"
    assert t.winners == ["Cid"]


def test_with_physical_cards_he_is_found_at_his_own_call() -> None:
    """IDENT-R1, WHITE-7"""
    t = Table(TABLE, physical=True).night(protect="Eve")
    assert {"white_werewolf", "werewolf"} == t.possible("Ann") == t.possible("Bea")
    t.dawn().day().say(True).upto("identify", protect="Fay")
    assert t.prompt is not None
    assert t.prompt.card == "white_werewolf"
    assert t.options == ["Ann", "Bea", "Cid"]
    t.answer(white_werewolf_devour="Bea")
    assert t.possible("Cid") == {"werewolf"}
    assert t.dawn().dead == ["Bea"]


def test_with_physical_cards_the_sole_survivor_shows_whether_he_is_the_white() -> None:
    """IDENT-R1, WHITE-3, OPT-WHITE-CALL"""
    people = "Ann:white_werewolf Bea:werewolf Cid Dan"
    t = Table(people, physical=True, white_werewolf_solo_call="never_listed").round("Bea", devour="Cid")
    t.night(devour="Dan").dawn()
    assert t.winner == "white_werewolf"
