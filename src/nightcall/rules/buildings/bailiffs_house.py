"""The Bailiff's House."""

from __future__ import annotations

from nightcall.engine import prompts
from nightcall.engine.events import HOUSE, PUBLIC, SEAT, Tells
from nightcall.engine.prompts import Prompt
from nightcall.engine.village import Village
from nightcall.rules.buildings.building import Building, Houses


class BailiffsHouse(Building):
    """In the morning the Bailiff may give vacant houses to Vagabonds, who may refuse. (BAIL-1…BAIL-10)"""

    name = "bailiffs_house"
    family = "BAIL"
    tells = [Tells("house_refused", seat=SEAT, house=HOUSE)]

    def morning(self, v: Village) -> None:
        homes = v.the(Houses)
        for house in list(homes.vacant):
            if self.is_home(v) and (v.options.bailiff_vacancy == "any_vacancy" or house not in homes.abandoned):
                self._give(v, homes, house)

    def _give(self, v: Village, homes: Houses, house: str) -> None:
        """One Vagabond after the other is asked; what nobody takes stays empty till another morning (BAIL-6)."""
        asked: list[int] = []
        while True:
            seats = [seat for seat in homes.vagabonds(v) if seat not in asked and seat not in v.away]
            seat = self._offer(v, house, seats, asked) if seats else 0
            if not seat:
                return
            if v.yes("bailiffs_house.accept", "BAIL-4", by=seat, audience=PUBLIC):
                homes.rehouse(v, seat, house)
                return
            asked.append(seat)
            v.tell("house_refused", "BAIL-4", seat=seat, house=house)

    def _offer(self, v: Village, house: str, seats: list[int], asked: list[int]) -> int:
        prompt = Prompt(
            "bailiffs_house.give",
            prompts.PICK,
            "BAIL-1",
            options=seats,
            low=0,
            seat=self.holder,
            card=house,
            audience=PUBLIC,
            refused=dict.fromkeys(v.living, "BAIL-1") | dict.fromkeys(asked, "BAIL-4"),
        )
        return v.ask(prompt) or 0
