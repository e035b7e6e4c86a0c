"""What kept bytes depend on besides data: the code that wrote them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from ruleset_core.files import read_ordinary

__all__ = ["stamp_of", "version_of"]

_LONGEST = 1 << 24
"""Bytes of a module that are looked at: more than any has."""


@cache
def version_of(*packages: str) -> str:
    """A hash of the sources of packages, each with all below it: after any change to them, what they write is another thing.

    It takes some milliseconds, once. Numbers of versions would not do for those who change the sources.
    """
    found = blake2b(digest_size=16)
    for package in packages:
        spec = find_spec(package)
        assert spec is not None
        for place in spec.submodule_search_locations or ():
            for path in sorted(Path(place).rglob("*.py")):
                found.update(f"{package}/{path.relative_to(place).as_posix()}\0".encode())
                found.update(read_ordinary(path, _LONGEST) + b"\0")
    return found.hexdigest()


@cache
def stamp_of(*packages: str) -> str:
    """The same by the sizes and times of all files, which takes a tenth of the time.

    It is what Python goes by when it uses its own compiled modules; the time of the last change of an entry (`ctime`) is looked at besides,
    which nobody can set, so that a file put in the place of another one is noticed whatever time it says it has.

    Raises:
        OSError: a directory cannot be listed, as in an archive.
    """
    found = blake2b(digest_size=16)
    for package in packages:
        spec = find_spec(package)
        assert spec is not None
        for place in spec.submodule_search_locations or ():
            for name, about in sorted(_below(place)):
                found.update(f"{name}\0{about.st_size} {about.st_mtime_ns} {about.st_ctime_ns}\0".encode())
    return found.hexdigest()


def _below(directory: str) -> Iterator[tuple[str, os.stat_result]]:
    """All files below a directory but what Python compiled, with what the system says about them."""
    with os.scandir(directory) as entries:
        for each in entries:
            if each.is_dir():
                if each.name != "__pycache__":
                    yield from _below(each.path)
            else:
                yield each.path, each.stat()
