"""The cache on disk of compiled code and linked games, with checks of ownership and content, and what its keys depend on.

Linking and compiling a large game takes long; a process that finds the results on disk needs neither. What is read is code
that will run, so the directory must be the user's own, and each file is checked:

    name      HASH.wasm, HASH-RUNTIME.native: hash of the game's files and of the sources of this package; for machine code also of
              the version of wasmtime and the processor
    file      digest of name and content, then the content

    get(name)          the content; None if there is no file, or its digest does not fit
    put(name, bytes)   written under another name and renamed, so no reader sees half a file; then the files used longest ago
                       are removed until all take less than the limit
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from ruleset_core.files import is_directory, user_directory

# What kept bytes depend on besides data: the code that wrote them.

_LONGEST = 1 << 24
"""Bytes of a module that are looked at: more than any has."""


BUNDLE = "RULESET_BUNDLE"
"""Environment variable: the cache is one that an exported game brings with the program, or one that is made for that. Nothing in it
can be out of date."""


def is_bundled() -> bool:
    """Whether the cache belongs to an exported game: sources and files of games are not compared with it."""
    return bool(os.environ.get(BUNDLE))


@cache
def source_stamp(*packages: str) -> str:
    """What tells versions of packages apart, each with all below it: the sizes and times of their files. A module may be named, too.

    It is what Python goes by when it uses its own compiled modules; the time of the last change of an entry (`ctime`) is looked at besides,
    which nobody can set, so that a file put in the place of another one is noticed whatever time it says it has.

    Raises:
        OSError: a directory cannot be listed, as in an archive.
    """
    if is_bundled():
        return "bundle"
    found = blake2b(digest_size=16)
    for package in packages:
        for name, about in sorted(_files(package)):
            found.update(f"{name}\0{about.st_size} {about.st_mtime_ns} {about.st_ctime_ns}\0".encode())
    return found.hexdigest()


def _directories(packages: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The directories of packages, each with the name of its package."""
    for package in packages:
        spec = find_spec(package)
        assert spec is not None
        for place in spec.submodule_search_locations or ():
            yield package, place


def _files(package: str) -> Iterator[tuple[str, os.stat_result]]:
    """The files of a package, or the one of a module, with what the system says about them."""
    for _, place in _directories((package,)):
        yield from _below(place)
    spec = find_spec(package)
    if spec is not None and spec.submodule_search_locations is None and spec.origin is not None:
        yield spec.origin, Path(spec.origin).stat()


def _below(directory: str) -> Iterator[tuple[str, os.stat_result]]:
    """All files below a directory but what Python compiled, with what the system says about them."""
    with os.scandir(directory) as entries:
        for each in entries:
            if each.is_dir():
                if each.name != "__pycache__":
                    yield from _below(each.path)
            else:
                yield each.path, each.stat()


# What was compiled, kept on disk: files of bytes by name, in a directory of the user's own.
#
# Loading native code runs it, so nothing is read from a directory or file that another user could have written: the
# directory is no link, belongs to the user and has mode 0700, which is looked at when it is opened, and all files are
# reached through what was opened then. Whoever can write there is the user or the system itself, and can run code
# anyway; so no secret signs the files. A checksum of name and content stands in each, against damage: half a file
# must not be run. Where the system has no such modes (Windows), native code is not kept.
#
# Nothing that goes wrong here is an error: what cannot be kept is made again.

CACHE = "RULESET_CACHE"
"""Environment variable: the directory itself."""

LIMIT = 64 * 1024 * 1024
"""Bytes that are kept; what was not used for longest goes first."""

_MAGIC = b"ruleset cache 1\n"
_DIGEST = 32
_STALE = 3600.0
"""Seconds after which a file that was never finished is removed."""

_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
_HAS_OWNERS = hasattr(os, "geteuid") and os.open in os.supports_dir_fd


def cache_directory() -> Path | None:
    """Where things are kept: `RULESET_CACHE`, else `ruleset` in the user's directory of caches; None without a home."""
    return user_directory(CACHE)


