"""What a night and a set-up may cost in taps."""

from __future__ import annotations

import pytest
from scripts import taps
from scripts.taps import Bar


@pytest.mark.parametrize("bar", taps.bars(), ids=lambda bar: bar.what)
def test_no_more_taps_than_that(bar: Bar) -> None:
    assert bar.holds, f"{bar.what}: {bar.taps} taps, at most {bar.most}"
