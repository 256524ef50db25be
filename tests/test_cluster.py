"""Games on a cluster: a scheduler and workers of its own, as real processes on this machine."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import nightcall
from nightcall import Setup
from nightcall.sim import cluster
from nightcall.sim.cluster import ClusterFault
from nightcall.sim.people import People
from nightcall.sim.playouts import Report, simulate
from tests.command import Run
from tests.waiting import until

ROOT = Path(__file__).parents[1]
UNDERTAKER = ROOT / "examples" / "house-rules" / "undertaker"
DECK = {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "simple_villager": 5}
SETUP = Setup.of(10, DECK, cards_known_to_app=True, seed=0)

has_dask = importlib.util.find_spec("distributed") is not None
needs_dask = pytest.mark.skipif(
    sys.platform == "emscripten" or (not has_dask and "CI" not in os.environ), reason="there is no Dask here"
)


class Dask:
    """A scheduler and its workers, each a process that can be killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = folder / "scheduler.json"
        self._processes: list[subprocess.Popen[bytes]] = []
        self._start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
        until(self._file.exists, "the scheduler does not begin")
        self.address: str = json.loads(self._file.read_text("utf-8"))["address"]

    def _start(self, kind: str, *options: str, tree: Path = ROOT / "src") -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{kind}", "--scheduler-file", str(self._file), *options]
        environment = os.environ | {"PYTHONPATH": str(tree), "DASK_LOGGING__DISTRIBUTED": "error"}
        log = (self.folder / "log.txt").open("ab")
        with log:
            process = subprocess.Popen(command, cwd=self.folder, env=environment, stdout=log, stderr=log)
        self._processes.append(process)
        return process

    def worker(self, tree: Path = ROOT / "src") -> subprocess.Popen[bytes]:
        """One more, with one thread; `tree` is where it has Nightcall from."""
        options = ("--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1")
        return self._start("dask_worker", *options, "--local-directory", str(self.folder), tree=tree)

    def stop(self) -> None:
        for process in reversed(self._processes):
            process.kill()
            process.wait()


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Dask]:
    found = Dask(tmp_path)
    try:
        yield found
    finally:
        found.stop()


def without_time(text: str) -> str:
    """A report as printed, but for how long it took."""
    return "\n".join(line for line in text.splitlines() if '"seconds"' not in line and '"games_per' not in line)


@needs_dask
def test_a_killed_worker_and_any_number_of_them_change_nothing(dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Byte for byte what one process prints; house rules and believable people included."""
    monkeypatch.setattr(cluster, "BLOCK", 100)
    here = simulate(SETUP, 800, seed=5)
    first = dask.worker()
    assert simulate(SETUP, 100, seed=5, cluster=dask.address) == simulate(SETUP, 100, seed=5)  # one
    dask.worker()
    seen: list[Report] = []

    def so_far(report: Report) -> None:
        seen.append(report)
        if len(seen) == 2:
            first.send_signal(signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)

    there = simulate(SETUP, 800, seed=5, cluster=dask.address, so_far=so_far)  # two, then one
    assert there == here
    assert json.dumps(there.to_json()["wins"]) == json.dumps(here.to_json()["wins"])  # in the same order
    assert first.wait(10) != 0, "it was killed"
    assert [report.games for report in seen] == [*range(100, 900, 100)]
    assert seen[2] == simulate(SETUP, 300, seed=5), "what is counted so far is what that many games come to"
    people = People.called("ordinary")
    assert simulate(SETUP, 40, 1, people=people, cluster=dask.address) == simulate(SETUP, 40, 1, people=people)
    command = ("simulate", "--deck", "werewolf=2,seer,witch", "--players", "8", "-n", "150", "--json")
    printed = [Run(*command), Run(*command, "--cluster", dask.address)]
    assert [run.code for run in printed] == [0, 0], printed[1].err
    assert without_time(printed[0].out) == without_time(printed[1].out)


@needs_dask
def test_house_rules_go_along_and_another_version_is_refused(dask: Dask, tmp_path: Path) -> None:
    dask.worker()
    command = [sys.executable, "-m", "nightcall.cli", "--house-rules", str(UNDERTAKER), "simulate", "--json"]
    command += ["--deck", "werewolf=2,undertaker,seer", "--players", "8", "-n", "60"]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    run = subprocess.run([*command, "-j", "1"], capture_output=True, text=True, env=environment, check=True)
    far = subprocess.run(
        [*command, "--cluster", dask.address], capture_output=True, text=True, env=environment, check=False
    )
    assert far.returncode == 0, far.stderr
    assert without_time(far.stdout) == without_time(run.stdout)
    ours = cluster.fingerprint()
    with pytest.raises(ClusterFault) as caught:
        cluster._there(list, f"{ours[:-1]}x", {}, range(3))
    assert caught.value.key == "cluster.other_version"


@needs_dask
def test_a_cluster_that_goes_away_leaves_what_was_counted(dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 1, the report of the games before, and a word of why."""
    monkeypatch.setattr(cluster, "BLOCK", 50)
    dask.worker()
    counted = threading.Event()
    whole = cluster.results

    def watched(*given: Any) -> Iterator[Any]:
        for each in whole(*given):
            yield each
            counted.set()

    monkeypatch.setattr(cluster, "results", watched)

    def ends() -> None:
        counted.wait(60)
        dask.stop()

    ending = threading.Thread(target=ends)
    ending.start()
    command = ("simulate", "--deck", "werewolf=2,seer", "--players", "8", "-n", "100000", "--json")
    run = Run(*command, "--cluster", dask.address)
    ending.join()
    assert run.code == 1
    assert dask.address in run.err
    games = json.loads(run.out)["games"]
    assert 0 < games < 100_000
    assert str(games) in run.err
    again = Run(*command[:-3], "-n", str(games), "--json")
    assert json.loads(again.out)["wins"] == json.loads(run.out)["wins"]


@needs_dask
def test_where_nobody_is_that_is_said(dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "REACHED_WITHIN", 0.5)
    with pytest.raises(ClusterFault) as caught:
        simulate(SETUP, 10, cluster=dask.address)
    assert caught.value.key == "cluster.no_workers"
    dask.stop()
    for address in (dask.address, "nowhere://x"):
        with pytest.raises(ClusterFault) as caught:
            simulate(SETUP, 10, cluster=address)
        assert caught.value.key == "cluster.unreachable"


def test_without_dask_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    run = Run("simulate", "-n", "10", "--cluster", "tcp://127.0.0.1:1")
    assert run.code == 1
    assert "nightcall[cluster]" in run.err


def test_no_other_command_needs_dask() -> None:
    """Imported where a cluster is asked for, and nowhere else."""
    code = "import sys, nightcall.cli.counting; sys.exit({'dask', 'distributed'} & set(sys.modules) != set())"
    environment = os.environ | {"PYTHONPATH": str(Path(nightcall.__file__).parents[1])}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0


def test_the_same_folder_is_packed_alike(tmp_path: Path) -> None:
    assert cluster.packed(UNDERTAKER) == cluster.packed(UNDERTAKER)
    folder = cluster._unpacked("undertaker", cluster.packed(UNDERTAKER))
    assert (folder / "__init__.py").read_bytes() == (UNDERTAKER / "__init__.py").read_bytes()
    assert folder.name == "undertaker"
