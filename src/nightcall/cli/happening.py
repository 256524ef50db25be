"""`table`: somebody leaves, arrives, takes another's place, or two have changed seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from nightcall import desk
from nightcall.cli import showing
from nightcall.cli.typed import Misheard, Names, recognised, yes_or_no
from nightcall.desk import mending
from nightcall.engine.errors import NightcallError
from nightcall.engine.events import PUBLIC
from nightcall.engine.game import BETWEEN, Game
from nightcall.rules.comings import HAPPENINGS

if TYPE_CHECKING:
    from nightcall.cli.moderator import Moderator


def happens(moderator: Moderator, rest: str) -> None:
    """What has happened, the answers to its questions, and whether to keep it once it is known what that changes."""
    voice = moderator.voice
    names = Names({key: [voice.text(f"cli.table.{key.removeprefix(BETWEEN)}")] for key in HAPPENINGS})
    if not rest:
        voice.wipe()
        listed = [Text(f"{number} {names.labels[key][0]}") for number, key in names.numbers.items()]
        rest = voice.page(listed, then=voice.text("cli.table.which"))
        if not rest:
            return
    key = names.one(rest)
    values = _told(moderator, key)
    if values is None:
        return
    after = moderator.game.intervene(key, *values)
    if _is_wanted(moderator, after):
        moderator.move(after)
        moderator.notice = voice.text("cli.table.done")


def _told(moderator: Moderator, key: str) -> list[Any] | None:
    """The answers to its questions; None if the moderator thinks better of it."""
    voice, values, notice = moderator.voice, list[Any](), ""
    told = moderator.game.interrupted(key)
    while (prompt := told.prompt) is not None and prompt.key.startswith(BETWEEN):
        voice.wipe()
        voice.show(*showing.question(told, prompt, voice))
        if notice:
            voice.show(Text(notice, style="yellow"))
        voice.say("cli.table.cancel", style="dim italic")
        line, notice = voice.ask(), ""
        if recognised(line.removeprefix("/"), voice.words, "command.quit"):
            return None
        try:
            value, _ = type(moderator)(told, moderator.keeper, voice, moderator.folder).read(prompt, line)
            told = moderator.game.interrupted(key, *values, value)
            values.append(value)
        except NightcallError as error:
            notice = voice.message(error, told.players)
    return values


def _is_wanted(moderator: Moderator, after: Game) -> bool:
    """What it brings, and what no longer stands because of it."""
    game, voice = moderator.game, moderator.voice
    voice.wipe()
    contradicted = desk.contradicted(game, after)
    if contradicted:
        voice.say("cli.edit.announced", style="bold")
        voice.show(*(Text(f"• {voice.words.event(event, game.players)}", style="yellow") for event in contradicted))
    for event in mending.changes(game, after)[1]:
        text = voice.words.event(event, after.players)
        is_open = event.audience == PUBLIC
        voice.show(Text(f"• {text}" if is_open else f"  ({text})", style="bold yellow" if is_open else "dim"))
    lost = mending.struck(game, after)
    if lost:
        voice.say("cli.edit.lost", count=lost)
    while True:
        try:
            return yes_or_no(voice.ask(voice.text("cli.table.keep")), voice.words)
        except Misheard as error:
            voice.complain(voice.message(error))
