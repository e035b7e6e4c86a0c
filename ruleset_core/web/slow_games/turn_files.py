"""Whose turn it is at a table, since when, and who is told of it: a file beside the table, `tables/356c253dc638.turns`.

    {"format": "ruleset-turns 1", "titles": {"en": "Pig", ...}, "over": false, "size": 4711, "names": ["Ana", "Bo"],
     "turns": {"0": {"number": 12, "since": 1796000000.0, "served": 86400.0}},
     "channels": {"0 webhook": {"address": "https://discord.com/api/...", "lang": "en", ...}},
     "notices": {"0 webhook 0 turn": {"number": 12, "due": 1796000060.0, "state": "pending", ...}}}

So a list of tables needs no game to be loaded. The record is the truth: where its size is another one, the file is made anew from it.
A notice is what one receiver is told of one turn: its key and number are its identity, and it is written before it is sent.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from ruleset_core.files import private_directory, read_regular_file
from ruleset_core.play.records import state_directory, write_atomically
from ruleset_core.web.persistence import LARGEST, tables_directory

FORMAT: Final = "ruleset-turns 1"
SUFFIX: Final = ".turns"
MOMENT: Final = 10.0
"""Seconds in which a server surely has written the file after a move."""

ChannelKind = Literal["webhook", "mail"]
NoticeState = Literal["pending", "sending", "sent", "failed", "dropped"]


@dataclass(slots=True)
class Turn:
    """That a player is asked.

    Attributes:
        number: how often the player has answered before.
        since: the date, in seconds since 1970.
        served: how long servers had run then (`clocks.ServedTime`).
    """

    number: int
    since: float
    served: float


@dataclass(slots=True)
class Channel:
    """Where somebody is told.

    Attributes:
        address: of a webhook, or of mail.
        lang: the language of what is sent.
        stop: what a link holds that ends it.
        code: the hash of what was sent there to see whether it is read; empty once that is known.
        tries: how often a wrong code was given.
        failed: whether what was sent last could not be delivered.
    """

    address: str
    lang: str
    stop: str
    code: str = ""
    tries: int = 0
    failed: bool = False


@dataclass(slots=True)
class Notice:
    """What a receiver is told of a turn.

    Attributes:
        number: of the turn.
        due: when it is to be sent.
        state: `pending`; `sending`: handed over, so that it is never sent again, whatever becomes of this server; `sent`; `failed`;
            `dropped`: the player has answered, or has been there.
        tries: how often it could not be handed over.
    """

    number: int
    due: float = 0.0
    state: NoticeState = "dropped"
    tries: int = 0


@dataclass(slots=True)
class KeptTurns:
    """The file of a table. `size`: bytes of the record that it was made from; `answered`: turns that may be taken back, by seat and number; the rest as above."""

    titles: dict[str, str] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    over: bool = False
    size: int = -1
    turns: dict[str, Turn] = field(default_factory=dict)
    answered: dict[str, dict[str, Turn]] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    notices: dict[str, Notice] = field(default_factory=dict)


def write_turns(name: str, kept: KeptTurns, *, lasting: bool) -> None:
    """Write the file of a table. `lasting`: it has to survive a power cut. Raises OSError."""
    path = tables_directory() / f"{name}{SUFFIX}"
    content = json.dumps({"format": FORMAT, **asdict(kept)}, ensure_ascii=False).encode()
    private_directory(state_directory())
    private_directory(path.parent)
    if lasting:
        write_atomically(path, content, mode=0o600)
        return
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(handle, content)
    finally:
        os.close(handle)
    beside.replace(path)


def read_turns(name: str) -> KeptTurns:
    """The file of a table; an empty one where there is none, or it is damaged. What a later version wrote besides is left out."""
    try:
        if not name.isalnum():
            return KeptTurns()
        data = json.loads(read_regular_file(tables_directory() / f"{name}{SUFFIX}", LARGEST))
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            return KeptTurns()
        made = _known(KeptTurns, data)
        made.turns = {str(key): _known(Turn, each) for key, each in made.turns.items()}
        made.answered = {
            str(seat): {str(number): _known(Turn, each) for number, each in turns.items()}
            for seat, turns in made.answered.items()
        }
        made.channels = {str(key): _known(Channel, each) for key, each in made.channels.items()}
        made.notices = {str(key): _known(Notice, each) for key, each in made.notices.items()}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return KeptTurns()
    return made


def is_current(kept: KeptTurns, record: str) -> bool:
    """Whether the file of a table was made from this record as it is now, or was a moment ago: a server may write it a second later."""
    try:
        found = Path(record).stat()
    except OSError:
        return False
    return kept.size >= 0 and (kept.size == found.st_size or time.time() - found.st_mtime < MOMENT)


T = TypeVar("T")


def _known(made: type[T], data: Any) -> T:
    """An object of the fields that it has in this version."""
    return made(**{each.name: data[each.name] for each in fields(made) if each.name in data})  # type: ignore[arg-type]
