"""The Thief, and the cards in the middle."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine import prompts, views
from nightcall.engine.events import CARD, CARDS, MODERATOR, SEAT, Tells
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import AMBIGUOUS, FIRST_NIGHT, Character, Rule, character
from nightcall.engine.setup import Setup
from nightcall.engine.unmoderated import Round
from nightcall.engine.views import View
from nightcall.engine.village import Village


class Thief(Character):
    """On the first night he looks at the two cards left over and may take one for his own. (THIEF-1…THIEF-10)

    How many are left over, and whether he may leave nothing but Werewolves there, is the table's. (HOUSE-17, HOUSE-18)
    """

    name = "thief"
    family = "THIEF"
    wave = 0
    group = AMBIGUOUS
    in_base_box = True
    spares = "thief_spares"
    adds = "simple_villager"
    wakes = FIRST_NIGHT
    tells = [
        Tells("spares_seen", to="by", by=SEAT, cards=CARDS),
        Tells("stole", to="seat", seat=SEAT, card=CARD, seen=views.has_card, echo=True),
    ]

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        """His own card, if it lies in the middle, looks like the one added for him."""
        spares = [cls.adds if card.name == cls.name else card.name for card in v.cards.spares] or [cls.adds]
        low = 1 if cls._must(v, spares) else 0
        return Prompt("thief.swap", prompts.CHOOSE, "THIEF-2", options=list(dict.fromkeys(spares)), low=low)

    @classmethod
    def rounds(cls, v: Village, seen: View) -> Sequence[Round]:
        return (Round("thief.swap", v.options.thief_spares),)

    @staticmethod
    def _must(v: Village, names: Sequence[str]) -> bool:
        """Whether he has to take one of these (OPT-THIEF-SWAP, HOUSE-17)."""
        only_wolves = all(character(name).is_wolf for name in names)
        return v.options.thief_swap == "mandatory" or (only_wolves and v.options.thief_must_take_wolf)

    def has_target(self, v: Village) -> bool:
        return bool(v.cards.spares or v.cards.unread_spares)

    def call(self, v: Village) -> None:
        Spares.look(v)
        names = [card.name for card in v.cards.spares]
        if not names:
            return
        v.tell("spares_seen", "THIEF-2", (self.holder,), by=self.holder, cards=tuple(names))
        choice = v.choose(
            "thief.swap",
            list(dict.fromkeys(names)),
            rule="THIEF-2",
            by=self.holder,
            optional=not self._must(v, names),
            about=prompts.SWAP,
        )
        if not choice:
            return
        card = v.cards.take_spare(choice)
        v.remove(self)
        v.cards.exchange(self.holder, card)
        card.is_new = v.night > 1  # a Servant's look: the card's own first night is still to come (FK-10)
        v.enter(card)
        if card.is_wolf:
            v.turn_wolf(card.holder)
        v.tell("stole", "THIEF-3", (card.holder,), seat=card.holder, card=card.name)


class Spares(Rule):
    """The moderator reads the cards in the middle once, whoever the Thief is. (THIEF-7, THIEF-8)

    Until then a Werewolf may still be among them, so victory is looked for again afterwards. (AMD-60)
    """

    name = "spares"
    is_silent = True
    tells = [Tells("spares_read", to=MODERATOR, cards=CARDS)]

    looked_on = 1
    """The night of the last look at them: the first, whether the Thief is there or not, or a Servant's."""

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return len(setup.deck) > len(setup.players)

    @classmethod
    def is_spoken(cls, v: Village) -> bool:
        return any(isinstance(rule, Spares) and rule.looked_on == v.night for rule in v.named(cls.name))

    def call(self, v: Village) -> None:
        self.read(v)
        v.sides_changed()

    @staticmethod
    def look(v: Village) -> None:
        """A Thief is about to see them."""
        for rule in v.named(Spares.name):
            assert isinstance(rule, Spares)
            rule.looked_on = v.night
        Spares.read(v)

    @staticmethod
    def read(v: Village) -> None:
        count = v.cards.unread_spares
        if not count:
            return
        pool = [card.name for cards in v.cards.pool.values() for card in cards if not card.never_spare]
        refused = {name: "TRUST-4" if character(name).never_spare else "IDENT-4" for name in v.listed_cards}
        prompt = Prompt(
            "thief.spares",
            prompts.CARDS,
            "THIEF-7",
            options=pool,
            low=count,
            high=count,
            refused=refused,
            about=prompts.SPARES,
        )
        names = v.ask(prompt)
        if not v.cards.spares_fit(names):
            raise prompt.refuse("answer.impossible", names, "IDENT-4")
        for name in names:
            for card in v.cards.pool[name][-1:]:
                v.remove(card)
            v.cards.read_spare(name)
        v.tell("spares_read", "THIEF-7", MODERATOR, cards=names)
