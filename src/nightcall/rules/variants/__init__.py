"""Variants: other ways to play."""

from __future__ import annotations

from typing import Final

from nightcall.rules.variants.black_plague import BlackPlague
from nightcall.rules.variants.community_of_hamlets import CommunityOfHamlets
from nightcall.rules.variants.double_you import DoubleYou
from nightcall.rules.variants.double_you_big import DoubleYouBig
from nightcall.rules.variants.harvest_festival import HarvestFestival
from nightcall.rules.variants.lycanthropic_trance import LycanthropicTrance
from nightcall.rules.variants.moonlight import Moonlight, MoonlightHard
from nightcall.rules.variants.surely_not_him import SurelyNotHim
from nightcall.rules.variants.variant import Variant
from nightcall.rules.variants.writing_on_the_wall import WritingOnTheWall

VARIANTS: Final[tuple[type[Variant], ...]] = (
    Moonlight,
    MoonlightHard,
    CommunityOfHamlets,
    SurelyNotHim,
    WritingOnTheWall,
    DoubleYou,
    DoubleYouBig,
    HarvestFestival,
    BlackPlague,
    LycanthropicTrance,
)
"""Those that can be chosen for a whole game, in the order of the rulebook."""
