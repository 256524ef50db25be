"""Touch of Death."""

from __future__ import annotations

from nightcall.engine.deaths import Death
from nightcall.engine.events import MODERATOR, RULE, SEAT, Tells
from nightcall.engine.village import Village
from nightcall.rules.newmoon.card import PERMANENT, EventCard


class TouchOfDeath(EventCard):
    """From now on the Werewolves devour only whom one of them touches; an untouched victim is none. (EVO-5, AMD-43)

    The Big Bad Wolf must touch his own meal too, the White Werewolf need not.
    """

    name = "touch_of_death"
    family = "EVO"
    needs_watching = True
    kind = PERMANENT
    in_helper = False
    is_documented = False
    tells = [Tells("not_touched", to=MODERATOR, seat=SEAT, by=RULE)]

    def reaches(self, v: Village, bite: Death) -> bool:
        is_touched = v.yes("touch_of_death.touched", "EVO-5")
        if not is_touched:
            v.tell("not_touched", "EVO-5", MODERATOR, seat=bite.seat, by=bite.by)
        return is_touched