class DiskCache:
    """A directory of files by name. Names are letters, digits, dots and dashes."""

    def __init__(self, directory: Path | None, limit: int = LIMIT) -> None:
        self._directory, self._limit = directory, limit

    @cached_property
    def why_not(self) -> str | None:
        """Why nothing is kept, as the end of a sentence; None when the directory is fit, or could be made."""
        try:
            with self._opened():
                return None
        except OSError as problem:
            return problem.strerror or str(problem)

    @property
    def keeps_code(self) -> bool:
        """Whether native code may be kept: only where a directory can be told to be the user's own."""
        return _HAS_OWNERS

    def get(self, name: str) -> bytes | None:
        """What is kept under a name, whole and undamaged; None otherwise."""
        try:
            with self._opened() as place:
                return self._read(place, name)
        except OSError:
            return None

    def put(self, name: str, content: bytes) -> None:
        """Keep it under a name, if it can be done; then make room."""
        raw = _MAGIC + _digest(name, content) + content
        if len(raw) > self._limit:
            return
        with suppress(OSError), self._opened() as place:
            self._write(place, name, raw)
            self._tidy(place)

    def drop(self, name: str) -> None:
        """Keep it no longer."""
        with suppress(OSError), self._opened() as place:
            place.remove(name)

    @contextmanager
    def _opened(self) -> Iterator[_Place]:
        """The directory, made if need be, open and found to be the user's own. Raises OSError."""
        if self._directory is None:
            raise OSError("the user has no home directory")
        if not is_directory(self._directory):
            self._directory.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):
                self._directory.mkdir(mode=0o700)
        if not _HAS_OWNERS:
            yield _Place(None, self._directory)
            return
        handle = os.open(self._directory, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            found = os.fstat(handle)
            if found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & 0o077:
                raise OSError(f"`{self._directory}` does not belong to the user alone")
            yield _Place(handle, self._directory)
        finally:
            os.close(handle)

    def _read(self, place: _Place, name: str) -> bytes | None:
        handle = place.handle(name, os.O_RDONLY)
        with os.fdopen(handle, "rb") as file:
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode) or (_HAS_OWNERS and not _own(found)):
                return None
            raw = file.read(self._limit + 1)
            start = len(_MAGIC) + _DIGEST
            content = raw[start:]
            if raw[:start] != _MAGIC + _digest(name, content):
                return None
            with suppress(OSError):  # it was used just now; on a disk that is not written to, nobody remembers
                place.touch(handle, name)
        return content

    def _write(self, place: _Place, name: str, raw: bytes) -> None:
        """Write a file under another name and rename it, so that no reader ever sees half of one."""
        passing = f"{name}.{os.getpid()}-{time.monotonic_ns()}.new"
        handle = place.handle(passing, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(raw)
            place.rename(passing, name)
        except OSError:
            with suppress(OSError):
                place.remove(passing)
            raise

    def _tidy(self, place: _Place) -> None:
        """Remove what was used longest ago until the rest is within the limit, and files that were never finished."""
        found = sorted(place.listed(), key=lambda each: each[1].st_mtime_ns, reverse=True)
        total = 0
        for name, about in found:
            passing = name.endswith(".new")
            total += 0 if passing else about.st_size
            if total > self._limit or (passing and time.time() - about.st_mtime > _STALE):
                with suppress(OSError):  # another process may have removed it
                    place.remove(name)


class _Place:
    """An open directory, and its files by name; without a handle, on systems that know none, the directory's path."""

    def __init__(self, handle: int | None, path: Path) -> None:
        self._handle, self._path = handle, path

    def _name(self, name: str) -> str:
        return name if self._handle is not None else str(self._path / name)

    def handle(self, name: str, flags: int) -> int:
        """A handle of a file; links are not followed."""
        return os.open(self._name(name), flags | _FLAGS, 0o600, dir_fd=self._handle)

    def rename(self, old: str, new: str) -> None:
        """Put a file in the place of another."""
        os.replace(self._name(old), self._name(new), src_dir_fd=self._handle, dst_dir_fd=self._handle)

    def remove(self, name: str) -> None:
        """Delete a file."""
        os.unlink(self._name(name), dir_fd=self._handle)

    def touch(self, handle: int, name: str) -> None:
        """Note that a file was used now."""
        os.utime(handle if self._handle is not None else self._name(name))

    def listed(self) -> Iterator[tuple[str, os.stat_result]]:
        """All files, with what the system says about them."""
        with os.scandir(self._path if self._handle is None else self._handle) as entries:
            for each in entries:
                with suppress(OSError):
                    if each.is_file(follow_symlinks=False):
                        yield each.name, each.stat(follow_symlinks=False)


def _own(found: os.stat_result) -> bool:
    return found.st_uid == os.geteuid() and not stat.S_IMODE(found.st_mode) & 0o022


def _digest(name: str, content: bytes) -> bytes:
    return blake2b(name.encode() + b"\0" + content, digest_size=_DIGEST).digest()
