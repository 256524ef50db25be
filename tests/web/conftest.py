"""What every test of the web app leaves behind it: no open file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.phone import stop_sites


@pytest.fixture(autouse=True)
def _stopped() -> Iterator[None]:
    yield
    stop_sites()
