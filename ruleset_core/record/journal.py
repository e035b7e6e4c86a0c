"""The record of a running game: a line is appended for every decision, nothing is ever rewritten.

A decision is with the system before it is told, so it outlives the program; `sync` brings all to the disk, so that it
outlives the machine. Saving does not stop play, unless the journal is `strict`. When a line cannot be written, the file is cut
back to its last whole line, `trouble` holds the reason, and the waiting lines go out with the next one that can be written; a
strict journal raises it instead. When the file is no longer the one that was opened, or somebody else wrote into it, nothing is
written any more, and the session begins another one with `anew`. No file becomes larger than its reader reads.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final, TypeAlias

from ruleset_core.files import private_directory

from .lines import END_BYTES, MAX_BYTES, Entry, Over, encode, entry_to_json
from .locks import lock, still_there
from .problems import RecordError
from .reading import Record
from .writing import record_bytes, sync_directory, write_all

__all__ = ["Journal"]

Mark: TypeAlias = tuple[int, list[bytes]]
"""How many bytes of a file are whole lines, and the lines that wait."""
_PRIVATE: Final = 0o600
"""For its owner alone: a record holds the seed, and with it all that is hidden."""


class Journal:
    """An open record file. `trouble` is the reason why the last lines are not in it, `waiting` their number.

    `strict`: what cannot be written is raised; whoever adds it takes it back (`Session.all_or_nothing`).
    """

    def __init__(self, path: Path, handle: int, good: int) -> None:
        self.path = path
        self.strict = False
        self.trouble: RecordError | None = None
        self._handle = handle
        self._good = good
        self._waiting: list[bytes] = []

    @classmethod
    def create(cls, path: Path, record: Record, *, strict: bool = False) -> Journal:
        """Start a new file with what was played already. Raises `RecordError`, also when the file exists."""
        content = record_bytes(record, path)
        try:
            private_directory(path.parent)
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE)
        except (OSError, ValueError) as error:
            raise RecordError("not_writable", file=path, reason=getattr(error, "strerror", None) or error) from None
        journal = cls(path, handle, 0)
        _locked(handle, path)
        journal.strict = strict
        journal._waiting += content.splitlines(keepends=True)
        journal.sync()
        sync_directory(path.parent)
        if strict and journal.trouble is not None:
            journal.discard()
            raise journal.trouble
        return journal

    @classmethod
    def reopen(cls, record: Record) -> Journal:
        """Go on behind the last line of a record that was read. Raises `RecordError`."""
        path = Path(record.file)
        try:
            handle = os.open(path, os.O_WRONLY)
            _locked(handle, path)
            # Somebody wrote between our reading and our lock, or put another file there.
            if os.fstat(handle).st_size != record.length or not still_there(handle, path):
                os.close(handle)
                raise RecordError("in_use", file=path)
            os.ftruncate(handle, record.good)
            if hasattr(os, "fchmod"):
                os.fchmod(handle, _PRIVATE)  # an earlier version wrote it for everybody
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

    @property
    def ours(self) -> bool:
        """Whether the file is still the one we opened, with nothing in it but what we wrote."""
        try:
            return still_there(self._handle, self.path) and os.fstat(self._handle).st_size == self._good
        except OSError:
            return False

    @property
    def holds(self) -> bool:
        """Whether there is anything of the game in the file."""
        return self._good > 0 and self.ours

    def is_at(self, path: str | os.PathLike[str]) -> bool:
        """Whether this path leads to the file of the game."""
        return self._handle >= 0 and still_there(self._handle, os.fspath(path))

    def append(self, entry: Entry, number: int = 0) -> bool:
        """Add one line; `number` is that of a move. False when the file is not ours any more: nothing is written then.

        Raises:
            RecordError: the file would become larger than its reader reads; or this journal is `strict`, and the line cannot be
                written. One that is not says that in `trouble`.
        """
        line = encode(entry_to_json(entry, number))
        most = MAX_BYTES if isinstance(entry, Over) else MAX_BYTES - END_BYTES
        if self._good + sum(map(len, self._waiting)) + len(line) > most:
            raise RecordError("full", file=self.path, limit=MAX_BYTES)
        self._waiting.append(line)
        ours = self._flush()
        if ours and self.strict and self._waiting:
            assert self.trouble is not None  # it says why they wait
            raise self.trouble
        return ours

    def mark(self) -> Mark:
        """How far the game is written, to come `back` to."""
        return self._good, [*self._waiting]

    def back(self, mark: Mark) -> None:
        """Take away what was added since a mark. A file can be cut where it cannot grow."""
        good, waiting = mark
        with contextlib.suppress(OSError):  # then it is overwritten by what comes next
            if good < self._good:
                os.ftruncate(self._handle, good)
        self._good, self._waiting = good, [*waiting]

    def discard(self) -> None:
        """Close the file and delete it, as if it had never been there."""
        with contextlib.suppress(OSError):
            if still_there(self._handle, self.path):
                self.path.unlink()
        self._shut()

    def sync(self) -> bool:
        """Bring everything to the disk, or say in `trouble` why not. False when the file is not ours any more."""
        if not self._flush():
            return False
        if not self._waiting:
            try:
                os.fsync(self._handle)
                self.trouble = None
            except OSError as error:
                self.trouble = RecordError("not_writable", file=self.path, reason=error.strerror or error)
        return True

    def anew(self, record: Record) -> Journal:
        """Another file for a game whose file is not ours any more: the same name if it is free, else one beside it.

        Raises `RecordError`; this journal then stays as it is.
        """
        path, number = self.path, 1
        while os.path.lexists(path) and number < 1000:
            number += 1
            path = self.path.with_name(f"{self.path.stem}-{number}{self.path.suffix}")
        journal = Journal.create(path, record, strict=self.strict)
        self._shut()
        return journal

    def close(self) -> None:
        """Try once more to bring everything to the disk, then close the file; one with nothing in it goes."""
        if self._handle < 0:
            return
        if self.sync() and self._good == 0 and self.ours:
            with contextlib.suppress(OSError):
                self.path.unlink()
        self._shut()

    def _shut(self) -> None:
        with contextlib.suppress(OSError):
            os.close(self._handle)
        self._handle = -1

    def _flush(self) -> bool:
        # With trouble, the piece of a line may still be there: it is overwritten.
        if not (self.ours or (self.trouble is not None and still_there(self._handle, self.path))):
            return False
        if not self._waiting:
            return True
        content = b"".join(self._waiting)
        try:
            # Not O_APPEND: a piece that could not be cut off after an earlier failure is overwritten.
            os.lseek(self._handle, self._good, os.SEEK_SET)
            write_all(self._handle, content)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, self._good)
            self.trouble = RecordError("not_writable", file=self.path, reason=error.strerror or error)
            return True
        self._good += len(content)
        self._waiting.clear()
        self.trouble = None
        return True


def _locked(handle: int, path: Path) -> None:
    try:
        lock(handle, path)
    except RecordError:
        os.close(handle)
        raise
