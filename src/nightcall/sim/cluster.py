"""Blocks of games on other machines: Dask distributed hands them out, and does those of a lost worker once more.

What a block comes to follows from its numbers alone, and blocks are given back in their order. So it makes no
difference how many workers there are, how fast each is, and which of them die; and what has been counted at any
moment is what that many games come to.

Whoever can reach a Dask scheduler can run anything on its workers: it belongs into a network of one's own, or behind
the certificates Dask asks for (`tls://`).
"""

from __future__ import annotations

import hashlib
import io
import tempfile
import zipfile
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar

import nightcall
from nightcall.engine.errors import NightcallError

T = TypeVar("T")

BLOCK: Final = 1000
"""Games handed to a worker at a time: a second or so, beside which the way there is nothing."""
AHEAD: Final = 3
"""Blocks on their way for each thread of the cluster: none waits for us, and the scheduler has few to remember."""
REACHED_WITHIN: Final = 15.0
"""Seconds in which a scheduler must answer and have a worker."""
COUNTS: Final = ("engine", "rules", "sim")
"""The packages a game's course hangs on."""


class ClusterFault(NightcallError):
    """The cluster cannot do it."""


def results(
    address: str, block: Callable[[range], T], blocks: Sequence[range], house: Sequence[Path] = ()
) -> Iterator[T]:
    """What the blocks come to, in their order; `ClusterFault` if there is no cluster, or there no longer is."""
    work = partial(_there, block, fingerprint(), {folder.name: packed(folder) for folder in house})
    distributed = _distributed()
    with _client(distributed, address) as client:
        rest = iter(blocks)
        waiting: deque[Any] = deque()
        ahead = 0
        try:
            while True:
                if len(waiting) <= ahead // 2:
                    ahead = AHEAD * max(1, sum(client.nthreads().values()))  # workers come and go
                    for numbers in islice(rest, ahead - len(waiting)):
                        waiting.append(client.submit(work, numbers, pure=False))
                if not waiting:
                    return
                yield waiting.popleft().result()
        except (OSError, CancelledError, distributed.KilledWorker) as error:
            raise ClusterFault("cluster.lost", address=address) from error


def _distributed() -> Any:
    """Dask, which nothing else needs."""
    try:
        import distributed
    except ImportError as error:
        raise ClusterFault("cluster.not_installed") from error
    return distributed


def _client(distributed: Any, address: str) -> Any:
    """Connected to a scheduler that has somebody to do the work."""
    try:
        client = distributed.Client(address, timeout=REACHED_WITHIN, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterFault("cluster.unreachable", address=address) from error
    try:
        client.wait_for_workers(1, timeout=REACHED_WITHIN)
    except TimeoutError as error:
        client.close()
        raise ClusterFault("cluster.no_workers", address=address) from error
    return client


# -- on the worker --


def _there(block: Callable[[range], T], ours: str, house: Mapping[str, bytes], numbers: range) -> T:
    """A block on a worker that plays by the same rules; `ClusterFault` on any other."""
    if fingerprint() != ours:
        raise ClusterFault("cluster.other_version")
    from nightcall import house_rules

    for name, content in house.items():
        house_rules.load(_unpacked(name, content))
    return block(numbers)


@cache
def fingerprint() -> str:
    """Another one for every state of what decides a game: results of two versions must not be added up."""
    root = Path(nightcall.__file__).parent
    found = hashlib.sha256()
    for path in sorted(path for package in COUNTS for path in (root / package).rglob("*")):
        if path.suffix in (".py", ".toml", ".json"):
            found.update(f"{path.relative_to(root).as_posix()}\n".encode())
            found.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return found.hexdigest()


def packed(folder: Path) -> bytes:
    """A folder of house rules, to be sent along; the same bytes for the same content."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                archive.writestr(zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes())
    return content.getvalue()


@cache
def _unpacked(name: str, content: bytes) -> Path:
    """In a folder that lasts as long as this process."""
    home = tempfile.TemporaryDirectory(prefix="nightcall-")
    _HOMES.append(home)
    folder = Path(home.name) / name
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(folder)
    return folder


_HOMES: Final[list[tempfile.TemporaryDirectory[str]]] = []
