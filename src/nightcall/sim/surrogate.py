"""The odds of a deck at once: small nets fitted to many games of believable players (`python -m scripts.odds fit`).

They speak of what they were fitted on and of nothing else: cards, a number of players and a skill within their range,
the rules of the English or the French book with or without a Sheriff, no houses, events or variants. For anything
else `guess` gives None, and only games count.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from math import exp, log, prod, sqrt, tanh
from operator import mul
from pathlib import Path
from typing import Any, Final

from nightcall.engine.options import OPTIONS, preset
from nightcall.engine.rule import character
from nightcall.engine.setup import Setup
from nightcall.sim.people import MODEL, People, model

SIDES: Final = ("village", "werewolves", "white_werewolf", "piper", "angel", "lovers", "nobody")
NEEDS: Final = {"white_werewolf": "white_werewolf", "piper": "piper", "angel": "angel", "lovers": "cupid"}
"""Side -> the card without which it cannot win."""
PACK: Final = ("werewolf", "big_bad_wolf", "cursed_wolf_father", "white_werewolf")
CARDS: Final = (
    *(*PACK, "wild_child", "wolf_hound", "piper", "angel"),
    *("seer", "witch", "hunter", "cupid", "little_girl", "defender", "elder", "village_idiot", "scapegoat", "fox"),
    *("bear_tamer", "knight_with_the_rusty_sword", "wandering_judge", "two_sisters", "three_brothers"),
    "devoted_servant",
)
"""Every card it knows, Simple Villagers apart."""
PLAYERS: Final = (8, 18)
SKILL: Final = (0.3, 0.85)
WOLVES: Final = (0.12, 0.36)
"""The share of the pack, Werewolves of every kind."""

_TURNS: Final = {
    "hunter": -0.8,
    "angel": -0.8,
    "cupid": -0.7,
    "knight_with_the_rusty_sword": -0.5,
    "elder": -0.4,
    "cursed_wolf_father": -0.5,
    "big_bad_wolf": -0.4,
    "witch": 0.0,
    "wandering_judge": 0.0,
    "white_werewolf": 0.4,
    "defender": 0.45,
    "village_idiot": 0.5,
    "bear_tamer": 0.7,
    "piper": 0.7,
    "fox": 0.8,
    "wolf_hound": 0.8,
}
"""What is left of odd and even with a card: a death more or less turns it over, one that may be blurs it."""
_AS_IN_FRANCE: Final = ("knight_with_the_rusty_sword", "piper", "angel", "white_werewolf", "little_girl")
"""Cards the two books play differently."""


# -- what the nets see --


@dataclass(frozen=True, slots=True)
class Rules:
    """What the nets know of a table's rules."""

    french: bool = False
    """By the rules of `pacte`, where the Sheriff breaks no tie."""
    sheriff: bool = True


BY_THE_BOOK: Final = Rules()


def features(deck: Mapping[str, int], skill: float, rules: Rules = BY_THE_BOOK) -> list[float]:
    """A deck, a skill and the rules as the nets see them; about -1 to 1 each."""
    have = deck.get
    players = sum(deck.values())
    wolves = sum(have(name, 0) for name in PACK)
    parity = 1.0 if players % 2 else -1.0
    plain = have("simple_villager", 0) + have("werewolf", 0)
    size, busy = (players - 13) / 5, (players - plain) / players - 0.5
    knowing = 3 * (skill - 0.5)
    french, alone = float(rules.french), float(not rules.sheriff)
    pack = (wolves - 3) / 2
    share = log(wolves / (players - wolves)) + 1.2
    turn = parity * prod(_TURNS.get(name, 1.0) for name, copies in deck.items() if copies)
    return [
        1.0,
        size,
        parity,
        share,
        pack,
        knowing,
        knowing * knowing,
        busy,
        parity * size,
        parity * busy,
        parity * pack,
        parity * knowing,
        knowing * pack,
        knowing * busy,
        knowing * have("seer", 0),
        alone,
        alone * parity,
        french,
        french * parity,
        french * alone,
        turn,
        turn * size,
        turn * knowing,
        turn * share,
        turn * alone,
        share * have("seer", 0),
        share * have("wolf_hound", 0),
        *(french * have(name, 0) for name in _AS_IN_FRANCE),
        *(have(name, 0) / (2 if name in ("werewolf", "two_sisters", "three_brothers") else 1) for name in CARDS),
    ]


