"""Files of play-test notes: what somebody wrote, looked up and waited over in a game, without names, and the record of the game.

A tester downloads such a file from the page of a table (`web/static/playtest.js` writes the lines); `ruleset playtests` reads many:

    {"format":"ruleset-playtest 1","game":"pig","version":"1.2","hash":"f37c54ba...","seat":0,"seats":["human","easy"],...}
    {"kind":"answer","at":3,"seconds":41,"question":"play","given":1,"took":8.4}          line 2: she thought 8.4 seconds
    {"kind":"note","at":4,"seconds":55,"question":"play","given":2,"what":"What is the pot for?"}
    {"format":"ruleset-record 2",...}                        from here on the record, once it may be told: `replay` begins there

`at` is how many moves the seat had been told of, `given` how many answers it had given, `seconds` how long the page had been seen. Nothing
in the file says who played, on what, or when.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from ruleset_core import __version__
from ruleset_core.discovery import GAME_FILE
from ruleset_core.errors import RulesetError
from ruleset_core.files import NotRegularFileError, read_regular_file
from ruleset_core.headers import read_header
from ruleset_core.messages import LANGUAGES, message
from ruleset_core.play.records.journal import record_bytes
from ruleset_core.play.records.record_lines import (
    Record,
    RecordError,
    Seat,
    decode_line,
    parse_record,
    read_record_bytes,
    without_places,
)
from ruleset_core.play.records.sessions import Session
from ruleset_core.safe_text import clean_line, clean_lines
from ruleset_core.values import schema_problem

PLAYTEST_FORMAT: Final = "ruleset-playtest 1"
MOST_BYTES: Final = 1 << 20
"""Bytes of a file: no more are read. Pages write 100,000 at most."""
MOST_RECORD: Final = 64_000
"""Bytes of a record in such a file."""
MOST_LINES: Final = 4000
"""Lines of notes: no more are read."""
_BEGINS: Final = b'{"format":"ruleset-playtest '
_RECORD: Final = b'{"format":"ruleset-record '

PlaytestKind: TypeAlias = Literal["answer", "note", "lookup", "refused", "undo", "hint", "rules"]


class PlaytestError(RulesetError):
    """A file of play-test notes cannot be read; `key` is that of the message `playtest.`, which says what to do."""

    def __init__(self, key: str, file: str, **values: object) -> None:
        self.key = key
        self.values = {name: clean_line(str(value)) for name, value in {"file": file, **values}.items()}
        super().__init__(self.text(LANGUAGES[0]))

    def text(self, lang: str) -> str:
        """The sentence."""
        return message(f"playtest.{self.key}", lang, **self.values)


@dataclass(frozen=True, slots=True)
class PlaytestEntry:
    """Something that was noted.

    Attributes:
        kind: what it is.
        at: how many moves the seat had been told of.
        seconds: how long the page had been seen since the notes began.
        question: what the seat was asked then, as data writes it; empty where it was not asked.
        given: how many answers the seat had given.
        what: the note, what was looked up, why something was refused.
        took: of an answer, how many seconds the question was seen.
    """

    kind: PlaytestKind
    at: int
    seconds: float
    question: str = ""
    given: int = 0
    what: str = ""
    took: float = 0.0


@dataclass(frozen=True, slots=True)
class Playtest:
    """The notes of one seat, and the record of the game if the file has it."""

    file: str
    game: str
    version: str
    hash: str
    expansions: tuple[str, ...]
    seat: int
    kinds: tuple[str, ...]
    entries: tuple[PlaytestEntry, ...]
    record: Record | None


# -- what a page is given for its file -------------------------------------------------------------------------------------


def playtest_header(session: Session, seat: int, kinds: Sequence[str]) -> dict[str, Any]:
    """The first line of the notes of a seat. `kinds`: who plays, persons or levels of bots, by seat."""
    header = session.header
    files = [each / GAME_FILE for each in session.game.directories]
    version = next((found for file in files if file.is_file() and (found := read_header(file).version)), "")
    return {
        "format": PLAYTEST_FORMAT, "ruleset": __version__, "game": header.game, "version": version, "hash": header.hash,
        "expansions": [Path(each).name for each in header.expansions], "options": dict(header.options), "seat": seat, "seats": list(kinds),
    }  # fmt: skip


def record_without_names(session: Session) -> bytes:
    """The record for such a file: seats are called `P1`, `P2`, and no directory is named. Empty where it is too large."""
    record = without_places(session.record())
    seats = tuple(Seat(f"P{number}", seat.kind) for number, seat in enumerate(record.header.seats, start=1))
    bare = replace(record.header, seats=seats, versions={}, entries={})
    raw = record_bytes(replace(record, header=bare))
    return raw if len(raw) <= MOST_RECORD else b""


# -- reading files that somebody sent --------------------------------------------------------------------------------------


def read_playtest(path: str | os.PathLike[str]) -> Playtest:
    """The notes in a file. Raises `PlaytestError` with one clear message, whatever the file holds."""
    file = os.fspath(path)
    try:
        content = read_regular_file(file, MOST_BYTES + 1)
    except (NotRegularFileError, IsADirectoryError):
        raise PlaytestError("not_a_file", file) from None
    except OSError as error:
        raise PlaytestError("unreadable", file, reason=error.strerror or error) from None
    if len(content) > MOST_BYTES:
        raise PlaytestError("too_large", file, limit=MOST_BYTES)
    return parse_playtest(content, file)


def read_game_record(path: str | os.PathLike[str]) -> Record:
    """The record in a file, which may be one of notes. Raises `RecordError`, and `PlaytestError` for notes without moves."""
    file = os.fspath(path)
    content = read_record_bytes(file)
    if not is_playtest(content):
        return parse_record(content, file)
    found = parse_playtest(content, file).record
    if found is None:
        raise PlaytestError("no_record", file)
    return found


def parse_playtest(content: bytes, file: str = "notes") -> Playtest:
    """The notes in these bytes. Raises `PlaytestError`."""
    content = content.replace(b"\r\n", b"\n")  # a mail program may have written the ends of lines anew
    if not is_playtest(content):
        raise PlaytestError("foreign", file)
    notes, raw = split_playtest(content)
    first, *rest = notes.splitlines()
    try:
        data = decode_line(first)
    except ValueError as error:
        raise PlaytestError("line", file, line=1, detail=error) from None
    if data.get("format") != PLAYTEST_FORMAT:
        raise PlaytestError("newer", file, found=str(data.get("format"))[:40], known=PLAYTEST_FORMAT)
    if wrong := schema_problem("playtest", data, "PlaytestHeaderFormat"):
        raise PlaytestError("line", file, line=1, detail=wrong)
    if data["seat"] >= len(data["seats"]):
        raise PlaytestError("line", file, line=1, detail="`seat` is not one of the seats")
    if path := next((each for each in (data["game"], *data["expansions"]) if not re.fullmatch(r"[\w-]+", each)), ""):
        raise PlaytestError("line", file, line=1, detail=f"`{path[:40]}` is no id of a game")
    if len(rest) > MOST_LINES:
        raise PlaytestError("too_large", file, limit=MOST_BYTES)
    entries = tuple(_entry(line, number, file) for number, line in enumerate(rest, start=2) if line.strip())
    record = None if raw is None else _record(raw, data, file)
    game, version, digest = (clean_line(data[key]) for key in ("game", "version", "hash"))
    kinds, expansions = (tuple(map(clean_line, data[key])) for key in ("seats", "expansions"))
    return Playtest(file, game, version, digest, expansions, data["seat"], kinds, entries, record)


def is_playtest(content: bytes) -> bool:
    """Whether these bytes begin like notes of a play-test."""
    return content.startswith(_BEGINS)


def split_playtest(content: bytes) -> tuple[bytes, bytes | None]:
    """The notes, and the record behind them, if there is one. A file that begins with a record has no notes."""
    notes, found, record = content.partition(b"\n" + _RECORD)
    return (notes + b"\n", _RECORD + record) if found else (content, None)


def _entry(line: bytes, number: int, file: str) -> PlaytestEntry:
    try:
        data = decode_line(line)
    except ValueError as error:
        raise PlaytestError("line", file, line=number, detail=error) from None
    if wrong := schema_problem("playtest", data, "PlaytestEntryFormat"):
        raise PlaytestError("line", file, line=number, detail=wrong)
    return PlaytestEntry(
        data["kind"], data["at"], data["seconds"], clean_line(data.get("question", "")), data.get("given", 0),
        clean_lines(data.get("what", "")), data.get("took", 0.0),
    )  # fmt: skip


def _record(raw: bytes, data: Mapping[str, Any], file: str) -> Record:
    """The record in a file. What it says of directories is not believed: somebody else wrote it."""
    try:
        record = without_places(parse_record(raw, file))
    except RecordError as error:
        raise PlaytestError("record", file, detail=error) from None
    header = record.header
    if header.game != data["game"] or header.players != len(data["seats"]):
        raise PlaytestError("other_record", file)
    return replace(record, header=replace(header, versions={}))
