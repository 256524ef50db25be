"""Reading the word files: a language is a folder of them, and every line is a key and its text."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from nightcall.rulebook import typeset

FIRST: Final = "en"
"""The language in which every text exists, and to which a missing one falls back."""

LANGUAGES: Final = (
    FIRST,
    *sorted(
        folder.name
        for folder in files(__package__).iterdir()
        if folder.is_dir() and folder.name.isalpha() and folder.name != FIRST
    ),
)


def leaves(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """(key, text) for every text below."""
    for name, value in table.items():
        key = f"{path}.{name}" if path else name
        if isinstance(value, dict):
            yield from leaves(value, key)
        else:
            yield key, value


_ADDED: Final[list[Mapping[str, Mapping[str, str]]]] = []
"""Language -> key -> text, from house rules."""


def add(texts: Mapping[str, Mapping[str, str]]) -> None:
    """The words of a folder of house rules, by language."""
    _ADDED.append(texts)
    for worked_out in (own_texts, catalogue, texts_in):
        worked_out.cache_clear()


@cache
def own_texts(language: str) -> Mapping[str, str]:
    """Key -> text, as far as this language has come."""
    found: dict[str, str] = {}
    for added in _ADDED:
        found |= added.get(language, {})
    for path in sorted(files(__package__).joinpath(language).iterdir(), key=lambda path: path.name):
        for key, text in leaves(tomllib.loads(path.read_text("utf-8"))):
            assert isinstance(text, str), f"{key}: not a text"
            assert key not in found, f"{key}: twice"
            found[key] = text
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
        name: {key: typeset(name, text) for key, text in own_texts(name).items()}
        for name in dict.fromkeys((FIRST, language))
    }
    return MappingProxyType({**ready[FIRST], **ready[language]})
