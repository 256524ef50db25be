"""The table's own words, which our scenarios share with those of house rules: see `nightcall.testing`."""

from __future__ import annotations

from nightcall.testing import Table

__all__ = ["Table"]
