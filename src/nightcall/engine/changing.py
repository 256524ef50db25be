"""What rules change about people and cards, in the words of the rulebook; deaths and victory come after."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nightcall.engine.cards import Cards
from nightcall.engine.deaths import Death
from nightcall.engine.knowing import Knowing
from nightcall.engine.plan import plan_with
from nightcall.engine.rule import NIGHTFALL, Character, Rule


class Changing(Knowing):
    """The verbs for everything but dying: a rule reads the fields of the village and never writes one (a test)."""

    __slots__ = ()

    # -- cards --

    def show(self, seat: int, name: str, rule: str) -> None:
        """A card becomes public, once."""
        if seat in self.turned_up:
            return
        self.turned_up.add(seat)
        self.faces[seat] = name
        self.count_shown(name)
        if self.is_told:
            self.tell("card_shown", rule, seat=seat, card=name)

    def lay_open(self, seat: int, name: str) -> None:
        """A card lies open for all to see, though nobody has turned it up (TRUST-1)."""
        self.faces[seat] = name

    def turn_down(self, seat: int) -> bool:
        """What lies before the seat is face down again; gives whether anything lay open there."""
        self.turned_up.discard(seat)
        return bool(self.faces.pop(seat, ""))

    def count_shown(self, name: str) -> None:
        """The table has seen one more copy: nobody can hold that one any more (FK-5)."""
        self.shown[name] = self.shown.get(name, 0) + 1

    def swap_card(self, seat: int, fresh: Character) -> None:
        """The seat lays its card aside for another; every other status stays (GEN-17)."""
        self.remove(self.card(seat))
        for power in self.borrowed_by(seat):
            self.give_up(power)
        self.cards.exchange(seat, fresh)
        self.enter(fresh)
        if fresh.is_wolf:
            self.turn_wolf(seat)
        else:
            self.turn_back(seat)

    def bring(self, seat: int, name: str) -> Character:
        """The seat has brought a card along: from now on it is called, if it can be played here (GEN-18)."""
        card = self.form(name)()
        if card.needs and not getattr(self.setup, card.needs):
            self.disempower(seat, "GEN-18")
        else:
            before, self.brought = self.plan, [*self.brought, name]
            self.plan = plan_with(self.setup, self.brought)
            self.announced = self.plan.announced
            if self.doors.tables is before.tables:
                self.doors.tables = self.plan.tables
                self.doors.clear()
            for kind in self.plan.standing:
                if kind not in before.standing and not self.named(kind.name):
                    self.enter(kind())
        self.cards.bring(seat, card)
        self.enter(card)
        if card.is_wolf:
            self.turn_wolf(seat)
        return card

    def recast(self, forms: Mapping[str, type[Character]]) -> None:
        """From now on these characters are played in these forms, all others as usual; every card goes on as it was."""
        changed = {**self.forms, **forms}
        self.forms = dict(forms)
        anew: dict[Rule, Character] = {}
        for card in [*self.cards.deck, *(rule for name in changed for rule in self.named(name))]:
            if isinstance(card, Character) and card.name in changed and type(card) is not self.form(card.name):
                anew[card] = anew.get(card) or card.played_as(self.form(card.name))
        self.cards.replace(anew)
        self.replace(anew)

    def keep_cards(self, cards: Cards) -> None:
        """Another way to keep account of the deck: several cards before everybody (DBL-3)."""
        self.cards = cards

    def borrow(self, name: str, seat: int) -> Character:
        """One of the cards laid out gives the seat its power until the next night (ACTOR-2)."""
        self.lent.remove(name)
        power = self.form(name)()
        power.holder, power.borrowed, power.until = seat, True, NIGHTFALL
        self.enter(power)
        return power

    def clear_lent(self) -> None:
        """The cards laid out are removed (ACTOR-9)."""
        self.lent.clear()

    # -- Werewolves --

    def turn_wolf(self, seat: int, *, is_infected: bool = False) -> None:
        """From now on the player is a Werewolf."""
        self.wolves.add(seat)
        if is_infected:
            self.infected.add(seat)

    def turn_back(self, seat: int) -> None:
        """The card that made a Werewolf is gone: none any more, unless infected (INF-1)."""
        if seat not in self.infected:
            self.wolves.discard(seat)

    def infect(self, seat: int, rule: str) -> None:
        """A Werewolf at once and secretly; title, love, charm and card stay (INF-1, INF-9)."""
        self.turn_wolf(seat, is_infected=True)
        self.check(seat, "infection")
        self.tell("infected", rule, (seat,), seat=seat)

    def undo_infection(self, seat: int) -> None:
        """As if it had never been (NR-4, AMD-32)."""
        self.infected.discard(seat)
        self.wolves.discard(seat)

    def know_pack(self) -> None:
        """Every Werewolf has been seen (IDENT-R1)."""
        self.pack_is_known = True

    def feign_pack(self) -> None:
        """There is no pack, and nobody is to learn it (PLAG-4)."""
        self.wolves_feigned = True
        self.know_pack()

    def ally(self, seat: int) -> None:
        """The player wins with the Werewolves from now on without being one (WOLF-11)."""
        self.allies.add(seat)

    def note_sighting(self, seat: int) -> None:
        """A Seer has looked at the player: a Werewolf or not, as far as is known tonight."""
        self.sightings.append((seat, self.surely_wolf(seat)))

    # -- people --

    def send_away(self, seats: Iterable[int], rule: str) -> None:
        """They leave the village for a while (EVO-1)."""
        for seat in seats:
            self.away[seat] = rule

    def bring_back(self, seat: int) -> None:
        self.away.pop(seat, None)

    def expose(self, seat: int) -> None:
        """Away, but not from the wolves (OPT-RASCAL-IMMUNE)."""
        self.exposed.add(seat)

    def cover(self, seat: int) -> None:
        self.exposed.discard(seat)

    def take_shelter(self, *places: list[int]) -> None:
        """Who is where from now on, if anybody is there at all (EVO-4)."""
        self.shelters = [place for place in places if place]

    def leave_shelter(self) -> None:
        self.shelters = []

    def change_seats(self, one: int, other: int) -> None:
        """Two players sit down in each other's places (TABLE-5)."""
        here, there = self.circle.index(one), self.circle.index(other)
        self.circle[here], self.circle[there] = other, one
        self.doors.clear()  # several of one card act as they sit

    def rename(self, seat: int, name: str) -> None:
        """Somebody else sits there from now on, with everything that lies there (TABLE-4)."""
        self.names[seat - 1] = name

    def sit_behind(self, seat: int, place: int) -> None:
        """The player sits down next to a place, on its left (BAIL-7)."""
        self.circle.remove(seat)
        self.circle.insert(self.circle.index(place) + 1, seat)
        self.doors.clear()

    def disempower(self, seat: int, rule: str) -> None:
        """The player's character works no more; vote, titles and house stay (TRAN-4)."""
        self.powerless[seat] = rule
        self.reckon_losses()

    def empower(self, seat: int) -> None:
        if self.powerless.pop(seat, None):
            self.reckon_losses()

    def fall_into_despair(self) -> None:
        """The villagers lose their powers (DESP-1)."""
        self.despair = True
        self.reckon_losses()

    # -- the night, the vote --

    def forget_void_meals(self) -> None:
        """Nobody has attacked whom a meal that never happened was to hit (AMD-32)."""
        self.bites = [bite for bite in self.bites if not bite.is_void]

    def call_off_deaths(self, seat: int) -> None:
        """Nothing that was to befall the player tonight matters any more: he is not here (TABLE-2)."""
        self.bites = [bite for bite in self.bites if bite.seat != seat]
        self.dooms = [doom for doom in self.dooms if doom.seat != seat]

    def joined(self) -> list[Death]:
        """The deaths that have joined the batch since this was last asked (RES-3)."""
        deaths, self.joining = self.joining, []
        return deaths

    def add_vote(self, name: str, rule: str) -> None:
        """Another vote follows today's."""
        self.votes_added.append((name, rule))

    def call_off_vote(self, name: str) -> bool:
        """A vote this rule has added is not held after all; False if there is none."""
        kept = [added for added in self.votes_added if added[0] != name]
        is_called_off = len(kept) < len(self.votes_added)
        self.votes_added = kept
        return is_called_off
