"""Who opens the eyes at the first Werewolves' call: one question, whatever cards they hold."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine.prompts import PACK, PICK, About, Prompt
from nightcall.engine.village import Village


def eyes_prompt(
    v: Village, seats: Sequence[int], low: int, high: int, about: About = PACK, rule: str = "IDENT-R1"
) -> Prompt:
    """Everybody who opens them and was not known; those known to be Werewolves may be tapped too."""
    return Prompt(
        "werewolves.identify",
        PICK,
        rule,
        options=seats,
        low=low,
        high=high,
        refused=dict.fromkeys(v.living, "IDENT-4"),
        about=about,
        aloud=True,
        known=[seat for seat in v.living if seat in v.wolves and seat not in seats],
    )
