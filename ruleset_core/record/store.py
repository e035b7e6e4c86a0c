"""Where games are saved by themselves: `$RULESET_STATE`, or `ruleset` in the user's directory for program state."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ruleset_core.files import names_in, private_directory

from .journal import Journal
from .problems import RecordError
from .reading import Record, read_record

__all__ = ["SUFFIX", "autosave", "saved_files", "state_directory", "unfinished"]

SUFFIX = ".ruleset"


def state_directory() -> Path:
    """The directory of saved games; it need not exist yet. Raises `RecordError` where the user has no home."""
    own = os.environ.get("RULESET_STATE")
    if own:
        return Path(own)
    # The XDG rules say that a relative path there is to be ignored.
    base = os.environ.get("XDG_STATE_HOME", "")
    try:
        return (Path(base) if Path(base).is_absolute() else Path.home() / ".local" / "state") / "ruleset"
    except RuntimeError as error:
        raise RecordError("not_writable", file="~", reason=error) from None


def autosave(record: Record, *, strict: bool = False) -> Journal:
    """Open a new file of its own for this game and write what was played so far. Raises `RecordError`. `strict`: see `Journal`."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    directory = state_directory()
    _make_private(directory)
    for number in range(1, 1000):
        tail = f"-{number}" if number > 1 else ""
        path = directory / f"{record.header.game}-{stamp}{tail}{SUFFIX}"
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
        names = names_in(directory, SUFFIX)
    except OSError:
        return []
    for name in names:
        if name.startswith(f"{game}-" if game else ""):
            path = directory / name
            with suppress(OSError):  # also one that was deleted since the directory was read
                found.append((path.stat().st_mtime_ns, path.stem, path))
    return [path for _, _, path in sorted(found, reverse=True)]


def unfinished(game: str | None = None) -> Iterator[Record | RecordError]:
    """The saved games that are not over, newest first; what cannot be read comes as its error."""
    for path in saved_files(game):
        try:
            record = read_record(path)
        except RecordError as error:
            yield error
            continue
        if record.over is None and game in {None, record.header.game}:
            yield record
