"""Gone Hunting…"""

from __future__ import annotations

from nightcall.engine.rule import DAWN
from nightcall.engine.unmoderated import EACH, Policy
from nightcall.rules.newmoon.away import Departure


class GoneHunting(Departure):
    """The men are away until dawn. (EVO-1…EVO-3)"""

    name = "gone_hunting"
    family = "EVO"
    led = {"gone_hunting.leave": Policy(EACH)}
    until = DAWN
    in_helper = False
    is_documented = False
