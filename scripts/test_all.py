"""`make test-all`: `make test` with every Python that is found, then Pyodide; at the end it says what was not there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

VERSIONS: Final = ("3.11", "3.12", "3.13", "3.14")


def main(make: str) -> int:
    results: dict[str, str] = {}
    for version in VERSIONS:
        command = python(version)
        name = f"Python {version}"
        results[name] = tested(name, [make, f"PYTHON={command}", f"VENV=.venv-{version}", "test"]) if command else ""
    has_node = shutil.which("node") and shutil.which("npm")
    results["Pyodide"] = tested("Pyodide", [make, "test-pyodide"]) if has_node else ""
    print("\n".join(f"{name}: {result or 'skipped, not found'}" for name, result in results.items()))
    return 1 if "failed" in results.values() else 0


def tested(name: str, command: list[str]) -> str:
    print(f"== {name} ==", flush=True)
    return "failed" if subprocess.run(command, check=False).returncode else "passed"


def python(version: str) -> str:
    """A command that really starts this Python: what pyenv puts on the path may be empty."""
    for command in candidates(version):
        code = "import sys; print('%d.%d' % sys.version_info[:2])"
        try:
            done = subprocess.run([*command, "-c", code], capture_output=True, encoding="utf-8", check=False)
        except OSError:
            continue
        if done.stdout.strip() == version:
            return " ".join(command)
    return ""


def candidates(version: str) -> Iterator[list[str]]:
    yield [f"python{version}"]
    yield ["py", f"-{version}"]
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    for each in sorted(pyenv.glob(f"versions/{version}.*/bin/python"), reverse=True):
        yield [each.as_posix()]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
