"""The second card of a Double You player: who sees it, where it goes."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import view
from nightcall.desk import travel
from tests.rules.variants.doubled import BIG, SMALL, Doubled
from tests.table import Table

PEOPLE = {
    SMALL: "Ann:seer Bea:hunter Cid:witch+werewolf Dan:cupid Eve:defender Fay:elder Gus:scapegoat+werewolf",
    BIG: "Ann:seer+defender Bea:hunter Cid:witch+werewolf Dan Eve Fay:elder Gus:scapegoat+werewolf",
}
FORMS = pytest.mark.parametrize("form", [SMALL, BIG])
PHYSICAL = pytest.mark.parametrize("physical", [False, True])


def table(form: str, more: str = "", **options: Any) -> Doubled:
    return Doubled(PEOPLE[form], variants=f"{form} {more}", seer_reveal="card", **options)


def first_night(t: Doubled, **answers: Any) -> Doubled:
    """Up to the first debate."""
    pair = {"pair": ["Dan", "Eve"]} if t.setup.variants[0] == SMALL else {}
    t.upto("night.falls")
    t.night(**{"look": "Bea", "protect": "Ann", "devour": None, **pair, **answers})
    t.dawn()
    return t


def depart(t: Doubled, name: str) -> dict[str, Any]:
    t.say("hamlets.depart").say(name)
    t.upto("day.debate")
    return travel.travellers(t.game)[-1]


def arrive(t: Table, traveller: dict[str, Any], name: str) -> None:
    t.game = travel.arrive(t.game, traveller | {"name": name})
    t.names = list(t.game.players)


# -- seeing --


def test_a_seat_sees_its_own_two_cards() -> None:
    """DBL-3: the public none of them, until they are turned up."""
    t = table(BIG)
    mine, public = view(t.game, 3).seats[2], view(t.game).seats[2]
    assert {mine.card, mine.second} == {"witch", "werewolf"}
    assert (public.card, public.second) == ("", "")
    assert (view(t.game, 1).seats[2].card, view(t.game, 1).seats[2].second) == ("", "")
    first_night(t).day("Cid")
    public = view(t.game).seats[2]
    assert {public.card, public.second} == {"witch", "werewolf"}


def test_the_open_card_is_the_second_one() -> None:
    """DBL-1, DBL-2: seen by all from the beginning; the hidden one by its owner alone."""
    t = table(SMALL)
    assert [seat.second for seat in view(t.game).seats][:3] == ["seer", "hunter", "witch"]
    assert (view(t.game).seats[2].card, view(t.game, 3).seats[2].card) == ("", "werewolf")
    assert view(t.game, 3).to_json()["seats"][2]["second"] == "witch"


# -- travelling --


@FORMS
@PHYSICAL
def test_it_travels_with_its_owner(form: str, physical: bool) -> None:
    """HAML-3: with what is used up about it. The Werewolf card comes first, for villages where one card is all."""
    t = first_night(table(form, "community_of_hamlets", physical=physical), poison="Fay")
    cid = depart(t, "Cid")
    assert (cid["card"], cid["second"], cid["wolf"], cid["used"]) == ("werewolf", "witch", "", ["poison"])
    there = first_night(table(form, "community_of_hamlets", physical=physical))
    arrive(there, cid, "Hal")
    assert there.is_wolf("Hal")
    there.day().night(look="Dan", protect="Bea", devour="Eve")
    assert [prompt.key for prompt in there.asked if prompt.seat == 8] == ["witch.heal"]


@FORMS
@PHYSICAL
def test_nobody_here_answers_its_call_any_more(form: str, physical: bool) -> None:
    """HAML-3, FK-1, FK-5: openly in the small form, as a fake in the big one."""
    t = first_night(table(form, "community_of_hamlets", physical=physical))
    depart(t, "Cid")
    t.day().night(look="Dan", protect="Bea", devour="Eve")
    assert ("witch" in t.calls) == (form == BIG)
    assert ("witch" in t.fakes) == (form == BIG)


def test_whoever_returns_has_both_again() -> None:
    """HAML-3, DBL-1: the open card lies open again."""
    t = first_night(table(SMALL, "community_of_hamlets"))
    cid = depart(t, "Cid")
    arrive(t, cid, "Cid")
    assert view(t.game).seats[2].second == "witch"
    assert view(t.game, 3).seats[2].card == "werewolf"
    t.day().night(look="Dan", protect="Bea", devour="Eve")
    assert "witch" in t.calls
    assert "witch" not in t.fakes


def test_a_village_with_one_card_each_takes_the_first() -> None:
    """HAML-3: a second one means nothing there."""
    t = first_night(table(BIG, "community_of_hamlets"))
    cid = depart(t, "Cid")
    there = Table("Ike:werewolf Jim Kay Leo Mia", variants="community_of_hamlets")
    there.night(devour="Jim").dawn()
    arrive(there, cid, "Cid")
    assert there.is_wolf("Cid")
    assert not there.was_asked("hamlets.second")


def test_a_stranger_may_come_with_one_card_only() -> None:
    """DBL-3, VARX-1: then there is none to turn up beside it."""
    t = first_night(table(BIG, "community_of_hamlets"))
    arrive(t, {"card": "simple_villager"}, "Zoe")
    t.cards["Zoe"] = "simple_villager"
    t.day("Zoe")
    assert t.dead == ["Zoe"]
    assert not t.happened("second_shown", seat="Zoe")


@FORMS
@PHYSICAL
def test_a_servant_from_elsewhere_takes_one_card(form: str, physical: bool) -> None:
    """SERV-1, SERV-3, VARX-1: the one the village's rules speak of; she is told which."""
    t = first_night(table(form, "community_of_hamlets", physical=physical))
    arrive(t, {"card": "devoted_servant"}, "Zoe")
    t.day("Bea", act="Zoe")
    (taken,) = t.events("card_taken")
    assert taken.facts["card"] in t.hands["Bea"]
    assert [card.name for card in t.game.village.powers_of(8)] == [taken.facts["card"]]
    assert not t.happened("card_shown", seat="Bea")


