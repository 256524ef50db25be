"""The table before the first call: players in seat order, the deck, the options.

A part of the setup is declared once, as a field with its type: how it is checked, written down, read again and
described to others follows from that (`PARTS`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, Final, Literal, get_type_hints

from nightcall.engine import checking
from nightcall.engine.checking import MOST
from nightcall.engine.errors import Fault, InvalidSetup
from nightcall.engine.names import alike, trimmed
from nightcall.engine.options import OPTIONS, Options
from nightcall.engine.rule import KINDS

VAGABOND: Final = "vagabond"
"""Where others have a house: somebody without one."""

ENTERED: Final = "entered"
SHUFFLED: Final = "shuffled"
STACKED: Final = "stacked"
DRAWS: Final = (ENTERED, SHUFFLED, STACKED)
"""How event cards come: from a real deck, drawn by the app, in the order listed."""


def part(default: Any, *, of: str = "", values: Sequence[str] = (), only_with: str = "") -> Any:
    """A part with more to say than its type: what it names, which texts it may be, without what it says nothing."""
    return field(default=default, metadata={"of": of, "values": tuple(values), "only_with": only_with})


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything `play` must know before it begins."""

    players: tuple[str, ...]
    """Names in seat order, clockwise: seat 1 is the first (GEN-7)."""
    deck: tuple[str, ...] = part(MISSING, of="card")
    """Card names, one per player and some more with the Thief. If the app knows the cards and has no seed, they
    lie as listed: seat by seat, then the spares."""
    options: Options = field(default_factory=Options)
    seed: int | None = None
    """The app deals from this seed (with `cards_known_to_app`)."""
    trio: tuple[str, ...] = part((), of="card")
    """The cards laid out for the Actor (ACTOR-1)."""
    groups: tuple[str, ...] = ()
    """One label per seat: the two groups the moderator announces for the Manipulator (MANIP-1)."""
    also_announced: tuple[str, ...] = part((), of="card")
    """Cards that are not in the deck but were not excluded aloud: called as fakes (FK-14)."""
    debate_rules: bool = False
    """The moderator has announced rules for the debate; breaking one costs that day's vote (VOTE-19)."""
    buildings: tuple[str, ...] = ()
    """The house of each seat (`farm_1`, `church`, …) or `vagabond`; empty = played without buildings."""
    events: tuple[str, ...] = part((), of="event")
    """The event cards in the draw pile; empty = played without events."""
    draw: str = part(ENTERED, values=DRAWS, only_with="events")
    """How event cards come: `entered` by the moderator from a real deck, `shuffled` by the app from the seed, or
    `stacked` in the order listed."""
    in_force: tuple[str, ...] = part((), of="event")
    """Permanent event cards in force from the start (NM-3)."""
    hand: tuple[str, ...] = part((), of="event")
    """The event cards prepared for the Town Crier (CRIER-2)."""
    variants: tuple[str, ...] = part((), of="variant")
    """The variants played from the first night to the end."""
    memo: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What the engine has worked out from the rest; no part of the setup itself."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", tuple(map(trimmed, self.players)))
        object.__setattr__(self, "groups", _spelt_once(map(trimmed, self.groups)))
        for name in self.variants:
            if name in KINDS:
                for field_name, value in KINDS[name].completes(self).items():
                    object.__setattr__(self, field_name, value)
        for known in PARTS.values():
            if known.only_with and not getattr(self, known.only_with):
                object.__setattr__(self, known.name, known.default)

    @classmethod
    def of(
        cls,
        players: Sequence[str] | int,
        deck: Sequence[str] | Mapping[str, int],
        *,
        preset: str = "pact",
        **named: Any,
    ) -> Setup:
        """A checked setup from plain values: parts of it and options, by name. `InvalidSetup` lists all that is wrong.

        Setup.of(["Ann", "Bea", "Cid"], {"werewolf": 1, "seer": 2}, seed=7, self_vote=False)
        """
        data = {name: value for name, value in named.items() if name in PARTS and value is not PARTS[name].default}
        changes = {name: value for name, value in named.items() if name not in PARTS}
        seated, uncounted = _seated(players)
        listed, unreadable = _listed(deck)
        return cls._read({"players": seated, "deck": listed, **data}, preset, changes, [*uncounted, *unreadable])

    @classmethod
    def _read(
        cls,
        data: Mapping[Any, Any],
        preset: Any,
        changes: Mapping[str, Any],
        wrong: Sequence[Fault] = (),
        *,
        is_told: bool = False,
    ) -> Setup:
        """A checked setup from outside. What cannot be read is left out, and nothing is said that hangs on it."""
        beyond = _beyond_reason(data, changes)
        if beyond:
            raise InvalidSetup(beyond)  # measured before anybody looks into it
        options, wrong_options = Options.read(preset, changes)
        given: dict[str, Any] = {
            name: tuple(data[name]) if known.shape == "names" else data[name]
            for name, known in PARTS.items()
            if name in data and known.fits(data[name])
        }
        unread = {name for name, known in PARTS.items() if name not in given and (name in data or known.is_needed)}
        given |= {name: PARTS[name].default for name in unread}
        setup = cls(**given, options=options)
        follows = [fault for fault in setup.faults(is_told=is_told) if not unread.intersection(fault.about)]
        faults = [*_shape_faults(data), *wrong, *wrong_options, *follows]
        if faults:
            raise InvalidSetup(faults)
        return setup

    def checked(self, *, is_told: bool = False) -> Setup:
        """This setup, if it can be played; `InvalidSetup`."""
        faults = self.faults(is_told=is_told)
        if faults:
            raise InvalidSetup(faults)
        return self

    def faults(self, *, is_told: bool = False) -> list[Fault]:
        """Everything that keeps this table from playing, each with its rule.

        `is_told`: a game was told of it, so names that are refused today stand as they were given.
        """
        names = () if is_told else checking.misnamed(self)
        return [*checking.faults(self), *names, *(fault for kind in KINDS.values() for fault in kind.faults(self))]

    def warnings(self) -> list[Fault]:
        """What the table may do, but should know."""
        return [*checking.warnings(self), *(warning for kind in KINDS.values() for warning in kind.warnings(self))]

    # -- reading --

    def announced_copies(self) -> dict[str, int]:
        """Card -> copies, in the order of the box: the order of the deck may be the deal itself."""
        copies = Counter((*self.deck, *self.also_announced))
        return {name: copies[name] for name in KINDS if name in copies}

    def house_rules(self) -> tuple[str, ...]:
        """The folders of house rules this table cannot be played without."""
        named = [name for part in PARTS.values() if part.of for name in getattr(self, part.name)]
        houses = [house.rstrip("0123456789").rstrip("_") for house in self.buildings]
        origins = {KINDS[name].origin for name in (*named, *self.buildings, *houses) if name in KINDS}
        return tuple(sorted(origins - {""}))

    def to_json(self) -> dict[str, Any]:
        """The setup as its difference from a preset, with nothing that is empty."""
        data: dict[str, Any] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name == "options":
                data |= {"preset": value.preset, "options": value.difference()}
            elif each.init and not _says_nothing(self, each.name):
                data[each.name] = list(value) if isinstance(value, tuple) else value
        # Seed 0 is a seed, though it equals False.
        return {name: value for name, value in data.items() if value or type(value) is int}

    @classmethod
    def from_json(cls, data: Any, *, is_told: bool = False) -> Setup:
        """The reverse; anything malformed is an `InvalidSetup`. `is_told`: as in `faults`."""
        if not isinstance(data, dict):
            raise InvalidSetup([Fault("setup.not_an_object")])
        given = dict(data)
        preset, changes = given.pop("preset", "pact"), given.pop("options", {})
        if not isinstance(changes, dict):
            given["options"], changes = changes, {}
        return cls._read(given, preset, changes, is_told=is_told)


