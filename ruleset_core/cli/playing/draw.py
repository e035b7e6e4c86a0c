"""Drawing a game: its scene, or what the Python view of its plugin makes, as long as its data says no look.

A plugin's view draws the plugin's own data, and variants of it. Other data under the same id has other fields, so it is drawn by
its scene; so is a game whose view fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ruleset_core.cli.said.messages import say
from ruleset_core.paths import PluginError, contained, plugin_at

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    from ruleset_core import Game
    from ruleset_core.cli.views.plan_marks import BoardMarks
    from ruleset_core.scenes.nodes import Panel, Scene
    from ruleset_core.terminal.fit import Sizes

__all__ = ["Room", "board_marks", "draw_state", "drawn_by_scene", "scene_of"]

Render = Callable[..., Any]
Observation = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Room:
    """What there is to draw in.

    Attributes:
        width: columns.
        height: lines; None for as many as it takes.
        linear: whether it is text to be read from top to bottom.
        sizes: how large panels have been, so that they do not jump.
    """

    width: int
    height: int | None = None
    linear: bool = False
    sizes: Sizes | None = None


def draw_state(
    game: Game,
    observation: Observation,
    lang: str,
    room: Room,
    names: Sequence[str] = (),
    keys: Mapping[int, str] | None = None,
) -> RenderableType:
    """What a seat sees, drawn. It is made of the observation and nothing else, so it cannot show what is hidden.

    The `names` of the players, by seat, come with the observation; `keys`: what to type for the options that are offered.
    """
    if drawn_by_scene(game):
        return draw_scene(scene_of(game, observation, lang, names, keys or {}), room, keys)
    return _Viewed(game, {**observation, "names": tuple(names)}, lang, room)


def drawn_by_scene(game: Game) -> bool:
    """Whether a game is drawn by its scene: its data says how it looks, or nothing else does."""
    from ruleset_core.looks import brings_look

    return _view(game) is None or brings_look(game)


def scene_of(
    game: Game,
    observation: Observation,
    lang: str,
    names: Sequence[str] = (),
    options: Mapping[int, str] | Sequence[int] = (),
) -> Scene:
    """What a seat sees, as a scene."""
    from ruleset_core.scenes.build import scene

    return scene(game, observation, lang, names, list(options))


def draw_scene(
    scene: Scene, room: Room, keys: Mapping[int, str] | None = None, only: Sequence[Panel] | None = None
) -> RenderableType:
    """A scene, or some panels of it."""
    from ruleset_core.terminal.draw import draw

    return draw(scene, room.width, room.height, plain=room.linear, keys=keys, sizes=room.sizes, only=only)


@dataclass(frozen=True, slots=True)
class _Viewed:
    """What the view of a game makes of an observation; when it fails, its scene."""

    game: Game
    observation: Observation
    lang: str
    room: Room

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        from ruleset_core.cli.views.kit import read_aloud

        render = _view(self.game)
        try:
            with contained(say("view_failed", self.lang, game=self.game.id)), read_aloud(self.room.linear):
                assert render is not None
                drawn = list(console.render(render(self.game, self.observation, self.lang, self.room.width), options))
        except PluginError as problem:
            _tell(str(problem))
            scene = scene_of(self.game, self.observation, self.lang, self.observation["names"])
            drawn = list(console.render(draw_scene(scene, self.room), options))
        yield from drawn


def board_marks(game: Game, observation: Observation, lang: str) -> BoardMarks:
    """What stands on a planar board, as the game's view says it; nothing where it does not."""
    from ruleset_core.cli.views.plan_marks import BoardMarks

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
    try:
        with contained(say("view_failed", "en", game=game.id)):
            module = _module(*game.base)
    except PluginError as problem:
        _tell(str(problem))
        return None
    return getattr(module, "render", None)


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
