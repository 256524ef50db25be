"""`edit`: an old answer corrected, and the game told again with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from nightcall import desk
from nightcall.cli import showing, telling
from nightcall.cli.fetching import may_take_back
from nightcall.cli.typed import Misheard, recognised, typed_number, yes_or_no
from nightcall.engine import prompts
from nightcall.engine.errors import NightcallError
from nightcall.engine.game import Answer, Game
from nightcall.engine.prompts import Prompt

if TYPE_CHECKING:
    from nightcall.cli.moderator import Moderator


def correct(moderator: Moderator, rest: str) -> None:
    """Which answer, what instead, and whether to keep it once it is known what that changes."""
    game, voice = moderator.game, moderator.voice
    if not game.answers:
        raise Misheard("cli.undo.nothing")
    if not rest:
        voice.wipe()
        rest = voice.page(telling.given(game, voice), then=voice.text("cli.edit.which"))
        if not rest:
            return
    number = typed_number(rest, 0)
    if not 1 <= number <= len(game.answers):
        raise Misheard("cli.input.no_such_answer", given=rest, count=len(game.answers))
    corrected = _corrected(moderator, number - 1)
    if corrected is not None and _is_wanted(moderator, corrected) and may_take_back(moderator, corrected):
        moderator.move(corrected)
        moderator.notice = voice.text("cli.edit.done", number=number)


def ballots_of(answer: Answer, prompt: Prompt | None) -> dict[int, int | None]:
    """The votes in it, to be entered again but for what is changed; none in another answer."""
    is_vote = prompt is not None and prompt.kind == prompts.BALLOTS and isinstance(answer.value, dict)
    return dict(answer.value) if is_vote else {}


def _corrected(moderator: Moderator, index: int) -> Game | None:
    """The game with another answer there; None if the moderator thinks better of it."""
    game, voice, players = moderator.game, moderator.voice, moderator.game.players
    before = game.undo(len(game.answers) - index)
    prompt = before.prompt
    assert prompt is not None
    scratch = type(moderator)(before, moderator.keeper, voice, moderator.folder)
    scratch.draft = ballots_of(game.answers[index], prompt)
    notice = voice.text("cli.edit.old", answer=desk.spoken(game.answers[index], prompt, voice.words, players))
    while True:
        voice.wipe()
        voice.show(*showing.question(before, prompt, voice))
        if scratch.draft:
            voice.show(showing.draft(before, prompt, scratch.draft, voice))
        voice.show(Text(notice, style="yellow"))
        voice.say("cli.edit.cancel", style="dim italic")
        line = voice.ask()
        if recognised(line.removeprefix("/"), voice.words, "command.quit"):
            return None
        try:
            value, is_complete = scratch.read(prompt, line)
            if is_complete:
                return game.edit(index, value)
        except NightcallError as error:
            notice = voice.message(error, players)


def _is_wanted(moderator: Moderator, corrected: Game) -> bool:
    """Whether to keep a correction that loses answers or contradicts what the table has heard."""
    game, voice, players = moderator.game, moderator.voice, moderator.game.players
    contradicted = desk.contradicted(game, corrected)
    if corrected.misfit is None and not contradicted:
        return True
    voice.wipe()
    if contradicted:
        voice.say("cli.edit.announced", style="bold")
        voice.show(*(Text(f"• {voice.words.event(event, players)}", style="yellow") for event in contradicted))
    if corrected.misfit is not None:
        voice.say("cli.edit.misfit", style="bold", number=corrected.misfit.index + 1)
        voice.complain(voice.message(corrected.misfit, players))
        voice.say("cli.edit.lost", count=len(corrected.waiting) - 1)
    while True:
        try:
            return yes_or_no(voice.ask(voice.text("cli.edit.keep")), voice.words)
        except Misheard as error:
            voice.complain(voice.message(error))
