"""Drawing a game through its view: the module its plugin names, or the generic one.

A plugin's view draws the plugin's own data, and variants of it. Other data under the same id has other fields, so it gets the generic view;
so does a game whose view fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ruleset_core.cli.messages import say
from ruleset_core.paths import PluginError, contained, plugin_at

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    from ruleset_core import Game
    from ruleset_core.cli.plan_marks import BoardMarks

__all__ = ["board_marks", "draw_state"]

Render = Callable[..., Any]


def draw_state(
    game: Game, observation: dict[str, Any], lang: str, width: int, names: Sequence[str] = (), *, linear: bool = False
) -> RenderableType:
    """What a seat sees, drawn. Views get the observation and nothing else, so they cannot show what is hidden.

    The `names` of the players, by seat, come with the observation. A `linear` view is text to be read from top to bottom.
    """
    return _Drawn(game, {**observation, "names": tuple(names)}, lang, width, linear)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What the view of a game makes of an observation; when it fails, what the generic view makes of it."""

    game: Game
    observation: dict[str, Any]
    lang: str
    width: int
    linear: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        from ruleset_core.cli.view import render_observation

        try:
            with contained(say("view_failed", self.lang, game=self.game.id)):
                drawn = self._made_by(_view(self.game) or render_observation, console, options)
        except PluginError as problem:
            _tell(str(problem))
            drawn = self._made_by(render_observation, console, options)
        yield from drawn

    def _made_by(self, render: Render, console: Console, options: ConsoleOptions) -> list[Segment]:
        from ruleset_core.cli.view_kit import read_aloud

        with read_aloud(self.linear):
            return list(console.render(render(self.game, self.observation, self.lang, self.width), options))


def board_marks(game: Game, observation: dict[str, Any], lang: str) -> BoardMarks:
    """What stands on a planar board, as the game's view says it; nothing where it does not."""
    from ruleset_core.cli.plan_marks import BoardMarks

    try:
        with contained(say("view_failed", lang, game=game.id)):
            module = _module(*game.base)
            said = getattr(module, "board_marks", None)
            marks: BoardMarks = said(game, observation, lang) if said is not None else BoardMarks()
    except PluginError as problem:
        _tell(str(problem))
        return BoardMarks()
    return marks


def _view(game: Game) -> Render | None:
    module = _module(*game.base)
    return None if module is None else module.render


@cache
def _module(game: str, directory: Path) -> ModuleType | None:
    plugin = plugin_at(game, directory)
    return import_module(plugin.view) if plugin is not None and plugin.view is not None else None


@cache
def _tell(problem: str) -> None:
    """Say once that a view failed."""
    import click

    from ruleset_core.shown import clean

    click.echo(clean(problem), err=True)
