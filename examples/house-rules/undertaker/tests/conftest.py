"""pytest examples/house-rules/undertaker: the folder is loaded before its scenarios are."""

from __future__ import annotations

from pathlib import Path

from nightcall import house_rules

house_rules.load(Path(__file__).parent.parent)
