"""The table before the first call: players in seat order, the deck, the options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from nightcall.engine.errors import Fault, InvalidSetup
from nightcall.engine.options import Options
from nightcall.engine.rule import KINDS, VILLAGERS, Character, character, left_over, to_borrow

FEWEST: Final = 3
MOST: Final = 60
NAME_LIMIT: Final = 40


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything `play` must know before it begins."""

    players: tuple[str, ...]
    """Names in seat order, clockwise: seat 1 is the first (GEN-7)."""
    deck: tuple[str, ...]
    """Card names, one per player and some more with the Thief. If the app knows the cards and has no seed, they
    lie as listed: seat by seat, then the spares."""
    options: Options = field(default_factory=Options)
    seed: int | None = None
    """The app deals from this seed (with `cards_known_to_app`)."""
    trio: tuple[str, ...] = ()
    """The cards laid out for the Actor (ACTOR-1)."""
    groups: tuple[str, ...] = ()
    """One label per seat: the two groups the moderator announces for the Manipulator (MANIP-1)."""
    also_announced: tuple[str, ...] = ()
    """Cards that are not in the deck but were not excluded aloud: called as fakes (FK-14)."""
    debate_rules: bool = False
    """The moderator has announced rules for the debate; breaking one costs that day's vote (VOTE-19)."""
    buildings: tuple[str, ...] = ()
    """The house of each seat (`farm_1`, `church`, …) or `vagabond`; empty = played without buildings."""
    events: tuple[str, ...] = ()
    """The event cards in the draw pile; empty = played without events."""
    draw: str = "entered"
    """How event cards come: `entered` by the moderator from a real deck, `shuffled` by the app from the seed, or
    `stacked` in the order listed."""
    in_force: tuple[str, ...] = ()
    """Permanent event cards in force from the start (NM-3)."""
    hand: tuple[str, ...] = ()
    """The event cards prepared for the Town Crier (CRIER-2)."""
    variants: tuple[str, ...] = ()
    """The variants played from the first night to the end."""
    memo: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What the engine has worked out from the rest; no part of the setup itself."""

    def __post_init__(self) -> None:
        for name in self.variants:
            if name in KINDS:
                for field_name, value in KINDS[name].completes(self).items():
                    object.__setattr__(self, field_name, value)

    @classmethod
    def of(
        cls,
        players: Sequence[str] | int,
        deck: Sequence[str] | Mapping[str, int],
        *,
        preset: str = "pact",
        seed: int | None = None,
        trio: Sequence[str] = (),
        groups: Sequence[str] = (),
        also_announced: Sequence[str] = (),
        debate_rules: bool = False,
        buildings: Sequence[str] = (),
        events: Sequence[str] = (),
        draw: str = "entered",
        in_force: Sequence[str] = (),
        hand: Sequence[str] = (),
        variants: Sequence[str] = (),
        **options: Any,
    ) -> Setup:
        """A checked setup from plain values; `InvalidSetup` lists all that is wrong with it."""
        if isinstance(players, int):
            players = [str(seat) for seat in range(1, min(players, 10 * MOST) + 1)]
        data = {
            "players": players,
            "deck": _listed(deck),
            "trio": trio,
            "groups": groups,
            "also_announced": also_announced,
            "debate_rules": debate_rules,
            "buildings": buildings,
            "events": events,
            "draw": draw,
            "in_force": in_force,
            "hand": hand,
            "variants": variants,
        }
        if seed is not None:
            data["seed"] = seed
        return cls._checked(data, preset, options)

    @classmethod
    def _checked(cls, data: Mapping[str, Any], preset: Any, changes: Mapping[str, Any]) -> Setup:
        options, faults = Options.read(preset, changes)
        misshapen = _shape_faults(data)
        if misshapen:
            raise InvalidSetup([*misshapen, *faults])
        fields: dict[str, Any] = {
            name: tuple(value) if _SHAPES[name] is NAMES else value for name, value in data.items()
        }
        setup = cls(**fields, options=options)
        faults += setup.faults()
        if faults:
            raise InvalidSetup(faults)
        return setup

    # -- what is wrong, and what is merely unusual --

    def faults(self) -> list[Fault]:
        """Everything that keeps this table from playing, each with its rule."""
        own = [*self._player_faults(), *self._deck_faults(), *self._actor_faults(), *self._group_faults()]
        own += self._variant_faults()
        return own + [fault for kind in KINDS.values() for fault in kind.faults(self)]

    def _player_faults(self) -> list[Fault]:
        faults = []
        count = len(self.players)
        if not FEWEST <= count <= MOST:
            faults.append(Fault("setup.player_count", "GEN-12", {"given": count, "low": FEWEST, "high": MOST}))
        for name, times in Counter(self.players).items():
            if times > 1:
                faults.append(Fault("setup.same_name", "GEN-2", {"name": name}))
            if not name.strip() or len(name) > NAME_LIMIT or not name.isprintable():
                faults.append(Fault("setup.bad_name", "GEN-2", {"name": name, "limit": NAME_LIMIT}))
        return faults

    def _deck_faults(self) -> list[Fault]:
        faults = []
        for name in dict.fromkeys((*self.deck, *self.also_announced, *self.options.identify_silent_roles_n1)):
            if not is_card(name):
                faults.append(Fault("setup.unknown_card", "GEN-19", {"card": name}))
        deck = [name for name in self.deck if is_card(name)]
        each = max((KINDS[name].cards_each for name in self.variants if name in KINDS), default=1)
        spares = left_over(deck, self.options)
        wanted = each * len(self.players) + spares
        if len(self.deck) != wanted:
            facts = {"given": len(self.deck), "wanted": wanted, "players": len(self.players)}
            faults.append(Fault("setup.deck_size", "GEN-19", facts))
        counts = Counter(deck)
        for name in (*counts, *(name for name in self.trio if is_card(name))):
            needed = character(name).needs
            if needed and not getattr(self, needed):
                faults.append(Fault("setup.needs", "GEN-18", {"card": name, "needed": needed}))
        for name, count in counts.items():
            together = character(name).together
            if count % together:
                faults.append(Fault("setup.broken_set", "SIB-3", {"card": name, "together": together}))
        wolves = sum(count for name, count in counts.items() if character(name).is_wolf)
        must_have_wolves = not any(KINDS[name].without_wolves for name in self.variants if name in KINDS)
        if wolves == 0 and must_have_wolves:
            faults.append(Fault("setup.no_wolf", "GEN-20"))
        if wolves == 1 and spares and self.options.single_wolf_with_thief == "refused":  # HOUSE-26
            faults.append(Fault("setup.spare_wolf", "GEN-14"))  # the only one might be left in the middle
        if deck and wolves == len(deck) and must_have_wolves:
            faults.append(Fault("setup.only_wolves", "GEN-20"))
        if self.options.cards_known_to_app and self.seed is None:
            faults += [
                Fault("setup.never_spare", "TRUST-4", {"card": name})
                for name in self.deck[len(self.players) :]
                if is_card(name) and character(name).never_spare
            ]
        faults += [
            Fault("setup.silent_role_absent", "SW-IDENT-N1", {"card": name})
            for name in self.options.identify_silent_roles_n1
            if is_card(name) and name not in counts and name not in self.also_announced
        ]
        return faults

    def _actor_faults(self) -> list[Fault]:
        faults = []
        wanted = to_borrow([name for name in self.deck if is_card(name)], self.options)
        boxes = 2 if self.options.actor_beyond_box == "allowed" else 1  # HOUSE-27
        if len(self.trio) != wanted:
            facts = {"given": len(self.trio), "wanted": wanted}
            faults.append(Fault("setup.actor_count", "ACTOR-1", facts))
        used = Counter(self.deck)
        for name in self.trio:
            if not is_card(name):
                faults.append(Fault("setup.unknown_card", "ACTOR-1", {"card": name}))
                continue
            kind = character(name)
            used[name] += 1
            if kind.is_wolf:
                faults.append(Fault("setup.actor_wolf", "ACTOR-1", {"card": name}))
            elif not kind.borrowed_at:
                rule = "ACTOR-5" if kind.group == VILLAGERS else "ACTOR-M18"
                faults.append(Fault("setup.actor_powerless", rule, {"card": name}))
            elif used[name] > boxes * kind.copies:
                faults.append(Fault("setup.actor_not_in_box", "ACTOR-5", {"card": name}))
            elif self.options.actor_card_pool == "villagers_only" and kind.group != VILLAGERS:
                faults.append(Fault("setup.actor_villagers_only", "OPT-ACTOR-POOL", {"card": name}))
        return faults

    def _group_faults(self) -> list[Fault]:
        needed = any(character(name).needs_groups for name in self.deck if is_card(name))
        if not needed and not self.groups:
            return []
        faults = []
        if len(self.groups) != len(self.players):
            facts = {"given": len(self.groups), "wanted": len(self.players)}
            faults.append(Fault("setup.group_count", "MANIP-1", facts))
        if len(set(self.groups)) != 2:
            faults.append(Fault("setup.two_groups", "MANIP-10", {"given": len(set(self.groups))}))
        return faults

    def _variant_faults(self) -> list[Fault]:
        faults = []
        for name, times in Counter(self.variants).items():
            if name not in KINDS or not KINDS[name].is_variant:
                faults.append(Fault("setup.unknown_variant", "VARX-1", {"variant": name}))
            elif times > 1:
                faults.append(Fault("setup.variant_twice", "VARX-1", {"variant": name}))
        return faults

    def warnings(self) -> list[Fault]:
        """What the table may do, but should know."""
        warnings = self.options.notes()
        count, counts = len(self.players), Counter(self.deck)
        low, high = (int(end) for end in self.options.player_range.split("-"))
        if not low <= count <= high:
            facts: dict[str, Any] = {"given": count, "low": low, "high": high}
            warnings.append(Fault("warning.player_range", "OPT-PLAYERS", facts))
        for name, copies in counts.items():
            printed = character(name).printed(self.options)
            if copies > printed:
                facts = {"card": name, "given": copies, "printed": printed}
                warnings.append(Fault("warning.more_than_box", "OPT-CARDS-VILLAGER", facts))
            kind = character(name)
            pool = self.options.role_pool
            if (pool == "base" and not kind.in_base_box) or (pool == "no_village" and kind.needs == "buildings"):
                warnings.append(Fault("warning.outside_pool", "OPT-ROLE-POOL", {"card": name}))
            if kind.adds and counts[kind.adds] < left_over([name], self.options):
                facts = {"card": kind.adds, "given": counts[kind.adds], "wanted": left_over([name], self.options)}
                warnings.append(Fault("warning.spare_villagers", "THIEF-1", facts))
        wolves = sum(copies for name, copies in counts.items() if character(name).is_wolf)
        must_take = self.options.thief_must_take_wolf or self.options.thief_swap == "mandatory"
        spares = left_over(counts, self.options)
        if spares and wolves < (spares if must_take else spares + 1):
            facts = {"given": wolves, "spares": spares}
            warnings.append(Fault("warning.spare_wolves", "HOUSE-18" if must_take else "HOUSE-17", facts))
        for name in self.trio:
            if character(name).unwise_to_borrow:
                warnings.append(Fault("warning.actor_unwise", character(name).unwise_to_borrow, {"card": name}))
        return warnings + [warning for kind in KINDS.values() for warning in kind.warnings(self)]

    # -- reading --

    def announced_copies(self) -> dict[str, int]:
        """Card -> copies, in the order of the box: the order of the deck may be the deal itself."""
        copies = Counter((*self.deck, *self.also_announced))
        return {name: copies[name] for name in KINDS if name in copies}

    def house_rules(self) -> tuple[str, ...]:
        """The folders of house rules this table cannot be played without."""
        named = (*self.deck, *self.trio, *self.also_announced, *self.events, *self.in_force, *self.hand, *self.variants)
        houses = [house.rstrip("0123456789").rstrip("_") for house in self.buildings]
        origins = {KINDS[name].origin for name in (*named, *self.buildings, *houses) if name in KINDS}
        return tuple(sorted(origins - {""}))

    def to_json(self) -> dict[str, Any]:
        """The setup as its difference from a preset, with nothing that is empty."""
        data: dict[str, Any] = {"players": list(self.players), "deck": list(self.deck)}
        data["preset"] = self.options.preset
        data["options"] = self.options.difference()
        data["seed"] = self.seed
        data["trio"] = list(self.trio)
        data["groups"] = list(self.groups)
        data["also_announced"] = list(self.also_announced)
        data["debate_rules"] = self.debate_rules
        data["buildings"] = list(self.buildings)
        data["events"] = list(self.events)
        data["draw"] = self.draw if self.events else ""
        data["in_force"] = list(self.in_force)
        data["hand"] = list(self.hand)
        data["variants"] = list(self.variants)
        # Seed 0 is a seed, though it equals False.
        return {name: value for name, value in data.items() if value or type(value) is int}

    @classmethod
    def from_json(cls, data: Any) -> Setup:
        """The reverse; anything malformed is an `InvalidSetup`."""
        if not isinstance(data, dict):
            raise InvalidSetup([Fault("setup.not_an_object")])
        fields = dict(data)
        preset, changes = fields.pop("preset", "pact"), fields.pop("options", {})
        if not isinstance(changes, dict):
            fields["options"], changes = changes, {}
        return cls._checked(fields, preset, changes)


NAMES: Final = "names"
_SHAPES: Final[dict[str, object]] = {
    "players": NAMES,
    "deck": NAMES,
    "seed": int,
    "trio": NAMES,
    "groups": NAMES,
    "also_announced": NAMES,
    "debate_rules": bool,
    "buildings": NAMES,
    "events": NAMES,
    "draw": str,
    "in_force": NAMES,
    "hand": NAMES,
    "variants": NAMES,
    "options": dict,
}


def _shape_faults(data: Mapping[Any, Any]) -> list[Fault]:
    """What is wrong with the form of a setup given from outside."""
    faults = [Fault("setup.unknown_field", "", {"field": str(name)}) for name in data if name not in _SHAPES]
    for name, shape in _SHAPES.items():
        if name in data:
            value = data[name]
            fits = _are_names(value) if shape is NAMES else type(value) is shape
            if not fits:
                faults.append(Fault("setup.wrong_shape", "", {"field": name}))
        elif name in ("players", "deck"):
            faults.append(Fault("setup.missing_field", "", {"field": name}))
    return faults


def _are_names(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(name, str) for name in value)


def _listed(deck: Any) -> Any:
    """A deck given as card -> copies, card by card; left alone if the numbers make no sense."""
    if not isinstance(deck, Mapping):
        return deck
    if not all(type(count) is int and 0 <= count <= 2 * MOST for count in deck.values()):
        return deck
    return [name for name, count in deck.items() for _ in range(count)]


def is_card(name: str) -> bool:
    kind = KINDS.get(name)
    return kind is not None and issubclass(kind, Character)
