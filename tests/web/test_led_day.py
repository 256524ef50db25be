"""By day, where the app leads: what most of a table wants, who judges a breach, when a count is taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from nightcall import Setup
from nightcall.rules.customs import NOBODY_WINS
from nightcall.web.led import frames
from nightcall.web.led.decide import DESERTED, decide
from nightcall.web.led.marks import Mark
from nightcall.web.led.policies import laid_out
from nightcall.web.led.scenes import BEAT, Led, Sitting
from tests.web.led_evening import ENGLISH, Evening
from tests.web.phone import PLAYERS
from tests.web.test_led import sealed
from tests.web.test_led_http import laid

CARDS = ("werewolf", "werewolf", "seer", "hunter", *["simple_villager"] * 4)
Taps = Callable[[Sitting], Mapping[int, Mark]]


def upto(setup: Setup, arrives: Callable[[Sitting], bool], taps: Taps, **led: Any) -> Sitting:
    """The evening as far as the first scene like this, with what the phones tap in each one before."""
    sitting = Evening(setup, Random(1), Random(1), start=Led(token="first", **led)).begin()
    for _ in range(500):
        if arrives(sitting):
            return sitting
        sitting = sealed(sitting, dict(taps(sitting)))
    raise AssertionError("never")


def at(kind: str, name: str = "", day: int = 1) -> Callable[[Sitting], bool]:
    return lambda sitting: sitting.scene.kind == kind and name in sitting.scene.name and sitting.view.day == day


def devouring(*victims: int) -> Taps:
    """The pack of the first two seats devours one of these each night; nobody else touches anything."""

    def taps(sitting: Sitting) -> Mapping[int, Mark]:
        if sitting.scene.name != "werewolves" or sitting.view.night > len(victims):
            return {}
        return dict.fromkeys((1, 2), Mark((victims[sitting.view.night - 1],)))

    return taps


def saying(sitting: Sitting, seats: Sequence[int], *signs: str, of: int = 0) -> dict[int, Mark]:
    """The same from all these phones, some seconds after the scene began."""
    return dict.fromkeys(seats, Mark((of,) if of else (), signs, at=sitting.led.since + 2))


def soon(sitting: Sitting, marks: dict[int, Mark]) -> Sitting | float | None:
    """What has come of it a little later, long before the scene would end by itself."""
    return decide(sitting, marks, sitting.led.since + 3, Random(1))


# -- how much is most --


@pytest.mark.parametrize(("objecting", "is_taken_back"), [(4, False), (5, True)])
def test_half_of_the_voters_do_not_take_a_count_back(objecting: int, is_taken_back: bool) -> None:
    """LED-30: more than half of those who had a vote."""
    voting = upto(laid(CARDS), at("ballots"), devouring())
    assert voting.asked == tuple(range(1, 9))
    counted = sealed(voting, saying(voting, voting.asked, of=5))
    after = sealed(counted, saying(counted, range(1, objecting + 1), "object"))
    assert (after.scene.kind == "ballots") is is_taken_back


def test_a_third_wish_for_more_time_neither_gives_any_nor_ends_the_debate() -> None:
    """LED-46: twice a day the living may have a minute more; after that the clock goes on as it does."""
    sitting = upto(laid(CARDS), at("debate"), devouring())
    for _ in range(2):
        longer = soon(sitting, saying(sitting, range(1, 6), "more"))
        assert isinstance(longer, Sitting)
        assert longer.scene.rounds[0] == sitting.scene.rounds[0] - 2 + 60
        sitting = longer
    asking = saying(sitting, sitting.living, "more")
    assert soon(sitting, asking) == sitting.led.since + sitting.scene.rounds[0]
    assert sealed(sitting, asking).scene.kind == "ballots"


def test_on_the_next_day_there_is_more_time_again() -> None:
    """LED-46"""

    def taps(sitting: Sitting) -> Mapping[int, Mark]:
        return saying(sitting, sitting.living, "more") if sitting.scene.kind == "debate" else {}

    sitting = upto(laid(CARDS), at("debate", day=2), taps)
    assert isinstance(soon(sitting, saying(sitting, sitting.living, "more")), Sitting)


# -- who judges a breach --


@pytest.mark.parametrize(
    ("dead", "judges", "stands"),
    [((8,), (8,), False), ((8,), (2, 3, 4, 5), True), ((8, 7), (8, 7), True), ((8, 7), (2, 3, 4, 5), False)],
)
def test_the_dead_judge_a_breach_once_there_are_two_of_them(
    dead: tuple[int, ...], judges: tuple[int, ...], stands: bool
) -> None:
    """HR-5, VOTE-19: one dead player alone is no jury; until then it is the other living."""
    setup = replace(laid(CARDS), debate_rules=True)
    sitting = upto(setup, at("debate", day=len(dead)), devouring(*dead))
    assert [seat for seat in range(1, 9) if seat not in sitting.living] == sorted(dead)
    sitting = replace(sitting, led=replace(sitting.led, answered=(1,)))  # he has been heard: nobody accuses him
    after = soon(sitting, saying(sitting, judges, "wants:offence", of=1))
    assert isinstance(after, Sitting) is stands
    if isinstance(after, Sitting):
        assert after.last is not None
        assert (after.last.name, after.last.facts["seat"]) == ("punished", 1)


# -- a table nobody sits at any more --


@pytest.mark.parametrize(("days", "is_over"), [(DESERTED - 1, True), (DESERTED - 2, False)])
def test_a_deserted_game_ends_on_the_third_day_without_a_touch(days: int, is_over: bool) -> None:
    """WIN-15, LED-42: where it may be called off at all, and neither a day sooner nor later."""

    def awake(sitting: Sitting) -> Mapping[int, Mark]:
        return saying(sitting, (3,), "more") if sitting.scene.kind == "debate" else {}

    def offered(sitting: Sitting) -> bool:
        return sitting.scene.kind == "debate" and sitting.prompt is not None and NOBODY_WINS in sitting.prompt.options

    stuck = upto(laid(CARDS), offered, awake)
    assert stuck.led.idle == 0, "somebody has touched something every day"
    for _ in range(days):
        stuck = sealed(stuck, {})
        while stuck.scene.kind != "debate":
            stuck = sealed(stuck, {})
    after = sealed(stuck, {})
    assert (after.game.outcome is not None) is is_over
    if after.game.outcome is not None:
        assert after.game.outcome.rule == "WIN-15"


# -- a secret sign --

JUDGE = ("werewolf", "werewolf", "wandering_judge", *["simple_villager"] * 5)


@pytest.mark.parametrize(("giver", "is_added"), [(3, True), (4, False), (1, False)])
def test_the_judge_alone_gives_the_sign_for_a_second_vote(giver: int, is_added: bool) -> None:
    """HR-2, JUDGE-2: on his strip and nobody else's, and from no other phone does it count."""
    voting = upto(laid(JUDGE), at("ballots"), devouring())
    acts = {seat: frames.strip(voting, seat, {}, ENGLISH)["act"] for seat in voting.living}
    assert [seat for seat, act in acts.items() if act] == [3]
    marks = saying(voting, voting.living, of=8)
    marks[giver] = replace(marks[giver], signs=("wandering_judge.signed",))
    after = sealed(voting, marks)
    assert any(event.name == "vote_added" for event in after.game.events) is is_added


