"""The village: everything a telling knows, and the verbs in which rules are written."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine import cascade
from nightcall.engine.asking import Answerer
from nightcall.engine.changing import Changing
from nightcall.engine.deaths import DEVOURED, Death
from nightcall.engine.errors import GameOver
from nightcall.engine.events import MODERATOR
from nightcall.engine.outcome import Outcome
from nightcall.engine.rule import Character, character
from nightcall.engine.setup import Setup


class Village(Changing):
    """One telling of one game."""

    __slots__ = ()

    def __init__(self, setup: Setup, answerer: Answerer, *, seed: int | None = None, keeps_record: bool = True) -> None:
        """`seed` stands in for the setup's own, to deal the same table many times."""
        super().__init__(setup, answerer, seed=seed, keeps_record=keeps_record)

    # -- cards on loan --

    def borrowers(self) -> list[str]:
        """The cards of this table whose holders play others, as long as the table must reckon with them."""
        playing = any(self.borrowed_by(seat) for seat in self.living)
        actors = [character(name) for name in self.announced if character(name).borrows]
        return [kind.name for kind in actors if playing or kind.is_expected(self)]

    def may_be_borrowed(self, name: str) -> bool:
        """Whether somebody may be playing this card tonight, for all the table knows, who is called again at its place:
        public facts only (HOUSE-28)."""
        is_hidden = self.options.actor_cards == "face_down" and self.options.actor_wakes_again == "for_every_card"
        lent = is_hidden and name in self.setup.trio and character(name).borrowed_at == "place"
        return lent and bool(self.borrowers())

    # -- time --

    def expire(self, moment: str) -> None:
        """What lasts until this moment ends."""
        if self._passing:
            self._end_all(moment)

    def _end_all(self, moment: str) -> None:
        for rule in [rule for rule in self._passing if rule.until == moment]:
            if rule in self.named(rule.name):
                self.remove(rule)
            else:
                self._passing.remove(rule)  # given up before
            rule.lapses(self)

    # -- deaths, and what comes before --

    def take_over(self, seat: int, victim: int) -> Character:
        """The seat discards its card and takes the victim's, which starts afresh (SERV-1, SERV-3)."""
        old, card = self.cards.of[seat], self.cards.of.pop(victim)
        self.remove(old)
        self.remove(card)
        self.turn_down(victim)
        self.count_shown(old.name)
        for power in self.borrowed_by(seat):
            self.give_up(power)  # used up (ACTOR-M16, SERV-17)
        fresh = type(card)()
        fresh.is_new = True
        self.cards.exchange(seat, fresh)
        self.enter(fresh)
        if fresh.is_wolf:
            self.turn_wolf(seat)
        for rule in self.at("forget"):
            rule.forget(self, seat)
        return fresh

    # -- deaths --

    def bite(self, seat: int, rule: str, *, by: str, culprits: tuple[int, ...], is_meal: bool = True) -> None:
        """The teeth close unless a rule is in the way; then the card check (CK-1)."""
        death = Death(seat, DEVOURED, rule, by=by, culprits=culprits)
        death.is_meal = is_meal
        if is_meal:
            for obstacle in self.at("reaches"):
                if not obstacle.reaches(self, death):
                    return
        self.bites.append(death)
        self.tell("bitten", rule, MODERATOR, seat=seat, by=by)
        for guard in self.at("bitten"):
            if not death.spared:
                guard.bitten(self, death)
        self.check(seat, "bite")

    def doom(
        self, seat: int, cause: str, rule: str, *, by: str, culprits: tuple[int, ...] = (), is_open: bool = False
    ) -> None:
        """A death that comes at dawn (GEN-5)."""
        self.dooms.append(Death(seat, cause, rule, by=by, culprits=culprits, is_open=is_open))

    def eliminate(self, *deaths: Death, of_night: bool = False) -> None:
        """One cascade, or a batch within the one going on (RES-1…RES-9); the table witnesses all but the night's."""
        cascade.run(self, deaths, of_night=of_night)

    def join(self, death: Death) -> None:
        """A death that belongs to the batch just falling (RES-3)."""
        self.joining.append(death)

    def revive(self, death: Death) -> None:
        """An elimination is undone: the player is here again, the card face down (MIRA-1)."""
        self.graveyard.remove(death)
        self.living.append(death.seat)
        self.living.sort()
        self.turn_down(death.seat)

    # -- leaving and coming --

    def leave(self, seat: int, side: str, rule: str) -> None:
        """A player leaves the game alive, as a winner: no elimination (MANIP-6)."""
        card = self.card(seat, "card.shown")
        self.living.remove(seat)
        self.bring_back(seat)
        self.gone[seat] = side
        self.show(seat, card.name, rule)
        self.tell("left", rule, seat=seat)
        for office in self.at("leaves"):
            office.leaves(self, seat)

    def move_away(self, seat: int, rule: str) -> None:
        """A player goes on playing elsewhere: titles are passed on, the card goes along; no elimination."""
        card = self.card(seat)
        self.living.remove(seat)
        self.elsewhere.append(seat)
        for office in self.at("leaves"):
            office.leaves(self, seat)
        self.remove(card)
        self.tell("departed", rule, seat=seat)

    def come_back(self, seat: int, card: Character, rule: str) -> None:
        """Whoever had left sits down in the old place again, with the card that was set aside (TABLE-4)."""
        self.elsewhere.remove(seat)
        self.living.append(seat)
        self.living.sort()
        self.enter(card)
        self.tell("brought", rule, (seat,), seat=seat, card=card.name)

    def newcomer(self, name: str, card: str, rule: str) -> int:
        """Somebody joins the game at the end of the circle, without title, house or group.

        Whoever has been here before gets the old number back, so that whatever binds others to him still does.
        """
        seat = next((seat for seat in self.elsewhere if self.name_of(seat) == name), 0)
        if seat:
            self.elsewhere.remove(seat)
            self.circle.remove(seat)
            self.regrouped.add(seat)
        else:
            seat = len(self.seats) + 1
            self.seats = (*self.seats, seat)
            self.names.append(name)
        self.circle.append(seat)
        self.living.append(seat)
        self.living.sort()
        for seats in (self.wolves, self.infected, self.allies):
            seats.discard(seat)
        self.empower(seat)
        self.turn_down(seat)
        self.tell("arrived", rule, seat=seat, called=name)
        self.bring(seat, card)
        self.tell("brought", rule, (seat,), seat=seat, card=card)
        return seat

    # -- victory --

    def win(self, winner: str, rule: str, seats: Sequence[int]) -> Outcome:
        """The outcome, shared by winners who left before (WIN-9)."""
        return Outcome(winner, tuple(sorted({*seats, *self.gone})), rule)

    def winners(self, outcome: Outcome) -> tuple[str, ...]:
        """Every side that has won: at the end, and before it those whose winners have left (MANIP-3, WIN-9)."""
        return tuple(dict.fromkeys((outcome.winner, *self.gone.values())))

    def look_for_victory(self) -> None:
        """End the game if somebody has won (WIN-9)."""
        for rule in self.at("withdraws"):
            while seat := rule.withdraws(self):  # of two whom nobody knew, each comes forward
                self.leave(seat, rule.name, rule.withdraws_by)
        outcome = self._outcome()
        if outcome is not None:
            raise GameOver(outcome)

    def _outcome(self) -> Outcome | None:
        for rule in self.at("victory"):
            outcome = rule.victory(self)
            if outcome is not None:
                return outcome
        return None

    def is_decided(self) -> bool:
        """Whether the look that follows will end the game: then nobody is asked for a last will any more (AMD-69)."""
        if self.options.victory_checks != "after_every_cascade":
            return False
        everybody = self.living
        for rule in self.at("withdraws"):
            while leaving := rule.withdraws(self):
                self.living = [seat for seat in self.living if seat != leaving]
        is_over = self._outcome() is not None
        self.living = everybody
        return is_over

    def sides_changed(self) -> None:
        """Deaths, arrivals or new loyalties: victory is looked for at once, unless only at dawn and dusk (AMD-57)."""
        if self.options.victory_checks == "after_every_cascade":
            self.look_for_victory()
