"""While one client does its worst, a moderator's tap stays within three times its quiet p95: `make soak`."""

from __future__ import annotations

import sys

import pytest

from tests.web.hostile import measured


@pytest.mark.soak
@pytest.mark.skipif(sys.platform != "linux", reason="only there is all of 127.0.0.0/8 this machine")
def test_a_tap_stays_within_three_times_its_quiet_p95() -> None:
    found = list(measured(300, 2.0))
    assert all(each.sent for each in found), "an attack never reached the server"
    assert [str(each) for each in found if each.times > 3] == []
