"""What a running server counts, in the text form Prometheus reads. Nothing here names a game, a person or a secret.

Off unless somebody is named who may read it: a player who could would count the moderator's secret steps.

Three kinds of figures do not need a library. `prometheus_client` would add several processes sharing files, exemplars
and a registry; a test reads what is written here with its parser, so the form is theirs.
"""

from __future__ import annotations

import ipaddress
import sys
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from nightcall.web.app import Site

TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""Whatever else a stranger may call a method is one of its own."""
ELSEWHERE: Final = "elsewhere"
"""The page of whoever asks for none of ours."""
WITHIN: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds: a tap is to take less than a quarter of one."""


@dataclass(frozen=True, slots=True)
class Served:
    """A request as far as anybody may know of it."""

    method: str
    page: str
    """The address with names in place of what stands there: `/g/{game}/lead/answer`."""
    status: int
    seconds: float
    """Until the reply began."""

    @property
    def sort(self) -> str:
        """A tap is what a person waits for with a finger on the glass."""
        if self.page.endswith("/live"):
            return "stream"
        if self.page.startswith(("/static", "/api")):
            return self.page.split("/")[1]
        return "tap" if self.method == "POST" else "page"


@dataclass(slots=True)
class Spread:
    """How long something took, how often."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(WITHIN) + 1))
    seconds: float = 0.0

    def note(self, seconds: float) -> None:
        self.counts[bisect_left(WITHIN, seconds)] += 1
        self.seconds += seconds


class Figures:
    """Of one server, since it began."""

    def __init__(self, readers: Sequence[str]) -> None:
        """`readers` are addresses, or networks such as 10.0.0.0/8."""
        self._readers = [ipaddress.ip_network(each, strict=False) for each in readers]
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._spreads: dict[str, Spread] = {}
        self._began = time.time()

    def may_be_read_by(self, client: str) -> bool:
        try:
            return any(ipaddress.ip_address(client) in network for network in self._readers)
        except ValueError:
            return False

    def note(self, served: Served) -> None:
        method = served.method if served.method in METHODS else "other"
        self._requests[method, served.page, served.status] += 1
        self._spreads.setdefault(served.sort, Spread()).note(served.seconds)

    def text(self, site: Site) -> str:
        return "".join(self._lines(site))

    def _lines(self, site: Site) -> Iterator[str]:

        yield from _told("nightcall_build_info", "gauge", "The version that runs.", [({"version": _version()}, 1)])
        yield from _told(
            "nightcall_requests_total",
            "counter",
            "Requests answered.",
            [
                ({"method": method, "page": page, "status": str(status)}, count)
                for (method, page, status), count in sorted(self._requests.items())
            ],
        )
        yield from self._durations()
        viewers = [({"viewer": sort}, count) for sort, count in sorted(site.live.open_pages().items())]
        yield from _told("nightcall_streams", "gauge", "Pages that are open now.", viewers)
        yield from _told("nightcall_pushes_total", "counter", "Times a page was told to look.", [({}, site.live.rung)])
        yield from _told("nightcall_games_in_memory", "gauge", "Games at hand.", [({}, site.tables.at_hand)])
        yield from _told("nightcall_faults_total", "counter", "Faults of ours.", [({}, site.broke)])
        yield from self._process()

    def _durations(self) -> Iterator[str]:
        name = "nightcall_request_seconds"
        yield _head(name, "histogram", "Until the reply began.")
        for sort, spread in sorted(self._spreads.items()):
            total = 0
            for limit, count in zip((*map(str, WITHIN), "+Inf"), spread.counts, strict=True):
                total += count
                yield _sample(f"{name}_bucket", {"sort": sort, "le": limit}, total)
            yield _sample(f"{name}_sum", {"sort": sort}, spread.seconds)
            yield _sample(f"{name}_count", {"sort": sort}, total)

    def _process(self) -> Iterator[str]:
        """Under the names every Prometheus knows."""
        yield from _told("process_start_time_seconds", "gauge", "Since when it runs.", [({}, self._began)])
        yield from _told("process_cpu_seconds_total", "counter", "Processor time used.", [({}, time.process_time())])
        if sys.platform == "linux":
            import resource

            pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
            memory = pages * resource.getpagesize()
            yield from _told("process_resident_memory_bytes", "gauge", "Memory in use.", [({}, memory)])
            files = sum(1 for _ in Path("/proc/self/fd").iterdir())
            yield from _told("process_open_fds", "gauge", "Files and connections that are open.", [({}, files)])


Sample = tuple[Mapping[str, str], float]


def _told(name: str, kind: str, about: str, samples: Iterable[Sample]) -> Iterator[str]:
    yield _head(name, kind, about)
    for labels, value in samples:
        yield _sample(name, labels, value)


def _head(name: str, kind: str, about: str) -> str:
    return f"# HELP {name} {about}\n# TYPE {name} {kind}\n"


def _sample(name: str, labels: Mapping[str, str], value: float) -> str:
    listed = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
    return f"{name}{{{listed}}} {value}\n" if listed else f"{name} {value}\n"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _version() -> str:
    from importlib.metadata import version  # nobody counts on a phone

    return version("nightcall")
