"""Files made by others: opened without waiting, read up to a limit, written atomically."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from errno import EINVAL, ENXIO
from pathlib import Path
from types import ModuleType

from ruleset_core.values import set_within

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # no such locks on this system: two programs could then write one file
    fcntl = None

HEADERS = ("game.yaml", "expansion.yaml")
"""The files by which the directory of a game is known, and that of an expansion."""
LESSONS = "lessons"
"""The folder of a game or expansion with its lessons, and their section in its files."""


class NotRegularFileError(OSError):
    """Something else stands where a file should: a pipe, a socket, a device."""


_LARGEST = 1 << 26
_UNSAVED: ContextVar[Mapping[str, bytes] | None] = ContextVar("_UNSAVED", default=None)
"""What files hold in an editor, by their absolute names, while somebody reads them as they are there."""


def with_unsaved(texts: Mapping[str, bytes]) -> AbstractContextManager[object]:
    """Read files for a while as an editor has them, by their absolute names; all others as they lie on disk.

    >>> with with_unsaved({"/no/such/file.yaml": b"pot: 3"}):
    ...     read_regular_file("/no/such/file.yaml", 4), is_file("/no/such/file.yaml"), names_in(Path("/no/such"), ".yaml")
    (b'pot:', True, ['file.yaml'])
    """
    return set_within(_UNSAVED, texts or None)


def read_regular_file(path: str | os.PathLike[str], limit: int) -> bytes:
    """The first bytes of an ordinary file, `limit` at most.

    Raises:
        NotRegularFileError: it is something else.
        OSError: it cannot be read.
    """
    name = os.fspath(path)
    unsaved = _UNSAVED.get()
    if unsaved is not None and (text := unsaved.get(os.path.abspath(name))) is not None:  # noqa: PTH100 - links stay
        return text[:limit]
    try:
        with open(name, "rb", opener=_open_without_waiting) as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise NotRegularFileError(EINVAL, "it is not an ordinary file", name)
            return stream.read(limit)
    except ValueError as problem:  # a NUL character in the name
        raise OSError(EINVAL, str(problem), name) from None
    except OSError as problem:
        if problem.errno == ENXIO:  # how the system refuses to open a socket
            raise NotRegularFileError(EINVAL, "it is not an ordinary file", name) from None
        raise


def file_bytes(path: Path) -> bytes:
    """All of an ordinary file that is not larger than any of ours. Raises what `read_regular_file` raises."""
    return read_regular_file(path, _LARGEST)


def _open_without_waiting(name: str, flags: int) -> int:
    """Open a pipe without waiting for its other end, and a terminal without making it ours."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


def write_new(path: Path, content: bytes) -> None:
    """Write a file where nothing is yet.

    Raises:
        FileExistsError: something is there already; it stays as it is.
        OSError: it cannot be written.
    """
    with with_file_name(path), path.open("xb") as stream:
        stream.write(content)


def replace_file(path: Path, content: bytes) -> None:
    """Write a file beside the old one, with its permissions, then put it in its place. Raises OSError; the old one then stays."""
    with temporary_path(path) as beside:
        beside.write_bytes(content)


@contextmanager
def with_file_name(name: str | os.PathLike[str], temporary: Path | None = None) -> Iterator[None]:
    """Give an `OSError` this file name where it has none, or only that of a temporary file.

    The system gives none where a write fails, on a full disk for instance.
    """
    try:
        yield
    except OSError as problem:
        unnamed = (
            problem.filename is None and problem.errno is not None
        )  # without a number it is no message of the system
        if unnamed or (temporary is not None and problem.filename == os.fspath(temporary)):
            problem.filename = os.fspath(name)
        raise


