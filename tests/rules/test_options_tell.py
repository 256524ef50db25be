"""No option is idle: for every value there is a table that is told something else than by the book's own value.

The same bot plays the same table twice, with one option changed. Until the option matters both games are the same, so
the first difference is the option's own. Some options speak before the game: in why a setup is refused, or what it is
warned of; so some of the tables are refused by the book.
"""

from __future__ import annotations

from collections.abc import Set
from functools import cache
from typing import Any

import pytest

from nightcall import OPTIONS, InvalidSetup, Setup
from nightcall.engine.options import Options, plain
from nightcall.rules.newmoon import EVENTS
from tests.strategies import random_game

SEEDS = 60
"""Games played at a table before the next one is tried."""

NIGHT = (
    "werewolf werewolf big_bad_wolf white_werewolf cursed_wolf_father seer witch hunter little_girl defender elder fox "
    "bear_tamer two_sisters two_sisters knight_with_the_rusty_sword wild_child wolf_hound piper cupid"
).split()
DAY = (
    "werewolf werewolf cursed_wolf_father seer hunter elder scapegoat village_idiot wandering_judge devoted_servant "
    "witch three_brothers three_brothers three_brothers"
).split()
LONERS = "werewolf white_werewolf angel piper prejudiced_manipulator cupid seer simple_villager".split()
HOUSED = "werewolf werewolf scandalmonger pyromaniac seer hunter witch simple_villager simple_villager".split()
HOMES = "farm_1 farm_2 church hovel barber_shop manor pub school bailiffs_house".split()
SMALL = "werewolf werewolf cupid hunter witch seer simple_villager".split()
FEW = "werewolf cupid witch hunter angel".split()
EVENTS_ALONE = [card.name for card in EVENTS if not card.is_spiritualism]
SPIRITS = [card.name for card in EVENTS if card.is_spiritualism]

TABLES: dict[str, dict[str, Any]] = {
    "night": {"deck": NIGHT},
    "day": {"deck": DAY},
    "loners": {"deck": LONERS, "groups": ["left", "right"] * 4},
    "few": {"deck": FEW},
    "thief": {"deck": [*SMALL, "thief", "werewolf", "seer"]},
    "actor": {"deck": [*SMALL, "actor"], "trio": ["piper", "fox", "wandering_judge"]},
    "trusted": {"deck": [*SMALL, "trusted_villager"]},
    "houses": {"deck": HOUSED, "buildings": HOMES},
    "events": {"deck": DAY, "events": EVENTS_ALONE, "draw": "shuffled"},
    "spirits": {"deck": SMALL, "events": SPIRITS, "draw": "shuffled"},
    "gypsy": {"deck": [*SMALL, "gypsy"], "events": EVENTS_ALONE, "draw": "shuffled"},
    "crier": {"deck": SMALL, "events": EVENTS_ALONE[5:], "hand": EVENTS_ALONE[:5], "draw": "shuffled"},
    "harvest": {"deck": [*DAY, "defender", "cupid"], "variants": ["harvest_festival"]},
    "hamlets": {"deck": SMALL, "variants": ["community_of_hamlets"]},
    "double": {"deck": ["werewolf"] * 3 + ["simple_villager"] * 17, "players": 10, "variants": ["double_you_big"]},
    "posters": {"deck": "werewolf wandering_judge scandalmonger".split() + ["simple_villager"] * 6, "buildings": HOMES},
    "barber": {"deck": "werewolf elder elder".split() + ["wolf_hound"] * 6, "buildings": HOMES},
    "curse": {"deck": "cursed_wolf_father werewolf".split() + ["simple_villager"] * 7, "buildings": HOMES},
    "bailiff": {
        "deck": ["werewolf"] + ["simple_villager"] * 9,
        "buildings": ["bailiffs_house", "bakery", "church", "farm_1", "farm_2"] + ["vagabond"] * 5,
        "variants": ["community_of_hamlets"],
    },
    "love": {"deck": "werewolf werewolf cupid piper hunter".split()},
    "courts": {
        "deck": "werewolf cupid cupid piper piper prejudiced_manipulator".split(),
        "groups": ["left", "right"] * 3,
    },
    "knights": {"deck": ["werewolf", "big_bad_wolf"] + ["knight_with_the_rusty_sword"] * 4},
    "poison": {"deck": "werewolf angel angel witch witch hunter".split()},
    "white": {"deck": [*"white_werewolf werewolf defender werewolf defender".split(), "simple_villager"]},
    "sleep": {"deck": SMALL, "in_force": ["somnambulism"], "seer_reveal": "wolf_thumb"},
    "distrust": {"deck": SMALL, "events": ["great_distrust"], "draw": "stacked"},
    "lone": {"deck": ["thief", "werewolf"] + ["simple_villager"] * 6},
    "box": {"deck": [*SMALL, "actor"], "trio": ["seer", "fox", "wandering_judge"]},
    "grief": {"deck": "werewolf cupid cupid cupid elder elder hunter hunter".split()},
    "girls": {"deck": "werewolf defender defender little_girl little_girl witch".split()},
    "barkeep": {
        "deck": ["cursed_wolf_father", "cursed_wolf_father"] + ["simple_villager"] * 4,
        "buildings": ["farm_1", "farm_2", "farm_3", "pub", "farm_4", "farm_5"],
    },
    "clearing": {"deck": SMALL, "variants": ["surely_not_him"]},
    "many": {"deck": ["werewolf"] * 5 + ["simple_villager"] * 20},
}


