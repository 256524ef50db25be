"""Believable players: they see what their seat may see, think about it, and answer every prompt.

Which rule of thumb answers which question is in `nightcall.sim.thumbs`; a question without one gets a random legal
answer, and is remembered in `guessed` so that the odds can say so.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from nightcall.engine import breath, prompts
from nightcall.engine.events import Audience
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import KINDS, character
from nightcall.engine.village import Village
from nightcall.rules.characters.wild_child import TwoSided
from nightcall.sim.beliefs import Beliefs, feelings
from nightcall.sim.bots import RandomBot
from nightcall.sim.debating import Debating
from nightcall.sim.people import People, model
from nightcall.sim.thumbs import ALWAYS, THUMBS

CERTAIN: Final = 8.0
SHIFTY: Final = {"piper": 0.4, "prejudiced_manipulator": -0.2}
"""Loners have something to hide as well: between an honest player (-1) and a Werewolf (1)."""


class Players(RandomBot):
    """Everybody at the table at once. What one seat knows is used for that seat's answers alone."""

    hears_all = False
    village: Village
    beliefs: Beliefs

    def __init__(self, random: Random, people: People) -> None:
        super().__init__(random)
        self.people = people
        self.sense = people.sense
        self.constants = model()
        self.debating = Debating(random, people)
        self.card: dict[int, str] = {}
        """What everybody holds, for the holder's own decisions."""
        self.wolves: set[int] = set()
        """Who knows to be a Werewolf."""
        self.love: dict[int, tuple[int, ...]] = {}
        self.knows: dict[int, dict[int, bool]] = {}
        """Seat -> player -> whether that is a Werewolf: for certain, by the seat's own power."""
        self.looked_at: dict[int, set[int]] = {}
        """Seat -> players whose card it has seen, which does not tell."""
        self.siblings: dict[int, tuple[int, ...]] = {}
        self.charmed: set[int] = set()
        self.hunch: list[float] = []
        """How much of a power somebody looks to the pack."""
        self.charm: list[float] = []
        """How readily somebody is elected."""
        self.guessed: set[str] = set()
        """Questions answered at random for want of a rule of thumb."""
        self._talked = False
        self._grunted = False
        self._condemned = 0
        self._sat: list[int] = []
        """The circle at dawn."""
        self._is_seated = False

    def sit_down(self, village: Village) -> None:
        self.village = village
        village.listen(self.hear, EARS)

    def stand_up(self) -> None:
        """The game is over. Nothing of it is kept alive by those who played."""
        del self.village

    # -- answering --

    def __call__(self, prompt: Prompt) -> Any:
        breath.take()
        kind = prompt.kind
        if kind == prompts.ACK:
            return True
        thumb = THUMBS.get(prompt.key)
        if thumb is None:
            self.guessed.add(prompt.key)
            return super().__call__(prompt)
        if not self._is_seated:
            self._think()
        if kind != prompts.BALLOTS and prompt.key not in ALWAYS and self.random.random() >= self.sense:
            return super().__call__(prompt)
        return thumb(self, prompt)

    def _think(self) -> None:
        """Feelings come with the first question; the truth is in them as far as faces betray it."""
        if self._is_seated:
            return
        self._is_seated = True
        village = self.village
        self.beliefs = Beliefs(self.random, self.people, village.seats, self._hides)
        apart = self.constants["meal"]["hunch"] * self.people.cunning / 2
        felt = feelings(self.random, len(self.beliefs.public))
        plain = (None, "simple_villager")
        self.hunch = [hunch + (-apart if self.card.get(seat) in plain else apart) for seat, hunch in enumerate(felt)]
        self.beliefs.weigh(self.wolves_left(), len(village.living))

    def _hides(self, seat: int) -> float:
        if seat in self.village.wolves:
            return 1.0
        return SHIFTY.get(self.card.get(seat, ""), -1.0)

    def living(self) -> list[int]:
        return self.village.present()

    def wolves_left(self) -> int:
        """As far as anybody can count: the announced ones whose card has not been seen."""
        announced, shown = self.village.announced, self.village.shown
        return sum(
            max(0, copies - shown.get(name, 0)) for name, copies in announced.items() if name in KINDS and is_wolf(name)
        )

    def unseen(self, name: str) -> int:
        """How many copies of a card somebody may still hold, as far as anybody can count."""
        announced, shown = self.village.announced, self.village.shown
        return max(0, announced.get(name, 0) - shown.get(name, 0))

    def free_cards(self) -> list[str]:
        """Village cards that may still be in play."""
        announced, shown = self.village.announced, self.village.shown
        return [name for name, copies in announced.items() if shown.get(name, 0) < copies and not is_wolf(name)]

    def talk(self) -> None:
        """The debate of the day, once."""
        if self._talked:
            return
        self._think()
        self._talked = True
        living = list(self.living())
        if len(living) < 2:
            return
        self.beliefs.weigh(self.wolves_left(), len(living))
        self.beliefs.debate(living, self._hides)
        self._listen_to_the_bear(living)
        self.debating.hold(self, living)

    def _listen_to_the_bear(self, living: list[int]) -> None:
        """A grunt: one of two. No grunt clears both."""
        if self.village.day < 1:
            return
        for seat in living:
            if self.card.get(seat) != "bear_tamer" or seat in self.wolves:
                continue
            around = self._beside(seat)
            known = self.knows.setdefault(seat, {})
            if not self._grunted:
                for other in around if self._has_bear(seat) else ():
                    self.learn(seat, other, False)
                continue
            open_ = [other for other in around if known.get(other) is not False]
            if len(open_) == 1:
                self.conclude(seat, open_[0])
            else:
                for other in open_:
                    self.beliefs.own[seat][other] += 1.0

    def _beside(self, seat: int) -> list[int]:
        """The nearest living on either side as people sat at dawn: whoever has moved house since was elsewhere then."""
        is_as_then = seat in self._sat  # else somebody who came later, or a game taken up in the middle
        return self.village.neighbours(seat, self._sat if is_as_then else ())

    def _has_bear(self, seat: int) -> bool:
        """Whether it would have grunted: one whose Tamer has lost all power says nothing by its silence."""
        return any(rule.name == "bear_tamer" and rule.holder == seat for rule in self.village.at("morning"))

    def learn(self, seat: int, other: int, is_wolf: bool) -> None:
        """The seat knows it for certain, as of now; only about the infected it may be wrong."""
        self._hold(seat, other, is_wolf)

    def conclude(self, seat: int, other: int) -> None:
        """Nobody else is left: a Werewolf, unless one of those the seat has cleared before has become one since."""
        self._hold(seat, other, True)

    def _hold(self, seat: int, other: int, is_wolf: bool) -> None:
        self._think()
        known = self.knows.setdefault(seat, {})
        if other not in known or known[other] != is_wolf:
            self.beliefs.own[seat][other] += CERTAIN if is_wolf else -CERTAIN
            known[other] = is_wolf

    # -- hearing --

    def hear(self, name: str, audience: Audience, facts: Mapping[str, Any]) -> None:
        EARS[name](self, facts)

    def _takes_card(self, facts: Mapping[str, Any]) -> None:
        seat, name = facts["seat"], facts["card"]
        self.card[seat] = name
        if is_wolf(name):
            self.wolves.add(seat)
        elif seat in self.wolves and seat not in self.village.wolves:
            self.wolves.discard(seat)

    def _joins_pack(self, facts: Mapping[str, Any]) -> None:
        self.wolves.add(facts["seat"])

    def _leaves_pack(self, facts: Mapping[str, Any]) -> None:
        self.wolves.discard(facts["seat"])

    def _takes_side(self, facts: Mapping[str, Any]) -> None:
        if facts["side"] == "werewolves":
            self.wolves.add(facts["seat"])

    def _loves(self, facts: Mapping[str, Any]) -> None:
        for seat in facts["seats"]:
            self.love[seat] = tuple(other for other in facts["seats"] if other != seat)

    def _sees_card(self, facts: Mapping[str, Any]) -> None:
        seat, other, name = facts["by"], facts["seat"], facts["card"]
        if not name:
            return
        if is_wolf(name) or self._tells_side(other, name):
            self.learn(seat, other, is_wolf(name))
        else:
            self.looked_at.setdefault(seat, set()).add(other)

    def _tells_side(self, seat: int, name: str) -> bool:
        """Whether a card that is no Werewolf's clears its holder: none of two does, none that may lie on either side,
        none that lies open, which stays whatever becomes of its holder (WOLF-10)."""
        v = self.village
        has_one_card = all(KINDS[variant].cards_each == 1 for variant in v.setup.variants)
        return has_one_card and not issubclass(character(name), TwoSided) and seat not in v.faces

    def _sees_thumb(self, facts: Mapping[str, Any]) -> None:
        self.learn(facts["by"], facts["seat"], facts["up"])

    def _sniffs(self, facts: Mapping[str, Any]) -> None:
        fox, group = facts["by"], facts["seats"]
        if not facts["up"]:
            for seat in group:
                if seat != fox:
                    self.learn(fox, seat, False)
            return
        self._think()
        known = self.knows.setdefault(fox, {})
        suspects = [seat for seat in group if seat != fox and known.get(seat) is not False]
        if len(suspects) == 1:
            self.conclude(fox, suspects[0])
        for seat in suspects:
            self.beliefs.own[fox][seat] += 1.2

    def _meets_siblings(self, facts: Mapping[str, Any]) -> None:
        self._think()
        for seat in facts["seats"]:
            self.siblings[seat] = tuple(other for other in facts["seats"] if other != seat)
            for other in self.siblings[seat]:
                self.beliefs.own[seat][other] -= CERTAIN

    def _is_charmed(self, facts: Mapping[str, Any]) -> None:
        self.charmed.add(facts["seat"])

    def _grunts(self, facts: Mapping[str, Any]) -> None:
        self._grunted = True

    def _is_cleared(self, facts: Mapping[str, Any]) -> None:
        self._think()
        self.beliefs.public[facts["seat"]] -= CERTAIN

    def _shows_card(self, facts: Mapping[str, Any]) -> None:
        self._think()
        seat, name = facts["seat"], facts["card"]
        if not name:
            return
        self.debating.card_seen(self, seat, name)
        if seat == self._condemned:
            self.debating.weigh_votes(self, seat, is_wolf(name))
            self._condemned = 0

    def _votes(self, facts: Mapping[str, Any]) -> None:
        self.debating.last_ballots = facts.get("ballots", {})

    def _is_condemned(self, facts: Mapping[str, Any]) -> None:
        self._condemned = facts["seat"]

    def _new_day(self, facts: Mapping[str, Any]) -> None:
        self._talked = False
        self._grunted = False
        self._sat = list(self.village.circle)


def is_wolf(name: str) -> bool:
    return character(name).is_wolf


EARS: Final = {
    "dealt": Players._takes_card,
    "stole": Players._takes_card,
    "card_taken": Players._takes_card,
    "converted": Players._takes_card,
    "brought": Players._takes_card,
    "infected": Players._joins_pack,
    "turned": Players._joins_pack,
    "infection_undone": Players._leaves_pack,
    "side_chosen": Players._takes_side,
    "side_drawn": Players._takes_side,
    "fell_in_love": Players._loves,
    "card_seen": Players._sees_card,
    "thumb": Players._sees_thumb,
    "sniffed": Players._sniffs,
    "siblings_met": Players._meets_siblings,
    "charmed": Players._is_charmed,
    "bear_grunted": Players._grunts,
    "lies_open": Players._is_cleared,
    "pardoned": Players._is_cleared,
    "card_shown": Players._shows_card,
    "voted": Players._votes,
    "condemned": Players._is_condemned,
    "dawn_broke": Players._new_day,
    "opening_day": Players._new_day,
}
"""What is heard, and what it changes in somebody's mind."""
