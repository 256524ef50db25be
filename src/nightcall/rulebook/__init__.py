"""Every rule by its id, in every language: the answer to "why did this happen?".

    >>> from nightcall import rulebook
    >>> rulebook.entry("KNIGHT-1").kind
    'rule'

One TOML file per family of ids: `WITCH-3` is in `witch.toml`, `SERV-M3` in `serv.toml`, and their texts in the files of
the same name in the folder of each language. A file is read when one of its rules is asked for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from nightcall import written
from nightcall.engine.errors import NightcallError
from nightcall.grammar import grammar_of

HERE: Final = Path(__file__).parent

__all__ = [
    "Entry",
    "UnknownRule",
    "add",
    "entries",
    "entry",
    "family",
    "folded",
    "ids",
    "read_entry",
    "search",
    "texts_in",
]

_FIRST: Final = "en"


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule, in our own words."""

    id: str
    kind: str
    """`rule`, `interaction`, `ruling`, `option` or `amendment`."""
    source: tuple[str, ...]
    """The documents it comes from; empty for a ruling of our own."""
    options: tuple[str, ...]
    """The options it hangs on."""
    text: Mapping[str, str]
    """Language -> the rule."""

    def text_in(self, language: str) -> str:
        """In this language, or in English where that has no text yet."""
        return self.text.get(language) or self.text[_FIRST]


class UnknownRule(NightcallError, KeyError):
    """No rule has this id."""

    def __init__(self, given: str, close: list[str]) -> None:
        super().__init__("rule.unknown_close" if close else "rule.unknown", given=given, close=close)


@lru_cache(4096)
def folded(text: str) -> str:
    """For comparing: no accents, no capitals, no doubled spaces, hyphens and apostrophes as spaces."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[-_'’]", " ", plain.casefold()).split())


def entry(ident: str) -> Entry:
    """The rule with this id, or `UnknownRule`."""
    found = _family(ident.partition("-")[0].lower()).get(ident)
    if found is None:
        from difflib import get_close_matches

        raise UnknownRule(ident, get_close_matches(ident.upper(), ids(), n=3))
    return found


@cache
def ids() -> tuple[str, ...]:
    """Every id, family by family."""
    return tuple(ident for name in _families() for ident in _family(name))


def family(letters: str) -> tuple[str, ...]:
    """The ids that begin with these letters: `WITCH`."""
    return tuple(_family(letters.lower()))


def entries() -> Iterator[Entry]:
    return (entry(ident) for ident in ids())


def search(text: str, language: str = "en") -> list[Entry]:
    """Rules whose id or text holds every word, accents or not; those named by their id come first."""
    wanted = folded(text)
    words = list(dict.fromkeys(wanted.split()))
    if not words:
        return []
    found = [rule for rule in entries() if all(word in _haystack(rule.id, language) for word in words)]
    return sorted(found, key=lambda rule: (folded(rule.id) != wanted, not folded(rule.id).startswith(words[0])))


@cache
def _haystack(ident: str, language: str) -> str:
    return folded(f"{ident} {entry(ident).text_in(language)}")


_ADDED: Final[dict[str, dict[str, Entry]]] = {}
"""Family -> its rules by id, from house rules."""


def add(found: Iterable[Entry]) -> None:
    """The rules of a folder of house rules."""
    for each in found:
        _ADDED.setdefault(each.id.partition("-")[0].lower(), {})[each.id] = each
    for worked_out in (ids, _families, _family, _haystack):
        worked_out.cache_clear()


@cache
def _families() -> tuple[str, ...]:
    return tuple(dict.fromkeys((*written.names(HERE), *_ADDED)))


@cache
def _family(name: str) -> Mapping[str, Entry]:
    if name not in _families():
        return {}
    added = _ADDED.get(name, {})
    said = {language: written.table(HERE / language, name) for language in _languages()}
    own = {
        ident: read_entry(ident, fields, {language: texts[ident] for language, texts in said.items() if ident in texts})
        for ident, fields in written.table(HERE, name).items()
    }
    return MappingProxyType({**own, **added})


def read_entry(ident: str, fields: Mapping[str, Any], said: Mapping[str, str]) -> Entry:
    """A rule from its file, and from those of its languages."""
    text = {language: grammar_of(language).typeset(each) for language, each in said.items()}
    return Entry(
        ident,
        str(fields.get("kind", "rule")),
        tuple(fields.get("source", ())),
        tuple(fields.get("options", ())),
        MappingProxyType(text),
    )


def texts_in(language: str) -> Mapping[str, str]:
    """Id -> text, as far as this language has come; ids that no rule has among them."""
    own = {ident: text for name in _families() for ident, text in written.table(HERE / language, name).items()}
    added = (each for family in _ADDED.values() for each in family.values())
    return own | {each.id: each.text[language] for each in added if language in each.text}


@cache
def _languages() -> tuple[str, ...]:
    return tuple(sorted(path.name for path in HERE.iterdir() if path.is_dir() and path.name.isalpha()))
