"""The Undertaker: a character of our own table, in a folder that can be played with as it is.

nightcall --house-rules examples/house-rules/undertaker
"""

from __future__ import annotations

from nightcall.authoring import EVERY_NIGHT, FLAG, SEAT, VOTE, Character, Death, Tells, Village


class Undertaker(Character):
    """Each night he learns whether the player last voted out was a Werewolf. (UNDER-1, UNDER-2)"""

    name = "undertaker"
    family = "UNDER"
    wakes = EVERY_NIGHT
    borrowed_at = "own_call"
    after = {"night": "seer"}
    tells = [Tells("grave_read", to="by", by=SEAT, seat=SEAT, up=FLAG)]

    def _grave(self, v: Village) -> Death | None:
        return next((death for death in reversed(v.graveyard) if death.had(VOTE)), None)

    def is_awake(self, v: Village) -> bool:
        return self._grave(v) is not None

    def call(self, v: Village) -> None:
        grave = self._grave(v)
        assert grave is not None
        v.ack("undertaker.read", "UNDER-1", seat=self.holder)
        v.tell("grave_read", "UNDER-1", (self.holder,), by=self.holder, seat=grave.seat, up=grave.was_wolf)


RULES = (Undertaker,)
