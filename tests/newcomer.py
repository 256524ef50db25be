"""Random games with somebody or something new on the table, told in every language.

python -m tests.newcomer lamplighter                   # a character, house, event card or variant
python -m tests.newcomer knight_disease_goes=right     # an option
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from nightcall import OPTIONS, PUBLIC, InvalidSetup, Setup, retell, rulebook
from nightcall.engine.rule import KINDS, Character
from nightcall.rules.buildings.building import houses
from nightcall.rules.newmoon.card import EventCard
from nightcall.words import LANGUAGES, Words
from tests.strategies import NOW_AND_THEN, lendable, random_game, setups

GAMES = 60
BORROWED = 20


def play(setup: Setup, seed: int) -> None:
    """To the end, and once more from the answers; every question and every event can be said."""
    village, outcome, recorder = random_game(setup, seed)
    again = retell(setup, recorder.answers)
    assert again.misfit is None
    assert again.outcome == outcome
    assert [event.to_json() for event in again.events] == [event.to_json() for event in village.events]
    cited = {event.rule for event in village.events} | {prompt.rule for prompt in recorder.prompts}
    assert cited <= set(rulebook.ids())
    for language in LANGUAGES:
        words = Words(language)
        for event in village.events:
            assert " " in words.event(event, setup.players), event
            for seat in event.audience if event.audience != PUBLIC and not event.declared.on_card else ():
                assert "{" not in words.told(event, seat, setup.players), event
        for prompt in recorder.prompts:
            asked = words.prompt(prompt, setup.players)
            assert asked.ask != f"prompt.{prompt.key}.ask"
            assert "{" not in f"{asked.say}{asked.do}{asked.ask}", prompt


def lies_there(name: str, setup: Setup) -> bool:
    kind = KINDS[name]
    if issubclass(kind, EventCard):
        return kind.concerns(setup)
    at_home = any(houses()[house] is kind for house in setup.buildings if house in houses())
    return at_home or name in (*setup.deck, *setup.trio, *setup.variants)


def at_random_tables(name: str, value: str) -> None:
    is_variant = name in KINDS and KINDS[name].is_variant
    always: dict[str, Any] = {name: next(each for each in OPTIONS[name].values if str(each) == value)} if value else {}

    @settings(max_examples=GAMES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(setups(variants=st.just([name]) if is_variant else NOW_AND_THEN, always=always), st.integers(0, 2**32))
    def game(setup: Setup, seed: int) -> None:
        assume(value or lies_there(name, setup))
        play(setup, seed)

    game()


def as_an_actor_s(name: str) -> None:
    """Borrowed on the first night or later, by an Actor whose cards always hold it."""
    rules = Setup.of(3, {"werewolf": 1, "simple_villager": 2}).options
    deck = ["werewolf", "werewolf", "actor", "seer", "hunter", *["simple_villager"] * 4]
    others = [card for card in lendable(deck, (), rules) if card != name]
    for seed in range(BORROWED):
        random = Random(seed)
        trio = [name, *random.sample(sorted(set(others)), rules.actor_trio - 1)]
        known = random.random() < 0.5
        try:
            setup = Setup.of(len(deck), deck, trio=trio, seed=seed, cards_known_to_app=known, actor_may_pass=False)
        except InvalidSetup:
            continue  # two that cannot be lent together
        play(setup, seed)


def main(newcomer: str) -> None:
    name, _, value = newcomer.partition("=")
    at_random_tables(name, value)
    kind = KINDS.get(name)
    if kind is not None and issubclass(kind, Character) and kind.borrowed_at:
        as_an_actor_s(name)


if __name__ == "__main__":
    main(sys.argv[1])
