"""Long work asks now and then whether it shall wait a moment: after every answer told, line read, sentence worded.

Nobody says so unless somebody else needs the same interpreter meanwhile, as the app does (`web/aside.py`).
"""

from __future__ import annotations

from collections.abc import Callable


def _at_once() -> None: ...


take: Callable[[], None] = _at_once
"""Called as `breath.take()`."""
