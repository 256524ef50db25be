"""click's own words in the language spoken: help pages and complaints about the command line."""

from __future__ import annotations

from typing import Any

import click

from nightcall.cli.speech import HOUSE_RULES, Voice
from nightcall.words import LANGUAGES


class SpokenCommand(click.Command):
    """A command whose help page speaks the user's language."""

    def __init__(self, *args: Any, voice: Voice, **rest: Any) -> None:
        super().__init__(*args, **rest)
        self.voice = voice
        self.options_metavar = voice.text("cli.help.options_metavar")
        self.params.append(
            click.Option(
                ["--lang"],
                type=click.Choice(LANGUAGES),
                expose_value=False,
                help=voice.text("cli.lang.help"),
            )
        )
        self.params.append(
            click.Option(
                [HOUSE_RULES],
                multiple=True,
                expose_value=False,
                metavar=voice.text("cli.metavar.folder"),
                help=voice.text("cli.option.house_rules"),
            )
        )

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = self.voice.text("cli.help.help")
        return option

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = self.collect_usage_pieces(ctx)
        prefix = self.voice.text("cli.help.usage") + " "
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=prefix)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        records = [record for param in self.get_params(ctx) if (record := param.get_help_record(ctx)) is not None]
        with formatter.section(self.voice.text("cli.help.options")):
            formatter.write_dl(records)
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)


class SpokenGroup(SpokenCommand, click.Group):
    """The same for a command with others below it."""

    def __init__(self, *args: Any, voice: Voice, **rest: Any) -> None:
        super().__init__(*args, voice=voice, **rest)
        self.subcommand_metavar = voice.text("cli.help.command_metavar")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        commands = [(name, self.commands[name]) for name in self.list_commands(ctx)]
        with formatter.section(self.voice.text("cli.help.commands")):
            formatter.write_dl([(name, command.short_help or "") for name, command in commands if not command.hidden])

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)  # in the order of use, not of the alphabet

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise click.UsageError(self.voice.text("cli.usage.no_command", given=args[0]), ctx)
        return super().resolve_command(ctx, args)


def complaint(error: click.ClickException, voice: Voice) -> str:
    """What is wrong with the command line."""
    if isinstance(error, click.NoSuchOption):
        return voice.text("cli.usage.no_option", given=error.option_name)
    if isinstance(error, click.BadOptionUsage):
        return voice.text("cli.usage.option_value", given=error.option_name)
    if isinstance(error, click.MissingParameter):
        return voice.text("cli.usage.missing", given=_name(error))
    if isinstance(error, click.BadParameter):
        return voice.text("cli.usage.bad_value", given=_name(error), allowed=_allowed(error))
    if isinstance(error, click.UsageError) and "unexpected extra argument" in error.message:
        return voice.text("cli.usage.extra", given=error.message.partition("(")[2].rstrip(")"))
    return error.format_message()


def _name(error: click.BadParameter) -> str:
    param = error.param
    if isinstance(param, click.Option):
        return param.opts[0]
    return (param.human_readable_name if param is not None else None) or str(error.param_hint or "")


def _allowed(error: click.BadParameter) -> str:
    kind = error.param.type if error.param is not None else None
    if isinstance(kind, click.Choice):
        return ", ".join(kind.choices)
    if isinstance(kind, click.IntRange):
        return f"{kind.min}…{kind.max or ''}"
    return kind.name if kind is not None else error.message
