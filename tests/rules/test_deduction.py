"""Physical cards: what the app works out for itself, and what it refuses because it cannot be."""

from __future__ import annotations

import pytest

from tests.table import Table

VILLAGE = {"simple_villager"}


def test_at_first_everybody_may_hold_anything() -> None:
    """IDENT-4"""
    t = Table("Ann:seer Bea:werewolf Cid Dan", physical=True)
    assert [t.possible(name) for name in t.names] == [{"seer", "werewolf", "simple_villager"}] * 4


def test_dealt_by_the_app_everybody_s_card_is_known() -> None:
    """IDENT-4, SW-KNOWN"""
    t = Table("Ann:seer Bea:werewolf Cid Dan")
    assert [t.possible(name) for name in t.names] == [{"seer"}, {"werewolf"}, VILLAGE, VILLAGE]


def test_a_card_that_is_located_is_nobody_else_s() -> None:
    """IDENT-4"""
    t = Table("Ann:seer Bea:werewolf Cid:witch Dan", physical=True).say(True).say("Ann")
    assert t.possible("Ann") == {"seer"}
    assert [t.possible(name) for name in ("Bea", "Cid", "Dan")] == [{"werewolf", "witch", "simple_villager"}] * 3


def test_after_the_wolves_call_the_others_are_no_wolves() -> None:
    """IDENT-4"""
    t = Table("Ann:hunter Bea:werewolf Cid:werewolf Dan Eve", physical=True).night()
    assert t.possible("Bea") == t.possible("Cid") == {"werewolf"}
    assert t.possible("Ann") == t.possible("Eve") == {"hunter", "simple_villager"}


def test_with_several_copies_a_card_stays_possible_until_the_last_is_found() -> None:
    """IDENT-4"""
    t = Table("Ann:hunter Bea:werewolf Cid:hunter Dan Eve Fay", physical=True).night(devour="Ann").dawn(shoot="Dan")
    assert t.possible("Cid") == t.possible("Eve") == {"hunter", "simple_villager"}
    t.day("Cid", shoot="Eve")
    assert t.possible("Fay") == VILLAGE


def test_several_copies_open_their_eyes_together() -> None:
    """IDENT-4, IDENT-0"""
    t = Table("Ann:witch Bea:werewolf Cid:witch Dan Eve", physical=True).say(True).upto("identify")
    t.refuses("Ann")
    t.refuses(["Ann"])
    t.say(["Ann", "Cid"])
    assert t.possible("Ann") == t.possible("Cid") == {"witch"}
    assert t.possible("Dan") == VILLAGE


def test_what_is_certain_is_not_asked() -> None:
    """IDENT-4, IDENT-0"""
    t = Table("Ann Bea:werewolf Cid:seer Dan Eve", physical=True).night(look="Bea", devour="Dan").dawn()
    assert t.dead == ["Dan"]
    assert t.happened("card_shown", seat="Dan", card="simple_villager")
    assert not t.was_asked("card.shown")


def test_the_last_suspect_is_not_asked_to_open_the_eyes() -> None:
    """IDENT-4, IDENT-0"""
    t = Table("Ann:witch Bea:werewolf Cid:piper Dan:seer", physical=True).night(look="Bea", charm=["Bea", "Dan"])
    asked = [prompt.card for prompt in t.asked if prompt.key == "identify"]
    assert asked == ["seer", "witch"]
    assert t.happened("identified", seat="Cid", card="piper")


def test_an_elder_who_must_be_there_is_not_looked_at() -> None:
    """IDENT-4, IDENT-R7"""
    t = Table("Ann:elder Bea:werewolf Cid:seer", physical=True).night(look="Bea", devour="Ann")
    assert t.possible("Ann") == {"elder"}
    assert t.looked_at == []
    assert t.dawn().dead == []


def test_a_look_of_the_seer_tells_the_app_too() -> None:
    """IDENT-4, SEER-1"""
    t = Table("Ann:seer Bea:werewolf Cid:hunter Dan Eve", physical=True).night(look="Cid")
    assert t.possible("Cid") == {"hunter"}
    assert t.possible("Dan") == VILLAGE


def test_an_impossible_reveal_is_refused_with_the_reason() -> None:
    """IDENT-4, IDENT-2"""
    t = Table("Ann:seer Bea:werewolf Cid:hunter Dan Eve", physical=True).night(look="Bea", devour="Dan").say(True)
    assert t.asks("card.shown")
    assert t.options == ["hunter", "simple_villager"]
    for located in ("werewolf", "seer"):
        refusal = t.refuses(located)
        assert (refusal.key, refusal.rule) == ("answer.refused_card", "IDENT-4")
    assert t.refuses("witch").key == "answer.not_an_option"


def test_an_impossible_look_is_refused_with_the_reason() -> None:
    """IDENT-4, CK-1"""
    t = Table("Ann:elder Bea:werewolf Cid:seer Dan Eve", physical=True)
    t.say(True).upto("seer.card", look="Ann")
    assert t.refuses("seer").rule == "IDENT-4"
    t.say(None).upto("card.look", devour="Ann")
    assert t.refuses("werewolf").rule == "IDENT-4"