# -- what lies open --


def test_the_own_open_card_is_written_on_every_phone_but_the_own() -> None:
    """IDIOT-1, LED-14: whoever lives knows the own card; once dead it is written there as on all the others."""
    cards = ("werewolf", "werewolf", "village_idiot", *["simple_villager"] * 5)

    def taps(sitting: Sitting) -> Mapping[int, Mark]:
        return saying(sitting, sitting.living, of=3) if sitting.scene.kind == "ballots" else devouring(8, 3)(sitting)

    def written(sitting: Sitting) -> list[str]:
        shown = [frames.shown(sitting, seat, {}, ENGLISH, sitting.led.since, BEAT) for seat in range(1, 9)]
        return [each["seats"][2]["card"] for each in shown]

    pardoned = upto(laid(cards), lambda sitting: sitting.scene.name == "night.falls" and sitting.view.night == 2, taps)
    assert 3 in pardoned.living
    assert written(pardoned) == ["Village Idiot", "Village Idiot", "", *["Village Idiot"] * 5]
    fallen = upto(laid(cards), lambda sitting: 3 not in sitting.living, taps)
    assert written(fallen) == ["Village Idiot"] * 8


# -- friends --


DISTRUST = replace(laid(CARDS), events=("great_distrust",), draw="stacked")


def friendless(friends: Mapping[int, Sequence[int]], chance: int = 3) -> tuple[int, ...]:
    """Who falls where each phone names these friends."""

    sitting = upto(DISTRUST, lambda sitting: sitting.scene.name == "great_distrust.friendless", devouring())
    marks = {seat: Mark(tuple(named), at=sitting.led.since + 1) for seat, named in friends.items()}
    after = decide(sitting, marks, sitting.led.since + 1000, Random(chance))
    assert isinstance(after, Sitting)
    [told] = [event for event in after.game.events if event.name == "distrusted"]
    seats: tuple[int, ...] = told.facts["seats"]
    return seats


