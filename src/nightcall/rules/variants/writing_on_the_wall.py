"""The Writing's on the Wall: anonymous lines, read aloud before night."""

from __future__ import annotations

from typing import Final

from nightcall.engine import prompts
from nightcall.engine.chance import shuffled
from nightcall.engine.events import LINES, PUBLIC, Tells
from nightcall.engine.prompts import Prompt
from nightcall.engine.unmoderated import EACH, Policy
from nightcall.engine.village import Village
from nightcall.rules.variants.variant import Variant

_APART: Final = 0x3A11C0DE
"""Keeps the order of the lines, which everybody hears, apart from what else comes from the seed."""
_NIGHTLY: Final = 0x51ED270B
"""Another order every night."""


class WritingOnTheWall(Variant):
    """Before each night every living player may hand in a line; all are read in a random order. (WALL-1, WALL-2)

    The app keeps the lines sorted and without any seat, so that not even the order in which they came is left.
    """

    name = "writing_on_the_wall"
    family = "WALL"
    led = {"writing_on_the_wall.lines": Policy(EACH, seconds=45)}
    tells = [Tells("lines_read", lines=LINES)]

    def nightfall(self, v: Village) -> None:
        prompt = Prompt(
            "writing_on_the_wall.lines", prompts.TEXTS, "WALL-1", low=0, high=len(v.living), audience=PUBLIC
        )
        lines: tuple[str, ...] = v.ask(prompt)
        if lines:
            order = (v.seed or 0) ^ (_APART + _NIGHTLY * v.night)
            v.tell("lines_read", "WALL-1", lines=tuple(shuffled(lines, order)))
