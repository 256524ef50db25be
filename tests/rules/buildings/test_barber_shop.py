"""The Barber Shop."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

HOUSES = "Ann:church Bea:barber_shop Cid:farm_1 Dan:farm_2 Eve:farm_3"


def morning(people: str, houses: str = HOUSES, *, night: dict[str, Any] | None = None, **options: Any) -> Table:
    return Table(people, houses=houses, **options).night(**(night or {})).dawn()


def test_cutting_a_werewolf_he_survives() -> None:
    """BARB-1, BARB-2, BARB-4"""
    t = morning("Ann:werewolf Bea Cid:werewolf Dan Eve Fay").day(debate=["barber_shop.cut", "vote"], cut="Ann")
    assert t.dead == ["Ann"]
    assert t.happened("card_shown", seat="Ann", card="werewolf")
    assert t.sees(None, "died", seat="Ann", cause="razor")


def test_cutting_anybody_else_he_dies_at_once_too() -> None:
    """BARB-2, BARB-4: both fall together."""
    t = morning("Ann:werewolf Bea:hunter Cid Dan Eve Fay").upto("hunter.shoot", debate="barber_shop.cut", cut="Cid")
    assert t.dead == ["Cid", "Bea"]  # both before anybody reacts
    assert t.why("died", seat="Bea") == "BARB-2"
    assert t.refuses("Cid").rule == "HUNTER-5"
    t.say("Ann")
    assert t.winner == "village"


def test_the_barber_decides_and_nobody_else() -> None:
    """BARB-1"""
    t = morning("Ann:werewolf Bea Cid:werewolf Dan Eve Fay")
    [shop] = t.game.village.named("barber_shop")
    assert "barber_shop.cut" in t.options
    assert shop.user(t.game.village, "barber_shop.cut") == t.seat("Bea")


def test_it_works_once() -> None:
    """BARB-1"""
    t = (
        morning("Ann:werewolf Bea Cid:werewolf Dan Eve Fay")
        .upto("barber_shop.cut", debate="barber_shop.cut")
        .say("Ann")
    )
    assert "barber_shop.cut" not in t.options
    t.day().night().dawn()
    assert "barber_shop.cut" not in t.options


def test_not_a_vagabond_and_not_himself() -> None:
    """BARB-1, BARB-5, VAG-1"""
    t = morning("Ann:werewolf Bea Cid Dan Eve Fay").upto("barber_shop.cut", debate="barber_shop.cut")
    assert t.options == ["Ann", "Cid", "Dan", "Eve"]
    assert t.refuses("Fay").rule == "VAG-1"
    assert t.refuses("Bea").rule == "BARB-5"


def test_with_nobody_but_vagabonds_there_is_nothing_to_cut() -> None:
    """VAG-1, BARB-5, GEN-11"""
    assert morning("Ann:werewolf Bea Cid Dan", "Bea:barber_shop").options == ["vote"]


def test_a_house_whose_power_is_spent_is_still_a_house() -> None:
    """VAG-3: its owner is no Vagabond."""
    t = morning("Ann:werewolf Bea Cid Dan Eve Fay").upto(
        "barber_shop.cut", debate=["church.confess", "barber_shop.cut"], confess="Cid"
    )
    assert "Ann" in t.options


def test_the_elder_dies_at_the_first_cut() -> None:
    """BARB-3, ELDER-2, ELDER-13: Elder and Barber die, and the village despairs."""
    t = morning("Ann:werewolf Bea Cid:elder Dan:seer Eve Fay", night={"look": "Ann"})
    t.day(debate=["barber_shop.cut", "vote"], cut="Cid", powers="go_on")
    assert t.dead == ["Cid", "Bea"]
    assert t.happened("despaired")
    t.night()
    assert "seer" not in t.calls


def test_cutting_the_elder_need_not_mean_despair() -> None:
    """ELDER-2, OPT-ELDER-DESPAIR"""
    people = "Ann:werewolf Bea Cid:elder Dan:seer Eve Fay"
    t = morning(people, night={"look": "Ann"}, elder_despair_causes=["vote"])
    t.day(debate=["barber_shop.cut", "vote"], cut="Cid")
    assert t.dead == ["Cid", "Bea"]
    assert not t.happened("despaired")


def test_nobody_is_safe_from_him() -> None:
    """BARB-5: the Barkeep in his Pub, the Lord, a pardoned Idiot, and whoever the Defender guards."""
    people = "Ann:werewolf Bea Cid:village_idiot Dan:defender Eve Fay Guy"
    houses = "Ann:church Bea:barber_shop Cid:farm_1 Dan:manor Eve:pub Fay:farm_2"
    for victim in ("Cid", "Dan", "Eve", "Fay"):
        t = morning(people, houses, night={"protect": "Fay"})
        t.upto("barber_shop.cut", debate="barber_shop.cut").say(victim)
        assert t.dead == [victim, "Bea"], victim
        assert not t.happened("pardoned")
        assert not t.was_asked("manor.pardon")


def test_it_is_no_vote() -> None:
    """BARB-6: the Servant cannot step forward; BARB-4: the card is shown."""
    t = morning("Ann:werewolf Bea Cid:seer Dan:devoted_servant Eve Fay", night={"look": "Ann"})
    t.upto("barber_shop.cut", debate="barber_shop.cut").say("Cid")
    assert not t.was_asked("devoted_servant.act")
    assert t.happened("card_shown", seat="Cid", card="seer")
    assert t.asks("day.debate")


def test_after_the_vote_before_night_falls() -> None:
    """BARB-6, AMD-33: with a victory check at once."""
    t = morning("Ann:werewolf Bea Cid Dan Eve Fay").day("Fay")
    assert t.asks("day.powers")
    t.say("barber_shop.cut").say("Ann")
    assert t.winner == "village"


def test_a_condemned_barber_may_still_cut() -> None:
    """BARB-6, BLD-6: he takes somebody with him, or saves nothing by hitting a Werewolf."""
    t = morning("Ann:werewolf Bea Cid:werewolf Dan Eve Fay").day("Bea")
    assert t.asks("day.powers")
    assert "barber_shop.cut" in t.options
    t.say("barber_shop.cut").say("Ann")
    assert t.dead == ["Ann", "Bea"]
    assert t.events("died", seat="Bea")[0].facts["cause"] == "vote"
    t = morning("Ann:werewolf Bea:village_idiot Cid:werewolf Dan Eve Fay").day("Bea")
    t.say("barber_shop.cut").say("Dan")
    assert t.dead == ["Dan", "Bea"]
    assert not t.happened("pardoned")
    assert len(t.events("died", seat="Bea")) == 1


def test_a_barber_who_is_a_werewolf() -> None:
    """BARB-7: what counts is the target."""
    people = "Ann:werewolf Bea:werewolf Cid Dan Eve Fay"
    assert morning(people).day(debate=["barber_shop.cut", "vote"], cut="Ann").dead == ["Ann"]
    assert morning(people).upto("barber_shop.cut", debate="barber_shop.cut").say("Cid").dead == ["Cid", "Bea"]


WOLFISH: list[tuple[str, str, dict[str, Any], bool, bool]] = [
    ("WOLF-1", "Cid:werewolf", {}, True, True),
    ("WOLF-1", "Cid:cursed_wolf_father", {}, True, True),
    ("WOLF-2", "Cid:big_bad_wolf", {"big_bad_wolf_devour": "Guy"}, True, True),
    ("WOLF-3", "Cid:white_werewolf", {}, True, True),
    ("WOLF-4", "Cid:wolf_hound", {"choose": "werewolves"}, True, False),
    ("WOLF-5", "Cid:wolf_hound", {"choose": "village"}, False, False),
    ("WOLF-6", "Cid:wild_child", {"model": "Guy", "werewolves_devour": "Guy"}, True, False),
    ("WOLF-7", "Cid:wild_child", {"model": "Guy"}, False, False),
    ("WOLF-13", "Cid:devoted_servant", {}, False, False),
]


@pytest.mark.parametrize(("rule", "who", "night", "now", "printed"), WOLFISH)
@pytest.mark.parametrize("option", ["any_current_werewolf", "printed_wolf_cards"])
def test_who_is_a_werewolf_to_him(
    rule: str, who: str, night: dict[str, Any], now: bool, printed: bool, option: str
) -> None:
    """OPT-BARBER-WOLF, BARB-2, WOLF-1, WOLF-2, WOLF-3, WOLF-4, WOLF-5, WOLF-6, WOLF-7, WOLF-13"""
    people = f"Ann:werewolf Bea {who} Dan Eve Fay Guy Hal"
    t = morning(people, night=night, barber_werewolf=option)
    t.upto("barber_shop.cut", debate="barber_shop.cut").say("Cid")
    survives = now if option == "any_current_werewolf" else printed
    assert ("Bea" in t.alive) == survives, rule
    assert "Cid" in t.dead


@pytest.mark.parametrize(("preset", "survives"), [("pact", True), ("pacte", False)])
def test_an_infected_player_is_one_only_by_state(preset: str, survives: bool) -> None:
    """WOLF-8, OPT-BARBER-WOLF, BARB-4: his survival betrays the infection, as the preset has it."""
    people = "Ann:cursed_wolf_father Bea Cid Dan Eve Fay"
    t = morning(people, night={"devour": "Cid", "infect": True}, preset=preset)
    t.upto("barber_shop.cut", debate="barber_shop.cut").say("Cid")
    assert ("Bea" in t.alive) == survives
    assert t.happened("card_shown", seat="Cid", card="simple_villager")


@pytest.mark.parametrize("option", ["any_current_werewolf", "printed_wolf_cards"])
def test_a_thief_or_servant_with_a_wolf_card_is_one(option: str) -> None:
    """WOLF-9, OPT-BARBER-WOLF"""
    t = Table("Ann:werewolf Bea Cid:thief Dan Eve Fay", spares="werewolf seer", houses=HOUSES, barber_werewolf=option)
    t.night(swap="werewolf").dawn().upto("barber_shop.cut", debate="barber_shop.cut").say("Cid")
    assert t.dead == ["Cid"]


@pytest.mark.parametrize("physical", [True, False])
def test_before_the_first_night_the_card_tells(physical: bool) -> None:
    """BARB-2, BARB-4, BLD-4: on the opening day nobody has seen the pack yet."""
    people = "Ann:werewolf Bea Cid:angel Dan Eve:werewolf Fay"
    t = Table(people, houses=HOUSES, physical=physical)
    t.upto("barber_shop.cut", debate="barber_shop.cut").say("Ann").upto("day.debate")
    assert t.dead == ["Ann"]
    assert t.looked_at == []
    t = Table(people, houses=HOUSES, physical=physical)
    t.upto("barber_shop.cut", debate="barber_shop.cut").say("Dan").upto("day.debate")
    assert t.dead == ["Dan", "Bea"]


def test_a_lover_who_may_do_no_harm_cannot_cut_the_partner() -> None:
    """OPT-LOVERS-HARM, BARB-5"""
    people = "Ann:werewolf Bea Cid:cupid Dan Eve Fay"
    t = morning(people, night={"cupid": ["Bea", "Dan"]}, lovers_restriction="no_harm")
    t.upto("barber_shop.cut", debate="barber_shop.cut")
    assert "Dan" not in t.options
    t = morning(people, night={"cupid": ["Bea", "Dan"]}, lovers_restriction="vote_only")
    t.upto("barber_shop.cut", debate="barber_shop.cut").say("Dan")
    assert t.dead == ["Dan", "Bea"]


OPTIONS = ["any_current_werewolf", "printed_wolf_cards"]


@pytest.mark.parametrize("option", OPTIONS)
def test_a_convert_has_a_wolf_card(option: str) -> None:
    """WOLF-10, OPT-BARBER-WOLF: Backfire has exchanged the card."""
    t = Table(
        "Ann:werewolf Bea Cid Dan Eve Fay",
        houses="Bea:barber_shop Cid:farm_1",
        events="backfire",
        barber_werewolf=option,
    )
    t.night().dawn().day(powers="go_on").night().dawn().day(powers="go_on").night(devour="Cid").dawn()
    t.upto("barber_shop.cut", debate="barber_shop.cut").say("Cid")
    assert t.dead == ["Cid"]


@pytest.mark.parametrize("option", OPTIONS)
def test_a_double_agent_is_none(option: str) -> None:
    """WOLF-11, OPT-BARBER-WOLF"""
    t = Table(
        "Ann:werewolf Bea Cid Dan Eve Fay",
        houses="Bea:barber_shop Cid:farm_1",
        in_force="double_agent",
        barber_werewolf=option,
    )
    t.upto("double_agent.point").answer(point="Cid").night().dawn()
    t.upto("barber_shop.cut", debate="barber_shop.cut").say("Cid")
    assert t.dead == ["Cid", "Bea"]


@pytest.mark.parametrize("option", OPTIONS)
def test_nor_is_a_hunter_after_the_full_moon(option: str) -> None:
    """WOLF-12, OPT-BARBER-WOLF"""
    t = Table(
        "Ann:werewolf Bea Cid:witch Dan Eve Fay",
        houses="Bea:barber_shop Cid:farm_1",
        events="full_moon_rising",
        barber_werewolf=option,
    )
    t.night().dawn().day(powers="go_on").night().dawn().day(powers="go_on").night(look="Dan", devour="Fay").dawn()
    t.upto("barber_shop.cut", debate="barber_shop.cut").say("Cid")
    assert t.dead == ["Fay", "Cid", "Bea"]