def test_whoever_nobody_names_as_a_friend_falls() -> None:
    """DIST-1, LED-3: every phone names friends, and nobody counts as the own one."""
    ring = {seat: (seat % 8 + 1,) for seat in range(1, 9)}
    assert friendless(ring) == ()
    assert friendless(ring | {3: (5,)}) == (4,)
    assert friendless(ring | {3: (5,), 4: (4, 5)}) == (4,), "nobody is the own friend"
    assert friendless(ring | {2: (5,), 3: (5,)}) == (3, 4)


def test_nobody_has_more_than_three_friends() -> None:
    """DIST-1: the first three touched are those of a phone that sends more."""
    named = {seat: (1, 2) if seat > 2 else (3 - seat,) for seat in range(1, 9)}
    assert friendless(named | {3: (1, 2, 4, 5, 6, 7, 8)}) == (3, 5, 6, 7, 8)


def test_whoever_names_nobody_has_three_friends_by_lot() -> None:
    """DIST-1, LED-40: a phone that is silent costs nobody else the life."""
    named = {seat: (1, 2) if seat > 2 else (3 - seat,) for seat in range(1, 9) if seat != 5}
    found = [friendless(named, chance) for chance in range(12)]
    assert all(1 not in each and 2 not in each for each in found)
    assert all(len(each) >= 3 for each in found)
    assert len(set(found)) > 1
    assert any(len(each) < 6 for each in found), "somebody else is the friend of whoever named nobody"
    assert all(5 in each for each in found), "nobody is the own friend, by lot either"


# -- what is nobody's --


def test_what_nobody_could_answer_is_drawn_without_a_pause() -> None:
    """LED-1, AGENT-1, AMD-30: nobody has been eliminated yet, so nobody points at the Double Agent."""
    setup = replace(laid(CARDS), events=("double_agent",), draw="stacked")
    scenes = list[tuple[str, str]]()

    def taps(sitting: Sitting) -> Mapping[int, Mark]:
        scenes.append((sitting.scene.kind, sitting.scene.name))
        return devouring()(sitting)

    debate = upto(setup, at("debate", day=2), taps)
    assert [event for event in debate.game.events if event.name == "agent_chosen"]
    assert ("said", "double_agent.sleep") in scenes
    assert not any(name == "double_agent.point" for _, name in scenes)


def test_a_ghost_who_is_asked_reads_no_more_than_the_living() -> None:
    """LED-29: what the dead read ends while something is open that one of them decides."""
    setup = replace(laid(CARDS), events=("eclipse", "punishment"), draw="stacked")
    asked = upto(setup, lambda sitting: sitting.scene.name == "punishment.accuse", devouring(8), dead_see=True)
    before = replace(asked, led=replace(asked.led, asking=False))
    assert asked.asked == (8,)
    assert 8 in asked.ghosts
    seen, usual = (frames.strip(each, 8, {}, ENGLISH) for each in (before, asked))
    assert all(f"{name} (" in seen["about"] for name in PLAYERS), "every card"
    assert usual["question"]
    assert not any(f"{name} (" in usual["about"] for name in PLAYERS)
    plain = upto(setup, lambda sitting: sitting.scene.name == "punishment.accuse", devouring(8))
    assert usual == frames.strip(plain, 8, {}, ENGLISH)


def test_after_the_end_no_phone_is_waited_for() -> None:
    """LED-42: whoever has gone home once all is told keeps nobody from the story."""
    cards = ("werewolf", "werewolf", "hunter", *["simple_villager"] * 2)
    setup = Setup.of(PLAYERS[:5], list(cards), cards_known_to_app=True, sheriff_election="off", fake_calls=True)
    end = upto(setup, lambda sitting: sitting.scene.kind == "end", devouring(4, 5))
    assert end.game.outcome is not None
    assert decide(replace(end, silent=(3,)), {}, end.led.since + 1000, Random(1)) is None


# -- who is waited for --


def test_a_vote_waits_for_the_last_voter() -> None:
    """LED-46: three seconds after everybody has voted, and not after most have."""
    voting = upto(laid(CARDS), at("ballots"), devouring())
    most = saying(voting, voting.living[:-1], of=5)
    assert soon(voting, most) == voting.led.since + voting.scene.rounds[0]
    assert soon(voting, saying(voting, voting.living, of=5)) == voting.led.since + 2 + 3


def test_a_wait_lasts_until_every_missing_phone_is_back() -> None:
    """LED-42"""
    call = replace(upto(laid(CARDS), lambda sitting: sitting.scene.name == "seer", devouring()), silent=(3, 4))
    waiting = sealed(replace(sealed(call, {}), silent=(3, 4)), {})
    assert waiting.led.waiting == (3, 4)
    half = replace(waiting, silent=(4,))
    assert soon(half, {}) == waiting.led.since + waiting.scene.rounds[0]
    assert isinstance(soon(replace(waiting, silent=()), {}), Sitting)


