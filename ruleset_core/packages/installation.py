"""Adds, updates and removes games of others.

    read_package("inn-1.2.zip")         GamePackage: `inn` 1.2, its files and their hash; refused if it has no version, or no sound files
    missing_requirements(package)       ["it is for `fair`, which is not here: add that game first"]
    with staged(files) as directory     the files in a directory that is gone afterwards, for `ruleset check` to read
    install(package)                    moved to `inn/1.2`; the list names it as the version that is played

A version is never written over: what is there under the same number stays, because saved games name it.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from ruleset_core.discovery import DATA_ROOT, EXAMPLES_ROOT, GameNotFoundError, expansions_of, find_game
from ruleset_core.files import lock_file, private_directory, replace_file
from ruleset_core.headers import EXPANSION_FILE, GAME_FILE, GameHeader, is_older, read_header, version_key
from ruleset_core.installed import (
    INDEX,
    INDEX_FORMAT,
    InstalledEntry,
    InstalledVersion,
    LibraryError,
    known_games_directory,
    read_index,
    version_directory,
)
from ruleset_core.packages.archives import content_hash, write_files
from ruleset_core.packages.package_sources import fetch_package, full_source

STAGE: str = ".new-"
"""How directories begin in which a game lies until it is checked."""
STALE: float = 24 * 3600
"""Seconds after which such a directory of a program that was stopped is cleared away."""


@dataclass(frozen=True, slots=True)
class GamePackage:
    """A game or expansion that may be added.

    Attributes:
        header: what its header says.
        is_game: whether it is a game; otherwise an expansion.
        files: its files by their place.
        origin: where it came from, for updates.
        hash: SHA-256 of its files.
    """

    header: GameHeader
    is_game: bool
    files: Mapping[str, bytes]
    origin: str
    hash: str

    @property
    def key(self) -> str:
        """Its name in the list of installed games: `inn`, or `inn/winter` for an expansion."""
        return self.header.id if self.is_game else f"{self.header.of}/{self.header.id}"

    @property
    def version(self) -> str:
        """Its version."""
        return self.header.version

    @property
    def size(self) -> int:
        """Bytes of its files."""
        return sum(map(len, self.files.values()))


def read_package(source: str, wanted: str = "") -> GamePackage:
    """What a directory, a zip file or an address holds. Nothing is kept.

    Args:
        source: a path or an address.
        wanted: what it should be (`inn`, `inn/winter`), if that is known.

    Raises:
        LibraryError: it cannot be read, or cannot be added as it is.
    """
    files = fetch_package(source)
    is_game = GAME_FILE in files
    with staged(files) as directory:
        header = read_header(directory / (GAME_FILE if is_game else EXPANSION_FILE))
    name = GAME_FILE if is_game else EXPANSION_FILE
    if not header.id or (not is_game and not header.of):
        raise LibraryError(f"`{source}` has a {name} without an id: `ruleset check` says what is wrong with it")
    if version_key(header.version) is None:
        raise LibraryError(f'`{source}` has no version: write one into its {name}, such as `version: "1.0"`')
    package = GamePackage(header, is_game, files, full_source(source), content_hash(files))
    if wanted not in {"", package.key}:
        raise LibraryError(f"`{source}` is `{package.key}` now, and no longer `{wanted}`")
    return package


def missing_requirements(package: GamePackage) -> list[str]:
    """What keeps a package from being played here, each as a sentence; nothing if it can be added."""
    header = package.header
    if package.is_game:
        included = any((root / header.id / GAME_FILE).is_file() for root in (DATA_ROOT, EXAMPLES_ROOT))
        wrong = [f"a game `{header.id}` comes with ruleset: the game needs another id"] * included
        needed = {header.like: GAME_FILE} if header.like and "/" not in header.like else {}
    else:
        wrong, needed = [], {header.of: GAME_FILE} | dict.fromkeys(header.requires, EXPANSION_FILE)
    here = _versions_here(header)
    for name, file in needed.items():
        least = header.at_least.get(name, "")
        what = "the game" if file == GAME_FILE else "the expansion"
        if name not in here:
            wrong.append(
                f"it needs {what} `{name}`{f' {least} or newer' * bool(least)}, which is not here: add it first"
            )
        elif is_older(here[name], least):
            there = here[name] or "one without a version"
            wrong.append(f"it needs version {least} of {what} `{name}`, and {there} is here: `ruleset update {name}`")
    return wrong


def _versions_here(header: GameHeader) -> dict[str, str]:
    """The versions of the game that a header is for, and of that game's expansions, by id."""
    base = header.of or header.like
    try:
        directory = find_game(base) if base and "/" not in base else None
    except GameNotFoundError:
        directory = None
    if directory is None:
        return {}
    expansions = expansions_of(base, directory)
    versions = {name: read_header(path / EXPANSION_FILE).version for name, path in expansions.items()}
    return {**versions, base: read_header(directory / GAME_FILE).version}


