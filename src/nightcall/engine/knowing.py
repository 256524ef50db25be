"""What is known of the cards, and the sides that follow from it. Innocent questions here may become prompts."""

from __future__ import annotations

from nightcall.engine import prompts
from nightcall.engine.asking import Answerer, Asking
from nightcall.engine.cards import Cards
from nightcall.engine.chance import shuffled
from nightcall.engine.events import MODERATOR
from nightcall.engine.prompts import About, Prompt
from nightcall.engine.rule import Character, character
from nightcall.engine.setup import Setup


class Knowing(Asking):
    """`card`, `holds`, `is_wolf`, `side`: looked up if known, deduced if certain, asked if neither."""

    __slots__ = ("lent", "seed")

    def __init__(self, setup: Setup, answerer: Answerer, *, seed: int | None, keeps_record: bool) -> None:
        super().__init__(setup, answerer, keeps_record=keeps_record)
        deck = [kind() for kind in self.plan.deck]
        known = self.options.cards_known_to_app
        self.seed = setup.seed if seed is None else seed
        """Where the app's own chance comes from, if it is to have any."""
        if known and self.seed is not None:
            deck = _dealt(deck, self.seed, len(self.seats))
        self.cards = Cards(deck, self.seats, known=known)
        self.lent: list[str] = list(setup.trio)
        """Cards laid out to be borrowed, not used yet."""
        self.lay_out([kind() for kind in self.plan.standing])
        self.lay_out(deck[: len(self.seats)] if known else deck)
        if known:
            self.wolves = {seat for seat, card in self.cards.of.items() if card.is_wolf}
            self.pack_is_known = True

    def knows(self, seat: int) -> Character | None:
        """The seat's card if the app knows it; never asks."""
        return self.cards.of.get(seat)

    @property
    def listed_cards(self) -> tuple[str, ...]:
        """What a card may be as far as the table knows: also what was only announced, or a list of them would tell."""
        return tuple(dict.fromkeys((*self.setup.deck, *self.announced)))

    def card(self, seat: int, key: str = "card.look", rule: str = "IDENT-1") -> Character:
        """The seat's card; asks the moderator if it is neither known nor certain."""
        card = self.cards.of.get(seat)
        if card is not None:
            return card
        possible = self.cards.possible(seat)
        if len(possible) == 1:
            return self.locate(seat, possible[0])
        # The moderator's question even when the card is shown to all: not needing it would tell that he knew.
        refused = dict.fromkeys(self.listed_cards, "IDENT-4")
        prompt = Prompt(key, prompts.CHOOSE, rule, options=possible, seat=seat, refused=refused, about=prompts.FACE)
        return self.locate(seat, self.ask(prompt))

    def locate(self, seat: int, name: str) -> Character:
        """The app learns where a card lies."""
        card = self.cards.locate(seat, name)
        if card.is_wolf:
            self.wolves.add(seat)
        if len(self.named(name)) > 1:
            self._work_out_again(card)
        return card

    def holds(self, seat: int, name: str, rule: str = "IDENT-1") -> bool:
        """Whether the seat holds the card; asks only if it may."""
        return self.cards.may_hold(seat, name) and self.card(seat, rule=rule).name == name

    def check(self, seat: int, moment: str) -> None:
        """Lift the seat's card if it may be one that matters at this moment (CK-1)."""
        while seat not in self.cards.of:
            if not any(character(name).checked_at == moment for name in self.cards.possible(seat)):
                return
            self.card(seat, rule="CK-1")

    def identify(self, name: str) -> None:
        """Who opens the eyes at a card's call, where that is not known yet (IDENT-0)."""
        count = self.cards.missing(name)
        if not count:
            return
        here = self.present()
        seats = self.cards.suspects(name, here)
        elsewhere = self.cards.unread_spares + len(self.cards.suspects(name, list(self.away)))
        low = max(0, self.cards.fewest(count) - elsewhere)
        found: tuple[int, ...] = tuple(seats)
        seen_on = 0
        if len(seats) != low:
            seen_on = self.night
            refused = dict.fromkeys(self.living, "IDENT-4")
            prompt = Prompt(
                "identify",
                prompts.PICK,
                "IDENT-0",
                options=seats,
                low=low,
                high=count,
                card=name,
                refused=refused,
                about=About(prompts.HOLDERS, name),
                aloud=True,
            )
            found = self.ask_seats(prompt)
            if not self.cards.may_wake(found, here, name):
                raise prompt.refuse("answer.impossible", found, "IDENT-4")
        for seat in found:
            self.locate(seat, name).seen_on = seen_on
            self.tell("identified", "IDENT-0", MODERATOR, seat=seat, card=name)
        self.cards.exclude([seat for seat in here if seat not in found], (name,))

    def form(self, name: str) -> type[Character]:
        """How a character is played now."""
        return self.forms.get(name) or character(name)

    def is_wolf(self, seat: int) -> bool:
        """Whether the player is a Werewolf now (section 2). Before the pack is known this may need a look."""
        while seat not in self.wolves:
            if self.pack_is_known or seat in self.cards.of:
                return False
            if not any(character(name).is_wolf for name in self.cards.possible(seat)):
                return False
            self.card(seat)
        return True

    def surely_wolf(self, seat: int) -> bool | None:
        """Whether the player is a Werewolf now, as far as the app knows; never asks."""
        if seat in self.wolves:
            return True
        if self.pack_is_known or not any(character(name).is_wolf for name in self.cards.possible(seat)):
            return False
        return None

    def wolves_may_live(self) -> bool:
        """Whether a Werewolf may be alive: seen, or a card not found yet."""
        if self.wolves_feigned or not self.wolves.isdisjoint(self.living):
            return True
        if not self.pack_is_known and any(character(name).is_wolf for name in self.cards.pool):
            return True
        return bool(self.cards.spares) and self._wolf_may_be_taken()

    def _wolf_may_be_taken(self) -> bool:
        """Whether a Werewolf lies among the spares, and somebody who may take one is still to be called (AMD-60)."""
        if not any(card.is_wolf for card in self.cards.spares):
            return False
        takers = [card for card in self.cards.of.values() if card.spares and card.is_new]
        return not self.night or any(card.holder in self.living for card in takers)

    def side(self, seat: int) -> str:
        """The side a player plays for now; frozen at elimination (AMD-15)."""
        if seat in self.gone:
            return self.gone[seat]
        for rule in self.doors["claims"]:
            claimed = rule.claims(self, seat)
            if claimed:
                return claimed
        if seat not in self.living:
            for death in self.graveyard:
                if death.seat == seat:
                    return death.side
        return self.own_side(seat)

    def own_side(self, seat: int) -> str:
        """The side by card and status, whatever love may add."""
        card = self.cards.of.get(seat)
        is_wolf = seat in self.wolves
        if card is None:
            usual = "werewolves" if is_wolf else "village"
            if self._can_only_play_for(seat, usual):
                return usual
            card = self.card(seat)
        if is_wolf and not card.is_wolf:
            return "werewolves"
        return card.camp(self)

    def _can_only_play_for(self, seat: int, usual: str) -> bool:
        """Only the card of somebody with a goal of his own is worth a look (IDENT-0)."""
        is_wolf = seat in self.wolves
        possible = [self.cards.pool[name][0] for name in self.cards.possible(seat)]
        return all(card.is_wolf != is_wolf or card.camp(self) == usual for card in possible)

    def members(self, side: str) -> tuple[int, ...]:
        """Everybody here who wins with a side, dead or alive (WIN-10)."""
        tally = self._tallied if self.allies else self.side
        return tuple([seat for seat in self.seats if seat not in self.elsewhere and tally(seat) == side])

    def _tallied(self, seat: int) -> str:
        """The side a player wins with: allies of the pack with it, unless love binds them (WIN-17, AGENT-3)."""
        side = self.side(seat)
        is_ally = seat in self.allies and seat not in self.wolves
        return "werewolves" if is_ally and side != "lovers" else side


def _dealt(deck: list[Character], seed: int, seats: int) -> list[Character]:
    """The deck as dealt: seat by seat, then the spares. Some cards never become spares (TRUST-4)."""
    deck = shuffled(deck, seed)
    for place in range(seats, len(deck)):
        if deck[place].never_spare:
            swap = next(i for i in range(seats) if not deck[i].never_spare)
            deck[place], deck[swap] = deck[swap], deck[place]
    return deck
