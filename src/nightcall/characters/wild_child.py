"""The Wild Child."""

from __future__ import annotations

from nightcall.engine.deaths import Death
from nightcall.engine.rule import AMBIGUOUS, FIRST_NIGHT, Character
from nightcall.engine.village import Village


class WildChild(Character):
    """Chooses a model; a villager while the model lives, a Werewolf from the model's elimination on. (CHILD-1…CHILD-11)"""

    name = "wild_child"
    group = AMBIGUOUS
    wakes = FIRST_NIGHT
    checked_at = "infection"
    model = 0

    def call(self, v: Village) -> None:
        self.model = v.pick("wild_child.model", v.others(self.holder), rule="CHILD-1", by=self.holder)
        v.tell("model_chosen", "CHILD-1", (self.holder,), by=self.holder, seat=self.model)

    def died(self, v: Village, death: Death) -> None:
        if death.seat != self.model or self.holder not in v.living or self.holder in v.wolves:
            return
        v.turn_wolf(self.holder)
        v.tell("turned", "CHILD-2", (self.holder,), seat=self.holder)
