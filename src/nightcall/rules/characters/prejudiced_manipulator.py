"""The Prejudiced Manipulator."""

from __future__ import annotations

from nightcall.engine import prompts
from nightcall.engine.knowing import Knowing
from nightcall.engine.outcome import Outcome
from nightcall.engine.prompts import About, Prompt
from nightcall.engine.rule import LONERS, Character
from nightcall.engine.village import Village


class PrejudicedManipulator(Character):
    """Wins when everybody of the group he does not belong to is eliminated. (MANIP-1…MANIP-10)"""

    name = "prejudiced_manipulator"
    family = "MANIP"
    group = LONERS
    needs_groups = True
    checked_at = "infection"
    withdraws_by = "MANIP-3"

    def camp(self, v: Knowing) -> str:
        return self.name

    asked_after = -1
    """How many had fallen when the table was last asked for him, and nobody came forward."""

    def withdraws(self, v: Village) -> int:
        return self._winner(v) if v.options.manipulator_victory == "leaves_game_continues" else 0

    def victory(self, v: Village) -> Outcome | None:
        seat = self._winner(v) if v.options.manipulator_victory == "ends_game" else 0
        return v.win(self.name, "MANIP-2", (seat,)) if seat else None

    def _winner(self, v: Village) -> int:
        """The holder, if all his rivals are gone; 0 = not yet."""
        seat = self.holder or self._come_forward(v)
        if seat not in v.living or (seat in v.wolves and not v.options.infected_loner_keeps_goal):
            return 0  # MANIP-4, HOUSE-14
        return seat if v.group_of(seat) in self._extinct(v) else 0

    def _extinct(self, v: Village) -> list[str]:
        """Groups whose rivals are all eliminated: leaving the game or the village is no elimination (MANIP-8)."""
        dead = {death.seat for death in v.graveyard}
        return [
            group
            for group in dict.fromkeys(v.setup.groups)
            if all(seat in dead for seat, label in enumerate(v.setup.groups, 1) if label != group)
        ]

    def _come_forward(self, v: Village) -> int:
        """Not known yet, and a group is gone: the table is asked (IDENT-R13)."""
        winning = self._extinct(v)
        seats = [
            seat
            for seat in v.cards.suspects(self.name, v.living)
            if seat not in v.wolves and v.group_of(seat) in winning
        ]
        if not seats or self.asked_after == len(v.graveyard):
            return 0
        refused = {seat: "IDENT-4" if v.group_of(seat) in winning else "MANIP-2" for seat in v.living}
        prompt = Prompt(
            "prejudiced_manipulator.declare",
            prompts.PICK,
            "IDENT-R13",
            options=seats,
            low=0,
            refused=refused,
            about=About(prompts.HOLDERS, self.name),
        )
        seat: int = v.ask(prompt) or 0
        if seat:
            v.locate(seat, self.name)
        elif not v.cards.exclude(seats, (self.name,)):
            raise prompt.refuse("answer.impossible", None, "IDENT-4")
        else:
            self.asked_after = len(v.graveyard)
        return seat
