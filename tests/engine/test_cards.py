"""What each player can still hold, against the enumeration of every deal that agrees with what is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from nightcall import Setup, play
from nightcall.engine.cards import Cards
from nightcall.engine.rule import character
from nightcall.sim.bots import PhysicalTable

NAMES = ("werewolf", "seer", "witch", "simple_villager", "trusted_villager")
Deal = tuple[str, ...]


def arrangements(names: Counter[str], length: int) -> Iterator[Deal]:
    """Every different way to lay these cards in a row."""
    if length == 0:
        yield ()
        return
    for name in sorted(names):
        if names[name]:
            rest = names - Counter([name])
            for tail in arrangements(rest, length - 1):
                yield (name, *tail)


class World:
    """A small table with unknown cards, told of by brute force: all deals that are still possible."""

    def __init__(self, deal: Deal, spares: int) -> None:
        self.truth = deal
        self.seats = range(1, len(deal) - spares + 1)
        everything = arrangements(Counter(deal), len(deal))
        middle = slice(len(self.seats), None)
        self.deals = [row for row in everything if "trusted_villager" not in row[middle]]
        self.cards = Cards([character(name)() for name in deal], self.seats, known=False)

    def spares_of(self, row: Deal) -> Counter[str]:
        return Counter(row[len(self.seats) :])

    def possible(self, seat: int) -> set[str]:
        return {row[seat - 1] for row in self.deals}

    def agree(self) -> None:
        """The app thinks exactly what follows from what it knows."""
        assert self.truth in self.deals
        for seat in self.seats:
            assert set(self.cards.possible(seat)) == self.possible(seat)
            for name in NAMES:
                assert self.cards.may_hold(seat, name) == (name in self.possible(seat))
        for name in NAMES:
            unknown = [seat for seat in self.seats if seat not in self.cards.of]
            expected = [seat for seat in unknown if name in self.possible(seat)]
            assert self.cards.suspects(name, self.seats) == expected


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Up to seven cards, several copies of some, with or without two spares."""
    spares = draw(st.sampled_from([0, 2]))
    deck = draw(st.lists(st.sampled_from(NAMES), min_size=spares + 3, max_size=7))
    deal = tuple(draw(st.permutations(deck)))
    if "trusted_villager" in deal[len(deal) - spares :]:
        deal = tuple(name if name != "trusted_villager" else "seer" for name in deal)
    return World(deal, spares)


def learn(world: World, data: st.DataObject) -> None:
    """Something true becomes known: a card, a spare, or what some players do not hold."""
    unknown = [seat for seat in world.seats if seat not in world.cards.of]
    what = data.draw(st.sampled_from(["locate", "exclude", "read"]))
    if what == "locate" and unknown:
        seat = data.draw(st.sampled_from(unknown))
        name = world.truth[seat - 1]
        assert world.cards.locate(seat, name).holder == seat
        world.deals = [row for row in world.deals if row[seat - 1] == name]
    elif what == "exclude" and unknown:
        seats = data.draw(st.lists(st.sampled_from(unknown), unique=True))
        absent = [name for name in NAMES if all(world.truth[seat - 1] != name for seat in seats)]
        names = data.draw(st.lists(st.sampled_from(absent), unique=True)) if absent else []
        world.cards.exclude(seats, names)
        world.deals = [row for row in world.deals if all(row[seat - 1] not in names for seat in seats)]
    elif what == "read" and world.cards.unread_spares:
        read = Counter(card.name for card in world.cards.spares)
        name = data.draw(st.sampled_from(sorted((world.spares_of(world.truth) - read).elements())))
        world.cards.read_spare(name)
        read[name] += 1
        world.deals = [row for row in world.deals if read <= world.spares_of(row)]


@settings(max_examples=250, deadline=None)
@given(worlds(), st.data())
def test_possible_is_what_every_remaining_deal_allows(world: World, data: st.DataObject) -> None:
    """IDENT-4"""
    world.agree()
    for _ in range(data.draw(st.integers(1, 5))):
        learn(world, data)
        world.agree()


