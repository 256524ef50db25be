"""The Wolf-Hound."""

from __future__ import annotations

from nightcall.engine.rule import AMBIGUOUS, FIRST_NIGHT, Character
from nightcall.engine.village import Village


class WolfHound(Character):
    """On the first night he decides for good: Simple Villager or Werewolf. (HOUND-1…HOUND-7)"""

    name = "wolf_hound"
    group = AMBIGUOUS
    wakes = FIRST_NIGHT
    may_join_pack = True
    has_chosen = False

    def call(self, v: Village) -> None:
        """Alone, directly before the Werewolves (INS-2)."""
        self._choose(v)

    def joins_pack(self, v: Village) -> None:
        """Opening the eyes at the Werewolves' call is the choice (HOUND-5)."""
        if v.options.wolf_hound_call == "joins_werewolves":
            self._choose(v)

    def _choose(self, v: Village) -> None:
        if self.has_chosen or self.holder in v.wolves:
            return
        self.has_chosen = True
        side = v.choose("wolf_hound.choose", ("village", "werewolves"), rule="HOUND-1", by=self.holder)
        if side == "werewolves":
            v.turn_wolf(self.holder)
        v.tell("side_chosen", "HOUND-1", (self.holder,), seat=self.holder, side=side)
