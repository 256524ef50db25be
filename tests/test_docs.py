"""The pages written from the program are up to date."""

from __future__ import annotations

import pytest
from scripts.docs import DOCS, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_a_page_written_from_the_program_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text("utf-8") == PAGES[name](), "run: make docs"
