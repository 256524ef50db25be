"""The Thief."""

from __future__ import annotations

import pytest

from nightcall import InvalidSetup, Setup, play
from tests.table import Table

TABLE = "Ann:thief Bea:werewolf Cid:werewolf Dan Eve Fay Gus"


def test_the_deck_holds_two_cards_more_than_there_are_players() -> None:
    """THIEF-1, GEN-19"""
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(6, {"thief": 1, "werewolf": 2, "simple_villager": 3})
    (fault,) = caught.value.faults
    assert (fault.key, fault.facts["wanted"]) == ("setup.deck_size", 8)
    deck = {"thief": 1, "werewolf": 2, "simple_villager": 5}
    village = play(Setup.of(6, deck, seed=1, cards_known_to_app=True)).village
    assert len(village.cards.of) == 6
    assert len(village.cards.spares) == 2


@pytest.mark.parametrize(("villagers", "warned"), [(1, True), (2, False)])
def test_two_simple_villagers_are_added(villagers: int, warned: bool) -> None:
    """THIEF-1"""
    deck = ["thief", "werewolf", "werewolf", *["hunter", "seer", "elder"][villagers - 1 :], "witch", "cupid"]
    deck += ["simple_villager"] * villagers
    warnings = {fault.key: fault.rule for fault in Setup.of(len(deck) - 2, deck).warnings()}
    assert ("warning.spare_villagers" in warnings) is warned
    assert warnings.get("warning.spare_villagers", "THIEF-1") == "THIEF-1"


def test_sees_both_spares_and_may_keep_his_card() -> None:
    """THIEF-2"""
    t = Table(TABLE, spares="hunter werewolf").night()
    assert t.sees("Ann", "spares_seen", cards=("hunter", "werewolf"))
    assert not t.sees("Bea", "spares_seen")
    assert not t.sees(None, "spares_seen")
    assert not t.happened("stole")
    assert not t.is_wolf("Ann")


def test_may_exchange_his_card_for_either_spare() -> None:
    """THIEF-2"""
    t = Table(TABLE, spares="hunter werewolf").upto("night.falls").say(True).upto("thief.swap")
    assert t.options == ["hunter", "werewolf"]
    t.refuses("seer")
    assert t.answer(swap="hunter").sees("Ann", "stole", card="hunter")
    assert not t.sees(None, "stole")


@pytest.mark.parametrize(
    ("spares", "must"),
    [
        ("werewolf werewolf", True),
        ("big_bad_wolf cursed_wolf_father", True),
        ("white_werewolf werewolf", True),
        ("werewolf wolf_hound", False),
        ("wild_child werewolf", False),
        ("wild_child wolf_hound", False),
        ("werewolf simple_villager", False),
    ],
)
def test_must_exchange_if_both_spares_are_werewolves(spares: str, must: bool) -> None:
    """THIEF-2, THIEF-5"""
    t = Table(TABLE, spares=spares).say(True).upto("thief.swap")
    assert t.prompt is not None
    assert t.prompt.optional is not must
    if must:
        t.refuses(None)


def test_must_always_exchange_under_the_helper() -> None:
    """THIEF-2, H-N1-1"""
    t = Table(TABLE, spares="hunter simple_villager", preset="helper").say(True).upto("thief.swap")
    t.refuses(None)
    assert t.answer(swap="simple_villager").sees("Ann", "stole", card="simple_villager")


def test_plays_the_new_card_for_the_rest_of_the_game() -> None:
    """THIEF-3, THIEF-9, SEER-5"""
    t = Table("Ann:thief Bea:werewolf Cid:werewolf Dan:seer Eve Fay", spares="hunter simple_villager")
    t.night(swap="hunter", look="Ann")
    assert t.sees("Dan", "card_seen", seat="Ann", card="hunter")
    t.dawn().day().night(look="Bea", devour="Ann").dawn()
    assert t.sees(None, "card_shown", seat="Ann", card="hunter")
    assert t.asks("hunter.shoot")


def test_without_exchange_he_is_a_villager_and_stays_the_thief() -> None:
    """THIEF-4, WIN-18"""
    t = Table("Ann:thief Bea:werewolf Cid:seer Dan Eve", spares="werewolf simple_villager")
    t.night(look="Ann", devour="Ann").dawn()
    assert t.sees("Cid", "card_seen", seat="Ann", card="thief")
    assert t.sees(None, "card_shown", seat="Ann", card="thief")
    t.day("Bea")
    assert (t.winner, "Ann" in t.winners) == ("village", True)


def test_acts_in_the_new_role_the_same_night() -> None:
    """THIEF-6"""
    t = Table(TABLE, spares="seer simple_villager").night(swap="seer", look="Bea")
    assert t.calls.index("thief") == 0
    assert t.fakes == []
    assert t.sees("Ann", "card_seen", seat="Bea", card="werewolf")


def test_is_called_on_the_first_night_only() -> None:
    """THIEF-2, FK-10"""
    t = Table(TABLE, spares="seer simple_villager").night(devour="Gus")
    assert t.calls[0] == "thief"
    t.dawn().day().night()
    assert "thief" not in t.calls


