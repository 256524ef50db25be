"""A death on its way: first a threat, then a fall, then a matter of history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from nightcall.engine.rule import Character

DEVOURED: Final = "devoured"
FRIGHT: Final = "fright"
POISON: Final = "poison"
SHOT: Final = "shot"
GRIEF: Final = "grief"
DISEASE: Final = "disease"
VOTE: Final = "vote"
PUNISHED: Final = "punished"
"""Named by the last to fall, and nobody vouched (PUNI-1)."""
RAZOR: Final = "razor"
GUILT: Final = "guilt"
"""Whoever killed the wrong one dies with him (BARB-2)."""
BURNS: Final = "burns"
WISDOM: Final = "wisdom"
"""The village loses its wisdom with the Elder, and its patience with the Idiot (ELDER-8)."""
TRANCE: Final = "trance"
WALKED: Final = "walked"
"""Gone home, and the table treats it as a death (TABLE-1)."""

OPEN_CAUSES: Final = frozenset({TRANCE, SHOT, DISEASE, PUNISHED, VOTE, RAZOR, GUILT, BURNS, WISDOM, WALKED})
"""Causes the table always witnesses or is told; see `Death.is_open`."""

How = Literal[
    "",
    "shielded",
    "immune",
    "routed",
    "missed",
    "turned",
    "infected",
    "healed",
    "survived",
    "saved",
    "entranced",
    "reprieved",
    "pardoned",
    "freed",
    "replaced",
]
"""What becomes of a death that does not happen: what other rules go by, whichever rule is cited for it."""
SHIELDED: Final = "shielded"
"""The teeth did not close: somebody stood before the prey."""
IMMUNE: Final = "immune"
"""They could not have closed: no meal at all."""
ROUTED: Final = "routed"
"""Those who came for it were driven off, and nobody eats tonight."""
MISSED: Final = "missed"
"""The meal is undone together with another."""
TURNED: Final = "turned"
"""It has turned into something else: a new Werewolf, another victim."""
INFECTED: Final = "infected"
HEALED: Final = "healed"
"""The teeth have closed, and the wound is healed."""
SURVIVED: Final = "survived"
"""It has cost a life of several."""
SAVED: Final = "saved"
ENTRANCED: Final = "entranced"
"""Touched instead of eaten."""
REPRIEVED: Final = "reprieved"
"""Condemned, and let off by somebody who may."""
PARDONED: Final = "pardoned"
"""Condemned, and let off for what the card is."""
FREED: Final = "freed"
"""Condemned, and let off by an event."""
REPLACED: Final = "replaced"
"""Condemned, and somebody else falls instead."""


class Death:
    """The typed payload of every death door."""

    __slots__ = (
        "by",
        "card",
        "cause",
        "causes",
        "culprits",
        "day",
        "face_up",
        "how",
        "in_place_of",
        "is_hidden",
        "is_meal",
        "is_open",
        "is_void",
        "powers",
        "rule",
        "seat",
        "side",
        "spared",
        "taken_by",
        "was_wolf",
    )

    def __init__(
        self, seat: int, cause: str, rule: str, *, by: str = "", culprits: tuple[int, ...] = (), is_open: bool = False
    ) -> None:
        self.seat = seat
        self.cause = cause
        self.rule = rule
        self.by = by
        """The rule whose act it is: `werewolves`, `big_bad_wolf`, `witch`…"""
        self.culprits = culprits
        """The seats that did it."""
        self.is_open = is_open or cause in OPEN_CAUSES
        """The table witnesses the cause, or is told; every other cause of a night stays untold (NR-15)."""
        self.is_meal = False
        """The wolves' own meal, the pack's or the Big Bad Wolf's: what healing and extra lives answer."""
        self.is_void = False
        """The meal never happened at all: nothing to infect, no life to lose (NR-4)."""
        self.is_hidden = False
        """The card stays face down for the table."""
        self.causes: tuple[str, ...] = (cause,)
        """All causes that hit the player in the same batch (NR-13)."""
        self.spared = ""
        """The rule id that saved the player, or empty: for people to look up. What rules go by is `how`."""
        self.how: How = ""
        """What became of it instead, if the player was spared."""
        self.in_place_of = 0
        """The seat that was to fall, where this player has taken its place (HARV-7)."""
        self.face_up = False
        """The card lies open already, before the fall."""
        self.taken_by = 0
        """The seat that took the card away before it was shown."""
        self.card: Character | None = None
        """The card the player fell with; None if it was taken (SERV-9)."""
        self.powers = True
        """Whether the villagers' powers still worked for this player at the fall (RES-5)."""
        self.day = 0
        self.side = ""
        self.was_wolf = False

    def spare(self, rule: str, how: How) -> None:
        """It does not happen: the rule that says so, and what became of it, for the rules that come after."""
        self.spared = rule
        self.how = how

    def had(self, cause: str) -> bool:
        return cause in self.causes
