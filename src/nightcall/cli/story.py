"""What has happened: the log, the seats, a game told again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from rich import box
from rich.console import RenderableType
from rich.rule import Rule as Line
from rich.table import Table
from rich.text import Text

from nightcall.buildings.building import Houses
from nightcall.characters.cupid import Lovers
from nightcall.characters.piper import Charmed
from nightcall.cli.speech import Voice
from nightcall.engine.errors import Pending
from nightcall.engine.events import PUBLIC, Event
from nightcall.engine.game import Answer, Game, playout
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import Character
from nightcall.engine.village import Village
from nightcall.newmoon.pile import NewMoon, in_force

_OFFICES: Final = ("sheriff", "town_crier", "executioner")
_HEADINGS: Final = frozenset({"night_fell", "dawn_broke", "opening_day"})


def told(events: Sequence[Event], players: Sequence[str], voice: Voice) -> Iterator[RenderableType]:
    """Events as a story, under the nights and days they belong to."""
    for event in events:
        text = voice.words.event(event, players)
        if event.name in _HEADINGS:
            yield Line(Text(text, style="bold"), align="left", style="dim")
        elif event.name != "called":
            yield Text(f"  {text}", style="" if event.audience == PUBLIC else "dim")


def log(game: Game, voice: Voice) -> Iterator[RenderableType]:
    """Every event with its number from the end, as `why` takes it, and its rule."""
    left = len(notable(game))
    for event in game.events:
        text = voice.words.event(event, game.players)
        if event.name in _HEADINGS:
            yield Line(Text(text, style="bold"), align="left", style="dim")
        elif event.name != "called":
            style = "" if event.audience == PUBLIC else "dim"
            yield Text.assemble((f"{left:>4}  ", "cyan"), (text, style), (f"  {event.rule}", "dim italic"))
            left -= 1


def notable(game: Game) -> list[Event]:
    """Everything that happened but the course of the evening itself."""
    return [event for event in game.events if event.name not in _HEADINGS and event.name != "called"]


def why(game: Game, steps: int, voice: Voice) -> Iterator[RenderableType]:
    """The rule behind the event so many steps back."""
    event = notable(game)[-steps]
    yield Text(voice.words.event(event, game.players), style="bold")
    yield from rule_text(event.rule, voice)


def rule_text(ident: str, voice: Voice) -> Iterator[RenderableType]:
    from nightcall import rulebook

    found = rulebook.entry(ident.upper())
    heading = Text.assemble((found.id, "bold cyan"), (f"  {voice.text(f'cli.rule.kind.{found.kind}')}", "dim"))
    sources = [voice.text(f"cli.rule.source.{source}") for source in found.source]
    if sources:
        heading.append(f" ({'; '.join(sources)})", style="dim")
    yield heading
    yield Text(found.text_in(voice.language))
    if found.options:
        yield Text(voice.text("cli.rule.options", names=", ".join(found.options)), style="dim")


def asked(game: Game) -> list[Prompt]:
    """The question of each answer."""
    found: list[Prompt] = []

    def reader(prompt: Prompt) -> Any:
        if len(found) == len(game.answers):
            raise Pending(prompt)
        found.append(prompt)
        return game.answers[len(found) - 1].value

    with suppress(Pending):
        playout(game.setup, reader)
    return found


def given(game: Game, voice: Voice) -> Iterator[RenderableType]:
    """Every answer with its number, as `edit` takes it."""
    players = game.players
    for number, (answer, prompt) in enumerate(zip(game.answers, asked(game), strict=True), start=1):
        text = spoken(answer, prompt, voice, players)
        question = voice.words.prompt(prompt, players).ask
        if prompt.card:
            question += f" ({voice.words.party(prompt.card)})"
        yield Text.assemble((f"{number:>4}  ", "cyan"), (f"{question}  ", "dim"), text)


def spoken(answer: Answer, prompt: Prompt, voice: Voice, players: Sequence[str]) -> str:
    """An answer as a person would say it."""
    value = answer.value
    if isinstance(value, dict):
        pairs = ((_named(voter, players), _named(choice, players)) for voter, choice in value.items())
        if prompt.kind == "counts":
            pairs = ((_named(seat, players), str(voices)) for seat, voices in value.items())
        return ", ".join(f"{left} → {right}" for left, right in pairs) or "–"
    labels = dict(voice.words.choices(prompt, players))
    if isinstance(value, (list, tuple)):
        return ", ".join(labels.get(item, str(item)) for item in value) or "–"
    return labels.get(value, str(value)) or "–"


def _named(value: Any, players: Sequence[str]) -> str:
    if value is None:
        return "–"
    return players[value - 1] if isinstance(value, int) else str(value)


# -- the seats --


def table(game: Game, voice: Voice) -> Iterator[RenderableType]:
    """The whole table for the moderator's eyes: the seats, empty houses, events in force."""
    village = game.village
    yield seats(game, voice)
    if village.setup.events or village.setup.in_force or village.setup.hand:
        names = [voice.words.event_card(event.name) for event in in_force(village)]
        yield Text(voice.text("cli.seats.events", names=", ".join(names) or "–"))
        for moon in village.named("new_moon"):
            assert isinstance(moon, NewMoon)
            yield Text(voice.text("cli.seats.pile", count=len(moon.pile)), style="dim")


