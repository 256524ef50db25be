"""`nightcall play`: leads one game, question by question."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from rich.text import Text

from nightcall import desk
from nightcall.cli import corrections, fetching, happening, showing, telling
from nightcall.cli.frame import and_where
from nightcall.cli.speech import Voice
from nightcall.cli.typed import Misheard, recognised, typed_number, understand
from nightcall.desk import travel
from nightcall.desk.refusals import of_the_dead
from nightcall.desk.sought import Eyes, eyes
from nightcall.engine import prompts
from nightcall.engine.errors import NightcallError
from nightcall.engine.events import PUBLIC
from nightcall.engine.game import Game
from nightcall.engine.prompts import Prompt
from nightcall.rulebook import folded


class Leave(Exception):  # a wish, not an error
    """The moderator wants to stop here."""


class Keeper(Protocol):
    """Where the game is kept: a file of its own, or the folder shared with the app."""

    @property
    def is_file(self) -> bool: ...
    @property
    def path(self) -> Path | str:
        """The file, or the name of the game."""
        ...

    def keep(self, game: Game) -> None:
        """Once this returns, the game is safe."""
        ...


class Moderator:
    """One game being led. Whatever happens here, the file holds every answer that was acknowledged."""

    def __init__(self, game: Game, keeper: Keeper, voice: Voice, folder: Path) -> None:
        self.folder = folder
        """Where other games are found by their names."""
        self.game = game
        self.keeper = keeper
        self.voice = voice
        self.notice = ""
        """What to say above the next question: a refusal, or what was undone."""
        self.shown: Game | None = None
        """The game before the last answer, while what that answer brought is being shown to somebody awake."""
        self.gone = 0
        """How many steps of that have been gone through."""
        self.met = False
        """Whether it was entered whose eyes are open, where the record knows it."""
        self.draft: dict[int, int | None] = {}
        """The votes collected so far for the ballot going on."""
        self._commands: dict[str, Callable[[str], None]] = {
            "undo": self.undo,
            "log": self.log,
            "why": self.why,
            "rule": self.rule,
            "seats": self.seats,
            "preview": self.preview,
            "edit": self.edit,
            "table": self.table,
            "fetch": self.fetch,
            "help": self.help,
            "quit": self.quit,
        }

    def lead(self) -> None:
        """To the end of the game, or until the moderator leaves."""
        self.keeper.keep(self.game)
        try:
            with self.voice.stage():
                while True:
                    self.draw()
                    self.step(self.voice.ask())
        except (Leave, EOFError, KeyboardInterrupt):
            self.voice.show(Text(""))
            self.voice.say(self._farewell(), path=str(self.keeper.path), where=and_where(self.folder))

    def _farewell(self) -> str:
        if self.game.outcome is None:
            return "cli.play.left_file" if self.keeper.is_file else "cli.play.left_archive"
        return "cli.play.over_file" if self.keeper.is_file else "cli.play.over_archive"

    def draw(self) -> None:
        """Only what is public, and the question asked now."""
        game, voice = self.game, self.voice
        voice.wipe()
        found = self._found()
        if self.shown is not None and found is not None:
            voice.show(showing.heading(game, voice), *showing.result(game, self.shown, found, voice))
            self._say_notice()
            return
        voice.show(showing.heading(game, voice), *showing.news(game, voice))
        if game.outcome is not None:
            voice.show(showing.ending(game, voice))
        elif (met := self._eyes()) is not None:
            voice.show(*showing.looked_for(game, met, voice))
        elif game.prompt is not None:
            voice.show(*showing.question(game, game.prompt, voice))
        if self.draft and game.prompt is not None:
            voice.show(showing.draft(game, game.prompt, self.draft, voice))
        voice.show(Text(voice.text("cli.play.commands"), style="dim italic"))
        self._say_notice()

    def _say_notice(self) -> None:
        if self.notice:
            self.voice.show(Text(self.notice, style="yellow"))
            self.notice = ""

    def step(self, line: str) -> None:
        """One line typed: a command, or an answer. With Enter whatever is being shown was seen."""
        name, rest = self._command(line)
        found = self._found()
        if found is not None and not name and (found.nth or not line):
            self._go_through(found, line)
            return
        if not name:
            self.shown = None
        met = self._eyes()
        try:
            if name:
                self._commands[name](rest)
            elif met is not None:
                self._meet(met, line)
            elif self.game.prompt is None:
                if not line:
                    raise Leave
                raise Misheard("cli.input.game_over")
            else:
                self._answer(self.game.prompt, line)
        except NightcallError as error:
            dead = of_the_dead(self.game.village, error, self.voice.words)
            self.notice = dead or self.voice.message(error, self.game.players)

    def _go_through(self, found: desk.Result, line: str) -> None:
        """It was seen, or done. A card that is recorded already is lifted as well; what was typed is only compared."""
        given, shows = "", found.shows
        if shows is not None and line:
            with suppress(NightcallError):
                given = self.read(Prompt(shows.key, shows.kind, shows.rule, options=shows.options), line)[0]
        other = found.contradicted(self.game.village, given)
        if other:
            seat = self.voice.words.seat(other, self.game.players)
            self.notice = self.voice.text("cli.play.other_card", seat=seat, card=self.voice.words.card(given))
            return
        self.gone += 1
        if self._found() is None:
            self.shown = None

    def _eyes(self) -> Eyes | None:
        """Whose eyes are looked for now though the record knows it."""
        return eyes(self.game) if not self.met else None

    def _meet(self, found: Eyes, line: str) -> None:
        """Whoever is known opens the eyes like anybody; what was typed is only compared."""
        given = found.asks.check(self.read(found.asks, line)[0]) if line else found.holders
        other = found.other(given if isinstance(given, (list, tuple)) else [given])
        words, players = self.voice.words, self.game.players
        if other:
            seat, card = words.seat(other, players), words.card(found.card)
            self.notice = self.voice.text("cli.play.other_card", seat=seat, card=card)
        elif given is None:
            self.notice = found.note(words, players)
        elif found.is_all and self.game.prompt is not None:
            self._answer(self.game.prompt, "")
        else:
            self.met = True

    def _found(self) -> desk.Result | None:
        """What somebody awake is being shown, what is only pretended before it, the moderator's round after it."""
        found = desk.results(self.game, self.shown)
        return found[self.gone] if self.gone < len(found) else None

    def _command(self, line: str) -> tuple[str, str]:
        """The command meant, and what follows it. Someone called Log comes first; `/log` is always the command."""
        head, _, rest = line.partition(" ")
        word = folded(head.removeprefix("/"))
        kinds = (f"command.{name}" for name in self._commands)
        name = recognised(word, self.voice.words, *kinds).removeprefix("command.")
        if not name or head.startswith("/"):
            return name, rest.strip()
        prompt = self.game.prompt
        if prompt is not None and any(
            word == folded(label)
            for called in showing.answers(self.game, prompt, self.voice).labels.values()
            for label in called
        ):
            return "", ""
        return name, rest.strip()

    # -- answering --

    def _answer(self, prompt: Prompt, line: str) -> None:
        value, done = self.read(prompt, line)
        if done:
            before = self.game
            self.move(before.answer(value))
            self.gone = 0
            self.shown = before if desk.results(self.game, before) else None
            if len(travel.travellers(self.game)) > len(travel.travellers(before)):
                self.notice = self.voice.text("cli.travel.send", path=str(self.keeper.path))

    def read(self, prompt: Prompt, line: str) -> tuple[Any, bool]:
        """The answer, and whether it is complete: a vote may take several lines."""
        names = showing.everybody(self.game, prompt, self.voice)
        if prompt.kind != prompts.BALLOTS:
            return understand(prompt, line, names, self.voice.words), True
        was_whole = all(voter in self.draft for voter in prompt.voters)
        if line:
            cast = self.draft | understand(prompt, line, names, self.voice.words)
            _acceptable(prompt, cast)
            self.draft = cast
        is_whole = all(voter in self.draft for voter in prompt.voters)
        return dict(self.draft), not line or (is_whole and not was_whole)  # one that was undone is counted with Enter

    def move(self, game: Game) -> None:
        """The file first, then the showing."""
        self.keeper.keep(game)
        self.game = game
        self.draft = {}
        self.shown = None
        self.met = False

    # -- commands --

    def undo(self, rest: str) -> None:
        if self.draft and not rest:
            self.draft = {}
            self.notice = self.voice.text("cli.undo.draft")
            return
        if self.met and not rest:
            self.met = False
            return
        together = desk.happening(self.game)
        steps = typed_number(rest, together or 1)
        if not self.game.answers:
            raise Misheard("cli.undo.nothing")
        undone = min(steps, len(self.game.answers))
        before = self.game.undo(steps)
        if not fetching.may_take_back(self, before):
            return
        happened = desk.happened(self.game, len(before.answers), self.voice.words) if undone == together else ""
        taken = self.game.answers[len(before.answers) :]
        self.move(before)
        self.draft = corrections.ballots_of(taken[0], before.prompt) if taken else {}
        said = self.voice.text("cli.undo.happened", what=happened)
        self.notice = said if happened else self.voice.text("cli.undo.done", count=undone)

    def log(self, rest: str) -> None:
        self._page(*telling.log(self.game, self.voice))

    def why(self, rest: str) -> None:
        steps = typed_number(rest, 1)
        count = len(telling.notable(self.game))
        if steps > count:
            raise Misheard("cli.input.no_such_event", given=steps, count=count)
        self._page(*telling.why(self.game, steps, self.voice))

    def rule(self, rest: str) -> None:
        prompt = self.game.prompt
        ident = rest or (prompt.rule if prompt is not None else "")
        if not ident:
            raise Misheard("cli.input.which_rule")
        self._page(*telling.rule_text(ident, self.voice))

    def seats(self, rest: str) -> None:
        self._page(*telling.table(self.game, self.voice))

    def preview(self, rest: str) -> None:
        """What the next step will bring, where nothing is left to decide: the dawn, before it is announced."""
        if not desk.has_preview(self.game):
            raise Misheard("cli.preview.nothing")
        coming = desk.coming(self.game)
        open_news = [event for event in coming if event.audience == PUBLIC]
        secrets = [event for event in coming if event.audience != PUBLIC]
        told, untold = (list(telling.told(each, self.game.players, self.voice)) for each in (open_news, secrets))
        page = [self._title("cli.preview.title" if told else "cli.preview.quiet"), *told]
        self._page(*page, *([self._title("cli.preview.secret"), *untold] if untold else []))

    def _title(self, key: str) -> Text:
        return Text(self.voice.text(key), style="bold")

    def help(self, rest: str) -> None:
        self._page(Text(self.voice.text("cli.play.commands_help")))

    def quit(self, rest: str) -> None:
        raise Leave

    def edit(self, rest: str) -> None:
        """Correct an old answer; the game is told again with it."""
        corrections.correct(self, rest)

    def table(self, rest: str) -> None:
        """Somebody leaves, arrives, takes another's place, or two have changed seats."""
        happening.happens(self, rest)

    def fetch(self, rest: str) -> None:
        """Somebody arrives from the saved game of another village."""
        fetching.fetch(self, rest)

    def _page(self, *things: Any) -> None:
        self.voice.wipe()
        self.voice.page(things)


def _acceptable(prompt: Prompt, cast: dict[int, int | None]) -> None:
    """Refuse a wrong vote at once, not when the last one is in."""
    partial = prompts.Poll(
        prompt.key,
        prompt.kind,
        prompt.rule,
        options=prompt.options,
        low=0,
        refused=prompt.refused,
        voters=prompt.voters,
        barred=prompt.barred,
        weights=prompt.weights,
    )
    partial.check(cast)
