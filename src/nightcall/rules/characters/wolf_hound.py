"""The Wolf-Hound."""

from __future__ import annotations

from typing import Final

from nightcall.engine.chance import shuffled
from nightcall.engine.events import MODERATOR, SEAT, SIDE, Tells
from nightcall.engine.prompts import CHOOSE, Prompt
from nightcall.engine.rule import FIRST_NIGHT
from nightcall.engine.unmoderated import SECRET, Policy
from nightcall.engine.village import Village
from nightcall.rules.characters.wild_child import TwoSided

SIDES: Final = ("village", "werewolves")
_APART: Final = 0x2C0FFEE5
"""Keeps the lots apart from what else comes from the seed, and from one another."""


class WolfHound(TwoSided):
    """On the first night he decides for good: Simple Villager or Werewolf. (HOUND-1…HOUND-7)

    A lot may decide instead; then he is always called alone, to be shown how it fell. (HOUSE-4)
    """

    name = "wolf_hound"
    family = "HOUND"
    led = {"wolf_hound.choose": Policy(SECRET, lapse="village")}
    side_rule = "HOUND-3"
    wakes = FIRST_NIGHT
    may_join_pack = True
    tells = [
        Tells("side_chosen", to="seat", seat=SEAT, side=SIDE, echo=True),
        Tells("side_drawn", to="seat", seat=SEAT, side=SIDE),
    ]
    has_chosen = False

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        if v.options.wolf_hound_side != "by_lot":
            return Prompt("wolf_hound.choose", CHOOSE, "HOUND-1", options=SIDES)
        return None if cls._is_drawn_by_app(v) else Prompt("wolf_hound.lot", CHOOSE, "HOUSE-4", options=SIDES)

    @classmethod
    def is_spoken(cls, v: Village) -> bool:
        is_alone = v.options.wolf_hound_call == "own_call" or v.options.wolf_hound_side == "by_lot"
        return is_alone and super().is_spoken(v)

    def is_awake(self, v: Village) -> bool:
        return not self.has_chosen and self.holder not in v.wolves

    def call(self, v: Village) -> None:
        """Alone, directly before the Werewolves (INS-2)."""
        self.has_chosen = True
        if v.options.wolf_hound_side == "by_lot":
            self._draw(v)
        else:
            self._choose(v)

    def joins_pack(self, v: Village) -> None:
        """Opening the eyes at the Werewolves' first call is the choice (HOUND-5)."""
        if v.options.wolf_hound_call == "joins_werewolves" and self.is_awake(v) and (v.night == 1 or self.is_new):
            self.has_chosen = True
            self._choose(v)

    def arrives(self) -> None:
        super().arrives()
        self.has_chosen = True

    def _choose(self, v: Village) -> None:
        side = v.choose("wolf_hound.choose", SIDES, rule="HOUND-1", by=self.holder)
        if side == "werewolves":
            v.turn_wolf(self.holder)
        v.tell("side_chosen", "HOUND-1", (self.holder,), seat=self.holder, side=side)

    @staticmethod
    def _is_drawn_by_app(v: Village) -> bool:
        return v.options.cards_known_to_app and v.seed is not None

    def _draw(self, v: Village) -> None:
        """From the seed where the app has dealt; otherwise the moderator draws, and shows the lot to him alone."""
        if self._is_drawn_by_app(v):
            assert v.seed is not None
            side = shuffled(SIDES, v.seed ^ (_APART * (1 + self.holder) + v.night))[0]
        else:
            side = v.choose("wolf_hound.lot", SIDES, rule="HOUSE-4", by=self.holder, audience=MODERATOR)
        v.ack("wolf_hound.told", "HOUSE-4", seat=self.holder)
        if side == "werewolves":
            v.turn_wolf(self.holder)
        v.tell("side_drawn", "HOUSE-4", (self.holder,), seat=self.holder, side=side)
