"""How a command is put together: its words from the word files, and the options that describe a table."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from platformdirs import user_data_path

from nightcall.cli import setting
from nightcall.cli.setting import SAID
from nightcall.cli.speech import Voice
from nightcall.cli.spoken import SpokenCommand, SpokenGroup
from nightcall.engine.options import PRESETS
from nightcall.engine.setup import PARTS, Part

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def command(group: SpokenGroup, voice: Voice, name: str) -> Decorator:
    """Add the decorated function as a command of this name, described by the word files."""

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        params = list(reversed(getattr(function, "__click_params__", [])))
        group.add_command(
            SpokenCommand(
                name,
                voice=voice,
                callback=function,
                params=params,
                help=voice.text(f"cli.{name}.help"),
                short_help=voice.text(f"cli.{name}.short"),
            )
        )
        return function

    return add


def data_option(voice: Voice) -> Decorator:
    """Where the games are, for every command that touches them; see `data_folder`."""
    return click.option(
        "--data",
        type=click.Path(path_type=Path, file_okay=False),
        envvar="NIGHTCALL_DATA",
        metavar=voice.text("cli.metavar.folder"),
        help=voice.text("cli.option.data"),
    )


def database_option(voice: Voice) -> Decorator:
    """A database instead of a file in that folder."""
    return click.option(
        "--database",
        default="",
        envvar="NIGHTCALL_DATABASE",
        metavar=voice.text("cli.metavar.address"),
        help=voice.text("cli.option.database"),
    )


def data_folder(given: Path | None = None) -> Path:
    """Where the games are kept: the folder given, or the user's own."""
    return given or user_data_path("nightcall", appauthor=False)


def and_where(folder: Path) -> str:
    """What a command that is typed next needs to find the same games; nothing where it looks there anyhow."""
    usual = os.environ.get("NIGHTCALL_DATA")
    return "" if folder == data_folder(Path(usual) if usual else None) else f" --data {shlex.quote(str(folder))}"


def table_options(voice: Voice, *, physical: bool) -> Decorator:
    """What describes a table, for `play` and `simulate` alike. `physical`: whether that is the default."""
    presets = click.Choice(PRESETS)
    say = voice.text
    deal = say("cli.option.deal_physical" if physical else "cli.option.deal_app")
    change = say("cli.metavar.change")
    described: list[Decorator] = [
        click.option("--players", metavar=say("cli.metavar.names"), help=say("cli.option.players")),
        click.option("--deck", metavar=say("cli.metavar.cards"), help=say("cli.option.deck")),
        click.option("--preset", type=presets, help=say("cli.option.preset")),
        click.option("-o", "--option", "changes", multiple=True, metavar=change, help=say("cli.option.o")),
        click.option("--deal/--physical", "deals", default=None, help=deal),
        click.option("--seed", type=int, metavar="N", help=say("cli.option.seed")),
        *(_part(part, voice) for part in PARTS.values() if part.name in SAID or part.values),
        click.option(
            "--variant", "variants", multiple=True, metavar=say("cli.metavar.name"), help=say("cli.option.variant")
        ),
    ]

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(described):
            function = option(function)
        return function

    return add


def _part(part: Part, voice: Voice) -> Decorator:
    """The option for a part of the setup: one of some words, or what `SAID` reads."""
    flag, text = f"--{part.name.replace('_', '-')}", voice.text(f"cli.option.{part.name}")
    if part.values:
        return click.option(flag, type=click.Choice(part.values), help=text)
    return click.option(flag, metavar=voice.text(f"cli.metavar.{SAID[part.name].metavar}"), help=text)


def wish_of(voice: Voice, told: dict[str, Any]) -> setting.Wish:
    """What the command line says about the table."""
    return setting.Wish(
        players=setting.players(told["players"]) if told["players"] is not None else None,
        deck=told["deck"],
        preset=told["preset"],
        options=setting.options(told["changes"], voice.words),
        deals=told["deals"],
        seed=told["seed"],
        draw=told["draw"] or "",
        variants=[setting.variant(name, voice.words) for name in told["variants"]],
        said={name: told[name] for name in SAID if told[name]},
    )
