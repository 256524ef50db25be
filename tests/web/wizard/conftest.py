"""A phone on which the players are entered already."""

from __future__ import annotations

import pytest

from nightcall.web.app import Site
from tests.web.phone import PLAYERS, Phone


@pytest.fixture
def phone(site: Site) -> Phone:
    """A phone with eight players entered."""
    phone = Phone(site)
    phone.post("/new/players", do="paste", paste=", ".join(PLAYERS))
    return phone
