"""The drawings: which there are, and in which sprite each one is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from nightcall import house_rules

STATIC: Final = Path(__file__).parent / "static"
SPRITES: Final = ("icons.svg", "icons-extra.svg")
"""What every page may need, and what only tables with buildings, events and variants do."""
HOUSE_SPRITE: Final = "house-rules.svg"
"""What the house rules bring along; made, not a file of ours."""
NO_ICON: Final = "ui-card-back"

_SYMBOL: Final = re.compile(r'(<symbol id="([\w-]+)".*?</symbol>)', re.DOTALL)


def symbols() -> Mapping[str, tuple[str, str]]:
    """Icon -> the sprite it is in and its drawing, for pages that must carry their own."""
    return _symbols(tuple(loaded.drawings for loaded in house_rules.LOADED.values()))


@cache
def _symbols(added: tuple[str, ...]) -> Mapping[str, tuple[str, str]]:
    sprites = [(sprite, (STATIC / sprite).read_text("utf-8")) for sprite in SPRITES]
    found: dict[str, tuple[str, str]] = {}
    for sprite, text in (*sprites, *((HOUSE_SPRITE, text) for text in added)):
        found |= {name: (sprite, drawing) for drawing, name in _SYMBOL.findall(text) if name not in found}
    return found


def house_sprite() -> str:
    """The drawings of the house rules as one sprite."""
    drawn = "".join(drawing for sprite, drawing in symbols().values() if sprite == HOUSE_SPRITE)
    return f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>'


def icon_of(name: str, otherwise: str) -> str:
    return name if name in symbols() else otherwise
