"""The pages, one module each; every module lists its own addresses."""

from __future__ import annotations

import re
from typing import Final

from starlette.routing import BaseRoute

from nightcall.web import device, home, numbers, probes, shelves
from nightcall.web.led import pages as led
from nightcall.web.past import ending, games
from nightcall.web.play import drawer, lead, log, practice, ready, travelling, wrong
from nightcall.web.setup import dealing, wizard
from nightcall.web.watch import join, screen, seat, streams

assert numbers  # addresses of ours have numbers in them
ROUTES: Final[list[BaseRoute]] = [
    *home.ROUTES,
    *device.ROUTES,
    *lead.ROUTES,
    *ready.ROUTES,
    *log.ROUTES,
    *wrong.ROUTES,
    *practice.ROUTES,
    *drawer.ROUTES,
    *join.ROUTES,
    *screen.ROUTES,
    *seat.ROUTES,
    *led.ROUTES,
    *dealing.ROUTES,
    *streams.ROUTES,
    *travelling.ROUTES,
    *wizard.ROUTES,
    *ending.ROUTES,
    *games.ROUTES,
    *shelves.ROUTES,
    *probes.ROUTES,
]

NEEDS_OTHERS: Final = re.compile(
    r"/(api|join|k|tv|healthz|readyz|metrics)(/|$)|/g/[^/]+/(seat|lead/(seats|hand-over|let-go))(/|$)",
)
"""What is of use to other devices only: a phone alone has none of it."""
