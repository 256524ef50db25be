"""The Seer."""

from __future__ import annotations

from nightcall.engine import prompts
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import EVERY_NIGHT, Character
from nightcall.engine.village import Village


class Seer(Character):
    """Each night she looks at another player's card, or learns whether that player is a Werewolf. (SEER-1…SEER-8)"""

    name = "seer"
    in_base_box = True
    wakes = EVERY_NIGHT
    borrowed_at = "own_call"

    def call(self, v: Village) -> None:
        seat = v.pick(
            "seer.look",
            v.others(self.holder),
            rule="SEER-1",
            by=self.holder,
            optional=v.options.seer_may_pass,
            refused={self.holder: "SEER-4"},
        )
        if not seat:
            return
        if v.options.seer_reveal == "wolf_thumb":
            v.tell("thumb", "SEER-2", (self.holder,), by=self.holder, seat=seat, up=v.is_wolf(seat))
            return
        card = v.knows(seat)
        name = card.name if card is not None else self._entered(v, seat)
        v.tell("card_seen", "SEER-5", (self.holder,), by=self.holder, seat=seat, card=name)

    def _entered(self, v: Village, seat: int) -> str:
        """The moderator shows the card; telling the app which it was is optional."""
        possible = v.cards.possible(seat)
        if len(possible) == 1:
            return possible[0]
        refused = dict.fromkeys(v.setup.deck, "IDENT-4")
        name: str | None = v.ask(
            Prompt("seer.card", prompts.CHOOSE, "SEER-1", options=possible, low=0, seat=seat, refused=refused)
        )
        return "" if name is None else v.locate(seat, name).name
