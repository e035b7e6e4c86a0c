"""Resolves the arguments of `ruleset check`: which games are linked and which of their files are reported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ruleset_core.diagnostics import Diagnostic, error
from ruleset_core.discovery import (
    EXPANSION_FILE,
    GAME_FILE,
    GameNotFoundError,
    expansions_of,
    find_game,
    lineage_of,
    list_games,
)
from ruleset_core.files import names_in
from ruleset_core.headers import Lineage, read_header
from ruleset_core.model.yaml_documents import load_document

_DEPTHS = ("", "*/", "*/*/")
_OWN = f"expansions/*/{EXPANSION_FILE}"


@dataclass(frozen=True, slots=True)
class CheckTarget:
    """A game with the expansions to check it with. Of its files only those under `shown` are told about.

    `lineage` says what it is made of, if it is a variant. Of that the files of the variant are told about, and those in `own`: the
    expansions that are for it alone. What it breaks elsewhere is told too.
    `expansion` is the one that is asked about, if it is one: what it breaks elsewhere is told too.
    `in_order`: where two expansions change the same, the later one has the last word.
    `problems` says what is wrong when there is no game to link; `game` is then where it was looked for.
    """

    game: Path
    expansions: dict[str, Path] = field(default_factory=dict)
    shown: Path | None = None
    expansion: str = ""
    problems: tuple[Diagnostic, ...] = ()
    in_order: bool = False
    lineage: Lineage | None = None
    own: tuple[Path, ...] = ()

    @property
    def made_of(self) -> Lineage:
        """What the game is made of."""
        return self.lineage or Lineage(self.game, self.game)

    @property
    def played(self) -> dict[str, Path]:
        """The expansions whose scenarios are played: those of a game are for it, not for its variants."""
        if self.lineage is None:
            return self.expansions
        return {name: path for name, path in self.expansions.items() if path in self.own or name == self.expansion}

    @property
    def whole(self) -> object:
        """What is checked, whichever of its files are told about: the same for all files of a game."""
        return self.game, tuple(self.expansions.items()), self.expansion, self.problems, self.in_order

    def shows(self, file: str) -> bool:
        """Whether what is wrong in a file is told."""
        if self.shown is None:
            return True
        return self.made_of.is_inside(file, (self.shown, *self.own))


def find_targets(
    paths: Sequence[str | Path], roots: Sequence[str | Path] = (), *, in_order: bool = False
) -> list[CheckTarget]:
    """The games that paths and names mean; without any, all that can be found and the one in the current directory.

    Raises:
        GameNotFoundError: a path or name means nothing that can be checked.
    """
    return [replace(each, in_order=in_order) for each in _meant(paths, roots)]


def _meant(paths: Sequence[str | Path], roots: Sequence[str | Path]) -> list[CheckTarget]:
    if paths:
        return [target for path in paths for target in _named(path, roots)]
    found = [_game(entry.path, roots) for entry in list_games(roots)]
    here = Path()
    if any((here / name).is_file() for name in (GAME_FILE, EXPANSION_FILE)):
        found += _directory(here, roots)
    known: dict[tuple[Path, Path | None], CheckTarget] = {}
    for target in found:
        known.setdefault((target.game.resolve(), target.shown), target)
    return list(known.values())


def _named(name: str | Path, roots: Sequence[str | Path]) -> list[CheckTarget]:
    path = Path(name)
    if path.is_dir():
        return _directory(path, roots)
    if path.exists():
        return [_around(path, roots)]
    return [_game(find_game(name, roots), roots)]


def _directory(path: Path, roots: Sequence[str | Path]) -> list[CheckTarget]:
    """A game, an expansion, a directory inside one, or one that holds several."""
    for inside in (path, *path.resolve().parents):
        if (inside / GAME_FILE).is_file():
            return [_game(inside, roots, path if inside != path else None)]
        if (inside / EXPANSION_FILE).is_file():
            return [_expansion(inside, path, roots)]
        if inside == path:
            several = list(_below(path, roots))
            if several:
                return several
    for header in (GAME_FILE, EXPANSION_FILE):
        for name in names_in(path, ""):
            if name.lower() in {header, header.replace(".yaml", ".yml")} and name != header:
                raise GameNotFoundError(f"`{path / name}` is not read: call it `{header}`")
    raise GameNotFoundError(f"no {GAME_FILE} or {EXPANSION_FILE} in or around `{path}`")


def _around(path: Path, roots: Sequence[str | Path]) -> CheckTarget:
    """The game or expansion a file belongs to."""
    for inside in path.resolve().parents:
        if (inside / GAME_FILE).is_file():
            return _game(_as_given(inside, path), roots, path)
        if (inside / EXPANSION_FILE).is_file():
            return _expansion(_as_given(inside, path), path, roots)
    raise GameNotFoundError(f"`{path}` belongs to no game: there is no {GAME_FILE} or {EXPANSION_FILE} around it")


def _as_given(directory: Path, path: Path) -> Path:
    """An ancestor of a path, written as the path is (relative if it is), so that files are shown that way."""
    steps = len(path.resolve().parts) - len(directory.parts)
    up = path.parents
    return up[steps - 1] if steps <= len(up) and up[steps - 1].resolve() == directory else directory


def _below(path: Path, roots: Sequence[str | Path]) -> Iterator[CheckTarget]:
    games: list[Path] = []
    for depth in _DEPTHS:
        for file in sorted(path.glob(depth + GAME_FILE)):
            if not _hidden(file, path):
                games.append(file.parent)
                yield _game(file.parent, roots)
    for depth in _DEPTHS:
        for file in sorted(path.glob(depth + EXPANSION_FILE)):
            if not _hidden(file, path) and not any(file.is_relative_to(game) for game in games):
                yield _expansion(file.parent, file.parent, [path, *roots])


def _hidden(file: Path, root: Path) -> bool:
    return any(part.startswith((".", "_")) for part in file.relative_to(root).parts)


def _game(path: Path, roots: Sequence[str | Path], shown: Path | None = None) -> CheckTarget:
    """A game with its expansions; those in its own directory come before others of the same name."""
    header = read_header(path / GAME_FILE)
    own = {read_header(file).id or file.parent.name: file.parent for file in sorted(path.glob(_OWN))}
    others = expansions_of(header.id, path, roots) if header.id else {}
    found = own | {name: each for name, each in others.items() if name not in own}
    lineage = lineage_of(path, roots)
    if not lineage.is_variant:
        return CheckTarget(path, found, shown)
    there = {each.resolve() for each, _ in lineage.layers}
    found = {name: each for name, each in found.items() if each.resolve() not in there}
    mine = tuple(each for each in found.values() if read_header(each / EXPANSION_FILE).of == header.id)
    return CheckTarget(path, found, shown or path, lineage=lineage, own=() if shown else mine)


def _expansion(path: Path, shown: Path, roots: Sequence[str | Path]) -> CheckTarget:
    """An expansion is checked together with its game and that game's other expansions."""
    header = read_header(path / EXPANSION_FILE)
    around = [parent for parent in path.resolve().parents if (parent / GAME_FILE).is_file()]
    try:
        game = around[0] if around else find_game(header.of or "?", roots)
    except GameNotFoundError as problem:
        return CheckTarget(path, {}, shown, problems=(_homeless(path, header.of, str(problem)),))
    found = _game(game, roots)
    others = {name: each for name, each in found.expansions.items() if each.resolve() != path.resolve()}
    name = header.id or path.name
    return replace(found, expansions=others | {name: path}, shown=shown, expansion=name, own=())


def _homeless(path: Path, game: str, advice: str) -> Diagnostic:
    file = path / EXPANSION_FILE
    document, problems = load_document(file)
    if document is None:
        return problems[0]
    message = (
        f"this expansion belongs to an unknown game `{game}`"
        if game
        else "this expansion does not say of which game it is"
    )
    return error("E410", message, document.span(("of",)), help=advice)
