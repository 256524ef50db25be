"""Reading the word files: every table that holds texts is a leaf, and its dotted path is the key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from nightcall.rulebook import typeset

LANGUAGES: Final = ("en", "fr")


def leaves(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """(key, texts by language) for every leaf below."""
    for name, value in table.items():
        key = f"{path}.{name}" if path else name
        assert isinstance(value, dict), f"{key}: a text without a language"
        if any(isinstance(value.get(language), str) for language in LANGUAGES):
            yield key, value
        else:
            yield from leaves(value, key)


@cache
def catalogue() -> Mapping[str, Mapping[str, str]]:
    """Key -> language -> text, from all files."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted(files(__package__).iterdir(), key=lambda path: path.name):
        if path.name.endswith(".toml"):
            for key, texts in leaves(tomllib.loads(path.read_text("utf-8"))):
                assert key not in found, f"{key}: twice"
                found[key] = texts
    return MappingProxyType(found)


@cache
def texts_in(language: str) -> Mapping[str, str]:
    """Key -> text in one language."""
    return MappingProxyType({key: typeset(language, texts[language]) for key, texts in catalogue().items()})
