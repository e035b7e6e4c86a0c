"""Players of Masons who build on at what stands, so that cities close, which chance alone hardly ever brings about."""

from __future__ import annotations

from random import Random

from ruleset_core import State
from tests.games.watching import Sight

BUILDERS = 0.8
"""How often builders continue what stands."""
EARLY = 0.2
"""How often they roll before the wall, where they may: nobody asks them."""
NONE = -1


def builders(sight: Sight, pick: Random, state: State) -> int:
    """An option as builders take it who want cities: mostly a wall between towers that stand. All else is chance."""
    tower = sight.field(state, "tower")
    ends = sight.fact("line", "ends")
    meant = [sight.meant(option) for option in state.options]
    early = [option for option, each in zip(state.options, meant, strict=True) if each == ("wall", None)]
    if early and pick.random() < EARLY:
        return early[0]
    joined = [
        option
        for option, (name, line) in zip(state.options, meant, strict=True)
        if name == "wall" and line is not None and all(tower[end] != NONE for end in ends[line])
    ]
    return pick.choice(joined if joined and pick.random() < BUILDERS else state.options)
