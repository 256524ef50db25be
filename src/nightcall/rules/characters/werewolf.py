"""The Werewolf, and the pack every Werewolf wakes with."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from nightcall.engine.events import MODERATOR, SEATS, Tells
from nightcall.engine.knowing import Knowing
from nightcall.engine.outcome import Outcome
from nightcall.engine.prompts import PICK, Prompt
from nightcall.engine.rule import FANGS, WOLVES, Character, Rule, character
from nightcall.engine.unmoderated import Round
from nightcall.engine.views import View
from nightcall.engine.village import Village
from nightcall.rules.eyes import no_villager_is_left, open_eyes, pack_rounds


class WolfCard(Character):
    """A card that makes its holder a Werewolf. (WOLF-1)"""

    group = WOLVES
    is_wolf = True

    def camp(self, v: Knowing) -> str:
        return "werewolves"


class Werewolf(WolfCard):
    """Wakes and feeds with the pack; no power of his own. (WW-1, WW-4)"""

    name = "werewolf"
    family = "WW"
    copies = 4
    in_base_box = True


class Pack(Rule):
    """All Werewolves wake together and agree on one player to devour, or on nobody. (WW-1…WW-5, HOUSE-1)

    With physical cards the first call shows who they are; the count of open eyes tells whether a Wolf-Hound has
    joined them (HOUND-5). The pack wins once nobody else is left. (WIN-2)
    """

    name = "werewolves"
    wave = 2
    rests_at_full_moon = True
    tells = [Tells("pack_seen", to=MODERATOR, seats=SEATS)]
    by: ClassVar[str] = "werewolves"

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        return Prompt("werewolves.devour", PICK, "WW-1", options=v.living, low=0)

    @classmethod
    def rounds(cls, v: Village, seen: View) -> Sequence[Round]:
        return pack_rounds(v, seen)

    def is_awake(self, v: Village) -> bool:
        return not v.wolves.isdisjoint(v.present()) if v.pack_is_known else v.wolves_may_live()  # EVO-3

    def call(self, v: Village) -> None:
        self._join(v)
        if not v.pack_is_known:
            self._recognise(v)
        for place in v.shelters or [v.living]:  # one meal for each place that holds a Werewolf (EVO-4)
            awake = tuple(sorted(v.wolves.intersection(v.present(), place)))
            if awake:
                self._feed(v, awake)

    def _feed(self, v: Village, awake: tuple[int, ...]) -> None:
        here = v.within_reach(awake[0])
        spared = () if v.options.wolves_may_eat_wolves else v.wolves
        refused = dict.fromkeys(awake, "WW-2") if spared else {}
        if here is not v.living:
            refused = dict.fromkeys([seat for seat in v.living if seat not in here], "EVO-4") | refused
        prey = v.pick(
            "werewolves.devour",
            [seat for seat in here if seat not in spared],
            rule="WW-1",
            actors=awake,
            optional=True,
            always=True,
            power=FANGS,
            refused=refused,
        )
        for rule in v.at("spies"):
            prey = rule.spies(v, prey, awake)
        if prey:
            v.bite(prey, "WW-1", by=self.by, culprits=awake)

    def _join(self, v: Village) -> None:
        """Located cards whose holder decides now."""
        for kind in v.plan.joiners:
            for card in v.cards_named(kind):
                if card.holder in v.present():
                    card.joins_pack(v)

    def _recognise(self, v: Village) -> None:
        """The first time: everybody who opens the eyes (IDENT-R1, IDENT-R2)."""
        for seat in self._open_eyes(v):
            v.turn_wolf(seat)
        v.know_pack()
        v.tell("pack_seen", "IDENT-R1", MODERATOR, seats=tuple(seat for seat in v.living if seat in v.wolves))

    def _open_eyes(self, v: Village) -> tuple[int, ...]:
        return open_eyes(v)

    def victory(self, v: Village) -> Outcome | None:
        if not v.pack_is_known:
            self._deduce(v)
        wolves = v.wolves.intersection(v.living)
        others = set(v.living).difference(wolves, v.allies)  # WIN-17
        if (others and not self._others_do_not_matter(v, len(wolves), others)) or not self.may_win(v, wolves):
            return None
        rule = "WIN-11" if others and v.options.wolf_parity_shortcut else "WIN-2"
        return v.win("werewolves", rule, v.members("werewolves"))

    def _deduce(self, v: Village) -> None:
        """Whoever can hold nothing but a Werewolf is one, before any eyes were opened (IDENT-4)."""
        for seat in v.living:
            if seat not in v.wolves and all(character(name).is_wolf for name in v.cards.possible(seat)):
                v.turn_wolf(seat)
        if v.options.wolf_parity_shortcut:
            self.is_found(v, len([seat for seat in v.living if seat not in v.allies]) // 2)
        if v.options.wolf_victory == "last_villager_dead" and no_villager_is_left(v):
            self.is_found(v, len(v.living))

    @staticmethod
    def is_found(v: Village, most: int) -> bool:
        """Before any eyes were opened the cards are counted; where no more others than so many can be left, and that
        decides the game, they are looked at (IDENT-0)."""
        hidden = sum(v.cards.missing(name) for name in v.cards.pool if character(name).is_wolf)
        others = [seat for seat in v.living if seat not in v.wolves and seat not in v.allies]
        if v.cards.unread_spares or len(others) - hidden > most:
            return False
        for seat in others:
            v.is_wolf(seat)
        return True

    @staticmethod
    def may_win(v: Village, wolves: Collection[int]) -> bool:
        """Whether nobody among the living Werewolves stands in the way of a common victory."""
        sides = {v.side(seat) for seat in sorted(wolves)}
        if "lovers" in sides or "werewolves" not in sides:
            return False  # LOVE-18, AMD-1; a White alone has his own goal
        return "white_werewolf" not in sides or not v.options.white_blocks_wolf_victory  # WIN-3

    def _others_do_not_matter(self, v: Village, wolves: int, others: Collection[int]) -> bool:
        if v.options.wolf_parity_shortcut and wolves >= len(others):
            return True
        if v.options.wolf_victory == "last_villager_dead":
            return all(v.side(seat) not in ("village", "lovers") for seat in sorted(others))
        return False
