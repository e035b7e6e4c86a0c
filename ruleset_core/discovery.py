"""Finds games, expansions and plugins in data roots and installed distributions."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from ruleset_core.errors import RulesetError
from ruleset_core.files import HEADERS, LESSONS, is_directory, is_file, names_in, os_error_reason, read_regular_file
from ruleset_core.headers import GameHeader, Lineage, find_lineage, header_has_id, read_header
from ruleset_core.installed import LibraryError, current_directories, read_index, versions_in

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


# The Python that a game brings: the object another distribution registers, and packages loaded from where they lie.


@dataclass(frozen=True, slots=True)
class GamePlugin:
    """A game with Python, registered by its distribution under the entry point group `ruleset.games`.

    A game that is data alone needs no plugin, only a directory. Modules are named, not imported: a list of games must not
    pay for their hooks.

    Attributes:
        name: the game's id, as in the header of its `game.yaml`.
        data: directory with the game's `game.yaml`.
        hooks: module with the typed queries and procedures that data cannot say.
    """

    name: str
    data: Path
    hooks: str | None = None

    def is_sound(self) -> bool:
        """Whether the fields hold what they should: plugins are written by others, and nothing checks their types."""
        given: Any = self
        hooks = given.hooks is None or isinstance(given.hooks, str)
        return isinstance(given.name, str) and hooks and isinstance(given.data, Path)


def import_package(name: str, directory: Path) -> None:
    """Import the package in a directory under a name of our own, so that no other module of any name is in its way.

    Its modules are then imported as `NAME.MODULE`. Raises whatever the package raises.
    """
    file = directory / "__init__.py"
    known = sys.modules.get(name)
    if known is not None and known.__file__ == str(file):
        return
    spec = spec_from_file_location(name, file, submodule_search_locations=[str(directory)])
    assert spec is not None  # a name that ends in `.py` has a loader
    assert spec.loader is not None
    module = module_from_spec(spec)
    for each in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
        del sys.modules[each]
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise


# Where games are: data roots, a game by name or by path, the expansions of a game.
#
# A *root* is a directory that holds game directories (`<root>/<game>/game.yaml`), is a game directory itself, or
# holds expansions (`<root>/<expansion>/expansion.yaml`) or is one. Roots given by the caller come first, then those
# of `RULESET_PATH`, then the included games, the examples, and what the user has added. Only headers are read here; nothing is checked, and
# nothing heavy is imported: `ruleset list` lives from this module alone.

GAME_FILE, EXPANSION_FILE = HEADERS
GROUP = "ruleset.games"
"""Entry point group under which other distributions register a `GamePlugin`."""

PATH_VARIABLE = "RULESET_PATH"
"""Environment variable with more roots, separated as in `PATH`."""


class GameNotFoundError(RulesetError, FileNotFoundError):
    """No game or expansion of that name or path; `suggestions` are close names that exist.

    Example:
        >>> from ruleset_core import GameNotFoundError, load
        >>> try:
        ...     load("tic_tac_to")
        ... except GameNotFoundError as error:
        ...     error.suggestions
        ('tic_tac_toe',)
    """

    def __init__(self, message: str, suggestions: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.suggestions = tuple(suggestions)


class PluginError(RulesetError, ImportError):
    """A registered game cannot be loaded."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game that was found: its id, its directory, its header and the directories of its expansions by name."""

    id: str
    path: Path
    header: GameHeader
    expansions: dict[str, Path]

    @property
    def added(self) -> bool:
        """Whether a user added it (`ruleset add`)."""
        return bool(versions_in([self.path]))


@dataclass(frozen=True, slots=True)
class GameSurvey:
    """The games that were found, and a line about each plugin or root that is broken."""

    games: list[GameEntry]
    problems: tuple[str, ...]


def _included(name: str) -> Path:
    """The directory `name` that came with this package: inside a wheel, else at the root of the checkout."""
    here = Path(__file__).parent
    packaged = here / f"_{name}"
    return packaged if packaged.is_dir() else here.parent / name


DATA_ROOT = _included("data")
EXAMPLES_ROOT = _included("examples")
HOOKS_ROOT = _included("games")
"""Python of the included games: `<game>/hooks.py`, imported from there under a name of its own."""


def data_roots(extra: Iterable[str | Path] = ()) -> tuple[Path, ...]:
    """All roots in the order of search: `extra` first, then `RULESET_PATH`, the included games, the examples, what was added."""
    return tuple(root for root in _named_roots(extra) if is_directory(root))


def _named_roots(extra: Iterable[str | Path]) -> Iterable[Path]:
    return dict.fromkeys([*map(Path, extra), *_roots_of_variable(), DATA_ROOT, EXAMPLES_ROOT, *current_directories()])


