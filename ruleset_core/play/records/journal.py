"""Writes records: a journal that appends each decision under a lock, whole files written atomically, and the directory of saved games.

A record is a text file of JSON lines, and a decision is one line, appended before anybody is told of it:

    {"format": "ruleset-record 2", "game": "pig", "hash": "f37c54ba...", "seats": [...], "seed": 4, "draws": [0, 6, 3], ...}
    {"n": 1, "seat": 0, "move": "play roll", "draws": [0, 6, 5], "check": "5b06e454"}
    {"n": 2, "seat": 0, "move": "play hold", "draws": [0, 6, 5], "check": "ec19f0a5"}

A crash may cut the last line, and costs no more than that (`record_lines`). The file is locked while a game is played in it. A
line that cannot be written waits, and `trouble` says why; with `strict` the decision is not done.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeAlias

from ruleset_core.files import (
    NotRegularFileError,
    lock_file,
    names_in,
    private_directory,
    read_regular_file,
    user_directory,
)
from ruleset_core.play.records.record_lines import (
    END_BYTES,
    FORMAT,
    MAX_BYTES,
    Entry,
    Record,
    RecordedAgreement,
    RecordedEnd,
    RecordedHint,
    RecordedResignation,
    RecordError,
    encode_line,
    entry_to_json,
    read_record,
)

# Who writes a file: one program at a time, as far as the system has locks.


def lock_record(handle: int, path: Path) -> None:
    """Keep other programs from writing an open file. Raises `RecordError` if one does; the handle stays open."""
    try:
        lock_file(handle)
    except BlockingIOError:
        raise RecordError("in_use", file=path) from None


@contextlib.contextmanager
def lock_for_replacement(path: Path) -> Iterator[None]:
    """Hold the lock of a file, if there is one, while another is put in its place. Raises `RecordError`, OSError."""
    try:
        handle = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        yield
        return
    try:
        lock_record(handle, path)
        yield
    finally:
        os.close(handle)


def is_same_file(handle: int, path: Path | str) -> bool:
    """Whether the name still leads to the open file: it was not deleted, and no other was put in its place."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))  # noqa: PTH116 - for every decision: quick
    except (OSError, ValueError):
        return False


# Writing whole records: beside the old file first, then in its place, so that a failure leaves the old one intact.


def record_bytes(record: Record, file: str | os.PathLike[str] = "record") -> bytes:
    """The record as the bytes of a file, moves taken back left out.

    Raises:
        RecordError: nobody could read so many; `file` is its name in the message.
    """
    lines = [encode_line(record.header.to_json())]
    for number, move in enumerate(record.moves):
        lines += _asides(record, number)
        lines.append(encode_line(entry_to_json(move, number + 1)))
    lines += _asides(record, len(record.moves))
    if record.agreed:
        lines.append(encode_line(entry_to_json(RecordedAgreement(record.agreed), len(record.moves))))
    if record.over is not None:
        lines.append(encode_line(entry_to_json(RecordedEnd(record.over, record.outcomes), len(record.moves))))
    if record.table is not None:
        lines.append(encode_line(entry_to_json(record.table, len(record.moves))))
    content = b"".join(lines)
    if len(content) > MAX_BYTES:
        raise RecordError("full", file=os.fspath(file), limit=MAX_BYTES)
    return content


def _asides(record: Record, after: int) -> list[bytes]:
    """The lines of the hints that were asked for after so many moves, and of who gave up then."""
    entries: list[Entry] = [RecordedHint(each.seat) for each in record.hints if each.after == after]
    entries += [RecordedResignation(each.seat) for each in record.resigned if each.after == after]
    return [encode_line(entry_to_json(entry, after)) for entry in entries]


def save(record: Record, path: str | os.PathLike[str]) -> Path:
    """Write the record to a file, whole or not at all. Raises `RecordError`; an older file then stays as it was.

    A file that is no record is never overwritten, nor one that a game is being played in.
    """
    file = os.fspath(path)
    target = Path(os.path.realpath(file)) if "\0" not in file else Path(file)
    try:
        foreign = target.exists() and not _is_record(target)
    except (OSError, ValueError) as error:
        raise _failed(file, error) from None
    if foreign:
        raise RecordError("not_ours", file=file)
    try:
        with lock_for_replacement(target):
            write_atomically(
                target, record_bytes(record, file), mode=0o600
            )  # it holds the seed, and with it all that is hidden
    except RecordError:  # somebody plays in it; it is a ValueError too
        raise
    except (OSError, ValueError) as error:
        raise _failed(file, error) from None
    return target


def write_atomically(target: Path, content: bytes, *, mode: int = 0o666) -> None:
    """Write a file beside `target`, then put it in its place. Raises OSError or ValueError; an older file then stays.

    `mode`: who may read and write it, as far as the system's mask allows.
    """
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        try:
            write_fully(handle, content)
            os.fsync(handle)
        finally:
            os.close(handle)
        temporary.replace(target)
    finally:
        with contextlib.suppress(OSError, ValueError):  # it is gone when all went well
            temporary.unlink()
    sync_directory(target.parent)


def _failed(file: str, error: Exception) -> RecordError:
    return RecordError("not_writable", file=file, reason=getattr(error, "strerror", None) or error)