@settings(max_examples=250, deadline=None)
@given(worlds(), st.data())
def test_several_cards_fit_together_if_some_deal_has_them_all(world: World, data: st.DataObject) -> None:
    """IDENT-4"""
    for _ in range(data.draw(st.integers(0, 4))):
        learn(world, data)
    unknown = [seat for seat in world.seats if seat not in world.cards.of]
    seats = data.draw(st.lists(st.sampled_from(unknown), unique=True)) if unknown else []
    placing = {seat: data.draw(st.sampled_from(NAMES)) for seat in seats}
    some = any(all(row[seat - 1] == name for seat, name in placing.items()) for row in world.deals)
    assert world.cards.fits(placing) == some


def test_nobody_is_thought_to_hold_what_he_does_not() -> None:
    """IDENT-4: though there are enough copies, and others could hold the rest."""
    world = World(("werewolf", "seer", "witch", "simple_villager"), 0)
    world.cards.exclude([2, 3], ["werewolf"])
    assert not world.cards.fits({2: "werewolf"})
    assert not world.cards.fits({1: "seer", 3: "werewolf"})
    assert world.cards.fits({1: "werewolf", 2: "seer"})


@settings(max_examples=250, deadline=None)
@given(worlds(), st.data())
def test_what_contradicts_the_deck_is_not_taken_for_true(world: World, data: st.DataObject) -> None:
    """IDENT-4"""
    for _ in range(data.draw(st.integers(0, 3))):
        learn(world, data)
    unknown = [seat for seat in world.seats if seat not in world.cards.of]
    narrowing = [
        (data.draw(st.lists(st.sampled_from(unknown), unique=True)), data.draw(st.lists(st.sampled_from(NAMES))))
        for _ in range(data.draw(st.integers(1, 3)))
        if unknown
    ]
    left = [
        row for row in world.deals if all(row[seat - 1] not in names for seats, names in narrowing for seat in seats)
    ]
    assert world.cards.agrees(narrowing) == bool(left)
    world.deals = left or world.deals
    for seat in world.seats:
        assert set(world.cards.possible(seat)) == world.possible(seat)


@settings(max_examples=150, deadline=None)
@given(worlds(), st.data())
def test_the_spares_fit_if_some_deal_leaves_them_over(world: World, data: st.DataObject) -> None:
    """IDENT-4, THIEF-7, TRUST-4"""
    for _ in range(data.draw(st.integers(0, 4))):
        learn(world, data)
    count = world.cards.unread_spares
    pool = [name for name, cards in world.cards.pool.items() for _ in cards if name != "trusted_villager"]
    if not count or len(pool) < count:
        return
    names = data.draw(st.permutations(pool))[:count]
    read = Counter(card.name for card in world.cards.spares) + Counter(names)
    assert world.cards.spares_fit(names) == any(world.spares_of(row) == read for row in world.deals)


DECKS = st.lists(
    st.sampled_from(
        ["werewolf", "seer", "witch", "elder", "wolf_hound", "white_werewolf", "scapegoat", "angel", "simple_villager"]
    ),
    min_size=5,
    max_size=8,
)


@settings(max_examples=60, deadline=None)
@given(DECKS, st.booleans(), st.randoms(use_true_random=False))
def test_in_a_whole_game_the_truth_is_never_ruled_out(deck: list[str], with_thief: bool, random: Random) -> None:
    """IDENT-4, IDENT-0"""
    cards = ["werewolf", "werewolf", "simple_villager", *deck, *(["thief"] if with_thief else [])]
    players = len(cards) - (2 if with_thief else 0)
    setup = Setup.of(players, cards, sheriff_election="off")
    table = PhysicalTable(random, setup)
    game = play(setup)
    for _ in range(60):
        if game.prompt is None:
            return
        for seat in game.village.seats:
            if seat not in game.village.cards.of:
                assert table.holds[seat] in game.village.cards.possible(seat)
        game = game.answer(table(game.prompt))