def possible(deck: Mapping[str, int]) -> list[str]:
    """The sides that can win with these cards."""
    return [side for side in SIDES if side not in NEEDS or deck.get(NEEDS[side], 0)]


# -- the nets --

SEEN: Final = 1000
"""How many things seen are kept weighed; a search sees some two hundred."""
NIGHTS: Final = "nights"
"""The head that says how many nights a game takes: as many as `1 + exp(head)`."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What the nets say of a deck."""

    shares: dict[str, float]
    """Who wins how often; together 1. Sides that cannot win have no share."""
    nights: float

    @property
    def village(self) -> float:
        return self.shares["village"]

    @property
    def loners(self) -> float:
        """All who win alone or by two."""
        return sum(share for side, share in self.shares.items() if side in NEEDS)


class Nets:
    """All nets at once: their hidden units side by side, and the mean of what they say (log-odds, so no share is 0)."""

    def __init__(self, nets: Sequence[Mapping[str, Any]]) -> None:
        rows = [row for net in nets for row in net["hidden"]]
        self._columns = [list(column) for column in zip(*rows, strict=True)]
        self._heads = {
            side: [weight / len(nets) for net in nets for weight in net["heads"][side][:-1]]
            for side in (*SIDES, NIGHTS)
        }
        self._seen: dict[tuple[int, float], list[float]] = {}
        self._level = {side: sum(net["heads"][side][-1] for net in nets) / len(nets) for side in self._heads}

    def __call__(self, deck: Mapping[str, int], skill: float, rules: Rules = BY_THE_BOOK) -> Guess:
        noticed = [self._columns[0]]  # of the 1 that is always there
        for place, seen in enumerate(features(deck, skill, rules)):
            if seen and place:
                noticed.append(self._weighed(place, seen))
        hidden = list(map(tanh, map(sum, zip(*noticed, strict=True))))
        odds = {side: exp(self._head(side, hidden)) for side in possible(deck)}
        whole = sum(odds.values())
        return Guess({side: each / whole for side, each in odds.items()}, 1 + exp(self._head(NIGHTS, hidden)))

    def _weighed(self, place: int, seen: float) -> list[float]:
        """What one thing seen adds to each hidden unit; searching for a deck sees the same ones again and again."""
        found = self._seen.get((place, seen))
        if found is None:
            if len(self._seen) >= SEEN:
                self._seen.clear()
            found = self._seen[place, seen] = [seen * weight for weight in self._columns[place]]
        return found

    def _head(self, name: str, hidden: Iterable[float]) -> float:
        head: float = self._level[name] + sum(map(mul, self._heads[name], hidden))
        return head


# -- whether they may speak --

