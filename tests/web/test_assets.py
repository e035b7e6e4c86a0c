"""The files of pages: made from what pictures are made of, and small."""

from __future__ import annotations

import re

from tests.web.assets import FILES, STATIC

FIRST_LOAD = 240_000
"""Bytes, before they are packed, that a page needs to show a table or the lobby: boards, pieces and cards are drawn by it."""
IN_ALL = 300_000
"""Bytes with the scripts that `import()` loads when somebody opens what they are for."""
STATIC_IMPORT = re.compile(r'^import .* from "\./(\w+\.js)";$', re.MULTILINE)


def test_colours_and_signs_are_those_of_pictures() -> None:
    for name, made in FILES.items():
        assert (STATIC / name).read_text(encoding="utf-8") == made(), "run `python -m tests.web.assets`"


def loaded_first() -> set[str]:
    """Names of the files that the two pages load before somebody opens anything.

    `table.html` names `table.js`, which imports `news.js`; what a script asks for by `import("./notes.js")` is not among them.
    """
    names = {path.name for path in STATIC.iterdir() if path.suffix != ".js"}
    pending = {"table.js", "lobby.js"}
    while pending:
        names |= pending
        imported = {
            name for script in pending for name in STATIC_IMPORT.findall((STATIC / script).read_text(encoding="utf-8"))
        }
        pending = imported - names
    return names


def test_page_and_scripts_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in STATIC.iterdir()}
    assert sum(sizes[name] for name in loaded_first()) < FIRST_LOAD
    assert sum(sizes.values()) < IN_ALL