@contextmanager
def temporary_path(path: Path) -> Iterator[Path]:
    """A name beside `path` to write a file to, which takes its place, with its permissions, at the end of the block.

    Where the block raises, the old file stays as it was. A pipe or a device (`/dev/stdout`) cannot be replaced: its own name is given.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with with_file_name(path):
            yield path
        return
    beside = target.with_name(f".{target.name}.{os.urandom(4).hex()}.tmp")
    try:
        with with_file_name(path, beside):
            yield beside
            if beside.exists():  # a table without rows may be no file
                if target.exists():
                    beside.chmod(stat.S_IMODE(target.stat().st_mode))
                beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


USER_DIRECTORIES = {
    "RULESET_STATE": ("XDG_STATE_HOME", (".local", "state"), (), ()),
    "RULESET_CACHE": ("XDG_CACHE_HOME", (".cache",), ("Library", "Caches"), ("cache",)),
    "RULESET_GAMES": ("XDG_DATA_HOME", (".local", "share"), ("Library", "Application Support"), ("games",)),
}
"""By the variable that names a directory of ours: the variable of the system, and below the user's home where it is on Linux, on a Mac
and, behind the directory of local programs, on Windows. An empty place: as on Linux."""


def user_directory(variable: str) -> Path | None:
    """Where things of a kind are kept for a user, by a key of `USER_DIRECTORIES`; None for a user without a home. It need not exist yet.

    What the variable names is taken as it is; elsewhere the directory is called `ruleset`.
    """
    own = os.environ.get(variable)
    if own:
        return Path(own)
    system, linux, mac, windows = USER_DIRECTORIES[variable]
    base = os.environ.get(system, "")
    if os.path.isabs(base):  # noqa: PTH117 - the rules of XDG say that a relative one is to be ignored
        return Path(base) / "ruleset"
    try:
        if sys.platform == "win32" and windows:
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local").joinpath(
                "ruleset", *windows
            )
        return Path.home().joinpath(*(mac if sys.platform == "darwin" and mac else linux), "ruleset")
    except RuntimeError:
        return None


def lock_file(handle: int, *, wait: bool = False) -> None:
    """Keep other programs that lock it, too, from an open file until it is closed; nothing where the system has no locks.

    Raises:
        BlockingIOError: another program has it, and `wait` does not say to wait for that one.
    """
    if fcntl is None:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        raise
    except OSError:  # a file system without locks: go on without
        return


def private_directory(path: Path) -> None:
    """Make a directory that its owner alone may look into, and those above it. One that is there already stays as it is.

    Raises:
        OSError: it cannot be made.
    """
    if not path.parent.exists():  # where it is a file, the next line says that it is no directory
        path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir(mode=0o700, exist_ok=True)


def os_error_reason(problem: OSError) -> str:
    """Why something cannot be read, as the end of a sentence: `permission denied`."""
    said = problem.strerror or str(problem)
    return f"{said[:1].lower()}{said[1:]}"


def names_in(directory: Path, ending: str) -> list[str]:
    """The names in a directory that end so, in order; none when there is no such directory.

    Raises:
        OSError: there is one, or something else of that name, and it cannot be listed.
    """
    unsaved = {Path(name).name for name in _UNSAVED.get() or () if os.path.dirname(name) == os.path.abspath(directory)}  # noqa: PTH100, PTH120 - links stay
    try:
        return sorted(name for name in {*os.listdir(directory), *unsaved} if name.endswith(ending))  # noqa: PTH208 - names are wanted
    except FileNotFoundError:
        if os.path.lexists(directory):  # a link that leads nowhere
            raise
        return sorted(name for name in unsaved if name.endswith(ending))


def is_file(path: str | os.PathLike[str]) -> bool:
    """Whether there is an ordinary file that can be seen; what cannot be looked at is none."""
    if os.path.isfile(path):  # noqa: PTH113 - unlike `Path.is_file` it never raises
        return True
    unsaved = _UNSAVED.get()
    return unsaved is not None and os.path.abspath(path) in unsaved  # noqa: PTH100 - links stay


def is_directory(path: str | os.PathLike[str]) -> bool:
    """Whether there is a directory that can be seen; what cannot be looked at is none."""
    return os.path.isdir(path)  # noqa: PTH112 - unlike `Path.is_dir` it never raises


def escapes_directory(path: Path) -> bool:
    """Whether a file is reached by a link out of the directory of its game; of an expansion in its game, that of the game."""
    around = [each for each in path.absolute().parents if any(is_file(each / name) for name in HEADERS)]
    return not path.resolve().is_relative_to((around[-1] if around else path.parent).resolve())
