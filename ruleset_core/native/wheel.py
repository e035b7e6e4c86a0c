"""Finding the library that the package `wasmtime` brings, without importing that package: its wrappers take 50 ms."""

from __future__ import annotations

import platform
import sys
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

__all__ = ["INSTALL", "OLDEST", "TRIED", "Library", "MissingError", "find", "major_of"]

OLDEST, TRIED = 40, 50
"""Major versions of `wasmtime`: the oldest that fits, as `pyproject.toml` says, and the newest that was tried. The functions of `binding`
are the same in all of them; whether they are in a newer one, `selftest` finds out."""

INSTALL = "`pip install -U wasmtime` installs one that fits"

_NAMES = {
    "linux": "_libwasmtime.so",
    "android": "_libwasmtime.so",
    "darwin": "_libwasmtime.dylib",
    "win32": "_wasmtime.dll",
}
_MACHINES = {"AMD64": "x86_64", "x86_64": "x86_64", "arm64": "aarch64", "ARM64": "aarch64", "aarch64": "aarch64"}


class MissingError(Exception):
    """There is no library that fits; the message says why, as a sentence without a full stop."""


class Library(NamedTuple):
    """A library that fits: where it is, and the version of `wasmtime` it is."""

    path: Path
    version: str


@cache
def find() -> Library:
    """The library of the installed `wasmtime`. Raises `MissingError`."""
    try:
        found = distribution("wasmtime")
        version = found.version
    except PackageNotFoundError:
        raise MissingError(f"the package `wasmtime` is not installed; {INSTALL}") from None
    if major_of(version) < OLDEST:
        raise MissingError(
            f"`wasmtime` {version} is installed, and version {OLDEST} or a newer one is needed; {INSTALL}"
        )
    return Library(_library_of(found), version)


def major_of(version: str) -> int:
    """The first number of a version; -1 where there is none."""
    major = str(version).split(".", maxsplit=1)[0]
    return int(major) if major.isdecimal() else -1


def _library_of(found: Distribution) -> Path:
    system = "android" if hasattr(sys, "getandroidapilevel") else sys.platform
    machine = _MACHINES.get(platform.machine())
    if system in _NAMES and machine is not None and sys.maxsize > 2**32 and sys.byteorder == "little":
        path = Path(str(found.locate_file(f"wasmtime/{system}-{machine}/{_NAMES[system]}")))
        if path.is_file():
            return path
    raise MissingError(f"`wasmtime` has no library for this system ({system}, {platform.machine()})")
