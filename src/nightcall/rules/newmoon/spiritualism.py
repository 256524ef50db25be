"""Spiritualism: five cards."""

from __future__ import annotations

from nightcall.engine.events import EVENT_CARD, FLAG, MODERATOR, PUBLIC, QUESTION, SEAT, SEATS, TEXT, Maybe, Tells
from nightcall.engine.unmoderated import DRAW, OPEN, Policy
from nightcall.engine.village import Village
from nightcall.rules.newmoon import spirits
from nightcall.rules.newmoon.card import EventCard
from nightcall.rules.newmoon.pile import first_eliminated, first_wolf_victim, last_eliminated


class Spiritualism(EventCard):
    """The villagers join hands; a Medium puts one of four questions to a spirit. (SPIR-1…SPIR-7)"""

    family = "SPIR"
    led = {
        "spiritualism.answer": Policy(OPEN, seconds=15, named="spirit"),
        "spiritualism.named": Policy(OPEN, DRAW),
        "spiritualism.question": Policy(OPEN, DRAW),
    }
    needs_dead = True
    is_spiritualism = True
    tells = [
        Tells(  # perhaps what the Gypsy has chosen in the night (GYPSY-3)
            "spirit_asked",
            event=EVENT_CARD,
            question=QUESTION,
            words=Maybe(TEXT),
            by=SEAT,
            seats=SEATS,
            spirit=SEAT,
            reveals="event question words by seats spirit",
        ),
        Tells("spirit_answered", answer=FLAG, by=SEAT, reveals="answer by", icon_else="ui-ghost"),
        Tells("truth_whispered", to=MODERATOR, answer=FLAG, icon_else="ui-ghost"),
    ]

    def read(self, v: Village) -> None:
        medium = self._medium(v)
        if not medium:
            return
        number, words = spirits.choose_question(
            v, "spiritualism.question", self.name, rule="SPIR-1", by=medium, audience=PUBLIC
        )
        spirits.hold(v, self.name, number, words, medium=medium, spirit=self._spirit(v), rule="SPIR-1")

    @staticmethod
    def _medium(v: Village) -> int:
        """The nearest player on the left of the last eliminated who is alive and here (SPIR-5)."""
        if v.options.spiritualism_medium == "moderator_choice":
            return v.pick("spiritualism.medium", v.present(), rule="OPT-SPIRIT-MEDIUM", audience=PUBLIC)
        here = [seat for seat in v.around(last_eliminated(v)) if seat not in v.away]
        return here[0] if here else 0

    @staticmethod
    def _spirit(v: Village) -> int:
        if v.options.spirit_questioned == "first_wolf_victim":
            return first_wolf_victim(v) or first_eliminated(v)  # SPIR-4
        return first_eliminated(v)


class Spiritualism1(Spiritualism):
    """One of the five. (SPIR-1)"""

    name = "spiritualism_1"


class Spiritualism2(Spiritualism):
    """One of the five. (SPIR-1)"""

    name = "spiritualism_2"


class Spiritualism3(Spiritualism):
    """One of the five. (SPIR-1)"""

    name = "spiritualism_3"


class Spiritualism4(Spiritualism):
    """One of the five. (SPIR-1)"""

    name = "spiritualism_4"


class Spiritualism5(Spiritualism):
    """One of the five. (SPIR-1)"""

    name = "spiritualism_5"
