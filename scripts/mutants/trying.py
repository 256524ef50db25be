"""Trying a mutant: in a copy of the tree, the tests that reach it, until one fails."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scripts.mutants.making import ALWAYS, LEAK, LED, ROOT, Mutant

PASSED, FAILED, NO_TESTS = 0, 1, 5
REACH: Final = ROOT / "build" / "mutants-reach.json"
MEMORY: Final = 3 * 2**30
LONGEST: Final = 900
"""Seconds of computing for all tests together; they take less than a tenth."""
LEFT_OUT: Final = ("alone", "browser", "cli", "web", "words")
"""Tests of what is built on the rules."""
LAST: Final = (
    "test_properties.py",
    "test_leaks.py",
    "test_tape.py",
    "test_cards.py",
    "test_combinations.py",
    "test_dealt_and_physical.py",
)
"""Random games: whatever a scenario can tell is told sooner by it."""
LEAKS: Final = "tests/test_leaks.py"
"""All that a leak is shown."""
LED_TESTS: Final = "tests/web/test_led"
"""All that a wrong decision of a led evening is shown, and nothing else is: the beginning of their names."""
NOT_ASKED: Final = (
    "test_advisor.py",
    "test_cluster.py",
    "test_deploy.py",
    "test_package.py",
    "test_surrogate.py",
    "test_order.py",
    "test_mutants.py",
    "test_house_rules.py",
    "test_examples.py",
    "test_docs.py",
    "test_pythons.py",
    "test_languages.py",
    "test_german.py",
    "test_entry.py",
    "test_readme.py",
    "test_guides.py",
    "test_rulebook.py",
    "test_site.py",
    "test_soak.py",
    "test_travelling.py",
)
"""Tests about texts, the terminal, odds at a glance, and the tests themselves."""


@dataclass(frozen=True, slots=True)
class Fate:
    mutant: Mutant
    killer: str
    """The test that failed; empty = it survived."""
    seconds: float


class Tree:
    """A copy of the tree to change and to test in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        skip = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "node_modules")
        for part in ("src", "tests", "docs", "scripts"):
            shutil.copytree(ROOT / part, folder / part, ignore=skip)
        for file in ("pyproject.toml", "README.md", "CONTRIBUTING.md"):
            shutil.copy(ROOT / file, folder)

    def change(self, mutant: Mutant) -> None:
        self._write(mutant.file, mutant.applied(self._original(mutant.file)))

    def restore(self, mutant: Mutant) -> None:
        self._write(mutant.file, self._original(mutant.file))

    @staticmethod
    def _original(file: str) -> bytes:
        return (ROOT / "src" / "nightcall" / file).read_bytes()

    def _write(self, file: str, source: bytes) -> None:
        path = self.folder / "src" / "nightcall" / file
        path.write_bytes(source)
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            compiled.unlink()  # two changes within a second look alike to Python

    def test(self, tests: list[str], *, reach: Path | None = None) -> tuple[int, str]:
        """Whether all passed, and the first that failed."""
        wanted = self.folder / "wanted.txt"
        wanted.write_text("\n".join(tests), "utf-8")
        files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
        extra = {"NIGHTCALL_REACH": str(reach)} if reach else {"NIGHTCALL_TESTS": str(wanted)}
        path = os.pathsep.join((str(self.folder / "src"), str(self.folder)))
        command = [sys.executable, "-m", "pytest", "-x", "-m", "not soak", "--tb=line", "-p", "no:cacheprovider"]
        command += ["-p", "scripts.mutants.few", "-o", "addopts=", "-q", *files]
        plain = {"PYTHONHASHSEED": "0", "PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        done = subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": path, **plain, **extra},
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=careful,
        )
        failed = [line.split()[1] for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        if done.returncode not in (PASSED, FAILED, NO_TESTS) and not failed:
            return FAILED, "nothing can be tested any more"
        return done.returncode, failed[0] if failed else ""


def careful() -> None:
    """Not in the way of others, and not without an end."""
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))


