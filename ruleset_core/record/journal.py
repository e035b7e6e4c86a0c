"""The record of a running game: a line is appended and synced for every decision, nothing is ever rewritten.

Saving never stops play. When a line cannot be written, the file is cut back to its last whole line, `trouble` holds
the reason, and the waiting lines go out with the next one that can be written.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from types import ModuleType

from .lines import Entry, encode, entry_to_json
from .problems import RecordError
from .reading import Record
from .writing import record_bytes, sync_directory, write_all

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # no such locks on this system: two terminals could then write one file
    fcntl = None

__all__ = ["Journal"]


class Journal:
    """An open record file. `trouble` is the reason why the last lines are not in it, `waiting` their number."""

    def __init__(self, path: Path, handle: int, good: int) -> None:
        self.path = path
        self.trouble: RecordError | None = None
        self._handle = handle
        self._good = good
        self._waiting: list[bytes] = []

    @classmethod
    def create(cls, path: Path, record: Record) -> Journal:
        """Start a new file with what was played already. Raises `RecordError`, also when the file exists."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        except OSError as error:
            raise RecordError("not_writable", file=path, reason=error.strerror) from None
        journal = cls(path, handle, 0)
        _lock(handle, path)
        journal._waiting.append(record_bytes(record))
        journal._flush()
        sync_directory(path.parent)
        return journal

    @classmethod
    def reopen(cls, record: Record) -> Journal:
        """Go on behind the last line of a record that was read. Raises `RecordError`."""
        path = Path(record.file)
        try:
            handle = os.open(path, os.O_WRONLY)
            _lock(handle, path)
            if os.fstat(handle).st_size != record.length:  # somebody wrote between our reading and our lock
                os.close(handle)
                raise RecordError("in_use", file=path)
            os.ftruncate(handle, record.good)
        except OSError as error:
            raise RecordError("not_writable", file=path, reason=error.strerror) from None
        journal = cls(path, handle, record.good)
        if not record.ended:
            journal._waiting.append(b"\n")
        return journal

    @property
    def waiting(self) -> int:
        """How many lines are not in the file yet."""
        return len(self._waiting)

    def append(self, entry: Entry, number: int = 0) -> None:
        """Add one line; `number` is that of a move. Never raises for a failing disk: look at `trouble`."""
        self._waiting.append(encode(entry_to_json(entry, number)))
        self._flush()

    def close(self) -> None:
        """Try once more to write what waits, then close the file."""
        if self._handle < 0:
            return
        self._flush()
        with contextlib.suppress(OSError):
            os.close(self._handle)
        self._handle = -1

    def _flush(self) -> None:
        if not self._waiting:
            return
        content = b"".join(self._waiting)
        try:
            # Not O_APPEND: a piece that could not be cut off after an earlier failure is overwritten.
            os.lseek(self._handle, self._good, os.SEEK_SET)
            write_all(self._handle, content)
            os.fsync(self._handle)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, self._good)
            self.trouble = RecordError("not_writable", file=self.path, reason=error.strerror or error)
            return
        self._good += len(content)
        self._waiting.clear()
        self.trouble = None


def _lock(handle: int, path: Path) -> None:
    """Keep a second terminal from appending to the same game. Raises `RecordError` and closes the file."""
    if fcntl is None:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise RecordError("in_use", file=path) from None
    except OSError:  # a file system without locks: play on without
        return
