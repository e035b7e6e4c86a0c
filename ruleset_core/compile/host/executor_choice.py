"""Which executor runs, by environment and installation, and why not the core. Finds the library of `wasmtime` without importing it."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from contextvars import ContextVar
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

from ruleset_core.errors import RulesetError
from ruleset_core.values import set_within

# Finding the library that the package `wasmtime` brings, without importing that package: its wrappers take 50 ms.

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


class MissingLibraryError(Exception):
    """There is no library that fits; the message says why, as a sentence without a full stop."""


class WasmtimeLibrary(NamedTuple):
    """A library that fits: where it is, and the version of `wasmtime` it is."""

    path: Path
    version: str


@cache
def find_library() -> WasmtimeLibrary:
    """The library of the installed `wasmtime`. Raises `MissingLibraryError`."""
    try:
        found = distribution("wasmtime")
        version = found.version
    except PackageNotFoundError:
        raise MissingLibraryError(f"the package `wasmtime` is not installed; {INSTALL}") from None
    if major_of(version) < OLDEST:
        raise MissingLibraryError(
            f"`wasmtime` {version} is installed, and version {OLDEST} or a newer one is needed; {INSTALL}"
        )
    return WasmtimeLibrary(_library_of(found), version)


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
    raise MissingLibraryError(f"`wasmtime` has no library for this system ({system}, {platform.machine()})")


# What the environment says about executors, and which of them runs.

EXECUTOR = "RULESET_EXECUTOR"
"""Environment variable: `core` or `interpreter`. Without it, games are played by their core where there is one."""

NO_CACHE = "RULESET_NO_CACHE"
"""Environment variable: with anything in it, nothing is kept on disk, nor read from there."""

IN_BROWSER = sys.platform == "emscripten"
"""Whether Python itself runs in WebAssembly: then the engine of the browser runs modules, not `wasmtime`."""

_EXECUTORS = ("core", "interpreter")
_switched_off = ContextVar("_switched_off", default=False)
_announce: ContextVar[Callable[[], None] | None] = ContextVar("_announce", default=None)


class SwitchError(RulesetError):
    """An environment variable says what is not known."""


class Executor(NamedTuple):
    """Which executor plays: `core` or `interpreter`, and why it is not the core (empty if it is).

    Example:
        >>> from ruleset_core import executor
        >>> executor().name in {"core", "interpreter"}
        True
    """

    name: str
    why: str
    version: str

    def __str__(self) -> str:
        """In words, as `ruleset --version` and `ruleset bench` say it."""
        if self.name == "core":
            return f"core (wasmtime {self.version})" if self.version else "core"
        return f"{self.name.title()}, not the core: {self.why}"


def wanted_executor() -> str:
    """The executor that the environment asks for; `core` when it asks for none. Raises `SwitchError`."""
    name = os.environ.get(EXECUTOR, "").strip().lower() or "core"
    if name == "python":
        raise SwitchError(
            f"{EXECUTOR} is `python`, and games are no longer written out in Python; leave it out, or say `interpreter`"
        )
    if name not in _EXECUTORS:
        raise SwitchError(f"{EXECUTOR} is `{name}`; it may be `core` or `interpreter`")
    return name


def executor() -> Executor:
    """Which executor plays here, and why it is not the core. Raises `SwitchError`."""
    why = why_not()
    if why is not None:
        return Executor("interpreter", why, "")

    return Executor("core", "", "" if IN_BROWSER else find_library().version)


def why_not() -> str | None:
    """Why WebAssembly cannot be run here, as a sentence without a full stop; None when it can.

    Raises:
        SwitchError: the environment asks for an executor that is not known.
    """
    name = wanted_executor()
    if name != "core":
        return f"{EXECUTOR} is `{name}`"
    if IN_BROWSER:
        from ruleset_core.compile.host.javascript_host import host

        try:
            host()
        except ImportError:
            return "the page gave no functions to run WebAssembly with"
        return None
    little = "nothing can be run here: there is too little memory"
    try:
        from ruleset_core.compile.host.selftest import probe_wasmtime
        from ruleset_core.compile.host.wasmtime_binding import WasmError
    except MemoryError:  # modules take some, too
        return little
    try:
        probe_wasmtime()
    except MissingLibraryError as missing:
        return str(missing)
    except WasmError as problem:  # no room for a memory, say
        return f"nothing can be run here: {' '.join(str(problem).split())}"
    except MemoryError:  # before the library was even found
        return little
    return None


def cache_wanted() -> bool:
    """Whether what was compiled may be kept on disk and read from there."""
    return not (_switched_off.get() or os.environ.get(NO_CACHE))


def without_cache() -> AbstractContextManager[object]:
    """Neither read nor write the cache on disk for a while, in this thread: what `--no-cache` does."""
    return set_within(_switched_off, True)


def announce() -> Callable[[], None] | None:
    """What to call when compiling takes its time; None when nobody waits to be told."""
    return _announce.get()


def announcing(call: Callable[[], None]) -> AbstractContextManager[object]:
    """For a while, in this thread, have `call` called whenever compiling takes its time; it is called in another thread."""
    return set_within(_announce, call)
