"""The Elder."""

from __future__ import annotations

from nightcall.engine import views
from nightcall.engine.deaths import HEALED, POISON, RAZOR, SHOT, SURVIVED, VOTE, Death
from nightcall.engine.events import WHETHER, Tells
from nightcall.engine.options import Options
from nightcall.engine.rule import Character
from nightcall.engine.village import Village

DESPAIR_CAUSES = {VOTE: "vote", POISON: "poison", SHOT: "hunter", RAZOR: "barber"}


class Elder(Character):
    """Survives the wolves' first attack. If the village itself kills him, it loses its powers. (ELDER-1…ELDER-15)

    The table may give him more lives than two, or one. (HOUSE-5)
    """

    name = "elder"
    family = "ELDER"
    checked_at = "bite"
    borrowed_at = "passive"
    uses_up = {"life": ("wounds", 1), "bite": ("was_bitten", True)}
    tells = [Tells("despaired", reveals=WHETHER, seen=views.lost_powers)]  # also when his card stays face down (EXEC-3)

    wounds = 0
    """Lives lost."""
    was_bitten = False
    """The wolves' teeth have met him on an earlier night, healed or not (AMD-55)."""
    curses_met = 0

    @classmethod
    def may_use(cls, mark: str, options: Options) -> int:
        return options.elder_lives - 1 if mark == "life" else 1

    def threatened(self, v: Village, death: Death) -> None:
        if death.seat == self.holder and death.is_meal:
            self.wounds += 1
            if self.wounds < v.options.elder_lives:
                death.spare("ELDER-1", SURVIVED)

    def resists_infection(self, v: Village, bite: Death) -> bool:
        """Only the curse fails: the bite costs a life as usual (ELDER-4, ELDER-7)."""
        self.curses_met += 1
        if v.options.elder_infection_immunity == "first_infection":
            return self.curses_met == 1
        return not self.was_bitten

    def daybreak(self, v: Village) -> None:
        self.was_bitten = self.was_bitten or is_bitten(v, self.holder)

    def falls(self, v: Village, death: Death) -> None:
        """Despair: triggers of this batch still work, later ones do not (ELDER-3, RES-5).

        It is the village's loss and no power of his, so it follows the card, infected or not (ELDER-10).
        """
        if v.despair or not death.powers or death.card is not self:
            return
        if any(DESPAIR_CAUSES.get(cause) in v.options.elder_despair_causes for cause in death.causes):
            v.fall_into_despair()
            v.tell("despaired", "DESP-2")


def is_bitten(v: Village, seat: int) -> bool:
    """Whether the wolves' teeth met the player tonight: not where the Defender, a fire or an event kept them off."""
    meals = [bite for bite in v.bites if bite.seat == seat and bite.is_meal and not bite.is_void]
    return any(not bite.spared or bite.how == HEALED for bite in meals)
