"""Who looks at a game, and whom something is meant for: one spelling for events, questions, views and screens.

    PUBLIC      everybody at the table, and whoever stands before the public screen
    MODERATOR   nobody at the table: whoever leads the game, and sees everything
    3           the player of seat 3

The first two are audiences too; any other audience is the seats it consists of. So `MODERATOR` is no seat at all.
"""

from __future__ import annotations

from typing import Final, Literal

PUBLIC: Final = "public"
MODERATOR: Final[tuple[()]] = ()

Shared = Literal["public"] | tuple[()]
"""What is looked at by no single player: `PUBLIC` or `MODERATOR`."""

Viewer = Shared | int
"""Who looks: `PUBLIC`, `MODERATOR`, or a seat."""

Audience = Literal["public"] | tuple[int, ...]
"""Who may know: `PUBLIC`, or the seats that learn it. The moderator knows anyway."""


def may_know(viewer: Viewer, audience: Audience) -> bool:
    """Whether something for this audience may be shown to this viewer."""
    return audience == PUBLIC or viewer == MODERATOR or viewer in audience
