"""A later release of the app in a started server: every file it gives to a browser has changed."""

from __future__ import annotations

import os
from typing import Final

VARIABLE: Final = "NIGHTCALL_TEST_RELEASE"
"""Where a started server finds the name of the release; empty for this one."""


def follow() -> None:
    """In a server: the addresses of all files are those of that release."""
    name = os.environ.get(VARIABLE, "")
    if not name:
        return
    from nightcall.web import app, visit

    usual = visit.version

    def version(file: str) -> str:
        return f"{usual(file)}{name}"

    for module in (visit, app):
        vars(module)["version"] = version
