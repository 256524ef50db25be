"""The Hunter."""

from __future__ import annotations

from nightcall.engine.deaths import DEVOURED, GRIEF, SHOT, VOTE, Death
from nightcall.engine.events import PUBLIC
from nightcall.engine.rule import HARM, Character
from nightcall.engine.village import Village


class Hunter(Character):
    """When he falls he shoots another player. (HUNTER-1…HUNTER-12)"""

    name = "hunter"
    family = "HUNTER"
    in_base_box = True
    borrowed_at = "passive"

    def died(self, v: Village, death: Death) -> None:
        if self.is_my_death(v, death) and self._is_triggered(v, death):
            self._shoot(v)

    def _shoot(self, v: Village) -> None:
        refused = self.out_of_range(v)
        target = v.pick(
            "hunter.shoot",
            [seat for seat in v.living if seat not in refused],
            rule="HUNTER-1",
            by=self.holder,
            optional=v.options.hunter_shot == "may",
            power=HARM,
            refused=refused,
            audience=PUBLIC,
        )
        if target:
            v.eliminate(Death(target, SHOT, "HUNTER-1", by=self.name, culprits=(self.holder,)))

    def out_of_range(self, v: Village) -> dict[int, str]:
        """Whom he cannot shoot, and why."""
        return {fallen.seat: "HUNTER-5" for fallen in v.cascade or ()}

    def _is_triggered(self, v: Village, death: Death) -> bool:
        triggers = v.options.hunter_triggers
        if triggers == "any_elimination" or death.had(DEVOURED) or death.had(VOTE):
            return True
        return triggers == "devoured_voted_grief" and death.had(GRIEF)
