"""`nightcall simulate` and `nightcall odds`: many games, and what came of them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import click
from rich import box
from rich.console import RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from nightcall.cli import setting
from nightcall.cli.frame import command, table_options, wish_of
from nightcall.cli.speech import Voice
from nightcall.cli.spoken import SpokenGroup
from nightcall.desk.guessed import guesses, in_cents, verdict
from nightcall.engine.rule import left_over
from nightcall.engine.setup import Setup
from nightcall.sim.cluster import ClusterFault
from nightcall.sim.odds import GAMES, SEED, as_dealt
from nightcall.sim.people import ORDINARY, People, words
from nightcall.sim.playouts import Report, simulate
from nightcall.sim.surrogate import PLAYERS, rules_of


def add_simulate(group: SpokenGroup, voice: Voice) -> None:
    at_least_one = click.IntRange(1)

    @command(group, voice, "simulate")
    @click.option("-n", "--games", type=at_least_one, default=1000, metavar="N", help=voice.text("cli.option.games"))
    @table_options(voice, physical=False)
    @click.option("--table", "word", type=click.Choice(words()), help=voice.text("cli.option.table"))
    @click.option("-j", "--jobs", type=at_least_one, metavar="N", help=voice.text("cli.option.jobs"))
    @click.option(
        "--cluster", default="", metavar=voice.text("cli.metavar.host"), help=voice.text("cli.option.cluster")
    )
    @click.option("--json", "as_json", is_flag=True, help=voice.text("cli.option.json"))
    def run(games: int, word: str | None, jobs: int | None, cluster: str, as_json: bool, **told: Any) -> None:
        dealt = told["deals"] is not False or word is not None  # people who think must know their cards
        setup = _wished(voice, told | {"deals": dealt, "seed": 0})
        setup = as_dealt(setup) if dealt else setup
        people = None if word is None else People.called(word)
        seed = told["seed"] or 0
        shown = _as_json if as_json else partial(_as_table, voice, word)
        _played(voice, setup, games, seed, people, jobs, shown, cluster=cluster, is_quiet=as_json)


def add_odds(group: SpokenGroup, voice: Voice) -> None:
    some = click.IntRange(1)

    @command(group, voice, "odds")
    @click.option("--table", "word", type=click.Choice(words()), default=ORDINARY, help=voice.text("cli.option.table"))
    @click.option("-n", "--games", type=some, default=GAMES, metavar="N", help=voice.text("cli.option.games_of_odds"))
    @table_options(voice, physical=False)
    @click.option("-j", "--jobs", type=some, metavar="N", help=voice.text("cli.option.jobs"))
    @click.option("--json", "as_json", is_flag=True, help=voice.text("cli.option.json"))
    def run(word: str, games: int, jobs: int | None, as_json: bool, **told: Any) -> None:
        setup = as_dealt(_wished(voice, told | {"deals": True, "seed": SEED}))
        seed = SEED if told["seed"] is None else told["seed"]
        shown = _as_json if as_json else lambda report: voice.show(*odds_table(report, word, voice))
        _played(voice, setup, games, seed, People.called(word), jobs, shown, is_quiet=as_json)


def _as_json(report: Report) -> None:
    click.echo(json.dumps(report.to_json(), ensure_ascii=False, indent=2))


def _as_table(voice: Voice, word: str | None, report: Report) -> None:
    voice.show(*report_table(report, word, voice))


def _wished(voice: Voice, told: dict[str, Any]) -> Setup:
    """The table asked for; without a number as many players as the deck has cards for."""
    wish = wish_of(voice, told)
    if wish.players is None:
        wish.players = setting.players("8") if not wish.deck else setting.players(str(_counted(wish, voice)))
    return wish.setup(voice.words)


def _played(
    voice: Voice,
    setup: Setup,
    games: int,
    seed: int,
    people: People | None,
    jobs: int | None,
    shown: Callable[[Report], None],
    *,
    cluster: str = "",
    is_quiet: bool,
) -> None:
    """Show what the games come to; meanwhile a bar that grows, and what they come to so far.

    Whoever has enough, or whose cluster goes away, is shown what has been counted: that many games are as good as any.
    """
    workers = jobs or min(os.cpu_count() or 1, 1 + games // 2000)  # starting a process takes its time too
    counted: list[Report] = []
    try:
        with Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}"),
            console=voice.console,
            transient=True,
            disable=is_quiet or not voice.console.is_terminal,
        ) as bar:
            task = bar.add_task("", total=games)

            def so_far(report: Report) -> None:
                counted[:] = [report]
                bar.update(task, completed=report.games, description=_leading(report, voice))

            report = simulate(setup, games, seed, people=people, jobs=workers, cluster=cluster, so_far=so_far)
    except (KeyboardInterrupt, ClusterFault):
        if counted:
            shown(counted[0])
            said = voice.text("cli.simulate.so_far", games=counted[0].games, asked=games)
            click.echo(said, err=True)  # what is read by a program stays whole
        raise
    shown(report)


def _leading(report: Report, voice: Voice) -> str:
    """Who wins how often so far, the two most frequent: room for more there is not."""
    shares = [(voice.words.side(winner), voice.words.number(report.share(winner), ".0%")) for winner in report.wins]
    return " · ".join(f"{side} {share}" for side, share in shares[:2])


ENOUGH_TO_LEAN = 100
"""Games below which nothing is said of whom a deck favours."""


def odds_table(report: Report, word: str, voice: Voice) -> Iterator[RenderableType]:
    """Whole per cents with their interval, who has played, and where they only guessed."""
    yield _deck(report, voice)
    table = Table(box=None, pad_edge=False, show_header=False)
    shares = in_cents({winner: report.share(winner) for winner in report.wins})
    for winner in report.wins:
        share, (low, high) = shares[winner] / 100, report.interval(winner)
        side = voice.words.side(winner)
        between = voice.text("cli.odds.between", low=round(100 * low), high=round(100 * high))
        bar = Text("█" * max(1, round(30 * share)), style="bold")
        table.add_row(side[:1].upper() + side[1:], voice.words.number(share, ".0%"), between, bar)
    yield table
    who = voice.text(f"sim.table.{word}")
    rules = voice.text(f"preset.{report.setup.options.preset}")
    yield Text(voice.text("cli.odds.table", table=who, rules=rules, games=report.games, nights=report.mean_nights))
    if report.has_shared_games:
        yield Text(voice.text("sim.shared"), style="dim")
    said = verdict({side: report.share(side) for side in report.wins}, voice.words, games=report.games)
    if said and report.games >= ENOUGH_TO_LEAN:
        yield Text(f"{said} {_what_else(report.setup, word, voice)}".strip())
    guessed = guesses(report.guessed, voice.words)
    if guessed:
        yield Text(voice.text("sim.guessed", names=voice.words.names(guessed)), style="dim")


def _what_else(setup: Setup, word: str, voice: Voice) -> str:
    """The command that advises these very people; empty where it would have nothing to say."""
    rules = rules_of(setup)
    if rules is None or not PLAYERS[0] <= len(setup.players) <= PLAYERS[1]:
        return ""
    said = f"--players {len(setup.players)}"
    said += f" --table {word}" if word != ORDINARY else ""
    said += " --preset pacte" if rules.french else ""
    said += "" if rules.sheriff else " --no-sheriff"
    return voice.text("cli.odds.advise", wish=said)


def _counted(wish: setting.Wish, voice: Voice) -> int:
    """As many players as the deck has cards for."""
    deck = setting.deck(wish.deck or "", 0, voice.words, wish.rules)
    return sum(deck.values()) - left_over(deck, wish.rules)


def _deck(report: Report, voice: Voice) -> Text:
    copies = report.setup.announced_copies()
    deck = ", ".join(f"{count} × {voice.words.card(name)}" for name, count in copies.items())
    return Text(voice.text("cli.report.deck", players=len(report.setup.players), deck=deck), style="dim")


TENTHS = 20_000
"""Games from which on a tenth of a per cent says something."""


def report_table(report: Report, word: str | None, voice: Voice) -> Iterator[RenderableType]:
    """Who won how often, who played, how long it took."""
    yield _deck(report, voice)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(voice.text("cli.report.winner"))
    for column in ("games", "share", "interval"):
        table.add_column(voice.text(f"cli.report.{column}"), justify="right")
    exactly = ".1%" if report.games >= TENTHS else ".0%"
    for winner, won in report.wins.items():
        ends = (report.share(winner), *report.interval(winner))
        share, low, high = (voice.words.number(each, exactly) for each in ends)
        side = voice.words.side(winner)
        table.add_row(side[:1].upper() + side[1:], str(won), share, f"{low} – {high}")
    yield table
    if report.has_shared_games:
        yield Text(voice.text("sim.shared"), style="dim")
    yield Text(voice.text("cli.report.random") if word is None else voice.text(f"sim.table.{word}") + ".")
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
