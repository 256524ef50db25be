"""Physical cards: what the app asks for, when, and why."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import desk
from nightcall.words import Words
from tests.table import Table

CALLED: dict[str, dict[str, Any]] = {
    "cupid": {"pair": ["Bea", "Cid"]},
    "seer": {"look": "Bea"},
    "fox": {},
    "wandering_judge": {},
    "wild_child": {"model": "Bea"},
    "defender": {"protect": "Cid"},
    "witch": {},
    "piper": {"charm": ["Bea", "Cid"]},
    "bear_tamer": {},
}


def test_a_card_is_asked_for_only_when_a_rule_needs_it() -> None:
    """IDENT-0, IDENT-R8, IDENT-R10, IDENT-R15"""
    t = Table("Ann:hunter Bea:werewolf Cid:village_idiot Dan:knight_with_the_rusty_sword Eve Fay", physical=True)
    t.night(devour="Eve")
    assert [prompt.key for prompt in t.asked if prompt.key != "night.falls"] == [
        "werewolves.identify",
        "werewolves.devour",
    ]
    t.dawn()
    assert t.was_asked("card.shown")
    assert t.looked_at == []


@pytest.mark.parametrize("card", list(CALLED))
def test_a_role_with_a_call_is_found_when_it_opens_its_eyes(card: str) -> None:
    """IDENT-0, IDENT-R4, IDENT-R5"""
    t = Table(f"Ann:{card} Bea:werewolf Cid Dan Eve", physical=True).say(True).upto("identify")
    assert t.prompt is not None
    assert t.prompt.card == card
    assert t.prompt.rule == "IDENT-0"
    t.answer(**CALLED[card])
    assert t.possible("Ann") == {card}
    assert t.happened("identified", seat="Ann", card=card)
    assert not t.sees("Cid", "identified")
    t.dawn().day().say(True)
    assert not t.asks("identify")


def test_an_actor_is_found_at_his_call() -> None:
    """IDENT-R4"""
    t = Table("Ann:actor Bea:werewolf Cid Dan Eve", trio="seer fox hunter", physical=True).night()
    assert t.possible("Ann") == {"actor"}


@pytest.mark.parametrize(
    ("card", "people"),
    [
        ("two_sisters", "Ann:two_sisters Bea:two_sisters Cid Dan:werewolf Eve"),
        ("three_brothers", "Ann:three_brothers Bea:three_brothers Cid:three_brothers Dan:werewolf Eve"),
    ],
)
def test_siblings_are_found_together(card: str, people: str) -> None:
    """IDENT-R4"""
    t = Table(people, physical=True).say(True).upto("identify")
    assert t.prompt is not None
    copies = list(t.cards.values()).count(card)
    assert (t.prompt.low, t.prompt.high) == (copies, copies)
    t.refuses(["Ann"])
    t.answer()
    assert t.possible("Bea") == {card}


def test_the_thief_is_found_and_both_spares_are_read() -> None:
    """IDENT-R3, THIEF-7"""
    t = Table("Ann:thief Bea:werewolf Cid:werewolf Dan Eve", spares="seer witch", physical=True)
    t.say(True)
    assert t.asks("identify")
    t.say("Ann")
    assert t.asks("thief.spares")
    t.answer(swap="seer", look="Bea")
    assert t.possible("Ann") == {"seer"}
    assert t.possible("Dan") == {"simple_villager"}


def test_a_player_who_swaps_or_turns_is_known_the_same_night() -> None:
    """IDENT-3"""
    t = Table("Ann:thief Bea:werewolf Cid:wild_child Dan Eve", spares="werewolf witch", physical=True)
    t.night(swap="werewolf", model="Dan")
    assert t.possible("Ann") == {"werewolf"}
    assert t.possible("Cid") == {"wild_child"}
    assert t.looked_at == []


def test_silent_roles_are_called_on_the_first_night_if_the_table_wants() -> None:
    """IDENT-0, SW-IDENT-N1, INS-3"""
    people = "Ann:elder Bea:werewolf Cid:hunter Dan Eve"
    t = Table(people, physical=True, identify_silent_roles_n1=["elder", "hunter"]).night(devour="Ann")
    assert t.calls == ["elder", "hunter", "werewolves"]
    assert t.possible("Cid") == {"hunter"}
    assert t.looked_at == []


def test_the_pack_is_seen_before_its_exact_cards() -> None:
    """IDENT-R1, IDENT-4"""
    t = Table("Ann:cursed_wolf_father Bea:big_bad_wolf Cid:werewolf Dan Eve Fay", physical=True)
    t.say(True).upto("werewolves.identify")
    assert t.prompt is not None
    assert (t.prompt.low, t.prompt.high) == (3, 3)
    t.say(["Ann", "Bea", "Cid"])
    assert t.possible("Ann") == t.possible("Cid") == {"cursed_wolf_father", "big_bad_wolf", "werewolf"}
    assert t.possible("Dan") == {"simple_villager"}
    t.answer(werewolves_devour="Dan", big_bad_wolf_devour="Eve")
    assert t.possible("Ann") == {"cursed_wolf_father"}
    assert t.possible("Bea") == {"big_bad_wolf"}
    assert t.possible("Cid") == {"werewolf"}


def test_a_hound_among_the_open_eyes_stays_unknown_until_his_card_is_shown() -> None:
    """IDENT-R2, HOUND-5"""
    t = Table("Ann:wolf_hound Bea:werewolf Cid:werewolf Dan Eve Fay", physical=True)
    t.joining_hounds = {"Ann"}
    t.say(True).upto("werewolves.identify")
    assert t.prompt is not None
    assert (t.prompt.low, t.prompt.high) == (2, 3)
    t.answer()
    assert t.possible("Ann") == t.possible("Bea") == {"wolf_hound", "werewolf"}
    assert t.possible("Dan") == {"simple_villager"}
    assert t.is_wolf("Ann")
    t.dawn().day("Ann")
    assert t.possible("Bea") == {"werewolf"}
    assert t.looked_at == []


def test_a_hound_who_kept_his_eyes_closed_is_one_of_the_others() -> None:
    """IDENT-R2, HOUND-5, IDENT-4"""
    t = Table("Ann:wolf_hound Bea:werewolf Cid:werewolf Dan Eve Fay", physical=True).night(devour="Dan")
    assert t.possible("Bea") == {"werewolf"}
    assert t.possible("Ann") == t.possible("Eve") == {"wolf_hound", "simple_villager"}
    t.dawn().day().night()
    assert not t.was_asked("wolf_hound.choose")


def test_a_hound_found_later_does_not_choose_again() -> None:
    """IDENT-R2, HOUND-1"""
    people = "Ann:wolf_hound Bea:werewolf Cid:seer Dan Eve Fay"
    t = Table(people, physical=True).night(look="Bea").dawn().day().night(look="Ann")
    assert t.possible("Ann") == {"wolf_hound"}
    assert not t.was_asked("wolf_hound.choose")
    t.dawn().day().night(look="Dan")
    assert not t.was_asked("wolf_hound.choose")
    assert not t.is_wolf("Ann")


def test_a_hound_with_a_call_of_his_own_is_found_there() -> None:
    """IDENT-R2, INS-2"""
    t = Table("Ann:wolf_hound Bea:werewolf Cid Dan Eve", physical=True, wolf_hound_call="own_call")
    t.night(choose="werewolves")
    assert t.possible("Ann") == {"wolf_hound"}
    assert t.is_wolf("Ann")


def test_the_elder_is_looked_for_at_every_bite_until_he_is_found() -> None:
    """IDENT-R7, CK-1, IDENT-1"""
    people = "Ann:elder Bea:werewolf Cid:big_bad_wolf Dan Eve Fay Gus"
    t = Table(people, physical=True).say(True).upto("card.look", werewolves_devour="Dan")
    assert t.prompt is not None
    assert t.prompt.audience == ()
    assert t.prompt.rule == "CK-1"
    t.answer(big_bad_wolf_devour="Eve")
    assert t.looked_at == ["Dan", "Eve"]
    t.dawn().day().night(werewolves_devour="Ann", big_bad_wolf_devour="Fay")
    assert t.looked_at == ["Dan", "Eve", "Ann"]


def test_the_card_is_lifted_before_the_next_call() -> None:
    """IDENT-1, CK-1"""
    t = Table("Ann:elder Bea:werewolf Cid:witch Dan Eve", physical=True).say(True).upto("card.look", devour="Ann")
    assert t.prompt is not None
    assert [event.facts["call"] for event in t.events("called")] == ["werewolves"]
    t.say("elder")
    assert t.asks("identify")
    assert t.prompt.card == "witch"


def test_the_girl_is_looked_for_when_a_protected_player_is_bitten() -> None:
    """IDENT-R6, CK-1"""
    people = "Ann:little_girl Bea:werewolf Cid:defender Dan Eve"
    t = Table(people, physical=True).night(protect="Dan", devour="Eve")
    assert t.looked_at == []
    t = Table(people, physical=True).night(protect="Ann", devour="Ann")
    assert t.looked_at == ["Ann"]
    assert t.dawn().dead == ["Ann"]


def test_a_caught_girl_is_found() -> None:
    """IDENT-R6"""
    t = Table("Ann:little_girl Bea:werewolf Cid Dan Eve", physical=True).night(devour="Dan", caught="Ann")
    assert t.possible("Ann") == {"little_girl"}
    assert t.dawn().dead == ["Ann"]


def test_in_the_helper_the_girl_has_a_call() -> None:
    """IDENT-R6, OPT-LG-CALL"""
    t = Table("Ann:little_girl Bea:werewolf Cid Dan Eve", physical=True, preset="helper").night()
    assert t.calls == ["little_girl", "werewolves"]
    assert t.possible("Ann") == {"little_girl"}


@pytest.mark.parametrize("card", ["piper", "prejudiced_manipulator", "angel", "wild_child", "elder"])
def test_an_infected_player_is_looked_at_where_the_card_matters(card: str) -> None:
    """IDENT-R16, IDENT-3, CK-1"""
    groups = {"Ann": "a", "Bea": "b", "Cid": "a", "Dan": "a", "Eve": "a"}
    people = f"Ann Bea:cursed_wolf_father Cid:{card} Dan Eve"
    first: dict[str, dict[str, Any]] = {"wild_child": {"model": "Dan"}, "piper": {"charm": ["Dan", "Eve"]}}
    t = Table(people, physical=True, groups=groups, angel_opening_vote=False)
    t.night(devour="Ann", infect=True, **first.get(card, {}))
    assert t.looked_at == ([] if card == "wild_child" else ["Ann"])


def test_an_infected_player_is_not_looked_at_where_the_card_does_not_matter() -> None:
    """IDENT-R16, IDENT-0"""
    t = Table("Ann:hunter Bea:cursed_wolf_father Cid Dan Eve", physical=True).night(devour="Ann", infect=True)
    assert t.is_wolf("Ann")
    assert t.looked_at == []


def test_every_eliminated_player_s_card_is_entered() -> None:
    """IDENT-2, IDENT-R8, GEN-4"""
    t = Table("Ann:hunter Bea:werewolf Cid Dan:hunter Eve Fay", physical=True).night(devour="Ann").dawn(shoot="Cid")
    shown = [(event.facts["seat"], event.facts["card"]) for event in t.events("card_shown")]
    assert shown == [(1, "hunter"), (3, "simple_villager")]


def test_the_scapegoat_must_come_forward_at_a_tie() -> None:
    """IDENT-R9, SCAPE-4"""
    t = Table("Ann:scapegoat Bea:werewolf Cid Dan Eve", physical=True).night().dawn()
    t.upto("scapegoat.declare", debate="vote", ballots={"Bea": "Cid", "Cid": "Dan"})
    assert t.options == ["Ann", "Cid", "Dan", "Eve"]
    t.refuses(None)
    assert t.refuses("Bea").rule == "IDENT-4"
    assert t.answer(voters=["Cid"]).dead == ["Ann"]


def test_before_the_spares_are_read_no_scapegoat_need_come_forward() -> None:
    """IDENT-R9, SCAPE-4"""
    people = "Ann:angel Bea:werewolf Cid:werewolf Dan:thief Eve"
    t = Table(people, spares="scapegoat simple_villager", physical=True)
    t.day({"Bea": "Cid", "Cid": "Dan"})
    assert t.was_asked("scapegoat.declare")
    assert t.dead == []
    assert "scapegoat" not in t.possible("Ann")


def test_the_idiot_shows_himself_when_voted_out() -> None:
    """IDENT-R10"""
    t = Table("Ann:village_idiot Bea:werewolf Cid Dan Eve", physical=True).night().dawn().day("Ann")
    assert t.happened("pardoned", seat="Ann")
    assert t.looked_at == []


def test_the_servant_shows_herself_and_the_card_taken_is_looked_at() -> None:
    """IDENT-R11"""
    people = "Ann:devoted_servant Bea:werewolf Cid:hunter Dan Eve"
    t = Table(people, physical=True).night().dawn()
    t.upto("devoted_servant.act", debate="vote", ballots={"Dan": "Cid"})
    assert t.options == ["Ann", "Dan", "Eve"]
    t.answer(act="Ann")
    assert t.looked_at == ["Cid"]
    assert t.possible("Ann") == {"hunter"}
    assert not t.sees("Dan", "card_shown", seat="Cid")


def test_the_trusted_villager_is_known_from_the_deal() -> None:
    """IDENT-R14, TRUST-1"""
    t = Table("Ann Bea:werewolf Cid:trusted_villager Dan", physical=True)
    assert t.asks("trusted_villager.holder")
    assert t.prompt is not None
    assert t.prompt.audience == "public"
    t.say("Cid")
    assert t.asks("night.falls")
    assert t.possible("Cid") == {"trusted_villager"}


def test_in_the_helper_the_trusted_villager_is_found_only_when_shown() -> None:
    """IDENT-R14, OPT-TRUSTED-PUBLIC"""
    t = Table("Ann Bea:werewolf Cid:trusted_villager Dan", physical=True, preset="helper")
    assert t.asks("night.falls")


def test_the_charmed_are_known_from_the_action() -> None:
    """IDENT-R20"""
    t = Table("Ann:piper Bea:werewolf Cid Dan", physical=True).night(charm=["Bea", "Cid"]).dawn().day("Dan")
    assert t.winner == "piper"
    assert t.looked_at == []


def test_the_end_needs_no_card_that_makes_no_difference() -> None:
    """IDENT-0, WIN-20, ANGEL-3"""
    t = Table("Ann:angel Bea:werewolf Cid Dan Eve Fay", physical=True).day().night(devour="Cid").dawn().day("Bea")
    assert t.winner == "village"
    assert t.winners == ["Ann", "Cid", "Dan", "Eve", "Fay"]
    assert t.looked_at == []


def test_where_only_one_card_is_possible_the_list_names_it() -> None:
    """IDENT-0: nobody has told the app, and it need not be told."""
    t = Table("Ann:werewolf Bea:werewolf Cid:seer Dan Eve Fay", physical=True).night(look="Dan", devour="Eve")
    held = [desk.holding(t.game.village, seat, Words("en")) for seat in (1, 3, 4)]
    assert held == ["Werewolf", "Seer", "Simple Villager"]
