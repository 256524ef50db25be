"""Players who move from one saved game to another: `fetch` while leading one, `nightcall travel` between two files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from nightcall.cli import files, telling
from nightcall.cli.frame import command, data_folder, data_option
from nightcall.cli.speech import Voice
from nightcall.cli.spoken import SpokenGroup
from nightcall.cli.typed import Misheard, Names, yes_or_no
from nightcall.desk import travel
from nightcall.engine.events import PUBLIC
from nightcall.engine.game import Game

if TYPE_CHECKING:
    from nightcall.cli.moderator import Moderator


def fetched(here: Game, there: Game, typed: str = "") -> Game:
    """The game once whoever has left the other village has arrived here, and its deaths have been heard of."""
    if not travel.is_open(here):
        raise Misheard("cli.travel.not_now")
    coming = {traveller["name"]: traveller for traveller in travel.on_the_road(here, there)}
    if typed:
        here = travel.arrive(here, coming[Names({name: [name] for name in coming}, numbers={}).one(typed)])
    elif len(coming) > 1:
        raise Misheard("cli.travel.which", names=", ".join(coming))
    elif coming:
        here = travel.arrive(here, *coming.values())
    elif not travel.unheard(here, there):
        raise Misheard("cli.travel.nobody")
    return travel.hear(here, there)


def fetch(moderator: Moderator, rest: str) -> None:
    """`fetch FILE [NAME]`: the file of another village first, then who is meant if several have left it."""
    if not rest:
        raise Misheard("cli.travel.file")
    before, folder = moderator.game, moderator.folder
    head, _, name = rest.rpartition(" ")
    there = _found(rest, folder)
    if there is not None:
        name = ""
    else:
        there = _found(head or rest, folder)
    if there is None:
        raise Misheard("cli.travel.no_file", path=rest)
    moderator.move(fetched(before, there, name))
    count = len(moderator.game.answers) - len(before.answers)
    moderator.notice = moderator.voice.text("cli.travel.fetched", count=count)


def _found(text: str, folder: Path) -> Game | None:
    """The game of a file, or of the folder by its name."""
    from nightcall.cli import archive

    try:
        return archive.told(text, folder)[0]
    except FileNotFoundError:
        return None


def may_take_back(moderator: Moderator, after: Game) -> bool:
    """Whether to go back behind a departure: that player may be in another village by now (HAML-4)."""
    gone = travel.taken_back(moderator.game, after)
    if not gone:
        return True
    voice = moderator.voice
    voice.say("cli.travel.undo", style="yellow", names=voice.words.names(gone))
    while True:
        try:
            return yes_or_no(voice.ask(voice.text("cli.travel.undo_ask")), voice.words)
        except Misheard as error:
            voice.complain(voice.message(error))


def add_travel(group: SpokenGroup, voice: Voice) -> None:
    path, file = click.Path(path_type=Path), voice.text("cli.metavar.file")

    @command(group, voice, "travel")
    @click.argument("left", metavar=file)
    @click.argument("entered", type=path, metavar=file)
    @click.argument("name", nargs=-1, metavar=f"[{voice.text('cli.metavar.name')}]")
    @data_option(voice)
    def run(left: str, entered: Path, name: tuple[str, ...], data: Path | None) -> None:
        from nightcall.cli import archive

        here, _ = files.load(entered)
        after = fetched(here, archive.told(left, data_folder(data))[0], " ".join(name))
        files.save(entered, after)
        told = [event for event in after.events[len(here.events) :] if event.audience == PUBLIC]
        voice.show(*telling.told(told, after.players, voice))
        voice.show(Text(voice.text("cli.travel.saved", path=str(entered)), style="dim"))
