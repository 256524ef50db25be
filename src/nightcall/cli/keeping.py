"""`nightcall backup`, `restore` and `forget`: all games in one file, and back; and a person out of all of them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from nightcall.cli.frame import command, data_folder, data_option, database_option
from nightcall.cli.speech import Voice
from nightcall.cli.spoken import SpokenGroup
from nightcall.cli.typed import Misheard, yes_or_no

if TYPE_CHECKING:
    from nightcall.web.store.sql import SQLStore

_FILE: Final = click.Path(path_type=Path, dir_okay=False)


def add_backup(group: SpokenGroup, voice: Voice) -> None:
    @command(group, voice, "backup")
    @click.argument("file", type=_FILE, metavar=voice.text("cli.metavar.file"))
    @click.option("--replace", is_flag=True, help=voice.text("cli.option.replace"))
    @data_option(voice)
    def run(file: Path, replace: bool, data: Path | None) -> None:
        from nightcall.web import copies
        from nightcall.web.serve import database

        games = copies.backed_up(database(data_folder(data)), file, replaces=replace)
        voice.say("cli.backup.done", games=games, path=str(file))


def add_restore(group: SpokenGroup, voice: Voice) -> None:
    @command(group, voice, "restore")
    @click.argument("file", type=_FILE, metavar=voice.text("cli.metavar.file"))
    @data_option(voice)
    def run(file: Path, data: Path | None) -> None:
        from nightcall.web import copies
        from nightcall.web.lock import Lock
        from nightcall.web.serve import database

        folder = data_folder(data)
        lock = Lock(folder)
        try:
            games, aside = copies.restored(file, database(folder))
        finally:
            lock.release()
        voice.say("cli.restore.done", games=games, path=str(folder))
        if aside is not None:
            voice.say("cli.restore.aside", style="dim", path=str(aside))


def add_forget(group: SpokenGroup, voice: Voice) -> None:
    @command(group, voice, "forget")
    @click.argument("name", metavar=voice.text("cli.metavar.name"))
    @click.option(
        "--game", "only", multiple=True, metavar=voice.text("cli.metavar.name"), help=voice.text("cli.option.only_game")
    )
    @click.option("--yes", is_flag=True, help=voice.text("cli.option.yes"))
    @data_option(voice)
    @database_option(voice)
    def run(name: str, only: tuple[str, ...], yes: bool, data: Path | None, database: str) -> None:
        from nightcall.web import copies
        from nightcall.web.lock import Lock
        from nightcall.web.serve import database as file_in
        from nightcall.web.serve import store_at

        if database:  # servers may go on: they learn of it, as of everything
            asyncio.run(_forget(voice, store_at(database), name, only, yes))
            return
        folder = data_folder(data)
        if not file_in(folder).exists():
            raise copies.NoCopy("copies.no_games", path=str(file_in(folder)))
        lock = Lock(folder)  # a server would go on with what it remembers
        try:
            asyncio.run(_forget(voice, store_at(str(folder)), name, only, yes))
        finally:
            lock.release()


async def _forget(voice: Voice, store: SQLStore, name: str, only: tuple[str, ...], yes: bool) -> None:
    """Whoever asks is asked whether he is sure; only he waits meanwhile."""
    from nightcall.web.past import forgetting

    try:
        found = await forgetting.mentions(store, name, only)
        if not found.games and not found.drafts:
            voice.say("cli.forget.nobody", name=name)
            return
        for game in found.games:
            voice.say("cli.forget.game", style="dim", game=game)
        ask = voice.text("cli.forget.sure", name=name, games=len(found.games), drafts=found.drafts)
        if yes or _is_sure(voice, ask):
            await forgetting.forget(store, name, only)
            await store.compact()
            voice.say("cli.forget.done", name=name)
    finally:
        await store.close()


def _is_sure(voice: Voice, question: str) -> bool:
    """Enter alone is no."""
    while True:
        try:
            text = voice.ask(question)
            return bool(text) and yes_or_no(text, voice.words)
        except Misheard as error:
            voice.complain(voice.message(error))