# -- the declaration, read --

Shape = Literal["names", "text", "number", "flag"]
_SHAPES: Final[Mapping[Any, Shape]] = {
    tuple[str, ...]: "names",
    str: "text",
    int | None: "number",
    bool: "flag",
}


@dataclass(frozen=True, slots=True)
class Part:
    """What is known about one part of a setup."""

    name: str
    shape: Shape
    default: Any
    is_needed: bool
    of: str
    """What its names name: `card`, `event` or `variant`; empty = anything."""
    values: tuple[str, ...]
    """The texts it may be; empty = any."""
    only_with: str
    """The part without which it says nothing."""

    def fits(self, value: Any) -> bool:
        """Whether something from outside has its shape."""
        match self.shape:
            case "names":
                return isinstance(value, (list, tuple)) and all(isinstance(name, str) for name in value)
            case "text":
                return isinstance(value, str)
            case "number":
                return type(value) is int
            case "flag":
                return isinstance(value, bool)


def _describe(found: Field[Any], hint: Any) -> Part:
    is_needed = found.default is MISSING
    meta: dict[str, Any] = {"of": "", "values": (), "only_with": ""} | dict(found.metadata)
    return Part(found.name, _SHAPES[hint], () if is_needed else found.default, is_needed, **meta)


def _catalogue() -> Mapping[str, Part]:
    hints = get_type_hints(Setup)
    declared = [found for found in fields(Setup) if found.init and found.name != "options"]
    return {found.name: _describe(found, hints[found.name]) for found in declared}


