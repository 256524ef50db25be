"""What has happened: the log, the seats, a game told again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import RenderableType
from rich.rule import Rule as Line
from rich.table import Table
from rich.text import Text

from nightcall import desk
from nightcall.cli.speech import Voice
from nightcall.desk import story
from nightcall.desk.reasons import grief
from nightcall.desk.story import Chapter
from nightcall.engine.events import PUBLIC, Event
from nightcall.engine.game import Game
from nightcall.rules.newmoon.pile import NewMoon, in_force


def told(events: Sequence[Event], players: Sequence[str], voice: Voice) -> Iterator[RenderableType]:
    """Events as a story, under the nights and days they belong to."""
    for chapter in story.chapters(events):
        yield from _heading(chapter, players, voice)
        for entry in chapter.told:
            yield Text(f"  {voice.words.event(entry.event, players)}", style=_style(entry.event))


def log(game: Game, voice: Voice) -> Iterator[RenderableType]:
    """Every event with its number from the end, as `why` takes it, and its rule."""
    left = len(notable(game))
    for chapter in story.chapters(game.events):
        yield from _heading(chapter, game.players, voice)
        for entry in chapter.told:
            text, rule = voice.words.event(entry.event, game.players), entry.event.rule
            yield Text.assemble((f"{left:>4}  ", "cyan"), (text, _style(entry.event)), (f"  {rule}", "dim italic"))
            left -= 1


def _heading(chapter: Chapter, players: Sequence[str], voice: Voice) -> Iterator[RenderableType]:
    if chapter.heading is not None:
        yield Line(Text(voice.words.event(chapter.heading, players), style="bold"), align="left", style="dim")


def _style(event: Event) -> str:
    """What not everybody knows is dim."""
    return "" if event.audience == PUBLIC else "dim"


def notable(game: Game) -> list[Event]:
    """Everything that happened but the course of the evening itself."""
    return [entry.event for chapter in story.chapters(game.events) for entry in chapter.told]


def why(game: Game, steps: int, voice: Voice) -> Iterator[RenderableType]:
    """The rule behind the event so many steps back."""
    event = notable(game)[-steps]
    yield Text(voice.words.event(event, game.players), style="bold")
    if loved := grief(game, game.events.index(event), voice.words):
        yield Text(loved)
    yield from rule_text(event.rule, voice)


def rule_text(ident: str, voice: Voice) -> Iterator[RenderableType]:
    from nightcall import rulebook
    from nightcall.desk import library

    found = rulebook.entry(ident.upper())
    yield Text.assemble((found.id, "bold cyan"), (f"  {library.kind(found, voice.words)}", "dim"))
    yield Text(found.text_in(voice.language))
    if found.options:
        yield Text(voice.text("library.rule.options", names=", ".join(found.options)), style="dim")


def given(game: Game, voice: Voice) -> Iterator[RenderableType]:
    """Every answer with its number, as `edit` takes it."""
    players = game.players
    for number, (answer, prompt) in enumerate(zip(game.answers, desk.asked(game), strict=True), start=1):
        text = desk.spoken(answer, prompt, voice.words, players)
        question = desk.question(prompt, voice.words, players)
        yield Text.assemble((f"{number:>4}  ", "cyan"), (f"{question}  ", "dim"), text)


# -- the seats --


def table(game: Game, voice: Voice) -> Iterator[RenderableType]:
    """The whole table for the moderator's eyes: the seats, empty houses, events in force."""
    village = game.village
    yield seats(game, voice)
    if village.setup.events or village.setup.in_force or village.setup.hand:
        names = [voice.words.event_card(event.name) for event in in_force(village)]
        yield Text(voice.text("desk.seats.events", names=", ".join(names) or "–"))
        for moon in village.named("new_moon"):
            assert isinstance(moon, NewMoon)
            yield Text(voice.text("desk.seats.pile", count=len(moon.pile)), style="dim")


def seats(game: Game, voice: Voice) -> RenderableType:
    """Who holds what, as far as the app knows: for the moderator's eyes."""
    village = game.village
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    columns = (
        ("seat", "name", "card", "house", "state") if village.setup.buildings else ("seat", "name", "card", "state")
    )
    for column in columns:
        table.add_column(voice.text(f"desk.seats.{column}"), overflow="fold")
    for seat in village.circle:
        living = seat in village.living
        state = ", ".join(desk.state(village, seat, voice.words))
        style = "" if living else "dim strike"
        holding = desk.holding(village, seat, voice.words)
        cells = [
            Text(village.name_of(seat), style=style),
            Text(holding, style="bold" if desk.is_known(village, seat) else "dim"),
        ]
        if village.setup.buildings:
            cells.append(Text(desk.house(village, seat, voice.words)))
        table.add_row(str(seat), *cells, state)
    houses = desk.houses(village)
    for house in houses.vacant if houses is not None else ():
        table.add_row("", "", "", voice.words.house(house), Text(voice.text("desk.seats.free"), style="dim"))
    for card in village.cards.spares:
        table.add_row("", Text(voice.text("desk.seats.middle"), style="dim"), Text(voice.words.card(card.name)), "")
    for name in village.lent:
        table.add_row("", Text(voice.text("desk.seats.laid_out"), style="dim"), Text(voice.words.card(name)), "")
    return table
