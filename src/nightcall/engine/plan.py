"""What follows from a setup alone, worked out once however often its game is told."""

from __future__ import annotations

from nightcall import order
from nightcall.engine.rule import KINDS, STANDING, Character, Rule, character
from nightcall.engine.setup import Setup


class Plan:
    """The kinds of rules a game of this setup begins with, and its calls in order."""

    __slots__ = ("announced", "calls", "deck", "forms", "joiners", "openers", "seats", "standing")

    def __init__(self, setup: Setup) -> None:
        self.seats = tuple(range(1, len(setup.players) + 1))
        self.standing: list[type[Rule]] = [kind for kind in STANDING if kind.concerns(setup)]
        self.forms = {name: form for kind in self.standing for name, form in kind.forms.items()}
        """Characters this game plays in another form from the start."""
        self.deck: list[type[Character]] = [self.forms.get(name, character(name)) for name in setup.deck]
        self.announced = setup.announced_copies()
        self.calls: list[tuple[str, type[Rule]]] = [
            (name, KINDS[name])
            for name, option, value in order.NIGHT
            if KINDS[name].concerns(setup) and (not option or getattr(setup.options, option) == value)
        ]
        """The call order under these options, without what cannot come up here."""
        names = dict.fromkeys((*setup.deck, *setup.trio))
        self.joiners = [name for name in names if character(name).may_join_pack]
        """Cards whose holder may open the eyes with the pack (HOUND-5)."""
        openers = {character(name).opens_with_vote for name in self.announced} - {""}
        self.openers = any(getattr(setup.options, option) for option in openers)
        """Whether the game begins with a vote (ANGEL-1)."""


def plan_of(setup: Setup) -> Plan:
    plan: Plan | None = setup.memo.get("plan")
    if plan is None:
        plan = setup.memo["plan"] = Plan(setup)
    return plan
