"""Files of results: checksummed JSON lines for runs that can be resumed, and tables of games and cards as CSV, JSON lines
or Parquet.
"""

from __future__ import annotations

import csv
import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from ruleset_core.errors import RulesetError
from ruleset_core.files import os_error_reason, read_regular_file
from ruleset_core.lab.sim.plans import GameCourse, GameRow, PointSource

if TYPE_CHECKING:
    from ruleset_core.lab.sim.plans import SimulationPlan


# A file of results: a line of JSON for each, with a checksum, so that a run that was stopped can be resumed.
#
# A row `{"score": 3}` is written as `{"score":3,"crc":1739083420}`: `crc` is the CRC-32 of the line without it.

LARGEST = 1 << 32
"""Most bytes of such a file that are read."""

CHECKSUM = b',"crc":'
"""What stands between the data of a line and its checksum."""

_ENCODED = json.JSONEncoder(separators=(",", ":")).encode  # made once: there are hundreds of thousands of lines

COMPRESSION_LEVEL = 1
"""How hard numbers are pressed: most counts are zero, so the least is a twentieth already, and writing takes less time than without."""

Row = TypeVar("Row")


class ResultFileError(RulesetError):
    """The file cannot be read or written, or holds something else; the message says what."""


class ResultFile(Generic[Row]):
    """A file of rows below a head that says what they are of. Rows are added in their order; a line that was cut off is forgotten.

    Attributes:
        path: the file.
        rows: what is in it.
    """

    def __init__(
        self,
        path: Path,
        head: Mapping[str, Any],
        row_of: Callable[[Any, int], Row | None],
        told: Callable[[Row], Mapping[str, Any]],
    ) -> None:
        """Open a file, or begin it.

        Args:
            path: where it is.
            head: its first line; `format` says what kind of file it is, `key` of what the rows are.
            row_of: a row of plain data and its number in the file; None of what is none.
            told: a row as plain data.

        Raises:
            ResultFileError: it cannot be read or written, or its head is another.
        """
        self.path, self.rows = path, list[Row]()
        self._head, self._row_of, self._told = head, row_of, told
        try:
            good = self._read() if path.exists() else 0
            self._file = open(path, "r+b" if good else "wb")  # noqa: SIM115 - closed by `close`
            self._file.truncate(good)
            self._file.seek(good)
            if not good:
                self._file.write(_line(head))
                self._file.flush()
        except OSError as error:
            raise ResultFileError(f"{path}: {os_error_reason(error)}") from error

    def _read(self) -> int:
        """Read the rows; up to where the file is good."""
        raw = read_regular_file(self.path, LARGEST)
        if _line(self._head).startswith(raw):  # an empty file, or a head that was cut off
            return 0
        lines = raw.split(b"\n")[:-1]
        head = _parse_line(lines[0]) if lines else None
        if not isinstance(head, dict) or head.get("format") != self._head["format"]:
            raise ResultFileError(
                f"{self.path} is not a file of kept games, or another version wrote it; choose another name"
            )
        if head.get("key") != self._head["key"]:
            raise ResultFileError(f"{self.path} holds games of another plan or of other rules; choose another name")
        good = len(lines[0]) + 1
        for number, line in enumerate(lines[1:]):
            row = self._row_of(_parse_line(line), number)
            if row is None:
                break
            self.rows.append(row)
            good += len(line) + 1
        return good

    def add(self, rows: Sequence[Row]) -> None:
        """The next rows. Raises `ResultFileError` where they cannot be written; those before stay."""
        try:
            self._file.write(b"".join(_line(self._told(row)) for row in rows))
            self._file.flush()
        except OSError as error:
            raise ResultFileError(f"{self.path}: {os_error_reason(error)}") from error
        self.rows += rows

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def compress_numbers(numbers: bytes) -> str:
    """Many numbers as a short text."""
    return b64encode(zlib.compress(numbers, COMPRESSION_LEVEL)).decode()


def decompress_numbers(text: str, most: int) -> bytes:
    """What was pressed. Raises ValueError if that is cut off, or more than so many bytes."""
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(b64decode(text, validate=True), most)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not unpacking.eof:
        raise ValueError("numbers are cut off, or there are too many")
    return found


def _line(told: Mapping[str, Any]) -> bytes:
    text = _ENCODED(told).encode()
    return b"%s%s%d}\n" % (text[:-1], CHECKSUM, zlib.crc32(text))


def _parse_line(line: bytes) -> Any:
    """The data of a line; None if it was damaged or cut off."""
    body, _, checksum = line.rpartition(CHECKSUM)
    text = body + b"}"
    if checksum != b"%d}" % zlib.crc32(text):
        return None
    try:
        return json.loads(text)
    except ValueError:
        return None


# Games that have been played, in a file: one of the machine that wrote it, as what is counted stands there in its own
# order of bytes.

GAMES_FORMAT = "ruleset games 5"
MOST_COUNT_BYTES = 1 << 20
"""Bytes of counts of a game, at most."""


class GamesFile(ResultFile[GameRow]):
    """A file of the games of a plan."""

    def __init__(self, path: Path, plan: SimulationPlan, rules: str) -> None:
        """Open the file of a plan, or begin it. Raises `ResultFileError`."""
        head = {"format": GAMES_FORMAT, "key": plan.key(rules), "plan": plan.as_data()}
        super().__init__(path, head, _row, _row_data)


def _row_data(row: GameRow) -> dict[str, Any]:
    data = row._asdict() | {"counts": _text(row.counts), "stood": _text(row.stood)}
    return data | {"length": data.pop("options_taken")}


def _text(numbers: bytes | None) -> str | None:
    return None if numbers is None else compress_numbers(numbers)


