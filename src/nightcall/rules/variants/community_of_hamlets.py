"""The Community of Hamlets: several villages side by side, and players who move from one to another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nightcall.engine import prompts
from nightcall.engine.checking import MOST
from nightcall.engine.deaths import GRIEF, Death
from nightcall.engine.events import MODERATOR, PUBLIC, SEAT, TEXT, Tells
from nightcall.engine.names import NAME_LIMIT
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import AMBIGUOUS, KINDS, Character, character
from nightcall.engine.village import Village
from nightcall.rules.buildings.building import Houses
from nightcall.rules.characters.cupid import Lovers
from nightcall.rules.characters.piper import Charmed
from nightcall.rules.characters.village_idiot import Pardoned
from nightcall.rules.characters.wild_child import WildChild
from nightcall.rules.variants.double_you import TwoCards
from nightcall.rules.variants.lycanthropic_trance import LycanthropicTrance, Mesmerized, entranced
from nightcall.rules.variants.variant import Variant, in_force

DEPART: Final = "hamlets.depart"
ARRIVE: Final = "hamlets.arrive"
NEWS: Final = "hamlets.news"

IMPLIED: Final = {"bite": "life"}
"""Mark -> the one that says so too: whoever has lost a life was bitten."""
TRANCE: Final = "trance"
INFECTED: Final = "infected"
TURNED: Final = "turned"

Traveller = dict[str, Any]
"""A player between two villages, as plain data: `name`, `card`, `second`, `charmed`, `wolf`, `used`, `lovers`, `model`.

