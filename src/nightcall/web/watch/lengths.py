"""Pages of one length for all phones: whoever sees no more than how long a message is learns nobody's card from it.

Every card has another text, and where players choose on their phones at night, the page of whoever is asked is longer
than the others'. So each is filled up to a length that follows from what everybody knows. It is squeezed first, and
filled up within what a gzip header may carry: filled up before, the filling would be squeezed away and the difference
seen.
"""

from __future__ import annotations

import struct
import zlib
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from nightcall.web.watch.boards import Board

STEP: Final = 2048
OWN: Final = 4096
"""Squeezed bytes of the page itself, and of what only one player sees: a question, results, what was told before."""
PER_SEAT: Final = 128
NAME: Final = 24
"""Bytes of a name for which there is room anyhow. What a longer one has beyond counts twice: in the list of a vote all
stand once more, so far down that squeezing no longer remembers the first time."""
FLAT: Final = 8
"""How many times longer a page is at the most that is not squeezed."""
MOST: Final = 0xFFFF
"""Bytes such a header can carry."""


def even(page: Response, board: Board, request: Request) -> Response:
    """This page, as long as every other phone's at this moment."""
    known = "".join(line for chapter in board.chapters for line in (chapter.heading, *chapter.lines))
    known += "".join(place.name for place in board.places)
    again = sum(max(0, len(place.name.encode()) - NAME) for place in board.places)
    wanted = _up(OWN + PER_SEAT * len(board.places) + again + len(zlib.compress(known.encode(), 5)), STEP)
    body = bytes(page.body)
    if "gzip" in request.headers.get("accept-encoding", ""):
        page.body, coding = _squeezed(body, wanted), "gzip"
    else:
        page.body, coding = body.ljust(_up(len(body), wanted * FLAT)), "identity"
    page.headers["content-encoding"] = coding
    page.headers["content-length"] = str(len(page.body))
    return page


def _up(length: int, step: int) -> int:
    return -(-length // step) * step


def _squeezed(body: bytes, wanted: int) -> bytes:
    """A gzip file of so many bytes, or of the next step where they do not hold it."""
    squeeze = zlib.compressobj(5, zlib.DEFLATED, -zlib.MAX_WBITS)
    content = squeeze.compress(body) + squeeze.flush()
    end = struct.pack("<II", zlib.crc32(body), len(body) & 0xFFFFFFFF)
    head = b"\x1f\x8b\x08\x04" + bytes(5) + b"\xff"  # with an extra field, of no time, by no system
    bare = len(head) + 2 + len(content) + len(end)
    filling = min(max(wanted, _up(bare, STEP)) - bare, MOST)
    return head + struct.pack("<H", filling) + bytes(filling) + content + end
