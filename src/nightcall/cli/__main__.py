"""`python -m nightcall.cli`: the same command; with `docs` it prints the page `docs/commands.md`."""

from __future__ import annotations

import sys

from nightcall.cli import main
from nightcall.cli.docs import page

if sys.argv[1:] == ["docs"]:
    sys.stdout.write(page())
else:
    main()