def test_an_impossible_identification_is_refused_with_the_reason() -> None:
    """IDENT-4"""
    t = Table("Ann:seer Bea:werewolf Cid:fox Dan Eve", physical=True).say(True).say("Ann").upto("identify", look="Dan")
    assert t.options == ["Bea", "Cid", "Eve"]
    refusal = t.refuses("Ann")
    assert (refusal.key, refusal.rule) == ("answer.refused_seat", "IDENT-4")
    t.say("Cid").upto("werewolves.identify")
    assert t.refuses("Cid").rule == "IDENT-4"


THIEF = "Ann:thief Bea:werewolf Cid:werewolf Dan:seer Eve"


def test_until_they_are_read_the_spares_may_be_anything() -> None:
    """IDENT-4, IDENT-R3"""
    t = Table(THIEF, spares="witch simple_villager", physical=True)
    assert t.possible("Eve") == {"thief", "werewolf", "seer", "witch", "simple_villager"}
    t.say(True).say("Ann").upto("thief.swap")
    assert t.possible("Eve") == {"werewolf", "seer", "simple_villager"}


def test_a_spare_is_nobody_s_card() -> None:
    """IDENT-4, IDENT-R3, FK-2"""
    t = Table(THIEF, spares="witch simple_villager", physical=True).night(look="Bea")
    assert t.fakes == ["witch"]
    assert t.possible("Eve") == VILLAGE


def test_one_copy_may_be_a_spare_and_another_not() -> None:
    """IDENT-4, IDENT-R3, SIB-4"""
    people = "Ann:thief Bea:werewolf Cid:two_sisters Dan Eve"
    t = Table(people, spares="two_sisters werewolf", physical=True).say(True).say("Ann")
    t.upto("identify", spares=["two_sisters", "werewolf"])
    assert t.prompt is not None
    assert (t.prompt.card, t.prompt.low, t.prompt.high) == ("two_sisters", 1, 1)
    t.say("Cid").upto("werewolves.identify")
    assert (t.prompt.low, t.prompt.high) == (1, 1)


def test_a_thief_nobody_answers_for_lies_in_the_middle() -> None:
    """IDENT-4, IDENT-R3, THIEF-7"""
    t = Table("Ann Bea:werewolf Cid:werewolf Dan:seer Eve", spares="thief simple_villager", physical=True)
    t.say(True)
    assert t.asks("identify")
    t.say(None).upto("thief.spares")
    assert "thief" not in t.possible("Ann")
    refusal = t.refuses(["seer", "simple_villager"])
    assert (refusal.key, refusal.rule) == ("answer.impossible", "IDENT-4")
    t.answer(look="Bea")
    assert t.possible("Dan") == {"seer"}


def test_a_spare_cannot_be_a_card_seen_elsewhere() -> None:
    """IDENT-4, IDENT-R3"""
    t = Table(THIEF, spares="witch simple_villager", physical=True).say(True).say("Ann")
    assert t.asks("thief.spares")
    assert t.refuses(["thief", "witch"]).rule == "IDENT-4"
    refusal = t.refuses(["seer", "seer"])
    assert (refusal.key, refusal.rule) == ("answer.refused_card", "IDENT-4")
    assert t.refuses(["hunter", "witch"]).key == "answer.not_an_option"


def test_the_trusted_card_is_never_a_spare() -> None:
    """IDENT-4, TRUST-4"""
    people = "Ann:thief Bea:werewolf Cid:werewolf Dan:trusted_villager Eve"
    t = Table(people, spares="witch simple_villager", physical=True, preset="helper").say(True).say("Ann")
    assert t.refuses(["trusted_villager", "witch"]).rule == "TRUST-4"


def test_the_card_a_thief_laid_aside_is_nobody_s() -> None:
    """IDENT-4, THIEF-9"""
    t = Table(THIEF, spares="witch simple_villager", physical=True).night(swap="witch", look="Bea")
    assert t.possible("Ann") == {"witch"}
    assert t.possible("Eve") == VILLAGE


@pytest.mark.parametrize("physical", [False, True])
def test_a_player_whose_card_a_servant_took_holds_none(physical: bool) -> None:
    """IDENT-4, SERV-9"""
    people = "Ann:devoted_servant Bea:werewolf Cid:hunter Dan Eve"
    t = Table(people, physical=physical).night().dawn().day("Cid", act="Ann")
    assert [t.possible(name) for name in ("Ann", "Cid", "Dan")] == [{"hunter"}, set(), VILLAGE]


def test_a_wrong_entry_can_be_corrected() -> None:
    """IDENT-5"""
    t = Table("Ann:seer Bea:werewolf Cid:fox Dan Eve", physical=True).say(True)
    assert t.prompt is not None
    assert t.prompt.card == "seer"
    t.say("Dan").upto("fox.sniff", look="Bea")
    wrong = next(place for place, answer in enumerate(t.game.answers) if answer.card == "seer")
    t.game = t.game.edit(wrong, t.seat("Ann"))
    assert t.possible("Ann") == {"seer"}
    assert t.game.misfit is None
    assert t.asks("fox.sniff"), "whoever the Seer was, she has looked at that card"


