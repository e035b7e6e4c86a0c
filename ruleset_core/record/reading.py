"""Reading records: a cut last line is dropped with a note, any other damage is one error that names its line."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ruleset_core.files import NotOrdinaryError, read_ordinary

from .header import FORMAT, READABLE, Header
from .lines import MAX_BYTES, HintAsked, Move, Over, Undo, decode, entry_from_json
from .problems import RecordError

__all__ = ["Hinted", "Record", "parse_record", "read_bytes", "read_record"]


@dataclass(frozen=True, slots=True)
class Hinted:
    """A hint that was asked for: by which seat, and how many moves stood then; moves taken back since are not counted."""

    seat: int
    after: int


@dataclass(frozen=True, slots=True)
class Record:
    """A game as far as it was played: the header and the moves that still stand.

    `lines` are the line numbers of the moves; `over` are the final scores of a finished game, `outcomes` what came of it for
    each seat (1, 0 or -1; empty where an earlier version wrote it). `hints` are those that were asked for. Of the `length` bytes
    read, the first `good` ones hold whole lines; `ended` says that the last of them has its line end.
    """

    header: Header
    moves: tuple[Move, ...] = ()
    over: tuple[int, ...] | None = None
    file: str = "record"
    lines: tuple[int, ...] = ()
    length: int = 0
    good: int = 0
    ended: bool = True
    outcomes: tuple[int, ...] = ()
    hints: tuple[Hinted, ...] = ()

    @property
    def cut(self) -> bool:
        """True when the file ended within a line, which was dropped."""
        return self.good < self.length


def read_record(path: str | os.PathLike[str]) -> Record:
    """Read the record in a file. Raises `RecordError` with one clear message, whatever the file holds."""
    return parse_record(read_bytes(path), os.fspath(path))


def read_bytes(path: str | os.PathLike[str], limit: int = MAX_BYTES) -> bytes:
    """The content of an ordinary file of bounded size. Raises `RecordError`."""
    file = os.fspath(path)
    try:
        content = read_ordinary(file, limit + 1)
        size = Path(file).stat().st_size if len(content) > limit else len(content)
    except FileNotFoundError:
        raise RecordError("missing", file=file) from None
    except (NotOrdinaryError, IsADirectoryError):
        raise RecordError("not_a_file", file=file) from None
    except OSError as error:
        raise RecordError("unreadable", file=file, reason=error.strerror or error) from None
    if len(content) > limit:
        raise RecordError("too_large", file=file, size=size, limit=limit)
    return content


@dataclass(slots=True)
class _Reader:
    """The moves that stand while the lines are read one by one."""

    players: int
    moves: list[Move] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    over: tuple[int, ...] | None = None
    outcomes: tuple[int, ...] = ()
    hints: list[Hinted] = field(default_factory=list)

    def take(self, line: bytes, number: int) -> None:
        entry = entry_from_json(decode(line), len(self.moves) + 1, self.players)
        if isinstance(entry, Undo):
            del self.moves[-entry.count :], self.lines[-entry.count :]
            self.over, self.outcomes = None, ()
            self.hints = clipped(self.hints, len(self.moves))
        elif self.over is not None:
            raise ValueError("the game was over before")
        elif isinstance(entry, HintAsked):
            self.hints.append(Hinted(entry.seat, len(self.moves)))
        elif isinstance(entry, Over):
            self.over, self.outcomes = entry.scores, entry.outcomes
        else:
            self.moves.append(entry)
            self.lines.append(number)


def clipped(hints: Iterable[Hinted], moves: int) -> list[Hinted]:
    """The same hints where only so many moves stand: that they were asked for is not taken back."""
    return [Hinted(each.seat, min(each.after, moves)) for each in hints]


def parse_record(content: bytes, file: str = "record") -> Record:
    """The record in these bytes; `file` is its name in messages. Raises `RecordError`."""
    first, *rest = content.split(b"\n")
    header = _header(first, whole=bool(rest), file=file)
    reader = _Reader(header.players)
    last = rest.pop() if rest else b""
    for number, line in enumerate(rest, start=2):
        try:
            reader.take(line, number)
        except ValueError as error:
            raise RecordError("line", file=file, line=number, detail=error, whole=number - 1) from None
    good, ended = len(content), content.endswith(b"\n")
    if last:  # without its line end: what a crash while writing leaves, unless it is whole after all
        try:
            reader.take(last, len(rest) + 2)
        except ValueError:
            good, ended = len(content) - len(last), True
    moves, lines = tuple(reader.moves), tuple(reader.lines)
    hints = tuple(reader.hints)
    return Record(header, moves, reader.over, file, lines, len(content), good, ended, reader.outcomes, hints)


def _header(line: bytes, *, whole: bool, file: str) -> Header:
    if not line.strip() and not whole:
        raise RecordError("empty", file=file)
    start = b'{"format":"ruleset-record'
    if not whole and (start.startswith(line[: len(start)]) and not line.endswith(b"}")):
        raise RecordError("cut_header", file=file)
    try:
        data = decode(line)
    except ValueError as error:
        known = line.startswith(start)
        raise RecordError("header" if known else "foreign", file=file, detail=error) from None
    found = data.get("format")
    if not isinstance(found, str) or not found.startswith("ruleset-record "):
        raise RecordError("foreign", file=file)
    if found not in READABLE:
        raise RecordError("format", file=file, found=found[:40], known=FORMAT)
    try:
        return Header.from_json(data)
    except ValueError as error:
        raise RecordError("header", file=file, detail=error) from None
