"""The command reference, written from the commands themselves."""

from __future__ import annotations

import click

from nightcall.cli.commands import build
from nightcall.cli.speech import Voice
from nightcall.words import FIRST, LANGUAGES, own_name

INTRODUCTION = """\
# Commands

This page is written by `python -m nightcall.cli docs`; a test sees to it that it is up to date.

Every command speaks {languages}: `--lang`, or the environment variable
`NIGHTCALL_LANG`; without either it follows the locale. It leaves with 0 if all is well, 1 if something asked for
cannot be done, 2 if the command line was misspelt.

Games are kept in the user's data folder, or where `--data` or `NIGHTCALL_DATA` says: the terminal and the app share
them, and every answer is on disk before the next question appears. `nightcall games` lists them. While the app runs on
a folder nobody else leads a game there, nor the other way round. A game can have a file of its own instead
(`--save FILE`), a *tape*: one line of JSON for the table, then one per answer, together with what was announced to the
table as a result. `nightcall play --resume` goes on with any of them on the very question it stood at.
"""


def page() -> str:
    """docs/commands.md"""
    group = build(Voice(FIRST))
    languages = ", ".join(f"`{name}` {own_name(name)}" for name in LANGUAGES)
    sections = [INTRODUCTION.format(languages=languages), _section("nightcall", group, None)]
    context = click.Context(group, info_name="nightcall")
    for name, command in group.commands.items():
        if not command.hidden:
            sections.append(_section(f"nightcall {name}", command, context))
    commands = group.voice.text("cli.play.commands_help")
    sections.append(f"## At any question of `nightcall play`\n\n```text\n{commands.strip()}\n```\n")
    return "\n".join(sections)


def _section(title: str, command: click.Command, parent: click.Context | None) -> str:
    context = click.Context(command, info_name=title.rpartition(" ")[2], parent=parent, terminal_width=100)
    return f"## `{title}`\n\n```text\n{command.get_help(context).strip()}\n```\n"
