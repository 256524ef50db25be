"""Builds the folder that puts the whole app on a phone: any static host serves it, from any path.

Everything but what a browser fetches first lies gzipped under the hash of its bytes; the service worker (`js/sw.js`)
knows the list, checks and unpacks. So the host needs to know nothing, and the same inputs give the same bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import html
import importlib.util
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from importlib.metadata import distribution, version
from pathlib import Path
from typing import Final

from jinja2 import FileSystemLoader, ModuleLoader

import nightcall
from nightcall import written
from nightcall.engine import lookalikes
from nightcall.web.alone import pyodide
from nightcall.web.alone.pyodide import NoPyodide
from nightcall.web.visit import COMPILED, HERE, TEMPLATES, VERSIONS, templates, version_of
from nightcall.words import LANGUAGES, Words, _texts

ALONE: Final = Path(__file__).parent
JS: Final = ALONE / "js"
STATIC: Final = HERE / "static"
WORDS: Final = Path(_texts.__file__).parent
LIBRARIES: Final = {
    "starlette": "starlette",
    "anyio": "anyio",
    "idna": "idna",
    "jinja2": "jinja2",
    "markupsafe": "markupsafe",
    "python-multipart": "python_multipart",
    "segno": "segno",
    "typing_extensions": "typing_extensions",
}
"""Distribution -> its module."""
LEFT_OUT: Final = (
    *(
        "cli",
        "__main__.py",
        "testing.py",
        "authoring.py",
        "words/progress.py",
        "web/serve.py",
        "web/door.py",
        "web/workers.py",
        "web/static",
    ),
    *("web/store/postgres.py", "web/store/move.py"),
    *(f"web/alone/{name}" for name in ("js", "site.py", "inside.py", "prepared.py", "pyodide.py")),
    *(f"web/api/{name}.py" for name in "answers joining lookups openapi operations replies schemas".split()),
    *(f"web/templates/{name}.html" for name in ("api", "led_seat", "tv")),
    *("sim/cluster.py", "house_rules/loading.py", "house_rules/checks.py"),
)
"""Of ours: the terminal's, the builder's, what the browser has for itself, and what is for other devices."""
UNSAID: Final = ("cli.", "error.house_rules.")
"""How the keys of texts begin that only the terminal says, or whoever loads a folder."""
READ_BY_PYTHON: Final = ("icons.svg", "icons-extra.svg", "icons-LICENSE.md", "vendor/VERSIONS.md")
"""Of the static files those that pages are made from; all the others only the browser needs."""
OF_PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
OURS: Final = ("index.html", "shell.js", "worker.js", "pages.js")
FETCHED_FIRST: Final = ("index.html", "shell.js")
"""By a browser that has no service worker of ours yet."""
PLAIN_STATIC: Final = ("manifest.json", "icon.svg", "icon-192.png", "icon-512.png", "icon-maskable.png", "early.js")
"""What a system fetches that puts the app on its home screen, and what any browser can read."""


def build(folder: Path, given: Path | None = None, cache: Path | None = None) -> Path:
    """The folder, new from the ground; `NoPyodide` if that, or node, cannot be had."""
    cache = cache or folder.parent / "pyodide"
    home = pyodide.unpacked(cache, given)
    compiled = _compiled(home, cache)
    files = {name: (home / name).read_bytes() for name in OF_PYODIDE}
    files |= {name: (compiled / name).read_bytes() for name in ("python_stdlib.zip", "app.bin")}
    files |= {f"static/{name}": content for name, content in _static().items()}
    files |= {name: _filled(name, home) for name in OURS}
    if folder.exists():
        shutil.rmtree(folder)
    listed = {}
    for name, content in sorted(files.items()):
        kept = home / f"{name}.packed" if name in OF_PYODIDE else None
        listed[name] = _put_packed(folder, _packed(content, kept))
    told = json.dumps(listed, separators=(",", ":"))
    known_as = f"{version('nightcall')}-{hashlib.sha256(told.encode()).hexdigest()[:10]}"
    worker = (JS / "sw.js").read_text("utf-8").replace('"{version}"', json.dumps(known_as)).replace('"{files}"', told)
    _put(folder / "sw.js", worker.encode())
    for name in FETCHED_FIRST:
        _put(folder / name, files[name])
    for name in PLAIN_STATIC:
        _put(folder / "static" / name, files[f"static/{name}"])
    _put(folder / "licences.txt", _licences().encode())
    _put(folder / ".nojekyll", b"")  # one host would else leave out what it takes for its own
    return folder


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _packed(content: bytes, kept: Path | None) -> bytes:
    """Pyodide is half of the work, and always the same."""
    if kept is not None and kept.exists():
        return kept.read_bytes()
    packed = gzip.compress(content, 9, mtime=0)
    if kept is not None:
        half = kept.with_name(f"{kept.name}-{os.getpid()}")
        half.write_bytes(packed)
        half.replace(kept)
    return packed


def _put_packed(folder: Path, packed: bytes) -> tuple[str, int, str]:
    """Where it lies, how many bytes are to be fetched, and their hash."""
    digest = hashlib.sha256(packed).hexdigest()
    name = f"files/{digest[:20]}.bin"  # not .gz: some hosts would unpack that on the way
    _put(folder / name, packed)
    return name, len(packed), digest


def _static() -> dict[str, bytes]:
    paths = (path for path in sorted(STATIC.rglob("*")) if path.is_file() and path != VERSIONS)
    return {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in paths}


# -- the browser's part --


def _filled(name: str, home: Path) -> bytes:
    text = (JS / name).read_text("utf-8")
    if name == "index.html":
        said = {language: _said(Words(language)) for language in LANGUAGES}
        old = " – ".join(Words(language).text("web.too_old") for language in LANGUAGES)
        for place, content in {"{old}": old, "{words}": json.dumps(said, ensure_ascii=False)}.items():
            text = text.replace(place, html.escape(content, quote=True))
    if name == "worker.js":
        info = json.loads((home / "pyodide-lock.json").read_text("utf-8"))["info"]
        text = text.replace('"{lock}"', json.dumps({"info": info, "packages": {}}))
    return text.encode()


SAID: Final = (
    "title preparing progress starting first old locked private unfinished failed again back update update_now"
    " where_else removed unreadable unreadable_more copy anew"
).split()
"""What the shell says before Python can."""


def _said(words: Words) -> dict[str, str]:
    return {key: words.text(f"web.shell.{key}") for key in SAID}


# -- Python's part --


def _compiled(home: Path, cache: Path) -> Path:
    """`app.bin` and `python_stdlib.zip`, made once for the same sources."""
    files = dict(sorted(_staged()))
    key = hashlib.sha256(pyodide.VERSION.encode())
    for tool in ("inside.py", "build.mjs"):
        key.update((ALONE / tool).read_bytes())
    for name, content in files.items():
        key.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
    out = cache / f"compiled-{key.hexdigest()[:16]}"
    if out.exists():
        return out
    half = Path(tempfile.mkdtemp(prefix="half-", dir=cache))
    try:
        stage = half / "stage"
        for name, content in files.items():
            _put(stage / name, content)
        command = [pyodide.node(), str(ALONE / "build.mjs"), str(home), str(ALONE / "inside.py"), str(stage), str(half)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            raise NoPyodide("web.alone.build.failed", why=(done.stderr or done.stdout)[-4000:])
        shutil.rmtree(stage)
        if not out.exists():  # somebody may have been as quick
            half.rename(out)
    finally:
        shutil.rmtree(half, ignore_errors=True)
    return out


def _staged() -> Iterator[tuple[str, bytes]]:
    """Every file Python will find on the phone."""
    ours = Path(nightcall.__file__).parent
    for path in ours.rglob("*"):
        name = path.relative_to(ours).as_posix()
        is_out = any(name == each or name.startswith(f"{each}/") for each in LEFT_OUT)
        if not path.is_file() or is_out:
            continue
        if path.suffix in (".py", ".json"):
            yield f"nightcall/{name}", path.read_bytes()
        if path.suffix == ".toml" and path.parents[1] != WORDS:
            yield f"nightcall/{name.removesuffix('.toml')}.json", written.put(path.read_text("utf-8")).encode()
        if path.parent == TEMPLATES:
            yield f"nightcall/web/{COMPILED.name}/{ModuleLoader.get_module_filename(path.name)}", _template(path.name)
    yield from _words()
    yield "prepared.py", (ALONE / "prepared.py").read_bytes()
    static = _static()
    for name in READ_BY_PYTHON:
        yield f"nightcall/web/static/{name}", static[name]
    versions: Mapping[str, str] = {name: version_of(content) for name, content in static.items()}
    yield "nightcall/web/static/versions.json", json.dumps(versions, sort_keys=True).encode()
    for module in LIBRARIES.values():
        yield from _library(module)


def _words() -> Iterator[tuple[str, bytes]]:
    """Of each language one file instead of seventy, and its own name, which every page wants, by itself.

    What is never said on a phone stays behind.
    """
    for language in LANGUAGES:
        texts = {key: text for key, text in _texts.own_texts(language).items() if not key.startswith(UNSAID)}
        by_itself = {key: texts.pop(key) for key in _texts.own_files(language).get("language.toml", {})}
        for name, content in {"language": by_itself, "all": texts}.items():
            text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
            yield f"nightcall/words/{language}/{name}.json", text.encode()


def _template(name: str) -> bytes:
    """A template as Python, which does not say where it was compiled."""
    source, _, _ = FileSystemLoader(TEMPLATES).get_source(templates, name)
    return str(templates.compile(source, name, name, raw=True, defer_init=True)).encode()


def _library(module: str) -> Iterator[tuple[str, bytes]]:
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    start = Path(spec.origin)
    if spec.submodule_search_locations is None:
        yield start.name, start.read_bytes()
        return
    for path in start.parent.rglob("*.py"):
        yield f"{module}/{path.relative_to(start.parent).as_posix()}", path.read_bytes()


def _licences() -> str:
    """Whose work goes along, and on which terms."""
    parts = [f"Pyodide {pyodide.VERSION}: Mozilla Public License 2.0. The Python in it: PSF License 2."]
    parts.append(str(lookalikes.__doc__).rstrip())
    for name in LIBRARIES:
        package = distribution(name)
        texts = [file.read_text("utf-8") for file in package.files or () if "licen" in file.name.lower()]
        parts.append("\n\n".join([f"{package.metadata['Name']} {package.version}", *texts]))
    return f"\n\n{'-' * 72}\n\n".join(parts) + "\n"
