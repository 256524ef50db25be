"""Where the table wishes it, the dead of an evening led by the app read along: later, and nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from nightcall import PUBLIC
from nightcall.web.led import frames
from nightcall.web.led.decide import decide
from nightcall.web.led.scenes import BEAT, Led, Sitting
from nightcall.web.manner import LED
from tests.web.led_evening import ENGLISH, Evening
from tests.web.phone import Phone, begin, new_site, run
from tests.web.test_led import base

SEES = Led(since=0.0, token="first", dead_see=True)


def moments(seed: int, start: Led = SEES) -> Iterator[Sitting]:
    """A led evening, scene by scene."""
    evening = Evening(base(seed=seed), Random(seed), Random(seed), start=start)
    sitting, now = evening.begin(), 0.0
    marks = evening.marks(sitting)
    while (following := decide(sitting, marks, now, evening.chance)) is not None:
        if isinstance(following, float):
            now = following
            continue
        sitting = following
        marks = evening.marks(sitting)
        yield sitting


@pytest.mark.parametrize("seed", [3, 8])
def test_the_dead_read_everything_from_the_night_after_their_death_on(seed: int) -> None:
    """LED-29: the living and the freshly dead read no more than where nobody may."""
    seen = 0
    for sitting, plain in zip(moments(seed), moments(seed, replace(SEES, dead_see=False)), strict=True):
        for seat in sitting.view.seats:
            mine, usual = (frames.strip(each, seat.seat, {}, ENGLISH, each.led.since) for each in (sitting, plain))
            if seat.seat not in sitting.ghosts:
                assert mine == usual
            elif mine != usual:
                seen += 1
                assert not seat.is_alive
                assert all(f"{name} (" in mine["about"] for name in sitting.game.players), "every card"
    assert seen


def test_nobody_is_a_ghost_in_the_night_or_on_the_day_of_the_own_death() -> None:
    """LED-29: whoever falls may still shoot, name an heir, or be voted back by an objection."""
    died: dict[int, tuple[int, str]] = {}
    for sitting in moments(3):
        now = (sitting.view.night, sitting.view.phase)
        for seat in sitting.view.seats:
            if not seat.is_alive:
                died.setdefault(seat.seat, now)
        assert all(now[0] > died[ghost][0] for ghost in sitting.ghosts)


def test_what_happened_in_secret_tonight_stands_on_a_ghosts_strip() -> None:
    """LED-29, LED-32: as far as it has been presented, and in the third person."""
    told = set()
    for sitting in moments(3):
        lines = [line for ghost in sitting.ghosts for line in frames.strip(sitting, ghost, {}, ENGLISH)["lines"]]
        heard = {ENGLISH.event(event, sitting.game.players) for event in sitting.heard if event.audience != PUBLIC}
        told |= heard.intersection(lines)
    assert told


def test_a_ghosts_frame_is_as_long_as_every_other_and_looks_the_same_while_the_strip_is_covered() -> None:
    """LED-14, LED-19"""
    ghosts = 0
    for sitting in moments(8):
        now = sitting.led.since
        assert {len(frames.frame(sitting, seat, {}, ENGLISH, now)) for seat in range(1, 9)} == {frames.size(8)}
        dead = [seat.seat for seat in sitting.view.seats if not seat.is_alive]
        shown = [frames.shown(sitting, seat, {}, ENGLISH, now, BEAT) for seat in dead]
        bare = [{name: each[name] for name in each if name not in ("strip", "me", "mark", "note")} for each in shown]
        assert all(each == bare[0] for each in bare)
        notes = {each["note"] for seat, each in zip(dead, shown, strict=True) if seat not in sitting.asked}
        assert len(notes) <= 1 or sitting.view.winner, "but who has won, and who decides in the open, everybody knows"
        ghosts += len(sitting.ghosts)
    assert ghosts


@pytest.mark.parametrize(("pile", "is_offered"), [([], True), (["miracle", "eclipse"], False)])
def test_it_is_chosen_while_the_table_gathers_but_not_where_somebody_may_come_back(
    pile: list[str], is_offered: bool
) -> None:
    """LED-29"""
    site = new_site()
    table = begin(site, replace(base(), events=tuple(pile)), deal=LED)
    for seat in range(1, 9):
        Phone(site).plays(table, seat)
    host = Phone(site).leads(table)
    assert ('name="dead_see"' in host.get(f"/g/{table.id}/lead/seats").text) == is_offered
    host.post(f"/g/{table.id}/lead/seats/begin", dead_see="on")  # whatever a page of another time had offered
    led = run(site.tables.find(table.id)).manner.led
    assert led is not None
    assert led.dead_see == is_offered


# -- what everybody may read again, and what the dead are told --


def test_what_was_told_in_an_earlier_night_can_be_read_again() -> None:
    """LED-17: whom one loves, what one saw, and when; with the own card, so that tonight's news come first."""
    told = 0
    for sitting in moments(3, Led(since=0.0, token="first")):
        for seat in sitting.living:
            strip = frames.strip(sitting, seat, {}, ENGLISH)
            private = [event for event in sitting.own(seat).log if event.audience != PUBLIC]
            alone = [ENGLISH.told(event, seat, sitting.game.players) for event in private if not event.declared.on_card]
            earlier = [line.split(": ", 1) for line in strip["earlier"]]
            assert all(date.startswith(("Night ", "Day ")) for date, _ in earlier)
            assert [*(line for _, line in earlier), *strip["lines"]][: len(alone)] == alone
            told += bool(strip["earlier"])
    assert told


def test_at_night_the_dead_are_told_that_they_are_dead() -> None:
    found = {
        frames.strip(sitting, seat.seat, {}, ENGLISH)["dream"][:12]
        for sitting in moments(3, Led(since=0.0, token="first"))
        for seat in sitting.view.seats
        if not seat.is_alive and sitting.scene.kind == "call"
    }
    assert found == {"You are dead"}


def test_a_lot_drawn_in_place_of_somebody_who_kept_the_village_waiting_is_said_to_be_one() -> None:
    """LED-40: before what follows from it, once."""
    evening = Evening(base({"werewolf": 2, "hunter": 1, "simple_villager": 5}, seed=3), Random(3), Random(3))
    sitting, now, said = evening.begin(), 0.0, list[str]()
    marks = evening.marks(sitting)
    while len(said) < 3 and (following := decide(sitting, marks, now, evening.chance)) is not None:
        if isinstance(following, float):
            now = following
            continue
        was, sitting = sitting, following
        is_asked = sitting.prompt is not None and sitting.prompt.key == "hunter.shoot"
        marks = {} if is_asked else evening.marks(sitting)
        if said or (was.prompt is not None and was.prompt.key == "hunter.shoot" and was.led.round == 2):
            said.append(sitting.caption)
    assert "has not chosen in time: chance has." in said[0]
    assert not any("chance has" in each for each in said[1:])
