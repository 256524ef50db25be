"""A real PostgreSQL for the tests: started for them alone where it is installed, or the one whose address is given.

NIGHTCALL_TEST_DATABASE=postgresql://user@host/database make test
"""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tests.waiting import until

SETTING: Final = "NIGHTCALL_TEST_DATABASE"
HINT: Final = (
    "The tests on PostgreSQL need its programs, and none were found. On Debian or Ubuntu: `sudo apt-get install "
    f"postgresql`. Or give the address of a database that may be written to: {SETTING}=postgresql://… make test"
)
WITHIN: Final = 120.0
"""Seconds for whatever is waited for: a test that waits without end tells nobody what it waits for."""
PLACES: Final = ("/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt", "/usr/local/opt")


def programs() -> Path | None:
    """The folder of `initdb` and `postgres`."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    return next((path.parent for place in PLACES for path in sorted(Path(place).glob("*/bin/initdb"))[::-1]), None)


def why_not() -> str:
    """Why there is nothing to test on; empty if there is."""
    if find_spec("asyncpg") is None:
        return "asyncpg is not installed: `pip install nightcall[postgres]`"
    return "" if os.environ.get(SETTING) or programs() is not None else HINT


class Cluster:
    """One PostgreSQL of its own, on a socket that only this machine sees."""

    def __init__(self, folder: Path, *, fsync: bool) -> None:
        self.folder = folder
        self.data = folder / "data"
        bin_ = programs()
        assert bin_ is not None, HINT
        self._bin = bin_
        self._process: subprocess.Popen[bytes] | None = None
        self._user = _somebody()
        if self._user is not None:
            shutil.chown(folder, self._user)
        made = ["-A", "trust", "-U", "nightcall", "--no-sync", "--no-locale", "-E", "UTF8", "-D", str(self.data)]
        self._run("initdb", *made)
        self._fsync = "on" if fsync else "off"

    @property
    def url(self) -> str:
        return f"postgresql://nightcall@/postgres?host={self.folder}"

    @property
    def pid(self) -> int:
        """Of the process that has started all others."""
        assert self._process is not None
        return self._process.pid

    def _run(self, name: str, *arguments: str) -> None:
        command = [str(self._bin / name), *arguments]
        done = subprocess.run(
            command, capture_output=True, check=False, user=self._user, cwd=self.folder, timeout=WITHIN
        )
        assert done.returncode == 0, done.stderr.decode()

    def tool(self, name: str, *arguments: str) -> None:
        """One of PostgreSQL's own programs, as whoever calls us."""
        command = [str(self._bin / name), *arguments]
        done = subprocess.run(command, capture_output=True, check=False, timeout=WITHIN)
        assert done.returncode == 0, done.stderr.decode()

    def start(self) -> None:
        settings = {"listen_addresses": "", "unix_socket_directories": self.folder, "fsync": self._fsync}
        settings |= {"shared_buffers": "64MB", "max_connections": 60}
        given = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command = [str(self._bin / "postgres"), "-D", str(self.data), *given]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, user=self._user, cwd=self.folder)
        self._wait()

    def _wait(self) -> None:
        ready = [str(self._bin / "pg_isready"), "-q", "-h", str(self.folder)]
        until(lambda: subprocess.run(ready, check=False, timeout=WITHIN).returncode == 0, self.folder / "log")

    def stop(self, *, at_once: bool = False) -> None:
        """As somebody does who installs a newer one; or `at_once`, as a power cut does."""
        if self._process is not None:
            command = ["-D", str(self.data), "-w", "-m", "immediate" if at_once else "fast", "stop"]
            self._run("pg_ctl", *command)
            self._process.wait(30)
            self._process = None


def _somebody() -> str | None:
    """PostgreSQL refuses to be run by root."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    import pwd

    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


@contextmanager
def cluster(*, fsync: bool = False) -> Iterator[Cluster]:
    """Without `fsync` nothing is sure of a power cut, and all is quicker."""
    with tempfile.TemporaryDirectory(prefix="nightcall-pg-") as name:
        made = Cluster(Path(name), fsync=fsync)
        made.start()
        try:
            yield made
        finally:
            made.stop(at_once=True)


@contextmanager
def at_most(*processes: subprocess.Popen[str], within: float = WITHIN) -> Iterator[None]:
    """They end when that is over, so that nobody waits for ever for what they say."""

    def end() -> None:
        for process in processes:
            process.kill()

    timer = threading.Timer(within, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def stopped(process: subprocess.Popen[str]) -> None:
    """Asked to end, as by Ctrl+C; and if it does not, ended."""
    process.terminate()
    try:
        process.wait(WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


def fresh(url: str) -> str:
    """The address of an empty place in a database: nobody sees the tables of another test."""
    import asyncpg

    name = f"test_{secrets.token_hex(6)}"

    async def make() -> None:
        connection = await asyncpg.connect(url, timeout=WITHIN, command_timeout=WITHIN)
        await connection.execute(f"CREATE SCHEMA {name}")
        await connection.close(timeout=WITHIN)

    asyncio.run(make())
    return f"{url}{'&' if '?' in url else '?'}search_path={name}"


def removed(url: str) -> None:
    """Away with it."""
    import asyncpg

    base, _, name = url.rpartition("search_path=")

    async def remove() -> None:
        connection = await asyncpg.connect(base.rstrip("?&"), timeout=WITHIN, command_timeout=WITHIN)
        await connection.execute(f"DROP SCHEMA {name} CASCADE")
        await connection.close(timeout=WITHIN)

    asyncio.run(remove())


if __name__ == "__main__":  # for the Makefile
    sys.exit(why_not() or None)
