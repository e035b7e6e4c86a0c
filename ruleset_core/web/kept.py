"""What is kept of a table beside its record: the hashes of its links, who sits where, answers that wait for others.

The record is the truth of the game; this is what a table is besides. It is written before anything is acknowledged, as a
whole, and readable for its owner alone.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from ruleset_core.errors import RulesetError
from ruleset_core.files import names_in, private_directory, read_ordinary, reason
from ruleset_core.record import state_directory, write_whole

__all__ = ["AtSeat", "KeptTable", "TableError", "read", "table_names", "tables_directory", "write"]

FORMAT: Final = "ruleset-table 1"
SUFFIX: Final = ".table"
LARGEST: Final = 1 << 20
"""Bytes of a table: no more are read, so no more are written."""


class TableError(RulesetError):
    """A table cannot be read or kept; the message says which and why."""


@dataclass(slots=True)
class AtSeat:
    """Who sits on a seat.

    Attributes:
        name: what the player is called.
        kind: `human`, or the bot that plays there now.
        lang: the language of its page; empty for that of the browser.
        colour: the player's own colour; empty for that of the game.
    """

    name: str
    kind: str
    lang: str = ""
    colour: str = ""


@dataclass(slots=True)
class KeptTable:
    """A table as it is kept.

    Attributes:
        name: its public name.
        record: the file of its game.
        links: hashes of the secrets of its links, by whose they are.
        seats: who sits where.
        reveals: whether watchers see everything after the end.
        waiting: answers given before their turn, by seat, and how many moves had been made when they were.
        pause: seconds between the moves of bots.
    """

    name: str
    record: str
    links: dict[str, str]
    seats: list[AtSeat]
    reveals: bool = True
    waiting: dict[str, list[int]] = field(default_factory=dict)
    moves: int = 0
    pause: float = 0.8


def tables_directory() -> Path:
    """Where tables are kept; it need not exist."""
    return state_directory() / "tables"


def table_names() -> list[str]:
    """The names of all tables that are kept."""
    try:
        return [name.removesuffix(SUFFIX) for name in names_in(tables_directory(), SUFFIX)]
    except OSError as problem:
        raise TableError(f"{tables_directory()}: {reason(problem)}") from None


def write(table: KeptTable) -> None:
    """Keep a table, whole or not at all. Raises `TableError`."""
    path = _path(table.name)
    content = json.dumps({"format": FORMAT, **asdict(table)}, ensure_ascii=False).encode()
    if len(content) > LARGEST:
        raise TableError(f"{path}: it would become larger than {LARGEST} bytes, which nobody could read")
    try:
        private_directory(state_directory())
        private_directory(path.parent)
        write_whole(path, content, mode=0o600)
    except OSError as problem:
        raise TableError(f"{path}: {reason(problem)}") from None


def read(name: str) -> KeptTable:
    """A table that is kept. Raises `TableError`."""
    if not name.isalnum():
        raise TableError("no such table")
    path = _path(name)
    try:
        told = json.loads(read_ordinary(path, LARGEST))
        if told.pop("format") != FORMAT:
            raise TableError(f"{path}: it was kept by another version")
        return KeptTable(
            **{**told, "seats": [AtSeat(**each) for each in told["seats"]], "links": _texts(told["links"])}
        )
    except OSError as problem:
        raise TableError(f"{path}: {reason(problem)}") from None
    except (ValueError, TypeError, KeyError, AttributeError):
        raise TableError(f"{path}: it is damaged") from None


def _texts(given: Any) -> dict[str, str]:
    return {str(key): str(value) for key, value in given.items()}


def _path(name: str) -> Path:
    return tables_directory() / f"{name}{SUFFIX}"
