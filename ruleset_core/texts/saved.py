"""The saved games as a list: what each is, and the file to go on with."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ruleset_core.record import RecordError, read_record, saved_files, state_directory

from .names import player_names
from .records import explain
from .shared import say

if TYPE_CHECKING:
    from ruleset_core.record import Record

__all__ = ["saved_lines"]

SHOWN: Final = 20
"""Games that are listed, the newest."""


def saved_lines(lang: str, data: Sequence[Path] = ()) -> Iterator[str]:
    """Two lines for each saved game, the one played last first: what it is, then its file."""
    files = saved_files()
    if not files:
        yield say("none_saved", lang, directory=state_directory())
    for file in files[:SHOWN]:
        try:
            yield _told(read_record(file), lang, data)
        except RecordError as error:
            yield explain(error, lang)
        else:
            yield f"  {file}"
    if len(files) > SHOWN:
        yield say("and_more", lang, count=len(files) - SHOWN)


def _told(record: Record, lang: str, data: Sequence[Path]) -> str:
    """When it was played last, the game, who plays, how far it is."""
    header = record.header
    roots = [*data, *(Path(root) for root in header.roots)]
    played = time.strftime("%Y-%m-%d %H:%M", time.localtime(Path(record.file).stat().st_mtime))
    return say(
        "saved_game" if record.over is None else "saved_over",
        lang,
        played=played,
        game=_title(header.game, lang, roots),
        players=", ".join(player_names(header, lang)),
        count=len(record.moves),
    )


def _title(game: str, lang: str, roots: Sequence[Path]) -> str:
    from ruleset_core.errors import RulesetError
    from ruleset_core.header import read_header
    from ruleset_core.paths import GAME_FILE, find_game

    try:
        return read_header(find_game(game, roots) / GAME_FILE).title(lang)
    except (RulesetError, OSError):  # the game is gone; its record is not
        return game
