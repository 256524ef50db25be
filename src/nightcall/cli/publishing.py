"""`nightcall site`: the folder that puts the whole app on a phone, for any static host."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from nightcall.cli.frame import command
from nightcall.cli.speech import Voice
from nightcall.cli.spoken import SpokenGroup

MEGABYTE: Final = 1_000_000


def add_site(group: SpokenGroup, voice: Voice) -> None:
    @command(group, voice, "site")
    @click.argument(
        "folder", type=click.Path(path_type=Path, file_okay=False), metavar=voice.text("cli.metavar.folder")
    )
    @click.option(
        "--pyodide",
        type=click.Path(path_type=Path, exists=True, dir_okay=False),
        metavar=voice.text("cli.metavar.file"),
        help=voice.text("cli.option.pyodide"),
    )
    def run(folder: Path, pyodide: Path | None) -> None:
        from nightcall.web.alone import site

        voice.say("cli.site.building", style="dim")
        site.build(folder, pyodide)
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        voice.say("cli.site.built", style="bold", folder=str(folder), size=f"{size / MEGABYTE:.1f}")
        voice.say("cli.site.host", style="dim")
