"""The Devoted Servant."""

from __future__ import annotations

from nightcall.characters.cupid import Lovers
from nightcall.engine.deaths import VOTE, Death
from nightcall.engine.events import PUBLIC
from nightcall.engine.rule import AMBIGUOUS, Character
from nightcall.engine.village import Village


class DevotedServant(Character):
    """May take the card of a player the vote condemns, before it is shown, and play on as that. (SERV-1…SERV-17)"""

    name = "devoted_servant"
    group = AMBIGUOUS
    borrowed_at = "passive"

    def before_reveal(self, v: Village, death: Death) -> None:
        servants = [rule for rule in v.named(self.name) if isinstance(rule, DevotedServant)]
        if death.cause != VOTE or servants[0] is not self or self._all_are_gone(v, servants):
            return  # one pause for all of them
        seats = [seat for rule in servants for seat in rule._ready(v, death)]
        seat = v.pick(
            "devoted_servant.act",
            dict.fromkeys(seats),
            rule="SERV-1",
            optional=True,
            always=True,
            audience=PUBLIC,
        )
        if seat:
            self._take(v, seat, death)

    @staticmethod
    def _all_are_gone(v: Village, servants: list[DevotedServant]) -> bool:
        """The table has seen every Servant die: no pause any more."""
        return all(rule.holder and rule.holder not in v.living for rule in servants)

    def _ready(self, v: Village, death: Death) -> list[int]:
        """Those who may act as this card: not the condemned, not a Lover (SERV-2, SERV-15)."""
        seats = [self.holder] if self.holder else v.cards.suspects(self.name, v.living)
        return [
            seat
            for seat in seats
            if seat in v.living and seat != death.seat and not Lovers.partners(v, seat)
        ]

    def _take(self, v: Village, seat: int, death: Death) -> None:
        if seat not in v.cards.of:
            v.locate(seat, self.name)
        v.tell("stepped_up", "SERV-1", seat=seat, victim=death.seat)
        card = v.card(death.seat, rule="IDENT-R11")
        death.side = v.side(death.seat)  # frozen with the card (AMD-15)
        death.taken_by = seat
        fresh = v.take_over(seat, death.seat)
        v.tell("card_taken", "SERV-3", (seat,), seat=seat, card=card.name)
        fresh.taken(v)
