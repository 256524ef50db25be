"""`make test-pyodide`: the tests in Pyodide, a Python for browsers that node can run too.

It is a Python newer than most machines have, without threads, processes or sockets. Everything but the browser tests
runs there, the app with its store included. What is installed here serves there: of compiled packages the part written
in Python, and those that have none are fetched as built for Pyodide, with the hashes of `requirements.txt`.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from nightcall.web.alone.pyodide import VERSION, unpacked

BUILT_FOR_IT: Final = ("hypothesis", "httpx2-jsfetch")
"""Compiled with nothing to fall back on, or not wanted anywhere else."""
ROOT: Final = Path(__file__).parents[2]
HERE: Final = ROOT / "build" / "pyodide"
HALVES: Final = (
    ("tests/rules", "tests/web"),
    ("--ignore", "tests/rules", "--ignore", "tests/web", "--ignore", "tests/browser"),
)
"""About as long each; together they are all."""


def main(arguments: Sequence[str]) -> int:
    if shutil.which("node") is None or shutil.which("npm") is None:
        sys.exit("Pyodide needs node and npm.")
    home = unpacked(HERE)
    sites = [packages(home), Path(sysconfig.get_path("purelib"))]

    def run(asked: Sequence[str]) -> int:
        places = [Path(__file__).with_name("run.mjs"), home, ROOT, *sites]
        command = ["node", *map(str, places), "--", "-m", "not soak", *asked]
        done = subprocess.run(command, capture_output=len(runs) > 1, check=False)
        sys.stdout.buffer.write((done.stdout or b"") + (done.stderr or b""))
        sys.stdout.flush()
        return done.returncode

    runs = [arguments] if arguments else HALVES
    print(f"Pyodide {VERSION}: this takes some minutes", flush=True)
    with ThreadPoolExecutor() as pool:
        return max(pool.map(run, runs))


def packages(home: Path) -> Path:
    """What has to be built for it, as locked."""
    locked = re.split(r"\n(?=\S)", (ROOT / "requirements.txt").read_text("utf-8"))
    wanted = [re.sub(r" ;[^\\]*", " ", each) for each in locked if each.split("==")[0] in BUILT_FOR_IT]
    text = "\n".join(wanted)
    site = HERE / f"site-{hashlib.sha256(f'{home.name} {text}'.encode()).hexdigest()[:12]}"
    if not site.exists():
        about = json.loads((home / "pyodide-lock.json").read_text("utf-8"))["info"]
        (HERE / "requirements.txt").write_text(text, "utf-8")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        command += ["--no-deps", "--only-binary=:all:", "--require-hashes", "-r", str(HERE / "requirements.txt")]
        command += ["--platform", f"pyemscripten_{about['abi_version']}_wasm32", "--implementation", "cp"]
        command += ["--python-version", about["python"], "--ignore-requires-python", "--target", str(site)]
        subprocess.run(command, check=True)
    return site


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
