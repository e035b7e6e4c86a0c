"""Drawing a game: what a seat sees of it, as a scene, in the room there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ruleset_core import Game
    from ruleset_core.scenes.nodes import Panel, Scene
    from ruleset_core.terminal.sizes import Sizes

__all__ = ["Room", "draw_scene", "draw_state", "scene_of"]

Observation = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Room:
    """What there is to draw in.

    Attributes:
        width: columns.
        height: lines; None for as many as it takes.
        linear: whether it is text to be read from top to bottom.
        sizes: how large panels are in the course of the game, so that they do not jump.
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
    scores: Sequence[int | None] = (),
) -> RenderableType:
    """What a seat sees, drawn. It is made of the observation and nothing else, so it cannot show what is hidden.

    The `names` of the players, by seat, and the `scores` as far as they are told, come with the observation; `keys`: what to
    type for the options that are offered.
    """
    return draw_scene(scene_of(game, observation, lang, names, keys or {}, scores), room, keys)


def scene_of(
    game: Game,
    observation: Observation,
    lang: str,
    names: Sequence[str] = (),
    options: Mapping[int, str] | Sequence[int] = (),
    scores: Sequence[int | None] = (),
) -> Scene:
    """What a seat sees, as a scene."""
    from ruleset_core.scenes.build import scene

    return scene(game, observation, lang, names, list(options), scores=scores)


def draw_scene(
    scene: Scene, room: Room, keys: Mapping[int, str] | None = None, only: Sequence[Panel] | None = None
) -> RenderableType:
    """A scene, or some panels of it."""
    from ruleset_core.terminal.drawing import Drawing

    return Drawing(scene, room.width, room.height, room.linear, keys or {}, room.sizes, only)
