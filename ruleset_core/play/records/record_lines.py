"""The lines of a record (header, moves, undo, hints, resignations, end): their checksums, and reading them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias
from zlib import crc32

from ruleset_core import SaveError
from ruleset_core.files import NotRegularFileError, read_regular_file
from ruleset_core.installed import versioned_directories
from ruleset_core.messages import LANGUAGES, message
from ruleset_core.play.records.data_changes import DataChanges
from ruleset_core.safe_text import clean_line
from ruleset_core.values import schema_problem, with_plain_keys

# The first line of a record: which game, which data, who plays, and the seed.

FORMAT: Final = "ruleset-record 2"
FORMAT_FROM_POSITION: Final = "ruleset-record 3"
"""The format of records whose game began from a position, so that earlier versions say that they cannot read it."""
READABLE: Final = ("ruleset-record 1", FORMAT, FORMAT_FROM_POSITION)
"""Formats that are read. The first one did not say what the data is made of."""
HUMAN: Final = "human"
"""The kind of a seat where a person sits. No bot is called so."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a place: a name to show, and `HUMAN` or the name of a bot."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class RecordedStart:
    """The position that a game began from, in the words of a scenario: the game can begin there again without its file.

    Attributes:
        name: what it is called.
        at: the phase to begin with; the game begins with its first one where this is empty.
        given: the situation.
        dice: what is drawn first, by random stream.
        lesson: the id of the lesson that is played there; empty where none is.
        state: the whole state, where words do not suffice: a position that somebody has edited.
    """

    name: str
    at: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)
    dice: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    lesson: str = ""
    state: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The position as plain data; keys that are numbers become texts."""
        data: dict[str, Any] = {"name": self.name}
        if self.at:
            data["at"] = self.at
        if self.given:
            data["given"] = json.loads(json.dumps(self.given))
        if self.dice:
            data["dice"] = {name: list(values) for name, values in self.dice.items()}
        if self.lesson:
            data["lesson"] = self.lesson
        if self.state:
            data["state"] = dict(self.state)
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RecordedStart:
        """Read a position back: no name is a number or `true`, so keys that look like one are."""
        given = with_plain_keys(data.get("given", {}))
        lesson, state = data.get("lesson", ""), data.get("state", {})
        return cls(data["name"], data.get("at", ""), given, data.get("dice", {}), lesson, state)


@dataclass(frozen=True, slots=True)
class RecordHeader:
    """Everything needed to start the same game again.

    `number` is the one that the game has among the many of its seed (`Game.new(game=...)`), if it is one of those.
    `hash` is the hash of the data the game was loaded from; `draws` are the random outcomes of the setup; `roots`
    are directories where the game or an expansion was found that is not among the included ones, `versions` those of what was added. `entries` are hashes of
    what the data is made of, by kind and id, so that a later version can say what has changed. `in_order`: of what two
    expansions change, the later one had the last word. `hints`: whether players may ask what a bot would do. `levels`: the figures that bots which think
    played by, as they may be others in a later version. `start`: the position that it began from, if that is not the beginning.
    """

    ruleset: str
    game: str
    hash: str
    players: int
    seats: tuple[Seat, ...]
    seed: int
    expansions: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    draws: tuple[Any, ...] = ()
    roots: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    entries: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    number: int | None = None
    in_order: bool = False
    hints: bool = True
    levels: Mapping[str, Mapping[str, int | str]] = field(default_factory=dict)
    start: RecordedStart | None = None

    @property
    def names(self) -> list[str]:
        """The names of the players, by seat."""
        return [seat.name for seat in self.seats]

    @property
    def found_in(self) -> tuple[Path, ...]:
        """The directories that are there still: of `roots`, and of the versions of what was added."""
        return (*(path for root in self.roots if (path := Path(root)).is_dir()), *versioned_directories(self.versions))

    def to_json(self) -> dict[str, Any]:
        """The header as the JSON object of the first line."""
        data: dict[str, Any] = {
            "format": FORMAT if self.start is None else FORMAT_FROM_POSITION,
            "ruleset": self.ruleset,
            "game": self.game,
            "expansions": list(self.expansions),
            "hash": self.hash,
            "options": dict(self.options),
            "players": self.players,
            "seats": [{"name": seat.name, "kind": seat.kind} for seat in self.seats],
            "seed": self.seed,
            "draws": list(self.draws),
        }
        if self.number is not None:
            data["number"] = self.number
        if self.in_order:
            data["in_order"] = True
        if not self.hints:
            data["hints"] = False
        if self.levels:
            data["levels"] = {level: dict(figures) for level, figures in self.levels.items()}
        if self.start is not None:
            data["start"] = self.start.to_json()
        if self.roots:
            data["roots"] = list(self.roots)
        if self.versions:
            data["versions"] = dict(self.versions)
        if self.entries:
            data["entries"] = {kind: dict(named) for kind, named in self.entries.items()}
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RecordHeader:
        """Read a header back. Raises ValueError saying what is wrong with it."""
        wrong = schema_problem("record", data, "RecordHeaderFormat") or _unreadable(data)
        if wrong:
            raise ValueError(wrong)
        if len(data["seats"]) != data["players"]:
            raise ValueError(f"{len(data['seats'])} seats for {data['players']} players")
        return cls(
            ruleset=data["ruleset"],
            game=data["game"],
            hash=data["hash"],
            players=data["players"],
            seats=tuple(Seat(**seat) for seat in data["seats"]),
            seed=data["seed"],
            expansions=tuple(data["expansions"]),
            options=data["options"],
            draws=tuple(data["draws"]),
            roots=tuple(data.get("roots", ())),
            versions=data.get("versions", {}),
            entries=data.get("entries", {}),
            number=data.get("number"),
            in_order=data.get("in_order", False),
            hints=data.get("hints", True),
            levels=data.get("levels", {}),
            start=RecordedStart.from_json(data["start"]) if "start" in data else None,
        )


def check_draws(value: object) -> tuple[Any, ...]:
    """Random outcomes as a tuple of plain JSON values. Raises ValueError."""
    if not isinstance(value, list):
        raise ValueError("`draws` is not a list")  # noqa: TRY004
    return tuple(value)


def _unreadable(value: object, place: str = "") -> str:
    """The place of the first text that is not fit for a terminal, on which names of a foreign file end up, or ""."""
    if isinstance(value, str) and not value.isprintable():
        return f"{place.lstrip('.')}: not a readable text"
    parts: list[tuple[str, object]] = []
    if isinstance(value, Mapping):
        parts = [(place, key) for key in value] + [(f"{place}.{key}", each) for key, each in value.items()]
    elif isinstance(value, list):
        parts = [(f"{place}[{number}]", each) for number, each in enumerate(value)]
    return next(filter(None, (_unreadable(each, where) for where, each in parts)), "")


# Lines of a record: one JSON object each, with a checksum of its own.
#
# The checksum is optional, so that a record may be written by hand; where it stands it must be right.

CHECK: Final = "check"
MAX_NOTATION: Final = 400
TABLE_BYTES: Final = 16_384
"""Bytes of how a table was set."""
MAX_BYTES: Final = 16 * 1024 * 1024
"""Bytes of a record: no more are read, so no more are written."""
END_BYTES: Final = 4096
"""Of these, bytes that only the line at the end of a game may take."""


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One decision: who took it, the option in notation, and the random outcomes drawn since the one before; whether it was said in advance."""

    seat: int
    notation: str
    draws: tuple[Any, ...] = ()
    standing: bool = False


