"""Double You, small complication: an open character, and a hidden card that gives the camp."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar, Final

from nightcall.engine import prompts, views
from nightcall.engine.chance import shuffled
from nightcall.engine.deaths import Death
from nightcall.engine.errors import Fault
from nightcall.engine.events import CARD, PUBLIC, SEAT, Tells
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import Character
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village
from nightcall.engine.votes import Verdict
from nightcall.rules.characters.elder import Elder
from nightcall.rules.characters.scapegoat import Scapegoat
from nightcall.rules.variants.variant import Variant

LOW: Final = 7
HIGH: Final = 9
VILLAGER: Final = "simple_villager"
WOLF: Final = "werewolf"
OPEN: Final = {
    "seer": 1,
    "hunter": 1,
    "witch": 1,
    "cupid": 1,
    "defender": 1,
    "elder": 1,
    "scapegoat": 1,
    VILLAGER: 2,
}
"""The characters played, with the most copies that lie open."""
WOLVES: Final = 2


class DoubleElder(Elder):
    """One of two cards: the despair is his whichever of them is turned up first. (DBL-4)"""

    def falls(self, v: Village, death: Death) -> None:
        if death.seat == self.holder:
            card, death.card = death.card, self
            super().falls(v, death)
            death.card = card


class OpenScapegoat(Scapegoat):
    """Everybody knows him, so there is nothing to turn up; his other card is shown when he falls. (DBL-2)"""

    def tie(self, v: Village, verdict: Verdict) -> int:
        if self.holder not in v.present():
            return 0
        verdict.rule = "SCAPE-1"
        return self.holder


class TwoCards(Variant):
    """What both complications share: a second card that goes wherever its owner goes. (DBL-5, HAML-3, MIRA-4)"""

    family = "DBL"
    is_exclusive = True
    cards_each = 2
    brought: ClassVar[tuple[str, ...]] = tuple(OPEN)
    """What the second card of a newcomer may be."""

    def other(self, v: Village, seat: int) -> Character | None:
        """The seat's second card, next to `v.card`; None for whoever has come with one only."""
        return next((card for card in v.powers_of(seat) if card is not v.card(seat) and not card.borrowed), None)

    def welcome(self, v: Village, seat: int, name: str) -> Character:
        """A newcomer's second card; the first one lies there already."""
        first = v.cards.of[seat]
        second = v.bring(seat, name)
        v.cards.put_first(seat, first)
        return second

    def humbled(self, v: Village, seat: int) -> None:
        self._lay_aside(v, seat)

    def leaves(self, v: Village, seat: int) -> None:
        """It goes along."""
        self._lay_aside(v, seat)

    def _lay_aside(self, v: Village, seat: int) -> Character | None:
        second = self.other(v, seat)
        if second is not None:
            v.remove(second)
        return second


class DoubleYou(TwoCards):
    """Everybody has an open character with its power, and a hidden card that decides the camp. (DBL-1, DBL-2, DBL-4)

    The hidden card is the one the village's rules speak of: looked at by the Seer, shown at an elimination, called with
    the pack. The first half of the deck are the open cards, the second half the hidden ones (DBL-5).
    """

    name = "double_you"
    forms = {"elder": DoubleElder, "scapegoat": OpenScapegoat}
    tells = [
        Tells("role_lies_open", seat=SEAT, card=CARD, seen=views.has_second),
        Tells("role_laid_aside", seat=SEAT, card=CARD, seen=views.lays_second_aside),
    ]

    @classmethod
    def lays_out(cls, setup: Setup) -> int:
        return len(setup.players)

    @classmethod
    def faults(cls, setup: Setup) -> list[Fault]:
        faults = super().faults(setup)
        if not cls.concerns(setup):
            return faults
        faults += number_faults(setup)
        count = len(setup.players)
        opened, hidden = Counter(setup.deck[:count]), Counter(setup.deck[count:])
        for name, copies in opened.items():
            most = boxes(setup) * OPEN.get(name, 0)
            if copies > most and not (name == VILLAGER and boxes(setup) > 1):
                facts = {"card": name, "given": copies, "most": most}
                rule = "DBL-2" if name not in OPEN else "DBL-1"
                faults.append(Fault("setup.double_you_open", rule, facts, about=("deck", "players")))
        most = boxes(setup) * WOLVES
        if not WOLVES <= hidden[WOLF] <= most or set(hidden) - {WOLF, VILLAGER}:
            facts = {"given": hidden[WOLF], "wanted": WOLVES if most == WOLVES else f"{WOLVES}–{most}"}
            faults.append(Fault("setup.double_you_hidden", "DBL-1", facts, about=("deck", "players")))
        return faults

    @classmethod
    def warnings(cls, setup: Setup) -> list[Fault]:
        return number_warnings(setup) if cls.concerns(setup) else []

    def __init__(self) -> None:
        self.roles: dict[int, Character] = {}
        """Living seat -> the open card."""

    def enters(self, v: Village) -> None:
        """The open cards, dealt from the seed, lying as listed, or entered by the moderator (DBL-1)."""
        left = list(v.setup.deck[: len(v.seats)])
        if v.options.cards_known_to_app and v.seed is not None:
            left = shuffled(left, v.seed + 1)
        for seat in v.seats:
            names = tuple(dict.fromkeys(left))
            name = left[0]
            if not v.options.cards_known_to_app and len(names) > 1:
                prompt = Prompt("double_you.open", prompts.CHOOSE, "DBL-1", options=names, seat=seat, audience=PUBLIC)
                name = v.ask(prompt)
            left.remove(name)
            role = v.form(name)()
            role.holder = seat
            v.enter(role)
            self._lay_open(v, role)

    def _lay_open(self, v: Village, role: Character) -> None:
        self.roles[role.holder] = role
        v.tell("role_lies_open", "DBL-1", seat=role.holder, card=role.name)

    def _close(self, v: Village, seat: int) -> None:
        """The open card is gone: nobody answers that call any more (FK-5)."""
        role = self.roles.pop(seat, None)  # none for whoever came with one card
        if role is not None:
            v.count_shown(role.name)

    def falls(self, v: Village, death: Death) -> None:
        self._close(v, death.seat)

    def leaves(self, v: Village, seat: int) -> None:
        super().leaves(v, seat)
        self._close(v, seat)

    def humbled(self, v: Village, seat: int) -> None:
        role = self._lay_aside(v, seat)
        self._close(v, seat)
        if role is not None:
            v.tell("role_laid_aside", "MIRA-4", seat=seat, card=role.name)

    def welcome(self, v: Village, seat: int, name: str) -> Character:
        role = super().welcome(v, seat, name)
        self._lay_open(v, role)
        return role


def number_faults(setup: Setup) -> list[Fault]:
    count = len(setup.players)
    if count >= LOW:
        return []
    facts = {"given": count, "low": LOW, "high": HIGH}
    return [Fault("setup.double_you_players", "DBL-1", facts, about=("players", "variants"))]


def number_warnings(setup: Setup) -> list[Fault]:
    if boxes(setup) == 1:
        return []
    facts = {"given": len(setup.players), "high": HIGH}
    return [Fault("warning.double_you_players", "AMD-58", facts, about=("players", "variants"))]


def boxes(setup: Setup) -> int:
    """How many boxes the cards come from: one has enough for nine players (AMD-58)."""
    return 1 if len(setup.players) <= HIGH else 2
