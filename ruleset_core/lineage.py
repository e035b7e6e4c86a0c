"""What a game is made of before anybody lays an expansion on it: itself, or for a variant the game that it is like.

A variant is a `game.yaml` that says `like:`. It may be like a variant in turn. Only headers are read here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

from ruleset_core.errors import RulesetError
from ruleset_core.files import HEADERS, is_file, read_ordinary
from ruleset_core.header import Header, read_header

__all__ = ["MOST_LIKE", "Lineage", "Mishap", "follow", "says_like"]

GAME_FILE, EXPANSION_FILE = HEADERS
MOST_LIKE = 8
"""So many variants may be like one another in a row."""
_LONGEST = 200_000
"""Bytes in which `like:` is looked for; a header is far shorter."""


@dataclass(frozen=True, slots=True)
class Mishap:
    """Why a variant cannot be put together: what is wrong, at which key of its header, and what may be done."""

    key: tuple[str | int, ...]
    message: str
    advice: str = ""
    code: str = "E427"
    of_all: bool = False
    """Whether it is about all variants on the way, so that each of them tells it in the same words."""
    cause: str = ""
    """What is wrong in the first place, if that is in a game that this one is like."""


@dataclass(frozen=True, slots=True)
class Lineage:
    """A game, and what it is made of.

    Attributes:
        directory: that of the game.
        game: that of the game which it is like in the end; the same, unless it is a variant.
        ids: its own id, then those of the games it is like.
        layers: what is laid on `game`, in order: expansions that variants always have, and variants; each with its header's file.
        below: the lineage of the game it is like; None for a game that is no variant.
        mishap: why it cannot be put together; `below` is None then.
    """

    directory: Path
    game: Path
    ids: tuple[str, ...] = ()
    layers: tuple[tuple[Path, str], ...] = ()
    below: Lineage | None = None
    mishap: Mishap | None = None

    @property
    def is_variant(self) -> bool:
        """Whether it is like another game, or should be."""
        return self.below is not None or self.mishap is not None

    @property
    def directories(self) -> list[Path]:
        """Those of the game and of all that it is like."""
        variants = [path for path, header in reversed(self.layers) if header == GAME_FILE]
        return [*variants, self.game]

    def is_inside(self, file: str | Path, directories: Iterable[Path]) -> bool:
        """Whether a file lies in one of some directories, and not in a game within it that this one is like."""
        below = self.below
        others = [] if below is None else [*below.directories, *(path for path, _ in below.layers)]
        path = Path(file).resolve()
        mine, theirs = (
            max((len(each.resolve().parts) for each in places if path.is_relative_to(each.resolve())), default=0)
            for places in (directories, others)
        )
        return mine > theirs

    @property
    def included(self) -> dict[str, Path]:
        """The expansions that it always has, by name."""
        return {
            read_header(path / header).id or path.name: path for path, header in self.layers if header == EXPANSION_FILE
        }


Find = Callable[[str], Path]
"""Gives the directory of a game by its name; raises a `RulesetError` that says what is known instead."""
Known = Callable[[Sequence[str], Sequence[Path]], Mapping[str, Path]]
"""Gives the expansions that fit one of several ids, found in the roots and in some directories."""
Needed = Callable[[Sequence[Path], Mapping[str, Path]], list[Path]]
"""Puts before each expansion what it requires."""


def says_like(file: Path) -> bool:
    """Whether a `game.yaml` may be that of a variant; most games need not be read for this."""
    try:
        return b"like" in read_ordinary(file, _LONGEST)
    except OSError:
        return False


def follow(directory: Path, find: Find, known: Known, needed: Needed, around: tuple[Path, ...] = ()) -> Lineage:
    """The lineage of the game in a directory. Never raises: what is in the way is its `mishap`.

    Args:
        directory: that of the game.
        find: finds a game.
        known: finds expansions.
        needed: completes expansions.
        around: variants that are like this one, resolved.
    """
    file = directory / GAME_FILE
    header = read_header(file) if says_like(file) else Header()
    if not header.like:
        return Lineage(directory, directory)
    own = header.id or directory.name
    around = (*around, directory.resolve())
    try:
        if len(around) > MOST_LIKE:
            _fail(("like",), f"more than {MOST_LIKE} variants are like one another in a row", _SHORTER, of_all=True)
        below = _below(directory, header.like, find, known, needed, around)
        ids = (own, *(below.ids or (read_header(below.game / GAME_FILE).id or below.game.name,)))
        if own in ids[1:]:
            _fail(("game",), f"`{own}` is the id of the game it is like", "a variant has an id of its own")
        mine = _always(directory, header, below, ids[1:], known, needed)
    except _MishapError as problem:
        return Lineage(directory, directory, (own,), mishap=problem.mishap)
    there = {path.resolve() for path, _ in below.layers}
    added = [(path, EXPANSION_FILE) for path in mine if path.resolve() not in there]
    return Lineage(directory, below.game, ids, (*below.layers, *added, (directory, GAME_FILE)), below)


_SHORTER = "be like one of the first of them"


def _fail(
    key: tuple[str | int, ...], message: str, advice: str = "", code: str = "E427", *, of_all: bool = False
) -> NoReturn:  # fmt: skip
    raise _MishapError(Mishap(key, message, advice, code, of_all))


class _MishapError(Exception):
    def __init__(self, mishap: Mishap) -> None:
        super().__init__(mishap.message)
        self.mishap = mishap


def _below(
    directory: Path, like: str, find: Find, known: Known, needed: Needed, around: tuple[Path, ...]
) -> Lineage:  # fmt: skip
    try:
        base = _at(directory, like, GAME_FILE) or find(like)
    except RulesetError as problem:
        _fail(("like",), str(problem), "name a game, or the path of its directory as seen from this file")
    if base.resolve() == around[-1]:
        _fail(("like",), "a game cannot be like itself", "name another game")
    if base.resolve() in around:
        names = ", ".join(f"`{each.name}`" for each in around[around.index(base.resolve()) :])
        _fail(("like",), f"these games are like each other: {names}", "one of them has to be written out", of_all=True)
    below = follow(base, find, known, needed, around)
    if (inner := below.mishap) is not None:
        if inner.of_all:
            raise _MishapError(replace(inner, key=("like",)))
        cause = inner.cause or inner.message
        message = f"`{like}` cannot be used: {cause}"
        raise _MishapError(Mishap(("like",), message, f"mend it in {base / GAME_FILE}", cause=cause))
    return below


def _always(
    directory: Path, header: Header, below: Lineage, ids: Sequence[str], known: Known, needed: Needed
) -> list[Path]:  # fmt: skip
    """The expansions that a variant always has, with what they require."""
    if not header.with_:
        return []
    there = known(ids, below.directories)
    found = []
    for place, name in enumerate(header.with_):
        try:
            path = _at(directory, name, EXPANSION_FILE) or there.get(name)
        except RulesetError as problem:
            _fail(("with", place), str(problem), code="E404")
        if path is None:
            said = ", ".join(f"`{each}`" for each in there) or "none"
            _fail(("with", place), f"there is no expansion `{name}` of `{ids[0]}`", f"known: {said}", "E404")
        found.append(path)
    return needed(found, there)


def _at(directory: Path, name: str, header: str) -> Path | None:
    """A directory named by a path, seen from that of the variant; None for a name."""
    if os.sep not in name and "/" not in name and not name.startswith("."):
        return None
    path = Path(os.path.normpath(directory / name))
    if is_file(path / header):
        return path
    raise RulesetError(f"there is no {header} in `{path}`")
