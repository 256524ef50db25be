"""Everything on the table is a Rule: card, office, state, building, event, variant.

Its methods are the doors through which it acts. All do nothing here; a rule overrides those it needs, and the
village calls a door only on the rules that override it, in the order of that door's table (`nightcall.rules.order`).
State lives on the instance, so a fresh card is a fresh instance.

A door is given the village, or the chapter of it that the answer may depend on: whoever says which side a player is on
looks at what is known (`Knowing`) and does nothing, whoever shields a seat looks at what is in force and asks nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from nightcall.engine import prompts
from nightcall.engine.events import Tells, Undeclared
from nightcall.engine.unmoderated import Policy, Round

if TYPE_CHECKING:
    from nightcall.engine.deaths import Death
    from nightcall.engine.errors import Fault
    from nightcall.engine.inforce import InForce
    from nightcall.engine.knowing import Knowing
    from nightcall.engine.options import Options
    from nightcall.engine.outcome import Outcome
    from nightcall.engine.prompts import Prompt
    from nightcall.engine.setup import Setup
    from nightcall.engine.views import View
    from nightcall.engine.village import Village
    from nightcall.engine.votes import Ballot, Verdict

VILLAGERS: Final = "villagers"
WOLVES: Final = "wolves"
AMBIGUOUS: Final = "ambiguous"
LONERS: Final = "loners"

NEVER: Final = "never"
FIRST_NIGHT: Final = "first night"
EVERY_NIGHT: Final = "every night"

NIGHTFALL: Final = "nightfall"
DAWN: Final = "dawn"

DOORS: Final = (
    "enters",
    "instead_of",
    "comes_between",
    "nightfall",
    "discovered",
    "spies",
    "reaches",
    "bitten",
    "daybreak",
    "awakening",
    "threatened",
    "before_reveal",
    "hides",
    "revealed",
    "falls",
    "died",
    "afterwards",
    "morning",
    "powers",
    "polls",
    "ballot",
    "counted",
    "tie",
    "voted",
    "evening",
    "electors",
    "sworn_in",
    "shields",
    "binds",
    "forget",
    "leaves",
    "claims",
    "withdraws",
    "victory",
)

FANGS: Final = "fangs"
"""The wolves' own meals: the pack's and the Big Bad Wolf's."""
CAUGHT: Final = "caught"
"""The wolves' teeth for somebody they have not chosen but caught at spying."""
HARM: Final = "harm"
"""Any other act that means a death."""
CONDEMN: Final = "condemn"
"""Deciding a tie."""