def test_a_correction_asks_only_what_no_longer_fits() -> None:
    """IDENT-5: two were mistaken for each other. One is set right, the other asked for anew; all else stays."""
    people = "Ann:seer Bea:werewolf Cid:defender Dan:cupid Eve Fay Gil"
    t = Table(people, physical=True).night(pair=["Eve", "Fay"], look="Bea", protect="Gil", devour="Gil").dawn()
    given = len(t.game.answers)
    wrong = next(place for place, answer in enumerate(t.game.answers) if answer.card == "cupid")
    t.game = t.game.edit(wrong, t.seat("Cid"))
    assert t.prompt is not None
    assert t.prompt.about.card == "defender"
    assert len(t.game.waiting) == given - len(t.game.answers)
    t.say("Dan")
    assert t.asks("day.debate")
    assert t.game.waiting == ()
    assert len(t.game.answers) == given
    assert [t.possible(name) for name in ("Cid", "Dan")] == [{"cupid"}, {"defender"}]


def test_after_a_correction_the_app_works_everything_out_anew() -> None:
    """IDENT-5"""
    t = Table("Ann:seer Bea:werewolf Cid Dan:hunter Eve", physical=True).night(look="Bea", devour="Dan").say(True)
    assert t.asks("card.shown")
    t.say("simple_villager")
    assert t.asks("day.debate")
    t.game = t.game.edit(len(t.game.answers) - 1, "hunter")
    assert t.asks("hunter.shoot")
    assert t.game.misfit is None


@pytest.mark.parametrize("physical", [False, True])
def test_only_werewolves_are_left_before_they_have_opened_their_eyes(physical: bool) -> None:
    """IDENT-4, WIN-2: every other card lies face up, so there is nothing to wait for."""
    t = Table("Ann:werewolf Bea:werewolf Cid:angel Dan:hunter", physical=physical)
    t.day("Dan", shoot="Cid")
    assert (t.winner, t.winners) == ("werewolves", ["Ann", "Bea"])


def test_werewolves_the_app_has_worked_out_open_their_eyes_like_any() -> None:
    """IDENT-4, IDENT-R1, WIN-3: the Thief has become a White Werewolf who stands in the way of their victory."""
    t = Table(
        "Ann:werewolf Bea:thief Cid:werewolf",
        spares="white_werewolf simple_villager",
        white_blocks_wolf_victory=True,
        physical=True,
    ).say(True)
    t.upto("werewolves.identify", swap="white_werewolf")
    assert t.options == ["Ann", "Cid"]
    assert t.say(["Ann", "Cid"]).is_wolf("Cid")


@pytest.mark.parametrize("physical", [False, True])
def test_as_many_wolves_as_others_are_counted_before_they_have_opened_their_eyes(physical: bool) -> None:
    """IDENT-0, WIN-11, AMD-60: after the Thief's call the cards tell, whoever has dealt them."""
    t = Table(
        "Ann:werewolf Bea:thief Cid:werewolf Dan",
        spares="werewolf seer",
        wolf_parity_shortcut=True,
        physical=physical,
    ).say(True)
    t.answer(swap="seer")
    assert (t.winner, t.winners) == ("werewolves", ["Ann", "Cid"])


@pytest.mark.parametrize("physical", [False, True])
def test_the_last_villager_is_missed_before_the_wolves_have_opened_their_eyes(physical: bool) -> None:
    """IDENT-0, OPT-WOLF-GOAL: nobody but loners is left beside them, whoever holds what."""
    t = Table("Ann:werewolf Bea Cid:angel", wolf_victory="last_villager_dead", physical=physical).day("Bea")
    assert (t.winner, t.winners) == ("werewolves", ["Ann"])


def test_whose_card_is_known_is_known_to_be_no_werewolf_before_the_pack_is() -> None:
    """IDENT-4: of the others nothing can be said yet."""
    t = Table("Ann:seer Bea:werewolf Cid Dan Eve", physical=True).upto("werewolves.identify", look="Cid")
    sure = [t.game.village.surely_wolf(t.seat(name)) for name in ("Ann", "Bea", "Cid", "Dan")]
    assert sure == [False, None, False, None]


@pytest.mark.parametrize("physical", [False, True])
def test_no_card_is_looked_at_while_too_many_others_are_left(physical: bool) -> None:
    """IDENT-0, WIN-11: two Werewolves at most among six before their eyes are open: that decides nothing."""
    people = "Ann:werewolf Bea:werewolf Cid:angel Dan Eve Fay Gus"
    t = Table(people, wolf_parity_shortcut=True, physical=physical).day("Gus")
    assert t.asks("night.falls")
    assert "card.look" not in [prompt.key for prompt in t.game.asked]
