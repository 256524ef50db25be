"""The same deck and the same decisions make the same game, whether the app has dealt the cards or has never seen them.

The same deaths, the same winners, the same announcements. Where the two may part, a rule says so.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from nightcall import PUBLIC, Event, Options, Setup
from nightcall.engine import prompts
from nightcall.engine.game import run
from nightcall.engine.outcome import Outcome
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import character
from nightcall.engine.village import Village
from tests.strategies import NO_VARIANT, TOGETHER, setups
from tests.test_leaks import SameChoices, is_doubled

PHYSICAL_ONLY = {"INS-3"}
"""Silent cards are called only to be found (SW-IDENT-N1)."""
SALTS = st.text("abc", min_size=3, max_size=3)
EITHER = st.one_of(NO_VARIANT, TOGETHER)


class OneTable(SameChoices):
    """The same people: what they decide does not hang on whether the moderator has to ask for their cards."""

    def _eyes(self, prompt: Prompt) -> Any:
        """A Wolf-Hound opens the eyes with the pack if he would have chosen its side (HOUND-5)."""
        awake = [seat for seat in prompt.options if character(self.holds[seat]).is_wolf]
        hounds = [seat for seat in prompt.options if character(self.holds[seat]).may_join_pack]
        awake += [seat for seat in hounds if len(awake) < prompt.high and self._joins(seat)]
        return self._all_or_one(prompt, sorted(awake))

    def _joins(self, seat: int) -> bool:
        return self._rank("hound", seat)[0] < 128

    def _answer(self, prompt: Prompt, key: str) -> Any:
        """Two holders of one card may be called in either order: each keeps to his own choices."""
        if prompt.about == prompts.PACK:
            return self._eyes(prompt)
        if prompt.key == "wolf_hound.choose":
            return "werewolves" if self._joins(prompt.seat) else "village"
        if prompt.key == "thief.swap":
            choice = self._choice(prompt, key)
            if choice is not None:
                self.holds[prompt.seat] = choice
            return choice
        own = f"{prompt.key} of {prompt.seat}"
        self.asked[own] = self.asked.get(own, 0) + 1
        return super()._answer(prompt, f"{own}, {self.asked[own]}")

    def _note(self, prompt: Prompt) -> None:
        """Only what is announced is compared."""


def played(setup: Setup, *, known: bool, salt: str) -> tuple[list[str], Outcome, list[Event]]:
    """What the table was told, and who won."""
    options = Options.of(setup.options.preset, **{**setup.options.difference(), "cards_known_to_app": known})
    draw = "stacked" if setup.draw == "shuffled" else setup.draw  # there is no seed to shuffle by
    lying = replace(setup, options=options, seed=None, draw=draw)
    bot = OneTable(salt, lying)
    village = bot.village = Village(lying, bot)
    outcome = run(village)
    public = [event for event in village.events if event.seen_by(PUBLIC) and event.rule not in PHYSICAL_ONLY]
    if not options.fake_calls:
        public = without_first_calls(public)
    return [json.dumps(plain(event), sort_keys=True, default=str) for event in public], outcome, public


def without_first_calls(events: list[Event]) -> list[Event]:
    """SW-FAKE, IDENT-0: a card not seen yet is called to be found, though its holder may have nobody to choose."""
    night, kept = 0, []
    for event in events:
        night = event.facts["night"] if event.name == "night_fell" else night
        if night != 1 or event.name != "called":
            kept.append(event)
    return kept


def plain(event: Event) -> dict[str, Any]:
    """What was told; not the answer of a spirit, which the moderator gives where the app has seen no card (SPIR-1)."""
    data = event.to_json()
    return {name: value for name, value in data.items() if (event.name, name) != ("spirit_answered", "answer")}


def is_found_out(coming: list[Event]) -> bool:
    """Whether the same end comes at the first dawn at the latest: the calls before it have shown who holds what."""
    mornings = [event for event in coming if event.name == "dawn_broke"]
    return coming[-1].name == "won" and [event.facts["day"] for event in mornings] in ([], [1])


def compare(setup: Setup, salt: str) -> None:
    assume(not is_doubled(setup))  # DBL-3: which of two cards is turned over first is the player's choice
    assume(setup.options.bear_tamer_called_n1 or "bear_tamer" not in (*setup.deck, *setup.trio))  # AMD-61
    assume("trusted_villager" not in setup.deck[len(setup.players) :])  # TRUST-4
    dealt, won, events = played(setup, known=True, salt=salt)
    physical, won_too, events_too = played(setup, known=False, salt=salt)
    for place, (ours, theirs) in enumerate(zip(dealt, physical, strict=False)):
        if events[place].name == "won" and ours != theirs and is_found_out(events_too[place:]):
            break  # AMD-60, IDENT-0: only Werewolves are left, which the app learns when they open their eyes
        assert ours == theirs, (events[max(0, place - 4) : place], events[place], events_too[place])
    else:
        assert len(dealt) == len(physical)
    assert (won.winner, won.seats) == (won_too.winner, won_too.seats)


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(setups(most=14, variants=EITHER), SALTS)
def test_dealt_and_physical_games_agree(setup: Setup, salt: str) -> None:
    compare(setup, salt)


@pytest.mark.soak
@settings(max_examples=20_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(setups(most=18, variants=EITHER), SALTS)
def test_dealt_and_physical_games_agree_in_many_games(setup: Setup, salt: str) -> None:
    compare(setup, salt)
