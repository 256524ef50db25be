"""The houses of The Village, in the order of the box."""

from __future__ import annotations

from typing import Final

from nightcall.buildings.bailiffs_house import BailiffsHouse
from nightcall.buildings.bakery import Bakery
from nightcall.buildings.barber_shop import BarberShop
from nightcall.buildings.building import Building
from nightcall.buildings.church import Church
from nightcall.buildings.farm import Farm
from nightcall.buildings.hovel import Hovel
from nightcall.buildings.manor import Manor
from nightcall.buildings.pub import Pub
from nightcall.buildings.school import School

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
