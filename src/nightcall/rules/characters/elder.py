"""The Elder."""

from __future__ import annotations

from nightcall.engine import views
from nightcall.engine.deaths import POISON, RAZOR, SHOT, VOTE, Death
from nightcall.engine.events import WHETHER, Tells
from nightcall.engine.rule import Character
from nightcall.engine.village import Village

DESPAIR_CAUSES = {VOTE: "vote", POISON: "poison", SHOT: "hunter", RAZOR: "barber"}


class Elder(Character):
    """Survives the wolves' first attack. If the village itself kills him, it loses its powers. (ELDER-1…ELDER-15)"""

    name = "elder"
    checked_at = "bite"
    borrowed_at = "passive"
    uses_up = {"life": ("lives", 1)}
    tells = [Tells("despaired", reveals=WHETHER, seen=views.lost_powers)]  # also when his card stays face down (EXEC-3)

    lives = 2
    curses_met = 0

    def threatened(self, v: Village, death: Death) -> None:
        if death.seat == self.holder and death.is_meal:
            self.lives -= 1
            if self.lives > 0:
                death.spared = "ELDER-1"

    def resists_infection(self, v: Village, bite: Death) -> bool:
        """Only the curse fails: the bite costs a life as usual (ELDER-4, ELDER-7)."""
        self.curses_met += 1
        if v.options.elder_infection_immunity == "first_infection":
            return self.curses_met == 1
        return self.lives == 2

    def falls(self, v: Village, death: Death) -> None:
        """Despair: triggers of this batch still work, later ones do not (ELDER-3, RES-5).

        It is the village's loss and no power of his, so it follows the card, infected or not (ELDER-10).
        """
        if v.despair or not death.powers or death.card is not self:
            return
        if any(DESPAIR_CAUSES.get(cause) in v.options.elder_despair_causes for cause in death.causes):
            v.despair = True
            v.tell("despaired", "DESP-2")
