"""The Devoted Servant, and the pause in which she may step forward."""

from __future__ import annotations

from nightcall.engine import views
from nightcall.engine.deaths import Death
from nightcall.engine.events import CARD, PUBLIC, SEAT, Tells
from nightcall.engine.prompts import VOLUNTEERS, About
from nightcall.engine.rule import AMBIGUOUS, Character, Rule
from nightcall.engine.setup import Setup
from nightcall.engine.unmoderated import EACH, Policy
from nightcall.engine.village import Village
from nightcall.rules.characters.cupid import Lovers


class DevotedServant(Character):
    """May take the card of a player the vote condemns, before it is shown, and play on as that. (SERV-1…SERV-17)"""

    name = "devoted_servant"
    family = "SERV"
    group = AMBIGUOUS
    borrowed_at = "passive"
    tells = [
        Tells("stepped_up", seat=SEAT, victim=SEAT, reveals="seat victim"),
        Tells("card_taken", to="seat", seat=SEAT, card=CARD, seen=views.has_card, echo=True),
    ]

    def take(self, v: Village, seat: int, death: Death) -> None:
        if seat not in v.cards.of:
            v.locate(seat, self.name)
        v.tell("stepped_up", "SERV-1", seat=seat, victim=death.seat)
        while death.seat not in v.cards.of:  # once, or for each of two cards
            v.card(death.seat, rule="IDENT-R11")
        death.side = v.side(death.seat)  # frozen with the card (AMD-15)
        death.taken_by = seat
        fresh = v.take_over(seat, death.seat)
        v.tell("card_taken", "SERV-3", (seat,), seat=seat, card=fresh.name)
        fresh.taken(v)


class Pause(Rule):
    """Before a condemned player's card is shown the moderator pauses, whether anybody can step forward or not. (SERV-7)

    The Servant may lie in the middle of the table, be in love, or be an Actor: nobody is to hear the difference.
    """

    name = "pause"
    led = {"devoted_servant.act": Policy(EACH, seconds=8)}

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return DevotedServant.concerns(setup)

    def before_reveal(self, v: Village, death: Death) -> None:
        if not self._is_held(v):
            return
        ready: dict[int, DevotedServant] = {}
        refused: dict[int, str] = {}
        for rule in v.named(DevotedServant.name):
            if not isinstance(rule, DevotedServant) or not v.is_active(rule, "before_reveal"):
                continue
            for seat in [rule.holder] if rule.holder else v.cards.suspects(rule.name, v.living):
                is_condemned = any(other.seat == seat and not other.spared for other in v.falling)
                reason = "SERV-15" if is_condemned else "SERV-2" if Lovers.partners(v, seat) else ""
                reason = reason or v.away.get(seat, "")  # GATH-3
                if reason:
                    refused[seat] = reason
                elif seat in v.living and seat not in v.powerless:
                    ready[seat] = rule
        seat = v.pick(
            "devoted_servant.act",
            ready,
            rule="SERV-1",
            optional=True,
            always=True,
            refused=refused,
            audience=PUBLIC,
            about=About(VOLUNTEERS, DevotedServant.name),
        )
        if seat:
            ready[seat].take(v, seat, death)

    @staticmethod
    def _is_held(v: Village) -> bool:
        """As long as the table cannot be sure that there is no Servant (FK-1)."""
        name = DevotedServant.name
        if v.announced.get(name, 0) > v.shown.get(name, 0):
            return True
        is_hidden = name in v.lent and v.options.actor_cards == "face_down"
        return is_hidden or any(isinstance(rule, Character) and rule.borrowed for rule in v.named(name))
