"""Earlier versions of a game's data: what they were made of, kept beside the data for records that do not say it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ruleset_core.files import read_ordinary

__all__ = ["FILE", "earlier"]

FILE: Final = "earlier.json"
"""In the directory of a game: `entries` by the hash that the game, with some of its expansions or none, had then."""
MAX_BYTES: Final = 4 * 1024 * 1024


def earlier(directory: Path, digest: str) -> Mapping[str, Mapping[str, str]] | None:
    """The entries of the data with this hash; None if they are not kept, or the file cannot be read."""
    try:
        found = json.loads(read_ordinary(directory / FILE, MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    entries = found.get(digest) if isinstance(found, dict) else None
    if not isinstance(entries, dict):
        return None
    for kind, named in entries.items():
        if not isinstance(named, dict) or not all(text.isprintable() for text in (kind, *named)):
            return None
    return entries
