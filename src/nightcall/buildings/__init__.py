"""The houses of The Village, in the order of the box."""

from __future__ import annotations

from typing import Final

from nightcall.buildings.bakery import Bakery
from nightcall.buildings.building import Building

BUILDINGS: Final[tuple[type[Building], ...]] = (Bakery,)
