"""A player who changes sides with an exchanged card."""

from __future__ import annotations

from nightcall.engine.village import Village
from nightcall.rules.characters.werewolf import Werewolf


def become_werewolf(v: Village, seat: int, rule: str, witnesses: tuple[int, ...] = ()) -> None:
    """The card is exchanged in secret; one that lies open stays, and only the status changes. (WOLF-10, TRUST-3)"""
    if seat in v.faces:
        v.turn_wolf(seat)
    else:
        v.swap_card(seat, Werewolf())
    v.tell("converted", rule, (seat, *witnesses), seat=seat, card=v.card(seat).name)
