"""Looking things up: characters, buildings, events, rules, options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from nightcall import rulebook
from nightcall.cli import setting, telling
from nightcall.cli.speech import Voice
from nightcall.desk import library
from nightcall.engine.options import OPTIONS, PRESETS, Option
from nightcall.engine.rule import Character
from nightcall.engine.setup import VAGABOND
from nightcall.rules import catalogue
from nightcall.rules.buildings.building import VAGABONDS, houses


def characters(voice: Voice) -> RenderableType:
    """Every card of the box."""
    table = _table(voice, "cli.characters", "card", "group", "copies", "wakes", "name")
    for kind in catalogue.characters():
        table.add_row(*_row(kind, voice), Text(kind.name, style="dim"))
    return table


def _row(kind: type[Character], voice: Voice) -> tuple[str, str, str, str]:
    wakes = library.wakes(kind, voice.words)
    return voice.words.card(kind.name), voice.text(f"group.{kind.group}"), str(kind.copies), wakes


def one_character(typed: str, voice: Voice) -> Iterator[RenderableType]:
    """A card, and every rule about it."""
    thing = library.things()[setting.cards(voice.words).one(typed)]
    yield Text(thing.title(voice.words), style="bold")
    yield Text(thing.line(voice.words), style="dim")
    yield Text(thing.about(voice.words))
    yield from _rules_about(thing, voice)


def buildings(voice: Voice) -> RenderableType:
    """Every house of the box, and what those have who live in none."""
    table = _table(voice, "cli.buildings", "house", "occupant", "copies", "power", "name")
    for kind in catalogue.buildings():
        power = library.power(kind, voice.words)
        table.add_row(*_house_titles(kind.name, voice), str(kind.copies), power, Text(_typed(kind.name), style="dim"))
    table.add_row(*_house_titles(VAGABOND, voice), str(VAGABONDS), "–", Text(VAGABOND, style="dim"))
    return table


def _house_titles(name: str, voice: Voice) -> tuple[str, str]:
    return voice.text(f"building.{name}"), voice.text(f"occupant.{name}")


def _typed(kind: str) -> str:
    """How the houses of a kind are typed: `church`, `farm_1…6`."""
    own = [name for name, found in houses().items() if found.name == kind]
    return own[0] if len(own) == 1 else f"{own[0]}…{own[-1].rpartition('_')[2]}"


def one_building(typed: str, voice: Voice) -> Iterator[RenderableType]:
    """A house, and every rule about it."""
    name = building_meant(typed, voice)
    house, occupant = _house_titles(name, voice)
    thing = library.things()[name]
    yield Text(f"{house} · {occupant}", style="bold")
    yield Text(thing.about(voice.words))
    yield from _rules_about(thing, voice)


def building_meant(typed: str, voice: Voice) -> str:
    """The kind of house; any farm is a farm."""
    found = setting.houses(voice.words).meant(typed)
    kinds = dict.fromkeys(houses()[name].name if name in houses() else name for name in found)
    name: str = next(iter(kinds)) if len(kinds) == 1 else setting.houses(voice.words).one(typed)
    return name


def _rules_about(thing: library.Thing, voice: Voice) -> Iterator[RenderableType]:
    for entry in thing.rules:
        yield Text("")
        yield from telling.rule_text(entry.id, voice)


def events(voice: Voice) -> RenderableType:
    """Every event card of the New Moon."""
    table = _table(voice, "cli.events", "title", "kind", "name")
    for kind in catalogue.event_cards():
        table.add_row(
            voice.words.event_card(kind.name), voice.text(f"event_kind.{kind.kind}"), Text(kind.name, style="dim")
        )
    return table


def one_event(typed: str, voice: Voice) -> Iterator[RenderableType]:
    """An event card (or all of one title): what it does, what it may ask, and the rules about it."""
    for name in events_meant(typed, voice):
        thing = library.things()[name]
        yield Text(thing.title(voice.words), style="bold")
        yield Text(thing.line(voice.words), style="dim")
        yield Text(thing.about(voice.words))
        for number, question in enumerate(thing.questions(voice.words), start=1):
            yield Text(f"  {number} {question}")
        yield Text("")
    for entry in thing.rules:
        yield from telling.rule_text(entry.id, voice)
        yield Text("")


def events_meant(typed: str, voice: Voice) -> list[str]:
    return setting.event_list(typed, voice.words) or [setting.event_names(voice.words).one(typed)]


def rules(idents: Sequence[str], search: str, voice: Voice) -> Iterator[RenderableType]:
    """Some rules by id, or those with certain words; without either, which families there are."""
    found = list(idents) or [entry.id for entry in rulebook.search(search, voice.language)] if search else list(idents)
    if search and not found:
        yield Text(voice.text("cli.rules.none", given=search))
    for place, ident in enumerate(found):
        if place:
            yield Text("")
        yield from telling.rule_text(ident, voice)
    if not found and not search:
        families = Counter(ident.partition("-")[0] for ident in rulebook.ids())
        yield Text(voice.text("cli.rules.families", count=families.total()))
        yield Text(", ".join(f"{family} ({count})" for family, count in families.items()))


# -- options --


def options(presets: Sequence[str], voice: Voice, *, all_of_them: bool) -> RenderableType:
    """The options with their values; by default those in which the presets differ."""
    table = _table(voice, "cli.options", "title", "values", show_lines=True)
    table.columns[0].min_width = max(map(len, OPTIONS))  # names must stay whole, to be copied
    for preset in presets:
        table.add_column(voice.text(f"preset.{preset}"), overflow="fold")
    for name, option in OPTIONS.items():
        differs = len({str(option.default(preset)) for preset in PRESETS}) > 1
        if differs or all_of_them:
            title = Text.assemble(voice.words.option(name), ("\n" + name, "dim"), (f"  {option.id}", "dim"))
            chosen = [_shown(name, option, option.default(preset), voice) for preset in presets]
            table.add_row(title, _values(name, option, voice), *chosen)
    return table


def _values(name: str, option: Option, voice: Voice) -> Text:
    """Each value as it is typed, and what it means."""
    text = Text()
    for value in option.values:
        text.append(f"{str(value).lower()}", style="cyan")
        text.append(f"  {voice.words.value(name, value)}\n", style="dim")
    text.rstrip()
    return text


def _shown(name: str, option: Option, value: object, voice: Voice) -> str:
    if option.many:
        members = sorted(value) if isinstance(value, frozenset) else list(value)  # type: ignore[call-overload]
        return ", ".join(voice.words.value(name, member) for member in members) or "–"
    return voice.words.value(name, value)


def _table(voice: Voice, key: str, *columns: str, show_lines: bool = False) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_lines=show_lines)
    for column in columns:
        table.add_column(voice.text(f"{key}.{column}"), overflow="fold")
    return table
