"""The pages, one module each; every module lists its own addresses."""

from __future__ import annotations

from typing import Final

from starlette.routing import BaseRoute

from nightcall.web.pages import (
    dealing,
    device,
    ending,
    home,
    join,
    lead,
    library,
    log,
    past,
    running,
    screen,
    seat,
    streams,
    travelling,
    wizard,
)

ROUTES: Final[list[BaseRoute]] = [
    *home.ROUTES,
    *device.ROUTES,
    *lead.ROUTES,
    *log.ROUTES,
    *running.ROUTES,
    *join.ROUTES,
    *screen.ROUTES,
    *seat.ROUTES,
    *dealing.ROUTES,
    *streams.ROUTES,
    *travelling.ROUTES,
    *wizard.ROUTES,
    *ending.ROUTES,
    *past.ROUTES,
    *library.ROUTES,
]