def _roots_of_variable() -> list[Path]:
    """The directories that `RULESET_PATH` names."""
    return [Path(part) for part in os.environ.get(PATH_VARIABLE, "").split(os.pathsep) if part]


def _unreadable_roots(extra: Iterable[str | Path]) -> Iterator[str]:
    """A line about each root that cannot be looked into; of those that are no directories, only about what `RULESET_PATH` names."""
    of_variable = _roots_of_variable()
    for root in _named_roots(extra):
        try:
            with os.scandir(root):
                pass
        except (FileNotFoundError, NotADirectoryError):
            if root in of_variable:
                yield f"`{root}`, which {PATH_VARIABLE} names, is not a directory"
        except (OSError, ValueError) as problem:
            why = os_error_reason(problem) if isinstance(problem, OSError) else str(problem)
            yield f"`{root}`, where games are looked for, cannot be looked into: {why}"


def _damaged_index() -> Iterator[str]:
    """A line about the list of installed games, if it cannot be read."""
    try:
        read_index()
    except LibraryError as problem:
        yield str(problem)


def plugins() -> dict[str, EntryPoint]:
    """The games that other distributions have registered, by name. Call `load()` on an entry point to get its `GamePlugin`.

    Earlier versions of this one registered the included games; an editable install keeps that until it is installed again.
    """
    return {
        name: point
        for name, point in registered_entry_points(GROUP).items()
        if point.dist is None or point.dist.name != "ruleset"
    }


def registered_entry_points(group: str) -> dict[str, EntryPoint]:
    """What installed distributions have registered in a group, by name."""
    return _registered(group, tuple((each, _changed(each)) for each in sys.path))


MOST_REGISTERED = 1 << 20
"""Bytes of what a distribution registers that are looked at: more than any has."""


@lru_cache(maxsize=2)
def _registered(group: str, _installed: tuple[tuple[str, int], ...]) -> dict[str, EntryPoint]:
    """Looking through all that is installed takes longer than to load a small game: again only if anything was since then."""
    if not any(_mentions(group, directory) for directory, _ in _installed):
        return {}
    from importlib.metadata import entry_points  # it imports much that nobody else here needs

    return {point.name: point for point in entry_points(group=group)}


def _mentions(group: str, directory: str) -> bool:
    """Whether what is installed in a directory, or an archive that Python imports from, may have registered something in a group."""
    if Path(directory).is_file():
        return True
    found = [
        each for kind in ("dist", "egg") for each in Path(directory or ".").glob(f"*.{kind}-info/entry_points.txt")
    ]
    found += Path(directory or ".").glob("*.egg/EGG-INFO/entry_points.txt")
    for each in found:
        with suppress(OSError):
            if group.encode() in read_regular_file(each, MOST_REGISTERED):
                return True
    return False


def _changed(directory: str) -> int:
    """When anything was put into a directory, or taken out of it, in nanoseconds; -1 if it is none."""
    try:
        return Path(directory).stat().st_mtime_ns
    except (OSError, ValueError):
        return -1


def plugin_of(game: str) -> GamePlugin | None:
    """The plugin registered for `game`, or None when the game is data alone.

    Raises:
        PluginError: the distribution that registered it is broken.
    """
    point = plugins().get(game)
    if point is None:
        return None
    where = f"the plugin of game `{game}` cannot be loaded from `{point.value}`"
    with plugin_errors(where):
        plugin = point.load()
    if not isinstance(plugin, GamePlugin):
        raise PluginError(f"the plugin of game `{game}` is not a GamePlugin: `{point.value}`")
    if not plugin.is_sound():
        raise PluginError(f"{where}: `data` is the path of the game's directory, `hooks` the name of a module")
    return plugin


def plugin_at(game: str, directory: Path) -> GamePlugin | None:
    """The Python of the game in this directory: of an included game, or registered for just this directory.

    What has the id of a game and lies elsewhere is another game: it gets no hooks of that one.

    Raises:
        PluginError: it cannot be loaded.
    """
    place = directory.resolve()
    if place in {(root / game).resolve() for root in (DATA_ROOT, EXAMPLES_ROOT)}:
        return _included_plugin(game, directory)
    plugin = plugin_of(game)
    return plugin if plugin is not None and plugin.data.resolve() == place else None


def _included_plugin(game: str, directory: Path) -> GamePlugin | None:
    """The Python of an included game. It is found beside its data, never by a name such as `games` that others use too."""
    home = HOOKS_ROOT / game
    if not is_file(home / "hooks.py"):
        return None
    package = f"_ruleset_games_{game}"
    with plugin_errors(f"the hooks of `{game}` cannot be loaded from `{home}`"):
        import_package(package, home)
    return GamePlugin(game, directory, f"{package}.hooks")


