"""The Church."""

from __future__ import annotations

import pytest

from tests.table import Table

TABLE = "Ann:werewolf Bea:seer Cid:witch Dan:hunter Eve Fay"


def quiet(people: str = TABLE, **more: object) -> Table:
    """The first morning after a night without a victim."""
    t = Table(people, **{"houses": "Eve:church", **more})  # type: ignore[arg-type]
    return t.night(look="Fay") if "seer" in people else t.night()


def test_somebody_shows_the_confessor_the_card() -> None:
    """CONF-1: the Confessor alone sees which card it is; everybody sees whose."""
    t = quiet().dawn().day(debate=["church.confess", "vote"], confess="Ann")
    assert t.sees(None, "confessed", seat="Ann", by="Eve")
    assert t.sees("Eve", "card_seen", seat="Ann", card="werewolf")
    others = ("Ann", "Bea", "Cid", "Dan", "Fay", None)
    assert not any(t.sees(other, "card_seen", card="werewolf") for other in others)
    assert t.alive == ["Ann", "Bea", "Cid", "Dan", "Eve", "Fay"]


def test_it_works_once() -> None:
    """CONF-1, BLD-1: neither later that day nor on another one."""
    t = quiet().dawn()
    assert "church.confess" in t.options
    t.upto("church.confess", debate="church.confess").say("Ann")
    assert t.asks("day.debate")
    assert "church.confess" not in t.options
    t.day()
    assert t.asks("night.falls")
    t.night(look="Ann").dawn()
    assert "church.confess" not in t.options


def test_even_after_the_vote() -> None:
    """CONF-1, AMD-33: once the vote is over and before night falls."""
    t = quiet().dawn().day("Fay", powers="go_on")
    assert t.dead == ["Fay"]
    assert t.asks("day.powers")
    assert t.options == ["go_on", "church.confess"]
    t.say("church.confess").say("Dan")
    assert t.sees("Eve", "card_seen", seat="Dan", card="hunter")
    assert t.asks("night.falls")


def test_condemned_the_confessor_may_still_ask() -> None:
    """BLD-6, CONF-1: until the own card is shown."""
    t = quiet().dawn().day("Eve")
    assert t.asks("day.powers")
    assert not t.happened("card_shown")
    t.say("church.confess").say("Ann")
    assert t.sees("Eve", "card_seen", card="werewolf")
    assert t.dead == ["Eve"]


def test_he_may_hear_the_condemned() -> None:
    """AMD-59, CONF-1: between somebody else's verdict and the shown card, before the Lord is asked."""
    t = quiet(houses="Eve:church Fay:manor").dawn().day("Bea")
    assert t.asks("day.powers")
    assert t.dead == []
    assert not t.was_asked("manor.pardon")
    t.say("church.confess").say("Bea")
    assert t.sees("Eve", "card_seen", seat="Bea", card="seer")
    assert t.asks("manor.pardon")
    t.answer(pardon=None)
    assert t.dead == ["Bea"]


def test_several_condemned_are_one_moment() -> None:
    """AMD-59, DIST-1: the question comes once, and any of them may be heard."""
    t = quiet(events="great_distrust").dawn().day(powers="go_on").night(look="Fay").dawn()
    t.day(friendless=["Bea", "Cid"])
    assert t.asks("day.powers")
    t.say("go_on")
    assert t.dead == ["Bea", "Cid"]


def test_the_dead_are_not_asked_nor_the_confessor_himself() -> None:
    """CONF-2"""
    t = Table(TABLE, houses="Eve:church").night(look="Fay", devour="Bea").dawn()
    t.upto("church.confess", debate="church.confess")
    assert t.options == ["Ann", "Cid", "Dan", "Fay"]


def test_a_dead_confessor_asks_nobody() -> None:
    """CONF-1"""
    t = Table(TABLE, houses="Eve:church").night(look="Fay", devour="Eve").dawn()
    assert t.options == ["vote"]


def test_the_card_as_it_lies() -> None:
    """CONF-2, SEER-5: an infected player shows the old card."""
    t = Table("Ann:cursed_wolf_father Bea:witch Cid Dan Eve", houses="Eve:church")
    t.night(devour="Cid", infect=True).dawn().day(debate=["church.confess", "vote"], confess="Cid")
    assert t.is_wolf("Cid")
    assert t.sees("Eve", "card_seen", seat="Cid", card="simple_villager")


def test_a_card_being_taken_cannot_be_asked_for() -> None:
    """CONF-2: between the Servant's step and the fall nothing is offered; then the victim is dead."""
    t = quiet("Ann:werewolf Bea:devoted_servant Cid:witch Dan:hunter Eve Fay").dawn()
    t.day("Dan", powers="go_on", devoted_servant_act="Bea")
    assert t.dead == ["Dan"]
    assert t.asks("day.powers")
    t.say("church.confess")
    assert "Dan" not in t.options
    t.say("Bea")
    assert t.sees("Eve", "card_seen", seat="Bea", card="hunter")


@pytest.mark.parametrize("power", [{"infect": True}, {}])
def test_despair_and_infection_do_not_touch_it(power: dict[str, bool]) -> None:
    """BLD-5, CONF-1"""
    people = "Ann:cursed_wolf_father Bea:elder Cid Dan Eve Fay"
    t = Table(people, houses="Eve:church").night(devour="Eve" if power else None, **power).dawn()
    t.day("Bea", debate="vote", powers="go_on")
    assert t.happened("despaired")
    t.say("church.confess").say("Ann")
    assert t.sees("Eve", "card_seen", card="cursed_wolf_father")


def test_with_physical_cards_the_app_need_not_be_told() -> None:
    """CONF-1, CONF-2: the moderator may tell it which card was shown, or not."""
    t = quiet(physical=True).dawn().upto("church.card", debate="church.confess", confess="Dan")
    assert t.prompt is not None
    assert t.prompt.low == 0
    t.say(None)
    assert t.sees("Eve", "card_seen", seat="Dan", card="")
    assert "hunter" in t.possible("Dan")
    t = quiet(physical=True).dawn().day(debate=["church.confess", "vote"], confess="Dan")
    assert t.possible("Dan") == {"hunter"}
