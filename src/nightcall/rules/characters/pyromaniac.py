"""The Pyromaniac, and the fire."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine import views
from nightcall.engine.deaths import BURNS, INFECTED, MISSED, ROUTED, Death
from nightcall.engine.events import HOUSE, MODERATOR, SEAT, Tells
from nightcall.engine.prompts import CHOOSE, Prompt
from nightcall.engine.rule import EVERY_NIGHT, Character, Rule
from nightcall.engine.setup import Setup
from nightcall.engine.unmoderated import Round
from nightcall.engine.views import View
from nightcall.engine.village import Village
from nightcall.rules.buildings.building import Houses


class Pyromaniac(Character):
    """Once per game, at night, sets any house on fire, the own or an empty one included. (PYRO-1…PYRO-10)"""

    name = "pyromaniac"
    family = "PYRO"
    needs = "buildings"
    wakes = EVERY_NIGHT
    borrowed_at = "own_call"
    uses_up = {"match": ("has_match", False)}
    tells = [Tells("set_on_fire", to="by", by=SEAT, house=HOUSE, echo=True)]

    has_match = True

    @classmethod
    def is_over(cls, v: Village) -> bool:
        """The fire was there for all to see (FK-6), unless somebody has taken the card over since (SERV-M11)."""
        cards = [card for card in v.cards_named(cls.name) if isinstance(card, Pyromaniac)]
        return bool(v.named(Fire.name)) and not any(card.has_match for card in cards)

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        return Prompt("pyromaniac.burn", CHOOSE, "PYRO-1", options=list(v.the(Houses).standing), low=0)

    @classmethod
    def rounds(cls, v: Village, seen: View) -> Sequence[Round]:
        houses = {seat.house for seat in seen.seats if seat.house} | set(seen.free_houses)
        return (Round("pyromaniac.burn", len(houses)),)

    def is_awake(self, v: Village) -> bool:
        return self.has_match and bool(v.the(Houses).standing)

    def call(self, v: Village) -> None:
        standing = list(v.the(Houses).standing)
        if not standing:
            return
        house = v.choose("pyromaniac.burn", standing, rule="PYRO-1", by=self.holder, optional=True)
        if not house:
            return
        self.has_match = v.options.pyromaniac_uses == "every_night"
        v.enter(Fire(house, v.night))
        v.tell("set_on_fire", "PYRO-1", (self.holder,), by=self.holder, house=house)


class Fire(Rule):
    """A house burns: wolves who come for its occupant go without any meal tonight, and one of them burns.

    In the morning the house is gone for good. (PYRO-2, PYRO-3, NR-3, NR-4)
    """

    name = "fire"
    tells = [
        Tells("routed", to=MODERATOR, seat=SEAT, burns=SEAT),
        Tells("burnt", house=HOUSE, seat=SEAT, reveals="house seat", seen=views.burnt),
    ]

    def __init__(self, house: str = "", night: int = 0) -> None:
        self.house = house
        self.night = night

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return Pyromaniac.concerns(setup)

    def bitten(self, v: Village, bite: Death) -> None:
        if self.night != v.night or not bite.is_meal:
            return
        if any(meal.how == ROUTED for meal in v.bites):
            bite.spare("NR-4", MISSED)  # the pack is routed already
            bite.is_void = True
            return
        home = v.the(Houses).of(bite.seat)
        if home is not None and home.house == self.house:
            self._rout(v, bite)

    def _rout(self, v: Village, bite: Death) -> None:
        for meal in v.bites:
            if meal.is_meal:
                self._undo(v, meal)
        bite.spare("NR-3", ROUTED)
        for seat in reversed(v.around(bite.seat)):  # to the right, here or not (AMD-42, AMD-62, PYRO-10)
            if seat in v.wolves:
                v.doom(seat, BURNS, "PYRO-3", by=Pyromaniac.name)
                v.tell("routed", "PYRO-3", MODERATOR, seat=bite.seat, burns=seat)
                return

    @staticmethod
    def _undo(v: Village, meal: Death) -> None:
        """An earlier victim of the night is none, and not infected either (NR-4)."""
        if meal.how == INFECTED:
            v.undo_infection(meal.seat)
            v.ack("pyromaniac.undo_infection", "NR-4", seat=meal.seat, aloud=False)
            v.tell("infection_undone", "NR-4", (meal.seat,), seat=meal.seat)
        meal.spare("NR-4", MISSED)
        meal.is_void = True

    def awakening(self, v: Village) -> None:
        homes = v.the(Houses)
        if self.night != v.night or self.house not in homes.standing:
            return
        occupant = homes.standing[self.house].holder
        homes.burn(v, self.house)
        v.tell("burnt", "PYRO-2", house=self.house, seat=occupant)
