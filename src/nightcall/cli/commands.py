"""The `nightcall` command: which commands there are."""

from __future__ import annotations

from importlib.metadata import version

import click

from nightcall.cli import listing, lookup, setting
from nightcall.cli.advising import add_advise
from nightcall.cli.counting import add_odds, add_simulate
from nightcall.cli.fetching import add_travel
from nightcall.cli.frame import command
from nightcall.cli.keeping import add_backup, add_forget, add_restore
from nightcall.cli.languages import add_languages
from nightcall.cli.playing import add_games, add_play, add_replay
from nightcall.cli.publishing import add_site
from nightcall.cli.serving import add_lead, add_move, add_serve
from nightcall.cli.speech import Voice
from nightcall.cli.spoken import SpokenGroup
from nightcall.desk import library
from nightcall.engine.options import PRESETS


def build(voice: Voice) -> SpokenGroup:
    """Every command, speaking the voice's language."""
    group = SpokenGroup(
        "nightcall",
        voice=voice,
        help=voice.text("cli.help.about"),
        invoke_without_command=True,
        callback=_no_command,
        context_settings={"max_content_width": 100},
    )
    group.params.append(
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_version,
            help=voice.text("cli.version.help"),
        )
    )
    games = (add_serve, add_lead, add_move, add_site, add_play, add_games, add_replay, add_travel)
    keeps = (add_backup, add_restore, add_forget)
    counts = (add_simulate, add_odds, add_advise)
    for add in (*games, *keeps, *counts, _characters, _buildings, _events, _rules, _options, add_languages):
        add(group, voice)
    return group


@click.pass_context
def _no_command(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        assert isinstance(ctx.command, SpokenGroup)
        ctx.invoke(ctx.command.commands["serve"])


def _version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"nightcall {version('nightcall')}")
        ctx.exit()


def _characters(group: SpokenGroup, voice: Voice) -> None:
    @command(group, voice, "characters")
    @click.argument("name", nargs=-1, metavar=f"[{voice.text('cli.metavar.name')}]")
    @listing.as_json(voice)
    def run(name: tuple[str, ...], as_json: bool) -> None:
        typed = " ".join(name)
        if as_json:
            one = setting.cards(voice.words).one(typed) if typed else ""
            listing.put(listing.thing(one, voice.words) if one else listing.shelf(library.CHARACTER, voice.words))
        elif typed:
            voice.show(*lookup.one_character(typed, voice))
        else:
            voice.show(lookup.characters(voice))


def _buildings(group: SpokenGroup, voice: Voice) -> None:
    @command(group, voice, "buildings")
    @click.argument("name", nargs=-1, metavar=f"[{voice.text('cli.metavar.name')}]")
    @listing.as_json(voice)
    def run(name: tuple[str, ...], as_json: bool) -> None:
        typed = " ".join(name)
        if as_json:
            one = lookup.building_meant(typed, voice) if typed else ""
            listing.put(listing.thing(one, voice.words) if one else listing.shelf(library.BUILDING, voice.words))
        elif typed:
            voice.show(*lookup.one_building(typed, voice))
        else:
            voice.show(lookup.buildings(voice))


def _events(group: SpokenGroup, voice: Voice) -> None:
    @command(group, voice, "events")
    @click.argument("name", nargs=-1, metavar=f"[{voice.text('cli.metavar.name')}]")
    @listing.as_json(voice)
    def run(name: tuple[str, ...], as_json: bool) -> None:
        typed = " ".join(name)
        if as_json:
            meant = lookup.events_meant(typed, voice) if typed else []
            found = [listing.thing(each, voice.words) for each in meant]
            listing.put(found or listing.shelf(library.EVENT, voice.words))
        elif typed:
            voice.show(*lookup.one_event(typed, voice))
        else:
            voice.show(lookup.events(voice))


def _rules(group: SpokenGroup, voice: Voice) -> None:
    @command(group, voice, "rules")
    @click.argument("idents", nargs=-1, metavar="[ID]...")
    @click.option("--search", default="", metavar=voice.text("cli.metavar.words"), help=voice.text("cli.option.search"))
    @listing.as_json(voice)
    def run(idents: tuple[str, ...], search: str, as_json: bool) -> None:
        if as_json:
            listing.put(listing.rules(idents, search, voice.words))
            return
        voice.show(*lookup.rules(idents, search, voice))


def _options(group: SpokenGroup, voice: Voice) -> None:
    @command(group, voice, "options")
    @click.option("--preset", type=click.Choice(PRESETS), help=voice.text("cli.option.only_preset"))
    @click.option("--all", "all_of_them", is_flag=True, help=voice.text("cli.option.all"))
    @listing.as_json(voice)
    def run(preset: str | None, all_of_them: bool, as_json: bool) -> None:
        presets = (preset,) if preset else PRESETS
        if as_json:
            listing.put(listing.options(presets, voice.words, all_of_them=all_of_them))
            return
        voice.show(lookup.options(presets, voice, all_of_them=all_of_them))
