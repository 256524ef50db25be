"""`nightcall simulate`: many games, and what came of them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import click
from rich import box
from rich.console import RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from nightcall.cli import setting
from nightcall.cli.frame import command, table_options, wish_of
from nightcall.cli.speech import Voice
from nightcall.cli.spoken import SpokenGroup
from nightcall.engine.rule import left_over
from nightcall.sim.playouts import Report, simulate


def add_simulate(group: SpokenGroup, voice: Voice) -> None:
    at_least_one = click.IntRange(1)

    @command(group, voice, "simulate")
    @click.option("-n", "--games", type=at_least_one, default=1000, metavar="N", help=voice.text("cli.option.games"))
    @table_options(voice, physical=False)
    @click.option("-j", "--jobs", type=at_least_one, metavar="N", help=voice.text("cli.option.jobs"))
    @click.option("--json", "as_json", is_flag=True, help=voice.text("cli.option.json"))
    def run(games: int, jobs: int | None, as_json: bool, **told: Any) -> None:
        seed = told["seed"] or 0
        wish = wish_of(voice, told | {"deals": told["deals"] is not False, "seed": 0})
        if wish.players is None:
            wish.players = setting.players("8") if not wish.deck else setting.players(str(_counted(wish, voice)))
        setup = wish.setup(voice.words)
        workers = jobs or min(os.cpu_count() or 1, 1 + games // 2000)  # starting a process takes its time too
        with Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=voice.console,
            transient=True,
            disable=as_json or not voice.console.is_terminal,
        ) as bar:
            task = bar.add_task("", total=games)
            report = simulate(setup, games, seed, jobs=workers, progress=lambda done: bar.advance(task, done))
        if as_json:
            click.echo(json.dumps(report.to_json(), ensure_ascii=False, indent=2))
        else:
            voice.show(*report_table(report, voice))


def _counted(wish: setting.Wish, voice: Voice) -> int:
    """As many players as the deck has cards for."""
    deck = setting.deck(wish.deck or "", 0, voice.words, wish.rules)
    return sum(deck.values()) - left_over(deck, wish.rules)


def report_table(report: Report, voice: Voice) -> Iterator[RenderableType]:
    """Who won how often, how long it took."""
    copies = report.setup.announced_copies()
    deck = ", ".join(f"{count} × {voice.words.card(name)}" for name, count in copies.items())
    yield Text(voice.text("cli.report.deck", players=len(report.setup.players), deck=deck), style="dim")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(voice.text("cli.report.winner"))
    for column in ("games", "share", "interval"):
        table.add_column(voice.text(f"cli.report.{column}"), justify="right")
    for winner, won in report.wins.items():
        ends = (report.share(winner), *report.interval(winner))
        share, low, high = (voice.words.number(each, ".1%") for each in ends)
        side = voice.words.side(winner)
        table.add_row(side[:1].upper() + side[1:], str(won), share, f"{low} – {high}")
    yield table
    nights = report.nights
    yield Text(voice.text("cli.report.nights", mean=report.mean_nights, low=min(nights), high=max(nights)))
    yield Text(
        voice.text(
            "cli.report.speed",
            games=report.games,
            seconds=report.seconds,
            rate=report.games / report.seconds,
        ),
        style="dim",
    )
