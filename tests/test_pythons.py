"""Every Python the project claims is tested, and no other is claimed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from scripts.test_all import VERSIONS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_project_claims_them() -> None:
    language = "Programming Language :: Python :: "
    claimed = [each.removeprefix(language) for each in PROJECT["classifiers"] if each.startswith(language)]
    assert claimed == list(VERSIONS)
    assert PROJECT["requires-python"] == f">={VERSIONS[0]}"
    assert f"Python {VERSIONS[0]} or newer" in (ROOT / "README.md").read_text("utf-8")


def test_the_forge_tests_them() -> None:
    workflow = (ROOT / ".github/workflows/test.yml").read_text("utf-8")
    found = re.search(r"python: \[(.*)\]", workflow)
    assert found
    assert re.findall(r"\d+\.\d+", found[1]) == list(VERSIONS)
