"""The Wolf-Hound."""

from __future__ import annotations

from typing import Final

from nightcall.engine.prompts import CHOOSE, Prompt
from nightcall.engine.rule import FIRST_NIGHT
from nightcall.engine.village import Village
from nightcall.rules.characters.wild_child import TwoSided

SIDES: Final = ("village", "werewolves")


class WolfHound(TwoSided):
    """On the first night he decides for good: Simple Villager or Werewolf. (HOUND-1…HOUND-7)"""

    name = "wolf_hound"
    family = "HOUND"
    side_rule = "HOUND-3"
    wakes = FIRST_NIGHT
    may_join_pack = True
    has_chosen = False

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        return Prompt("wolf_hound.choose", CHOOSE, "HOUND-1", options=SIDES)

    def is_awake(self, v: Village) -> bool:
        return not self.has_chosen and self.holder not in v.wolves

    def call(self, v: Village) -> None:
        """Alone, directly before the Werewolves (INS-2)."""
        self._choose(v)

    def joins_pack(self, v: Village) -> None:
        """Opening the eyes at the Werewolves' first call is the choice (HOUND-5)."""
        if v.options.wolf_hound_call == "joins_werewolves" and self.is_awake(v) and (v.night == 1 or self.is_new):
            self._choose(v)

    def _choose(self, v: Village) -> None:
        self.has_chosen = True
        side = v.choose("wolf_hound.choose", SIDES, rule="HOUND-1", by=self.holder)
        if side == "werewolves":
            v.turn_wolf(self.holder)
        v.tell("side_chosen", "HOUND-1", (self.holder,), seat=self.holder, side=side)
