"""Who answers a question where nobody moderates, and what counts if nobody does in time.

Nearly every question says so itself (`policy`); the few that do not are named here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from nightcall.engine import prompts
from nightcall.engine.errors import Fault
from nightcall.engine.options import OPTIONS
from nightcall.engine.prompts import Prompt
from nightcall.engine.setup import SHUFFLED, Setup
from nightcall.engine.viewers import MODERATOR, PUBLIC

How = Literal["said", "secret", "together", "open", "ballots", "each", "drawn", "majority", "clerk", "refused"]
SAID: Final = "said"
"""The app says or does it."""
SECRET: Final = "secret"
"""The phone of whoever is asked, unseen by the others."""
TOGETHER: Final = "together"
"""The phones of several who must agree: the pack."""
OPEN: Final = "open"
"""A player everybody knows to be asked: dead or alive, he can be waited for."""
BALLOTS: Final = "ballots"
"""The phone of every voter."""
EACH: Final = "each"
"""Every phone for itself."""
DRAWN: Final = "drawn"
"""A lot, or the one answer a led table has."""
MAJORITY: Final = "majority"
"""The living decide together, or the clock does."""
CLERK: Final = "clerk"
"""Somebody who enters what can be seen in the room."""
REFUSED: Final = "refused"
"""Needs a pair of eyes that does not play."""

PASS: Final = "pass"
"""No answer in time: none, where the rules allow none; else a lot."""
DRAW: Final = "draw"


@dataclass(frozen=True, slots=True)
class Policy:
    how: How
    lapse: Any = PASS
    """What counts without an answer: `PASS`, `DRAW`, or the answer itself."""


_NAMED: Final[Mapping[str, Policy]] = {
    # asked of the moderator by the rules, and of a phone here
    "black_plague.named": Policy(SECRET, DRAW),
    "double_agent.point": Policy(SECRET, DRAW),
    "witch.brew": Policy(SECRET),
    "wolf_hound.choose": Policy(SECRET, "village"),
    # the moderator's own decisions
    "black_plague.first": Policy(DRAWN, DRAW),
    "gypsy.card": Policy(DRAWN, DRAW),
    "heads_or_tails.toss": Policy(DRAWN, DRAW),
    "new_moon.reader": Policy(DRAWN),
    "nightmare.first": Policy(DRAWN, DRAW),
    "sheriff.now": Policy(DRAWN, True),
    "surely_not_him.first": Policy(DRAWN, DRAW),
    "wandering_judge.sign": Policy(DRAWN, ""),
    "witch.outcome": Policy(DRAWN, "drawn"),
    # every phone for itself
    "devoted_servant.act": Policy(EACH),
    "flood.church": Policy(EACH),
    "gone_hunting.leave": Policy(EACH),
    "great_distrust.friendless": Policy(EACH),
    "punishment.vouch": Policy(EACH),
    "wandering_judge.signed": Policy(EACH),
    "woodland_gathering.leave": Policy(EACH),
    "writing_on_the_wall.lines": Policy(EACH),
    # the living together
    "bleak_monday.play": Policy(MAJORITY, False),
    "day.debate": Policy(MAJORITY, "vote"),
    "day.powers": Policy(MAJORITY),
    "debate.offender": Policy(MAJORITY),
    "eclipse.offender": Policy(MAJORITY),
    "end_of_the_harvest.turn": Policy(MAJORITY),
    "good_manners.offender": Policy(MAJORITY),
    "not_me_nor_wolf.offender": Policy(MAJORITY),
    "radiant_sunday.turn": Policy(MAJORITY),
    # facts about people
    "little_rascal.youngest": Policy(CLERK, DRAW),
    "luncheon_for_seniors.leave": Policy(CLERK),
    "saturday_evening_ball.leave": Policy(CLERK),
    # what a moderator would see or hear
    "little_girl.caught": Policy(SECRET),
    "spiritualism.answer": Policy(SECRET),
    # with an answer of their own when time is over
    "influences.first": Policy(OPEN, DRAW),
    "spiritualism.named": Policy(OPEN, DRAW),
    "spiritualism.question": Policy(OPEN, DRAW),
    "surely_not_him.clear": Policy(OPEN, DRAW),
    "surely_not_him.now": Policy(MAJORITY, False),
    **{
        name: Policy(REFUSED)
        for name in (
            "hamlets.card",
            "hamlets.charmed",
            "hamlets.depart",
            "hamlets.lover",
            "hamlets.model",
            "hamlets.name",
            "hamlets.news",
            "hamlets.second",
            "hamlets.used",
            "hamlets.wolf",
            "moonlight_hard.candles",
            "moonlight_hard.undo_infection",
            "new_moon.drawn",
            "siblings.call",
            "spiritualism.medium",
            "spiritualism.words",
            "surely_not_him.last",
            "touch_of_death.touched",
            "vote.counts",
        )
    },
}

_BY_KIND: Final[Mapping[str, Policy]] = {prompts.ACK: Policy(SAID, True), prompts.BALLOTS: Policy(BALLOTS, {})}


def policy(prompt: Prompt) -> Policy:
    """Who answers this. Most questions say it themselves, so a new card needs nothing more."""
    named = _NAMED.get(prompt.key) or _BY_KIND.get(prompt.kind)
    if named is not None:
        if named.how == OPEN and not prompt.seat:
            return Policy(DRAWN, named.lapse)
        return named
    if prompt.audience == PUBLIC:
        return Policy(OPEN) if prompt.seat else Policy(REFUSED)
    if prompt.audience == MODERATOR:
        return Policy(REFUSED)
    return Policy(SECRET if len(prompt.audience) == 1 else TOGETHER)


def refused_questions() -> frozenset[str]:
    return frozenset(name for name, each in _NAMED.items() if each.how == REFUSED)


# -- what a led table may play --

REFUSED_VARIANTS: Final = ("moonlight_hard", "community_of_hamlets")
REFUSED_EVENTS: Final = ("touch_of_death",)
FIXED: Final[Mapping[str, Any]] = {
    "cards_known_to_app": True,
    "fake_calls": True,
    "vote_input": "ballots",
    "sheriff_election_majority": "relative",
    "spiritualism_medium": "left_of_last_eliminated",
    "spirit_answered_by": "dead_player",
    "wolf_hound_call": "own_call",
}
"""Options with one value at a led table."""


def fixed(options: Mapping[str, Any]) -> dict[str, Any]:
    """What these options must be instead where nobody moderates."""
    changes = dict(FIXED)
    if options.get("siblings_extra_wakes") == "moderator_call":
        changes["siblings_extra_wakes"] = "never"
    return changes


def adapted(setup: Setup, seed: int) -> Setup:
    """The setup as it is led: the app deals from the seed, and shuffles the pile."""
    options = {name: getattr(setup.options, name) for name in OPTIONS}
    draw = SHUFFLED if setup.events else setup.draw
    return replace(setup, options=replace(setup.options, **fixed(options)), draw=draw, seed=seed)


def faults(setup: Setup) -> list[Fault]:
    """What is played here that needs somebody who watches and does not play."""
    cards = (*setup.events, *setup.in_force, *setup.hand)
    return [
        *(
            Fault("led.refused.variant", facts={"variant": name}, about=("variants",))
            for name in REFUSED_VARIANTS
            if name in setup.variants
        ),
        *(
            Fault("led.refused.event", facts={"event": name}, about=("events",))
            for name in REFUSED_EVENTS
            if name in cards
        ),
    ]
