"""What Python runs of a game: the text that is spelled of it, compiled when the first state is run by Python.

A game that only its core plays never needs it.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from ruleset_core.lang.areas import enclosed
from ruleset_core.lang.knowledge import follow, forget, put_seen, show
from ruleset_core.lang.runtime import broken, draw, move, shuffle, spend, too_long
from ruleset_core.lang.ways import found, graph, lead

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.source import Source

CALLED = (broken, draw, enclosed, follow, forget, found, graph, lead, move, put_seen, show, shuffle, spend, too_long)
Function = Callable[..., int]


def namespace(source: Source, hooks: Mapping[str, Function]) -> dict[str, Any]:
    """The spelled text, compiled, with what it refers to."""
    space: dict[str, Any] = {**source.tables, **{each.__name__: each for each in CALLED}}
    space.update({f"H_{name}": hook for name, hook in hooks.items()})
    title = f"<rules of {source.name} {source.digest[:8]}>"
    linecache.cache[title] = (len(source.code), None, source.code.splitlines(keepends=True), title)
    exec(compile(source.code, title, "exec"), space)  # noqa: S102 - made by our printer, never read from data
    return space


class Waiting(Sequence[Function]):
    """Stands for the blocks of a game until the first of them is run, so that running them costs nothing more after that."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def _made(self) -> tuple[Function, ...]:
        found: tuple[Function, ...] = self._game.space["BLOCKS"]
        self._game.blocks = found
        return found

    @overload
    def __getitem__(self, place: int) -> Function: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Function]: ...
    def __getitem__(self, place: Any) -> Any:
        return self._made()[place]

    def __iter__(self) -> Iterator[Function]:
        return iter(self._made())

    def __len__(self) -> int:
        return len(self._made())
