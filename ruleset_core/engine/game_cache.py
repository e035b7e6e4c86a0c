"""Linked games kept on disk, beside the compiled core (`native/cache`): a second process does not parse and link a game again.

What is kept is found by a key of everything it was made of: the bytes of all files of the game and of what is laid on it, in their order,
and the package that linked it. What does not fit, or is damaged, is linked again and written anew; what cannot be written is not kept.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ruleset_core.engine.kept_headers import KeptHeaders
from ruleset_core.engine.stored import StoredGame, to_bytes
from ruleset_core.lang.serialize.reader import DamagedError
from ruleset_core.lineage import EXPANSION_FILE, GAME_FILE, Lineage
from ruleset_core.model.diagnostic import Diagnostic
from ruleset_core.native.cache import Cache, cache_directory
from ruleset_core.native.keys import stamp_of
from ruleset_core.native.switches import cache_wanted

if TYPE_CHECKING:
    from ruleset_core.engine.source import Source
    from ruleset_core.model.gather import Gathered
    from ruleset_core.model.source_files import SourceFiles

__all__ = ["MOST", "fetch", "headers", "keep", "key_of"]

MOST: Final = 16 * 1024 * 1024
"""Bytes of a linked game; a larger one is linked every time."""
_MAKERS: Final = ("ruleset_core.model", "ruleset_core.lang", "ruleset_core.engine")
"""The packages that make a linked game of files."""


def key_of(lineage: Lineage, expansions: Sequence[Path], files: SourceFiles, *, in_order: bool) -> str | None:
    """What a linked game is kept by; None where a file cannot be read, so that reading it will say why."""
    stamp = _stamp()
    if lineage.mishap is not None or not stamp:
        return None
    layers = [(lineage.game, GAME_FILE), *lineage.layers, *((path, EXPANSION_FILE) for path in expansions)]
    found = blake2b(digest_size=20)

    def add(*parts: str | bytes) -> None:
        for part in parts:
            raw = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
            found.update(b"%d:" % len(raw) + raw)

    add(stamp, sys.implementation.cache_tag or "", str(in_order), str(lineage.directory), *lineage.ids)
    for directory, header in layers:
        paths, problems = files.of(directory, header)
        if problems:
            return None
        add(str(directory), directory.resolve().name, header, str(len(paths)))
        for path in paths:
            raw = files.raw(path)
            if isinstance(raw, Diagnostic):
                return None
            add(path.relative_to(directory).as_posix(), raw)
    return found.hexdigest()


def fetch(key: str, again: Callable[[], Gathered]) -> StoredGame | None:
    """The linked game with this key, if it is kept and whole.

    Args:
        key: see `key_of`.
        again: reads the files of the game again, for what is not stored.
    """
    place = _place()
    raw = None if place is None else place.get(_name(key))
    if raw is None or len(raw) > MOST:
        return None
    try:
        return StoredGame(raw, again)
    except DamagedError:
        return None


def headers() -> KeptHeaders:
    """Headers that were read before."""
    stamp = _stamp()
    return KeptHeaders(_place() if stamp else None, stamp)


def keep(key: str, source: Source) -> None:
    """Keep a linked game, if that can be done."""
    place = _place()
    if place is None or place.why_not is not None:
        return
    try:
        raw = to_bytes(source)
    except Exception:  # noqa: BLE001 - a look with mistakes, say: whoever looks at it is told, and the game plays
        return
    if len(raw) <= MOST:
        place.put(_name(key), raw)


def _stamp() -> str:
    """What tells versions of this package apart; empty where its files cannot be looked at: then nothing is kept."""
    try:
        return stamp_of(*_MAKERS)
    except OSError:
        return ""


def _place() -> Cache | None:
    return Cache(cache_directory()) if cache_wanted() else None


def _name(key: str) -> str:
    return f"{key}.game"
