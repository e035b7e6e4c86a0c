"""Drawing a game through its view: the module its plugin names, or the generic one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ruleset_core import Game
    from ruleset_core.cli.plan_marks import BoardMarks

__all__ = ["board_marks", "draw_state"]


def draw_state(
    game: Game, observation: dict[str, Any], lang: str, width: int, names: Sequence[str] = ()
) -> RenderableType:
    """What a seat sees, drawn. Views get the observation and nothing else, so they cannot show what is hidden.

    The `names` of the players, by seat, come with the observation.
    """
    drawn: RenderableType = _view(game.id)(game, {**observation, "names": tuple(names)}, lang, width)
    return drawn


def board_marks(game: Game, observation: dict[str, Any], lang: str) -> BoardMarks:
    """What stands on a planar board, as the game's view says it; nothing where it does not."""
    from ruleset_core.cli.plan_marks import BoardMarks
    from ruleset_core.paths import plugin_of

    plugin = plugin_of(game.id)
    said = getattr(import_module(plugin.view), "board_marks", None) if plugin is not None and plugin.view else None
    marks: BoardMarks = said(game, observation, lang) if said is not None else BoardMarks()
    return marks


@cache
def _view(game: str) -> Callable[..., Any]:
    from ruleset_core.paths import plugin_of

    plugin = plugin_of(game)
    if plugin is not None and plugin.view is not None:
        render: Callable[..., Any] = import_module(plugin.view).render
        return render
    from ruleset_core.cli.view import render_observation

    return render_observation
