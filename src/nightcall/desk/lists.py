"""Lists of cards that anybody may see."""

from __future__ import annotations

from nightcall.engine.village import Village
from nightcall.rules.comings import dealable


def brought(v: Village) -> tuple[str, ...]:
    """What else may lie before somebody, once there is a newcomer: everything he may have been given (TABLE-3).

    His own card alone among those announced would tell which it is.
    """
    if not v.brought:
        return ()
    known = v.setup.announced_copies()
    return tuple(name for name in dict.fromkeys((*dealable(v), *v.brought)) if name not in known)
