"""English: `{card:the}` the Witch, `{card:a}` a Witch, an Elder. A capital begins a sentence: `{card:The}`.

Where the second does not follow from the first it is written: `the Two Sisters | one of the Two Sisters`.
"""

from __future__ import annotations

from nightcall.grammar import Grammar, Noun

THE = "the "


def _the(noun: Noun) -> str:
    return noun.forms[0]


def _a(noun: Noun) -> str:
    if len(noun.forms) > 1:
        return noun.forms[1]
    text = noun.forms[0]
    if not text.startswith(THE):
        return text
    bare = text.removeprefix(THE)
    return f"an {bare}" if bare[:1].lower() in "aeiou" else f"a {bare}"


class English(Grammar):
    forms = {"the": _the, "a": _a}


GRAMMAR = English()
