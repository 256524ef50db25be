"""Our own tables: TOML as we write them, or JSON as a phone gets them, which is read in a fraction of the time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def names(folder: Path) -> list[str]:
    """The tables of a folder, without their endings."""
    files = (path.name.rpartition(".") for path in folder.iterdir())
    return sorted(name for name, _, ending in files if ending in ("toml", "json"))


def table(folder: Path, name: str) -> dict[str, Any]:
    """One of them; empty if there is none, `ValueError` if it is not what it claims to be."""
    written = folder / f"{name}.toml"
    if written.is_file():
        import tomllib  # not on a phone

        return tomllib.loads(written.read_text("utf-8"))
    put = folder / f"{name}.json"
    found: dict[str, Any] = json.loads(put.read_text("utf-8")) if put.is_file() else {}
    return found


def put(text: str) -> str:
    """A table as JSON."""
    import tomllib

    return json.dumps(tomllib.loads(text), ensure_ascii=False, separators=(",", ":"))
