"""CONTRIBUTING's example is followed to the letter: a new character, and no engine file is touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "docs" / "house-rule"


def insert_before(file: Path, line: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(line) == 1, (file, line)
    file.write_text(text.replace(line, new + line), encoding="utf-8")


def test_a_house_rule_character_needs_no_engine_file(tmp_path: Path) -> None:
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src" / "nightcall", tmp_path / "nightcall", ignore=skip)
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=skip)
    package = tmp_path / "nightcall"
    # Step 1: the module. Step 2: its line in the catalogue. Step 3: its place in the night.
    shutil.copy(EXAMPLE / "undertaker.py", package / "rules" / "characters")
    insert_before(
        package / "rules" / "characters" / "__init__.py",
        "from nightcall.rules.characters.village_idiot import",
        "from nightcall.rules.characters.undertaker import Undertaker\n",
    )
    insert_before(package / "rules" / "characters" / "__init__.py", "    Thief,\n", "    Undertaker,\n")
    insert_before(package / "rules" / "order.py", '    ("fox", "", None),\n', '    ("undertaker", "", None),\n')
    # Steps 4 to 6: words, rulebook, tests.
    shutil.copytree(EXAMPLE / "words", package / "words", dirs_exist_ok=True)
    shutil.copytree(EXAMPLE / "rulebook", package / "rulebook", dirs_exist_ok=True)
    shutil.copy(EXAMPLE / "test_undertaker.py", tmp_path / "tests" / "rules" / "characters")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/rules/characters/test_undertaker.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 passed" in done.stdout


def test_contributing_names_every_step() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    touched = ("rules/characters/undertaker.py", "rules/characters/__init__.py", "rules/order.py")
    for step in (*touched, "words/en/undertaker.toml", "rulebook/under.toml"):
        assert step in text
