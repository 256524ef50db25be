"""What holds in every game, whatever the table: random decks, sizes, presets, options and answers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from nightcall import MODERATOR, OPTIONS, PUBLIC, IllegalAnswer, Setup, Viewer, play
from nightcall.engine import prompts
from nightcall.engine.game import playout
from nightcall.engine.views import view
from nightcall.sim.bots import RandomBot
from tests.careless import careless_evening, careless_table
from tests.strategies import HOUSE, random_game, setups

SEEDS = st.integers(0, 2**32)
FROM_BEYOND = {"new_moon.reader", "double_agent.point", "black_plague.whisper", "black_plague.named"}
"""Event cards, and the Plague, give those who have left the game something to say (NM-1, AGENT-1, PLAG-2)."""
LAST_WILLS = {
    "card.shown",
    "executioner.heir",
    "hunter.shoot",
    "influences.first",
    "punishment.accuse",
    "scapegoat.voters",
    "sheriff.heir",
}
"""What a player may be asked about after the fall."""

often = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
sometimes = settings(often, max_examples=40)


@often
@given(setups(), SEEDS)
def test_every_game_ends_and_every_prompt_has_a_legal_answer(setup: Setup, seed: int) -> None:
    """GEN-11"""
    village, outcome, recorder = random_game(setup, seed)
    assert set(outcome.seats) <= set(village.seats)
    for prompt in recorder.prompts:
        if prompt.kind in (prompts.PICK, prompts.CHOOSE, prompts.CARDS):
            assert prompt.low <= min(prompt.high, len(prompt.options)), prompt
            assert prompt.options or prompt.low == 0, prompt


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in HOUSE for value in OPTIONS[name].values])
def test_every_house_rule_plays_with_everything_else(name: str, value: Any) -> None:
    """Each value of each of them, with whatever else a table may play."""

    @settings(often, max_examples=4, database=None)
    @given(setups(always={name: value}), SEEDS)
    def ends(setup: Setup, seed: int) -> None:
        _, outcome, recorder = random_game(setup, seed)
        assert play(setup, recorder.answers).outcome == outcome

    ends()


@sometimes
@given(setups(most=14), SEEDS, st.floats(0, 1))
def test_a_step_gives_the_game_its_whole_tape_gives(setup: Setup, seed: int, share: float) -> None:
    """Though a step neither checks nor writes again what was told before it."""
    _, _, recorder = random_game(setup, seed)
    cut = int(share * (len(recorder.answers) - 1))
    stepped = play(setup, recorder.answers[:cut])
    for answer in recorder.answers[cut : cut + 5]:
        stepped = stepped.answer(answer.value)
    at_once = play(setup, recorder.answers[: cut + 5])
    assert stepped.answers == at_once.answers
    assert stepped.marks == at_once.marks
    assert [event.to_json() for event in stepped.events] == [event.to_json() for event in at_once.events]
    assert [prompt.to_json() for prompt in stepped.asked] == [prompt.to_json() for prompt in at_once.asked]


@often
@given(setups(), SEEDS)
def test_a_bot_that_is_only_asked_in_haste_plays_the_same_game(setup: Setup, seed: int) -> None:
    """Where any legal answer will do the usual questions are not written (`asking.Hasty`), and draw the same lots."""
    assume(setup.options.cards_known_to_app)
    asked = RandomBot(Random(seed))
    hasty, outcome = playout(setup, RandomBot(Random(seed)))
    fully, same = playout(setup, lambda prompt: prompt.check(asked(prompt)))
    assert (outcome, hasty.night, hasty.asked) == (same, fully.night, fully.asked)


def test_a_careless_moderator_of_real_cards_meets_no_dead_end() -> None:
    """IDENT-4, IDENT-5: whatever the game accepts, it can go on from, and what it refuses leaves another answer."""
    answers = refused = 0
    for seed in range(300):
        given, in_vain = careless_evening(careless_table(Random(seed)), seed)
        answers, refused = answers + given, refused + in_vain
    assert answers > 1000
    assert refused


@often
@given(setups(), SEEDS)
def test_replay_is_identical(setup: Setup, seed: int) -> None:
    village, outcome, recorder = random_game(setup, seed)
    game = play(setup, recorder.answers)
    assert game.outcome == outcome
    assert [event.to_json() for event in game.events] == [event.to_json() for event in village.events]
    assert list(game.answers) == recorder.answers


@sometimes
@given(setups(most=14), SEEDS, st.floats(0, 1))
def test_any_prefix_is_consistent_and_undo_is_as_if_never_answered(setup: Setup, seed: int, share: float) -> None:
    village, _, recorder = random_game(setup, seed)
    cut = int(share * (len(recorder.answers) - 1))
    before = play(setup, recorder.answers[:cut])
    assert before.prompt is not None
    assert before.prompt.to_json() == recorder.prompts[cut].to_json()
    told = [event.to_json() for event in before.events]
    assert told == [event.to_json() for event in village.events[: len(told)]]
    after = before.answer(recorder.answers[cut].value)
    undone = after.undo()
    assert undone.prompt is not None
    assert undone.prompt.to_json() == before.prompt.to_json()
    assert [event.to_json() for event in undone.events] == told
    assert undone.answers == before.answers


@often
@given(setups(), SEEDS)
def test_the_dead_are_never_asked(setup: Setup, seed: int) -> None:
    """GEN-4, FK-13"""
    _, _, recorder = random_game(setup, seed)
    game = play(setup, recorder.answers)
    marks = game.marks
    for answer, prompt, mark in zip(game.answers, recorder.prompts, marks, strict=True):
        dead: set[int] = set()
        for event in game.events[:mark]:
            if event.name in ("died", "returned"):
                (dead.add if event.name == "died" else dead.discard)(event.facts["seat"])
        if answer.key not in LAST_WILLS | FROM_BEYOND:
            assert answer.seat not in dead, prompt
        if prompt.kind == prompts.BALLOTS:
            assert not dead & set(prompt.voters)
            assert not dead & set(prompt.options)
        elif prompt.kind == prompts.PICK and prompt.key != "new_moon.reader":
            assert not dead & set(prompt.options), prompt


@sometimes
@given(setups(most=12), SEEDS, st.data())
def test_a_correction_keeps_what_still_fits(setup: Setup, seed: int, data: st.DataObject) -> None:
    """IDENT-5"""
    _, _, recorder = random_game(setup, seed)
    game = play(setup, recorder.answers)
    index = data.draw(st.integers(0, len(game.answers) - 1))
    other = data.draw(st.integers(0, len(game.answers) - 1))
    value = game.answers[other].value
    try:
        edited = game.edit(index, value)
    except IllegalAnswer:
        return
    kept = len(edited.answers)
    assert kept > index
    assert edited.answers[:index] == game.answers[:index]
    for was, now, prompt in zip(game.answers, edited.answers, edited.asked, strict=False):
        assert (was.key, was.card) == (now.key, now.card) == (prompt.key, prompt.card)
        assert was.seat == now.seat or prompt.about == prompts.CHOICE, "who decided may be another"
    assert len(edited.waiting) == len(game.answers) - kept
    if kept < len(game.answers):
        assert edited.misfit is not None
        assert edited.misfit.index == kept
    else:
        assert edited.misfit is None


@sometimes
@given(setups(most=12), SEEDS, st.data())
def test_what_waits_after_a_correction_follows_as_far_as_it_fits(setup: Setup, seed: int, data: st.DataObject) -> None:
    """IDENT-5"""
    _, _, recorder = random_game(setup, seed)
    game = play(setup, recorder.answers)
    index = data.draw(st.integers(0, len(game.answers) - 1))
    try:
        edited = game.edit(index, game.answers[data.draw(st.integers(0, len(game.answers) - 1))].value)
    except IllegalAnswer:
        return
    bot = RandomBot(Random(seed))
    while edited.waiting and edited.prompt is not None:
        try:
            after = edited.answer(bot(edited.prompt))
        except IllegalAnswer:  # cards on a real table are not to be guessed
            return
        assert len(after.answers) > len(edited.answers)
        assert play(setup, after.answers).answers == after.answers, "a game like any other"
        following = after.waiting
        assert edited.waiting[len(edited.waiting) - len(following) :] == following
        edited = after


@sometimes
@given(setups(most=14), SEEDS)
def test_a_view_grows_only_by_what_happens(setup: Setup, seed: int) -> None:
    _, outcome, recorder = random_game(setup, seed)
    game = play(setup, recorder.answers)
    viewers: list[Viewer] = [PUBLIC, MODERATOR, *game.village.seats]
    for viewer in viewers:
        seen = view(game, viewer)
        assert seen.winner == outcome.winner
        living = [seat.seat for seat in seen.seats if seat.is_alive and not seat.has_left]
        assert living == game.village.living
        assert all(event.seen_by(viewer) for event in seen.log)
