"""The `nightcall` command. Leaves with 0 if all is well, 1 if something cannot be done, 2 if it was misspelt."""

from __future__ import annotations

import logging
import os
import sys
import traceback
from collections.abc import Sequence
from io import TextIOWrapper
from itertools import pairwise
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from nightcall import house_rules
from nightcall.cli.commands import build
from nightcall.cli.frame import data_folder
from nightcall.cli.speech import Voice, data_of, house_rules_of, language_of
from nightcall.cli.spoken import complaint
from nightcall.engine.errors import NightcallError
from nightcall.words import FIRST

__all__ = ["main", "run"]


def main() -> None:
    """What the shell calls."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """One call of the command; gives its exit code. Nobody who plays is ever shown a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without our letters gets question marks
    voice = Voice(FIRST)
    complain = _complain_as_json if _wants_json(arguments) else _complain
    try:
        language = language_of(arguments, os.environ)
        voice = Voice(language)
        for folder_or_name in house_rules_of(arguments, os.environ):
            house_rules.load(folder_or_name)
            voice = Voice(language)
        code = build(voice).main(list(arguments), "nightcall", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        complain(complaint(error, voice))
        if isinstance(error, click.UsageError) and error.ctx is not None and complain is _complain:
            _complain(voice.text("cli.usage.try", command=error.ctx.command_path), style="dim")
        return error.exit_code
    except NightcallError as error:
        complain(voice.message(error))
    except BrokenPipeError:
        # Whoever read our output has had enough; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        if house_rules.mistake(error) is not None:
            complain(_fault(error, arguments, voice))
        else:
            complain(voice.text("cli.error.file", path=str(error.filename or ""), why=error.strerror or str(error)))
    except (KeyboardInterrupt, EOFError, click.Abort):
        complain(voice.text("cli.error.interrupted"), "")
    except Exception as error:  # the last resort
        complain(_fault(error, arguments, voice))
    return 1


def _wants_json(arguments: Sequence[str]) -> bool:
    """Whether whoever reads the error output of a server reads JSON."""
    pairs = pairwise(arguments)
    return "serve" in arguments and ("--log=json" in arguments or ("--log", "json") in pairs)


def _complain_as_json(text: str, style: str = "") -> None:
    from nightcall.web import logs

    logs.speak_json()
    logs.warned(text, logging.ERROR)


def _complain(text: str, style: str = "red") -> None:
    Console(stderr=True, highlight=False).print(Text(text, style=style))


def _fault(error: Exception, arguments: Sequence[str], voice: Voice) -> str:
    """A fault of ours, or of somebody's house rules; kept for whoever can mend it."""
    path = _kept("".join(traceback.format_exception(error)), data_folder(data_of(arguments, os.environ)))
    theirs = house_rules.mistake(error)
    if theirs is None:
        return voice.text("cli.error.ours", path=path)
    return voice.text("cli.error.house_rules", folder=theirs.folder, line=theirs.line, why=theirs.why, path=path)


def _kept(report: str, folder: Path) -> str:
    """Where the report of a fault was put."""
    path = folder / "fault.txt"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(report, encoding="utf-8")
    except OSError:
        return "–"
    return str(path)
