"""Whatever the cards are, an evening led by the app looks the same: by day and by night, to the dead, on the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from nightcall import PRESETS, Setup
from nightcall.web.led import frames, pages, runner
from nightcall.web.led.decide import decide
from nightcall.web.led.marks import Mark, Marks
from nightcall.web.led.scenes import BEAT, Sitting
from tests.web.led_evening import ENGLISH, Evening
from tests.web.phone import PLAYERS, Phone, run
from tests.web.test_led import at, base, holders, sealed
from tests.web.test_led_http import Night, laid

DEAL = ("werewolf", "werewolf", "seer", "hunter", *["simple_villager"] * 4)
SWAPPED = (*DEAL[:3], "simple_villager", "hunter", *DEAL[5:])
Taps = Callable[[Sitting], Marks]


def steps(setup: Setup, taps: Taps, count: int) -> Sequence[Sitting]:
    """So many steps of an evening, with what the phones tap in each round."""
    chance, now = Random(1), 0.0
    found = [Evening(setup, chance, Random(1)).begin()]
    while len(found) < count:
        following = decide(found[-1], taps(found[-1]), now, chance)
        if following is None:
            break
        if isinstance(following, float):
            now = following
        else:
            found.append(following)
    return found


def devouring(victim: int) -> Taps:
    return lambda sitting: {1: Mark((victim,)), 2: Mark((victim,))} if sitting.scene.name == "werewolves" else {}


def bare(sitting: Sitting, seat: int) -> dict[str, Any]:
    """A phone as a neighbour sees it: with its strip covered, and without what its owner has touched."""
    shown = frames.shown(sitting, seat, {}, ENGLISH, sitting.led.since, BEAT)
    mine = {name: value for name, value in shown.items() if name not in ("strip", "me", "mark")}
    return {**mine, "seats": [{**each, "card": ""} for each in shown["seats"]]}


def test_by_day_phones_offer_what_everybody_knows_and_nothing_else() -> None:
    """LED-3: two hidden cards exchanged, no phone offers anything else, that of their holders included."""
    twins = [steps(laid(deal), devouring(8), 40) for deal in (DEAL, SWAPPED)]
    kinds = set()
    for one, two in zip(*twins, strict=True):
        kinds.add(one.scene.kind)
        for seat in (1, 4, 5, 8):
            assert bare(one, seat) == bare(two, seat)
    assert kinds >= {"debate", "ballots", "call"}


def test_a_lover_looks_like_everybody_else_in_a_vote_and_the_strip_says_why_not() -> None:
    """LED-3"""
    setup = base({"werewolf": 2, "cupid": 1, "simple_villager": 5})
    cupid = holders(steps(setup, lambda _: {}, 1)[0], "cupid")[0]
    one, two, other = [seat for seat in range(1, 9) if seat != cupid][:3]
    evening = steps(setup, lambda sitting: {cupid: Mark((one, two))} if sitting.scene.name == "cupid" else {}, 80)
    vote = next(each for each in evening if each.scene.kind == "ballots")
    assert vote.prompt is not None
    assert vote.prompt.barred.get(one), "they may not vote against each other"
    assert bare(vote, one) == bare(vote, other)
    lines = {seat: " ".join(frames.strip(vote, seat, {}, ENGLISH)["lines"]) for seat in (one, two, other)}
    assert PLAYERS[two - 1] in lines[one]
    assert PLAYERS[one - 1] in lines[two]
    assert not any(name in lines[other] for name in PLAYERS)
    assert f"You may not vote against {PLAYERS[two - 1]}." in frames.strip(vote, one, {}, ENGLISH)["lines"]
    assert max(map(len, frames.strip(vote, one, {}, ENGLISH)["lines"][-1:])) < 60, "no page of rules in one hand alone"


def test_only_the_phone_of_a_wolf_in_love_says_that_the_partner_does_not_count() -> None:
    """AMD-71, LED-3: where Lovers do no harm; the others of the pack choose as ever, and may not notice."""
    setup = base({"werewolf": 3, "cupid": 1, "simple_villager": 4}, lovers_restriction="no_harm")
    first = at(setup, calls="cupid")
    [cupid], pack = holders(first, "cupid"), holders(first, "werewolf")
    loving, one, two = pack
    partner, prey, *_ = holders(first, "simple_villager")
    evenings = {
        pair: at(setup, calls="werewolves", marks={cupid: Mark(pair)}) for pair in ((loving, partner), (prey, cupid))
    }
    marks = {loving: Mark((partner,)), one: Mark((partner,))}
    strips = {
        pair: [frames.strip(each, seat, marks, ENGLISH) for seat in (one, two)] for pair, each in evenings.items()
    }
    assert [strip["dream"] for strip in strips[loving, partner]] == [strip["dream"] for strip in strips[prey, cupid]]
    name = PLAYERS[partner - 1]
    assert f"Your choice: {name}." in strips[loving, partner][0]["dream"]
    in_love, free = (frames.strip(each, loving, marks, ENGLISH)["dream"] for each in evenings.values())
    assert "that is not possible here" in in_love
    assert f"Your choice: {name}." in free
    assert f"{PLAYERS[loving - 1]} → {name}" not in strips[loving, partner][0]["mates"][0], "he points at nobody"

    def bitten(given: Marks) -> list[int]:
        game = sealed(evenings[loving, partner], dict(given)).game
        return [bite.seat for bite in game.village.bites]

    assert bitten({loving: Mark((partner,))}) == []
    assert bitten(marks) == [partner], "the marks of the others count as always"
    assert bitten({loving: Mark((prey,)), one: Mark((partner,))}) == [], "they do not agree"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("catch", ["devoured_instead", "wolves_may_devour_instead", "dies_of_fright_instead"])
def test_nobody_s_phone_tells_who_else_is_in_love(preset: str, catch: str) -> None:
    """AMD-71, LED-3: a Werewolf, the Little Girl or nobody of them: all that the others see all night long."""
    deck = {"werewolf": 2, "cupid": 1, "little_girl": 1, "seer": 1, "witch": 1, "simple_villager": 2}
    setup = base(deck, preset=preset, lovers_restriction="no_harm", little_girl_caught=catch)
    first = steps(setup, lambda _: {}, 1)[0]
    [cupid], [girl], wolves = (holders(first, card) for card in ("cupid", "little_girl", "werewolf"))
    one, two = holders(first, "simple_villager")
    pairs = ((wolves[0], one), (one, two), (wolves[0], girl))

    def touching(pair: tuple[int, int]) -> Taps:
        def taps(sitting: Sitting) -> Marks:
            if sitting.scene.name == "cupid":
                return {cupid: Mark(pair)}
            return {seat: Mark((one,), held=(0, 1)) for seat in sitting.living if seat not in (*pair, wolves[0])}

        return taps

    nights = [
        [each for each in steps(setup, touching(pair), 60) if each.view.phase == "night" and each.view.night == 1]
        for pair in pairs
    ]
    calls = 0
    for here in zip(*nights, strict=True):
        calls += here[0].scene.name == "werewolves"
        for seat in range(1, 9):
            alike = [
                frames.shown(each, seat, touching(pair)(each), ENGLISH, each.led.since, BEAT)
                for pair, each in zip(pairs, here, strict=True)
                if seat not in (*pair, cupid)
            ]
            tokens = {str({**each, "scene": ""}) for each in alike}
            assert len(tokens) <= 1, (seat, here[0].scene)
    assert calls


def test_one_light_for_all_phones_in_every_scene() -> None:
    """LED-15: of the living and the dead, and nothing runs on one phone alone."""
    evening = steps(laid(DEAL), devouring(8), 120)
    lights = set()
    for sitting in evening:
        shown = [bare(sitting, seat) for seat in (1, 3, 8)]
        assert shown[0]["theme"] == shown[1]["theme"] == shown[2]["theme"]
        assert shown[0]["left"] == shown[1]["left"] == shown[2]["left"]
        if sitting.scene.kind == "call":
            assert shown[0] == shown[1] == shown[2]
        lights.add(shown[0]["theme"])
    assert lights >= {"day", "night"}


def test_a_dead_player_learns_nothing_so_that_whoever_returns_knows_nothing() -> None:
    """LED-29: to the byte the same frames, strip included, whichever hidden cards the living have."""
    twins = [steps(laid(deal), devouring(8), 60) for deal in (DEAL, SWAPPED)]
    dead = 0
    for one, two in zip(*twins, strict=True):
        if 8 not in one.living:
            dead += one.view.phase == "night"
            found = [frames.frame(each, 8, {}, ENGLISH, each.led.since) for each in (one, two)]
            assert found[0] == found[1]
    assert dead > 3, "through a night as well"


def test_the_public_screen_of_twins_is_the_same_to_the_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    """LED-24"""
    monkeypatch.setattr(pages, "FLOOR", 0.0)
    monkeypatch.setattr(runner, "SILENT", 1e9)
    seen: list[list[str]] = []
    for first, third in (("seer", "simple_villager"), ("simple_villager", "seer")):
        night = Night((first, "werewolf", third, *DEAL[3:]))
        screen, shown = Phone(night.site), []
        for _ in range(14):
            night.clock.now += 9
            run(night.site.runner.advance("same"))
            shown.append(screen.get("/g/same").text)
        seen.append(shown)
    assert len(set(seen[0])) > 8, "it went on"
    assert seen[0] == seen[1]
