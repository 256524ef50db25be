"""Which Pyodide we use, and how it is had: by npm, or as a file that somebody downloaded."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import Final

from nightcall.engine.errors import NightcallError

VERSION: Final = "314.0.7"
INTEGRITY: Final = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
ARCHIVE: Final = f"pyodide-{VERSION}.tgz"


class NoPyodide(NightcallError):
    """Pyodide, or node to run it with, cannot be had."""


def unpacked(folder: Path, given: Path | None = None) -> Path:
    """Pyodide's own folder, kept in this one; `NoPyodide` if it is another than the one we know."""
    home = folder / VERSION
    if given is None and home.exists():
        return home
    archive = given or _fetched(folder)
    found = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if found != INTEGRITY:
        raise NoPyodide("web.alone.build.integrity", path=str(archive), found=found, wanted=INTEGRITY)
    if not home.exists():
        folder.mkdir(parents=True, exist_ok=True)
        shutil.unpack_archive(archive, folder, filter="data")
        (folder / "package").rename(home)
    return home


def _fetched(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    npm = shutil.which("npm")  # on Windows it is a script, found by its whole name alone
    if npm is None:
        raise NoPyodide("web.alone.build.no_npm", archive=ARCHIVE)
    fetched = subprocess.run(
        [npm, "pack", f"pyodide@{VERSION}", "--silent"], cwd=folder, check=False, capture_output=True, text=True
    )
    if fetched.returncode:
        raise NoPyodide("web.alone.build.not_fetched", archive=ARCHIVE, why=fetched.stderr.strip())
    return folder / ARCHIVE


def node() -> str:
    """The program that runs Pyodide while the folder is built."""
    found = shutil.which("node")
    if found is None:
        raise NoPyodide("web.alone.build.no_node")
    return found
