"""The system's own Chromium, driven by Playwright. None is ever downloaded."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Final

from playwright.sync_api import Browser, Playwright

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
SETTING: Final = "NIGHTCALL_CHROMIUM"
HINT: Final = (
    "The browser tests need Chromium, and none was found. On Debian or Ubuntu: `sudo apt-get install chromium`. "
    f"Elsewhere install Chromium or Chrome, or give the path of its program: {SETTING}=/path/to/chromium make test"
)
FLAGS: Final = (
    "--no-sandbox",  # containers of a continuous build run as root; the pages are our own
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def found() -> str:
    """The program to run; empty if there is none."""
    given = os.environ.get(SETTING, "")
    return given or next((path for name in NAMES if (path := shutil.which(name))), "")


def launched(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=found(), args=list(FLAGS))


if __name__ == "__main__":  # for the Makefile
    sys.exit(None if found() else HINT)