# -- events --


def test_a_buried_player_is_looked_at_card_by_card() -> None:
    """BURY-1, DBL-3: the moderator is asked for both, once each, and neither is shown."""
    people = PEOPLE[BIG].replace("elder", "simple_villager")  # or the bite itself would need a look
    t = Doubled(people, variants=BIG, in_force="burial", events="eclipse", physical=True, seer_reveal="wolf_thumb")
    first_night(t, devour="Dan")
    assert [prompt.key for prompt in t.asked if prompt.seat == 4] == ["card.shown", "card.shown"]
    assert not t.happened("card_shown", seat="Dan")
    assert not t.happened("second_shown", seat="Dan")


@FORMS
@PHYSICAL
@pytest.mark.parametrize("timing", ["before_victims", "after_victims"])
def test_a_miracle_leaves_a_simple_villager(form: str, physical: bool, timing: str) -> None:
    """MIRA-1, MIRA-4: both cards are laid aside, and with them their powers."""
    t = table(form, events="miracle", physical=physical, event_timing=timing)
    first_night(t).day()
    t.night(look="Dan", protect="Bea", devour="Ann").dawn().day()
    assert t.dead == []
    assert "Ann" in t.alive
    t.night(devour="Eve", **({"protect": "Fay"} if form == SMALL else {}))
    assert not [card for card in t.game.village.powers_of(1) if card.name != "simple_villager"]
    assert "seer" not in t.calls or "seer" in t.fakes
    seat = view(t.game, 1).seats[0]
    assert (seat.card, seat.second) == ("simple_villager", "")
    assert (view(t.game).seats[0].card, view(t.game).seats[0].second) == ("", "")
