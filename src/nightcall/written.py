"""Our own tables: TOML as we write them, or JSON where they were put for a phone, which reads that twenty times as fast."""

from __future__ import annotations

import json
from importlib.resources.abc import Traversable
from typing import Any


def names(folder: Traversable) -> list[str]:
    """The tables of a folder, without their endings."""
    files = (path.name.rpartition(".") for path in folder.iterdir())
    return sorted(name for name, _, ending in files if ending in ("toml", "json"))


def table(folder: Traversable, name: str) -> dict[str, Any]:
    """One of them; empty if there is none, `ValueError` if it is not what it claims to be."""
    written = folder.joinpath(f"{name}.toml")
    if written.is_file():
        import tomllib  # not on a phone

        return tomllib.loads(written.read_text("utf-8"))
    put = folder.joinpath(f"{name}.json")
    found: dict[str, Any] = json.loads(put.read_text("utf-8")) if put.is_file() else {}
    return found


def put(text: str) -> str:
    """A table as JSON."""
    import tomllib

    return json.dumps(tomllib.loads(text), ensure_ascii=False, separators=(",", ":"))
