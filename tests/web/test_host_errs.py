"""Hosts err: what the app does about it. Clocks that run on, cards that do not fit, phones that die."""

from __future__ import annotations

import pytest

from nightcall.web.app import Site
from tests.web.phone import new_site
from tests.web.test_lead import Lead


@pytest.fixture
def site() -> Site:
    return new_site()


def at_debate(site: Site) -> Lead:
    lead = Lead(site)
    lead.night()
    lead.tap()
    assert lead.asked == "day.debate"
    return lead


# -- clocks --


def test_a_clock_ends_with_the_vote_and_none_runs_into_the_night(site: Site) -> None:
    lead = at_debate(site)
    lead.tap("timer", act="start", kind="debate")
    lead.tap(value="vote")
    assert lead.table.manner.timer is None, "the debate is over"
    lead.tap("timer", act="start", kind="vote")
    assert "data-timer" in lead.see()
    lead.tap(vote_1=4)
    assert lead.table.manner.timer is None
    assert "data-timer" not in lead.see()
    assert lead.asked == "night.falls"
    lead.tap("timer", act="start", kind="debate")
    lead.tap()
    assert lead.table.manner.timer is None


def test_a_clock_runs_on_while_powers_are_used_in_the_debate(site: Site) -> None:
    lead = at_debate(site)
    lead.tap("timer", act="start", kind="debate")
    lead.tap(status=422, value="nonsense")
    assert lead.table.manner.timer is not None
