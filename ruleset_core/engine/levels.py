"""How well bots play a game: figures kept beside its data, outside its hash, as they change nothing of its rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ruleset_core.errors import RulesetError
from ruleset_core.files import read_ordinary

__all__ = ["FILE", "USUAL", "levels"]

FILE: Final = "levels.json"
"""In the directory of a game: by level the figures that differ from the usual ones. An expansion has none of its own."""
MAX_BYTES: Final = 64 * 1024
USUAL: Final[Mapping[str, Mapping[str, int | str]]] = {
    "easy": {"wide": 400, "far": 800},
    "normal": {"sims": 150},
    "strong": {"sims": 1500},
}
"""For a game that nobody has measured: what looks ahead, as `Core.worths` and `Core.search` take it."""


def levels(directory: Path) -> dict[str, dict[str, int | str]]:
    """The figures of every level of the game in a directory.

    Raises:
        RulesetError: its file cannot be read, or is no such file.
    """
    found = {level: dict(figures) for level, figures in USUAL.items()}
    path = directory / FILE
    try:
        own = json.loads(read_ordinary(path, MAX_BYTES))
    except FileNotFoundError:
        return found
    except (OSError, ValueError, RecursionError) as error:
        raise RulesetError(f"{path}: the levels of bots cannot be read: {error}") from error
    if not isinstance(own, dict) or not all(isinstance(figures, dict) for figures in own.values()):
        raise RulesetError(f"{path}: the levels of bots are an object of objects: figures by level")
    for level, figures in own.items():
        if level not in found:
            raise RulesetError(f"{path}: there is no level `{level[:40]}`; there are {', '.join(found)}")
        found[level] |= figures
    return found
