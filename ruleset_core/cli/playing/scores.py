"""The score sheet of a player in the middle of a game, and the result at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruleset_core.cli.playing.draw import Room, draw_scene
from ruleset_core.texts.names import player_names

if TYPE_CHECKING:
    from ruleset_core import State
    from ruleset_core.cli.printed.screen import Screen
    from ruleset_core.record import Session
    from ruleset_core.scenes.nodes import Scene

__all__ = ["show_result", "show_sheet"]


def show_sheet(screen: Screen, state: State, seats: Sequence[int], names: Sequence[str], lang: str) -> None:
    """The score sheets of some seats as they are now, as far as who decides may know. `names` are those of all seats."""
    from ruleset_core.scenes.scores import sheet

    _show(screen, sheet(state, seats, state.seat, lang, names))


def show_result(screen: Screen, session: Session, lang: str, viewer: int | None) -> None:
    """The end of a game as `viewer` may be told it: the score sheets of all, and who has won."""
    from ruleset_core.scenes.scores import result
    from ruleset_core.texts.detailed_scores import DetailedScores

    names = player_names(session.header, lang)
    _show(screen, result(session.game, DetailedScores(session, viewer, names), lang, names))


def _show(screen: Screen, scene: Scene) -> None:
    screen.draw(draw_scene(scene, Room(screen.width, None, screen.linear), only=scene.panels))
