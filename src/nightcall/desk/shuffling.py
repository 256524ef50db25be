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
    count, of = len(setup.deck), len(setup.deck) + len(setup.also_announced)
    said = [words.text("desk.deal.shuffle" if count == of else "desk.deal.shuffle_some", count=count, of=of)]
    said.append(words.text("desk.deal.one_each"))
    if spares > 0:
        said.append(words.text("desk.deal.spares", count=spares))
    if setup.trio:
        said.append(words.text("desk.deal.trio", cards=words.names(words.card(name) for name in setup.trio)))
    said.append(words.text("desk.deal.look"))
    return said


def to_shuffle(setup: Setup) -> list[tuple[str, int]]:
    """The cards announced, each with its copies: which of them stay in the box the list does not tell."""
    if setup.also_announced:
        return list(setup.announced_copies().items())
    return list(Counter(setup.deck).items())


def left_out(setup: Setup, words: Words) -> str:
    """What is announced and stays in the box: for the moderator's eyes alone."""
    if not setup.also_announced:
        return ""
    return words.text("desk.deal.left_out", cards=words.names(words.card(name) for name in setup.also_announced))
