"""Saturday Evening Ball."""

from __future__ import annotations

from nightcall.engine.rule import DAWN
from nightcall.engine.unmoderated import CLERK, Policy
from nightcall.engine.village import Village
from nightcall.rules.newmoon.away import Departure


class SaturdayEveningBall(Departure):
    """The younger half, rounded down, is away until dawn; equal ages at the border stay. (EVO-1, EVO-2)"""

    name = "saturday_evening_ball"
    family = "EVO"
    led = {"saturday_evening_ball.leave": Policy(CLERK)}
    until = DAWN
    in_helper = False
    is_documented = False

    def most(self, v: Village) -> int:
        return len(v.living) // 2
