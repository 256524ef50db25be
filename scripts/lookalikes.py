"""Writes `engine/lookalikes.py`, which letters are taken for which, from Unicode's own list.

    python -m scripts.lookalikes confusables.txt

The list is unicode.org/Public/security/latest/confusables.txt (UTS #39). Of it we take letters and digits, each with
the one letter or digit it is taken for. Left out is what the engine sees without it (compatibility forms, accents), and
twins within one alphabet: people who write in it tell them apart, as we do v and w. Latin and Arabic serve many
languages, and the twins in them belong to different ones, so these are taken.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from pathlib import Path
from typing import Final

MODULE: Final = Path(__file__).parent.parent / "src" / "nightcall" / "engine" / "lookalikes.py"
SHARED: Final = ("LATIN", "ARABIC")
"""Alphabets of many languages."""

HEAD: Final = '''"""Letters and digits that are taken for others, of another alphabet: made by `scripts/lookalikes.py`.

From the Unicode data file confusables.txt, version {version}, of Unicode Technical Standard #39. Its licence:

Copyright © 1991-{year} Unicode, Inc. All rights reserved. Distributed under the Terms of Use in
https://www.unicode.org/copyright.html.

Permission is hereby granted, free of charge, to any person obtaining a copy of the Unicode data files and any
associated documentation (the "Data Files") or Unicode software and any associated documentation (the
"Software") to deal in the Data Files or Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, and/or sell copies of the Data Files or Software, and to
permit persons to whom the Data Files or Software are furnished to do so, provided that either (a) this
copyright and permission notice appear with all copies of the Data Files or Software, or (b) this copyright
and permission notice appear in associated Documentation.

THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING
BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF
THIRD PARTY RIGHTS. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE BE LIABLE FOR
ANY CLAIM, OR ANY SPECIAL INDIRECT OR CONSEQUENTIAL DAMAGES, OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF
USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR
IN CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA FILES OR SOFTWARE.

Except as contained in this notice, the name of a copyright holder shall not be used in advertising or
otherwise to promote the sale, use or other dealings in these Data Files or Software without prior written
authorization of the copyright holder.
"""

from __future__ import annotations

from typing import Final

# fmt: off
_TWINS: Final = {{
'''
TAIL: Final = """}
# fmt: on

TAKEN_FOR: Final = str.maketrans({twin: letter for letter, twins in _TWINS.items() for twin in twins})
"""


def alphabet(letter: str) -> str:
    return unicodedata.name(letter, "?").split()[0]


def taken_for(shape: str) -> str:
    """The one letter or digit a shape of the list is, but for accents where an accent is no letter of its own."""
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", shape) if unicodedata.category(letter)[0] != "M")
    is_bare = bare == unicodedata.normalize("NFKD", shape)
    is_letter = len(bare) == 1 and unicodedata.category(bare)[0] in "LN"
    return bare if is_letter and (is_bare or bare.isascii()) else ""


def is_wanted(letter: str, twin: str) -> bool:
    is_letter = unicodedata.category(letter)[0] in "LN" and unicodedata.normalize("NFKD", letter) == letter
    return is_letter and twin not in ("", letter) and (alphabet(letter) != alphabet(twin) or alphabet(letter) in SHARED)


def twins(listed: str) -> dict[str, list[str]]:
    """Letter -> those taken for it."""
    found: dict[str, list[str]] = {"l": ["|"]}
    for source, target in re.findall(r"^([0-9A-F]+) ;\t([0-9A-F ]+) ;", listed, re.MULTILINE):
        letter, shape = chr(int(source, 16)), "".join(chr(int(each, 16)) for each in target.split())
        if is_wanted(letter, twin := taken_for(shape)):
            found.setdefault(twin, []).append(letter)
    return {twin: sorted(found[twin]) for twin in sorted(found)}


def spelt(text: str) -> str:
    return text if text.isascii() and text.isprintable() else ascii(text)[1:-1]


def module(listed: str) -> str:
    version, year = re.search(r"Version: ([\d.]+)", listed), re.search(r"© (\d+)", listed)
    assert version is not None
    assert year is not None
    lines = []
    for letter, each in twins(listed).items():
        rows = [""]
        for twin in map(spelt, each):
            if len(rows[-1]) + len(twin) > 100:
                rows.append("")
            rows[-1] += twin
        lines.append(f'    "{spelt(letter)}": ' + "\n        ".join(f'"{row}"' for row in rows) + ",\n")
    return HEAD.format(version=version[1], year=year[1]) + "".join(lines) + TAIL


def main() -> None:
    listed = Path(sys.argv[1]).read_text("utf-8-sig")
    MODULE.write_text(module(listed), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