class Rule:
    """One thing on the table, with the doors it may open."""

    name: ClassVar[str] = ""
    """What tables, tapes and word files call it: `witch`."""
    family: ClassVar[str] = ""
    """The letters before the numbers of the rules about it: `WITCH`."""
    is_silent: ClassVar[bool] = False
    """Its place in the night is the moderator's alone: nothing is said."""
    is_variant: ClassVar[bool] = False
    """Chosen for a whole game by name, in `Setup.variants`."""
    is_office: ClassVar[bool] = False
    """A title its holder has beside the card; seats and library show it."""
    without_wolves: ClassVar[bool] = False
    """A variant whose deck needs no Werewolf (GEN-20)."""
    forms: ClassVar[Mapping[str, type[Character]]] = {}
    """Characters that are played in another form while it is in force."""
    cards_each: ClassVar[int] = 1
    """How many cards every player has while it is in force."""
    windows: ClassVar[tuple[str, ...]] = ("debate",)
    """When its day powers may be used: `debate`, `verdict`, `between` (two votes of a day), `dusk`."""
    withdraws_by: ClassVar[str] = ""
    """The rule that is cited when its winner leaves while the others play on (`withdraws`)."""
    shown_always: ClassVar[tuple[str, ...]] = ()
    """Of its `powers` those of the village that a led table shows in every debate, since being offered would tell."""
    names_offenders: ClassVar[bool] = False
    """Its `powers` name somebody who broke a rule of the debate: where nobody moderates, the dead are the judges."""
    rests_at_full_moon: ClassVar[bool] = False
    """Its call is not made in the night in which Werewolves look and others feed (INS-7)."""
    betrays_plague: ClassVar[bool] = False
    """It needs Werewolves, or would have to tell that another game is played than everybody thinks (PLAG-5)."""
    tells_by_touch: ClassVar[bool] = False
    """After its call the moderator walks round and touches whoever it has changed, or seems to (CWF-3)."""
    led: ClassVar[Mapping[str, Policy]] = {}
    """Who answers its questions where nobody moderates, for those that do not say it themselves."""
    needs_watching: ClassVar[bool] = False
    """Somebody must watch who does not play: no app can lead it."""
    wave: ClassVar[int] = 1
    """In a quick night calls of one wave that follow each other are made together."""
    tells: ClassVar[Sequence[Tells]] = ()
    """The events it declares: those that only it tells, or that are its own whoever else tells them."""
    doors: ClassVar[frozenset[str]] = frozenset()
    """Those it opens; found out by itself."""

    origin: ClassVar[str] = ""
    """The folder of house rules it comes from; empty = the box."""
    after: ClassVar[Mapping[str, str]] = {}
    """A house rule's place in the tables: `night` or a door -> the name it comes directly after."""
    before: ClassVar[Mapping[str, str]] = {}
    """The same for a place directly before another rule."""

    holder: int = 0
    """The seat it belongs to; 0 = nobody, or not known yet."""
    until: str = ""
    """How long it stays in force: NIGHTFALL, DAWN, or empty for good."""

    def __init_subclass__(cls) -> None:
        cls.doors = frozenset(door for door in DOORS if getattr(cls, door) is not getattr(Rule, door))

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        """Whether it can come up at this table at all; otherwise it is left out from the start."""
        return True

    @classmethod
    def faults(cls, setup: Setup) -> list[Fault]:
        """What is wrong with a setup in its own eyes."""
        return []

    @classmethod
    def warnings(cls, setup: Setup) -> list[Fault]:
        """What the table may do, but should know."""
        return []

    @classmethod
    def lays_out(cls, setup: Setup) -> int:
        """How many cards at the head of the deck it deals out itself."""
        return 0

    @classmethod
    def completes(cls, setup: Setup) -> Mapping[str, tuple[str, ...]]:
        """Chosen as a variant: the fields it fills in where the setup leaves them empty."""
        return {}

    # -- doors, in the order of an evening --

    def enters(self, v: Village) -> None:
        """The game begins."""

    def instead_of(self, v: Village, step: str) -> bool:
        """Before a step (`debate`, `vote`, `second_vote`, or the name of a call): True = it was done another way."""
        return False

    def comes_between(self, v: Village, what: str) -> bool:
        """Between two steps, something is said about the table itself; True = it is this rule's business."""
        return False

    def nightfall(self, v: Village) -> None:
        """Just before everybody closes the eyes."""

    @classmethod
    def is_spoken(cls, v: Village) -> bool:
        """Whether its line of the call order is said aloud tonight: a question of public facts only (FK-1)."""
        return True

    @classmethod
    def called_by(cls, v: Village) -> str:
        """The rule that has its call made: a call with other words has another (public facts only)."""
        return "FK-1"

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        """What is asked first at its call tonight: a call that only pretends shows the same; None = nothing (FK-1)."""
        return None

    @classmethod
    def asks_then(cls, v: Village) -> Prompt | None:
        """What is asked after that, whatever was answered and whoever holds the card; None = nothing, or it depends."""
        return None

    @classmethod
    def shows(cls, v: Village) -> Prompt | None:
        """What is asked with a real card turned over, if the app may not know it; a call that only pretends, or a card
        that is known, shows the same (FK-1)."""
        return None

    @classmethod
    def lifts(cls, v: Village) -> int:
        """How many real cards are looked at for its answer: a call that only pretends, or cards that are known, ask for
        as many (FK-1)."""
        return 0

    @classmethod
    def lifted(cls, v: Village, chosen: int) -> Sequence[int]:
        """Whose cards these are, as they sit, once somebody was chosen: the moderator goes round once."""
        return ()

    @classmethod
    def rounds(cls, v: Village, seen: View) -> Sequence[Round]:
        """How often phones may choose at its call where nobody moderates: once for everything it can ever ask there.

        Public facts only, however much of the call is already over: a faked one takes as long (FK-1).
        """
        asked = cls.asks(v)
        if asked is None:
            return ()
        signs = {"names": len(asked.options), "seats": 0, "nothing": 2 if asked.kind == prompts.YES_NO else 0}
        return (Round(asked.key, signs[asked.offers]),)

    def is_awake(self, v: Village) -> bool:
        """Whether its call is live tonight; otherwise it is faked."""
        return True

    def call(self, v: Village) -> None:
        """Its place in the night."""

    def discovered(self, v: Village, seat: int, card: str, is_wolf: bool | None) -> None:
        """Directly after a look: the card seen, or (without one) whether the player is a Werewolf."""

    def spies(self, v: Village, prey: int, pack: Sequence[int]) -> int:
        """While the pack is awake: who is its prey now (0 = nobody)."""
        return prey

    def reaches(self, v: Village, bite: Death) -> bool:
        """Whether a meal chosen is also taken; if not, it never happened."""
        return True

    def bitten(self, v: Village, bite: Death) -> None:
        """Directly after a bite, before the next call."""

    def daybreak(self, v: Village) -> None:
        """The end of the night, before the victims are named."""

    def awakening(self, v: Village) -> None:
        """The village is awake, the victims are not named yet."""

    def threatened(self, v: Village, death: Death) -> None:
        """Before a fall: whoever spares the player (`death.spare`) prevents it."""

    def before_reveal(self, v: Village, death: Death) -> None:
        """Condemned, the card still face down."""

    def hides(self, v: Village, death: Death) -> bool:
        """Whether a fallen player's card stays face down; the moderator looks all the same."""
        return False

    def revealed(self, v: Village, death: Death) -> None:
        """Condemned, the card face up: a last chance to be spared."""

    def falls(self, v: Village, death: Death) -> None:
        """With the fall itself: deaths that join the batch, despair, the Angel's victory.

        Lost powers do not close this door, nor `died` and `afterwards`: whoever falls keeps what he had (RES-5). A card
        that acts by its own fall asks `self.is_my_death(v, death)`, by another's `v.is_active(self, "died")`.
        """

    def died(self, v: Village, death: Death) -> None:
        """Reactions, once the whole batch has fallen; lost powers as at `falls`."""

    def afterwards(self, v: Village, deaths: Sequence[Death]) -> None:
        """Once no more death follows: last wills; lost powers as at `falls`."""

    def morning(self, v: Village) -> None:
        """After the victims are shown."""

    def powers(self, v: Village) -> tuple[str, ...]:
        """What may be done in the window open now (`v.window`: `debate`, `verdict`, `between`, `dusk`); see `use`.

        It is offered in the open, so it is no door for a character, whose card lies face down: see `sign`.
        """
        return ()

    def use(self, v: Village, power: str) -> None:
        """One of its `powers` is used."""

    def user(self, v: Village, power: str) -> int:
        """Who decides to use one of its `powers`; 0 = the village, or whoever leads."""
        return self.holder

    def sign(self, v: Village) -> str:
        """What its holder may let the moderator know by day, unseen by the others; empty = nothing.

        The question that asks the moderator about it at `counted`; where nobody moderates, its policy is `SIGNED`.
        """
        return ""

    def polls(self, v: Village) -> None:
        """Before the first vote of a day."""

    def ballot(self, v: Village, ballot: Ballot) -> None:
        """Before a vote: voters, candidates, weights."""

    def counted(self, v: Village, verdict: Verdict) -> None:
        """The ballots are in, nothing has followed from them yet."""

    def tie(self, v: Village, verdict: Verdict) -> int:
        """Who falls in a tie (0 = not decided here); the first answer wins."""
        return 0

    def voted(self, v: Village, verdict: Verdict) -> None:
        """A vote is settled and carried out; `verdict.deaths` tells who was to fall."""

    def evening(self, v: Village) -> None:
        """The day's votes are over, the night has not fallen yet."""

    def electors(self, v: Village, office: str) -> Sequence[int] | None:
        """Who alone elects and may hold an office; None = everybody."""
        return None

    def sworn_in(self, v: Village, office: str, seat: int) -> None:
        """Somebody has just been elected or named to an office."""

    def shields(self, v: InForce, power: str, by: Sequence[int]) -> Mapping[int, str]:
        """Seats kept from FANGS, CAUGHT, HARM or CONDEMN by these players, with the rule that does."""
        return {}

    def binds(self, v: InForce, power: str, seat: int) -> Mapping[int, str]:
        """Whom this player may not do that to, with the rule: his own secret, where others choose with him (AMD-71)."""
        return {}

    def forget(self, v: Village, seat: int) -> None:
        """A seat starts afresh (the Servant)."""

    def leaves(self, v: Village, seat: int) -> None:
        """A player leaves the game alive."""

    def claims(self, v: Knowing, seat: int) -> str:
        """The side it puts the seat on, whatever the card says, or empty."""
        return ""

    def withdraws(self, v: Village) -> int:
        """Who has won and leaves now, while the others play on; 0 = nobody (MANIP-3)."""
        return 0

    def victory(self, v: Village) -> Outcome | None:
        """Whether somebody has won now and the game is over."""
        return None

    def lapses(self, v: Village) -> None:
        """Its time is over."""


