"""The Wild Child, and what he shares with the Wolf-Hound."""

from __future__ import annotations

from typing import ClassVar

from nightcall.engine.deaths import VOTE, Death
from nightcall.engine.events import SEAT, SIDE, Tells
from nightcall.engine.prompts import PICK, Prompt
from nightcall.engine.rule import AMBIGUOUS, FIRST_NIGHT, Character
from nightcall.engine.village import Village


class TwoSided(Character):
    """A card that does not tell its holder's side: the table decides whether his elimination does. (OPT-HIDE-SIDE)"""

    group = AMBIGUOUS
    betrays_plague = True
    tells = [Tells("side_announced", seat=SEAT, side=SIDE, reveals="seat side")]
    side_rule: ClassVar[str] = ""

    def falls(self, v: Village, death: Death) -> None:
        hide = v.options.hide_side_of_ambiguous
        if death.card is not self or death.is_hidden or hide == "any_elimination":
            return
        if hide == "vote_only" and death.had(VOTE):
            return
        is_wolf = death.was_wolf and death.seat not in v.infected  # an infection stays untold (INF-7)
        v.tell("side_announced", self.side_rule, seat=death.seat, side="werewolves" if is_wolf else "village")


class WildChild(TwoSided):
    """Chooses a model: a villager while the model lives, a Werewolf once it is eliminated. (CHILD-1…CHILD-11)"""

    name = "wild_child"
    family = "CHILD"
    side_rule = "CHILD-4"
    wakes = FIRST_NIGHT
    checked_at = "infection"
    tells = [
        Tells("model_chosen", to="by", by=SEAT, seat=SEAT, echo=True),
        Tells("turned", to="seat", seat=SEAT),
    ]
    model = 0

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        return Prompt("wild_child.model", PICK, "CHILD-1", options=v.living)

    def has_target(self, v: Village) -> bool:
        return bool(v.choosable(v.others(self.holder)))

    def call(self, v: Village) -> None:
        self.model = v.pick("wild_child.model", v.others(self.holder), rule="CHILD-1", by=self.holder)
        if self.model:
            v.tell("model_chosen", "CHILD-1", (self.holder,), by=self.holder, seat=self.model)

    def died(self, v: Village, death: Death) -> None:
        if death.seat != self.model or self.holder not in v.living or self.holder in v.wolves:
            return
        if self.holder in v.powerless:
            return
        v.turn_wolf(self.holder)
        v.tell("turned", "CHILD-2", (self.holder,), seat=self.holder)
