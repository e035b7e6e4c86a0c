"""Scenes of the included games as JSON, to be compared with those of earlier days: some positions of a game, both languages."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

from ruleset_core import Game
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.build import scene

#: Choices made at random before a position is kept (a shorter game is over then), and who looks in which language there:
#: who decides, or somebody beside the table.
POSITIONS: Final = ((5, "en", False), (30, "es", True))
#: Who is called what; further players keep their usual names.
NAMES: Final = ("Ana", "Bo")
_SEED: Final = 1


def scene_sheet(game: Game, players: int) -> str:
    """Scenes of a few positions of a game. A line holds one part of a panel, so that a difference is where it is on the screen."""
    state, pick, lines, taken = game.new(players, seed=_SEED), Random(_SEED), list[str](), 0
    for number, lang, beside in POSITIONS:
        while taken < number and not state.over:
            state.apply(pick.choice(state.options))
            taken += 1
        seat = -1 if beside else max(state.seat, 0)
        shown = scene(game, state.observe(seat), lang, NAMES, state.options if seat == state.seat else ())
        lines += [f"after {taken} choices", *_written(shown)]
    return "\n".join(lines) + "\n"


def _written(made: n.Scene) -> list[str]:
    """A scene in lines: what it is, then each panel and what is on it."""
    shown = n.as_data(made)
    head = {name: value for name, value in shown.items() if name != "panels"}
    lines = [_json(head)]
    for panel in shown.get("panels", []):
        parts = {name: panel[name] for name in ("show", "short") if name in panel}
        lines.append("  " + _json({name: value for name, value in panel.items() if name not in parts}))
        lines += [f"    {name}: {_json(each)}" for name, several in parts.items() for each in several or ()]
    return lines


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
