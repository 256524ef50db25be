"""Double You, big complication: two hidden cards each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from nightcall.engine import prompts, views
from nightcall.engine.cards import Cards
from nightcall.engine.deaths import Death
from nightcall.engine.errors import Fault
from nightcall.engine.events import CARD, CARDS, SEAT, Tells
from nightcall.engine.prompts import About
from nightcall.engine.rule import Character
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village
from nightcall.engine.votes import Verdict
from nightcall.rules.characters.scapegoat import Scapegoat
from nightcall.rules.characters.seer import Seer
from nightcall.rules.characters.werewolf import Pack
from nightcall.rules.eyes import eyes_prompt
from nightcall.rules.variants.double_you import (
    OPEN,
    VILLAGER,
    WOLF,
    DoubleElder,
    TwoCards,
    boxes,
    number_faults,
    number_warnings,
)


class Hands(Cards):
    """Two cards before every seat. `of` has a seat once both are known."""

    def __init__(self, deck: Sequence[Character], seats: Sequence[int], *, known: bool) -> None:
        super().__init__(deck, seats, known=known)
        self.hands: dict[int, list[Character]] = {seat: [] for seat in seats}
        if known:
            for seat, second in zip(seats, self.spares, strict=True):
                second.holder = seat
                self.hands[seat] = [second, self.of[seat]]
            self.spares = []
        else:
            self.unknown = [*seats, *seats]
            self.unread_spares = 0

    def _classes(self, without: Iterable[int] = ()) -> dict[frozenset[str] | None, int]:
        left_out = list(without)  # one card of each
        sizes: dict[frozenset[str] | None, int] = {}
        for seat in self.unknown:
            if seat in left_out:
                left_out.remove(seat)
            else:
                cannot = self._cannot.get(seat, frozenset())
                sizes[cannot] = sizes.get(cannot, 0) + 1
        return sizes

    def fewest(self, copies: int) -> int:
        return (copies + 1) // 2

    def locate(self, seat: int, name: str) -> Character:
        card = self.pool[name].pop()
        if not self.pool[name]:
            del self.pool[name]
        card.holder = seat
        self.hands[seat].append(card)
        self.unknown.remove(seat)
        if seat not in self.unknown:
            self.of[seat] = card
            self._cannot.pop(seat, None)
        self._forget_exhausted(name)
        return card

    def exchange(self, seat: int, card: Character) -> Character:
        """The card last found is laid aside; the other one stays."""
        hand = self.hand(seat)
        old = hand.pop()
        old.holder = 0
        hand.append(card)
        card.holder = seat
        if seat in self.of:
            self.of[seat] = card
        return old

    def bring(self, seat: int, card: Character) -> None:
        super().bring(seat, card)
        self.hands[seat] = [card]

    def put_first(self, seat: int, card: Character) -> None:
        super().put_first(seat, card)
        self.hands[seat] = [*(other for other in self.hands[seat] if other is not card), card]

    def leave_one(self, seat: int) -> None:
        """The other card is laid aside, or goes along."""
        self.hands[seat] = [self.of[seat]]

    def hand(self, seat: int) -> list[Character]:
        """What is known to lie there; a single card before whoever joined later."""
        return self.hands[seat]

    def room(self, seat: int) -> int:
        """How many of the seat's cards are not known."""
        return self.unknown.count(seat)


class DoubleSeer(Seer):
    """Sees both cards. (DBL-4)"""

    tells = [Tells("both_cards_seen", to="by", by=SEAT, seat=SEAT, cards=CARDS, result=True)]

    def call(self, v: Village) -> None:
        if v.options.seer_reveal == "wolf_thumb":
            super().call(v)
            return
        seat = v.pick(
            "seer.look",
            v.others(self.holder),
            rule="SEER-1",
            by=self.holder,
            optional=v.options.seer_may_pass,
            refused={self.holder: "SEER-4"},
        )
        if not seat:
            return
        hand = v.the(DoubleYouBig).hand(v, seat, "card.look", "DBL-4")
        names = tuple(sorted(card.name for card in hand))
        v.tell("both_cards_seen", "DBL-4", (self.holder,), by=self.holder, seat=seat, cards=names)
        v.note_sighting(seat)
        for name in names:
            for listener in v.at("discovered"):
                listener.discovered(v, seat, name, None)


class HiddenScapegoat(Scapegoat):
    """In a tie he turns up this card; the other one follows when he falls. (DBL-3)"""

    def tie(self, v: Village, verdict: Verdict) -> int:
        seat = self.holder or self._come_forward(v, v.living)
        if seat not in v.present():
            return 0
        verdict.rule = "SCAPE-1"
        if v.knows(seat) is self:
            verdict.face_up = True
            v.show(seat, self.name, "SCAPE-4")
        else:
            v.the(DoubleYouBig).turn_up(v, self, "SCAPE-4")
        return seat


