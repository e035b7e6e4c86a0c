"""What kept bytes depend on besides data: the code that wrote them."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from ruleset_core.files import read_ordinary

__all__ = ["version_of"]

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
