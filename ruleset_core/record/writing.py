"""Writing whole records: beside the old file first, then in its place, so that a failure leaves the old one intact."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from ruleset_core.files import NotOrdinaryError, read_ordinary

from .header import FORMAT
from .lines import MAX_BYTES, HintAsked, Over, encode, entry_to_json
from .locks import in_nobodys_use
from .problems import RecordError
from .reading import Record

__all__ = ["record_bytes", "save", "sync_directory", "write_all", "write_whole"]


def record_bytes(record: Record, file: str | os.PathLike[str] = "record") -> bytes:
    """The record as the bytes of a file, moves taken back left out.

    Raises:
        RecordError: nobody could read so many; `file` is its name in the message.
    """
    lines = [encode(record.header.to_json())]
    for number, move in enumerate(record.moves):
        lines += _hints(record, number)
        lines.append(encode(entry_to_json(move, number + 1)))
    lines += _hints(record, len(record.moves))
    if record.over is not None:
        lines.append(encode(entry_to_json(Over(record.over, record.outcomes), len(record.moves))))
    content = b"".join(lines)
    if len(content) > MAX_BYTES:
        raise RecordError("full", file=os.fspath(file), limit=MAX_BYTES)
    return content


def _hints(record: Record, after: int) -> list[bytes]:
    """The lines of the hints that were asked for after so many moves."""
    return [encode(entry_to_json(HintAsked(each.seat), after)) for each in record.hints if each.after == after]


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
        with in_nobodys_use(target):
            write_whole(
                target, record_bytes(record, file), mode=0o600
            )  # it holds the seed, and with it all that is hidden
    except RecordError:  # somebody plays in it; it is a ValueError too
        raise
    except (OSError, ValueError) as error:
        raise _failed(file, error) from None
    return target


def write_whole(target: Path, content: bytes, *, mode: int = 0o666) -> None:
    """Write a file beside `target`, then put it in its place. Raises OSError or ValueError; an older file then stays.

    `mode`: who may read and write it, as far as the system's mask allows.
    """
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        try:
            write_all(handle, content)
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


def write_all(handle: int, content: bytes) -> None:
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
        start = read_ordinary(path, 64)
    except (NotOrdinaryError, IsADirectoryError):
        return False
    return not start or start.startswith(f'{{"format":"{FORMAT.split()[0]}'.encode())
