"""The command as the shell starts it, interrupts it and kills it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from nightcall.cli import files
from nightcall.cli.commands import build
from nightcall.cli.speech import Voice
from tests.command import DECK, PEOPLE, Run, typed_game
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]


def test_without_a_command_the_app_is_started_for_the_whole_network(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[dict[str, Any]] = []
    monkeypatch.setattr("nightcall.cli.serving.serve", lambda _voice, **told: started.append(told))
    bare = Run()
    assert bare.code == 0, bare.err
    assert Run("serve", "--host", "127.0.0.1", "--port", "8123", "--no-browser").code == 0
    plain = {"database": "", "workers": 1, "tls_cert": None, "tls_key": None, "proxies": ()}
    plain |= {"metrics": (), "keep_days": None, "log_form": None}
    assert started == [
        {"host": "0.0.0.0", "port": None, "data": None, "names": (), **plain, "browser": None},
        {"host": "127.0.0.1", "port": 8123, "data": None, "names": (), **plain, "browser": False},
    ]


def test_the_version() -> None:
    assert Run("--version").out.startswith("nightcall ")


def test_click_itself_can_run_it() -> None:
    result: Result = CliRunner().invoke(build(Voice("en")), ["rules", "HUNTER-1"])
    assert result.exit_code == 0


def spawn(path: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"}
    return subprocess.Popen(
        [sys.executable, "-m", "nightcall.cli", "play", *arguments, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env=environment,
    )


def waits_for(process: subprocess.Popen[str], prompt: str = "> ") -> str:
    """Read until the command asks for something."""
    assert process.stdout is not None
    seen = ""
    deadline = time.monotonic() + PATIENCE
    while not seen.endswith(prompt):
        assert time.monotonic() < deadline, seen
        letter = process.stdout.read(1)
        assert letter, seen
        seen += letter
    return seen


def test_killed_between_two_answers_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    lines, game = typed_game(7, stop=9)
    process = spawn(path, "--players", PEOPLE, "--deck", DECK, "--save")
    waits_for(process)
    given = 0
    for stretch in (4, 3, 2):
        assert process.stdin is not None
        for line in lines[given : given + stretch]:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            waits_for(process)
        given += stretch
        process.kill()
        process.communicate()
        assert files.load(path)[0].answers == game.answers[:given]
        process = spawn(path, "--resume")
        waits_for(process)
    process.kill()
    process.communicate()
    assert files.load(path)[0].answers == game.answers


@pytest.mark.skipif(os.name == "nt", reason="nobody can press Ctrl+C for another process")
def test_interrupted_it_says_good_night(tmp_path: Path) -> None:
    process = spawn(tmp_path / "game.jsonl", "--players", PEOPLE, "--deck", DECK, "--save")
    waits_for(process)
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=PATIENCE)
    assert "Good night" in rest
    assert process.returncode == 0


def test_output_nobody_reads_is_no_fault() -> None:
    command = f"{sys.executable} -m nightcall options --all | head -1"
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, shell=True, capture_output=True, encoding="utf-8", env=environment, check=False)
    assert "Traceback" not in done.stderr
