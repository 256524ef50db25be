"""Reading the word files: a language is a folder of them, and every line is a key and its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from nightcall import written
from nightcall.engine.errors import NightcallError
from nightcall.grammar import grammar_of

FIRST: Final = "en"
"""The language in which every text exists, and to which a missing one falls back."""


HERE: Final = Path(__file__).parent


def _is_language(folder: Path) -> bool:
    return bool(re.fullmatch(r"[a-z]{2,3}", folder.name)) and folder.is_dir()


LANGUAGES: Final = (
    FIRST,
    *sorted(folder.name for folder in HERE.iterdir() if _is_language(folder) and folder.name != FIRST),
)


class BrokenFile(NightcallError):
    """A word file that cannot be read."""

    def __init__(self, file: str, why: str) -> None:
        super().__init__("language.broken_file", file=file, why=why)


def own_name(language: str) -> str:
    """What a language calls itself."""
    key = "language.name"
    named = _read(language, "language")  # every page lists the languages, and most of them it does not speak
    return named.get(key) or own_texts(language).get(key, language)


def nearest(tag: str) -> str:
    """The language of a tag such as `fr-CA` or `fr_CA.UTF-8`; empty if we do not speak it."""
    name = re.split(r"[-_.@]", tag.strip().lower())[0]
    return name if name in LANGUAGES else ""


def leaves(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """(key, text) for every text below."""
    for name, value in table.items():
        key = f"{path}.{name}" if path else name
        if isinstance(value, dict):
            yield from leaves(value, key)
        else:
            yield key, value


PLAYED_SO: Final = ("you.played.", "you.beside.", "led.played.")
_ADDED: Final[dict[str, Mapping[str, Mapping[str, str]]]] = {}
"""Folder of house rules -> language -> key -> text."""


def add(folder: str, texts: Mapping[str, Mapping[str, str]]) -> None:
    """The words of a folder of house rules, by language."""
    _ADDED[folder] = texts
    for worked_out in (own_texts, catalogue, texts_in, played_so):
        worked_out.cache_clear()


@cache
def own_files(language: str) -> Mapping[str, Mapping[str, str]]:
    """File -> key -> text, as far as this language has come."""
    names = written.names(HERE / language)
    return MappingProxyType({f"{name}.toml": _read(language, name) for name in names})


def added_files(language: str) -> Mapping[str, Mapping[str, str]]:
    """The same of each folder of house rules, as if it were one file."""
    return {f"{folder}.toml": texts.get(language, {}) for folder, texts in _ADDED.items()}


@cache
def _read(language: str, name: str) -> Mapping[str, str]:
    file = f"{language}/{name}.toml"
    try:
        table = written.table(HERE / language, name)
    except ValueError as error:
        raise BrokenFile(file, str(error)) from None
    found = dict(leaves(table))
    for key, text in found.items():
        if not isinstance(text, str):
            raise BrokenFile(file, key)
    return found


@cache
def own_texts(language: str) -> Mapping[str, str]:
    """Key -> text, as far as this language has come."""
    found: dict[str, str] = {}
    for texts in added_files(language).values():
        found |= texts
    for name, texts in own_files(language).items():
        if twice := found.keys() & texts.keys():
            raise BrokenFile(f"{language}/{name}", ", ".join(sorted(twice)))
        found |= texts
    return MappingProxyType(found)


@cache
def catalogue() -> Mapping[str, Mapping[str, str]]:
    """Key -> language -> text, for every key there is."""
    return MappingProxyType(
        {
            key: MappingProxyType({name: own_texts(name)[key] for name in LANGUAGES if key in own_texts(name)})
            for key in own_texts(FIRST)
        }
    )


@cache
def texts_in(language: str) -> Mapping[str, str]:
    """Key -> text in one language, in English where that has none yet."""
    ready = {
        name: {key: grammar_of(name).typeset(text) for key, text in own_texts(name).items()}
        for name in dict.fromkeys((FIRST, language))
    }
    return MappingProxyType({**ready[FIRST], **ready[language]})


@cache
def played_so(language: str) -> Mapping[str, Sequence[tuple[str, str]]]:
    """What is written for an option as a table plays it: how its key begins -> every option and value it ends with.

    Phones ask for it with every beat, and most cards have no such text.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    for key in texts_in(language):
        if key.startswith(PLAYED_SO):
            start, option, value = key.rsplit(".", 2)
            found.setdefault(start, []).append((option, value))
    return MappingProxyType(found)
