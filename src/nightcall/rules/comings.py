"""What happens to the table itself: somebody goes home, comes late, takes another's place, or sits elsewhere."""

from __future__ import annotations

from typing import Final

from nightcall.engine import prompts
from nightcall.engine.checking import MOST
from nightcall.engine.deaths import WALKED, Death
from nightcall.engine.events import PUBLIC
from nightcall.engine.names import NAME_LIMIT
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import KINDS, Character, Rule
from nightcall.engine.village import Village
from nightcall.rules.characters.piper import Charmed
from nightcall.rules.characters.village_idiot import Pardoned
from nightcall.rules.variants.double_you import TwoCards
from nightcall.rules.variants.lycanthropic_trance import Mesmerized
from nightcall.rules.variants.variant import in_force

LEAVES: Final = "table.leaves"
ARRIVES: Final = "table.arrives"
TAKES_PLACE: Final = "table.takes_place"
CHANGE_SEATS: Final = "table.change_seats"
SITS: Final = "table.sits"

HAPPENINGS: Final = (LEAVES, ARRIVES, TAKES_PLACE, CHANGE_SEATS, SITS)
"""What may happen, by its first question."""


class Comings(Rule):
    """Between two steps of the game people may leave, arrive, take over a place or change seats. (TABLE-1…TABLE-5)

    Nobody is asked for it: it stands on the tape where it was entered, and there alone its questions are put.
    """

    name = "comings"

    def __init__(self) -> None:
        self.set_aside: dict[int, Character] = {}
        """Seat of somebody who has gone home -> the card left behind."""

    def comes_between(self, v: Village, what: str) -> bool:
        happens = {
            LEAVES: self._leaves,
            ARRIVES: self._arrives,
            TAKES_PLACE: self._takes_place,
            CHANGE_SEATS: self._change_seats,
            SITS: self._sits,
        }.get(what)
        if happens is None or (what == ARRIVES and len(v.seats) >= MOST):
            return False
        happens(v)
        return True

    def _leaves(self, v: Village) -> None:
        """As a death with all that follows from one, or as if nobody had ever sat there (TABLE-1, TABLE-2)."""
        seat = v.pick(LEAVES, v.living, rule="TABLE-1", audience=PUBLIC)
        is_death = v.yes("table.as_death", "TABLE-1", audience=PUBLIC)
        if is_death:
            v.eliminate(Death(seat, WALKED, "TABLE-1", by=self.name))
        if seat in v.living:  # spared death or not, nobody sits there any more
            self._go_home(v, seat)
            v.sides_changed()

    def _go_home(self, v: Village, seat: int) -> None:
        self.set_aside[seat] = v.card(seat, rule="TABLE-2")
        v.call_off_deaths(seat)
        v.bring_back(seat)
        v.move_away(seat, "TABLE-2")

    def _arrives(self, v: Village) -> None:
        """At the end of the circle, with a fresh card whose first night is still to come (TABLE-3)."""
        name = _name(v, ARRIVES)
        doubling = _doubling(v)
        card = v.choose("table.card", dealable(v), rule="TABLE-3")
        second = v.choose("table.second", seconds(v), rule="TABLE-3") if doubling else ""
        seat = v.newcomer(name, card, "TABLE-3")
        if self.set_aside.pop(seat, None) is not None:
            _start_afresh(v, seat)
        hand = [v.cards.of[seat], *([doubling[0].welcome(v, seat, second)] if second else [])]
        for each in hand:
            each.is_new = v.night > 0
        v.sides_changed()

    def _takes_place(self, v: Village) -> None:
        """Card, powers, love, charm, trance and pardon stay; only the person changes (TABLE-4, AMD-82)."""
        left = vacant(v)
        seat = v.pick(TAKES_PLACE, [*v.living, *left], rule="TABLE-4", audience=PUBLIC)
        before = v.name_of(seat)
        v.rename(seat, _name(v, "table.name", besides=seat))
        v.tell("replaced", "TABLE-4", seat=seat, called=v.name_of(seat), before=before)
        if seat in left:
            v.come_back(seat, self.set_aside.pop(seat), "TABLE-4")
            v.sides_changed()

    @staticmethod
    def _change_seats(v: Village) -> None:
        one, other = v.pick_some(CHANGE_SEATS, seated(v), 2, 2, rule="TABLE-5", audience=PUBLIC)
        v.change_seats(one, other)
        v.tell("changed_seats", "TABLE-5", seats=(one, other))

    @staticmethod
    def _sits(v: Village) -> None:
        """Between two others, whoever it is: a newcomer is no longer at the end of the circle."""
        seat = v.pick(SITS, seated(v), rule="TABLE-5", audience=PUBLIC)
        others = [each for each in seated(v) if each != seat]
        beside = v.pick("table.beside", others, rule="TABLE-5", audience=PUBLIC)
        v.sit_behind(seat, beside)
        v.tell("sat_down", "TABLE-5", seat=seat, beside=beside)


def _start_afresh(v: Village, seat: int) -> None:
    """Somebody comes back for whom nobody has kept the place: what lay on it has gone with the card."""
    for charmed in v.named(Charmed.name):
        charmed.forget(v, seat)
    for state in [*v.named(Pardoned.name), *v.named(Mesmerized.name)]:
        if state.holder == seat:
            v.remove(state)


def _name(v: Village, key: str, besides: int = 0) -> str:
    """Somebody's name, which nobody else here has; whoever was here before may be here again."""
    taken = [v.name_of(seat) for seat in v.seats if seat not in v.elsewhere and seat != besides]
    refused = {"": "TABLE-3", **dict.fromkeys(taken, "GEN-2")}
    prompt = Prompt(key, prompts.TEXT, "TABLE-3", high=NAME_LIMIT, audience=PUBLIC, refused=refused)
    name: str = v.ask(prompt)
    return name


def seated(v: Village) -> list[int]:
    """Who sits at the table, living or dead, as they sit."""
    return [seat for seat in v.circle if seat not in v.elsewhere]


def dealable(v: Village) -> list[str]:
    """What a newcomer may be given: cards that need nothing laid out, split or dealt with them."""
    kinds = [kind for kind in KINDS.values() if issubclass(kind, Character)]
    return [
        kind.name
        for kind in kinds
        if not (kind.spares or kind.borrows or kind.needs_groups or kind.adds or kind.together > 1)
        and (not kind.needs or getattr(v.setup, kind.needs))
    ]


def seconds(v: Village) -> tuple[str, ...]:
    """What the other card of a newcomer may be, where everybody has two."""
    return tuple(dict.fromkeys(name for doubling in _doubling(v) for name in doubling.brought))


def vacant(v: Village) -> list[int]:
    """Places left behind that somebody may take over, card and all."""
    if _doubling(v):
        return []
    return [seat for seat in v.elsewhere if seat in v.the(Comings).set_aside]


def _doubling(v: Village) -> list[TwoCards]:
    """The variant that gives everybody two cards, if it is played."""
    return [rule for rule in in_force(v) if isinstance(rule, TwoCards)]
