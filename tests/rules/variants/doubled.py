"""A table where everybody has two cards: "Ann:seer+werewolf Bea:hunter …"."""

from __future__ import annotations

from collections import Counter
from typing import Any

from nightcall import Prompt
from nightcall.rules.variants.double_you_big import Hands
from tests.table import Table

SMALL = "double_you"
BIG = "double_you_big"


class Doubled(Table):
    """The first card is the open one of the small form; no card named = Simple Villager."""

    def __init__(self, people: str, *, variants: str = SMALL, **options: Any) -> None:
        seated = [person.partition(":") for person in people.split()]
        hands = {name: (cards or "simple_villager").split("+") for name, _, cards in seated}
        self.hands = {name: (hand * 2 if hand == ["simple_villager"] else hand) for name, hand in hands.items()}
        for hand in self.hands.values():
            hand.extend(["simple_villager"] * (2 - len(hand)))
        first = " ".join(f"{name}:{hand[0]}" for name, hand in self.hands.items())
        second = " ".join(hand[1] for hand in self.hands.values())
        super().__init__(first, spares=second, variants=variants, **options)

    def _default(self, prompt: Prompt) -> bool:
        if prompt.key == "double_you.open":
            self._say(self.hands[self.names[prompt.seat - 1]][0])
            return True
        return super()._default(prompt)

    def _truth(self, prompt: Prompt) -> Any:
        if prompt.key in ("card.look", "card.shown", "seer.card"):
            name = self.names[prompt.seat - 1]
            cards = self.game.village.cards
            if not isinstance(cards, Hands):
                return self.hands[name][1]
            told = Counter(card.name for card in cards.hands[prompt.seat])
            return next(iter(Counter(self.hands[name]) - told))
        card = {"werewolves.identify": "werewolf", "scapegoat.declare": "scapegoat"}.get(prompt.key, prompt.card)
        is_small = self.setup.variants[0] == SMALL
        found = [name for name in self._among(prompt) if card in self.hands[name][1 if is_small else 0 :]]
        if prompt.high == 1:
            return found[0] if found else None
        return found
