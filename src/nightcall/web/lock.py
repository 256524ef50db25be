"""One folder, one server: two would each believe that nobody else changes its games."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO, Final

from nightcall.engine.errors import NightcallError

NAME: Final = "nightcall.lock"
LED: Final = "nightcall play"
"""Stands in place of an address while a game is led in a terminal."""
FAR: Final = 1 << 20
"""Where Windows locks a byte: beyond the text, so that others can read it."""


class Lock:
    """Held until the process ends, however it ends. The file stays; whether it is locked is what counts."""

    def __init__(self, folder: Path) -> None:
        """`NightcallError` with the address of the server that has the folder already."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / NAME
        self._file: IO[str] = path.open("a+", encoding="utf-8")
        try:
            _lock(self._file)
        except OSError as error:
            self._file.close()
            address = path.read_text("utf-8", errors="replace").strip() or "?"
            key = "web.serve.led" if address == LED else "web.serve.running"
            raise NightcallError(key, address=address, folder=str(folder)) from error

    def tell(self, address: str) -> None:
        """Where this server is found, for whoever starts a second one."""
        self._file.truncate(0)
        self._file.write(f"{address}\n")
        self._file.flush()

    def release(self) -> None:
        self._file.close()


def _lock(file: IO[str]) -> None:
    """At once or not at all: `OSError`."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(file.fileno(), FAR, os.SEEK_SET)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
