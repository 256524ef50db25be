"""Double You, small complication: an open character, and a hidden card that gives the camp."""

from __future__ import annotations

from collections import Counter
from typing import Final

from nightcall.characters.elder import Elder
from nightcall.characters.scapegoat import Scapegoat
from nightcall.engine import prompts
from nightcall.engine.chance import shuffled
from nightcall.engine.deaths import Death
from nightcall.engine.errors import Fault
from nightcall.engine.events import PUBLIC
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import Character
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village
from nightcall.engine.votes import Verdict
from nightcall.variants.variant import Variant

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


class DoubleYou(Variant):
    """Everybody has an open character with its power, and a hidden card that decides the camp. (DBL-1, DBL-2, DBL-4)

    The hidden card is the one the village's rules speak of: looked at by the Seer, shown at an elimination, called with
    the pack. The first half of the deck are the open cards, the second half the hidden ones (DBL-5).
    """

    name = "double_you"
    is_exclusive = True
    cards_each = 2
    forms = {"elder": DoubleElder, "scapegoat": OpenScapegoat}

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
            if copies > OPEN.get(name, 0):
                facts = {"card": name, "given": copies, "most": OPEN.get(name, 0)}
                faults.append(Fault("setup.double_you_open", "DBL-2" if name not in OPEN else "DBL-1", facts))
        if hidden[WOLF] != WOLVES or set(hidden) - {WOLF, VILLAGER}:
            faults.append(Fault("setup.double_you_hidden", "DBL-1", {"given": hidden[WOLF], "wanted": WOLVES}))
        return faults

    def __init__(self) -> None:
        self.roles: dict[int, Character] = {}
        """Seat -> the open card."""

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
            self.roles[seat] = role
            v.enter(role)
            v.tell("role_lies_open", "DBL-1", seat=seat, card=name)

    def falls(self, v: Village, death: Death) -> None:
        """The open card goes with its owner: nobody answers that call any more (FK-5)."""
        role = self.roles.get(death.seat)  # none for whoever joined later
        if role is not None:
            v.shown[role.name] = v.shown.get(role.name, 0) + 1


def number_faults(setup: Setup) -> list[Fault]:
    count = len(setup.players)
    if LOW <= count <= HIGH:
        return []
    return [Fault("setup.double_you_players", "DBL-1", {"given": count, "low": LOW, "high": HIGH})]
