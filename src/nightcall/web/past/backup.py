"""Every game of a device as one file, and such a file brought back.

It is all the tapes one after the other; each begins with its own header, to which is added when the game was led.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from nightcall.engine import tape
from nightcall.web.store import Kept

KEPT: Final = "kept"
"""What a header carries in such a file, besides what a tape's header says."""
NOT_COMPARED: Final = (KEPT, "announced")
LATEST: Final = 100_000_000_000
"""Seconds since the epoch: no clock shows more."""

PARTS: Final = 5000
"""Games of one file: some thousand evenings."""
_MARK: Final = b'"nightcall"'
_HEADER: Final = re.compile(rb'[ \t\xef\xbb\xbf]*\{[ \t]*"nightcall"[ \t]*:')
_BEFORE: Final = 64
"""Bytes before the mark in which its line must have begun."""


def packed(games: Iterable[Kept]) -> str:
    """The file."""
    return "".join(text for game in games for text in (_dated(game), *game.lines[1:]))


def _dated(game: Kept) -> str:
    header = json.loads(game.lines[0])
    return json.dumps(header | {KEPT: [int(game.begun), int(game.changed)]}, ensure_ascii=False) + "\n"


def tapes(text: bytes) -> list[bytes]:
    """The tapes of a file; a file with one is that one."""
    starts = [0, *_beginnings(text), len(text)]
    parts = (text[start:end] for start, end in pairwise(starts))
    return [part for part in parts if not part.isspace() and part]


def _beginnings(text: bytes) -> Iterator[int]:
    """Where a line begins a tape. Found by its mark: lines without one, however many, are not looked at."""
    at = -1
    for _ in range(PARTS):
        at = text.find(_MARK, at + 1)
        if at < 0:
            return
        before = text[max(0, at - _BEFORE) : at].rfind(b"\n")
        line = max(0, at - _BEFORE) + before + 1
        if (before >= 0 or at <= _BEFORE) and _HEADER.match(text, line):
            yield line


def when(text: bytes) -> tuple[float, float] | None:
    """When the game was begun and last changed, if the file says so; not after today, or it would never grow old."""
    kept = _objects(text.split(b"\n", 1)[:1])[0].get(KEPT)
    if not isinstance(kept, list) or len(kept) != 2 or not all(type(each) is int for each in kept):
        return None
    begun, changed = kept
    if not 0 <= begun <= changed <= LATEST:
        return None
    now = time.time()
    return min(begun, now), min(changed, now)


def known(tapes: Sequence[bytes], games: Iterable[Sequence[str]]) -> list[bool]:
    """Of each tape, whether one of these games is it, or has gone on from it."""
    here = [answers(game) for game in games]
    given = [answers(text.splitlines()) if _is_readable(text) else None for text in tapes]
    return [mine is not None and any(game[: len(mine)] == mine for game in here) for mine in given]


def _is_readable(text: bytes) -> bool:
    """Whether it is no longer than what is read at all."""
    if tape.has_too_many_lines(text):
        return False
    return len(max(text.splitlines(), key=len, default=b"")) <= tape.LINE_LIMIT


def answers(lines: Iterable[str | bytes]) -> list[dict[str, Any]]:
    """Setup and answers, without what was announced: that follows from them."""
    return [{key: value for key, value in each.items() if key not in NOT_COMPARED} for each in _objects(lines)]


def _objects(lines: Iterable[str | bytes]) -> list[dict[str, Any]]:
    """What cannot be read counts as nothing here; reading a tape says what is wrong with it."""
    found: list[dict[str, Any]] = []
    for line in lines:
        try:
            read = json.loads(line)
        except (ValueError, RecursionError):
            read = None
        found.append(read if isinstance(read, dict) else {})
    return found or [{}]
