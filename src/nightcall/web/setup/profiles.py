"""House rules to keep under a name and to share as a link: how a table likes to play, without names or cards."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, Final

from nightcall.engine.errors import NightcallError
from nightcall.engine.options import RETIRED
from nightcall.web.setup.drafting import Draft, sound
from nightcall.web.setup.shapes import CHOSEN, DEALT, SOME

PROFILE: Final = (
    "preset",
    "options",
    "debate_rules",
    "houses",
    "pile",
    "events",
    "draw",
    "in_force",
    "hand",
    "variants",
)
"""The fields of a draft that a profile holds."""
CODE_AT_MOST: Final = 12_000
"""More than a profile with every option changed and every extra chosen."""


class BadProfile(NightcallError):
    """What was shared is no profile, or none of this version's."""


def profile(draft: Draft) -> dict[str, Any]:
    """The house rules and extras of a draft, as far as they differ from the default."""
    if draft.houses == CHOSEN:
        draft = replace(draft, houses=DEALT)  # who lives where belongs to the players
    if draft.pile != SOME:
        draft = replace(draft, events=())
    given, usual = asdict(draft), asdict(Draft())
    return {name: given[name] for name in PROFILE if given[name] != usual[name]}


def with_profile(draft: Draft, found: Mapping[str, Any]) -> Draft:
    """The draft played by the rules of a profile, and by no other; `BadProfile` if it makes no sense."""
    try:
        wanted = {name: sound(name, value) for name, value in found.items()}
    except ValueError as error:
        raise BadProfile("web.setup.bad_profile") from error
    unknown = set(found.get("options", {})) - set(wanted.get("options", {})) - set(RETIRED)
    if not set(wanted) <= set(PROFILE) or unknown:
        raise BadProfile("web.setup.bad_profile")
    usual = {name: getattr(Draft(), name) for name in PROFILE}
    return replace(draft, **(usual | wanted))


def code(found: Mapping[str, Any]) -> str:
    """A profile fit for a link."""
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def from_code(text: str) -> dict[str, Any]:
    """The reverse; `BadProfile`."""
    try:
        if len(text) > CODE_AT_MOST:
            raise ValueError(len(text))
        found = json.loads(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
    except (ValueError, RecursionError) as error:
        raise BadProfile("web.setup.bad_profile") from error
    if not isinstance(found, dict):
        raise BadProfile("web.setup.bad_profile")
    with_profile(Draft(), found)
    return found
