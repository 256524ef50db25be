"""What is said by day: hints, claims, counter-claims, bluffs; and what a turned card makes of all that was said."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from nightcall.engine.rule import character
from nightcall.sim.people import People, model

if TYPE_CHECKING:
    from nightcall.sim.players import Players

SILENT = ("simple_villager", "angel", "piper", "prejudiced_manipulator", "scapegoat", "village_idiot")
"""Cards it is no use, or no good, to claim."""


class Debating:
    """The public memory of the debates of a game."""

    def __init__(self, random: Random, people: People) -> None:
        self._random = random
        self._people = people
        self._constants: Mapping[str, float] = model()["claims"]
        self.claims: dict[int, str] = {}
        """Who says to hold which card."""
        self._said: dict[int, dict[int, float]] = {}
        """Speaker -> player -> what the words make everybody think; taken back when they prove false."""
        self._results: dict[int, dict[int, bool]] = {}
        """Speaker -> player -> said to be a Werewolf."""
        self._votes = model()["votes"]
        self.last_ballots: Mapping[int, int | None] = {}

    # -- one debate --

    def hold(self, players: Players, living: list[int]) -> None:
        self._push(players, living)
        for seat in living:
            if seat in players.knows and seat not in players.wolves:
                self._inform(players, seat, living)
        for _ in range(3):
            if not self._answers_for_himself(players, players.beliefs.leader(living)):
                break

    def _push(self, players: Players, living: list[int]) -> None:
        """The pack talks one villager down."""
        pack = [seat for seat in living if seat in players.wolves]
        prey = [seat for seat in living if seat not in players.wolves]
        if pack and prey:
            weight = self._votes["push"] * self._people.cunning * self._people.sense * len(pack) ** 0.5
            players.beliefs.public[players.beliefs.leader(prey)] += weight

    def _inform(self, players: Players, seat: int, living: list[int]) -> None:
        """Whoever knows something leads from behind, and speaks up when that is not enough."""
        known = {other: is_wolf for other, is_wolf in players.knows[seat].items() if other in living}
        if seat not in self.claims and not self._speaks_up(players, seat, known, living):
            for other, is_wolf in known.items():
                self._say(players, seat, other, self._constants["hint"] * (1 if is_wolf else -1))
            return
        if seat not in self.claims:
            self._claim(players, seat, players.card[seat])
        self._report(players, seat, known)

    def _speaks_up(self, players: Players, seat: int, known: Mapping[int, bool], living: list[int]) -> bool:
        if self._random.random() >= self._people.sense:
            return False
        leader = players.beliefs.leader(living)
        wolves = [other for other, is_wolf in known.items() if is_wolf]
        is_last_day = len(living) - 2 <= 2 * players.wolves_left()
        return leader == seat or len(wolves) > 1 or (bool(wolves) and leader not in wolves) or is_last_day

    def _report(self, players: Players, seat: int, known: Mapping[int, bool]) -> None:
        """Tell what one knows; a Werewolf just named may claim the very same card."""
        told = self._results.setdefault(seat, {})
        for other, is_wolf in known.items():
            if other in told:
                continue
            told[other] = is_wolf
            bold = self._constants["counter"] * self._people.cunning
            if is_wolf and other not in self.claims and self._random.random() < bold:
                self._claim(players, other, self.claims[seat])
        weight = self._constants["doubted" if self._is_contested(players, seat) else "named"]
        for other, is_wolf in told.items():
            self._say(players, seat, other, weight if is_wolf else -weight)

    def _answers_for_himself(self, players: Players, seat: int) -> bool:
        """Whoever is about to be condemned says what can be said; whether anything was."""
        if seat in self.claims or self._random.random() >= self._people.sense:
            return False
        card = players.card.get(seat, "")
        if seat not in players.wolves:
            if not card or card in SILENT or character(card).is_wolf:
                return False
            self._claim(players, seat, card)
            for sibling in players.siblings.get(seat, ()):
                self._claim(players, sibling, card)
            self._report(players, seat, players.knows.get(seat, {}))
            return True
        if self._random.random() >= self._constants["bluff"] * self._people.cunning:
            return False
        return self._bluff(players, seat)

    def _bluff(self, players: Players, seat: int) -> bool:
        free = [name for name in players.free_cards() if name not in SILENT and name not in self.claims.values()]
        if not free:
            return False
        name = free[int(self._random.random() * len(free))]
        holders = [other for other in players.living() if players.card.get(other) == name and other != seat]
        self.claims[seat] = name
        speaks = any(self._random.random() < self._people.sense for _ in holders)
        self._say(players, seat, seat, self._constants["exposed" if speaks else "bluffed"])
        return True

    # -- claims --

    def _is_contested(self, players: Players, seat: int) -> bool:
        """More say to hold this card than can: as many as were announced, less those that have been seen."""
        name = self.claims[seat]
        return sum(other == name for other in self.claims.values()) > players.unseen(name)

    def _claim(self, players: Players, seat: int, name: str) -> None:
        if seat in self.claims:
            return
        self.claims[seat] = name
        contested = self._is_contested(players, seat)
        for other, claimed in self.claims.items():
            if claimed == name:
                self._say(players, other, other, self._constants["contested" if contested else "alone"])
                if contested:
                    for target, is_wolf in self._results.get(other, {}).items():
                        weight = self._constants["doubted"]
                        self._say(players, other, target, weight if is_wolf else -weight)

    def _say(self, players: Players, speaker: int, seat: int, weight: float) -> None:
        """The last word of a speaker on somebody is the one that counts."""
        said = self._said.setdefault(speaker, {})
        players.beliefs.public[seat] += weight - said.get(seat, 0.0)
        said[seat] = weight

    # -- cards --

    def card_seen(self, players: Players, seat: int, card: str) -> None:
        """A card lies open: it settles what its holder has said, and what was said against it."""
        claimed = self.claims.pop(seat, "")
        public = players.beliefs.public
        said = self._said.pop(seat, {})
        for other, weight in said.items():
            public[other] -= weight
        results = self._results.pop(seat, {})
        certain = self._constants["certain"]
        if not players.unseen(card):
            for liar in [other for other, name in self.claims.items() if name == card]:
                public[liar] += certain
        if claimed == card:
            for other, is_wolf in results.items():
                public[other] += certain if is_wolf else -certain
        elif claimed:
            self._believe(players, [other for other, name in self.claims.items() if name == claimed])
        else:
            self._recall(players, said, card)

    def _believe(self, players: Players, rivals: list[int]) -> None:
        """Whoever claimed the same as somebody whose lie is now seen."""
        for rival in rivals:
            if not self._is_contested(players, rival):
                self._say(players, rival, rival, self._constants["alone"])
                for other, is_wolf in self._results.get(rival, {}).items():
                    self._say(players, rival, other, self._constants["named"] * (1 if is_wolf else -1))

    def _recall(self, players: Players, hints: Mapping[int, float], card: str) -> None:
        """She never said who she was. Now that her card is seen, it is remembered whom she defended, and whom not."""
        if character(card).is_wolf:
            return
        recalled = self._constants["recalled"]
        for other, hint in hints.items():
            players.beliefs.public[other] += recalled if hint > 0 else -recalled

    def weigh_votes(self, players: Players, seat: int, is_wolf: bool) -> None:
        """Who voted for somebody whose card is now seen, and who did not."""
        weight = self._votes["weight"] * self._people.skill
        kind = "wolf" if is_wolf else "honest"
        for voter, choice in self.last_ballots.items():
            players.beliefs.public[voter] += weight * self._votes[f"{'' if choice == seat else 'not_'}for_{kind}"]
