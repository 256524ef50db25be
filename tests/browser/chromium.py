"""The system's own Chromium, driven by Playwright. None is ever downloaded.

The one without windows comes first: a page of its own costs it half of what it costs a whole browser.
"""

from __future__ import annotations

import os
import shutil
import sys
from typing import Final

from playwright.sync_api import Browser, Playwright

QUICK: Final = "chromium-headless-shell"
NAMES: Final = (
    QUICK,
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
SETTING: Final = "NIGHTCALL_CHROMIUM"
HINT: Final = (
    "The browser tests need Chromium, and none was found. "
    f"On Debian: `sudo apt-get install {QUICK}`, on Ubuntu: `sudo apt-get install chromium`. "
    f"Elsewhere install Chromium or Chrome, or give the path of its program: {SETTING}=/path/to/chromium make test"
)
SLOW: Final = f"The browser tests would be quicker with {QUICK}, a package of Debian."
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
    is_enough = os.environ.get(SETTING) or shutil.which(QUICK) or "--any" in sys.argv
    sys.exit(HINT if not found() else None if is_enough else SLOW)
