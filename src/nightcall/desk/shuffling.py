"""Before the first night: which cards to shuffle, and where those go that nobody is dealt."""

from __future__ import annotations

from collections import Counter

from nightcall.engine.setup import Setup
from nightcall.words import Words


def to_deal(setup: Setup, words: Words) -> list[str]:
    """What to do with the real cards, in sentences to say; nothing where the app deals."""
    if setup.options.cards_known_to_app:
        return []
    spares = len(setup.deck) - len(setup.players)
    said = [words.text("desk.deal.shuffle", count=len(setup.deck))]
    said.append(words.text("desk.deal.one_each"))
    if spares > 0:
        said.append(words.text("desk.deal.spares", count=spares))
    if setup.trio:
        said.append(words.text("desk.deal.trio", cards=words.names(words.card(name) for name in setup.trio)))
    said.append(words.text("desk.deal.look"))
    return said


def to_shuffle(setup: Setup) -> list[tuple[str, int]]:
    """The very cards, each with its copies, in the order of the deck."""
    return list(Counter(setup.deck).items())
