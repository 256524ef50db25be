"""For the whole suite: the same luck every time; and workers begin with what takes long, each with its share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import settings

from tests import luck

LONG: Final = ("alone", "browser", "test_guides.py", "test_site.py")
"""Files that wait for a browser, or run others: in one row they would keep one worker busy long after the rest."""


def pytest_configure(config: pytest.Config) -> None:
    """What passes today passes tomorrow: Hypothesis draws the same examples each time. New ones are for `make soak`."""
    if not config.getoption("--hypothesis-profile", default=None):
        settings.load_profile("default" if config.getoption("-m").startswith("soak") else "ci")
    luck.begin()


@pytest.fixture(autouse=True)
def _luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Cards, houses and lots fall as they fell the last time this test ran; in `make soak` as they like."""
    if request.node.get_closest_marker("soak") is None:
        luck.of(request.node.nodeid, monkeypatch)
    yield
    luck.none()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every worker is given a stretch of the list: so each stretch begins with some of the long files, whole."""
    given: dict[str, Any] = getattr(config, "workerinput", {})
    workers = int(given.get("workercount", 1))
    if workers < 2:
        return
    by_file: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        by_file[item.path].append(item)
    long = {path: tests for path, tests in by_file.items() if set(LONG).intersection(path.parts)}
    short = [item for item in items if item.path not in long]
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for tests in sorted(long.values(), key=len, reverse=True):
        min(shares, key=len).extend(tests)
    each = len(items) // workers
    items[:] = []
    for share in shares:
        room = each - len(share)
        items += [*share, *short[:room]]
        del short[:room]
    items += short
