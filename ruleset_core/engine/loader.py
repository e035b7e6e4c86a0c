"""`load`: from the name or directory of a game to a `Game`. Takes the linked game from the cache on disk if its key matches, else links the files.

Reading and linking a game takes much longer than reading its linked form. So `load` looks on disk first:

    load("pig")
      discovery          the directory of the game
      cache_key          a hash of the bytes of all its files, of its expansions in order, and of the sources of this package
      read_cached(key)   found: a `StoredGame`; no YAML, no parser, no pydantic is imported
                         not found, or damaged: `engine.linking` reads and links the files, and `write_cached` keeps the result

A changed byte in a card is another key, so nothing on disk has to be declared out of date.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from contextvars import ContextVar
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from ruleset_core import discovery
from ruleset_core.budgets import without_garbage_collection
from ruleset_core.compile.host.executor_choice import cache_wanted
from ruleset_core.diagnostics import Diagnostic
from ruleset_core.disk_cache import DiskCache, cache_directory, is_bundled, source_stamp
from ruleset_core.engine.core.factory import game_of
from ruleset_core.engine.game import Game
from ruleset_core.engine.game_source import GameSource
from ruleset_core.engine.hooks import hooks_of
from ruleset_core.engine.stored_game import ReadTexts, StoredGame, hook_signatures
from ruleset_core.errors import LoadError
from ruleset_core.headers import (
    EXPANSION_FILE,
    GAME_FILE,
    GameHeader,
    Lineage,
    header_of,
    read_header,
    with_header_cache,
)
from ruleset_core.lang.serialization import CircleError, DamagedError, UnknownClassError
from ruleset_core.lang.traversal import deep
from ruleset_core.model.sources import SourceFiles
from ruleset_core.values import set_within

if TYPE_CHECKING:
    from ruleset_core.lang.vocabulary import Template
    from ruleset_core.model.game_files import GatheredFiles


# Linked games kept on disk, beside the compiled core (`disk_cache`): a second process does not parse and link a
# game again.
#
# What is kept is found by a key of everything it was made of: the bytes of all files of the game and of what is laid
# on it, in their order, and the package that linked it. What does not fit, or is damaged, is linked again and written
# anew; what cannot be written is not kept.

MOST_HEADERS: Final = 1000
"""So many are kept; what was read first goes first."""
_LONGEST: Final = 1 << 20
"""Bytes of the file at most."""


class CachedHeaders:
    """What `headers.read_header` looks up, in the file of a name; `save` writes what was new. Nothing that goes wrong is an error.

    Args:
        place: where files are kept; None: nowhere.
        stamp: what reads headers: those of another version are not taken.
    """

    def __init__(self, place: DiskCache | None, stamp: str) -> None:
        self._place, self._stamp = place, stamp
        self._new: dict[str, dict[str, Any]] = {}

    @cached_property
    def _kept(self) -> dict[str, Any]:
        raw = None if self._place is None else self._place.get(self._name)
        try:
            found = json.loads(raw) if raw is not None and len(raw) <= _LONGEST else {}
        except (ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def _name(self) -> str:
        return f"{self._stamp}.headers"

    def get(self, head: str) -> GameHeader | None:
        """The header that this text says, if it is kept."""
        key = _key(head)
        kept = self._new.get(key) or self._kept.get(key)
        found = header_of(kept) if isinstance(kept, dict) else None
        return found if found is not None and found.as_data() == kept else None

    def note(self, head: str, header: GameHeader) -> None:
        """Keep what a text says."""
        self._new[_key(head)] = header.as_data()

    def save(self) -> None:
        """Write what is new, beside what is kept."""
        if self._new and self._place is not None and self._place.why_not is None:
            found = [*{**self._kept, **self._new}.items()][-MOST_HEADERS:]
            self._place.put(self._name, json.dumps(dict(found), separators=(",", ":")).encode())


def _key(head: str) -> str:
    return blake2b(head.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


# -- Linked games kept on disk -----------------------------------------------------------------------------------------


LARGEST_CACHED_GAME: Final = 16 * 1024 * 1024
"""Bytes of a linked game; a larger one is linked every time."""
_MAKERS: Final = tuple(
    f"ruleset_core.{each}"
    for each in (
        "model",
        "lang",
        "analysis",
        "compile",
        "engine",
        "story",
        "view.look",
        "messages",
        "values",
        "safe_text",
    )
)
"""The packages and modules that make a linked game of files, with its look."""


def cache_key(lineage: Lineage, expansions: Sequence[Path], files: SourceFiles, *, in_order: bool) -> str | None:
    """What a linked game is kept by; None where a file cannot be read, so that reading it will say why."""
    stamp = _stamp()
    if lineage.mishap is not None or not stamp:
        return None
    layers = [(lineage.game, GAME_FILE), *lineage.layers, *((path, EXPANSION_FILE) for path in expansions)]
    if is_bundled():  # what it holds does not change, wherever it lies
        return _key(repr((in_order, lineage.ids, [directory.name for directory, _ in layers])))
    found = blake2b(digest_size=20)

    def add(*parts: str | bytes) -> None:
        for part in parts:
            raw = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
            found.update(b"%d:" % len(raw) + raw)

    add(
        stamp,
        sys.implementation.cache_tag or "",
        str(in_order),
        " ".join(files.languages),
        str(lineage.directory),
        *lineage.ids,
    )
    for directory, header in layers:
        paths, problems = files.files_of(directory, header)
        if problems:
            return None
        add(str(directory), directory.resolve().name, header, str(len(paths)))
        for path in paths:
            raw = files.raw(path)
            if isinstance(raw, Diagnostic):
                return None
            add(path.relative_to(directory).as_posix(), raw)
        for lang in files.translations(directory):
            raw = files.raw(files.translation(directory, lang))
            if isinstance(raw, Diagnostic):
                return None
            add(lang, raw)
    return found.hexdigest()


def read_cached(key: str, again: Callable[[], GatheredFiles]) -> StoredGame | None:
    """The linked game with this key, if it is kept and whole.

    Args:
        key: see `cache_key`.
        again: reads the files of the game again, for what is not stored.
    """
    place = _place()
    raw = None if place is None else place.get(_name(key))
    if raw is None or len(raw) > LARGEST_CACHED_GAME:
        return None
    try:
        return StoredGame(raw, again)
    except DamagedError:
        return None


def cached_headers() -> CachedHeaders:
    """Headers that were read before."""
    stamp = _stamp()
    return CachedHeaders(_place() if stamp else None, stamp)


def write_cached(key: str, source: GameSource, texts: ReadTexts = MappingProxyType({})) -> None:
    """Keep a linked game with texts of lessons, if that can be done."""
    from ruleset_core.engine.linking import game_to_bytes  # not needed to read what is stored

    place = _place()
    if place is None or place.why_not is not None:
        return
    try:
        raw = game_to_bytes(source, texts)
    except (LoadError, UnknownClassError, CircleError):  # whoever looks at a look with mistakes is told; the game plays
        return
    if len(raw) <= LARGEST_CACHED_GAME:
        place.put(_name(key), raw)


def _stamp() -> str:
    """What tells versions of this package apart; empty where its files cannot be looked at: then nothing is kept."""
    try:
        return source_stamp(*_MAKERS)
    except OSError:
        return ""


def _place() -> DiskCache | None:
    return DiskCache(cache_directory()) if cache_wanted() else None


def _name(key: str) -> str:
    return f"{key}.game"


# Loading: from the files of a game, or from what was kept of them, to a game that can be played.
#
# What reads and links files (`engine/linking`) is imported only where a game is not kept: it takes longer than all
# else here.


def load(
    name: str | Path,
    expansions: Sequence[str] = (),
    roots: Iterable[str | Path] = (),
    *,
    in_order: bool = False,
    numbers: Mapping[str, int] = MappingProxyType({}),
    lang: str = "",
) -> Game:
    """Load a game by its name, or by the path of its directory.

    Args:
        name: a game's name, or the path of its directory.
        expansions: names or paths, in order; what one of them requires comes with it.
        roots: further directories with games and expansions.
        in_order: of two expansions that change the same the later one wins; otherwise one of them must say so (`after`).
        numbers: other values of numbers, by name (`Glossary.numbers`), to try out. A game with them cannot be saved and continued.
        lang: the language of a translation (`fr`), by default that of `in_translation`; texts that it lacks are English.

    Raises:
        LoadError: the data has mistakes: all `diagnostics`.
        GameNotFoundError: there is no such game or expansion.
        NumberError: there is no such number, or it cannot be that.
    """
    lineage, found = _find_lineage(name, expansions, tuple(roots))
    files = SourceFiles(*([lang] if lang else _TRANSLATIONS.get()))
    if numbers:
        from ruleset_core.engine.linking import link_game

        return link_game(lineage, found, files, in_order=in_order, numbers=numbers)
    key = cache_key(lineage, found, files, in_order=in_order)
    kept = None if key is None else load_cached(key, lineage, found, files, in_order=in_order)
    if kept is not None:
        return kept
    from ruleset_core.engine.linking import link_game

    game = link_game(lineage, found, files, in_order=in_order)
    if key is not None:
        place: tuple[object, ...] = (lineage.directory, *found, in_order, files.languages)
        if _LINKED.setdefault(place, key) == key:
            cache_game(key, game)
        _LINKED[place] = key
    return game


_LINKED: Final[dict[tuple[object, ...], str]] = {}
"""The keys of the games that this process has linked. Of a game that somebody is changing, only a version that is linked twice is written to disk."""


_TRANSLATIONS: Final[ContextVar[tuple[str, ...]]] = ContextVar("_TRANSLATIONS", default=())


def in_translation(*langs: str) -> AbstractContextManager[object]:
    """For a while, games are loaded with their texts in languages: any that the program speaks, and one at most of the others."""
    return set_within(_TRANSLATIONS, langs)


def translations_wanted() -> tuple[str, ...]:
    """The language of `in_translation` in which games are loaded now; empty outside."""
    return _TRANSLATIONS.get()


def _find_lineage(
    name: str | Path, expansions: Sequence[str], extra: Sequence[str | Path]
) -> tuple[Lineage, list[Path]]:
    """What a game is made of, and the directories of expansions, with what they require. Raises GameNotFoundError."""
    headers = cached_headers()
    with with_header_cache(headers):
        directory = discovery.find_game(name, extra)
        own = (read_header(directory / discovery.GAME_FILE).id if expansions else "") or directory.name
        named = [discovery.find_expansion(own, each, directory, extra) for each in expansions]
        found = discovery.with_required(own, named, directory, extra)
        lineage = discovery.lineage_of(directory, extra)
    headers.save()
    return lineage, found


def load_cached(
    key: str, lineage: Lineage, expansions: Sequence[Path], files: SourceFiles, *, in_order: bool
) -> Game | None:
    """The game that is kept under a key, if its hooks are those that it was linked with.

    Raises:
        PluginError: the hooks of the game cannot be loaded.
    """

    def again() -> GatheredFiles:
        from ruleset_core.model.game_files import gather

        with deep(), without_garbage_collection():
            return gather(lineage, expansions, in_order=in_order, files=files)[0]

    with without_garbage_collection():
        stored = read_cached(key, again)
        if stored is None:
            return None
        source = GameSource.from_stored(stored, hooks_of(discovery.plugin_at(*stored.base)))
        return game_of(source) if hook_signatures(source.hooks) == stored.facts.hooks else None


def cache_game(key: str, game: Game) -> None:
    """Keep a linked game under its key, if that can be done."""
    with deep(), without_garbage_collection():
        write_cached(key, game.source)


def store_texts(
    name: str | Path, expansions: Sequence[str], roots: Iterable[str | Path], texts: Mapping[str, Iterable[str]]
) -> Game:
    """Load a game as `load` does, and keep it with texts for `State.fill`, by language: who finds them there needs no parser to fill them.

    A text that cannot be read is left out.
    """
    from ruleset_core.engine.option_vocabulary import read_text

    lineage, found = _find_lineage(name, expansions, tuple(roots))
    files = SourceFiles(*_TRANSLATIONS.get())
    game = load(name, expansions, roots)
    read: dict[str, dict[str, Template]] = {}
    for lang, given in texts.items():
        for text in given:
            if "{" in text:
                with suppress(LoadError):
                    read.setdefault(lang, {})[text] = read_text(game, text, lang)
    key = cache_key(lineage, found, files, in_order=False)
    if key is not None:
        with deep(), without_garbage_collection():
            write_cached(key, game.source, read)
    return game