@dataclass(frozen=True, slots=True)
class RecordedUndo:
    """The last `count` moves were taken back."""

    count: int


@dataclass(frozen=True, slots=True)
class RecordedEnd:
    """The game ended with these scores, by seat, and with these outcomes; earlier versions did not write those (empty)."""

    scores: tuple[int, ...]
    outcomes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordedHint:
    """A seat asked what a bot would do. No part of the game: everybody at the table may know that it did."""

    seat: int


@dataclass(frozen=True, slots=True)
class RecordedResignation:
    """Who sat on a seat gave up. No part of the rules: with two players the game is over, else a bot plays on there."""

    seat: int


@dataclass(frozen=True, slots=True)
class RecordedAgreement:
    """These seats, all at which persons sat, agreed to end the game as it stood."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RecordedTable:
    """How the table was set at which the game was played, where somebody took the table with them; `web.table_files` reads it."""

    data: Mapping[str, Any]


Entry: TypeAlias = (
    RecordedMove | RecordedUndo | RecordedEnd | RecordedHint | RecordedResignation | RecordedAgreement | RecordedTable
)


def encode_line(data: Mapping[str, Any]) -> bytes:
    """One line, checksum and line end included."""
    body = _dump(data)
    return _dump({**data, CHECK: _sum(body)}).encode("ascii") + b"\n"


def decode_line(line: bytes) -> dict[str, Any]:
    """The object of one line (without its line end). Raises ValueError saying what is wrong."""
    try:
        data = json.loads(line.decode("utf-8"), object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise ValueError("not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON at column {error.colno}") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(data, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004
    if CHECK in data and data.pop(CHECK) != _sum(_dump(data)):
        raise ValueError("the checksum does not fit")
    return data


def entry_to_json(entry: Entry, number: int) -> dict[str, Any]:
    """The object of a line after the header; `number` counts the moves from 1, undone ones not included."""
    if isinstance(entry, RecordedMove):
        data: dict[str, Any] = {"n": number, "seat": entry.seat, "move": entry.notation}
        data |= {"standing": True} if entry.standing else {}
        return {**data, "draws": list(entry.draws)} if entry.draws else data
    if isinstance(entry, RecordedUndo):
        return {"undo": entry.count}
    if isinstance(entry, RecordedHint):
        return {"hint": entry.seat}
    if isinstance(entry, RecordedResignation):
        return {"resign": entry.seat}
    if isinstance(entry, RecordedTable):
        return {"table": dict(entry.data)}
    if isinstance(entry, RecordedAgreement):
        return {"agreed": list(entry.seats)}
    ended: dict[str, Any] = {"over": list(entry.scores)}
    return {**ended, "outcomes": list(entry.outcomes)} if entry.outcomes else ended


def entry_from_json(data: Mapping[str, Any], number: int, players: int) -> Entry:
    """Read one line after the header back, expecting move `number`. Raises ValueError saying what is wrong."""
    keys = set(data)
    if keys == {"undo"}:
        return RecordedUndo(_count(data["undo"], "undo", 1, number - 1))
    if keys == {"hint"}:
        return RecordedHint(_count(data["hint"], "hint", 0, players - 1))
    if keys == {"resign"}:
        return RecordedResignation(_count(data["resign"], "resign", 0, players - 1))
    if keys == {"table"}:
        return _table(data["table"])
    if keys == {"agreed"}:
        return RecordedAgreement(_agreed(data["agreed"], players))
    if keys - {"outcomes"} == {"over"}:
        return _over(data, players)
    if keys - {"draws", "standing"} != {"n", "seat", "move"}:
        raise ValueError("neither a move nor an undo nor a hint nor an end")
    if _count(data["n"], "n", 0, 2**31) != number:
        raise ValueError(f"move {number} is missing")
    seat = _count(data["seat"], "seat", 0, players - 1)
    notation = data["move"]
    if not isinstance(notation, str) or not 0 < len(notation) <= MAX_NOTATION or not notation.isprintable():
        raise ValueError("`move` is not a notation")
    if data.get("standing", True) is not True:
        raise ValueError("`standing` is not true")
    return RecordedMove(seat, notation, check_draws(data.get("draws", [])), "standing" in data)


def _table(value: object) -> RecordedTable:
    if not isinstance(value, dict) or len(_dump(value)) > TABLE_BYTES or _unreadable(value):
        raise ValueError("`table` is not the settings of a table")
    return RecordedTable(value)


def _agreed(value: object, players: int) -> tuple[int, ...]:
    seats = [_count(each, "agreed", 0, players - 1) for each in value] if isinstance(value, list) else []
    if not seats or len(set(seats)) < len(seats):
        raise ValueError("`agreed` is not a list of seats")
    return tuple(seats)


def _over(data: Mapping[str, Any], players: int) -> RecordedEnd:
    for key in data:
        if not isinstance(data[key], list) or len(data[key]) != players:
            raise ValueError(f"`{key}` is not a list with a number for each player")
    scores = tuple(_count(score, "over", -(2**63), 2**63) for score in data["over"])
    return RecordedEnd(scores, tuple(_count(each, "outcomes", -1, 1) for each in data.get("outcomes", ())))


def as_json_values(values: list[Any]) -> tuple[Any, ...]:
    """Random outcomes as they read back from JSON, so that written and drawn ones compare equal."""
    return tuple(json.loads(json.dumps(values))) if values else ()


def _dump(data: Mapping[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"))


def _sum(body: str) -> str:
    return f"{crc32(body.encode('ascii')):08x}"


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise ValueError("a key twice in one object")
    return data


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number of JSON")


def _count(value: object, key: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"`{key}` is out of range")
    return value


# Reads records. A cut last line is dropped with a note; any other damage is one `RecordError` that names the line.
#
#     {"format": "ruleset-record 2", ...}                        line 1: the header
#     {"n": 1, "seat": 0, "move": "play roll", ...}              line 2
#     {"n": 2, "seat": 0, "mo                                    line 3 has no end: dropped with a note, a crash cut it
#
# A cut line that is not the last one, a wrong `check`, a move out of order: `RecordError` with the line. A record is written by one
# process line by line, so only its end can be incomplete by accident; anything else was changed by somebody.


class RecordError(SaveError):
    """A record cannot be read, written or replayed, or a move cannot be taken back.

    `key` names the problem: `missing` is the message `record.missing`; `values` fill it. `changed` says what has changed in
    the game since the record was made, if that may be the reason. A value that is itself words is given by language.
    """

    def __init__(self, key: str, **values: object) -> None:
        self.key = key
        changed = values.get("changed")
        self.changed = changed if isinstance(changed, DataChanges) else None
        self._given = values
        self.values = self.values_in(LANGUAGES[0])
        super().__init__(message(f"record.{key}", LANGUAGES[0], **self.values))

    def values_in(self, lang: str) -> dict[str, str]:
        """What fills the message, in a language; names of files may hold anything."""
        return {name: clean_line(_value_text(value, lang)) for name, value in self._given.items()}


def _value_text(value: object, lang: str) -> str:
    if isinstance(value, DataChanges):
        return value.describe(lang)
    return str(value.get(lang, value[LANGUAGES[0]]) if isinstance(value, Mapping) else value)


# Reading records: a cut last line is dropped with a note, any other damage is one error that names its line.


@dataclass(frozen=True, slots=True)
class HintRequest:
    """A hint that was asked for: by which seat, and how many moves stood then; moves taken back since are not counted."""

    seat: int
    after: int


@dataclass(frozen=True, slots=True)
class Resignation:
    """Who sat there gave up, when so many moves stood; moves taken back since are not counted."""

    seat: int
    after: int


EarlyEnd: TypeAlias = Literal["", "resigned", "agreed"]
"""How a game ended before its rules ended it; empty where it did not."""


def early_end(players: int, resigned: Sequence[Resignation], agreed: Sequence[int]) -> EarlyEnd:
    """Whether a game ended early: all agreed, or one of two gave up. Of more players, a bot goes on for who gives up."""
    return "agreed" if agreed else "resigned" if resigned and players <= 2 else ""


@dataclass(frozen=True, slots=True)
class Record:
    """A game as far as it was played: the header and the moves that still stand.

    `lines` are the line numbers of the moves; `over` are the final scores of a finished game, `outcomes` what came of it for
    each seat (1, 0 or -1; empty where an earlier version wrote it). `hints` are those that were asked for, `resigned` who gave
    up, `agreed` who agreed to end the game as it stood, `table` how the table was set. Of the `length` bytes read, the first `good` ones hold whole lines; `ended` says that the last of them has its line end.
    """

    header: RecordHeader
    moves: tuple[RecordedMove, ...] = ()
    over: tuple[int, ...] | None = None
    file: str = "record"
    lines: tuple[int, ...] = ()
    length: int = 0
    good: int = 0
    ended: bool = True
    outcomes: tuple[int, ...] = ()
    hints: tuple[HintRequest, ...] = ()
    resigned: tuple[Resignation, ...] = ()
    agreed: tuple[int, ...] = ()
    table: RecordedTable | None = None

    @property
    def finished(self) -> bool:
        """Whether the game is over, by its rules or because somebody gave up or all agreed."""
        return self.over is not None or bool(early_end(self.header.players, self.resigned, self.agreed))

    @property
    def cut(self) -> bool:
        """True when the file ended within a line, which was dropped."""
        return self.good < self.length


def without_places(record: Record) -> Record:
    """A record as others may have it: without the directories in which the game was looked for."""
    expansions = tuple(Path(each).name for each in record.header.expansions)
    return replace(record, header=replace(record.header, roots=(), expansions=expansions))


def read_record(path: str | os.PathLike[str]) -> Record:
    """Read the record in a file. Raises `RecordError` with one clear message, whatever the file holds."""
    return parse_record(read_record_bytes(path), os.fspath(path))


def read_record_bytes(path: str | os.PathLike[str], limit: int = MAX_BYTES) -> bytes:
    """The content of an ordinary file of bounded size. Raises `RecordError`."""
    file = os.fspath(path)
    try:
        content = read_regular_file(file, limit + 1)
        size = Path(file).stat().st_size if len(content) > limit else len(content)
    except FileNotFoundError:
        raise RecordError("missing", file=file) from None
    except (NotRegularFileError, IsADirectoryError):
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
    moves: list[RecordedMove] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    over: tuple[int, ...] | None = None
    outcomes: tuple[int, ...] = ()
    hints: list[HintRequest] = field(default_factory=list)
    resigned: list[Resignation] = field(default_factory=list)
    agreed: tuple[int, ...] = ()
    table: RecordedTable | None = None

    def take(self, line: bytes, number: int) -> None:
        entry = entry_from_json(decode_line(line), len(self.moves) + 1, self.players)
        if isinstance(entry, RecordedTable):
            self.table = entry
            return
        if early_end(self.players, self.resigned, self.agreed):
            raise ValueError("the game was over before")
        if isinstance(entry, RecordedUndo):
            del self.moves[-entry.count :], self.lines[-entry.count :]
            self.over, self.outcomes = None, ()
            self.hints = clip_hints(self.hints, len(self.moves))
            self.resigned = clip_resignations(self.resigned, len(self.moves))
        elif self.over is not None:
            raise ValueError("the game was over before")
        elif isinstance(entry, RecordedHint):
            self.hints.append(HintRequest(entry.seat, len(self.moves)))
        elif isinstance(entry, RecordedResignation):
            self.resigned.append(Resignation(entry.seat, len(self.moves)))
        elif isinstance(entry, RecordedAgreement):
            self.agreed = entry.seats
        elif isinstance(entry, RecordedEnd):
            self.over, self.outcomes = entry.scores, entry.outcomes
        else:
            self.moves.append(entry)
            self.lines.append(number)


def clip_hints(hints: Iterable[HintRequest], moves: int) -> list[HintRequest]:
    """The same hints where only so many moves stand: that they were asked for is not taken back."""
    return [HintRequest(each.seat, min(each.after, moves)) for each in hints]


def clip_resignations(resigned: Iterable[Resignation], moves: int) -> list[Resignation]:
    """The same resignations where only so many moves stand: nobody takes one back."""
    return [Resignation(each.seat, min(each.after, moves)) for each in resigned]


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
    return Record(
        header, moves, reader.over, file, lines, len(content), good, ended, reader.outcomes, tuple(reader.hints), tuple(reader.resigned), reader.agreed, reader.table,
    )  # fmt: skip


def _header(line: bytes, *, whole: bool, file: str) -> RecordHeader:
    if not line.strip() and not whole:
        raise RecordError("empty", file=file)
    start = b'{"format":"ruleset-record'
    if not whole and (start.startswith(line[: len(start)]) and not line.endswith(b"}")):
        raise RecordError("cut_header", file=file)
    try:
        data = decode_line(line)
    except ValueError as error:
        known = line.startswith(start)
        raise RecordError("header" if known else "foreign", file=file, detail=error) from None
    found = data.get("format")
    if not isinstance(found, str) or not found.startswith("ruleset-record "):
        raise RecordError("foreign", file=file)
    if found not in READABLE:
        raise RecordError("format", file=file, found=found[:40], known=FORMAT_FROM_POSITION)
    try:
        return RecordHeader.from_json(data)
    except ValueError as error:
        raise RecordError("header", file=file, detail=error) from None
