"""The houses of The Village, in the order of the box."""

from __future__ import annotations

from typing import Final

from nightcall.rules.buildings.bailiffs_house import BailiffsHouse
from nightcall.rules.buildings.bakery import Bakery
from nightcall.rules.buildings.barber_shop import BarberShop
from nightcall.rules.buildings.building import Building
from nightcall.rules.buildings.church import Church
from nightcall.rules.buildings.farm import Farm
from nightcall.rules.buildings.hovel import Hovel
from nightcall.rules.buildings.manor import Manor
from nightcall.rules.buildings.pub import Pub
from nightcall.rules.buildings.school import School

BUILDINGS: Final[tuple[type[Building], ...]] = (
    Farm,
    School,
    Church,
    Hovel,
    Bakery,
    BarberShop,
    Pub,
    Manor,
    BailiffsHouse,
)
