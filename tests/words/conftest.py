"""Words in each language in turn."""

from __future__ import annotations

import pytest

from nightcall.words import LANGUAGES, Words


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> Words:
    return Words(request.param)