def write_fully(handle: int, content: bytes) -> None:
    """Write everything, in as many pieces as the system takes. Raises OSError."""
    view = memoryview(content)
    while view:
        view = view[os.write(handle, view) :]


def sync_directory(directory: Path) -> None:
    """Make a new name last through a power failure, where the system knows how to."""
    with contextlib.suppress(OSError):
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _is_record(path: Path) -> bool:
    try:
        start = read_regular_file(path, 64)
    except (NotRegularFileError, IsADirectoryError):
        return False
    return not start or start.startswith(f'{{"format":"{FORMAT.split()[0]}'.encode())


# The record of a running game: a line is appended for every decision, nothing is ever rewritten.
#
# A decision is with the system before it is told, so it outlives the program; `sync` brings all to the disk, so that
# it outlives the machine. Saving does not stop play, unless the journal is `strict`. When a line cannot be written,
# the file is cut back to its last whole line, `trouble` holds the reason, and the waiting lines go out with the next
# one that can be written; a strict journal raises it instead. When the file is no longer the one that was opened, or
# somebody else wrote into it, nothing is written any more, and the session begins another one with `anew`. No file
# becomes larger than its reader reads.

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
            if os.fstat(handle).st_size != record.length or not is_same_file(handle, path):
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
            return is_same_file(self._handle, self.path) and os.fstat(self._handle).st_size == self._good
        except OSError:
            return False

    @property
    def holds(self) -> bool:
        """Whether there is anything of the game in the file."""
        return self._good > 0 and self.ours

    def is_at(self, path: str | os.PathLike[str]) -> bool:
        """Whether this path leads to the file of the game."""
        return self._handle >= 0 and is_same_file(self._handle, os.fspath(path))

    def append(self, entry: Entry, number: int = 0) -> bool:
        """Add one line; `number` is that of a move. False when the file is not ours any more: nothing is written then.

        Raises:
            RecordError: the file would become larger than its reader reads; or this journal is `strict`, and the line cannot be
                written. One that is not says that in `trouble`.
        """
        line = encode_line(entry_to_json(entry, number))
        most = (
            MAX_BYTES
            if isinstance(entry, RecordedEnd | RecordedAgreement | RecordedResignation)
            else MAX_BYTES - END_BYTES
        )
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
            if is_same_file(self._handle, self.path):
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

    def continue_elsewhere(self, record: Record) -> Journal:
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
        if not (self.ours or (self.trouble is not None and is_same_file(self._handle, self.path))):
            return False
        if not self._waiting:
            return True
        content = b"".join(self._waiting)
        try:
            # Not O_APPEND: a piece that could not be cut off after an earlier failure is overwritten.
            os.lseek(self._handle, self._good, os.SEEK_SET)
            write_fully(self._handle, content)
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
        lock_record(handle, path)
    except RecordError:
        os.close(handle)
        raise


# Where games are saved by themselves: `$RULESET_STATE`, or `ruleset` in the user's directory for program state.

RECORD_SUFFIX = ".ruleset"


def state_directory() -> Path:
    """The directory of saved games; it need not exist yet. Raises `RecordError` where the user has no home."""
    found = user_directory("RULESET_STATE")
    if found is None:
        raise RecordError("not_writable", file="~", reason="there is no home directory")
    return found


def autosave(record: Record, *, strict: bool = False) -> Journal:
    """Open a new file of its own for this game and write what was played so far. Raises `RecordError`. `strict`: see `Journal`."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    directory = state_directory()
    _make_private(directory)
    for number in range(1, 1000):
        tail = f"-{number}" if number > 1 else ""
        path = directory / f"{record.header.game}-{stamp}{tail}{RECORD_SUFFIX}"
        if not os.path.lexists(path):  # where one may not look, it says no, and writing says why
            return Journal.create(path, record, strict=strict)
    raise RecordError("not_writable", file=directory, reason="too many games")


def _make_private(directory: Path) -> None:
    """Make the directory of saved games for its owner alone, since a record holds the seed. Raises `RecordError`.

    One that the user names by `RULESET_STATE` and that is there stays as it is: it may hold other things.
    """
    try:
        private_directory(directory)
        if not os.environ.get("RULESET_STATE") and directory.stat().st_mode & 0o077:  # made by an earlier version
            directory.chmod(0o700)
    except (OSError, ValueError) as error:
        raise RecordError("not_writable", file=directory, reason=getattr(error, "strerror", None) or error) from None


def saved_files(game: str | None = None) -> list[Path]:
    """The saved games (of one game, if given), the one written to last first. What cannot be looked at, such as a link to nothing, is none."""
    directory, found = state_directory(), list[tuple[int, str, Path]]()
    try:
        names = names_in(directory, RECORD_SUFFIX)
    except OSError:
        return []
    for name in names:
        if name.startswith(f"{game}-" if game else ""):
            path = directory / name
            with suppress(OSError):  # also one that was deleted since the directory was read
                found.append((path.stat().st_mtime_ns, path.stem, path))
    return [path for _, _, path in sorted(found, reverse=True)]


def unfinished_games(game: str | None = None) -> Iterator[Record | RecordError]:
    """The saved games that are not over, newest first; what cannot be read comes as its error."""
    for path in saved_files(game):
        try:
            record = read_record(path)
        except RecordError as error:
            yield error
            continue
        if not record.finished and game in {None, record.header.game}:
            yield record