class DoublePack(Pack):
    """Opens its eyes for the first time like any other, but a Werewolf may hold another card too. (DBL-3, IDENT-R1)"""

    def _open_eyes(self, v: Village) -> tuple[int, ...]:
        """Everybody with a Werewolf card, and nobody else; both may lie before one player (DBL-3)."""
        hands = v.cards
        assert isinstance(hands, Hands)
        count = hands.missing(WOLF)
        if not count:
            return ()
        seats = [seat for seat in hands.suspects(WOLF, v.living) if seat not in v.wolves]
        room = sum(hands.room(seat) for seat in v.living if seat in v.wolves)
        about = About(prompts.HOLDERS, WOLF)
        prompt = eyes_prompt(v, seats, max(0, (count - room + 1) // 2), min(count, len(seats)), about)
        found = v.ask_seats(prompt) if seats else ()
        others = [seat for seat in v.living if seat not in found and seat not in v.wolves]
        if not hands.agrees([(others, (WOLF,))]) or not hands.fits(dict.fromkeys(found, WOLF)):
            raise prompt.refuse("answer.impossible", list(found), "IDENT-4")
        for seat in found:
            v.locate(seat, WOLF)
        return found


class DoubleYouBig(TwoCards):
    """Two hidden cards each; one Werewolf card makes a Werewolf, and the powers of both are used. (DBL-3…DBL-5)"""

    name = "double_you_big"
    forms = {"elder": DoubleElder, "seer": DoubleSeer, "scapegoat": HiddenScapegoat}
    brought = (*OPEN, WOLF)
    tells = [
        Tells("second_dealt", to="seat", seat=SEAT, card=CARD, seen=views.has_second, on_card=True),
        Tells("second_shown", seat=SEAT, card=CARD, reveals="seat card", seen=views.has_second, icon="ui-eye"),
    ]

    @classmethod
    def faults(cls, setup: Setup) -> list[Fault]:
        faults = super().faults(setup)
        if not cls.concerns(setup):
            return faults
        if setup.options.double_you_range == "7-9_both":
            faults += number_faults(setup)
        for name, copies in Counter(setup.deck).items():
            most = boxes(setup) if name in OPEN else 0
            if copies > most and name not in (VILLAGER, WOLF):
                faults.append(Fault("setup.double_you_card", "DBL-2", {"card": name, "given": copies, "most": most}))
        return faults

    @classmethod
    def warnings(cls, setup: Setup) -> list[Fault]:
        is_limited = cls.concerns(setup) and setup.options.double_you_range == "7-9_both"
        return number_warnings(setup) if is_limited else []

    def __init__(self) -> None:
        self.turned: list[Character] = []
        """Cards turned up beside the one everybody shows."""

    def enters(self, v: Village) -> None:
        known = v.options.cards_known_to_app
        hands = Hands(v.cards.deck, v.seats, known=known)
        v.keep_cards(hands)
        v.remove(v.the(Pack))
        v.enter(DoublePack())
        if known:
            for seat in v.seats:
                second = hands.hands[seat][0]
                v.enter(second)
                if second.is_wolf:
                    v.turn_wolf(seat)
                v.tell("second_dealt", "DBL-3", (seat,), seat=seat, card=second.name)

    def hand(self, v: Village, seat: int, key: str, rule: str) -> list[Character]:
        """Both cards of a seat; asks for those not known."""
        assert isinstance(v.cards, Hands)
        while seat not in v.cards.of:
            v.card(seat, key, rule)
        return v.cards.hand(seat)

    def other(self, v: Village, seat: int) -> Character | None:
        self.hand(v, seat, "card.look", "IDENT-1")
        return super().other(v, seat)

    def welcome(self, v: Village, seat: int, name: str) -> Character:
        second = super().welcome(v, seat, name)
        v.tell("second_dealt", "HAML-3", (seat,), seat=seat, card=name)
        return second

    def _lay_aside(self, v: Village, seat: int) -> Character | None:
        assert isinstance(v.cards, Hands)
        second = super()._lay_aside(v, seat)
        v.cards.leave_one(seat)
        return second

    def falls(self, v: Village, death: Death) -> None:
        """The other card is turned up too, before anything follows from it (DBL-3)."""
        if death.taken_by:
            return  # by a Servant from elsewhere: that hand is gone
        hand = self.hand(v, death.seat, "card.shown", "IDENT-2")
        if death.is_hidden:
            return
        face = v.faces.get(death.seat, "")
        for card in hand:
            if card.name == face:
                face = ""
            else:
                self.turn_up(v, card, "DBL-3")

    def turn_up(self, v: Village, card: Character, rule: str) -> None:
        if card not in self.turned:
            self.turned.append(card)
            v.count_shown(card.name)
            v.tell("second_shown", rule, seat=card.holder, card=card.name)
