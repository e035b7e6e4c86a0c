"""Writes what `tests.bench.baseline` plays: the generated code of commit 1f605c6 for the games that commit had.

The files are kept so that a later generator is timed beside that one in the same process; a clone without its history
has them too. They are made once, by that commit itself:

    git worktree add ../then 1f605c6
    PYTHONPATH=../then python tests/bench/baseline/keep.py tests/bench/baseline
    git worktree remove ../then

Each file is a game without expansions, its options as they are if nothing is said: the source, the tables it reads, and
what a state begins with.
"""

from __future__ import annotations

import gzip
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

GAMES = ("pig", "tic_tac_toe", "troyes_dice", "troyes", "tournay", "carcassonne_masons")


def kept(game: Any) -> dict[str, Any]:
    """A loaded game of that commit as plain data. It reads private parts: nothing else knows how a state begins."""
    v = game.program.vocabulary
    board = game.source.tables.get("BOARD")
    return {
        "code": game.source.code,
        "tables": {name: table for name, table in game.source.tables.items() if name != "BOARD"},
        "board": None if board is None else asdict(board),
        "players": game.players,
        "entry": game.program.procedures["flow"].entry,
        "streams": game.program.streams,
        "settings": game._settings({}),
        "shared": game._shared_start,
        "seat": game._seat_start,
        "zones": [v.zones_of(0), v.zones_of(1) - v.zones_of(0)],
        "pieces": game._zone_start,
    }


def main(folder: Path) -> None:
    """Write a file for each game; the same bytes each time."""
    from ruleset_core import load

    for name in GAMES:
        text = json.dumps(kept(load(name)), separators=(",", ":"))
        (folder / f"{name}.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
