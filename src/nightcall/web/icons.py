"""The drawings: which there are, and in which sprite each one is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).parent / "static"
SPRITES: Final = ("icons.svg", "icons-extra.svg")
"""What every page may need, and what only tables with buildings, events and variants do."""
NO_ICON: Final = "ui-card-back"


@cache
def symbols() -> Mapping[str, tuple[str, str]]:
    """Icon -> the sprite it is in and its drawing, for pages that must carry their own."""
    found: dict[str, tuple[str, str]] = {}
    for sprite in SPRITES:
        text = (STATIC / sprite).read_text("utf-8")
        drawn = re.findall(r'(<symbol id="([\w-]+)".*?</symbol>)', text, re.DOTALL)
        found |= {name: (sprite, drawing) for drawing, name in drawn if name not in found}
    return found


def icon_of(name: str, otherwise: str) -> str:
    return name if name in symbols() else otherwise