PARTS: Final[Mapping[str, Part]] = _catalogue()
UNREAD: Final = object()
"""In place of a part that was said to be wrong already."""
assert not PARTS.keys() & OPTIONS.keys(), "`Setup.of` takes both by name"


def _says_nothing(setup: Setup, name: str) -> bool:
    return name in PARTS and bool(PARTS[name].only_with) and not getattr(setup, PARTS[name].only_with)


LONGEST: Final = 200
"""Names in a list, fields, options: more than any table has, and few enough to say of each what is wrong."""
LONGEST_AT_ALL: Final = 10 * MOST
"""Names in all lists together: sixty players, each with a card, a group and a house, and every event there is."""
LONGEST_TEXT: Final = 100
"""Letters of a name, a card, a value: twice what anybody may be called, and more."""
assert len(PARTS) + 2 < LONGEST > 3 * MOST
assert len(OPTIONS) < LONGEST


def _beyond_reason(data: Mapping[Any, Any], changes: Mapping[str, Any]) -> list[Fault]:
    """Parts longer than anything that could be meant."""
    parts = {
        "setup": data,
        "options": changes,
        **{str(name): value for name, value in (*data.items(), *changes.items())},
    }
    lists = sum(len(value) for value in data.values() if isinstance(value, (list, tuple)))
    if lists > LONGEST_AT_ALL:
        return [Fault("setup.too_long", "", {"field": "setup", "limit": LONGEST_AT_ALL})]
    return [
        Fault("setup.too_long", "", {"field": name[:40], "limit": LONGEST_TEXT if isinstance(value, str) else LONGEST})
        for name, value in parts.items()
        if _is_beyond_reason(value)
    ][:LONGEST]


def _is_beyond_reason(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) > LONGEST_TEXT
    if not isinstance(value, (list, tuple, Mapping, set, frozenset)):
        return False
    return len(value) > LONGEST or any(isinstance(each, str) and len(each) > LONGEST_TEXT for each in value)


def _shape_faults(data: Mapping[Any, Any]) -> list[Fault]:
    """What is wrong with the form of a setup given from outside."""
    faults = [
        Fault("setup.unknown_field", "", {"field": str(name)})
        for name in data
        if name not in PARTS and name != "options"
    ]
    for name, known in PARTS.items():
        if name in data and data[name] is not UNREAD and not known.fits(data[name]):
            faults.append(Fault("setup.wrong_shape", "", {"field": name, "shape": known.shape}))
        elif name not in data and known.is_needed:
            faults.append(Fault("setup.missing_field", "", {"field": name}))
    if "options" in data:
        faults.append(Fault("setup.wrong_shape", "", {"field": "options", "shape": "options"}))
    return faults


# -- what may be given in a shorter form --


def _seated(players: Any) -> tuple[Any, list[Fault]]:
    """Players given as their number: numbered ones. A number beyond all reason is said, not counted out."""
    if type(players) is not int:
        return players, []
    if not 0 <= players <= 2 * MOST:
        return UNREAD, [checking.player_count(players)]
    return [str(seat) for seat in range(1, players + 1)], []


def _listed(deck: Any) -> tuple[Any, list[Fault]]:
    """A deck given as card -> copies, card by card. A number that makes no sense counts as none, and is said."""
    if not isinstance(deck, Mapping):
        return deck, []
    high = 2 * MOST
    copies = {str(name): count if type(count) is int and 0 <= count <= high else None for name, count in deck.items()}
    faults = [
        Fault("setup.card_copies", "GEN-19", {"card": str(name), "given": count, "high": high})
        for name, count in deck.items()
        if copies[str(name)] is None
    ]
    return [name for name, count in copies.items() for _ in range(count or 0)], faults


def _spelt_once(labels: Iterable[str]) -> tuple[str, ...]:
    """Labels that are alike, all as the first of them was spelt."""
    first: dict[str, str] = {}
    return tuple(first.setdefault(alike(label), label) for label in labels)
