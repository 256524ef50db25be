"""What keeps a table from playing, and what is merely unusual: everything at once, each with its rule.

A card, an office or a variant adds what is wrong in its own eyes (`Rule.faults`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from nightcall.engine import names
from nightcall.engine.errors import Fault
from nightcall.engine.names import NAME_LIMIT, alike, is_name
from nightcall.engine.rule import KINDS, VILLAGERS, Character, character, left_over, to_borrow

if TYPE_CHECKING:
    from nightcall.engine.setup import Setup

FEWEST: Final = 3
MOST: Final = 60


def faults(setup: Setup) -> Iterator[Fault]:
    """Everything that keeps this table from playing, as far as the engine can say."""
    yield from _players(setup)
    yield from _cards(setup)
    yield from _wolves(setup)
    yield from _dealt(setup)
    yield from _silent(setup)
    yield from _trio(setup)
    yield from _groups(setup)
    yield from _variants(setup)


def is_card(name: str) -> bool:
    kind = KINDS.get(name)
    return kind is not None and issubclass(kind, Character)


def _deck(setup: Setup) -> list[type[Character]]:
    """The cards of the deck, as far as they are known."""
    return [character(name) for name in setup.deck if is_card(name)]


def _spares(setup: Setup) -> int:
    """How many cards lie in the middle."""
    return left_over((kind.name for kind in _deck(setup)), setup.options)


# -- players --


def _players(setup: Setup) -> Iterator[Fault]:
    if not FEWEST <= len(setup.players) <= MOST:
        yield player_count(len(setup.players))
    first: dict[str, str] = {}
    for name, times in Counter(setup.players).items():
        if times > 1:
            yield Fault("setup.same_name", "GEN-2", {"name": name}, about=("players",))
        if not is_name(name):
            yield Fault("setup.bad_name", "AMD-70", {"name": name, "limit": NAME_LIMIT}, about=("players",))
        elif first.setdefault(alike(name), name) != name:
            facts = {"name": name, "like": first[alike(name)]}
            yield Fault("setup.alike_name", "AMD-70", facts, about=("players",))


def misnamed(setup: Setup) -> Iterator[Fault]:
    """Names and labels that deceive the eye: refused when they are given, not where a game was played with them."""
    for about in ("players", "groups"):
        seen: dict[tuple[int, str], str] = {}
        for name in dict.fromkeys(filter(is_name, getattr(setup, about))):
            found = misspelt(name, about)
            if found is not None:
                yield found
                continue
            looks = list(enumerate(names.looks(name)))
            like = next((seen[look] for look in looks if look in seen), name)
            if alike(like) != alike(name):
                yield Fault("setup.lookalike_name", "AMD-70", {"name": name, "like": like}, about=(about,))
            seen |= {look: seen.get(look, name) for look in looks}


def misspelt(name: str, about: str = "players") -> Fault | None:
    """What in this name nobody can see, or can read."""
    if hidden := names.hidden_in(name):
        facts = {"name": name, "given": f"U+{ord(hidden):04X}"}
        return Fault("setup.hidden_letter", "AMD-70", facts, about=(about,))
    if names.is_overloaded(name):
        return Fault("setup.too_many_marks", "AMD-70", {"name": name, "limit": names.MARKS_LIMIT}, about=(about,))
    return None


def player_count(given: int) -> Fault:
    return Fault("setup.player_count", "GEN-12", {"given": given, "low": FEWEST, "high": MOST}, about=("players",))


# -- cards --


def _cards(setup: Setup) -> Iterator[Fault]:
    """Which cards there are, how many, and what some of them need."""
    for name in dict.fromkeys((*setup.deck, *setup.also_announced, *setup.options.identify_silent_roles_n1)):
        if not is_card(name):
            yield Fault("setup.unknown_card", "GEN-19", {"card": name})
    deck = _deck(setup)
    each = max((KINDS[name].cards_each for name in setup.variants if name in KINDS), default=1)
    wanted = each * len(setup.players) + _spares(setup)
    if len(setup.deck) != wanted:
        facts = {"given": len(setup.deck), "wanted": wanted, "players": len(setup.players)}
        yield Fault("setup.deck_size", "GEN-19", facts, about=("deck", "players"))
    lent = [character(name) for name in setup.trio if is_card(name)]
    for kind in (*dict.fromkeys(deck), *lent):
        if kind.needs and not getattr(setup, kind.needs):
            yield Fault("setup.needs", "GEN-18", {"card": kind.name, "needed": kind.needs}, about=("deck", kind.needs))
    for kind, count in Counter(deck).items():
        if count % kind.together:
            yield Fault("setup.broken_set", "SIB-3", {"card": kind.name, "together": kind.together})


def _wolves(setup: Setup) -> Iterator[Fault]:
    deck = _deck(setup)
    wolves = sum(kind.is_wolf for kind in deck)
    must_have_wolves = not any(KINDS[name].without_wolves for name in setup.variants if name in KINDS)
    if wolves == 0 and must_have_wolves:
        yield Fault("setup.no_wolf", "GEN-20")
    if wolves == 1 and _spares(setup) and setup.options.single_wolf_with_thief == "refused":  # HOUSE-26
        yield Fault("setup.spare_wolf", "GEN-14")  # the only one might be left in the middle
    if deck and wolves == len(setup.deck) and must_have_wolves:
        yield Fault("setup.only_wolves", "GEN-20")


def _dealt(setup: Setup) -> Iterator[Fault]:
    """What may not lie in the middle where the cards lie as listed."""
    if setup.options.cards_known_to_app and setup.seed is None:
        for name in setup.deck[len(setup.players) :]:
            if is_card(name) and character(name).never_spare:
                yield Fault("setup.never_spare", "TRUST-4", {"card": name}, about=("deck", "players"))


def _silent(setup: Setup) -> Iterator[Fault]:
    for name in setup.options.identify_silent_roles_n1:
        if is_card(name) and name not in setup.deck and name not in setup.also_announced:
            yield Fault("setup.silent_role_absent", "SW-IDENT-N1", {"card": name})


# -- what some cards need besides --


def _trio(setup: Setup) -> Iterator[Fault]:
    """The cards lent to the Actor."""
    wanted = to_borrow((kind.name for kind in _deck(setup)), setup.options)
    if len(setup.trio) != wanted:
        facts = {"given": len(setup.trio), "wanted": wanted}
        yield Fault("setup.actor_count", "ACTOR-1", facts, about=("trio", "deck"))
    used = Counter(setup.deck)
    for name in setup.trio:
        used[name] += 1
        found = _not_lent(setup, name, used[name])
        if found is not None:
            key, rule = found
            yield Fault(key, rule, {"card": name}, about=("trio",))


def _not_lent(setup: Setup, name: str, copies: int) -> tuple[str, str] | None:
    """Why the Actor cannot be lent this card, with its rule; None if he can."""
    if not is_card(name):
        return "setup.unknown_card", "ACTOR-1"
    kind = character(name)
    if kind.is_wolf:
        return "setup.actor_wolf", "ACTOR-1"
    if not kind.borrowed_at:
        return "setup.actor_powerless", "ACTOR-5" if kind.group == VILLAGERS else "ACTOR-M18"
    boxes = 2 if setup.options.actor_beyond_box == "allowed" else 1  # HOUSE-27
    if copies > boxes * kind.copies:
        return "setup.actor_not_in_box", "ACTOR-5"
    if setup.options.actor_card_pool == "villagers_only" and kind.group != VILLAGERS:
        return "setup.actor_villagers_only", "OPT-ACTOR-POOL"
    return None


def _groups(setup: Setup) -> Iterator[Fault]:
    """The two groups of the Manipulator."""
    if not setup.groups and not any(kind.needs_groups for kind in _deck(setup)):
        return
    if len(setup.groups) != len(setup.players):
        facts = {"given": len(setup.groups), "wanted": len(setup.players)}
        yield Fault("setup.group_count", "MANIP-1", facts, about=("groups", "players"))
    labels = dict.fromkeys(setup.groups)
    for label in labels:
        if not is_name(label):
            yield Fault("setup.bad_group", "AMD-70", {"name": label, "limit": NAME_LIMIT}, about=("groups",))
    if len(labels) != 2:
        yield Fault("setup.two_groups", "MANIP-10", {"given": len(labels)}, about=("groups",))


def _variants(setup: Setup) -> Iterator[Fault]:
    for name, times in Counter(setup.variants).items():
        if name not in KINDS or not KINDS[name].is_variant:
            yield Fault("setup.unknown_variant", "VARX-1", {"variant": name}, about=("variants",))
        elif times > 1:
            yield Fault("setup.variant_twice", "VARX-1", {"variant": name}, about=("variants",))


# -- what is merely unusual --


def warnings(setup: Setup) -> list[Fault]:
    """What the table may do, but should know; every card must be one."""
    found = setup.options.notes()
    count, counts = len(setup.players), Counter(setup.deck)
    low, high = (int(end) for end in setup.options.player_range.split("-"))
    if not low <= count <= high:
        facts: dict[str, Any] = {"given": count, "low": low, "high": high}
        found.append(Fault("warning.player_range", "OPT-PLAYERS", facts, about=("players",)))
    for name, copies in counts.items():
        kind = character(name)
        printed = kind.printed(setup.options)
        if copies > printed:
            facts = {"card": name, "given": copies, "printed": printed}
            found.append(Fault("warning.more_than_box", "OPT-CARDS-VILLAGER", facts))
        pool = setup.options.role_pool
        if (pool == "base" and not kind.in_base_box) or (pool == "no_village" and kind.needs == "buildings"):
            found.append(Fault("warning.outside_pool", "OPT-ROLE-POOL", {"card": name}))
        if kind.adds and counts[kind.adds] < left_over([name], setup.options):
            facts = {"card": kind.adds, "given": counts[kind.adds], "wanted": left_over([name], setup.options)}
            found.append(Fault("warning.spare_villagers", "THIEF-1", facts))
    if setup.options.silent_without_target and setup.options.fake_calls:
        found.append(Fault("warning.silence_tells", "HOUSE-19", about=("options",)))
    found += _few_wolves(setup)
    for name in setup.trio:
        if character(name).unwise_to_borrow:
            found.append(Fault("warning.actor_unwise", character(name).unwise_to_borrow, {"card": name}))
    return found


def _few_wolves(setup: Setup) -> Iterator[Fault]:
    """So few that all of them may lie in the middle."""
    wolves, spares = sum(kind.is_wolf for kind in _deck(setup)), _spares(setup)
    must_take = setup.options.thief_must_take_wolf or setup.options.thief_swap == "mandatory"
    if spares and wolves < (spares if must_take else spares + 1):
        facts = {"given": wolves, "spares": spares}
        yield Fault("warning.spare_wolves", "HOUSE-18" if must_take else "HOUSE-17", facts)
