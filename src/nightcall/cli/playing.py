"""`nightcall play` and `nightcall replay`: games begun, gone on with, told again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.text import Text

from nightcall.cli import files, listing, newgame, telling
from nightcall.cli.frame import command, table_options, wish_of
from nightcall.cli.moderator import Moderator
from nightcall.cli.speech import Voice
from nightcall.cli.spoken import SpokenGroup
from nightcall.cli.typed import Misheard, Names, yes_or_no
from nightcall.engine import tape
from nightcall.engine.game import Game, play
from nightcall.engine.viewers import MODERATOR, PUBLIC, Viewer


def add_play(group: SpokenGroup, voice: Voice) -> None:
    path, file = click.Path(path_type=Path), voice.text("cli.metavar.file")

    @command(group, voice, "play")
    @table_options(voice, physical=True)
    @click.option("--save", "save_to", type=path, metavar=file, help=voice.text("cli.option.save"))
    @click.option("--resume", type=path, metavar=file, help=voice.text("cli.option.resume"))
    def run(save_to: Path | None = None, resume: Path | None = None, **told: Any) -> None:
        try:
            moderator = _moderator(voice, save_to, resume, told)
        except (EOFError, KeyboardInterrupt):
            voice.show(Text(""))
            voice.say("cli.play.not_begun")
            return
        moderator.lead()


def _moderator(voice: Voice, save_to: Path | None, resume: Path | None, told: dict[str, Any]) -> Moderator:
    """A game to go on with, or a new one."""
    if resume is None and save_to is None and not any(told.values()):
        found = newgame.last_unfinished()
        if found is not None and _wants_back(voice, *found):
            resume = found[0]
    if resume is not None:
        if save_to is not None or any(told.values()):
            raise click.UsageError(voice.text("cli.usage.resume_alone"))
        return _resumed(voice, resume)
    wish = wish_of(voice, told)
    if save_to is not None and save_to.exists():
        raise Misheard("cli.play.file_exists", path=str(save_to))
    setup = newgame.complete(wish, voice)
    moderator = Moderator(play(setup), files.Keeper(save_to or newgame.fresh_path(setup)), voice)
    notices = [voice.words.fault(warning) for warning in setup.warnings()]
    if setup.options.cards_known_to_app:
        notices.append(voice.text("cli.play.dealt"))
    moderator.notice = "\n".join(notices)
    return moderator


def _wants_back(voice: Voice, path: Path, game: Game) -> bool:
    names = voice.words.names(list(game.players))
    while True:
        try:
            text = voice.ask(voice.text("cli.play.offer", names=names, count=len(game.answers), path=str(path)))
            return not text or yes_or_no(text, voice.words)
        except Misheard as error:
            voice.complain(voice.message(error))


def _resumed(voice: Voice, path: Path) -> Moderator:
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
    moderator = Moderator(game, files.Keeper(path), voice)
    moderator.notice = "\n".join(notices)
    return moderator


def add_replay(group: SpokenGroup, voice: Voice) -> None:
    @command(group, voice, "replay")
    @click.argument("file", type=click.Path(path_type=Path), metavar=voice.text("cli.metavar.file"))
    @click.option("--upto", type=click.IntRange(0), metavar="N", help=voice.text("cli.option.upto"))
    @click.option("--public", is_flag=True, help=voice.text("cli.option.public"))
    @click.option("--seat", metavar=voice.text("cli.metavar.name"), help=voice.text("cli.option.seat"))
    @listing.as_json(voice)
    def run(file: Path, upto: int | None, public: bool, seat: str | None, as_json: bool) -> None:
        game, loaded = files.load(file)
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
        if loaded.dropped:
            voice.complain(voice.text("cli.resume.dropped", line=loaded.dropped))