INDIFFERENT: Final = frozenset(
    {
        *("player_range", "simple_villager_cards", "role_pool", "buildings_available", "event_cards_available"),
        *("event_pool", "trusted_villager_public", "thief_swap", "thief_must_take_wolf", "thief_spares"),
        *("single_wolf_with_thief", "actor_trio", "actor_cards", "actor_card_pool", "actor_beyond_box"),
        *(
            "actor_wakes_again",
            "actor_may_pass",
            "crier_appointment",
            "crier_first_use",
            "crier_revocation",
            "crier_cards_pass_on",
        ),
        *("scandal_scope", "poster_votes", "poster_lasts_until_vote", "event_timing", "event_reader"),
        *("scandalmonger_position", "scandalmonger_may_pass", "bear_tamer_called_n1", "gypsy_may_pass"),
        *("spiritualism_card_chosen_by", "pyromaniac_uses", "manipulator_victory", "barber_werewolf"),
        *("bailiff_vacancy", "lord_pardon_then", "barkeep_infection", "spirit_questioned", "spirit_answered_by"),
        *("spiritualism_medium", "rascal_cannot_be_devoured", "rascal_triple_vote", "event_woodland_gathering"),
        *("great_distrust_friends", "nightmare_tie", "somnambulism_announces", "harvest_secret_lover_death"),
        *("harvest_secret_pair_vote_ban", "harvest_neighbours", "hamlets_departure", "double_you_range"),
        *(
            "surely_not_him_votes",
            "fake_calls",
            "silent_without_target",
            "cards_known_to_app",
            "identify_silent_roles_n1",
        ),
        *("spirit_truthful", "event_every_n_mornings", "actor_effects_end_at_nightfall", "actor_wakes_again"),
    }
)
"""Options that change no answer in any game these nets know."""
_FELT: Final = tuple(name for name in OPTIONS if name not in INDIFFERENT)


def rules_of(setup: Setup) -> Rules | None:
    """The rules of a table as the nets know them; None for any others."""
    if setup.buildings or setup.events or setup.variants or setup.in_force or setup.hand or setup.also_announced:
        return None
    options = setup.options
    sheriff = options.sheriff_election != "off"
    for french in (False, True):
        book = preset("pacte" if french else "pact")
        differs = [name for name in _FELT if getattr(options, name) != getattr(book, name)]
        if not differs or (differs == ["sheriff_election"] and not sheriff):
            return Rules(french, sheriff)
    return None


def knows(deck: Mapping[str, int], people: People) -> bool:
    """Whether these cards and people are within the range."""
    players = sum(deck.values())
    wolves = sum(deck.get(name, 0) for name in PACK)
    return (
        PLAYERS[0] <= players <= PLAYERS[1]
        and WOLVES[0] <= wolves / players <= WOLVES[1]
        and SKILL[0] <= people.skill <= SKILL[1]
        and people.cunning == People().cunning
        and all(
            name == "simple_villager" or (name in CARDS and copies <= character(name).copies)
            for name, copies in deck.items()
        )
    )


def guess(setup: Setup, people: People | None = None) -> Guess | None:
    """Who wins this table how often, in an instant; None outside the range."""
    people, deck = people or People(), Counter(setup.deck)
    rules = rules_of(setup)
    if rules is None or len(setup.players) != len(setup.deck) or not knows(deck, people):
        return None
    return fitted()(deck, people.skill, rules)


# -- the fit, as data --


@cache
def data() -> dict[str, Any]:
    """The file: the weights, what they were made from, and how wrong they are."""
    found: dict[str, Any] = json.loads(Path(__file__).with_name("surrogate.json").read_text("utf-8"))
    return found


@cache
def fitted() -> Nets:
    return Nets(data()["nets"])


def fingerprint() -> str:
    """Changes with the players and with what the nets are shown: a fit to others is stale."""
    what = [MODEL, model(), SIDES, CARDS, PLAYERS, SKILL, WOLVES, _TURNS, _AS_IN_FRANCE, len(features(SAMPLE, 0.5))]
    return sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:16]


SAMPLE: Final = {"werewolf": 2, "seer": 1, "simple_villager": 6}


def reach() -> float:
    """Within how much of the truth it is 95 times in 100, on fresh decks of the kind it knows least; 0 to 1."""
    judged = data()["error"]
    within: float = max(judged["within_95"], judged["simple"]["within_95"], judged["few"]["within_95"])
    return within / 100


def error() -> float:
    """How far off the village's share is on fresh decks, on average, the noise of that test taken off; 0 to 1."""
    judged = data()["error"]
    return sqrt(max(0.0, judged["mean"] ** 2 - judged["noise"] ** 2)) / 100
