"""No byte sent differs between two games that differ only in what its audience may not know.

That goes for the public screen, a television, the door, a seat, a ghost, and whoever reads on the moderator's phone.
Nor does the sequence of pushes: a push after a hidden step would tell that there was one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from nightcall import PUBLIC, Setup, Viewer
from tests.test_leaks import twins
from tests.web.phone import run, stop_sites
from tests.web.twin_evenings import Evening, manners, parts_fairly

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
