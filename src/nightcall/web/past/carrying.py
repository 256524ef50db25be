"""A game carried to another device as a link: nothing but its setup and its answers, packed.

The link holds them behind its `#`, which browsers keep to themselves; a script of the start page there reads it.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterable
from typing import Final

from nightcall.engine.errors import TapeError
from nightcall.web import limits

MARK: Final = "#tape="
READABLE: Final = 2300
"""Letters of a link that phones still read from a screen as a picture."""
LONGEST: Final = 30_000
"""Letters of a link that other programs still pass on."""


def packed(lines: Iterable[str]) -> str:
    """The tape for the end of a link, without what was announced: that follows from the answers."""
    bare = ({key: value for key, value in json.loads(line).items() if key != "announced"} for line in lines)
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in bare)
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(given: str) -> bytes:
    """The tape of a link, of the part behind its mark, or one that was pasted as it is; `TapeError`."""
    if given.lstrip().startswith("{"):
        return given.encode()
    data = given.rpartition(MARK)[2].strip()
    try:
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(base64.urlsafe_b64decode(data + "=" * (-len(data) % 4)), limits.TAPE)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise TapeError("web.past.bad_link") from error
    if not unpacking.eof:
        raise TapeError("web.past.bad_link")
    return text
