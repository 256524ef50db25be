"""The page about the commands, which is written from the command itself."""

from __future__ import annotations

from pathlib import Path

from nightcall.cli.commands import build
from nightcall.cli.docs import page
from nightcall.cli.speech import Voice

ROOT = Path(__file__).parents[2]


def test_the_command_reference_is_up_to_date() -> None:
    written = (ROOT / "docs" / "commands.md").read_text("utf-8")
    assert written == page(), "run: python -m nightcall.cli docs > docs/commands.md"


def test_the_command_reference_names_every_option() -> None:
    text = page()
    for name, command in build(Voice("en")).commands.items():
        assert f"nightcall {name}" in text
        for param in command.params:
            for opt in param.opts:
                assert opt.startswith("-") is False or opt in text