def _numbers(text: str | None) -> bytes | None:
    return None if text is None else decompress_numbers(text, MOST_COUNT_BYTES)


def _row(told: Any, number: int) -> GameRow | None:
    try:
        scores, outcomes, winners = (tuple(map(int, told[name])) for name in ("scores", "outcomes", "winners"))
        sheet = None if told["sheet"] is None else tuple(dict(each) for each in told["sheet"])
        row = GameRow(
            int(told["number"]), scores, outcomes, winners, int(told["decisions"]), int(told["length"]), sheet,
            None if told["causes"] is None else tuple(map(_points, told["causes"])),
            None if told["track"] is None else GameCourse.from_data(told["track"]),
            _numbers(told["counts"]), _numbers(told["stood"]),
            None if told.get("moments") is None else tuple((str(a), int(b), int(c)) for a, b, c in told["moments"]),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError):
        return None
    return row if row.number == number else None


def _points(told: Any) -> tuple[tuple[PointSource, int], ...]:
    return tuple((PointSource.from_data(cause), int(points)) for cause, points in told)


# Games as tables: a row for each with a column for each figure of each seat, and a row for each card that came to
# somebody or nobody.

AT_ONCE = 50_000
"""Rows of a table that are held in memory at once, where columns are written together."""

TableRow: TypeAlias = dict[str, Any]


def game_rows(plan: SimulationPlan, rows: Iterable[GameRow]) -> list[TableRow]:
    """Games as rows of the same columns: `seat_1_bot`, `seat_1_score`, `seat_1_won`, `seat_1_outcome`... and the points of each category."""
    found = [_game(plan, row) for row in rows]
    names = list(dict.fromkeys(name for row in found for name in row))
    return [{name: row.get(name) for name in names} for row in found]


def _game(plan: SimulationPlan, row: GameRow) -> TableRow:
    found: TableRow = {"game": row.number, "decisions": row.decisions, "length": row.options_taken}
    for seat, bot in enumerate(plan.sitting(row.number)):
        head = f"seat_{seat + 1}"
        found |= {
            f"{head}_bot": bot,
            f"{head}_score": row.scores[seat],
            f"{head}_won": row.winners[seat],
            f"{head}_outcome": row.outcomes[seat],
        }
        if row.sheet is not None:
            found |= {f"{head}_{category}": points for category, points in row.sheet[seat].items()}
    return found


def card_rows(plan: SimulationPlan, rows: Iterable[GameRow], cards: Sequence[str]) -> Iterator[TableRow]:
    """What became of the cards: a row for each game, seat and card that has to do with each other.

    A card that came out in a list of nobody's has a row without seat. `dealt` are copies that came out in lists of the seat, `offered` the decisions
    at which it might have taken it, `taken` how often it did, `had` its copies at the end, `ahead` by how many points it was ahead of the others
    (added up over them) when first offered it; that is empty where only chance plays, as choices by lot say nothing.

    Args:
        plan: what was played.
        rows: games in which that was counted.
        cards: ids, in the order in which they are counted.
    """
    for row in rows:
        if row.counts is None:
            continue
        players, bots, count = len(row.scores), plan.sitting(row.number), len(cards)
        numbers = memoryview(row.counts).cast("H").tolist()
        ahead = None if row.stood is None else memoryview(row.stood).cast("i")
        for seat in (*range(players), None):
            lines = [(players if seat is None else seat)]
            lines += [] if seat is None else [each * players + 1 + seat for each in (1, 2, 3)]
            for card, name in enumerate(cards):
                dealt, offered, taken, had = [numbers[line * count + card] for line in lines] + [0] * (4 - len(lines))
                if not dealt | offered | taken | had:
                    continue
                stood = ahead[seat * count + card] if ahead is not None and seat is not None and offered else None
                yield {
                    "game": row.number,
                    "card": name,
                    "seat": None if seat is None else seat + 1,
                    "bot": None if seat is None else bots[seat],
                    "dealt": dealt,
                    "offered": offered,
                    "taken": taken,
                    "had": had,
                    "ahead": stood,
                    "score": None if seat is None else row.scores[seat],
                    "won": None if seat is None else row.winners[seat],
                }


def check_writer(suffix: str) -> None:
    """Raises ImportError where a package is missing that such a file needs."""
    if suffix == ".parquet" and find_spec("pyarrow") is None:
        raise ImportError(name="pyarrow")


def write_csv(path: Path, rows: Iterable[TableRow]) -> None:
    """For spreadsheets."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = None
        for row in rows:
            if table is None:
                table = csv.DictWriter(file, list(row))
                table.writeheader()
            table.writerow(row)


def write_jsonl(path: Path, rows: Iterable[TableRow]) -> None:
    """A line of JSON for each row; what there is nothing of is left out."""
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            told = {name: value for name, value in row.items() if value is not None}
            file.write(json.dumps(told, separators=(",", ":")) + "\n")


def write_parquet(path: Path, rows: Iterable[TableRow]) -> None:
    """For programs that work with large tables."""
    import pyarrow as pa
    from pyarrow import parquet

    left, writer = iter(rows), None
    try:
        while part := list(islice(left, AT_ONCE)):
            if writer is None:
                seen = pa.Table.from_pylist(part).schema
                known = [each.with_type(pa.int64()) if pa.types.is_null(each.type) else each for each in seen]
                writer = parquet.ParquetWriter(path, pa.schema(known))
            writer.write_table(pa.Table.from_pylist(part, schema=writer.schema))
    finally:
        if writer is not None:
            writer.close()


BY_SUFFIX: Mapping[str, Callable[[Path, Iterable[TableRow]], None]] = {
    ".csv": write_csv,
    ".jsonl": write_jsonl,
    ".parquet": write_parquet,
}
"""What writes a file, by the end of its name."""
