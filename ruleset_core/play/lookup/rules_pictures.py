"""Positions of scenarios as scenes for everybody: pictures of rules texts, which are never out of date."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruleset_core import RulesetError
from ruleset_core.play.match.start_positions import start_of_case
from ruleset_core.values import split_step
from ruleset_core.view.scene.scene_builder import scene

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruleset_core import Game
    from ruleset_core.formats.scene_format import Scene, SceneNode

WATCHER: Final = -1
"""Somebody beside the table, who sees what everybody sees."""


def position_scene(game: Game, name: str, lang: str) -> Scene | None:
    """What everybody sees of a position of the game, a scenario or `SCENARIO@STEPS`; None where there is none, or it cannot be reached.

    Where there are boards, what belongs to single seats is left out.
    """
    called, step = split_step(name)
    from ruleset_core.positions.position_files import position_cases

    try:
        cases = position_cases([str(each) for each in game.directories])
        case = next(case for case in cases if case.name == called)
        state = start_of_case(case, step or 0).state
    except (StopIteration, RulesetError, OSError):
        return None
    seen = scene(state.game, state.masked(WATCHER), lang)
    shown = tuple(panel for panel in seen.panels if panel.seat is None or _has_board(panel.show))
    return seen.only(shown or seen.panels)


def _has_board(nodes: tuple[SceneNode, ...]) -> bool:
    return any(node.kind == "board" for node in _inside(nodes))


def _inside(nodes: tuple[SceneNode, ...]) -> Iterator[SceneNode]:
    for node in nodes:
        yield node
        if node.kind == "group":
            yield from _inside(node.items)
