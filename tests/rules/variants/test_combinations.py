"""Random play of every variant, alone and in every combination the rules allow."""

from __future__ import annotations

from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nightcall import PUBLIC, InvalidSetup, Setup, Viewer, play, retell, view
from nightcall.engine import tape
from nightcall.rules.newmoon.pile import NewMoon
from nightcall.rules.variants import VARIANTS
from tests.strategies import DOUBLES, MOONS, RIVALS, ROLES, SIDE_BY_SIDE, TOGETHER, random_game, setups

ALL = [*(kind.name for kind in VARIANTS), NewMoon.name]
PLAIN = ["werewolf", "werewolf", "witch", "seer", *["simple_villager"] * 4]
TWICE = [*ROLES, "simple_villager", "werewolf", "werewolf", *["simple_villager"] * 6]


def may_combine(variants: tuple[str, ...]) -> bool:
    """VARX-1, written down once more: what excludes what."""
    plague_and_hamlets = {"black_plague", "community_of_hamlets"} <= set(variants)
    return sum(name in RIVALS for name in variants) < 2 and not set(MOONS) <= set(variants) and not plague_and_hamlets


def table(variants: tuple[str, ...], **more: Any) -> Setup:
    deck = TWICE if any(name in DOUBLES for name in variants) else PLAIN
    events = ["burial", "eclipse"] if NewMoon.name in variants else []
    return Setup.of(8, deck, variants=variants, events=events, **more)


def test_the_strategies_know_every_variant() -> None:
    assert {*RIVALS, *MOONS, *SIDE_BY_SIDE} == set(ALL)


def test_the_setup_allows_and_refuses_what_the_rules_do() -> None:
    """VARX-1: all pairs and triples, in any order."""
    for variants in chain(combinations(ALL, 1), combinations(ALL, 2), combinations(ALL, 3)):
        for order in (variants, variants[::-1]):
            if may_combine(variants):
                assert table(order).variants == order
            else:
                with pytest.raises(InvalidSetup) as caught:
                    table(order)
                assert "VARX-1" in {fault.rule for fault in caught.value.faults}, order


@pytest.mark.parametrize("known", [True, False], ids=["dealt", "physical"])
@pytest.mark.parametrize("pair", [pair for pair in combinations(ALL, 2) if may_combine(pair)], ids="+".join)
def test_every_pair_is_played_to_an_end(pair: tuple[str, str], known: bool) -> None:
    """VARX-1: none is left to chance."""
    for seed in range(2):
        setup = table(pair, seed=seed, cards_known_to_app=known, draw="shuffled")
        _, outcome, recorder = random_game(setup, seed)
        assert play(setup, recorder.answers).outcome == outcome


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(setups(most=12, variants=TOGETHER), st.integers(0, 2**32), st.floats(0, 1))
def test_any_combination_ends_replays_and_can_be_undone(setup: Setup, seed: int, share: float) -> None:
    """VARX-1, HAML-4: any table, preset and options; a tape survives being written and read."""
    village, outcome, recorder = random_game(setup, seed)
    assert set(outcome.seats) <= set(village.seats)
    game = play(setup, recorder.answers)
    assert game.outcome == outcome
    told = [event.to_json() for event in village.events]
    assert [event.to_json() for event in game.events] == told
    assert Setup.from_json(setup.to_json()) == setup
    loaded = tape.loads(tape.dumps(game))
    assert loaded.setup == setup
    assert retell(loaded.setup, loaded.answers).answers == game.answers
    cut = int(share * (len(recorder.answers) - 1))
    before = retell(setup, recorder.answers[:cut])
    assert before.prompt is not None
    assert before.prompt.to_json() == recorder.prompts[cut].to_json()
    undone = before.answer(recorder.answers[cut].value).undo()
    assert [event.to_json() for event in undone.events] == [event.to_json() for event in before.events]
    viewers: list[Viewer] = [PUBLIC, *village.seats]
    for viewer in viewers:
        seen = view(game, viewer)
        assert [seat.seat for seat in seen.seats if seat.is_alive and not seat.has_left] == village.living
        assert all(event.seen_by(viewer) for event in seen.log)
