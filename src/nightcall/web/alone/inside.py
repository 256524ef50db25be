"""Runs inside Pyodide while the folder is built: draws the list of the standard library, and compiles.

The byte code must be that of the Python it will run in, whatever Python builds the folder. Of the standard library goes
along what is loaded after everything was imported that we import anywhere and a round of requests was answered, and a
written margin; never a list of what to leave out, for that fails late.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import io
import json
import marshal
import pkgutil
import sys
import zipfile
from _frozen_importlib_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

STAGE: Final = Path("/stage")
APP: Final = Path("/app")
OUT: Final = Path("/out")
AS_SOURCE: Final = ("anyio/__init__.py", "anyio/abc/__init__.py")
"""These read their own source to find their names."""
TEMPLATES: Final = "nightcall/web/compiled/"
"""Looked for as files by whoever uses them."""
FIRST: Final = "prepared.py"
"""Comes before everything, and therefore stands by itself."""
WHOLE: Final = ("pyodide", "_pyodide")
MARGIN: Final = (
    "_strptime calendar http.cookies traceback xml.sax.saxutils encodings.ascii encodings.cp437 encodings.idna"
    " encodings.latin_1 encodings.punycode encodings.utf_16 encodings.utf_8_sig asyncio.taskgroups asyncio.timeouts"
    " json.tool sqlite3.dump importlib.metadata importlib.resources.readers statistics unicodedata"
).split()
OF_A_SERVER: Final = ("uvicorn", "h11", "click", "rich", "platformdirs")
"""What needs these stays unused on a phone; the round of requests shows that nobody else does."""
BOUNDARY: Final = "nightcall-part"
DOCUMENTED: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
YEAR_ZERO: Final = (1980, 1, 1, 0, 0, 0)


async def main() -> None:
    """What is compiled is also what is tried: the round is made with it."""
    files, modules = _app()
    for name, content in files.items():
        (APP / name).parent.mkdir(parents=True, exist_ok=True)
        (APP / name).write_bytes(content)
    sys.path.insert(0, str(APP))
    prepared = importlib.import_module(FIRST.removesuffix(".py"))
    known = prepared.recorded()
    sys.meta_path.insert(0, prepared.Modules(modules))
    for name in (each for each in modules if each.startswith("nightcall.")):
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            if str(error.name).partition(".")[0] not in OF_A_SERVER:
                raise
    for name in sorted(_needed):
        with suppress(ImportError):  # then nobody can have it here
            importlib.import_module(name)
    await _answers()
    (OUT / "python_stdlib.zip").write_bytes(_library(_loaded()))
    (OUT / "app.bin").write_bytes(_bundled({**files, "prepared.bin": prepared.packed(modules, known)}))


_needed: Final = set[str]()
"""What modules of ours import wherever they do: some only when a page wants it."""


def _imports(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [each.name for each in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []


# -- a round of requests --


class _Nowhere:
    async def keep(self) -> None: ...
    async def load(self) -> object: ...
    def put_back(self, kept: object) -> None: ...


async def _answers() -> None:
    """As many kinds of request as there are kinds of answer, so that whatever is imported late is imported now."""
    from nightcall.engine import tape
    from nightcall.engine.game import play
    from nightcall.engine.setup import Setup
    from nightcall.web.alone.boot import booted
    from nightcall.web.alone.bridge import Asked, Returned
    from nightcall.words import LANGUAGES

    bridge = await booted(":memory:", _Nowhere(), "https://localhost", lambda *_: None)

    async def ask(
        method: str, path: str, body: bytes = b"", kind: str = "application/x-www-form-urlencoded"
    ) -> Returned:
        headers = {"content-type": kind, "accept-language": LANGUAGES[-1]}  # one with a grammar of its own
        answer = await bridge.answer(Asked("1", method, path, "", headers, body))
        assert answer.status < 400, (method, path, answer.status, answer.body.decode()[:2000])
        return answer

    for path in ("/", "/rules", "/rules/seer", "/rules/SEER-1", "/about", "/games", "/games/statistics", "/new"):
        await ask("GET", path)
    await ask("POST", "/device", b"language=en")
    setup = Setup.of(
        6, {"werewolf": 2, "seer": 1, "simple_villager": 3}, sheriff_election="off", cards_known_to_app=True, seed=1
    )
    head = 'content-disposition: form-data; name="tape"; filename="a.jsonl"'
    file = f"--{BOUNDARY}\r\n{head}\r\n\r\n{tape.dumps(play(setup))}"
    brought = await ask(
        "POST", "/games/bring", f"{file}\r\n--{BOUNDARY}--\r\n".encode(), f"multipart/form-data; boundary={BOUNDARY}"
    )
    lead = dict(brought.headers)["location"]
    for path in (lead, f"{lead}/more", f"{lead}/roles", f"{lead}/log", f"{lead}/elsewhere", lead.removesuffix("/lead")):
        await ask("GET", path)
    await ask("POST", f"{lead}/answer", b"at=1")
    for late in ("/games/statistics.csv", "/games/statistics.json"):
        await ask("GET", late)


# -- packing --


def _loaded() -> set[str]:
    """The names of the modules of the standard library that go along."""
    found = {*sys.modules, *MARGIN}
    for package in WHOLE:
        home = importlib.import_module(package)
        found |= {package, *(module.name for module in pkgutil.walk_packages(home.__path__, f"{package}."))}
    return found


def _library(names: Iterable[str]) -> bytes:
    """They as one archive of byte code, stored: a browser unpacks faster than Python does."""
    packed = io.BytesIO()
    archive = next(path for path in sys.path if path.endswith(".zip"))
    with zipfile.ZipFile(archive) as whole, zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as small:
        there = set(whole.namelist())
        for name in sorted(names):
            inner = name.replace(".", "/")
            path = next((each for each in (f"{inner}.py", f"{inner}/__init__.py") if each in there), None)
            if path is not None:
                small.writestr(zipfile.ZipInfo(f"{path}c", YEAR_ZERO), _compiled(whole.read(path), path))
    return packed.getvalue()


def _app() -> tuple[dict[str, bytes], dict[str, tuple[bool, int, int]]]:
    """Files, one of them with all modules in it; and where in that each module lies."""
    files: dict[str, bytes] = {}
    places: dict[str, tuple[bool, int, int]] = {}
    modules = io.BytesIO()
    for path in sorted(STAGE.rglob("*")):
        if path.is_dir():
            continue
        name, content = path.relative_to(STAGE).as_posix(), path.read_bytes()
        if name == FIRST or name.startswith(TEMPLATES):
            files[f"{name}c"] = _compiled(content, name)
        elif name.endswith(".py"):
            module, is_package = name.removesuffix(".py").replace("/", "."), name.endswith("/__init__.py")
            code = marshal.dumps(_code(content, name))
            places[module.removesuffix(".__init__")] = (is_package, modules.tell(), modules.write(code))
        if name in AS_SOURCE or not name.endswith(".py"):
            files[name] = content
    return {**files, "modules.bin": modules.getvalue()}, places


def _bundled(files: Mapping[str, bytes]) -> bytes:
    """Length of an index, the index, and then the bytes of everything: a zip would take ten times as long to unpack."""
    index = json.dumps([[name, len(content)] for name, content in files.items()], separators=(",", ":")).encode()
    return b"".join([len(index).to_bytes(4, "little"), index, *files.values()])


def _compiled(source: bytes, name: str) -> bytes:
    """A file of byte code that is never checked against a source, for there is none."""
    return bytes(_code_to_hash_pyc(_code(source, name), importlib.util.source_hash(source), checked=False))


def _code(source: bytes, name: str) -> Any:
    """Without docstrings, and without what the parameters of a function are: nobody asks. Of others without checks."""
    if not name.startswith("nightcall/"):
        return compile(source, name, "exec", dont_inherit=True, optimize=2)
    tree = ast.parse(source, name)
    for node in ast.walk(tree):
        _needed.update(_imports(node))
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass(lineno=1, col_offset=0)]
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
    return compile(tree, name, "exec", dont_inherit=True, optimize=0)
