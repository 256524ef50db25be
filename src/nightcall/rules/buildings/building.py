"""Houses, their occupants, and those who have none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import ClassVar, Final

from nightcall.engine import views
from nightcall.engine.deaths import Death
from nightcall.engine.errors import Fault
from nightcall.engine.events import HOMES, HOUSE, SEAT, Tells
from nightcall.engine.rule import KINDS, Rule
from nightcall.engine.setup import VAGABOND, Setup
from nightcall.engine.village import Village

VAGABONDS: Final = 15
"""Bindles in the box."""


class Building(Rule):
    """A house: a public role beside the secret card. Its power goes with the house, not with the player.

    (BLD-1…BLD-6)
    """

    windows = ("debate", "verdict", "between", "dusk")
    copies: ClassVar[int] = 1
    """How many the box holds; several have a number each, `farm_1`."""
    is_unique: ClassVar[bool] = False
    """The power works once; then the token is handed in, the house stays (VAG-3)."""

    is_used = False
    house = ""
    """Which house of this kind: `farm_3`, `church`."""
    place = 0
    """Empty: behind whose seat it stands."""

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return bool(setup.buildings)

    def is_home(self, v: Village) -> bool:
        """Whether the occupant is alive and here."""
        return self.holder in v.living and self.holder not in v.away

    def may_act(self, v: Village) -> bool:
        """Whether its day power may be used now: in every window, by the condemned too (BLD-4, BLD-6, AMD-59)."""
        return self.is_home(v) and not self.is_used


class Houses(Rule):
    """Which houses stand, who lives where, what is vacant."""

    name = "houses"
    tells = [
        Tells("housed", buildings=HOMES, seen=views.housed, icon="ui-home"),
        Tells("vacated", seat=SEAT, house=HOUSE, seen=views.vacated, icon="ui-home"),
        Tells("rehoused", seat=SEAT, house=HOUSE, seen=views.moved_in),
        Tells("came_home", seat=SEAT, house=HOUSE, seen=views.moved_in),
    ]

    def __init__(self) -> None:
        self.standing: dict[str, Building] = {}
        """House -> building, occupied or not; a burnt one is gone."""
        self.vacant: list[str] = []
        """Houses whose occupant has gone, in the order they were left."""
        self.abandoned: list[str] = []
        """Those of them left by somebody alive (BAIL-9)."""

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return bool(setup.buildings)

    @classmethod
    def faults(cls, setup: Setup) -> list[Fault]:
        if not setup.buildings:
            return []
        faults = []
        if not setup.options.buildings_available:
            faults.append(Fault("setup.no_buildings", "OPT-BUILDINGS", about=("buildings", "options")))
        if len(setup.buildings) != len(setup.players):
            facts = {"given": len(setup.buildings), "wanted": len(setup.players)}
            faults.append(Fault("setup.building_count", "GEN-18", facts, about=("buildings", "players")))
        for house, times in Counter(setup.buildings).items():
            if house != VAGABOND and house not in houses():
                faults.append(Fault("setup.unknown_building", "GEN-18", {"house": house}, about=("buildings",)))
            elif times > 1 and house != VAGABOND:  # whoever has no house needs no token to be a Vagabond
                faults.append(Fault("setup.building_twice", "GEN-18", {"house": house}, about=("buildings",)))
        return faults

    def enters(self, v: Village) -> None:
        for seat, house in enumerate(v.setup.buildings, 1):
            if house != VAGABOND:
                self.settle(v, seat, house)
        v.tell("housed", "BLD-3", buildings=v.setup.buildings)

    def settle(self, v: Village, seat: int, house: str) -> None:
        """The seat moves in; the power is fresh (BLD-2)."""
        building = houses()[house]()
        building.house, building.holder = house, seat
        self.standing[house] = building
        v.enter(building)

    def of(self, seat: int) -> Building | None:
        for building in self.standing.values():
            if building.holder == seat:
                return building
        return None

    def _holders(self) -> set[int]:
        return {building.holder for building in self.standing.values()}

    def vagabonds(self, v: Village) -> list[int]:
        settled = self._holders()
        return [seat for seat in v.living if seat not in settled]

    def housed(self, seats: Iterable[int]) -> list[int]:
        """Those of the seats that have a house."""
        settled = self._holders()
        return [seat for seat in seats if seat in settled]

    def vacate(self, v: Village, seat: int) -> None:
        """The occupant is gone: the house is free for a Vagabond (BLD-2)."""
        building = self.of(seat)
        if building is not None:
            v.remove(building)
            building.holder, building.place = 0, seat
            self.vacant.append(building.house)
            v.tell("vacated", "BLD-2", seat=seat, house=building.house)

    def burn(self, v: Village, house: str) -> None:
        """The house is gone for good; whoever lived there is a Vagabond (PYRO-2)."""
        building = self.standing.pop(house)
        if building.holder:
            v.remove(building)
        building.holder = 0
        self._is_taken(house)

    def rehouse(self, v: Village, seat: int, house: str) -> None:
        """A Vagabond moves behind an empty house: from now on that is where he sits (BAIL-1, BAIL-7)."""
        self.leave_place(v, seat)
        place = self.standing[house].place
        v.sit_behind(seat, place)
        self._is_taken(house)
        self.settle(v, seat, house)
        v.tell("rehoused", "BAIL-1", seat=seat, house=house)

    def leave_place(self, v: Village, seat: int) -> None:
        """Before somebody sits down elsewhere: an empty house found by that seat stays where it is (BAIL-7)."""
        neighbour = v.circle[v.circle.index(seat) - 1]
        for building in self.standing.values():
            if not building.holder and building.place == seat:
                building.place = neighbour

    def come_home(self, v: Village, seat: int) -> None:
        """A player returns to the house left behind, if it is still empty (MIRA-3)."""
        for house in self.vacant:
            building = self.standing[house]
            if building.place == seat:
                self._is_taken(house)
                building.holder = seat
                v.enter(building)
                v.tell("came_home", "MIRA-3", seat=seat, house=house)
                return

    def _is_taken(self, house: str) -> None:
        """No longer to be given away."""
        for houses in (self.vacant, self.abandoned):
            if house in houses:
                houses.remove(house)

    def leaves(self, v: Village, seat: int) -> None:
        """A player who leaves alive leaves a house too (BAIL-9, AMD-36)."""
        building = self.of(seat)
        if building is not None:
            self.abandoned.append(building.house)
            self.vacate(v, seat)

    def afterwards(self, v: Village, deaths: Sequence[Death]) -> None:
        """Last of all, vacated houses are noted (RES-7)."""
        for death in deaths:
            self.vacate(v, death.seat)


@cache
def houses() -> dict[str, type[Building]]:
    """Every house of the box by its own name: `farm_1` … `farm_6`, `church` …"""
    found: dict[str, type[Building]] = {}
    for kind in KINDS.values():
        if issubclass(kind, Building):
            numbered = [f"{kind.name}_{number}" for number in range(1, kind.copies + 1)]
            found |= dict.fromkeys(numbered if kind.copies > 1 else [kind.name], kind)
    return found
