"""Whose eyes are open: asked on the screen also where the record knows it and the rules do not ask (IDENT-0).

Otherwise a first call that goes on at once would tell whoever glances at the phone that this card was seen before, or
can be no other's (FK-1). Nothing of it is on the tape: it is only compared with the record.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nightcall.desk.script import is_first_call, looked_for
from nightcall.engine import prompts
from nightcall.engine.events import PUBLIC
from nightcall.engine.game import Game
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import KINDS, Character
from nightcall.rules.characters.werewolf import Pack
from nightcall.rules.eyes import eyes_prompt
from nightcall.words import Words


@dataclass(frozen=True, slots=True)
class Eyes:
    """The question as it looks, and the answer that is recorded."""

    asks: Prompt
    holders: tuple[int, ...]
    card: str
    """What they are recorded to hold."""
    is_all: bool
    """Whether to be seen is all there is to this call."""

    def other(self, seats: Iterable[int]) -> int:
        """Somebody whose eyes are open, and who does not hold the card by what is recorded; 0 = nobody."""
        return next((seat for seat in seats if seat not in self.holders), 0)

    def note(self, words: Words, players: tuple[str, ...]) -> str:
        names = words.names(words.seat(seat, players) for seat in self.holders)
        return words.text("desk.eyes", seats=names)


def eyes(game: Game) -> Eyes | None:
    """Whose eyes open at the call just made, where nobody was asked for it; None = it was asked, or is not their call.

    A call nobody answers seems to ask it by itself (`desk.feigned`).
    """
    prompt, v = game.prompt, game.village
    if prompt is None or prompt.audience == PUBLIC or not is_first_call(game):
        return None
    if prompt.about in (prompts.FEIGNED, prompts.PACK) or prompt.about.what == prompts.HOLDERS:
        return None
    call = next(event.facts["call"] for event in reversed(game.events) if event.name == "called")
    is_all = prompt.about == prompts.SEEN
    if call == Pack.name:
        pack = tuple(seat for seat in v.present() if seat in v.wolves)
        wolf = next((card.name for card in v.cards.deck if card.is_wolf), "")  # a plague needs none
        return (
            Eyes(eyes_prompt(v, tuple(v.living), len(pack), len(pack)), pack, wolf, is_all) if pack and wolf else None
        )
    kind = KINDS.get(call)
    if kind is None or not issubclass(kind, Character) or call not in v.announced:
        return None
    found = [card.holder for card in v.cards_named(call) if not card.borrowed and card.holder in v.present()]
    return Eyes(looked_for(game, call), tuple(sorted(found)), call, is_all) if found else None
