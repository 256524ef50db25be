"""Variants: other ways to play."""

from __future__ import annotations

from typing import Final

from nightcall.variants.harvest_festival import HarvestFestival
from nightcall.variants.lycanthropic_trance import LycanthropicTrance
from nightcall.variants.variant import Variant

VARIANTS: Final[tuple[type[Variant], ...]] = (HarvestFestival, LycanthropicTrance)
"""Those that can be chosen for a whole game, in the order of the rulebook."""
