"""Who holds which card: what is known, what is still possible, what follows from it.

With physical cards the app knows the deck but not the deal. Seats whose card is not known, and spares nobody
has read, share the pool of cards not located yet. Seats about which the same is known form a class; a card is
possible for a class if the pool can still be dealt out with it there. (IDENT-0, IDENT-4)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nightcall.engine.rule import Character, Rule


class Cards:
    """The deck, as far as it is known where each card lies."""

    def __init__(self, deck: Sequence[Character], seats: Sequence[int], *, known: bool) -> None:
        self.deck = list(deck)
        self.of: dict[int, Character] = {}
        """Seat -> the card before it, where known."""
        self.spares: list[Character] = []
        """The cards in the middle, where known."""
        self.known_from_start = known
        self.pool: dict[str, list[Character]] = {}
        self.unknown: list[int] = []
        self.unread_spares = 0
        self._cannot: dict[int, frozenset[str]] = {}
        self._possible: dict[frozenset[str] | None, tuple[str, ...]] | None = None
        if known:
            for seat, card in zip(seats, deck, strict=False):
                self.of[seat] = card
                card.holder = seat
            self.spares = list(deck[len(seats) :])
            return
        for card in deck:
            self.pool.setdefault(card.name, []).append(card)
        self.unknown = list(seats)
        self.unread_spares = len(deck) - len(seats)
        self._fixed_spare = frozenset(card.name for card in deck if card.never_spare)

    # -- what is possible --

    def missing(self, name: str) -> int:
        """How many copies are not located yet."""
        return len(self.pool.get(name, ()))

    def possible(self, seat: int) -> tuple[str, ...]:
        """The cards the seat can still hold, in the order of the deck."""
        card = self.of.get(seat)
        if card is not None:
            return (card.name,)
        if seat not in self.unknown:
            return ()  # a Servant has taken it away (SERV-9)
        if self._possible is None:
            self._possible = self._work_out()
            assert self._possible is not None, "the knowledge contradicts itself"
        return self._possible[self._cannot.get(seat, frozenset())]

    def may_hold(self, seat: int, name: str) -> bool:
        card = self.of.get(seat)
        return card.name == name if card is not None else name in self.possible(seat)

    def suspects(self, name: str, seats: Iterable[int]) -> list[int]:
        """Those of the seats whose card is not known and may be this one."""
        if name not in self.pool:
            return []
        if self._anything_goes():
            return [seat for seat in seats if seat not in self.of]
        return [seat for seat in seats if seat not in self.of and name in self.possible(seat)]

    def _anything_goes(self) -> bool:
        """Nothing is known but what is located: the common case of a first night, and quickly decided."""
        return not self._cannot and not self.unread_spares

    def fits(self, placing: dict[int, str]) -> bool:
        """Whether all these seats can hold these cards together."""
        counts = {name: len(cards) for name, cards in self.pool.items()}
        for name in placing.values():
            counts[name] = counts.get(name, 0) - 1
        if any(count < 0 for count in counts.values()):
            return False
        if self._anything_goes():
            return True
        if any(name in self._cannot.get(seat, ()) for seat, name in placing.items()):
            return False
        return self._deal_out(counts, self._classes(placing)) is not None

    def fewest(self, copies: int) -> int:
        """How few seats so many copies of a card can lie before."""
        return copies

    def may_wake(self, found: Sequence[int], here: Iterable[int], name: str) -> bool:
        """Whether it can be that these, and nobody else here, hold this card; of several before a seat, one or more."""
        before = dict(self._cannot)
        self._rule_out([seat for seat in here if seat not in found], (name,))
        fit = self.fits(dict.fromkeys(found, name))
        self._cannot = before
        return fit

    def spares_fit(self, names: Sequence[str]) -> bool:
        """Whether these can be all the spares."""
        counts = {name: len(cards) - names.count(name) for name, cards in self.pool.items()}
        sizes = self._classes()
        sizes.pop(None, None)
        return self._deal_out(counts, sizes) is not None

    def _classes(self, without: Iterable[int] = ()) -> dict[frozenset[str] | None, int]:
        """Classes of seats by what they cannot hold, with their sizes; None = the unread spares."""
        left_out = set(without)
        sizes: dict[frozenset[str] | None, int] = {}
        for seat in self.unknown:
            if seat not in left_out:
                cannot = self._cannot.get(seat, frozenset())
                sizes[cannot] = sizes.get(cannot, 0) + 1
        if self.unread_spares:
            sizes[None] = self.unread_spares
        return sizes

    def _allows(self, group: frozenset[str] | None, name: str) -> bool:
        return name not in (self._fixed_spare if group is None else group)

    def _deal_out(
        self, counts: dict[str, int], sizes: dict[frozenset[str] | None, int]
    ) -> dict[tuple[str, frozenset[str] | None], int] | None:
        """One way to deal the counted cards to the classes, or None: a small maximum flow."""
        flow: dict[tuple[str, frozenset[str] | None], int] = {}
        room = dict(sizes)
        for name, count in counts.items():
            for _ in range(count):
                if not self._place(name, room, flow, sizes, set()):
                    return None
        return flow

    def _place(
        self,
        name: str,
        room: dict[frozenset[str] | None, int],
        flow: dict[tuple[str, frozenset[str] | None], int],
        sizes: dict[frozenset[str] | None, int],
        tried: set[frozenset[str] | None],
    ) -> bool:
        for group in sizes:
            if group in tried or not self._allows(group, name):
                continue
            if room[group]:
                room[group] -= 1
                flow[name, group] = flow.get((name, group), 0) + 1
                return True
        for group in sizes:
            if group in tried or not self._allows(group, name):
                continue
            tried.add(group)
            for other in [card for (card, where), n in flow.items() if where == group and n]:
                if other != name and self._place(other, room, flow, sizes, tried):
                    flow[other, group] -= 1
                    flow[name, group] = flow.get((name, group), 0) + 1
                    return True
        return False

    def _work_out(self) -> dict[frozenset[str] | None, tuple[str, ...]] | None:
        """For each class the cards it can hold: those on a cycle of exchanges with one deal that works; or None."""
        counts = {name: len(cards) for name, cards in self.pool.items() if cards}
        sizes = self._classes()
        names = tuple(counts)
        allowed = {group: tuple(name for name in names if self._allows(group, name)) for group in sizes}
        if [*allowed.values()] == [names]:
            return allowed  # whoever is not known may hold anything that is not located
        flow = self._deal_out(counts, sizes)
        if flow is None:
            return None
        # Residual graph: a card may move to any class that allows it; a class gives up a card it holds.
        gives = {group: [name for name in names if flow.get((name, group))] for group in sizes}
        takes = {name: [group for group in sizes if name in allowed[group]] for name in names}
        reach: dict[frozenset[str] | None, set[frozenset[str] | None]] = {}
        for start in sizes:
            seen = {start}
            queue = [start]
            while queue:
                for name in gives[queue.pop()]:
                    for group in takes[name]:
                        if group not in seen:
                            seen.add(group)
                            queue.append(group)
            reach[start] = seen
        result = {}
        for group in sizes:
            result[group] = tuple(
                name
                for name in allowed[group]
                if any(flow.get((name, origin)) and origin in reach[group] for origin in sizes)
            )
        return result

    # -- what becomes known --

    def locate(self, seat: int, name: str) -> Character:
        """The seat holds this card."""
        card = self.pool[name].pop()
        if not self.pool[name]:
            del self.pool[name]
        card.holder = seat
        self.of[seat] = card
        self.unknown.remove(seat)
        self._cannot.pop(seat, None)
        self._forget_exhausted(name)
        return card

    def read_spare(self, name: str) -> None:
        """One of the cards in the middle is this one."""
        card = self.pool[name].pop()
        if not self.pool[name]:
            del self.pool[name]
        self.spares.append(card)
        self.unread_spares -= 1
        self._forget_exhausted(name)

    def exclude(self, seats: Iterable[int], names: Iterable[str]) -> bool:
        """None of these seats holds any of these cards; see `agrees`."""
        return self.agrees([(seats, names)])

    def agrees(self, narrowing: Sequence[tuple[Iterable[int], Iterable[str]]]) -> bool:
        """Rule these cards out for these seats if the deck can still be dealt out then; else change nothing."""
        before = dict(self._cannot)
        for seats, names in narrowing:
            self._rule_out(seats, names)
        if self._cannot == before:
            return True
        possible = self._work_out()
        if possible is None:
            self._cannot = before
            return False
        self._possible = possible
        return True

    def _rule_out(self, seats: Iterable[int], names: Iterable[str]) -> None:
        gone = frozenset(name for name in names if name in self.pool)
        for seat in seats if gone else ():
            if seat not in self.of:
                self._cannot[seat] = self._cannot.get(seat, frozenset()) | gone

    def _forget_exhausted(self, name: str) -> None:
        """A card with no copy left to find need not be remembered as excluded: keeps the classes few."""
        self._possible = None
        if name not in self.pool and self._cannot:
            left = {seat: cannot - {name} for seat, cannot in self._cannot.items()}
            self._cannot = {seat: cannot for seat, cannot in left.items() if cannot}

    # -- cards that move --

    def exchange(self, seat: int, card: Character) -> Character:
        """The seat lays its card aside and takes another."""
        old = self.of[seat]
        old.holder = 0
        self.of[seat] = card
        card.holder = seat
        return old

    def bring(self, seat: int, card: Character) -> None:
        """A card that was not dealt here."""
        self.deck.append(card)
        self.of[seat] = card
        card.holder = seat

    def replace(self, anew: Mapping[Rule, Character]) -> None:
        """Card by card, each where it lies."""
        for cards in (self.deck, self.spares, *self.pool.values()):
            cards[:] = [anew.get(card, card) for card in cards]
        self.of = {seat: anew.get(card, card) for seat, card in self.of.items()}

    def put_first(self, seat: int, card: Character) -> None:
        """Of several cards before a seat, the one every rule speaks of."""
        self.of[seat] = card

    def take_spare(self, name: str) -> Character:
        """One of the cards in the middle leaves it."""
        card = next(card for card in self.spares if card.name == name)
        self.spares.remove(card)
        return card

    def swap(self, one: int, other: int) -> None:
        """Two seats exchange their cards, both known."""
        self.of[one], self.of[other] = self.of[other], self.of[one]
        for seat in (one, other):
            self.of[seat].holder = seat
