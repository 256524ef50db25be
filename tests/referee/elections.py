"""The Sheriff's election, and how ballots are counted."""

from __future__ import annotations

from tests.referee.deaths import Deaths


class Elections(Deaths):
    """A Sheriff is elected before the first night, at the first dawn, or in any debate later."""

    def offer_election(self) -> None:
        if not self.sheriff and not self.no_more_sheriff and self.ask("sheriff.now"):
            self.elect()

    def elect(self) -> None:
        """SHERIFF-1, SHERIFF-9, SHERIFF-10"""
        tied = list(self.living)
        for _ in range(2):
            cast = self.ask("sheriff.elect", 0, tied, voters=self.living, barred={}, weights={})
            tied = self.most_voted(cast, {})
            if len(tied) < 2:
                break
        if len(tied) == 1:
            self.sheriff = tied[0]
        else:
            self.no_election_before = self.day + 1

    @staticmethod
    def most_voted(cast: dict[int, int | None], weights: dict[int, int]) -> list[int]:
        counts = Elections.count(cast, weights)
        return sorted(seat for seat, count in counts.items() if count == max(counts.values()))

    @staticmethod
    def count(cast: dict[int, int | None], weights: dict[int, int]) -> dict[int, int]:
        counts: dict[int, int] = {}
        for voter, seat in cast.items():
            if seat is not None:
                counts[seat] = counts.get(seat, 0) + weights.get(voter, 1)
        return counts