class Character(Rule):
    """A character card. `holder` is the seat it lies before, once that is known."""

    group: ClassVar[str] = VILLAGERS
    """Whose card it is: VILLAGERS, WOLVES, AMBIGUOUS or LONERS."""
    copies: ClassVar[int] = 1
    """How many the box holds."""
    together: ClassVar[int] = 1
    """The cards of a set come only as a whole (SIB-3)."""
    is_wolf: ClassVar[bool] = False
    """The card makes its holder a Werewolf."""
    wakes: ClassVar[str] = NEVER
    """When it is called: NEVER, FIRST_NIGHT or EVERY_NIGHT."""
    checked_at: ClassVar[str] = ""
    """The moment at which the moderator must lift a possible holder's card: `bite` or `infection` (CK-1)."""
    loses_power: ClassVar[bool]
    """Whether despair takes its power (DESP-3)."""
    in_base_box: ClassVar[bool] = False
    """Part of the first box (OPT-ROLE-POOL)."""
    spares: ClassVar[str] = ""
    """The option that says how many cards it leaves over in the middle of the table (THIEF-1)."""
    adds: ClassVar[str] = ""
    """The card the deck gains for each of these."""
    borrows: ClassVar[str] = ""
    """The option that says how many cards from the box are laid out for it (ACTOR-1)."""
    needs_groups: ClassVar[bool] = False
    """The moderator splits the village in two for it (MANIP-1)."""
    opens_with_vote: ClassVar[str] = ""
    """The option under which the game begins with a vote because of it (ANGEL-1)."""
    may_join_pack: ClassVar[bool] = False
    """Its holder decides at the Werewolves' call (HOUND-5)."""
    needs: ClassVar[str] = ""
    """What the table must play with for it: `buildings` or `events` (GEN-18)."""
    never_spare: ClassVar[bool] = False
    """It is among the cards dealt, never in the middle of the table."""
    ends_office: ClassVar[bool] = False
    """The holder's titles die with him (IDIOT-4)."""
    borrowed_at: ClassVar[str] = ""
    """How an Actor uses it: `own_call`, `place` (a second wake), `passive`, or "" = cannot be borrowed."""
    unwise_to_borrow: ClassVar[str] = ""
    """The rule id that advises against lending it."""
    uses_up: ClassVar[Mapping[str, tuple[str, object]]] = {}
    """What can be used up about it: a mark for it -> the attribute, and its value then; 1 = it counts (HAML-3)."""
    begins_anew: ClassVar[bool] = False
    """In another village its first night has to be made up for (HAML-3)."""

    keeps: ClassVar[tuple[str, ...]] = ("holder", "until", "borrowed", "owner", "seen_on", "is_new")
    """What it remembers: it goes on with this when it is played in another form. Of each class its own."""

    borrowed: bool = False
    """An Actor's for a day, not a card on the table."""
    owner: int = 0
    """Whose it is while somebody else uses it; 0 = the holder's (EVO-8)."""
    seen_on: int = 0
    """The night the moderator was asked who opened the eyes at its call."""
    is_new: bool = False
    """Taken over during the game: its first-night part is still to be done (FK-10)."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.loses_power = cls.__dict__.get("loses_power", cls.group == VILLAGERS)

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return cls.name in setup.deck or cls.name in setup.trio or cls.name in setup.also_announced

    def camp(self, v: Knowing) -> str:
        """The side a holder who is no Werewolf plays for."""
        return "village"

    @classmethod
    def printed(cls, options: Options) -> int:
        """How many copies the table can be expected to own."""
        return cls.copies

    def played_as(self, form: type[Character]) -> Character:
        """The same card in another form; it goes on with all that both forms know of."""
        fresh = form()
        for kind in form.__mro__:
            if isinstance(self, kind):
                for name in kind.__dict__.get("keeps", ()):
                    setattr(fresh, name, getattr(self, name))
        return fresh

    @classmethod
    def may_use(cls, mark: str, options: Options) -> int:
        """How often what has this mark can be used up in a game."""
        return 1

    def joins_pack(self, v: Village) -> None:
        """The holder decides whether to open the eyes with the pack."""

    def taken(self, v: Village) -> None:
        """A Servant has just taken this fresh card."""

    def arrives(self) -> None:
        """Its holder comes from another village, where its first night is past (HAML-3)."""
        self.is_new = self.begins_anew

    def resists_infection(self, v: Village, bite: Death) -> bool:
        return False

    def is_my_death(self, v: Village, death: Death) -> bool:
        """Whether the holder has fallen with the power of this card intact, and the card with him (SERV-9)."""
        if death.seat != self.holder or death.taken_by:
            return False
        if not death.powers and (self.loses_power or self.borrowed):
            return False
        return not v.keeps_only_calls(death.seat) or self.borrowed

    # -- calls --

    @classmethod
    def is_over(cls, v: Village) -> bool:
        """Whether the table has seen that the power is used up or broken (FK-6)."""
        return False

    @classmethod
    def is_spoken(cls, v: Village) -> bool:
        """Where no call is faked, only if somebody is still to be found or has anybody to choose (AMD-68); where calls
        are faked, that may be asked of those who still have their power (HOUSE-19)."""
        if not cls.is_expected(v):
            return False
        if v.is_called_in_vain():
            return True
        if cls._may_be_found(v):
            return True
        able = [card for card in cls._here(v) if card.has_power(v)]
        if v.options.fake_calls and not able:
            return True
        return any(card.is_awake(v) and card.has_target(v) for card in able)

    @classmethod
    def is_expected(cls, v: Village) -> bool:
        """Whether the table must reckon with its call tonight, or (without fakes) whether it is live."""
        name, wakes = cls.name, cls.wakes
        if wakes == NEVER or name not in v.announced:
            return False
        if wakes == FIRST_NIGHT and v.night > 1 and not cls._is_new_to_somebody(v):
            return False  # FK-10
        if v.despair and cls.loses_power and not cls._is_left_to_somebody(v):
            return False  # FK-7
        if not v.options.fake_calls:
            return cls._may_be_found(v) or any(card.is_awake(v) for card in cls._here(v))
        if name in v.shown and v.shown[name] >= v.announced[name]:
            return False  # FK-5
        return not cls.is_over(v)

    @classmethod
    def _is_new_to_somebody(cls, v: Village) -> bool:
        named = v.named(cls.name)
        return bool([card for card in named if isinstance(card, Character) and card.is_new and not card.borrowed])

    @classmethod
    def _here(cls, v: Village) -> list[Character]:
        """The cards whose holders are known, can be woken tonight, and have lost no power."""
        return [card for card in v.cards_named(cls.name) if card.holder in v.present() and v.is_active(card)]

    @classmethod
    def _may_be_found(cls, v: Village) -> bool:
        """Whether somebody here may hold it, not known yet, and would wake; later than at first, to choose somebody."""
        found = v.form(cls.name)()
        for seat in v.cards.suspects(cls.name, v.present()):
            found.holder = seat
            if v.is_active(found) and found.is_awake(v) and (v.night == 1 or found.has_target(v)):
                return True
        return False

    def is_awake(self, v: Village) -> bool:
        """What is done on the first night is done once, whoever else has come to the same card since (FK-10)."""
        return self.wakes != FIRST_NIGHT or v.night == 1 or self.is_new or self.borrowed

    def has_power(self, v: Village) -> bool:
        """Whether it could act at its call if there were anybody to choose: nothing is used up or broken."""
        return self.is_awake(v)

    def has_target(self, v: Village) -> bool:
        """Whether there is anybody, or anything, to choose at its call (GEN-11)."""
        return True

    @classmethod
    def _is_left_to_somebody(cls, v: Village) -> bool:
        """Whether despair has spared a living holder (AMD-10)."""
        return any(v.is_active(card) and card.holder in v.living for card in v.cards_named(cls.name))

    def call(self, v: Village) -> None:
        """Being seen by the moderator is all, and that may have been asked just now."""
        if self.seen_on != v.night:
            v.ack(f"{self.name}.wake", self.wake_rule, seat=self.holder, about=prompts.SEEN)

    wake_rule: ClassVar[str] = "IDENT-0"
    """The rule that has the holder open the eyes."""


KINDS: Final[dict[str, type[Rule]]] = {}
"""Every rule by name, filled by `nightcall.rules.catalogue`."""

STANDING: Final[list[type[Rule]]] = []
"""The rules in force in every game, filled by `nightcall.rules.catalogue`."""

NIGHT: Final[list[tuple[str, str, object]]] = []
"""The call order: the name of each call, and the option value that puts it at this place ("" = always)."""

TABLES: Final[dict[str, tuple[str, ...]]] = {}
"""Door -> the names of the rules that may act there, in order. Both are filled by `nightcall.rules.catalogue`."""

TABLES_UNDER: Final[dict[tuple[str, object], Mapping[str, tuple[str, ...]]]] = {}
"""Option and value -> door -> the names that change places in its table under it, in their order there."""


def character(name: str) -> type[Character]:
    kind = KINDS[name]
    assert issubclass(kind, Character), name
    return kind


def left_over(cards: Iterable[str], options: Options) -> int:
    """How many cards lie in the middle of the table because one of these is played (THIEF-1, HOUSE-18)."""
    return max((getattr(options, option) for name in cards if (option := character(name).spares)), default=0)


def to_borrow(cards: Iterable[str], options: Options) -> int:
    """How many cards from the box are laid out because one of these is played (ACTOR-1, HOUSE-18)."""
    return max((getattr(options, option) for name in cards if (option := character(name).borrows)), default=0)


def declared(kinds: Iterable[type[Rule]], own: Iterable[Tells] = ()) -> dict[str, Tells]:
    """Event -> its declaration: the engine's own, and those of all these rules, their forms and their bases."""
    found = {tells.name: tells for tells in own}
    for kind in kinds:
        for form in (kind, *kind.forms.values()):
            for base in form.__mro__:
                for tells in base.__dict__.get("tells", ()):
                    if found.setdefault(tells.name, tells) is not tells:
                        raise Undeclared(f"{base.__name__} declares {tells.name}, and so does somebody else")
                    tells.owner = getattr(base, "name", "")
    return found
