"""French: the article and `de`, `à`, `que` before whatever follows.

    {card:le}   la Sorcière, l'Ancien, Cupidon
    {card:un}   une Sorcière, un Ancien
    {card:de}   de la Sorcière, du Voleur, des Deux Sœurs;  {seat:de}   de Bea, d'Inès
    {card:à}    à la Sorcière, au Voleur, aux Deux Sœurs;   {seat:à}    à Inès
    {seat:que}  que Bea, qu'Inès
    {day:1er}   1er, 2, 3
    {card:absent/absente}

A noun is written with its article: `la Sorcière`. Where that does not tell the gender, the indefinite one follows:
`l'Ancien | un Ancien`.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from nightcall.grammar import Grammar, Noun

NO_BREAK: Final = "\N{NO-BREAK SPACE}"
APOSTROPHE: Final = "\N{RIGHT SINGLE QUOTATION MARK}"
LIAISON: Final = re.compile(r"[aeiou]|h[eiouy]|y[^aeiou]")
"""Beginnings before which `de` becomes `d'`: Inès, Hélène, Yves; but de Hal, de Yann. An h before a is mostly heard."""
SPOKEN_H: Final = frozenset({"heidi", "holger", "horst", "howard", "humphrey"})
ARTICLES: Final = re.compile(r"(le |la |les |l['’])(.*)")


def _before(noun: Noun, le: str, plain: str, les: str, elided: str) -> str:
    """`de` and its like, melted into the article or the name that follows."""
    text = noun.forms[0]
    if text.startswith("le "):
        return le + text.removeprefix("le ")
    if text.startswith("les "):
        return les + text.removeprefix("les ")
    return (elided if _begins_with_vowel(text) else plain) + text


def _begins_with_vowel(text: str) -> bool:
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    plain = plain.replace("œ", "oe").replace("æ", "ae")
    return bool(LIAISON.match(plain)) and plain.split(" ")[0] not in SPOKEN_H


def _un(noun: Noun) -> str:
    if len(noun.forms) > 1:
        return noun.forms[1]
    found = ARTICLES.fullmatch(noun.forms[0])
    return {"la ": "une ", "les ": "des "}.get(found[1], "un ") + found[2] if found else noun.forms[0]


class French(Grammar):
    decimal = ","
    percent = "{}" + NO_BREAK + "%"
    genders = 2

    forms = {
        "le": lambda noun: noun.forms[0],
        "un": _un,
        "de": lambda noun: _before(noun, "du ", "de ", "des ", f"d{APOSTROPHE}"),
        "à": lambda noun: _before(noun, "au ", "à ", "aux ", "à "),
        "que": lambda noun: _before(noun, "que le ", "que ", "que les ", f"qu{APOSTROPHE}"),
        "1er": lambda noun: "1er" if noun == "1" else str(noun),
    }

    def plural(self, number: int) -> int:
        return 0 if number < 2 else 1

    def gender(self, noun: Noun) -> int:
        article = noun.forms[-1].partition(" ")[0]
        return 1 if article in ("la", "une") else 0

    def is_plural(self, noun: Noun) -> bool:
        return noun.forms[0].startswith("les ")

    def typeset(self, text: str) -> str:
        """Punctuation stays on the line of the word before; an apostrophe, typed with a straight key, is curved."""
        curved = re.sub(r"(?<=\w)'(?=[\w{«])", APOSTROPHE, text)
        return re.sub(r" (?=[;:?!»])", NO_BREAK, curved).replace("« ", f"«{NO_BREAK}")


GRAMMAR = French()
