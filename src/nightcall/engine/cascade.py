"""One death leading to others: RES-1 to RES-9, written as the sequence it is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from nightcall.engine.deaths import VOTE, Death
from nightcall.engine.events import MODERATOR

if TYPE_CHECKING:
    from nightcall.engine.rule import Rule
    from nightcall.engine.village import Village


def run(v: Village, deaths: Sequence[Death], *, of_night: bool = False) -> None:
    """A batch; the outermost one also settles the last wills and looks for a victory."""
    if v.cascade is not None:
        _batch(v, deaths, of_night)
        return
    v.cascade = []
    if deaths:
        _batch(v, deaths, of_night)
    fallen, v.cascade = v.cascade, None
    if fallen:
        for rule in v.doors["afterwards"]:
            rule.afterwards(v, fallen)  # RES-7
    v.sides_changed()  # RES-9


def _batch(v: Village, deaths: Sequence[Death], of_night: bool) -> None:
    """All who die now fall together; then the others react (RES-1…RES-6)."""
    falling = _once_each([death for death in deaths if _strikes(v, death)])
    v.falling = falling
    for death in falling:
        if death.cause == VOTE:
            _condemned(v, death)
    # Whoever took another's place has fallen already, with a cascade of his own (HARV-7).
    batch = [death for death in falling if not death.spared and death.seat in v.living]
    in_despair = v.despair
    _fall(v, batch, in_despair, of_night)
    _drag_along(v, batch, in_despair, of_night)
    if batch:
        _react(v, batch)


def _react(v: Village, batch: list[Death]) -> None:
    if len(batch) == 1:
        for rule in v.doors["died"]:
            rule.died(v, batch[0])
        return
    for _, rules in groupby(v.doors["died"], key=_name):
        same = list(rules)
        for death in batch:  # several Hunters shoot in the order announced (RES-6)
            for rule in same:
                rule.died(v, death)


def threaten(v: Village, death: Death) -> None:
    """Whoever may prevent it is heard, until somebody does."""
    if not death.spared:
        for rule in v.at("threatened"):
            rule.threatened(v, death)
            if death.spared:
                break


def _strikes(v: Village, death: Death) -> bool:
    """Whether nothing prevents it: the last to speak "instead"."""
    if death.seat not in v.living:
        return False  # fallen meanwhile, by the own razor say: nobody is asked to step in
    threaten(v, death)
    if death.spared:
        v.tell("spared", death.spared, MODERATOR, seat=death.seat, cause=death.cause)
        return False
    return True


def _drag_along(v: Village, batch: list[Death], in_despair: bool, of_night: bool) -> None:
    """Grief and the like join the batch until it is stable (RES-3).

    Despair the batch itself has caused reaches them, unless the table lets grief belong to its moment (HOUSE-21).
    """
    fallen = list(batch)
    while fallen:
        for rule in v.doors["falls"]:
            for death in fallen:
                rule.falls(v, death)
        if not v.joining:
            return
        fallen = _once_each([death for death in v.joined() if death.seat in v.living])
        _fall(v, fallen, v.despair if v.options.grief_is_despair else in_despair, of_night)
        batch += fallen


def _name(rule: Rule) -> str:
    return rule.name


def _once_each(deaths: list[Death]) -> list[Death]:
    """A player hit by several causes dies once; every cause is remembered (NR-13)."""
    if len(deaths) < 2:
        return deaths
    merged: dict[int, Death] = {}
    for death in deaths:
        first = merged.setdefault(death.seat, death)
        if first is not death:
            first.causes += (death.cause,)  # the culprits stay those of the meal, which comes first
            if death.is_open:
                first.cause, first.rule, first.is_open = death.cause, death.rule, True  # what the table is told (NR-15)
    return list(merged.values())


def _condemned(v: Village, death: Death) -> None:
    """Between the verdict and the fall: a chance to take the card, the card itself, a last pardon (VOTE-16)."""
    death.face_up = death.face_up or death.seat in v.turned_up  # shown before, and saved since (SCAPE-9)
    if not death.face_up:
        for rule in v.at("before_reveal"):
            if not death.taken_by:
                rule.before_reveal(v, death)
    if death.taken_by or death.spared:
        return
    card = v.card(death.seat, "card.shown", "IDENT-2")
    if not death.face_up:
        death.face_up = True
        _show(v, death, card.name)
    for rule in v.at("revealed"):
        rule.revealed(v, death)


def _fall(v: Village, batch: Sequence[Death], in_despair: bool, of_night: bool) -> None:
    """Everybody of the batch is dead before anybody reacts."""
    assert v.cascade is not None
    for death in batch:
        seat = death.seat
        death.powers = not (in_despair and v.loses_powers(seat)) and seat not in v.powerless
        if v.is_told and death.cause != VOTE:
            _announce(v, death, of_night)
    for death in batch:
        seat = death.seat
        if not death.taken_by:
            death.card = v.card(seat, "card.shown", "IDENT-2")
            if not death.face_up:
                _show(v, death, death.card.name)
        death.day = v.day
        death.was_wolf = seat in v.wolves
        death.side = death.side or v.side(seat)
    for death in batch:
        v.living.remove(death.seat)
        if v.away:
            v.bring_back(death.seat)
        v.graveyard.append(death)
        v.cascade.append(death)
        if v.is_told:
            _tell_cause(v, death)


def _tell_cause(v: Village, death: Death) -> None:
    """The table has just seen a verdict carried out; of the other deaths it has heard before the cards were shown."""
    if death.cause == VOTE:
        _announce(v, death, of_night=False)
    v.tell("cause", death.rule, MODERATOR, seat=death.seat, causes=death.causes, by=death.by)


def _show(v: Village, death: Death, name: str) -> None:
    """The card is turned up, unless a rule keeps it face down; the app knows it either way (IDENT-2)."""
    for rule in v.at("hides"):
        if rule.hides(v, death):
            death.is_hidden = True
            return
    v.show(death.seat, name, "GEN-4")


def _announce(v: Village, death: Death, of_night: bool) -> None:
    """The morning names the dead of the night, not the causes, but for those the table is to know (NR-15).

    Whatever else happens the table witnesses: the day's deaths, and those a shot at dawn brings.
    """
    if death.is_open or not of_night:
        v.tell("died", death.rule, seat=death.seat, cause=death.cause)
    else:
        v.tell("died", "NR-15", seat=death.seat)
