"""Positions of scenarios as scenes for everybody: pictures of rules texts, which are never out of date."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruleset_core import RulesetError, State
from ruleset_core.testing.scenarios import ScenarioSuite, scenario_files
from ruleset_core.view.scene.scene_builder import scene

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruleset_core import Game
    from ruleset_core.formats.scene_format import Scene, SceneNode

WATCHER: Final = -1
"""Somebody beside the table, who sees what everybody sees."""


def scenario_scene(game: Game, name: str, lang: str) -> Scene | None:
    """What everybody sees of the position that a scenario of the game gives; None where there is no such scenario, or it gives none.

    Boards come first: where there are any, what belongs to single seats is left out.
    """
    directories = dict.fromkeys((str(game.directory), str(game.base[1])))
    scenarios = ScenarioSuite(scenario_files([*directories]))
    case = next((case for case in scenarios.cases if case.name == name), None)
    if case is None:
        return None
    try:
        state = scenarios.position(case)
    except (RulesetError, OSError):
        return None
    if not isinstance(state, State):
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