@contextmanager
def plugin_errors(where: str) -> Iterator[None]:
    """Run what a plugin brings: whatever it raises, an end of the program too, becomes a `PluginError`."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise PluginError(f"{where}: {said}") from error


def find_game(name: str | Path, extra: Iterable[str | Path] = ()) -> Path:
    """The directory of a game, named by id or by the path of a directory with a `game.yaml` (or of that file).

    A name without a slash is the path of a directory only if no game has that id.

    Raises:
        GameNotFoundError: there is no such game; the message names close ones.
    """
    text = str(name)
    if isinstance(name, Path) or os.sep in text or "/" in text or text.startswith("."):
        return _game_at(Path(name))
    found = _game_called(text, extra)
    if found is None and is_file(Path(text) / GAME_FILE):
        return Path(text)
    return found or _no_game(text, extra)


def _game_called(text: str, extra: Iterable[str | Path]) -> Path | None:
    """The directory of the game with this id."""
    for path in _game_dirs(data_roots(extra)):
        if path.name == text or header_has_id(path / GAME_FILE, text):
            return path
    plugin = plugin_of(text)
    return None if plugin is None else plugin.data


def _no_game(text: str, extra: Iterable[str | Path]) -> NoReturn:
    found = survey_games(extra)
    message, close = _unknown("game", text, [game.id for game in found.games])
    raise GameNotFoundError("; ".join([message, *found.problems]), close)


def lineage_of(directory: Path, extra: Iterable[str | Path] = ()) -> Lineage:
    """What the game in a directory is made of: itself, or if it is a variant the game it is like, and what is laid on that.

    Never raises: what keeps a variant from being put together is its `mishap`.
    """
    extra = tuple(extra)

    def find(name: str) -> Path:
        found = _game_called(name, extra)
        if found is None:
            games = [read_header(path / GAME_FILE).id or path.name for path in _game_dirs(data_roots(extra))]
            raise GameNotFoundError(*_unknown("game", name, games))
        return found

    def find_all(ids: Sequence[str], around: Sequence[Path]) -> dict[str, Path]:
        return _fitting(ids, _expansions([*data_roots(extra), *around]))

    return find_lineage(directory, find, find_all, _with_required)


def _fitting(ids: Sequence[str], found: Mapping[str, dict[str, Path]]) -> dict[str, Path]:
    """Of expansions by game those that fit one of several ids, by name; those of the first id come first."""
    fitting: dict[str, Path] = {}
    for each in ids:
        fitting |= {name: path for name, path in found.get(each, {}).items() if name not in fitting}
    return fitting


def ambiguous_name(name: str, extra: Iterable[str | Path] = ()) -> bool:
    """Whether a name is both that of a game and that of another game's directory here, which is not meant by it."""
    if os.sep in name or "/" in name or name.startswith(".") or not is_file(Path(name) / GAME_FILE):
        return False
    return find_game(name, extra).resolve() != Path(name).resolve()


def find_expansion(game: str, name: str, game_dir: Path, extra: Iterable[str | Path] = ()) -> Path:
    """The directory of expansion `name` of `game`: by name in the game's directory and the roots, or by path.

    Raises:
        GameNotFoundError: there is no such expansion of this game.
    """
    if os.sep in name or "/" in name or name.startswith("."):
        path = Path(name)
        if is_file(path / EXPANSION_FILE):
            return path
        raise GameNotFoundError(f"no {EXPANSION_FILE} in `{path}`")
    extra = tuple(extra)
    known = expansions_of(game, game_dir, extra)
    if name in known:
        return known[name]
    message, close = _unknown(f"expansion of {game}", name, list(known))
    raise GameNotFoundError("; ".join([message, *_unreadable_roots(extra)]), close)


def expansions_of(game: str, game_dir: Path, extra: Iterable[str | Path] = ()) -> dict[str, Path]:
    """Directories of the expansions of `game` by name; those nearer in the order of search win.

    For a variant also those of the game it is like, the ones it always has among them.
    """
    extra = tuple(extra)
    lineage = lineage_of(game_dir, extra)
    return _fitting([game, *lineage.ids[1:]], _expansions([*data_roots(extra), *lineage.directories]))


def with_required(game: str, found: Sequence[Path], game_dir: Path, extra: Iterable[str | Path] = ()) -> list[Path]:
    """Directories of expansions, each once, and before each those that it requires, as far as they can be found.

    What an expansion requires is looked for among those given, then as expansions are. What a variant always has is left out.
    """
    needed = any(read_header(path / EXPANSION_FILE).requires for path in found)
    needs = _with_required(found, expansions_of(game, game_dir, extra) if needed else {})
    there = {path.resolve() for path, _ in lineage_of(game_dir, extra).layers}
    return [path for path in needs if path.resolve() not in there]


