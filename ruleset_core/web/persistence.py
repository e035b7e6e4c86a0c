"""What is stored of a match beside its record, and links whose secrets are stored as hashes.

A record holds the moves. What else has to survive a restart is one small file for each match, `tables/356c253dc638.table`:

    {"format": "ruleset-table 1", "name": "356c253dc638", "record": "pig-20261127-141603.ruleset",
     "links": {"host": "fcf369fe...", "0": "4328d15d...", "1": "c1af5315...", "watch": "2328c889..."},
     "seats": [{"name": "P0", "kind": "human", "lang": "", "colour": ""}, ...], "waiting": {}, "moves": 0, "pause": 0}

Of links it holds hashes: who reads the file cannot play. `waiting` are answers that seats gave in advance while all choose at
the same time, since these are not yet moves.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from ruleset_core.errors import RulesetError
from ruleset_core.files import names_in, os_error_reason, private_directory, read_regular_file
from ruleset_core.play.records import state_directory, write_atomically

# What is kept of a table beside its record: the hashes of its links, who sits where, answers that wait for others.
#
# The record is the truth of the game; this is what a table is besides. It is written before anything is acknowledged,
# as a whole, and readable for its owner alone.

FORMAT: Final = "ruleset-table 1"
SUFFIX: Final = ".table"
LARGEST: Final = 1 << 20
"""Bytes of a table: no more are read, so no more are written."""


class KeptMatchError(RulesetError):
    """A table cannot be read or kept; the message says which and why."""


@dataclass(frozen=True, slots=True)
class ClockRule:
    """How long a player may take for a move, and what happens then.

    Attributes:
        hours: how long.
        late: `end`: the player resigns; else the bot that takes the seat until its player is back.
    """

    hours: float
    late: str


@dataclass(slots=True)
class KeptSeat:
    """Who sits on a seat.

    Attributes:
        name: what the player is called.
        kind: `human`, or the bot that plays there now.
        lang: the language of its page; empty for that of the browser.
        colour: the player's own colour; empty for that of the game.
        late: a bot plays there since the player's time ran out, until the player is back.
    """

    name: str
    kind: str
    lang: str = ""
    colour: str = ""
    late: bool = False


@dataclass(slots=True)
class KeptMatch:
    """A table as it is kept.

    Attributes:
        name: its public name.
        record: the file of its game.
        links: hashes of the secrets of its links, by whose they are.
        seats: who sits where.
        reveals: whether watchers see everything after the end.
        waiting: answers given before their turn, by seat, and how many moves had been made when they were.
        pause: seconds between the moves of bots.
        end_offers: the seats that offer to end the game as it stands.
        noting: seats that keep notes of a play-test, on their own devices.
        rematch: the seats that want a rematch.
        next: the name of the table of the rematch; empty before one has begun.
        watching: who may watch: all with the link (`open`), after the end alone (`after`), or nobody (`closed`).
        notes: what each seat has written down for itself.
        clock: how long a move may take; None for as long as one likes.
        copied: whether somebody has a copy of the record, with all that is hidden, from before the end.
        standing: answers that seats have given in advance (`StandingAnswer`).
    """

    name: str
    record: str
    links: dict[str, str]
    seats: list[KeptSeat]
    reveals: bool = True
    waiting: dict[str, list[int]] = field(default_factory=dict)
    moves: int = 0
    pause: float = 0.8
    end_offers: list[int] = field(default_factory=list)
    noting: list[int] = field(default_factory=list)
    rematch: list[int] = field(default_factory=list)
    next: str = ""
    watching: str = "open"
    notes: dict[str, str] = field(default_factory=dict)
    clock: ClockRule | None = None
    copied: bool = False
    standing: list[dict[str, Any]] = field(default_factory=list)


def may_watch(kept: KeptMatch, *, over: bool) -> bool:
    """Whether who has the link to watch may look at a table now. `over`: its game is."""
    return kept.watching == "open" or (kept.watching == "after" and over)


def tables_directory() -> Path:
    """Where tables are kept; it need not exist."""
    return state_directory() / "tables"


def match_names() -> list[str]:
    """The names of all tables that are kept."""
    try:
        return [name.removesuffix(SUFFIX) for name in names_in(tables_directory(), SUFFIX)]
    except OSError as problem:
        raise KeptMatchError(f"{tables_directory()}: {os_error_reason(problem)}") from None


def write_match(kept: KeptMatch) -> None:
    """Keep a table, whole or not at all. Raises `KeptMatchError`."""
    path = _path(kept.name)
    data = {"format": FORMAT, **asdict(kept), "record": _place(kept.record)}
    content = json.dumps(data, ensure_ascii=False).encode()
    if len(content) > LARGEST:
        raise KeptMatchError(f"{path}: it would become larger than {LARGEST} bytes, which nobody could read")
    try:
        private_directory(state_directory())
        private_directory(path.parent)
        write_atomically(path, content, mode=0o600)
    except OSError as problem:
        raise KeptMatchError(f"{path}: {os_error_reason(problem)}") from None


def delete_match(name: str) -> None:
    """Forget a table that nobody was told of."""
    with suppress(OSError):
        _path(name).unlink()


def read_match(name: str) -> KeptMatch:
    """A table that is kept. Raises `KeptMatchError`."""
    if not name.isalnum():
        raise KeptMatchError("no such table")
    path = _path(name)
    try:
        data = json.loads(read_regular_file(path, LARGEST))
        if data.pop("format") != FORMAT:
            raise KeptMatchError(f"{path}: it was kept by another version")
        if data["name"] != name:  # in capitals, where that is the same file: a table is open once
            raise KeptMatchError("no such table")
        clock = data.get("clock")
        return KeptMatch(**{
            **data,
            "record": data["record"] and str(state_directory() / data["record"]),
            "seats": [KeptSeat(**each) for each in data["seats"]],
            "links": _texts(data["links"]),
            "clock": None if clock is None else ClockRule(**clock),
        })  # fmt: skip
    except OSError as problem:
        raise KeptMatchError(f"{path}: {os_error_reason(problem)}") from None
    except (ValueError, TypeError, KeyError, AttributeError):
        raise KeptMatchError(f"{path}: it is damaged") from None


def _place(record: str) -> str:
    """Where a record lies, as seen from the directory of saved games: that may be another one when the table is read, of a copy."""
    path, home = Path(record), state_directory()
    return path.relative_to(home).as_posix() if record and path.is_relative_to(home) else record


def _texts(given: Any) -> dict[str, str]:
    return {str(key): str(value) for key, value in given.items()}


def _path(name: str) -> Path:
    return tables_directory() / f"{name}{SUFFIX}"


# Links to a table: secrets of 128 random bits, of which only hashes are kept.

BITS: Final = 128
HOST: Final = "host"
WATCH: Final = "watch"
"""Whose link it is; a seat is called by its number, from 0."""
LONGEST: Final = 64
"""Characters of a secret that are looked at."""


def new_secret() -> str:
    """The secret part of a link."""
    return secrets.token_urlsafe(BITS // 8)


def new_name() -> str:
    """The public name of a table."""
    return secrets.token_hex(6)


def shard_of(name: str, count: int) -> int:
    """Which of so many processes that share tables one of this name belongs to."""
    try:
        return int(name, 16) % count
    except ValueError:
        return 0


def hash_secret(secret: str) -> str:
    """What is kept of a secret. It has 128 random bits, so that nobody finds it by trying."""
    return sha256(secret[:LONGEST].encode("utf-8", "replace")).hexdigest()


def secret_owner(secret: str, kept: Mapping[str, str]) -> str | None:
    """Whose link has this secret; None where it is nobody's. It takes the same time whatever is asked."""
    found, given = None, hash_secret(secret)
    for whose, hash_ in kept.items():
        if hmac.compare_digest(given, hash_):
            found = whose
    return found
