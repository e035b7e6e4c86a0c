"""Loading: from the files of a game, or from what was kept of them, to a game that can be played.

What reads and links files (`engine/linking`) is imported only where a game is not kept: it takes longer than all else here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from ruleset_core import paths
from ruleset_core.engine import game_cache
from ruleset_core.engine.game import Game
from ruleset_core.engine.hooks import hooks_of
from ruleset_core.engine.stored import signatures
from ruleset_core.header import read_header, remembering
from ruleset_core.lang.deep import deep
from ruleset_core.model.effort import much_that_stays
from ruleset_core.model.source_files import SourceFiles

if TYPE_CHECKING:
    from ruleset_core.lineage import Lineage
    from ruleset_core.model.gather import Gathered


def load(
    name: str | Path,
    expansions: Sequence[str] = (),
    roots: Iterable[str | Path] = (),
    *,
    in_order: bool = False,
    numbers: Mapping[str, int] = MappingProxyType({}),
) -> Game:
    """Load a game by its name, or by the path of its directory.

    Args:
        name: a game's name, or the path of its directory.
        expansions: names or paths of expansions, in the order in which they are laid on; what one of them requires comes with it.
        roots: directories besides the usual ones in which games and expansions are looked for.
        in_order: where two of them change the same, the later one has the last word; otherwise one of them must say so (`after`).
        numbers: numbers of the data that are others, by name (see `Glossary.numbers`): to try out what they do. Such a game cannot be saved
            to be gone on with.

    Raises:
        LoadError: the data has mistakes; `diagnostics` tells all of them.
        GameNotFoundError: there is no such game or expansion.
        NumberError: there is no such number, or it cannot be that.
    """
    lineage, found = _found(name, expansions, tuple(roots))
    files = SourceFiles()
    if numbers:
        from ruleset_core.engine.linking import link

        return link(lineage, found, files, in_order=in_order, numbers=numbers)
    key = game_cache.key_of(lineage, found, files, in_order=in_order)
    kept = None if key is None else fetch(key, lineage, found, files, in_order=in_order)
    if kept is not None:
        return kept
    from ruleset_core.engine.linking import link

    game = link(lineage, found, files, in_order=in_order)
    if key is not None:
        keep(key, game)
    return game


def _found(name: str | Path, expansions: Sequence[str], extra: Sequence[str | Path]) -> tuple[Lineage, list[Path]]:
    """What a game is made of, and the directories of expansions, with what they require. Raises GameNotFoundError."""
    headers = game_cache.headers()
    with remembering(headers):
        directory = paths.find_game(name, extra)
        own = (read_header(directory / paths.GAME_FILE).id if expansions else "") or directory.name
        named = [paths.find_expansion(own, each, directory, extra) for each in expansions]
        found = paths.with_required(own, named, directory, extra)
        lineage = paths.lineage_of(directory, extra)
    headers.save()
    return lineage, found


def fetch(key: str, lineage: Lineage, expansions: Sequence[Path], files: SourceFiles, *, in_order: bool) -> Game | None:
    """The game that is kept under a key, if its hooks are those that it was linked with.

    Raises:
        PluginError: the hooks of the game cannot be loaded.
    """

    def again() -> Gathered:
        from ruleset_core.model.gather import gather

        with deep(), much_that_stays():
            return gather(lineage, expansions, in_order=in_order, files=files)[0]

    with much_that_stays():
        stored = game_cache.fetch(key, again)
        if stored is None:
            return None
        source = stored.source(hooks_of(paths.plugin_at(*stored.base)))
        return Game(source) if signatures(source.hooks) == stored.facts.hooks else None


def keep(key: str, game: Game) -> None:
    """Keep a linked game under its key, if that can be done."""
    with deep(), much_that_stays():
        game_cache.keep(key, game.source)
