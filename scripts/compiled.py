"""`make compiled`: a wheel whose engine is machine code; with `--test` every test on it, with `--check` none is made.

Which modules are compiled stands in pyproject.toml. All happens in a copy of the tree, where the machine code then lies
beside its sources: whoever works here goes on with the sources alone.
"""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
DIST: Final = ROOT / "dist"
TREE: Final = ROOT / "build" / "compiled"
LIBRARIES: Final = (".so", ".pyd")


def faults() -> list[str]:
    """What keeps the listed modules from being compiled: all of mypyc but the C compiler.

    `mypyc.build` would be shorter, but wants setuptools from Python 3.12 on.
    """
    from mypy.errors import CompileError
    from mypy.fscache import FileSystemCache
    from mypy.main import process_options
    from mypyc.codegen import emitmodule
    from mypyc.errors import Errors
    from mypyc.options import CompilerOptions

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    hook = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]
    files = FileSystemCache()
    arguments = ["--config-file=", *hook["mypy-args"], *(str(ROOT / path) for path in hook["include"])]
    sources, options = process_options(arguments, fscache=files, mypyc=True)
    options.python_version = sys.version_info[:2]
    options.export_types = options.preserve_asts = True
    options.incremental = False
    for source in sources:
        options.per_module_options[source.module] = {"mypyc": True}
    groups: emitmodule.Groups = [(sources, "nightcall")]
    compiler, errors = CompilerOptions(), Errors(options)
    try:
        checked = emitmodule.parse_and_typecheck(sources, options, compiler, groups, files)
    except CompileError as error:
        return error.messages
    emitmodule.compile_modules_to_c(checked, compiler, errors, groups)
    return errors.new_messages() if errors.num_errors else []


def copied() -> None:
    """The tree as git has it."""
    shutil.rmtree(TREE, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, encoding="utf-8")
    for name in filter(None, listed.stdout.split("\0")):
        (TREE / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, TREE / name)


def wheel() -> Path:
    """Made in an environment of its own: the compiler is nothing anybody else needs."""
    for old in DIST.glob("nightcall-*-cp*.whl"):
        old.unlink()
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    environment = os.environ | {"HATCH_BUILD_HOOK_ENABLE_MYPYC": "true"}
    subprocess.run([*command, "--wheel-dir", str(DIST), str(TREE)], env=environment, check=True)
    (made,) = DIST.glob("nightcall-*-cp*.whl")
    return made


def tested(arguments: tuple[str, ...]) -> int:
    compiled = [path for path in (TREE / "src").rglob("*") if path.suffix in LIBRARIES]
    assert compiled, "the compiler has left nothing beside the sources"
    environment = os.environ | {"NIGHTCALL_COMPILED": "1", "PYTHONPATH": str(TREE / "src")}
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.run(command, cwd=TREE, env=environment, check=False).returncode


def main(*arguments: str) -> int:
    if arguments == ("--check",):
        gc.disable()  # with it, and with an orderly end, this takes twice as long
        found = faults()
        print("\n".join(found), flush=True)
        os._exit(bool(found))
    copied()
    print(wheel().relative_to(ROOT), flush=True)
    return tested(arguments[1:]) if arguments else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
