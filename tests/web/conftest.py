"""For every test of the web app: a site of its own, and nothing left behind: no open file, no table in a database."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from nightcall.web.app import Site
from tests.web import cluster
from tests.web.phone import new_site, stop_sites


@pytest.fixture(autouse=True)
def _stopped() -> Iterator[None]:
    yield
    stop_sites()


@pytest.fixture
def site() -> Site:
    return new_site()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL."""
    why_not = cluster.why_not()
    if why_not:
        pytest.skip(why_not)
    given = os.environ.get(cluster.SETTING)
    if given:
        yield given
        return
    with cluster.cluster() as started:
        yield started.url


@pytest.fixture
def database(postgres: str) -> Iterator[str]:
    """An empty place in it."""
    url = cluster.fresh(postgres)
    yield url
    cluster.removed(url)
