"""`nightcall languages`: how far each language has come, and what whoever translates one has left to do."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click
from rich import box
from rich.table import Table

from nightcall import rulebook
from nightcall.cli import listing
from nightcall.cli.frame import command
from nightcall.cli.speech import Voice
from nightcall.cli.spoken import SpokenGroup
from nightcall.words import FIRST, LANGUAGES, Words, own_name
from nightcall.words.progress import missing_rules, missing_texts, mistakes, progress


def add_languages(group: SpokenGroup, voice: Voice) -> None:
    metavar = voice.text("cli.metavar.code")

    @command(group, voice, "languages")
    @click.argument("code", required=False, metavar=f"[{metavar}]")
    @listing.as_json(voice)
    def run(code: str | None, as_json: bool) -> None:
        if as_json:
            found = listing.languages()
            listing.put([row for row in found if code is None or row["code"] == Words(code).language])
            return
        if code is None:
            voice.show(table(voice))
            return
        for line in left_to_do(Words(code).language, voice):
            click.echo(line)


def table(voice: Voice) -> Table:
    """Every language, and how much of it there is."""
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("code", "name"):
        shown.add_column(voice.text(f"cli.languages.{column}"))
    for column in ("texts", "rules", "share"):
        shown.add_column(voice.text(f"cli.languages.{column}"), justify="right")
    for language in LANGUAGES:
        done = progress(language)
        counts = (f"{done.texts} / {done.all_texts}", f"{done.rules} / {done.all_rules}")
        share = int(100 * done.share) / 100  # nothing but all of it is 100 %
        shown.add_row(language, own_name(language), *counts, voice.words.number(share, ".0%"))
    return shown


def left_to_do(language: str, voice: Voice) -> Iterator[str]:
    """What is wrong, then what is missing, as lines that can be copied into the language's files."""
    wrong = list(mistakes(language))
    for key, mistake in wrong:
        yield f"! {key}: {voice.text(f'cli.languages.mistake.{mistake}')}"
    if not wrong and progress(language).is_complete:
        yield voice.text("cli.languages.complete")
    for file, texts in missing_texts(language).items():
        yield f"\n# words/{language}/{file}"
        yield from (_line(key, text) for key, text in texts.items())
    family = ""
    for ident in missing_rules(language):
        if ident.partition("-")[0] != family:
            family = ident.partition("-")[0]
            yield f"\n# rulebook/{language}/{family.lower()}.toml"
        yield _line(ident, rulebook.entry(ident).text_in(FIRST))


def _line(key: str, text: str) -> str:
    return f"{key} = {json.dumps(text, ensure_ascii=False)}"
