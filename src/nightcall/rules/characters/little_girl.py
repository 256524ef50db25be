"""The Little Girl."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine.deaths import FRIGHT
from nightcall.engine.prompts import VOLUNTEERS, About
from nightcall.engine.rule import CAUGHT, FIRST_NIGHT, Character
from nightcall.engine.unmoderated import HEARD, Policy
from nightcall.engine.village import Village


class LittleGirl(Character):
    """May spy on the pack; caught, she takes the victim's place. (GIRL-1…GIRL-10)"""

    name = "little_girl"
    family = "GIRL"
    led = {"little_girl.caught": Policy(HEARD)}
    in_base_box = True
    wakes = FIRST_NIGHT
    wake_rule = "OPT-LG-CALL"
    borrowed_at = "passive"
    keeps = ("caught_on",)
    caught_on = 0

    @classmethod
    def is_spoken(cls, v: Village) -> bool:
        return v.options.little_girl_called_n1 and super().is_spoken(v)

    def spies(self, v: Village, prey: int, pack: Sequence[int]) -> int:
        rule = v.options.little_girl_caught
        girls = [girl for girl in v.named(self.name) if isinstance(girl, LittleGirl)]
        if rule == "no_rule" or any(girl.caught_on == v.night for girl in girls):
            return prey  # one catch a night (GIRL-7)
        seats = [self.holder] if self.holder else v.cards.suspects(self.name, v.living)
        here = v.within_reach(pack[0])
        seats = [seat for seat in seats if seat in here and seat not in (*v.wolves, *v.powerless, *pack)]  # GIRL-9
        seats, refused = v.targets(CAUGHT, seats, pack)
        caught = v.pick(
            "little_girl.caught",
            seats,
            rule="GIRL-2",
            optional=True,
            refused=refused,
            about=About(VOLUNTEERS, self.name),
        )
        if not caught:
            return prey
        self.caught_on = v.night
        if caught not in v.cards.of:
            v.locate(caught, self.name)
        if rule == "wolves_may_devour_instead" and not v.yes("little_girl.devour", "AMD-9", audience=tuple(pack)):
            return prey
        if rule == "dies_of_fright_instead":
            v.doom(caught, FRIGHT, "GIRL-10", by=self.name, culprits=tuple(pack))
            return 0
        return caught
