"""What is handed out: a wheel and a source archive that hold all they need and no more, and run where they land."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

from tests.web.hostile import wait

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "nightcall"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
pytestmark = pytest.mark.skipif(sys.platform == "emscripten", reason="there are no processes here")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both, made from a copy of what git would hand out."""
    tree, out = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("dist")
    for name in ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", ".gitignore"):
        shutil.copy(ROOT / name, tree)
    for name in ("src", "docs", "scripts"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    (tree / "src" / "nightcall" / "__pycache__").mkdir()
    (tree / "src" / "nightcall" / "__pycache__" / "left.pyc").write_bytes(b"behind")
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(out)]
    subprocess.run(command, cwd=tree, check=True, capture_output=True)
    return out


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


def ours() -> set[str]:
    files = (path for path in SOURCE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {f"nightcall/{path.relative_to(SOURCE).as_posix()}" for path in files}


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    about = {name for name in names if name.startswith("nightcall-") and ".dist-info/" in name}
    assert names - about == ours()
    assert {Path(name).name for name in about} == {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "LICENSE"}
    assert {"nightcall/py.typed", "nightcall/words/fr/web.toml", "nightcall/web/templates/lead.html"} <= names


def test_the_wheel_says_what_an_index_wants_to_know(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = [name for name in archive.namelist() if name.endswith("METADATA")]
    about = message_from_string(archive.read(name).decode())
    assert (about["Name"], about["Version"]) == ("nightcall", PROJECT["version"])
    assert about["License-Expression"] == "MIT"
    assert about["Description-Content-Type"] == "text/markdown"
    assert about["Requires-Python"] == PROJECT["requires-python"]
    plain = [each for each in about.get_all("Requires-Dist", []) if "extra ==" not in each]
    assert len(plain) == len(PROJECT["dependencies"]), "nothing for the few is asked of everybody"
    assert set(about.get_all("Provides-Extra", [])) == set(PROJECT["optional-dependencies"])
    assert wheel.name.endswith("-py3-none-any.whl")


MENDED = {
    "anyio": (4, 14, 2),
    "click": (8, 3, 3),
    "h11": (0, 16),
    "jinja2": (3, 1, 6),
    "python-multipart": (0, 0, 31),
    "starlette": (1, 3, 1),
}
"""From which release on none has a fault that is known."""


def test_no_release_with_a_known_fault_will_do() -> None:
    floors = dict(each.split(">=") for each in PROJECT["dependencies"])
    locked = dict(
        re.findall(r"^([\w-]+)==([\d.]+)", (ROOT / "deploy" / "requirements.txt").read_text("utf-8"), re.MULTILINE)
    )
    for name, release in MENDED.items():
        for version in (floors[name], locked[name]):
            assert tuple(map(int, version.split("."))) >= release, (name, version)


def test_the_source_archive_builds_the_same_wheel(built: Path, wheel: Path, tmp_path: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
        source.extractall(tmp_path, filter="data")
    top = {name.split("/")[0] for name in names}
    assert top == {"src", "docs", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "PKG-INFO", ".gitignore"}
    assert {name.removeprefix("src/") for name in names if name.startswith("src/")} == ours()
    (tree,) = tmp_path.iterdir()
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path / "again")]
    subprocess.run(command, cwd=tree, check=True, capture_output=True)
    (again,) = (tmp_path / "again").glob("*.whl")
    first, second = zipfile.ZipFile(wheel), zipfile.ZipFile(again)
    assert {name: first.read(name) for name in first.namelist()} == {
        name: second.read(name) for name in second.namelist()
    }


@pytest.fixture
def fresh(wheel: Path, tmp_path: Path) -> Path:
    """A new environment with the wheel in it; what it depends on is lent by ours, so that no network is needed."""
    import venv  # where there are no processes there is none

    home = tmp_path / "env"
    venv.create(home, with_pip=False, symlinks=sys.platform != "win32")
    scripts = home / ("Scripts" if sys.platform == "win32" else "bin")
    python = scripts / ("python.exe" if sys.platform == "win32" else "python")
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([*command, "--disable-pip-version-check", str(wheel)], check=True)
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    (own,) = subprocess.run([python, "-c", ask], check=True, capture_output=True, text=True).stdout.splitlines()
    lent = next(path for path in sys.path if (Path(path) / "starlette").is_dir())
    (Path(own) / "lent.pth").write_text(f"{lent}\n", "utf-8")
    return scripts


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="a server is not asked to stop that way")
def test_the_wheel_runs_in_a_fresh_environment(fresh: Path, tmp_path: Path) -> None:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NIGHTCALL"))}
    told = subprocess.run([fresh / "nightcall", "--version"], check=True, capture_output=True, text=True, env=clean)
    assert told.stdout == f"nightcall {PROJECT['version']}\n"
    where = "import nightcall; print(nightcall.__file__)"
    found = subprocess.run([fresh / "python", "-c", where], check=True, capture_output=True, text=True, env=clean)
    assert found.stdout.startswith(str(fresh.parent)), "and no other tree is used"
    command: list[str | Path] = [
        fresh / "nightcall",
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--no-browser",
        "--log",
        "json",
    ]
    command += ["--log", "json", "--data", tmp_path / "data"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=clean, cwd=tmp_path)
    try:
        assert server.stderr is not None
        port = int(json.loads(server.stderr.readline())["address"].rpartition(":")[2])
        for path, expected in (
            ("/readyz", b"ready"),
            ("/", b"Nouvelle partie"),
            ("/static/nightcall.css", b"font-face"),
            ("/rules/WITCH-1", b"WITCH-1"),
            ("/api/openapi.json", b"openapi"),
        ):
            client = http.client.HTTPConnection("127.0.0.1", port, timeout=90)
            wait(port)
            client.request("GET", path, headers={"Accept-Language": "fr"})
            reply = client.getresponse()
            assert reply.status == 200, path
            assert expected in reply.read(), path
            client.close()
        server.terminate()
        assert server.wait(90) == 0
    finally:
        server.kill()
        server.communicate()
