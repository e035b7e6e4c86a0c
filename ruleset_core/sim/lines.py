"""A file of results: a line of JSON for each, with a checksum, so that a run that was stopped can be resumed.

A row `{"score": 3}` is written as `{"score":3,"crc":1739083420}`: `crc` is the CRC-32 of the line without it.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from ruleset_core.errors import RulesetError
from ruleset_core.files import read_ordinary, reason

__all__ = ["KeptError", "Lines", "pressed", "unpressed"]

LARGEST = 1 << 32
"""Most bytes of such a file that are read."""

CHECKSUM = b',"crc":'
"""What stands between the data of a line and its checksum."""

_ENCODED = json.JSONEncoder(separators=(",", ":")).encode  # made once: there are hundreds of thousands of lines

HARD = 1
"""How hard numbers are pressed: most counts are zero, so the least is a twentieth already, and writing takes less time than without."""

Row = TypeVar("Row")


class KeptError(RulesetError):
    """The file cannot be read or written, or holds something else; the message says what."""


class Lines(Generic[Row]):
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
            KeptError: it cannot be read or written, or its head is another.
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
            raise KeptError(f"{path}: {reason(error)}") from error

    def _read(self) -> int:
        """Read the rows; up to where the file is good."""
        raw = read_ordinary(self.path, LARGEST)
        if _line(self._head).startswith(raw):  # an empty file, or a head that was cut off
            return 0
        lines = raw.split(b"\n")[:-1]
        head = _said(lines[0]) if lines else None
        if not isinstance(head, dict) or head.get("format") != self._head["format"]:
            raise KeptError(
                f"{self.path} is not a file of kept games, or another version wrote it; choose another name"
            )
        if head.get("key") != self._head["key"]:
            raise KeptError(f"{self.path} holds games of another plan or of other rules; choose another name")
        good = len(lines[0]) + 1
        for number, line in enumerate(lines[1:]):
            row = self._row_of(_said(line), number)
            if row is None:
                break
            self.rows.append(row)
            good += len(line) + 1
        return good

    def add(self, rows: Sequence[Row]) -> None:
        """The next rows. Raises `KeptError` where they cannot be written; those before stay."""
        try:
            self._file.write(b"".join(_line(self._told(row)) for row in rows))
            self._file.flush()
        except OSError as error:
            raise KeptError(f"{self.path}: {reason(error)}") from error
        self.rows += rows

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def pressed(numbers: bytes) -> str:
    """Many numbers as a short text."""
    return b64encode(zlib.compress(numbers, HARD)).decode()


def unpressed(text: str, most: int) -> bytes:
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


def _said(line: bytes) -> Any:
    """The data of a line; None if it was damaged or cut off."""
    body, _, checksum = line.rpartition(CHECKSUM)
    text = body + b"}"
    if checksum != b"%d}" % zlib.crc32(text):
        return None
    try:
        return json.loads(text)
    except ValueError:
        return None
