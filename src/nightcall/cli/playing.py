"""`nightcall play` and `nightcall replay`: games begun, gone on with, told again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table as Grid
from rich.text import Text

from nightcall import desk
from nightcall.cli import files, listing, newgame, telling
from nightcall.cli.frame import command, data_folder, data_option, table_options, wish_of
from nightcall.cli.moderator import Keeper, Moderator
from nightcall.cli.speech import Voice
from nightcall.cli.spoken import SpokenGroup
from nightcall.cli.typed import Misheard, Names, yes_or_no
from nightcall.engine import tape
from nightcall.engine.game import play
from nightcall.engine.viewers import MODERATOR, PUBLIC, Viewer

if TYPE_CHECKING:
    from nightcall.cli.archive import Archive
    from nightcall.web.store import Kept
    from nightcall.web.table import Table


def add_play(group: SpokenGroup, voice: Voice) -> None:
    path, file = click.Path(path_type=Path), voice.text("cli.metavar.file")

    @command(group, voice, "play")
    @table_options(voice, physical=True)
    @click.option("--save", "save_to", type=path, metavar=file, help=voice.text("cli.option.save"))
    @click.option("--resume", metavar=voice.text("cli.metavar.game"), help=voice.text("cli.option.resume"))
    @data_option(voice)
    def run(save_to: Path | None, resume: str | None, data: Path | None, **told: Any) -> None:
        if resume is not None and (save_to is not None or any(told.values())):
            raise click.UsageError(voice.text("cli.usage.resume_alone"))
        folder = data_folder(data)
        with _archive(folder, save_to, resume) as kept:
            try:
                moderator = _moderator(voice, folder, kept, save_to, resume, told)
            except (EOFError, KeyboardInterrupt):
                voice.show(Text(""))
                voice.say("cli.play.not_begun")
                return
            moderator.lead()


@contextmanager
def _archive(folder: Path, save_to: Path | None, resume: str | None) -> Iterator[Archive | None]:
    """The games of the folder, which nobody else may change meanwhile; a game in a file of its own needs none."""
    if save_to is not None or (resume is not None and Path(resume).expanduser().exists()):
        yield None
        return
    from nightcall.cli import archive  # half a second of imports that other commands do not need

    with archive.led(folder) as kept:
        yield kept


def _moderator(
    voice: Voice, folder: Path, kept: Archive | None, save_to: Path | None, resume: str | None, told: dict[str, Any]
) -> Moderator:
    """A game to go on with, or a new one."""
    if kept is None and resume is not None:
        return _resumed_file(voice, folder, Path(resume).expanduser())
    if kept is not None and resume is not None:
        return _resumed(voice, folder, kept, kept.find(resume))
    last = kept.last_unfinished() if kept is not None and not any(told.values()) else None
    if kept is not None and last is not None and _wants_back(voice, last):
        return _resumed(voice, folder, kept, kept.find(last.id))
    wish = wish_of(voice, told)
    if save_to is not None and save_to.exists():
        raise Misheard("cli.play.file_exists", path=str(save_to))
    setup = newgame.complete(wish, voice)
    keeper = _keeper(kept, save_to)
    moderator = Moderator(play(setup), keeper, voice, folder)
    notices = [*(voice.words.fault(warning) for warning in setup.warnings()), *desk.notes_on(setup, voice.words)]
    if setup.options.cards_known_to_app:
        notices.append(voice.text("cli.play.dealt"))
    moderator.notice = "\n".join(notices)
    return moderator


def _keeper(kept: Archive | None, save_to: Path | None) -> Keeper:
    """Where a new game is kept."""
    if save_to is not None:
        return files.FileKeeper(save_to)
    assert kept is not None, "without a file of its own it lies with the others"
    return kept.keeper()


def _wants_back(voice: Voice, kept: Kept) -> bool:
    names, count = voice.words.names(list(kept.summary["players"])), kept.summary.get("answers", 0)
    while True:
        try:
            text = voice.ask(voice.text("cli.play.offer", names=names, count=count))
            return not text or yes_or_no(text, voice.words)
        except Misheard as error:
            voice.complain(voice.message(error))


def _resumed(voice: Voice, folder: Path, kept: Archive, table: Table) -> Moderator:
    """A game of the folder, whoever has led it so far; what no longer fits is kept aside there."""
    game = table.game
    moderator = Moderator(game, kept.keeper(table), voice, folder)
    notices = [voice.words.fault(note) for note in game.setup.options.notes()]
    if game.misfit is not None:
        why = voice.message(game.misfit, game.players)
        notices.append(voice.text("cli.replay.misfit", number=game.misfit.index + 1, why=why))
    moderator.notice = "\n".join(notices)
    return moderator


def _resumed_file(voice: Voice, folder: Path, path: Path) -> Moderator:
    """The game of a file, with everything worth knowing about how it was read."""
    game, loaded = files.load(path)
    notices = [voice.words.fault(note) for note in game.setup.options.notes()]
    if loaded.dropped:
        notices.append(voice.text("cli.resume.dropped", line=loaded.dropped))
    if game.misfit is not None:
        kept = path.with_suffix(f"{path.suffix}.old")
        kept.write_bytes(files.read(path))  # what does not fit today may be wanted tomorrow
        why = voice.message(game.misfit, game.players)
        notices.append(voice.text("cli.resume.misfit", number=game.misfit.index + 1, why=why, path=str(kept)))
    if tape.contradicted(loaded, game) is not None:
        notices.append(voice.text("cli.resume.contradicted", number=tape.contradicted(loaded, game)))
    moderator = Moderator(game, files.FileKeeper(path), voice, folder)
    moderator.notice = "\n".join(notices)
    return moderator


def add_games(group: SpokenGroup, voice: Voice) -> None:
    @command(group, voice, "games")
    @data_option(voice)
    @listing.as_json(voice)
    def run(data: Path | None, as_json: bool) -> None:
        from nightcall.cli import archive

        rows = archive.listed(data_folder(data), voice)
        if as_json:
            listing.put(rows)
        elif not rows:
            voice.say("cli.games.none")
        else:
            grid = Grid(box=None, pad_edge=False, show_header=False)
            for row in rows:
                grid.add_row(row["game"], row["changed"], row["state"], ", ".join(row["players"]))
            voice.show(grid)


def add_replay(group: SpokenGroup, voice: Voice) -> None:
    @command(group, voice, "replay")
    @click.argument("file", metavar=voice.text("cli.metavar.game"))
    @click.option("--upto", type=click.IntRange(0), metavar="N", help=voice.text("cli.option.upto"))
    @click.option("--public", is_flag=True, help=voice.text("cli.option.public"))
    @click.option("--seat", metavar=voice.text("cli.metavar.name"), help=voice.text("cli.option.seat"))
    @listing.as_json(voice)
    @data_option(voice)
    def run(file: str, upto: int | None, public: bool, seat: str | None, as_json: bool, data: Path | None) -> None:
        from nightcall.cli import archive

        game, dropped = archive.told(file, data_folder(data))
        if upto is not None:
            game = play(game.setup, game.answers[:upto])
        players = game.players
        viewer: Viewer = PUBLIC if public else MODERATOR
        if seat is not None:
            viewer = Names.of_seats(range(1, len(players) + 1), players).one(seat)
        events = [event for event in game.events if event.seen_by(viewer)]
        if as_json:
            listing.put(listing.story(game, events, voice.words))
        else:
            voice.show(*telling.told(events, players, voice))
        if upto is None and game.misfit is not None:
            why = voice.message(game.misfit, players)
            voice.complain(voice.text("cli.replay.misfit", number=game.misfit.index + 1, why=why))
        if game.outcome is None and upto is None and not as_json:
            voice.say("cli.replay.unfinished", style="dim")
        if dropped:
            voice.complain(voice.text("cli.resume.dropped", line=dropped))
