"""English: `{card:the}` the Witch, `{card:a}` a Witch, an Elder. A capital begins a sentence: `{card:The}`."""

from __future__ import annotations

from nightcall.grammar import Grammar, Noun

THE = "the "


def _the(noun: Noun) -> str:
    return noun.forms[0]


def _a(noun: Noun) -> str:
    text = noun.forms[0]
    if not text.startswith(THE):
        return text
    bare = text.removeprefix(THE)
    return f"an {bare}" if bare[:1].lower() in "aeiou" else f"a {bare}"


class English(Grammar):
    forms = {"the": _the, "a": _a}


GRAMMAR = English()
