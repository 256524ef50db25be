"""Which powers work no more: despair, infection and a lost character stop cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from nightcall.engine.options import Options
from nightcall.engine.rule import EVERY_NIGHT, Character, Rule


class Losses:
    """The doors of a village in which some cards have lost their power. In most games none ever does."""

    __slots__ = ("_despair", "_doors", "_infected", "_options", "_powerless")

    def __init__(
        self,
        doors: Mapping[str, Sequence[Rule]],
        options: Options,
        *,
        despair: bool,
        powerless: Mapping[int, str],
        infected: Collection[int],
    ) -> None:
        """It is given what it needs of the village, not the village: a game leaves no cycle behind."""
        self._doors = doors
        self._options = options
        self._despair = despair
        self._powerless = powerless
        self._infected = infected

    def at(self, door: str) -> Sequence[Rule]:
        """The rules that still act at a door."""
        rules = self._doors[door]
        return [rule for rule in rules if self.spare(rule, door)] if rules else rules

    def spare(self, rule: Rule, door: str) -> bool:
        """Whether a rule still works: despair (DESP-3) and infection under `night_powers` (AMD-13) stop cards."""
        if not isinstance(rule, Character):
            return True
        if self._despair and (rule.loses_power or rule.borrowed) and self.despair_reaches(rule.holder):
            return False  # whatever is borrowed goes with its borrower's power (DESP-M1)
        if rule.holder in self._powerless and door not in ("withdraws", "victory"):  # the goal is no power
            return door in ("bitten", "threatened") and rule.wakes == EVERY_NIGHT
        if door == "call" or (door in ("bitten", "threatened") and rule.wakes == EVERY_NIGHT):
            return True  # a night power, or what its call set in motion
        return rule.borrowed or not self.leave_only_calls(rule.holder)

    def despair_reaches(self, seat: int) -> bool:
        """Whether despair reaches the seat, once it is there (DESP-3, AMD-10)."""
        return self._options.despair_hits_infected_holders or seat not in self._infected

    def leave_only_calls(self, seat: int) -> bool:
        """Whether the infected player keeps what he is called for, and nothing else (AMD-13)."""
        return self._options.infected_keeps == "night_powers" and seat in self._infected
