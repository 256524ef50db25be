"""The Bear Tamer."""

from __future__ import annotations

from nightcall.engine.rule import FIRST_NIGHT, Character
from nightcall.engine.village import Village


class BearTamer(Character):
    """Each morning the bear grunts if a living neighbour is a Werewolf, or the Tamer himself. (BEAR-1…BEAR-7)"""

    name = "bear_tamer"
    wakes = FIRST_NIGHT
    wake_rule = "BEAR-1"
    borrowed_at = "passive"

    @classmethod
    def is_spoken(cls, v: Village) -> bool:
        return v.options.bear_tamer_called_n1 and super().is_spoken(v)

    def morning(self, v: Village) -> None:
        if self.holder not in v.living:
            return
        if v.is_wolf(self.holder) or any(v.is_wolf(seat) for seat in v.neighbours(self.holder)):
            v.tell("bear_grunted", "BEAR-3" if v.is_wolf(self.holder) else "BEAR-1")
