"""Everything a person reads, in every language. The texts are data; this fills in the facts.

    >>> from nightcall.words import Words
    >>> Words("fr").names(["Ann", "Bea", "Cid"])
    'Ann, Bea et Cid'
    >>> Words("en").card("witch")
    'Witch'

A text may come in variants: `event.died.vote` and `event.died.other` beside each other, with no `event.died`. A variant
is named after the rule that caused it or after the value of a fact, `yes`, `no` and `none` included. A text may ask for
a form of what it names, `{card:the}`: that is the business of the language's grammar. More in docs/translating.md.
"""

from __future__ import annotations

from nightcall.words._texts import FIRST, LANGUAGES, nearest, own_name, own_texts
from nightcall.words.refusing import Refusing
from nightcall.words.wording import PromptWords

__all__ = ["FIRST", "LANGUAGES", "PromptWords", "Words", "nearest", "own_name", "own_texts"]


class Words(Refusing):
    """The words of one language, in chapters: nouns, spelling (facts), recounting, wording (questions), refusing."""
