"""What stands in for a moderator's eyes, ears and judgement at a led table, and whoever is asked in the open."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from nightcall import Setup
from nightcall.web.led import frames
from nightcall.web.led.decide import decide
from nightcall.web.led.marks import Mark
from nightcall.web.led.policies import adapted
from nightcall.web.led.scenes import Sitting, clerk
from tests.web.led_evening import ENGLISH, Evening
from tests.web.phone import PLAYERS
from tests.web.test_led import at, base, debating, holders, sealed

DECK = {"werewolf": 2, "seer": 1, "hunter": 1, "simple_villager": 4}


def table(*events: str, deck: dict[str, int] | None = None, **named: Any) -> Setup:
    pile: dict[str, Any] = {"events": events, "draw": "shuffled"} if events else {}
    seed = named.pop("seed", 3)
    options = {"sheriff_election": "off", **named}
    return adapted(Setup.of(PLAYERS, deck or DECK, cards_known_to_app=True, seed=seed, **pile, **options), seed)


def upto(setup: Setup, question: str) -> Sitting:
    """The evening as far as the scene of this question, with phones that tap as they like."""
    for seed in range(20):
        evening = Evening(setup, Random(seed), Random(seed))
        sitting, now, marks = evening.begin(), 0.0, dict[int, Mark]()
        for _ in range(400):
            if sitting.prompt is not None and sitting.prompt.key == question:
                return sitting
            following = decide(sitting, marks, now, evening.chance)
            if following is None:
                break
            if isinstance(following, float):
                now = max(now, following)
            else:
                sitting = following
                marks = evening.marks(sitting)
    raise AssertionError(question)


def told(sitting: Sitting) -> list[str]:
    return [event.name for event in sitting.game.events]


# -- HR-2: the Judge's sign --


@pytest.mark.parametrize("signs", [True, False])
def test_the_judge_gives_his_sign_on_the_strip_while_votes_are_open(signs: bool) -> None:
    """HR-2, JUDGE-2"""
    deck = {"werewolf": 2, "wandering_judge": 1, "simple_villager": 5}
    voting = sealed(debating(base(deck)), {})
    judge = holders(voting, "wandering_judge")[0]
    assert frames.strip(voting, judge, {}, ENGLISH)["act"]
    others = [seat for seat in voting.living if seat != judge]
    assert not any(frames.strip(voting, seat, {}, ENGLISH)["act"] for seat in others)
    marks = {seat: Mark((others[0],), ("wandering_judge.signed",) * (seat != judge or signs)) for seat in voting.living}
    assert ("vote_added" in told(sealed(voting, marks))) == signs, "a sleeper's sign means nothing"


# -- HR-3: the Baker's glimpse --


def test_the_baker_catches_a_glimpse_of_the_pack_every_other_time() -> None:
    """HR-3: even odds, else anybody living but himself"""
    setup = table(buildings=("bakery", "farm_1", "farm_2", "farm_3", "church", "hovel", "school", "pub"))
    sitting = at(setup, calls="bakery")
    prompt = sitting.game.prompt
    assert prompt is not None
    baker, wolves = prompt.seat, holders(sitting, "werewolf")
    seen: Counter[bool] = Counter()
    for window in range(300):
        each = replace(sitting, led=replace(sitting.led, token=f"{window:012x}"))
        [line] = [line for line in frames.strip(each, baker, {}, ENGLISH)["lines"] if "glimpse" in line]
        named = [seat for seat in range(1, 9) if re.search(rf"\b{PLAYERS[seat - 1]}\b", line)]
        assert len(named) == 1
        assert named != [baker]
        seen[named[0] in wolves] += 1
    others = [wolf for wolf in wolves if wolf != baker]
    expected = 0.5 + 0.5 * len(others) / 7 if baker not in wolves else 0.5 + 0.5 / 7
    assert abs(seen[True] / 300 - expected) < 0.11
    for seat in range(1, 9):
        if seat != baker:
            assert "glimpse" not in " ".join(frames.strip(sitting, seat, {}, ENGLISH)["lines"])


# -- HR-4: the spirit --


def test_the_spirit_sees_the_werewolves_and_after_a_while_any_of_the_dead_may_answer() -> None:
    """HR-4"""
    sitting = upto(table("spiritualism_2", "spiritualism_5", seed=5), "spiritualism.answer")
    [spirit] = sitting.asked
    assert spirit not in sitting.living
    assert "From beyond" in " ".join(frames.strip(sitting, spirit, {}, ENGLISH)["lines"])
    for seat in sitting.living:
        assert "From beyond" not in " ".join(frames.strip(sitting, seat, {}, ENGLISH)["lines"])
    later = sealed(sitting, {})
    assert later.led.round == 2
    assert set(later.asked) == set(range(1, 9)) - set(later.living)
    answered = decide(
        later, {later.asked[0]: Mark(signs=("yes",), at=later.led.since + 1)}, later.led.since + 2, Random(1)
    )
    assert isinstance(answered, Sitting)
    assert [event.facts["answer"] for event in answered.game.events if event.name == "spirit_answered"][-1] is True


# -- HR-6: the clerk --


def test_a_clerk_enters_who_leaves_and_two_objections_take_it_back_once() -> None:
    """HR-6, EVO-1"""
    sitting = upto(table("luncheon_for_seniors", seed=2), "luncheon_for_seniors.leave")
    [scribe] = sitting.asked
    assert scribe == clerk(sitting.view)
    leaving = [seat for seat in sitting.living if seat != scribe][:2]
    entered = sealed(sitting, {scribe: Mark(tuple(leaving), ("ready",), at=sitting.led.since + 1)})
    assert entered.scene.kind == "count"
    assert entered.last is not None
    assert tuple(entered.last.facts["seats"]) == tuple(sorted(leaving))
    assert sealed(entered, {1: Mark(signs=("object",))}).scene.kind != "open", "one is not enough"
    again = sealed(entered, {seat: Mark(signs=("object",)) for seat in (1, 2)})
    assert again.prompt is not None
    assert again.prompt.key == "luncheon_for_seniors.leave"
    stands = sealed(again, {scribe: Mark(tuple(leaving), ("ready",), at=again.led.since + 1)})
    assert "went_away" in told(stands)
    assert sealed(stands, {seat: Mark(signs=("object",)) for seat in (1, 2)}).scene.kind != "open"


# -- HR-7: a turn of another game --


@pytest.mark.parametrize("count", [3, 8])
def test_the_living_decide_by_majority_whether_another_game_is_played(count: int) -> None:
    """HR-7, EVO-9"""
    sitting = upto(table("radiant_sunday", seed=2), "radiant_sunday.turn")
    wanting = sitting.living[:count]
    after = sealed(sitting, {seat: Mark(signs=("variant",)) for seat in wanting})
    answers = {answer.key: answer.value for answer in after.game.answers}
    is_most = 2 * len(wanting) > len(sitting.living)
    assert answers["radiant_sunday.turn"] == ("variant" if is_most else "normal")


# -- somebody everybody knows --


def test_whoever_is_asked_in_the_open_is_waited_for_twice_and_then_a_lot_decides() -> None:
    """LED-43, D6"""
    sitting = upto(table(seed=1), "hunter.shoot")
    [hunter] = sitting.asked
    waits = sealed(sitting, {})
    assert waits.led.round == 2
    assert waits.caption == f"{PLAYERS[hunter - 1]}, the village waits."
    lapsed = sealed(waits, {})
    assert lapsed.prompt is None or lapsed.prompt.key != "hunter.shoot"
    shot = decide(
        sitting, {hunter: Mark(tuple(sitting.living[:1]), at=sitting.led.since + 4)}, sitting.led.since + 4, Random(1)
    )
    assert isinstance(shot, Sitting), "it ends with the answer"


def test_whoever_was_lazy_is_not_named() -> None:
    """LED-33"""
    sitting = at(base(), calls="seer")
    lazy = replace(sitting, led=replace(sitting.led, lazy=2))
    while lazy.scene.name != "night.falls":
        lazy = sealed(lazy, {})
    assert lazy.caption == ENGLISH.text("led.say_thumbs.night.falls")
    assert sealed(lazy, {}).led.lazy == 0
