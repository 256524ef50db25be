"""Moonlight: a candle for each player, in the easy and in the hard form."""

from __future__ import annotations

from nightcall.engine.deaths import INFECTED, MISSED, ROUTED, VOTE, Death
from nightcall.engine.errors import Fault
from nightcall.engine.events import MODERATOR, RULE, SEAT, WORD, Tells
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village
from nightcall.rules.characters.big_bad_wolf import BigBadWolf
from nightcall.rules.variants.variant import Variant


class Moonlight(Variant):
    """A candle burns before everybody and goes out with its player; the app only reminds of it. (MOON-1, MOON-4)"""

    name = "moonlight"
    family = "MOON"
    has_candles = True
    tells = [Tells("candle_out", seat=SEAT, how=WORD)]

    def falls(self, v: Village, death: Death) -> None:
        """Whoever is voted out blows out the own candle, the moderator all the others."""
        v.tell("candle_out", "MOON-1", seat=death.seat, how="own" if death.cause == VOTE else "moderator")


class MoonlightHard(Moonlight):
    """The Werewolves put out their victim's candle themselves; with one too many there is no meal. (MOON-2, MOON-3)

    One for the pack (one for each place where a part of it feeds, EVO-4) and one for a Big Bad Wolf who takes his
    second meal. The number is entered when no more meal is to come: before the Wolf-Father, or after the Big Bad Wolf
    on a night he feeds. Too many, and nothing was eaten: nothing to infect or heal, no life lost (AMD-32). What a rule
    has turned into something else at the bite is no meal any more, and a pack driven off by a fire stays so.
    """

    name = "moonlight_hard"
    needs_watching = True
    is_silent = True
    tells = [Tells("meal_missed", to=MODERATOR, seat=SEAT, by=RULE)]

    waited_on = 0
    """The night whose first chance to count was left to the Big Bad Wolf."""
    counted_on = 0

    @classmethod
    def faults(cls, setup: Setup) -> list[Fault]:
        both = (Moonlight.name, cls.name)
        if not all(name in setup.variants for name in both):
            return super().faults(setup)
        return [
            *super().faults(setup),
            Fault("setup.variants_exclude", "VARX-1", {"variants": both}, about=("variants",)),
        ]

    def is_awake(self, v: Village) -> bool:
        return self.counted_on != v.night

    def call(self, v: Village) -> None:
        """Two places in the night, one count."""
        if self.waited_on != v.night and self._is_second_meal_to_come(v):
            self.waited_on = v.night
            return
        self.counted_on = v.night
        meals = [bite for bite in v.bites if bite.is_meal and not bite.is_void and bite.how != ROUTED]
        if not meals:
            return
        second = sum(bite.by == BigBadWolf.name for bite in v.bites)
        limit = max(1, sum(bite.is_meal for bite in v.bites) - second) + min(1, second)
        numbers = [str(number) for number in range(limit + 2)]
        if int(v.choose("moonlight_hard.candles", numbers, rule="MOON-3" if second else "MOON-2")) <= limit:
            return
        for meal in meals:
            self._undo(v, meal)
        v.forget_void_meals()

    @staticmethod
    def _is_second_meal_to_come(v: Village) -> bool:
        """Whether a Big Bad Wolf, found or not, still has his own call before him tonight."""
        wolves = [card for card in v.cards_named(BigBadWolf.name) if card.is_awake(v) and v.is_active(card)]
        return any(not card.holder or card.holder in v.present() for card in wolves)

    @staticmethod
    def _undo(v: Village, meal: Death) -> None:
        if meal.how == INFECTED:
            v.undo_infection(meal.seat)
            v.ack("moonlight_hard.undo_infection", "AMD-32", seat=meal.seat, aloud=False)
            v.tell("infection_undone", "AMD-32", (meal.seat,), seat=meal.seat)
        meal.spare("MOON-2", MISSED)
        meal.is_void = True
        v.tell("meal_missed", "MOON-2", MODERATOR, seat=meal.seat, by=meal.by)
