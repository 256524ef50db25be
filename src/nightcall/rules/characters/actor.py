"""The Actor."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine.deaths import Death
from nightcall.engine.events import CARD, CARDS, HOLDER, PUBLIC, SEAT, Tells
from nightcall.engine.prompts import CHOOSE, PART, Prompt
from nightcall.engine.rule import AMBIGUOUS, EVERY_NIGHT, KINDS, Character
from nightcall.engine.unmoderated import Round
from nightcall.engine.views import View
from nightcall.engine.village import Village


class Actor(Character):
    """Each night he may play one of three cards and has its power until the next night. (ACTOR-1…ACTOR-11)"""

    name = "actor"
    family = "ACTOR"
    wave = 0
    group = AMBIGUOUS
    loses_power = True
    borrows = "actor_trio"
    wakes = EVERY_NIGHT
    tells = [
        Tells("cards_offered", to="by", by=SEAT, cards=CARDS),
        Tells("played", to=(PUBLIC, HOLDER), card=CARD, reveals="card", echo=True),  # his cards lie face up, or not
    ]

    @classmethod
    def is_over(cls, v: Village) -> bool:
        return not v.lent

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        return Prompt("actor.play", CHOOSE, "ACTOR-2", options=v.lent, low=0 if v.options.actor_may_pass else 1)

    @classmethod
    def rounds(cls, v: Village, seen: View) -> Sequence[Round]:
        """He may play any card of the box: as often as the one that asks most at this moment."""
        is_again = seen.calls_tonight.count(cls.name) > 1
        when = "place" if is_again else "own_call"
        forms = [v.form(name) for name, kind in KINDS.items() if issubclass(kind, Character)]
        forms = [form for form in forms if not form.needs or getattr(v.setup, form.needs)]
        asked = [form.rounds(v, seen) for form in forms if form.borrowed_at == when]
        signs = max((each.signs for rounds in asked for each in rounds), default=0)
        played = [Round("", signs)] * max(map(len, asked), default=0)
        return played if is_again else (Round("actor.play", v.options.actor_trio), *played)

    def is_awake(self, v: Village) -> bool:
        return bool(v.lent)

    def call(self, v: Village) -> None:
        if not v.lent:
            return  # another Actor has just taken the last one
        v.tell("cards_offered", "ACTOR-4", (self.holder,), by=self.holder, cards=tuple(v.lent))
        may_pass = v.options.actor_may_pass
        name = v.choose("actor.play", v.lent, rule="ACTOR-2", by=self.holder, optional=may_pass, about=PART)
        if not name:
            return
        power = v.borrow(name, self.holder)
        face_up = v.options.actor_cards == "face_up"
        v.tell("played", "ACTOR-2", PUBLIC if face_up else (self.holder,), card=name)
        if power.borrowed_at == "own_call" and power.is_awake(v):
            power.call(v)  # FK-11

    def falls(self, v: Village, death: Death) -> None:
        """The cards left are removed with him, unless his card was taken over (ACTOR-9, SERV-M12).

        If nobody has seen his card they stay, as his call does (FK-3).
        """
        is_played = any(card.holder in v.living for card in v.cards_named(self.name))
        if death.card is self and not death.is_hidden and not is_played:
            v.clear_lent()