def choices() -> list[tuple[str, Any]]:
    """Every option with every value that is not the book's."""
    found: list[tuple[str, Any]] = []
    for name, option in OPTIONS.items():
        if option.many:
            found += [(name, [each for each in option.values if each != left]) for left in option.values]
        else:
            found += [(name, value) for value in option.values if value != option.pact]
    return [*found, ("identify_silent_roles_n1", ["elder"])]


@pytest.mark.parametrize(("name", "value"), choices(), ids=lambda part: str(plain(part)))
def test_changes_some_telling(name: str, value: Any) -> None:
    assert witness(name, value)


def witness(name: str, value: Any) -> str:
    """A table that notices."""
    tables = [(table, known) for known in (True, False) for table in TABLES]
    changed = {where: set_up(*where, (name, value)) for where in tables}
    for where in tables:
        usual, other = set_up(*where), changed[where]
        if isinstance(usual, Setup) and isinstance(other, Setup):
            if usual.warnings() != other.warnings():
                return f"{where} warned"
        elif usual != other:
            return f"{where} refused"
    playing = [where for where in tables if isinstance(changed[where], Setup)]
    for seed in range(SEEDS):
        for where in playing:
            before, read = as_usual(*where, seed)
            if name in read and told(set_up(*where, (name, value)), seed)[0] != before:
                return f"{where} seed {seed}"
    return ""


def set_up(table: str, known: bool, *changes: tuple[str, Any]) -> Setup | list[str]:
    """The table, or why it may not play."""
    lies = TABLES[table]
    given = {"players": len(lies["deck"]) - 2 * ("thief" in lies["deck"]), "seed": 1} | lies
    try:
        return Setup.of(**(given | {"cards_known_to_app": known} | dict(changes)))
    except InvalidSetup as error:
        return [fault.key for fault in error.faults]


class Watched:
    """The options of a game, and which of them were looked at."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return getattr(self.options, name)


@cache
def as_usual(table: str, known: bool, seed: int) -> tuple[int, Set[str]]:
    return told(set_up(table, known), seed)


def told(setup: Setup | list[str], seed: int) -> tuple[int, Set[str]]:
    """Everything that was asked, answered and told, as a number; and the options it may hang on."""
    assert isinstance(setup, Setup)
    options = Watched(setup.options)
    object.__setattr__(setup, "options", options)
    village, outcome, recorder = random_game(setup, seed)
    asked = [(repr(prompt), prompt.rule, prompt.audience, dict(prompt.refused)) for prompt in recorder.prompts]
    events = [(event.name, event.rule, event.audience, event.facts) for event in village.events]
    return hash(repr((asked, events, outcome))), options.read
