"""The Gypsy, and the question she has put into somebody's mouth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nightcall.engine.errors import Fault
from nightcall.engine.events import EVENT_CARD, MODERATOR, QUESTION, SEAT, Tells
from nightcall.engine.prompts import CHOOSE, YES_NO, Prompt
from nightcall.engine.rule import EVERY_NIGHT, Character, Rule
from nightcall.engine.setup import Setup
from nightcall.engine.unmoderated import DRAW, SECRET, Policy, Round
from nightcall.engine.views import View
from nightcall.engine.village import Village
from nightcall.rules.newmoon import spirits

QUESTION_CARDS: Final = tuple(spirits.QUESTION_CARDS)


class Gypsy(Character):
    """At night she may use one of five cards: a question, and who is to ask it in the morning. (GYPSY-1…GYPSY-9)"""

    name = "gypsy"
    family = "GYPSY"
    led = {"gypsy.card": Policy(SECRET, DRAW)}
    wakes = EVERY_NIGHT
    needs = "events"
    borrowed_at = "place"
    wake_rule = "GYPSY-2"
    tells = [Tells("question_chosen", to="by", by=SEAT, seat=SEAT, event=EVENT_CARD, question=QUESTION, echo=True)]

    @classmethod
    def faults(cls, setup: Setup) -> list[Fault]:
        """The five cards are hers, not the pile's (GYPSY-5)."""
        if not cls.concerns(setup):
            return []
        taken = [name for name in QUESTION_CARDS if name in setup.events]
        return [Fault("setup.gypsy_holds", "GYPSY-5", {"event": name}, about=("events",)) for name in taken]

    @classmethod
    def is_over(cls, v: Village) -> bool:
        seance = v.the(Seance)
        return not seance.cards and not seance.question  # the fifth has been asked, for all to hear (FK-6)

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        if v.options.gypsy_may_pass:
            return Prompt("gypsy.use", YES_NO, "GYPSY-2")
        return Prompt("gypsy.card", CHOOSE, "GYPSY-2", options=v.the(Seance).cards)

    @classmethod
    def rounds(cls, v: Village, seen: View) -> Sequence[Round]:
        use = [Round("gypsy.use", 2)] if v.options.gypsy_may_pass else []
        is_hers = v.options.spiritualism_card_chosen_by == "gypsy"
        card = [Round("gypsy.card", len(QUESTION_CARDS))] if is_hers else []
        most = max(map(len, spirits.QUESTION_CARDS.values()))
        return (*use, *card, Round("gypsy.question", most), Round("gypsy.asker"))

    def is_awake(self, v: Village) -> bool:
        seance = v.the(Seance)
        return bool(seance.cards) and not seance.question  # GYPSY-8

    def call(self, v: Village) -> None:
        if not self.is_awake(v):
            return  # another Gypsy has just chosen
        if v.options.gypsy_may_pass and not v.yes("gypsy.use", "GYPSY-2", by=self.holder):
            return
        seance = v.the(Seance)
        chooser = self.holder if v.options.spiritualism_card_chosen_by == "gypsy" else 0
        card = v.choose("gypsy.card", seance.cards, rule="GYPSY-2", by=chooser)
        audience = (self.holder,) if self.holder else MODERATOR
        number, words = spirits.choose_question(
            v, "gypsy.question", card, rule="GYPSY-2", by=self.holder, audience=audience
        )
        asker = v.pick("gypsy.asker", v.living, rule="GYPSY-9", by=self.holder)
        if asker:
            seance.prepare(card, number, words, asker)
            v.tell("question_chosen", "GYPSY-2", audience, event=card, question=number, seat=asker, by=self.holder)


class Seance(Rule):
    """The five cards, and the question waiting for a morning with a spirit to answer it. (GYPSY-3, GYPSY-6…GYPSY-8)

    It lies on the table, not with her: the question is asked without her, and her heirs find only what is left.
    """

    name = "seance"

    def __init__(self) -> None:
        self.cards = list(QUESTION_CARDS)
        """Not used yet (SERV-6)."""
        self.card = self.question = self.words = ""
        self.asker = 0

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return Gypsy.concerns(setup)

    def prepare(self, card: str, question: str, words: str, asker: int) -> None:
        self.cards.remove(card)
        self.card, self.question, self.words, self.asker = card, question, words, asker

    def morning(self, v: Village) -> None:
        """The first eliminated player answers; while there is none, the question waits."""
        medium = self._medium(v)
        if not self.question or not medium or not v.eliminated():
            return
        question, self.question = self.question, ""
        spirits.hold(v, self.card, question, self.words, medium=medium, spirit=v.eliminated()[0], rule="GYPSY-3")

    def _medium(self, v: Village) -> int:
        """The player she has named, or the nearest on his left (GYPSY-6)."""
        if not self.asker:
            return 0
        here = [seat for seat in (self.asker, *v.around(self.asker)) if seat in v.present()]
        return here[0] if here else 0
