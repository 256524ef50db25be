"""What follows from a setup alone, worked out once however often its game is told."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from nightcall.engine.rule import KINDS, NIGHT, STANDING, TABLES, TABLES_UNDER, Character, Rule, character
from nightcall.engine.setup import Setup


class Plan:
    """The kinds of rules a game of this setup begins with, and its calls in order."""

    __slots__ = (
        "announced",
        "calls",
        "deck",
        "expected",
        "forms",
        "idle",
        "joiners",
        "may_lend",
        "openers",
        "opens_windows",
        "seats",
        "standing",
        "tables",
    )

    def __init__(self, setup: Setup) -> None:
        self.seats = tuple(range(1, len(setup.players) + 1))
        self.standing: list[type[Rule]] = [kind for kind in STANDING if kind.concerns(setup)]
        self.forms = {name: form for kind in self.standing for name, form in kind.forms.items()}
        """Characters this game plays in another form from the start."""
        laid_out = sum(kind.lays_out(setup) for kind in self.standing)
        self.deck: list[type[Character]] = [self.forms.get(name, character(name)) for name in setup.deck[laid_out:]]
        self.announced = setup.announced_copies()
        self.calls: list[tuple[str, type[Rule]]] = [
            (name, KINDS[name])
            for name, option, value in NIGHT
            if KINDS[name].concerns(setup) and (not option or getattr(setup.options, option) == value)
        ]
        """The call order under these options, without what cannot come up here."""
        names = dict.fromkeys((*setup.deck, *setup.trio))
        self.joiners = [name for name in names if character(name).may_join_pack]
        """Cards whose holder may open the eyes with the pack (HOUND-5)."""
        self.expected = frozenset(name for name, kind in KINDS.items() if kind.concerns(setup))
        self.opens_windows = any(len(KINDS[name].windows) > 1 for name in self.expected)
        """Whether anything may be done by day outside the debate."""
        self.tables = tables(setup, self.expected)
        """The order at each door, without what cannot come up here."""
        self.idle: dict[str, tuple[Rule, ...]] = {door: () for door, names in self.tables.items() if not names}
        """The doors nobody at this table can open."""
        self.may_lend = bool(setup.trio)
        """Whether there are cards to borrow: somebody may act beside the holder of the same card (ACTOR-2)."""
        openers = {character(name).opens_with_vote for name in self.announced} - {""}
        self.openers = any(getattr(setup.options, option) for option in openers)
        """Whether the game begins with a vote (ANGEL-1)."""


def tables(setup: Setup, names: Container[str]) -> dict[str, tuple[str, ...]]:
    """Door -> those of the names that may act there, in order."""
    orders = dict(TABLES)
    for (option, value), instead in TABLES_UNDER.items():
        if getattr(setup.options, option) == value:
            orders |= {door: _reordered(orders[door], ranked) for door, ranked in instead.items()}
    return {door: tuple(name for name in ranked if name in names) for door, ranked in orders.items()}


def _reordered(table: Sequence[str], ranked: Sequence[str]) -> tuple[str, ...]:
    """The table with these names in this order, each in one of the places they had; whoever else is there stays."""
    names = iter(ranked)
    return tuple(next(names) if name in ranked else name for name in table)


def plan_of(setup: Setup) -> Plan:
    plan: Plan | None = setup.memo.get("plan")
    if plan is None:
        plan = setup.memo["plan"] = Plan(setup)
    return plan


def plan_with(setup: Setup, cards: Sequence[str]) -> Plan:
    """The same, once these cards have come into the game from elsewhere."""
    key = f"plan with {' '.join(cards)}"
    plan: Plan | None = setup.memo.get(key)
    if plan is None:
        plan = setup.memo[key] = Plan(replace(setup, also_announced=(*setup.also_announced, *cards)))
    return plan
