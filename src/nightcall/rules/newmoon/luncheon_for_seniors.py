"""Luncheon for Seniors."""

from __future__ import annotations

from nightcall.engine.rule import NIGHTFALL
from nightcall.engine.unmoderated import CLERK, Policy
from nightcall.engine.village import Village
from nightcall.rules.newmoon.away import Departure


class LuncheonForSeniors(Departure):
    """The older half, rounded down, is away until sunset; equal ages at the border stay. (EVO-1, EVO-2)"""

    name = "luncheon_for_seniors"
    family = "EVO"
    led = {"luncheon_for_seniors.leave": Policy(CLERK)}
    until = NIGHTFALL
    in_helper = False
    is_documented = False

    def most(self, v: Village) -> int:
        return len(v.living) // 2