def _with_required(found: Sequence[Path], known: Mapping[str, Path]) -> list[Path]:
    given = {read_header(path / EXPANSION_FILE).id or path.name: path for path in found}
    done: dict[str, Path] = {}

    def lay(name: str, path: Path, around: tuple[str, ...]) -> None:
        if name in done or name in around:
            return
        for need in read_header(path / EXPANSION_FILE).requires:
            there = given.get(need) or known.get(need)
            if there is not None:
                lay(need, there, (*around, name))
        done[name] = path

    for name, path in given.items():
        lay(name, path, ())
    return list(done.values())


def list_games(extra: Iterable[str | Path] = ()) -> list[GameEntry]:
    """All games that can be found, by order of search; of two with the same id the first wins."""
    return survey_games(extra).games


def survey_games(extra: Iterable[str | Path] = ()) -> GameSurvey:
    """All games that can be found, as `list_games` gives them, and what stands in the way of others."""
    extra = tuple(extra)
    roots, problems = data_roots(extra), [*_unreadable_roots(extra), *_damaged_index()]
    headers: dict[str, tuple[Path, GameHeader]] = {}
    for path in _game_dirs(roots):
        header = read_header(path / GAME_FILE)
        headers.setdefault(header.id or path.name, (path, header))
    for name in sorted(plugins().keys() - headers.keys()):
        try:
            plugin = plugin_of(name)
        except PluginError as problem:
            problems.append(str(problem))
            continue
        if plugin is not None:
            headers[name] = (plugin.data, read_header(plugin.data / GAME_FILE))
    expansions = _expansions([*roots, *(path for path, _ in headers.values())])
    games = [
        _variant(game, path, header, expansions, extra)
        if header.like
        else GameEntry(game, path, header, expansions.get(game, {}))
        for game, (path, header) in headers.items()
    ]
    return GameSurvey(games, tuple(problems))


def _variant(
    game: str, path: Path, header: GameHeader, expansions: Mapping[str, dict[str, Path]], extra: Sequence[str | Path]
) -> GameEntry:
    """A variant has the expansions of the game it is like, but those it always has, and as many players unless it says so."""
    lineage = lineage_of(path, extra)
    players = header.players or next(
        (found for each in lineage.directories if (found := read_header(each / GAME_FILE).players)), None
    )
    fitting = _fitting([game, *lineage.ids[1:]], expansions)
    further = {name: each for name, each in fitting.items() if name not in lineage.included}
    return GameEntry(game, path, replace(header, players=players), further)


def _game_at(path: Path) -> Path:
    directory = path.parent if path.name == GAME_FILE else path
    if is_file(directory / GAME_FILE):
        return directory
    if is_directory(directory):
        raise GameNotFoundError(f"no {GAME_FILE} in `{directory}`")
    raise GameNotFoundError(f"no such directory: `{directory}`")


def _game_dirs(roots: Iterable[Path]) -> Iterator[Path]:
    for root in roots:
        for file in (root / GAME_FILE, *sorted(root.glob(f"*/{GAME_FILE}"))):
            if is_file(file):
                yield file.parent


def _expansions(roots: Iterable[Path]) -> dict[str, dict[str, Path]]:
    """The expansions under `roots`: game, then name, then directory."""
    found: dict[str, dict[str, Path]] = {}
    for file in dict.fromkeys(_expansion_files(roots)):
        header = read_header(file)
        found.setdefault(header.of, {}).setdefault(header.id or file.parent.name, file.parent)
    return {game: dict(sorted(names.items())) for game, names in found.items()}


def _expansion_files(roots: Iterable[Path]) -> Iterator[Path]:
    for root in roots:
        for pattern in ("", "*/", "expansions/*/", "*/expansions/*/"):
            yield from sorted(root.glob(pattern + EXPANSION_FILE))


def lesson_files(directory: Path) -> list[Path]:
    """The files of lessons of a game or an expansion, by name."""
    try:
        return [directory / LESSONS / name for name in names_in(directory / LESSONS, ".yaml")]
    except OSError:
        return []


def _unknown(what: str, name: str, known: Sequence[str]) -> tuple[str, list[str]]:
    """A message for a name that is none of `known`, and the close ones."""
    from ruleset_core.diagnostics import did_you_mean, unknown_name_help

    said = (
        unknown_name_help(name, known, "known") or "`ruleset list` lists them; with --data DIR, also those of a folder"
    )
    return f"there is no {what} `{name}`; {said}", did_you_mean(name, known)
