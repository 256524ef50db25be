"""The Barber Shop."""

from __future__ import annotations

from nightcall.engine.deaths import GUILT, RAZOR, Death
from nightcall.engine.events import PUBLIC
from nightcall.engine.rule import HARM
from nightcall.engine.village import Village
from nightcall.rules.buildings.building import Building, Houses

POWER = "barber_shop.cut"


class BarberShop(Building):
    """Once, by day, the Barber kills somebody who has a house; unless it was a Werewolf, he dies with him.

    It is no vote: nobody is pardoned, nobody takes the card, no immunity helps. (BARB-1…BARB-7)
    """

    name = "barber_shop"
    family = "BARB"
    is_unique = True

    def powers(self, v: Village) -> tuple[str, ...]:
        return (POWER,) if self.may_act(v) and self._throats(v) else ()

    def _throats(self, v: Village) -> list[int]:
        housed = v.the(Houses).housed(v.present())
        return v.targets(HARM, [seat for seat in housed if seat != self.holder], (self.holder,))[0]

    def use(self, v: Village, power: str) -> None:
        refused = dict.fromkeys(v.the(Houses).vagabonds(v), "VAG-1") | {self.holder: "BARB-5"}
        seat = v.pick(
            POWER,
            self._throats(v),
            rule="BARB-1",
            by=self.holder,
            power=HARM,
            audience=PUBLIC,
            refused=refused,
        )
        self.is_used = True
        deaths = [Death(seat, RAZOR, "BARB-1", by=self.name, culprits=(self.holder,))]
        if not self._was_wolf(v, seat):
            deaths.append(Death(self.holder, GUILT, "BARB-2", by=self.name))
        v.eliminate(*deaths)

    @staticmethod
    def _was_wolf(v: Village, seat: int) -> bool:
        """The card lies open in a moment, so it may be asked for (BARB-4)."""
        card = v.card(seat, "card.shown", "IDENT-2")
        if v.options.barber_werewolf == "printed_wolf_cards":
            return card.is_wolf
        return v.is_wolf(seat)
