"""Games and expansions that a user has added: which versions of each there are, and where.

They lie in `$RULESET_GAMES`, or `ruleset` in the user's directory of data, each version in a directory of its own, and a list says
which version of each is played:

    installed.json              {"format": 1, "entries": {"inn": {"current": "1.2", "versions": {"1.1": {...}, "1.2": {...}}}}}
    inn/1.1/game.yaml           kept, because saved games name it
    inn/1.2/game.yaml
    inn/winter/1.0/expansion.yaml       an expansion `winter` of the game `inn`, listed as `inn/winter`

Only the list is read here, when games are looked for; `ruleset_core.packages` writes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ruleset_core.errors import RulesetError
from ruleset_core.files import os_error_reason, read_regular_file, user_directory
from ruleset_core.headers import RIGHTS, version_key
from ruleset_core.values import is_name

GAMES_VARIABLE: Final = "RULESET_GAMES"
"""Environment variable: the directory of installed games."""
INDEX: Final = "installed.json"
INDEX_FORMAT: Final = 1
MOST_BYTES: Final = 4 * 1024 * 1024
"""Bytes of the list at most."""


class LibraryError(RulesetError):
    """A game cannot be added, updated, removed or packed, or the list of installed games cannot be read."""


@dataclass(frozen=True, slots=True)
class InstalledVersion:
    """One version of a game or expansion.

    Attributes:
        hash: SHA-256 of its files, as `packages.archives.content_hash` makes it.
        origin: the path or address it came from.
        added: when, as a date (`2026-11-28`).
        rights: what others may do with it, one of `headers.RIGHTS`.
        licence: its licence, if it names one.
    """

    hash: str
    origin: str
    added: str
    rights: str = "private"
    licence: str = ""

    def to_json(self) -> dict[str, str]:
        """It as plain data."""
        return {
            "hash": self.hash, "origin": self.origin, "added": self.added, "rights": self.rights, "licence": self.licence,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class InstalledEntry:
    """The versions of a game or expansion, and which one is played."""

    current: str
    versions: Mapping[str, InstalledVersion] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """It as plain data, versions from the oldest on."""
        order = sorted(self.versions, key=lambda each: version_key(each) or ())
        return {"current": self.current, "versions": {each: self.versions[each].to_json() for each in order}}


def games_directory() -> Path | None:
    """Where installed games are; None for a user without a home. It need not exist yet."""
    return user_directory(GAMES_VARIABLE)


def known_games_directory() -> Path:
    """The same; raises `LibraryError` without a home directory."""
    root = games_directory()
    if root is None:
        raise LibraryError(f"there is no home directory to keep games in; name one in {GAMES_VARIABLE}")
    return root


def version_directory(key: str, version: str) -> Path:
    """The directory of a version of `inn`, or of the expansion `inn/winter`. Raises `LibraryError` without a home directory."""
    return known_games_directory().joinpath(*key.split("/"), version)


def read_index() -> dict[str, InstalledEntry]:
    """All that is installed, by game (`inn`) or game and expansion (`inn/winter`); nothing where there is no list.

    Raises:
        LibraryError: the list cannot be read.
    """
    root = games_directory()
    if root is None:
        return {}
    file = root / INDEX
    try:
        raw = read_regular_file(file, MOST_BYTES)  # what is cut off is no JSON
    except FileNotFoundError:
        return {}
    except OSError as problem:
        raise LibraryError(f"the list of installed games `{file}` cannot be read: {os_error_reason(problem)}") from None
    try:
        return _index(json.loads(raw))
    except (ValueError, RecursionError) as problem:
        advice = f"move it away and add your games again; they lie in `{root}`"
        raise LibraryError(f"the list of installed games `{file}` is damaged ({problem}): {advice}") from None


def _index(data: Any) -> dict[str, InstalledEntry]:
    if not isinstance(data, dict) or data.get("format") != INDEX_FORMAT or not isinstance(data.get("entries"), dict):
        raise ValueError(f"it is no list of format {INDEX_FORMAT}")
    return {key: _entry(key, given) for key, given in data["entries"].items()}


def _entry(key: str, given: Any) -> InstalledEntry:
    if not 1 <= len(key.split("/")) <= 2 or not all(map(is_name, key.split("/"))):
        raise ValueError("a name in it is none")
    try:
        versions = {version: InstalledVersion(**each) for version, each in given["versions"].items()}
        current = given["current"]
    except (TypeError, KeyError, AttributeError):
        raise ValueError(f"`{key}` is incomplete") from None
    texts = [text for each in versions.values() for text in each.to_json().values()]
    sound = all(isinstance(text, str) for text in texts) and all(each.rights in RIGHTS for each in versions.values())
    if not sound or current not in versions or any(version_key(each) is None for each in versions):
        raise ValueError(f"`{key}` is incomplete")
    return InstalledEntry(current, versions)


def versions_in(directories: Iterable[Path]) -> dict[str, str]:
    """The versions of installed games and expansions that lie in some directories, by key: `{"inn": "1.2"}` for `.../inn/1.2`."""
    root = games_directory()
    found: dict[str, str] = {}
    for each in directories:
        if root is None or not each.is_relative_to(root):
            continue
        parts = each.relative_to(root).parts
        place = next((at for at, part in enumerate(parts) if version_key(part) is not None), 0)
        if place:
            found["/".join(parts[:place])] = parts[place]
    return found


def versioned_directories(versions: Mapping[str, str]) -> list[Path]:
    """The directories of versions that are installed, as `versions_in` gives them; those that are not are left out."""
    try:
        index = read_index()
    except LibraryError:
        return []
    return [
        version_directory(key, each) for key, each in versions.items() if key in index and each in index[key].versions
    ]


def current_directories() -> Iterator[Path]:
    """The directories of the versions that are played, games first; none where the list cannot be read."""
    try:
        index = read_index()
    except LibraryError:
        return
    for key in sorted(index, key=lambda each: ("/" in each, each)):
        yield version_directory(key, index[key].current)
