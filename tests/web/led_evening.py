"""Evenings led by the app, played by phones that tap as they like, with a clock of their own."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from nightcall import PUBLIC, Setup
from nightcall.engine.game import play
from nightcall.rules.customs import NOBODY_WINS
from nightcall.web.led.decide import POWER, WANTS, decide
from nightcall.web.led.marks import Mark
from nightcall.web.led.scenes import LONGEST_WAIT, Led, Sitting, asked_of
from nightcall.words import Words

ENGLISH = Words("en")
STEPS = 6000
COME_BACK = 20
"""The night from which on everybody is there: where the vote is barred day by day and the pack is gone, nobody dies."""


@dataclass
class Evening:
    """A led game told by `decide` alone: no server, no waiting."""

    setup: Setup
    chance: Random
    phones: Random
    gone: Collection[int] = ()
    silent: Collection[int] = ()
    """Those of the phones that are missed."""
    pauses: bool = False
    """Now and then somebody asks for a pause."""
    start: Led = field(default_factory=lambda: Led(since=0.0, token="first"))
    timeline: list[tuple[float, str, str]] = field(default_factory=list)
    """What everybody could notice: the moment, the kind of scene, what was said."""
    asked: list[Any] = field(default_factory=list)

    def begin(self) -> Sitting:
        return Sitting(play(self.setup), self.start, Words(self.start.language))

    def led(self, steps: int = STEPS) -> Sitting:
        """To the end, or as far as so many steps lead."""
        sitting, now = self.begin(), 0.0
        marks: dict[int, Mark] = {}
        self._note(sitting)
        for _ in range(steps):
            following = decide(replace(sitting, silent=self.silent), marks, now, self.chance)
            if following is None:
                return sitting
            if isinstance(following, float):
                now = max(now, following)
                continue
            sitting = following
            self._note(sitting)
            marks = self.marks(sitting)
        return sitting

    def _note(self, sitting: Sitting) -> None:
        scene = sitting.scene
        self.timeline.append(
            (round(sitting.led.since, 3), f"{scene.kind} {scene.name} {sitting.led.round}", sitting.caption)
        )
        prompt = sitting.game.prompt
        if prompt is not None and (not self.asked or self.asked[-1] is not prompt):
            self.asked.append(prompt)

    def marks(self, sitting: Sitting) -> dict[int, Mark]:
        """What the phones mark in this round: some nothing, some nonsense, whoever is asked mostly an answer."""
        found, seats = {}, [seat.seat for seat in sitting.view.seats]
        prompt, random = sitting.game.prompt, self.phones
        agreed = (
            random.choice(prompt.options) if prompt is not None and prompt.offers == "seats" and prompt.options else 0
        )
        is_stuck = prompt is not None and NOBODY_WINS in prompt.options and random.random() < 0.2  # sooner or later
        for seat in seats:
            touched = tuple(random.sample(seats, random.choice((1, 1, 2, 3)) if len(seats) > 2 else 1))
            signs = [
                random.choice(("yes", "no", "#1", "#2", "#3")),
                *random.sample(("ready", "object", "wandering_judge.signed", "more"), 1),
            ]
            if prompt is not None and prompt.kind == "choose" and prompt.options:
                name = str(random.choice(prompt.options))
                signs += [name, POWER + name, WANTS + name] if random.random() < 0.3 else []
            if is_stuck:
                signs.append(WANTS + NOBODY_WINS)
            if self.pauses and random.random() < 0.02:
                signs += ["pause", random.choice(("table:quick", "table:full", "table:brisk", "table:calm"))]
            if agreed and random.random() < 0.9:  # a table that never agreed on anything would never end
                touched = (agreed, *(other for other in touched if other != agreed))
            at = sitting.led.since + random.random() * 8
            if seat not in self.gone or sitting.game.village.night >= COME_BACK:
                found[seat] = Mark(touched, tuple(signs), "a line", at)
        return found


class Slow(Evening):
    """Nobody hurries, the village agrees on nothing, and the pack devours one each night: the Hunter, who would not die
    alone, last."""

    def marks(self, sitting: Sitting) -> dict[int, Mark]:
        prompt = sitting.game.prompt
        if prompt is None or prompt.key != "werewolves.devour":
            return {}
        victim = min(prompt.options, key=lambda seat: sitting.card(seat) == "hunter")
        return {seat: Mark((victim,), at=sitting.led.since) for seat in asked_of(sitting, prompt)}

    def longest(self) -> float:
        """Seconds of an evening in which somebody dies at least each night, and phones are waited for each night."""
        sitting = self.led()
        assert sitting.game.outcome is not None
        return sitting.led.since + sitting.scene.rounds[0] + LONGEST_WAIT * sitting.view.night


def public_events(sitting: Sitting) -> list[Any]:
    return [event for event in sitting.game.events if event.audience == PUBLIC]
