"""`nightcall advise`: three decks for the people, the cards and the evening at hand, at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click
from rich.console import RenderableType
from rich.text import Text

from nightcall.cli import setting
from nightcall.cli.frame import Decorator, command
from nightcall.cli.speech import Voice
from nightcall.cli.spoken import SpokenGroup
from nightcall.desk.guessed import comes_short, in_cents
from nightcall.sim.advisor import Panel, advise
from nightcall.sim.evenings import Evening, constants
from nightcall.sim.people import ORDINARY, People, words
from nightcall.sim.surrogate import PLAYERS, Rules


def add_advise(group: SpokenGroup, voice: Voice) -> None:
    say, kinds = voice.text, constants()

    def one_of(name: str, default: str, about: str) -> Decorator:
        return click.option(
            f"--{name}", type=click.Choice(list(kinds[name])), default=default, help=say(f"cli.option.{name}")
        )

    cards, grade, seats = say("cli.metavar.cards"), click.IntRange(1, 3), click.IntRange(*PLAYERS)

    @command(group, voice, "advise")
    @click.option("--players", type=seats, required=True, metavar="N", help=say("cli.option.how_many"))
    @click.option("--table", "word", type=click.Choice(words()), default=ORDINARY, help=say("cli.option.table"))
    @one_of("balance", "even", say("cli.option.balance"))
    @one_of("liveliness", "middling", say("cli.option.liveliness"))
    @one_of("length", "any", say("cli.option.length"))
    @click.option("--complexity", type=grade, default=3, metavar="1-3", help=say("cli.option.complexity"))
    @click.option("--with", "wanted", default="", metavar=cards, help=say("cli.option.with_cards"))
    @click.option("--without", "never", default="", metavar=cards, help=say("cli.option.without_cards"))
    @click.option("--apart", multiple=True, type=click.Choice(list(kinds["apart"])), help=say("cli.option.apart"))
    @click.option("--preset", type=click.Choice(("pact", "pacte")), default="pact", help=say("cli.option.preset"))
    @click.option("--sheriff/--no-sheriff", default=True, help=say("cli.option.sheriff"))
    @click.option("--json", "as_json", is_flag=True, help=say("cli.option.json"))
    def run(word: str, wanted: str, never: str, preset: str, sheriff: bool, as_json: bool, **told: Any) -> None:
        told["wanted"] = tuple(setting.card_list(wanted, voice.words)) if wanted else ()
        told["never"] = tuple(setting.card_list(never, voice.words)) if never else ()
        rules = Rules(french=preset == "pacte", sheriff=sheriff)
        found = advise(Evening(people=People.called(word), rules=rules, **told))
        if as_json:
            click.echo(json.dumps([panel.to_json() for panel in found], ensure_ascii=False, indent=2))
        elif not found:
            voice.show(Text(say("cli.advise.none")))
        else:
            voice.show(
                *(line for panel in found for line in panel_lines(panel, voice)), Text(_who(word, voice), style="dim")
            )


def _who(word: str, voice: Voice) -> str:
    return voice.text("cli.advise.table", table=voice.text(f"sim.table.{word}"))


def panel_lines(panel: Panel, voice: Voice) -> Iterator[RenderableType]:
    """A deck, what may come of it, and what could be changed."""
    say, number = voice.text, voice.words.number
    deck = ", ".join(f"{count} × {voice.words.card(name)}" for name, count in panel.deck.items())
    yield Text(say(f"sim.style.{panel.style}"), style="bold")
    yield Text(f"  {deck}")
    sides = sorted(in_cents(panel.guess.shares).items(), key=lambda item: -item[1])
    shares = ", ".join(f"{voice.words.side(side)} {number(cents / 100, '.0%')}" for side, cents in sides if cents)
    low, high = (number(share, ".0%") for share in panel.band)
    yield Text("  " + say("cli.advise.about", shares=shares, low=low, high=high))
    yield Text("  " + say("cli.advise.length", nights=panel.guess.nights, minutes=panel.minutes))
    if panel.misses:
        yield Text("  " + comes_short(panel, voice.words), style="yellow")
    if panel.swaps:
        yield Text("  " + say(f"sim.swaps_to.{panel.swaps_to}"))
    for swap in panel.swaps:
        before, after = number(swap.before, ".0%"), number(swap.after, ".0%")
        into, out = voice.words.card(swap.into), voice.words.card(swap.out)
        yield Text("  – " + say("sim.swap", into=into, out=out, before=before, after=after), style="dim")
    yield Text()