def seats(game: Game, voice: Voice) -> RenderableType:
    """Who holds what, as far as the app knows: for the moderator's eyes."""
    village = game.village
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    columns = (
        ("seat", "name", "card", "house", "state") if village.setup.buildings else ("seat", "name", "card", "state")
    )
    for column in columns:
        table.add_column(voice.text(f"cli.seats.{column}"), overflow="fold")
    for seat in village.circle:
        living = seat in village.living
        state = ", ".join(_state(village, seat, voice))
        style = "" if living else "dim strike"
        cells = [Text(village.name_of(seat), style=style), _holding(village, seat, voice)]
        if village.setup.buildings:
            cells.append(Text(_house(village, seat, voice)))
        table.add_row(str(seat), *cells, state)
    for house in _free_houses(village):
        table.add_row("", "", "", voice.words.house(house), Text(voice.text("cli.seats.free"), style="dim"))
    for card in village.cards.spares:
        table.add_row("", Text(voice.text("cli.seats.middle"), style="dim"), Text(voice.words.card(card.name)), "")
    for name in village.lent:
        table.add_row("", Text(voice.text("cli.seats.laid_out"), style="dim"), Text(voice.words.card(name)), "")
    return table


def sheriff(village: Village) -> int:
    """The Sheriff's seat, or 0."""
    return next((office.holder for office in village.named("sheriff")), 0)


def _house(village: Village, seat: int, voice: Voice) -> str:
    building = next((rule.of(seat) for rule in village.named("houses") if isinstance(rule, Houses)), None)
    if building is not None:
        return voice.words.house(building.house)
    return voice.text("occupant.vagabond") if seat in village.living else ""


def _free_houses(village: Village) -> list[str]:
    return [house for rule in village.named("houses") if isinstance(rule, Houses) for house in rule.vacant]


def _holding(village: Village, seat: int, voice: Voice) -> Text:
    card = village.knows(seat)
    more = [power.name for power in village.powers_of(seat) if power is not card and not power.borrowed]
    if card is not None:
        return Text(" + ".join(map(voice.words.card, (card.name, *more))), style="bold")
    possible = village.cards.possible(seat)
    hidden = voice.text("cli.seats.one_of", names=", ".join(map(voice.words.card, possible)))
    return Text(" + ".join((*map(voice.words.card, more), hidden)), style="dim")


def _state(village: Village, seat: int, voice: Voice) -> Iterator[str]:
    yield from _public_state(village, seat, voice)
    card = village.knows(seat)
    if seat in village.infected:
        yield voice.text("cli.seats.infected")
    elif seat in village.wolves and not (card is not None and card.is_wolf):
        yield voice.text("cli.seats.wolf")
    for partner in Lovers.partners(village, seat):
        yield voice.text("cli.seats.in_love", name=village.name_of(partner))
    if any(isinstance(rule, Charmed) and seat in rule.seats for rule in village.named("charmed")):
        yield voice.text("cli.seats.charmed")
    for name in village.setup.trio:
        for rule in village.named(name):
            if isinstance(rule, Character) and rule.borrowed and rule.holder == seat:
                yield voice.text("cli.seats.plays", card=voice.words.card(name))


def _public_state(village: Village, seat: int, voice: Voice) -> Iterator[str]:
    if seat in village.gone:
        yield voice.text("cli.seats.left")
    elif seat not in village.living:
        yield voice.text("cli.seats.dead")
    for office in _OFFICES:
        if any(rule.holder == seat for rule in village.named(office)):
            yield voice.text(f"office.{office}")
    if seat in village.away:
        yield voice.text("cli.seats.away")
