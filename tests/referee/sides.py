"""Who is who: whose card works, who loves whom, who is of which camp."""

from __future__ import annotations

from collections.abc import Iterable

from tests.referee.cards import VILLAGER_CARDS, WOLF_CARDS
from tests.referee.reading import Reading


class Sides(Reading):
    """Cards, couples and camps."""

    def holders(self, card: str) -> list[int]:
        return [seat for seat in self.living if self.card[seat] == card]

    def take_card(self, seat: int, card: str) -> None:
        self.card[seat] = card
        if card in WOLF_CARDS:
            self.wolves.add(seat)
        self.potions.pop(seat, None)
        self.models.pop(seat, None)
        self.shielded.pop(seat, None)
        self.wounds.pop(seat, None)
        for seats in (self.bitten_before, self.noseless, self.curses_used, self.judges, self.shown_idiots):
            seats.discard(seat)

    def is_in_despair(self, seat: int) -> bool:
        """DESP-3, AMD-10"""
        is_spared = seat in self.infected and not self.opt["despair_hits_infected_holders"]
        return self.despair and self.card[seat] in VILLAGER_CARDS and not is_spared

    def works(self, seat: int, *, at_night: bool = False) -> bool:
        """Whether the card has its power; AMD-13."""
        if self.is_in_despair(seat):
            return False
        return at_night or seat not in self.infected or self.opt["infected_keeps"] != "night_powers"

    def partners(self, seat: int) -> set[int]:
        return {other for couple in self.couples if seat in couple for other in couple if other != seat}

    def harmless(self, by: Iterable[int]) -> set[int]:
        """Whom these may not harm (LOVE-16, AMD-8)."""
        if self.opt["lovers_restriction"] != "no_harm":
            return set()
        return {other for seat in by for other in self.partners(seat)}

    def neighbours(self, seat: int) -> set[int]:
        """The nearest living players on either side (GEN-8, GEN-9)."""
        others = [other for other in self.living if other != seat]
        if not others:
            return set()
        after = [other for other in others if other > seat] or others
        before = [other for other in others if other < seat] or others
        return {min(after), max(before)}

    def keeps_own_goal(self, seat: int) -> bool:
        """A Piper or Manipulator who has not become a simple Werewolf (PIPER-6, MANIP-4, HOUSE-14)."""
        return seat not in self.wolves or self.opt["infected_loner_keeps_goal"]

    def nature(self, seat: int) -> str:
        if seat in self.wolves:
            return "wolf"
        return "piper" if self.card[seat] == "piper" else "villager"

    def is_mixed(self, couple: tuple[int, int]) -> bool:
        """LOVE-4, LOVE-7, LOVE-11, LOVE-12, LOVE-13, LOVE-14, LOVE-15."""
        natures = {self.nature(seat) for seat in couple}
        if len(natures) == 1 or ("piper" in natures and self.opt["lovers_team_pairs"] == "villager_wolf"):
            return False
        return not any(self.card[seat] == "prejudiced_manipulator" and self.keeps_own_goal(seat) for seat in couple)

    def own_camp(self, seat: int) -> str:
        card = self.card[seat]
        if card == "white_werewolf":
            return "werewolves" if self.partners(seat) & self.wolves else card  # LOVE-13
        if seat in self.wolves:
            return "werewolves"  # INF-2, whatever goal he may have kept besides
        if card in ("piper", "prejudiced_manipulator"):
            return card
        if card == "angel" and self.angel_may_win(seat) and self.window_is_open():
            return card  # ANGEL-14
        return "village"

    def camp(self, seat: int) -> str:
        """Frozen at elimination (AMD-15)."""
        if seat in self.camps:
            return self.camps[seat]
        for couple in self.couples:
            if seat in couple and all(one in self.living for one in couple) and self.is_mixed(couple):
                return "lovers"
        return self.own_camp(seat)

    def everybody_of(self, camp: str) -> list[int]:
        return [seat for seat in self.card if self.camp(seat) == camp]

    def angel_may_win(self, seat: int) -> bool:
        """ANGEL-4, ANGEL-10."""
        is_in_love = bool(self.partners(seat)) and not self.opt["angel_in_love_keeps_goal"]
        return seat not in self.wolves and not is_in_love

    def window_is_open(self) -> bool:
        window = self.opt["angel_window"]
        if window == "first_vote_only":
            return self.votes_held == 0
        if window == "until_d2_vote":
            return self.day < 2 or (self.day == 2 and self.is_dawn)
        is_night = self.opt["angel_dawn_counts"] or self.is_first_batch  # HOUSE-22
        return self.day == 0 or (self.day == 1 and self.is_dawn and is_night)
