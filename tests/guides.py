"""A guide of docs/ followed to the letter, in a copy of the tree.

A block of code belongs to the file that the last words in backticks before it name. A block in `diff` is a change: the
lines without `+` are found there, once and as they stand (but for those with `-`, which go); any other block is a
whole new file. Blocks that belong to no file are commands: `make docs` and `make tapes` are run.

python -m tests.guides build/copy character variant    # follows these two there, for whoever wants to look around
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
GUIDES = {path.stem: path for path in sorted((DOCS / "adding").glob("*.md"))}
PARTS = ("src", "tests", "scripts", "docs", "examples", "deploy", ".github")
"""What is copied, beside the files at the root."""
COMMANDS = {"make docs": "scripts.docs", "make tapes": "tests.rewrite_tapes"}
"""What a guide may say in a block of its own -> the module that does it."""

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"`([\w./-]+\.\w+)`")
_FIRST = re.compile(r"^First follow \[.*\]\((\w+)\.md\)", re.MULTILINE)


@dataclass(frozen=True)
class Step:
    """One block of a guide."""

    language: str
    text: str
    file: str


def steps(guide: str) -> Iterator[Step]:
    """Every block in turn, those of the guides it builds on first."""
    text = GUIDES[guide].read_text("utf-8")
    for first in _FIRST.findall(text):
        yield from steps(first)
    end = 0
    for block in _BLOCK.finditer(text):
        before = _FILE.findall(text[end : block.start()].rstrip().rpartition("\n\n")[2])
        yield Step(block[1], block[2], before[-1] if before and block[1] != "sh" else "")
        end = block.end()


def copy(folder: Path) -> None:
    """The tree, without what was made from it."""
    folder.mkdir(parents=True)
    skip = shutil.ignore_patterns("__pycache__", "*.pyc")
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=skip)
    for file in ROOT.iterdir():
        if file.is_file() and file.name != ".git":
            shutil.copy2(file, folder)


def follow(guide: str, folder: Path) -> None:
    """Do what it says, and the commands once everything else is done."""
    commands: list[str] = []
    for step in steps(guide):
        if step.language == "sh":
            commands += [command for command in step.text.splitlines() if command not in commands]
            continue
        assert step.file, f"{guide}: to which file does this belong?\n{step.text}"
        path = folder / step.file
        if step.language == "diff":
            path.write_text(changed(path.read_text("utf-8"), step), encoding="utf-8", newline="\n")
        else:
            assert not path.exists(), f"{guide}: {step.file} is there already"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, encoding="utf-8", newline="\n")
    for command in commands:
        if command in COMMANDS:
            run(folder, "-m", COMMANDS[command])


def changed(text: str, step: Step) -> str:
    """The text after the change; each part of it, between lines of `@@`, has one place."""
    for part in re.split(r"^@@.*\n", step.text, flags=re.MULTILINE):
        lines = part.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] != "+")
        new = "".join(line[1:] for line in lines if line[0] != "-")
        assert f"\n{text}".count(f"\n{old}") == 1, f"{step.file}: not once in there:\n{old}"
        text = f"\n{text}".replace(f"\n{old}", f"\n{new}")[1:]
    return text


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in the copy, which must be content."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(folder / "src"), str(folder))), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-6000:]}\n{done.stderr[-3000:]}"
    return done


def main(folder: str, guides: Iterable[str]) -> None:
    copy(Path(folder))
    for guide in guides:
        follow(guide, Path(folder))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