`second` is the other card of a player who has two.
"""


class CommunityOfHamlets(Variant):
    """Players may move by day with card and marks, but without title, house or group. (HAML-1…HAML-4)

    Every village is a game with a tape of its own. Whoever leaves is exported, whoever comes is entered by answers, and
    a death elsewhere is entered as news, because grief knows no distance.
    """

    name = "community_of_hamlets"
    family = "HAML"
    needs_watching = True
    windows = ("debate", "verdict", "between", "dusk")
    tells = [
        Tells("exported", to=MODERATOR, seat=SEAT),
        Tells("died_elsewhere", called=TEXT),
    ]

    def __init__(self) -> None:
        self.travellers: list[Traveller] = []
        """Everybody who has left, in the order of time."""
        self.loves: dict[int, list[str]] = {}
        """Seat -> loved ones who are not here, where no couple of this village says so."""
        self.models: dict[int, str] = {}
        """Seat of a Wild Child -> the model left behind."""

    # -- day powers --

    def powers(self, v: Village) -> tuple[str, ...]:
        """Until the vote starts, or all day but for those it condemns (OPT-HAMLETS-LEAVE)."""
        if not v.day or (v.window != "debate" and v.options.hamlets_departure == "day_before_vote_starts"):
            return ()
        offered = [DEPART] if self._free_to_go(v) else []
        if v.window == "debate":
            offered += [ARRIVE, NEWS] if len(v.seats) < MOST else [NEWS]
        return tuple(offered)

    def use(self, v: Village, power: str) -> None:
        if power == DEPART:
            self._depart(v)
        elif power == ARRIVE:
            self._arrive(v)
        else:
            self._hear(v)

    @staticmethod
    def _free_to_go(v: Village) -> list[int]:
        return [seat for seat in v.present() if seat not in v.sentenced]

    # -- leaving --

    def _depart(self, v: Village) -> None:
        refused = dict.fromkeys(v.sentenced, "OPT-HAMLETS-LEAVE")
        seat = v.pick(DEPART, self._free_to_go(v), rule="HAML-1", optional=True, refused=refused, audience=PUBLIC)
        if not seat:
            return
        second = _second(v, seat)
        traveller = self._exported(v, seat, *_werewolf_first(v.card(seat, rule="HAML-3"), second))
        v.move_away(seat, "HAML-1")
        for charmed in v.named(Charmed.name):
            charmed.forget(v, seat)
        for state in [*v.named(Pardoned.name), *v.named(Mesmerized.name)]:
            if state.holder == seat:
                v.remove(state)
        self.loves.pop(seat, None)
        self.models.pop(seat, None)
        self.travellers.append(traveller)
        v.tell("exported", "HAML-4", MODERATOR, seat=seat)
        v.sides_changed()  # HAML-2, AMD-49

    def _exported(self, v: Village, seat: int, card: Character, second: Character | None) -> Traveller:
        """What concerns only himself (HAML-3)."""
        used = [*_spent(card), *(_spent(second) if second else ())]
        used += [TRANCE] if seat in entranced(v) else []
        lovers = [v.name_of(other) for other in Lovers.partners(v, seat) if other in v.living or other in v.elsewhere]
        model = v.name_of(card.model) if isinstance(card, WildChild) and card.model else self.models.get(seat, "")
        wolf = INFECTED if seat in v.infected else TURNED if seat in v.wolves and not card.is_wolf else ""
        return {
            "name": v.name_of(seat),
            "card": card.name,
            "second": second.name if second else "",
            "charmed": any(seat in rule.seats for rule in v.named(Charmed.name) if isinstance(rule, Charmed)),
            "wolf": wolf,
            "used": used,
            "lovers": list(dict.fromkeys([*lovers, *self.loves.get(seat, ())])),
            "model": "" if wolf else model,
        }

    # -- coming --

    def _arrive(self, v: Village) -> None:
        """One question after the other, so that a moderator can also enter a newcomer by hand (HAML-4)."""
        taken = {v.name_of(seat): "GEN-2" for seat in v.seats if seat not in v.elsewhere}
        name = _text(v, "hamlets.name", PUBLIC, taken)
        if not name:
            return
        cards = [kind.name for kind in KINDS.values() if issubclass(kind, Character)]
        card = v.choose("hamlets.card", cards, rule="HAML-3")
        second = self._ask_second(v)
        wolf = ""
        if not any(character(name).is_wolf for name in (card, second) if name):
            ways = (INFECTED, TURNED) if character(card).group == AMBIGUOUS else (INFECTED,)
            wolf = v.choose("hamlets.wolf", ways, rule="HAML-3", optional=True)
        is_charmed = v.yes("hamlets.charmed", "HAML-3")
        used = self._ask_used(v, card, second)
        lovers = self._ask_lovers(v, name)
        model = _text(v, "hamlets.model", MODERATOR) if card == WildChild.name and not wolf else ""
        self._leave_old_place(v, name)
        seat = v.newcomer(name, card, "HAML-1")
        hand = [v.cards.of[seat], *(doubling.welcome(v, seat, second) for doubling in _doubling(v) if second)]
        if wolf:
            v.turn_wolf(seat, is_infected=wolf == INFECTED)
        if is_charmed:
            self._charm(v, seat)
        self._mark(v, seat, hand, used)
        self._bind(v, seat, lovers, model)
        v.sides_changed()  # AMD-49

    @staticmethod
    def _leave_old_place(v: Village, name: str) -> None:
        """Whoever returns sits down at the end of the circle; a house left behind stays where it stands."""
        for seat in v.elsewhere:
            if v.name_of(seat) == name and v.named(Houses.name):
                v.the(Houses).leave_place(v, seat)

    @staticmethod
    def _ask_second(v: Village) -> str:
        """The other card, where everybody has two."""
        for doubling in _doubling(v):
            return v.choose("hamlets.second", doubling.brought, rule="HAML-3", optional=True)
        return ""

    @staticmethod
    def _ask_used(v: Village, *cards: str) -> list[str]:
        kinds = [v.form(card) for card in cards if card]
        left = [mark for kind in kinds for mark in kind.uses_up for _ in range(kind.may_use(mark, v.options))]
        left += [TRANCE] if v.named(LycanthropicTrance.name) else []
        used: list[str] = []
        while left:
            mark = v.choose("hamlets.used", tuple(dict.fromkeys(left)), rule="HAML-3", optional=True)
            if not mark:
                break
            left.remove(mark)
            left = [other for other in left if IMPLIED.get(other) != mark]
            used.append(mark)
        return used

    @staticmethod
    def _ask_lovers(v: Village, name: str) -> list[str]:
        lovers: list[str] = []
        while lover := _text(v, "hamlets.lover", MODERATOR, dict.fromkeys((name, *lovers), "HAML-3")):
            lovers.append(lover)
        return lovers

    @staticmethod
    def _charm(v: Village, seat: int) -> None:
        if not v.named(Charmed.name):
            v.enter(Charmed())
        v.the(Charmed).seats.append(seat)

    @staticmethod
    def _mark(v: Village, seat: int, hand: Sequence[Character], used: list[str]) -> None:
        for card in hand:
            for mark, (attribute, spent) in card.uses_up.items():
                if mark in used or IMPLIED.get(mark) in used:
                    setattr(card, attribute, spent if isinstance(spent, bool) else used.count(mark))
            card.arrives()
        if "pardon" in used:
            v.show(seat, hand[0].name, "HAML-3")
            v.enter(Pardoned(seat))
        if TRANCE in used:
            v.enter(Mesmerized(seat))
            v.disempower(seat, "TRAN-1")

    def _bind(self, v: Village, seat: int, lovers: list[str], model: str) -> None:
        """Love and model, to whoever is here or to a name far away; and from those here who knew the newcomer."""
        here = {v.name_of(other): other for other in v.living}
        for lover in lovers:
            if lover not in here:
                self.loves.setdefault(seat, []).append(lover)
            elif here[lover] not in Lovers.partners(v, seat):
                couple = Lovers(seat, here[lover])
                couple.have_met = True
                v.enter(couple)
        for other, names in self.loves.items():
            if v.name_of(seat) in names and other in v.living:
                names.remove(v.name_of(seat))
                if other not in Lovers.partners(v, seat):
                    couple = Lovers(seat, other)
                    couple.have_met = True
                    v.enter(couple)
        self._adopt(v, seat, here.get(model, 0))
        if model and model not in here:
            self.models[seat] = model
        for child, name in list(self.models.items()):
            if name == v.name_of(seat):
                del self.models[child]
                self._adopt(v, child, seat)

    @staticmethod
    def _adopt(v: Village, seat: int, model: int) -> None:
        child = v.cards.of[seat]
        if isinstance(child, WildChild):
            child.model = model

    # -- news --

    def _hear(self, v: Village) -> None:
        """Somebody has died in another village: whoever loves him here dies of grief, distance or not (HAML-3)."""
        here = {v.name_of(seat): "HAML-3" for seat in v.living}
        name = _text(v, NEWS, PUBLIC, here)
        if not name:
            return
        v.tell("died_elsewhere", "HAML-3", called=name)
        seat = next((seat for seat in v.elsewhere if v.name_of(seat) == name), 0)
        mourners = [
            Death(other, GRIEF, "HAML-3", by=Lovers.name) for other, names in self.loves.items() if name in names
        ]
        if seat:
            far = Death(seat, GRIEF, "HAML-3", by=self.name)
            for couple in v.named(Lovers.name):
                couple.falls(v, far)
            mourners += v.joined()
        for child in [card for card in v.named(WildChild.name) if isinstance(card, WildChild)]:
            if seat and child.model == seat:
                child.died(v, far)
            elif self.models.get(child.holder) == name and child.holder in v.living and child.holder not in v.powerless:
                v.turn_wolf(child.holder)
                v.tell("turned", "CHILD-2", (child.holder,), seat=child.holder)
        for names in self.loves.values():
            if name in names:
                names.remove(name)
        v.eliminate(*mourners)


def _spent(card: Character) -> list[str]:
    """What has been used up about a card."""
    spent: list[str] = []
    for mark, (attribute, value) in card.uses_up.items():
        found = getattr(card, attribute)
        spent += [mark] * (found == value if isinstance(value, bool) else found)
    return [mark for mark in spent if IMPLIED.get(mark) not in spent]


def _doubling(v: Village) -> list[TwoCards]:
    """The variant that gives everybody two cards, if it is played."""
    return [rule for rule in in_force(v) if isinstance(rule, TwoCards)]


def _second(v: Village, seat: int) -> Character | None:
    return next((doubling.other(v, seat) for doubling in _doubling(v)), None)


def _werewolf_first(card: Character, second: Character | None) -> tuple[Character, Character | None]:
    """A village where everybody has one card knows only the first: the one that makes a Werewolf."""
    return (second, card) if second is not None and second.is_wolf else (card, second)


def _text(v: Village, key: str, audience: Any, refused: dict[str, str] | None = None) -> str:
    """A name; empty = nobody, or nobody else."""
    prompt = Prompt(key, prompts.TEXT, "HAML-4", high=NAME_LIMIT, audience=audience, refused=refused)
    answer: str = v.ask(prompt)
    return answer
