"""Who answers a question where nobody moderates, and what a led table may play.

Nearly every question says so itself (`policy`); what does not is declared by its rule (`Rule.led`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final

from nightcall.engine import prompts, unmoderated
from nightcall.engine.errors import Fault
from nightcall.engine.game import Game, retell
from nightcall.engine.options import OPTIONS
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import KINDS, Character
from nightcall.engine.setup import SHUFFLED, Setup
from nightcall.engine.unmoderated import Policy
from nightcall.engine.viewers import MODERATOR, PUBLIC
from nightcall.engine.views import returned
from nightcall.rules.variants.variant import Variant

TRIES: Final = 200
SURPRISES: Final = 4

_BY_KIND: Final[Mapping[str, Policy]] = {
    prompts.ACK: Policy(unmoderated.SAID, lapse=True),
    prompts.BALLOTS: Policy(unmoderated.BALLOTS, lapse={}),
}
_DAY: Final[Mapping[str, Policy]] = {
    "day.debate": Policy(unmoderated.MAJORITY, lapse="vote"),
    "day.powers": Policy(unmoderated.MAJORITY, seconds=12),
    "day.user": Policy(unmoderated.DRAWN),  # the phone that was touched says it already
    "vote.alone": Policy(unmoderated.OPEN, seconds=12),
}
"""Questions of the day itself."""


def declared() -> Mapping[str, Policy]:
    """Every question a rule says something about."""
    return _declared(len(KINDS))


@cache
def _declared(kinds: int) -> Mapping[str, Policy]:
    """House rules may be read later than the box."""
    found = dict(_DAY)
    for kind in list(KINDS.values()):
        for form in (kind, *kind.forms.values()):
            for base in form.__mro__:
                found |= base.__dict__.get("led", {})
    return found


def policy(prompt: Prompt) -> Policy:
    """Who answers this. Most questions say it themselves, so a new card needs nothing more."""
    named = declared().get(prompt.key) or _BY_KIND.get(prompt.kind)
    if named is None:
        return Policy(_by_audience(prompt))
    if named.how in (unmoderated.OPEN, unmoderated.SECRET) and not prompt.seat and not named.named:
        return replace(named, how=unmoderated.DRAWN)  # there is nobody yet whose it could be
    return named


def _by_audience(prompt: Prompt) -> unmoderated.How:
    if prompt.audience == PUBLIC:
        return unmoderated.OPEN if prompt.seat else unmoderated.REFUSED
    if prompt.audience == MODERATOR:
        return unmoderated.REFUSED
    return unmoderated.SECRET if len(prompt.audience) == 1 else unmoderated.TOGETHER


# -- what a led table may play --

FIXED: Final[Mapping[str, Any]] = {
    "cards_known_to_app": True,
    "fake_calls": True,
    "silent_without_target": False,
    "vote_input": "ballots",
    "sheriff_election_majority": "relative",
    "spiritualism_medium": "left_of_last_eliminated",
    "spirit_answered_by": "dead_player",
    "wolf_hound_call": "own_call",
    "actor_wakes_again": "for_every_card",
}
"""Options with one value at a led table."""


_ONLY_WITH: Final[Mapping[str, tuple[str, ...]]] = {
    "spiritualism_medium": ("spiritualism", "gypsy"),
    "spirit_answered_by": ("spiritualism", "gypsy"),
    "wolf_hound_call": ("wolf_hound",),
    "actor_wakes_again": ("actor",),
    "siblings_extra_wakes": ("two_sisters", "three_brothers"),
}
"""Of those the ones that concern some cards alone, by the beginning of their names."""


def matters(option: str, cards: Iterable[str]) -> bool:
    """Whether what a led table must play otherwise is to be noticed with these cards."""
    concerned = _ONLY_WITH.get(option)
    return concerned is None or any(card.startswith(concerned) for card in cards)


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
    events = dict.fromkeys((*setup.events, *setup.in_force, *setup.hand))
    return [
        Fault(f"led.refused.{what}", facts={what: name}, about=(f"{what}s",))
        for what, names in (("variant", setup.variants), ("event", events))
        for name in names
        if name in KINDS and KINDS[name].needs_watching
    ]


def laid_out(setup: Setup, chance: Random) -> Setup:
    """What a moderator would lay out in secret is drawn: nobody at the table may know it."""
    lendable = [kind.name for kind in KINDS.values() if issubclass(kind, Character) and kind.borrowed_at]
    pile = [*setup.events, *setup.hand]
    for _ in range(TRIES):
        chance.shuffle(pile)
        drawn = replace(
            setup,
            trio=tuple(chance.sample(lendable, len(setup.trio))),
            groups=tuple(chance.sample(setup.groups, len(setup.groups))),
            events=tuple(pile[len(setup.hand) :]),
            hand=tuple(pile[: len(setup.hand)]),
        )
        if not drawn.faults(is_told=True):
            return drawn
    return setup


def surprised(setup: Setup, chance: Random) -> Setup:
    """One game in four is another than everybody thinks, where the cards allow it."""
    may_be = _surprises(setup)
    return may_be[0] if may_be and chance.randrange(SURPRISES) == 0 else setup


def may_the_dead_see(setup: Setup) -> bool:
    """Whether nobody comes back from the dead here, and could use what was read there."""
    tells = [tells for name in (*setup.events, *setup.in_force, *setup.hand) for tells in KINDS[name].tells]
    return not any(each.seen is returned for each in tells)


def may_surprise(setup: Setup) -> bool:
    return bool(_surprises(setup))


def _surprises(setup: Setup) -> list[Setup]:
    secret = [kind.name for kind in KINDS.values() if issubclass(kind, Variant) and kind.is_secret]
    tried = [replace(setup, variants=(*setup.variants, name)) for name in secret]
    return [each for each in tried if not each.faults(is_told=True)]


def as_led(game: Game) -> Game | None:
    """A moderated game as the app would have led it; None where it would have gone another way, or cannot be led."""
    setup = game.setup
    if setup.seed is None or not setup.options.cards_known_to_app or faults(setup):
        return None
    again = retell(adapted(setup, setup.seed), game.answers)
    told = [[(event.name, event.audience, event.facts) for event in each.events] for each in (game, again)]
    return again if again.misfit is None and again.prompt is not None and told[0] == told[1] else None
