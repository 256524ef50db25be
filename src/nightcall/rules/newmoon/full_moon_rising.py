"""Full Moon Rising, and the pack of that one night."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nightcall.engine.prompts import PICK, Prompt
from nightcall.engine.rule import DAWN, FANGS, KINDS, Rule
from nightcall.engine.setup import Setup
from nightcall.engine.unmoderated import Round
from nightcall.engine.views import View
from nightcall.engine.village import Village
from nightcall.rules.characters.seer import look
from nightcall.rules.eyes import listening
from nightcall.rules.newmoon.card import DELAYED, EventCard

HUNTING: Final = ("hunter", "witch", "seer")
"""The cards whose holders are the pack of that night."""


class FullMoonRising(EventCard):
    """Next night every Werewolf looks at a player as a Seer does, and Hunter, Witch and Seer devour somebody.

    Each looks alone, one after the other, at the Seer's place. No other meal, no potion, no normal look; everybody else
    acts as usual. (FULL-1, FULL-2, FULL-6, INS-7)
    """

    name = "full_moon_rising"
    family = "FULL"
    kind = DELAYED
    until = DAWN

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return cls.name in setup.events or cls.name in setup.hand

    def read(self, v: Village) -> None:
        super().read(v)
        v.enter(MoonPack())

    def instead_of(self, v: Village, step: str) -> bool:
        """Other meals, potions and looks (INS-7)."""
        return step in KINDS and KINDS[step].rests_at_full_moon

    @classmethod
    def is_spoken(cls, v: Village) -> bool:
        return bool(v.named(cls.name))

    @classmethod
    def rounds(cls, v: Village, seen: View) -> Sequence[Round]:
        return (Round("full_moon_rising.look"),)

    def call(self, v: Village) -> None:
        for seat in v.present():
            if seat in v.wolves:
                look(v, seat, "full_moon_rising.look", "FULL-1")


class MoonPack(Rule):
    """Hunter, Witch and Seer, as far as they are alive and no Werewolves, agree on one player but none of themselves.

    Their kill is a wolves' meal in every respect. (FULL-3…FULL-5, AMD-51)
    """

    name = "moon_pack"
    until = DAWN

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return FullMoonRising.concerns(setup)

    @classmethod
    def is_spoken(cls, v: Village) -> bool:
        """As long as one of the three cards may still be held by a living player (FK-1)."""
        return bool(v.named(cls.name)) and any(v.announced.get(card, 0) > v.shown.get(card, 0) for card in HUNTING)

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        return Prompt("full_moon_rising.devour", PICK, "FULL-1", options=v.living, low=0)

    @classmethod
    def rounds(cls, v: Village, seen: View) -> Sequence[Round]:
        return (Round("full_moon_rising.devour", listening(v, seen), is_agreed=True),)

    def is_awake(self, v: Village) -> bool:
        return bool(self._hunting(v)) or any(v.cards.missing(name) for name in HUNTING)

    @staticmethod
    def _hunting(v: Village) -> list[int]:
        holders = [card.holder for name in HUNTING for card in v.cards_named(name)]
        return [seat for seat in v.present() if seat in holders and seat not in v.wolves]

    def call(self, v: Village) -> None:
        for name in HUNTING:
            v.identify(name)  # IDENT-R17
        hunting = self._hunting(v)
        for place in v.shelters or [v.living]:
            pack = tuple(seat for seat in hunting if seat in place)
            if pack:
                self._feed(v, pack)

    def _feed(self, v: Village, pack: tuple[int, ...]) -> None:
        prey = v.pick(
            "full_moon_rising.devour",
            [seat for seat in v.within_reach(pack[0]) if seat not in pack],
            rule="FULL-1",
            actors=pack,
            optional=True,
            always=True,
            power=FANGS,
            refused=dict.fromkeys(pack, "FULL-3"),
        )
        for rule in v.at("spies"):
            prey = rule.spies(v, prey, pack)
        if prey:
            v.bite(prey, "FULL-4", by=self.name, culprits=pack)
