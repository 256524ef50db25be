"""No byte sent differs between two games that differ only in what its audience may not know.

That goes for the public screen, a television, the door, a seat, a ghost, and whoever reads on the moderator's phone.
Nor does the sequence of pushes: a push after a hidden step would tell that there was one.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from nightcall import PUBLIC, Setup, Viewer
from nightcall.web.manner import PHONES, Manner
from tests.test_leaks import twins
from tests.web.phone import run, stop_sites
from tests.web.twin_evenings import Evening, Glance, manners, parts_fairly

Pair = tuple[Setup, tuple[str, ...], tuple[int, int]]
SALTS = st.text("abc", min_size=3, max_size=3)
A_FEW = settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
MANY = settings(max_examples=600, deadline=None, suppress_health_check=list(HealthCheck))


async def compare(one: Evening, two: Evening, viewer: Viewer) -> int:
    """Look at both evenings push by push, up to where they rightly part; how many pushes were the same."""
    ours, theirs = one.glances(), two.glances()
    same = 0
    while True:
        mine, other = await anext(ours, None), await anext(theirs, None)
        if mine is None or other is None:
            assert mine is other, ("pushes in only one of two games", same)
            return same
        if mine.sent != other.sent:
            fair = parts_fairly(mine, other, viewer, one.setup)
            assert fair, "\n".join(glance.standing(viewer) for glance in (mine, other))
            return same
        same += 1


def check(data: st.DataObject, pair: Pair, salt: str, viewer: Viewer, **always: Any) -> None:
    setup, other, _ = pair
    manner, by_hand = replace(data.draw(manners(setup)), **always), data.draw(st.booleans())
    run(
        compare(
            Evening(setup, setup.deck, manner, salt, viewer, by_hand=by_hand),
            Evening(setup, other, manner, salt, viewer, by_hand=by_hand),
            viewer,
        )
    )
    stop_sites()


def check_seat(data: st.DataObject, pair: Pair, salt: str, **always: Any) -> None:
    setup, _, swapped = pair
    moved = {setup.deck[seat - 1] for seat in swapped}
    others = [
        seat
        for seat in range(1, len(setup.players) + 1)
        # Whoever holds another copy of a card that moves opens the eyes at the same call, and sees who else does.
        if seat not in swapped and setup.deck[seat - 1] not in moved
    ]
    assume(others)
    check(data, pair, salt, data.draw(st.sampled_from(others)), **always)


BEAR = Setup.of(
    7,
    ("werewolf", "simple_villager", "little_girl", "seer", "werewolf", "simple_villager", "bear_tamer"),
    sheriff_election="off",
    cards_known_to_app=True,
    seed=1,
)
RAZOR = Setup.of(
    6,
    ("simple_villager", "thief", "werewolf", "werewolf", "angel", "devoted_servant", "village_idiot", "werewolf"),
    sheriff_election="off",
    buildings=("farm_6", "barber_shop", "farm_5", "bailiffs_house", "bakery", "farm_3"),
    buildings_available=True,
)


def exchanged(setup: Setup, one: int, two: int) -> tuple[str, ...]:
    deck = list(setup.deck)
    deck[one - 1], deck[two - 1] = deck[two - 1], deck[one - 1]
    return tuple(deck)


@pytest.mark.parametrize(
    ("setup", "seats", "manner", "salt", "viewer"),
    [
        pytest.param(BEAR, (1, 3), Manner(deal=PHONES, dealt=True), "aab", PUBLIC, id="the Bear grunts"),
        pytest.param(RAZOR, (1, 4), Manner(), "aaa", 2, id="the Barber falls"),
    ],
)
def test_what_the_table_is_just_being_told_sets_two_evenings_apart(
    setup: Setup, seats: tuple[int, int], manner: Manner, salt: str, viewer: Viewer
) -> None:
    """BEAR-1: beside a Werewolf the Bear grunts. BARB-2, BARB-4: over a Werewolf's card the Barber lives."""
    decks = setup.deck, exchanged(setup, *seats)
    one, two = (Evening(setup, deck, manner, salt, viewer) for deck in decks)
    assert run(compare(one, two, viewer)) > 4
    stop_sites()


def test_the_same_announcement_a_moment_later_is_not_the_same_evening() -> None:
    """GEN-2: when something is shown must not tell what made it early or late."""

    async def looked() -> list[Glance]:
        return [glance async for glance in Evening(RAZOR, RAZOR.deck, Manner(), "aaa", PUBLIC).glances()]

    glances = [glance for glance in run(looked()) if not glance.table.view(PUBLIC).winner]
    assert any(glance.coming(PUBLIC) for glance in glances)
    for before, after in pairwise(glances):
        assert not parts_fairly(before, after, PUBLIC, RAZOR), before.standing(PUBLIC)
    stop_sites()


@A_FEW
@given(st.data(), twins(), SALTS)
def test_the_public_screen_is_sent_the_same(data: st.DataObject, pair: Pair, salt: str) -> None:
    check(data, pair, salt, PUBLIC)


@A_FEW
@given(st.data(), twins(), SALTS)
def test_a_seat_is_sent_the_same(data: st.DataObject, pair: Pair, salt: str) -> None:
    check_seat(data, pair, salt)


@A_FEW
@given(st.data(), twins(), SALTS)
def test_where_the_dead_may_see_a_seat_is_sent_the_same_until_then(data: st.DataObject, pair: Pair, salt: str) -> None:
    check_seat(data, pair, salt, graveyard=True, dealt=True)


@pytest.mark.soak
@MANY
@given(st.data(), twins(), SALTS)
def test_the_public_screen_is_sent_the_same_in_many_games(data: st.DataObject, pair: Pair, salt: str) -> None:
    check(data, pair, salt, PUBLIC)


@pytest.mark.soak
@MANY
@given(st.data(), twins(), SALTS)
def test_a_seat_is_sent_the_same_in_many_games(data: st.DataObject, pair: Pair, salt: str) -> None:
    check_seat(data, pair, salt)
