"""Saved games on disk: whole or not at all, and never an acknowledged answer lost."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from nightcall.engine import tape
from nightcall.engine.errors import TapeError
from nightcall.engine.game import Answer, Game, retell


def read(path: Path) -> bytes:
    """The text of a tape, never more than a tape may hold; `OSError` as usual."""
    with path.open("rb") as file:
        text = file.read(tape.TAPE_LIMIT + 1)
    if len(text) > tape.TAPE_LIMIT:
        raise TapeError("tape.too_large", line=1, limit=tape.TAPE_LIMIT)
    return text


def load(path: Path) -> tuple[Game, tape.Loaded]:
    """A saved game as far as it still fits, and what its file says."""
    loaded = tape.loads(read(path))
    return retell(loaded.setup, loaded.answers), loaded


def save(path: Path, game: Game) -> None:
    """Write the whole tape beside its place, then move it there in one step. Only its owner may read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    target = path.resolve()  # a link stays a link
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(tape.dumps(game).encode())
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _settle(target.parent)


def append(path: Path, game: Game) -> None:
    """Add the last answer to a file that holds all the others."""
    with path.open("ab") as file:
        file.write(tape.answer_line(game, len(game.answers) - 1).encode())
        file.flush()
        os.fsync(file.fileno())


def _settle(folder: Path) -> None:
    """The new name itself must reach the disk too; some systems cannot do that to a folder, and need not."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


class FileKeeper:
    """Keeps one file in step with a game: the cheap way while answers are added, whole after any correction."""

    is_file = True

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept: tuple[Answer, ...] | None = None
        self._size = -1

    def keep(self, game: Game) -> None:
        """Once this returns, the game is safe."""
        if self._kept is not None and game.answers[:-1] == self._kept and game.answers and self._is_ours():
            append(self.path, game)
        else:
            save(self.path, game)
        self._kept = game.answers
        self._size = self.path.stat().st_size

    def _is_ours(self) -> bool:
        """Whether the file is as we left it: not gone, not cut short, not written to by somebody else."""
        try:
            return self.path.stat().st_size == self._size
        except OSError:
            return False
