"""The seats, for the moderator's eyes: who holds what, and what became of whom."""

from __future__ import annotations

from collections.abc import Iterator

from nightcall.engine.rule import KINDS, Character
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village
from nightcall.rules.buildings.building import Houses
from nightcall.rules.buildings.farm import Farmers
from nightcall.rules.characters.cupid import Lovers
from nightcall.rules.characters.piper import Charmed
from nightcall.rules.offices.sheriff import Sheriff
from nightcall.words import Words


def offices() -> list[str]:
    """Every title somebody may hold beside the card."""
    return [name for name, kind in KINDS.items() if kind.is_office]


def holder_of(village: Village, office: str) -> int:
    """Who holds an office; 0 = nobody."""
    return next((rule.holder for rule in village.named(office)), 0)


def is_sheriff_later(village: Village) -> bool:
    """Whether it is a day without a Sheriff because the Farmers elect one, and not before tomorrow (FARM-1)."""
    farmers = next((rule for rule in village.named(Farmers.name) if isinstance(rule, Farmers)), None)
    if farmers is None or village.phase != "day" or holder_of(village, Sheriff.name):
        return False
    return not village.the(Sheriff).is_gone and farmers.is_too_early(village)


def notes_on(setup: Setup, words: Words) -> list[str]:
    """What a table is well told before it begins, though nothing is wrong with it."""
    return [words.text("desk.sheriff_later.setup")] if Farmers.concerns(setup) else []


def houses(village: Village) -> Houses | None:
    return next((rule for rule in village.named("houses") if isinstance(rule, Houses)), None)


def house(village: Village, seat: int, words: Words) -> str:
    """Where somebody lives."""
    found = houses(village)
    building = found.of(seat) if found is not None else None
    if building is not None:
        return words.house(building.house)
    return words.text("occupant.vagabond") if seat in village.living else ""


def is_known(village: Village, seat: int) -> bool:
    """Whether the app knows the card."""
    return village.knows(seat) is not None


def card_of(village: Village, seat: int) -> str:
    """The card, if the app knows it or it can be no other; else nothing."""
    card = village.knows(seat)
    possible = [card.name] if card is not None else village.cards.possible(seat)
    return possible[0] if len(possible) == 1 else ""


def _has_wolf_card(village: Village, seat: int) -> bool:
    """Whether the card itself makes this player a Werewolf, whichever of those it may be."""
    card = village.knows(seat)
    if card is not None:
        return card.is_wolf
    return all(issubclass(kind := KINDS[name], Character) and kind.is_wolf for name in village.cards.possible(seat))


def holding(village: Village, seat: int, words: Words) -> str:
    """The card, with whatever powers came besides; or what it can be."""
    card = village.knows(seat)
    more = [power.name for power in village.powers_of(seat) if power is not card and not power.borrowed]
    if card is not None:
        return " + ".join(map(words.card, (card.name, *more)))
    return " + ".join((*map(words.card, more), _hidden(village, seat, words)))


def _hidden(village: Village, seat: int, words: Words) -> str:
    if taken_by := next((death.taken_by for death in village.graveyard if death.seat == seat), 0):
        return words.text("desk.seats.taken", name=village.name_of(taken_by))
    possible = [words.card(name) for name in village.cards.possible(seat)]
    return possible[0] if len(possible) == 1 else words.text("desk.seats.one_of", names=", ".join(possible))


def state(village: Village, seat: int, words: Words) -> Iterator[str]:
    """Everything else about somebody: what the table sees, then what it does not."""
    yield from public_state(village, seat, words)
    if seat in village.infected:
        yield words.text("desk.seats.infected")
    elif seat in village.wolves and not _has_wolf_card(village, seat):
        yield words.text("desk.seats.wolf")
    for death in village.graveyard:
        if death.taken_by == seat:
            yield words.text("desk.seats.took", name=village.name_of(death.seat))
    for partner in Lovers.partners(village, seat):
        yield words.text("desk.seats.in_love", name=village.name_of(partner))
    if any(isinstance(rule, Charmed) and seat in rule.seats for rule in village.named("charmed")):
        yield words.text("desk.seats.charmed")
    for name in village.setup.trio:
        for rule in village.named(name):
            if isinstance(rule, Character) and rule.borrowed and rule.holder == seat:
                yield words.text("desk.seats.plays", card=words.card(name))


def public_state(village: Village, seat: int, words: Words) -> Iterator[str]:
    if seat in village.gone:
        yield words.text("desk.seats.left")
    elif seat in village.elsewhere:
        yield words.text("desk.seats.elsewhere")
    elif seat not in village.living:
        yield words.text("desk.seats.dead")
    for office in offices():
        if any(rule.holder == seat for rule in village.named(office)):
            yield words.text(f"office.{office}")
    if seat in village.away:
        yield words.text("desk.seats.away")
