"""German: the cases, called by the article a masculine noun has in them.

    {card:der}  die Hexe, der Jäger, das Kleine Mädchen      {card:ein}    eine Hexe, ein Jäger
    {card:den}  die Hexe, den Jäger, das Kleine Mädchen      {card:einen}  eine Hexe, einen Jäger
    {card:dem}  der Hexe, dem Jäger, dem Kleinen Mädchen     {card:einem}  einer Hexe, einem Jäger
    {card:des}  der Hexe, des Jägers, des Kleinen Mädchens;  {seat:des}    Annas, Max’
    {card:von}  von der Hexe, vom Jäger;  {card:zu}  zur Hexe, zum Jäger;  {card:bei}  bei der Hexe, beim Jäger
    {card:er/sie/es}, for a plural {card:er/sie/es/sie}

A noun is written with its article, `die Hexe`. Where the rules below do not fit, its four cases are written:
`der Narr | den Narren | dem Narren | des Narren`. Those of a plural always are, or it would pass for a woman:
`die Werwölfe | die Werwölfe | den Werwölfen | der Werwölfe`.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from nightcall.grammar import Grammar, Noun

MASCULINE, FEMININE, NEUTER, PLURAL = range(4)
NOMINATIVE, ACCUSATIVE, DATIVE, GENITIVE = range(4)
ARTICLES: Final = {"der": MASCULINE, "die": FEMININE, "das": NEUTER}
DEFINITE: Final = (
    ("der", "den", "dem", "des"),
    ("die", "die", "der", "der"),
    ("das", "das", "dem", "des"),
    ("die", "die", "den", "der"),
)
"""Gender -> the article in each case."""
INDEFINITE: Final = (
    ("ein", "einen", "einem", "eines"),
    ("eine", "eine", "einer", "einer"),
    ("ein", "ein", "einem", "eines"),
    ("", "", "", ""),
)
MELTED: Final = {"von dem": "vom", "zu dem": "zum", "zu der": "zur", "bei dem": "beim"}
HISSING: Final = ("s", "ß", "x", "z", "ce")


def _gender(noun: Noun) -> int | None:
    """None for a name without an article."""
    if noun.forms[DATIVE:] and noun.forms[DATIVE].startswith("den "):
        return PLURAL
    article, _, rest = noun.forms[0].partition(" ")
    return ARTICLES.get(article) if rest else None


def _definite(case: int, noun: Noun) -> str:
    if case < len(noun.forms):
        return noun.forms[case]
    gender = _gender(noun)
    if gender is None:
        return _named(noun.forms[0]) if case == GENITIVE else noun.forms[0]
    _, *adjectives, last = noun.forms[0].split(" ")
    if case in (DATIVE, GENITIVE) or (gender == MASCULINE and case == ACCUSATIVE):
        adjectives = [re.sub(r"e$", "en", word) for word in adjectives]
    if case == GENITIVE and gender != FEMININE:
        last += "es" if last.endswith(HISSING) else "s"
    return " ".join((DEFINITE[gender][case], *adjectives, last))


def _indefinite(case: int, noun: Noun) -> str:
    """The definite form with the other article; an adjective after `ein` shows the gender itself."""
    text, gender = _definite(case, noun), _gender(noun)
    if gender is None:
        return text
    _, *adjectives, last = text.split(" ")
    if case == NOMINATIVE or (gender == NEUTER and case == ACCUSATIVE):
        ending = {MASCULINE: "er", NEUTER: "es"}.get(gender, "e")
        adjectives = [re.sub(r"e$", ending, word) for word in adjectives]
    return " ".join(filter(None, (INDEFINITE[gender][case], *adjectives, last)))


def _after(preposition: str, noun: Noun) -> str:
    text = f"{preposition} {_definite(DATIVE, noun)}"
    head = " ".join(text.split(" ")[:2])
    return text.replace(head, MELTED.get(head, head), 1)


def _named(name: str) -> str:
    """Annas, Max’; what is no name at its end, a number say, is helped by an apostrophe."""
    if name.casefold().endswith(HISSING):
        return f"{name}’"
    return f"{name}s" if name[-1:].isalpha() else f"{name}’s"


class German(Grammar):
    decimal = ","
    percent = "{}\N{NO-BREAK SPACE}%"
    genders = 4

    forms = {
        **{der: partial(_definite, case) for case, der in enumerate(DEFINITE[MASCULINE])},
        **{ein: partial(_indefinite, case) for case, ein in enumerate(INDEFINITE[MASCULINE])},
        **{preposition: partial(_after, preposition) for preposition in ("von", "zu", "bei")},
    }

    def gender(self, noun: Noun) -> int:
        return _gender(noun) or MASCULINE

    def is_plural(self, noun: Noun) -> bool:
        return _gender(noun) == PLURAL


GRAMMAR = German()
