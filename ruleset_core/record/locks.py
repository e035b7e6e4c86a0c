"""Who writes a file: one program at a time, as far as the system has locks."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from .problems import RecordError

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # no such locks on this system: two terminals could then write one file
    fcntl = None

__all__ = ["in_nobodys_use", "lock", "still_there"]


def lock(handle: int, path: Path) -> None:
    """Keep other programs from writing an open file. Raises `RecordError` if one does; the handle stays open."""
    if fcntl is None:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RecordError("in_use", file=path) from None
    except OSError:  # a file system without locks: go on without
        return


@contextlib.contextmanager
def in_nobodys_use(path: Path) -> Iterator[None]:
    """Hold the lock of a file, if there is one, while another is put in its place. Raises `RecordError`, OSError."""
    try:
        handle = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        yield
        return
    try:
        lock(handle, path)
        yield
    finally:
        os.close(handle)


def still_there(handle: int, path: Path | str) -> bool:
    """Whether the name still leads to the open file: it was not deleted, and no other was put in its place."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))  # noqa: PTH116 - for every decision: quick
    except (OSError, ValueError):
        return False
