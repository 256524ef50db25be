"""For pytest: which functions each test reaches; only some tests, in an order; random tests with few examples; no
test without an end.

    python -m pytest -p scripts.mutants.few

NIGHTCALL_REACH: where to write what each test reaches. NIGHTCALL_TESTS: a file with the tests to run, in this order.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import pytest

from scripts.mutants.making import ALWAYS

EXAMPLES: Final = 12
LONGEST: Final = 30.0
"""Seconds of computing after which a test is in an endless loop; the longest takes a few."""
SOURCE: Final = str(Path.cwd() / "src" / "nightcall") + os.sep

reached: dict[str, set[str]] = defaultdict(set)
"""A function, as `file:line` -> the tests that enter it; under `RUN` all tests there are."""
RUN: Final = "run"
"""Some tests enter no function at all and look only at what stands in a module."""
entered: set[CodeType] = set()
"""What has been entered since the last test."""


def enter(frame: FrameType, event: str, _: Any) -> None:
    """A function is entered; what it does there need not be followed."""
    entered.add(frame.f_code)


def note(test: str) -> None:
    reached[RUN].add(test)
    for code in entered:
        if code.co_filename.startswith(SOURCE):
            reached[f"{code.co_filename[len(SOURCE) :]}:{code.co_firstlineno}"].add(test)
    entered.clear()


if "NIGHTCALL_REACH" in os.environ:
    sys.settrace(enter)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = os.environ.get("NIGHTCALL_TESTS")
    if wanted:
        order = {test: place for place, test in enumerate(Path(wanted).read_text("utf-8").splitlines())}
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in order])
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])
    for item in items:
        test: Any = getattr(item, "obj", None)
        if hasattr(test, "hypothesis"):
            test._hypothesis_internal_use_settings = few(test)


def few(test: Any) -> Any:
    """A random test's settings, for a quick answer that is the same every time."""
    from hypothesis import Phase, settings

    usual: Any = getattr(test, "_hypothesis_internal_use_settings", None) or settings.default
    return settings(
        usual,
        max_examples=min(usual.max_examples, EXAMPLES),
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],  # that it fails is enough
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    note(ALWAYS)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    result = yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    note(item.nodeid)
    return result


def give_up(*_: object) -> None:
    raise TimeoutError("the test does not end")


signal.signal(signal.SIGVTALRM, give_up)


def pytest_sessionfinish() -> None:
    path = os.environ.get("NIGHTCALL_REACH")
    if path:
        sys.settrace(None)
        Path(path).write_text(json.dumps({function: sorted(tests) for function, tests in reached.items()}), "utf-8")
