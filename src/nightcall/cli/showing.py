"""The moderator's screen: what the table knows, what to say, to do, and to answer. No secret of an earlier question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule as Line
from rich.text import Text

from nightcall import desk
from nightcall.cli.speech import Voice
from nightcall.cli.typed import Names
from nightcall.desk.sought import Eyes
from nightcall.engine import prompts
from nightcall.engine.game import Game
from nightcall.engine.prompts import Prompt


def heading(game: Game, voice: Voice) -> RenderableType:
    """Where the evening stands, for anybody to read."""
    village = game.village
    living = voice.text("desk.living", count=len(village.living), of=len(village.seats))
    parts = [desk.phase(game, voice.words), living]
    sheriff = desk.holder_of(village, "sheriff")
    if sheriff:
        parts.append(voice.text("desk.sheriff", name=village.name_of(sheriff)))
    return Line(Text("  ·  ".join(parts), style="bold"), style="dim")


def news(game: Game, voice: Voice) -> list[RenderableType]:
    """What has just become public, to be announced; then what somebody must be shown in secret."""
    players = game.players
    earlier = game.undo() if game.answers else None
    seen = [event for step in desk.results(game, earlier) for event in step.events]
    secrets = [event for event in desk.secrets(game, earlier.prompt if earlier else None) if event not in seen]
    return [
        *(Text(f"• {voice.words.event(event, players)}", style="bold yellow") for event in desk.news(game)),
        *(Text(f"  ({text})", style="dim") for text in desk.to_touch(game, voice.words)),
        *_unrecorded(game, earlier, voice),
        *(Text(f"  ({voice.words.event(event, players)})", style="dim") for event in secrets),
    ]


def _unrecorded(game: Game, earlier: Game | None, voice: Voice) -> list[RenderableType]:
    text = desk.unrecorded(game, voice.words, earlier)
    return [Text(f"  ({text})", style="dim")] if text else []


def result(game: Game, earlier: Game, found: desk.Result, voice: Voice) -> list[RenderableType]:
    """What somebody awake is shown now; what was said to wake them stays in sight."""
    then = desk.said_then(found.shows, earlier, voice.words) if found.is_asked and found.shows is not None else ""
    said = then or desk.script_of(earlier, voice.words, None).say
    if found.is_round:
        walked = desk.said_on_round(game, earlier, voice.words)
        return [
            *_script(walked),
            Text(desk.touch(game, found, voice.words), style="dim"),
            Text(voice.text("cli.play.walked"), style="dim"),
        ]
    if found.nth and found.shows is not None:
        ask = desk.written(game, found.shows, voice.words).ask
        lifts = [Text(voice.text("cli.play.lift", number=found.nth), style="dim")] if found.is_lift else []
        return [
            Text(said, style="dim italic"),
            *lifts,
            Text(f"\n{ask}", style="bold"),
            *choices(game, found.shows, voice),
        ]
    return [
        Text(said, style="dim italic"),
        *_unrecorded(game, earlier, voice),
        *(Text(f"  {voice.words.event(event, game.players)}", style="bold") for event in found.events),
        Text(voice.text("cli.play.seen"), style="dim"),
    ]


def script(game: Game, voice: Voice, prompt: Prompt | None = None) -> list[RenderableType]:
    """What to say aloud: large if it is new, dim if it was said at the question before."""
    return _script(desk.script_of(game, voice.words, game.undo() if game.answers else None, prompt, has_steps=True))


def _script(written: desk.Script) -> list[RenderableType]:
    if written.is_said:
        return [Text(written.say, style="dim italic")]
    said = [text for text in (written.before, written.say) if text]
    if not said:
        return []
    return [Panel(Text("\n\n".join(said), style="bold"), border_style="cyan", padding=(1, 2))]


def looked_for(game: Game, met: Eyes, voice: Voice) -> list[RenderableType]:
    """Whose eyes are open, where the record knows: as it is asked where it does not."""
    written = desk.written(game, met.asks, voice.words)
    return [
        *script(game, voice, met.asks),
        Text(f"{written.do} {met.note(voice.words, game.players)}", style="dim"),
        Text(f"\n{written.ask}", style="bold"),
        *choices(game, met.asks, voice),
    ]


def question(game: Game, prompt: Prompt, voice: Voice) -> list[RenderableType]:
    """The script, large; the note to the moderator, dim; the question with its choices."""
    words = desk.written(game, prompt, voice.words)
    shown = script(game, voice)
    note = desk.note(game, voice.words)
    if note:
        shown.append(Text(note, style="dim"))
    ask = voice.words.openly(prompt) if prompt.openly else words.ask
    if ask:
        shown.append(Text(f"\n{ask}", style="bold"))
    return [*shown, *choices(game, prompt, voice)]


def choices(game: Game, prompt: Prompt, voice: Voice) -> list[RenderableType]:
    """What can be answered, and how to type it."""
    labels = dict(desk.written(game, prompt, voice.words).choices)
    if prompt.kind == prompts.YES_NO:
        return [Padding(_row([(voice.text("cli.choices.y"), labels[True]), ("n", labels[False])]), (0, 2))]
    names = answers(game, prompt, voice)
    width = len(str(max(names.numbers, default=1)))
    numbered = [(f"{number:>{width}}", names.labels[thing][0]) for number, thing in names.numbers.items()]
    shown: list[RenderableType] = [Padding(_row(numbered), (0, 2))] if numbered else []
    if prompt.kind == prompts.BALLOTS and len(prompt.voters) < len(game.village.living):
        voters = voice.words.names(game.players[seat - 1] for seat in prompt.voters)
        shown.append(Text(voice.text("cli.choices.voters", names=voters), style="dim"))
    hint = _hint(prompt)
    if hint:
        nothing = voice.words.nothing_openly(prompt) if None in labels else ""
        shown.append(Text(voice.text(hint, low=prompt.low, high=prompt.high, nothing=nothing), style="dim"))
    return shown


def _row(choices: Sequence[tuple[str, str]]) -> Columns:
    """Choices side by side; somebody known by number only is not numbered again."""
    return Columns(
        [Text.assemble((key, "bold cyan"), f" {label}" if label != key.strip() else "") for key, label in choices],
        padding=(0, 3),
        column_first=True,
    )


def _hint(prompt: Prompt) -> str:
    match prompt.kind:
        case prompts.ACK | prompts.BALLOTS | prompts.COUNTS | prompts.TEXT | prompts.TEXTS:
            return f"cli.choices.{prompt.kind}"
        case prompts.PICK | prompts.CHOOSE if prompt.high == 1:
            return "cli.choices.optional" if prompt.optional else ""
        case prompts.PICK | prompts.CHOOSE | prompts.CARDS:
            if prompt.low == prompt.high:
                return "cli.choices.exactly"
            return "cli.choices.between" if prompt.low else "cli.choices.up_to"
        case prompts.YES_NO:
            return ""
        case _:
            assert_never(prompt.kind)


def answers(game: Game, prompt: Prompt, voice: Voice) -> Names:
    """Everything that can be answered, with its number: players have the number of their seat."""
    players = game.players
    if prompt.offers == "seats":
        return Names.of_seats(prompt.options, players)
    if prompt.offers == "names":
        labels = dict(desk.written(game, prompt, voice.words).choices)
        options = dict.fromkeys(prompt.options)
        return Names({value: [labels.get(value, str(value)), str(value)] for value in options})
    return Names({})


def everybody(game: Game, prompt: Prompt, voice: Voice) -> Names:
    """Like `answers`, but a player who may not be chosen is understood too, to be refused with the rule."""
    if prompt.offers == "seats":
        return Names.of_seats(game.village.seats, game.players)
    return answers(game, prompt, voice)


def draft(game: Game, prompt: Prompt, cast: Mapping[int, int | None], voice: Voice) -> RenderableType:
    """The votes typed so far, and whose are missing."""
    players = game.players
    given = sorted({**desk.cast_first(game), **cast}.items())
    done = ", ".join(f"{players[voter - 1]} → {players[choice - 1] if choice else '–'}" for voter, choice in given)
    missing = ", ".join(players[voter - 1] for voter in prompt.voters if voter not in cast)
    said = voice.text("cli.choices.draft", done=done, missing=missing) if missing else ""
    return Text(said or voice.text("cli.choices.whole", done=done), style="yellow")


def ending(game: Game, voice: Voice) -> RenderableType:
    assert game.outcome is not None
    text = Text(voice.words.outcome(game.outcome, game.players), style="bold", justify="center")
    return Panel(text, border_style="green", padding=(1, 2))