def test_a_thief_in_the_middle_is_called_all_the_same() -> None:
    """THIEF-7, FK-2"""
    t = Table("Ann:seer Bea:werewolf Cid:werewolf Dan Eve", spares="thief witch", physical=True).night(look="Bea")
    assert t.sees(None, "called", call="thief")
    assert "thief" in t.fakes
    assert t.was_asked("thief.spares")
    assert "spares" not in t.calls  # a look in silence
    assert t.happened("spares_read", cards=("thief", "witch"))
    assert "witch" in t.fakes  # what lies in the middle is known now


def test_the_moderator_records_the_spares_with_the_thief() -> None:
    """THIEF-7, IDENT-R3"""
    t = Table(TABLE, spares="seer witch", physical=True).say(True).upto("thief.spares")
    assert [prompt.key for prompt in t.asked][-1] == "identify"
    assert t.game.village.knows(t.seat("Ann")) is not None
    t.refuses(["seer", "thief"])  # the Thief has just opened his eyes
    t.answer(swap="witch")
    assert t.events("spares_read")[0].audience == ()
    assert [prompt.key for prompt in t.asked].count("thief.spares") == 1
    assert t.fakes == ["seer"]
    assert t.asks("dawn.breaks")


@pytest.mark.parametrize("physical", [False, True])
def test_before_the_first_night_he_is_a_villager(physical: bool) -> None:
    """THIEF-8"""
    t = Table("Ann:thief Bea:werewolf Cid:seer Dan:angel Eve:werewolf Fay", spares="hunter witch", physical=physical)
    t.day("Ann")
    assert t.sees(None, "card_shown", seat="Ann", card="thief")
    t.night(look="Bea")
    assert "thief" not in t.calls
    assert not t.was_asked("thief.swap")
    assert t.was_asked("thief.spares") is physical
    assert t.fakes == ["witch"]


OPENING = "Ann:thief Bea:werewolf Cid:angel Dan Eve Fay"


@pytest.mark.parametrize("physical", [False, True])
def test_before_his_call_nobody_wins_because_no_werewolf_lives(physical: bool) -> None:
    """AMD-60, WIN-1, WIN-20, ANGEL-1: he may still become the last one, or not; the app knows it no sooner."""
    t = Table(OPENING, spares="werewolf seer", physical=physical).day("Bea")
    assert t.dead == ["Bea"]
    assert t.winner is None
    t.night(swap="werewolf", devour="Dan").dawn()
    assert t.is_wolf("Ann")
    t = Table(OPENING, spares="werewolf seer", physical=physical).day("Bea").night(swap=None)
    assert t.calls == ["thief"], "victory is looked for again directly after his call"
    assert t.winner == "village"


@pytest.mark.parametrize("physical", [False, True])
def test_where_he_lies_in_the_middle_himself_his_call_is_waited_for_too(physical: bool) -> None:
    """AMD-60, THIEF-7"""
    t = Table(OPENING.replace("thief", "seer"), spares="werewolf thief", physical=physical).day("Bea")
    assert t.winner is None
    t.night()
    assert t.calls == ["thief"]
    assert t.winner == "village"


@pytest.mark.parametrize("physical", [False, True])
def test_without_a_werewolf_in_the_middle_the_village_has_won_at_once(physical: bool) -> None:
    """AMD-60, WIN-1: every Werewolf has been seen dead."""
    people = "Ann:thief Bea:werewolf Cid:angel Dan Eve Fay:werewolf"
    t = Table(people, spares="seer witch", houses="Dan:barber_shop Fay:farm_1", physical=physical)
    t.day("Bea", debate=["barber_shop.cut", "vote"], cut="Fay")
    assert t.dead == ["Fay", "Bea"]
    assert t.winner == "village"


def test_a_servant_who_took_his_card_is_waited_for_as_well() -> None:
    """AMD-60, SERV-M13: she looks at the middle the next night."""
    people = "Ann:thief Bea:werewolf Cid:devoted_servant Dan:wandering_judge Eve Fay Gus"
    t = Table(people, spares="werewolf seer").night(sign="wink").dawn()
    t.day(["Ann", "Bea"], act="Cid", signed=True)
    assert t.dead == ["Ann", "Bea"]
    assert t.winner is None
    assert t.night().winner == "village"
    assert t.calls[-1] == "thief"


def test_his_old_card_is_out_of_the_game() -> None:
    """THIEF-9"""
    t = Table(TABLE, spares="seer witch", physical=True).night(swap="witch")
    assert [card.name for card in t.game.village.cards.spares] == ["seer"]
    assert not any("thief" in t.possible(name) for name in t.names)
    t.dawn().day("Ann")
    assert t.sees(None, "card_shown", seat="Ann", card="witch")
    assert not t.happened("card_shown", card="thief")


def test_the_spares_come_before_the_actors_cards() -> None:
    """THIEF-10, ACTOR-5"""
    with pytest.raises(InvalidSetup) as caught:
        Table("Ann:thief Bea:werewolf Cid:actor Dan Eve", spares="seer werewolf", trio="seer witch hunter")
    assert [(fault.key, fault.rule) for fault in caught.value.faults] == [("setup.actor_not_in_box", "ACTOR-5")]
