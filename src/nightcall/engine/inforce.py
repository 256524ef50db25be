"""The rules in force, and which of them act at a door."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from nightcall.engine import fitting
from nightcall.engine.cards import Cards
from nightcall.engine.events import PUBLIC, TOLD, Audience, Event, Tells, Undeclared
from nightcall.engine.facts import Facts, Listener
from nightcall.engine.losses import Losses
from nightcall.engine.plan import Plan, tables
from nightcall.engine.rule import KINDS, Character, Rule
from nightcall.engine.setup import Setup

R = TypeVar("R", bound=Rule)


class Doors(dict[str, Sequence[Rule]]):
    """Door -> the rules that act there, in the order of its table; worked out when first asked for."""

    def __init__(self, rules: dict[str, list[Rule]], plan: Plan, circle: Sequence[int]) -> None:
        super().__init__(plan.idle)
        self.rules = rules
        self.tables = plan.tables
        self.circle = circle

    def __missing__(self, door: str) -> Sequence[Rule]:
        """The tables are short and the rules many: walk the table."""
        acting: list[Rule] = []
        for name in self.tables[door]:
            rules = self.rules.get(name)
            if not rules:
                continue
            first = len(acting)
            for rule in rules:
                if door in rule.doors:
                    acting.append(rule)
            if len(acting) > first + 1 and isinstance(acting[first], Character):
                acting[first:] = clockwise(acting[first:], self.circle)
        self[door] = acting
        return acting


def clockwise(rules: Iterable[R], circle: Sequence[int]) -> list[R]:
    """Several of one card act as their holders sit, whoever was found first; what an Actor plays comes after those."""

    def place(rule: Rule) -> tuple[bool, int]:
        is_lent = isinstance(rule, Character) and rule.borrowed
        return is_lent, circle.index(rule.holder) if rule.holder in circle else -1

    return sorted(rules, key=place)


class InForce(Facts):
    """Rules enter and leave; doors open on those that are there and still work."""

    __slots__ = ("_losses", "_passing", "_rules", "at", "cards", "doors")

    cards: Cards
    """What is known of them; see `Knowing`."""

    def __init__(self, setup: Setup, *, keeps_record: bool) -> None:
        super().__init__(setup, keeps_record=keeps_record)
        self._rules: dict[str, list[Rule]] = {}
        """Name -> the rules of that name in force, in the order they came."""
        self.doors = Doors(self._rules, self.plan, self.circle)
        """For doors that no loss of powers closes: a side is no power, or the fall has decided (RES-5). See `at`."""
        self._passing: list[Rule] = []
        """Rules that end at some moment."""
        self._losses: Losses | None
        self.at: Callable[[str], Sequence[Rule]]
        """The rules that act at a door now, in the order of its table. Powers lost are lost here, for all."""
        self.reckon_losses()

    def listen(self, listener: Listener, names: Container[str]) -> None:
        """From now on somebody hears of these events, though no record is kept."""
        self._listener, self._heard = listener, names
        self.is_told = True

    def is_heard(self, name: str) -> bool:
        """Whether anybody would hear of such an event."""
        return self._keeps_record or name in self._heard

    def tell(self, name: str, rule: str, audience: Audience = PUBLIC, **facts: Any) -> None:
        """Something happened, as it was declared; `Undeclared` if not."""
        if self._keeps_record:
            place = len(self.events)
            if place < len(self.told_before):
                self.events.append(self.told_before[place])
                return
            TOLD[name].check(self, audience, facts)
            if fitting.WATCHED:
                self._look_at(TOLD[name], facts)
            self.events.append(Event(name, rule, audience, facts))
        elif name in self._heard:
            assert self._listener is not None
            self._listener(name, audience, facts)

    def _look_at(self, tells: Tells, facts: dict[str, Any]) -> None:
        wrong = fitting.wrong_fact(tells, facts, len(self.seats))
        if wrong:
            raise Undeclared(wrong, tells.owner)

    def lay_out(self, rules: Iterable[Rule]) -> None:
        """What is on the table before the game begins: all as planned, for good, and no door has opened yet."""
        for rule in rules:
            self._rules.setdefault(rule.name, []).append(rule)

    def enter(self, rule: Rule) -> None:
        self._rules.setdefault(rule.name, []).append(rule)
        if rule.name not in self.plan.expected and self.doors.tables is self.plan.tables:
            self.doors.tables = tables(self.setup, KINDS)  # brought in from elsewhere: by an event card, say
            self.doors.clear()
        if rule.until:
            self._passing.append(rule)
        self._work_out_again(rule)

    def remove(self, rule: Rule) -> None:
        self._rules[rule.name].remove(rule)
        if rule in self._passing:
            self._passing.remove(rule)
        self._work_out_again(rule)

    def give_up(self, power: Character) -> None:
        """A borrowed power works no more; what it has left behind ends in its own time (ACTOR-8)."""
        self._rules[power.name].remove(power)
        self._work_out_again(power)
        power.holder = 0

    def replace(self, anew: Mapping[Rule, Rule]) -> None:
        """Rule by rule, each in its place."""
        for rules in (*self._rules.values(), self._passing):
            rules[:] = [anew.get(rule, rule) for rule in rules]
        self.doors.clear()

    def _work_out_again(self, rule: Rule) -> None:
        """Only the doors this rule opens have other rules now, or the same in another order."""
        for door in rule.doors:
            self.doors.pop(door, None)

    def reckon_losses(self) -> None:
        """Powers were lost or won back, or may be lost at any time."""
        may_sleep = self.options.infected_keeps == "night_powers"
        if self.despair or self.powerless or may_sleep:
            lost = Losses(
                self.doors, self.options, despair=self.despair, powerless=self.powerless, infected=self.infected
            )
            self._losses, self.at = lost, lost.at
        else:
            self._losses, self.at = None, self.doors.__getitem__

    def is_active(self, rule: Rule, door: str = "call") -> bool:
        """Whether a rule still works at a door (DESP-3, AMD-13)."""
        return self._losses is None or self._losses.spare(rule, door)

    def is_called_in_vain(self) -> bool:
        """Whether a role is called tonight though its holder has nobody to choose (AMD-68, HOUSE-19)."""
        return self.options.fake_calls and not self.options.silent_without_target

    def loses_powers(self, seat: int) -> bool:
        """Whether despair has taken the powers of whoever sits there (DESP-3, AMD-10)."""
        return self.despair and self._losses is not None and self._losses.despair_reaches(seat)

    def keeps_only_calls(self, seat: int) -> bool:
        """Whether the player keeps what he is called for, and nothing else (AMD-13)."""
        return self._losses is not None and self._losses.leave_only_calls(seat)

    def the(self, kind: type[R]) -> R:
        """The one rule of a kind that stands in every game."""
        rule = self._rules[kind.name][0]
        assert isinstance(rule, kind)
        return rule

    def named(self, name: str) -> Sequence[Rule]:
        return self._rules.get(name, ())

    def cards_named(self, name: str) -> list[Character]:
        """Cards of this name in the game (not spare, not borrowed), located or not; clockwise."""
        cards = [rule for rule in self.named(name) if isinstance(rule, Character) and not rule.borrowed]
        return clockwise(cards, self.circle) if len(cards) > 1 else cards

    def borrowed_by(self, seat: int) -> list[Character]:
        """The powers a player has for a day, beside the card's own (ACTOR-2)."""
        powers = [rule for rule in self._passing if isinstance(rule, Character) and rule.borrowed]
        return [power for power in powers if power.holder == seat]

    def powers_of(self, seat: int) -> list[Character]:
        """Every power a player has now, of the own card or not."""
        return [
            rule
            for rules in self._rules.values()
            for rule in rules
            if isinstance(rule, Character) and rule.holder == seat
        ]