def test_whoever_has_not_looked_at_the_card_is_named_and_waited_for_once() -> None:
    """LED-9: the game does not begin without having asked for them."""
    setup = laid(CARDS)
    first = Evening(setup, Random(1), Random(1), start=Led(token="first", rest="cards")).begin()
    looked = {seat: Mark(held=(0,)) for seat in range(1, 8)}
    second = sealed(first, looked)
    assert (second.led.rest, second.led.round, second.led.waiting) == ("cards", 2, (8,))
    assert PLAYERS[7] in second.caption
    assert not sealed(second, {}).led.rest


def test_the_dead_do_not_keep_a_deserted_game_going() -> None:
    """LED-42: a phone somebody has left on the table may touch what it likes."""

    def taps(sitting: Sitting) -> Mapping[int, Mark]:
        return saying(sitting, (8,), "more") if sitting.scene.kind == "debate" else devouring(8)(sitting)

    debate = upto(laid(CARDS), at("debate", day=3), taps)
    assert 8 not in debate.living
    assert debate.led.idle == 2


def test_whoever_has_shot_was_not_drawn() -> None:
    """LED-40: that chance has chosen is said where nobody has, and only there."""

    def taps(sitting: Sitting) -> Mapping[int, Mark]:
        return saying(sitting, sitting.living, of=4) if sitting.scene.kind == "ballots" else devouring()(sitting)

    asked = upto(laid(CARDS), lambda sitting: sitting.scene.name == "hunter.shoot", taps)
    assert asked.asked == (4,)
    assert sealed(asked, saying(asked, (4,), of=5)).led.by_lot == 0
    assert sealed(sealed(asked, {}), {}).led.by_lot == 4


# -- what a clerk enters --

RASCAL = replace(laid(CARDS), events=("little_rascal",), draw="stacked")


@pytest.mark.parametrize(("objecting", "is_taken_back"), [((5,), False), ((5, 6), True)])
def test_two_take_back_what_a_clerk_has_entered(objecting: tuple[int, ...], is_taken_back: bool) -> None:
    """HR-6, LED-30: one may be mistaken."""
    asked = upto(RASCAL, lambda sitting: sitting.scene.name == "little_rascal.youngest", devouring())
    assert asked.asked == (1,), "nobody is Sheriff, nobody is dead"
    entered = sealed(asked, saying(asked, (1,), of=7))
    assert entered.scene.kind == "count"
    after = sealed(entered, saying(entered, objecting, "object"))
    assert (after.scene.name == "little_rascal.youngest") is is_taken_back


def test_a_sheriff_is_the_clerk_before_the_dead_are() -> None:
    """HR-6"""
    setup = replace(RASCAL, options=replace(RASCAL.options, sheriff_election="setup"))

    def taps(sitting: Sitting) -> Mapping[int, Mark]:
        is_election = sitting.scene.kind == "ballots" and sitting.scene.name == "sheriff.elect"
        return saying(sitting, sitting.living, of=6) if is_election else devouring(8)(sitting)

    asked = upto(setup, lambda sitting: sitting.scene.name == "little_rascal.youngest", taps)
    assert 8 not in asked.living
    assert asked.asked == (6,)


# -- who must vote --


def test_whoever_must_vote_and_does_not_votes_by_lot_though_others_may_abstain() -> None:
    """VOTE-10, AMD-65: Lovers who quarrel on Fools' Day."""
    cards = ("werewolf", "werewolf", "cupid", *["simple_villager"] * 5)
    setup = replace(laid(cards), events=("fools_day",), draw="stacked")

    def taps(sitting: Sitting) -> Mapping[int, Mark]:
        return {3: Mark((5, 6))} if sitting.scene.name == "cupid" else devouring()(sitting)

    voting = upto(setup, at("ballots", day=2), taps)
    assert voting.prompt is not None
    assert sorted(voting.prompt.bound) == [5, 6]
    counted = sealed(voting, {})
    [told] = [event.facts["ballots"] for event in counted.game.events if event.name == "voted"][-1:]
    assert {voter: seat for voter, seat in told.items() if seat} == {5: 6, 6: 5}


def test_the_pile_is_shuffled_once_more_where_the_app_leads() -> None:
    """LED-4: whoever set the table up may have stacked it."""
    pile = ("eclipse", "nightmare", "miracle", "great_distrust", "punishment")
    drawn = {laid_out(replace(laid(CARDS), events=pile), Random(seed)).events for seed in range(20)}
    assert len(drawn) > 10
    assert {tuple(sorted(each)) for each in drawn} == {tuple(sorted(pile))}