class Tests:
    """All tests that may notice a changed rule, and which functions each of them reaches.

    Noted file by file, so that only tests that are new or changed are run for it again, or all once a rule has changed.
    """

    def __init__(self, trees: Sequence[Tree]) -> None:
        noted = json.loads(REACH.read_text("utf-8")) if REACH.exists() else {}
        shared = [*(ROOT / "src").rglob("*.py"), ROOT / "scripts" / "mutants" / "few.py"]
        shared += [path for path in (ROOT / "tests").rglob("*.py") if not path.name.startswith("test_")]
        common = digest(*sorted(shared))
        self.reached: dict[str, list[str]] = defaultdict(list)
        self.all: list[str] = []
        kept: dict[str, dict[str, list[str]]] = {}
        files = {file: f"{file} {common} {digest(ROOT / file)}" for file in self._files()}
        new = [file for file, key in files.items() if key not in noted]
        shares = [{file: files[file] for file in new[place :: len(trees)]} for place in range(len(trees))]
        with ThreadPoolExecutor(len(trees)) as pool:
            for found in pool.map(self._reach, trees, shares):
                noted |= found
        for key in files.values():
            kept[key] = noted[key]
            for function, tests in noted[key].items():
                self.reached[function] += tests
            self.all += sorted({test for tests in noted[key].values() for test in tests if test != ALWAYS})
        REACH.parent.mkdir(exist_ok=True)
        REACH.write_text(json.dumps(kept), "utf-8")

    @staticmethod
    def _reach(tree: Tree, files: dict[str, str]) -> dict[str, dict[str, list[str]]]:
        """Run these files; they must pass."""
        if not files:
            return {}
        reach = tree.folder / "reach.json"
        code, failed = tree.test(list(files), reach=reach)
        if code != PASSED:
            sys.exit(f"The tests must pass before anything is changed: {failed}")
        found: dict[str, dict[str, list[str]]] = {key: {} for key in files.values()}
        for function, tests in json.loads(reach.read_text("utf-8")).items():
            for test in tests:
                concerned = files.values() if test == ALWAYS else [files[test.partition("::")[0]]]
                for key in concerned:
                    found[key].setdefault(function, []).append(test)
        return found

    @staticmethod
    def _files() -> list[str]:
        files = [path.relative_to(ROOT) for path in sorted((ROOT / "tests").rglob("test_*.py"))]
        return [
            file.as_posix()
            for file in files
            if file.as_posix().startswith(LED_TESTS)
            or (file.name not in NOT_ASKED and not set(LEFT_OUT).intersection(file.parts))
        ]

    def of(self, mutant: Mutant) -> list[list[str]]:
        """Those that can notice, in groups: of the same name, of the same folder, all others, random games.

        A leak is shown to the tests about leaks alone, a decision of a led evening to the tests of those.
        """
        found = self.reached.get(f"{mutant.file}:{mutant.line}", []) if mutant.line else [ALWAYS]
        groups: list[list[str]] = [[], [], [], []]
        for test in self.all if ALWAYS in found else found:
            if mutant.operator == LEAK and not test.startswith(LEAKS):
                continue
            if test.startswith(LED_TESTS) != (mutant.operator == LED):
                continue
            file, changed = Path(test.partition("::")[0]), Path(mutant.file)
            if file.name in LAST:
                groups[3].append(test)
            elif changed.stem in file.stem:
                groups[0].append(test)
            else:
                groups[1 if changed.parent.name == file.parent.name else 2].append(test)
        return [group for group in groups if group]


def digest(*paths: Path) -> str:
    whole = hashlib.sha256()
    for path in paths:
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def try_out(mutant: Mutant, tree: Tree, tests: Tests) -> Fate:
    begun = time.monotonic()
    tree.change(mutant)
    killer = ""
    try:
        for group in tests.of(mutant):
            killer = killer or tree.test(group)[1]
    finally:
        tree.restore(mutant)
    return Fate(mutant, killer, time.monotonic() - begun)


def trees(number: int) -> list[Tree]:
    folder = Path(tempfile.mkdtemp(prefix="nightcall-mutants-"))
    return [Tree(folder / str(place)) for place in range(number)]


def clean_up(grown: list[Tree]) -> None:
    for folder in {tree.folder.parent for tree in grown}:
        shutil.rmtree(folder, ignore_errors=True)
