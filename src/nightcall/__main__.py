"""`python -m nightcall`: the command `nightcall`."""

from __future__ import annotations

from nightcall.cli import main

main()