@contextmanager
def staged(files: Mapping[str, bytes]) -> Iterator[Path]:
    """The files of a package in a directory of their own, which is gone at the end. Raises OSError, `LibraryError`."""
    root = known_games_directory()
    private_directory(root)
    _clear_old(root)
    directory = root / f"{STAGE}{os.urandom(6).hex()}"
    try:
        write_files(files, directory)
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def _clear_old(root: Path) -> None:
    """Remove what a program that was stopped has left behind."""
    for each in root.glob(f"{STAGE}*"):
        try:
            old = time.time() - each.stat().st_mtime > STALE
        except OSError:
            continue
        if old:
            shutil.rmtree(each, ignore_errors=True)


def is_installed(package: GamePackage) -> bool:
    """Whether just these files are installed under this version.

    Raises:
        LibraryError: other files are, under the same version.
    """
    entry = read_index().get(package.key)
    there = entry.versions.get(package.version) if entry else None
    if there is not None and there.hash != package.hash:
        message = (
            f"another `{package.key}` {package.version} is installed: whoever changes a game gives it a new `version:`"
        )
        raise LibraryError(f"{message}; or `ruleset remove {package.key}` first")
    return there is not None


def install(package: GamePackage) -> Path:
    """Keep a package, and play it from now on in place of other versions; gives its directory.

    Raises:
        LibraryError: other files have the same version, or the list cannot be read.
        OSError: it cannot be written; nothing has changed then.
    """
    with _index_lock():
        is_installed(package)  # refuses other files of the same version
        index = read_index()
        target = version_directory(package.key, package.version)
        with staged(package.files) as directory:
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.exists():  # left behind by a program that was stopped before it wrote the list
                shutil.rmtree(target)
            directory.rename(target)
        rights = package.header.rights
        version = InstalledVersion(
            package.hash, package.origin, time.strftime("%Y-%m-%d"), rights.status, rights.licence
        )  # fmt: skip
        old = index.get(package.key)
        versions = {**(old.versions if old else {}), package.version: version}
        _write_index({**index, package.key: InstalledEntry(package.version, versions)})
    return target


def find_installed(name: str) -> str:
    """The key of what somebody calls `inn`, `winter` or `inn/winter`.

    Raises:
        LibraryError: nothing is called so, or several are.
    """
    index = read_index()
    if name in index:
        return name
    found = [key for key in index if key.split("/")[-1] == name]
    if len(found) > 1:
        raise LibraryError(f"several expansions are called `{name}`: {', '.join(f'`{each}`' for each in found)}")
    if not found:
        known = ", ".join(f"`{each}`" for each in index) or "nothing"
        raise LibraryError(f"`{name}` was not added; installed: {known}")
    return found[0]


def dependents(key: str) -> list[str]:
    """What else is installed and needs this."""
    game, _, expansion = key.partition("/")
    found = []
    for each, entry in read_index().items():
        if each == key:
            continue
        file = EXPANSION_FILE if "/" in each else GAME_FILE
        header = read_header(version_directory(each, entry.current) / file)
        needed = expansion in header.requires if expansion else game in {header.of, header.like}
        if needed and (not expansion or header.of == game):
            found.append(each)
    return found


def remove(key: str, version: str | None = None) -> list[str]:
    """Take a game or expansion out, or one version of it; gives the versions that went.

    Raises:
        LibraryError: there is no such version.
        OSError: it cannot be removed.
    """
    with _index_lock():
        index = read_index()
        entry = index[key]
        if version is not None and version not in entry.versions:
            known = ", ".join(entry.versions)
            raise LibraryError(f"there is no version {version} of `{key}`; installed: {known}")
        gone = [*entry.versions] if version is None else [version]
        kept = {each: found for each, found in entry.versions.items() if each not in gone}
        if kept:
            newest = max(kept, key=lambda each: version_key(each) or ())
            index[key] = replace(entry, current=entry.current if entry.current in kept else newest, versions=kept)
        else:
            del index[key]
        _write_index(index)
        for each in gone:
            shutil.rmtree(version_directory(key, each), ignore_errors=True)
    return gone


def _write_index(index: Mapping[str, InstalledEntry]) -> None:
    data = {"format": INDEX_FORMAT, "entries": {key: index[key].to_json() for key in sorted(index)}}
    replace_file(known_games_directory() / INDEX, (json.dumps(data, indent=1) + "\n").encode())


@contextmanager
def _index_lock() -> Iterator[None]:
    """Keep other programs from writing the list for a while."""
    root = known_games_directory()
    private_directory(root)
    handle = os.open(root / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        lock_file(handle, wait=True)
        yield
    finally:
        os.close(handle)
