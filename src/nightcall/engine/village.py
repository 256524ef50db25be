"""The village: everything a telling knows, and the verbs in which rules are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from nightcall import order
from nightcall.engine import cascade, prompts
from nightcall.engine.cards import Cards
from nightcall.engine.chance import shuffled
from nightcall.engine.deaths import DEVOURED, Death
from nightcall.engine.errors import GameOver
from nightcall.engine.events import MODERATOR, PUBLIC, Audience, Event
from nightcall.engine.outcome import Outcome
from nightcall.engine.plan import plan_of
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import EVERY_NIGHT, Character, Rule, character
from nightcall.engine.setup import Setup

Answerer = Callable[[Prompt], Any]
R = TypeVar("R", bound=Rule)


class Village:
    """One telling of one game."""

    def __init__(
        self, setup: Setup, answerer: Answerer, *, seed: int | None = None, keeps_record: bool = True
    ) -> None:
        """`seed` stands in for the setup's own, to deal the same table many times."""
        plan = plan_of(setup)
        self.setup = setup
        self.plan = plan
        self._keeps_record = keeps_record
        self.options = setup.options
        self._answerer = answerer
        self.asked = 0
        """How many questions have been put so far."""
        self.events: list[Event] = []

        self.seats = plan.seats
        self.circle = list(self.seats)
        """The seats in the order people sit, clockwise: left = next (GEN-7)."""
        self.living: list[int] = list(self.seats)
        self.graveyard: list[Death] = []
        """Everybody eliminated, in the order announced (GEN-16)."""
        self.gone: dict[int, str] = {}
        """Players who left the game alive, with the side they won for."""

        self.night = 0
        self.day = 0
        self.phase = "setup"
        """`setup`, `night`, `dawn` or `day`."""
        self.votes_held = 0
        self.votes_today = 0
        self.votes_added: list[str] = []
        """Rules that have ordered another vote today (JUDGE-10)."""
        self.revoting = False

        self.announced = plan.announced
        """Card -> copies the table may expect in play (FK-14)."""
        self.shown: dict[str, int] = {}
        """Card -> copies shown at an elimination (FK-5)."""
        self.faces: dict[int, str] = {}
        """Seat -> the card everybody has seen before it."""
        self.despair = False
        """The villagers have lost their powers (DESP-1)."""
        self.wolves: set[int] = set()
        """Seats known to be Werewolves now, alive or dead."""
        self.pack_is_known = False
        """Every Werewolf has been seen: from the first Werewolves' call on."""
        self.infected: set[int] = set()
        self.bites: list[Death] = []
        """Tonight's meals, in the order taken."""
        self.dooms: list[Death] = []
        """Tonight's other deaths to come."""
        self.cascade: list[Death] | None = None
        """The deaths of the cascade going on."""
        self.joining: list[Death] = []
        """Deaths that join the batch just falling."""

        self._rules: dict[str, list[Rule]] = {}
        """Name -> the rules of that name in force, in the order they came."""
        self._at: dict[str, list[Rule]] = {}
        """Door -> the rules that act there, worked out when first needed."""
        self._passing: list[Rule] = []
        """Rules that end at some moment."""
        self._asleep = self.options.infected_keeps == "night_powers"

        deck = [kind() for kind in plan.deck]
        known = self.options.cards_known_to_app
        seed = setup.seed if seed is None else seed
        if known and seed is not None:
            deck = _dealt(deck, seed, len(self.seats))
        self.cards = Cards(deck, self.seats, known=known)
        self.lent: list[str] = list(setup.trio)
        """Cards laid out to be borrowed, not used yet."""
        for kind in plan.standing:
            self.enter(kind())
        for card in deck[: len(self.seats)] if known else deck:
            self.enter(card)
        if known:
            self.wolves = {seat for seat, card in self.cards.of.items() if card.is_wolf}
            self.pack_is_known = True

    # -- telling --

    def tell(self, name: str, rule: str, audience: Audience = PUBLIC, **facts: Any) -> None:
        """Something happened."""
        if self._keeps_record:
            self.events.append(Event(name, rule, audience, facts))

    # -- rules in force --

    def enter(self, rule: Rule) -> None:
        self._rules.setdefault(rule.name, []).append(rule)
        if rule.until:
            self._passing.append(rule)
        self._at.clear()

    def remove(self, rule: Rule) -> None:
        self._rules[rule.name].remove(rule)
        if rule in self._passing:
            self._passing.remove(rule)
        self._at.clear()

    def at(self, door: str) -> list[Rule]:
        """The rules that act at a door now, in the order of its table. Powers lost are lost here, for all."""
        rules = self._at.get(door)
        if rules is None:
            ranks = order.RANKS[door]
            if door == "tie" and self.options.tie_priority == "sheriff_then_scapegoat":
                ranks = {name: place for place, name in enumerate(order.TIES_SHERIFF_FIRST)}
            # The tables are short and the rules many: walk the table. What an Actor plays comes after the real one.
            rules = [rule for name in ranks for rule in self._rules.get(name, ()) if door in rule.doors]
            if len(rules) > 1:
                rules.sort(key=lambda rule: (ranks[rule.name], isinstance(rule, Character) and rule.borrowed))
            self._at[door] = rules
        if self.despair or self._asleep:
            return [rule for rule in rules if self.is_active(rule, door)]
        return rules

    def is_active(self, rule: Rule, door: str = "call") -> bool:
        """Whether a rule still works: despair (DESP-3) and infection under `night_powers` (AMD-13) stop cards."""
        if not isinstance(rule, Character):
            return True
        if door in ("falls", "died", "afterwards"):
            return True  # judged by the powers the player had at the fall (RES-5)
        if self.despair and (rule.loses_power or rule.borrowed) and self.loses_powers(rule.holder):
            return False  # whatever is borrowed goes with its borrower's power (DESP-M1)
        if door == "call" or (door in ("bitten", "threatened") and rule.wakes == EVERY_NIGHT):
            return True  # a night power, or what its call set in motion
        return rule.borrowed or not self.keeps_only_calls(rule.holder)

    def loses_powers(self, seat: int) -> bool:
        """Whether despair reaches the seat, once it is there (DESP-3, AMD-10)."""
        return self.options.despair_hits_infected_holders or seat not in self.infected

    def keeps_only_calls(self, seat: int) -> bool:
        return self._asleep and seat in self.infected

    def the(self, kind: type[R]) -> R:
        """The one rule of a kind that stands in every game."""
        rule = self._rules[kind.name][0]
        assert isinstance(rule, kind)
        return rule

    def named(self, name: str) -> Sequence[Rule]:
        return self._rules.get(name, ())

    def cards_named(self, name: str) -> list[Character]:
        """Cards of this name in the game (not spare, not borrowed), located or not."""
        return [rule for rule in self.named(name) if isinstance(rule, Character) and not rule.borrowed]

    def borrowed_by(self, seat: int) -> list[Character]:
        """The powers a player has for a day, beside the card's own (ACTOR-2)."""
        powers = [rule for rule in self._passing if isinstance(rule, Character) and rule.borrowed]
        return [power for power in powers if power.holder == seat]

    def expire(self, moment: str) -> None:
        """What lasts until this moment ends."""
        ending = [rule for rule in self._passing if rule.until == moment]
        for rule in ending:
            self.remove(rule)
            rule.lapses(self)

    # -- seats --

    def name_of(self, seat: int) -> str:
        return self.setup.players[seat - 1]

    def others(self, seat: int) -> list[int]:
        return [other for other in self.living if other != seat]

    def around(self, seat: int) -> list[int]:
        """The other living seats clockwise from here: the first is the left neighbour (GEN-7, GEN-9)."""
        place = self.circle.index(seat)
        ring = self.circle[place + 1 :] + self.circle[:place]
        return [other for other in ring if other in self.living]

    def neighbours(self, seat: int) -> list[int]:
        """The nearest living players on either side; the same person twice counts once (GEN-8, BEAR-7)."""
        ring = self.around(seat)
        return ring if len(ring) < 2 else [ring[0], ring[-1]]

    # -- cards --

    def knows(self, seat: int) -> Character | None:
        """The seat's card if the app knows it; never asks."""
        return self.cards.of.get(seat)

    def card(self, seat: int, key: str = "card.look", rule: str = "IDENT-1") -> Character:
        """The seat's card; asks the moderator if it is neither known nor certain."""
        card = self.cards.of.get(seat)
        if card is not None:
            return card
        possible = self.cards.possible(seat)
        if len(possible) == 1:
            return self.locate(seat, possible[0])
        # The moderator's question even when the card is shown to all: not needing it would tell that he knew.
        refused = dict.fromkeys(self.setup.deck, "IDENT-4")
        prompt = Prompt(key, prompts.CHOOSE, rule, options=possible, seat=seat, refused=refused)
        return self.locate(seat, self.ask(prompt))

    def locate(self, seat: int, name: str) -> Character:
        """The app learns where a card lies."""
        card = self.cards.locate(seat, name)
        if card.is_wolf:
            self.wolves.add(seat)
        self._at.clear()
        return card

    def holds(self, seat: int, name: str, rule: str = "IDENT-1") -> bool:
        """Whether the seat holds the card; asks only if it may."""
        return self.cards.may_hold(seat, name) and self.card(seat, rule=rule).name == name

    def check(self, seat: int, moment: str) -> None:
        """Lift the seat's card if it may be one that matters at this moment (CK-1)."""
        if seat in self.cards.of:
            return
        if any(character(name).checked_at == moment for name in self.cards.possible(seat)):
            self.card(seat, rule="CK-1")

    def identify(self, name: str) -> None:
        """Who opens the eyes at a card's call, where that is not known yet (IDENT-0)."""
        count = self.cards.missing(name)
        if not count:
            return
        seats = self.cards.suspects(name, self.living)
        elsewhere = self.cards.unread_spares
        low = max(0, count - elsewhere)
        found: tuple[int, ...] = tuple(seats)
        seen_on = 0
        if len(seats) != low:
            seen_on = self.night
            refused = dict.fromkeys(self.living, "IDENT-4")
            prompt = Prompt(
                "identify", prompts.PICK, "IDENT-0", options=seats, low=low, high=count, card=name, refused=refused
            )
            answer = self.ask(prompt)
            found = (() if answer is None else (answer,)) if count == 1 else answer
            if not self.cards.fits(dict.fromkeys(found, name)):
                raise prompt.refuse("answer.impossible", found, "IDENT-4")
        for seat in found:
            self.locate(seat, name).seen_on = seen_on
            self.tell("identified", "IDENT-0", MODERATOR, seat=seat, card=name)
        self.cards.exclude(self.living, (name,))

    def take_over(self, seat: int, victim: int) -> Character:
        """The seat discards its card and takes the victim's, which starts afresh (SERV-1, SERV-3)."""
        old, card = self.cards.of[seat], self.cards.of.pop(victim)
        self.remove(old)
        self.remove(card)
        self.faces.pop(victim, None)
        self.shown[old.name] = self.shown.get(old.name, 0) + 1
        for power in self.borrowed_by(seat):
            self.remove(power)  # used up (ACTOR-M16, SERV-17)
        fresh = type(card)()
        fresh.is_new = True
        self.cards.exchange(seat, fresh)
        self.enter(fresh)
        if fresh.is_wolf:
            self.turn_wolf(seat)
        for rule in self.at("forget"):
            rule.forget(self, seat)
        return fresh

    # -- sides --

    def is_wolf(self, seat: int) -> bool:
        """Whether the player is a Werewolf now (section 2). Before the pack is known this may need a look."""
        if seat in self.wolves:
            return True
        if self.pack_is_known or seat in self.cards.of:
            return False
        if any(character(name).is_wolf for name in self.cards.possible(seat)):
            self.card(seat)
        return seat in self.wolves

    def wolves_may_live(self) -> bool:
        """Whether a Werewolf may be alive: seen, or a card not found yet."""
        for seat in self.living:
            if seat in self.wolves:
                return True
        return not self.pack_is_known and any(character(name).is_wolf for name in self.cards.pool)

    def side(self, seat: int) -> str:
        """The side a player plays for now; frozen at elimination (AMD-15)."""
        if seat in self.gone:
            return self.gone[seat]
        if seat not in self.living:
            for death in self.graveyard:
                if death.seat == seat:
                    return death.side
        for rule in self.at("claims"):
            claimed = rule.claims(self, seat)
            if claimed:
                return claimed
        return self.own_side(seat)

    def own_side(self, seat: int) -> str:
        """The side by card and status, whatever love may add."""
        card = self.cards.of.get(seat)
        is_wolf = seat in self.wolves
        if card is None:
            # Only the card of somebody with a goal of his own is worth a look (IDENT-0).
            usual = "werewolves" if is_wolf else "village"
            possible = [self.cards.pool[name][0] for name in self.cards.possible(seat)]
            if all(card.is_wolf != is_wolf or card.camp(self) == usual for card in possible):
                return usual
            card = self.card(seat)
        if is_wolf and not card.is_wolf:
            return "werewolves"
        return card.camp(self)

    def turn_wolf(self, seat: int) -> None:
        """From now on the player is a Werewolf."""
        self.wolves.add(seat)

    def members(self, side: str) -> tuple[int, ...]:
        """Everybody of a side, dead or alive (WIN-10)."""
        return tuple(seat for seat in self.seats if self.side(seat) == side)

    # -- asking --

    def ask(self, prompt: Prompt) -> Any:
        """The answer to a question; without one the telling stops here."""
        self.asked += 1
        return self._answerer(prompt)

    def targets(
        self, power: str, seats: Iterable[int], by: Sequence[int]
    ) -> tuple[list[int], dict[int, str]]:
        """Those of the seats that may be chosen for FANGS, HARM or CONDEMN, and why the others may not."""
        refused: dict[int, str] = {}
        if power:
            for rule in self.at("shields"):
                refused.update(rule.shields(self, power, by))
        if not refused:
            return list(seats), refused
        return [seat for seat in seats if seat not in refused], refused

    def pick(
        self,
        key: str,
        seats: Iterable[int],
        *,
        rule: str,
        by: int = 0,
        actors: Sequence[int] = (),
        optional: bool = False,
        always: bool = False,
        power: str = "",
        refused: Mapping[int, str] | None = None,
        audience: Audience | None = None,
    ) -> int:
        """One seat, or 0 for nobody. Without any legal choice the step is skipped (GEN-11), unless `always`."""
        acting = tuple(actors) or ((by,) if by else MODERATOR)
        allowed, shielded = self.targets(power, seats, acting)
        if not allowed and not always:
            return 0
        prompt = Prompt(
            key,
            prompts.PICK,
            rule,
            options=allowed,
            low=0 if optional or not allowed else 1,
            seat=by,
            audience=acting if audience is None else audience,
            refused={**shielded, **refused} if refused else shielded,
        )
        return self.ask(prompt) or 0

    def pick_some(
        self,
        key: str,
        seats: Iterable[int],
        low: int,
        high: int,
        *,
        rule: str,
        by: int = 0,
        audience: Audience | None = None,
        refused: Mapping[int, str] | None = None,
    ) -> tuple[int, ...]:
        """Several seats; fewer if there are not enough (GEN-11)."""
        options = list(seats)
        high = min(high, len(options))
        if high == 0:
            return ()
        prompt = Prompt(
            key,
            prompts.PICK,
            rule,
            options=options,
            low=min(low, high),
            high=high,
            seat=by,
            audience=((by,) if by else MODERATOR) if audience is None else audience,
            refused=refused,
        )
        answer = self.ask(prompt)
        if high == 1:
            return () if answer is None else (answer,)
        chosen: tuple[int, ...] = answer
        return chosen

    def yes(self, key: str, rule: str, *, by: int = 0, audience: Audience | None = None) -> bool:
        if audience is None:
            audience = (by,) if by else MODERATOR
        answer: bool = self.ask(Prompt(key, prompts.YES_NO, rule, seat=by, audience=audience))
        return answer

    def choose(
        self,
        key: str,
        options: Sequence[str],
        *,
        rule: str,
        by: int = 0,
        optional: bool = False,
        audience: Audience | None = None,
    ) -> str:
        """One of some names, or "" for none."""
        if audience is None:
            audience = (by,) if by else MODERATOR
        low = 0 if optional else 1
        prompt = Prompt(key, prompts.CHOOSE, rule, options=tuple(options), low=low, seat=by, audience=audience)
        return self.ask(prompt) or ""

    def ack(self, key: str, rule: str, *, seat: int = 0, card: str = "", audience: Audience = MODERATOR) -> None:
        """Something to say or do, nothing to record."""
        self.ask(Prompt(key, prompts.ACK, rule, seat=seat, card=card, audience=audience))

    # -- acting --

    def bite(
        self, seat: int, rule: str, *, by: str, culprits: tuple[int, ...], is_meal: bool = True
    ) -> None:
        """The teeth close unless a rule is in the way; then the card check (CK-1)."""
        death = Death(seat, DEVOURED, rule, by=by, culprits=culprits)
        death.is_meal = is_meal
        self.bites.append(death)
        self.tell("bitten", rule, MODERATOR, seat=seat, by=by)
        for guard in self.at("bitten"):
            if not death.spared:
                guard.bitten(self, death)
        self.check(seat, "bite")

    def doom(self, seat: int, cause: str, rule: str, *, by: str, culprits: tuple[int, ...] = ()) -> None:
        """A death that comes at dawn (GEN-5)."""
        self.dooms.append(Death(seat, cause, rule, by=by, culprits=culprits))

    def infect(self, seat: int, rule: str) -> None:
        """A Werewolf at once and secretly; title, love, charm and card stay (INF-1, INF-9)."""
        self.infected.add(seat)
        self.turn_wolf(seat)
        self.check(seat, "infection")
        self.tell("infected", rule, (seat,), seat=seat)

    def eliminate(self, *deaths: Death) -> None:
        """One cascade, or a batch within the one going on (RES-1…RES-9)."""
        cascade.run(self, deaths)

    def join(self, death: Death) -> None:
        """A death that belongs to the batch just falling (RES-3)."""
        self.joining.append(death)

    def leave(self, seat: int, side: str, rule: str) -> None:
        """A player leaves the game alive, as a winner: no elimination (MANIP-6)."""
        card = self.card(seat, "card.shown")
        self.living.remove(seat)
        self.gone[seat] = side
        self.show(seat, card.name, rule)
        self.tell("left", rule, seat=seat)
        for office in self.at("leaves"):
            office.leaves(self, seat)

    def show(self, seat: int, name: str, rule: str) -> None:
        """A card becomes public."""
        self.faces[seat] = name
        self.shown[name] = self.shown.get(name, 0) + 1
        self.tell("card_shown", rule, seat=seat, card=name)

    def add_vote(self, name: str) -> None:
        """Another vote follows today's (JUDGE-2)."""
        self.votes_added.append(name)

    # -- victory --

    def win(self, winner: str, rule: str, seats: Sequence[int]) -> Outcome:
        """The outcome, shared by winners who left before (WIN-9)."""
        return Outcome(winner, tuple(sorted({*seats, *self.gone})), rule)

    def look_for_victory(self) -> None:
        """End the game if somebody has won (WIN-9)."""
        for rule in self.at("victory"):
            outcome = rule.victory(self)
            if outcome is not None:
                raise GameOver(outcome)


def _dealt(deck: list[Character], seed: int, seats: int) -> list[Character]:
    """The deck as dealt: seat by seat, then the spares. Some cards never become spares (TRUST-4)."""
    deck = shuffled(deck, seed)
    for place in range(seats, len(deck)):
        if deck[place].never_spare:
            swap = next(i for i in range(seats) if not deck[i].never_spare)
            deck[place], deck[swap] = deck[swap], deck[place]
    return deck
