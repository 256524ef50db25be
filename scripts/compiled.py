"""`make compiled`: a wheel whose engine is machine code; with `--test` every test on it.

Which modules are compiled stands in pyproject.toml. All happens in a copy of the tree, where the machine code then lies
beside its sources: whoever works here goes on with the sources alone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
DIST: Final = ROOT / "dist"
TREE: Final = ROOT / "build" / "compiled"
LIBRARIES: Final = (".so", ".pyd")


def copied() -> None:
    """The tree as git has it."""
    shutil.rmtree(TREE, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, encoding="utf-8")
    for name in filter(None, listed.stdout.split("\0")):
        (TREE / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, TREE / name)


def wheel() -> Path:
    """Made in an environment of its own: the compiler is nothing anybody else needs."""
    for old in DIST.glob("nightcall-*-cp*.whl"):
        old.unlink()
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    environment = os.environ | {"HATCH_BUILD_HOOK_ENABLE_MYPYC": "true"}
    subprocess.run([*command, "--wheel-dir", str(DIST), str(TREE)], env=environment, check=True)
    (made,) = DIST.glob("nightcall-*-cp*.whl")
    return made


def tested(arguments: tuple[str, ...]) -> int:
    compiled = [path for path in (TREE / "src").rglob("*") if path.suffix in LIBRARIES]
    assert compiled, "the compiler has left nothing beside the sources"
    environment = os.environ | {"NIGHTCALL_COMPILED": "1", "PYTHONPATH": str(TREE / "src")}
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.run(command, cwd=TREE, env=environment, check=False).returncode


def main(*arguments: str) -> int:
    copied()
    print(wheel().relative_to(ROOT), flush=True)
    return tested(arguments[1:]) if arguments else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
