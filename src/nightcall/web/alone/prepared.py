"""What a phone would else work out at every start, worked out once while the folder is built.

That is most of a start: looking for files, compiling the methods which dataclasses write as text, compiling patterns.
Stands beside the app by itself (`site.py` puts it there), because it comes before all of it.
"""

from __future__ import annotations

import collections
import dataclasses
import io
import marshal
import re
import sys
from collections.abc import Callable, Mapping
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType, SimpleNamespace
from typing import Any, Final

APP: Final = "/app"
MODULES: Final = f"{APP}/modules.bin"
"""The byte code of every module, one after the other."""
PREPARED: Final = f"{APP}/prepared.bin"

Place = tuple[bool, int, int]
"""Of a module: whether it is a package, where it begins in `MODULES`, how many bytes it has."""
Key = tuple[str | bytes, int]
"""A pattern and its flags."""


class Modules:
    """Finds modules by their name alone, and loads them from one file."""

    def __init__(self, places: Mapping[str, Place]) -> None:
        self.places = places
        self._file = io.FileIO(MODULES)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name not in self.places:
            return None
        is_package = self.places[name][0]
        folder = f"{APP}/{name.replace('.', '/')}"
        origin = f"{folder}/__init__.py" if is_package else f"{folder}.py"
        spec = ModuleSpec(name, self, origin=origin, is_package=is_package)  # type: ignore[arg-type]
        spec.has_location = True
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(folder)
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """As usual."""

    def exec_module(self, module: ModuleType) -> None:
        _, start, size = self.places[module.__name__]
        self._file.seek(start)
        exec(marshal.loads(self._file.read(size)), module.__dict__)


class Known:
    """Text -> code, and pattern -> what it compiles to: as recorded, or worked out and noted as `missed`."""

    def __init__(self, texts: Mapping[str, CodeType], patterns: Mapping[Key, tuple[Any, ...]]) -> None:
        self.texts = dict(texts)
        self.patterns = dict(patterns)
        self.missed = list[str | Key]()
        self._usual: Callable[..., re.Pattern[Any]] = re._compiler.compile  # type: ignore[attr-defined]
        self._sre: Any = re._compiler._sre  # type: ignore[attr-defined]
        self._last: tuple[Any, ...] = ()

    def use(self) -> None:
        # A module's own global comes before the builtin of that name.
        dataclasses.exec = lambda text, *places: exec(self._code(text, "exec"), *places)  # type: ignore[attr-defined]
        collections.eval = lambda text, *places: eval(self._code(text, "eval"), *places)  # type: ignore[attr-defined]
        re._compiler.compile = self._pattern  # type: ignore[attr-defined]
        names = {name: getattr(self._sre, name) for name in dir(self._sre)}
        re._compiler._sre = SimpleNamespace(**names | {"compile": self._compiled})  # type: ignore[attr-defined]

    def _code(self, text: str, mode: str) -> CodeType:
        if text not in self.texts:
            self.missed.append(text)
            self.texts[text] = compile(text, "<string>", mode, dont_inherit=True)
        return self.texts[text]

    def _pattern(self, pattern: Any, flags: int = 0) -> re.Pattern[Any]:
        key = (pattern, int(flags))
        if not isinstance(pattern, str | bytes):
            return self._usual(pattern, flags)
        if key not in self.patterns:
            self.missed.append(key)
            found = self._usual(pattern, flags)
            self.patterns[key] = self._last
            return found
        made: re.Pattern[Any] = self._sre.compile(*self.patterns[key])
        return made

    def _compiled(self, *given: Any) -> Any:
        pattern, flags, code, *rest = given
        self._last = (pattern, int(flags), [int(each) for each in code], *rest)  # some have names, which nobody needs
        return self._sre.compile(*given)


def recorded() -> Known:
    """Nothing is known yet; from now on everything is noted."""
    known = Known({}, {})
    known.use()
    return known


def packed(places: Mapping[str, Place], known: Known) -> bytes:
    """In an order of its own, for the same sources give the same bytes."""
    patterns = sorted(known.patterns.items(), key=repr)
    return marshal.dumps((dict(places), dict(sorted(known.texts.items())), dict(patterns)))


def names() -> list[str]:
    """Of all modules that lie here."""
    return [name for finder in sys.meta_path if isinstance(finder, Modules) for name in finder.places]


def use() -> Known:
    """Called once by whoever starts Python."""
    with io.FileIO(PREPARED) as file:
        places, texts, patterns = marshal.loads(file.read())
    sys.meta_path.insert(0, Modules(places))
    known = Known(texts, patterns)
    known.use()
    return known
